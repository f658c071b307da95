// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/diagram_axes.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/publishing/diagrams/drawn_columns.h"

namespace diagonal {
namespace {

TEST(DiagramAxes, goInNiceStepsAroundZeroAndAllValues) {
    for (const auto& [least, most] :
         {std::pair{-.083, .004}, {0.0, .2}, {-.31, .72}, {0.0, 0.0}, {-1e-5, 1e-5}, {.1, .2}}) {
        const Axis axis = axisThroughZero(least, most);
        EXPECT_LE(axis.low, least + 1e-12);
        EXPECT_GE(axis.high, most - 1e-12);
        EXPECT_LE(axis.low, 0);
        EXPECT_GE(axis.high, 0);
        EXPECT_GT(axis.high, axis.low);
        const std::size_t ticks = axis.ticks().size();
        EXPECT_GE(ticks, 2U);
        EXPECT_LE(ticks, 13U);
        EXPECT_NEAR(axis.low / axis.step, std::round(axis.low / axis.step), 1e-6);
    }
}

TEST(DiagramAxes, columnsOfACumulativeDiagramAreSharesOfRows) {
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

TEST(ZoomedAxis, hasRoundEndsAndHoldsTheRange) {
    for (const auto& [from, to] :
         {std::pair(.9, 1.0), std::pair(.3333, .71), std::pair(.99991, 1.0), std::pair(0.0, .013),
          std::pair(.5, .5), std::pair(-.2, 1.3)}) {
        const Axis axis = zoomedAxis(from, to);
        EXPECT_LE(axis.low, std::max(from, 0.0) + 1e-12);
        EXPECT_GE(axis.high, std::min(to, 1.0) - 1e-12);
        EXPECT_GE(axis.low, 0);
        EXPECT_LE(axis.high, 1);
        EXPECT_GE(axis.high - axis.low, kLeastZoom * (1 - 1e-9));
        const std::size_t ticks = axis.ticks().size();
        EXPECT_GE(ticks, 3U);
        EXPECT_LE(ticks, 9U);
        EXPECT_NEAR(axis.low / axis.step, std::round(axis.low / axis.step), 1e-6);
    }
    EXPECT_EQ(zoomedAxis(0, 1), kWholeAxis);
    // Zooming to an axis gives that axis: a copied command draws the same part.
    for (double from = 0; from < 1; from += .0137) {
        for (double to = from + kLeastZoom; to <= 1; to += .0171) {
            const Axis axis = zoomedAxis(from, to);
            const Axis again = zoomedAxis(axis.low, axis.high);
            EXPECT_EQ(again.ticks().size(), axis.ticks().size()) << from << " to " << to;
            EXPECT_NEAR(again.low, axis.low, 1e-12);
            EXPECT_NEAR(again.high, axis.high, 1e-12);
        }
    }
    const Axis near = zoomedAxis(.9, 1);
    EXPECT_NEAR(near.low, .9, 1e-12);
    EXPECT_EQ(near.high, 1);
    EXPECT_EQ(near.ticks().size(), 6U);
}

TEST(DiagramAxes, columnsOfEqualMassBeginAndEndAtTheirRows) {
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

TEST(DiagramAxes, runsOfOneConfidenceStandSideBySide) {
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

TEST(DiagramAxes, columnsOutsideTheShownPartAreEmpty) {
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
