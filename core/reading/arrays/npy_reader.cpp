// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/arrays/npy_reader.h"

#include "core/base/text.h"
#include "core/reading/arrays/npy_header.h"

namespace diagonal {

bool npyIsVector(ByteSource& source) {
    constexpr std::size_t enough = std::size_t{1} << 16;
    const auto head = source.peek(enough);
    if (!head) return false;
    MemorySource bytes(head.value());
    const auto header = readNpyHeader(bytes);
    if (!header) return false;
    const auto& shape = header.value().shape;
    return shape.size() == 1 || (shape.size() == 2 && shape[1] == 1);
}

Result<DataArray> readNpy(ByteSource& source, const ProgressCallback& progress) {
    auto header = readNpyHeader(source);
    if (!header) return header.error();
    const auto type = npyElementType(header.value().descr);
    if (!type) return type.error();
    const ArrayLayout layout{header.value().shape, type.value(), header.value().fortranOrder};
    const auto bytes = byteCount(layout);
    if (!bytes) return bytes.error();
    if (source.size()) {
        const std::size_t there = *source.size() - std::min(*source.size(), source.consumed());
        if (bytes.value() != there) {
            return Error{
                ErrorKind::Malformed,
                "the npy header declares " + counted(bytes.value(), "byte") +
                    " of data, the file holds " + groupedDigits(there) +
                    (bytes.value() > there ? ": it is truncated" : ": more data follow the array")};
        }
    }
    return readArray(source, layout, progress);
}

}  // namespace diagonal
