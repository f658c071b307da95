// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/publishing/diagrams/diagram.h"
#include "core/publishing/diagrams/drawn_columns.h"
#include "core/publishing/figure_words.h"
#include "core/publishing/latex/tikz_figure.h"
#include "core/reporting/analysis.h"
#include "tests/core/reading/reading_support.h"

namespace diagonal {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Returns the distribution by outcome of a positive class, in ten bins.
Report distributed(const std::string& rows) {
    AnalysisSettings settings;
    settings.diagram = DiagramKind::Outcomes;
    settings.binCount = 10;
    const auto dataset =
        std::make_shared<const Dataset>(testing::accepted("y_true,y_prob\n" + rows));
    return *analyse(dataset, settings).value().report;
}

TEST(Diagrams, everyKindHasARow) {
    for (const auto& choice : kDiagramKinds)
        EXPECT_EQ(diagramOf(choice.value).kind, choice.value) << choice.word;
}

/// Returns the marks of the upper plot.
std::vector<ColumnMark> barsOf(const Report& report) {
    return diagramFigure(report, {report.binned, kWholeAxis, kEachBin, {}}).marks.inColumns;
}

TEST(Diagrams, barsOfOutcomesAreSharesOfTheirOutcome) {
    const Report report = distributed("1,0.85\n1,0.86\n1,0.25\n0,0.25\n0,0.15\n");
    double up = 0;
    double down = 0;
    for (const ColumnMark& bar : barsOf(report)) {
        (bar.kind == MarkKind::With ? up : down) += bar.to;
        if (bar.column == 8) {
            EXPECT_EQ(bar.kind, MarkKind::With) << "none of the others is there";
            EXPECT_NEAR(bar.to, 2.0 / 3, 1e-12);
        }
    }
    EXPECT_NEAR(up, 1, 1e-12);
    EXPECT_NEAR(down, -1, 1e-12);
    const Figure figure = diagramFigure(report, {report.binned, kWholeAxis, kEachBin, {}});
    const Interval values = extentOf(figure.marks);
    EXPECT_NEAR(values.upper, 2.0 / 3, 1e-12);
    EXPECT_NEAR(values.lower, -0.5, 1e-12);
    EXPECT_LE(figure.left.low, values.lower);
    EXPECT_GE(figure.left.high, values.upper);
    EXPECT_EQ(figure.left.labelOf(0).find("−"), std::string::npos) << "shares have no sign";
}

TEST(Diagrams, anOutcomeThatNoRowHasMakesNoBars) {
    const Report report = distributed("1,0.85\n1,0.25\n1,0.15\n");
    for (const ColumnMark& bar : barsOf(report))
        EXPECT_EQ(bar.kind, MarkKind::With);
    EXPECT_THAT(figureWords(report, Wording::MachineLearning).alternative,
                HasSubstr("the other rows. There are none."));
}

/// Every mark that a diagram draws has an entry in its legend, whatever its kind.
TEST(Diagrams, everyMarkHasAnEntry) {
    for (const auto& choice : kDiagramKinds) {
        AnalysisSettings settings;
        settings.diagram = choice.value;
        FigureParts parts;
        parts.skillLines = true;
        const auto dataset = std::make_shared<const Dataset>(testing::accepted(
            "y_true,y_prob\n1,0.85\n1,0.86\n1,0.25\n0,0.25\n0,0.15\n0,0.4\n1,0.6\n"));
        const Report report = *analyse(dataset, settings).value().report;
        const Figure figure = diagramFigure(report, {report.binned, kWholeAxis, 600, parts});
        const auto entries = legendEntries(legendTerms(report), parts);
        const auto expectEntry = [&](MarkKind kind) {
            // The ends of bars and the line between them need none.
            if (kind == MarkKind::End || kind == MarkKind::Zero) return;
            EXPECT_THAT(entries, ::testing::Contains(::testing::Field(&LegendEntry::kind, kind)))
                << choice.word << ", mark " << static_cast<int>(kind);
        };
        EXPECT_FALSE(figure.marks.inColumns.empty() && figure.marks.lines.empty()) << choice.word;
        for (const ColumnMark& mark : figure.marks.inColumns)
            expectEntry(mark.kind);
        for (const AreaMark& area : figure.marks.areas)
            expectEntry(area.kind);
        for (const LineMark& line : figure.marks.references)
            expectEntry(line.kind);
    }
}

/// Entries of marks that a figure lacks are left out of it.
TEST(Diagrams, aGapOfExactlyZeroHasNoMarkAndNoKey) {
    std::string rows;
    for (int i = 0; i < 200; ++i)
        rows += i % 2 == 0 ? "1,1\n" : i % 10 < 3 ? "1,0.75\n" : "0,0.75\n";
    Report report = distributed(rows);
    report.settings.diagram = DiagramKind::Bars;
    ASSERT_EQ(report.binned.bins.back().gap(), 0);
    const PlotMarks marks = diagramFigure(report, {report.binned, kWholeAxis, kEachBin, {}}).marks;
    EXPECT_EQ(std::ranges::count(marks.inColumns, MarkKind::Over, &ColumnMark::kind), 1);
    EXPECT_EQ(std::ranges::count(marks.inColumns, MarkKind::Under, &ColumnMark::kind), 0);
    for (const LegendEntry& entry : legendEntries(legendTerms(report), {})) {
        if (entry.kind == MarkKind::Under || entry.kind == MarkKind::FewRows) {
            EXPECT_FALSE(holds(marks, entry)) << entry.text;
        }
        if (entry.kind == MarkKind::Accuracy || entry.kind == MarkKind::Ideal) {
            EXPECT_TRUE(holds(marks, entry)) << entry.text;
        }
    }
    EXPECT_THAT(tikzFigure(report, {}), Not(HasSubstr("Predicted too low")));
}

/// What stands beside the bars is under their intervals, in the window as for LaTeX.
TEST(Diagrams, marksBesideTheBarsComeBeforeIntervals) {
    Report report = distributed("1,0.85\n1,0.86\n1,0.25\n0,0.25\n0,0.15\n");
    report.settings.diagram = DiagramKind::Bars;
    report.beside = std::make_shared<const CurveBeside>(CurveBeside{"Listed", "", report.binned});
    const auto marks = barsOf(report);
    const auto beside = std::ranges::find(marks, MarkKind::Before, &ColumnMark::kind);
    const auto interval = std::ranges::find(marks, MarkKind::Interval, &ColumnMark::kind);
    const auto end = std::ranges::find(marks, MarkKind::End, &ColumnMark::kind);
    ASSERT_TRUE(beside != marks.end() && interval != marks.end() && end != marks.end());
    EXPECT_LT(end - marks.begin(), beside - marks.begin());
    EXPECT_LT(beside - marks.begin(), interval - marks.begin());
    const std::string tikz = tikzFigure(report, {});
    EXPECT_LT(tikz.find("white, line width=2pt"), tikz.find("\\draw[|-|]"));
}

/// A curve is drawn for LaTeX with its areas, as in the other figures.
TEST(Diagrams, curvesHaveTheirAreasInLatex) {
    std::string rows;
    for (int i = 0; i < 400; ++i)
        rows += std::to_string(i % 4 == 0 ? 1 : 0) + "," + std::to_string((i % 100) / 100.0) + "\n";
    AnalysisSettings settings;
    settings.diagram = DiagramKind::Isotonic;
    const auto dataset =
        std::make_shared<const Dataset>(testing::accepted("y_true,y_prob\n" + rows));
    const std::string tikz = tikzFigure(*analyse(dataset, settings).value().report, {});
    EXPECT_THAT(tikz, HasSubstr("\\path[fill=diagonal-over, fill opacity=0.28]"));
    EXPECT_THAT(tikz, HasSubstr("\\addlegendentry{95 \\% if calibrated}"));
}

TEST(Diagrams, outcomesAreWordedInTheTermsOfAField) {
    const Report report = distributed("1,0.85\n1,0.86\n1,0.25\n0,0.25\n0,0.15\n");
    const FigureWords words = figureWords(report, Wording::Clinical);
    EXPECT_THAT(words.caption, HasSubstr("Distribution of the predicted risk by outcome"));
    EXPECT_THAT(words.caption, HasSubstr("share of the participants with the event (upwards)"));
    EXPECT_THAT(words.caption, Not(HasSubstr("perfect calibration"))) << "it has no such line";
    EXPECT_THAT(words.alternative, HasSubstr("The fullest bin, 0.80 to 0.90, holds 67 % of them"));
}

TEST(Diagrams, skillLinesEndAtTheBaseRateAndHalfWayToTheIdeal) {
    Report report = distributed("1,0.85\n1,0.86\n1,0.25\n0,0.25\n0,0.15\n");
    FigureParts parts;
    parts.skillLines = true;
    EXPECT_TRUE(skillLines(report, parts).empty()) << "outcomes have no accuracies";
    report.settings.diagram = DiagramKind::Bars;
    EXPECT_TRUE(skillLines(report, {}).empty());
    const auto lines = skillLines(report, parts);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_NEAR(lines[0].atZero, 0.6, 1e-12);
    EXPECT_NEAR(lines[0].atOne, 0.6, 1e-12);
    EXPECT_NEAR(lines[1].atZero, 0.3, 1e-12);
    EXPECT_NEAR(lines[1].atOne, 0.8, 1e-12);
    EXPECT_THAT(figureWords(report, Wording::Forecasting, {parts}).caption,
                HasSubstr("dotted: no skill beyond the base rate"));
    TikzOptions options;
    options.parts = parts;
    EXPECT_THAT(tikzFigure(report, options),
                HasSubstr("densely dotted, black!60] (axis cs:0,0.3) -- (axis cs:1,0.8)"));
}

TEST(Diagrams, outcomesAreDrawnForLatexWithoutAnIdeal) {
    const std::string tikz =
        tikzFigure(distributed("1,0.85\n1,0.86\n1,0.25\n0,0.25\n0,0.15\n"), {});
    EXPECT_THAT(tikz, HasSubstr("(axis cs:0.8,0) rectangle (axis cs:0.9,0.666667)"));
    EXPECT_THAT(tikz, HasSubstr("(axis cs:0.1,-0.5) rectangle (axis cs:0.2,0)"));
    EXPECT_THAT(tikz, HasSubstr("\\addlegendentry{Rows of the class}")) << "in a column";
    EXPECT_THAT(tikz, Not(HasSubstr("Ideal")));
    EXPECT_THAT(tikz, Not(HasSubstr("name=lower"))) << "counts would repeat the bars";
}

}  // namespace
}  // namespace diagonal
