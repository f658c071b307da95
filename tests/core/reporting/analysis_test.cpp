// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/analysis.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "tests/core/support.h"

namespace diagonal {
namespace {

using testing::classScores;
using testing::positiveScores;

Dataset dataset(Predictions predictions, std::vector<std::string> names,
                std::optional<std::size_t> positive = std::nullopt) {
    DatasetSummary summary;
    summary.rows = predictions.rows();
    summary.classNames = std::move(names);
    summary.form = predictions.form();
    summary.positiveClass = positive;
    return {std::move(predictions), std::move(summary)};
}

Dataset logits() {
    return dataset(
        classScores({3, 0, 0, 0, 4, 0, 2, 1, 0, 0, 0, 1}, {0, 1, 1, 2}, ScoreKind::Logit),
        {"a", "b", "c"});
}

TEST(Analysis, oneProbabilityColumnShowsThePositiveClassInTenBins) {
    const auto data = dataset(positiveScores({.2, .8}, {0, 1}), {"no", "yes"}, 1);
    const auto analysis = analyse(data, {});
    const Report& report = *analysis.value().report;
    EXPECT_EQ(report.view.kind, View::Kind::PositiveClass);
    EXPECT_EQ(report.binned.bins.size(), 10U);
    EXPECT_EQ(viewName(report), "positive class yes");
    EXPECT_EQ(scoreName(scoreDefinition("accuracy"), report.view), "Observed frequency");
}

TEST(Analysis, severalClassesShowTheTopLabelInFifteenBins) {
    const auto analysis = analyse(logits(), {});
    EXPECT_EQ(analysis.value().report->view.kind, View::Kind::TopLabel);
    EXPECT_EQ(binsName(*analysis.value().report), "15 equal-width bins");
}

TEST(Analysis, aFitKeepsTheConditionsOfAllGroups) {
    std::mt19937_64 random(7);
    std::normal_distribution<double> normal(0, 2);
    std::vector<double> scores;
    std::vector<std::int32_t> labels;
    GroupColumn site{"site", {"a", "b"}, {}};
    for (int row = 0; row < 200; ++row) {
        const double z = normal(random);
        scores.insert(scores.end(), {0, 3 * z});
        labels.push_back(z + normal(random) > 0 ? 1 : 0);
        site.codes.push_back(row % 2);
    }
    auto data = dataset(classScores(scores, labels, ScoreKind::Logit), {"0", "1"});
    data.groups = {site};
    AnalysisSettings settings;
    settings.where.label = "1";
    settings.where.groups = {{"site", "a"}};
    const std::size_t ofLabel = analyse(data, settings).value().allGroups->predictions.rows();
    settings.where.label = "0";
    const Analysis others = analyse(data, settings).value();
    EXPECT_EQ(ofLabel + others.allGroups->predictions.rows(), 200U);
    settings.fitTemperature = true;
    const Analysis fitted = analyse(data, settings).value();
    ASSERT_TRUE(fitted.report->fitted());
    EXPECT_EQ(fitted.allGroups->predictions.rows(), others.allGroups->predictions.rows());
    EXPECT_EQ(fitted.rows->predictions.rows(), others.rows->predictions.rows());
    EXPECT_EQ(fitted.rows, fitted.sweptRows);
}

TEST(Analysis, otherBinsReuseTheOutcomes) {
    const auto data = logits();
    const auto first = analyse(data, {});
    AnalysisSettings settings;
    settings.binCount = 7;
    const auto second = analyse(data, settings, &first.value());
    EXPECT_EQ(first.value().outcomes, second.value().outcomes);
    EXPECT_EQ(second.value().report->binned.bins.size(), 7U);
}

TEST(Analysis, reusedWorkGivesTheNumbersOfFreshWork) {
    const auto data = logits();
    AnalysisSettings warm;
    warm.temperature = 2;
    const auto first = analyse(data, warm);
    AnalysisSettings fitted;
    fitted.fitTemperature = true;
    const auto reused = analyse(data, fitted, &first.value());
    const auto again = analyse(data, fitted, &reused.value());
    const auto fresh = analyse(data, fitted);
    for (const auto* analysis : {&reused, &again}) {
        EXPECT_EQ(analysis->value().report->temperature, fresh.value().report->temperature);
        EXPECT_EQ(analysis->value().report->score("ece"), fresh.value().report->score("ece"));
        EXPECT_EQ(analysis->value().report->fitted()->eceBefore,
                  fresh.value().report->fitted()->eceBefore);
    }
}

TEST(Analysis, eceBeforeTheFitIsThatOfTemperatureOne) {
    const auto data = logits();
    AnalysisSettings fitted;
    fitted.fitTemperature = true;
    const auto analysis = analyse(data, fitted);
    const auto plain = analyse(data, {});
    EXPECT_EQ(analysis.value().report->fitted()->eceBefore, plain.value().report->score("ece"));
    EXPECT_EQ(analysis.value().report->fitted()->eceAfter, analysis.value().report->score("ece"));
}

TEST(Analysis, theNllBeforeTheFitIsThatOfTheGivenProbabilities) {
    const auto data = dataset(classScores({.3, .69, .7, .31, .6, .4}, {1, 0, 1}), {"a", "b"});
    AnalysisSettings fitted;
    fitted.fitTemperature = true;
    EXPECT_EQ(analyse(data, fitted).value().report->fitted()->fit.nllBefore,
              *analyse(data, {}).value().report->score("nll"));
}

TEST(Analysis, anInfiniteNllIsNotedWithItsRows) {
    const auto data = dataset(classScores({0, 1, .5, .5}, {0, 1}), {"a", "b"});
    const auto notes = analyse(data, {}).value().report->notes;
    const auto infinite = std::ranges::find(notes, "nll_infinite", &Note::id);
    ASSERT_NE(infinite, notes.end());
    EXPECT_EQ(infinite->count, 1U);
}

TEST(Analysis, aFitThatCannotBeHadLeavesTemperatureOneAndSaysWhy) {
    const auto data = dataset(classScores({0, 1, .5, .5}, {0, 1}), {"a", "b"});
    AnalysisSettings settings;
    settings.fitTemperature = true;
    const auto analysis = analyse(data, settings);
    EXPECT_EQ(analysis.value().report->temperature, 1);
    EXPECT_NE(analysis.value().report->fit->error().detail.find("probability 0 in 1 row"),
              std::string::npos);
}

TEST(Analysis, viewsThatTheDataCannotGiveAreErrors) {
    AnalysisSettings settings;
    settings.view = View{View::Kind::PositiveClass, 0};
    const auto analysis = analyse(logits(), settings);
    ASSERT_FALSE(analysis);
    EXPECT_EQ(analysis.error().kind, ErrorKind::Undefined);
}

TEST(Analysis, cancellingAFitIsNoFit) {
    AnalysisSettings settings;
    settings.fitTemperature = true;
    const auto analysis =
        analyse(logits(), settings, nullptr, {[](std::size_t, std::size_t) { return false; }});
    ASSERT_FALSE(analysis);
    EXPECT_EQ(analysis.error().kind, ErrorKind::Cancelled);
}

TEST(Analysis, canBeCancelledWhileRowsAreMeasured) {
    const AnalysisSettings settings;
    const auto analysis =
        analyse(logits(), settings, nullptr, {[](std::size_t, std::size_t) { return false; }});
    ASSERT_FALSE(analysis);
    EXPECT_EQ(analysis.error().kind, ErrorKind::Cancelled);
}

TEST(Analysis, mergedEqualMassBinsAreNoted) {
    const auto data = dataset(positiveScores({.5, .5, .5}, {0, 1, 1}), {"0", "1"}, 1);
    AnalysisSettings settings;
    settings.scheme = BinningScheme::EqualMass;
    const auto analysis = analyse(data, settings);
    ASSERT_EQ(analysis.value().report->notes.size(), 2U);
    EXPECT_EQ(analysis.value().report->notes[0].id, "fewer_bins");
    EXPECT_EQ(analysis.value().report->notes[1].id, "few_events");
}

/// Returns enough rows for firstLook() to return a report.
Predictions manyRows(ScoreKind kind, std::size_t rows = 150'000) {
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> uniform(.01, .98);
    std::vector<double> scores;
    std::vector<std::int32_t> labels;
    for (std::size_t row = 0; row < rows; ++row) {
        const double p = uniform(random);
        for (const double q : {p, 1 - p})
            scores.push_back(kind == ScoreKind::Logit ? std::log(q) : q);
        labels.push_back(random() % 100 < static_cast<std::uint64_t>(90 * p) ? 0 : 1);
    }
    return classScores(std::move(scores), std::move(labels), kind);
}

void expectFirstLookOfTheWhole(const FirstLook& look, const Dataset& data) {
    const Report& provisional = *look.analysis.report;
    const auto whole = analyse(data, {}, &look.analysis);
    const Report& exact = *whole.value().report;
    EXPECT_TRUE(provisional.isProvisional);
    EXPECT_FALSE(exact.isProvisional);
    ASSERT_EQ(provisional.binned.bins.size(), exact.binned.bins.size());
    for (std::size_t bin = 0; bin < exact.binned.bins.size(); ++bin) {
        EXPECT_EQ(provisional.binned.bins[bin].count, exact.binned.bins[bin].count);
        EXPECT_EQ(provisional.binned.bins[bin].accuracy, exact.binned.bins[bin].accuracy);
    }
    EXPECT_NEAR(*provisional.score("ece"), *exact.score("ece"), 1e-7);
    EXPECT_NEAR(*provisional.score("nll"), *exact.score("nll"), 1e-7);
}

TEST(Analysis, aFirstLookHasTheBinsOfTheWholeAnalysis) {
    const auto data =
        std::make_shared<const Dataset>(dataset(manyRows(ScoreKind::Logit), {"a", "b"}));
    const auto look = firstLook(data, {});
    ASSERT_TRUE(look);
    expectFirstLookOfTheWhole(*look, *data);
    EXPECT_TRUE(look->sweep);
}

TEST(Analysis, aFirstLookAtGivenProbabilitiesNeedsNoSweep) {
    const auto data = std::make_shared<const Dataset>(
        dataset(manyRows(ScoreKind::Probability, 500'000), {"a", "b"}));
    const auto look = firstLook(data, {}, testing::backwards);
    ASSERT_TRUE(look);
    expectFirstLookOfTheWhole(*look, *data);
    EXPECT_FALSE(look->sweep);
}

TEST(Analysis, thereIsNoFirstLookAtFewRowsOrAGroup) {
    const auto few = std::make_shared<const Dataset>(logits());
    EXPECT_FALSE(firstLook(few, {}));
    const auto given =
        std::make_shared<const Dataset>(dataset(manyRows(ScoreKind::Probability), {"a", "b"}));
    EXPECT_FALSE(firstLook(given, {}));
    AnalysisSettings scaled;
    scaled.temperature = 2;
    EXPECT_TRUE(firstLook(given, scaled));
    scaled.where.groups = {{"split", "test"}};
    EXPECT_FALSE(firstLook(given, scaled));
}

}  // namespace
}  // namespace diagonal
