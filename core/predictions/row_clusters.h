// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

    bool empty() const { return codes.empty(); }
};

/// Numbers the clusters of all rows, or of some, without gaps. Every row must have a cluster.
RowClusters clustersOf(const GroupColumn& column);
RowClusters clustersOf(const GroupColumn& column, const std::vector<std::size_t>& rows);

/// Says that there is one cluster, or that there are few; none for 20 clusters or more.
std::optional<std::string> fewClustersNote(const RowClusters& clusters);

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
