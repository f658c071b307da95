// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/latex/tikz_document.h"

#include <array>
#include <cstdio>

#include "core/reporting/writing/report_writer.h"

namespace diagonal {
namespace {

std::string packages(const std::string& comment) {
    return comment + "\\usepackage{pgfplots}\n" + comment + "\\pgfplotsset{compat=1.16}\n" +
           comment + "\\usetikzlibrary{patterns}\n";
}

}  // namespace

std::string tikzDocument(const std::string& picture, bool isStandalone) {
    std::string out;
    if (isStandalone) {
        out += "\\documentclass[border=2pt]{standalone}\n" + packages("") + "\\begin{document}\n";
    } else {
        out += packages("% ");
    }
    out += "% Diagonal " + std::string(version()) + "\n";
    for (const auto& [name, colour] :
         {std::pair("accuracy", "5E8FBF"), std::pair("cap", "3F709F"), std::pair("over", "CC5500"),
          std::pair("under", "006655"), std::pair("counts", "8494A4")}) {
        out += "\\definecolor{diagonal-" + std::string(name) + "}{HTML}{" + colour + "}\n";
    }
    out += "\\begin{tikzpicture}\n" + picture + "\\end{tikzpicture}\n";
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

std::string tikzBand(const std::vector<BandPoint>& band) {
    if (band.empty()) return "";
    std::string out = "\\fill[black!12] ";
    for (const BandPoint& point : band)
        out += tikzPlace(point.x, point.lower) + " -- ";
    for (auto point = band.rbegin(); point != band.rend(); ++point)
        out += tikzPlace(point->x, point->upper) + " -- ";
    return out + "cycle;\n";
}

}  // namespace diagonal
