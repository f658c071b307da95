// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/tables/csv_records.h"

#include <algorithm>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/text.h"

namespace diagonal {
namespace {

using ::testing::ElementsAre;
using Records = std::vector<std::vector<std::string>>;

/// Source that returns its bytes one at a time, as a slow pipe would.
class Trickle : public ByteSource {
public:
    explicit Trickle(std::string bytes) : m_bytes(std::move(bytes)) {}
    std::optional<std::size_t> size() const override { return std::nullopt; }

protected:
    Result<std::size_t> readSome(std::span<char> out) override {
        if (m_position == m_bytes.size() || out.empty()) return std::size_t{0};
        out.front() = m_bytes[m_position++];
        return std::size_t{1};
    }

private:
    std::string m_bytes;
    std::size_t m_position = 0;
};

Records recordsOf(ByteSource& source, const CsvDialect& dialect,
                  std::vector<std::size_t>* lines = nullptr) {
    CsvRecords records(source, dialect);
    Records out;
    for (;;) {
        const auto more = records.next();
        EXPECT_TRUE(more) << describe(more.error());
        if (!more || !more.value()) return out;
        out.emplace_back(records.fields().begin(), records.fields().end());
        if (lines) lines->push_back(records.line());
    }
}

Records recordsOf(const std::string& text, const CsvDialect& dialect = {},
                  std::vector<std::size_t>* lines = nullptr) {
    Trickle source(text);
    return recordsOf(source, dialect, lines);
}

TEST(CsvRecords, endAtAnyLineEnd) {
    EXPECT_THAT(recordsOf("a,b\r\nc,d\ne,f\rg,h"),
                ElementsAre(ElementsAre("a", "b"), ElementsAre("c", "d"), ElementsAre("e", "f"),
                            ElementsAre("g", "h")));
}

TEST(CsvRecords, quotedFieldsHoldDelimitersLineEndsAndDoubledQuotes) {
    std::vector<std::size_t> lines;
    EXPECT_THAT(
        recordsOf("\"a,1\",\"say \"\"hi\"\"\r\nthere\" , c\nd,e,f\n", {}, &lines),
        ElementsAre(ElementsAre("a,1", "say \"hi\"\r\nthere", "c"), ElementsAre("d", "e", "f")));
    EXPECT_THAT(lines, ElementsAre(1, 3));
}

TEST(CsvRecords, emptyFieldsStay) {
    EXPECT_THAT(recordsOf(",a,\n,,\n"),
                ElementsAre(ElementsAre("", "a", ""), ElementsAre("", "", "")));
}

TEST(CsvRecords, blankLinesCommentsAndTheByteOrderMarkAreSkipped) {
    CsvDialect dialect;
    dialect.comment = '#';
    std::vector<std::size_t> lines;
    EXPECT_THAT(recordsOf("\xEF\xBB\xBF# note\n\na,b\n  \n#c,d\ne,f\n# end", dialect, &lines),
                ElementsAre(ElementsAre("a", "b"), ElementsAre("e", "f")));
    EXPECT_THAT(lines, ElementsAre(3, 6));
}

TEST(CsvRecords, anyRunOfBlanksIsOneDelimiter) {
    CsvDialect dialect;
    dialect.delimiter = ' ';
    EXPECT_THAT(recordsOf("  a   b\t c \n\"d e\" f\n", dialect),
                ElementsAre(ElementsAre("a", "b", "c"), ElementsAre("d e", "f")));
}

TEST(CsvRecords, aTabDelimiterKeepsEmptyFields) {
    CsvDialect dialect;
    dialect.delimiter = '\t';
    EXPECT_THAT(recordsOf("a\t\tb\n", dialect), ElementsAre(ElementsAre("a", "", "b")));
}

TEST(CsvRecords, longCellsCrossBlocks) {
    const std::string cell(3'000'000, 'x');
    const std::string text = cell + ",1\n" + cell + ",2\n";
    MemorySource source(text);
    CsvRecords records(source, {});
    ASSERT_TRUE(records.next().value());
    EXPECT_EQ(records.fields()[0].size(), cell.size());
    ASSERT_TRUE(records.next().value());
    EXPECT_EQ(records.fields()[1], "2");
}

TEST(CsvRecords, areTheSameInOnePieceAndByteByByte) {
    std::mt19937_64 random(3);
    const std::vector<std::string> pieces = {"a",      "1.5", ",",  ",",  "\n",       "\r\n", "\r",
                                             "\"b,\"", " ",   "\t", ",,", "\xC3\xA9", "# c"};
    for (int i = 0; i < 3000; ++i) {
        std::string text;
        for (std::size_t n = random() % 40; n > 0; --n) {
            const std::string& piece = pieces[random() % pieces.size()];
            // A quote opens a field only where one begins.
            const bool begins =
                text.empty() || std::string(",\n\r").find(text.back()) != std::string::npos;
            text += piece.front() == '"' && !begins ? "x" : piece;
            if (piece.front() == '"' && begins) text += random() % 2 == 0 ? "," : "\n";
        }
        CsvDialect dialect;
        dialect.delimiter = std::string(", \t")[random() % 3];
        if (dialect.delimiter != ',') std::ranges::replace(text, '"', 'q');
        dialect.comment = random() % 2 == 0 ? '#' : '\0';
        std::vector<std::size_t> lines, linesByByte;
        MemorySource whole(text);
        const Records records = recordsOf(whole, dialect, &lines);
        ASSERT_EQ(records, recordsOf(text, dialect, &linesByByte)) << text;
        ASSERT_EQ(lines, linesByByte) << text;
    }
}

/// Returns a table of mostly plain rows of 2 or 3 fields, mixed with anything else that lines may
/// hold.
std::string mostlyPlain(std::mt19937_64& random, char delimiter) {
    const std::vector<std::string> fields = {"a",     "1.5",  " b",  "",  "c ",
                                             "\"d\"", "x\"y", "# e", "\t"};
    const std::string end = random() % 2 == 0 ? "\n" : "\r\n";
    std::string text = random() % 4 == 0 ? "\xEF\xBB\xBF" : "";
    for (std::size_t n = random() % 40; n > 0; --n) {
        const std::size_t count = random() % 8 == 0 ? random() % 4 : 2 + n % 2;
        for (std::size_t i = 0; i < count; ++i) {
            text += i > 0 ? std::string(1, delimiter) : "";
            text += fields[random() % (random() % 6 == 0 ? fields.size() : 2)];
        }
        text += random() % 9 == 0 ? "\r" : end;
    }
    return text;
}

TEST(CsvRecords, thatArePlainRowsAreTheSame) {
    std::mt19937_64 random(4);
    std::size_t plain = 0;
    for (int i = 0; i < 5000; ++i) {
        CsvDialect dialect;
        dialect.delimiter = std::string(", \t|")[random() % 4];
        dialect.comment = random() % 2 == 0 ? '#' : '\0';
        dialect.skippedLines = random() % 3;
        const std::string text = mostlyPlain(random, dialect.delimiter);
        MemorySource source(text), again(text);
        CsvRecords records(source, dialect), plainRecords(again, dialect);
        for (;;) {
            const FieldGrid grid = plainRecords.plainRows(2);
            for (std::size_t row = 0; row < grid.rows; ++row, ++plain) {
                ASSERT_TRUE(records.next().value()) << text;
                ASSERT_THAT(records.fields(),
                            ElementsAre(trimmed(grid.field(row, 0)), trimmed(grid.field(row, 1))))
                    << text;
                ASSERT_EQ(records.line(), grid.line + row) << text;
            }
            const auto more = records.next(), moreOfPlain = plainRecords.next();
            ASSERT_EQ(more.hasValue(), moreOfPlain.hasValue()) << text;
            if (!more) break;
            ASSERT_EQ(more.value(), moreOfPlain.value()) << text;
            if (!more.value()) break;
            ASSERT_TRUE(std::ranges::equal(records.fields(), plainRecords.fields())) << text;
            ASSERT_EQ(records.line(), plainRecords.line()) << text;
        }
    }
    EXPECT_GT(plain, 10000U);
}

TEST(CsvRecords, areTheSameWhereverABlockEnds) {
    const std::string tail =
        "# a,\"b\" note\r\n  \r\n-----+--\n1,\"b\"\"c\"\r\n\r\n# |\"|\n 2 ,\"d\ne\"\n(3 rows)\n  "
        "\n# "
        "\"x";
    constexpr std::size_t block = std::size_t{1} << 18;
    for (const char delimiter : {',', '|'}) {
        CsvDialect dialect;
        dialect.delimiter = delimiter;
        dialect.comment = '#';
        const auto tailBehind = [&](std::size_t size, std::vector<std::size_t>& lines) {
            std::string text = std::string(size, 'x') + '\n' + tail;
            std::ranges::replace(text, ',', delimiter);
            MemorySource source(text);
            Records records = recordsOf(source, dialect, &lines);
            records.erase(records.begin());
            return records;
        };
        std::vector<std::size_t> lines;
        const Records expected = tailBehind(1, lines);
        ASSERT_EQ(expected.size(), delimiter == '|' ? 2U : 4U);
        for (std::size_t cut = 0; cut <= tail.size(); ++cut) {
            std::vector<std::size_t> linesOfCut;
            ASSERT_EQ(tailBehind(block - cut - 1, linesOfCut), expected) << cut;
            ASSERT_EQ(linesOfCut, lines) << cut;
        }
    }
}

TEST(CsvRecords, brokenQuotesAreNamedWithTheirLine) {
    for (const char* text : {"a,b\n\"c,d\n", "a,b\n\"c\"d,e\n"}) {
        MemorySource source(text);
        CsvRecords records(source, {});
        ASSERT_TRUE(records.next());
        const auto broken = records.next();
        ASSERT_FALSE(broken) << text;
        EXPECT_EQ(broken.error().line, 2U);
    }
}

}  // namespace
}  // namespace diagonal
