// SPDX-License-Identifier: GPL-3.0-or-later
// The conformance files of apache/parquet-testing in shared/data/parquet/apache: every column that
// is flat or a list of one level, cell by cell against the twins that another program wrote.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "core/base/text.h"
#include "core/reading/parquet/parquet_file.h"
#include "tests/core/support.h"

namespace diagonal::testing {
namespace {

namespace fs = std::filesystem;

/// A time as "2009-03-01T00:01:00", a number as the shortest of its double; other text unchanged.
std::string plain(std::string text) {
    if (text == "-nan") return "nan";
    if (text.ends_with('Z') && text.size() >= 20 && text[10] == 'T') {
        text.pop_back();
        if (text.find('.') != std::string::npos) {
            text.resize(text.find_last_not_of('0') + 1);
            if (text.ends_with('.')) text.pop_back();
        }
        return text;
    }
    if (const auto number = parsedDouble(text)) return shortest(*number == 0 ? 0.0 : *number);
    return text;
}

/// Returns the items of "[0.5, null, 1]"; a null is empty.
std::vector<std::string> itemsOf(const std::string& list) {
    std::vector<std::string> items;
    for (std::size_t at = 1; at + 1 < list.size();) {
        const std::size_t end = std::min(list.find(", ", at), list.size() - 1);
        const std::string item = list.substr(at, end - at);
        items.push_back(item == "null" ? "" : plain(item));
        at = end + 2;
    }
    return items;
}

struct ReadColumn {
    std::vector<std::vector<std::string>> cells;  ///< per row; one, or the items of a list
    std::vector<bool> nulls;                      ///< per row: the list itself is null
};

/// Reads all rows of a column, `atOnce` rows at a time.
Result<ReadColumn> readColumn(const ColumnarFile& file, std::size_t c, std::size_t atOnce) {
    ReadColumn out;
    const ColumnarColumn& column = file.columns()[c];
    for (std::size_t g = 0; g < file.groups().size(); ++g) {
        auto cells = file.cells(c, g);
        if (!cells) return cells.error();
        for (std::size_t left = file.groups()[g]; left > 0;) {
            const std::size_t rows = std::min(left, atOnce);
            left -= rows;
            if (column.isText && !column.isList) {
                auto done = cells.value()->readTexts(rows, [&](auto text) {
                    out.cells.push_back({std::string(text.value_or(""))});
                    out.nulls.push_back(!text);
                });
                if (!done) return done.error();
                continue;
            }
            ColumnValues values;
            if (auto done = cells.value()->read(rows, values); !done) return done.error();
            std::size_t next = 0;
            for (std::size_t row = 0; row < rows; ++row) {
                const std::int64_t size = column.isList ? values.sizes[row] : 1;
                auto& items = out.cells.emplace_back();
                out.nulls.push_back(size < 0);
                for (std::int64_t i = 0; i < size; ++i) {
                    const bool isFloat = std::holds_alternative<std::vector<float>>(values.values);
                    const bool isNull = std::ranges::binary_search(values.nulls, next);
                    items.push_back(isFloat && !isNull
                                        ? shortest(double{std::get<0>(values.values)[next]})
                                        : textAt(values, column.format, next));
                    ++next;
                }
            }
            EXPECT_EQ(next, values.size());
        }
        if (auto done = cells.value()->finish(); !done) return done.error();
    }
    return out;
}

/// Compares a column with the cells of its twin.
void expectTwin(const ReadColumn& column, const std::vector<std::string>& twin, bool isList,
                bool isDecimal, const std::string& where) {
    ASSERT_EQ(column.cells.size(), twin.size()) << where;
    for (std::size_t row = 0; row < twin.size(); ++row) {
        const std::string place = where + ", row " + std::to_string(row + 1);
        std::vector<std::string> expected;
        if (isList) {
            EXPECT_FALSE(column.nulls[row] && !twin[row].empty()) << place;
            expected = itemsOf(twin[row]);
        } else {
            expected.push_back(plain(twin[row]));
        }
        // Bytes that are no UTF-8 are replacement characters in the twin.
        if (twin[row].find("\xEF\xBF\xBD") != std::string::npos) continue;
        std::vector<std::string> found;
        for (const std::string& item : column.cells[row])
            found.push_back(plain(item));
        if (isDecimal) {
            // The twin multiplies by 10^-scale, which is a unit in the last place off.
            ASSERT_DOUBLE_EQ(std::stod(found.front()), std::stod(expected.front())) << place;
            continue;
        }
        ASSERT_EQ(found, expected) << place;
    }
}

TEST(ParquetConformance, everyFlatColumnComesOutAsInTheTwin) {
    DIAGONAL_NEEDS_SHARED_DATA();
    const std::string folder = sharedData() + "/parquet/apache/data/";
    // Line ends in cells, which csvRows() does not read.
    const std::set<std::string> bytes = {"fixed_length_byte_array.parquet", "binary.parquet"};
    std::size_t compared = 0;
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        const std::string twinName = folder + entry.path().stem().string() + ".csv";
        if (entry.path().extension() != ".parquet" || !fs::exists(twinName)) continue;
        auto source = openSource(entry.path().string());
        ASSERT_TRUE(source) << name;
        const auto file = openParquet({source.value().get()});
        if (!file) ADD_FAILURE() << name << ": " << describe(file.error());
        if (!file) continue;
        const auto twin = csvRows(twinName);
        ++files;
        for (std::size_t c = 0; c < file.value()->columns().size(); ++c) {
            const ColumnarColumn& column = file.value()->columns()[c];
            const auto header = std::ranges::find(twin.front(), column.name);
            const bool skips = !column.unreadable.empty() || header == twin.front().end() ||
                               (column.isList && column.isText) || bytes.contains(name);
            if (skips) continue;
            const auto place = static_cast<std::size_t>(header - twin.front().begin());
            std::vector<std::string> cells;
            for (std::size_t row = 1; row < twin.size(); ++row)
                cells.push_back(twin[row].size() > place ? twin[row][place] : "");
            for (const std::size_t atOnce : {std::size_t{3}, std::size_t{100'000}}) {
                const auto read = readColumn(*file.value(), c, atOnce);
                const std::string where = name + ": " + column.name;
                if (!read) {
                    // What a file's checksum says is believed.
                    EXPECT_NE(name.find("corrupt-checksum"), std::string::npos)
                        << where << ": " << describe(read.error());
                    continue;
                }
                expectTwin(read.value(), cells, column.isList, column.name.starts_with("decimal"),
                           where);
            }
            ++compared;
        }
    }
    EXPECT_GE(files, 50U);
    EXPECT_GE(compared, 220U);
}

}  // namespace
}  // namespace diagonal::testing
