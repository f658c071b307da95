// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/predictions/dataset.h"

namespace diagonal {

/// Rows that are not independent: those of one patient, passage, day or prompt.
struct RowClusters {
    std::string name;                  ///< of the column: "patient"
    std::vector<std::uint32_t> codes;  ///< per row, below `count`; empty if rows are independent
    std::size_t count = 0;

    /// Returns the number of equally large clusters that vary as much: (sum m)^2 / sum m^2 over
    /// their sizes m, or their sums of `weights` where rows have some.
    double evenCount(std::span<const double> weights = {}) const;
    bool empty() const { return codes.empty(); }
};

/// Numbers the clusters of all rows, or of some, without gaps. Every row must have a cluster.
RowClusters clustersOf(const GroupColumn& column);
RowClusters clustersOf(const GroupColumn& column, const std::vector<std::size_t>& rows);

/// Returns the degrees of freedom of a mean over clusters that vary as `evenCount` equal ones.
inline double degreesOfFreedom(double evenCount) {
    return std::max(1.0, evenCount - 1);
}

/// Says that there is one cluster, or that there are few, in `column`; none if they vary as 20
/// equal ones or more.
std::optional<std::string> fewClustersNote(const std::string& column, std::size_t count,
                                           double even);

/// The rows of each cluster, in ascending order.
class RowsOfClusters {
public:
    explicit RowsOfClusters(const RowClusters& clusters);

    std::size_t clusters() const { return m_begins.size() - 1; }
    std::span<const std::uint32_t> of(std::size_t cluster) const {
        return std::span(m_rows).subspan(m_begins[cluster],
                                         m_begins[cluster + 1] - m_begins[cluster]);
    }

private:
    std::vector<std::uint32_t> m_rows;
    std::vector<std::size_t> m_begins;  ///< of each cluster, and size()
};

}  // namespace diagonal
