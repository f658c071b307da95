// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/mean_labels.h"

#include <gtest/gtest.h>

namespace diagonal {
namespace {

const std::vector<std::array<qreal, 2>> kLabelWidths = {{112, 125}, {58, 60}, {32, 32}};

TEST(MeanLabels, standBesideTheirLinesWhereThereIsRoom) {
    const QRectF plot(100, 0, 500, 80);
    const auto labels = placedMeanLabels(plot, 300, 340, kLabelWidths);
    ASSERT_TRUE(labels);
    EXPECT_EQ(labels->wording, 0U);
    EXPECT_EQ(labels->lower.right(), 293);
    EXPECT_EQ(labels->higher.left(), 347);
    EXPECT_EQ(labels->lower.top(), labels->higher.top());
}

TEST(MeanLabels, standBesideTheirLinesAndCrossNeitherEachOtherNorTheEdges) {
    for (const qreal width : {120.0, 200.0, 280.0, 500.0}) {
        const QRectF plot(60, 10, width, 60);
        for (int i = 0; i <= 40; ++i) {
            for (int j = i; j <= 40; ++j) {
                const qreal lower = plot.left() + i * width / 40;
                const qreal higher = plot.left() + j * width / 40;
                const auto labels = placedMeanLabels(plot, lower, higher, kLabelWidths);
                ASSERT_TRUE(labels) << width << " " << i << " " << j;
                EXPECT_FALSE(labels->lower.intersects(labels->higher));
                for (const QRectF& label : {labels->lower, labels->higher}) {
                    EXPECT_TRUE(plot.contains(label)) << width << " " << i << " " << j;
                    const qreal own = label == labels->lower ? lower : higher;
                    const qreal nearest =
                        std::min(std::abs(label.left() - own), std::abs(label.right() - own));
                    EXPECT_NEAR(nearest, 7, 1e-9) << width << " " << i << " " << j;
                    EXPECT_FALSE(label.left() < own && own < label.right());
                }
            }
        }
    }
}

TEST(MeanLabels, areLeftOutWhereEvenNumbersDoNotFit) {
    EXPECT_FALSE(placedMeanLabels({0, 0, 60, 60}, 30, 31, kLabelWidths));
}

}  // namespace
}  // namespace diagonal
