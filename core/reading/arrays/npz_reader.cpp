// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/arrays/npz_reader.h"

#include <algorithm>
#include <optional>

#include "core/base/text.h"
#include "core/reading/arrays/npy_reader.h"
#include "core/reading/bytes/zip_directory.h"
#include "core/reading/roles/column_names.h"
#include "core/reading/roles/role_assignment.h"

namespace diagonal {
namespace {

Error notNpz(const std::vector<ZipMember>& members) {
    const auto holds = [&](std::string_view part) {
        return std::any_of(members.begin(), members.end(), [&](const ZipMember& member) {
            return member.name.find(part) != std::string::npos;
        });
    };
    if (holds("data.pkl")) {
        return unsupported(
            "this is a PyTorch file; no code in it is run. Save plain arrays instead:\n"
            "    import numpy as np\n"
            "    np.savez('predictions.npz', logits=logits.numpy(), "
            "labels=labels.numpy())");
    }
    if (holds("xl/")) {
        return unsupported("this is an Excel workbook. Save the sheet as CSV and open that");
    }
    return unsupported("this zip file holds no .npy array");
}

/// Returns true for the files that macOS adds beside each member of an archive: "._" and its name.
bool isResourceFork(std::string_view name) {
    const auto slash = name.rfind('/');
    return name.substr(slash == std::string_view::npos ? 0 : slash + 1).starts_with("._");
}

/// Reads the remaining bytes, so that their CRC is checked; returns the error, if there is one.
Result<void> readToEnd(ByteSource& bytes) {
    std::vector<char> block(std::size_t{1} << 16);
    for (;;) {
        const auto got = bytes.read(block);
        if (!got) return got.error();
        if (got.value() < block.size()) return {};
    }
}

}  // namespace

Result<std::vector<NamedArray>> readNpz(ByteSource& source, const ProgressCallback& progress,
                                        const std::optional<RowSample>& sample) {
    const auto zip = allBytes(source);
    if (!zip) return zip.error();
    const auto members = zipMembers(*zip.value());
    if (!members) return members.error();
    return arraysIn(*zip.value(), members.value(), progress, sample);
}

Result<std::vector<NamedArray>> arraysIn(const RandomAccess& zip,
                                         const std::vector<ZipMember>& members,
                                         const ProgressCallback& progress,
                                         const std::optional<RowSample>& sample) {
    constexpr std::string_view ending = ".npy";
    std::vector<NamedArray> arrays;
    Result<void> skipped;
    for (const ZipMember& member : members) {
        if (!member.name.ends_with(ending) || isResourceFork(member.name)) continue;
        const auto content = zipContent(zip, member);
        if (!content) return content.error();
        const std::string key = member.name.substr(0, member.name.size() - ending.size());
        ByteSource& bytes = *content.value();
        const auto head = bytes.peek(6);
        if (!head) return head.error();
        if (head.value() != "\x93NUMPY") {
            return malformed("this member is not a NumPy array", key);
        }
        // Images may be what was classified, and large.
        const bool needed = namesLabel(key) || namedScale(key) != NamedScale::None;
        const bool arePictures = pictureNameRank(key) || !npyIsImagesOfLabels(bytes);
        if (!needed && npyIsImages(bytes) && arePictures) {
            skipped = unsupported(
                "images are read only if their key names scores or labels, such as "
                "probs, logits or labels",
                key);
            continue;
        }
        auto array = readNpy(bytes, progress, sample);
        if (!array) {
            // Damaged bytes would explain any other error.
            const auto rest = readToEnd(bytes);
            Error error = rest ? array.error() : rest.error();
            error.key = key;
            // Unsupported arrays, such as objects, may not be needed; labels and scores are.
            if (error.kind != ErrorKind::Unsupported || needed) return error;
            skipped = error;
            continue;
        }
        arrays.push_back({key, std::move(array).value()});
    }
    if (arrays.empty()) return skipped ? notNpz(members) : skipped.error();
    return arrays;
}

}  // namespace diagonal
