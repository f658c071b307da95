// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/sweeping/given_sums.h"

#include <cmath>
#include <span>

#include "core/base/compensated_sum.h"
#include "core/measuring/row_outcomes.h"
#include "core/measuring/sweeping/swept_bins.h"

namespace diagonal {

SweptSums givenSums(const Predictions& predictions, const View& view,
                    const std::vector<double>& edges, EdgeRule rule,
                    const ParallelFor& parallelFor) {
    constexpr std::size_t leastScores = std::size_t{1} << 18;
    const RowWeights& weights = predictions.weights();
    const bool hasLosses = knowsLosses(predictions);
    const Partition parts{predictions.rows(), leastScores / predictions.scores().columns() + 1};
    struct Part {
        SweptBins bins;
        CompensatedSum losses;
        std::vector<float> tolerances;
    };
    std::vector<Part> done(parts.parts(), Part{SweptBins(edges, rule, weights), {}, {}});
    measureInParts(predictions, view, 1, hasLosses, parts, {.parallelFor = parallelFor},
                   [&](std::size_t index, std::size_t begin, const RowOutcomes& rows) {
                       Part& part = done[index];
                       part.tolerances.resize(rows.size(), SweptBins::kExact);
                       part.bins.add(begin, rows.confidences, rows.correct, part.tolerances);
                       for (std::size_t i = 0; hasLosses && i < rows.size(); ++i)
                           part.losses.add(weights.at(begin + i) * rows.negativeLogs[i]);
                   });
    Part& all = done.front();
    for (const Part& more : std::span(done).subspan(1)) {
        all.bins.append(more.bins);
        all.losses.add(more.losses.value());
    }
    SweptSums sums{std::move(all.bins).finish(predictions, view, 1), {}};
    const double loss = all.losses.value();
    if (hasLosses && std::isfinite(loss)) sums.nll = loss / weights.total(predictions.rows());
    return sums;
}

}  // namespace diagonal
