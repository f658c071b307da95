// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/tikz_lines.h"

#include <algorithm>

#include "core/publishing/tables.h"
#include "core/publishing/tikz_document.h"

namespace diagonal {
namespace {

constexpr double kLabels = 1.6;  ///< cm beside an axis
constexpr double kAboveAndBelow = 2.8;
constexpr double kLeastSide = 2;

std::string styleOf(PlotInk ink) {
    switch (ink) {
        case PlotInk::First: return "diagonal-cap";
        case PlotInk::Second: return "diagonal-over";
        case PlotInk::Reference: break;
    }
    return "black!60";
}

std::string ticksOf(const LineAxis& axis) {
    std::string out;
    for (const double tick : axis.ticks())
        out += (out.empty() ? "" : ",") + tikzNumber(tick);
    return "{" + out + "}";
}

class LinesWriter {
public:
    LinesWriter(const LinePlot& plot, const TikzOptions& options)
        : m_plot(plot), m_options(options) {}

    std::string picture() {
        std::string title;
        if (!m_options.title.empty()) title = "title={" + latexEscaped(m_options.title) + "}, ";
        beginAxis(m_plot.left,
                  title +
                      "xtick pos=bottom, ytick pos=left, minor tick style={draw=none}, xlabel={" +
                      latexEscaped(m_plot.x.title) + "}, xtick=" + ticksOf(m_plot.x) +
                      ", log ticks with fixed point,\n  grid=major, grid style={black!8}, legend "
                      "style={at={(0.5,1.03)}, anchor=south, draw=none, legend columns=2, "
                      "font=\\footnotesize}, legend cell align=left");
        for (const PlotBand& band : m_plot.bands) {
            m_out += tikzBand(band.points);
            addLegendEntry("area legend, fill=black!12, draw=none", band.name);
        }
        addLines(false);
        for (const PlotLine& line : m_plot.lines) {
            if (line.isRight) addLegendEntry(styleOf(line.colour.ink) + ", thick", line.name);
        }
        for (const PlotMark& mark : m_plot.marks) {
            const std::string style = styleOf(mark.ink) + ", densely dotted, thick";
            m_out += "\\draw[" + style + "] " + tikzPlace(mark.x, m_plot.left.low) + " -- " +
                     tikzPlace(mark.x, m_plot.left.high) + ";\n";
            addLegendEntry(style, mark.name);
        }
        m_out += "\\end{axis}\n";
        if (!m_plot.right) return std::move(m_out);
        beginAxis(*m_plot.right, "axis y line*=right, axis x line=none");
        addLines(true);
        m_out += "\\end{axis}\n";
        return std::move(m_out);
    }

private:
    void beginAxis(const LineAxis& values, const std::string& more) {
        const double width =
            std::max(kLeastSide, m_options.width - kLabels * (m_plot.right ? 2 : 1));
        const double height = std::max(kLeastSide, m_options.height - kAboveAndBelow);
        m_out +=
            "\\begin{axis}[\n  scale only axis, width=" + tikzNumber(width) +
            "cm, height=" + tikzNumber(height) + "cm, " +
            (m_plot.x.isLogarithmic() ? "xmode=log, " : "") + "xmin=" + tikzNumber(m_plot.x.low) +
            ", xmax=" + tikzNumber(m_plot.x.high) + ",\n  ymin=" + tikzNumber(values.low) +
            ", ymax=" + tikzNumber(values.high) + ", ytick=" + ticksOf(values) + ", ylabel={" +
            latexEscaped(values.title) +
            "},\n  scaled y ticks=false, yticklabel style={/pgf/number format/fixed, /pgf/number "
            "format/precision=4}, tick align=outside, axis line style={black!50},\n  " +
            more + "]\n";
    }

    void addLines(bool right) {
        for (const PlotLine& line : m_plot.lines) {
            if (line.isRight != right) continue;
            m_out += "\\addplot[" + styleOf(line.colour.ink) + ", thick" +
                     (line.isDashed ? ", dashed" : "") + (right ? ", forget plot" : "") +
                     "] coordinates {";
            for (const CurvePoint& point : line.points)
                m_out += " (" + tikzNumber(point.x) + "," + tikzNumber(point.y) + ")";
            m_out += " };\n";
            if (!right && m_options.hasLegend)
                m_out += "\\addlegendentry{" + latexEscaped(line.name) + "}\n";
        }
    }

    void addLegendEntry(const std::string& image, const std::string& name) {
        if (!m_options.hasLegend) return;
        m_out += "\\addlegendimage{" + image + "}\\addlegendentry{" + latexEscaped(name) + "}\n";
    }

    const LinePlot& m_plot;
    TikzOptions m_options;
    std::string m_out;
};

}  // namespace

std::string tikzLines(const LinePlot& plot, const TikzOptions& options) {
    return tikzDocument(LinesWriter(plot, options).picture(), options.isStandalone);
}

}  // namespace diagonal
