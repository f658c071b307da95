// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/predictions/dataset.h"
#include "core/reading/bytes/byte_source.h"
#include "core/reading/bytes/file_signature.h"

namespace diagonal {

/// A file whose wrappings are off: decompressed, a text in UTF-8.
struct OpenedFile {
    std::unique_ptr<ByteSource> source;
    Container container = Container::Text;  ///< neither Gzip nor Zstd
    std::vector<Assumption> assumptions;    ///< compression and encoding
};

/// Recognises what `source` holds, streams it through its decompressors and recodes text. Errors:
/// those of recognised(); CannotRead; Unsupported where it is compressed more than three times.
Result<OpenedFile> openedFile(std::unique_ptr<ByteSource> source);

/// The same of a file, a pipe, or standard input ("-").
Result<OpenedFile> openedFile(const std::string& path);

}  // namespace diagonal
