// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/score_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/row_extent.h"
#include "core/text.h"

namespace diagonal {
namespace {

constexpr double kShareOfRows = 0.99;

/// How many rows look like each scale.
struct RowCensus {
    std::size_t rows = 0;  ///< rows without NaN
    std::size_t inUnit = 0;
    std::size_t sumsToOne = 0;
    std::size_t inPercent = 0;
    std::size_t sumsToHundred = 0;
    std::size_t logSumsToOne = 0;
    double largest = -std::numeric_limits<double>::infinity();
    double smallest = std::numeric_limits<double>::infinity();

    bool most(std::size_t count) const {
        return rows > 0 && static_cast<double>(count) >= kShareOfRows * static_cast<double>(rows);
    }
};

template <typename T>
void countRow(std::span<const T> row, bool halfPrecision, RowCensus& census) {
    const RowExtent extent = extentOf(row);
    if (std::isnan(extent.sum) && std::ranges::any_of(row, [](T v) { return std::isnan(v); })) {
        return;
    }
    ++census.rows;
    const double sum = extent.sum;
    const double smallest = extent.smallest;
    const double largest = extent.largest;
    census.smallest = std::min(census.smallest, smallest);
    census.largest = std::max(census.largest, largest);
    const bool inUnit = smallest >= 0 && largest <= 1 + 1e-3;
    census.inUnit += inUnit;
    census.sumsToOne += inUnit && std::abs(sum - 1) <= (halfPrecision ? 1e-2 : 0.02);
    const bool inPercent = smallest >= 0 && largest <= 100.1;
    census.inPercent += inPercent;
    census.sumsToHundred += inPercent && std::abs(sum - 100) <= 0.5;
    if (largest > 0 || row.size() < 2) return;
    double exponentials = 0;
    for (const T value : row)
        exponentials += std::exp(static_cast<double>(value));
    census.logSumsToOne += std::abs(exponentials - 1) <= (halfPrecision ? 1e-2 : 1e-3);
}

Error notNormalised(const RowCensus& census) {
    return Error{ErrorKind::Unclear,
                 "all scores lie in [0, 1], but " + counted(census.rows - census.sumsToOne, "row") +
                     " of " + groupedDigits(census.rows) +
                     " do not sum to 1: several labels a row, or not normalised. If they are "
                     "logits, say --scores logits; for one class alone, --column probability=NAME"};
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

Result<ScoreKind> scaleOfOneColumn(const RoleColumns& columns, const RowCensus& census) {
    if (census.most(census.inUnit)) return ScoreKind::Probability;
    const bool percent = census.most(census.inPercent) && census.largest > 1.5;
    if (percent && columns.namedScale == NamedScale::Probability) return ScoreKind::Percent;
    if (columns.namedScale == NamedScale::Probability ||
        columns.scoreRole == ScoreRole::Confidence) {
        return ScoreKind::Probability;
    }
    return percent ? ScoreKind::Percent : ScoreKind::Logit;
}

}  // namespace

Result<ScoreKind> detectedScale(const RoleColumns& columns) {
    if (columns.percentSigns) return ScoreKind::Percent;
    if (columns.namedScale == NamedScale::Logit) return ScoreKind::Logit;
    const RowCensus census = censusOf(columns);
    if (columns.scores.columns() == 1) return scaleOfOneColumn(columns, census);
    if (census.most(census.sumsToOne)) return ScoreKind::Probability;
    if (census.most(census.sumsToHundred)) return ScoreKind::Percent;
    if (census.most(census.logSumsToOne)) return ScoreKind::LogProbability;
    if (columns.namedScale == NamedScale::Probability) return ScoreKind::Probability;
    if (census.rows > 0 && census.inUnit == census.rows) {
        // A few odd rows among probabilities are unusable rows, not another scale.
        if (census.sumsToOne * 10 >= census.rows * 8) return ScoreKind::Probability;
        return notNormalised(census);
    }
    return ScoreKind::Logit;
}

std::optional<ScoreKind> scaleOfIndependentClasses(const RoleColumns& columns) {
    const RowCensus census = censusOf(columns);
    if (census.most(census.sumsToOne) || census.most(census.sumsToHundred) ||
        census.most(census.logSumsToOne)) {
        return std::nullopt;
    }
    if (columns.percentSigns) return ScoreKind::Percent;
    if (columns.namedScale == NamedScale::Logit) return ScoreKind::Logit;
    if (census.most(census.inUnit)) return ScoreKind::Probability;
    if (columns.namedScale != NamedScale::Probability) return ScoreKind::Logit;
    return census.most(census.inPercent) ? ScoreKind::Percent : ScoreKind::Probability;
}

}  // namespace diagonal
