// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/numbers/number_text.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace diagonal {
namespace {

using Kind = NumberText::Kind;

TEST(NumberText, everySpellingOfANumberIsRead) {
    for (const auto& [text, value] : std::initializer_list<std::pair<const char*, double>>{
             {".0312", .0312},
             {"+0.1203", .1203},
             {"2.177e-1", .2177},
             {"2.846E-01", .2846},
             {"0.38710000000000000000000000000000000", .3871},
             {"0000.4502", .4502},
             {"6189e-4", .6189},
             {"1e-400", 0},
             {"-3", -3},
             {"1.", 1}}) {
        EXPECT_EQ(numberIn(text, false).kind, Kind::Number) << text;
        EXPECT_EQ(numberIn(text, false).value, value) << text;
    }
    EXPECT_EQ(numberIn("0,7012", true).value, .7012);
    EXPECT_TRUE(std::isnan(numberIn("nan", false).value));
    EXPECT_TRUE(std::isinf(numberIn("inf", false).value));
}

TEST(NumberText, junkBehindANumberIsNoNumber) {
    for (const char* text : {"0.0378abc", "1.2.3", "0x10", "1 2", "0,5"}) {
        EXPECT_EQ(numberIn(text, false).kind, Kind::Junk) << text;
    }
}

TEST(NumberText, wordsAndMissingValuesAreReported) {
    for (const char* text : {"", "NA", "n/a", "?", "null", "-"}) {
        EXPECT_EQ(numberIn(text, false).kind, Kind::Missing) << text;
    }
    for (const char* text : {"prob_1", "cat", "nano", "information"}) {
        EXPECT_EQ(numberIn(text, false).kind, Kind::Word) << text;
    }
}

TEST(NumberText, decimalsAreReadToTheLastBit) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 200'000; ++i) {
        const std::string whole = std::to_string(random() % (1ULL << (random() % 60)));
        const std::size_t point = random() % (whole.size() + 1);
        std::ostringstream text;
        text << (random() % 3 == 0 ? "-" : "") << (random() % 5 == 0 ? "0000" : "");
        text << whole.substr(0, point) << (random() % 4 == 0 ? "" : ".") << whole.substr(point);
        const std::string digits = text.str();
        const NumberText read = numberIn(digits, false);
        ASSERT_EQ(read.kind, Kind::Number) << digits;
        ASSERT_EQ(std::bit_cast<std::uint64_t>(read.value),
                  std::bit_cast<std::uint64_t>(std::strtod(digits.c_str(), nullptr)))
            << digits;
    }
}

TEST(NumberText, whatLooksLikeADecimalMayBeNone) {
    for (const char* text : {"-", ".", "-.", "1.2.3", "1-2", "--1", "!234567890123456", "1234567:",
                             "1.5/", "123456789012345.6.", "0.12345678 ", "1.234567890123a"})
        EXPECT_NE(numberIn(text, false).kind, Kind::Number) << text;
}

TEST(NumberText, percentSignsAreRead) {
    EXPECT_EQ(numberIn("93.1%", false).kind, Kind::Percent);
    EXPECT_EQ(numberIn("93.1 %", false).value, 93.1);
}

TEST(Labels, equalIntegersHaveOneSpelling) {
    EXPECT_EQ(canonicalLabel("1.0"), "1");
    EXPECT_EQ(canonicalLabel("+3"), "3");
    EXPECT_EQ(canonicalLabel("-0.0"), "0");
    EXPECT_EQ(canonicalLabel("0.5"), "0.5");
    EXPECT_EQ(canonicalLabel("cat"), "cat");
    EXPECT_EQ(canonicalLabel("inf"), "inf");
    EXPECT_EQ(canonicalLabel("9007199254740993"), "9007199254740993");
    EXPECT_EQ(canonicalLabel("9007199254740993.0"), "9007199254740993.0");
}

TEST(Labels, truthHasManyWords) {
    EXPECT_EQ(truthValue("Yes"), 1);
    EXPECT_EQ(truthValue("FALSE"), 0);
    EXPECT_EQ(truthValue("maybe"), -1);
}

}  // namespace
}  // namespace diagonal
