// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/comparing/model_set.h"

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

#include "app/platform/free_memory.h"
#include "app/platform/parallel.h"
#include "core/publishing/comparison_tables.h"

namespace diagonal {
namespace {

constexpr auto kSettleDelay = std::chrono::milliseconds(150);

std::size_t bytesOf(const Predictions& predictions) {
    return predictions.scores().visit([](auto values) { return values.size_bytes(); });
}

/// Returns the columns of all models of a file, each once.
std::vector<RoleChoice> columnsOfAll(const std::vector<ModelChoice>& models) {
    std::vector<RoleChoice> columns;
    for (const ModelChoice& model : models)
        columns.insert(columns.end(), model.columns.begin(), model.columns.end());
    const auto place = [](const RoleChoice& choice) {
        return std::tie(choice.column, choice.role);
    };
    std::ranges::sort(columns, {}, place);
    const auto areSame = [&](const RoleChoice& a, const RoleChoice& b) {
        return place(a) == place(b);
    };
    columns.erase(std::unique(columns.begin(), columns.end(), areSame), columns.end());
    return columns;
}

template <typename T>
bool holds(const std::vector<T>& values, const T& value) {
    return std::ranges::find(values, value) != values.end();
}

}  // namespace

ModelSet::ModelSet(Session& session, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_readJob([this](const OpenedSource& source) { finishReading(source); }),
      m_mapJob([this](const Finished& finished) { finishMapping(finished); }),
      m_measureJob([this](const std::vector<Finished>& measured) { finishMeasuring(measured); }),
      m_detailJob([this](const Finished& finished) { finishDetail(finished); }, Urgency::Later) {
    m_settleTimer.setSingleShot(true);
    m_settleTimer.setInterval(kSettleDelay);
    connect(&m_settleTimer, &QTimer::timeout, this, [this] { measure(true); });
    connect(&m_session, &Session::filesChanged, this, &ModelSet::follow);
    connect(&m_session, &Session::allClosed, this, &ModelSet::follow);
    connect(&m_session, &Session::importChanged, this, &ModelSet::followImport);
    connect(&m_session, &Session::analysisBegan, this, [this] { measure(false); });
    connect(&m_session, &Session::reportChanged, this, [this] { measure(false); });
    // What the session does not measure any more is measured here.
    connect(&m_session, &Session::computingChanged, this, [this] {
        if (m_session.isStopped()) measure(false);
    });
}

ModelSet::~ModelSet() = default;

void ModelSet::setUse(Use use) {
    if (m_use == use) return;
    const bool isLess = use < m_use;
    m_use = use;
    if (!isLess) return follow();
    m_settleTimer.stop();
    m_readJob.cancel();
    m_mapJob.cancel();
    m_measureJob.cancel();
    m_detailJob.cancel();
    m_readingId = 0;
    std::optional<PredictionFiles> listed;
    if (use == Use::List) listed = m_session.files()[m_session.shownFile()];
    m_list.forgetRows(listed);
    if (use == Use::List) follow();
}

void ModelSet::setFigure(ModelFigureKind kind, const FigureScores& scores, bool isPair) {
    m_kind = kind;
    m_isPair = isPair;
    m_scores = scores;
    if (isActive()) computeNext();
}

void ModelSet::setThreshold(double threshold) {
    m_threshold = threshold;
    if (isActive()) computeNext();
}

void ModelSet::setInView(std::vector<std::size_t> places) {
    m_inView = std::move(places);
}

std::shared_ptr<const Result<ModelPair>> ModelSet::pair() const {
    const auto second = m_list.compared();
    return second ? models()[*second].pair : nullptr;
}

bool ModelSet::isBusy() const {
    return m_readJob.isBusy() || m_mapJob.isBusy() || m_measureJob.isBusy() ||
           m_detailJob.isBusy() || m_settleTimer.isActive() || awaitsSession();
}

std::size_t ModelSet::scoreBytes() const {
    std::size_t bytes = 0;
    for (const ListedModel& model : models()) {
        if (model.dataset) bytes += bytesOf(model.dataset->predictions);
    }
    return bytes;
}

void ModelSet::rename(std::size_t index, const QString& name) {
    const std::string trimmed = name.trimmed().toStdString();
    if (trimmed.empty() || models()[index].name == trimmed) return;
    m_list.rename(index, trimmed);
    Q_EMIT listChanged();
    Q_EMIT pairChanged();
}

void ModelSet::setHidden(std::size_t index, bool hidden) {
    if (models()[index].isHidden == hidden) return;
    m_list.setHidden(index, hidden);
    Q_EMIT listChanged();
    Q_EMIT pairChanged();
    if (!hidden) measure(false);
}

void ModelSet::setReference(std::size_t index) {
    if (m_list.reference() == index) return;
    m_list.setReference(index);
    Q_EMIT listChanged();
    Q_EMIT pairChanged();
    computeNext();
}

void ModelSet::setCompared(std::size_t index) {
    const auto before = m_list.compared();
    m_list.setCompared(index);
    if (m_list.compared() == before) return;
    Q_EMIT pairChanged();
    computeNext();
}

void ModelSet::move(std::size_t from, std::size_t to) {
    if (from == to || to >= models().size()) return;
    m_list.move(from, to);
    Q_EMIT listChanged();
}

void ModelSet::remove(std::size_t index) {
    if (models()[index].id == m_readingId) {
        m_readJob.cancel();
        m_mapJob.cancel();
        m_readingId = 0;
    }
    m_list.remove(index);
    Q_EMIT listChanged();
    Q_EMIT pairChanged();
    if (m_use != Use::None) readNext();
}

void ModelSet::addMapped(std::size_t index, MapKind map) {
    if (!models()[index].dataset) return;
    m_list.addMapped(index, map);
    Q_EMIT listChanged();
    readNext();
}

void ModelSet::restoreRemoved() {
    m_list.restoreRemoved();
    Q_EMIT listChanged();
    Q_EMIT pairChanged();
    if (m_use != Use::None) readNext();
}

void ModelSet::follow() {
    std::vector<ModelSource> sources;
    for (std::size_t i = 0; i < m_session.files().size(); ++i)
        sources.push_back({m_session.files()[i], m_session.optionsOf(i)});
    m_list.follow(sources);
    Q_EMIT listChanged();
    if (m_use != Use::None) readNext();
}

void ModelSet::followImport() {
    const bool isRead = !m_session.currentFileFailed() && m_session.model().dataset;
    if (!isRead || m_session.files().empty()) return;
    ReadFile now{m_session.files()[m_session.shownFile()], m_session.readOptions(),
                 m_session.shownModel(), m_session.model().dataset};
    if (!m_session.models().empty()) {
        // Showing another model is no other way to read the file.
        now.options.columns = columnsOfAll(m_session.models());
        now.options.onlyChosenColumns = true;
    }
    if (m_use == Use::List) m_list.forgetRows(now.files);
    const auto known = std::ranges::find(m_readFiles, now.files, &ReadFile::files);
    if (known == m_readFiles.end()) return m_readFiles.push_back(now);
    const ReadFile before = std::exchange(*known, now);
    const bool hasChanged =
        before.shownModel == now.shownModel && before.rows.lock() != m_session.model().dataset;
    if (before.options != now.options) {
        m_list.replace({now.files, m_session.readOptions()});
    } else if (hasChanged) {
        m_list.forgetRowsOf(now.files);
    } else {
        return;
    }
    m_readJob.cancel();
    m_mapJob.cancel();
    m_readingId = 0;
    Q_EMIT listChanged();
    Q_EMIT pairChanged();
    if (m_use != Use::None) readNext();
}

bool ModelSet::isUsed(const ListedModel& model) const {
    if (m_use != Use::List) return m_use == Use::Figures;
    return isOfShownFile(model) && !model.source.map;
}

bool ModelSet::isOfShownFile(const ListedModel& model) const {
    return !m_session.files().empty() &&
           model.source.files == m_session.files()[m_session.shownFile()];
}

std::optional<OpenedSource> ModelSet::sharedSource(const ListedModel& model) const {
    const ModelSource& source = model.source;
    if (!isOfShownFile(model) || source.map || source.stacked) return std::nullopt;
    auto shared = m_session.sharedSource();
    const bool isIt = shared && (source.inFile.empty() || shared->models.empty() ||
                                 shared->models.front().name == source.inFile);
    return isIt ? std::move(shared) : std::nullopt;
}

void ModelSet::readNext() {
    if (m_readJob.isBusy() || m_mapJob.isBusy()) return;
    const auto next = std::ranges::find_if(
        models(), [this](const ListedModel& model) { return model.lacksRows() && isUsed(model); });
    if (next == models().end()) return measure(false);
    ListedModel& model = *m_list.find(next->id);
    m_readingId = model.id;
    m_list.shareRows(model);
    Wanted wanted;
    if (model.source.map) {
        wanted.settings.where = model.source.mappedWhere = conditionsFor(model);
        wanted.map = MapSource{{.kind = *model.source.map, .seed = m_session.settings().seed}};
    }
    if (auto task = nextTask(model, wanted)) {
        m_mapJob.request([id = model.id, task = std::move(*task)](const StopFlag& stop) {
            return Finished{id, run(task, executionUntil(stop))};
        });
    } else {
        OpeningRequest request = m_session.requestFor(model.source.files, model.source.options);
        request.model = model.source.inFile;
        request.isOfOther = next != models().begin();
        request.where = forEveryModel(m_session.settings().where);
        m_readJob.request(
            [request = std::move(request), shared = sharedSource(model)](const StopFlag& stop) {
                if (shared) return *shared;
                OpenedSource source = opened(request, executionUntil(stop));
                returnFreeMemory();
                return source;
            });
    }
    Q_EMIT numbersChanged();
}

void ModelSet::finishReading(const OpenedSource& source) {
    const std::size_t id = std::exchange(m_readingId, 0);
    m_list.takeRows(id, source);
    if (ListedModel* model = m_list.find(id); model && source.models.size() > 1) {
        // Detected or remembered options may choose another model next time.
        model->source.options.columns = source.models.front().columns;
        model->source.options.onlyChosenColumns = true;
    }
    Q_EMIT listChanged();
    measure(false);
    readNext();
}

void ModelSet::finishMapping(const Finished& finished) {
    m_readingId = 0;
    if (ListedModel* model = m_list.find(finished.id)) {
        take(finished.outcome, *model);
        if (model->problem) model->analysis = {};
        model->recalibration = nullptr;  // the rows before the map are those of another model
    }
    Q_EMIT listChanged();
    measure(false);
    readNext();
}

std::vector<std::size_t> ModelSet::displayed() const {
    if (m_use != Use::Figures) return {};
    std::vector<std::size_t> shown = m_list.shown();
    std::erase_if(shown, [&](std::size_t i) { return !models()[i].dataset; });
    if (m_isPair) {
        std::erase_if(shown, [&](std::size_t i) {
            return m_list.reference() != i && m_list.compared() != i;
        });
        return shown;
    }
    if (m_kind == ModelFigureKind::Multiples) {
        std::erase_if(
            shown, [&](std::size_t i) { return m_inView && !holds(*m_inView, models()[i].place); });
        return shown;
    }
    // Scores and differences are computed once the user pauses.
    const bool showsScores = m_kind == ModelFigureKind::Map || m_kind == ModelFigureKind::Forest;
    shown.resize(showsScores ? 0 : std::min(shown.size(), kMostOverlaid));
    return shown;
}

std::optional<AnalysisSettings> ModelSet::settingsOf(const ListedModel& model) const {
    const auto& leader = m_session.report();
    const AnalysisSettings& settings = m_session.settings();
    if (!leader || (settings.view && *settings.view != leader->view)) return std::nullopt;
    const bool isShared = model.dataset == m_session.model().dataset;
    AnalysisSettings own = isShared ? settings : settingsLike(*leader, *model.dataset, settings);
    // The rows after a map are those that were chosen.
    own.where = model.source.map ? RowConditions() : conditionsFor(model);
    return own;
}

RowConditions ModelSet::conditionsFor(const ListedModel& model) const {
    RowConditions where = forEveryModel(m_session.settings().where);
    const auto& stacked = model.source.stacked;
    if (stacked)
        std::erase_if(where.groups,
                      [&](const GroupChoice& group) { return group.column == stacked->column; });
    return where;
}

void ModelSet::mapChosenRows() {
    bool areOthers = false;
    for (const ListedModel& model : models()) {
        if (!model.source.map || model.lacksRows()) continue;
        if (model.source.mappedWhere == conditionsFor(model)) continue;
        m_list.freeMapped(model.id);
        areOthers = true;
    }
    if (areOthers) readNext();
}

bool ModelSet::isMeasuredBySession(const ListedModel& model,
                                   const AnalysisSettings& settings) const {
    return model.dataset == m_session.model().dataset && settings == m_session.settings() &&
           !m_session.isStopped();
}

bool ModelSet::awaitsSession() const {
    return m_use != Use::None && m_session.isAnalysing() && !m_session.isStopped();
}

bool ModelSet::takeMeasured(const ListedModel& model) {
    const Model& shown = m_session.model();
    const bool isNew = model.settings != shown.settings || !model.isMeasured();
    const bool isBetter = shown.isExact() && !model.isExact();
    const bool isReady =
        shown.isMeasured() && !shown.problem && shown.settings == m_session.settings();
    if (!isReady || !(isNew || isBetter)) return false;
    return take({{Task::Kind::Measure, model, shown.settings}, shown}, *m_list.find(model.id));
}

/// Measures in the view and bins of the session's report: if `exactly`, all models that are shown,
/// else those displayed or without a report, by sweeps where these are faster.
void ModelSet::measure(bool exactly) {
    if (m_use == Use::None || !m_session.report()) return;
    mapChosenRows();
    const std::vector<std::size_t> quick = displayed();
    std::vector<ModelTask> tasks;
    decltype(m_requested) requested;
    bool hasTaken = false;
    for (std::size_t i = 0; i < models().size(); ++i) {
        const ListedModel& model = models()[i];
        const bool isWanted = exactly || !model.report() || holds(quick, i);
        const bool isLeftOut = m_use == Use::Figures ? model.isHidden : !isUsed(model);
        if (!model.dataset || isLeftOut || !isWanted) continue;
        const auto settings = settingsOf(model);
        if (!settings) return;
        if (isMeasuredBySession(model, *settings)) {
            hasTaken = takeMeasured(model) || hasTaken;
            continue;
        }
        auto task = nextTask(model, {*settings, !exactly, ScoreIntervals::None});
        if (!task) continue;
        const bool isBeingMeasured =
            !exactly && m_measureJob.isBusy() && holds(m_requested, {model.id, *settings});
        requested.emplace_back(model.id, *settings);
        if (isBeingMeasured) continue;
        tasks.push_back({model.id, std::move(*task)});
    }
    if (hasTaken) {
        m_detailJob.cancel();  // of the report before
        Q_EMIT numbersChanged();
    }
    if (tasks.empty() && !requested.empty()) return;
    if (tasks.empty()) {
        // Models that are not displayed follow once the user pauses.
        if (exactly) return computeNext();
        if (!m_measureJob.isBusy()) m_settleTimer.start();
        return;
    }
    m_settleTimer.stop();
    m_detailJob.cancel();
    m_requested = std::move(requested);
    // Quick steps of several models run side by side; a single one uses all threads.
    const bool areQuick = std::ranges::all_of(
        tasks, [](const ModelTask& task) { return task.task.model.isMeasured(); });
    // Exact results are of no use once the user drags again.
    if (m_measuresExactly && !exactly && areQuick) m_measureJob.cancel();
    m_measuresExactly = exactly;
    m_measureJob.request([tasks = std::move(tasks), areQuick](const StopFlag& stop) {
        std::vector<Finished> all(tasks.size());
        const auto measure = [&](std::size_t t) {
            all[t] = {tasks[t].id, run(tasks[t].task, executionUntil(stop))};
        };
        if (areQuick) {
            parallelForBesideWindow(tasks.size(), measure);
        } else {
            serialFor(tasks.size(), measure);
        }
        return all;
    });
}

void ModelSet::finishMeasuring(const std::vector<Finished>& measured) {
    if (!m_measureJob.isBusy()) m_measuresExactly = false;
    for (const Finished& finished : measured) {
        ListedModel* model = m_list.find(finished.id);
        if (!model || !take(finished.outcome, *model)) continue;
        if (model->problem) model->analysis = {};
    }
    Q_EMIT numbersChanged();
    m_settleTimer.start();
}

std::array<Wanted, 4> ModelSet::wantedOf(const ListedModel& model) const {
    const auto first = m_list.reference();
    const auto second = m_list.compared();
    const bool isReference = first && models()[*first].id == model.id;
    const bool isCompared = second && models()[*second].id == model.id;
    Wanted figure =
        wantedFor(partsOf(m_kind, m_scores, model.settings, isReference), model.settings);
    figure.hasMurphy = figure.hasMurphy || m_isPair;
    Wanted pair{model.settings};
    Wanted pairs{model.settings};
    if (first && !isReference) {
        const bool showsPairs = m_isPair || m_kind == ModelFigureKind::Forest;
        if (isCompared) pair.comparedWith = &models()[*first];
        if (showsPairs) pairs.comparedWith = &models()[*first];
    }
    if (m_threshold) pair.thresholds = pairs.thresholds = {*m_threshold};
    Wanted list{model.settings};
    list.plans = {planOfModels()};
    list.scaled = ReportPlan();
    return {figure, pair, pairs, list};
}

std::optional<ModelSet::ModelTask> ModelSet::nextDetail() const {
    const auto next = [&](const auto& taskOf) -> std::optional<ModelTask> {
        for (const ListedModel& model : models()) {
            if (model.isHidden || model.problem || !model.isExact()) continue;
            if (auto task = taskOf(model)) return ModelTask{model.id, std::move(*task)};
        }
        return std::nullopt;
    };
    constexpr std::size_t steps = std::tuple_size_v<decltype(wantedOf({}))>;
    for (std::size_t step = 0; step < steps; ++step) {
        auto task =
            next([&](const ListedModel& model) { return nextTask(model, wantedOf(model)[step]); });
        if (task) return task;
    }
    return next([](const ListedModel& model) { return nextSweepTask(model); });
}

void ModelSet::computeNext() {
    if (m_use == Use::None || m_detailJob.isBusy() || m_measureJob.isBusy() || awaitsSession())
        return;
    auto next = m_use == Use::Figures ? nextDetail() : std::nullopt;
    if (!next) {
        Q_EMIT numbersChanged();
        return;
    }
    m_detailJob.request([next = std::move(*next)](const StopFlag& stop) {
        return Finished{next.id, run(next.task, executionUntil(stop, Urgency::Later))};
    });
}

void ModelSet::finishDetail(const Finished& finished) {
    ListedModel* model = m_list.find(finished.id);
    if (model && take(finished.outcome, *model)) {
        const Task::Kind kind = finished.outcome.task.kind;
        const bool isOfPair = kind == Task::Kind::Compare || (kind == Task::Kind::Murphy && pair());
        if (isOfPair) Q_EMIT pairChanged();
        if (kind != Task::Kind::Compare) Q_EMIT numbersChanged();
    }
    computeNext();
}

}  // namespace diagonal
