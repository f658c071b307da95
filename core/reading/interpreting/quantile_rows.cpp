// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/interpreting/quantile_rows.h"

#include <cmath>
#include <limits>

#include "core/base/text.h"

namespace diagonal {
namespace {

/// Returns the outcome of each row, NaN where it is missing.
Result<std::vector<double>> outcomesOf(const RoleColumns& columns) {
    std::vector<double> numbers;
    for (std::size_t value = 0; value < columns.label.values().size(); ++value) {
        const auto number = columns.label.number(value);
        if (!number) {
            return malformed("the outcome " + quotedText(columns.label.values()[value]) + " in " +
                             quotedText(columns.labelName) +
                             " is no number, and so no quantile can be judged by it");
        }
        numbers.push_back(*number);
    }
    std::vector<double> outcomes;
    outcomes.reserve(columns.label.size());
    for (const std::int32_t code : columns.label.codes()) {
        outcomes.push_back(code < 0 ? std::numeric_limits<double>::quiet_NaN()
                                    : numbers[static_cast<std::size_t>(code)]);
    }
    return outcomes;
}

/// Names the rows of one outcome a cluster, if nothing else is one.
void addOutcomeCluster(RoleColumns& columns, std::size_t rows, std::size_t levels) {
    if (columns.cluster) return;
    columns.cluster = columns.groups.size();
    NamedLabels& outcome = columns.groups.emplace_back();
    outcome.name = "forecast";  // of one outcome
    outcome.labels.reserve(rows * levels);
    for (std::size_t row = 0; row < rows; ++row) {
        const std::string name = std::to_string(row + 1);
        for (std::size_t k = 0; k < levels; ++k)
            outcome.labels.add(name);
    }
    columns.assumptions.push_back({"cluster_column", outcome.name, true});
}

}  // namespace

Result<RoleColumns> rowsOfQuantiles(RoleColumns columns) {
    const std::vector<double>& levels = columns.levels;
    const std::size_t rows = columns.scores.rows();
    const auto outcomes = outcomesOf(columns);
    if (!outcomes) return outcomes.error();
    std::vector<double> confidences;
    confidences.reserve(rows * levels.size());
    LabelColumn correct;
    correct.reserve(rows * levels.size());
    RowPlaces places;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t k = 0; k < levels.size(); ++k) {
            const double quantile = columns.scores.at(row, k);
            const double outcome = outcomes.value()[row];
            confidences.push_back(std::isnan(quantile) ? quantile : levels[k]);
            std::isnan(outcome) ? correct.addMissing()
                                : correct.add(outcome <= quantile ? "1" : "0");
            if (columns.places.areLines()) places.add(columns.places.of(row));
        }
    }
    std::vector<double> weights;
    for (const double weight : columns.weights)
        weights.insert(weights.end(), levels.size(), weight);
    columns.weights = std::move(weights);
    std::vector<std::size_t> sources;
    sources.reserve(rows * levels.size());
    for (std::size_t row = 0; row < rows; ++row)
        sources.insert(sources.end(), levels.size(), row);
    columns.chooseGroupsAndTimes(sources);
    addOutcomeCluster(columns, rows, levels.size());
    columns.notes.push_back(
        {"quantiles", rows,
         quotedText(columns.scoreNames.front()) + " to " + quotedText(columns.scoreNames.back()) +
             " are read as quantiles of " + quotedText(columns.labelName) + ": each of " +
             counted(rows, "row") + " and " + counted(levels.size(), "level") +
             " is a row, whose confidence is the level, and which is correct if the outcome lies "
             "at or below the quantile. The levels of one outcome are a cluster"});
    columns.scores = ScoreMatrix(std::move(confidences), 1);
    columns.scoreNames = {"level"};
    columns.scoreRole = ScoreRole::Confidence;
    columns.scoreRoleByUser = true;
    columns.correct = std::move(correct);
    columns.correctName = columns.labelName;
    columns.label = {};
    columns.labelName.clear();
    columns.classNames.clear();
    columns.rowNames.clear();
    columns.words.clear();
    columns.places = std::move(places);
    return columns;
}

}  // namespace diagonal
