// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/axes_painter.h"

#include <QImage>
#include <QPainter>
#include <gtest/gtest.h>

#include "app/diagram/painting/diagram_style.h"
#include "app/diagram/painting/marks_painter.h"
#include "app/diagram/painting/snapped_painting.h"
#include "core/publishing/diagrams/bar_diagram.h"
#include "core/publishing/plots/axis.h"

namespace diagonal {
namespace {

const DiagramStyle& kStyle = diagramStyle(Theme::Light);
constexpr QRectF kPlot(31, 17, 323, 323);

/// Returns what `paint` paints on the background, shifted by `offset` pixels.
template <typename Paint>
QImage painted(qreal scale, Paint paint, qreal offset = 0) {
    const int side = qRound(400 * scale);
    QImage image(side, side, QImage::Format_RGB32);
    image.fill(kStyle.background);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(offset, offset);
    painter.scale(scale, scale);
    paint(painter);
    return image;
}

/// Returns the lengths of a colour's runs along a row or column of pixels.
std::vector<int> runs(const QImage& image, const QColor& colour, bool along, int at) {
    std::vector<int> out;
    bool inRun = false;
    for (int i = 0; i < image.width(); ++i) {
        const bool is = (along ? image.pixelColor(i, at) : image.pixelColor(at, i)) == colour;
        if (is && !inRun) out.push_back(0);
        if (is) ++out.back();
        inRun = is;
    }
    return out;
}

class AtScale : public ::testing::TestWithParam<qreal> {};
INSTANTIATE_TEST_SUITE_P(Painting, AtScale, ::testing::Values(1, 1.25, 1.5, 1.75, 2, 3.125));

TEST_P(AtScale, linesOfAxesAndGridAreAsWideEverywhere) {
    const qreal scale = GetParam();
    const int line = std::max(1, qRound(scale));
    for (const qreal offset : {0., .3, .5}) {
        const QImage image = painted(
            scale,
            [](QPainter& painter) {
                paintAxes(painter, kPlot, kWholeAxis, {.step = 0.25}, kStyle);
            },
            offset);
        const int inside = qRound((kPlot.top() + 20) * scale);
        // Five vertical lines beside the left axis, four horizontal ones above the lower axis.
        EXPECT_EQ(runs(image, kStyle.grid, true, inside), std::vector<int>(5, line));
        EXPECT_EQ(runs(image, kStyle.axis, true, inside), std::vector<int>(1, line));
        EXPECT_EQ(runs(image, kStyle.grid, false, qRound((kPlot.left() + 20) * scale)),
                  std::vector<int>(4, line));
        EXPECT_EQ(runs(image, kStyle.axis, false, qRound((kPlot.left() + 20) * scale)),
                  std::vector<int>(1, line));
        const int ticks = qRound((kPlot.bottom() + 4) * scale);
        EXPECT_EQ(runs(image, kStyle.axis, true, ticks), std::vector<int>(6, line));
    }
}

TEST_P(AtScale, barsDoNotCoverTheAxes) {
    ReliabilityCurve curve;
    curve.count = 10;
    curve.bins = {{0, 1, 10, 10, 10, 10, 1, 1, Interval{1, 1}}};
    const auto axes = [](QPainter& painter) {
        paintAxes(painter, kPlot, kWholeAxis, {.step = 0.25}, kStyle);
    };
    const QImage without = painted(GetParam(), axes, .3);
    const QImage with = painted(
        GetParam(),
        [&](QPainter& painter) {
            axes(painter);
            paintBars(painter, reliabilityBars(curve, kWholeAxis, kPlot.width()), {kPlot}, kStyle);
        },
        .3);
    int pixels = 0;
    for (int y = 0; y < with.height(); ++y) {
        for (int x = 0; x < with.width(); ++x) {
            if (without.pixelColor(x, y) != kStyle.axis) continue;
            ++pixels;
            ASSERT_EQ(with.pixelColor(x, y), kStyle.axis) << x << ", " << y;
        }
    }
    EXPECT_GT(pixels, 600 * GetParam());
}

TEST_P(AtScale, framesKeepWithinTheirColumnAndFillItsCorners) {
    const PlotMap map{kPlot};
    QRectF column;
    const QImage image = painted(GetParam(), [&](QPainter& painter) {
        const Snapper snap(painter);
        column = snap(QRectF(QPointF(map.x(.4), kPlot.top()), QPointF(map.x(.6), kPlot.bottom())));
        column.adjust(0, 0, -snap.lineWidth(1), 0);  // the space between bars
        ReliabilityCurve curve;
        curve.bins = {{.lower = .2, .upper = .4}, {.lower = .4, .upper = .6}};
        paintFrames(painter, curve, .5, map, kStyle, {{}, 1});
    });
    const QRect pixels(qRound(column.left() * GetParam()), qRound(column.top() * GetParam()),
                       qRound(column.width() * GetParam()), qRound(column.height() * GetParam()));
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (pixels.contains(x, y)) continue;
            ASSERT_EQ(image.pixelColor(x, y), kStyle.background) << x << ", " << y;
        }
    }
    for (const QPoint& corner :
         {pixels.topLeft(), pixels.topRight(), pixels.bottomLeft(), pixels.bottomRight()}) {
        EXPECT_EQ(image.pixelColor(corner), kStyle.selection) << corner.x() << ", " << corner.y();
    }
}

}  // namespace
}  // namespace diagonal
