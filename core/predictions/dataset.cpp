// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/predictions/dataset.h"

#include <algorithm>

namespace diagonal {

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
