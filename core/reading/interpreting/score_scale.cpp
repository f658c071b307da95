// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/interpreting/score_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/text.h"
#include "core/predictions/row_range.h"
#include "core/reading/roles/column_names.h"

namespace diagonal {
namespace {

constexpr double kShareOfRows = 0.99;

/// Counts of the rows that fit each scale.
struct RowCensus {
    std::size_t rows = 0;  ///< rows without NaN
    std::size_t inUnit = 0;
    std::size_t sumsToOne = 0;
    std::size_t inPercent = 0;
    std::size_t sumsToHundred = 0;
    std::size_t logSumsToOne = 0;
    double firstSum = 0;
    std::size_t sumsAlike = 0;  ///< non-negative rows with the sum of the first
    double largest = -std::numeric_limits<double>::infinity();
    double smallest = std::numeric_limits<double>::infinity();

    bool most(std::size_t count) const { return hasShare(count, kShareOfRows); }
    /// Returns true if enough rows fit for the others to count as unusable (perhaps too many to
    /// accept the file) rather than on another scale.
    bool clearly(std::size_t count) const { return hasShare(count, 0.8); }
    bool hasShare(std::size_t count, double share) const {
        return rows > 0 && static_cast<double>(count) >= share * static_cast<double>(rows);
    }
};

template <typename T>
void countRow(std::span<const T> row, bool halfPrecision, RowCensus& census) {
    const RowRange range = rangeOf(row);
    if (std::isnan(range.sum) && std::ranges::any_of(row, [](T v) { return std::isnan(v); })) {
        return;
    }
    ++census.rows;
    const double sum = range.sum;
    const double smallest = range.smallest;
    const double largest = range.largest;
    census.smallest = std::min(census.smallest, smallest);
    census.largest = std::max(census.largest, largest);
    const bool inUnit = smallest >= 0 && largest <= 1 + 1e-3;
    census.inUnit += inUnit;
    census.sumsToOne += inUnit && std::abs(sum - 1) <= kRoundedSumTolerance;
    const bool inPercent = smallest >= 0 && largest <= 100.1;
    census.inPercent += inPercent;
    census.sumsToHundred += inPercent && std::abs(sum - 100) <= 2;
    if (census.rows == 1) census.firstSum = sum;
    census.sumsAlike += smallest >= 0 && std::abs(sum - census.firstSum) <= 5e-3 * sum;
    if (largest > 0 || row.size() < 2) return;
    double exponentials = 0;
    for (const T value : row)
        exponentials += std::exp(static_cast<double>(value));
    census.logSumsToOne += std::abs(exponentials - 1) <= (halfPrecision ? 1e-2 : 1e-3);
}

Error notNormalised(const RowCensus& census) {
    return unclear(
        "all scores lie in [0, 1], but in " + counted(census.rows - census.sumsToOne, "row") +
            " of " + groupedDigits(census.rows) +
            " they do not sum to 1: rows may have several labels, or scores may be unnormalised",
        {setOption(Setting::Scores, "logits", "if they are logits"),
         nameColumn("probability", "for one class alone")});
}

RowCensus censusOf(const RoleColumns& columns) {
    RowCensus census;
    const std::size_t width = columns.scores.columns();
    columns.scores.visit([&](auto values) {
        for (std::size_t row = 0; row < columns.scores.rows(); ++row) {
            countRow(values.subspan(row * width, width), columns.halfPrecision, census);
        }
    });
    return census;
}

/// Returns true if all scores are whole numbers, as points, deciles and grades are.
bool isWhole(const RoleColumns& columns) {
    return columns.scores.visit([](auto values) {
        return std::ranges::all_of(values,
                                   [](auto v) { return std::isnan(v) || std::trunc(v) == v; });
    });
}

Result<ScoreKind> scaleOfOneColumn(const RoleColumns& columns, const RowCensus& census) {
    if (census.clearly(census.inUnit) && namesPercent(columns.scoreNames.front())) {
        return unclear(quotedText(columns.scoreNames.front()) +
                           " is named like a percentage, but no value exceeds 1",
                       {setOption(Setting::Scores, "percent", "if they are percent"),
                        setOption(Setting::Scores, "probabilities", "if they are probabilities")});
    }
    if (census.clearly(census.inUnit)) return ScoreKind::Probability;
    const bool percent = census.clearly(census.inPercent) && census.largest > 1.5;
    constexpr double leastPercent = 40;  // the largest of many percentages exceeds this
    const bool telling =
        columns.namedScale == NamedScale::Probability || columns.scoreRole == ScoreRole::Confidence;
    constexpr std::size_t fewRows = 10;
    if (percent && census.largest <= leastPercent && census.rows >= fewRows &&
        (telling || isWhole(columns))) {
        return unclear("the scores lie between " + shortest(census.smallest) + " and " +
                           shortest(census.largest) +
                           ": not probabilities, and probably not percent",
                       {setOption(Setting::Scores, "percent", "if they are percent nevertheless"),
                        setOption(Setting::Scores, "logits", "if they are logits"),
                        nameColumn("probability", "if another column holds the probability")});
    }
    if (percent && columns.namedScale == NamedScale::Probability) return ScoreKind::Percent;
    if (columns.namedScale == NamedScale::Probability ||
        columns.scoreRole == ScoreRole::Confidence) {
        return ScoreKind::Probability;
    }
    return percent ? ScoreKind::Percent : ScoreKind::Logit;
}

/// Returns Percent if all scores have percent signs. Errors: Unclear if only some have.
Result<ScoreKind> percentOf(const RoleColumns& columns) {
    const auto numbers = columns.scores.visit([](auto values) {
        return std::ranges::count_if(values, [](auto value) { return !std::isnan(value); });
    });
    const auto count = static_cast<std::size_t>(numbers);
    if (columns.percentSigns == count) return ScoreKind::Percent;
    return unclear("percent signs follow only " + groupedDigits(columns.percentSigns) + " of " +
                       counted(count, "score") + ". Write all scores the same way",
                   {setOption(Setting::Scores, "percent", "or, if all are percent")});
}

}  // namespace

Result<ScoreKind> detectedScale(const RoleColumns& columns) {
    if (columns.percentSigns > 0) return percentOf(columns);
    if (columns.namedScale == NamedScale::Logit) return ScoreKind::Logit;
    const RowCensus census = censusOf(columns);
    if (columns.scores.columns() == 1) return scaleOfOneColumn(columns, census);
    if (census.clearly(census.sumsToOne)) return ScoreKind::Probability;
    if (census.clearly(census.sumsToHundred)) return ScoreKind::Percent;
    if (census.clearly(census.logSumsToOne)) return ScoreKind::LogProbability;
    if (columns.namedScale == NamedScale::Probability) return ScoreKind::Probability;
    if (census.rows > 0 && census.inUnit == census.rows) return notNormalised(census);
    constexpr std::size_t enoughRows = 10;
    if (census.rows >= enoughRows && census.clearly(census.sumsAlike)) {
        return unclear("no score is negative and the rows sum to " + shortest(census.firstSum) +
                           ", as votes or counts do: divide them by their sum",
                       {setOption(Setting::Scores, "logits", "or, if they are logits")});
    }
    if (columns.places.areLines() && census.smallest >= 0 && isWhole(columns)) {
        return unclear("the scores are whole numbers from " + shortest(census.smallest) + " to " +
                           shortest(census.largest) + ", like points, ranks or votes",
                       {setOption(Setting::Scores, "logits", "if they are logits"),
                        nameColumn("score", "if other columns hold probabilities")});
    }
    return ScoreKind::Logit;
}

bool areNormalised(const ScoreMatrix& scores) {
    const std::size_t width = scores.columns();
    if (width < 2) return false;
    return scores.visit([&](auto values) {
        for (std::size_t row = 0; row < scores.rows(); ++row) {
            const RowRange range = rangeOf(values.subspan(row * width, width));
            if (!(range.smallest >= 0 && std::abs(range.sum - 1) <= 1e-3)) return false;
        }
        return true;
    });
}

std::optional<ScoreKind> scaleOfIndependentClasses(const RoleColumns& columns) {
    const RowCensus census = censusOf(columns);
    if (census.most(census.sumsToOne) || census.most(census.sumsToHundred) ||
        census.most(census.logSumsToOne)) {
        return std::nullopt;
    }
    if (columns.percentSigns > 0) return ScoreKind::Percent;
    if (columns.namedScale == NamedScale::Logit) return ScoreKind::Logit;
    if (census.most(census.inUnit)) return ScoreKind::Probability;
    if (columns.namedScale != NamedScale::Probability) return ScoreKind::Logit;
    return census.most(census.inPercent) ? ScoreKind::Percent : ScoreKind::Probability;
}

}  // namespace diagonal
