// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/sweeping/temperature_sweep.h"

#include "core/measuring/sweeping/margin_sweep.h"
#include "core/measuring/sweeping/softmax_sweep.h"
#include "core/measuring/sweeping/temperature_table.h"

namespace diagonal {
namespace {

// At or below both limits, an exact analysis takes less than half a frame.
constexpr std::size_t kFewScores = 200'000;
constexpr std::size_t kFewSweptRows = 20'000;
constexpr std::size_t kManyScores = 6'000'000;  ///< above this, SIMD takes longer than a table
constexpr std::size_t kTableClasses = 64;  ///< from this on, a table is smaller than the scores
constexpr std::size_t kMostRows = 0x7fffffff;

std::size_t scoreCount(const Predictions& predictions) {
    return predictions.rows() * predictions.scores().columns();
}

bool isServed(const Predictions& predictions) {
    const bool isFew = scoreCount(predictions) <= kFewScores && predictions.rows() <= kFewSweptRows;
    return !isFew && predictions.rows() <= kMostRows && predictions.checkTemperature().hasValue();
}

bool hasTwoClasses(const Predictions& predictions) {
    return predictions.scores().columns() <= 2;
}

bool needsTable(const Predictions& predictions) {
    return predictions.scores().columns() >= kTableClasses && scoreCount(predictions) > kManyScores;
}

}  // namespace

Sweep directSweep(std::shared_ptr<const Predictions> predictions, const View& view,
                  const ParallelFor& parallelFor) {
    if (!isServed(*predictions) || predictions->form() == PredictionForm::Confidence) {
        return nullptr;
    }
    if (!needsTable(*predictions)) {
        auto others = blockedOthers(*predictions, parallelFor);
        return softmaxSweep(std::move(predictions), view, std::move(others), parallelFor);
    }
    if (predictions->scoreKind() == ScoreKind::Probability) return nullptr;  // needs logarithms
    auto others = rowwiseOthers(predictions);
    return softmaxSweep(std::move(predictions), view, std::move(others), parallelFor);
}

bool isKeptBesideIndex(const Predictions& predictions) {
    return !hasTwoClasses(predictions) || predictions.rows() <= kMostRowsKeptTwice;
}

Sweep indexedSweep(std::shared_ptr<const Predictions> predictions, const View& view,
                   const Execution& execution) {
    if (!isServed(*predictions)) return nullptr;
    if (hasTwoClasses(*predictions))
        return marginSweep(std::move(predictions), view, execution.progress);
    if (!needsTable(*predictions)) return nullptr;
    auto others = tabulatedOthers(*predictions, execution.progress);
    if (!others) return nullptr;
    return softmaxSweep(std::move(predictions), view, std::move(others), execution.parallelFor);
}

}  // namespace diagonal
