// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/diagram_style.h"

#include <algorithm>
#include <cmath>

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/diagram/painting/mark_shapes.h"
#include "app/diagram/painting/style_file.h"
#include "app/window/application_style.h"

namespace diagonal {
namespace {

using ::testing::HasSubstr;

/// Returns the relative luminance of WCAG 2.2.
double luminance(const QColor& colour) {
    const auto linear = [](double part) {
        return part <= .03928 ? part / 12.92 : std::pow((part + .055) / 1.055, 2.4);
    };
    return .2126 * linear(colour.redF()) + .7152 * linear(colour.greenF()) +
           .0722 * linear(colour.blueF());
}

/// Returns what is seen of a colour, perhaps translucent, on a ground.
QColor over(const QColor& colour, const QColor& ground) {
    const double a = colour.alphaF();
    const auto mixed = [&](double top, double below) {
        return static_cast<float>(a * top + (1 - a) * below);
    };
    return QColor::fromRgbF(mixed(colour.redF(), ground.redF()),
                            mixed(colour.greenF(), ground.greenF()),
                            mixed(colour.blueF(), ground.blueF()));
}

double contrast(const QColor& colour, const QColor& ground) {
    const double first = luminance(over(colour, ground)), second = luminance(ground);
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
    for (const auto& [line, tint] :
         {std::pair(style.overLine, style.overTint), std::pair(style.underLine, style.underTint)}) {
        const QColor ground = over(faded(tint, kPaleTint), style.background);
        EXPECT_GE(contrast(faded(line, kPaleLine), ground), 3) << "lines of a pale gap";
    }
    // The frame of a selected bin lies on bars, apart from these by a casing.
    EXPECT_GE(contrast(style.selection, style.background), 3);
    for (const QColor& bar : {style.counts, selectedCounts(style)})
        EXPECT_GE(contrast(textOn(bar), bar), 4.5) << "numbers in bars";
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

INSTANTIATE_TEST_SUITE_P(Themes, Contrast,
                         ::testing::Values(Theme::Light, Theme::Dark, Theme::Grey,
                                           Theme::Contrast));

TEST(DiagramStyle, highContrastHasMoreThanTheOthers) {
    const DiagramStyle& style = diagramStyle(Theme::Contrast);
    for (const QColor& text : {style.text, style.secondaryText, style.overText, style.underText})
        EXPECT_GE(contrast(text, style.background), 7) << text.name().toStdString();
    for (const QColor& mark : {style.accuracy, style.counts, style.axis, style.overLine})
        EXPECT_GE(contrast(mark, style.background), 4.5) << mark.name().toStdString();
}

TEST(DiagramStyle, greyHasNoColour) {
    const DiagramStyle& style = diagramStyle(Theme::Grey);
    for (const QColor& one :
         {style.accuracy, style.accuracyCap, style.overLine, style.overTint, style.overText,
          style.underLine, style.underTint, style.counts, style.countsEdge, style.selection,
          style.axis, style.grid, style.diagonal, style.secondaryText, style.models[7]})
        EXPECT_EQ(one.saturation(), 0) << one.name().toStdString();
}

std::string problemOf(const QByteArray& json) {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("own.json"));
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly) && file.write(json) == json.size());
    file.close();
    const auto style = styleOfFile(path);
    return style ? "" : style.error().detail;
}

TEST(StyleFile, sayWhatIsWrong) {
    EXPECT_THAT(problemOf("[1]"), HasSubstr("a JSON object"));
    EXPECT_THAT(problemOf("{\"accuracy\": "), HasSubstr("at byte"));
    EXPECT_THAT(problemOf(R"({"theme": "pink"})"), HasSubstr("light, dark, grey and contrast"));
    EXPECT_THAT(problemOf(R"({"acuracy": "#000000"})"), HasSubstr("there is no colour 'acuracy'"));
    EXPECT_THAT(problemOf(R"({"accuracy": "#00"})"), HasSubstr("'#00'"));
    EXPECT_THAT(problemOf(R"({"accuracy": 7})"), HasSubstr("'accuracy' is no text"));
    EXPECT_THAT(problemOf(R"({"models": []})"), HasSubstr("1 to 8 colours"));
    EXPECT_THAT(problemOf(QByteArray(70'000, ' ')), HasSubstr("64 kB"));
    EXPECT_EQ(problemOf(R"({"theme": "grey", "over_line": "firebrick", "models": ["#00508a"]})"),
              "");
}

}  // namespace
}  // namespace diagonal
