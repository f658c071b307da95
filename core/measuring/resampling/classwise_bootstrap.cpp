// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/resampling/classwise_bootstrap.h"

#include <algorithm>
#include <cmath>

#include "core/base/random_numbers.h"
#include "core/measuring/resampling/refit_bootstrap.h"

namespace diagonal {
namespace {

constexpr std::size_t kClasswiseResamples = 200;
/// Limit of rows times classes: each resample passes over all of them twice, a second of work.
constexpr std::size_t kMostCells = 2000000;

}  // namespace

ClasswiseBootstrap::ClasswiseBootstrap(std::size_t rows, std::size_t classes, bool isWeighted,
                                       std::uint64_t seed, const RowClusters& clusters)
    : m_rows(rows) {
    const bool many =
        rows > kMostResampledRows || rows > kMostCells / std::max<std::size_t>(classes, 1);
    if (isWeighted || many) return;
    RandomNumbers random(seed);
    m_counts.resize(rows * kClasswiseResamples);
    if (clusters.empty()) {
        for (std::uint8_t& count : m_counts)
            count = static_cast<std::uint8_t>(random.poisson(1));
    } else {
        drawClusters(clusters, random);
    }
    m_eces.resize(classes);
    m_equalMassEces.resize(classes);
    for (std::size_t i = 0; i < kClasswiseResamples; ++i) {
        const auto counts = std::span(m_counts).subspan(i * rows, rows);
        double total = 0;
        for (const std::uint8_t count : counts)
            total += count;
        m_totals.push_back(total);
    }
}

void ClasswiseBootstrap::drawClusters(const RowClusters& clusters, RandomNumbers& random) {
    std::vector<std::uint8_t> drawn(clusters.count);
    for (std::size_t i = 0; i < kClasswiseResamples; ++i) {
        for (std::uint8_t& count : drawn)
            count = static_cast<std::uint8_t>(random.poisson(1));
        for (std::size_t row = 0; row < m_rows; ++row)
            m_counts[i * m_rows + row] = drawn[clusters.codes[row]];
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
    std::vector<double> errors(kClasswiseResamples);
    std::vector<double> sums(binCount);
    for (std::size_t i = 0; i < kClasswiseResamples; ++i) {
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
    m_eces[binned.index] =
        errorsOf(binned.inRowOrder, binsOf(binned.inRowOrder, equalWidth), equalWidth.bins.size());
    m_equalMassEces[binned.index] =
        errorsOf(binned.inRowOrder, binsOf(binned.inRowOrder, equalMass), equalMass.bins.size());
}

ResampledScores ClasswiseBootstrap::drawn() const {
    if (!hasResamples()) return {};
    const auto meansOf = [](const std::vector<std::vector<double>>& errors) {
        std::vector<double> means(kClasswiseResamples);
        for (const std::vector<double>& ofClass : errors) {
            for (std::size_t i = 0; i < kClasswiseResamples; ++i)
                means[i] += ofClass[i] / static_cast<double>(errors.size());
        }
        return means;
    };
    return {{"classwise_ece", meansOf(m_eces)}, {"classwise_ace", meansOf(m_equalMassEces)}};
}

}  // namespace diagonal
