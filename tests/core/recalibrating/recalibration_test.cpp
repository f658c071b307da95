// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/recalibration.h"

#include <algorithm>
#include <sstream>

#include <gmock/gmock.h>

#include "core/predictions/prediction_writer.h"
#include "core/recalibrating/map_fit.h"
#include "core/reporting/analysis.h"
#include "core/reporting/recalibration_report.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using testing::classScores;
using ::testing::Contains;
using ::testing::HasSubstr;
using testing::kPositive;
using ::testing::Not;
using testing::positiveScores;

std::shared_ptr<const Dataset> dataset(std::size_t rows) {
    std::vector<double> p;
    std::vector<std::int32_t> labels;
    GroupColumn groups{"site", {"a", "b"}, {}};
    for (std::size_t i = 0; i < rows; ++i) {
        p.push_back((static_cast<double>(i * 37 % 100) + .5) / 100);
        labels.push_back(i * 61 % 100 < 30 + static_cast<std::size_t>(40 * p.back()) ? 1 : 0);
        groups.codes.push_back(i < rows / 2 ? 0 : 1);
    }
    Dataset out{positiveScores(std::move(p), std::move(labels)), {}, {groups}};
    out.summary.file = "rows.csv";
    out.summary.rows = rows;
    out.summary.form = PredictionForm::PositiveScore;
    out.summary.classNames = out.predictions.classNames();
    return std::make_shared<const Dataset>(std::move(out));
}

RecalibrationChoice choice(MapKind kind, FitRows rows) {
    return {.kind = kind, .rows = rows};
}

double eceOf(const Dataset& rows) {
    return expectedCalibrationError(binned(outcomesAt(rows.predictions, kPositive, 1).sorted,
                                           {BinningScheme::EqualWidth, 10}, std::nullopt));
}

TEST(Recalibration, byFoldsMeasuresEveryRowInItsPlace) {
    const auto before = dataset(1000);
    const auto made = recalibrated(before, nullptr, choice(MapKind::Platt, FitRows::Folds)).value();
    ASSERT_EQ(made.after->predictions.rows(), 1000U);
    EXPECT_EQ(made.before, before);
    for (std::size_t row = 0; row < 1000; ++row)
        ASSERT_EQ(made.after->predictions.label(row), before->predictions.label(row));
    EXPECT_LT(eceOf(*made.after), eceOf(*before));
    EXPECT_EQ(made.map.rows, 1000U) << "the saved map is fitted on all rows";
}

TEST(Recalibration, byFoldsIsNotEvaluatedOnItsTrainingRows) {
    // Every row has a distinct p, so isotonic regression memorises the labels.
    const auto before = dataset(100);
    const auto same =
        recalibrated(before, nullptr, choice(MapKind::Isotonic, FitRows::Measured)).value();
    const auto folds =
        recalibrated(before, nullptr, choice(MapKind::Isotonic, FitRows::Folds)).value();
    EXPECT_LT(outcomesAt(same.after->predictions, kPositive, 1).brier,
              outcomesAt(folds.after->predictions, kPositive, 1).brier);
}

TEST(Recalibration, byHalvesMeasuresTheOtherHalf) {
    const auto before = dataset(1001);
    const auto made =
        recalibrated(before, nullptr, choice(MapKind::Temperature, FitRows::Half)).value();
    EXPECT_EQ(made.map.rows + made.before->summary.rows, 1001U);
    EXPECT_EQ(made.before->predictions.rows(), made.after->predictions.rows());
    EXPECT_EQ(made.before->groups.front().codes.size(), made.before->predictions.rows());
    EXPECT_EQ(made.map.fittedOn, "rows.csv, a random half");
}

TEST(Recalibration, isTheSameForOneSeedAndNotForAnother) {
    auto settings = choice(MapKind::Temperature, FitRows::Half);
    const auto temperature = [&] {
        const auto made = recalibrated(dataset(500), nullptr, settings).value();
        return std::get<TemperatureMap>(made.map.parameters).temperature;
    };
    const double first = temperature();
    EXPECT_EQ(temperature(), first);
    settings.seed = 2;
    EXPECT_NE(temperature(), first);
}

TEST(Recalibration, fromAnotherFileLearnsThere) {
    const auto other = dataset(300);
    const auto made =
        recalibrated(dataset(1000), other.get(), choice(MapKind::Platt, FitRows::Other)).value();
    const auto there = fitMap(MapKind::Platt, other->predictions, .95).value();
    EXPECT_EQ(std::get<BetaMap>(made.map.parameters).a, std::get<BetaMap>(there.parameters).a);
}

TEST(Recalibration, ofTooFewRowsIsRefused) {
    const auto made = recalibrated(dataset(6), nullptr, choice(MapKind::Platt, FitRows::Folds));
    EXPECT_THAT(made.error().detail, HasSubstr("6 rows cannot be split into 5 parts"));
}

/// Returns rows of one probability in clusters of 20, each of which has one label.
std::shared_ptr<const Dataset> clusteredDataset(std::size_t clusters) {
    std::vector<double> p;
    std::vector<std::int32_t> labels;
    GroupColumn patients{"patient", {}, {}};
    for (std::size_t c = 0; c < clusters; ++c) {
        patients.values.push_back("p" + std::to_string(c));
        for (int i = 0; i < 20; ++i) {
            p.push_back((static_cast<double>(c) + .5) / static_cast<double>(clusters));
            labels.push_back(c % 2 == 0 ? 1 : 0);
            patients.codes.push_back(static_cast<std::int32_t>(c));
        }
    }
    Dataset out{positiveScores(std::move(p), std::move(labels)), {}};
    out.summary.rows = out.predictions.rows();
    out.clusters = std::move(patients);
    return std::make_shared<const Dataset>(std::move(out));
}

TEST(Recalibration, keepsTheRowsOfAClusterTogether) {
    const auto before = clusteredDataset(40);
    const auto made =
        recalibrated(before, nullptr, choice(MapKind::Isotonic, FitRows::Folds)).value();
    ASSERT_TRUE(made.after->clusters);
    // All rows of a cluster are of one fold, so one map moved them to one probability.
    for (std::size_t row = 1; row < 800; ++row) {
        if (row % 20 == 0) continue;
        EXPECT_EQ(made.after->predictions.scores().at(row, 0),
                  made.after->predictions.scores().at(row - 1, 0));
    }
    const auto half = recalibrated(before, nullptr, choice(MapKind::Platt, FitRows::Half)).value();
    ASSERT_EQ(half.after->predictions.rows(), 400U);
    std::vector<int> rowsOfCluster(40);
    for (const std::int32_t code : half.after->clusters->codes)
        ++rowsOfCluster[static_cast<std::size_t>(code)];
    EXPECT_THAT(rowsOfCluster, ::testing::Each(::testing::AnyOf(0, 20)));
    const auto positives = std::ranges::count_if(half.after->clusters->codes,
                                                 [](std::int32_t code) { return code % 2 == 0; });
    EXPECT_EQ(positives, 200) << "halves are stratified by class";
}

TEST(Recalibration, ofTooFewClustersIsRefused) {
    const auto made =
        recalibrated(clusteredDataset(4), nullptr, choice(MapKind::Platt, FitRows::Folds));
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error().detail, HasSubstr("4 clusters cannot be split into 5 parts"));
}

TEST(Recalibration, saysWhatFlattersIt) {
    const auto remarksOf = [](FitRows rows) {
        const auto made = recalibrated(dataset(400), nullptr, choice(MapKind::Platt, rows)).value();
        const auto before = analyse(*made.before, {}).value().report;
        const auto after = analyse(*made.after, {}).value().report;
        return withRecalibration(*after, before, made)->recalibration->remarks;
    };
    EXPECT_THAT(remarksOf(FitRows::Measured), Contains(HasSubstr("looks better than it is")));
    EXPECT_THAT(remarksOf(FitRows::Folds), Not(Contains(HasSubstr("looks better"))));
    EXPECT_THAT(remarksOf(FitRows::Folds),
                Contains(HasSubstr("On the same rows, the Brier score changes by")));
}

/// The mean of the paired differences, its interval by Student's t.
TEST(Recalibration, changesTheBrierScoreByAPairedDifference) {
    const auto made =
        recalibrated(dataset(400), nullptr, choice(MapKind::Platt, FitRows::Folds)).value();
    const View view{View::Kind::PositiveClass, 1};
    const auto change = brierChange(*made.before, 1, *made.after, view, .95);
    ASSERT_TRUE(change && change->interval);
    const auto brierOf = [&](const Dataset& rows) {
        return outcomesAt(rows.predictions, view, 1).brier;
    };
    EXPECT_NEAR(change->value, brierOf(*made.after) - brierOf(*made.before), 1e-14);
    const auto same = brierChange(*made.before, 1, *made.before, view, .95);
    EXPECT_EQ(same->interval->upper, 0) << "equal rows do not vary";
    EXPECT_LT(change->interval->lower, change->value);
}

TEST(PredictionWriter, writesWhatTheReaderReadsBack) {
    const testing::TemporaryFolder folder;
    const std::vector<Predictions> all{
        classScores({.1, .2, .7, 1. / 3, 1. / 3, 1. / 3, .6, .3, .1}, {2, 0, 1}),
        positiveScores({.1, .6, .7}, {0, 1, 0})};
    for (const Predictions& predictions : all) {
        for (const bool csv : {true, false}) {
            std::ostringstream out;
            if (csv) {
                writeCsv({predictions, {}}, out);
            } else {
                ASSERT_TRUE(writeNpz(predictions, out));
            }
            const auto file = folder.write(csv ? "p.csv" : "p.npz", out.str());
            const auto back = readPredictions({file, {}}, {});
            ASSERT_TRUE(back) << back.error().detail;
            const Predictions& read = back.value().predictions;
            ASSERT_EQ(read.rows(), predictions.rows());
            for (std::size_t row = 0; row < read.rows(); ++row) {
                EXPECT_EQ(read.label(row), predictions.label(row));
                for (std::size_t k = 0; k < read.scores().columns(); ++k)
                    EXPECT_EQ(read.scores().at(row, k), predictions.scores().at(row, k));
            }
        }
    }
}

}  // namespace
}  // namespace diagonal
