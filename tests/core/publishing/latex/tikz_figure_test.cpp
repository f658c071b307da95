// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/latex/tikz_figure.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/reporting/analysis.h"
#include "tests/core/measuring/two_hundred_rows.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string figureOf(const AnalysisSettings& settings, const TikzOptions& options = {},
                     const std::string& name = "1") {
    Dataset dataset = testing::datasetOf(testing::twoHundredRows());
    dataset.summary.classNames[1] = name;
    return tikzFigure(*analyse(dataset, settings).value().report, options);
}

std::size_t countOf(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++count;
    return count;
}

TEST(TikzFigure, holdsTheNumbersOfTheBins) {
    const std::string figure = figureOf({});
    EXPECT_EQ(countOf(figure, "% n = "), 10U);
    EXPECT_EQ(countOf(figure, "\\path[fill=diagonal-counts]"), 10U);
    EXPECT_EQ(countOf(figure, "\\draw[|-|]"), 10U);
    EXPECT_THAT(figure, AllOf(HasSubstr("xlabel={Predicted probability of 1}"),
                              HasSubstr("main.north west) {Observed frequency}"),
                              HasSubstr("ECE \\textbf{0."), Not(HasSubstr("ylabel=")),
                              Not(HasSubstr("documentclass"))))
        << "in a column, titles of vertical axes stand above these";
    TikzOptions wide;
    wide.width = 17;
    wide.height = 19;
    EXPECT_THAT(figureOf({}, wide), HasSubstr("ylabel={Observed frequency}"));
}

/// A legend has as many columns as fit, and in a column of a page one row.
TEST(TikzFigure, legendIsAsWideAsThePictureAtMost) {
    TikzOptions options;
    options.width = 8;
    options.parts.skillLines = true;
    const std::string column = figureOf({}, options);
    const std::size_t entries = countOf(column, "\\addlegendentry");
    EXPECT_GE(entries, 2U);
    EXPECT_THAT(column, HasSubstr("legend columns=" + std::to_string(entries) + "}"));
    options.width = options.height = 17;
    const std::string wide = figureOf({}, options);
    EXPECT_GT(countOf(wide, "\\addlegendentry"), entries);
    EXPECT_EQ(countOf(wide, "\\addplot["), countOf(wide, "forget plot"))
        << "a plot would take an entry of the legend";
}

/// Intervals of many narrow bins would be a black area.
TEST(TikzFigure, manyBinsHaveNoIntervals) {
    AnalysisSettings settings;
    settings.binCount = 80;
    EXPECT_EQ(countOf(figureOf(settings), "\\draw[|-|]"), 0U);
    EXPECT_EQ(countOf(figureOf(settings), "95 \\% CI"), 0U);
}

TEST(TikzFigure, withAWidthAloneTakesTheHeightThatFits) {
    Figure figure;
    figure.x = {.title = "x"};
    figure.left = {.title = "A title that takes a line above the plot"};
    figure.marks.lines = {{"a", {}, {{0, 0}, {1, 1}}}};
    TikzOptions options;
    options.width = 8;
    options.height = 0;
    figure.isSquare = true;
    const std::string square = tikzFigure(figure, options);
    const auto at = square.find("width=") + 6;
    const double width = std::stod(square.substr(at));
    EXPECT_GE(width, 0.78 * options.width);
    EXPECT_THAT(square,
                HasSubstr("height=" + square.substr(at, square.find("cm", at) - at) + "cm"));
    options.ratio = 0.5;
    figure.isSquare = false;
    const std::string low = tikzFigure(figure, options);
    EXPECT_NEAR(std::stod(low.substr(low.find("height=") + 7)), width / 2, 1e-4);
}

TEST(TikzFigure, drawsTheCurveBesideTheBars) {
    Report report = *analyse(testing::datasetOf(testing::twoHundredRows()), {}).value().report;
    EXPECT_EQ(countOf(tikzFigure(report, {}), " beside, accuracy "), 0U);
    CurveBeside beside{"Listed: dose = 5 %", "", report.binned};
    beside.curve.bins[3].count = 0;
    report.beside = std::make_shared<const CurveBeside>(beside);
    const std::string figure = tikzFigure(report, {});
    EXPECT_EQ(countOf(figure, " beside, accuracy "), 9U);
    EXPECT_THAT(figure, HasSubstr("\\addlegendentry{Listed: dose = 5 \\%}"));
    TikzOptions narrow;
    narrow.lowest = 0.5;
    EXPECT_EQ(countOf(tikzFigure(report, narrow), " beside, accuracy "), 5U);
}

TEST(TikzFigure, everyDiagramIsComplete) {
    for (const DiagramKind kind : {DiagramKind::Bars, DiagramKind::Gaps, DiagramKind::Isotonic,
                                   DiagramKind::Smooth, DiagramKind::Cumulative}) {
        AnalysisSettings settings;
        settings.diagram = kind;
        TikzOptions options{8, 9, true};
        options.parts.logCounts = true;
        options.parts.skillLines = true;
        const std::string figure = figureOf(settings, options, "50 % & _{x}");
        EXPECT_THAT(figure, StartsWith("\\documentclass"));
        EXPECT_EQ(std::ranges::count(figure, '{'), std::ranges::count(figure, '}'));
        EXPECT_EQ(countOf(figure, "\\begin{axis}"), 2U);
        EXPECT_EQ(countOf(figure, "\\begin{"), countOf(figure, "\\end{"));
        EXPECT_THAT(figure, Not(HasSubstr("nan")));
        EXPECT_THAT(figure, Not(HasSubstr("inf")));
        EXPECT_EQ(countOf(figure, "ymode=log"), kind == DiagramKind::Cumulative ? 0U : 1U);
        if (kind == DiagramKind::Cumulative) continue;
        EXPECT_THAT(figure, HasSubstr("probability of 50 \\% \\& \\_\\{x\\}}"));
    }
}

}  // namespace
}  // namespace diagonal
