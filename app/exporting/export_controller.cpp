// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exporting/export_controller.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>

#include "app/exporting/export_dialog.h"
#include "app/headless/printed_tables.h"
#include "app/text/advice_text.h"
#include "app/text/number_text.h"
#include "core/publishing/profile_figures.h"
#include "core/reporting/writing/report_writer.h"

namespace diagonal {
namespace {

/// Returns a path beside the data of a report: its name with another ending.
QString besideData(const std::string& file, const QString& ending) {
    const QFileInfo data(toQString(file));
    if (file == "-" || !data.exists()) return QStringLiteral("diagram") + ending;
    return data.absoluteDir().filePath(data.completeBaseName() + ending);
}

/// Returns the report that a figure shows, or that of the reference.
const Report& reportShownIn(const FigureSubject& subject) {
    return subject.report() ? *subject.report() : *subject.models()->models.front().report;
}

/// Returns a path that was chosen, with ".csv" if it has no ending. The user was not asked about an
/// existing file of the longer name.
QString withEnding(const QString& path) {
    const QString named = path + QStringLiteral(".csv");
    const bool isBare = !path.isEmpty() && QFileInfo(path).suffix().isEmpty();
    return isBare && !QFileInfo::exists(named) ? named : path;
}

TableFormat tableFormatOf(const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    return ending == QLatin1String("jsonl") ? TableFormat::JsonLines
           : ending == QLatin1String("md")  ? TableFormat::Markdown
           : ending == QLatin1String("tex") ? TableFormat::Latex
                                            : TableFormat::Csv;
}

}  // namespace

ExportController::ExportController(QWidget* window)
    : QObject(window),
      chooseFigurePath([window](const QString& suggested) {
          QFileDialog dialog(window, tr("Export figure"), QFileInfo(suggested).absolutePath());
          dialog.setAcceptMode(QFileDialog::AcceptSave);
          dialog.setNameFilters({tr("PNG (*.png)"), tr("SVG (*.svg)"), tr("PDF (*.pdf)"),
                                 tr("LaTeX, pgfplots (*.tex)"),
                                 tr("Page with all numbers (*.html)"),
                                 tr("View that opens again (*.diagonal)")});
          // The dialog adds the ending of the chosen format, so that it asks before it overwrites.
          const QString ending = QFileInfo(suggested).suffix();
          dialog.setDefaultSuffix(ending);
          for (const QString& filter : dialog.nameFilters()) {
              if (filter.contains(QLatin1Char('.') + ending)) dialog.selectNameFilter(filter);
          }
          QObject::connect(
              &dialog, &QFileDialog::filterSelected, &dialog, [&dialog](const QString& filter) {
                  // "PNG (*.png)"
                  dialog.setDefaultSuffix(filter.section(QLatin1Char('.'), -1).chopped(1));
              });
          dialog.selectFile(QFileInfo(suggested).fileName());
          return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
      }),
      chooseRowsPath([window](const QString& suggested) {
          return QFileDialog::getSaveFileName(window, tr("Save rows"), suggested,
                                              tr("CSV or JSON Lines (*.csv *.jsonl)"));
      }),
      chooseTablePath([window](const QString& suggested) {
          return QFileDialog::getSaveFileName(window, tr("Save table"), suggested,
                                              tr("CSV, Markdown or LaTeX (*.csv *.md *.tex)"));
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

bool ExportController::isFinished(const Report& report, const QString& whatNow) {
    const bool isShown = report.settings.profile
                             ? report.plan.contains(ReportPlan::of(*report.settings.profile))
                             : report.plan.consistency;
    const bool isBesideMeasured = !report.beside || !report.beside->curve.bins.empty();
    if (!report.isProvisional && isShown && isBesideMeasured) {
        if (!report.settings.profile || showsProfile(report)) return true;
        m_isWaiting = false;
        Q_EMIT statusMessage(toQString(profilePlot(report).error().detail));
        return false;
    }
    Q_EMIT statusMessage(tr("The figure is still being computed: %1").arg(whatNow));
    return false;
}

bool ExportController::canDraw(const FigureSubject& subject, const QString& whatNow) {
    if (subject.report()) return isFinished(*subject.report(), whatNow);
    const auto can = subject.check(FigureFormat::Png);
    if (!can) Q_EMIT statusMessage(toQString(can.error().detail));
    return can.hasValue();
}

void ExportController::askForFigure(const FigureSubject& subject) {
    m_isWaiting = subject.report() != nullptr;
    if (!canDraw(subject, tr("the dialog opens once it is drawn"))) return;
    m_isWaiting = false;
    ask(subject);
}

void ExportController::stopWaiting() {
    m_isWaiting = false;
}

void ExportController::followReport(const std::shared_ptr<const Report>& report) {
    if (m_isWaiting) askForFigure(report);
}

void ExportController::ask(const FigureSubject& subject) {
    auto* dialog = new ExportDialog(
        subject, m_asShown, m_last ? std::optional(m_last->options) : std::nullopt, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ExportDialog::exportRequested, this,
            [this, subject](const FigureOptions& options) {
                const LastExport last = m_last.value_or(LastExport());
                const QFileInfo suggested(besideData(subject.file(), last.ending));
                const bool hasFolder = !last.folder.isEmpty() && QDir(last.folder).exists();
                const QString path =
                    chooseFigurePath(hasFolder ? QDir(last.folder).filePath(suggested.fileName())
                                               : suggested.filePath());
                if (path.isEmpty()) return;
                const QFileInfo chosen(path);
                m_last = {options, chosen.absolutePath(), QLatin1Char('.') + chosen.suffix()};
                Q_EMIT exportChosen(*m_last);
                exportFigure(subject, options, path);
            });
    dialog->open();
}

void ExportController::exportFigure(const FigureSubject& subject, const FigureOptions& chosen,
                                    const QString& path) {
    FigureOptions options = chosen;
    const auto format = figureFormat(path);
    if (sessionOf && holdsSession(options.content.parts, path))
        options.session = sessionOf(reportShownIn(subject), options, path);
    if (!format) {
        Q_EMIT statusMessage(
            tr("Figures are saved as .png, .svg, .pdf, .tex, .html or .diagonal, not as %1")
                .arg(QFileInfo(path).fileName()));
        return;
    }
    if (const auto can = subject.check(*format); !can) {
        Q_EMIT statusMessage(toQString(can.error().detail));
        return;
    }
    const auto& report = subject.report();
    if (*format == FigureFormat::Html && report && !report->plan.contains(ReportPlan::inPanels())) {
        Q_EMIT statusMessage(tr("The page's numbers are still being computed: try again soon"));
        return;
    }
    if (*format == FigureFormat::Session && options.session.isEmpty()) {
        Q_EMIT statusMessage(toQString(withoutSession().detail));
        return;
    }
    Q_EMIT statusMessage(tr("Saving %1").arg(QFileInfo(path).fileName()));
    // Drawing must happen on this thread; compressing the pixels, which takes longer, need not.
    if (*format == FigureFormat::Png) {
        const QImage image = renderedFigure(subject, options);
        m_waiting.emplace_back([image](const QString& to) { return savePng(image, to); }, path);
    } else {
        const std::string bytes = vectorFigure(subject, options, *format).toStdString();
        m_waiting.emplace_back([bytes](const QString& to) { return saveBytes(bytes, to); }, path);
    }
    if (!m_saveJob.isBusy()) saveNext();
}

/// Saves the next waiting figure. Every figure is saved: a newer one does not replace the others.
void ExportController::saveNext() {
    if (m_waiting.empty()) return;
    const auto [save, path] = m_waiting.front();
    m_waiting.pop_front();
    m_saveJob.request([save = save, path = path](const StopFlag&) {
        return SavedFigure{path, save(path)};
    });
}

void ExportController::addFigure(const FigureSubject& subject, QMimeData& data) const {
    constexpr int dpi = 192;
    FigureOptions options = m_asShown;
    options.dpi = dpi;
    if (const auto inches = subject.usualInches())
        options.size = WrittenSize{*inches, true}.pixels(options.dpi);
    // Nobody knows where it will be pasted: its files are known by their names.
    if (sessionOf && options.content.parts.session)
        options.session = sessionOf(reportShownIn(subject), options,
                                    besideData(subject.file(), QStringLiteral(".png")));
    data.setImageData(renderedFigure(subject, options));
    data.setData(QStringLiteral("image/svg+xml"),
                 vectorFigure(subject, options, FigureFormat::Svg));
}

void ExportController::copyFigure(const FigureSubject& subject) {
    if (!canDraw(subject, tr("try again in a moment"))) return;
    auto* data = new QMimeData;
    addFigure(subject, *data);
    if (subject.report()) {
        if (const auto bins = tableOf(*subject.report(), TableKind::Bins))
            data->setText(toQString(written(bins.value(), TableFormat::Tabbed)));
    }
    QApplication::clipboard()->setMimeData(data);
    Q_EMIT statusMessage(subject.report() ? tr("Figure copied, with its bins as a table")
                                          : tr("Figure copied"));
}

/// Returns a table; none while some of its numbers are being computed, or if it has none: says so.
std::optional<Table> ExportController::finished(const Report& report, TableKind kind) {
    const bool isComputed = !report.isProvisional && report.plan.contains(planOf(kind));
    auto table =
        isComputed ? tableOf(report, kind) : undefined("these numbers are still being computed");
    if (table) return std::move(table).value();
    Q_EMIT statusMessage(toQString(table.error().detail));
    return std::nullopt;
}

void ExportController::copyTable(const Report& report, TableKind kind, TableFormat format) {
    const auto table = finished(report, kind);
    if (!table) return;
    QApplication::clipboard()->setText(QString::fromStdString(written(*table, format)));
    Q_EMIT statusMessage(tr("Table copied: %1").arg(QString::fromStdString(table->title)));
}

void ExportController::copyCommand(ShownFigure shown, QStringList missing) {
    shown.figure.content.parts = m_asShown.content.parts;
    const QString data = QFileInfo(toQString(shown.files.front().predictions)).completeBaseName();
    const bool isPiped = shown.files.front().predictions == "-";
    const QString picture = (isPiped ? QStringLiteral("diagram") : data) + QStringLiteral(".png");
    QApplication::clipboard()->setText(commandText(argumentsOf(shown, picture)));
    missing << inexpressible(shown.read);
    if (!shown.selection.conditions.areNone()) missing << tr("the listed rows");
    Q_EMIT statusMessage(
        missing.isEmpty()
            ? tr("Command copied")
            : tr("Command copied, but no option expresses %1").arg(missing.join(tr(" or "))));
}

void ExportController::copyWords(const Report& report, Wording wording) {
    if (!finished(report, TableKind::Scores)) return;
    ShownParts parts;
    const Axis part = m_asShown.part(report);
    parts.lowest = part.low;
    parts.highest = part.high;
    const FigureWords words = figureWords(report, wording, parts);
    QApplication::clipboard()->setText(QString::fromStdString(
        words.caption + "\n\n" + words.methods + "\n\n" + words.alternative + "\n"));
    Q_EMIT statusMessage(tr("Caption, methods and alternative text copied"));
}

void ExportController::saveTable(const Report& report, TableKind kind) {
    const auto table = finished(report, kind);
    if (!table) return;
    const QString ending =
        QStringLiteral("_") + QString::fromStdString(table->title) + QStringLiteral(".csv");
    const QString path = withEnding(chooseTablePath(besideData(report.dataset.file, ending)));
    if (!path.isEmpty()) reportSaved(path, saveBytes(written(*table, tableFormatOf(path)), path));
}

void ExportController::saveSkippedRows(const Report& report) {
    const Table rows = skippedRowTable(report.dataset);  // the report may go meanwhile
    const QString path =
        withEnding(chooseRowsPath(besideData(report.dataset.file, QStringLiteral("_skipped.csv"))));
    if (path.isEmpty()) return;
    reportSaved(path, saveBytes(written(rows, tableFormatOf(path)), path));
}

void ExportController::saveRows(std::shared_ptr<const RowList> list) {
    const QString path = withEnding(
        chooseRowsPath(besideData(list->dataset->summary.file, QStringLiteral("_rows.csv"))));
    if (path.isEmpty()) return;
    m_waiting.emplace_back(
        [list](const QString& to) -> Result<void> {
            const auto rows = printedRows(*list, tableFormatOf(to), true);
            if (!rows) return rows.error();
            return saveBytes(rows.value(), to);
        },
        path);
    if (!m_saveJob.isBusy()) saveNext();
}

}  // namespace diagonal
