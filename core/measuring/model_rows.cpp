// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/model_rows.h"

#include "core/measuring/row_outcomes.h"
#include "core/measuring/sorted_outcomes.h"

namespace diagonal {

std::optional<ModelRows> modelRows(const Predictions& predictions, const View& view,
                                   double temperature, const Execution& execution) {
    const std::size_t rows = predictions.rows();
    const bool hasLosses = knowsLosses(predictions);
    const bool severalLabels = predictions.form() == PredictionForm::MultiLabel;
    ModelRows out;
    out.packed.resize(rows);
    out.isRight.resize(rows);
    if (hasLosses) {
        out.negativeLogs.resize(rows);
        out.squaredErrors.resize(rows);
    }
    const bool isDone = measureInParts(
        predictions, view, temperature, hasLosses, Partition{rows}, execution,
        [&](std::size_t, std::size_t begin, const RowOutcomes& outcomes) {
            for (std::size_t i = 0; i < outcomes.size(); ++i) {
                const std::size_t row = begin + i;
                out.packed[row] =
                    SortedOutcomes::pack(outcomes.confidences[i], outcomes.correct[i] != 0);
                // Several labels of a row have no one predicted class: the view's class counts.
                const bool isRight =
                    severalLabels ? (outcomes.confidences[i] > .5) == (outcomes.correct[i] != 0)
                                  : predictions.isCorrect(row);
                out.isRight[row] = isRight ? 1 : 0;
                if (!hasLosses) continue;
                out.negativeLogs[row] = outcomes.negativeLogs[i];
                out.squaredErrors[row] = outcomes.squaredErrors[i];
            }
        });
    if (!isDone) return std::nullopt;
    return out;
}

}  // namespace diagonal
