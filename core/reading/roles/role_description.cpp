// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/roles/role_description.h"

#include <limits>

#include "core/base/text.h"
#include "core/reading/roles/column_names.h"

namespace diagonal {
namespace {

using Columns = std::vector<ColumnSample>;

/// Returns the settings that choose a model's scores.
std::vector<AdvisedSetting> choosing(const ScoreColumns& model, const Columns& columns) {
    std::vector<AdvisedSetting> settings;
    for (const std::size_t column : model.columns)
        settings.push_back(
            {Setting::ColumnRole, roleName(columnRole(model.role)), columns[column].name});
    if (model.correct) {
        settings.push_back(
            {Setting::ColumnRole, roleName(ColumnRole::Correct), columns[*model.correct].name});
    }
    return settings;
}

std::string joinedNames(const std::vector<std::size_t>& places, const Columns& columns) {
    std::string names;
    for (const std::size_t c : places) {
        if (!names.empty()) names += ", ";
        names += columns[c].name;
    }
    return names;
}

void noteRoles(const Columns& columns, const ColumnRoles& roles, RoleColumns& out) {
    const auto note = [&](std::string id, std::string value, bool hasControl = true) {
        if (!value.empty())
            out.assumptions.push_back({std::move(id), std::move(value), hasControl});
    };
    out.labelName = joinedNames(roles.label, columns);
    note("other_label_columns", joinedNames(roles.otherLabels, columns), false);
    for (const ColumnRole role : {ColumnRole::Cluster, ColumnRole::Group, ColumnRole::Time,
                                  ColumnRole::Predicted, ColumnRole::Correct}) {
        note(roleName(role) + (isForOneColumn(role) ? "_column" : "_columns"),
             joinedNames(roles.of(role), columns));
    }
    if (roles.scores.size() == 1) note("score_column", columns[roles.scores.front()].name);
    if (roles.scores.size() > 1) {
        note("score_columns",
             columns[roles.scores.front()].name + " to " + columns[roles.scores.back()].name);
    }
}

}  // namespace

RoleColumns emptyRoleColumns(const Columns& columns, const ColumnRoles& roles, bool decimalComma) {
    RoleColumns out;
    for (LabelColumn* column : {&out.label, &out.predicted, &out.correct})
        column->setDecimalComma(decimalComma);
    // A class, if labels and predictions have it.
    out.label.keepNone();
    out.predicted.keepNone();
    for (const std::string& name : roles.classNames) {
        out.label.keep(name);
        out.predicted.keep(name);
    }
    for (const std::size_t c : roles.groups) {
        out.groups.push_back({columns[c].name, {}});
        out.groups.back().labels.keepNames();
    }
    if (roles.keepsTexts) {
        for (NamedLabels& group : out.groups) {
            group.labels.keepTexts();
            group.labels.setDecimalComma(decimalComma);
        }
    }
    out.cluster = roles.cluster;
    if (roles.time) out.times = TimeColumn(columns[*roles.time].name, roles.timesAreDates);
    const bool needsLabels = roles.label.empty() && !roles.correct;
    const bool keepsAll = roles.keepsRowNames || needsLabels || roles.scores.empty();
    const std::size_t kept = keepsAll ? roles.rowNames.size() : roles.firstRowNameRepeats ? 1 : 0;
    out.lacksRowNames = kept < roles.rowNames.size();
    for (std::size_t i = 0; i < kept; ++i) {
        const bool isOther = i + roles.otherColumns >= roles.rowNames.size();
        out.rowNames.push_back({columns[roles.rowNames[i]].name, {}, isOther});
        if (isOther) out.rowNames.back().labels.keepSpelling();
    }
    return out;
}

void describeRoles(const Columns& columns, const ColumnRoles& roles, RoleColumns& out) {
    noteRoles(columns, roles, out);
    for (const std::size_t c : roles.scores)
        out.scoreNames.push_back(columns[c].name);
    for (const ColumnSample& column : columns)
        out.allNames.push_back(column.name);
    out.scoreRole = roles.scoreRole;
    out.scoreRoleByUser = roles.scoreRoleByUser;
    out.namedScale = roles.namedScale;
    out.classNames = roles.classNames;
    out.topK = roles.topK;
    out.levels = roles.levels;
    out.correctIsCount = roles.correct && namesSuccesses(columns[*roles.correct].name);
    if (roles.predicted) out.predictedName = columns[*roles.predicted].name;
    if (roles.correct) out.correctName = columns[*roles.correct].name;
    if (roles.weight) out.weightName = columns[*roles.weight].name;
    if (roles.unusedWeight) out.unusedWeight = columns[*roles.unusedWeight].name;
    out.unreadTime = roles.unreadTime;
    if (roles.emptyTruth) {
        const ColumnSample& truth = columns[*roles.emptyTruth];
        out.emptyTruth = truth.name;
        out.emptyTruthWord = trimmed(truth.cells.front());
        if (isMissing(out.emptyTruthWord)) out.emptyTruthWord.clear();
    }
    if (roles.possibleCorrect) out.possibleCorrect = columns[*roles.possibleCorrect].name;
    for (const std::size_t c : roles.possibleLabels)
        out.possibleLabels.push_back(columns[c].name);
    for (const ScoreColumns& model : roles.otherModels)
        out.otherModels.push_back(choosing(model, columns));
    out.labelIsGuess = roles.labelIsGuess;
    out.labelIsPosition = roles.label.size() > 1;
}

double scoreOf(const NumberText& number, const WordInScores& cell, std::size_t& percentSigns,
               std::vector<WordInScores>& words) {
    constexpr std::size_t shownBytes = 60;
    const bool isPercent = number.kind == NumberText::Kind::Percent;
    percentSigns += isPercent ? 1U : 0U;
    if (isPercent || number.kind == NumberText::Kind::Number) return number.value;
    if (words.size() < kListedWords) {
        words.push_back({cell.row, cell.column, cell.text.substr(0, shownBytes)});
    }
    return std::numeric_limits<double>::quiet_NaN();
}

Error junkInScore(std::string_view text, std::size_t line, const std::string& column) {
    return Error{ErrorKind::Malformed,
                 quotedText(text) + " is a number followed by other text. Correct it",
                 {},
                 line,
                 column,
                 {nameColumn("score", "or, if other columns hold the scores")}};
}

}  // namespace diagonal
