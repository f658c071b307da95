// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/models/forest_plot.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/text.h"
#include "core/publishing/models/model_plot_parts.h"

namespace diagonal {
namespace {

/// The difference of a model, as a forest plot shows it.
struct ForestRow {
    const ScoreDifference* difference = nullptr;  ///< null if there is none
    std::optional<double> p = {};                 ///< adjusted if there are several
    std::string whyNot = {};                      ///< there is no difference
};

/// Returns the rows of all models but the reference.
std::vector<ForestRow> forestRows(std::span<const PlottedModel> models, const std::string& id) {
    std::vector<ForestRow> rows;
    std::vector<double> p;
    for (const PlottedModel& model : models.subspan(1)) {
        ForestRow& row = rows.emplace_back();
        if (!*model.pair) {
            row.whyNot = model.pair->error().detail;
            continue;
        }
        const ScoreDifference* const difference = model.pair->value().find(id);
        if (!difference || !difference->value) {
            row.whyNot = !difference                  ? "not defined in this view"
                         : difference->remark.empty() ? "undefined"
                                                      : difference->remark;
            continue;
        }
        row.difference = difference;
        row.p = difference->p;
        if (row.p) p.push_back(*row.p);
    }
    const std::vector<double> adjusted = holmAdjusted(p);
    std::size_t next = 0;
    for (ForestRow& row : rows) {
        if (row.p) row.p = adjusted[next++];
    }
    return rows;
}

std::string rangeText(const ScoreDifference& difference) {
    return signedEstimateText(*difference.value, difference.interval, kModelDecimals);
}

/// Returns what stands beside a row.
std::string valueText(const ForestRow& row) {
    if (!row.difference) return row.whyNot;
    return rangeText(*row.difference) + (row.p ? "  " + pText(*row.p) : std::string());
}

/// Returns a row in words, for a user who points at it.
std::string wordsOf(const PlottedModel& model, const std::string& reference, const ForestRow& row) {
    const ModelPair& pair = model.pair->value();
    std::string text = model.name + " minus " + reference + ": " + rangeText(*row.difference);
    if (row.p) text += ", " + pText(*row.p);
    if (row.p && row.difference->p && *row.p != *row.difference->p)
        text += " by Holm (alone " + pText(*row.difference->p) + ")";
    text += "; " + std::string(row.difference->method) + ", " + counted(pair.rows, "row");
    if (pair.clusters > 0) text += " in " + counted(pair.clusters, "cluster");
    if (!row.difference->remark.empty()) text += "; " + row.difference->remark;
    return text;
}

std::string titleOf(const std::string& id) {
    const WorseSide side = scoreDefinition(id).worse;
    return std::string(scoreDefinition(id).name) + " minus the reference" +
           (side == WorseSide::Higher  ? " (less is better)"
            : side == WorseSide::Lower ? " (more is better)"
                                       : "");
}

PlotColour colourOf(const PlottedModel& model) {
    return {PlotInk::First, model.place};
}

/// Adds a model's difference and interval; nothing if it has none.
void addRow(const PlottedModel& model, const std::string& reference, const ForestRow& row, double y,
            Figure& plot) {
    if (!row.difference) return;
    const double value = *row.difference->value;
    const Interval range = row.difference->interval.value_or(Interval{value, value});
    plot.marks.lines.push_back({"", colourOf(model), {{range.lower, y}, {range.upper, y}}});
    plot.marks.points.push_back({"", colourOf(model), {value, y}});
    plot.marks.points.back().text = wordsOf(model, reference, row);
}

/// Returns the range of all values and intervals, with 0.
std::pair<double, double> shownRange(const Figure& plot) {
    double least = 0;
    double most = 0;
    for (const LineMark& line : plot.marks.lines) {
        least = std::min(least, line.points.front().x);
        most = std::max(most, line.points.back().x);
    }
    return {least, most};
}

}  // namespace

std::string forestScore(std::span<const PlottedModel> models, const std::string& score) {
    if (!score.empty()) return score;
    for (const PlottedModel& model : models) {
        if (model.pair && *model.pair) return std::string(leadingScore(model.pair->value()));
    }
    return "brier";
}

Result<Figure> forestPlot(std::span<const PlottedModel> models, const std::string& score) {
    if (models.size() < 2) return undefined("there is no other model to compare with");
    for (const PlottedModel& model : models.subspan(1)) {
        if (!model.pair)
            return undefined(model.name + " is not compared with " + models.front().name, model);
    }
    const std::string id = forestScore(models, score);
    const std::string& reference = models.front().name;
    const std::vector<ForestRow> rows = forestRows(models, id);
    const auto shown = std::ranges::find_if(rows, &ForestRow::difference);
    if (shown == rows.end()) return undefined(rows.front().whyNot, models[1]);
    Figure plot;
    plot.title = std::string(scoreDefinition(id).name) + ", difference to " + reference;
    const auto top = static_cast<double>(models.size());
    std::vector<std::string> values{"reference"};
    plot.marks.points.push_back({"", colourOf(models.front()), {0, top}});
    plot.marks.points.back().text = reference + ": the reference";
    for (std::size_t m = 1; m < models.size(); ++m) {
        values.push_back(valueText(rows[m - 1]));
        addRow(models[m], reference, rows[m - 1], top - static_cast<double>(m), plot);
    }
    const auto [least, most] = shownRange(plot);
    plot.x = axisAround(titleOf(id), least, most);
    plot.left = rowAxis(shortNames(models));
    plot.right = rowAxis(std::move(values));
    plot.marks.references.push_back(uprightLine("", 0));
    plot.subtitle = subtitleOf(models, models.size());
    plot.subtitle.push_back("lines: " + percentText(models.front().report->settings.level) +
                            (models.size() > 2 ? " CI, each alone" : " CI"));
    const auto tested =
        std::ranges::count_if(rows, [](const ForestRow& row) { return row.p.has_value(); });
    if (tested > 1) plot.right->remark = "p adjusted by Holm";
    return plot;
}

}  // namespace diagonal
