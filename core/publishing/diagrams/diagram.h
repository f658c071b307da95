// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/publishing/diagrams/figure_parts.h"
#include "core/publishing/diagrams/terms.h"
#include "core/publishing/plots/axis.h"
#include "core/publishing/plots/figure.h"
#include "core/reporting/report.h"

namespace diagonal {

/// What a legend depends on.
struct LegendTerms {
    DiagramKind kind = DiagramKind::Bars;
    Terms terms;
    IntervalChoice choice;
    std::string nameBeside;  ///< of columnsBeside(); empty if there are none
    std::string meaningBeside;
    bool areOtherRows = false;  ///< that stand beside
};

/// The part of a diagram that is drawn, and how large.
struct DrawnPart {
    const ReliabilityCurve& columns;  ///< drawnColumns()
    Axis horizontal;
    double pixels;  ///< of that axis: bins that share one are pooled
    FigureParts parts;
    std::optional<AxisScale> counts = {};  ///< of the rows of bins; none: countScale()
};

/// All in which kinds of diagrams differ. Each kind is one of these in a file of its own, and a row
/// of the table behind diagramOf(). Figures in the window, as SVG and for LaTeX, captions and
/// options read it.
struct Diagram {
    DiagramKind kind;
    std::string_view title;        ///< above the figure
    std::string_view making = {};  ///< how a curve was computed, in the subtitle
    std::string_view score;        ///< the id of the main score beside the title
    bool isAroundZero = false;     ///< values have both signs
    bool hasIdeal = true;          ///< a line where a calibrated model lies: the diagonal or zero
    bool isMirrored = false;       ///< values below zero are shares, too
    bool isByRank = false;         ///< the share of rows is on the horizontal axis
    bool hasCounts = true;         ///< rows of each bin stand below
    bool isOfOneModel = false;     ///< several are not drawn over each other
    std::string_view line = {};    ///< the name of a curve in legends
    std::string_view method = {};  ///< in the section on methods; empty: the figure's name

    /// Returns the title of the vertical axis.
    std::string (*values)(const Report& report);
    /// Return what the caption calls the diagram, and its sentence on the marks.
    std::string (*name)(const Terms& terms);
    std::string (*explained)(const Report& report, const Terms& terms, const FigureParts& parts);
    /// Returns the alternative text; null: the common one for bars, or for curves.
    std::string (*described)(const Report& report, const Terms& terms) = nullptr;
    /// Adds the marks to an empty figure; the caller adds lines of reference and rows of bins.
    void (*draw)(const Report& report, const DrawnPart& part, Figure& figure);
    /// Adds the legend's entries of all marks that this kind can have.
    void (*addEntries)(const LegendTerms& terms, std::vector<LegendEntry>& entries);
};

const Diagram& diagramOf(DiagramKind kind);
const Diagram& diagramOf(const Report& report);

/// Returns the part of the horizontal axis that a diagram shows unless the user wants another: up
/// to where the events are if they are rare, else all of it.
Axis usualPart(const Report& report);

/// Returns a report's diagram, without a title.
Figure diagramFigure(const Report& report, const DrawnPart& part);

/// Returns the legend of a diagram: of all marks that it can have.
std::vector<LegendEntry> legendEntries(const LegendTerms& terms, const FigureParts& parts);
/// True if a plot has marks that an entry explains.
bool holds(const PlotMarks& plot, const LegendEntry& entry);
/// Returns what the legend of a report depends on.
LegendTerms legendTerms(const Report& report);

/// Returns the id of the score beside the title: the diagram's, or the ECE where that is undefined.
std::string_view mainScore(const Report& report);

/// Returns the title of the horizontal axis.
std::string horizontalTitle(const Report& report);

/// A straight line of reference, by its heights at the ends of the horizontal axis.
struct SkillLine {
    MarkKind kind = MarkKind::BaseRate;
    double atZero = 0;
    double atOne = 0;
};

/// Returns the lines of the attributes diagram (Hsu and Murphy 1986; WMO), which the user wants:
/// the base rate o, where forecasts do not discriminate, and the line of no skill (x + o)/2. Rows
/// nearer to the diagonal than that improve the Brier score of a forecast that is always o. Empty
/// if the diagram has no accuracies, or the report no rows.
std::vector<SkillLine> skillLines(const Report& report, const FigureParts& parts);

}  // namespace diagonal
