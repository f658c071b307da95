// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/latex/tikz_lines.h"

#include <algorithm>
#include <array>

#include "core/publishing/latex/tikz_document.h"
#include "core/publishing/models/figure_colours.h"
#include "core/publishing/tables.h"

namespace diagonal {
namespace {

constexpr double kLabels = 1.6;  ///< cm beside an axis
constexpr double kAboveAndBelow = 2.8;
constexpr double kLowerHeight = 1.2;
/// Returns the options of a model's marker: as in the other figures, those of the first eight
/// models have shapes of their own, others are their numbers.
std::string markerOf(std::size_t place) {
    constexpr auto markers =
        std::to_array<const char*>({"*", "square*", "triangle*", "diamond*",
                                    "triangle*, mark options={rotate=180}", "star", "+", "x"});
    if (place < markers.size()) return std::string("mark=") + markers[place];
    return "mark=text, text mark={" + std::to_string(place + 1) + "}";
}

constexpr auto kDashes = std::to_array<const char*>(
    {"", ", dashed", ", dash dot", ", dash dot dot", ", dotted", ", dash pattern=on 8pt off 3pt"});

std::string dashOption(const LineMark& line) {
    return kDashes[static_cast<std::size_t>(dashOf(line, FigureColours().models.size()))];
}

std::string styleOf(const PlotColour& colour) {
    if (colour.model)
        return "diagonal-model-" + std::to_string(*colour.model % FigureColours().models.size());
    switch (colour.ink) {
        case PlotInk::First: return "diagonal-cap";
        case PlotInk::Second: return "diagonal-over";
        case PlotInk::Reference: break;
    }
    return "black!60";
}

std::string ticksOf(const Axis& axis) {
    std::string out;
    for (const double tick : axis.ticks())
        out += (out.empty() ? "" : ",") + tikzNumber(tick);
    return "{" + out + "}";
}

/// Returns the option that names the ticks of an axis, 'x' or 'y'; empty if they are numbers.
std::string tickNames(const Axis& axis, char of) {
    if (!axis.isNamed()) return "";
    std::string out;
    for (const std::string& name : axis.names)
        out += (out.empty() ? "{" : ",{") + latexEscaped(name) + "}";
    return std::string(", ") + of + "ticklabels={" + out + "}";
}

/// Returns the width of what stands beside an axis, in cm.
double besideAxis(const Axis& axis) {
    constexpr double ofCharacter = .19;
    std::size_t longest = 0;
    for (const std::string& name : axis.names)
        longest = std::max(longest, name.size());
    return std::max(kLabels, ofCharacter * static_cast<double>(longest));
}

class LinesWriter {
public:
    LinesWriter(const LinePlot& plot, const TikzOptions& options)
        : m_plot(plot), m_options(options) {}

    std::string picture() {
        const auto& models = m_options.colours.models;
        for (std::size_t m = 0; m < models.size() && showsModels(); ++m)
            m_out += tikzColour("model-" + std::to_string(m), models[m]);
        std::string title;
        if (!m_options.title.empty()) title = "title={" + latexEscaped(m_options.title) + "}, ";
        beginAxis(m_plot.left,
                  title + "xtick pos=bottom, ytick pos=left, minor tick style={draw=none}, " +
                      (hasLower() ? std::string("xlabel={}") : xLabel()) +
                      ", xtick=" + ticksOf(m_plot.x) + tickNames(m_plot.x, 'x') +
                      ", log ticks with fixed point,\n  grid=major, grid style={black!8}, legend "
                      "style={at={(0.5,1.03)}, anchor=south, draw=none, legend columns=2, "
                      "font=\\footnotesize}, legend cell align=left");
        for (const AreaMark& band : m_plot.marks.areas) {
            m_out += tikzArea("fill=black!12", band.points);
            if (!band.name.empty())
                addLegendEntry("area legend, fill=black!12, draw=none", band.name);
        }
        addGuides();
        addLines(false);
        addPoints();
        for (const LineMark& line : m_plot.marks.lines) {
            if (line.isRight) addLegendEntry(styleOf(line.colour) + ", thick", line.name);
        }
        for (const LineMark& line : m_plot.marks.references) {
            if (line.kind != MarkKind::Upright) continue;
            const std::string style = styleOf(line.colour) + ", densely dotted, thick";
            const double x = line.points.front().x;
            m_out += "\\draw[" + style + "] " + tikzPlace(x, m_plot.left.low) + " -- " +
                     tikzPlace(x, m_plot.left.high) + ";\n";
            addLegendEntry(style, line.name);
        }
        if (hasLower()) {
            for (const LineMark& line : m_plot.lower->marks.lines)
                addLegendEntry(styleOf(line.colour) + dashOption(line), line.name);
        }
        m_out += "\\end{axis}\n";
        if (hasLower()) addLower();
        if (!m_plot.right) return std::move(m_out);
        beginAxis(*m_plot.right, "axis y line*=right, axis x line=none");
        addLines(true);
        m_out += "\\end{axis}\n";
        return std::move(m_out);
    }

private:
    bool hasLower() const { return m_plot.lower && m_options.parts.counts; }

    std::string xLabel() const { return "xlabel={" + latexEscaped(m_plot.x.title) + "}"; }

    bool showsModels() const {
        return !m_plot.marks.points.empty() ||
               std::ranges::any_of(m_plot.marks.lines, [](const LineMark& line) {
                   return line.colour.model.has_value();
               });
    }

    std::string widthAndHeight(double height) const {
        const double beside =
            besideAxis(m_plot.left) + (m_plot.right ? besideAxis(*m_plot.right) : 0);
        const double width = std::max(kLeastSide, m_options.width - beside);
        const double below = m_plot.lower ? kLowerHeight + 1 : 0;
        const double own = std::max(kLeastSide, m_options.height - kAboveAndBelow - below);
        return "width=" + tikzNumber(m_plot.isSquare ? std::min(width, own) : width) +
               "cm, height=" +
               tikzNumber(height > 0        ? height
                          : m_plot.isSquare ? std::min(width, own)
                                            : own) +
               "cm, ";
    }

    void beginAxis(const Axis& values, const std::string& more, double height = 0) {
        m_out += "\\begin{axis}[\n  scale only axis, " + widthAndHeight(height) +
                 (m_plot.x.isLogarithmic() ? "xmode=log, " : "") +
                 "xmin=" + tikzNumber(m_plot.x.low) + ", xmax=" + tikzNumber(m_plot.x.high) +
                 ",\n  ymin=" + tikzNumber(values.low) + ", ymax=" + tikzNumber(values.high) +
                 ", ytick=" + ticksOf(values) + tickNames(values, 'y') + ", ylabel={" +
                 latexEscaped(values.title) +
                 "},\n  scaled ticks=false, ticklabel style={/pgf/number format/fixed, /pgf/number "
                 "format/precision=4}, tick align=outside, axis line style={black!50},\n  " +
                 more + (values.scale == AxisScale::Root ? kTikzRoots : "") + "]\n";
    }

    void addGuides() {
        for (const LineMark& guide : m_plot.marks.references) {
            if (guide.kind == MarkKind::Upright) continue;
            const CurvePoint &from = guide.points.front(), &to = guide.points.back();
            m_out += std::string("\\draw[black!") +
                     (guide.kind == MarkKind::Ideal       ? "70, dashed"
                      : guide.kind == MarkKind::Crosshair ? "50"
                                                          : "25") +
                     "] " + tikzPlace(from.x, from.y) + " -- " + tikzPlace(to.x, to.y);
            if (!guide.label.empty())
                m_out += " node[pos=0.97, anchor=east, font=\\tiny, black!60] {" +
                         latexEscaped(guide.label) + "}";
            m_out += ";\n";
            addLegendEntry("black!70, dashed", guide.name);
        }
    }

    void addPoints() {
        for (const PointMark& point : m_plot.marks.points) {
            const std::string style = styleOf(point.colour);
            if (point.target)
                m_out += "\\draw[->, " + style + ", thick] " + tikzPlace(point.at.x, point.at.y) +
                         " -- " + tikzPlace(point.target->x, point.target->y) + ";\n";
            m_out += "\\addplot[" + style + (point.name.empty() ? ", forget plot" : "") +
                     ", only marks, " + markerOf(point.colour.model.value_or(0)) + "] " +
                     tikzCoordinates({point.at});
            if (m_options.parts.legend && !point.name.empty())
                m_out += "\\addlegendentry{" + latexEscaped(point.name) + "}\n";
        }
        addLegendEntry("->, thick, black", m_plot.nameOfArrows());
    }

    void addLower() {
        beginAxis(m_plot.lower->y,
                  "at={(0cm,-" + tikzNumber(kLowerHeight + 1) +
                      "cm)}, xtick pos=bottom, ytick pos=left, " + xLabel() +
                      ", xtick=" + ticksOf(m_plot.x) + tickNames(m_plot.x, 'x'),
                  kLowerHeight);
        for (const LineMark& line : m_plot.lower->marks.lines)
            m_out += "\\addplot[" + styleOf(line.colour) + dashOption(line) + "] " +
                     tikzCoordinates(line.points);
        m_out += "\\end{axis}\n";
    }

    void addLines(bool right) {
        for (const LineMark& line : m_plot.marks.lines) {
            if (line.isRight != right) continue;
            const bool isNamed = !right && !line.name.empty();
            m_out +=
                "\\addplot[" + styleOf(line.colour) +
                (line.isReference ? ", very thick" : ", thick") + dashOption(line) +
                (isNamed ? "" : ", forget plot") +
                (line.hasMarkers ? ", " + markerOf(line.colour.model.value_or(0)) : std::string()) +
                "] " + tikzCoordinates(line.points);
            if (isNamed && m_options.parts.legend)
                m_out += "\\addlegendentry{" + latexEscaped(line.name) + "}\n";
        }
    }

    void addLegendEntry(const std::string& image, const std::string& name) {
        if (!m_options.parts.legend || name.empty()) return;
        m_out += "\\addlegendimage{" + image + "}\\addlegendentry{" + latexEscaped(name) + "}\n";
    }

    const LinePlot& m_plot;
    TikzOptions m_options;
    std::string m_out;
};

}  // namespace

std::string tikzLines(const LinePlot& plot, const TikzOptions& options) {
    std::string of = plot.title;
    for (const std::string& part : plot.subtitle)
        of += (of.empty() ? "" : ", ") + part;
    return tikzDocument(LinesWriter(plot, options).picture(), of, options.isStandalone,
                        options.colours);
}

}  // namespace diagonal
