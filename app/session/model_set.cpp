// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/model_set.h"

#include <algorithm>
#include <chrono>

#include "app/platform/parallel.h"
#include "app/text/file_names.h"
#include "app/text/number_text.h"
#include "core/base/text.h"
#include "core/base/within_memory.h"
#include "core/comparing/stacked_models.h"
#include "core/publishing/comparison_tables.h"
#include "core/recalibrating/recalibration.h"
#include "core/reporting/detailed_report.h"

namespace diagonal {
namespace {

constexpr auto kSettleDelay = std::chrono::milliseconds(150);

std::size_t bytesOf(const Predictions& predictions) {
    return predictions.scores().visit([](auto values) { return values.size_bytes(); });
}

/// Returns the rows that an analysis measures.
const std::shared_ptr<const Dataset>& rowsOf(const ListedModel& model) {
    return model.analysis.part ? model.analysis.part : model.dataset;
}

/// Takes a model's rows from those of a file that stacks several.
void takeStacked(const Dataset& whole, ListedModel& model) {
    auto rows = withinMemory([&] { return stackedModel(whole, *model.stacked); });
    model.dataset = nullptr;
    if (rows) {
        model.dataset = std::make_shared<const Dataset>(std::move(rows).value());
    } else {
        model.problem = rows.error();
    }
}

/// Returns what the comparison of two measured models depends on.
PairBasis pairBasisOf(const ListedModel& first, const ListedModel& second) {
    const Report& report = *first.report();
    return {rowsOf(first), rowsOf(second),        report.temperature, second.report()->temperature,
            report.view,   second.report()->view, report.binning,     report.level,
            report.seed};
}

bool isExact(const ListedModel& model) {
    return model.report() && !model.report()->isProvisional;
}

}  // namespace

ModelSet::ModelSet(Session& session, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_readJob([this](FinishedReading read) { finishReading(std::move(read)); }),
      m_measureJob([this](const std::vector<Measured>& measured) { finishMeasuring(measured); }),
      m_detailJob([this](const Detail& detail) { finishDetail(detail); }, Urgency::Later) {
    m_settleTimer.setSingleShot(true);
    m_settleTimer.setInterval(kSettleDelay);
    connect(&m_settleTimer, &QTimer::timeout, this, [this] { requestMeasuring(true); });
    connect(&m_session, &Session::filesChanged, this, &ModelSet::follow);
    connect(&m_session, &Session::allClosed, this, &ModelSet::follow);
    connect(&m_session, &Session::analysisBegan, this, &ModelSet::measure);
    connect(&m_session, &Session::reportChanged, this, &ModelSet::measure);
}

ModelSet::~ModelSet() = default;

void ModelSet::setActive(bool active) {
    if (m_isActive == active) return;
    m_isActive = active;
    if (active) return follow();
    m_settleTimer.stop();
    m_readJob.cancel();
    m_measureJob.cancel();
    m_detailJob.cancel();
    m_readingId = 0;
    m_isMapping = false;
    dropPairs();
    for (ListedModel& model : m_models)
        forgetRows(model);
}

/// Frees what was read and measured; names, colours and places stay.
void ModelSet::forgetRows(ListedModel& model) {
    model.dataset = model.unmapped = nullptr;
    model.analysis = {};
    model.banded = model.scaled = nullptr;
    model.murphy.clear();
    model.sweep = nullptr;
    model.sweptRows = nullptr;
    model.problem.reset();
    model.basis.reset();
    model.noScaled.clear();
    model.fittedTemperature.reset();
}

void ModelSet::setFigure(ModelFigureKind kind, const FigureScores& scores, bool isPair) {
    m_kind = kind;
    m_isPair = isPair;
    m_scores = scores;
    if (m_isActive) computeNext();
}

void ModelSet::setInView(std::vector<std::size_t> places) {
    m_inView = std::move(places);
}

std::optional<std::size_t> ModelSet::indexOf(std::size_t id) const {
    const auto found = std::ranges::find(m_models, id, &ListedModel::id);
    if (found == m_models.end()) return std::nullopt;
    return static_cast<std::size_t>(found - m_models.begin());
}

ListedModel* ModelSet::find(std::size_t id) {
    const auto index = indexOf(id);
    return index ? &m_models[*index] : nullptr;
}

std::optional<std::size_t> ModelSet::compared() const {
    if (m_compared != m_reference) {
        if (const auto index = indexOf(m_compared)) return index;
    }
    for (std::size_t i = 0; i < m_models.size(); ++i) {
        if (m_models[i].id != m_reference && !m_models[i].problem) return i;
    }
    return std::nullopt;
}

template <typename Use>
void ModelSet::forShown(const Use& use) const {
    const auto first = reference();
    if (first && !m_models[*first].isHidden) use(m_models[*first]);
    for (const ListedModel& model : m_models) {
        if (model.id != m_reference && !model.isHidden) use(model);
    }
}

std::vector<PlottedModel> ModelSet::plotted() const {
    std::vector<PlottedModel> plotted;
    forShown([&](const ListedModel& model) {
        if (!model.report()) return;
        plotted.push_back({model.name.toStdString(), model.place, model.report(), model.banded,
                           model.murphy, model.scaled, model.noScaled,
                           isPaired(model) ? model.pair : nullptr});
    });
    return plotted;
}

/// Returns true if a model's comparison with the reference is that of their present reports.
bool ModelSet::isPaired(const ListedModel& model) const {
    const auto first = reference();
    return first && model.pair && model.report() && m_models[*first].report() &&
           model.pairBasis == pairBasisOf(m_models[*first], model);
}

std::shared_ptr<const Result<ModelPair>> ModelSet::pair() const {
    const auto second = compared();
    return second ? m_models[*second].pair : nullptr;
}

std::vector<std::optional<double>> ModelSet::adjustedPValuesOfPair() const {
    const auto second = compared();
    std::vector<ModelPair> pairs;
    std::optional<std::size_t> place;
    for (std::size_t i = 0; i < m_models.size(); ++i) {
        const ListedModel& model = m_models[i];
        if (model.isHidden || model.problem || model.id == m_reference) continue;
        if (!isPaired(model)) return {};
        if (!*model.pair) continue;
        if (second == i) place = pairs.size();
        pairs.push_back(model.pair->value());
    }
    return place ? adjustedPValues(pairs)[*place] : std::vector<std::optional<double>>();
}

bool ModelSet::isBusy() const {
    return m_readJob.isBusy() || m_measureJob.isBusy() || m_detailJob.isBusy() ||
           m_settleTimer.isActive();
}

std::size_t ModelSet::scoreBytes() const {
    std::size_t bytes = 0;
    for (const ListedModel& model : m_models) {
        if (model.dataset) bytes += bytesOf(model.dataset->predictions);
    }
    return bytes;
}

void ModelSet::rename(std::size_t index, const QString& name) {
    if (name.trimmed().isEmpty() || m_models[index].name == name) return;
    m_models[index].name = name.trimmed();
    m_renamed.push_back(m_models[index].id);
    Q_EMIT listChanged();
    Q_EMIT pairChanged();
}

void ModelSet::setHidden(std::size_t index, bool hidden) {
    if (m_models[index].isHidden == hidden) return;
    m_models[index].isHidden = hidden;
    Q_EMIT listChanged();
    Q_EMIT pairChanged();
    if (!hidden) measure();
}

void ModelSet::setReference(std::size_t index) {
    if (m_models[index].id == m_reference) return;
    m_reference = m_models[index].id;
    dropPairs();
    Q_EMIT listChanged();
    Q_EMIT pairChanged();
    computeNext();
}

void ModelSet::setCompared(std::size_t index) {
    const auto before = compared();
    m_compared = m_models[index].id;
    if (compared() == before) return;
    Q_EMIT pairChanged();
    computeNext();
}

void ModelSet::move(std::size_t from, std::size_t to) {
    if (from == to || to >= m_models.size()) return;
    const auto at = [&](std::size_t i) {
        return m_models.begin() + static_cast<std::ptrdiff_t>(i);
    };
    if (from < to) {
        std::rotate(at(from), at(from + 1), at(to + 1));
    } else {
        std::rotate(at(to), at(from), at(from + 1));
    }
    Q_EMIT listChanged();
}

void ModelSet::remove(std::size_t index) {
    const ListedModel& model = m_models[index];
    if (model.id == m_readingId) {
        m_readJob.cancel();
        m_readingId = 0;
        m_isMapping = false;
    }
    m_removed.push_back(model);
    forgetRows(m_removed.back());
    m_models.erase(m_models.begin() + static_cast<std::ptrdiff_t>(index));
    chooseReference();
    Q_EMIT listChanged();
    Q_EMIT pairChanged();
    if (m_isActive) readNext();
}

void ModelSet::addMapped(std::size_t index, MapKind map) {
    const ListedModel& base = m_models[index];
    if (!base.dataset) return;
    ListedModel model;
    model.id = m_nextId++;
    model.files = base.files;
    model.options = base.options;
    model.inFile = base.inFile;
    model.stacked = base.stacked;
    model.map = map;
    model.unmapped = base.dataset;
    model.place = freePlace();
    m_models.insert(m_models.begin() + static_cast<std::ptrdiff_t>(index) + 1, std::move(model));
    nameModels();
    Q_EMIT listChanged();
    readNext();
}

void ModelSet::restoreRemoved() {
    for (ListedModel& model : std::exchange(m_removed, {})) {
        model.place = freePlace();
        m_models.push_back(std::move(model));
    }
    chooseReference();
    Q_EMIT listChanged();
    Q_EMIT pairChanged();
    if (m_isActive) readNext();
}

std::size_t ModelSet::freePlace() const {
    std::size_t place = 0;
    while (std::ranges::find(m_models, place, &ListedModel::place) != m_models.end())
        ++place;
    return place;
}

void ModelSet::chooseReference() {
    if (reference()) return;
    m_reference = m_models.empty() ? 0 : m_models.front().id;
    dropPairs();
}

void ModelSet::dropPairs() {
    for (ListedModel& model : m_models) {
        model.pair = nullptr;
        model.pairBasis = {};
    }
}

/// Follows the open files: models of files that were closed go, those of new files come.
void ModelSet::follow() {
    const auto& files = m_session.files();
    const auto isGone = [&](const PredictionFiles& file) {
        return std::ranges::find(files, file) == files.end();
    };
    std::erase_if(m_models, [&](const ListedModel& model) { return isGone(model.files); });
    std::erase_if(m_removed, [&](const ListedModel& model) { return isGone(model.files); });
    for (std::size_t i = 0; i < files.size(); ++i) {
        const bool isListed =
            std::ranges::find(m_models, files[i], &ListedModel::files) != m_models.end();
        const bool isRemoved =
            std::ranges::find(m_removed, files[i], &ListedModel::files) != m_removed.end();
        if (isListed || isRemoved) continue;
        ListedModel model;
        model.id = m_nextId++;
        model.files = files[i];
        model.options = m_session.optionsOf(i);
        model.place = freePlace();
        m_models.push_back(std::move(model));
    }
    nameModels();
    chooseReference();
    Q_EMIT listChanged();
    if (m_isActive) readNext();
}

/// Names models by their file, and by their name in it where it holds several.
void ModelSet::nameModels() {
    std::vector<ModelPlace> places;
    for (const ListedModel& model : m_models) {
        places.push_back({QString::fromStdString(model.files.predictions),
                          QString::fromStdString(model.inFile)});
    }
    const QStringList names = namesOfModels(places);
    for (std::size_t i = 0; i < m_models.size(); ++i) {
        const bool isRenamed = std::ranges::find(m_renamed, m_models[i].id) != m_renamed.end();
        if (isRenamed) continue;
        m_models[i].name = names[static_cast<qsizetype>(i)];
        if (m_models[i].map)
            m_models[i].name += tr(", %1").arg(
                toQString(lowerCase(std::string(mapDefinition(*m_models[i].map).name))));
    }
}

void ModelSet::readNext() {
    if (m_readJob.isBusy()) return;
    const auto next = std::ranges::find_if(
        m_models, [](const ListedModel& model) { return !model.dataset && !model.problem; });
    if (next == m_models.end()) return measure();
    m_readingId = next->id;
    if (next->map && !next->unmapped) {
        const auto base = std::ranges::find_if(m_models, [&](const ListedModel& model) {
            return !model.map && model.dataset && model.files == next->files &&
                   model.inFile == next->inFile;
        });
        if (base != m_models.end()) next->unmapped = base->dataset;
    }
    if (next->unmapped) return applyMap(*next);
    m_readJob.request(
        [read = m_session.readerOf(next->files, next->options)](const StopFlag& stop) {
            return read([&](std::size_t, std::size_t) { return !stop.isSet(); });
        });
    Q_EMIT numbersChanged();
}

/// Fits the map of a model by cross-validation and applies it, in the background.
void ModelSet::applyMap(ListedModel& model) {
    RecalibrationChoice choice;
    choice.kind = *model.map;
    choice.seed = m_session.settings().seed;
    m_isMapping = true;
    m_readJob.request([choice, rows = std::exchange(model.unmapped, nullptr),
                       options = model.options](const StopFlag& stop) {
        auto made =
            withinMemory([&] { return recalibrated(rows, nullptr, choice, executionUntil(stop)); });
        FinishedReading read;
        read.request.options = options;
        if (made) {
            read.dataset = made.value().after;
        } else {
            read.dataset = made.error();
        }
        return read;
    });
    Q_EMIT numbersChanged();
}

void ModelSet::finishReading(FinishedReading read) {
    const auto index = indexOf(std::exchange(m_readingId, 0));
    const bool isMapped = std::exchange(m_isMapping, false);
    if (index) {
        takeRows(*index, read, isMapped);
        ListedModel& model = m_models[*index];
        const bool mayHoldMore = model.inFile.empty() && !model.map;
        if (mayHoldMore) addModelsOf(*index, read.models);
        if (mayHoldMore && read.models.size() < 2) addStackedModels(*index);
        nameModels();
        Q_EMIT listChanged();
        measure();
    }
    readNext();
}

void ModelSet::takeRows(std::size_t index, const FinishedReading& read, bool isMapped) {
    const ListedModel first = m_models[index];
    for (ListedModel& model : m_models) {
        const bool isStacked = first.stacked && model.stacked && model.files == first.files;
        const bool needsRows = !model.dataset && !model.unmapped && !model.map;
        if (model.id != first.id && !(isStacked && needsRows)) continue;
        if (!read.dataset) {
            model.problem = read.dataset.error();
            continue;
        }
        model.options = read.request.options;
        model.dataset = read.dataset.value();
        if (isMapped) continue;
        if (model.stacked) takeStacked(*read.dataset.value(), model);
        if (model.map) model.unmapped = std::exchange(model.dataset, nullptr);
    }
}

ListedModel* ModelSet::addSibling(std::size_t index, std::size_t& at, const std::string& inFile) {
    const PredictionFiles files = m_models[index].files;
    const auto isIt = [&](const ListedModel& model) {
        return model.files == files && model.inFile == inFile && !model.map;
    };
    if (std::ranges::any_of(m_models, isIt) || std::ranges::any_of(m_removed, isIt)) return nullptr;
    ListedModel model;
    model.id = m_nextId++;
    model.files = files;
    model.inFile = inFile;
    model.options = m_models[index].options;
    model.place = freePlace();
    return &*m_models.insert(m_models.begin() + static_cast<std::ptrdiff_t>(at++),
                             std::move(model));
}

/// Adds the other models of a file behind the one that was read.
void ModelSet::addModelsOf(std::size_t index, const std::vector<ModelChoice>& choices) {
    if (choices.size() < 2) return;
    m_models[index].inFile = choices.front().name;
    std::size_t at = index + 1;
    for (std::size_t c = 1; c < choices.size(); ++c) {
        ListedModel* const model = addSibling(index, at, choices[c].name);
        if (!model) continue;
        model->options.columns = choices[c].columns;
        model->options.onlyChosenColumns = true;
    }
}

/// Divides the rows that were read among the models that they belong to, if there are several.
void ModelSet::addStackedModels(std::size_t index) {
    const std::shared_ptr<const Dataset> whole = m_models[index].dataset;
    const auto choices = whole ? stackedModels(*whole) : std::vector<GroupChoice>();
    if (choices.empty()) return;
    std::size_t at = index + 1;
    for (std::size_t c = 0; c < choices.size(); ++c) {
        ListedModel* const model =
            c == 0 ? &m_models[index] : addSibling(index, at, choices[c].value);
        if (!model) continue;
        model->inFile = choices[c].value;
        model->stacked = choices[c];
        takeStacked(*whole, *model);
    }
}

void ModelSet::measure() {
    requestMeasuring(false);
}

std::vector<std::size_t> ModelSet::displayed() const {
    std::vector<std::size_t> ids;
    const auto second = compared();
    forShown([&](const ListedModel& model) {
        const bool isOfPair =
            model.id == m_reference || (second && model.id == m_models[*second].id);
        if (model.dataset && (!m_isPair || isOfPair)) ids.push_back(model.id);
    });
    if (m_isPair) return ids;
    if (m_kind == ModelFigureKind::Multiples) {
        if (m_inView) {
            std::erase_if(ids, [&](std::size_t id) {
                const std::size_t place = m_models[*indexOf(id)].place;
                return std::ranges::find(*m_inView, place) == m_inView->end();
            });
        }
        return ids;
    }
    // Scores and differences are computed once the user pauses.
    const bool showsScores = m_kind == ModelFigureKind::Map || m_kind == ModelFigureKind::Forest;
    ids.resize(showsScores ? 0 : std::min(ids.size(), kMostOverlaid));
    return ids;
}

std::optional<MeasuringBasis> ModelSet::currentBasis() const {
    const auto& leader = m_session.report();
    const AnalysisSettings& settings = m_session.settings();
    if (!leader || (settings.view && !(*settings.view == leader->view))) return std::nullopt;
    MeasuringBasis basis{
        settings, leader->view, {}, settings.binCount.value_or(leader->binning.count)};
    const auto& names = leader->dataset.classNames;
    if (leader->view.kind != View::Kind::TopLabel && leader->view.classIndex < names.size())
        basis.viewClass = names[leader->view.classIndex];
    return basis;
}

/// Measures models in the view and bins of the session's report: those that are displayed, by
/// sweeps where these are faster, or exactly all that are shown.
void ModelSet::requestMeasuring(bool exactly) {
    const auto basis = m_isActive ? currentBasis() : std::nullopt;
    if (!basis) return;
    // The session's report follows its settings, for which the models are measured already.
    if (!exactly && m_measureJob.isBusy() && m_requested == basis) return;
    const std::vector<std::size_t> quick = displayed();
    struct Task {
        std::size_t id;
        std::shared_ptr<const Dataset> dataset;
        std::optional<Analysis> previous;
        Sweep sweep;
    };
    std::vector<Task> tasks;
    for (const ListedModel& model : m_models) {
        const bool isDone =
            model.basis == basis && !(exactly && model.report() && model.report()->isProvisional);
        const bool isWanted =
            exactly || !model.report() || std::ranges::find(quick, model.id) != quick.end();
        if (!model.dataset || model.isHidden || isDone || !isWanted) continue;
        tasks.push_back({model.id, model.dataset,
                         model.report() ? std::optional(model.analysis) : std::nullopt,
                         exactly ? nullptr : model.sweep});
    }
    if (tasks.empty()) {
        // Models that are not displayed follow once the user pauses.
        if (exactly) return computeNext();
        if (!m_measureJob.isBusy()) m_settleTimer.start();
        return;
    }
    m_settleTimer.stop();
    m_detailJob.cancel();
    m_requested = basis;
    // Exact results are of no use once the user drags again.
    const bool knowsAll =
        std::ranges::all_of(tasks, [](const Task& task) { return task.previous.has_value(); });
    if (m_measuresExactly && !exactly && knowsAll) m_measureJob.cancel();
    m_measuresExactly = exactly;
    m_measureJob.request([tasks = std::move(tasks), leader = m_session.report(),
                          basis = *basis](const StopFlag& stop) {
        const auto measured = [&](const Task& task) -> Result<Analysis> {
            const AnalysisSettings own = settingsLike(*leader, *task.dataset, basis.settings);
            if (task.previous && task.sweep) {
                // Figures show no intervals of scores.
                auto swept = provisionalAnalysis(*task.dataset, own, *task.previous, *task.sweep,
                                                 ScoreIntervals::None);
                if (swept) return std::move(*swept);
            }
            return analyse(*task.dataset, own, task.previous ? &*task.previous : nullptr,
                           executionUntil(stop));
        };
        std::vector<Measured> all(tasks.size());
        const auto measure = [&](std::size_t t) {
            all[t] = {tasks[t].id, tasks[t].dataset, basis,
                      withinMemory([&] { return measured(tasks[t]); })};
        };
        // Quick steps of several models run side by side; a single one uses all threads.
        const bool areQuick =
            std::ranges::all_of(tasks, [](const Task& task) { return task.previous.has_value(); });
        if (areQuick) {
            parallelForBesideWindow(tasks.size(), measure);
        } else {
            serialFor(tasks.size(), measure);
        }
        return all;
    });
}

void ModelSet::finishMeasuring(const std::vector<Measured>& measured) {
    if (!m_measureJob.isBusy()) m_measuresExactly = false;
    for (const Measured& result : measured) {
        ListedModel* model = find(result.id);
        if (!model || model->dataset != result.dataset) continue;
        if (!result.analysis) {
            if (result.analysis.error().kind == ErrorKind::Cancelled) continue;
            model->problem = result.analysis.error();
            model->basis = result.basis;
            model->analysis = {};
            continue;
        }
        const auto rowsBefore = model->report() ? rowsOf(*model) : nullptr;
        const View viewBefore = model->analysis.view;
        model->problem.reset();
        model->basis = result.basis;
        model->analysis = result.analysis.value();
        model->murphy.clear();
        if (rowsBefore != rowsOf(*model) || viewBefore != model->analysis.view) {
            model->scaled = nullptr;
            model->noScaled.clear();
            model->sweep = nullptr;
            model->sweptRows = nullptr;
        }
    }
    Q_EMIT numbersChanged();
    m_settleTimer.start();
}

/// Computes the next number that is missing: what the figure shows, the pair, the list, and what
/// makes dragging fast.
void ModelSet::computeNext() {
    if (!m_isActive || m_detailJob.isBusy() || m_measureJob.isBusy()) return;
    const auto each = [&](const auto& compute) {
        return std::ranges::any_of(m_models, [&](const ListedModel& model) {
            return !model.isHidden && !model.problem && isExact(model) && compute(model);
        });
    };
    const auto second = compared();
    const bool showsPairs = m_isPair || m_kind == ModelFigureKind::Forest;
    const bool begun =
        each([&](const ListedModel& model) {
            ModelParts parts = partsOf(m_kind, m_scores, model.id == m_reference);
            parts.murphy = parts.murphy || m_isPair;
            return computeDetail(model, parts);
        }) ||
        (second && computePair(m_models[*second])) ||
        (showsPairs && each([&](const ListedModel& model) { return computePair(model); })) ||
        each([&](const ListedModel& model) {
            return computeDetail(model, {planOfModels(), false, true});
        }) ||
        each([&](const ListedModel& model) { return computeSweep(model); });
    if (!begun) Q_EMIT numbersChanged();
}

bool ModelSet::computeDetail(const ListedModel& model, const ModelParts& parts) {
    const bool lacksPlan = !model.report()->plan.contains(parts.plan);
    const bool lacksMurphy =
        parts.murphy && model.murphy.empty() && model.report()->view.kind != View::Kind::TopLabel;
    const bool lacksScaled = parts.scaled && model.noScaled.empty() &&
                             (!model.scaled || !model.scaled->plan.contains(parts.scaledPlan));
    if (!lacksPlan && !lacksMurphy && !lacksScaled) return false;
    m_detailJob.request([id = model.id, analysis = model.analysis, dataset = model.dataset,
                         rows = rowsOf(model), parts, lacksPlan, lacksMurphy,
                         lacksScaled](const StopFlag& stop) {
        const Execution execution = executionUntil(stop, Urgency::Later);
        Detail detail;
        detail.id = id;
        detail.of = analysis.report;
        if (lacksPlan) {
            detail.detailed = withinMemory(
                [&] { return detailedReport(*dataset, analysis, parts.plan, execution); });
        } else if (lacksMurphy) {
            detail.murphy = murphyOf(analysis);
        } else if (lacksScaled) {
            detail.scaled = withinMemory(
                [&] { return scaledModel(rows, *analysis.report, parts.scaledPlan, execution); });
        }
        return detail;
    });
    return true;
}

bool ModelSet::computePair(const ListedModel& model) {
    const auto first = reference();
    const bool canCompare =
        first && model.id != m_reference && isExact(m_models[*first]) && isExact(model);
    if (!canCompare || isPaired(model)) return false;
    m_detailJob.request(
        [basis = pairBasisOf(m_models[*first], model), id = model.id](const StopFlag& stop) {
            auto pair = withinMemory([&] {
                return comparedPair({basis.first.get(), basis.firstTemperature, basis.firstView},
                                    {basis.second.get(), basis.secondTemperature, basis.secondView},
                                    {basis.binning, basis.level, basis.seed},
                                    executionUntil(stop, Urgency::Later));
            });
            Detail detail;
            detail.id = id;
            detail.pairBasis = basis;
            detail.pair = std::make_shared<const Result<ModelPair>>(std::move(pair));
            return detail;
        });
    return true;
}

bool ModelSet::computeSweep(const ListedModel& model) {
    const auto& rows = rowsOf(model);
    if (model.sweptRows == rows && model.sweptView == model.analysis.view) return false;
    m_detailJob.request([id = model.id, rows, view = model.analysis.view](const StopFlag& stop) {
        const std::shared_ptr<const Predictions> predictions(rows, &rows->predictions);
        Detail detail;
        detail.id = id;
        detail.sweptRows = rows;
        detail.sweptView = view;
        auto made = withinMemory([&]() -> Result<Sweep> {
            Sweep sweep = indexedSweep(predictions, view, {executionUntil(stop).progress});
            return sweep ? sweep : directSweep(predictions, view);
        });
        if (made) detail.sweep = made.value();
        return detail;
    });
    return true;
}

void ModelSet::finishDetail(const Detail& detail) {
    ListedModel* model = find(detail.id);
    if (!model) return computeNext();
    if (detail.pair) {
        model->pair = detail.pair;
        model->pairBasis = detail.pairBasis;
        Q_EMIT pairChanged();
        return computeNext();
    }
    if (detail.sweptRows) {
        model->sweep = detail.sweep;
        model->sweptRows = detail.sweptRows;
        model->sweptView = detail.sweptView;
    }
    if (detail.of && detail.of == model->report()) {
        if (detail.detailed) {
            if (*detail.detailed) {
                model->analysis.report = detail.detailed->value();
                if (model->report()->plan.consistency) model->banded = model->report();
            } else {
                model->problem = detail.detailed->error();
            }
        }
        if (detail.murphy) {
            model->murphy = *detail.murphy;
            if (pair()) Q_EMIT pairChanged();
        }
        if (detail.scaled) {
            if (*detail.scaled) {
                model->scaled = detail.scaled->value().report;
                model->fittedTemperature = detail.scaled->value().temperature;
            } else {
                model->noScaled = detail.scaled->error().detail;
            }
        }
        Q_EMIT numbersChanged();
    }
    computeNext();
}

}  // namespace diagonal
