// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/reading/byte_source.h"
#include "core/result.h"

namespace diagonal {

/// A NumPy array of numbers in C order. Floats of 2 and 4 bytes become float, of 8 double;
/// integers and booleans become 64-bit integers.
struct NpyArray {
    std::vector<std::size_t> shape;
    std::variant<std::vector<double>, std::vector<float>, std::vector<std::int64_t>> values;
    bool halfPrecision = false;  ///< was float16

    std::size_t dimensions() const { return shape.size(); }
    bool isInteger() const { return values.index() == 2; }
    /// "float64 array of 8 x 3".
    std::string description() const;
};

/// Reads one .npy file of format version 1 to 3, one or two dimensions, either byte order, C or
/// Fortran order. The size is checked before memory is asked for; nothing is unpickled. Errors:
/// Malformed (truncated, size and header disagree), Unsupported (type, dimensions, version).
Result<NpyArray> readNpy(ByteSource& source, const ProgressCallback& progress);

/// Whether the .npy file at the head of `source` has one dimension (or N x 1). Takes nothing.
bool npyIsVector(ByteSource& source);

}  // namespace diagonal
