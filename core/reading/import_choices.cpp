// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/import_choices.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/reading/numbers/number_text.h"
#include "core/reading/roles/column_table.h"

namespace diagonal {
namespace {

/// Returns true if two columns cannot have these roles at once.
bool exclude(ColumnRole a, ColumnRole b) {
    if (isScore(a) && isScore(b)) return a != b || a != ColumnRole::Score;
    return a == b && isForOneColumn(a);
}

/// Returns choices for all roles, the scores in the order of their classes.
std::vector<RoleChoice> choicesOf(const FilePreview& preview,
                                  const std::vector<std::optional<ColumnRole>>& roles) {
    std::vector<RoleChoice> choices;
    std::vector<bool> isChosen(roles.size());
    const auto add = [&](std::size_t c) {
        if (roles[c] && !isChosen[c]) choices.push_back({*roles[c], preview.columns[c].name});
        isChosen[c] = true;
    };
    // Classes and one-hot labels keep their order; new columns come last.
    for (const std::size_t c : preview.roles.label)
        add(c);
    for (const std::size_t c : preview.roles.scores)
        add(c);
    for (std::size_t c = 0; c < roles.size(); ++c)
        add(c);
    return choices;
}

}  // namespace

std::vector<std::optional<ColumnRole>> rolesByColumn(const FilePreview& preview) {
    std::vector<std::optional<ColumnRole>> roles(preview.columns.size());
    // Of several roles of a column, that of scores is shown, else the last one: a group may be the
    // cluster, too. A column of times, often found by its name alone, shows its other role.
    for (const auto& role : kColumnRoles) {
        for (const std::size_t c : preview.roles.of(role.value)) {
            const bool keeps = roles[c] && (isScore(*roles[c]) || role.value == ColumnRole::Time);
            if (!keeps) roles[c] = role.value;
        }
    }
    return roles;
}

ReadOptions withoutAbsentClusters(ReadOptions options, const FilePreview& preview) {
    if (!std::exchange(options.mayLackClusters, false)) return options;
    const std::vector<std::string> names = columnNames(preview.columns);
    std::erase_if(options.columns, [index = ColumnIndex(names)](const RoleChoice& choice) {
        return choice.role == ColumnRole::Cluster && !index.find(choice.column);
    });
    return options;
}

std::optional<std::string> labelColumnOf(const ReadOptions& options, const FilePreview& preview) {
    for (const RoleChoice& choice : options.columns) {
        const bool isHere = std::ranges::find(preview.columns, choice.column,
                                              &ColumnSample::name) != preview.columns.end();
        if (choice.role == ColumnRole::Label && !isHere) return choice.column;
    }
    return std::nullopt;
}

ReadOptions withLabelColumn(ReadOptions options, const FilePreview& preview,
                            const std::optional<std::string>& column) {
    const auto before = labelColumnOf(options, preview);
    std::erase_if(options.columns, [&](const RoleChoice& choice) {
        return choice.role == ColumnRole::Label && choice.column == before;
    });
    if (column) options.columns.push_back({ColumnRole::Label, *column});
    return options;
}

ReadOptions withRole(const ReadOptions& options, const FilePreview& before, std::size_t column,
                     std::optional<ColumnRole> role) {
    FilePreview preview = before;
    auto roles = rolesByColumn(preview);
    std::vector<ScoreColumns>& others = preview.roles.otherModels;
    std::erase_if(others, [&](const ScoreColumns& model) {
        return std::ranges::find(model.columns, column) != model.columns.end();
    });
    const auto& shown = preview.roles.scores;
    if (role && isSingleScore(*role) && shown.size() == 1 && shown.front() != column &&
        isSingleScore(columnRole(preview.roles.scoreRole))) {
        others.insert(others.begin(), {preview.roles.scoreRole, shown, std::nullopt, 0});
    }
    for (std::size_t c = 0; role && c < roles.size(); ++c) {
        if (roles[c] && exclude(*roles[c], *role)) roles[c].reset();
    }
    // A second label would be read as one-hot, so a single label is replaced.
    const bool single = preview.roles.label.size() == 1;
    if (role == ColumnRole::Label && single) roles[preview.roles.label.front()].reset();
    roles[column] = role;
    const bool hasScores =
        std::ranges::any_of(roles, [](const auto& r) { return r && isScore(*r); });
    if (!hasScores && !others.empty()) {
        preview.roles.scores = others.front().columns;
        for (const std::size_t c : preview.roles.scores)
            roles[c] = columnRole(others.front().role);
        others.erase(others.begin());
    }
    ReadOptions out = options;
    out.columns = choicesOf(preview, roles);
    for (std::size_t i = 0; i < others.size(); ++i) {
        const auto add = [&](ColumnRole of, std::size_t c) {
            out.columns.push_back({of, preview.columns[c].name, i + 1});
        };
        for (const std::size_t c : others[i].columns)
            add(columnRole(others[i].role), c);
        if (others[i].predicted) add(ColumnRole::Predicted, *others[i].predicted);
        if (others[i].correct) add(ColumnRole::Correct, *others[i].correct);
    }
    out.onlyChosenColumns = true;
    return withLabelColumn(std::move(out), preview, labelColumnOf(options, preview));
}

std::optional<ReadOptions> withOtherModel(const ReadOptions& options, const FilePreview& preview,
                                          std::size_t column) {
    const ScoreRole shown = preview.roles.scoreRole;
    if (shown == ScoreRole::None || !isSingleScore(columnRole(shown))) return std::nullopt;
    ReadOptions out = withRole(options, preview, column, columnRole(shown));
    // The column is shown then, and the first of the others was shown before.
    for (RoleChoice& choice : out.columns) {
        if (isScore(choice.role) && choice.model <= 1) choice.model = 1 - choice.model;
    }
    return out;
}

std::optional<ReadOptions> following(const Advice& advice, ReadOptions options) {
    for (const AdvisedSetting& advised : advice.settings) {
        if (advised.value.empty()) return std::nullopt;
        switch (advised.setting) {
            case Setting::ColumnRole: {
                const auto role = valueOfWord(kColumnRoles, advised.role);
                if (!role) return std::nullopt;
                const bool isOneOfSeveral =
                    *role == ColumnRole::Score || *role == ColumnRole::Group;
                std::erase_if(options.columns, [&](const RoleChoice& choice) {
                    return choice.role == *role && !isOneOfSeveral;
                });
                options.columns.push_back({*role, advised.value});
                break;
            }
            case Setting::Scores: options.scores = valueOfWord(kScoreKinds, advised.value); break;
            case Setting::PositiveClass: options.positive = advised.value; break;
            case Setting::Weights:
                options.weights = valueOfWord(kWeightKinds, advised.value);
                break;
            case Setting::View:
            case Setting::Binning:
            case Setting::LabelsFile:
            case Setting::FitWithoutZeros: return std::nullopt;
        }
    }
    return options;
}

std::vector<ModelChoice> modelsIn(const FilePreview& preview) {
    std::vector<ModelChoice> models;
    if (preview.roles.otherModels.empty()) return models;
    const ScoreColumns shown{preview.roles.scoreRole, preview.roles.scores, preview.roles.predicted,
                             preview.roles.topK, preview.roles.correct};
    const auto add = [&](const ScoreColumns& model) {
        FilePreview one = preview;
        one.roles.scores = model.columns;
        one.roles.scoreRole = model.role;
        if (model.predicted) one.roles.predicted = model.predicted;
        if (model.correct) one.roles.correct = model.correct;
        std::string name = preview.columns[model.columns.front()].name;
        if (model.columns.size() > 1) {
            name += " to " + preview.columns[model.columns.back()].name;
        }
        models.push_back({std::move(name), choicesOf(one, rolesByColumn(one))});
    };
    add(shown);
    for (const ScoreColumns& model : preview.roles.otherModels)
        add(model);
    return models;
}

ReadOptions showing(ReadOptions options, const std::vector<ModelChoice>& models,
                    std::size_t index) {
    options.columns = models[index].columns;
    options.onlyChosenColumns = true;
    std::size_t number = 0;
    for (std::size_t i = 0; i < models.size(); ++i) {
        if (i == index) continue;
        ++number;
        for (const RoleChoice& choice : models[i].columns) {
            if (isOfModel(choice.role))
                options.columns.push_back({choice.role, choice.column, number});
        }
    }
    return options;
}

std::optional<std::string> headerSignature(const FilePreview& preview) {
    constexpr std::size_t mostColumns = 2000;
    const bool unnamed = preview.dialect
                             ? !preview.dialect->hasHeader && preview.format == "text table"
                             : preview.columns.size() == 1;
    if (unnamed || preview.columns.size() > mostColumns) return std::nullopt;
    std::uint64_t hash = 14695981039346656037U;  // FNV-1a
    const auto take = [&](const std::string& text) {
        for (const char c : text + '\0') {
            hash ^= static_cast<unsigned char>(c);
            hash *= 1099511628211U;
        }
    };
    take(preview.format);
    for (const ColumnSample& column : preview.columns)
        take(column.name);
    return std::to_string(hash);
}

ReadOptions layoutOf(ReadOptions options) {
    options.labelBase.reset();
    options.classOrder.clear();
    options.undoSoftmax = false;
    return options;
}

std::optional<std::size_t> classIndex(const DatasetSummary& dataset, const std::string& name) {
    return classNamed(dataset.classNames, name);
}

}  // namespace diagonal
