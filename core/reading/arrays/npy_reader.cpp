// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/arrays/npy_reader.h"

#include "core/base/text.h"
#include "core/reading/arrays/npy_header.h"

namespace diagonal {

namespace {

/// Returns the header at the start of `source`, of which it consumes nothing.
Result<NpyHeader> headerAhead(ByteSource& source) {
    constexpr std::size_t enough = std::size_t{1} << 16;
    const auto head = source.peek(enough);
    if (!head) return head.error();
    MemorySource bytes(head.value());
    return readNpyHeader(bytes);
}

bool areImages(const NpyHeader& header) {
    return header.shape.size() == 3 || header.shape.size() == 4;
}

}  // namespace

bool npyIsVector(ByteSource& source) {
    const auto header = headerAhead(source);
    if (!header) return false;
    const auto& shape = header.value().shape;
    return shape.size() == 1 || (shape.size() == 2 && shape[1] == 1);
}

bool npyIsImages(ByteSource& source) {
    const auto header = headerAhead(source);
    return header && areImages(header.value());
}

bool npyIsImagesOfLabels(ByteSource& source) {
    const auto header = headerAhead(source);
    if (!header || !areImages(header.value())) return false;
    const auto type = npyElementType(header.value().descr);
    return type &&
           (type.value().kind == 'i' || type.value().kind == 'u' || type.value().kind == 'b');
}

Result<DataArray> readNpy(ByteSource& source, const ProgressCallback& progress,
                          const std::optional<RowSample>& sample) {
    const auto layout = readNpyLayout(source);
    if (!layout) return layout.error();
    const auto bytes = byteCount(layout.value());
    if (!bytes) return bytes.error();
    if (source.size()) {
        const std::size_t there = *source.size() - std::min(*source.size(), source.consumed());
        if (bytes.value() != there) {
            return malformed(
                "the npy header declares " + counted(bytes.value(), "byte") +
                " of data, the file holds " + groupedDigits(there) +
                (bytes.value() > there ? ": it is truncated" : ": more data follow the array"));
        }
    }
    return readArray(source, layout.value(), progress, sample);
}

}  // namespace diagonal
