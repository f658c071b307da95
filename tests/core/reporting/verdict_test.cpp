// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/verdict.h"

#include <cmath>

#include <gmock/gmock.h>

#include "core/reporting/detailed_report.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::shared_ptr<const Report> reportOf(Predictions predictions, const ReportPlan& plan,
                                       const AnalysisSettings& settings = {}) {
    Dataset dataset{std::move(predictions), {}};
    dataset.summary.positiveClass = 1;
    dataset.summary.classNames = {"0", "1"};
    const auto analysis = analyse(dataset, settings);
    return detailedReport(analysis.value(), plan).value();
}

std::vector<std::string> remarksOn(Predictions predictions) {
    return reportOf(std::move(predictions), ReportPlan::everything())->eceRemarks;
}

/// A report of 400 rows, of which the confidence is known to be too high.
Report overConfidentRows() {
    Report report;
    Bin bin;
    bin.count = 400;
    bin.weight = bin.effectiveCount = 400;
    bin.correct = 320;
    bin.accuracy = .8;
    bin.confidence = .9;
    report.binned.bins = {bin};
    report.binned.sums = {OutcomeSums()};
    OutcomeSums& sums = report.binned.sums.front();
    sums.count = 400;
    sums.weight = sums.varianceWeight = 400;
    sums.correct = 320;
    report.scores = {{"ece", .1, {}, Interval{.06, .14}},
                     {"confidence", .9, {}, {}},
                     {"accuracy", .8, {}, {}},
                     {"signed_gap", -.1, {}, Interval{-.14, -.06}},
                     {"null_ece", .02, {}, {}},
                     {"null_ece_q95", .03, {}, {}},
                     {"ece_p", .0001, {}, {}}};
    report.scores.back().isAtFloor = true;
    return report;
}

Score& scoreOf(Report& report, std::string_view id) {
    return *std::ranges::find(report.scores, id, &Score::id);
}

TEST(Verdict, saysWhatTheModelSaysAndIs) {
    Report report = overConfidentRows();
    EXPECT_EQ(verdictOn(report).calibration,
              "The model's mean confidence is 90.0 %; it is right in 80.0 % of the rows: "
              "over-confident by 10.0 points (95 % interval 6.0 to 14.0).");
    scoreOf(report, "signed_gap").value = .1;
    scoreOf(report, "signed_gap").interval = Interval{.06, .14};
    EXPECT_THAT(verdictOn(report).calibration,
                HasSubstr("under-confident by 10.0 points (95 % interval 6.0 to 14.0)"));
    scoreOf(report, "signed_gap").interval = Interval{-.01, .21};
    EXPECT_THAT(verdictOn(report).calibration,
                HasSubstr("the difference of 10.0 points is within chance (95 % interval -1.0 to"));
    scoreOf(report, "signed_gap").value = .0001;
    scoreOf(report, "signed_gap").interval = Interval{-.0002, .0004};
    EXPECT_THAT(verdictOn(report).calibration,
                HasSubstr("of 0.01 points is within chance (95 % interval -0.02 to 0.04)"));
    scoreOf(report, "signed_gap").interval.reset();
    EXPECT_EQ(verdictOn(report).calibration,
              "The model's mean confidence is 90.00 %; it is right in 80.00 % of the rows.");
}

TEST(Verdict, ofAClassNamesIt) {
    Report report = overConfidentRows();
    report.view = View{View::Kind::PositiveClass, 1};
    report.dataset.classNames = {"no", "yes"};
    EXPECT_EQ(verdictOn(report).calibration,
              "The model expects 'yes' in 90.0 % of the rows; it is so in 80.0 %: too high by 10.0 "
              "points (95 % interval 6.0 to 14.0).");
    scoreOf(report, "signed_gap").value = .1;
    scoreOf(report, "signed_gap").interval = Interval{.06, .14};
    EXPECT_THAT(verdictOn(report).calibration, HasSubstr("too low by 10.0 points"));
}

TEST(Verdict, saysWhetherChanceExplainsTheError) {
    Report report = overConfidentRows();
    EXPECT_EQ(verdictOn(report).chance,
              "Chance does not explain its ECE of 0.1000 (p <= 0.0001): a calibrated model shows "
              "about 0.0200 in these bins, and over 0.0300 once in 20 times.");
    scoreOf(report, "ece_p").value = .3;
    scoreOf(report, "ece_p").isAtFloor = false;
    // The mean is beyond chance, whatever the ECE shows.
    EXPECT_EQ(
        verdictOn(report).chance,
        "The ECE alone, 0.1000, does not show it (p = 0.3000): a calibrated model shows about "
        "0.0200 in these bins.");
    scoreOf(report, "signed_gap").interval = Interval{-.2, .01};
    EXPECT_EQ(verdictOn(report).chance,
              "Chance alone can explain its ECE of 0.1000 (p = 0.3000): a calibrated model shows "
              "about 0.0200 in these bins. Miscalibration is not detected, which does not exclude "
              "it.");
    report.clusters = ReportedClusters{"site", 40, 200, 40, {}};
    EXPECT_EQ(verdictOn(report).chance, "");
}

TEST(Verdict, claimsOnlyARemedyThatItsIntervalsCarry) {
    Report report = overConfidentRows();
    EXPECT_EQ(verdictOn(report).remedy, "");
    report.scaling = ReportedScaling{2.5, {"ece", .03, {}, Interval{0, .05}}};
    EXPECT_EQ(
        verdictOn(report).remedy,
        "Temperature scaling would help: T = 2.50, cross-validated, brings the ECE from 0.1000 "
        "to 0.0300 (95 % interval 0.0000 to 0.0500).");
    report.scaling->ece.interval = Interval{0, .07};
    EXPECT_THAT(verdictOn(report).remedy,
                HasSubstr("shows no clear gain (the intervals overlap): T = 2.50"));
    report.scaling->ece.interval = Interval{.15, .17};
    EXPECT_THAT(verdictOn(report).remedy, HasSubstr("would make it worse: T = 2.50"));
    scoreOf(report, "ece_p").value = .06;
    EXPECT_EQ(verdictOn(report).remedy, "");
    // Of clusters no p-value counts, but the interval of the gap.
    report.clusters = ReportedClusters{"site", 40, 200, 40, {}};
    EXPECT_NE(verdictOn(report).remedy, "");
    scoreOf(report, "signed_gap").interval = Interval{-.2, .01};
    EXPECT_EQ(verdictOn(report).remedy, "");
}

TEST(Verdict, saysOnWhatTheErrorRests) {
    Report report = overConfidentRows();
    EXPECT_EQ(
        verdictOn(report).certainty,
        "The ECE lies between 0.0600 and 0.1400 (95 % interval, from 400 rows); four times as "
        "many would make this interval about half as wide.");
    report.binned.sums.front().correct = 390;
    EXPECT_THAT(verdictOn(report).certainty,
                HasSubstr("the rarer outcome has only 10 rows, so it may be too narrow."));
    report.clusters = ReportedClusters{"site", 40, 200, 40, {}};
    EXPECT_THAT(verdictOn(report).certainty, HasSubstr("from 40 clusters, n_eff = 200"));
}

TEST(Verdict, saysWhereErrorsCancel) {
    Report report = overConfidentRows();
    scoreOf(report, "signed_gap").interval = Interval{-.2, .01};
    report.scores.push_back({"over_confidence", .06, {}, {}});
    report.scores.push_back({"under_confidence", .05, {}, {}});
    EXPECT_THAT(
        verdictOn(report).calibration,
        HasSubstr("is within chance (95 % interval -20.0 to 1.0), but not in each bin: "
                  "over-confidence of 0.0600 and under-confidence of 0.0500 partly cancel."));
    report.view = {View::Kind::OneVsRest, 0};
    report.dataset.classNames = {"ill", "well"};
    EXPECT_THAT(verdictOn(report).calibration,
                HasSubstr("probabilities too high by 0.0600 and too low by 0.0500 partly cancel."));
}

TEST(Verdict, givesTheUpperEndOfAnIntervalFromZero) {
    Report report = overConfidentRows();
    scoreOf(report, "ece").interval = Interval{0, .14};
    EXPECT_EQ(verdictOn(report).certainty,
              "From 400 rows, the ECE is at most 0.1400 (upper end of its 95 % interval).");
}

TEST(Verdict, ofBinsOfSeveralModelsIsNone) {
    Report report = overConfidentRows();
    report.dataset.notes = {{"bins_added", 2, "the bins of all 2 values of 'model' are added up"}};
    EXPECT_THAT(verdictOn(report).sentences(), ElementsAre());
    report.dataset.notes = {{"chosen_by_outcome", 400, "these rows were chosen by their outcome"}};
    EXPECT_THAT(verdictOn(report).sentences(),
                ElementsAre("These rows were chosen by their outcome."));
}

TEST(Verdict, leavesOutWhatTheReportDoesNotHold) {
    EXPECT_THAT(verdictOn(Report()).sentences(), ElementsAre());
    EXPECT_EQ(verdictOn(overConfidentRows()).sentences().size(), 3U);
}

TEST(Verdict, ofRowsHoldsTheCrossValidatedTemperature) {
    // Logits three times as large as the outcomes warrant.
    std::vector<double> scores;
    std::vector<std::int32_t> labels;
    for (int i = 0; i < 2000; ++i) {
        const double z = -3 + 6. * (i % 100) / 99;
        const double share = 1 / (1 + std::exp(-z / 3));
        scores.push_back(1 / (1 + std::exp(-z)));
        labels.push_back((i / 100 + .5) / 20 < share ? 1 : 0);
    }
    const auto report = reportOf(testing::positiveScores(scores, labels), ReportPlan::everything());
    ASSERT_TRUE(report->scaling);
    EXPECT_NEAR(report->scaling->temperature, 3, .2);
    EXPECT_THAT(verdictOn(*report).remedy, HasSubstr("would help: T = "));
    // Nothing is recommended from rows that the model's predictions chose.
    AnalysisSettings chosen;
    chosen.where.confidence = Interval{.6, 1};
    const auto part =
        reportOf(testing::positiveScores(scores, labels), ReportPlan::everything(), chosen);
    EXPECT_FALSE(part->scaling);
    EXPECT_EQ(verdictOn(*part).remedy, "");
}

TEST(EceRemarks, binsThatErrToOneSideAreNamed) {
    const auto remarks = remarksOn(testing::positiveScores({.5, .6, .9, .9}, {0, 0, 1, 0}));
    EXPECT_THAT(remarks, Contains(HasSubstr("All bins are over-confident")));
    EXPECT_THAT(remarks, Contains("7 of 10 bins are empty."));
}

TEST(EceRemarks, certainRowsAreCounted) {
    EXPECT_THAT(remarksOn(testing::positiveScores({1, 1, .2, .3}, {1, 0, 1, 0})),
                Contains(HasSubstr("2 rows have a confidence of exactly 1")));
}

TEST(Verdict, quantilesAreJudgedByWhatLiesBetweenThem) {
    Report report = overConfidentRows();
    report.dataset.areQuantiles = true;
    report.binning.scheme = BinningScheme::Values;
    Bin low = report.binned.bins.front(), high = low;
    low.confidence = .05;
    low.accuracy = .15;
    high.confidence = .95;
    high.accuracy = .81;
    report.binned.bins = {low, Bin(), high};
    EXPECT_EQ(verdictOn(report).calibration,
              "66.0 % of the outcomes lie between the quantiles 0.05 and 0.95, which should hold "
              "90.0 %.");
    EXPECT_EQ(verdictOn(report).remedy, "");
    report.binned.bins = {low};
    EXPECT_EQ(verdictOn(report).calibration, "");
}

TEST(Verdict, oneTemperatureIsNotAdvisedWhereCalibrationChanged) {
    Report report = overConfidentRows();
    report.scaling = ReportedScaling{2, {"ece", .02, {}, Interval{.01, .03}}};
    EXPECT_THAT(verdictOn(report).remedy, HasSubstr("would help"));
    report.overTime.emplace();
    report.overTime->areDates = true;
    report.overTime->change.time = 0;
    report.overTime->changeP = .001;
    report.overTime->firstTimeAfter = 86400;
    EXPECT_THAT(verdictOn(report).remedy,
                HasSubstr("Calibration changed between 1970-01-01 and 1970-01-02 ("));
    EXPECT_THAT(verdictOn(report).remedy, HasSubstr("mixes what was before and after"));
    report.overTime->changeP = .2;
    EXPECT_THAT(verdictOn(report).remedy, HasSubstr("would help"));
}

}  // namespace
}  // namespace diagonal
