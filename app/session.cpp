// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session.h"

#include <algorithm>
#include <chrono>

namespace diagonal {
namespace {

constexpr std::size_t kMostUndo = 200;
constexpr qint64 kGrowingPause = 1000;  ///< milliseconds between readings of a growing file
constexpr auto kProgressInterval = std::chrono::milliseconds(50);

std::vector<std::string> paths(const QStringList& files) {
    std::vector<std::string> out;
    for (const QString& file : files)
        out.push_back(file.toStdString());
    return out;
}

QString nameOf(const PredictionFiles& files) {
    return QString::fromStdString(files.predictions);
}

bool namesStandardInput(const PredictionFiles& files) {
    return files.predictions == "-" || files.labels == "-";
}

}  // namespace

Session::Session(QObject* parent)
    : QObject(parent),
      m_readJob([this](FinishedReading opened) { finishReading(std::move(opened)); }),
      m_analysisJob([this](auto finished) { finishAnalysis(std::move(finished)); }) {
    connect(&m_watch, &FileWatch::changed, this, &Session::readChanged);
    connect(&m_watch, &FileWatch::vanished, this,
            [this] { Q_EMIT watched(tr("The file is gone; shown as it was last read")); });
    connect(&m_watch, &FileWatch::returned, this, [this] { Q_EMIT watched({}); });
}

void Session::open(const QStringList& files) {
    if (files.isEmpty()) return;
    auto partner = m_unread;
    if (!partner && m_dataset) partner = m_files[m_shown];
    ReadingRequest request;
    request.filesOf = [names = paths(files), partner]() -> std::vector<PredictionFiles> {
        if (names.size() == 1 && partner && partner->predictions != names.front() &&
            holdsLabelsOnly(names.front())) {
            return {{partner->predictions, names.front()}};
        }
        return paired(names);
    };
    request.fresh = true;
    read(files.front(), std::move(request));
}

void Session::open(std::vector<PredictionFiles> files, const ReadOptions& options,
                   const AnalysisSettings& settings) {
    if (files.empty()) return;
    const QString name = nameOf(files.front());
    ReadingRequest request;
    request.growing = !spoolPath(files).empty() && m_spool->isOpen();
    request.filesOf = [files = std::move(files)] { return files; };
    request.options = options;
    request.settings = settings;
    request.fresh = options == ReadOptions{};
    read(name, std::move(request));
}

ReadingRequest Session::requestAgain() const {
    ReadingRequest request;
    const auto files = m_unread ? std::vector{*m_unread} : m_files;
    request.filesOf = [files] { return files; };
    request.index = m_unread ? 0 : m_shown;
    request.options = m_readOptions;
    return request;
}

void Session::reread() {
    if (!m_unread && m_files.empty()) return;
    ReadingRequest request = requestAgain();
    request.growing = m_spool && m_spool->isOpen();
    read(nameOf(m_unread ? *m_unread : m_files[m_shown]), std::move(request));
}

QString Session::questionedFile() const {
    if (m_unread) return nameOf(*m_unread);
    return m_files.empty() ? QString() : nameOf(m_files[m_shown]);
}

void Session::setReadOptions(const ReadOptions& options) {
    if (options == m_readOptions || (!m_unread && m_files.empty())) return;
    pushStep();
    m_readOptions = options;
    m_explained = true;
    reread();
}

void Session::showFile(std::size_t index) {
    if (index >= m_files.size() || (index == m_shown && !m_unread)) return;
    ReadingRequest request;
    request.filesOf = [files = m_files] { return files; };
    request.index = index;
    request.options = m_readOptions;
    read(nameOf(m_files[index]), std::move(request));
}

void Session::showModel(std::size_t index) {
    if (index >= m_models.size()) return;
    ReadOptions options = m_readOptions;
    options.columns = m_models[index].columns;
    options.onlyChosenColumns = true;
    setReadOptions(options);
}

std::size_t Session::shownModel() const {
    const auto chosen = std::ranges::find(m_models, m_readOptions.columns, &ModelChoice::columns);
    return chosen == m_models.end() ? 0 : static_cast<std::size_t>(chosen - m_models.begin());
}

std::string Session::spoolPath(const std::vector<PredictionFiles>& files) {
    if (!std::ranges::any_of(files, namesStandardInput)) return "";
    if (!m_spool) {
        m_spool = std::make_unique<PipeSpool>(m_standardInput);
        connect(m_spool.get(), &PipeSpool::ended, this, [this] { m_watch.look(); });
    }
    return m_spool->path();
}

void Session::read(const QString& name, ReadingRequest request) {
    const std::string spool = m_spool ? m_spool->path() : "";
    if (!request.growing) Q_EMIT readingStarted(name);
    m_reading.start();
    m_readJob.restart([this, request = std::move(request), spool,
                       memory = m_memory.mappings()](const StopFlag& stop) {
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
        return readFiles(request, spool, memory, progress);
    });
}

void Session::cancelReading() {
    if (!m_readJob.isBusy()) return;
    m_readJob.cancel();
    m_watch.stop();
    Q_EMIT readingEnded();
}

void Session::finishReading(FinishedReading opened) {
    m_readingTook = m_reading.elapsed();
    m_sinceReading.start();
    m_watch.follow(opened.paths, opened.states, !opened.request.growing);
    if (opened.dataset) return takeOpened(std::move(opened));
    const ErrorKind kind = opened.dataset.error().kind;
    const bool same = !m_files.empty() && m_files[m_shown] == opened.files[opened.request.index];
    Q_EMIT readingEnded();
    if (opened.request.growing) {
        Q_EMIT watched(
            tr("Waiting for more of %1").arg(nameOf(opened.files[opened.request.index])));
        if (same) return;
    }
    m_unread = opened.files[opened.request.index];
    m_readOptions = opened.request.options;
    if (!opened.signature.empty() || !same) m_signature = opened.signature;
    m_preview = opened.preview;
    m_remedies.clear();
    if (opened.request.growing) return;
    Q_EMIT importChanged();
    if (kind != ErrorKind::Cancelled) Q_EMIT failed(opened.dataset.error());
}

void Session::takeOpened(FinishedReading opened) {
    const PredictionFiles& files = opened.files[opened.request.index];
    const bool sameFile = m_dataset && !m_files.empty() && m_files[m_shown] == files;
    const bool answered = m_unread && *m_unread == files;
    m_unread.reset();
    m_readOptions = opened.request.options;
    m_preview = opened.preview;
    m_remedies = std::move(opened.remedies);
    if (!opened.signature.empty() || (!sameFile && !answered)) {
        m_signature = opened.signature;
        m_models = std::move(opened.models);
    }
    if (m_explained && !m_signature.empty()) m_memory.remember(m_signature, m_readOptions);
    m_explained = false;
    const bool sameList = m_files == opened.files && m_shown == opened.request.index;
    m_files = std::move(opened.files);
    m_shown = opened.request.index;
    m_dataset = opened.dataset.value();
    if (opened.request.settings) {
        replaceHistory(*opened.request.settings);
    } else if (!sameFile && !answered) {
        // Bins are the user's habit; view and temperature belong to the data.
        AnalysisSettings settings = m_settings;
        settings.view.reset();
        settings.temperature = 1;
        settings.fitTemperature = false;
        replaceHistory(settings);
    } else if (m_settings.view &&
               m_settings.view->classIndex >=
                   std::max<std::size_t>(m_dataset->summary.classNames.size(), 1)) {
        AnalysisSettings settings = m_settings;
        settings.view.reset();
        m_settings = settings;
        Q_EMIT settingsReplaced();
    }
    Q_EMIT readingEnded();
    Q_EMIT watched(opened.request.growing ? tr("More is to come") : QString());
    if (!sameList || answered) Q_EMIT filesChanged();
    Q_EMIT importChanged();
    analyseNow();
}

/// A file that still grows is read now and then, its unfinished line left out; one that settled is
/// read as it is.
void Session::readChanged(bool settled) {
    if (m_readJob.isBusy() || (!m_unread && m_files.empty())) return;
    const PredictionFiles& files = m_unread ? *m_unread : m_files[m_shown];
    const bool piped = namesStandardInput(files) && m_spool && m_spool->isOpen();
    ReadingRequest request = requestAgain();
    request.growing = !settled || piped;
    if (request.growing && m_sinceReading.elapsed() < std::max(kGrowingPause, 5 * m_readingTook)) {
        return;
    }
    read(nameOf(files), std::move(request));
}

void Session::pushStep() {
    m_undo.push_back({m_settings, m_readOptions});
    if (m_undo.size() > kMostUndo) m_undo.erase(m_undo.begin());
    m_redo.clear();
    Q_EMIT historyChanged();
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
        pushStep();
        m_gestureSaved = true;
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
    m_redo.push_back({m_settings, m_readOptions});
    const Step step = m_undo.back();
    m_undo.pop_back();
    restore(step);
}

void Session::redo() {
    if (m_redo.empty()) return;
    m_undo.push_back({m_settings, m_readOptions});
    const Step step = m_redo.back();
    m_redo.pop_back();
    restore(step);
}

void Session::restore(const Step& step) {
    m_settings = step.settings;
    Q_EMIT settingsReplaced();
    Q_EMIT historyChanged();
    if (step.options == m_readOptions) return analyseNow();
    m_readOptions = step.options;
    m_explained = true;
    reread();
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
