// SPDX-License-Identifier: GPL-3.0-or-later
// Compares real files with the results of independent programs (shared/data/reference), within the
// precision of those programs.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include <gtest/gtest.h>

#include "core/measuring/isotonic.h"
#include "core/reporting/detailed_report.h"
#include "tests/core/support.h"

namespace diagonal::testing {
namespace {

/// A real file and how to read it, as in shared/data/open_as.csv.
struct RealFile {
    std::string name;
    std::string predictions;
    std::string labels = {};
    ReadOptions options = {};
    std::size_t skipped = 0;
};

/// Names a parameter in the output of GoogleTest.
void PrintTo(const RealFile& file, std::ostream* out) {
    *out << file.name;
}

ReadOptions probability(const std::string& p, const std::string& label) {
    ReadOptions options;
    options.columns = {{ColumnRole::Probability, p}, {ColumnRole::Label, label}};
    return options;
}

ReadOptions worldCup() {
    ReadOptions options;
    for (const char* name : {"prob1", "probtie", "prob2"}) {
        options.columns.push_back({ColumnRole::Score, name});
        options.columns.push_back({ColumnRole::Label, std::string(name) + "_outcome"});
    }
    return options;
}

const std::vector<RealFile>& realFiles() {
    static const std::vector<RealFile> files = {
        {"h_resnet101_imagenet", "resnet101.csv"},
        {"h_densenet40_c10", "probs_densenet40_c10_logits.csv"},
        {"h_snacks", "snacks.csv"},
        {"cifar100_vgg19bn", "scores.npy"},
        {"pathmnist", "scores.npy"},
        {"agnews_gpt2", "scores.npy"},
        {"spkr_verif_trn", "predictions.npy"},
        {"wmdp_llama", "wmdp_llama.jsonl"},
        {"mnist_probs", "mnist_test_set_pyx.npy", "mnist_test_set_original_labels.npy"},
        {"calzone_subgroup", "simulated_data_subgroup.csv", "", probability("proba_1", "label")},
        {"mlb_games", "mlb_games.csv", "", probability("prob1", "prob1_outcome"), 1},
        {"march_madness", "march_madness_in_game_men.csv", "",
         probability("prob1", "prob1_outcome")},
        {"senate_night", "us_senate_election_night.csv", "",
         probability("probwin", "probwin_outcome")},
        {"world_cup_3way", "world_cup_matches_in_game_men.csv", "", worldCup()},
        {"dca", "dca.csv", "", probability("cancerpredmarker", "cancer")},
        {"segment_naive_bayes", "segment_naive_bayes.csv"},
        {"species_probs", "species_probs.csv"},
    };
    return files;
}

Dataset openReal(const RealFile& file) {
    const std::string folder = sharedData() + "/real/" + file.name + "/";
    PredictionFiles files{folder + file.predictions, std::nullopt};
    if (!file.labels.empty()) files.labels = folder + file.labels;
    auto dataset = readPredictions(files, file.options);
    EXPECT_TRUE(dataset) << describe(dataset.error());
    return std::move(dataset).value();
}

std::optional<double> number(const std::string& text) {
    if (text.empty() || text == "inf") return std::nullopt;
    return std::stod(text);
}

View viewNamed(const std::string& name) {
    return name == "top" ? kTopLabel : View{View::Kind::PositiveClass, 1};
}

std::optional<Binning> binningNamed(const std::string& convention, std::size_t count) {
    Binning binning;
    binning.count = count;
    if (convention == "left_exact") {
        binning.edgeRule = EdgeRule::LeftClosed;
    } else if (convention == "equal_mass_ties_kept_together") {
        binning.scheme = BinningScheme::EqualMass;
    } else if (convention == "right_drop0_midpoint") {
        binning.confidence = BinConfidence::Midpoint;
    } else if (convention != "right_exact0") {
        return std::nullopt;
    }
    return binning;
}

double shareBelow(const SortedOutcomes& outcomes, double value) {
    return static_cast<double>(outcomes.countBelow(value)) / static_cast<double>(outcomes.size());
}

class ReferenceNumbers : public ::testing::TestWithParam<RealFile> {
protected:
    const Outcomes& outcomes(const Dataset& dataset, const std::string& view, double temperature) {
        const auto key = std::pair(view, temperature);
        auto found = m_outcomes.find(key);
        if (found == m_outcomes.end()) {
            found = m_outcomes
                        .emplace(key, outcomesAt(dataset.predictions, viewNamed(view), temperature))
                        .first;
        }
        return found->second;
    }

private:
    std::map<std::pair<std::string, double>, Outcomes> m_outcomes;
};

TEST_P(ReferenceNumbers, binnedScoresAgreeInEveryConvention) {
    DIAGONAL_NEEDS_SHARED_DATA();
    const Dataset dataset = openReal(GetParam());
    EXPECT_EQ(dataset.summary.skipped, GetParam().skipped);
    std::size_t compared = 0;
    for (const auto& row : csvRows(sharedData() + "/reference/metrics.csv")) {
        if (row[0] != GetParam().name) continue;
        const auto binning = binningNamed(row[4], std::stoul(row[3]));
        if (!binning) continue;
        const bool midpoint = binning->confidence == BinConfidence::Midpoint;
        if (midpoint && row[0] != "cifar100_vgg19bn" && row[0] != "agnews_gpt2") continue;
        const Outcomes& data = outcomes(dataset, row[1], std::stod(row[2]));
        const auto curve = binned(data.sorted, *binning, 0.95);
        std::map<std::string_view, double> scores;
        for (const Score& score : binnedScores(curve))
            scores[score.id] = *score.value;
        const std::string where =
            row[0] + " " + row[1] + " T=" + row[2] + " M=" + row[3] + " " + row[4];
        std::size_t filled = 0;
        for (const Bin& bin : curve.bins)
            filled += bin.count > 0;
        EXPECT_EQ(data.sorted.size(), std::stoul(row[5])) << where;
        EXPECT_EQ(filled, std::stoul(row[13])) << where;
        EXPECT_NEAR(scores["ece"], std::stod(row[7]), 1e-12) << where;
        EXPECT_NEAR(scores["rmsce"], std::stod(row[10]), 1e-12) << where;
        EXPECT_NEAR(scores["mce"], std::stod(row[11]), 1e-12) << where;
        EXPECT_NEAR(scores["ace"], std::stod(row[12]), 1e-12) << where;
        if (!midpoint) {
            EXPECT_NEAR(scores["under_confidence"] - scores["over_confidence"], std::stod(row[9]),
                        1e-12)
                << where;
        }
        ++compared;
    }
    EXPECT_GT(compared, 0U);
}

TEST_P(ReferenceNumbers, binsAgreeCountByCount) {
    DIAGONAL_NEEDS_SHARED_DATA();
    const Dataset dataset = openReal(GetParam());
    std::size_t compared = 0;
    for (const auto& row : csvRows(sharedData() + "/reference/bins.csv")) {
        if (row[0] != GetParam().name) continue;
        const auto binning = binningNamed(row[4], std::stoul(row[3]));
        ASSERT_TRUE(binning);
        const Outcomes& data = outcomes(dataset, row[1], std::stod(row[2]));
        const Bin bin = binned(data.sorted, *binning, 0.95).bins[std::stoul(row[5])];
        const std::string where = row[0] + " " + row[1] + " T=" + row[2] + " M=" + row[3] + " " +
                                  row[4] + " bin " + row[5];
        EXPECT_EQ(bin.count, std::stoul(row[6])) << where;
        EXPECT_EQ(bin.accuracy.has_value(), number(row[7]).has_value()) << where;
        if (bin.accuracy) {
            EXPECT_NEAR(*bin.accuracy, std::stod(row[7]), 1e-15) << where;
            EXPECT_NEAR(*bin.confidence, std::stod(row[8]), 1e-12) << where;
        }
        ++compared;
    }
    EXPECT_GT(compared, 0U);
}

/// The column of disagreements.csv with the ECE of a convention, and its tolerance: 1e-12 if the
/// reference computes in double, 1e-6 if in float32.
struct ConventionColumn {
    const char* id;
    const char* column;
    double tolerance;
};
constexpr std::array kConventionColumns = {
    ConventionColumn{"right-closed", "right_exact0", 1e-12},
    ConventionColumn{"left-closed", "left_exact", 1e-12},
    ConventionColumn{"scikit-learn", "np_linspace_right", 1e-12},
    ConventionColumn{"netcal", "netcal", 1e-12},
    ConventionColumn{"torchmetrics-binary", "torchmetrics_binary_f64", 1e-12},
    ConventionColumn{"torchmetrics-multiclass", "torchmetrics_multiclass_f32", 1e-6},
    ConventionColumn{"pytorch", "gpleiss_f32", 1e-6},
    ConventionColumn{"numpy-arange", "seed1_left_arange_drop1", 1e-12},
    ConventionColumn{"numpy-drop-0", "seed2_right_drop0", 1e-12},
    ConventionColumn{"numpy-floor", "floor_pM", 1e-12},
    ConventionColumn{"midpoint", "seed3_midpoint", 1e-12}};

/// True if a reference value depends on rounding that differs between machines: two programs assign
/// rows on edges by the last bit. "pytorch" takes logits and recomputes float32 probabilities from
/// those in the file; torch.linspace with 101 edges depends on the vector width and on fused
/// instructions.
bool dependsOnTheMachine(const std::vector<std::string>& row, std::string_view convention) {
    const bool onEdges = row[6] != "0";
    return onEdges &&
           (convention == "pytorch" || (convention == "torchmetrics-binary" && row[2] == "100"));
}

TEST_P(ReferenceNumbers, conventionsOfOtherProgramsAgree) {
    DIAGONAL_NEEDS_SHARED_DATA();
    const Dataset dataset = openReal(GetParam());
    const auto rows = csvRows(sharedData() + "/reference/disagreements.csv");
    std::size_t compared = 0;
    for (const auto& row : rows) {
        if (row[0] != GetParam().name) continue;
        const auto inRowOrder = *outcomesInRowOrder(dataset.predictions, viewNamed(row[1]), 1);
        const auto errors =
            conventionErrors(outcomes(dataset, row[1], 1).sorted, inRowOrder, std::stoul(row[2]));
        for (const ConventionColumn& expected : kConventionColumns) {
            const auto column = std::find(rows[0].begin(), rows[0].end(), expected.column);
            const auto value = number(row[static_cast<std::size_t>(column - rows[0].begin())]);
            const auto error = std::find_if(errors.begin(), errors.end(), [&](const auto& e) {
                return e.convention->id == expected.id;
            });
            if (!value || dependsOnTheMachine(row, expected.id)) continue;
            EXPECT_NEAR(error->error.value_or(-1), *value, expected.tolerance)
                << row[0] << " " << row[1] << " M=" << row[2] << " " << expected.id;
            ++compared;
        }
    }
    EXPECT_GT(compared, 0U);
}

TEST_P(ReferenceNumbers, lossesAndFittedTemperatureAgree) {
    DIAGONAL_NEEDS_SHARED_DATA();
    const Dataset dataset = openReal(GetParam());
    const bool confidences = dataset.predictions.form() == PredictionForm::Confidence;
    const bool one = dataset.predictions.form() == PredictionForm::PositiveScore;
    std::size_t compared = 0;
    for (const auto& row : csvRows(sharedData() + "/reference/scores.csv")) {
        if (row[0] != GetParam().name) continue;
        const std::string where = row[0] + " T=" + row[1];
        const Outcomes& top = outcomes(dataset, "top", std::stod(row[1]));
        const Outcomes& shown = one ? outcomes(dataset, "pos", std::stod(row[1])) : top;
        const auto accuracyOf = [](const Outcomes& o) {
            return static_cast<double>(o.sorted.sums(0, o.sorted.size()).correct) /
                   static_cast<double>(o.sorted.size());
        };
        EXPECT_NEAR(accuracyOf(top), std::stod(row[2]), 1e-12) << where;
        EXPECT_NEAR(shown.sorted.sums(0, shown.sorted.size()).confidence /
                        static_cast<double>(shown.sorted.size()),
                    std::stod(row[3]), 1e-12)
            << where;
        EXPECT_EQ(shown.nll.has_value(), number(row[4]).has_value()) << where;
        if (shown.nll) {
            EXPECT_NEAR(*shown.nll, std::stod(row[4]), 1e-12) << where;
        }
        const double brier = one || confidences ? shown.brier : *shown.brierMulticlass;
        EXPECT_NEAR(brier, std::stod(row[7]), 1e-12) << where;
        if (!row[8].empty()) {
            EXPECT_EQ(dataset.predictions.tiedRows(), std::stoul(row[8])) << where;
        }
        if (!row[9].empty()) {
            const auto fit = fitTemperature(dataset.predictions, 0.95);
            EXPECT_EQ(fit.hasValue(), row[9] == "ok") << where;
            if (fit) {
                EXPECT_NEAR(fit.value().value / std::stod(row[10]), 1, 1e-9) << where;
                EXPECT_NEAR(fit.value().nllAfter, std::stod(row[11]), 1e-12) << where;
            }
        }
        ++compared;
    }
    EXPECT_GT(compared, 0U);
}

TEST_P(ReferenceNumbers, brierAndAurocOfEveryViewAgree) {
    DIAGONAL_NEEDS_SHARED_DATA();
    const Dataset dataset = openReal(GetParam());
    std::size_t compared = 0;
    for (const auto& row : csvRows(sharedData() + "/reference/unbinned.csv")) {
        if (row[0] != GetParam().name) continue;
        const Outcomes& data = outcomes(dataset, row[1], 1);
        EXPECT_NEAR(data.brier, std::stod(row[3]), 1e-12) << row[0] << " " << row[1];
        EXPECT_NEAR(*data.auroc, std::stod(row[13]), 1e-12) << row[0] << " " << row[1];
        ++compared;
    }
    EXPECT_GT(compared, 0U);
}

TEST_P(ReferenceNumbers, scoresWithoutBinsAgree) {
    DIAGONAL_NEEDS_SHARED_DATA();
    const Dataset dataset = openReal(GetParam());
    std::size_t compared = 0;
    for (const auto& row : csvRows(sharedData() + "/reference/unbinned.csv")) {
        if (row[0] != GetParam().name) continue;
        const std::string where = row[0] + " " + row[1];
        AnalysisSettings settings;
        settings.view = viewNamed(row[1]);
        const auto analysis = analyse(dataset, settings);
        ASSERT_TRUE(analysis) << describe(analysis.error());
        const auto detailed = detailedReport(analysis.value());
        ASSERT_TRUE(detailed);
        const Report& report = *detailed.value();
        const auto blocks = isotonicBlocks(analysis.value().outcomes->sorted);
        EXPECT_EQ(blocks.size(), std::stoul(row[7])) << where;
        EXPECT_NEAR(*report.score("brier_mcb"), std::stod(row[8]), 1e-12) << where;
        EXPECT_NEAR(*report.score("brier_dsc"), std::stod(row[9]), 1e-12) << where;
        EXPECT_NEAR(*report.score("brier_unc"), std::stod(row[6]), 1e-8) << where;
        // The reference uses a coarse grid and is too large where confidences pile up at 1: a
        // reflected kernel preserves mass, so that residuals of one sign yield the mean gap.
        const double smooth = *report.score("smece");
        const double gap = std::abs(*report.score("signed_gap"));
        EXPECT_LT(smooth, std::stod(row[14]) + 0.001) << where;
        EXPECT_GT(smooth, gap - 1e-9) << where;
        const double certain = 1 - shareBelow(analysis.value().outcomes->sorted, 0.99);
        if (certain < 0.1) {
            EXPECT_NEAR(smooth, std::stod(row[14]), 0.003) << where;
        }
        // The reference computes in float32, row after row, and may find a larger difference in
        // the middle of tied confidences.
        EXPECT_NEAR(*report.score("ks"), std::stod(row[16]), 3e-4) << where;
        EXPECT_LT(*report.score("ks"), std::stod(row[16]) + 1e-6) << where;
        EXPECT_NEAR(*report.score("spiegelhalter_z") / std::stod(row[17]), 1, 1e-9) << where;
        EXPECT_NEAR(*report.score("spiegelhalter_p"), std::stod(row[18]), 1e-12) << where;
        ++compared;
    }
    EXPECT_GT(compared, 0U);
}

INSTANTIATE_TEST_SUITE_P(realFiles, ReferenceNumbers, ::testing::ValuesIn(realFiles()),
                         [](const auto& param) { return param.param.name; });

TEST(RealFiles, imdbProbabilitiesAboveOneAreReadAsOne) {
    DIAGONAL_NEEDS_SHARED_DATA();
    const Dataset dataset =
        openReal({"imdb_probs", "imdb_test_set_pyx.npy", "imdb_test_set_original_labels.npy"});
    EXPECT_NEAR(eceOf(dataset.predictions, kPositive, {}), 0.04006115216544113, 1e-12);
    EXPECT_NEAR(eceOf(dataset.predictions, kTopLabel, {}), 0.04039465980052948, 1e-12);
    ASSERT_FALSE(dataset.summary.notes.empty());
    EXPECT_EQ(dataset.summary.notes.front().id, "clamped");
}

}  // namespace
}  // namespace diagonal::testing
