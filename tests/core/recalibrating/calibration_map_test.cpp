// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/calibration_map.h"

#include <cmath>
#include <numeric>

#include <gmock/gmock.h>

#include "core/measuring/isotonic.h"
#include "core/numerics/class_probabilities.h"
#include "core/recalibrating/map_application.h"
#include "core/recalibrating/map_fit.h"
#include "core/recalibrating/map_json.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using testing::classScores;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::kPositive;
using testing::kTopLabel;
using ::testing::Pointwise;
using testing::positiveScores;

/// 400 probabilities, over-confident and too high, with their labels.
Predictions overConfident() {
    std::vector<double> p;
    std::vector<std::int32_t> labels;
    for (int i = 0; i < 400; ++i) {
        const double x = -4 + 8 * (i + .5) / 400;
        p.push_back(sigmoid(x));
        labels.push_back(std::fmod(i * .6180339887, 1) < sigmoid(.5 * x - .3) ? 1 : 0);
    }
    return positiveScores(std::move(p), std::move(labels));
}

Predictions logitsOfThreeClasses(ScoreKind kind = ScoreKind::Logit) {
    std::vector<double> z;
    std::vector<std::int32_t> labels;
    for (int i = 0; i < 600; ++i) {
        const std::vector<double> row{3 * std::sin(i * 1.3), 3 * std::sin(i * 2.1 + 1),
                                      3 * std::sin(i * .7 + 2)};
        std::vector<double> p = row;
        softmaxInPlace(p, 2);
        const double u = std::fmod(i * .6180339887, 1);
        labels.push_back(u < p[0] ? 0 : u < p[0] + p[1] ? 1 : 2);
        std::vector<double> shown = row;
        if (kind == ScoreKind::Probability) softmaxInPlace(shown, 1);
        z.insert(z.end(), shown.begin(), shown.end());
    }
    return classScores(std::move(z), std::move(labels), kind);
}

const BetaMap& beta(const CalibrationMap& map) {
    return std::get<BetaMap>(map.parameters);
}

/// Returns the negative log-likelihood of a beta map; `smoothed` uses the targets of Platt 1999.
double lossOf(const BetaMap& map, const Predictions& predictions, bool smoothed) {
    double ones = 0;
    for (std::size_t row = 0; row < predictions.rows(); ++row)
        ones += static_cast<double>(predictions.label(row));
    const double zeros = static_cast<double>(predictions.rows()) - ones;
    double loss = 0;
    for (std::size_t row = 0; row < predictions.rows(); ++row) {
        const double p = predictions.scores().at(row, 0);
        const double z = map.a * std::log(p) - map.b * std::log1p(-p) + map.c;
        double target = static_cast<double>(predictions.label(row));
        if (smoothed) target = target == 1 ? (ones + 1) / (ones + 2) : 1 / (zeros + 2);
        loss += target * negativeLogSigmoid(z) + (1 - target) * negativeLogSigmoid(-z);
    }
    return loss;
}

/// Expects every small step away from `map` to increase the loss.
void expectOptimum(const BetaMap& map, const Predictions& predictions, bool smoothed, bool tied,
                   bool constant) {
    const double least = lossOf(map, predictions, smoothed);
    for (const double step : {1e-3, -1e-3}) {
        BetaMap a = map;
        a.a += step;
        if (tied) a.b += step;
        if (!constant) a.c += step * std::log(2.0);
        EXPECT_GT(lossOf(a, predictions, smoothed), least);
        BetaMap b = map;
        b.b += step;
        if (!constant) b.c -= step * std::log(2.0);
        if (!tied) {
            EXPECT_GT(lossOf(b, predictions, smoothed), least);
        }
        BetaMap c = map;
        c.c += step;
        if (constant) {
            EXPECT_GT(lossOf(c, predictions, smoothed), least);
        }
    }
}

TEST(CalibrationMap, ofPlattAndBetaAreOptima) {
    const Predictions predictions = overConfident();
    const auto platt = fitMap(MapKind::Platt, predictions, .95).value();
    EXPECT_EQ(beta(platt).a, beta(platt).b);
    expectOptimum(beta(platt), predictions, true, true, true);
    EXPECT_NEAR(beta(platt).a, .5, .1);
    expectOptimum(beta(fitMap(MapKind::Beta, predictions, .95).value()), predictions, false, false,
                  true);
    const auto am = fitMap(MapKind::BetaAM, predictions, .95).value();
    EXPECT_EQ(beta(am).a, beta(am).b);
    expectOptimum(beta(am), predictions, false, true, true);
    const auto ab = fitMap(MapKind::BetaAB, predictions, .95).value();
    expectOptimum(beta(ab), predictions, false, false, false);
    EXPECT_NEAR(beta(ab).c, (beta(ab).a - beta(ab).b) * std::log(2.0), 1e-15);
}

TEST(CalibrationMap, ofAShiftMultipliesTheOdds) {
    const auto rows = positiveScores({.5, .2, 0, 1}, {1, 0, 0, 0});
    const auto stated =
        fitMap(MapKind::Shift, rows, .95, {}, ZeroRows::Refuse, PrevalenceShift{.5, .2}).value();
    EXPECT_FALSE(stated.shiftInterval);
    const auto after = applied(stated, rows).value();
    EXPECT_NEAR(after.scores().at(0, 0), .2, 1e-15);
    EXPECT_NEAR(after.scores().at(1, 0), 1.0 / 17, 1e-15);  // odds 1/4 times 1/4
    EXPECT_EQ(after.scores().at(2, 0), 0);
    EXPECT_EQ(after.scores().at(3, 0), 1);
    // One event in four rows: odds 1/3, where training had 1. Wilson: 0.0456 to 0.6994.
    const auto fitted =
        fitMap(MapKind::Shift, rows, .95, {}, ZeroRows::Refuse, PrevalenceShift{.5}).value();
    EXPECT_NEAR(std::exp(beta(fitted).c), 1.0 / 3, 1e-12);
    const Interval wilson = *wilsonInterval(1, 4, .95);
    EXPECT_NEAR(std::exp(fitted.shiftInterval->lower), wilson.lower / (1 - wilson.lower), 1e-12);
    const auto read = mapFromJson(mapJson(fitted)).value();
    EXPECT_EQ(read.kind, MapKind::Shift);
    EXPECT_EQ(beta(read).c, beta(fitted).c);
    EXPECT_THAT(fitMap(MapKind::Shift, rows, .95).error().detail, HasSubstr("shift=0.3"));
    EXPECT_THAT(fitMap(MapKind::Shift, logitsOfThreeClasses(), .95, {}, ZeroRows::Refuse,
                       PrevalenceShift{.5})
                    .error()
                    .detail,
                HasSubstr("two classes"));
    EXPECT_THAT(fitMap(MapKind::Shift, positiveScores({.5, .2}, {0, 0}), .95, {}, ZeroRows::Refuse,
                       PrevalenceShift{.5})
                    .error()
                    .detail,
                HasSubstr("no row is of"));
}

TEST(CalibrationMap, ofBetaHasNoNegativeSlope) {
    std::vector<double> p;
    std::vector<std::int32_t> labels;
    for (int i = 0; i < 200; ++i) {
        p.push_back((i + .5) / 200);
        labels.push_back(i % 10 < (i < 100 ? 7 : 3) ? 1 : 0);
    }
    const auto map = fitMap(MapKind::Beta, positiveScores(p, labels), .95).value();
    EXPECT_GE(beta(map).a, 0);
    EXPECT_GE(beta(map).b, 0);
    const auto after = applied(map, positiveScores(p, labels)).value();
    EXPECT_NEAR(after.scores().at(0, 0), .5, .01);
}

/// The unconstrained likelihood has no maximum, but the one with a, b >= 0 has: at b = 0, where
/// SciPy's L-BFGS-B with bounds finds it.
TEST(CalibrationMap, ofBetaIsFoundOnTheBoundaryWhereTheFreeFitRunsOff) {
    const auto rows = positiveScores({.05, .1, .15, .2, .4, .45, .5, .55, .6, .8, .85, .9, .95},
                                     {0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0});
    const auto map = fitMap(MapKind::Beta, rows, .95);
    ASSERT_TRUE(map) << describe(map.error());
    const auto beta = std::get<BetaMap>(map.value().parameters);
    EXPECT_NEAR(beta.a, .662, .0005);
    EXPECT_EQ(beta.b, 0);
    EXPECT_NEAR(beta.c, .135, .0005);
}

TEST(CalibrationMap, leavesOutZerosAndOnesAndSaysHowMany) {
    const auto predictions =
        positiveScores({0, .2, .4, .6, .8, 1, .3, .7}, {0, 0, 1, 0, 1, 1, 0, 1});
    const auto map = fitMap(MapKind::Platt, predictions, .95).value();
    EXPECT_EQ(map.leftOut, 2U);
    const auto after = applied(map, predictions).value();
    EXPECT_EQ(after.scores().at(0, 0), 0);
    EXPECT_EQ(after.scores().at(5, 0), 1);
}

TEST(CalibrationMap, isRefusedWhereTheDataSeparate) {
    const auto separated = positiveScores({.1, .2, .3, .6, .7, .8}, {0, 0, 0, 1, 1, 1});
    const auto map = fitMap(MapKind::Beta, separated, .95);
    ASSERT_FALSE(map);
    EXPECT_THAT(map.error().detail, HasSubstr("separates the classes perfectly"));
    EXPECT_TRUE(fitMap(MapKind::Platt, separated, .95)) << "smoothed targets have an optimum";
}

TEST(CalibrationMap, isRefusedForOtherNumbersOfClasses) {
    EXPECT_THAT(fitMap(MapKind::Platt, logitsOfThreeClasses(), .95).error().detail,
                HasSubstr("it is for two classes; there are 3"));
    EXPECT_THAT(fitMap(MapKind::Vector, overConfident(), .95).error().detail,
                HasSubstr("for two classes it is Platt scaling"));
}

TEST(CalibrationMap, ofConfidencesOfUnknownClassesHasNoTemperature) {
    PredictionParts parts;
    parts.form = PredictionForm::Confidence;
    parts.scores = ScoreMatrix(std::vector<double>{.9, .8, .7, .6, .95, .5}, 1);
    parts.labels = {1, 1, 0, 1, 1, 0};
    const auto predictions = Predictions::make(std::move(parts)).value().predictions;
    EXPECT_THAT(fitMap(MapKind::Temperature, predictions, .95).error().detail,
                HasSubstr("only the confidence of the predicted one"));
    EXPECT_TRUE(fitMap(MapKind::Isotonic, predictions, .95));
}

TEST(CalibrationMap, ofTemperatureKeepsPredictionsAndGivesItsNll) {
    const Predictions predictions = logitsOfThreeClasses();
    const auto map = fitMap(MapKind::Temperature, predictions, .95).value();
    EXPECT_NEAR(std::get<TemperatureMap>(map.parameters).temperature, 2, .5);
    const auto after = applied(map, predictions).value();
    const auto outcomes = outcomesAt(after, kTopLabel, 1);
    EXPECT_NEAR(*outcomes.nll, map.temperature->nllAfter, 1e-12);
    for (std::size_t row = 0; row < predictions.rows(); ++row)
        ASSERT_EQ(after.predicted(row), predictions.predicted(row));
}

TEST(CalibrationMap, ofIsotonicRegressionIsThatOfPooledViolators) {
    const Predictions predictions = overConfident();
    const auto before = outcomesAt(predictions, kPositive, 1);
    const auto parts = brierParts(before.brier, isotonicBlocks(before.sorted));
    const auto map = fitMap(MapKind::Isotonic, predictions, .95).value();
    const auto after = outcomesAt(applied(map, predictions).value(), kPositive, 1);
    EXPECT_NEAR(after.brier, before.brier - parts.miscalibration, 1e-15);
}

TEST(CalibrationMap, ofIsotonicRegressionInterpolatesAndEndsFlat) {
    CalibrationMap map;
    map.kind = MapKind::Isotonic;
    map.form = PredictionForm::PositiveScore;
    map.classNames = {"0", "1"};
    map.parameters = ClasswiseMap{true, {{{.2, .4, .6}, {.1, .1, .5}}}};
    auto predictions = positiveScores({0, .3, .5, .9}, {0, 1, 0, 1});
    map.classNames = predictions.classNames();
    const auto after = applied(map, predictions).value();
    EXPECT_THAT(std::get<0>(std::move(ScoreMatrix(after.scores())).takeValues()),
                Pointwise(DoubleNear(1e-15), {.1, .1, .3, .5}));
}

TEST(CalibrationMap, ofHistogramsGivesTheFrequencyOfItsBins) {
    const Predictions predictions = overConfident();
    const auto map = fitMap(MapKind::Histogram, predictions, .95).value();
    const auto& function = std::get<ClasswiseMap>(map.parameters).classes.front();
    EXPECT_EQ(function.x.size(), 15U);
    const auto after = outcomesAt(applied(map, predictions).value(), kPositive, 1);
    const auto all = after.sorted.sums();
    EXPECT_NEAR(all.confidence, all.correct, 1e-9) << "in each bin, and so in all";
}

TEST(CalibrationMap, ofSeveralClassesGivesProbabilitiesThatSumToOne) {
    const Predictions predictions = logitsOfThreeClasses(ScoreKind::Probability);
    for (const MapKind kind : {MapKind::Isotonic, MapKind::Histogram, MapKind::Vector}) {
        const auto map = fitMap(kind, predictions, .95).value();
        const auto after = applied(map, predictions).value();
        for (std::size_t row = 0; row < after.rows(); ++row) {
            double sum = 0;
            for (std::size_t k = 0; k < 3; ++k)
                sum += after.scores().at(row, k);
            ASSERT_NEAR(sum, 1, 1e-12);
        }
        EXPECT_LT(*outcomesAt(after, kTopLabel, 1).brierMulticlass,
                  *outcomesAt(predictions, kTopLabel, 1).brierMulticlass);
    }
}

TEST(CalibrationMap, ofVectorScalingIsAnOptimum) {
    const Predictions predictions = logitsOfThreeClasses();
    const auto map = fitMap(MapKind::Vector, predictions, .95).value();
    const auto nllOf = [&](const CalibrationMap& m) {
        return *outcomesAt(applied(m, predictions).value(), kTopLabel, 1).nll;
    };
    const double least = nllOf(map);
    EXPECT_LT(least, fitMap(MapKind::Temperature, predictions, .95).value().temperature->nllAfter);
    for (std::size_t k = 0; k < 3; ++k) {
        for (const double step : {.01, -.01}) {
            CalibrationMap other = map;
            std::get<VectorMap>(other.parameters).weights[k] += step;
            EXPECT_GT(nllOf(other), least);
            other = map;
            std::get<VectorMap>(other.parameters).biases[k] += step;
            EXPECT_GT(nllOf(other), least);
        }
    }
}

/// Rounded figures hold zeros in most rows, which must not keep the rows from the fit.
TEST(CalibrationMap, ofVectorScalingUsesRowsWithZeros) {
    const Predictions exact = logitsOfThreeClasses(ScoreKind::Probability);
    std::vector<double> rounded;
    std::vector<std::int32_t> labels;
    std::size_t zeros = 0, impossible = 0;
    for (std::size_t row = 0; row < exact.rows(); ++row) {
        std::vector<double> p;
        double sum = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            p.push_back(std::round(exact.scores().at(row, k) * 20) / 20);
            sum += p.back();
        }
        for (double& value : p)
            value /= sum;
        zeros += std::ranges::count(p, 0.0) > 0 ? 1 : 0;
        impossible += p[exact.label(row)] == 0 ? 1 : 0;
        rounded.insert(rounded.end(), p.begin(), p.end());
        labels.push_back(static_cast<std::int32_t>(exact.label(row)));
    }
    const Predictions predictions =
        classScores(std::move(rounded), std::move(labels), ScoreKind::Probability);
    ASSERT_GT(zeros, 300U);
    const auto map = fitMap(MapKind::Vector, predictions, .95).value();
    EXPECT_EQ(map.leftOut, impossible);
    EXPECT_LT(impossible, zeros / 4);
    // The optimum over all rows that have a loss.
    const auto lossOf = [&](const CalibrationMap& m) {
        const Predictions after = applied(m, predictions).value();
        double loss = 0;
        for (std::size_t row = 0; row < after.rows(); ++row) {
            const double p = after.scores().at(row, after.label(row));
            if (p > 0) loss -= std::log(p);
        }
        return loss;
    };
    const double least = lossOf(map);
    for (std::size_t k = 0; k < 3; ++k) {
        for (const double step : {.02, -.02}) {
            CalibrationMap other = map;
            std::get<VectorMap>(other.parameters).weights[k] += step;
            EXPECT_GT(lossOf(other), least);
        }
    }
}

TEST(CalibrationMap, comesBackFromJsonAsItWas) {
    for (const MapDefinition& definition : mapDefinitions()) {
        const bool isVector = definition.kind == MapKind::Vector;
        const Predictions predictions = isVector ? logitsOfThreeClasses() : overConfident();
        auto map =
            fitMap(definition.kind, predictions, .95, {}, ZeroRows::Refuse, PrevalenceShift{.3})
                .value();
        map.fittedOn = "a \"file\".csv";
        const auto back = mapFromJson(mapJson(map));
        ASSERT_TRUE(back) << back.error().detail;
        EXPECT_EQ(mapJson(back.value()), mapJson(map)) << definition.id;
        EXPECT_EQ(applied(back.value(), predictions).value().scores().at(5, 0),
                  applied(map, predictions).value().scores().at(5, 0));
    }
}

/// Confidences have a single function, even if the names of three classes are known.
TEST(CalibrationMap, ofNamedConfidencesComesBackFromJson) {
    std::vector<double> c;
    std::vector<std::int32_t> correct;
    for (int i = 0; i < 200; ++i) {
        c.push_back(.3 + i * .0035);
        correct.push_back(i * 7919 % 211 < i ? 1 : 0);
    }
    const auto made = Predictions::make({PredictionForm::Confidence,
                                         ScoreKind::Probability,
                                         false,
                                         ScoreMatrix(std::move(c), 1),
                                         std::move(correct),
                                         {"a", "b", "c"}});
    const Predictions& rows = made.value().predictions;
    for (const MapKind kind : {MapKind::Isotonic, MapKind::Histogram}) {
        const auto map = fitMap(kind, rows, .95).value();
        const auto back = mapFromJson(mapJson(map));
        ASSERT_TRUE(back) << describe(back.error());
        const auto expected = applied(map, rows).value();
        const auto mapped = applied(back.value(), rows);
        ASSERT_TRUE(mapped) << describe(mapped.error());
        for (std::size_t row = 0; row < rows.rows(); ++row)
            EXPECT_EQ(mapped.value().scores().at(row, 0), expected.scores().at(row, 0));
    }
}

TEST(CalibrationMap, comesBackFromJsonWithNumbersLargerThanIntegers) {
    CalibrationMap map;
    map.parameters = TemperatureMap{4444444444444444444440.0};
    const auto back = mapFromJson(mapJson(map));
    ASSERT_TRUE(back) << back.error().detail;
    EXPECT_EQ(mapJson(back.value()), mapJson(map));
}

TEST(CalibrationMap, isNotReadFromOtherJson) {
    const auto why = [](std::string_view json) { return mapFromJson(json).error().detail; };
    EXPECT_THAT(why("{"), HasSubstr("not a map that Diagonal wrote"));
    EXPECT_THAT(why("[1]"), HasSubstr("no 'diagonal_map'"));
    EXPECT_THAT(why(R"({"diagonal_map": 2})"), HasSubstr("another version"));
    const std::string head =
        R"({"diagonal_map": 1, "form": "class-scores", "classes": ["a", "b", "c"], "fitted_on": "",
            "rows": 1, "left_out": 0, )";
    EXPECT_THAT(why(head + R"("kind": "magic", "parameters": {}})"), HasSubstr("'magic'"));
    EXPECT_THAT(why(head + R"("kind": "temperature", "parameters": {"temperature": 0}})"),
                HasSubstr("not above 0"));
    EXPECT_THAT(why(head + R"("kind": "vector", "parameters": {"weights": [1], "biases": [1]}})"),
                HasSubstr("a weight and a bias for each"));
    EXPECT_THAT(why(head + R"("kind": "isotonic", "parameters": {"functions":
                    [{"x": [0.5, 0.1], "y": [0, 1]}]}})"),
                HasSubstr("the x ascending"));
}

TEST(CalibrationMap, isNotAppliedWhereItMakesNoProbabilities) {
    auto map = fitMap(MapKind::Vector, logitsOfThreeClasses(), .95).value();
    std::get<VectorMap>(map.parameters).weights.assign(3, 1e308);
    EXPECT_THAT(applied(map, logitsOfThreeClasses()).error().detail,
                HasSubstr("the map yields no valid probabilities for"));
}

TEST(CalibrationMap, ofVectorsKeepsAProbabilityOfZeroWhateverItsWeight) {
    CalibrationMap map;
    map.kind = MapKind::Vector;
    map.parameters = VectorMap{{-.5, 0, 1}, {0, .1, 0}};
    map.classNames = {"a", "b", "c"};
    PredictionParts parts;
    parts.classNames = map.classNames;
    parts.scores = ScoreMatrix(std::vector<double>{0, .6, .4, .5, 0, .5}, 3);
    parts.labels = {1, 0};
    const auto rows = Predictions::make(std::move(parts));
    const auto mapped = applied(map, rows.value().predictions);
    ASSERT_TRUE(mapped) << mapped.error().detail;
    EXPECT_EQ(mapped.value().scores().at(0, 0), 0);
    EXPECT_GT(mapped.value().scores().at(0, 1), 0);
    EXPECT_EQ(mapped.value().scores().at(1, 1), 0);
}

TEST(CalibrationMap, isNotAppliedToOtherClasses) {
    const auto map = fitMap(MapKind::Temperature, logitsOfThreeClasses(), .95).value();
    EXPECT_THAT(applied(map, overConfident()).error().detail,
                HasSubstr("it was fitted on the classes"));
}

}  // namespace
}  // namespace diagonal
