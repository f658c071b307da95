// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/writing/json_comparison.h"

#include <optional>
#include <string>

#include "core/base/text.h"

namespace diagonal {
namespace {

void writeDifference(JsonWriter& json, const ScoreDifference& difference,
                     const std::optional<double>& adjusted) {
    const bool known = difference.value.has_value();
    json.beginObject();
    json.member("value", difference.value);
    if (known) json.member("a", difference.first);
    if (known) json.member("b", difference.second);
    json.member("lower", endOf(difference.interval, &Interval::lower));
    json.member("upper", endOf(difference.interval, &Interval::upper));
    json.member("lower_90", endOf(difference.interval90, &Interval::lower));
    json.member("upper_90", endOf(difference.interval90, &Interval::upper));
    json.member("p", difference.p);
    if (adjusted) json.member("p_holm", adjusted);
    json.member("method", difference.method);
    if (!difference.remark.empty()) json.member("remark", difference.remark);
    json.endObject();
}

void writeGap(JsonWriter& json, const GapDifference& gap, double level) {
    json.member("lower", gap.lower);
    json.member("upper", gap.upper);
    json.member("count_a", gap.rowsFirst);
    json.member("count_b", gap.rowsSecond);
    json.member("gap_a", gap.first);
    json.member("gap_b", gap.second);
    json.member("value", gap.difference.value);
    if (const auto interval = gap.difference.interval(level)) {
        json.member("value_lower", interval->lower);
        json.member("value_upper", interval->upper);
    }
}

void writeMovedRow(JsonWriter& json, const MovedRow& row, const ModelPair& pair) {
    json.member("place_a", row.placeFirst);
    json.member("place_b", row.placeSecond);
    if (!row.name.empty()) json.member("name", row.name);
    if (!row.label.empty()) json.member("label", row.label);
    if (!row.predictedFirst.empty()) json.member("predicted_a", row.predictedFirst);
    if (!row.predictedSecond.empty()) json.member("predicted_b", row.predictedSecond);
    json.member("confidence_a", row.confidenceFirst);
    json.member("confidence_b", row.confidenceSecond);
    json.flag("correct_a", row.isRightFirst);
    json.flag("correct_b", row.isRightSecond);
    if (!row.values.empty()) {
        json.beginObject("columns");
        for (std::size_t c = 0; c < row.values.size(); ++c)
            json.member(pair.movedColumns[c], row.values[c]);
        json.endObject();
    }
}

void writePair(JsonWriter& json, const ModelPair& pair,
               const std::vector<std::optional<double>>& adjusted) {
    json.member("a", pair.first);
    json.member("b", pair.second);
    json.member("rows", pair.rows);
    json.member("unmatched_a", pair.onlyFirst);
    json.member("unmatched_b", pair.onlySecond);
    json.member("joined_by", pair.joinedBy);
    json.flag("common_outcomes", pair.hasCommonOutcomes);
    if (pair.clusters > 0) {
        json.member("clusters", pair.clusters);
        json.member("cluster_column", pair.clusterName);
        json.member("effective_rows", pair.effectiveRows);
    }
    json.member("sentence", comparisonSentence(pair, pair.first, pair.second));
    json.beginObject("differences");
    for (std::size_t i = 0; i < pair.differences.size(); ++i) {
        const ScoreDifference& difference = pair.differences[i];
        const std::string place =
            difference.threshold ? "_" + shortest(*difference.threshold) : std::string();
        json.key(std::string(difference.id) + place);
        writeDifference(json, difference, adjusted[i]);
    }
    json.endObject();
    json.beginObject("flips");
    json.member("right_to_wrong", pair.rightToWrong);
    json.member("wrong_to_right", pair.wrongToRight);
    json.endObject();
    json.objects("gaps", pair.gaps,
                 [&](const GapDifference& gap) { writeGap(json, gap, pair.level); });
    json.objects("moved", pair.moved, [&](const MovedRow& row) { writeMovedRow(json, row, pair); });
    json.member("notes", pair.notes);
}

}  // namespace

void writeComparison(JsonWriter& json, std::span<const ModelPair> pairs) {
    json.beginObject("comparison");
    json.key("reference");
    if (pairs.empty()) {
        json.null();
    } else {
        json.value(std::string_view(pairs.front().first));
    }
    const auto adjusted = adjustedPValues(pairs);
    json.objects("pairs", pairs, [&](const ModelPair& pair) {
        writePair(json, pair, adjusted[static_cast<std::size_t>(&pair - pairs.data())]);
    });
    json.endObject();
}

}  // namespace diagonal
