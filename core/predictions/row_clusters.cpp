// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/predictions/row_clusters.h"

#include <numeric>
#include <unordered_map>

#include "core/base/text.h"

namespace diagonal {

RowClusters clustersOf(const GroupColumn& column) {
    std::vector<std::size_t> rows(column.codes.size());
    std::iota(rows.begin(), rows.end(), 0U);
    return clustersOf(column, rows);
}

RowClusters clustersOf(const GroupColumn& column, const std::vector<std::size_t>& rows) {
    RowClusters clusters;
    clusters.name = column.name;
    std::unordered_map<std::int32_t, std::uint32_t> numbers;
    clusters.codes.reserve(rows.size());
    for (const std::size_t row : rows) {
        const auto next = static_cast<std::uint32_t>(numbers.size());
        clusters.codes.push_back(numbers.emplace(column.codes[row], next).first->second);
    }
    clusters.count = numbers.size();
    return clusters;
}

double RowClusters::evenCount(std::span<const double> weights) const {
    std::vector<double> sizes(count);
    double all = 0;
    for (std::size_t row = 0; row < codes.size(); ++row) {
        const double weight = weights.empty() ? 1 : weights[row];
        sizes[codes[row]] += weight;
        all += weight;
    }
    return all * all / std::inner_product(sizes.begin(), sizes.end(), sizes.begin(), 0.0);
}

std::optional<std::string> fewClustersNote(const std::string& column, std::size_t count,
                                           double even) {
    constexpr double few = 20;
    if (count == 1) {
        return "all rows have the same value in " + quotedText(column) +
               ": one cluster has no spread, so scores have no intervals";
    }
    if (even >= few) return std::nullopt;
    if (static_cast<double>(count) < few) {
        return "with " + std::to_string(count) +
               " clusters, fewer than 20, intervals are rough and may be too short";
    }
    return groupedDigits(count) + " clusters differ so much in size that they are worth " +
           fixedText(even, 1) + " equal ones: intervals are rough and may be too short";
}

RowsOfClusters::RowsOfClusters(const RowClusters& clusters)
    : m_rows(clusters.codes.size()), m_begins(clusters.count + 1) {
    for (const std::uint32_t code : clusters.codes)
        ++m_begins[code + std::size_t{1}];
    std::partial_sum(m_begins.begin(), m_begins.end(), m_begins.begin());
    std::vector<std::size_t> next(m_begins.begin(), m_begins.end() - 1);
    for (std::size_t row = 0; row < clusters.codes.size(); ++row)
        m_rows[next[clusters.codes[row]]++] = static_cast<std::uint32_t>(row);
}

}  // namespace diagonal
