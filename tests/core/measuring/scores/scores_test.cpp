// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/scores.h"

#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "tests/core/support.h"

namespace diagonal {
namespace {

using testing::kPositive;
using testing::positiveScores;

/// Returns the scores of two bins: (0, 0.5] with 3 rows, mean confidence 0.3, accuracy 2/3; (0.5,
/// 1] with 1 row, mean confidence 0.9, accuracy 0.
std::map<std::string_view, Score> scoresOfFourRows() {
    const auto outcomes = outcomesAt(positiveScores({.2, .3, .4, .9}, {1, 0, 1, 0}), kPositive, 1);
    const auto curve = binned(outcomes.sorted, {BinningScheme::EqualWidth, 2}, .95);
    std::map<std::string_view, Score> out;
    for (const Score& score : binnedScores(curve))
        out[score.id] = score;
    for (const Score& score : unbinnedScores(outcomes))
        out[score.id] = score;
    return out;
}

TEST(Scores, followTheirDefinitionsOnFourRows) {
    auto scores = scoresOfFourRows();
    const double low = 2.0 / 3 - .3;
    EXPECT_NEAR(*scores["ece"].value, .75 * low + .25 * .9, 1e-15);
    EXPECT_NEAR(*scores["over_confidence"].value, .25 * .9, 1e-15);
    EXPECT_NEAR(*scores["under_confidence"].value, .75 * low, 1e-15);
    EXPECT_NEAR(*scores["mce"].value, .9, 1e-15);
    EXPECT_EQ(scores["mce"].remark, "bin 2, n = 1");
    EXPECT_NEAR(*scores["rmsce"].value, std::sqrt(.75 * low * low + .25 * .81), 1e-15);
    EXPECT_NEAR(*scores["ace"].value, (low + .9) / 2, 1e-15);
    EXPECT_NEAR(*scores["accuracy"].value, .5, 1e-15);
    EXPECT_NEAR(*scores["confidence"].value, .45, 1e-15);
    EXPECT_NEAR(*scores["signed_gap"].value, .05, 1e-15);
}

TEST(Scores, overAndUnderConfidenceMakeUpEceAndTheSignedGap) {
    auto scores = scoresOfFourRows();
    EXPECT_NEAR(*scores["over_confidence"].value + *scores["under_confidence"].value,
                *scores["ece"].value, 1e-15);
    EXPECT_NEAR(*scores["under_confidence"].value - *scores["over_confidence"].value,
                *scores["signed_gap"].value, 1e-15);
}

TEST(Scores, undefinedOnesSayWhy) {
    const auto outcomes = outcomesAt(positiveScores({0, .5}, {1, 1}), kPositive, 1);
    for (const Score& score : unbinnedScores(outcomes)) {
        if (score.id == "nll") {
            EXPECT_FALSE(score.value);
            EXPECT_EQ(score.remark, "infinite: the true class has probability 0 in 1 row");
        }
        if (score.id == "auroc") {
            EXPECT_FALSE(score.value);
            EXPECT_FALSE(score.remark.empty());
        }
    }
}

TEST(Scores, everyScoreOfAReportIsDefinedInWords) {
    std::set<std::string_view> defined;
    for (const ScoreDefinition& definition : scoreDefinitions()) {
        EXPECT_FALSE(definition.name.empty());
        EXPECT_GT(definition.definition.size(), 30U);
        EXPECT_TRUE(defined.insert(definition.id).second) << definition.id;
    }
    for (const auto& [id, score] : scoresOfFourRows())
        EXPECT_TRUE(defined.contains(id)) << id;
}

}  // namespace
}  // namespace diagonal
