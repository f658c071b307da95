// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/numbers/plain_decimals.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
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

/// Parses a text in memory of its own, so that a sanitizer detects reads beyond it.
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
                if (size == 16) text[0] = '0';  // to stay below 2^53
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

/// Returns texts that are never plain decimals, and `more`.
std::vector<std::string> oddTexts(std::initializer_list<const char*> more) {
    std::vector<std::string> texts{"",     "-",     ".",   "-.",  "--1", "+1",   "1-",
                                   "1..2", "1.2.3", "1e5", "nan", "1/2", "0.7%", "\xff"};
    texts.insert(texts.end(), more.begin(), more.end());
    return texts;
}

TEST_P(PlainDecimals, areNothingElse) {
    EXPECT_EQ(decimalIn("9007199254740992"), 9007199254740992.0);
    for (const std::string& text :
         oddTexts({"0x10", "1 2", " 1", "inf", "12:30", "1,5", "9007199254740993",
                   "12345678901234567", "0.123456789012345"})) {
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

/// Texts with a delimiter after each, like the cells of a table.
class DecimalCells {
public:
    /// `front` is the number of characters before the first text.
    explicit DecimalCells(const std::vector<std::string>& texts, std::size_t front = 0)
        : m_text(front, 'x'), m_ends{static_cast<std::uint32_t>(front) - 1} {
        for (const std::string& text : texts) {
            m_text += text;
            m_ends.push_back(static_cast<std::uint32_t>(m_text.size()));
            m_text += ',';
        }
    }
    FieldRun run(std::size_t first = 0, std::size_t stride = 1) const {
        const std::size_t count = m_ends.size() - 1;
        return {m_text.data(), m_ends.data() + 1 + first, stride,
                (count - first + stride - 1) / stride};
    }

private:
    std::string m_text;
    std::vector<std::uint32_t> m_ends;
};

/// Reads the fields one stretch after another; returns the indices of those that are not plain
/// decimals.
std::vector<std::size_t> othersAmong(const FieldRun& run, std::vector<double>& numbers) {
    std::vector<std::size_t> others;
    numbers.assign(run.count, 7);
    for (std::size_t i = 0; i < run.count; ++i) {
        i += readPlainDecimals(run.from(i), numbers.data() + i, 1);
        if (i < run.count) others.push_back(i);
    }
    return others;
}

/// Expects all fields but the listed ones to be read as strtod reads them.
void expectRead(const std::vector<std::string>& texts, const std::vector<std::size_t>& others) {
    for (const std::size_t front : {0U, 30U}) {
        const DecimalCells cells(texts, front);
        std::vector<double> numbers;
        ASSERT_EQ(othersAmong(cells.run(), numbers), others);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const bool isOther = std::ranges::binary_search(others, i);
            const double expected = isOther ? 7 : std::strtod(texts[i].c_str(), nullptr);
            ASSERT_EQ(numbers[i], expected) << texts[i];
            ASSERT_EQ(std::signbit(numbers[i]), std::signbit(expected)) << texts[i];
        }
    }
}

std::string shortestText(double value) {
    std::array<char, 40> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

TEST_P(PlainDecimals, ofFieldsAreReadToTheLastBit) {
    std::mt19937_64 random(5);
    std::vector<std::string> texts;
    for (int i = 0; i < 20000; ++i) {
        std::string text(1 + random() % 16, '0');
        for (char& c : text)
            c = static_cast<char>('0' + random() % 10);
        if (text.size() == 16) text[0] = '0';
        if (random() % 4 > 0) text[random() % text.size()] = '.';
        if (text == ".") text = "0";
        if (random() % 3 == 0) text = "-" + text;
        texts.push_back(random() % 5 == 0 ? " " + text : text);
    }
    expectRead(texts, {});
}

TEST_P(PlainDecimals, ofFieldsWithMoreDigitsAreReadToTheLastBitWhereTheyAre) {
    std::mt19937_64 random(6);
    std::uniform_real_distribution<double> uniform;
    std::vector<std::string> texts;
    for (int i = 0; i < 40000; ++i) {
        const double p = uniform(random);
        texts.push_back(shortestText(i % 3 == 0 ? p : i % 3 == 1 ? 0.9 + p / 10 : -9 * p));
        std::string decimal = std::to_string(random() % 10) + ".";
        for (std::size_t n = 14 + random() % 5; n > 0; --n)
            decimal += static_cast<char>('0' + random() % 10);
        texts.push_back(decimal);
        std::array<char, 40> text{};
        const int digits = i % 2 == 0 ? 18 : static_cast<int>(random() % 17);
        std::snprintf(text.data(), text.size(), "%.*e", digits,
                      (p - .5) * std::pow(10, i % 14 - 9));
        texts.emplace_back(text.data());
    }
    // Midpoints of two doubles, their neighbours, and powers of two.
    for (const char* text :
         {"9007199254740992", "9007199254740993", "9007199254740995", "18014398509481986",
          "18014398509481985", "36028797018963972", "72057594037927945", "0.50000000000000000",
          "0.49999999999999999", "0.99999999999999999", "1.0000000000000001", "1.00000000000000011",
          "1.0000000000000002", "0.00000000000000001", "0.000000000000000000",
          "4.611686018427387905", "9.99999999999999999"}) {
        texts.emplace_back(text);
        texts.emplace_back("0.25");
    }
    const DecimalCells cells(texts);
    std::vector<double> numbers;
    const auto others = othersAmong(cells.run(), numbers);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (std::ranges::binary_search(others, i)) {
            ASSERT_TRUE(texts[i].size() > 15 || texts[i].find('e') != std::string::npos);
        } else {
            ASSERT_EQ(numbers[i], std::strtod(texts[i].c_str(), nullptr)) << texts[i];
        }
    }
}

TEST_P(PlainDecimals, ofFieldsAreNothingElse) {
    const auto odd = oddTexts({"  1",
                               "1 ",
                               "0x1",
                               "1:2",
                               "1-2",
                               "-1-",
                               "0.1234567890.12345",
                               "0.12345.67890123456",
                               "0..1234567890123456",
                               "a.12345678901234567",
                               "0.123456789012345678901",
                               "12.3456789012345678",
                               "-0.1234567890123456-",
                               "0.-1234567890123456",
                               "1.5e-0x",
                               "1.5e-1",
                               "1.5e*01",
                               "1e-05e-05",
                               "e-05",
                               "-e-05",
                               "1.5e-99"});
    for (std::size_t at = 0; at < 9; ++at) {
        for (const std::string& text : odd) {
            std::vector<std::string> texts(9, "0.5");
            texts[at] = text;
            expectRead(texts, {at});
        }
    }
}

TEST_P(PlainDecimals, ofFieldsFarApartArePutApart) {
    const DecimalCells cells(
        {"a", "0.5", "b", "-2", "c", "0.12345678901234567", "d", "x", "e", "1"});
    std::vector<double> numbers(10, 7);
    EXPECT_EQ(
        readPlainDecimals({cells.run(1, 2).text, cells.run(1, 2).ends, 2, 2}, numbers.data(), 3),
        2U);
    EXPECT_EQ(numbers, (std::vector<double>{.5, 7, 7, -2, 7, 7, 7, 7, 7, 7}));
    EXPECT_EQ(readPlainDecimals(FieldRun{}, numbers.data(), 1), 0U);
}

}  // namespace
}  // namespace diagonal
