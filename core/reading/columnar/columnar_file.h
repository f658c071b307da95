// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/reading/columnar/column_values.h"

namespace diagonal {

/// A column of a columnar file. Fields of structs are columns called "struct.field".
struct ColumnarColumn {
    std::string name;
    CellFormat format = CellFormat::Plain;
    bool isText = false;
    bool isList = false;         ///< every row holds a list of values
    bool isSingle = false;       ///< stored as floats of 4 bytes or fewer
    bool halfPrecision = false;  ///< stored as 16-bit floats
    std::string unreadable;      ///< why the cells cannot be read: "is of type INT96"; or empty
};

/// Receives a text, which is valid during the call only.
using TextTaker = std::function<void(std::optional<std::string_view>)>;

/// Reads the cells of a column from the first row on.
class CellReader {
public:
    virtual ~CellReader() = default;

    /// Appends the cells of exactly the next `rows` rows to `out`. Requires a column of numbers.
    /// Errors: Malformed, if there are fewer, too; Unsupported; CannotRead.
    virtual Result<void> read(std::size_t rows, ColumnValues& out) = 0;
    /// Passes the cells of exactly the next `rows` rows to `take`, in order; a null is nullopt.
    /// Requires a column of texts that is not one of lists. Errors: as read().
    virtual Result<void> readTexts(std::size_t rows, const TextTaker& take) = 0;
    /// Returns an error unless all rows have been read.
    virtual Result<void> finish() = 0;
    /// Returns the number of bytes that have to be decompressed for the next cell.
    virtual Result<std::size_t> bytesAhead() = 0;
};

/// No real table of predictions holds more rows than this for each of its bytes; a file of a few
/// bytes can announce any number of equal rows.
inline constexpr std::uint64_t kMostRowsPerByte = 4096;

/// A table that is stored by columns, in one or more groups of rows. Its functions may be called by
/// several threads at once.
class ColumnarFile {
public:
    virtual ~ColumnarFile() = default;

    virtual const std::vector<ColumnarColumn>& columns() const = 0;
    /// Returns the number of rows of each group, as the file states it.
    virtual std::span<const std::size_t> groups() const = 0;
    /// Returns a reader of a column's cells in one group. Requires a readable column. Errors: those
    /// of CellReader::read().
    virtual Result<std::unique_ptr<CellReader>> cells(std::size_t column,
                                                      std::size_t group) const = 0;
};

}  // namespace diagonal
