// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/predictions/dataset.h"
#include "core/predictions/predictions.h"
#include "core/reading/options/read_options.h"

namespace diagonal {

/// A way to read the same file that cures what a note tells of.
struct SuggestedFix {
    std::string finding;  ///< the note that tells of it
    std::string action;   ///< "Count the labels from 1"
    ReadOptions options;  ///< to read the file again with
};

struct Findings {
    std::vector<Note> notes;
    std::vector<SuggestedFix> fixes;
};

/// What is known of the labels' way to their classes.
struct LabelOrigin {
    std::optional<std::int64_t> base;  ///< where labels are positions: the first one's number
};

/// Looks for the usual mishaps by their effect on accuracy and likelihood: labels off by one,
/// classes in another order, a softmax applied twice, top-k columns taken for classes, rows of
/// labels and scores that do not belong together, and probabilities of exactly 1. Each finding is
/// one sentence; where reading otherwise cures it, a remedy says how. `options` are those that
/// `predictions` were read with.
Findings examined(const Predictions& predictions, const LabelOrigin& origin,
                  const ReadOptions& options);

/// The probabilities that a second softmax was taken of: with q = softmax(p) and sum p = 1,
/// p_k = log q_k - mean(log q) + 1/K. The scores must be probabilities.
ScoreMatrix beforeSoftmax(const ScoreMatrix& scores);

}  // namespace diagonal
