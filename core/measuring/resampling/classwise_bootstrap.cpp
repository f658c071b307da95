// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/resampling/classwise_bootstrap.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/random_numbers.h"
#include "core/measuring/resampling/refit_bootstrap.h"

namespace diagonal {
namespace {

constexpr std::size_t kResamples = 200;
/// Limit of rows times classes: each resample passes over all of them twice, a second of work.
constexpr std::size_t kMostCells = 2000000;

/// Returns the bin of every row. A row on an inner edge is in the lower bin if bins are
/// right-closed.
std::vector<std::uint32_t> binsOf(std::span<const std::uint64_t> inRowOrder,
                                  const ReliabilityCurve& curve, EdgeRule rule) {
    std::vector<double> edges;
    for (std::size_t b = 0; b + 1 < curve.bins.size(); ++b)
        edges.push_back(curve.bins[b].upper);
    std::vector<std::uint32_t> bins;
    bins.reserve(inRowOrder.size());
    for (const std::uint64_t packed : inRowOrder) {
        const double c = SortedOutcomes::confidenceOf(packed);
        const auto edge = rule == EdgeRule::RightClosed
                              ? std::lower_bound(edges.begin(), edges.end(), c)
                              : std::upper_bound(edges.begin(), edges.end(), c);
        bins.push_back(static_cast<std::uint32_t>(edge - edges.begin()));
    }
    return bins;
}

}  // namespace

ClasswiseBootstrap::ClasswiseBootstrap(std::size_t rows, std::size_t classes, bool isWeighted,
                                       std::uint64_t seed)
    : m_rows(rows) {
    const bool many =
        rows > kMostResampledRows || rows > kMostCells / std::max<std::size_t>(classes, 1);
    if (isWeighted || many) return;
    RandomNumbers random(seed);
    m_counts.resize(rows * kResamples);
    for (std::uint8_t& count : m_counts)
        count = static_cast<std::uint8_t>(random.poisson(1));
    m_eces.resize(classes);
    m_equalMassEces.resize(classes);
    for (std::size_t i = 0; i < kResamples; ++i) {
        const auto counts = std::span(m_counts).subspan(i * rows, rows);
        double total = 0;
        for (const std::uint8_t count : counts)
            total += count;
        m_totals.push_back(total);
    }
}

std::vector<double> ClasswiseBootstrap::errorsOf(std::span<const std::uint64_t> inRowOrder,
                                                 const std::vector<std::uint32_t>& bins,
                                                 std::size_t binCount) const {
    std::vector<double> gaps;
    for (const std::uint64_t packed : inRowOrder) {
        const double outcome = SortedOutcomes::correctOf(packed) ? 1 : 0;
        gaps.push_back(outcome - SortedOutcomes::confidenceOf(packed));
    }
    std::vector<double> errors(kResamples);
    std::vector<double> sums(binCount);
    for (std::size_t i = 0; i < kResamples; ++i) {
        const std::uint8_t* counts = m_counts.data() + i * m_rows;
        std::fill(sums.begin(), sums.end(), 0.0);
        for (std::size_t row = 0; row < m_rows; ++row)
            sums[bins[row]] += counts[row] * gaps[row];
        double error = 0;
        for (const double sum : sums)
            error += std::abs(sum);
        if (m_totals[i] > 0) errors[i] = error / m_totals[i];
    }
    return errors;
}

void ClasswiseBootstrap::add(const BinnedClass& binned) {
    const ReliabilityCurve& equalWidth = *binned.summary.curve;
    const ReliabilityCurve& equalMass = binned.equalMass;
    m_eces[binned.index] = errorsOf(
        binned.inRowOrder, binsOf(binned.inRowOrder, equalWidth, binned.equalWidth.edgeRule),
        equalWidth.bins.size());
    m_equalMassEces[binned.index] =
        errorsOf(binned.inRowOrder, binsOf(binned.inRowOrder, equalMass, EdgeRule::RightClosed),
                 equalMass.bins.size());
}

ResampledScores ClasswiseBootstrap::drawn() const {
    if (!hasResamples()) return {};
    const auto meansOf = [](const std::vector<std::vector<double>>& errors) {
        std::vector<double> means(kResamples);
        for (const std::vector<double>& ofClass : errors) {
            for (std::size_t i = 0; i < kResamples; ++i)
                means[i] += ofClass[i] / static_cast<double>(errors.size());
        }
        return means;
    };
    return {{"classwise_ece", meansOf(m_eces)}, {"classwise_ace", meansOf(m_equalMassEces)}};
}

}  // namespace diagonal
