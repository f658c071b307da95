// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/curve_painter.h"

#include <QImage>
#include <QPainter>
#include <gtest/gtest.h>

#include "app/diagram/painting/diagram_axes.h"

namespace diagonal {
namespace {

constexpr int kSize = 400;
const PlotMap kMap{QRectF(0, 0, kSize, kSize)};

const DiagramStyle& style() {
    return diagramStyle(Theme::Light);
}

template <typename Paint>
QImage painted(Paint paint) {
    QImage image(kSize, kSize, QImage::Format_RGB32);
    image.fill(style().background);
    QPainter painter(&image);
    paint(painter);
    return image;
}

bool isReddish(const QColor& colour) {
    return colour.red() > colour.green() + 5 && colour.red() > colour.blue() + 5;
}

bool isGreenish(const QColor& colour) {
    return colour.green() > colour.red() + 5;
}

/// Returns a curve below the diagonal in the left half and above it in the right.
CalibrationCurve crossing() {
    CalibrationCurve curve;
    curve.strokes = {{{0, 0}, {.25, .05}, {.75, .95}, {1, 1}}};
    return curve;
}

TEST(CurvePainter, theAreaToTheIdealTellsOverFromUnderConfidence) {
    const auto image =
        painted([&](QPainter& painter) { paintCurve(painter, crossing(), true, kMap, style()); });
    // At x = 0.25 the curve is at 0.05, the diagonal at 0.25; at 0.75 it is at 0.95.
    EXPECT_TRUE(isReddish(image.pixelColor(100, kSize - 60)));
    EXPECT_TRUE(isGreenish(image.pixelColor(300, kSize - 340)));
    // Nothing is painted beyond the curve or beyond the diagonal.
    EXPECT_EQ(image.pixelColor(100, kSize - 140), style().background);
    EXPECT_EQ(image.pixelColor(300, kSize - 260), style().background);
}

TEST(CurvePainter, aCumulativeCurveIsMeasuredFromZero) {
    CalibrationCurve curve;
    curve.strokes = {{{0, 0}, {1, -.5}}};
    curve.band = {{{0, -.1, .1}, {1, -.1, .1}}};
    const PlotMap map{QRectF(0, 0, kSize, kSize), {.5, 1, -.5}};
    const auto image =
        painted([&](QPainter& painter) { paintCurve(painter, curve, false, map, style()); });
    EXPECT_TRUE(isReddish(image.pixelColor(300, 260)));
    EXPECT_EQ(image.pixelColor(300, 100), style().background);
    // Inside the band, above 0.
    EXPECT_NE(image.pixelColor(300, 180), style().background);
}

TEST(CurvePainter, aGapIsABarFromZero) {
    ReliabilityCurve curve;
    Bin bin{.lower = 0, .upper = .5, .count = 10, .weight = 10, .correct = 3, .effectiveCount = 10};
    bin.confidence = .5;
    bin.accuracy = .3;
    bin.interval = Interval{.2, .4};
    curve.bins = {bin};
    curve.weight = 10;
    const PlotMap map{QRectF(0, 0, kSize, kSize), {.4, 1, -.4}};
    const auto image =
        painted([&](QPainter& painter) { paintGapBars(painter, curve, map, style(), {}); });
    // The bar goes from 0, at the middle, to -0.2, three quarters down.
    EXPECT_NE(image.pixelColor(100, 250), style().background);
    EXPECT_EQ(image.pixelColor(100, 150), style().background);
    EXPECT_EQ(image.pixelColor(100, 320), style().background);
    EXPECT_EQ(image.pixelColor(300, 250), style().background);
}

TEST(DiagramAxes, goInNiceStepsAroundZeroAndAllValues) {
    for (const auto& [least, most] :
         {std::pair{-.083, .004}, {0.0, .2}, {-.31, .72}, {0.0, 0.0}, {-1e-5, 1e-5}, {.1, .2}}) {
        const PlotAxis axis = axisAround(least, most);
        EXPECT_LE(axis.lowest, least + 1e-12);
        EXPECT_GE(axis.highest, most - 1e-12);
        EXPECT_LE(axis.lowest, 0);
        EXPECT_GE(axis.highest, 0);
        EXPECT_GT(axis.highest, axis.lowest);
        EXPECT_GE(axis.steps, 1);
        EXPECT_LE(axis.steps, 12);
        const qreal step = (axis.highest - axis.lowest) / axis.steps;
        EXPECT_NEAR(axis.lowest / step, std::round(axis.lowest / step), 1e-6);
    }
}

TEST(DiagramAxes, columnsOfACumulativeDiagramAreSharesOfRows) {
    Report report;
    report.binned.bins = {{.lower = 0, .upper = .9, .weight = 1},
                          {.lower = .9, .upper = 1, .weight = 3}};
    report.binned.weight = 4;
    EXPECT_EQ(columnsOf(report).bins[0].upper, .9);
    report.diagram = DiagramKind::Cumulative;
    EXPECT_EQ(columnsOf(report).bins[0].upper, .25);
    EXPECT_EQ(columnsOf(report).bins[1].lower, .25);
    EXPECT_EQ(columnsOf(report).bins[1].upper, 1);
}

}  // namespace
}  // namespace diagonal
