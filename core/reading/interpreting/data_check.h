// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/predictions/dataset.h"
#include "core/predictions/predictions.h"
#include "core/reading/options/read_options.h"

namespace diagonal {

inline constexpr std::size_t kFewRows = 20;  ///< fewer prove nothing

/// A way to read the same file again that fixes the problem in a note.
struct SuggestedFix {
    std::string finding;  ///< the text of the note
    std::string action;   ///< "Count the labels from 1"
    ReadOptions options;  ///< to read the file again with
};

struct Findings {
    std::vector<Note> notes;
    std::vector<SuggestedFix> fixes;
};

/// How labels were mapped to classes.
struct LabelOrigin {
    std::optional<std::int64_t> base;  ///< label of the first class, if labels are positions
};

/// Detects common mistakes by their effect on accuracy and likelihood: labels off by one, classes
/// in another order, a softmax applied twice, top-k columns taken for classes, labels and scores of
/// different rows, and the probability of the other class. Each finding
/// is a note of one sentence, with a fix if other options would solve it. `options` are those that
/// `predictions` were read with.
Findings checkedData(const Predictions& predictions, const LabelOrigin& origin,
                     const ReadOptions& options);

/// Returns the probabilities p before a second softmax: for q = softmax(p) and sum p = 1,
/// p_k = log q_k - mean(log q) + 1/K. Requires probabilities.
ScoreMatrix beforeSoftmax(const ScoreMatrix& scores);

}  // namespace diagonal
