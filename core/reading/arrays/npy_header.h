// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/reading/arrays/data_array.h"

namespace diagonal {

/// What an .npy file says of its array before the data.
struct NpyHeader {
    std::string descr;  ///< "<f8"; empty where the type is structured
    bool fortranOrder = false;
    std::vector<std::size_t> shape;
};

/// Takes the header of an .npy file of format version 1 to 3 and leaves the data. Errors:
/// Malformed, Unsupported.
Result<NpyHeader> readNpyHeader(ByteSource& source);

/// The type that a descr such as "<f8" names. Errors: Unsupported for objects, structures and
/// complex numbers.
Result<ElementType> npyElementType(const std::string& descr);

}  // namespace diagonal
