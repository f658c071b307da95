// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/opened_file.h"

#include "core/reading/compressed_source.h"
#include "core/reading/text_encoding.h"

namespace diagonal {
namespace {

constexpr int kMostWrappings = 3;  ///< compressed data inside compressed data

/// The text of a file in UTF-8, the encoding said where it is another.
void recode(OpenedFile& file, std::string_view head) {
    const TextEncoding encoding = detectedEncoding(head);
    file.source = asUtf8(std::move(file.source), encoding);
    if (encoding == TextEncoding::Utf8) return;
    file.assumptions.push_back(
        {"encoding", encoding == TextEncoding::Latin1 ? "Latin-1" : "UTF-16"});
}

}  // namespace

Result<OpenedFile> openedFile(std::unique_ptr<ByteSource> source) {
    OpenedFile file{std::move(source), Container::Text, {}};
    for (int wrapping = 0; wrapping <= kMostWrappings; ++wrapping) {
        const auto head = file.source->peek(kSignatureBytes);
        if (!head) return head.error();
        const auto container = recognised(head.value());
        if (!container) return container.error();
        file.container = container.value();
        if (file.container == Container::Gzip) {
            file.source = gzipContent(std::move(file.source));
            file.assumptions.push_back({"compression", "gzip"});
        } else if (file.container == Container::Zstd) {
            file.source = zstdContent(std::move(file.source));
            file.assumptions.push_back({"compression", "zstd"});
        } else {
            if (isText(file.container)) {
                const auto text = file.source->peek(kEncodingBytes);
                if (!text) return text.error();
                recode(file, std::string(text.value()));
                const auto recoded = file.source->peek(kSignatureBytes);
                if (!recoded) return recoded.error();
                const auto kind = recognised(recoded.value());
                if (kind && isText(kind.value())) file.container = kind.value();
            }
            return file;
        }
    }
    return Error{ErrorKind::Unsupported, "the data are compressed more than three times over"};
}

Result<OpenedFile> openedFile(const std::string& path) {
    auto source = openSource(path);
    if (!source) return source.error();
    return openedFile(std::move(source).value());
}

}  // namespace diagonal
