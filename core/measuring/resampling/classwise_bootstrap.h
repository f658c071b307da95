// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/random_numbers.h"
#include "core/measuring/scores/classwise.h"
#include "core/numerics/percentiles.h"
#include "core/predictions/row_clusters.h"

namespace diagonal {

/// Makes 200 resampled values each of classwise_ece and classwise_ace, for fixed edges of the bins
/// of every class. A resample holds each row, or each cluster, Poisson(1) times, the same number in
/// all classes.
/// Makes no values if rows times classes are too many or rows have weights.
class ClasswiseBootstrap {
public:
    ClasswiseBootstrap(std::size_t rows, std::size_t classes, bool isWeighted, std::uint64_t seed,
                       const RowClusters& clusters = {});

    bool hasResamples() const { return !m_counts.empty(); }
    /// Adds a class, each once; several threads may add different classes at once.
    void add(const BinnedClass& binned);
    /// Requires that all classes were added.
    ResampledScores drawn() const;

private:
    void drawClusters(const RowClusters& clusters, RandomNumbers& random);
    std::vector<double> errorsOf(std::span<const std::uint64_t> inRowOrder,
                                 const std::vector<std::uint32_t>& bins,
                                 std::size_t binCount) const;

    std::size_t m_rows;
    std::vector<std::uint8_t> m_counts;       ///< of each row, resample after resample
    std::vector<double> m_totals;             ///< rows in each resample
    std::vector<std::vector<double>> m_eces;  ///< of each class, in all resamples
    std::vector<std::vector<double>> m_equalMassEces;
};

}  // namespace diagonal
