// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/predictions/predictions.h"

namespace diagonal::testing {

/// Returns predictions of two classes in all forms and scales that scores have, `rows` each, with
/// ties, confidences beside 0, 1/2 and 1, and logits of all sizes.
inline std::vector<std::pair<std::string, Predictions>> rowsOfTwoClasses(std::size_t rows) {
    std::mt19937_64 generator(1);
    std::normal_distribution<double> normal(0, 3);
    const auto number = [&](bool isLogit) {
        const double z = normal(generator);
        constexpr double inf = std::numeric_limits<double>::infinity();
        const double odd[] = {
            0, -0.0, 40, -40, 800, 1e-17, -1e-17, 3.5, -3.5, 1e8, isLogit ? 1e300 : 1};
        const std::uint64_t which = generator() % 40;
        const double chosen = which < std::size(odd) ? odd[which] : z;
        return isLogit ? (which == 39 ? -inf : chosen) : 1 / (1 + std::exp(-chosen));
    };
    std::vector<std::pair<std::string, Predictions>> all;
    const auto add = [&](std::string name, PredictionForm form, ScoreKind kind, auto values) {
        PredictionParts parts;
        parts.form = form;
        parts.kind = kind;
        const std::size_t columns = values.size() / rows;
        parts.scores = ScoreMatrix(std::move(values), columns);
        for (std::size_t row = 0; row < rows; ++row)
            parts.labels.push_back(static_cast<std::int32_t>(generator() % 2));
        parts.classNames = {"no", "yes"};
        all.emplace_back(std::move(name), Predictions::make(std::move(parts)).value().predictions);
    };
    for (const bool isLogit : {true, false}) {
        const ScoreKind kind = isLogit ? ScoreKind::Logit : ScoreKind::Probability;
        const std::string scale = isLogit ? " logits" : " probabilities";
        std::vector<double> one;
        std::vector<double> two;
        for (std::size_t row = 0; row < rows; ++row) {
            const double z = number(isLogit);
            one.push_back(std::isinf(z) ? -50 : z);
            two.push_back(isLogit ? number(true) : 1 - z);
            two.push_back(std::isinf(z) && std::isinf(two.back()) ? 0 : z);
        }
        const std::vector<float> floats(one.begin(), one.end());
        add("one column of" + scale, PredictionForm::PositiveScore, kind, one);
        if (!isLogit) add("confidences", PredictionForm::Confidence, kind, one);
        if (!isLogit) add("floats of" + scale, PredictionForm::PositiveScore, kind, floats);
        add("two columns of" + scale, PredictionForm::ClassScores, kind, two);
        const std::vector<float> narrow(two.begin(), two.end());
        add("two float columns of" + scale, PredictionForm::ClassScores, kind, narrow);
    }
    return all;
}

}  // namespace diagonal::testing
