// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "core/base/result.h"
#include "core/predictions/predictions.h"

namespace diagonal {

/// Which probability of a row is its confidence c, and when the row is correct (a = 1, else 0).
struct View {
    enum class Kind {
        TopLabel,       ///< c = max_k p_k, a = [argmax = label]
        PositiveClass,  ///< c = P(positive), a = [label = positive]
        OneVsRest       ///< c = p_k, a = [label = k] for class k
    };
    Kind kind = Kind::TopLabel;
    std::size_t classIndex = 0;  ///< k of OneVsRest; the positive class of PositiveClass

    bool isTopLabel() const { return kind == Kind::TopLabel; }
    bool operator==(const View&) const = default;
};

/// Fails (kind Undefined) if `predictions` have no outcomes in `view` at `temperature`.
Result<void> checkView(const Predictions& predictions, const View& view, double temperature);

}  // namespace diagonal
