// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/diagram_style.h"

#include <algorithm>
#include <cmath>

#include <QApplication>
#include <gtest/gtest.h>

#include "app/window/application_style.h"

namespace diagonal {
namespace {

/// Returns the relative luminance of WCAG 2.2.
double luminance(const QColor& colour) {
    const auto linear = [](double part) {
        return part <= .03928 ? part / 12.92 : std::pow((part + .055) / 1.055, 2.4);
    };
    return .2126 * linear(colour.redF()) + .7152 * linear(colour.greenF()) +
           .0722 * linear(colour.blueF());
}

/// Returns the contrast of a colour, perhaps translucent, on a ground.
double contrast(const QColor& colour, const QColor& ground) {
    const double a = colour.alphaF();
    const auto over = [&](double top, double below) { return a * top + (1 - a) * below; };
    const QColor seen = QColor::fromRgbF(static_cast<float>(over(colour.redF(), ground.redF())),
                                         static_cast<float>(over(colour.greenF(), ground.greenF())),
                                         static_cast<float>(over(colour.blueF(), ground.blueF())));
    const double first = luminance(seen), second = luminance(ground);
    return (std::max(first, second) + .05) / (std::min(first, second) + .05);
}

class Contrast : public ::testing::TestWithParam<Theme> {};

TEST_P(Contrast, textIsReadableAndMarksAreSeen) {
    const DiagramStyle& style = diagramStyle(GetParam());
    for (const QColor& text : {style.text, style.secondaryText, style.overText, style.underText,
                               style.accuracyCap, style.selection})
        EXPECT_GE(contrast(text, style.background), 4.5) << text.name().toStdString();
    for (const QColor& mark : {style.accuracy, style.counts, style.axis, style.diagonal,
                               style.errorBar, style.overLine, style.underLine, style.confidence})
        EXPECT_GE(contrast(mark, style.background), 3) << mark.name().toStdString();
}

TEST_P(Contrast, outdatedTextAndTheEdgesOfFieldsAreSeen) {
    auto* const application = qobject_cast<QApplication*>(QApplication::instance());
    applyStyle(*application, GetParam());
    const QPalette palette = QApplication::palette();
    EXPECT_GE(contrast(palette.color(QPalette::Disabled, QPalette::WindowText),
                       palette.color(QPalette::Window)),
              4.5);
    EXPECT_GE(contrast(palette.color(QPalette::Mid), palette.color(QPalette::Base)), 3);
    applyStyle(*application, Theme::Light);
}

INSTANTIATE_TEST_SUITE_P(Themes, Contrast, ::testing::Values(Theme::Light, Theme::Dark));

}  // namespace
}  // namespace diagonal
