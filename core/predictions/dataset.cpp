// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/predictions/dataset.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>

#include "core/base/date_text.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

GroupColumn selected(const GroupColumn& column, const RowSet& rows) {
    GroupColumn out{column.name, column.values, {}};
    out.recordCounts = column.recordCounts;
    out.codes.reserve(rows.size());
    for (const std::size_t row : rows) {
        out.codes.push_back(column.codes[row]);
        if (!column.records.empty()) out.records.push_back(column.records[row]);
    }
    return out;
}

ClassCodes selected(const ClassCodes& codes, std::size_t classes, const RowSet& rows) {
    ClassCodes out(rows.size(), classes);
    std::size_t i = 0;
    for (const std::size_t row : rows)
        out.set(i++, codes[row]);
    return out;
}

bool isOneOf(std::string_view column, std::initializer_list<std::string_view> names) {
    std::string plain = lowerCase(std::string(column));
    std::erase_if(plain, [](unsigned char letter) { return std::isalnum(letter) == 0; });
    return std::ranges::find(names, plain) != names.end();
}

}  // namespace

std::string DatasetSummary::howKnown(std::string_view readAs) const {
    if (!cells) return "read as " + std::string(readAs);
    if (areBins()) return "counted in " + counted(cells->count, "bin");
    return "counted by a database in " + counted(cells->count, "cell");
}

Result<void> requireRows(const DatasetSummary& summary, const std::string& what,
                         const std::string& advice) {
    if (!summary.cells) return {};
    return inFile(
        undefined(what + ", but " + std::string(summary.cells->name()) + " hold sums" + advice),
        summary.file);
}

bool namesModel(std::string_view column) {
    return isOneOf(column, {"model", "modelname", "modelid", "forecaster", "forecastername"});
}

bool namesVariant(std::string_view column) {
    return isOneOf(column, {"variant", "method", "representation", "approach", "estimator",
                            "classifier", "algorithm", "learner"});
}

const GroupColumn* columnOfModels(const std::vector<GroupColumn>& groups) {
    const auto called = [&](auto names) {
        return std::ranges::find_if(groups, [&](const auto& group) { return names(group.name); });
    };
    auto column = called(namesModel);
    if (column == groups.end()) column = called(namesVariant);
    return column == groups.end() ? nullptr : &*column;
}

std::string RowTimes::text(double time) const {
    return areDates ? dateAndTimeText(time) : shortest(time);
}

Dataset Dataset::subset(const RowSet& rows) const {
    Dataset part{predictions.subset(rows), summary};
    part.summary.rows = part.predictions.weights().observations(rows.size());
    for (const GroupColumn& column : groups)
        part.groups.push_back(selected(column, rows));
    if (clusters) part.clusters = selected(*clusters, rows);
    if (times) {
        part.times = RowTimes{times->name, times->areDates, {}};
        for (const std::size_t row : rows)
            part.times->values.push_back(times->values[row]);
    }
    for (const RowNames& names : rowNames)
        part.rowNames.push_back(
            {selected(names, rows), names.isCalledSo, names.isOther, names.isOfModel});
    if (classPairs) {
        const std::size_t classes = predictions.classNames().size();
        part.classPairs = {selected(classPairs->labels, classes, rows),
                           selected(classPairs->predicted, classes, rows)};
    }
    part.lacksRowNames = lacksRowNames;
    part.recordCount = recordCount;
    part.places = places.subset(rows);
    part.records = records.subset(rows);
    for (const std::size_t row : rows) {
        if (!cells.empty()) part.cells.push_back(cells[row]);
    }
    return part;
}

Dataset Dataset::withPredictions(Predictions others) const {
    return {std::move(others), summary,       groups, clusters, times,      classPairs,
            rowNames,          lacksRowNames, places, records,  recordCount};
}

std::optional<RowClasses> rowClasses(const Dataset& dataset) {
    const Predictions& predictions = dataset.predictions;
    if (const auto& pairs = dataset.classPairs)
        return RowClasses{predictions.classNames(), pairs->labels, pairs->predicted};
    const bool haveOne = predictions.form() == PredictionForm::ClassScores ||
                         predictions.form() == PredictionForm::PositiveScore;
    if (!haveOne) return std::nullopt;
    return RowClasses{predictions.classNames(), predictions.labels(),
                      predictions.predictedClasses()};
}

Result<Dataset> withCells(const Dataset& dataset, const std::shared_ptr<const Dataset>& cells) {
    const DatasetSummary &before = dataset.summary, &now = cells->summary;
    if (before.rows != now.rows || before.skipped != now.skipped ||
        before.cells->correct != now.cells->correct) {
        const auto totals = [](const DatasetSummary& counts) {
            return counted(counts.rows, "row") + ", " +
                   groupedDigits(static_cast<std::uint64_t>(counts.cells->correct)) + " correct, " +
                   groupedDigits(counts.skipped) + " left out";
        };
        return undefined("the table has changed since it was counted: it held " + totals(before) +
                         "; now it holds " + totals(now) + ". Run the query again");
    }
    constexpr std::size_t mostAdded = 8;
    Dataset out = dataset;
    auto& all = out.atTemperatures;
    const double temperature = cells->summary.cells->temperature;
    std::erase_if(all, [&](const CellsAtTemperature& at) {
        return at.temperature == temperature && at.added > 0;
    });
    std::size_t last = 0;
    for (const CellsAtTemperature& at : all)
        last = std::max(last, at.added);
    std::erase_if(all, [&](const CellsAtTemperature& at) {
        return at.added > 0 && at.added + mostAdded <= last + 1;
    });
    Dataset more = *cells;
    more.summary.file = dataset.summary.file;
    more.summary.noTemperature = std::nullopt;
    more.summary.cells->temperatures = dataset.summary.cells->temperatures;
    all.push_back({temperature, std::make_shared<const Dataset>(std::move(more)), last + 1});
    std::ranges::stable_sort(all, {}, &CellsAtTemperature::temperature);
    return out;
}

std::span<const SkippedRow> DatasetSummary::listedSkippedRows() const {
    if (!skippedRows) return {};
    return std::span(*skippedRows).first(std::min(skippedRows->size(), kReportedSkippedRows));
}

std::string displayName(const std::string& file) {
    if (file == "-") return "standard input";
    return file.substr(file.find_last_of('/') + 1);
}

std::string modelName(const DatasetSummary& dataset) {
    return dataset.model.empty() ? dataset.file : dataset.file + ": " + dataset.model;
}

std::string rowsName(const DatasetSummary& dataset) {
    return dataset.file + (dataset.group.empty() ? "" : " where " + dataset.group);
}

std::string groupName(const GroupChoice& group) {
    return group.value.empty() ? group.column + " is empty" : group.column + " = " + group.value;
}

}  // namespace diagonal
