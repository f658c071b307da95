// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <QObject>
#include <QTimer>

namespace diagonal {

/// Metadata that reveals a change of a file without reading it.
struct FileState {
    std::int64_t size = 0;
    std::int64_t modified = 0;  ///< nanoseconds
    std::uint64_t inode = 0;

    bool operator==(const FileState&) const = default;
};

/// The state of each file; none if it does not exist or is not a regular file.
using FileStates = std::vector<std::optional<FileState>>;
FileStates statesOf(const std::vector<std::string>& paths);

/// Polls files twice a second. A poll costs microseconds, works on every file system, and detects a
/// file that is replaced, grows, is deleted or reappears.
class FileWatch : public QObject {
    Q_OBJECT

public:
    explicit FileWatch(QObject* parent = nullptr);

    /// Watches files that were in the states `read` when they were read; `wholly` is false if an
    /// end was left out because they were still growing.
    void follow(std::vector<std::string> paths, FileStates read, bool wholly);
    void stop();
    /// Polls now.
    void look();

Q_SIGNALS:
    /// The files differ from what was read (`other`), or their end was left out and they no longer
    /// change. `settled`: unchanged since the last poll. Emitted at each poll until they are read
    /// again.
    void changed(bool settled, bool other);
    void vanished();
    /// The files are back, unchanged since they were read.
    void returned();

private:
    QTimer m_timer;
    std::vector<std::string> m_paths;
    FileStates m_read;
    FileStates m_last;
    bool m_wholly = true;
    bool m_isMissing = false;
};

}  // namespace diagonal
