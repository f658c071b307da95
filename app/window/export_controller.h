// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <utility>

#include <QImage>
#include <QObject>

#include "app/diagram/figure_export.h"
#include "app/platform/background_job.h"

class QWidget;

namespace diagonal {

/// Exports the figure to a file or the clipboard, and the list of skipped rows to a file.
class ExportController : public QObject {
    Q_OBJECT

public:
    explicit ExportController(QWidget* window);

    /// Asks for size and path, then exports.
    void askForFigure(std::shared_ptr<const Report> report);
    /// Draws a report into the file `path`; compresses the pixels in the background.
    void exportFigure(const std::shared_ptr<const Report>& report, const FigureOptions& options,
                      const QString& path);
    void copyFigure(const std::shared_ptr<const Report>& report);
    void saveSkippedRows(const Report& report);

    /// Ask the user for a path; tests replace them.
    std::function<QString()> chooseFigurePath;
    std::function<QString()> chooseRowsPath;

Q_SIGNALS:
    void figureExported(const QString& path, const diagonal::Result<void>& saved);
    /// A few words on what was done.
    void statusMessage(const QString& remark);

private:
    struct SavedFigure {
        QString path;
        Result<void> saved;
    };
    void reportSaved(const QString& path, const Result<void>& saved);
    void saveNext();

    QWidget* m_window;
    BackgroundJob<SavedFigure> m_saveJob;
    std::deque<std::pair<QImage, QString>> m_waiting;  ///< figures with their paths, in order
};

}  // namespace diagonal
