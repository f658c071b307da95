// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include <QObject>
#include <QTemporaryFile>

#include "app/platform/background_job.h"
#include "core/base/result.h"

namespace diagonal {

/// Opens a named pipe for reading, without waiting for a writer. Returns its descriptor; negative
/// if that fails.
int openedPipe(const std::string& path);

/// Copies a pipe into a temporary file in the background, so that it can be read while it grows,
/// and again with other options. The file is deleted with the spool.
class PipeSpool : public QObject {
    Q_OBJECT

public:
    /// Begins to read `descriptor`; closes it at the end if it is `owned`.
    explicit PipeSpool(int descriptor, bool owned = false, QObject* parent = nullptr);
    ~PipeSpool() override;

    /// Path of the temporary file; empty if it could not be created.
    std::string path() const { return m_path; }
    /// True while more data may arrive.
    bool isOpen() const { return m_isOpen; }

Q_SIGNALS:
    void ended();
    /// The pipe could not be read or its data not stored, and why; ended() follows.
    void errorOccurred(const QString& problem);

private:
    void readOn();

    void closeOwned();

    int m_descriptor;
    bool m_owned;
    QTemporaryFile m_file;
    std::string m_path;
    bool m_isOpen = true;
    /// True while more may come. Errors: CannotRead.
    using Step = Result<bool>;
    static Step moveBytes(int from, int to, const StopFlag& stop);
    void finish(const Step& step);

    std::unique_ptr<BackgroundJob<Step>> m_job;
};

}  // namespace diagonal
