// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/reading/arrays/data_array.h"

namespace diagonal {

/// The header of an .npy file, which describes its array.
struct NpyHeader {
    std::string descr;  ///< "<f8"; empty for a structured type
    bool fortranOrder = false;
    std::vector<std::size_t> shape;
};

/// Reads the header of an .npy file of format version 1 to 3; the data remain in `source`. Errors:
/// Malformed, Unsupported.
Result<NpyHeader> readNpyHeader(ByteSource& source);

/// Returns the element type for a descr such as "<f8". Errors: Unsupported for objects, structures
/// and complex numbers.
Result<ElementType> npyElementType(const std::string& descr);

/// Reads the header and returns how the array is stored. Errors: those of the two functions above.
Result<ArrayLayout> readNpyLayout(ByteSource& source);

}  // namespace diagonal
