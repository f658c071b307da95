// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/bins_painter.h"

#include <QImage>
#include <QPainter>
#include <gtest/gtest.h>

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

QImage bars(const ReliabilityCurve& curve, const BinMarks& marks = {}, qreal scale = 1) {
    return painted(
        [&](QPainter& painter) {
            paintBars(painter, curve, kMap, diagramStyle(Theme::Light), marks);
        },
        scale);
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

TEST(BinsPainter, theBarEndsAtTheAccuracyAndTheMissingPartIsOrange) {
    const auto image = bars(curveOf({bin(.5, 1, .8, .4)}));
    const DiagramStyle& style = diagramStyle(Theme::Light);
    EXPECT_EQ(count(image, style.accuracy, .6, .9, .05, .35), 120 * 120);
    EXPECT_EQ(count(image, style.accuracy, .6, .9, .42, 1), 0);
    EXPECT_GT(count(image, style.overTint, .6, .9, .42, .78), 2000);
    EXPECT_EQ(count(image, style.background, .6, .9, .82, 1), 120 * 72);
    EXPECT_EQ(count(image, style.background, 0, .49, 0, 1), 196 * 400);
}

TEST(BinsPainter, theSurplusOfAnUnderConfidentBinIsTheTopOfItsBar) {
    const auto image = bars(curveOf({bin(0, .5, .3, .7)}));
    const DiagramStyle& style = diagramStyle(Theme::Light);
    EXPECT_GT(count(image, style.underTint, .1, .4, .35, .68), 2000);
    EXPECT_EQ(count(image, style.overTint, 0, 1, 0, 1), 0);
    EXPECT_EQ(count(image, style.accuracy, .1, .4, .05, .25), 120 * 80);
    EXPECT_GT(count(image, style.accuracyCap, .1, .4, .69, .71), 100);
}

TEST(BinsPainter, emptyBinsPaintNothing) {
    const auto image = bars(curveOf({{0, 1, 0, 0, {}, {}, {}}}));
    EXPECT_EQ(count(image, diagramStyle(Theme::Light).background, 0, 1, 0, 1), kSize * kSize);
}

TEST(BinsPainter, theHatchesOfTheTwoGapsLeanOppositeWays) {
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

TEST(BinsPainter, barEdgesFallOnWholePixelsAtEveryScale) {
    for (const qreal scale : {1.0, 1.25, 2.0}) {
        const auto image =
            bars(curveOf({bin(0, 1.0 / 3, .5, .5), bin(1.0 / 3, 2.0 / 3, .5, .5)}), {}, scale);
        const DiagramStyle& style = diagramStyle(Theme::Light);
        const int y = image.height() - 20;
        for (int x = 0; x < image.width(); ++x) {
            const QColor colour = image.pixelColor(x, y);
            EXPECT_TRUE(colour == style.accuracy || colour == style.background)
                << colour.name().toStdString() << " at " << x << ", scale " << scale;
        }
    }
}

TEST(BinsPainter, theSelectedColumnIsWashedBehindTheBarOnly) {
    const auto curve = curveOf({bin(.5, 1, .5, .4)});
    const auto plain = bars(curve);
    const auto washed = bars(curve, {std::nullopt, 0});
    EXPECT_NE(plain.pixelColor(300, 20), washed.pixelColor(300, 20));
    EXPECT_EQ(plain.pixelColor(300, 350), washed.pixelColor(300, 350));
}

/// Ten bins a pixel: none is left out, and none hides another.
TEST(BinsPainter, binsNarrowerThanAPixelAreDrawnTogether) {
    constexpr int bins = 10 * kSize;
    std::vector<Bin> all;
    for (int b = 0; b < bins; ++b) {
        const double lower = static_cast<double>(b) / bins;
        all.push_back(bin(lower, lower + 1.0 / bins, .5, b % 10 == 3 ? .9 : .4));
        all.back().weight = b == 2004 ? 1000 : 10;
    }
    const auto curve = curveOf(all);
    ASSERT_TRUE(sharePixels(curve, kMap));
    QImage image(kSize, kSize, QImage::Format_RGB32);
    const QPainter painter(&image);
    const auto columns = pixelColumns(curve, kMap, painter);
    ASSERT_EQ(columns.size(), static_cast<std::size_t>(kSize));
    EXPECT_EQ(columns[7].pooled.count, 100U);
    EXPECT_NEAR(*columns[7].pooled.accuracy, .45, 1e-12);
    EXPECT_NEAR(columns[7].lowestGap, -.1, 1e-12);
    EXPECT_NEAR(columns[7].highestGap, .4, 1e-12);
    EXPECT_EQ(columns[200].fullest, 1000);
    const DiagramStyle style = diagramStyle(Theme::Light);
    const QImage drawn = bars(curve);
    EXPECT_EQ(count(drawn, style.accuracy, 0, 1, .05, .35), kSize * kSize * 30 / 100);
    EXPECT_NE(drawn.pixelColor(100, static_cast<int>(kSize * .3)), QColor(style.background));
    EXPECT_EQ(drawn.pixelColor(100, static_cast<int>(kSize * .05)), QColor(style.background));
    const auto counts = painted([&](QPainter& to) {
        PlotMap map = kMap;
        map.vertical.high = 1000;
        paintCounts(to, curve, map, style, {});
    });
    EXPECT_EQ(counts.pixelColor(200, 200), QColor(style.counts));
    EXPECT_EQ(counts.pixelColor(201, 200), QColor(style.background));
}

/// Bins of equal mass: most are narrower than a pixel, one is half the plot.
TEST(BinsPainter, aWideBinBesideNarrowOnesKeepsItsWidth) {
    std::vector<Bin> all{bin(0, .5, .4, .4)};
    constexpr int narrow = 1000;
    for (int b = 0; b < narrow; ++b)
        all.push_back(bin(.5 + .5 * b / narrow, .5 + .5 * (b + 1) / narrow, .4, .4));
    const auto image = bars(curveOf(all));
    EXPECT_EQ(count(image, diagramStyle(Theme::Light).accuracy, 0, 1, .05, .35),
              kSize * kSize * 30 / 100);
    EXPECT_EQ(image.pixelColor(10, kSize - 10), QColor(diagramStyle(Theme::Light).accuracy));
}

TEST(BinsPainter, aSingleRowAmongAMillionStillShows) {
    auto curve = curveOf({bin(0, .5, .3, .3), bin(.5, 1, .8, .8)});
    curve.bins[0].weight = 1;
    curve.bins[1].weight = 1e6;
    const auto image = painted([&](QPainter& painter) {
        paintCounts(painter, curve, {kMap.area, {.high = 1e6}}, diagramStyle(Theme::Light), {});
    });
    EXPECT_NE(image.pixelColor(100, kSize - 1), diagramStyle(Theme::Light).background);
    EXPECT_NE(image.pixelColor(300, 2), diagramStyle(Theme::Light).background);
}

}  // namespace
}  // namespace diagonal
