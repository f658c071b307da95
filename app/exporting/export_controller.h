// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include <QObject>

#include "app/diagram/figure_export.h"
#include "app/headless/command_text.h"
#include "app/platform/background_job.h"
#include "core/publishing/figure_words.h"
#include "core/publishing/tables.h"
#include "core/selecting/row_list.h"

class QMimeData;
class QWidget;

namespace diagonal {

/// Exports the figure to a file or the clipboard, and the list of skipped rows to a file.
class ExportController : public QObject {
    Q_OBJECT

public:
    explicit ExportController(QWidget* window);

    /// Figures show the parts of that in the window.
    void setParts(const FigureParts& parts) { m_asShown.content.parts = parts; }
    /// Figures show this part of the horizontal axis.
    void setZoom(const Axis& horizontal) { m_asShown.zoom = horizontal; }
    /// Offers again what was chosen before.
    void setLastExport(const std::optional<LastExport>& last) { m_last = last; }
    /// Asks for size and path, then exports. Waits for followReport() while the figure is computed.
    void askForFigure(const FigureSubject& subject);
    /// Does not ask any more when the figure is computed: the window shows something else.
    void stopWaiting();
    /// The window shows another report: asks now if that had to wait.
    void followReport(const std::shared_ptr<const Report>& report);
    /// Draws a figure into the file `path`, in the format that its ending stands for; compresses
    /// pixels in the background.
    void exportFigure(const FigureSubject& subject, const FigureOptions& options,
                      const QString& path);
    /// Copies the figure as pixels and as a vector graphic; of one model, its bins as a table, too.
    void copyFigure(const FigureSubject& subject);
    /// Copies a table of the report.
    void copyTable(const Report& report, TableKind kind, TableFormat format);
    /// Copies the command that draws the figure shown, and says what it does not express, `missing`
    /// among it.
    void copyCommand(ShownFigure shown, QStringList missing);
    /// Copies caption, methods and alternative text.
    void copyWords(const Report& report, Wording wording);
    /// Asks for a path, whose ending chooses the format, and saves a table of the report there.
    void saveTable(const Report& report, TableKind kind);
    void saveSkippedRows(const Report& report);
    /// Asks for a path, and saves a list of rows there in the background.
    void saveRows(std::shared_ptr<const RowList> list);

    /// Returns the session of the report's figure, or of that of several models with the report of
    /// their reference, which is to be saved as a picture; none at first.
    std::function<QByteArray(const Report& report, const FigureOptions& options,
                             const QString& picture)>
        sessionOf;

    /// Ask the user for a path, given a suggested one; tests replace them.
    std::function<QString(const QString&)> chooseFigurePath;
    std::function<QString(const QString&)> chooseRowsPath;
    std::function<QString(const QString&)> chooseTablePath;

Q_SIGNALS:
    void exportChosen(const diagonal::LastExport& last);
    void figureExported(const QString& path, const diagonal::Result<void>& saved);
    /// A few words on what was done.
    void statusMessage(const QString& remark);

private:
    struct SavedFigure {
        QString path;
        Result<void> saved;
    };
    using Save = std::function<Result<void>(const QString& path)>;
    /// False, with a message, while it is unknown which gaps chance alone produces.
    bool isFinished(const Report& report, const QString& whatNow);
    /// As isFinished(); says why there is no figure of several models.
    bool canDraw(const FigureSubject& subject, const QString& whatNow);
    std::optional<Table> finished(const Report& report, TableKind kind);
    void ask(const FigureSubject& subject);
    /// Puts a figure into the clipboard's data.
    void addFigure(const FigureSubject& subject, QMimeData& data) const;
    void reportSaved(const QString& path, const Result<void>& saved);
    void saveNext();

    QWidget* m_window;
    bool m_isWaiting = false;  ///< askForFigure() waits for a report
    FigureOptions m_asShown;   ///< what the figure in the window shows
    std::optional<LastExport> m_last;
    BackgroundJob<SavedFigure> m_saveJob;
    std::deque<std::pair<Save, QString>> m_waiting;  ///< figures with their paths, in order
};

}  // namespace diagonal
