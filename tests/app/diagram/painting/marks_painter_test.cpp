// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/marks_painter.h"

#include <memory>

#include <QImage>
#include <QPainter>
#include <gtest/gtest.h>

#include "core/publishing/diagrams/bar_diagram.h"
#include "core/publishing/diagrams/drawn_columns.h"

namespace diagonal {
namespace {

constexpr int kSize = 400;

ReliabilityCurve curveOf(std::vector<Bin> bins) {
    ReliabilityCurve curve;
    for (const Bin& bin : bins)
        curve.count += bin.count;
    curve.bins = std::move(bins);
    return curve;
}

Bin bin(double lower, double upper, double confidence, double accuracy) {
    return {lower, upper, 10, 10, 5, 10, confidence, accuracy, Interval{accuracy, accuracy}};
}

template <typename Paint>
QImage painted(Paint paint, qreal scale = 1) {
    QImage image(static_cast<int>(kSize * scale), static_cast<int>(kSize * scale),
                 QImage::Format_RGB32);
    image.fill(diagramStyle(Theme::Light).background);
    QPainter painter(&image);
    painter.scale(scale, scale);
    paint(painter);
    return image;
}

const PlotMap kMap{QRectF(0, 0, kSize, kSize)};

QImage bars(const ReliabilityCurve& curve, qreal scale = 1) {
    const PlotMarks marks = reliabilityBars(curve, kWholeAxis, kSize);
    return painted(
        [&](QPainter& painter) { paintBars(painter, marks, kMap, diagramStyle(Theme::Light)); },
        scale);
}

/// Returns the plot of the rows of a reliability diagram.
PlotMarks rowsOf(const ReliabilityCurve& curve) {
    Report report;
    report.binned = curve;
    return diagramFigure(report, {curve, kWholeAxis, kSize, {}}).lower.value().marks;
}

/// Counts the pixels of a colour in a box given in plot values.
int count(const QImage& image, const QColor& colour, double left, double right, double bottom,
          double top) {
    int pixels = 0;
    for (int y = static_cast<int>(kSize * (1 - top)); y < static_cast<int>(kSize * (1 - bottom));
         ++y) {
        for (int x = static_cast<int>(kSize * left); x < static_cast<int>(kSize * right); ++x) {
            pixels += image.pixelColor(x, y) == colour;
        }
    }
    return pixels;
}

TEST(MarksPainter, theBarEndsAtTheAccuracyAndTheMissingPartIsOrange) {
    const auto image = bars(curveOf({bin(.5, 1, .8, .4)}));
    const DiagramStyle& style = diagramStyle(Theme::Light);
    EXPECT_EQ(count(image, style.accuracy, .6, .9, .05, .35), 120 * 120);
    EXPECT_EQ(count(image, style.accuracy, .6, .9, .42, 1), 0);
    EXPECT_GT(count(image, style.overTint, .6, .9, .42, .78), 2000);
    EXPECT_EQ(count(image, style.background, .6, .9, .82, 1), 120 * 72);
    EXPECT_EQ(count(image, style.background, 0, .49, 0, 1), 196 * 400);
}

TEST(MarksPainter, theSurplusOfAnUnderConfidentBinIsTheTopOfItsBar) {
    const auto image = bars(curveOf({bin(0, .5, .3, .7)}));
    const DiagramStyle& style = diagramStyle(Theme::Light);
    EXPECT_GT(count(image, style.underTint, .1, .4, .35, .68), 2000);
    EXPECT_EQ(count(image, style.overTint, 0, 1, 0, 1), 0);
    EXPECT_EQ(count(image, style.accuracy, .1, .4, .05, .25), 120 * 80);
    EXPECT_GT(count(image, style.accuracyCap, .1, .4, .69, .71), 100);
}

TEST(MarksPainter, emptyBinsPaintNothing) {
    const auto image = bars(curveOf({{0, 1, 0, 0, {}, {}, {}}}));
    EXPECT_EQ(count(image, diagramStyle(Theme::Light).background, 0, 1, 0, 1), kSize * kSize);
}

TEST(MarksPainter, theHatchesOfTheTwoGapsLeanOppositeWays) {
    const auto leans = [](const QImage& image, const QColor& line) {
        // Dark pixels follow x + y (rising) or x - y (falling).
        int rising = 0;
        int falling = 0;
        for (int y = 130; y < 250; ++y) {
            for (int x = 60; x < 140; ++x) {
                const auto dark = [&](int px, int py) {
                    const QColor c = image.pixelColor(px, py);
                    return std::abs(c.red() - line.red()) + std::abs(c.green() - line.green()) < 60;
                };
                if (!dark(x, y)) continue;
                rising += dark(x + 1, y - 1);
                falling += dark(x + 1, y + 1);
            }
        }
        return rising - falling;
    };
    const DiagramStyle& style = diagramStyle(Theme::Light);
    EXPECT_GT(leans(bars(curveOf({bin(0, .5, .8, .2)})), style.overLine), 100);
    EXPECT_LT(leans(bars(curveOf({bin(0, .5, .2, .8)})), style.underLine), -100);
}

TEST(MarksPainter, barEdgesFallOnWholePixelsAtEveryScale) {
    for (const qreal scale : {1.0, 1.25, 2.0}) {
        const auto image =
            bars(curveOf({bin(0, 1.0 / 3, .5, .5), bin(1.0 / 3, 2.0 / 3, .5, .5)}), scale);
        const DiagramStyle& style = diagramStyle(Theme::Light);
        const int y = image.height() - 20;
        for (int x = 0; x < image.width(); ++x) {
            const QColor colour = image.pixelColor(x, y);
            EXPECT_TRUE(colour == style.accuracy || colour == style.background)
                << colour.name().toStdString() << " at " << x << ", scale " << scale;
        }
    }
}

TEST(MarksPainter, theSelectedColumnIsWashed) {
    const DiagramStyle& style = diagramStyle(Theme::Light);
    const auto washed = painted([&](QPainter& painter) {
        paintWashes(painter, curveOf({bin(0, .5, .5, .5), bin(.5, 1, .5, .5)}), .5, kMap, style,
                    {std::nullopt, 1});
    });
    EXPECT_NE(washed.pixelColor(300, 20), QColor(style.background));
    EXPECT_EQ(washed.pixelColor(100, 20), QColor(style.background));
}

/// Ten bins a pixel: none is left out, and none hides another.
TEST(MarksPainter, binsNarrowerThanAPixelAreDrawnTogether) {
    constexpr int bins = 10 * kSize;
    std::vector<Bin> all;
    for (int b = 0; b < bins; ++b) {
        const double lower = static_cast<double>(b) / bins;
        all.push_back(bin(lower, lower + 1.0 / bins, .5, b % 10 == 3 ? .9 : .4));
        all.back().weight = b == 2004 ? 1000 : 10;
    }
    const auto curve = curveOf(all);
    ASSERT_TRUE(sharePixels(curve, kWholeAxis, kSize));
    const auto columns = drawnBins(curve, kWholeAxis, kSize);
    ASSERT_EQ(columns.size(), static_cast<std::size_t>(kSize));
    EXPECT_EQ(columns[7].bin.count, 100U);
    EXPECT_NEAR(*columns[7].bin.accuracy, .45, 1e-12);
    EXPECT_NEAR(columns[7].gaps.lower, -.1, 1e-12);
    EXPECT_NEAR(columns[7].gaps.upper, .4, 1e-12);
    EXPECT_EQ(columns[200].mostRows, 1000);
    const DiagramStyle style = diagramStyle(Theme::Light);
    const QImage drawn = bars(curve);
    EXPECT_EQ(count(drawn, style.accuracy, 0, 1, .05, .35), kSize * kSize * 30 / 100);
    EXPECT_NE(drawn.pixelColor(100, static_cast<int>(kSize * .3)), QColor(style.background));
    EXPECT_EQ(drawn.pixelColor(100, static_cast<int>(kSize * .05)), QColor(style.background));
    const auto counts = painted([&](QPainter& to) {
        PlotMap map = kMap;
        map.vertical.high = 1000;
        paintBars(to, rowsOf(curve), map, style);
    });
    EXPECT_EQ(counts.pixelColor(200, 200), QColor(style.counts));
    EXPECT_EQ(counts.pixelColor(201, 200), QColor(style.background));
}

/// Bins of equal mass: most are narrower than a pixel, one is half the plot.
TEST(MarksPainter, aWideBinBesideNarrowOnesKeepsItsWidth) {
    std::vector<Bin> all{bin(0, .5, .4, .4)};
    constexpr int narrow = 1000;
    for (int b = 0; b < narrow; ++b)
        all.push_back(bin(.5 + .5 * b / narrow, .5 + .5 * (b + 1) / narrow, .4, .4));
    const auto image = bars(curveOf(all));
    EXPECT_EQ(count(image, diagramStyle(Theme::Light).accuracy, 0, 1, .05, .35),
              kSize * kSize * 30 / 100);
    EXPECT_EQ(image.pixelColor(10, kSize - 10), QColor(diagramStyle(Theme::Light).accuracy));
}

TEST(MarksPainter, aSingleRowAmongAMillionStillShows) {
    auto curve = curveOf({bin(0, .5, .3, .3), bin(.5, 1, .8, .8)});
    curve.bins[0].weight = 1;
    curve.bins[1].weight = 1e6;
    const auto image = painted([&](QPainter& painter) {
        paintBars(painter, rowsOf(curve), {kMap.area, {.high = 1e6}}, diagramStyle(Theme::Light));
    });
    EXPECT_NE(image.pixelColor(100, kSize - 1), diagramStyle(Theme::Light).background);
    EXPECT_NE(image.pixelColor(300, 2), diagramStyle(Theme::Light).background);
}

bool isReddish(const QColor& colour) {
    return colour.red() > colour.green() + 5 && colour.red() > colour.blue() + 5;
}

bool isGreenish(const QColor& colour) {
    return colour.green() > colour.red() + 5;
}

/// Returns the diagram of a curve.
Figure figureOf(DiagramKind kind, const CalibrationCurve& curve,
                const Axis& horizontal = kWholeAxis) {
    Report report;
    report.settings.diagram = kind;
    report.curve = std::make_shared<const CalibrationCurve>(curve);
    return diagramFigure(report, {report.binned, horizontal, kSize, {}});
}

QImage curveImage(const CalibrationCurve& curve) {
    const Figure figure = figureOf(DiagramKind::Smooth, curve);
    return painted([&](QPainter& painter) {
        paintMarks(painter, figure.marks, kMap, diagramStyle(Theme::Light));
    });
}

/// Returns a curve below the diagonal in the left half and above it in the right.
CalibrationCurve crossing() {
    CalibrationCurve curve;
    curve.strokes = {{{0, 0}, {.25, .05}, {.75, .95}, {1, 1}}};
    return curve;
}

TEST(MarksPainter, theAreaToTheIdealTellsOverFromUnderConfidence) {
    const auto image = curveImage(crossing());
    // At x = 0.25 the curve is at 0.05, the diagonal at 0.25; at 0.75 it is at 0.95.
    EXPECT_TRUE(isReddish(image.pixelColor(100, kSize - 60)));
    EXPECT_TRUE(isGreenish(image.pixelColor(300, kSize - 340)));
    // Nothing is painted beyond the curve or beyond the diagonal.
    EXPECT_EQ(image.pixelColor(100, kSize - 140), diagramStyle(Theme::Light).background);
    EXPECT_EQ(image.pixelColor(300, kSize - 260), diagramStyle(Theme::Light).background);
}

TEST(MarksPainter, theAreaIsPaleWhereChanceAloneExplainsIt) {
    const auto paleness = [](double halfBand, BandMeaning meaning) {
        CalibrationCurve curve = crossing();
        const double shift = meaning == BandMeaning::TrueCurve ? -.2 : 0;
        curve.band = {{{0, shift - halfBand, shift + halfBand},
                       {1, 1 + shift - halfBand, 1 + shift + halfBand}}};
        curve.bandMeaning = meaning;
        const auto image = curveImage(curve);
        const QColor colour = image.pixelColor(100, kSize - 60);
        return colour.red() - colour.blue();
    };
    for (const auto meaning : {BandMeaning::PointByChance, BandMeaning::TrueCurve})
        EXPECT_GT(paleness(.19, meaning), 2 * paleness(.21, meaning));
}

TEST(MarksPainter, aCumulativeCurveIsMeasuredFromZero) {
    CalibrationCurve curve;
    curve.strokes = {{{0, 0}, {1, -.5}}};
    curve.band = {{{0, -.1, .1}, {1, -.1, .1}}};
    const PlotMap map{QRectF(0, 0, kSize, kSize), {.low = -.5, .high = .5}};
    const auto image = painted([&](QPainter& painter) {
        paintMarks(painter, figureOf(DiagramKind::Cumulative, curve).marks, map,
                   diagramStyle(Theme::Light));
    });
    EXPECT_EQ(image.pixelColor(300, 260), diagramStyle(Theme::Light).background)
        << "its sign is not that of the gap";
    EXPECT_EQ(image.pixelColor(300, 100), diagramStyle(Theme::Light).background);
    // Inside the band, above 0.
    EXPECT_NE(image.pixelColor(300, 180), diagramStyle(Theme::Light).background);
}

TEST(MarksPainter, aGapIsABarFromZero) {
    ReliabilityCurve curve;
    Bin bin{.lower = 0, .upper = .5, .count = 10, .weight = 10, .correct = 3, .effectiveCount = 10};
    bin.confidence = .5;
    bin.accuracy = .3;
    bin.interval = Interval{.2, .4};
    curve.bins = {bin};
    curve.weight = 10;
    Report report;
    report.binned = curve;
    report.settings.diagram = DiagramKind::Gaps;
    const Figure figure = diagramFigure(report, {curve, kWholeAxis, kSize, {}});
    const PlotMap map{QRectF(0, 0, kSize, kSize), {.low = -.4, .high = .4}};
    const auto image = painted([&](QPainter& painter) {
        paintBars(painter, figure.marks, map, diagramStyle(Theme::Light));
    });
    // The bar goes from 0, at the middle, to -0.2, three quarters down.
    EXPECT_NE(image.pixelColor(100, 250), diagramStyle(Theme::Light).background);
    EXPECT_EQ(image.pixelColor(100, 150), diagramStyle(Theme::Light).background);
    EXPECT_EQ(image.pixelColor(100, 320), diagramStyle(Theme::Light).background);
    EXPECT_EQ(image.pixelColor(300, 250), diagramStyle(Theme::Light).background);
}

TEST(MarksPainter, aZoomedCurveStaysInThePlot) {
    CalibrationCurve curve;
    curve.strokes = {{{0, 0}, {.5, .9}, {1, 1}}};
    curve.band = {{{0, 0, .2}, {.5, .7, 1}, {1, .9, 1}}};
    QImage image(3 * kSize, kSize, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    const PlotMap map{QRectF(kSize, 0, kSize, kSize), {}, {.low = .25, .high = .75}};
    paintMarks(painter, figureOf(DiagramKind::Smooth, curve, map.horizontal).marks, map,
               diagramStyle(Theme::Light));
    painter.end();
    constexpr int beyond = 4;  // round caps of lines
    int inside = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const bool isPainted = image.pixel(x, y) != qRgb(255, 255, 255);
            const bool isInside = x >= kSize - beyond && x <= 2 * kSize + beyond;
            inside += isPainted && isInside ? 1 : 0;
            ASSERT_FALSE(isPainted && !isInside) << x << ", " << y;
        }
    }
    EXPECT_GT(inside, 100);
}

}  // namespace
}  // namespace diagonal
