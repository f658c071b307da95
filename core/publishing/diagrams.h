// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/publishing/figure_parts.h"
#include "core/publishing/terms.h"
#include "core/reporting/report.h"

namespace diagonal {

/// The marks that a diagram is made of: what a painter needs to know of its kind.
enum class DiagramMarks {
    Bars,      ///< bars of accuracy with a gap to the confidence
    Gaps,      ///< bars of the gap alone
    Outcomes,  ///< outcomeBars()
    Curve      ///< Report::curve
};

/// Everything else in which kinds of diagrams differ: one row of a table for each kind. Figures in
/// the window, as SVG and for LaTeX, captions and options read it.
struct Diagram {
    DiagramKind kind;
    DiagramMarks marks;
    std::string_view title;   ///< above the figure
    std::string_view line;    ///< the name of a curve in legends
    std::string_view making;  ///< how a curve was computed, in the subtitle; often empty
    std::string_view score;   ///< the id of the main score beside the title
    bool isAroundZero;        ///< values have both signs
    bool hasIdeal;            ///< a line where a calibrated model lies: the diagonal, else zero
    bool isByRank;      ///< the share of rows is on the horizontal axis, in place of confidence
    bool hasCounts;     ///< rows of each bin stand below
    bool isOfOneModel;  ///< several are not drawn over each other
    std::string_view method;  ///< what the section on methods calls it; empty: the figure's name

    /// Returns the title of the vertical axis.
    std::string (*values)(const Report& report);
    /// Return what the caption calls the diagram, and its sentence on the marks.
    std::string (*name)(const Terms& terms);
    std::string (*explained)(const Report& report, const Terms& terms, const FigureParts& parts);
    /// Returns what those read who do not see it; null: what is said of all bars, or of all curves.
    std::string (*described)(const Report& report, const Terms& terms) = nullptr;
};

const Diagram& diagramOf(DiagramKind kind);
const Diagram& diagramOf(const Report& report);

/// Returns the id of the score beside the title: the diagram's, or the ECE where that is undefined.
std::string_view mainScore(const Report& report);

/// Returns the title of the horizontal axis.
std::string horizontalTitle(const Report& report);

/// Returns the least and the largest value that a diagram around zero draws; both may be 0.
Interval valuesAroundZero(const Report& report);

/// A straight line of reference, by its heights at the ends of the horizontal axis.
struct SkillLine {
    std::string_view name;
    double atZero = 0;
    double atOne = 0;

    bool operator==(const SkillLine&) const = default;
};

/// Returns the lines of the attributes diagram (Hsu and Murphy 1986; WMO), which the user wants:
/// the base rate o, where forecasts do not discriminate, and the line of no skill (x + o)/2. Rows
/// nearer to the diagonal than that improve the Brier score of a forecast that is always o. Empty
/// if the diagram has no accuracies, or the report no rows.
std::vector<SkillLine> skillLines(const Report& report, const FigureParts& parts);

/// Half of a bin in a diagram of outcomes.
struct OutcomeBar {
    std::size_t bin = 0;
    double height = 0;  ///< share of all rows with this outcome; negative for outcome 0
};

/// Returns how the rows of each outcome are distributed over the bins: upwards the share of the
/// rows with outcome 1, downwards that of the others. An outcome that no row has makes no bars.
std::vector<OutcomeBar> outcomeBars(const ReliabilityCurve& bins);

}  // namespace diagonal
