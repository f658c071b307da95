// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <QObject>
#include <QTimer>

namespace diagonal {

/// What tells one content of a file from another without reading it.
struct FileState {
    std::int64_t size = 0;
    std::int64_t modified = 0;  ///< nanoseconds
    std::uint64_t inode = 0;

    bool operator==(const FileState&) const = default;
};

/// The state of each file; none for one that is not there.
using FileStates = std::vector<std::optional<FileState>>;
FileStates statesOf(const std::vector<std::string>& paths);

/// Looks at files twice a second: a look costs microseconds, works on every file system, and sees a
/// file that is replaced, grows, vanishes and comes back.
class FileWatch : public QObject {
    Q_OBJECT

public:
    explicit FileWatch(QObject* parent = nullptr);

    /// Follows files that were read in these states; `wholly` unless an end was left out because
    /// they were still growing.
    void follow(std::vector<std::string> paths, FileStates read, bool wholly);
    void stop();
    /// Looks now.
    void look();

Q_SIGNALS:
    /// The files are other than what was read, or their end was left out. `settled`: they no longer
    /// change. `other`: something is new. Told at each look until they are read again.
    void changed(bool settled, bool other);
    void vanished();
    /// They are back as they were read.
    void returned();

private:
    QTimer m_timer;
    std::vector<std::string> m_paths;
    FileStates m_read;
    FileStates m_last;
    bool m_wholly = true;
    bool m_gone = false;
};

}  // namespace diagonal
