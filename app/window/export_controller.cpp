// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/export_controller.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>

#include "app/dialogs/export_dialog.h"
#include "app/text/advice_text.h"
#include "core/reporting/report_writer.h"

namespace diagonal {

ExportController::ExportController(QWidget* window)
    : QObject(window),
      chooseFigurePath([window] {
          return QFileDialog::getSaveFileName(window, tr("Export figure"),
                                              QStringLiteral("diagram.png"), tr("PNG (*.png)"));
      }),
      chooseRowsPath([window] {
          return QFileDialog::getSaveFileName(window, tr("Save list of skipped rows"),
                                              QStringLiteral("skipped.csv"), tr("CSV (*.csv)"));
      }),
      m_window(window),
      m_saveJob([this](const SavedFigure& figure) {
          saveNext();
          reportSaved(figure.path, figure.saved);
          Q_EMIT figureExported(figure.path, figure.saved);
      }) {}

void ExportController::reportSaved(const QString& path, const Result<void>& saved) {
    Q_EMIT statusMessage(saved ? tr("Saved %1").arg(QFileInfo(path).fileName())
                               : windowText(saved.error()));
}

void ExportController::askForFigure(std::shared_ptr<const Report> report) {
    auto* dialog = new ExportDialog(m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ExportDialog::exportRequested, this,
            [this, report = std::move(report)](const FigureOptions& options) {
                QString path = chooseFigurePath();
                if (path.isEmpty()) return;
                if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".png");
                exportFigure(report, options, path);
            });
    dialog->open();
}

void ExportController::exportFigure(const std::shared_ptr<const Report>& report,
                                    const FigureOptions& options, const QString& path) {
    Q_EMIT statusMessage(tr("Saving %1").arg(QFileInfo(path).fileName()));
    // Drawing must happen on this thread; compressing the pixels, which takes longer, need not.
    m_waiting.emplace_back(renderedFigure(report, options), path);
    if (!m_saveJob.isBusy()) saveNext();
}

/// Saves the next waiting figure. Every figure is saved: a newer one does not replace the others.
void ExportController::saveNext() {
    if (m_waiting.empty()) return;
    const auto [image, path] = m_waiting.front();
    m_waiting.pop_front();
    m_saveJob.request([image = image, path = path](const StopFlag&) {
        return SavedFigure{path, savePng(image, path)};
    });
}

void ExportController::copyFigure(const std::shared_ptr<const Report>& report) {
    FigureOptions options;
    options.dpi = 192;
    QApplication::clipboard()->setImage(renderedFigure(report, options));
    Q_EMIT statusMessage(tr("Figure copied"));
}

void ExportController::saveSkippedRows(const Report& report) {
    const QString path = chooseRowsPath();
    if (path.isEmpty()) return;
    QSaveFile file(path);
    const QByteArray rows = QByteArray::fromStdString(skippedRowsCsv(report.dataset));
    const bool saved =
        file.open(QIODevice::WriteOnly) && file.write(rows) == rows.size() && file.commit();
    reportSaved(path, saved ? Result<void>()
                            : Error{ErrorKind::CannotRead,
                                    "cannot be written: " + file.errorString().toStdString(),
                                    path.toStdString()});
}

}  // namespace diagonal
