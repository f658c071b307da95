// SPDX-License-Identifier: GPL-3.0-or-later
// What colours look like to people with deficient colour vision.
#include <array>
#include <cmath>
#include <numbers>

#include <QImage>
#include <QPainter>
#include <gtest/gtest.h>

#include "app/diagram/lines/plot_marks_painter.h"

namespace diagonal {
namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

Triple product(const Matrix& m, const Triple& v) {
    Triple out{};
    for (std::size_t i = 0; i < 3; ++i)
        out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
    return out;
}

struct Vision {
    const char* name;
    Matrix ofLinear;
};

/// Complete deficiencies (Machado et al. 2009, table 1), on linear RGB.
constexpr std::array kVisions = {
    Vision{"all cones", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    Vision{"protanopia",
           {{{.152286, 1.052583, -.204868},
             {.114503, .786281, .099216},
             {-.003882, -.048116, 1.051998}}}},
    Vision{"deuteranopia",
           {{{.367322, .860646, -.227968},
             {.280085, .672501, .047413},
             {-.011820, .042940, .968881}}}},
    Vision{"tritanopia",
           {{{1.255528, -.076749, -.178779},
             {-.078411, .930809, .147602},
             {.004733, .691367, .303900}}}},
};

Triple labOf(const QColor& colour, const Vision& vision) {
    const auto linear = [](double part) {
        return part <= .04045 ? part / 12.92 : std::pow((part + .055) / 1.055, 2.4);
    };
    Triple rgb = product(vision.ofLinear,
                         {linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())});
    for (double& part : rgb)
        part = std::min(1.0, std::max(0.0, part));
    const Triple xyz = product({{{.4124564, .3575761, .1804375},
                                 {.2126729, .7151522, .0721750},
                                 {.0193339, .1191920, .9503041}}},
                               rgb);
    const auto f = [](double t) {
        return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
    };
    const double x = f(xyz[0] / .95047), y = f(xyz[1]), z = f(xyz[2] / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// Returns the colour difference CIEDE2000 (Sharma, Wu and Dalal 2005).
double differenceOf(const Triple& one, const Triple& other) {
    constexpr double degree = std::numbers::pi / 180;
    const double meanC = (std::hypot(one[1], one[2]) + std::hypot(other[1], other[2])) / 2;
    const auto seventh = [](double c) {
        return std::sqrt(std::pow(c, 7) / (std::pow(c, 7) + 6103515625.0));
    };
    const double g = (1 - seventh(meanC)) / 2;
    const auto polar = [&](const Triple& lab) {
        const double a = (1 + g) * lab[1];
        const double hue = a == 0 && lab[2] == 0 ? 0 : std::atan2(lab[2], a);
        return std::pair(std::hypot(a, lab[2]), hue < 0 ? hue + 2 * std::numbers::pi : hue);
    };
    const auto [c1, h1] = polar(one);
    const auto [c2, h2] = polar(other);
    double dh = c1 * c2 == 0 ? 0 : h2 - h1;
    if (dh > std::numbers::pi) dh -= 2 * std::numbers::pi;
    if (dh < -std::numbers::pi) dh += 2 * std::numbers::pi;
    const double dH = 2 * std::sqrt(c1 * c2) * std::sin(dh / 2);
    double mean = h1 + h2;
    if (c1 * c2 != 0)
        mean = std::abs(h1 - h2) <= std::numbers::pi ? mean / 2
               : mean < 2 * std::numbers::pi         ? mean / 2 + std::numbers::pi
                                                     : mean / 2 - std::numbers::pi;
    const double l = (one[0] + other[0]) / 2 - 50;
    const double c = (c1 + c2) / 2;
    const double t = 1 - .17 * std::cos(mean - 30 * degree) + .24 * std::cos(2 * mean) +
                     .32 * std::cos(3 * mean + 6 * degree) - .2 * std::cos(4 * mean - 63 * degree);
    const double turn = 60 * degree * std::exp(-std::pow((mean / degree - 275) / 25, 2));
    const double sl = 1 + .015 * l * l / std::sqrt(20 + l * l);
    const double sc = 1 + .045 * c;
    const double sh = 1 + .015 * c * t;
    const double dl = (other[0] - one[0]) / sl, dc = (c2 - c1) / sc, dhs = dH / sh;
    return std::sqrt(dl * dl + dc * dc + dhs * dhs - 2 * seventh(c) * std::sin(turn) * dc * dhs);
}

TEST(ColourVision, theDifferenceIsThatOfThePaper) {
    // Sharma, Wu and Dalal 2005, table 1: pairs 1, 7, 17 and 25.
    EXPECT_NEAR(differenceOf({50, 2.6772, -79.7751}, {50, 0, -82.7485}), 2.0425, 1e-4);
    EXPECT_NEAR(differenceOf({50, 0, 0}, {50, -1, 2}), 2.3669, 1e-4);
    EXPECT_NEAR(differenceOf({50, 2.5, 0}, {73, 25, -18}), 27.1492, 1e-4);
    EXPECT_NEAR(differenceOf({60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}), 1.2644,
                1e-4);
}

/// Lines of models without markers differ in colour or in their dash, for every eye.
TEST(ColourVision, noTwoModelsDifferByColourAloneThatIsNotSeen) {
    constexpr double seen = 15;
    for (const Theme theme : {Theme::Light, Theme::Dark, Theme::Grey, Theme::Contrast}) {
        const DiagramStyle& style = diagramStyle(theme);
        for (std::size_t i = 0; i < style.models.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const LineMark one{"", {PlotInk::First, i}, {}};
                const LineMark other{"", {PlotInk::First, j}, {}};
                if (linePen(one, style).style() != linePen(other, style).style()) continue;
                for (const Vision& vision : kVisions)
                    EXPECT_GE(differenceOf(labOf(style.models[i], vision),
                                           labOf(style.models[j], vision)),
                              seen)
                        << vision.name << ": models " << j << " and " << i << " of theme "
                        << static_cast<int>(theme);
            }
        }
    }
}

/// Points of models differ by more than their colour: by shapes, then by numbers.
TEST(ColourVision, noTwoMarkersOfAListAreAlike) {
    constexpr int side = 24;
    std::vector<QImage> markers;
    for (std::size_t place = 0; place < 24; ++place) {
        QImage image(side, side, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        paintMarker(painter, QPointF(side, side) / 2, place, Qt::black, diagramStyle(Theme::Light));
        painter.end();
        for (const QImage& other : markers) {
            int different = 0;
            for (int y = 0; y < side; ++y)
                for (int x = 0; x < side; ++x)
                    different += std::abs(qGray(image.pixel(x, y)) - qGray(other.pixel(x, y))) > 64;
            EXPECT_GE(different, 5) << place;
        }
        markers.push_back(image);
    }
}

/// The hatch and its side tell over- from under-confident bins; here their colours do, too.
TEST(ColourVision, gapsDifferFromEachOtherAndFromBars) {
    constexpr double seen = 15;
    for (const Theme theme : {Theme::Light, Theme::Dark, Theme::Contrast}) {
        const DiagramStyle& style = diagramStyle(theme);
        for (const Vision& vision : kVisions) {
            const auto apart = [&](const QColor& one, const QColor& other) {
                return differenceOf(labOf(one, vision), labOf(other, vision));
            };
            EXPECT_GE(apart(style.overLine, style.underLine), seen) << vision.name;
            EXPECT_GE(apart(style.overLine, style.accuracy), seen) << vision.name;
            EXPECT_GE(apart(style.underLine, style.accuracy), seen) << vision.name;
        }
    }
}

}  // namespace
}  // namespace diagonal
