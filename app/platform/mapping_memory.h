// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <string>

#include <QString>

#include "core/reading/options/read_options.h"

namespace diagonal {

/// How files with the same columns were read before, by headerSignature(); kept in a JSON file.
class MappingMemory {
public:
    using Mappings = std::map<std::string, ReadOptions>;

    /// Remembers nothing beyond its life.
    MappingMemory() = default;
    /// Loads what `path` holds; a file that is no such memory counts as empty.
    explicit MappingMemory(QString path);

    /// Constant: a background task may keep it.
    std::shared_ptr<const Mappings> mappings() const { return m_mappings; }
    /// Options that say nothing are forgotten. A file that cannot be written is no error: the next
    /// file is then read as detected.
    void remember(const std::string& signature, const ReadOptions& options);

private:
    QString m_path;
    std::shared_ptr<const Mappings> m_mappings = std::make_shared<const Mappings>();
};

}  // namespace diagonal
