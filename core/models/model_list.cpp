// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/model_list.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/base/within_memory.h"
#include "core/comparing/stacked_models.h"
#include "core/recalibrating/recalibration.h"

namespace diagonal {
namespace {

/// Selects a model's rows from those of a file that stacks several.
void takeStacked(const Dataset& whole, ListedModel& model) {
    auto rows = withinMemory([&] { return stackedModel(whole, *model.source.stacked); });
    model.dataset = nullptr;
    if (rows) {
        model.dataset = std::make_shared<const Dataset>(std::move(rows).value());
    } else {
        model.problem = rows.error();
    }
}

void forgetRowsOfModel(ListedModel& model) {
    static_cast<Model&>(model) = {};
}

/// Returns the last `parts` parts of a path.
std::string endOf(const std::string& file, std::size_t parts) {
    std::error_code ignored;
    std::string path = std::filesystem::absolute(file, ignored).lexically_normal().string();
    std::size_t at = path.size();
    for (; parts > 0; --parts) {
        if (at == 0) return path;
        at = path.rfind('/', at - 1);
        if (at == std::string::npos) return path;
    }
    return path.substr(at + 1);
}

}  // namespace

ListedModel* ModelList::find(std::size_t id) {
    const auto index = indexOf(id);
    return index ? &m_models[*index] : nullptr;
}

std::optional<std::size_t> ModelList::indexOf(std::size_t id) const {
    const auto found = std::ranges::find(m_models, id, &ListedModel::id);
    if (found == m_models.end()) return std::nullopt;
    return static_cast<std::size_t>(found - m_models.begin());
}

std::optional<std::size_t> ModelList::compared() const {
    if (m_compared != m_reference) {
        if (const auto index = indexOf(m_compared)) return index;
    }
    for (std::size_t i = 0; i < m_models.size(); ++i) {
        if (m_models[i].id != m_reference && !m_models[i].problem) return i;
    }
    return std::nullopt;
}

std::vector<std::size_t> ModelList::shown() const {
    std::vector<std::size_t> shown;
    const auto first = reference();
    if (first && !m_models[*first].isHidden) shown.push_back(*first);
    for (std::size_t i = 0; i < m_models.size(); ++i) {
        if (i != first && !m_models[i].isHidden) shown.push_back(i);
    }
    return shown;
}

bool ModelList::isPaired(const ListedModel& model) const {
    const auto first = reference();
    return first && model.isPairedWith(m_models[*first]);
}

std::vector<PredictionFiles> ModelList::shownFiles() const {
    std::vector<PredictionFiles> files;
    for (const std::size_t i : shown()) {
        if (std::ranges::find(files, m_models[i].source.files) == files.end())
            files.push_back(m_models[i].source.files);
    }
    return files;
}

std::vector<PlottedModel> ModelList::plotted() const {
    std::vector<PlottedModel> plotted;
    for (const std::size_t i : shown()) {
        const ListedModel& model = m_models[i];
        if (!model.report()) continue;
        plotted.push_back(
            {static_cast<const ModelResults&>(model), model.name, model.place, model.report()});
        if (!isPaired(model)) plotted.back().pair = nullptr;
    }
    return plotted;
}

std::vector<std::optional<double>> ModelList::adjustedPValuesOfPair() const {
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

ListedModel ModelList::made(ModelSource source) {
    ListedModel model;
    model.id = m_nextId++;
    model.source = std::move(source);
    model.place = freePlace();
    return model;
}

std::size_t ModelList::freePlace() const {
    std::vector<bool> isTaken(m_models.size() + 1);
    for (const ListedModel& model : m_models) {
        if (model.place < isTaken.size()) isTaken[model.place] = true;
    }
    return static_cast<std::size_t>(std::ranges::find(isTaken, false) - isTaken.begin());
}

void ModelList::add(const std::vector<ModelSource>& sources) {
    for (const ModelSource& source : sources)
        m_models.push_back(made(source));
    nameModels();
    chooseReference();
}

void ModelList::follow(const std::vector<ModelSource>& sources) {
    const auto filesOf = [](const ListedModel& model) { return model.source.files; };
    const auto isGone = [&](const ListedModel& model) {
        return std::ranges::find(sources, model.source.files, &ModelSource::files) == sources.end();
    };
    std::erase_if(m_models, isGone);
    std::erase_if(m_removed, isGone);
    std::vector<ModelSource> opened;
    for (const ModelSource& source : sources) {
        if (std::ranges::find(m_models, source.files, filesOf) == m_models.end() &&
            std::ranges::find(m_removed, source.files, filesOf) == m_removed.end())
            opened.push_back(source);
    }
    add(opened);
}

void ModelList::rename(std::size_t index, const std::string& name) {
    m_models[index].name = name;
    m_models[index].isRenamed = true;
}

void ModelList::setReference(std::size_t index) {
    m_reference = m_models[index].id;
    forgetPairs();
}

void ModelList::move(std::size_t from, std::size_t to) {
    const auto at = [&](std::size_t i) {
        return m_models.begin() + static_cast<std::ptrdiff_t>(i);
    };
    if (from < to) {
        std::rotate(at(from), at(from + 1), at(to + 1));
    } else {
        std::rotate(at(to), at(from), at(from + 1));
    }
}

void ModelList::remove(std::size_t index) {
    m_removed.push_back(std::move(m_models[index]));
    forgetRowsOfModel(m_removed.back());
    m_models.erase(m_models.begin() + static_cast<std::ptrdiff_t>(index));
    chooseReference();
}

void ModelList::restoreRemoved() {
    for (ListedModel& removed : std::exchange(m_removed, {})) {
        removed.place = freePlace();
        m_models.push_back(std::move(removed));
    }
    chooseReference();
}

void ModelList::addMapped(std::size_t index, MapKind map) {
    insertMapped(index, map);
}

void ModelList::divideMapped(std::size_t index) {
    const auto made = std::exchange(m_models[index].recalibration, nullptr);
    m_models[index].dataset = made->before;
    insertMapped(index, made->map.kind).dataset = made->after;
}

void ModelList::freeMapped(std::size_t id) {
    ListedModel& model = *find(id);
    freeRows(model);
    model.problem.reset();
}

ListedModel& ModelList::insertMapped(std::size_t index, MapKind map) {
    ListedModel model = made(m_models[index].source);
    model.source.map = map;
    const auto behind = m_models.begin() + static_cast<std::ptrdiff_t>(index) + 1;
    ListedModel& inserted = *m_models.insert(behind, std::move(model));
    nameModels();
    return inserted;
}

void ModelList::keepMeasured() {
    std::erase_if(m_models, [](const ListedModel& model) { return !model.report(); });
    for (std::size_t i = 0; i < m_models.size(); ++i)
        m_models[i].place = i;
    nameModels();
    chooseReference();
}

void ModelList::forgetRows(const std::optional<PredictionFiles>& except) {
    for (ListedModel& model : m_models) {
        if (model.source.files != except) forgetRowsOfModel(model);
    }
}

void ModelList::forgetRowsOf(const PredictionFiles& files) {
    for (ListedModel& model : m_models) {
        if (model.source.files == files) forgetRowsOfModel(model);
    }
}

void ModelList::replace(const ModelSource& source) {
    const auto isOld = [&](const ListedModel& model) { return model.source.files == source.files; };
    const auto first = std::ranges::find_if(m_models, isOld) - m_models.begin();
    std::erase_if(m_models, isOld);
    std::erase_if(m_removed, isOld);
    m_models.insert(m_models.begin() + first, made(source));
    nameModels();
    chooseReference();
}

void ModelList::forgetPairs() {
    for (ListedModel& model : m_models) {
        model.pair = nullptr;
        model.pairBasis = {};
    }
}

void ModelList::chooseReference() {
    if (reference()) return;
    m_reference = m_models.empty() ? 0 : m_models.front().id;
    forgetPairs();
}

void ModelList::nameModels() {
    std::vector<ModelPlace> places;
    for (const ListedModel& model : m_models) {
        const ModelSource& source = model.source;
        places.push_back({source.files.predictions,
                          source.map ? nameAfterMap(source.inFile, *source.map) : source.inFile});
    }
    const std::vector<std::string> names = namesOfModels(places);
    for (std::size_t i = 0; i < m_models.size(); ++i) {
        if (!m_models[i].isRenamed) m_models[i].name = names[i];
    }
}

void ModelList::shareRows(ListedModel& model) const {
    if (!model.source.map || model.unmapped) return;
    const auto base = std::ranges::find_if(m_models, [&](const ListedModel& other) {
        return !other.source.map && other.dataset && other.source.files == model.source.files &&
               other.source.inFile == model.source.inFile;
    });
    if (base != m_models.end()) model.unmapped = base->dataset;
}

void ModelList::takeRows(std::size_t id, const OpenedSource& source, bool divides) {
    const auto index = indexOf(id);
    if (!index) return;
    const std::size_t before = m_models.size();
    const ModelSource first = m_models[*index].source;
    for (ListedModel& model : m_models) {
        const bool isStacked =
            first.stacked && model.source.stacked && model.source.files == first.files;
        const bool needsRows = model.lacksRows() && !model.unmapped && !model.source.map;
        if (model.id != id && !(isStacked && needsRows)) continue;
        if (!source.dataset) {
            model.problem = source.dataset.error();
            model.analysis = {};
            continue;
        }
        model.source.options = source.options;
        model.dataset = source.dataset.value();
        if (model.source.stacked) takeStacked(*source.dataset.value(), model);
        if (model.source.map) model.unmapped = std::exchange(model.dataset, nullptr);
    }
    if (first.inFile.empty() && !first.map) {
        addModelsOf(*index, source.models);
        if (divides && source.models.size() < 2) addStackedModels(*index);
    }
    if (m_models[*index].source.inFile != first.inFile || m_models.size() > before) nameModels();
}

/// Adds a model of the same file at `at`, unless it is listed or was removed; returns it.
ListedModel* ModelList::addBehind(std::size_t& at, const ModelSource& like,
                                  const std::string& inFile) {
    const auto isIt = [&](const ListedModel& model) {
        return model.source.files == like.files && model.source.inFile == inFile &&
               !model.source.map;
    };
    if (std::ranges::any_of(m_models, isIt) || std::ranges::any_of(m_removed, isIt)) return nullptr;
    return &*m_models.insert(m_models.begin() + static_cast<std::ptrdiff_t>(at++),
                             made({like.files, like.options, inFile}));
}

/// Adds the other models of a file behind the one that was read.
void ModelList::addModelsOf(std::size_t index, const std::vector<ModelChoice>& choices) {
    if (choices.size() < 2) return;
    m_models[index].source.inFile = choices.front().name;
    const ModelSource first = m_models[index].source;
    std::size_t at = index + 1;
    for (std::size_t c = 1; c < choices.size(); ++c) {
        ListedModel* const model = addBehind(at, first, choices[c].name);
        if (!model) continue;
        model->source.options.columns = choices[c].columns;
        model->source.options.onlyChosenColumns = true;
    }
}

/// Divides the rows that were read among the models that they belong to, if there are several.
void ModelList::addStackedModels(std::size_t index) {
    const std::shared_ptr<const Dataset> whole = m_models[index].dataset;
    const auto choices = whole ? stackedModels(*whole) : std::vector<GroupChoice>();
    const ModelSource first = m_models[index].source;
    std::size_t at = index + 1;
    for (std::size_t c = 0; c < choices.size(); ++c) {
        ListedModel* const model =
            c == 0 ? &m_models[index] : addBehind(at, first, choices[c].value);
        if (!model) continue;
        model->source.inFile = choices[c].value;
        model->source.stacked = choices[c];
        takeStacked(*whole, *model);
    }
}

std::vector<std::string> namesApart(const std::vector<std::string>& files) {
    std::vector<std::string> names(files.size());
    std::ranges::transform(files, names.begin(), displayName);
    constexpr std::size_t mostParts = 64;
    for (std::size_t parts = 2; parts < mostParts; ++parts) {
        const std::vector<std::string> before = names;
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (std::ranges::count(before, before[i]) > 1 &&
                std::ranges::count(files, files[i]) == 1)
                names[i] = endOf(files[i], parts);
        }
        if (names == before) break;
    }
    return names;
}

std::vector<std::string> namesOfModels(const std::vector<ModelPlace>& models) {
    std::vector<std::string> files;
    for (const ModelPlace& model : models) {
        if (std::ranges::find(files, model.file) == files.end()) files.push_back(model.file);
    }
    const std::vector<std::string> fileNames = namesApart(files);
    std::vector<std::string> names;
    for (const ModelPlace& model : models) {
        const auto file = std::ranges::find(files, model.file) - files.begin();
        const std::string& name = fileNames[static_cast<std::size_t>(file)];
        names.push_back(model.inFile.empty() ? name
                        : files.size() == 1  ? model.inFile
                                             : name + ": " + model.inFile);
    }
    return names;
}

}  // namespace diagonal
