// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/reading/arrays/data_array.h"
#include "core/reading/bytes/byte_source.h"
#include "core/reading/bytes/file_signature.h"
#include "core/reading/options/file_preview.h"
#include "core/reading/options/read_options.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// A format that the program reads. The table of formats serves detection of labels, reading, the
/// file dialog, the welcome page, the desktop file and --help. A new array format adds its
/// signature to file_signature.*, a row here, and its reader.
struct FileFormat {
    using ColumnReader = Result<RoleColumns> (*)(const FileFormat&, ByteSource&, const ReadOptions&,
                                                 const ReadObserver&);
    using LabelReader = Result<LabelsOfRows> (*)(const FileFormat&, ByteSource&, const ReadOptions&,
                                                 const ReadObserver&);
    /// Inspects a file before it is read, with the columns that the user chose.
    using Inspection = bool (*)(const FileFormat&, ByteSource&, const ReadOptions&);
    using PartsReader = Result<RoleColumns> (*)(const std::vector<ByteSource*>&, const ReadOptions&,
                                                const ReadObserver&);
    using ArrayReader = Result<std::vector<NamedArray>> (*)(ByteSource&, const ProgressCallback&,
                                                            const std::optional<RowSample>&);

    Container container = Container::Text;
    std::string_view name;                         ///< in lists of formats: "CSV, TSV, ARFF"
    std::string_view title;                        ///< of one file in this format: "NumPy archive"
    std::span<const std::string_view> extensions;  ///< of files that hold data: ".csv"
    /// Extensions that files of any content have, too: offered when a user chooses a file.
    std::span<const std::string_view> commonExtensions;
    std::string_view mimeTypes;  ///< of the desktop file, each followed by ";"
    ColumnReader readColumns = nullptr;
    LabelReader readLabels = nullptr;      ///< reads a file that holds the labels of another
    Inspection holdsLabelsOnly = nullptr;  ///< labels and no predictions
    Inspection lacksLabels = nullptr;      ///< predictions and no labels
    ArrayReader readArrays = nullptr;      ///< of array formats
    PartsReader readParts = nullptr;       ///< of formats that divide a table into files
};

/// Returns all formats, text formats first.
std::span<const FileFormat> fileFormats();

/// Returns the format of a container that is not compressed.
const FileFormat& formatOf(Container container);

/// Returns the extensions that follow those of a format if a file is compressed: ".gz".
std::span<const std::string_view> compressionExtensions();

/// Returns true for names of data files in a format that this program reads, whatever they hold.
bool namesData(std::string_view fileName);

/// Returns the names of all formats for a list: "CSV, TSV, ARFF, JSON, ...".
std::string formatNames();

}  // namespace diagonal
