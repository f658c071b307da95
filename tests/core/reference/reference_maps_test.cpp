// SPDX-License-Identifier: GPL-3.0-or-later
// Optima of Platt scaling and beta calibration on real files, found with NumPy: Newton's method in
// double on the same likelihoods, until no step exceeded 1e-14.
#include <gtest/gtest.h>

#include "core/recalibrating/calibration_map.h"
#include "core/recalibrating/map_fit.h"
#include "tests/core/support.h"

namespace diagonal::testing {
namespace {

struct Optimum {
    const char* file;
    const char* probability;
    const char* label;
    std::size_t leftOut;
    BetaMap platt;
    BetaMap beta;
};

TEST(ReferenceMaps, plattAndBetaReachTheOptimaOfNumPy) {
    const std::vector<Optimum> optima{
        {"mlb_games/mlb_games.csv",
         "prob1",
         "prob1_outcome",
         0,
         {1.0645157729901045, 1.0645157729901045, -0.0014290656748373008},
         {1.4540760412842477, 0.72004061127582, 0.5174761019852937}},
        {"senate_night/us_senate_election_night.csv",
         "probwin",
         "probwin_outcome",
         4644,
         {1.7013714776160815, 1.7013714776160815, 0.006627866353741157},
         {1.724973158823472, 1.6869411302098964, 0.03729058884042439}},
        {"dca/dca.csv",
         "cancerpredmarker",
         "cancer",
         0,
         {0.9790232089820747, 0.9790232089820747, -0.027073734287102715},
         {1.0953565907934546, 0.7355842171093077, 0.2586777700977127}}};
    DIAGONAL_NEEDS_SHARED_DATA();
    for (const Optimum& optimum : optima) {
        const std::string path = sharedData() + "/real/" + optimum.file;
        ReadOptions options;
        options.columns = {{ColumnRole::Probability, optimum.probability},
                           {ColumnRole::Label, optimum.label}};
        const auto read = readPredictions({path, std::nullopt}, options);
        ASSERT_TRUE(read) << describe(read.error());
        const Predictions& predictions = read.value().predictions;
        for (const bool isPlatt : {true, false}) {
            const auto map =
                fitMap(isPlatt ? MapKind::Platt : MapKind::Beta, predictions, .95).value();
            const BetaMap& found = std::get<BetaMap>(map.parameters);
            const BetaMap& expected = isPlatt ? optimum.platt : optimum.beta;
            EXPECT_NEAR(found.a, expected.a, 1e-10) << optimum.file;
            EXPECT_NEAR(found.b, expected.b, 1e-10) << optimum.file;
            EXPECT_NEAR(found.c, expected.c, 1e-10) << optimum.file;
            EXPECT_EQ(map.leftOut, optimum.leftOut);
        }
    }
}

}  // namespace
}  // namespace diagonal::testing
