// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"

#include <gtest/gtest.h>

namespace diagonal {
namespace {

TEST(VisibleLines, keepLineEndsAndNothingElseThatATerminalObeys) {
    EXPECT_EQ(visibleLines("a\n\x1b[31mb\n"), "a\n\\x1b[31mb\n");
    EXPECT_EQ(visibleLines("\xe2\x80\x8f|\xd8\x9c|\xe2\x80\xae"), "\\u200f|\\u061c|\\u202e");
    EXPECT_EQ(visibleLines(""), "");
}

TEST(Text, countsAreGroupedInThrees) {
    EXPECT_EQ(groupedDigits(0), "0");
    EXPECT_EQ(groupedDigits(999), "999");
    EXPECT_EQ(groupedDigits(1000), "1,000");
    EXPECT_EQ(groupedDigits(1234567), "1,234,567");
}

TEST(Text, oneIsSingular) {
    EXPECT_EQ(counted(1, "row"), "1 row");
    EXPECT_EQ(counted(2744, "row"), "2,744 rows");
    EXPECT_EQ(counted(3, "class", "classes"), "3 classes");
}

TEST(Text, quotedTextIsCutAndControlCharactersShow) {
    EXPECT_EQ(quotedText("a\tb\n\x01"), "'a\\tb\\n\\x01'");
    EXPECT_EQ(quotedText("abcdef", 3), "'abc...'");
}

TEST(Text, whatATerminalObeysIsWrittenOut) {
    EXPECT_EQ(visibleText("a\x1b[31m\x7F"), "a\\x1b[31m\\x7f");
    EXPECT_EQ(visibleText("\xC2\x9B\xC3\xA9"), "\\x9b\xC3\xA9");
    EXPECT_EQ(visibleText("\u202Eabc\u202C\u2066\u2028"), "\\u202eabc\\u202c\\u2066\\u2028");
    EXPECT_EQ(visibleText("\u2013\u20AC"), "\u2013\u20AC");
    EXPECT_EQ(visibleText(std::string_view("\0", 1)), "\\x00");
    EXPECT_EQ(markdownEscaped("a\n&amp; & $x$"), "a \\&amp; & \\$x\\$");
}

TEST(Text, longListsSayHowManyAreLeftOut) {
    EXPECT_EQ(quotedList({"a", "b", "c"}, 2), "'a', 'b' and 1 more");
}

TEST(Text, shortestNumbersReadBackAsTheSameDouble) {
    for (const double value : {0.1, 1.0 / 3, 1e-300, 12345678.9, 0.30000000000000004}) {
        EXPECT_EQ(parsedDouble(shortest(value)), value);
    }
    EXPECT_EQ(shortest(0.1), "0.1");
}

TEST(Text, onlyWholeTextsAreNumbers) {
    EXPECT_FALSE(parsedDouble(""));
    EXPECT_FALSE(parsedDouble("1.5x"));
    EXPECT_FALSE(parsedInteger("1.0"));
    EXPECT_FALSE(parsedInteger("99999999999999999999"));
    EXPECT_EQ(parsedInteger("-12"), -12);
}

TEST(Text, csvFieldsAreQuotedWhereTheyMust) {
    EXPECT_EQ(csvField("cat"), "cat");
    EXPECT_EQ(csvField("a b"), "a b");
    EXPECT_EQ(csvField("a,b"), "\"a,b\"");
    EXPECT_EQ(csvField("say \"a\""), "\"say \"\"a\"\"\"");
    EXPECT_EQ(csvField(" a"), "\" a\"");
    EXPECT_EQ(csvField("a\nb"), "\"a\nb\"");
}

TEST(Text, codePointsBecomeUtf8) {
    const auto utf8 = [](char32_t point) {
        std::string out;
        appendUtf8(out, point);
        return out;
    };
    EXPECT_EQ(utf8(U'a'), "a");
    EXPECT_EQ(utf8(0xE4), "\xC3\xA4");
    EXPECT_EQ(utf8(0x20AC), "\xE2\x82\xAC");
    EXPECT_EQ(utf8(0x1F600), "\xF0\x9F\x98\x80");
}

}  // namespace
}  // namespace diagonal
