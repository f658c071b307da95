// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/diagram_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/publishing/plots/axis.h"

namespace diagonal {
namespace {

using LegendPlace = DiagramLayout::LegendPlace;

const FigureWidths kWidths{{100, 100, 120, 130, 90, 60}, 180, 110, 40};

/// Returns the parts that hold text or plots.
std::vector<QRectF> partsOf(const DiagramLayout& layout) {
    std::vector<QRectF> parts = layout.legend;
    for (const QRectF& part :
         {layout.title, layout.scores, layout.subtitle, layout.diagram, layout.counts}) {
        if (!part.isNull()) parts.push_back(part);
    }
    return parts;
}

TEST(DiagramLayout, partsLieInTheFigureAndBesideEachOther) {
    for (qreal width = kLeastFigure.width(); width < 2600; width *= 1.13) {
        for (qreal height = kLeastFigure.height(); height < 1600; height *= 1.13) {
            const DiagramLayout layout = diagramLayout({width, height}, kWidths);
            const auto parts = partsOf(layout);
            for (std::size_t i = 0; i < parts.size(); ++i) {
                EXPECT_TRUE(layout.scene.contains(parts[i])) << width << "x" << height << " " << i;
                for (std::size_t j = 0; j < i; ++j)
                    EXPECT_FALSE(parts[i].intersects(parts[j])) << width << "x" << height;
            }
            EXPECT_EQ(layout.diagram.width(), layout.diagram.height());
            EXPECT_EQ(layout.diagram.toRect(), layout.diagram) << "whole pixels";
            EXPECT_GE(layout.diagram.width(), 120);
            EXPECT_LE(layout.lowest().bottom() + 44, height)
                << "room for labels and the axis title";
            if (!layout.showsCounts()) continue;
            EXPECT_EQ(layout.diagram.left(), layout.counts.left());
            EXPECT_EQ(layout.diagram.right(), layout.counts.right());
            EXPECT_GT(layout.counts.top(), layout.diagram.bottom() + 20);
        }
    }
}

TEST(DiagramLayout, theLegendStandsWhereItTakesTheLeast) {
    EXPECT_EQ(diagramLayout({800, 900}, kWidths).legendPlace, LegendPlace::Above);
    EXPECT_EQ(diagramLayout({380, 420}, kWidths).legendPlace, LegendPlace::Below);
    EXPECT_EQ(diagramLayout({1200, 500}, kWidths).legendPlace, LegendPlace::Beside);
}

TEST(DiagramLayout, smallFiguresLeaveOutTheLeastFirst) {
    int before = 5;
    for (qreal height = 900; height >= kLeastFigure.height(); height -= 5) {
        const DiagramLayout layout = diagramLayout({400, height}, kWidths);
        const bool parts[] = {!layout.subtitle.isNull(), layout.showsCounts(),
                              !layout.legend.empty()};
        int shown = 2;
        for (const bool part : parts)
            shown += part ? 1 : 0;
        EXPECT_LE(shown, before) << height;
        before = shown;
        // The legend stays longest, then the counts.
        EXPECT_TRUE(!parts[0] || parts[1]) << height;
        EXPECT_TRUE(!parts[1] || parts[2]) << height;
    }
    EXPECT_EQ(before, 2) << "the least figure shows the plot and its scores";
}

TEST(DiagramLayout, theLegendStartsAtThePlotAndIsPackedByWidth) {
    for (const QSizeF& size : {QSizeF(500, 700), QSizeF(800, 900), QSizeF(1600, 900)}) {
        const DiagramLayout layout = diagramLayout(size, kWidths);
        ASSERT_EQ(layout.legend.size(), 6U);
        EXPECT_EQ(layout.legend[0].left(), layout.diagram.left());
        for (std::size_t i = 1; i < layout.legend.size(); ++i) {
            const QRectF& item = layout.legend[i];
            const QRectF& before = layout.legend[i - 1];
            if (item.top() == before.top()) {
                EXPECT_EQ(item.left(), before.right());
                continue;
            }
            EXPECT_EQ(item.left(), layout.diagram.left());
            EXPECT_GT(before.right() + item.width(), size.width() - 12) << "it has no room there";
        }
    }
}

TEST(DiagramLayout, largeWindowsHaveLargerText) {
    EXPECT_EQ(windowScale({900, 800}), 1);
    EXPECT_GT(windowScale({2160, 1400}), 1.3);
    EXPECT_EQ(windowScale({9000, 9000}), 2);
    EXPECT_EQ(windowScale({1520, 1050}) * 6, 6) << "whole pixels for the hatching";
    EXPECT_EQ(windowScale({2160, 1400}) * 6, 8);
}

TEST(DiagramAxes, endsOnANiceNumberAtOrAboveTheLargestCount) {
    for (const qreal largest : {1.0, 2.0, 3.0, 7.0, 10.0, 11.0, 999.0, 1492.0, 4001.0, 9e6}) {
        const Axis axis = countAxis(largest);
        EXPECT_GE(axis.high, largest);
        EXPECT_LE(axis.high, largest * 2.001);
        EXPECT_EQ(axis.step, static_cast<qint64>(axis.step));
    }
}

TEST(DiagramAxes, logarithmicCountsHaveATickAtEveryPowerOfTen) {
    const Axis axis = logarithmicCountAxis(1492);
    EXPECT_EQ(axis.high, 10'000);
    EXPECT_THAT(axis.ticks(), ::testing::ElementsAre(1, 10, 100, 1000, 10'000));
    EXPECT_GT(axis.shareOf(1), 0) << "a single row has a height";
    EXPECT_NEAR(axis.shareOf(10'000), 1, 1e-9);
    EXPECT_NEAR(axis.shareOf(100) - axis.shareOf(10), axis.shareOf(1000) - axis.shareOf(100), 1e-9);
    EXPECT_EQ(axis.shareOf(0), 0);
    EXPECT_EQ(logarithmicCountAxis(1).high, 10);
    EXPECT_EQ(logarithmicCountAxis(1000).high, 1000);
    EXPECT_FALSE(axis.holds(countAxis(10))) << "they are of different kinds";
}

TEST(DiagramLayout, partsThatNobodyWantsLeaveTheirRoomToThePlot) {
    const DiagramLayout whole = diagramLayout({800, 700}, kWidths);
    FigureWidths widths = kWidths;
    widths.parts = {false, false, false, false, false};
    const DiagramLayout bare = diagramLayout({800, 700}, widths);
    EXPECT_TRUE(bare.title.isNull());
    EXPECT_TRUE(bare.subtitle.isNull());
    EXPECT_TRUE(bare.scores.isNull());
    EXPECT_TRUE(bare.legend.empty());
    EXPECT_FALSE(bare.showsCounts());
    EXPECT_GT(bare.diagram.width(), 1.25 * whole.diagram.width());
    EXPECT_TRUE(bare.scene.contains(bare.diagram));
}

TEST(DiagramLayout, aLongTitleOfTheUserIsShortenedBesideTheScores) {
    FigureWidths widths = kWidths;
    widths.title = 3000;
    widths.canElideTitle = true;
    for (const QSizeF& size : {QSizeF(800, 900), QSizeF(1200, 500)}) {
        const DiagramLayout layout = diagramLayout(size, widths);
        ASSERT_FALSE(layout.title.isNull());
        EXPECT_TRUE(layout.scene.contains(layout.title));
        EXPECT_FALSE(layout.title.intersects(layout.scores));
    }
}

TEST(DiagramLayout, aTitleOfTheUserNeverGivesWay) {
    FigureWidths widths = kWidths;
    widths.canElideTitle = true;
    for (qreal width = kLeastFigure.width(); width < 1600; width *= 1.17) {
        for (qreal height = kLeastFigure.height() + 40; height < 1200; height *= 1.17) {
            const DiagramLayout layout = diagramLayout({width, height}, widths);
            ASSERT_FALSE(layout.title.isNull()) << width << "x" << height;
            EXPECT_TRUE(layout.scene.contains(layout.title)) << width << "x" << height;
            for (const QRectF& part : partsOf(layout)) {
                if (part == layout.title) continue;
                EXPECT_FALSE(part.intersects(layout.title)) << width << "x" << height;
            }
        }
    }
}

}  // namespace
}  // namespace diagonal
