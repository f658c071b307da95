// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/latex/tikz_document.h"

#include <array>
#include <cstdio>

#include "core/base/text.h"
#include "core/reporting/writing/report_writer.h"

namespace diagonal {
namespace {

std::string packages(const std::string& comment) {
    return comment + "\\usepackage{pgfplots}\n" + comment + "\\pgfplotsset{compat=1.16}\n" +
           comment + "\\usetikzlibrary{patterns.meta}\n";
}

}  // namespace

std::string tikzColour(const std::string& name, std::uint32_t colour) {
    std::array<char, 8> digits{};
    std::snprintf(digits.data(), digits.size(), "%06X", colour);
    return "\\definecolor{diagonal-" + name + "}{HTML}{" + digits.data() + "}%\n";
}

std::string tikzDocument(const std::string& picture, const std::string& of, bool isStandalone,
                         const FigureColours& colours) {
    std::string out;
    if (isStandalone) {
        out += "\\documentclass[border=2pt]{standalone}\n" + packages("") + "\\begin{document}\n";
    } else {
        out += packages("% ");
    }
    out += "% Diagonal " + std::string(version()) + ": " + visibleText(of) + "\n";
    out += tikzColour("accuracy", colours.accuracy) + tikzColour("cap", colours.accuracyCap) +
           tikzColour("over", colours.over) + tikzColour("under", colours.under) +
           tikzColour("counts", colours.counts);
    out += "\\begin{tikzpicture}\n" + picture + "\\end{tikzpicture}%\n";
    if (isStandalone) out += "\\end{document}\n";
    return out;
}

std::string tikzNumber(double value) {
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.6g", value);
    return buffer.data();
}

std::string tikzPlace(double x, double y) {
    return "(axis cs:" + tikzNumber(x) + "," + tikzNumber(y) + ")";
}

std::string tikzCoordinates(const std::vector<CurvePoint>& points) {
    std::string text = "coordinates {";
    for (const CurvePoint& point : points)
        text += " (" + tikzNumber(point.x) + "," + tikzNumber(point.y) + ")";
    return text + " };\n";
}

std::string tikzArea(const std::string& style, const std::vector<BandPoint>& points) {
    if (points.empty()) return "";
    std::string out = "\\path[" + style + "] ";
    for (const BandPoint& point : points)
        out += tikzPlace(point.x, point.lower) + " -- ";
    for (auto point = points.rbegin(); point != points.rend(); ++point)
        out += tikzPlace(point->x, point->upper) + " -- ";
    return out + "cycle;\n";
}

}  // namespace diagonal
