// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/plain_decimals.h"

#include <cmath>
#include <cstdlib>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "tests/core/each_target.h"

namespace diagonal {
namespace {

class PlainDecimals : public EachTarget {};
INSTANTIATE_FOR_EACH_TARGET(PlainDecimals);

/// The number of a text that lies by itself, so that a sanitizer sees what is read beside it.
std::optional<double> decimalIn(const std::string& text) {
    const auto alone = std::make_unique<char[]>(text.size());
    text.copy(alone.get(), text.size());
    const std::string_view view(alone.get(), text.size());
    double number = 0;
    return readPlainDecimals({&view, 1}, &number) == 1 ? std::optional(number) : std::nullopt;
}

TEST_P(PlainDecimals, areReadToTheLastBitWithThePointAnywhere) {
    std::mt19937_64 random(3);
    for (std::size_t size = 1; size <= 16; ++size) {
        for (std::size_t point = 0; point <= size; ++point) {
            for (int round = 0; round < 20; ++round) {
                std::string text(size, '0');
                for (char& c : text)
                    c = static_cast<char>('0' + random() % 10);
                if (size == 16) text[0] = '0';  // so that it is below 2^53
                if (point < size) text[point] = '.';
                if (text == ".") continue;
                for (const std::string& spelling : {text, "-" + text}) {
                    const auto number = decimalIn(spelling);
                    ASSERT_TRUE(number) << spelling;
                    const double expected = std::strtod(spelling.c_str(), nullptr);
                    ASSERT_EQ(*number, expected) << spelling;
                    ASSERT_EQ(std::signbit(*number), std::signbit(expected)) << spelling;
                }
            }
        }
    }
}

TEST_P(PlainDecimals, areNothingElse) {
    EXPECT_EQ(decimalIn("9007199254740992"), 9007199254740992.0);
    for (const char* text : {"",
                             "-",
                             ".",
                             "-.",
                             "--1",
                             "+1",
                             "1-",
                             "1..2",
                             "1.2.3",
                             "1e5",
                             "0x10",
                             "1 2",
                             " 1",
                             "nan",
                             "inf",
                             "12:30",
                             "1/2",
                             "1,5",
                             "0.7%",
                             "\xff",
                             "9007199254740993",
                             "12345678901234567",
                             "0.123456789012345"}) {
        EXPECT_FALSE(decimalIn(text)) << text;
    }
}

TEST_P(PlainDecimals, areReadUpToSomethingElse) {
    const std::vector<std::string_view> texts{"0.5", "-12", "2.25", "NA", "1"};
    std::vector<double> numbers(texts.size(), 7);
    EXPECT_EQ(readPlainDecimals(texts, numbers.data()), 3U);
    EXPECT_EQ(numbers, (std::vector<double>{.5, -12, 2.25, 7, 7}));
    EXPECT_EQ(readPlainDecimals({}, numbers.data()), 0U);
}

}  // namespace
}  // namespace diagonal
