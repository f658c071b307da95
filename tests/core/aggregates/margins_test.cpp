// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>
#include <memory>
#include <random>

#include <gtest/gtest.h>

#include "core/aggregates/cell_grid.h"
#include "core/measuring/sweeping/margin_sweep.h"
#include "core/reading/prediction_reader.h"
#include "core/reporting/detailed_report.h"
#include "tests/core/aggregates/cell_rows.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using testing::cellAnswer;
using testing::marginCell;
using testing::ProbabilityRow;
using testing::SplitBy;

TEST(MarginCells, HoldTheMarginsThatTheySay) {
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> exponent(-12, 6.6);
    for (int i = 0; i < 20000; ++i) {
        const double d = (i % 2 == 0 ? 1 : -1) * std::exp(exponent(random));
        const MarginRange range = marginsOfCell(marginCell(d));
        EXPECT_LE(range.lower, d * (1 + 1e-15 * (d > 0 ? 1 : -1)));
        EXPECT_GE(range.upper, d * (1 - 1e-15 * (d > 0 ? 1 : -1)));
        EXPECT_LE(range.upper - range.lower, std::max(40.0, std::abs(d)) * 0x1.01p-10);
    }
}

TEST(MarginCells, MirrorEachOther) {
    for (const double d : {0.0001, 0.51, 39.9999, 40.0, 41.0, 700.0, 1e5}) {
        EXPECT_EQ(mirroredMarginCell(marginCell(d)), marginCell(-d)) << d;
        const MarginRange above = marginsOfCell(marginCell(d)),
                          below = marginsOfCell(marginCell(-d));
        EXPECT_EQ(above.lower, -below.upper) << d;
        EXPECT_EQ(above.upper, -below.lower) << d;
    }
    EXPECT_EQ(marginsOfCell(kZeroMarginCell).lower, 0);
    EXPECT_EQ(marginsOfCell(kInfiniteMarginCell).lower, std::numeric_limits<double>::infinity());
}

TEST(TemperatureKnots, RiseFromAFifthToFiveThroughOne) {
    EXPECT_DOUBLE_EQ(temperatureKnot(0), 0.2);
    EXPECT_EQ(temperatureKnot(kTemperatureKnots / 2), 1);
    EXPECT_DOUBLE_EQ(temperatureKnot(kTemperatureKnots - 1), 5);
    EXPECT_NEAR(temperatureKnot(8) / temperatureKnot(7), temperatureKnot(31) / temperatureKnot(30),
                1e-12);
}

/// Over-confident rows; some have p = 0, 1/2 or 1.
std::vector<ProbabilityRow> overConfidentProbabilities(std::size_t count, bool withEnds) {
    std::mt19937_64 random(11);
    std::normal_distribution<double> normal(0, 3);
    std::uniform_real_distribution<double> uniform;
    std::vector<ProbabilityRow> rows;
    for (std::size_t i = 0; i < count; ++i) {
        const double d = normal(random);
        const bool isPositive = uniform(random) < 1 / (1 + std::exp(-d / 1.6));
        rows.push_back({1 / (1 + std::exp(-d)), isPositive});
    }
    if (!withEnds) return rows;
    for (const ProbabilityRow& row :
         {ProbabilityRow{0, false}, {1, true}, {0.5, true}, {0.5, false}})
        rows.push_back(row);
    return rows;
}

Dataset marginsDataset(const std::string& text) {
    auto dataset = readPredictions(std::make_unique<MemorySource>(text), "cells.csv");
    EXPECT_TRUE(dataset) << dataset.error().detail;
    return std::move(dataset).value();
}

std::string marginsCsv(const std::vector<ProbabilityRow>& rows) {
    std::string text = "probability,label\n";
    for (const auto& [p, isPositive, weight] : rows)
        text += shortest(p) + (isPositive ? ",1\n" : ",0\n");
    return text;
}

Analysis analysisOf(const Dataset& dataset, const AnalysisSettings& settings,
                    const Analysis* previous = nullptr) {
    auto analysis = analyse(dataset, settings, previous);
    EXPECT_TRUE(analysis) << analysis.error().detail;
    return std::move(analysis).value();
}

std::shared_ptr<const Report> marginsReport(const Dataset& dataset,
                                            const AnalysisSettings& settings) {
    const auto report = detailedReport(analysisOf(dataset, settings));
    EXPECT_TRUE(report) << report.error().detail;
    return report.value();
}

class Margins : public ::testing::Test {
protected:
    const std::vector<ProbabilityRow> m_rows = overConfidentProbabilities(20000, true);
    const Dataset m_cells = marginsDataset(cellAnswer(m_rows, SplitBy::Margin));
    const Dataset m_file = marginsDataset(marginsCsv(m_rows));
};

TEST_F(Margins, LeaveTheCellsAtTemperatureOneExact) {
    for (const std::size_t bins : {1U, 15U, 37U, 100U}) {
        AnalysisSettings settings;
        settings.binCount = bins;
        const auto cells = analysisOf(m_cells, settings).report;
        const auto file = analysisOf(m_file, settings).report;
        for (std::size_t b = 0; b < bins; ++b) {
            EXPECT_EQ(cells->binned.bins[b].count, file->binned.bins[b].count);
            EXPECT_EQ(cells->binned.bins[b].correct, file->binned.bins[b].correct);
        }
        EXPECT_NEAR(*cells->score("ece"), *file->score("ece"), 1e-12);
        EXPECT_FALSE(cells->find("ece")->bound);
    }
}

TEST_F(Margins, HaveTheScoresOfOtherTemperaturesWithinTheirBounds) {
    for (const double temperature : {0.3, 0.9, 1.7, 6.0}) {
        AnalysisSettings settings;
        settings.temperature = temperature;
        const auto cells = marginsReport(m_cells, settings);
        const auto file = marginsReport(m_file, settings);
        EXPECT_EQ(cells->temperature, temperature);
        std::size_t compared = 0;
        for (const char* id : {"ece",
                               "over_confidence",
                               "under_confidence",
                               "mce",
                               "ace",
                               "rmsce",
                               "l2_debiased",
                               "confidence",
                               "signed_gap",
                               "brier",
                               "brier_multiclass",
                               "nll",
                               "auroc",
                               "ks",
                               "kuiper",
                               "brier_mcb",
                               "brier_dsc",
                               "smece",
                               "spiegelhalter_z",
                               "calibration_intercept"}) {
            const Score* score = cells->find(id);
            const auto expected = file->score(id);
            ASSERT_TRUE(score && score->value && expected) << id;
            ASSERT_TRUE(score->bound) << id;
            EXPECT_NEAR(*score->value, *expected, *score->bound + 1e-12)
                << id << " " << temperature;
            ++compared;
        }
        EXPECT_EQ(compared, 20U);
        EXPECT_LT(*cells->find("ece")->bound, 0.01);
        EXPECT_LT(*cells->find("nll")->bound, 2e-6);
        EXPECT_EQ(*cells->score("accuracy"), *file->score("accuracy"));
    }
}

TEST_F(Margins, FitTheTemperatureOfTheRows) {
    AnalysisSettings settings;
    settings.fitTemperature = true;
    const auto cells = analysisOf(m_cells, settings).report;
    const auto file = analysisOf(m_file, settings).report;
    ASSERT_TRUE(cells->fitted());
    ASSERT_TRUE(file->fitted());
    EXPECT_NEAR(cells->fitted()->fit.value, file->fitted()->fit.value, 1e-6);
    EXPECT_NEAR(*cells->fitted()->fit.lower, *file->fitted()->fit.lower, 1e-5);
    EXPECT_NEAR(*cells->fitted()->fit.upper, *file->fitted()->fit.upper, 1e-5);
    EXPECT_NEAR(cells->fitted()->fit.nllBefore, file->fitted()->fit.nllBefore, 1e-12);
    EXPECT_NEAR(cells->fitted()->eceBefore, file->fitted()->eceBefore, 1e-12);
    EXPECT_EQ(cells->temperature, cells->fitted()->fit.value);
}

TEST_F(Margins, GoBackAndForthBetweenTemperatures) {
    AnalysisSettings settings;
    const Analysis atOne = analysisOf(m_cells, settings);
    settings.temperature = 2;
    const Analysis atTwo = analysisOf(m_cells, settings, &atOne);
    settings.temperature = 1;
    const Analysis again = analysisOf(m_cells, settings, &atTwo);
    EXPECT_EQ(*again.report->score("ece"), *atOne.report->score("ece"));
    EXPECT_NE(*atTwo.report->score("ece"), *atOne.report->score("ece"));
    settings.temperature = 2;
    EXPECT_EQ(*atTwo.report->score("ece"), *analysisOf(m_cells, settings).report->score("ece"));
}

TEST_F(Margins, AreSweptWhileTheTemperatureIsDragged) {
    const auto shared = std::make_shared<const Dataset>(m_cells);
    const std::shared_ptr<const Predictions> predictions(shared, &shared->predictions);
    const Analysis atOne = analysisOf(*shared, {});
    const Sweep sweep = marginSweep(predictions, atOne.view, {});
    ASSERT_TRUE(sweep);
    AnalysisSettings settings;
    settings.temperature = 1.9;
    const auto swept = provisionalAnalysis(settings, atOne, *sweep);
    ASSERT_TRUE(swept);
    const auto exact = analysisOf(*shared, settings, &*swept);
    for (std::size_t b = 0; b < exact.report->binned.bins.size(); ++b)
        EXPECT_EQ(swept->report->binned.bins[b].count, exact.report->binned.bins[b].count);
}

/// Puts every other row of cells into a group.
Dataset inGroups(Dataset cells) {
    GroupColumn site{"site", {"a", "b"}, {}};
    for (std::size_t row = 0; row < cells.predictions.rows(); ++row)
        site.codes.push_back(row % 2);
    cells.groups = {site};
    for (CellsAtTemperature& at : cells.atTemperatures)
        at.dataset = std::make_shared<const Dataset>(inGroups(*at.dataset));
    return cells;
}

TEST_F(Margins, OfAGroupAreSweptFromTemperatureOneToo) {
    const auto cells = std::make_shared<const Dataset>(inGroups(m_cells));
    AnalysisSettings settings;
    settings.where.groups = {{"site", "b"}};
    const Analysis atOne = analyse(cells, settings).value();
    ASSERT_TRUE(atOne.sweptRows);
    EXPECT_NE(atOne.rows, atOne.sweptRows);
    const std::shared_ptr<const Predictions> swept(atOne.sweptRows, &atOne.sweptRows->predictions);
    const Sweep sweep = marginSweep(swept, atOne.view, {});
    settings.temperature = 1.9;
    const auto dragged = provisionalAnalysis(settings, atOne, *sweep);
    ASSERT_TRUE(dragged);
    const Analysis exact = analyse(cells, settings, &*dragged).value();
    EXPECT_EQ(exact.sweptRows, atOne.sweptRows) << "so that the sweep still serves them";
    EXPECT_EQ(exact.rows, exact.sweptRows);
    EXPECT_EQ(exact.report->dataset.group, "site = b");
    EXPECT_LT(exact.report->dataset.rows, m_cells.summary.rows);
    EXPECT_EQ(dragged->report->dataset.rows, exact.report->dataset.rows);
    for (std::size_t b = 0; b < exact.report->binned.bins.size(); ++b)
        EXPECT_EQ(dragged->report->binned.bins[b].count, exact.report->binned.bins[b].count);
}

TEST_F(Margins, OfAGroupKeepTheirFitWhenBinsChange) {
    const auto cells = std::make_shared<const Dataset>(inGroups(m_cells));
    AnalysisSettings settings;
    settings.where.groups = {{"site", "b"}};
    const Analysis atOne = analyse(cells, settings).value();
    settings.fitTemperature = true;
    const Analysis fitted = analyse(cells, settings, &atOne).value();
    ASSERT_TRUE(fitted.report->fitted());
    EXPECT_EQ(fitted.sweptRows, atOne.sweptRows);
    EXPECT_EQ(fitted.rows, fitted.sweptRows);
    settings.binCount = 7;
    const Analysis again = analyse(cells, settings, &fitted).value();
    EXPECT_EQ(again.fit, fitted.fit);
    EXPECT_EQ(again.outcomes, fitted.outcomes);
    const Analysis afresh = analyse(cells, settings).value();
    EXPECT_EQ(*afresh.report->score("ece"), *again.report->score("ece"));
    EXPECT_EQ(afresh.report->fitted()->fit.value, again.report->fitted()->fit.value);
    EXPECT_EQ(afresh.report->fitted()->eceBefore, again.report->fitted()->eceBefore);
}

TEST_F(Margins, SayThatRowsNearAnEdgeMayLieInTheBinBeside) {
    AnalysisSettings settings;
    settings.temperature = 2;
    const auto report = analysisOf(m_cells, settings).report;
    EXPECT_TRUE(
        std::ranges::any_of(report->notes, [](const Note& note) { return note.id == "margins"; }));
    const auto atOne = analysisOf(m_cells, {}).report;
    EXPECT_FALSE(
        std::ranges::any_of(atOne->notes, [](const Note& note) { return note.id == "margins"; }));
}

TEST(MarginAnswers, AreRefusedIfTheyDoNotFit) {
    const auto errorOf = [](const std::string& from, const std::string& to) {
        std::string text = cellAnswer({{0.25, true}, {0.5, false}, {0.7, true}}, SplitBy::Margin);
        const auto place = text.find(from);
        EXPECT_NE(place, std::string::npos) << from << " in " << text;
        text.replace(place, from.size(), to);
        const auto dataset = readPredictions(std::make_unique<MemorySource>(text), "cells.csv");
        return dataset ? std::string("read") : dataset.error().detail;
    };
    EXPECT_NE(errorOf(",44100,", ",99999,").find("margin"), std::string::npos);
    EXPECT_NE(errorOf(",44100,0,0,", ",44100,0,3,").find("'md'"), std::string::npos);
    EXPECT_NE(errorOf(",44100,0,", ",44100,7,").find("class 1"), std::string::npos);
    EXPECT_NE(errorOf(",44100,", ",0.5,").find("margin"), std::string::npos);
    for (const char* cell : {",44001,", ",44099,", ",-44002,", ",-44100,"})
        EXPECT_NE(errorOf(",44100,", cell).find("a cell of margins"), std::string::npos) << cell;
}

TEST(MarginAnswers, RefuseAFitWhereARowHadNoChance) {
    auto rows = overConfidentProbabilities(1000, false);
    rows.push_back({0, true});
    rows.push_back({0, true});
    AnalysisSettings settings;
    settings.fitTemperature = true;
    const auto report =
        analysisOf(marginsDataset(cellAnswer(rows, SplitBy::Margin)), settings).report;
    ASSERT_FALSE(report->fitted());
    EXPECT_NE(report->fit->error().detail.find("in 2 rows"), std::string::npos)
        << report->fit->error().detail;
}

}  // namespace
}  // namespace diagonal
