// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/predictions/dataset.h"

#include <algorithm>

namespace diagonal {
namespace {

GroupColumn selected(const GroupColumn& column, const std::vector<std::size_t>& rows) {
    GroupColumn out{column.name, column.values, {}};
    out.recordCounts = column.recordCounts;
    out.codes.reserve(rows.size());
    for (const std::size_t row : rows) {
        out.codes.push_back(column.codes[row]);
        if (!column.records.empty()) out.records.push_back(column.records[row]);
    }
    return out;
}

}  // namespace

Dataset Dataset::subset(const std::vector<std::size_t>& rows) const {
    Dataset part{predictions.subset(rows), summary};
    part.summary.rows = part.predictions.weights().observations(rows.size());
    for (const GroupColumn& column : groups)
        part.groups.push_back(selected(column, rows));
    if (clusters) part.clusters = selected(*clusters, rows);
    for (const RowNames& names : rowNames)
        part.rowNames.push_back({selected(names, rows), names.isCalledSo});
    part.recordCount = recordCount;
    for (const std::size_t row : rows) {
        part.places.add(places.of(row));
        if (!records.empty()) part.records.push_back(records[row]);
        if (!cells.empty()) part.cells.push_back(cells[row]);
    }
    return part;
}

Dataset Dataset::withPredictions(Predictions others) const {
    return {std::move(others), summary, groups, clusters, rowNames, places, records, recordCount};
}

std::span<const SkippedRow> DatasetSummary::listedSkippedRows() const {
    if (!skippedRows) return {};
    return std::span(*skippedRows).first(std::min(skippedRows->size(), kReportedSkippedRows));
}

std::string modelName(const DatasetSummary& dataset) {
    return dataset.model.empty() ? dataset.file : dataset.file + ": " + dataset.model;
}

std::string groupName(const GroupChoice& group) {
    return group.column + " = " + group.value;
}

}  // namespace diagonal
