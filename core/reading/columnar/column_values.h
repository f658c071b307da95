// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace diagonal {

/// Meaning of a column's integers, or of its numbers.
enum class CellFormat {
    Plain,
    Unsigned,  ///< the 64 bits are an unsigned number
    Boolean,
    Date,        ///< days since 1970-01-01
    TimeMillis,  ///< since midnight
    TimeMicros,
    TimeNanos,
    TimestampSeconds,  ///< since 1970-01-01T00:00:00Z
    TimestampMillis,
    TimestampMicros,
    TimestampNanos
};

/// Decoded cells of a column: one value per row, or, in a column of lists, per item.
struct ColumnValues {
    std::variant<std::vector<float>, std::vector<double>, std::vector<std::int64_t>,
                 std::vector<std::string_view>>
        values;
    std::vector<std::size_t> nulls = {};   ///< indices of values that are null, ascending
    std::vector<std::int64_t> sizes = {};  ///< of a column of lists: items per row, -1 for a null

    /// Returns the number of values.
    std::size_t size() const {
        return std::visit([](const auto& all) { return all.size(); }, values);
    }
    /// Removes all values; their type stays.
    void clear() {
        std::visit([](auto& all) { all.clear(); }, values);
        nulls.clear();
        sizes.clear();
    }
};

/// Returns how many seconds since 1970-01-01 a unit of dates and timestamps stands for; 0 for other
/// formats.
double secondsPerUnit(CellFormat format);

/// Returns a value as text: numbers in their shortest form, times in UTC ("2024-05-01T12:00:00Z").
/// A null is empty. Requires index < values.size().
std::string textAt(const ColumnValues& values, CellFormat format, std::size_t index);

/// As above, of a value that is not null.
std::string valueText(const ColumnValues& values, CellFormat format, std::size_t index);

/// As textAt(), of an integer.
std::string integerText(std::int64_t value, CellFormat format);

}  // namespace diagonal
