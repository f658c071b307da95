// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/latex/tikz_figure.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/publishing/drawn_columns.h"
#include "core/publishing/latex/tikz_document.h"
#include "core/publishing/latex/tikz_lines.h"
#include "core/publishing/profile_plots.h"
#include "core/publishing/tables.h"

namespace diagonal {
namespace {

constexpr double kLabelsLeft = 1.6;  ///< cm
constexpr double kLabelsBelow = 1.3;
constexpr double kLegend = 1.1;
constexpr double kBetween = 0.4;
constexpr double kCountsShare = 0.22;
constexpr double kLeastSide = 2;

/// Writes one figure.
class TikzWriter {
public:
    TikzWriter(const Report& report, const TikzOptions& options)
        : m_report(report),
          m_options(options),
          m_columns(drawnColumns(report, options.lowest, options.highest)) {}

    std::string text() {
        addDiagram();
        if (hasCounts()) addCounts();
        return tikzDocument(m_out, m_options.isStandalone);
    }

private:
    bool topLabel() const { return m_report.view.kind == View::Kind::TopLabel; }
    std::string accuracy() const { return topLabel() ? "Accuracy" : "Observed frequency"; }
    std::string confidence() const {
        if (topLabel()) return "Confidence";
        return "Predicted probability of " +
               latexEscaped(m_report.dataset.classNames[m_report.view.classIndex]);
    }

    bool hasCounts() const {
        return m_options.hasCounts && m_report.settings.diagram != DiagramKind::Cumulative;
    }
    /// Returns a title in LaTeX: that of the user, else the diagram's.
    static std::string titleOr(const std::string& own, const std::string& usual) {
        return own.empty() ? usual : latexEscaped(own);
    }
    double side() const {
        const double across = m_options.width - kLabelsLeft;
        const double up =
            (m_options.height - kLabelsBelow - kLegend - (hasCounts() ? kBetween : 0)) /
            (1 + (hasCounts() ? kCountsShare : 0));
        return std::max(kLeastSide, std::min(across, up));
    }

    std::string horizontal() const {
        const bool isWhole = m_options.lowest == 0 && m_options.highest == 1;
        if (isWhole || m_report.settings.diagram == DiagramKind::Cumulative)
            return "xmin=0, xmax=1, xtick={0,0.2,0.4,0.6,0.8,1}";
        return "xmin=" + tikzNumber(m_options.lowest) + ", xmax=" + tikzNumber(m_options.highest) +
               ", xticklabel style={/pgf/number format/precision=5}";
    }

    /// Begins an axis; `more` are its own options.
    void beginAxis(double height, const std::string& more) {
        m_out += "\\begin{axis}[\n  scale only axis, width=" + tikzNumber(side()) +
                 "cm, height=" + tikzNumber(height) + "cm,\n  " + horizontal() +
                 ",\n"
                 "  axis on top=false, grid=major, grid style={black!8}, tick align=outside,\n"
                 "  tick pos=left, axis line style={black!50},\n  " +
                 more + "]\n";
    }

    void addDiagram() {
        const auto [least, most] = range();
        std::string options =
            "name=diagram, ymin=" + tikzNumber(least) + ", ymax=" + tikzNumber(most) + ", ";
        options += hasCounts()
                       ? "xticklabels={},\n  "
                       : "xlabel={" + titleOr(m_options.xTitle, shareOrConfidence()) + "},\n  ";
        if (!m_options.title.empty())
            options += "title={" + latexEscaped(m_options.title) + "},\n  ";
        options += "ylabel={" + titleOr(m_options.yTitle, valuesTitle()) +
                   "},\n  legend style={at={(0.5,1.03)}, anchor=south, draw=none, legend "
                   "columns=3, font=\\footnotesize}, legend cell align=left";
        beginAxis(side(), options);
        switch (m_report.settings.diagram) {
            case DiagramKind::Bars: addBars(); break;
            case DiagramKind::Gaps: addGaps(); break;
            case DiagramKind::Isotonic:
            case DiagramKind::Smooth:
            case DiagramKind::Cumulative: addCurve(); break;
        }
        addIdeal();
        if (m_options.hasScores) addScore();
        m_out += "\\end{axis}\n";
    }

    std::string valuesTitle() const {
        const std::string difference =
            topLabel() ? "accuracy $-$ confidence" : "frequency $-$ probability";
        switch (m_report.settings.diagram) {
            case DiagramKind::Gaps:
                return topLabel() ? "Accuracy $-$ confidence" : "Frequency $-$ probability";
            case DiagramKind::Cumulative: return "Sum of (" + difference + ") / $n$";
            case DiagramKind::Bars:
            case DiagramKind::Isotonic:
            case DiagramKind::Smooth: break;
        }
        return accuracy();
    }

    std::string shareOrConfidence() const {
        if (m_report.settings.diagram != DiagramKind::Cumulative) return confidence();
        return std::string("Share of rows, by increasing ") +
               (topLabel() ? "confidence" : "probability");
    }

    /// Returns the lower and upper end of the vertical axis.
    std::pair<double, double> range() const {
        if (m_report.settings.diagram == DiagramKind::Gaps) {
            double most = 1e-6;
            for (const Bin& bin : m_report.binned.bins) {
                if (bin.count == 0) continue;
                const Interval& interval =
                    showsConsistency() && bin.consistency ? *bin.consistency : *bin.interval;
                most =
                    std::max({most, std::abs(bin.gap()), std::abs(interval.lower - *bin.confidence),
                              std::abs(interval.upper - *bin.confidence)});
            }
            return {-1.05 * most, 1.05 * most};
        }
        if (m_report.settings.diagram != DiagramKind::Cumulative) return {0, 1};
        double most = 1e-6;
        for (const auto& stroke : m_report.curve->strokes) {
            for (const CurvePoint& point : stroke)
                most = std::max(most, std::abs(point.y));
        }
        for (const auto& band : m_report.curve->band) {
            for (const BandPoint& point : band)
                most = std::max({most, std::abs(point.lower), std::abs(point.upper)});
        }
        return {-1.05 * most, 1.05 * most};
    }

    void rectangle(const std::string& style, double left, double bottom, double right, double top) {
        m_out += "\\path[" + style + "] " + tikzPlace(left, bottom) + " rectangle " +
                 tikzPlace(right, top) + ";\n";
    }

    static std::string gapStyle(bool over) {
        const std::string colour = over ? "diagonal-over" : "diagonal-under";
        return "draw=" + colour + ", fill=" + colour +
               "!15, postaction={pattern=" + (over ? "north east" : "north west") +
               " lines, pattern color=" + colour + "}";
    }

    /// Gaps that chance alone could produce are pale, as in the other figures.
    static std::string paleness(const Bin& bin) {
        return isWithinNoise(bin) ? ", opacity=0.4" : "";
    }

    bool showsConsistency() const {
        return m_report.settings.intervals == IntervalKind::Consistency;
    }

    /// Draws the interval of a bin's accuracy, or the band of calibrated models, less `minus`.
    void addInterval(const Bin& bin, double minus) {
        if (!m_options.hasIntervals) return;
        if (showsConsistency()) {
            if (!bin.consistency) return;
            rectangle("draw=black!60, fill=black, fill opacity=0.12", bin.lower,
                      bin.consistency->lower - minus, bin.upper, bin.consistency->upper - minus);
            return;
        }
        const double x = (bin.lower + bin.upper) / 2;
        m_out += "\\draw[|-|] " + tikzPlace(x, bin.interval->lower - minus) + " -- " +
                 tikzPlace(x, bin.interval->upper - minus) + ";\n";
    }

    void addLegendEntry(const std::string& image, const std::string& name) {
        if (!m_options.hasLegend) return;
        m_out += "\\addlegendimage{" + image + "}\\addlegendentry{" + name + "}\n";
    }

    /// Returns the legend entry of the plot before it.
    std::string legendEntry(const std::string& name) const {
        return m_options.hasLegend ? "\\addlegendentry{" + name + "}\n" : "";
    }

    void addBinLegend() {
        addLegendEntry("area legend, " + gapStyle(true),
                       topLabel() ? "Over-confident" : "Predicted too high");
        addLegendEntry("area legend, " + gapStyle(false),
                       topLabel() ? "Under-confident" : "Predicted too low");
        const bool hasPaleGaps = std::ranges::any_of(m_report.binned.bins, isWithinNoise);
        if (hasPaleGaps)
            addLegendEntry("area legend, opacity=0.4, " + gapStyle(true),
                           m_report.settings.band == BandKind::Pointwise
                               ? "Within chance, each bin"
                               : "Within chance, all bins");
        if (!m_options.hasIntervals) return;
        const std::string level = latexEscaped(shortest(m_report.settings.level * 100)) + "\\,\\% ";
        if (showsConsistency()) {
            addLegendEntry("area legend, draw=black!60, fill=black!12", level + "if calibrated");
        } else {
            addLegendEntry("mark=|, mark options={rotate=90}, black", level + "interval");
        }
    }

    void addBars() {
        for (const Bin& bin : m_columns.bins) {
            if (bin.count == 0) continue;
            const double mean = std::min(*bin.confidence, 1.0);
            const bool over = bin.gap() < 0;
            m_out += "% n = " + std::to_string(bin.count) + ", accuracy " +
                     tikzNumber(*bin.accuracy) + ", confidence " + tikzNumber(*bin.confidence) +
                     "\n";
            rectangle("fill=diagonal-accuracy", bin.lower, 0, bin.upper,
                      std::min(*bin.accuracy, mean));
            rectangle(gapStyle(over) + paleness(bin), bin.lower, std::min(*bin.accuracy, mean),
                      bin.upper, std::max(*bin.accuracy, mean));
            m_out += "\\draw[diagonal-cap, thick] " + tikzPlace(bin.lower, *bin.accuracy) + " -- " +
                     tikzPlace(bin.upper, *bin.accuracy) + ";\n";
        }
        for (const Bin& bin : m_columns.bins) {
            if (bin.count > 0) addInterval(bin, 0);
        }
        addLegendEntry("area legend, fill=diagonal-accuracy, draw=none", accuracy());
        addBinLegend();
        m_out += "\\addplot[only marks, mark=diamond*, black] coordinates {";
        for (const Bin& bin : m_columns.bins) {
            if (bin.count > 0)
                m_out +=
                    " (" + tikzNumber(*bin.confidence) + "," + tikzNumber(*bin.confidence) + ")";
        }
        m_out += " };\n" + legendEntry(topLabel() ? "Confidence" : "Probability");
    }

    void addGaps() {
        for (const Bin& bin : m_columns.bins) {
            if (bin.count == 0) continue;
            m_out += "% n = " + std::to_string(bin.count) + "\n";
            rectangle(gapStyle(bin.gap() < 0) + paleness(bin), bin.lower, std::min(0.0, bin.gap()),
                      bin.upper, std::max(0.0, bin.gap()));
            addInterval(bin, *bin.confidence);
        }
        addBinLegend();
    }

    void addCurve() {
        for (const auto& band : m_report.curve->band)
            m_out += tikzBand(band);
        for (const auto& stroke : m_report.curve->strokes) {
            m_out += "\\addplot[diagonal-cap, thick, forget plot] coordinates {";
            for (const CurvePoint& point : stroke)
                m_out += " (" + tikzNumber(point.x) + "," + tikzNumber(point.y) + ")";
            m_out += " };\n";
        }
        const std::string name =
            m_report.settings.diagram == DiagramKind::Isotonic ? "Isotonic regression"
            : m_report.settings.diagram == DiagramKind::Smooth ? "Smoothed"
                                                               : "Cumulative gap";
        addLegendEntry("diagonal-cap, thick", name);
        addLegendEntry("area legend, fill=black!12, draw=none",
                       latexEscaped(shortest(m_report.settings.level * 100)) + "\\,\\% band");
    }

    void addIdeal() {
        const bool isLevel = m_report.settings.diagram == DiagramKind::Gaps ||
                             m_report.settings.diagram == DiagramKind::Cumulative;
        m_out += "\\addplot[dashed, black!70, domain=0:1, samples=2] {" +
                 std::string(isLevel ? "0" : "x") + "};\n" + legendEntry("Ideal");
    }

    void addScore() {
        std::string name = "ECE";
        std::optional<double> value = m_report.score("ece");
        const Score* ece = m_report.find("ece");
        std::string near = ece && isInexact(*ece) ? "$\\approx$" : "";
        if (m_report.curve && !m_report.curve->scores.empty()) {
            const auto& [id, score] = m_report.curve->scores.front();
            name = scoreDefinition(id).shortName;
            value = score;
            near.clear();
        }
        if (!value) return;
        m_out += "\\node[anchor=north west, font=\\small] at (rel axis cs:0.03,0.97) {" +
                 latexEscaped(name) + " " + near + "\\textbf{" + fixedText(*value, 4) + "}};\n";
    }

    void addCounts() {
        double most = 1;
        for (const Bin& bin : m_columns.bins)
            most = std::max(most, bin.weight);
        const double least = m_options.hasLogCounts ? 0.5 : 0;
        const std::string rows =
            m_report.dataset.weights == WeightKind::Importance ? "Weight" : "Rows";
        beginAxis(side() * kCountsShare,
                  "at={(diagram.south west)}, anchor=north west, yshift=-" + tikzNumber(kBetween) +
                      "cm, xlabel={" + titleOr(m_options.xTitle, confidence()) + "}, ylabel={" +
                      rows + "},\n  ymin=" + tikzNumber(least) +
                      ", ymax=" + tikzNumber(1.05 * most) +
                      (m_options.hasLogCounts ? ", ymode=log" : ", scaled y ticks=false") +
                      ", yticklabel style={/pgf/number format/fixed}");
        for (const Bin& bin : m_columns.bins) {
            if (bin.count > 0)
                rectangle("fill=diagonal-counts", bin.lower, least, bin.upper, bin.weight);
        }
        m_out += "\\end{axis}\n";
    }

    const Report& m_report;
    TikzOptions m_options;
    ReliabilityCurve m_columns;
    std::string m_out;
};

}  // namespace

std::string tikzFigure(const Report& report, const TikzOptions& options) {
    if (showsProfile(report)) {
        LinePlot plot = profilePlot(report).value();
        if (!options.xTitle.empty()) plot.x.title = options.xTitle;
        if (!options.yTitle.empty()) plot.left.title = options.yTitle;
        return tikzLines(plot, options);
    }
    return TikzWriter(report, options).text();
}

}  // namespace diagonal
