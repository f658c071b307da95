// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session.h"

#include <chrono>

namespace diagonal {
namespace {

constexpr std::size_t kMostUndo = 200;
constexpr auto kProgressInterval = std::chrono::milliseconds(50);

std::vector<std::string> paths(const QStringList& files) {
    std::vector<std::string> out;
    for (const QString& file : files)
        out.push_back(file.toStdString());
    return out;
}

}  // namespace

Session::Session(QObject* parent)
    : QObject(parent),
      m_readJob([this](Opened opened) { finishReading(std::move(opened)); }),
      m_analysisJob([this](auto finished) { finishAnalysis(std::move(finished)); }) {}

void Session::open(const QStringList& files) {
    if (files.isEmpty()) return;
    auto partner = m_awaitingLabels;
    if (!partner && m_dataset) partner = m_files[m_shown];
    const auto filesOf = [names = paths(files), partner]() -> std::vector<PredictionFiles> {
        if (names.size() == 1 && partner && partner->predictions != names.front() &&
            holdsLabelsOnly(names.front())) {
            return {{partner->predictions, names.front()}};
        }
        return paired(names);
    };
    read(files.front(), filesOf, 0, {});
}

void Session::open(std::vector<PredictionFiles> files, const ReadOptions& options,
                   const AnalysisSettings& settings) {
    if (files.empty()) return;
    const QString name = QString::fromStdString(files.front().predictions);
    read(
        name, [files = std::move(files)] { return files; }, 0, options, settings);
}

void Session::reread(const ReadOptions& options) {
    const auto files = m_awaitingLabels ? std::vector{*m_awaitingLabels} : m_files;
    if (files.empty()) return;
    const std::size_t index = m_awaitingLabels ? 0 : m_shown;
    read(
        QString::fromStdString(files[index].predictions), [files] { return files; }, index,
        options);
}

void Session::showFile(std::size_t index) {
    if (index >= m_files.size() || (index == m_shown && !m_awaitingLabels)) return;
    const auto files = m_files;
    read(
        QString::fromStdString(files[index].predictions), [files] { return files; }, index,
        m_readOptions);
}

void Session::read(const QString& name, FilesOf filesOf, std::size_t index,
                   const ReadOptions& options, const std::optional<AnalysisSettings>& settings) {
    Q_EMIT readingStarted(name);
    m_readJob.restart(
        [this, filesOf = std::move(filesOf), index, options, settings](const StopFlag& stop) {
            auto last = std::chrono::steady_clock::now();
            const auto progress = [this, &stop, last](std::size_t done, std::size_t total) mutable {
                const auto now = std::chrono::steady_clock::now();
                if (now - last > kProgressInterval && !stop.isSet()) {
                    last = now;
                    // Queued to this object's thread; the job ends before the session does.
                    QMetaObject::invokeMethod(
                        this, [this, done, total] { Q_EMIT readingProgressed(done, total); },
                        Qt::QueuedConnection);
                }
                return !stop.isSet();
            };
            const auto files = filesOf();
            auto dataset = readPredictions(files[index], options, {progress, {}});
            if (!dataset) return Opened{files, index, options, settings, dataset.error()};
            return Opened{files, index, options, settings,
                          std::make_shared<const Dataset>(std::move(dataset).value())};
        });
}

void Session::cancelReading() {
    if (!m_readJob.isBusy()) return;
    m_readJob.cancel();
    Q_EMIT readingEnded();
}

void Session::finishReading(Opened opened) {
    m_readOptions = opened.options;
    if (!opened.dataset) {
        m_awaitingLabels = opened.files[opened.shown];
        Q_EMIT readingEnded();
        if (opened.dataset.error().kind != ErrorKind::Cancelled) {
            Q_EMIT failed(opened.dataset.error());
        }
        return;
    }
    m_awaitingLabels.reset();
    const bool sameFile =
        m_dataset && !m_files.empty() && m_files[m_shown] == opened.files[opened.shown];
    m_files = std::move(opened.files);
    m_shown = opened.shown;
    m_dataset = opened.dataset.value();
    if (opened.settings) {
        replaceHistory(*opened.settings);
    } else if (!sameFile) {
        // Bins are the user's habit; view and temperature belong to the data.
        AnalysisSettings settings = m_settings;
        settings.view.reset();
        settings.temperature = 1;
        settings.fitTemperature = false;
        replaceHistory(settings);
    }
    Q_EMIT readingEnded();
    Q_EMIT filesChanged();
    analyseNow();
}

void Session::replaceHistory(const AnalysisSettings& settings) {
    m_undo.clear();
    m_redo.clear();
    m_settings = settings;
    Q_EMIT settingsReplaced();
    Q_EMIT historyChanged();
}

void Session::setSettings(const AnalysisSettings& settings) {
    if (settings == m_settings) return;
    if (!m_inGesture || !m_gestureSaved) {
        m_undo.push_back(m_settings);
        if (m_undo.size() > kMostUndo) m_undo.erase(m_undo.begin());
        m_redo.clear();
        m_gestureSaved = true;
        Q_EMIT historyChanged();
    }
    m_settings = settings;
    analyseNow();
}

void Session::beginGesture() {
    m_inGesture = true;
    m_gestureSaved = false;
}

void Session::endGesture() {
    m_inGesture = false;
}

void Session::undo() {
    if (m_undo.empty()) return;
    m_redo.push_back(m_settings);
    const AnalysisSettings settings = m_undo.back();
    m_undo.pop_back();
    replaceSettings(settings);
}

void Session::redo() {
    if (m_redo.empty()) return;
    m_undo.push_back(m_settings);
    const AnalysisSettings settings = m_redo.back();
    m_redo.pop_back();
    replaceSettings(settings);
}

void Session::replaceSettings(const AnalysisSettings& settings) {
    m_settings = settings;
    Q_EMIT settingsReplaced();
    Q_EMIT historyChanged();
    analyseNow();
}

void Session::analyseNow() {
    if (!m_dataset) return;
    const bool sameData = m_analysed == m_dataset;
    m_analysisJob.request([dataset = m_dataset, settings = m_settings,
                           previous = sameData ? std::optional(m_analysis)
                                               : std::nullopt](const StopFlag& stop) {
        return std::pair(dataset, analyse(*dataset, settings, previous ? &*previous : nullptr,
                                          [&](std::size_t, std::size_t) { return !stop.isSet(); }));
    });
}

void Session::finishAnalysis(std::pair<std::shared_ptr<const Dataset>, Result<Analysis>> finished) {
    if (finished.first != m_dataset) return;
    if (!finished.second) {
        if (finished.second.error().kind != ErrorKind::Cancelled) {
            Q_EMIT failed(finished.second.error());
        }
        return;
    }
    m_analysis = std::move(finished.second).value();
    m_analysed = m_dataset;
    Q_EMIT reportChanged();
}

}  // namespace diagonal
