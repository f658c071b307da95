// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/diagrams/drawn_columns.h"

#include <gtest/gtest.h>

#include "core/reporting/analysis.h"
#include "tests/core/reading/reading_support.h"

namespace diagonal {
namespace {

/// Returns the report of confidences that each occur in ten rows.
Report statedReport(const std::vector<std::string>& values) {
    std::string text = "correct,confidence\n";
    for (std::size_t row = 0; row < 10 * values.size(); ++row)
        text += std::to_string(row % 7 % 2) + "," + values[row % values.size()] + "\n";
    const auto dataset = std::make_shared<const Dataset>(testing::accepted(text));
    return *analyse(dataset, {}).value().report;
}

TEST(DrawnColumns, statedValuesHaveColumnsAroundThem) {
    const auto columns = drawnColumns(statedReport({"0.5", "0.7", "0.75"})).bins;
    ASSERT_EQ(columns.size(), 3U);
    EXPECT_NEAR(columns[0].lower + columns[0].upper, 1.0, 1e-9);
    EXPECT_NEAR(columns[0].upper - columns[0].lower, 1.0 / 15, 1e-9);
    EXPECT_NEAR(columns[1].upper - columns[1].lower, 0.05, 1e-9) << "as far as the next value";
    EXPECT_LE(columns[1].upper, columns[2].lower + 1e-9);
}

TEST(DrawnColumns, closeValuesStandSideBySideWithinTheAxis) {
    const auto columns = drawnColumns(statedReport({"0", "0.001", "0.99", "0.995", "1"})).bins;
    ASSERT_EQ(columns.size(), 5U);
    EXPECT_GE(columns.front().lower, 0);
    EXPECT_LE(columns.back().upper, 1);
    for (std::size_t b = 0; b < columns.size(); ++b) {
        EXPECT_GE(columns[b].upper - columns[b].lower, 1.0 / 60 - 1e-9) << b;
        EXPECT_GE(columns[b].lower, (b == 0 ? 0 : columns[b - 1].upper) - 1e-9) << b;
    }
}

TEST(DrawnColumns, aPartOfTheAxisEndsAboveWhatIsDrawnInIt) {
    const Report report = statedReport({"0.1", "0.2", "0.9"});
    EXPECT_EQ(endOfValues(report, 0, 1), 1);
    const double end = endOfValues(report, 0, 0.3);
    EXPECT_LT(end, 1);
    for (const Bin& bin : report.binned.bins) {
        EXPECT_TRUE(bin.lower >= 0.3 || end >= bin.interval->upper);
    }
    EXPECT_EQ(endOfValues(report, 0.8, 1), 1) << "the ideal ends there";
}

TEST(DrawnColumns, countsAreRootsWhereOneBinIsMuchFuller) {
    const auto bins = [](const std::vector<double>& weights) {
        ReliabilityCurve curve;
        for (const double weight : weights) {
            Bin& bin = curve.bins.emplace_back();
            bin.weight = weight;
            bin.count = static_cast<std::size_t>(weight);
        }
        return curve;
    };
    EXPECT_EQ(countScale(bins({5, 0, 10, 100}), {}), AxisScale::Linear) << "10 times the median";
    EXPECT_EQ(countScale(bins({5, 0, 10, 201}), {}), AxisScale::Root);
    EXPECT_EQ(countScale(bins({0, 0, 7}), {}), AxisScale::Linear) << "empty bins do not count";
    EXPECT_EQ(countScale(bins({}), {}), AxisScale::Linear);
    FigureParts parts;
    parts.logCounts = true;
    EXPECT_EQ(countScale(bins({5, 0, 10, 201}), parts), AxisScale::Logarithmic);
}

TEST(DrawnColumns, columnsOfACumulativeDiagramAreSharesOfRows) {
    Report report;
    report.binned.bins = {{.lower = 0, .upper = .9, .weight = 1},
                          {.lower = .9, .upper = 1, .weight = 3}};
    report.binned.weight = 4;
    EXPECT_EQ(drawnColumns(report).bins[0].upper, .9);
    report.settings.diagram = DiagramKind::Cumulative;
    EXPECT_EQ(drawnColumns(report).bins[0].upper, .25);
    EXPECT_EQ(drawnColumns(report).bins[1].lower, .25);
    EXPECT_EQ(drawnColumns(report).bins[1].upper, 1);
}

TEST(DrawnColumns, columnsOfEqualMassBeginAndEndAtTheirRows) {
    Report report;
    report.binning.scheme = BinningScheme::EqualMass;
    report.binned.bins = {
        {.lower = 0, .upper = .45, .count = 2, .confidences = Interval{.3, .4}},
        {.lower = .45, .upper = .75, .count = 2, .confidences = Interval{.5, .5}},
        {.lower = .75, .upper = 1, .count = 2, .confidences = Interval{.999, .9995}}};
    const auto columns = drawnColumns(report);
    EXPECT_EQ(columns.bins[0].lower, .3);
    EXPECT_EQ(columns.bins[0].upper, .4);
    EXPECT_NEAR(columns.bins[1].upper - columns.bins[1].lower, 1.0 / 300, 1e-12)
        << "a single confidence is still visible";
    EXPECT_LE(columns.bins[2].upper, 1);
    report.binning.scheme = BinningScheme::EqualWidth;
    EXPECT_EQ(drawnColumns(report).bins[0].lower, 0);
}

TEST(DrawnColumns, runsOfOneConfidenceStandSideBySide) {
    Report report;
    report.binning.scheme = BinningScheme::Runs;
    report.binned.bins = {
        {.lower = 0, .upper = .95, .count = 1, .confidences = Interval{.5, .95}},
        {.lower = .95, .upper = .95, .count = 1, .confidences = Interval{.95, .95}},
        {.lower = .95, .upper = .95, .count = 1, .confidences = Interval{.95, .95}},
        {.lower = .95, .upper = 1, .count = 1, .confidences = Interval{.95, 1}},
        {.lower = 1, .upper = 1, .count = 1, .confidences = Interval{1, 1}}};
    const auto columns = drawnColumns(report).bins;
    EXPECT_EQ(columns[0].lower, .5);
    for (std::size_t b = 0; b + 1 < columns.size(); ++b)
        EXPECT_NEAR(columns[b].upper, columns[b + 1].lower, 1e-12) << b;
    EXPECT_NEAR((columns[1].lower + columns[2].upper) / 2, .95, 1e-12);
    EXPECT_NEAR(columns[2].upper - columns[2].lower, .01, 1e-12);
    EXPECT_NEAR(columns[4].lower, .99, 1e-12);
    EXPECT_NEAR(columns[4].upper, 1, 1e-12);
}

TEST(DrawnColumns, columnsOutsideTheShownPartAreEmpty) {
    Report report;
    report.binned.bins = {{.lower = 0, .upper = .5, .count = 1},
                          {.lower = .5, .upper = .8, .count = 1},
                          {.lower = .8, .upper = 1, .count = 1}};
    const auto columns = drawnColumns(report, .6, .9);
    ASSERT_EQ(columns.bins.size(), 3U);
    EXPECT_EQ(columns.bins[0].count, 0U);
    EXPECT_EQ(columns.bins[1].lower, .6);
    EXPECT_EQ(columns.bins[1].upper, .8);
    EXPECT_EQ(columns.bins[2].upper, .9);
    EXPECT_EQ(columns.bins[2].count, 1U);
}

}  // namespace
}  // namespace diagonal
