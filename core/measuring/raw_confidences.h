// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

#include "core/measuring/view.h"
#include "core/predictions/predictions.h"

namespace diagonal {

/// Numbers of the rows of two classes that grow with their confidences and cost no exponential: a
/// temperature keeps the order of such rows. They are probabilities as the file has them, or
/// logits, of two columns their difference.
class RawConfidences {
public:
    /// True if rows have such numbers: one score or the scores of two classes each, and a
    /// temperature at which rounding errors stay below those that are allowed for here.
    static bool areKnown(const Predictions& predictions, double temperature);

    /// Requires areKnown(), and a view and a temperature that checkView() accepts.
    RawConfidences(const Predictions& predictions, const View& view, double temperature);

    /// Fills `raw` with the numbers of the rows from `begin` on; NaN where rounding errors may hide
    /// which of two confidences is larger.
    void read(std::size_t begin, std::span<double> raw) const;

    /// Rows whose numbers are below (above) this one have confidences below (above) `confidence`
    /// as RowMeasurer computes them. Of other rows only their confidences tell.
    double surelyBelow(double confidence) const;
    double surelyAbove(double confidence) const;

private:
    double rawOf(double confidence) const;
    template <typename T>
    void readOneScore(std::span<const T> scores, std::size_t begin, std::span<double> raw) const;
    template <typename T>
    void readTwoScores(std::span<const T> scores, std::size_t begin, std::span<double> raw) const;
    bool areProbabilities() const { return m_predictions.scoreKind() == ScoreKind::Probability; }
    bool areAsGiven() const { return areProbabilities() && m_temperature == 1; }

    const Predictions& m_predictions;
    bool m_isTop;  ///< the confidence is that of the predicted class, else of class m_shown
    std::size_t m_shown;
    double m_temperature;
};

}  // namespace diagonal
