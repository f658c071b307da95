// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <string>

#include <QString>

#include "core/reading/options/read_options.h"

namespace diagonal {

/// The read options of earlier files by headerSignature(), which files with the same columns share;
/// stored in a JSON file.
class MappingMemory {
public:
    using Mappings = std::map<std::string, ReadOptions>;

    /// Keeps the options in memory only.
    MappingMemory() = default;
    /// Loads the file `path`; a missing or invalid file counts as empty.
    explicit MappingMemory(QString path);

    /// Returns an immutable map, which a background task may keep.
    std::shared_ptr<const Mappings> mappings() const { return m_mappings; }
    /// Stores the options of a signature; default options remove it. A failure to write the file
    /// is ignored: the next such file is then read with detected options.
    void remember(const std::string& signature, const ReadOptions& options);

private:
    QString m_path;
    std::shared_ptr<const Mappings> m_mappings = std::make_shared<const Mappings>();
};

}  // namespace diagonal
