// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/choice.h"
#include "core/reporting/report.h"

namespace diagonal {

/// Whose terms a text uses.
enum class Wording {
    MachineLearning,  ///< confidence, accuracy, ECE
    Clinical,         ///< predicted risk, observed proportion, intercept and slope (TRIPOD+AI)
    Forecasting       ///< forecast probability, observed relative frequency, sharpness
};

inline constexpr auto kWordings =
    std::to_array<Choice<Wording>>({{Wording::MachineLearning, "ml", "Machine learning"},
                                    {Wording::Clinical, "clinical", "Clinical (TRIPOD+AI)"},
                                    {Wording::Forecasting, "forecasting", "Forecasting"}});

/// The terms of a field, as they stand inside a sentence. Those of machine learning are also those
/// of the window and of figures.
struct Terms {
    std::string figure;      ///< what the figure is called
    std::string confidence;  ///< what is on the horizontal axis
    std::string accuracy;    ///< what is on the vertical axis
    std::string rows;
    std::string over;   ///< a bin below the diagonal
    std::string under;  ///< a bin above it
    std::string with;   ///< rows whose outcome is 1: "right predictions"
    std::string without;
    /// What is on the axes, where there is little room: "Confidence", "Accuracy".
    std::string shortConfidence;
    std::string shortAccuracy;
    std::string shortWith = {};  ///< for `with`, which names a class; empty: that is short
};

/// A probability that is too high expresses too much confidence only if it is that of the predicted
/// class.
Terms termsOf(View::Kind view, Wording wording = Wording::MachineLearning);

/// Returns the terms of what a report measures: where its confidences are the levels of predicted
/// quantiles, those of quantiles in any wording.
Terms termsOf(const Report& report, Wording wording = Wording::MachineLearning);

/// Returns what a selective classifier makes: "mistakes"; of one class, rows without it.
std::string mistakesOf(const Report& report);

/// Return the intervals of bins in a sentence: "Wilson"; ", all bins jointly" or nothing.
std::string intervalName(const Report& report);
std::string jointly(const Report& report);

}  // namespace diagonal
