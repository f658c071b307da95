// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/measuring/scores/classwise.h"
#include "core/numerics/percentiles.h"

namespace diagonal {

/// Makes 200 resampled values each of classwise_ece and classwise_ace, for fixed edges of the bins
/// of every class. A resample holds each row Poisson(1) times, the same number in all classes.
/// Classes are added one after another. Makes no values if rows times classes are too many or rows
/// have weights.
class ClasswiseBootstrap {
public:
    ClasswiseBootstrap(std::size_t rows, std::size_t classes, bool isWeighted, std::uint64_t seed);

    bool hasResamples() const { return !m_counts.empty(); }
    void add(const BinnedClass& binned);
    ResampledScores drawn() const;

private:
    void addErrors(std::span<const std::uint64_t> inRowOrder,
                   const std::vector<std::uint32_t>& bins, std::size_t binCount,
                   std::vector<double>& errors) const;

    std::size_t m_rows;
    std::size_t m_classes;
    std::vector<std::uint8_t> m_counts;  ///< of each row, resample after resample
    std::vector<double> m_totals;        ///< rows in each resample
    std::vector<double> m_eces;          ///< of each resample, summed over the classes so far
    std::vector<double> m_equalMassEces;
};

}  // namespace diagonal
