// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/comparison_tables.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/text.h"

namespace diagonal {
namespace {

/// Returns the name of a score; accuracy is that of the predicted classes in every view.
std::string differenceName(const ScoreDifference& difference) {
    if (difference.threshold) return "Net benefit at " + shortest(*difference.threshold);
    return std::string(scoreDefinition(difference.id).shortName);
}

std::string levelOf(std::span<const ModelPair> pairs) {
    return pairs.empty() ? "" : " (" + percentText(pairs.front().level) + " interval)";
}

/// The share of right predictions; the score of this name is the frequency in a class's view.
constexpr std::string_view kAccuracy = "accuracy";
constexpr auto kListedScores = std::to_array<std::string_view>(
    {kAccuracy, "nll", "brier_multiclass", "brier", "brier_mcb", "brier_dsc", "ece", "null_ece"});
std::string decimals(double value) {
    return fixedText(value, 4);
}

/// Returns one line for each difference: the score of both models, the difference with its
/// interval, its p-values and its method.
std::string differenceLines(const ModelPair& pair,
                            const std::vector<std::optional<double>>& adjusted) {
    Table table{"differences",
                {{{}, "score", true, false, 24},
                 {{}, "reference", false, false, 10, 0},
                 {{}, "model", false, false, 10, 0},
                 {{}, "difference", false, false, 12, 0},
                 {{}, percentText(pair.level) + " interval", true, false, 20},
                 {{}, "p", false, false, 10, 0},
                 {{}, "method", true}},
                {}};
    for (std::size_t d = 0; d < pair.differences.size(); ++d) {
        const ScoreDifference& difference = pair.differences[d];
        auto& row = table.rows.emplace_back(table.columns.size());
        row[0] = differenceName(difference);
        if (!difference.value) {
            row[1] = NumberCell{};
            row[2] = "  " + difference.remark;
            continue;
        }
        row[1] = NumberCell{difference.first};
        row[2] = NumberCell{difference.second};
        row[3] = NumberCell{difference.value};
        if (const auto& range = difference.interval)
            row[4] = decimals(range->lower) + " to " + decimals(range->upper);
        if (difference.p) row[5] = pNumberText(*difference.p);
        std::string method(difference.method);
        if (adjusted[d]) method += "; p by Holm " + pNumberText(*adjusted[d]);
        if (!difference.remark.empty()) method += "; " + difference.remark;
        row[6] = std::move(method);
    }
    return written(table, TableFormat::Text);
}

}  // namespace

Table differenceTable(std::span<const ModelPair> pairs) {
    return differenceTable(pairs, adjustedPValues(pairs));
}

Table differenceTable(std::span<const ModelPair> pairs,
                      std::span<const std::vector<std::optional<double>>> adjusted) {
    Table table{"comparison",
                {{"reference", "Reference", true},
                 {"model", "Model", true},
                 {"score", "Score", true},
                 {"first", "Of the reference"},
                 {"second", "Of the model"},
                 {"difference", "Difference" + levelOf(pairs), false, true},
                 {"p", "p"},
                 {"p_holm", "p, Holm"},
                 {"method", "Method", true},
                 {"remark", "Remark", true}},
                {}};
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        for (std::size_t d = 0; d < pairs[i].differences.size(); ++d) {
            const auto holm = adjusted[i].empty() ? std::nullopt : adjusted[i][d];
            const ScoreDifference& difference = pairs[i].differences[d];
            const bool known = difference.value.has_value();
            const auto number = [&](double value) {
                return NumberCell{known ? std::optional(value) : std::nullopt};
            };
            table.rows.push_back({pairs[i].first, pairs[i].second, differenceName(difference),
                                  number(difference.first), number(difference.second),
                                  NumberCell{difference.value, difference.interval},
                                  NumberCell{difference.p}, NumberCell{holm},
                                  std::string(difference.method), difference.remark});
        }
    }
    return table;
}

Table gapTable(std::span<const ModelPair> pairs) {
    Table table{"gaps of bins compared",
                {{"reference", "Reference", true},
                 {"model", "Model", true},
                 {"lower", "From"},
                 {"upper", "To"},
                 {"rows_first", "n of the reference"},
                 {"rows_second", "n of the model"},
                 {"first", "Gap of the reference"},
                 {"second", "Gap of the model"},
                 {"difference", "Difference" + levelOf(pairs), false, true},
                 {"p", "p"}},
                {}};
    for (const ModelPair& pair : pairs) {
        for (const GapDifference& gap : pair.gaps) {
            table.rows.push_back(
                {pair.first, pair.second, NumberCell{gap.lower}, NumberCell{gap.upper},
                 gap.rowsFirst, gap.rowsSecond, NumberCell{gap.first}, NumberCell{gap.second},
                 NumberCell{gap.difference.value, gap.difference.interval(pair.level)},
                 NumberCell{gap.difference.pValue()}});
        }
    }
    return table;
}

Table movedRowTable(std::span<const ModelPair> pairs) {
    Table table{"rows that moved most",
                {{"reference", "Reference", true},
                 {"model", "Model", true},
                 {"name", "Name", true},
                 {"label", "True class", true},
                 {"confidence_first", "Confidence of the reference"},
                 {"confidence_second", "Of the model"},
                 {"moved", "Moved by"},
                 {"flip", "Flip", true},
                 {"predicted_first", "Reference predicts", true},
                 {"predicted_second", "Model predicts", true},
                 {"place_first", "Line or row in the reference"},
                 {"place_second", "In the model"}},
                {}};
    // A column that several pairs have stands once.
    std::vector<std::string> further;
    for (const ModelPair& pair : pairs) {
        for (const std::string& column : pair.movedColumns) {
            if (std::ranges::find(further, column) == further.end()) further.push_back(column);
        }
    }
    for (const std::string& column : further)
        table.columns.push_back({column, column, true});
    for (const ModelPair& pair : pairs) {
        for (const MovedRow& row : pair.moved) {
            const char* flip = row.isRightFirst == row.isRightSecond ? ""
                               : row.isRightFirst                    ? "right to wrong"
                                                                     : "wrong to right";
            table.rows.push_back({pair.first, pair.second, row.name, row.label,
                                  NumberCell{row.confidenceFirst}, NumberCell{row.confidenceSecond},
                                  NumberCell{row.confidenceSecond - row.confidenceFirst},
                                  std::string(flip), row.predictedFirst, row.predictedSecond,
                                  row.placeFirst, row.placeSecond});
            for (const std::string& column : further) {
                const auto at = static_cast<std::size_t>(
                    std::ranges::find(pair.movedColumns, column) - pair.movedColumns.begin());
                table.rows.back().emplace_back(at < row.values.size() ? row.values[at]
                                                                      : std::string());
            }
        }
    }
    return table;
}

ReportPlan planOfModels() {
    ReportPlan plan;
    for (const std::string_view id : kListedScores)
        plan.scores.insert(id);
    return plan;
}

Table modelTable(std::span<const std::shared_ptr<const Report>> models) {
    Table table{"models", {{"model", "Model", true}, {"rows", "Rows"}}, {}};
    const View view = models.empty() ? View() : models.front()->view;
    for (const std::string_view id : kListedScores) {
        const std::string name =
            id == kAccuracy ? "Accuracy" : std::string(shortScoreName(scoreDefinition(id), view));
        table.columns.push_back({std::string(id), name});
    }
    table.columns.push_back({"temperature", "T"});
    for (const auto& model : models) {
        std::vector<TableCell> row = {modelName(model->dataset), model->dataset.rows};
        for (const std::string_view id : kListedScores)
            row.emplace_back(
                NumberCell{id == kAccuracy ? model->predictionAccuracy : model->score(id)});
        row.emplace_back(NumberCell{model->temperature});
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::string modelText(std::span<const std::shared_ptr<const Report>> models, bool isMarkdown) {
    Table table = modelTable(models);
    if (isMarkdown) return "## Models\n\n" + written(table, TableFormat::Markdown);
    for (TableColumn& column : table.columns) {
        column.gap = 0;
        column.width = 16;
    }
    table.columns.front().name = "model";
    table.columns.front().width = 0;
    for (const auto& model : models)
        table.columns.front().width =
            std::max(table.columns.front().width, modelName(model->dataset).size());
    return written(table, TableFormat::Text);
}

Table tableOf(std::span<const ModelPair> pairs, TableKind kind) {
    if (kind == TableKind::ComparedGaps) return gapTable(pairs);
    return kind == TableKind::MovedRows ? movedRowTable(pairs) : differenceTable(pairs);
}

std::string comparisonText(std::span<const ModelPair> pairs, bool isMarkdown) {
    std::string text;
    const auto adjusted = adjustedPValues(pairs);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const ModelPair& pair = pairs[i];
        const std::string title = pair.second + " compared with " + pair.first;
        text += isMarkdown ? "\n## " + markdownEscaped(title) + "\n\n" : "\n" + title + "\n";
        for (const std::string& line : pairLines(pair))
            text += isMarkdown ? markdownEscaped(line) + "  \n" : "  " + line + "\n";
        text += "\n";
        if (isMarkdown) {
            Table table = differenceTable(pairs.subspan(i, 1), std::span(adjusted).subspan(i, 1));
            // The title names both models.
            table.columns.erase(table.columns.begin(), table.columns.begin() + 2);
            for (auto& row : table.rows)
                row.erase(row.begin(), row.begin() + 2);
            text += written(table, TableFormat::Markdown);
            continue;
        }
        text += differenceLines(pair, adjusted[i]);
    }
    return text;
}

std::vector<std::string> pairLines(const ModelPair& pair) {
    std::vector<std::string> lines;
    if (std::string text = comparisonSentence(pair, pair.first, pair.second); !text.empty())
        lines.push_back(std::move(text));
    std::string rows = counted(pair.rows, "row") +
                       (pair.where.empty() ? "" : " where " + pair.where) + " joined by " +
                       pair.joinedBy;
    if (pair.onlyFirst > 0 || pair.onlySecond > 0) {
        rows += "; left out without a match: " + groupedDigits(pair.onlyFirst) + " of " +
                pair.first + ", " + groupedDigits(pair.onlySecond) + " of " + pair.second;
    }
    lines.push_back(rows);
    if (pair.clusters > 0) {
        lines.push_back(counted(pair.rows, "row") + ", " + counted(pair.clusters, "cluster") +
                        " by " + quotedText(pair.clusterName) + ": worth about " +
                        groupedDigits(static_cast<std::size_t>(std::llround(pair.effectiveRows))) +
                        " independent rows for the difference of the Brier score");
    }
    lines.push_back("Predicted classes: right to wrong in " + counted(pair.rightToWrong, "row") +
                    ", wrong to right in " + groupedDigits(pair.wrongToRight));
    lines.insert(lines.end(), pair.notes.begin(), pair.notes.end());
    return lines;
}

}  // namespace diagonal
