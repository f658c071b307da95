// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the definitions by which language models are judged with transcriptions of their
// programs, on real files of shared/data.
#include "tests/core/measuring/scores/evaluation_definitions.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "core/measuring/scores/conventions.h"
#include "core/reporting/analysis.h"
#include "tests/core/support.h"

namespace diagonal::testing {
namespace {

/// The rows of a file in its order, and the errors by all conventions.
struct JudgedRows {
    std::vector<double> confidence;
    std::vector<std::int32_t> correct;
    std::vector<ConventionError> errors;

    const ConventionError& by(std::string_view id) const {
        return *std::ranges::find(errors, id, [](const auto& e) { return e.convention->id; });
    }
    double error(std::string_view id) const { return *by(id).error; }
    double hle() const {
        std::vector<std::size_t> order(confidence.size());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::stable_sort(order, {}, [&](std::size_t i) { return confidence[i]; });
        std::vector<double> p;
        std::vector<std::int32_t> hits;
        for (const std::size_t i : order) {
            p.push_back(confidence[i]);
            hits.push_back(correct[i]);
        }
        return *transcribedHle(p, hits, false);
    }
};

JudgedRows judged(const std::string& file) {
    const auto dataset = readPredictions({sharedData() + "/" + file, std::nullopt}, {});
    EXPECT_TRUE(dataset) << describe(dataset.error());
    const Predictions& predictions = dataset.value().predictions;
    const auto inRowOrder = *outcomesInRowOrder(predictions, kTopLabel, 1);
    JudgedRows rows;
    for (const std::uint64_t packed : inRowOrder) {
        rows.confidence.push_back(SortedOutcomes::confidenceOf(packed));
        rows.correct.push_back(SortedOutcomes::correctOf(packed) ? 1 : 0);
    }
    rows.errors = conventionErrors(outcomesAt(predictions, kTopLabel, 1).sorted, inRowOrder, 15);
    return rows;
}

class EvaluationDefinitions : public ::testing::TestWithParam<const char*> {};

TEST_P(EvaluationDefinitions, agreeWithTheirPrograms) {
    DIAGONAL_NEEDS_SHARED_DATA();
    const JudgedRows rows = judged(GetParam());
    EXPECT_NEAR(rows.error("hle"), rows.hle(), 1e-12);
    EXPECT_NEAR(rows.error("browsecomp"), transcribedBrowseComp(rows.confidence, rows.correct),
                1e-12);
    EXPECT_NEAR(rows.error("helm"), transcribedHelm(rows.confidence, rows.correct), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(RealFiles, EvaluationDefinitions,
                         ::testing::Values("logs/real/judged_hle_glm-4.5.json",
                                           "real/wmdp_llama/wmdp_llama.jsonl"));

TEST(EvaluationDefinition, hleHasTheRangeOfTheReference) {
    DIAGONAL_NEEDS_SHARED_DATA();
    const JudgedRows rows = judged("logs/real/judged_hle_glm-4.5.json");
    EXPECT_NEAR(rows.error("hle"), 0.7258825378761654, 1e-12);
    EXPECT_NEAR(rows.by("hle").overOrders->lower, 0.6891880912702157, 1e-12);
    EXPECT_NEAR(rows.by("hle").overOrders->upper, 0.7872668297168834, 1e-12);
}

}  // namespace
}  // namespace diagonal::testing
