// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/comparing/comparison.h"
#include "core/publishing/tables.h"

namespace diagonal {

/// Returns the differences of the scores of all pairs. p-values of several pairs with one reference
/// are also adjusted for their number (Holm 1979).
Table differenceTable(std::span<const ModelPair> pairs);
/// As above, with adjusted p-values of the caller; an empty list where a pair has none.
Table differenceTable(std::span<const ModelPair> pairs,
                      std::span<const std::vector<std::optional<double>>> adjusted);
/// Returns the differences of the gaps of bins.
Table gapTable(std::span<const ModelPair> pairs);
/// Returns the rows whose confidence differs most.
Table movedRowTable(std::span<const ModelPair> pairs);

/// Returns what the reports of a list of models must hold.
ReportPlan planOfModels();
/// Returns the list of models: rows, proper scores, MCB and DSC, ECE beside that of a calibrated
/// model, and temperature.
Table modelTable(std::span<const std::shared_ptr<const Report>> models);
/// Returns the list as text or as Markdown.
std::string modelText(std::span<const std::shared_ptr<const Report>> models, bool isMarkdown);

/// Returns the table of a kind that showsModels(), other than Models.
Table tableOf(std::span<const ModelPair> pairs, TableKind kind);

/// Returns the pairs for people: sentences and a table of differences for each, as plain text or as
/// Markdown.
std::string comparisonText(std::span<const ModelPair> pairs, bool isMarkdown);

/// Returns what a reader of a pair must know: the models, its sentence, rows, clusters, flips and
/// notes, one per line.
std::vector<std::string> pairLines(const ModelPair& pair);

}  // namespace diagonal
