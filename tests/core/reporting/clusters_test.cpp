// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <gtest/gtest.h>

#include "core/base/random_numbers.h"
#include "core/publishing/figure_words.h"
#include "core/recalibrating/recalibration.h"
#include "core/reporting/detailed_report.h"
#include "core/reporting/writing/report_writer.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

constexpr std::size_t kClusterSize = 8;

/// Rows that are repeated 8 times in clusters of their own: worth one row each.
Dataset repeated(std::size_t clusters, bool inClusters) {
    RandomNumbers random(5);
    std::vector<double> p;
    std::vector<std::int32_t> labels;
    GroupColumn column{"patient", {}, {}};
    for (std::size_t cluster = 0; cluster < clusters; ++cluster) {
        column.values.push_back(std::to_string(cluster));
        const double z = 2 * random.normal();
        const double given = 1 / (1 + std::exp(-z));
        const bool isPositive = random.uniform() < 1 / (1 + std::exp(-.7 * z));
        for (std::size_t i = 0; i < kClusterSize; ++i) {
            p.push_back(given);
            labels.push_back(isPositive ? 1 : 0);
            column.codes.push_back(static_cast<std::int32_t>(cluster));
        }
    }
    Dataset data{testing::positiveScores(p, labels), {}};
    data.summary.rows = p.size();
    data.summary.classes = 2;
    data.summary.classNames = {"no", "yes"};
    data.summary.form = PredictionForm::PositiveScore;
    data.summary.positiveClass = 1;
    if (inClusters) data.clusters = std::move(column);
    return data;
}

std::shared_ptr<const Report> clusteredReport(const Dataset& data, AnalysisSettings settings = {}) {
    return detailedReport(analyse(data, settings).value()).value();
}

double widthOf(const Score& score) {
    return score.interval->upper - score.interval->lower;
}

TEST(Clusters, widenIntervalsAndLeaveValuesAlone) {
    const auto report = clusteredReport(repeated(200, true));
    const auto ignoring = clusteredReport(repeated(200, false));
    ASSERT_TRUE(report->clusters);
    EXPECT_FALSE(ignoring->clusters);
    EXPECT_EQ(report->clusters->count, 200U);
    EXPECT_NEAR(report->clusters->effectiveRows, 200, 2);
    ASSERT_EQ(report->scores.size(), ignoring->scores.size());
    const double factor = std::sqrt(static_cast<double>(kClusterSize));
    for (std::size_t i = 0; i < report->scores.size(); ++i) {
        const Score& score = report->scores[i];
        EXPECT_EQ(score.value, ignoring->scores[i].value) << score.id;
        EXPECT_EQ(score.interval.has_value(), ignoring->scores[i].interval.has_value()) << score.id;
    }
    for (const char* id : {"accuracy", "confidence", "signed_gap", "brier", "nll", "auroc",
                           "brier_multiclass", "calibration_slope", "calibration_intercept"})
        EXPECT_NEAR(widthOf(*report->find(id)) / widthOf(*ignoring->find(id)), factor, .35) << id;
    for (std::size_t b = 0; b < report->binned.bins.size(); ++b) {
        EXPECT_EQ(report->binned.bins[b].consistency, ignoring->binned.bins[b].consistency)
            << "a calibrated model is right row by row";
    }
}

/// A row of weight 8 stands for eight rows of one cluster.
TEST(Clusters, widenTheTemperatureOfCountedRowsAsOfEach) {
    const Dataset rows = repeated(200, true);
    std::vector<std::size_t> firsts;
    for (std::size_t row = 0; row < rows.predictions.rows(); row += kClusterSize)
        firsts.push_back(row);
    PredictionParts parts;
    parts.form = PredictionForm::PositiveScore;
    std::vector<double> p;
    for (const std::size_t row : firsts) {
        p.push_back(rows.predictions.scores().at(row, 0));
        parts.labels.push_back(static_cast<std::int32_t>(rows.predictions.label(row)));
        parts.weights.values.push_back(kClusterSize);
    }
    parts.scores = ScoreMatrix(std::move(p), 1);
    parts.classNames = {"no", "yes"};
    Dataset counted = rows.subset(RowSet(firsts));
    counted.predictions = Predictions::make(std::move(parts)).value().predictions;
    counted.summary.rows = rows.summary.rows;
    AnalysisSettings settings;
    settings.fitTemperature = true;
    const auto fitted = [&](const Dataset& data) {
        return analyse(data, settings).value().report->fitted()->fit;
    };
    const TemperatureFit expected = fitted(rows);
    const TemperatureFit fit = fitted(counted);
    EXPECT_NEAR(fit.value, expected.value, 1e-6);
    EXPECT_NEAR(*fit.lower / *expected.lower, 1, 1e-3);
    EXPECT_NEAR(*fit.upper / *expected.upper, 1, 1e-3);
}

TEST(Clusters, areReported) {
    const auto report = clusteredReport(repeated(30, true));
    const std::vector reports{report};
    const std::string json = written(reports, ReportFormat::Json, ReportPlan::everything());
    EXPECT_NE(json.find("\"clusters\": 30,"), std::string::npos);
    EXPECT_NE(json.find("\"effective_rows\": "), std::string::npos);
    const std::string text = written(reports, ReportFormat::Text, ReportPlan::everything());
    EXPECT_NE(text.find("240 rows (30 clusters, n_eff = "), std::string::npos);
    EXPECT_TRUE(std::ranges::count(report->notes, "clusters", &Note::id));
    const FigureWords words = figureWords(*report, Wording::MachineLearning);
    EXPECT_NE(words.caption.find("(n = 240, 30 clusters, n_eff = "), std::string::npos);
    EXPECT_NE(words.methods.find(
                  "resamples of clusters (200 for sweep, smooth and classwise errors; seed 1)"),
              std::string::npos);
    const auto few = clusteredReport(repeated(12, true));
    EXPECT_NE(std::ranges::find(few->notes, "clusters", &Note::id)->text.find("fewer than 20"),
              std::string::npos);
}

TEST(Clusters, oneHasNoSpread) {
    Dataset data = repeated(30, true);
    std::ranges::fill(data.clusters->codes, 0);
    AnalysisSettings settings;
    settings.fitTemperature = true;
    const auto report = clusteredReport(data, settings);
    EXPECT_EQ(report->clusters->effectiveRows, 1);
    EXPECT_FALSE(report->fitted()->fit.lower);
    for (const Score& score : report->scores)
        EXPECT_FALSE(score.interval) << score.id;
    for (const Bin& bin : report->binned.bins) {
        if (bin.count == 0) continue;
        EXPECT_GT(bin.interval->upper - bin.interval->lower, .9);
    }
    EXPECT_NE(std::ranges::find(report->notes, "clusters", &Note::id)->text.find("no spread"),
              std::string::npos);
}

TEST(Clusters, ofVeryDifferentSizesAreNoted) {
    Dataset data = repeated(40, true);
    const auto noted = [&] {
        return std::ranges::count(clusteredReport(data)->notes, "uneven_clusters", &Note::id) > 0;
    };
    EXPECT_FALSE(noted());
    for (std::int32_t& code : data.clusters->codes)
        code = std::max(0, code - 10);  // eleven clusters become one
    EXPECT_TRUE(noted());
}

TEST(Clusters, ofUnequalSizesHaveTheDegreesOfFreedomOfFewerEqualOnes) {
    Dataset data = repeated(40, true);
    const auto equal = clusteredReport(data);
    EXPECT_NEAR(equal->clusters->evenClusters, 40, 1e-12);
    for (std::int32_t& code : data.clusters->codes)
        code = std::max(0, code - 10);
    const auto unequal = clusteredReport(data);
    EXPECT_EQ(unequal->clusters->count, 30U);
    // (320)^2 / ((11 * 8)^2 + 29 * 8^2)
    EXPECT_NEAR(unequal->clusters->evenClusters, 10.666666666666666, 1e-12);
    for (const char* id : {"confidence", "calibration_slope"})
        EXPECT_GT(widthOf(*unequal->find(id)), widthOf(*equal->find(id))) << id;
}

TEST(Clusters, ofAGroupAreThoseOfItsRows) {
    Dataset data = repeated(40, true);
    GroupColumn site{"site", {"x", "y"}, {}};
    for (const std::int32_t code : data.clusters->codes)
        site.codes.push_back(code < 15 ? 0 : 1);
    data.groups = {site};
    AnalysisSettings settings;
    settings.where.groups = {{"site", "x"}};
    EXPECT_EQ(clusteredReport(data, settings)->clusters->count, 15U);
}

/// A sweep of few rows, for which the program needs none.
class ExactSweep : public TemperatureSweep {
public:
    ExactSweep(const Predictions& predictions, const View& view)
        : m_predictions(predictions), m_view(view) {}
    SweptSums at(double temperature, const std::vector<double>& edges,
                 EdgeRule rule) const override {
        const Outcomes outcomes = outcomesAt(m_predictions, m_view, temperature);
        Binning binning{BinningScheme::Custom, 1, rule};
        binning.edges = edges;
        return {binned(outcomes.sorted, binning, std::nullopt).sums, outcomes.nll};
    }

private:
    const Predictions& m_predictions;
    View m_view;
};

/// Returns what is shown while the temperature is dragged from 1.
std::optional<Analysis> draggedTo(double temperature, const Dataset& data,
                                  ScoreIntervals intervals = ScoreIntervals::Live) {
    const Analysis exact = analyse(data, {}).value();
    AnalysisSettings settings;
    settings.temperature = temperature;
    const ExactSweep sweep(data.predictions, exact.view);
    return provisionalAnalysis(settings, exact, sweep, intervals);
}

TEST(Clusters, countWhileTheTemperatureIsDragged) {
    const Dataset data = repeated(200, true);
    const auto dragged = draggedTo(1.5, data);
    ASSERT_TRUE(dragged);
    AnalysisSettings settings;
    settings.temperature = 1.5;
    const auto rested = clusteredReport(data, settings);
    EXPECT_EQ(dragged->report->clusters->count, 200U);
    for (const char* id : {"ece", "l2_debiased"})
        EXPECT_NEAR(*dragged->report->score(id), *rested->score(id), 1e-6) << id;
    EXPECT_NEAR(widthOf(*dragged->report->find("accuracy")), widthOf(*rested->find("accuracy")),
                .01);
}

TEST(Clusters, changeNoValueOfADragWithoutIntervalsOfScores) {
    for (const bool inClusters : {false, true}) {
        const Dataset data = repeated(200, inClusters);
        const auto live = draggedTo(1.5, data);
        const auto bare = draggedTo(1.5, data, ScoreIntervals::None);
        ASSERT_TRUE(live && bare);
        ASSERT_EQ(live->report->scores.size(), bare->report->scores.size());
        for (std::size_t s = 0; s < live->report->scores.size(); ++s) {
            EXPECT_EQ(live->report->scores[s].value, bare->report->scores[s].value);
            EXPECT_FALSE(bare->report->scores[s].interval);
        }
        EXPECT_TRUE(live->report->find("ece")->interval);
        const auto& bins = bare->report->binned.bins;
        for (std::size_t b = 0; b < bins.size(); ++b)
            EXPECT_EQ(bins[b].interval, live->report->binned.bins[b].interval);
    }
}

TEST(Clusters, countAfterAFitWasReset) {
    const Dataset data = repeated(60, true);
    AnalysisSettings settings;
    settings.fitTemperature = true;
    const Analysis fitted = analyse(data, settings).value();
    ASSERT_NE(fitted.temperature, 1);
    const auto reset = analyse(data, {}, &fitted);
    ASSERT_TRUE(reset);
    EXPECT_EQ(reset.value().report->clusters->effectiveRows,
              analyse(data, {}).value().report->clusters->effectiveRows);
}

TEST(Clusters, widenTheIntervalOfAFittedTemperature) {
    AnalysisSettings settings;
    settings.fitTemperature = true;
    const auto widthOfFit = [&](bool inClusters) {
        const auto report = clusteredReport(repeated(200, inClusters), settings);
        const TemperatureFit& fit = report->fitted()->fit;
        return std::log(*fit.upper / *fit.lower);
    };
    EXPECT_NEAR(widthOfFit(true) / widthOfFit(false), std::sqrt(static_cast<double>(kClusterSize)),
                .35);
    // A calibration map tells the same interval.
    const TemperatureFit shown = clusteredReport(repeated(200, true), settings)->fitted()->fit;
    for (const FitRows rows : {FitRows::Measured, FitRows::Folds}) {
        RecalibrationChoice choice;
        choice.rows = rows;
        const auto map = fittedMap(repeated(200, true), nullptr, choice);
        ASSERT_TRUE(map && map.value().temperature);
        EXPECT_NEAR(*map.value().temperature->lower, *shown.lower, 1e-6);
        EXPECT_NEAR(*map.value().temperature->upper, *shown.upper, 1e-6);
    }
}

TEST(Clusters, widenABandOfTheTrueCurve) {
    AnalysisSettings settings;
    settings.diagram = DiagramKind::Isotonic;
    settings.band = BandKind::Simultaneous;
    const auto widest = [&](bool inClusters) {
        const auto report = clusteredReport(repeated(200, inClusters), settings);
        double sum = 0;
        for (const BandPoint& point : report->curve->band.front())
            sum += point.upper - point.lower;
        return sum;
    };
    EXPECT_GT(widest(true), 1.5 * widest(false));
}

}  // namespace
}  // namespace diagonal
