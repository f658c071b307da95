// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "app/platform/free_memory.h"
#include "app/platform/parallel.h"

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

QString shownName(const PredictionFiles& files) {
    return files.predictions == "-" ? Session::tr("standard input") : nameOf(files);
}

std::vector<std::string> namesIn(const PredictionFiles& files) {
    std::vector<std::string> names{files.predictions};
    if (files.labels) names.push_back(*files.labels);
    return names;
}

/// Returns the settings to keep for other data. Bins are the user's preference and stay; view,
/// chosen rows and temperature belong to the data and are reset.
AnalysisSettings forOtherData(AnalysisSettings settings) {
    settings.view.reset();
    settings.where = {};
    settings.prevalence.reset();
    settings.chooseTemperature(1);
    return settings;
}

/// Chooses the rows of a stacked model, if one is given.
RowConditions ofModel(RowConditions where, const std::optional<GroupChoice>& stacked) {
    return stacked ? withGroup(std::move(where), *stacked) : where;
}

/// Reads the requested file.
FinishedReading finishedReading(ReadingRequest request, const Execution& execution) {
    FinishedReading finished;
    finished.files = request.filesOf();
    const auto named =
        std::ranges::find(finished.files, request.shows, &PredictionFiles::predictions);
    if (named != finished.files.end())
        request.index = static_cast<std::size_t>(named - finished.files.begin());
    request.files = finished.files[request.index];
    if (request.settings) request.where = request.settings->where;
    finished.paths = request.paths();
    finished.states = statesOf(finished.paths);
    static_cast<OpenedSource&>(finished) = opened(request, execution);
    const bool wasBeside = finished.dataset && !request.files.labels;
    if (wasBeside && !finished.dataset.value()->summary.labelsFile.empty()) {
        finished.paths.push_back(finished.dataset.value()->summary.labelsFile);
        finished.states.push_back(statesOf({finished.paths.back()}).front());
    }
    finished.request = std::move(request);
    returnFreeMemory();
    return finished;
}

}  // namespace

Session::Session(QObject* parent)
    : QObject(parent),
      m_readJob([this](FinishedReading opened) { finishReading(std::move(opened)); }),
      m_liveJob([this](const FinishedTask& finished) { finishTask(finished); }),
      m_exactJob([this](const FinishedTask& finished) { finishTask(finished); }),
      m_detailJob([this](const FinishedTask& finished) { finishTask(finished); }, Urgency::Later),
      m_sweepJob(
          [this](const FinishedTask& finished) {
              take(finished, m_model);
              prepareSweep();
              computeNext();
          },
          Urgency::Later) {
    constexpr auto settleDelay = std::chrono::milliseconds(150);
    m_settleTimer.setSingleShot(true);
    m_settleTimer.setInterval(settleDelay);
    connect(&m_settleTimer, &QTimer::timeout, this, &Session::computeNext);
    connect(&m_watch, &FileWatch::changed, this, &Session::readChanged);
    connect(&m_watch, &FileWatch::vanished, this, [this] {
        Q_EMIT fileStatusChanged(tr("The file is gone; showing the last version read"));
    });
    connect(&m_watch, &FileWatch::returned, this, [this] { Q_EMIT fileStatusChanged({}); });
}

void Session::open(const QStringList& files) {
    if (files.isEmpty()) return;
    auto partner = m_failedFile;
    if (!partner && m_model.dataset) partner = m_files[m_shown];
    ReadingRequest request;
    // Files whose reading this one interrupts stay in the list.
    std::vector<std::string> names = isReading() ? m_adding : std::vector<std::string>();
    std::ranges::copy(paths(files), std::back_inserter(names));
    m_adding = names;
    request.shows = files.front().toStdString();
    request.filesOf = [names, partner]() -> std::vector<PredictionFiles> {
        if (names.size() == 1 && partner && partner->predictions != names.front() &&
            holdsLabelsOnly(names.front())) {
            return {{partner->predictions, names.front()}};
        }
        return sourcesOf(names);
    };
    request.fresh = true;
    request.adds = true;
    // The shown file keeps its conditions if it is opened again.
    if (!m_files.empty() && m_files[m_shown].predictions == names.front())
        request.where = m_settings.where;
    request.growing = spoolPipes(paths(files));
    read(files.front(), std::move(request));
}

void Session::open(const std::vector<std::string>& names, const std::optional<std::string>& labels,
                   const ReadOptions& options, const AnalysisSettings& settings) {
    if (names.empty()) return;
    ReadingRequest request;
    request.growing = spoolPipes(names);
    if (labels) request.growing = spoolPipes({*labels}) || request.growing;
    request.filesOf = [names, options, labels] { return sourcesOf(names, options, labels); };
    request.options = options;
    request.settings = settings;
    request.fresh = options == ReadOptions{};
    read(QString::fromStdString(names.front()), std::move(request));
}

ReadingRequest Session::requestAgain() const {
    ReadingRequest request;
    request.filesOf = [files = m_failedFile ? std::vector{*m_failedFile} : m_files] {
        return files;
    };
    request.index = m_failedFile ? 0 : m_shown;
    request.adds = m_failedFile.has_value();
    request.options = m_import.options;
    request.areChosen = m_optionsEdited;
    request.where = m_settings.where;
    return request;
}

void Session::reread() {
    if (!m_failedFile && m_files.empty()) return;
    ReadingRequest request = requestAgain();
    request.growing = isPiping(current());
    read(nameOf(current()), std::move(request));
}

QString Session::currentFile() const {
    return m_failedFile || !m_files.empty() ? nameOf(current()) : QString();
}

void Session::setReadOptions(const ReadOptions& options) {
    if (options == m_import.options || (!m_failedFile && m_files.empty())) return;
    pushStep();
    m_import.options = options;
    m_optionsEdited = true;
    reread();
    m_readingAppliesEdit = true;
}

ReadingRequest Session::requestOf(const std::vector<PredictionFiles>& files,
                                  std::size_t index) const {
    ReadingRequest request;
    request.filesOf = [files] { return files; };
    request.index = index;
    request.options = *optionsIfOpen(files[index]);
    request.fresh = request.options == ReadOptions{};
    request.growing = isPiping(files[index]);
    request.where = forEveryModel(m_settings.where);
    return request;
}

const ReadOptions* Session::optionsIfOpen(const PredictionFiles& files) const {
    const auto open = std::ranges::find(m_files, files);
    if (open == m_files.end()) return nullptr;
    return &m_fileOptions[static_cast<std::size_t>(open - m_files.begin())];
}

void Session::showFile(std::size_t index, const std::optional<GroupChoice>& model) {
    if (index >= m_files.size() || (index == m_shown && !m_failedFile)) return;
    ReadingRequest request = requestOf(m_files, index);
    request.stacked = model;
    request.where = ofModel(std::move(request.where), model);
    read(nameOf(m_files[index]), std::move(request));
}

void Session::closeFile() {
    // What is being read is closed first.
    if (isReading()) return cancelReading();
    if (m_failedFile) return discardFailedFile();
    if (m_files.empty()) return;
    std::vector<PredictionFiles> left = m_files;
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(m_shown));
    if (left.empty()) return closeAll();
    showAfterClosing(left, std::min(m_shown, left.size() - 1), 0);
}

void Session::showAfterClosing(const std::vector<PredictionFiles>& left, std::size_t index,
                               std::size_t tries) {
    ReadingRequest request = requestOf(left, index);
    request.closingTries = tries;
    read(nameOf(left[index]), std::move(request));
}

void Session::closeAll() {
    m_readJob.cancel();
    m_liveJob.cancel();
    m_sweepJob.cancel();
    stopComputing();
    m_watch.stop();
    m_files.clear();
    m_fileOptions.clear();
    m_waiting.clear();
    m_failedFile.reset();
    m_beforeUnread.reset();
    m_optionsEdited = false;
    m_shown = 0;
    m_import = m_shownImport = {};
    m_model = {};
    m_preparing = {};
    m_isStopped = false;
    replaceHistory(forOtherData(m_settings));
    Q_EMIT readingEnded();
    Q_EMIT allClosed();
}

void Session::showModel(std::size_t index) {
    if (index >= m_import.models.size()) return;
    setReadOptions(showing(m_import.options, m_import.models, index));
}

void Session::Import::take(const FinishedReading& opened, bool isDetected) {
    auto details = static_cast<const SourceDetails&>(opened);
    if (!isDetected) details.signature = signature;
    std::vector<ModelChoice> current = std::exchange(details.models, models);
    static_cast<SourceDetails&>(*this) = std::move(details);
    paths = opened.paths;
    if (isDetected || opened.dataset) setModels(std::move(current));
}

void Session::Import::setModels(std::vector<ModelChoice> current) {
    const std::string first = current.empty() ? std::string() : current.front().name;
    const auto placeBefore = [&](const ModelChoice& model) {
        return std::ranges::find(models, model.name, &ModelChoice::name) - models.begin();
    };
    const bool areSame =
        current.size() == models.size() && std::ranges::all_of(current, [&](const auto& model) {
            return placeBefore(model) < static_cast<std::ptrdiff_t>(models.size());
        });
    if (areSame) std::ranges::sort(current, {}, placeBefore);
    models = std::move(current);
    shownModel = static_cast<std::size_t>(std::ranges::find(models, first, &ModelChoice::name) -
                                          models.begin());
}

bool Session::spoolPipes(const std::vector<std::string>& names) {
    bool isOpen = false;
    for (const std::string& name : names) {
        // A named pipe that is opened again brings new data; standard input can be read only once.
        const auto before = m_spools.find(name);
        if (before != m_spools.end() && name != "-" && !before->second->isOpen()) {
            m_spools.erase(before);
        }
        if (!m_spools.contains(name) && isPipe(name)) {
            const int descriptor = name == "-" ? m_standardInput : openedPipe(name);
            if (descriptor < 0) continue;  // reading it reports why
            auto spool = std::make_unique<PipeSpool>(descriptor, name != "-");
            connect(spool.get(), &PipeSpool::ended, &m_watch, &FileWatch::look);
            connect(
                spool.get(), &PipeSpool::errorOccurred, this, [this, name](const QString& problem) {
                    Q_EMIT errorOccurred(inFile(
                        cannotRead("the piped data could not be stored: " + problem.toStdString()),
                        name));
                });
            m_spools.emplace(name, std::move(spool));
        }
        const auto spool = m_spools.find(name);
        isOpen = isOpen || (spool != m_spools.end() && spool->second->isOpen());
    }
    return isOpen;
}

bool Session::isPiping(const PredictionFiles& files) const {
    return std::ranges::any_of(namesIn(files), [&](const std::string& name) {
        const auto spool = m_spools.find(name);
        return spool != m_spools.end() && spool->second->isOpen();
    });
}

void Session::complete(OpeningRequest& request) const {
    for (const auto& [pipe, spool] : m_spools)
        request.spooled[pipe] = spool->path();
    request.remembered = m_memory.mappings();
}

void Session::read(const QString& name, ReadingRequest request) {
    m_readingAppliesEdit = false;
    if (!request.growing) Q_EMIT readingStarted(name);
    m_reading.start();
    complete(request);
    if (!request.fresh) request.remembered = nullptr;
    m_readJob.restart([this, request = std::move(request)](const StopFlag& stop) {
        auto last = std::chrono::steady_clock::now();
        const auto progress = [this, &stop, last](std::size_t done, std::size_t total) mutable {
            const auto now = std::chrono::steady_clock::now();
            if (now - last > kProgressInterval && !stop.isSet()) {
                last = now;
                m_readJob.tell([this, done, total] { Q_EMIT readingProgressed(done, total); });
            }
            return !stop.isSet();
        };
        return finishedReading(request, {progress, parallelFor});
    });
}

OpeningRequest Session::requestFor(const PredictionFiles& file, ReadOptions options) const {
    OpeningRequest request;
    complete(request);
    options.kept = std::max(options.kept, KeptColumns::Names);
    request.files = file;
    request.options = std::move(options);
    request.growing = isPiping(file);
    return request;
}

std::optional<OpenedSource> Session::sharedSource() const {
    const auto& rows = m_model.dataset;
    if (!rows || rows->lacksRowNames) return std::nullopt;
    OpenedSource source{static_cast<const SourceDetails&>(m_shownImport), rows};
    const auto shown =
        source.models.begin() + static_cast<std::ptrdiff_t>(m_shownImport.shownModel);
    if (!source.models.empty()) std::rotate(source.models.begin(), shown, shown + 1);
    return source;
}

void Session::cancelReading() {
    if (!m_readJob.isBusy()) return;
    m_readJob.cancel();
    m_adding.clear();
    if (m_import.options != m_readOptions) {
        // Options that were chosen but never read must not be shown as current.
        m_import.options = m_readOptions;
        m_optionsEdited = false;
        if (m_readingAppliesEdit) dropOptionsStep();
        Q_EMIT historyChanged();
        Q_EMIT importChanged();
    }
    dropUnreadConditions();
    // The user declined the present contents; the next change is read again.
    m_watch.follow(m_import.paths, statesOf(m_import.paths), true);
    Q_EMIT readingEnded();
    Q_EMIT readingCancelled();
}

/// Removes the undo step of declined options; later steps get the options that were last read.
void Session::dropOptionsStep() {
    for (auto step = m_undo.rbegin(); step != m_undo.rend(); ++step) {
        if (step->options == m_readOptions) {
            m_undo.erase(std::next(step).base());
            return;
        }
        step->options = m_readOptions;
    }
}

void Session::discardFailedFile() {
    if (!m_failedFile) return;
    m_failedFile.reset();
    m_optionsEdited = false;
    m_import = m_shownImport;
    m_readOptions = m_import.options;
    m_undo.clear();
    m_redo.clear();
    m_watch.follow(m_import.paths, statesOf(m_import.paths), true);
    Q_EMIT historyChanged();
    if (!m_files.empty()) Q_EMIT filesChanged();
    Q_EMIT importChanged();
}

void Session::finishReading(FinishedReading opened) {
    m_readingTook = m_reading.elapsed();
    m_readOptions = opened.options;
    m_sinceReading.start();
    m_watch.follow(opened.paths, opened.states, !opened.request.growing);
    m_adding.clear();
    if (opened.dataset) return showOpened(std::move(opened));
    if (opened.request.closingTries) return closeUnreadable(opened);
    const PredictionFiles& files = opened.files[opened.request.index];
    const bool same = !m_files.empty() && m_files[m_shown] == files;
    const bool known = same || m_failedFile == files;
    Q_EMIT readingEnded();
    if (opened.request.growing) {
        Q_EMIT fileStatusChanged(tr("Waiting for more data from %1").arg(shownName(files)));
        if (same) return;
    }
    if (opened.request.isReload && same) return keepLastVersion(opened);
    if (!known) {
        m_undo.clear();
        m_redo.clear();
        m_optionsEdited = false;
        Q_EMIT historyChanged();
    }
    dropUnreadConditions();
    const bool detected = !opened.signature.empty() || !known;
    m_failedFile = files;
    if (opened.request.adds) {
        // The other files are open nevertheless, or will be with the first that can be read.
        std::vector<PredictionFiles> others = opened.files;
        std::erase(others, files);
        if (m_model.dataset && !others.empty()) {
            setFiles(withFiles(others), {});
            Q_EMIT filesChanged();
        } else {
            std::ranges::copy(others, std::back_inserter(m_waiting));
        }
    }
    m_import.take(opened, detected);
    if (opened.request.growing) return;
    Q_EMIT importChanged();
    const Error& error = opened.dataset.error();
    if (error.kind != ErrorKind::Cancelled) Q_EMIT errorOccurred(error);
}

/// The displayed file has changed and cannot be read: its last version stays until it can.
void Session::keepLastVersion(const FinishedReading& opened) {
    const Error& error = opened.dataset.error();
    if (error.kind == ErrorKind::Cancelled) return;
    dropUnreadConditions();
    Q_EMIT errorOccurred(error);
    Q_EMIT fileStatusChanged(
        tr("The file has changed and cannot be read; showing the last version"));
}

std::vector<PredictionFiles> Session::withFiles(const std::vector<PredictionFiles>& added) const {
    std::vector<PredictionFiles> files = m_files;
    for (const PredictionFiles& pair : added) {
        const auto same = std::ranges::find(files, pair.predictions, &PredictionFiles::predictions);
        if (same == files.end()) {
            files.push_back(pair);
        } else {
            *same = pair;
        }
    }
    return files;
}

void Session::setFiles(std::vector<PredictionFiles> files, const ReadOptions& options) {
    std::vector<ReadOptions> kept;
    for (const PredictionFiles& pair : files) {
        const ReadOptions* own = optionsIfOpen(pair);
        kept.push_back(own ? *own : options);
    }
    m_files = std::move(files);
    m_fileOptions = std::move(kept);
}

/// Shows the next file after one was closed; without a readable one, nothing is open.
void Session::closeUnreadable(const FinishedReading& opened) {
    const Error error = opened.dataset.error();
    const std::size_t tries = *opened.request.closingTries + 1;
    if (error.kind != ErrorKind::Cancelled && tries < opened.files.size()) {
        const std::size_t next = (opened.request.index + 1) % opened.files.size();
        return showAfterClosing(opened.files, next, tries);
    }
    if (error.kind != ErrorKind::Cancelled) {
        closeAll();
        Q_EMIT errorOccurred(error);
    }
}

void Session::showOpened(FinishedReading opened) {
    m_beforeUnread.reset();
    if (opened.request.adds) {
        const PredictionFiles shown = opened.files[opened.request.index];
        std::ranges::move(m_waiting, std::back_inserter(opened.files));
        m_waiting.clear();
        opened.files = withFiles(opened.files);
        opened.request.index =
            static_cast<std::size_t>(std::ranges::find(opened.files, shown) - opened.files.begin());
    }
    const PredictionFiles& files = opened.files[opened.request.index];
    const bool sameFile = m_model.dataset && !m_files.empty() && m_files[m_shown] == files;
    const bool answered = m_failedFile == files;
    m_failedFile.reset();
    m_import.take(opened, !opened.signature.empty() || (!sameFile && !answered));
    m_shownImport = m_import;
    if (opened.request.areChosen && !m_import.signature.empty()) {
        m_memory.remember(m_import.signature, layoutOf(m_import.options));
    }
    m_optionsEdited = false;
    const bool sameList = m_files == opened.files && m_shown == opened.request.index;
    // The options of a command line apply to all its files.
    setFiles(std::move(opened.files), opened.request.settings ? opened.options : ReadOptions{});
    m_shown = opened.request.index;
    m_fileOptions[m_shown] = m_import.options;
    m_model.dataset = opened.dataset.value();
    m_model.problem.reset();
    const RowConditions where = ofModel(m_settings.where, opened.request.stacked);
    chooseSettings(opened.request, sameFile, answered);
    const bool isNew = !sameFile && !answered && opened.request.adds;
    const RowConditions gone =
        !isNew && !opened.request.settings ? without(where, m_settings.where) : RowConditions();
    Q_EMIT readingEnded();
    Q_EMIT fileStatusChanged(opened.request.growing ? tr("Waiting for more data") : QString());
    if (!sameList || answered) Q_EMIT filesChanged();
    Q_EMIT importChanged();
    if (!gone.areNone())
        Q_EMIT errorOccurred(
            inFile(undefined((sameFile ? "no row fulfils " + conditionsText(gone) + " any more"
                                       : "its rows are not chosen by " + conditionsText(gone)) +
                             (m_settings.where.areNone() ? ": all rows are measured" : "")),
                   m_model.dataset->summary.file));
    analyseNow();
}

/// Sets the initial settings of new data: those requested, else the previous ones of the same file,
/// else the user's preferences. Rows of another open file are chosen as before, if they can be.
void Session::chooseSettings(const ReadingRequest& request, bool sameFile, bool answered) {
    if (request.settings) return replaceHistory(*request.settings);
    if (!sameFile && !answered) {
        AnalysisSettings settings = forOtherData(m_settings);
        const Dataset& rows = *m_model.dataset;
        // The present conditions, or those of the request if the rows lack their columns.
        RowConditions where = forEveryModel(m_settings.where);
        if (lacksColumn(rows, where)) where = request.where;
        const auto canChoose = [&](const RowConditions& conditions) {
            const RowConditions ofGroups{.groups = conditions.groups};
            const bool areKnown = !rows.summary.cells || conditions == ofGroups;
            return areKnown && checkConditions(rows, conditions);
        };
        const std::array choices{ofModel(where, request.stacked), ofModel({}, request.stacked),
                                 where};
        const auto* choice = std::ranges::find_if(choices, canChoose);
        if (!request.adds && choice != choices.end()) settings.where = *choice;
        return replaceHistory(settings);
    }
    const std::size_t classes =
        std::max<std::size_t>(m_model.dataset->summary.classNames.size(), 1);
    const bool viewIsGone = m_settings.view && m_settings.view->classIndex >= classes;
    const bool areRowsGone = !checkConditions(*m_model.dataset, m_settings.where);
    if (sameFile && !viewIsGone && !areRowsGone) return;
    // Options chosen for a file that failed can be undone; earlier settings were another file's.
    m_settings = forOtherData(m_settings);
    for (Step& step : m_undo)
        step.settings = m_settings;
    Q_EMIT settingsReplaced();
}

/// Rereads a changed file: at intervals and without its unfinished last line while it grows, whole
/// once it has settled.
void Session::readChanged(bool settled, bool other) {
    if (m_readJob.isBusy() || (!m_failedFile && m_files.empty())) return;
    const PredictionFiles& files = current();
    const bool piping = isPiping(files);
    if (piping && !other) return;
    ReadingRequest request = requestAgain();
    request.growing = !settled || piping;
    request.isReload = !m_failedFile;
    if (request.growing && m_sinceReading.elapsed() < std::max(kGrowingPause, 5 * m_readingTook)) {
        return;
    }
    read(nameOf(files), std::move(request));
}

void Session::pushStep() {
    m_undo.push_back({m_settings, m_import.options});
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
    if (!m_model.dataset) {
        m_settings = settings;
        return;
    }
    const bool inSavedGesture = m_inGesture && m_gestureSaved && !m_undo.empty();
    if (inSavedGesture && m_undo.back().settings == settings) {
        // The gesture is back where it began: there is nothing to undo.
        m_undo.pop_back();
        m_gestureSaved = false;
        Q_EMIT historyChanged();
    } else if (!inSavedGesture) {
        pushStep();
        m_gestureSaved = true;
    }
    analyseOrRead(std::exchange(m_settings, settings));
}

void Session::replaceSettings(const AnalysisSettings& settings) {
    setSettings(settings);
    Q_EMIT settingsReplaced();
}

void Session::changeSettings(const std::function<void(AnalysisSettings&)>& change) {
    AnalysisSettings settings = m_settings;
    change(settings);
    replaceSettings(settings);
}

void Session::beginGesture() {
    m_inGesture = true;
    m_gestureSaved = false;
}

void Session::resumeGesture() {
    m_inGesture = true;
}

void Session::endGesture() {
    m_inGesture = false;
}

void Session::addStep(std::function<void()> undo, std::function<void()> redo) {
    pushStep();
    addToLastStep(std::move(undo), std::move(redo));
}

void Session::addToLastStep(std::function<void()> undo, std::function<void()> redo) {
    if (m_undo.empty()) return;
    m_undo.back().alsoUndo = std::move(undo);
    m_undo.back().alsoRedo = std::move(redo);
}

void Session::undo() {
    stepTo(m_undo, m_redo, &Step::alsoUndo);
}

void Session::redo() {
    stepTo(m_redo, m_undo, &Step::alsoRedo);
}

void Session::stepTo(std::vector<Step>& from, std::vector<Step>& back,
                     std::function<void()> Step::*also) {
    if (from.empty()) return;
    const Step step = from.back();
    back.push_back({m_settings, m_import.options, step.alsoUndo, step.alsoRedo});
    from.pop_back();
    restore(step);
    if (step.*also) (step.*also)();
}

void Session::restore(const Step& step) {
    Q_EMIT historyChanged();
    if (step.settings == m_settings && step.options == m_import.options) return;
    const AnalysisSettings before = std::exchange(m_settings, step.settings);
    Q_EMIT settingsReplaced();
    if (step.options == m_import.options) return analyseOrRead(before);
    m_import.options = step.options;
    m_optionsEdited = true;
    reread();
}

Result<void> Session::addCells(const std::shared_ptr<const Dataset>& cells) {
    if (!m_model.dataset || !m_model.dataset->summary.cells || !cells->summary.cells) return {};
    auto more = withCells(*m_model.dataset, cells);
    if (!more) return more.error();
    m_model.dataset = std::make_shared<const Dataset>(std::move(more).value());
    m_model.problem.reset();
    analyseNow();
    return {};
}

/// Reads columns that rows are chosen by and that were not needed before; `before` are the settings
/// that come back if they cannot be read.
void Session::analyseOrRead(const AnalysisSettings& before) {
    const auto& rows = m_model.dataset;
    const bool lacks = rows && !rows->summary.cells && lacksColumn(*rows, m_settings.where);
    if (!lacks || m_failedFile) return analyseNow();
    const bool readsAnother = m_readJob.isBusy() && !m_beforeUnread;
    if (!m_beforeUnread) m_beforeUnread = before;
    if (readsAnother) {
        dropUnreadConditions();
        return Q_EMIT errorOccurred(
            undefined("another file is being read: measure these rows once it is there"));
    }
    m_settleTimer.stop();
    m_liveJob.cancel();
    m_exactJob.cancel();
    m_detailJob.cancel();
    ReadingRequest request = requestAgain();
    request.growing = isPiping(m_files[m_shown]);
    request.isReload = true;  // if the file is gone, its last version stays
    read(nameOf(m_files[m_shown]), std::move(request));
}

/// Takes back conditions on columns that could not be read: none may be shown as if it held.
void Session::dropUnreadConditions() {
    if (!m_beforeUnread) return;
    m_settings = *std::exchange(m_beforeUnread, std::nullopt);
    std::erase_if(m_undo, [this](const Step& step) {
        return lacksColumn(*m_model.dataset, step.settings.where);
    });
    std::function<void()> alsoUndo;
    if (!m_undo.empty() && m_undo.back().settings == m_settings) {
        alsoUndo = std::move(m_undo.back().alsoUndo);
        m_undo.pop_back();
    }
    Q_EMIT settingsReplaced();
    if (alsoUndo) alsoUndo();
    Q_EMIT historyChanged();
    analyseNow();
}

void Session::analyseNow() {
    if (!m_model.dataset) return;
    m_isStopped = false;
    m_exactJob.cancel();
    m_detailJob.cancel();
    Q_EMIT analysisBegan();
    auto task = nextTask(m_model, {m_settings, true});
    if (!task) {  // back where the last drag began
        m_liveJob.cancel();
        return m_settleTimer.start();
    }
    m_settleTimer.stop();
    m_liveJob.request([task = std::move(*task)](const StopFlag& stop) {
        return run(task, executionUntil(stop));
    });
}

void Session::computeNext() {
    const bool isBusy = m_liveJob.isBusy() || m_exactJob.isBusy() || m_detailJob.isBusy();
    if (m_isStopped || m_settleTimer.isActive() || isBusy || m_beforeUnread) return;
    Wanted wanted{m_settings};
    wanted.plans = plannedSteps();
    // The profile of a hundred temperatures waits for the index, which makes it faster.
    const bool awaitsIndex = report() && m_sweepJob.isBusy() &&
                             m_preparing.isOf(m_model.analysis) && fixedEdges(report()->binning);
    if (awaitsIndex) {
        for (ReportPlan& plan : wanted.plans)
            plan.temperatureProfile = report()->plan.temperatureProfile;
    }
    if (auto task = nextTask(m_model, wanted)) {
        const bool isExact = task->kind == Task::Kind::Measure;
        const Urgency urgency = isExact ? Urgency::Interactive : Urgency::Later;
        (isExact ? m_exactJob : m_detailJob)
            .restart([task = std::move(*task), urgency](const StopFlag& stop) {
                return run(task, executionUntil(stop, urgency));
            });
    }
    Q_EMIT computingChanged();
}

void Session::finishTask(const FinishedTask& finished) {
    if (!take(finished, m_model)) return;
    const bool isMeasure = finished.task.kind == Task::Kind::Measure;
    if (finished.error && isMeasure && finished.task.settings != m_settings)
        return;  // other settings are measured by now
    if (finished.error) {
        m_isStopped = true;
        Q_EMIT errorOccurred(*finished.error);
        Q_EMIT computingChanged();
        return;
    }
    if (isMeasure) {
        prepareSweep();
        m_settleTimer.start();
    }
    Q_EMIT reportChanged();
    Q_EMIT computingChanged();
    computeNext();
}

void Session::prepareSweep() {
    if (m_sweepJob.isBusy() && m_preparing.isOf(m_model.analysis)) return;
    m_sweepJob.cancel();
    m_preparing = {};  // what is cancelled is dropped, even if its rows are shown again
    auto task = nextSweepTask(m_model);
    if (!task) return;
    m_preparing = {nullptr, m_model.analysis.sweptRows, m_model.analysis.view};
    m_sweepJob.restart([task = std::move(*task)](const StopFlag& stop) {
        return run(task, executionUntil(stop));
    });
}

void Session::setRequestedParts(const ReportPlan& parts) {
    m_requested = parts;
    Q_EMIT computingChanged();
    if (m_model.isExact()) computeNext();
}

std::vector<ReportPlan> Session::plannedSteps() const {
    ReportPlan plan = ReportPlan::onScreen();
    std::vector<ReportPlan> steps{plan};
    const auto addStep = [&](const ReportPlan& more) {
        plan.insert(more);
        steps.push_back(plan);
    };
    if (m_settings.profile) addStep(ReportPlan::of(*m_settings.profile));
    ReportPlan rest = ReportPlan::inPanels();
    rest.insert(m_requested);
    // A note says where the preset's own program gives another ECE than its bins.
    if (presetOf(m_settings)) rest.conventions = true;
    addStep(rest);
    addStep(ReportPlan::behindSliders());
    return steps;
}

double Session::computedShare() const {
    if (!report() || report()->isProvisional) return 0;
    const std::vector<ReportPlan> steps = plannedSteps();
    const auto done = std::ranges::count_if(
        steps, [this](const ReportPlan& step) { return report()->plan.contains(step); });
    // The exact bins are a step, too.
    return static_cast<double>(1 + done) / static_cast<double>(1 + steps.size());
}

void Session::stopComputing() {
    m_settleTimer.stop();
    m_exactJob.cancel();
    m_detailJob.cancel();
    m_isStopped = true;
    Q_EMIT computingChanged();
}

void Session::resumeComputing() {
    m_isStopped = false;
    m_model.problem.reset();
    Q_EMIT computingChanged();
    computeNext();
}

}  // namespace diagonal
