// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/figure_size.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace diagonal {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

QSize pixelsOf(const char* text, int dpi) {
    const auto size = writtenSize(QString::fromLatin1(text));
    EXPECT_TRUE(size) << text;
    return size ? size.value().pixels(dpi) : QSize();
}

TEST(FigureSize, isWrittenInPixelsOrUnitsOfPaper) {
    EXPECT_EQ(pixelsOf("1600x1800", 96), QSize(1600, 1800));
    EXPECT_EQ(pixelsOf("1600x1800px", 300), QSize(1600, 1800));
    EXPECT_EQ(pixelsOf("3.5x4in", 300), QSize(1050, 1200));
    EXPECT_EQ(pixelsOf("8.89x10.16CM", 300), QSize(1050, 1200));
    EXPECT_EQ(pixelsOf("88.9x101.6mm", 300), QSize(1050, 1200));
    EXPECT_EQ(pixelsOf("252x288pt", 300), QSize(1050, 1200));
    EXPECT_EQ(pixelsOf("3.25in", 300), QSize(975, 0)) << "the height fits";
    EXPECT_EQ(pixelsOf("99999999999x1in", 300).width(), kMostPixels + 1);
}

TEST(FigureSize, ofAPublisherHasItsTextSize) {
    const auto nature = writtenSize(QStringLiteral("Nature"));
    ASSERT_TRUE(nature);
    EXPECT_EQ(nature.value().pixels(300).width(), 1051);
    EXPECT_EQ(nature.value().textPoints, 6.5);
    for (const NamedSize& size : kNamedSizes) {
        FigureOptions options;
        options.dpi = kPaperDpi;
        options.size = WrittenSize{size.inches, true}.pixels(kPaperDpi);
        options.textPoints = size.textPoints;
        EXPECT_TRUE(checkFigure(options)) << size.name;
    }
}

TEST(FigureSize, thatIsNoSizeIsRefusedWithTheFormsThatAre) {
    for (const char* text :
         {"", "0x900", "3x0cm", "800", "800x", "3.5x4", "-1x4in", "3,5x4in", "letter", "1e3x1"}) {
        const auto size = writtenSize(QString::fromLatin1(text));
        ASSERT_FALSE(size) << text;
        EXPECT_THAT(size.error().detail, AnyOf(HasSubstr("nature-double"), HasSubstr("above 0")));
    }
}

TEST(FigureSize, inWhichNothingReadableFitsIsRefusedWithTheLeastThatDoes) {
    FigureOptions options;
    EXPECT_TRUE(checkFigure(options));
    options = {QSize(500, 500), 300};
    const auto refused = checkFigure(options);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().detail, HasSubstr("at least 782x750"));
    EXPECT_THAT(refused.error().detail, HasSubstr("66.2x63.5 mm"));
    EXPECT_TRUE(checkFigure({QSize(782, 750), 300}));
    EXPECT_FALSE(checkFigure({QSize(781, 750), 300}));
    EXPECT_FALSE(checkFigure({QSize(30000, 900), 96}));
    EXPECT_FALSE(checkFigure({QSize(0, 900), 96}));
    EXPECT_FALSE(checkFigure({QSize(800, 900), 96, Theme::Light, 5.4})) << "below 5 points";
    EXPECT_FALSE(checkFigure({QSize(800, 900), 5}));
}

}  // namespace
}  // namespace diagonal
