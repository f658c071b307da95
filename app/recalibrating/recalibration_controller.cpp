// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recalibrating/recalibration_controller.h"

#include <algorithm>

#include <QFileDialog>
#include <QFileInfo>

#include "app/headless/recalibration_files.h"
#include "app/platform/parallel.h"
#include "app/recalibrating/recalibration_dialog.h"
#include "app/session/session.h"
#include "app/text/advice_text.h"
#include "app/text/number_text.h"
#include "core/base/text.h"
#include "core/models/model_list.h"
#include "core/models/next_task.h"
#include "core/models/opened_source.h"
#include "core/predictions/prediction_writer.h"

namespace diagonal {
namespace {

constexpr std::size_t kFolds = 5;

/// Recalibrates rows, and measures them before and after.
Result<Model> recalibratedModel(const std::shared_ptr<const Dataset>& rows, MapSource map,
                                const AnalysisSettings& settings, const Execution& execution) {
    Model model;
    model.unmapped = rows;
    Wanted wanted{settings};
    wanted.before = planOfMaps();
    wanted.before->temperatureProfile = map.choice.kind == MapKind::Temperature;
    wanted.map = std::move(map);
    wanted.plans = {planOfMaps()};
    wanted.plans.front().consistency = true;  // they are drawn
    while (auto task = nextTask(model, wanted)) {
        const FinishedTask finished = run(std::move(*task), execution);
        if (!take(finished, model)) return finished.error.value_or(cancelled());
    }
    if (model.problem) return *model.problem;
    return model;
}

}  // namespace

RecalibrationController::RecalibrationController(Session& session, QWidget* window)
    : QObject(window),
      m_session(session),
      m_window(window),
      m_job([this](const Result<Model>& fit) { finish(fit); }),
      m_comparisonJob([this](const std::vector<ComparedMap>& maps) {
          if (maps.empty() || !m_request) return m_dialog->forgetComparison();
          m_dialog->showComparison(maps, m_request->rows->summary.classNames.size() > 2);
      }),
      m_saveJob([this](const SavedRows& saved) { showSaved(saved); }) {
    connect(&m_session, &Session::allClosed, this, &RecalibrationController::forget);
    chooseFile = [this] {
        return QFileDialog::getOpenFileName(m_dialog, tr("Fit on predictions"));
    };
    chooseMapPath = [this] {
        return QFileDialog::getSaveFileName(m_dialog, tr("Save map"), QStringLiteral("map.json"),
                                            tr("JSON (*.json);;Python module (*.py)"));
    };
    chooseRowsPath = [this] {
        return QFileDialog::getSaveFileName(m_dialog, tr("Save calibrated predictions"),
                                            QStringLiteral("calibrated.csv"),
                                            tr("CSV (*.csv);;NumPy (*.npz)"));
    };
}

void RecalibrationController::makeDialog() {
    m_dialog = new RecalibrationDialog(m_window);
    m_dialog->setTheme(m_theme);
    connect(m_dialog, &RecalibrationDialog::choiceChanged, this, &RecalibrationController::fit);
    connect(m_dialog, &RecalibrationDialog::otherFileRequested, this,
            &RecalibrationController::askForOtherFile);
    connect(m_dialog, &RecalibrationDialog::comparisonRequested, this,
            &RecalibrationController::compare);
    connect(m_dialog, &RecalibrationDialog::mapSaveRequested, this,
            &RecalibrationController::saveMap);
    connect(m_dialog, &RecalibrationDialog::fitWithoutZerosRequested, this, [this] {
        m_zeroRows = ZeroRows::LeaveOut;
        fit();
    });
    connect(m_dialog, &RecalibrationDialog::rowsSaveRequested, this,
            &RecalibrationController::saveRows);
}

void RecalibrationController::open() {
    if (!fitRequest()) return;
    if (!m_dialog) makeDialog();
    m_dialog->show();
    m_dialog->raise();
    m_request.reset();
    follow();
}

void RecalibrationController::openWith(const RecalibrationChoice& choice) {
    if (!fitRequest()) return;
    if (!m_dialog) makeDialog();
    m_dialog->choose(choice);
    open();
}

void RecalibrationController::setTheme(Theme theme) {
    m_theme = theme;
    if (m_dialog) m_dialog->setTheme(theme);
}

std::optional<RecalibrationController::FitRequest> RecalibrationController::fitRequest() const {
    const auto rows = m_session.model().rows();
    if (!rows) return std::nullopt;
    AnalysisSettings settings = m_session.settings();
    settings.chooseTemperature(1);  // maps are fitted to unscaled scores
    settings.where = {};            // `rows` holds theirs alone
    settings.chooseDiagram(DiagramKind::Bars);
    return FitRequest{rows, settings};
}

void RecalibrationController::follow() {
    if (!m_dialog || !m_dialog->isVisible()) return;
    const auto now = fitRequest();
    if (!now || m_request == now) return;
    m_zeroRows = ZeroRows::Refuse;
    m_comparisonJob.cancel();
    m_dialog->forgetComparison();
    m_isCompared = false;
    fit();
}

void RecalibrationController::forget() {
    m_job.cancel();
    m_comparisonJob.cancel();
    m_request.reset();
    m_recalibration = nullptr;
    if (m_dialog) m_dialog->reject();
}

void RecalibrationController::offerFiles() {
    std::vector<std::string> files;
    for (const PredictionFiles& file : m_session.files())
        files.push_back(file.predictions);
    const std::vector<std::string> names = namesApart(files);
    std::vector<FitFile> others;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i != m_session.shownFile()) others.push_back({i, files[i], toQString(names[i])});
    }
    m_dialog->setFiles(others);
}

void RecalibrationController::fit() {
    m_request = fitRequest();
    if (!m_request) return;
    offerFiles();
    const RowConditions& where = m_session.settings().where;
    if (where.judgePredictions()) {
        m_job.cancel();
        return m_dialog->showProblem(tr("The measured rows were chosen by what the model predicts "
                                        "(%1). A map fitted to them "
                                        "would be wrong for all others: measure all rows first.")
                                         .arg(toQString(conditionsText(where))));
    }
    const FitSource fitSource = m_dialog->fitSource();
    const RecalibrationChoice choice{
        m_dialog->map(),           fitSource.rows, kFolds,           m_request->settings.seed,
        m_request->settings.level, m_zeroRows,     m_dialog->shift()};
    OpeningRequest source = m_session.requestFor({}, {});
    source.options = fitSource.file ? m_session.optionsOf(*fitSource.file) : ReadOptions();
    if (fitSource.file) source.files = m_session.files()[*fitSource.file];
    m_dialog->showBusy();
    m_job.restart([asked = *m_request, choice, source,
                   name = m_otherFile](const StopFlag& stop) mutable -> Result<Model> {
        const Execution execution = executionUntil(stop);
        MapSource map{choice};
        if (choice.rows == FitRows::Other) {
            if (source.files.predictions.empty()) source.files = sourcesOf({*name}).front();
            auto read = opened(source, execution).dataset;
            if (!read) return read.error();
            map.other = std::move(read).value();
        }
        return recalibratedModel(asked.rows, std::move(map), asked.settings, execution);
    });
}

void RecalibrationController::finish(const Result<Model>& fit) {
    m_recalibration = fit ? fit.value().recalibration : nullptr;
    if (fit) {
        const auto& report = fit.value().report();
        m_dialog->showReport(report);
        m_dialog->showProfile(report->recalibration->before->temperatureProfile);
        // For so few numbers it takes a few seconds to know which map is best: no need to ask.
        constexpr std::size_t fewNumbers = 50000;
        const DatasetSummary& data = m_recalibration->before->summary;
        if (!m_isCompared && data.rows * data.classes.value_or(1) <= fewNumbers)
            m_dialog->startComparison();
    } else if (fit.error().kind != ErrorKind::Cancelled) {
        const bool areZeros = std::ranges::any_of(fit.error().advice, [](const Advice& advice) {
            return std::ranges::find(advice.settings, Setting::FitWithoutZeros,
                                     &AdvisedSetting::setting) != advice.settings.end();
        });
        m_dialog->showProblem(windowText(fit.error()), areZeros);
    }
}

void RecalibrationController::compare() {
    if (!m_request || m_session.settings().where.judgePredictions())
        return m_dialog->forgetComparison();
    m_isCompared = true;
    m_comparisonJob.restart([asked = *m_request](const StopFlag& stop) {
        auto maps =
            comparedMaps(asked.rows, asked.settings, kFolds, executionUntil(stop, Urgency::Later));
        return maps ? std::move(maps).value() : std::vector<ComparedMap>();
    });
}

void RecalibrationController::askForOtherFile() {
    const QString file = chooseFile();
    if (file.isEmpty()) return fit();
    m_otherFile = file.toStdString();
    m_dialog->showOtherFile(QFileInfo(file).fileName());
    fit();
}

void RecalibrationController::saveMap() {
    const auto shown = m_recalibration;  // another may be fitted while a name is chosen
    if (!shown) return;
    const QString file = chooseMapPath();
    if (file.isEmpty()) return;
    const auto saved = diagonal::saveMap(shown->map, shown->before->summary.scores, file);
    if (!saved) return m_dialog->showMessage(windowText(saved.error()));
    m_dialog->showMessage(tr("Map saved as %1").arg(file), file);
}

void RecalibrationController::saveRows() {
    const auto made = m_recalibration;
    if (!made) return;
    // Columns without a role are not in memory.
    const std::size_t shown = m_session.shownFile();
    ReadOptions options = m_session.optionsOf(shown);
    options.kept = KeptColumns::All;
    const OpeningRequest request = m_session.requestFor(m_session.files()[shown], options);
    const QString file = chooseRowsPath();
    if (file.isEmpty()) return;
    m_dialog->showMessage(tr("Saving %1…").arg(file));
    m_saveJob.restart([made, request, file](const StopFlag& stop) {
        Dataset rows = *made->after;
        bool lacksColumns = false;
        if (!isNpz(file)) {
            const auto whole = opened(request, executionUntil(stop));
            lacksColumns = !whole.dataset || !takeRowNames(*whole.dataset.value(), rows);
        }
        const bool isOutOfFold = made->rows == FitRows::Folds;
        return SavedRows{file,
                         isOutOfFold,
                         rows.summary.skipped,
                         placesSkippedRows(rows),
                         lacksColumns,
                         savePredictions(rows, file)};
    });
}

void RecalibrationController::showSaved(const SavedRows& saved) {
    if (!saved.done) return m_dialog->showMessage(windowText(saved.done.error()));
    QString text = tr("Predictions saved as %1").arg(saved.file);
    if (saved.areOutOfFold)
        text += tr(". Each row is calibrated by a map that was fitted without it (out-of-fold)");
    if (saved.skipped > 0 && !isNpz(saved.file))
        text += (saved.arePlaced ? tr(". %1 could not be used: their cells are empty")
                                 : tr(". %1 could not be used and were left out"))
                    .arg(toQString(counted(saved.skipped, "row")));
    if (saved.lacksColumns)
        text += tr(". Other columns were not saved: the file does not hold just these rows");
    m_dialog->showMessage(text, saved.file);
}

}  // namespace diagonal
