// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/resampling/flexible_bootstrap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/poisson_draws.h"
#include "core/base/random_numbers.h"
#include "core/measuring/deciding/flexible_curve.h"
#include "core/measuring/resampling/refit_bootstrap.h"

namespace diagonal {
namespace {

/// The errors of both curves; of the spline none where it cannot be fitted.
struct Errors {
    std::optional<FlexibleErrors> loess;
    std::optional<FlexibleErrors> spline;
};

/// Weight of the correct and of the wrong rows of a run.
using RunWeights = std::array<double, 2>;

/// Fits curves to runs of rows.
class RunFitter {
public:
    explicit RunFitter(SmoothedRows rows)
        : m_rows(std::move(rows)), m_spline(SplineCurve::fitted(m_rows)) {}

    const SmoothedRows& rows() const { return m_rows; }

    Errors fitted(const std::vector<RunWeights>& weights) const {
        SmoothedRows drawn;
        for (std::size_t run = 0; run < m_rows.size(); ++run) {
            const auto [correct, wrong] = weights[run];
            if (!(correct + wrong > 0)) continue;
            drawn.confidence.push_back(m_rows.confidence[run]);
            drawn.outcome.push_back(correct / (correct + wrong));
            drawn.weight.push_back(correct + wrong);
        }
        Errors errors;
        if (drawn.size() == 0) return errors;
        if (hasLoess(drawn)) errors.loess = flexibleErrors(drawn, loessCurve(drawn));
        constexpr double precision = 1e-6;  // of coefficients: far less than they vary
        if (!m_spline) return errors;
        if (const auto spline = SplineCurve::fitted(drawn, &*m_spline, precision))
            errors.spline = flexibleErrors(drawn, splineCurve(drawn, *spline));
        return errors;
    }

private:
    SmoothedRows m_rows;
    std::optional<SplineCurve> m_spline;  ///< of all rows: its knots, and where fits begin
};

/// Draws independent rows.
class IndependentRuns {
public:
    explicit IndependentRuns(const SmoothedRows& rows) : m_rows(rows) {
        for (std::size_t run = 0; run < rows.size(); ++run) {
            const double count = rows.weight[run] / rows.unit;
            m_counts.add(count * rows.outcome[run]);
            m_counts.add(count * (1 - rows.outcome[run]));
        }
    }
    void draw(RandomNumbers& random, std::vector<RunWeights>& weights) const {
        for (std::size_t run = 0; run < m_rows.size(); ++run) {
            weights[run][0] = m_counts.draw(2 * run, random) * m_rows.unit;
            weights[run][1] = m_counts.draw(2 * run + 1, random) * m_rows.unit;
        }
    }

private:
    const SmoothedRows& m_rows;
    PoissonDraws m_counts;
};

/// Draws clusters with all their rows.
class ClusteredRuns {
public:
    ClusteredRuns(const ClusteredOutcomes& clustered, const SmoothedRows& rows)
        : m_clustered(clustered) {
        // A run of several confidences begins about halfway to the mean of the run before.
        std::vector<double> begins;
        for (std::size_t run = 1; run < rows.size(); ++run)
            begins.push_back((rows.confidence[run - 1] + rows.confidence[run]) / 2);
        m_runs.reserve(clustered.packed.size());
        for (const std::uint64_t packed : clustered.packed) {
            const auto found =
                std::ranges::upper_bound(begins, SortedOutcomes::confidenceOf(packed));
            m_runs.push_back(static_cast<std::uint32_t>(found - begins.begin()));
        }
        m_one.add(1);
    }
    void draw(RandomNumbers& random, std::vector<RunWeights>& weights) const {
        std::ranges::fill(weights, RunWeights{});
        for (std::size_t cluster = 0; cluster < m_clustered.rows->members.clusters(); ++cluster) {
            const double times = m_one.draw(0, random);
            if (times == 0) continue;
            for (const std::uint32_t row : m_clustered.rows->members.of(cluster)) {
                const bool isWrong = !SortedOutcomes::correctOf(m_clustered.packed[row]);
                weights[m_runs[row]][isWrong ? 1 : 0] += times * m_clustered.weight(row);
            }
        }
    }

private:
    const ClusteredOutcomes& m_clustered;
    std::vector<std::uint32_t> m_runs;  ///< of each row
    PoissonDraws m_one;
};

/// Draws the outcomes of a calibrated model.
class CalibratedRuns {
public:
    explicit CalibratedRuns(const SmoothedRows& rows) : m_rows(rows) {}
    void draw(RandomNumbers& random, std::vector<RunWeights>& weights) const {
        for (std::size_t run = 0; run < m_rows.size(); ++run) {
            const auto count =
                std::max<std::int64_t>(1, std::llround(m_rows.weight[run] / m_rows.unit));
            const auto correct =
                static_cast<double>(random.binomial(count, m_rows.confidence[run]));
            const double share = correct / static_cast<double>(count);
            weights[run] = {m_rows.weight[run] * share, m_rows.weight[run] * (1 - share)};
        }
    }

private:
    const SmoothedRows& m_rows;
};

void append(const std::optional<FlexibleErrors>& errors, bool isSpline, ResampledScores& scores) {
    if (!errors) return;
    scores[isSpline ? "ici_spline" : "ici"].push_back(errors->mean);
    scores[isSpline ? "emax_spline" : "emax"].push_back(errors->largest);
    if (isSpline) return;
    scores["e50"].push_back(errors->median);
    scores["e90"].push_back(errors->quantile90);
}

template <typename Drawer>
ResampledScores drawnErrors(const Drawer& drawer, const RunFitter& fitter, std::uint64_t seed,
                            std::uint32_t firstStream, const ParallelFor& parallelFor,
                            Continuation& continuation) {
    std::vector<Errors> errors(kRefittedResamples);
    parallelFor(kRefittedResamples, [&](std::size_t i) {
        if (!continuation.goesOn(i, kRefittedResamples)) return;
        RandomNumbers random(seed, firstStream + static_cast<std::uint32_t>(i));
        std::vector<RunWeights> weights(fitter.rows().size());
        drawer.draw(random, weights);
        errors[i] = fitter.fitted(weights);
    });
    ResampledScores scores;
    for (const Errors& each : errors) {
        append(each.loess, false, scores);
        append(each.spline, true, scores);
    }
    return scores;
}

}  // namespace

Result<FlexibleDraws> flexibleBootstrap(const SortedOutcomes& outcomes, std::uint64_t seed,
                                        const Execution& execution,
                                        const ClusteredOutcomes& clustered) {
    constexpr std::size_t mostRuns = 512;
    const RunFitter fitter(smoothedRows(outcomes, mostRuns));
    Continuation continuation(execution.progress);
    const auto drawn = [&](const auto& drawer, std::uint32_t firstStream) {
        return drawnErrors(drawer, fitter, seed, firstStream, execution.parallelFor, continuation);
    };
    FlexibleDraws draws;
    draws.resampled = clustered ? drawn(ClusteredRuns(clustered, fitter.rows()), 0)
                                : drawn(IndependentRuns(fitter.rows()), 0);
    draws.byChance = drawn(CalibratedRuns(fitter.rows()), kRefittedResamples);
    if (continuation.isStopped()) return cancelled();
    for (auto& [id, values] : draws.byChance)
        std::ranges::sort(values);
    return draws;
}

}  // namespace diagonal
