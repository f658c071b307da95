// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/predictions/dataset.h"
#include "core/reading/bytes/byte_source.h"
#include "core/reading/bytes/file_signature.h"

namespace diagonal {

/// A decompressed file; text is in UTF-8.
struct OpenedFile {
    std::unique_ptr<ByteSource> source;
    Container container = Container::Text;  ///< neither Gzip nor Zstd
    std::vector<Assumption> assumptions;    ///< compression and encoding
};

/// Recognises the content of `source`, streams it through its decompressors and converts text to
/// UTF-8. Errors: those of recognised(); CannotRead; Unsupported if it is compressed more than
/// three times.
Result<OpenedFile> openedFile(std::unique_ptr<ByteSource> source);

/// Opens a file, a pipe, or standard input ("-"), decompresses it and converts text to UTF-8.
Result<OpenedFile> openedFile(const std::string& path);

}  // namespace diagonal
