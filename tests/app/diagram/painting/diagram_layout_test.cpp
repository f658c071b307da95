// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/diagram_layout.h"

#include <gtest/gtest.h>

#include "app/diagram/painting/diagram_axes.h"

namespace diagonal {
namespace {

TEST(DiagramLayout, theDiagramIsSquareAndSharesItsSidesWithTheCounts) {
    for (const QSizeF size : {QSizeF(704, 592), QSizeF(800, 900), QSizeF(1600, 900),
                              QSizeF(500, 1400), QSizeF(460, 480)}) {
        const DiagramLayout layout = diagramLayout(size, {100, 100, 120, 130, 90, 60});
        EXPECT_EQ(layout.diagram.width(), layout.diagram.height());
        EXPECT_EQ(layout.diagram.left(), layout.counts.left());
        EXPECT_EQ(layout.diagram.right(), layout.counts.right());
        EXPECT_GT(layout.counts.top(), layout.diagram.bottom() + 20);
        EXPECT_EQ(layout.diagram.toRect(), layout.diagram) << "whole pixels";
        EXPECT_GE(layout.titleLine().top(), 0);
        EXPECT_LE(layout.counts.bottom() + 47, size.height());
        EXPECT_LE(layout.diagram.right(), size.width());
    }
}

TEST(DiagramLayout, aLegendTakesTheRowsItNeeds) {
    const std::vector<qreal> items = {100, 100, 120, 130, 90, 60};
    EXPECT_EQ(diagramLayout({800, 900}, items).legendRows, 1);
    EXPECT_EQ(diagramLayout({500, 700}, items).legendRows, 2);
    EXPECT_EQ(diagramLayout({300, 700}, items).legendRows, 3);
    EXPECT_EQ(legendRowCount({50}, 10), 1);
}

TEST(DiagramAxes, endsOnANiceNumberAtOrAboveTheLargestCount) {
    for (const qreal largest : {1.0, 2.0, 3.0, 7.0, 10.0, 11.0, 999.0, 1492.0, 4001.0, 9e6}) {
        const PlotAxis axis = countAxis(largest);
        EXPECT_GE(axis.highest, largest);
        EXPECT_LE(axis.highest, largest * 2.001);
        EXPECT_EQ(axis.highest / axis.steps, static_cast<qint64>(axis.highest / axis.steps));
    }
}

}  // namespace
}  // namespace diagonal
