// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/reading/bytes/byte_source.h"
#include "core/reading/options/pixel_grid.h"

namespace diagonal {

/// An array in C order. Floats of 2 and 4 bytes become float, those of 8 double; integers and
/// booleans become the narrowest of the integer types below that holds all of them, or texts beyond
/// 64 bits; texts are UTF-8.
struct DataArray {
    std::vector<std::size_t> shape;
    std::variant<std::vector<double>, std::vector<float>, std::vector<std::int16_t>,
                 std::vector<std::int32_t>, std::vector<std::int64_t>, std::vector<std::string>>
        values;
    bool halfPrecision = false;                 ///< was float16 or bfloat16
    std::optional<PixelGrid> pixels = {};       ///< if each row is a pixel of these images
    std::vector<std::size_t> storedShape = {};  ///< of images, as in the file

    std::size_t dimensions() const { return shape.size(); }
    std::size_t rows() const { return shape.front(); }
    /// Returns the number of columns, which is 1 for one dimension.
    std::size_t columns() const { return shape.size() == 2 ? shape[1] : 1; }
    bool isInteger() const {
        return std::visit(
            [](const auto& all) {
                return std::is_integral_v<typename std::remove_cvref_t<decltype(all)>::value_type>;
            },
            values);
    }
    bool isText() const { return std::holds_alternative<std::vector<std::string>>(values); }
    /// Returns type and shape, such as "float array of 8 x 3".
    std::string description() const;
    /// Returns one element as text, numbers in their shortest form.
    std::string textAt(std::size_t index) const;
};

/// An array with the key it was stored under.
struct NamedArray {
    std::string key;
    DataArray array;
};

/// How an element is stored.
struct ElementType {
    char kind = 'f';       ///< f, i, u, b as in NumPy; B bfloat16; U UTF-32 text, S byte text
    std::size_t size = 8;  ///< in bytes, not 0
    bool bigEndian = false;
};

/// How an array is stored.
struct ArrayLayout {
    std::vector<std::size_t> shape;
    ElementType type;
    bool fortranOrder = false;
};

/// Returns the number of bytes of an array. Errors: Unsupported unless it has one to four
/// dimensions; NoUsableRows if one of them is 0; Malformed for sizes beyond 64 bits.
Result<std::size_t> byteCount(const ArrayLayout& layout);

/// Returns the number that is stored at `bytes`. Requires a type of numbers or booleans.
double numberAt(const char* bytes, const ElementType& type);

/// Reads an array from `source`. Allocates its whole size only if source.size() is known; otherwise
/// memory grows as bytes arrive. Three or four dimensions are images, of whose pixels `sample` is
/// drawn (readPixels()). Errors: those of byteCount(); Malformed if `source` ends early; Cancelled.
Result<DataArray> readArray(ByteSource& source, const ArrayLayout& layout,
                            const ProgressCallback& progress,
                            const std::optional<RowSample>& sample = {});

}  // namespace diagonal
