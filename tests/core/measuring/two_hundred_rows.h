// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

#include "tests/core/support.h"

namespace diagonal::testing {

/// Returns 200 rows with 101 different confidences, a little over-confident, which any language can
/// reproduce:
/// c = ((37 i) mod 101 + 0.5) / 101, a = [((61 i) mod 89) / 89 < c^1.3].
/// Expected numbers in the tests were computed with NumPy and SciPy from these formulas.
inline Predictions twoHundredRows() {
    std::vector<double> scores;
    std::vector<std::int32_t> labels;
    for (int i = 0; i < 200; ++i) {
        const double c = ((i * 37) % 101 + 0.5) / 101;
        scores.push_back(c);
        labels.push_back((i * 61) % 89 / 89.0 < std::pow(c, 1.3) ? 1 : 0);
    }
    return positiveScores(std::move(scores), std::move(labels));
}

inline Outcomes twoHundredOutcomes() {
    return outcomesAt(twoHundredRows(), kPositive, 1);
}

/// Returns these rows `times` times: enough of them are measured in several parts.
inline SortedOutcomes repeated(const SortedOutcomes& outcomes, std::size_t times) {
    std::vector<std::uint64_t> packed;
    for (std::size_t i = 0; i < times; ++i)
        packed.insert(packed.end(), outcomes.packed().begin(), outcomes.packed().end());
    return SortedOutcomes(std::move(packed));
}

/// Returns a dataset of two classes, 0 and 1, of which 1 is the positive one.
inline Dataset datasetOf(Predictions predictions) {
    Dataset dataset{std::move(predictions), {}};
    dataset.summary.positiveClass = 1;
    dataset.summary.classNames = {"0", "1"};
    return dataset;
}

}  // namespace diagonal::testing
