// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/arrays/safetensors_reader.h"

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <simdjson.h>

#include "core/base/text.h"
#include "core/reading/bytes/file_signature.h"
#include "core/reading/roles/column_names.h"

namespace diagonal {
namespace {

namespace dom = simdjson::dom;

struct TypeName {
    std::string_view name;
    ElementType type;
};
constexpr auto kTypes = std::to_array<TypeName>({{"F64", {'f', 8, false}},
                                                 {"F32", {'f', 4, false}},
                                                 {"F16", {'f', 2, false}},
                                                 {"BF16", {'B', 2, false}},
                                                 {"I64", {'i', 8, false}},
                                                 {"I32", {'i', 4, false}},
                                                 {"I16", {'i', 2, false}},
                                                 {"I8", {'i', 1, false}},
                                                 {"U64", {'u', 8, false}},
                                                 {"U32", {'u', 4, false}},
                                                 {"U16", {'u', 2, false}},
                                                 {"U8", {'u', 1, false}},
                                                 {"BOOL", {'b', 1, false}}});

struct Tensor {
    std::string name;
    ArrayLayout layout;
    std::size_t begin = 0;
    std::size_t end = 0;
};

Result<Tensor> tensorOf(std::string name, dom::element value) {
    Tensor tensor;
    tensor.name = std::move(name);
    std::string_view dtype;
    dom::array shape;
    dom::array offsets;
    if (value["dtype"].get(dtype) != simdjson::SUCCESS ||
        value["shape"].get(shape) != simdjson::SUCCESS ||
        value["data_offsets"].get(offsets) != simdjson::SUCCESS || offsets.size() != 2) {
        return malformed("the header lacks dtype, shape or data_offsets", tensor.name);
    }
    const auto* known = std::ranges::find(kTypes, dtype, &TypeName::name);
    if (known == kTypes.end()) {
        return unsupported(
            "the type " + quotedText(dtype) + " is not supported; save float32 or int64",
            tensor.name);
    }
    tensor.layout.type = known->type;
    for (dom::element length : shape) {
        std::uint64_t size = 0;
        if (length.get(size) != simdjson::SUCCESS) {
            return malformed("a dimension is not a whole number", tensor.name);
        }
        tensor.layout.shape.push_back(size);
    }
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    if (offsets.at(0).get(begin) != simdjson::SUCCESS ||
        offsets.at(1).get(end) != simdjson::SUCCESS || end < begin) {
        return malformed("data_offsets are not two ascending numbers", tensor.name);
    }
    tensor.begin = begin;
    tensor.end = end;
    return tensor;
}

Result<std::vector<Tensor>> tensorsOf(const std::string& header) {
    dom::parser parser;
    dom::object fields;
    const auto code = parser.parse(header).get_object().get(fields);
    if (code == simdjson::MEMALLOC) throw std::bad_alloc();
    if (code != simdjson::SUCCESS) {
        return malformed(std::string("the safetensors header is not valid JSON (") +
                         simdjson::error_message(code) + ")");
    }
    std::vector<Tensor> tensors;
    for (const auto field : fields) {
        if (field.key == "__metadata__") continue;
        auto tensor = tensorOf(std::string(field.key), field.value);
        if (!tensor) return tensor.error();
        tensors.push_back(std::move(tensor).value());
    }
    return tensors;
}

}  // namespace

Result<std::vector<NamedArray>> readSafetensors(ByteSource& source,
                                                const ProgressCallback& progress,
                                                const std::optional<RowSample>& sample) {
    const auto all = allBytes(source);
    if (!all) return all.error();
    const RandomAccess& file = *all.value();
    const auto head = file.bytesAt(0, kSafetensorsLengthBytes);
    if (!head) return head.error();
    if (head.value().size() < kSafetensorsLengthBytes ||
        safetensorsHeaderLength(head.value()) > file.size() - kSafetensorsLengthBytes) {
        return malformed("the safetensors file ends inside its header");
    }
    const std::uint64_t length = safetensorsHeaderLength(head.value());
    const auto header = file.bytesAt(kSafetensorsLengthBytes, length);
    if (!header) return header.error();
    const auto tensors = tensorsOf(header.value());
    if (!tensors) return tensors.error();
    const std::uint64_t dataBegin = kSafetensorsLengthBytes + length;
    const std::uint64_t dataSize = file.size() - dataBegin;
    std::vector<NamedArray> arrays;
    std::uint64_t taken = 0;
    for (const Tensor& tensor : tensors.value()) {
        const auto size = byteCount(tensor.layout);
        if (!size && size.error().kind == ErrorKind::Malformed) {
            return malformed(size.error().detail, tensor.name);
        }
        const bool isImages = tensor.layout.shape.size() > 2;
        const bool isNeeded =
            namesLabel(tensor.name) || namedScale(tensor.name) != NamedScale::None;
        if (!size || (isImages && !isNeeded)) continue;
        if (tensor.end > dataSize || tensor.end - tensor.begin != size.value()) {
            return malformed("its header declares " + counted(size.value(), "byte") +
                                 ", but data_offsets cover " +
                                 groupedDigits(tensor.end - tensor.begin) + " of " +
                                 groupedDigits(dataSize) + " in the file",
                             tensor.name);
        }
        taken += size.value();
        if (taken > dataSize) return malformed("the tensors of the file overlap", tensor.name);
        PartSource values(file, dataBegin + tensor.begin, size.value());
        auto array = readArray(values, tensor.layout, progress, sample);
        if (!array) return array.error();
        arrays.push_back({tensor.name, std::move(array).value()});
    }
    if (arrays.empty()) {
        return unsupported("this safetensors file holds no tensor of one or two dimensions");
    }
    return arrays;
}

}  // namespace diagonal
