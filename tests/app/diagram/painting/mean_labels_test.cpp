// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/mean_labels.h"

#include <gtest/gtest.h>

namespace diagonal {
namespace {

const std::vector<std::array<qreal, 2>> kLabelWidths = {{112, 125}, {58, 60}, {32, 32}};

TEST(MeanLabels, standAboveTheirLinesWhereThereIsRoom) {
    const auto labels = placedMeanLabels({100, 0, 500, 16}, 200, 500, kLabelWidths);
    ASSERT_TRUE(labels);
    EXPECT_EQ(labels->wording, 0U);
    EXPECT_EQ(labels->lower.center().x(), 200);
    EXPECT_EQ(labels->higher.center().x(), 500);
}

TEST(MeanLabels, moveApartWhereTheyWouldMeet) {
    const auto labels = placedMeanLabels({100, 0, 500, 16}, 300, 310, kLabelWidths);
    ASSERT_TRUE(labels);
    EXPECT_EQ(labels->higher.left() - labels->lower.right(), 12);
    EXPECT_NEAR(300 - labels->lower.center().x(), labels->higher.center().x() - 310, 1e-9);
}

TEST(MeanLabels, keepTheirOrderInTheRow) {
    for (const qreal width : {90.0, 140.0, 200.0, 280.0, 500.0}) {
        const QRectF row(60, 10, width, 16);
        for (int i = 0; i <= 40; ++i) {
            for (int j = i; j <= 40; ++j) {
                const auto labels = placedMeanLabels(row, row.left() + i * width / 40,
                                                     row.left() + j * width / 40, kLabelWidths);
                ASSERT_TRUE(labels) << width << " " << i << " " << j;
                EXPECT_GE(labels->higher.left() - labels->lower.right(), 12 - 1e-9);
                EXPECT_GE(labels->lower.left(), row.left() - 1e-9) << width << " " << i << " " << j;
                EXPECT_LE(labels->higher.right(), row.right() + 1e-9);
                EXPECT_EQ(labels->lower.width(), kLabelWidths[labels->wording][0]);
            }
        }
    }
}

TEST(MeanLabels, areLeftOutWhereEvenNumbersDoNotFit) {
    EXPECT_FALSE(placedMeanLabels({0, 0, 60, 16}, 30, 31, kLabelWidths));
}

}  // namespace
}  // namespace diagonal
