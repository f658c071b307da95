// SPDX-License-Identifier: GPL-3.0-or-later
// Transcriptions of the programs by which language models are judged.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace diagonal::testing {

/// Humanity's Last Exam: calib_err() with rows in the given order, which must ascend by
/// confidence.
inline std::optional<double> transcribedHle(const std::vector<double>& confidence,
                                            const std::vector<std::int32_t>& correct,
                                            bool withLast) {
    const std::size_t n = confidence.size();
    const std::size_t bins = n / 100;
    if (bins == 0) return std::nullopt;
    double sum = 0;
    for (std::size_t b = 0; b + (withLast ? 0 : 1) < bins; ++b) {
        const std::size_t end = b + 1 == bins ? n : 100 * (b + 1);
        double confidences = 0;
        double hits = 0;
        for (std::size_t i = 100 * b; i < end; ++i) {
            confidences += confidence[i];
            hits += correct[i];
        }
        const auto size = static_cast<double>(end - 100 * b);
        sum += size / static_cast<double>(n) * std::pow((confidences - hits) / size, 2);
    }
    return std::sqrt(sum);
}

/// BrowseComp in Inspect: numpy.digitize(c, linspace(0, 1, 11), right=True) - 1, without -1.
inline double transcribedBrowseComp(const std::vector<double>& p,
                                    const std::vector<std::int32_t>& labels) {
    std::map<std::size_t, std::array<double, 2>> bins;
    for (std::size_t i = 0; i < p.size(); ++i) {
        std::size_t edges = 0;  // below p[i]
        while (edges <= 10 && (edges == 10 ? 1.0 : static_cast<double>(edges) * .1) < p[i])
            ++edges;
        if (edges == 0) continue;
        bins[edges][0] += p[i];
        bins[edges][1] += labels[i];
    }
    double sum = 0;
    for (const auto& [bin, sums] : bins)
        sum += std::abs(sums[0] - sums[1]);
    return sum / static_cast<double>(p.size());
}

/// get_ece_em() of uncertainty-calibration 0.1.4: numpy.array_split() of the sorted probabilities,
/// edges halfway between neighbours, duplicates removed, numpy.searchsorted().
inline double transcribedHelm(const std::vector<double>& p,
                              const std::vector<std::int32_t>& labels) {
    std::vector<double> sorted = p;
    std::ranges::sort(sorted);
    const std::size_t parts = std::min<std::size_t>(10, p.size());
    std::set<double> edges = {1};
    std::size_t at = 0;
    for (std::size_t part = 0; part + 1 < parts; ++part) {
        at += p.size() / parts + (part < p.size() % parts ? 1 : 0);
        edges.insert((sorted[at - 1] + sorted[at]) / 2);
    }
    std::map<double, std::array<double, 2>> bins;
    for (std::size_t i = 0; i < p.size(); ++i) {
        auto& [confidence, correct] = bins[*edges.lower_bound(p[i])];
        confidence += p[i];
        correct += labels[i];
    }
    double sum = 0;
    for (const auto& [edge, sums] : bins)
        sum += std::abs(sums[0] - sums[1]);
    return sum / static_cast<double>(p.size());
}

}  // namespace diagonal::testing
