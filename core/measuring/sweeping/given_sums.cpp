// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/sweeping/given_sums.h"

#include <algorithm>
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
    };
    std::vector<Part> done(parts.parts(), Part{SweptBins(edges, rule, weights), {}});
    parallelFor(parts.parts(), [&](std::size_t part) {
        RowMeasurer measurer(predictions, view, 1, hasLosses);
        std::vector<float> exact(measurer.rowsAtOnce(), SweptBins::kExact);
        for (std::size_t begin = parts.begin(part); begin < parts.end(part);) {
            const std::size_t count = std::min(measurer.rowsAtOnce(), parts.end(part) - begin);
            const RowOutcomes& rows = measurer.measure(begin, count);
            done[part].bins.add(begin, rows.confidences, rows.correct,
                                std::span(exact).first(count));
            for (std::size_t i = 0; hasLosses && i < count; ++i)
                done[part].losses.add(weights.at(begin + i) * rows.negativeLogs[i]);
            begin += count;
        }
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
