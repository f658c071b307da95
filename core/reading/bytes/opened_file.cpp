// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/bytes/opened_file.h"

#include "core/base/text.h"
#include "core/reading/bytes/compressed_source.h"
#include "core/reading/bytes/text_encoding.h"

namespace diagonal {
namespace {

constexpr int kMostCompressionLayers = 3;  ///< compressed data inside compressed data

/// Converts the text of a file to UTF-8 and records its encoding if it was another.
void recode(OpenedFile& file, std::string_view head) {
    const TextEncoding encoding = detectedEncoding(head);
    file.source = asUtf8(std::move(file.source), encoding);
    if (encoding == TextEncoding::Utf8) return;
    file.assumptions.push_back(
        {"encoding", encoding == TextEncoding::Latin1 ? "Latin-1" : "UTF-16"});
}

/// Records the compression: "gzip", or "gzip, zstd" for data compressed twice.
void noteCompression(const std::string& name, OpenedFile& file) {
    if (file.assumptions.empty()) {
        file.assumptions.push_back({"compression", name});
    } else {
        file.assumptions.back().value += ", " + name;
    }
}

/// Returns an error for R data compressed with bzip2 or xz, which only the file name reveals.
/// saveRDS() and save() may also use gzip, which is decompressed and recognised.
Result<void> checkNotR(ByteSource& source, const std::string& path) {
    using namespace std::string_view_literals;
    const std::string name = lowerCase(path);
    const bool isR = name.ends_with(".rds") || name.ends_with(".rda") || name.ends_with(".rdata");
    if (!isR) return {};
    const auto head = source.peek(6);
    if (!head || !(head.value().starts_with("BZh") || head.value() == "\xFD\x37zXZ\0"sv)) {
        return {};
    }
    return unsupported(
        "this is an R data file, compressed. Save it in R: write.csv(frame, "
        "'predictions.csv', row.names = FALSE)");
}

}  // namespace

Result<OpenedFile> openedFile(std::unique_ptr<ByteSource> source) {
    OpenedFile file{std::move(source), Container::Text, {}};
    for (int layer = 0; layer <= kMostCompressionLayers; ++layer) {
        const auto head = file.source->peek(kSignatureBytes);
        if (!head) return head.error();
        const auto container = recognised(head.value());
        if (!container) return container.error();
        file.container = container.value();
        if (file.container == Container::Gzip) {
            file.source = gzipContent(std::move(file.source));
            noteCompression("gzip", file);
        } else if (file.container == Container::Zstd) {
            file.source = zstdContent(std::move(file.source));
            noteCompression("zstd", file);
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
    return unsupported("the data are compressed more than three times over");
}

Result<OpenedFile> openedFile(const std::string& path) {
    auto source = openSource(path);
    if (!source) return source.error();
    if (auto done = checkNotR(*source.value(), path); !done) return done.error();
    return openedFile(std::move(source).value());
}

}  // namespace diagonal
