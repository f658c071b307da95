// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/sweeping/swept_bins.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "tests/core/support.h"

namespace diagonal {
namespace {

using testing::kPositive;
using testing::positiveScores;

/// Confidences with errors up to their tolerance, of rows at, next to and far from the edges.
struct Guesses {
    Guesses(const std::vector<double>& edges, float most) {
        std::mt19937_64 random(7);
        std::uniform_real_distribution<double> anywhere(0, 1);
        for (std::size_t i = 0; i < 20'001; ++i) {
            double c = anywhere(random);
            if (i % 3 == 1) c = edges[random() % edges.size()];
            if (i % 3 == 2)
                c = std::clamp(edges[random() % edges.size()] + 1e-5 * (c - .5), 0., 1.);
            right.push_back(c);
            labels.push_back(random() % 2 == 0 ? 1 : 0);
            correct.push_back(static_cast<std::uint8_t>(labels.back()));
            tolerances.push_back(i % 5 == 0 ? most : most / 100);
            const double error =
                static_cast<double>(tolerances.back()) * (2 * anywhere(random) - 1);
            guessed.push_back(std::clamp(c + error, 0., 1.));
        }
    }

    std::vector<double> right;
    std::vector<double> guessed;
    std::vector<std::int32_t> labels;
    std::vector<std::uint8_t> correct;
    std::vector<float> tolerances;
};

TEST(SweptBins, CountsAreThoseOfTheRightConfidences) {
    const std::vector<std::vector<double>> allEdges = {
        *fixedEdges({BinningScheme::EqualWidth, 1}),
        *fixedEdges({BinningScheme::EqualWidth, 15}),
        *fixedEdges({BinningScheme::EqualWidth, 1000}),
        {0, 1e-7, .25, .25 + 1e-6, .2502, .5, 1 - 1e-6, 1}};
    for (const auto& edges : allEdges) {
        for (const float most : {1e-7F, 9e-6F, 1e-3F}) {
            const Guesses rows(edges, most);
            const Predictions predictions = positiveScores(rows.right, rows.labels);
            for (const EdgeRule rule : {EdgeRule::RightClosed, EdgeRule::LeftClosed}) {
                const RowWeights& weights = predictions.weights();
                SweptBins halves[2]{{edges, rule, weights}, {edges, rule, weights}};
                const std::size_t half = rows.right.size() / 2;
                halves[0].add(0, std::span(rows.guessed).first(half),
                              std::span(rows.correct).first(half),
                              std::span(rows.tolerances).first(half));
                halves[1].add(half, std::span(rows.guessed).subspan(half),
                              std::span(rows.correct).subspan(half),
                              std::span(rows.tolerances).subspan(half));
                halves[0].append(halves[1]);
                const auto bins = std::move(halves[0]).finish(predictions, kPositive, 1);

                std::vector<std::size_t> counts(bins.size());
                std::vector<double> correct(bins.size());
                std::vector<double> sums(bins.size());
                std::vector<double> sumsOfCorrect(bins.size());
                std::vector<double> squares(bins.size());
                for (std::size_t i = 0; i < rows.right.size(); ++i) {
                    std::size_t bin = 0;
                    const double c = rows.right[i];
                    while (bin + 2 < edges.size() &&
                           (rule == EdgeRule::RightClosed ? c > edges[bin + 1]
                                                          : c >= edges[bin + 1])) {
                        ++bin;
                    }
                    ++counts[bin];
                    correct[bin] += rows.correct[i];
                    sums[bin] += c;
                    sumsOfCorrect[bin] += rows.correct[i] * c;
                    squares[bin] += c * c;
                }
                for (std::size_t b = 0; b < bins.size(); ++b) {
                    EXPECT_EQ(bins[b].count, counts[b]) << "bin " << b << " of " << bins.size();
                    EXPECT_EQ(bins[b].correct, correct[b]);
                    const double off = static_cast<double>(most) * static_cast<double>(counts[b]);
                    EXPECT_NEAR(bins[b].confidence, sums[b], off + 1e-9);
                    EXPECT_NEAR(bins[b].correctConfidence, sumsOfCorrect[b], off + 1e-9);
                    EXPECT_NEAR(bins[b].confidenceSquares, squares[b], 2 * off + 1e-9);
                }
            }
        }
    }
}

}  // namespace
}  // namespace diagonal
