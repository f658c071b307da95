// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/reading/arrow/arrow_schema.h"
#include "core/reading/bytes/block_codecs.h"
#include "core/reading/bytes/byte_source.h"

namespace diagonal {

/// Returns the error for bytes that break the rules of the format.
Error damagedArrow(const std::string& what);

/// A record batch, or a batch of a dictionary: where its arrays are.
struct ArrowBatch {
    std::string metadata;    ///< of its message
    std::uint64_t body = 0;  ///< offset of its buffers
    std::uint64_t bodySize = 0;
    std::size_t rows = 0;
    bool isInDictionary = false;
    std::map<std::int64_t, std::vector<std::size_t>> dictionaries;  ///< batches, by id

    /// Returns the table RecordBatch.
    FlatTable table() const {
        const FlatTable header = FlatTable::rootOf(metadata).table(2);
        return isInDictionary ? header.table(1) : header;
    }
};

/// Decoded values, and the memory that texts among them refer to.
struct DecodedArray {
    ColumnValues values;
    std::list<BlockBuffer> bytes;
};

/// Decodes the arrays of one record batch.
class ArrayDecoder {
public:
    /// `batches` are those of the file, to which those of its dictionaries belong. All must outlive
    /// it.
    ArrayDecoder(const RandomAccess& file, const std::vector<ArrowBatch>& batches,
                 const ArrowBatch& batch)
        : m_file(file), m_batches(batches), m_batch(batch), m_table(batch.table()) {}

    /// Appends the first `length` values of an array, nulls included. Errors: Malformed;
    /// CannotRead.
    Result<void> decode(const ArrowArray& array, std::size_t length, DecodedArray& out) const;

    /// Returns the number of values that the batch states for an array.
    std::size_t lengthOf(const ArrowPlace& place) const;

    /// Marks those of `length` values from `first` on as null whose bit in the bitmap of `place` is
    /// 0. Errors: those of decode().
    Result<void> addNulls(const ArrowPlace& place, std::size_t length, std::size_t first,
                          DecodedArray& out) const;

    /// Returns the bounds of `length` lists or texts: item i begins at bounds[i] and ends at
    /// bounds[i + 1], none above `limit`. Errors: those of decode().
    Result<std::vector<std::uint64_t>> bounds(const ArrowArray& array, std::size_t length,
                                              std::size_t limit, DecodedArray& out) const;

private:
    Result<void> decodeValues(const ArrowArray& array, std::size_t length, DecodedArray& out) const;
    Result<void> decodeBits(const ArrowArray& array, std::size_t length, DecodedArray& out) const;
    Result<void> decodeTexts(const ArrowArray& array, std::size_t length, DecodedArray& out) const;
    Result<void> decodeViews(const ArrowArray& array, std::size_t length, DecodedArray& out) const;
    Result<void> decodeIndices(const ArrowArray& array, std::size_t length,
                               DecodedArray& out) const;
    template <typename T, typename Convert>
    Result<void> appendFixed(const ArrowArray& array, std::size_t length, DecodedArray& out,
                             const Convert& convert) const;
    Result<std::string_view> buffer(const ArrowPlace& place, std::size_t index,
                                    DecodedArray& out) const;
    std::size_t variadicCount(std::size_t view) const;

    const RandomAccess& m_file;
    const std::vector<ArrowBatch>& m_batches;
    const ArrowBatch& m_batch;
    FlatTable m_table;
};

}  // namespace diagonal
