// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "core/aggregates/cell_grid.h"
#include "core/aggregates/cell_query.h"
#include "core/reading/prediction_reader.h"
#include "core/recalibrating/recalibration.h"
#include "core/reporting/detailed_report.h"
#include "tests/core/aggregates/cell_rows.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using testing::cellAnswer;
using testing::ProbabilityRow;
using testing::weightedAnswer;

TEST(CellGrid, HasTheEdgesOfAllBinCountsUpTo100) {
    std::set<double> edges;
    for (int m = 1; m <= 100; ++m) {
        for (int i = 0; i <= m; ++i) {
            EXPECT_TRUE(isGridEdge(static_cast<double>(i) / m)) << i << "/" << m;
            edges.insert(static_cast<double>(i) / m);
        }
    }
    EXPECT_EQ(edges.size(), 3045U);
    EXPECT_EQ(gridEdges().size(), 3045U);
}

TEST(CellGrid, HasAtMostOneEdgeInACell) {
    const auto edges = gridEdges();
    for (std::size_t i = 1; i < edges.size(); ++i)
        EXPECT_LT(edges[i - 1].cell, edges[i].cell);
    for (const GridEdge& edge : edges)
        EXPECT_EQ(edge.cell, static_cast<int>(std::floor(edge.value() * kCellsPerUnit)));
    EXPECT_FALSE(isGridEdge(1.0 / 101));
    EXPECT_FALSE(isGridEdge(std::nextafter(0.3, 1)));
    EXPECT_FALSE(isGridEdge(-0.5));
    EXPECT_FALSE(isGridEdge(1.5));
}

/// Rows of which a third lie exactly on the edges of bins.
std::vector<ProbabilityRow> rowsOnEdges(std::size_t count, std::uint64_t seed = 1) {
    std::mt19937_64 random(seed);
    const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
    std::vector<ProbabilityRow> rows;
    for (std::size_t i = 0; i < count; ++i) {
        const auto m = static_cast<double>(1 + random() % 100);
        double p = i % 3 == 0 ? std::floor(uniform() * (m + 1)) / m : 0.01 + 0.98 * uniform();
        p = std::min(p, 1.0);
        rows.push_back({p, uniform() < p * p * (3 - 2 * p)});
    }
    return rows;
}

std::string csvOf(const std::vector<ProbabilityRow>& rows) {
    std::string text = "probability,label\n";
    for (const ProbabilityRow& row : rows)
        text += shortest(row.p) + (row.isPositive ? ",1\n" : ",0\n");
    return text;
}

std::string weightedCsvOf(const std::vector<ProbabilityRow>& rows) {
    std::string text = "probability,label,weight\n";
    for (const auto& [p, isPositive, weight] : rows)
        text += shortest(p) + (isPositive ? ",1," : ",0,") + shortest(weight) + "\n";
    return text;
}

Result<ReadPredictions> read(const std::string& text, const std::string& name = "cells.csv") {
    return readPredictions(std::make_unique<MemorySource>(text), name);
}

Dataset datasetOf(const std::string& text) {
    auto dataset = read(text);
    EXPECT_TRUE(dataset) << dataset.error().detail;
    return std::move(dataset).value();
}

std::shared_ptr<const Report> reportOf(const Dataset& dataset, const AnalysisSettings& settings) {
    const auto analysis = analyse(dataset, settings);
    EXPECT_TRUE(analysis) << analysis.error().detail;
    const auto report = detailedReport(analysis.value());
    EXPECT_TRUE(report) << report.error().detail;
    return report.value();
}

class Cells : public ::testing::Test {
protected:
    const std::vector<ProbabilityRow> m_rows = rowsOnEdges(5000);
    const Dataset m_cells = datasetOf(cellAnswer(m_rows));
    const Dataset m_file = datasetOf(csvOf(m_rows));
};

TEST_F(Cells, CountExactlyForAllBinCountsAndBothEdgeRules) {
    for (const EdgeRule rule : {EdgeRule::RightClosed, EdgeRule::LeftClosed}) {
        for (std::size_t bins = 1; bins <= 100; ++bins) {
            AnalysisSettings settings;
            settings.binCount = bins;
            settings.edgeRule = rule;
            const auto cells = analyse(m_cells, settings);
            const auto file = analyse(m_file, settings);
            ASSERT_TRUE(cells) << cells.error().detail;
            const auto& counted = cells.value().report->binned.bins;
            const auto& expected = file.value().report->binned.bins;
            ASSERT_EQ(counted.size(), expected.size());
            for (std::size_t b = 0; b < bins; ++b) {
                ASSERT_EQ(counted[b].count, expected[b].count) << bins << " bins, bin " << b;
                ASSERT_EQ(counted[b].correct, expected[b].correct) << bins << " bins, bin " << b;
                if (counted[b].count == 0) continue;
                ASSERT_NEAR(*counted[b].confidence, *expected[b].confidence, 0x1p-50);
            }
        }
    }
}

TEST_F(Cells, SayThatThresholdsActOnMergedConfidences) {
    AnalysisSettings settings;
    settings.guarantee = GuaranteeChoice{0.9};
    ReportPlan plan;
    plan.decision = plan.risks = true;
    const auto noted = [&](const Dataset& dataset) {
        const auto report = detailedReport(analyse(dataset, settings).value(), plan).value();
        const bool isNoted = std::ranges::any_of(
            report->notes, [](const Note& note) { return note.id == "merged_confidences"; });
        EXPECT_EQ(isNoted, guaranteeText(*report).find("approximate") != std::string::npos);
        return isNoted;
    };
    EXPECT_TRUE(noted(m_cells));
    EXPECT_FALSE(noted(m_file));
}

TEST_F(Cells, HaveTheScoresOfTheRowsWithinTheirBounds) {
    AnalysisSettings settings;
    settings.binCount = 15;
    const auto cells = reportOf(m_cells, settings);
    const auto file = reportOf(m_file, settings);
    EXPECT_EQ(cells->dataset.rows, m_rows.size());
    std::size_t bounded = 0;
    for (const Score& expected : file->scores) {
        const Score* score = cells->find(expected.id);
        ASSERT_TRUE(score) << expected.id;
        if (expected.id == "classwise_ece" || expected.id == "classwise_ace") {
            EXPECT_FALSE(score->value) << "cells hold one class alone";
            continue;
        }
        ASSERT_EQ(score->value.has_value(), expected.value.has_value()) << expected.id;
        if (!expected.value) continue;
        // Whole cells move the edges of equal-mass bins, and smooth curves take their means.
        const double snapped = score->isApproximate ? 1e-4 : 1e-12;
        EXPECT_NEAR(*score->value, *expected.value, score->bound.value_or(snapped)) << expected.id;
        if (score->bound) {
            ++bounded;
            EXPECT_NE(score->remark.find("± "), std::string::npos) << score->remark;
            EXPECT_LT(*score->bound, 0.05) << expected.id;
        }
    }
    EXPECT_EQ(bounded, 12U);
}

TEST_F(Cells, AreExactWhereTheIssueSaysSo) {
    const auto cells = reportOf(m_cells, {});
    for (const char* id : {"ece", "mce", "rmsce", "l2_debiased", "over_confidence", "accuracy",
                           "confidence", "signed_gap", "brier", "nll"}) {
        ASSERT_TRUE(cells->find(id)) << id;
        EXPECT_FALSE(cells->find(id)->bound) << id;
    }
}

TEST_F(Cells, DoNotDependOnTheOrderOfRowsOrServers) {
    std::vector<ProbabilityRow> shuffled = m_rows;
    std::ranges::shuffle(shuffled, std::mt19937(7));
    const auto middle = shuffled.begin() + 1234;
    const std::string parts =
        cellAnswer({shuffled.begin(), middle}) + cellAnswer({middle, shuffled.end()});
    const Dataset joined = datasetOf(parts);
    ASSERT_EQ(joined.predictions.rows(), m_cells.predictions.rows());
    for (std::size_t row = 0; row < joined.predictions.rows(); ++row) {
        EXPECT_EQ(joined.predictions.scores().at(row, 0), m_cells.predictions.scores().at(row, 0));
        EXPECT_EQ(joined.predictions.weights().at(row), m_cells.predictions.weights().at(row));
    }
}

TEST_F(Cells, AreReadFromJsonAndTabs) {
    std::string tabs = cellAnswer(m_rows);
    std::ranges::replace(tabs.begin(),
                         tabs.begin() + static_cast<std::ptrdiff_t>(tabs.rfind("\n-2")), ',', '\t');
    // The description holds a comma itself.
    const auto head = tabs.rfind("-2,0,,,,,,,,");
    tabs.replace(head, 12, "-2\t0\t\t\t\t\t\t\t\t");
    EXPECT_EQ(datasetOf(tabs).predictions.rows(), m_cells.predictions.rows());
    const std::string json =
        R"([{"j":8192,"side":1,"n":3,"correct":2,"excess":"68719476736","cc":0.75006,"ca":1.00004,"nll":2.1,"impossible":0,"about":null},
{"j":-1,"side":0,"n":3,"correct":2,"excess":null,"cc":null,"ca":null,"nll":null,"impossible":null,"about":null},
{"j":-2,"side":0,"n":null,"correct":null,"excess":null,"cc":null,"ca":null,"nll":null,"impossible":null,"about":"cells=1;view=positive;form=probability;temperature=1;classes=0,1;losses=1"}])";
    const Dataset dataset = datasetOf(json);
    EXPECT_EQ(dataset.summary.rows, 3U);
    EXPECT_NEAR(dataset.predictions.scores().at(0, 0), 0.5 + 1.0 / 49152, 1e-15);
}

TEST_F(Cells, RefuseWhatTheyCannotTell) {
    const auto refused = [&](const AnalysisSettings& settings) {
        const auto analysis = analyse(m_cells, settings);
        return analysis ? std::string("nothing") : analysis.error().detail;
    };
    AnalysisSettings settings;
    settings.binCount = 101;
    EXPECT_NE(refused(settings).find("--bins 100"), std::string::npos) << refused(settings);
    settings = {};
    settings.view = View{View::Kind::TopLabel, 0};
    EXPECT_NE(refused(settings).find("--view"), std::string::npos) << refused(settings);
    settings = {};
    settings.temperature = 2;
    EXPECT_NE(refused(settings).find("--temperature"), std::string::npos) << refused(settings);
    settings = {};
    settings.scheme = BinningScheme::Custom;
    settings.edges = {0, 0.123456, 1};
    EXPECT_NE(refused(settings).find("0.123456"), std::string::npos) << refused(settings);
    settings.edges = {0, 0.25, 0.9, 1};
    EXPECT_EQ(refused(settings), "nothing");
    settings = {};
    settings.scheme = BinningScheme::Values;
    EXPECT_NE(refused(settings).find("individual rows"), std::string::npos) << refused(settings);
    settings = {};
    settings.fitTemperature = true;
    const auto fit = analyse(m_cells, settings);
    ASSERT_TRUE(fit);
    EXPECT_FALSE(fit.value().report->fitted());
    const auto map = recalibrated(std::make_shared<const Dataset>(m_cells), nullptr, {});
    ASSERT_FALSE(map);
    EXPECT_NE(map.error().detail.find("individual rows"), std::string::npos);
}

class WeightedCells : public ::testing::Test {
protected:
    /// Rows between edges and on them, none of probability 0 or 1.
    static std::vector<ProbabilityRow> rows() {
        std::vector<ProbabilityRow> rows = rowsOnEdges(3000);
        std::erase_if(rows, [](const ProbabilityRow& row) { return row.p == 0 || row.p == 1; });
        std::mt19937_64 random(5);
        std::exponential_distribution<double> weight;
        for (ProbabilityRow& row : rows)
            row.weight = 1e-4 * (0.01 + weight(random));
        return rows;
    }

    static Dataset fileOf(const std::vector<ProbabilityRow>& rows) {
        ReadOptions options;
        options.weights = WeightKind::Importance;
        auto read = readPredictions(std::make_unique<MemorySource>(weightedCsvOf(rows)),
                                    "weighted.csv", options);
        EXPECT_TRUE(read) << read.error().detail;
        return std::move(read).value();
    }

    const std::vector<ProbabilityRow> m_rows = rows();
    const Dataset m_cells = datasetOf(weightedAnswer(m_rows));
    const Dataset m_file = fileOf(m_rows);
};

TEST_F(WeightedCells, HaveTheBinsAndIntervalsOfTheRows) {
    const auto cells = reportOf(m_cells, {});
    const auto file = reportOf(m_file, {});
    EXPECT_EQ(cells->dataset.rows, m_rows.size());
    EXPECT_EQ(cells->dataset.weights, WeightKind::Importance);
    ASSERT_EQ(cells->binned.bins.size(), file->binned.bins.size());
    for (std::size_t b = 0; b < cells->binned.bins.size(); ++b) {
        const Bin& bin = cells->binned.bins[b];
        const Bin& expected = file->binned.bins[b];
        EXPECT_EQ(bin.count, expected.count);
        EXPECT_NEAR(bin.weight, expected.weight, 1e-9);
        EXPECT_NEAR(bin.effectiveCount, expected.effectiveCount, 1e-9);
        EXPECT_NEAR(*bin.accuracy, *expected.accuracy, 1e-12);
        EXPECT_NEAR(*bin.confidence, *expected.confidence, 1e-12);
        EXPECT_NEAR(bin.interval->lower, expected.interval->lower, 1e-12);
        EXPECT_NEAR(bin.interval->upper, expected.interval->upper, 1e-12);
    }
    for (const char* id : {"ece", "rmsce", "l2_debiased", "brier", "nll"})
        EXPECT_NEAR(*cells->score(id), *file->score(id), 1e-12) << id;
    const RowWeights& weights = m_cells.predictions.weights();
    const RowWeights& single = m_file.predictions.weights();
    EXPECT_NEAR(weights.effectiveCount(m_cells.predictions.rows()),
                single.effectiveCount(m_file.predictions.rows()), 1e-6);
}

TEST_F(WeightedCells, DrawAsTheRowsDo) {
    const auto cells = reportOf(m_cells, {});
    const auto file = reportOf(m_file, {});
    // Of 10,000 draws and 1,000 resamples.
    EXPECT_NEAR(*cells->score("null_ece") / *file->score("null_ece"), 1, 0.02);
    EXPECT_NEAR(*cells->score("null_ece_q95") / *file->score("null_ece_q95"), 1, 0.04);
    for (const char* id : {"ece", "brier", "nll", "auroc"}) {
        const auto& interval = cells->find(id)->interval;
        const auto& expected = file->find(id)->interval;
        ASSERT_TRUE(interval && expected) << id;
        const double width = expected->upper - expected->lower;
        EXPECT_NEAR(interval->lower, expected->lower, 0.12 * width) << id;
        EXPECT_NEAR(interval->upper, expected->upper, 0.12 * width) << id;
    }
}

TEST_F(WeightedCells, OfServersAreAdded) {
    const auto middle = m_rows.begin() + 1000;
    const Dataset joined = datasetOf(weightedAnswer({m_rows.begin(), middle}) +
                                     weightedAnswer({middle, m_rows.end()}));
    ASSERT_EQ(joined.predictions.rows(), m_cells.predictions.rows());
    for (std::size_t row = 0; row < joined.predictions.rows(); ++row) {
        const RowWeights& weights = joined.predictions.weights();
        EXPECT_EQ(weights.countAt(row), m_cells.predictions.weights().countAt(row));
        EXPECT_NEAR(weights.varianceAt(row), m_cells.predictions.weights().varianceAt(row), 1e-9);
    }
}

TEST(WeightedCellAnswers, AreRefusedIfTheyDoNotFit) {
    const std::string good = weightedAnswer({{0.25, true, 0.5}, {0.5, false, 2}, {0.5, true, 1}});
    const auto refused = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        const auto place = text.find(from);
        EXPECT_NE(place, std::string::npos) << from << " in " << text;
        text.replace(place, from.size(), to);
        const auto dataset = read(text);
        return dataset ? std::string("read") : withPlace(dataset.error());
    };
    const auto contains = [](const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << text;
    };
    EXPECT_EQ(refused("8192,0,3,1", "8192,0,3,1"), "read");
    contains(refused(",2,1,5,1,\n", ",2,1,2,1,\n"), "squared");
    contains(refused(",2,1,5,1,\n", ",2,1,10,1,\n"), "squared");
    contains(refused(",2,1,5,1,\n", ",2,3,5,1,\n"), "squared");
    contains(refused(",2,1,5,1,\n", ",3,1,5,1,\n"), "incomplete");
    contains(refused("\n-1,0,3.5,1.5,", "\n-1,0,5,1.5,"), "weights of its cells");
    contains(refused("\n-1,0,3.5,1.5,", "\n-1,0,3.5,1,"), "weights of its cells");
    contains(refused(";weights=importance", ""), "obs");
    contains(refused("8192,0,3,1", "8192,0,-3,1"), "sum of weights");
}

TEST(WeightedCellAnswers, LeaveOutRowsWithoutWeightBesideOthers) {
    const Dataset dataset =
        datasetOf(weightedAnswer({{0.25, true, 1e-60}, {0.5, false, 2}, {0.75, true, 1}}));
    EXPECT_EQ(dataset.summary.rows, 2U);
    EXPECT_EQ(dataset.summary.skipped, 1U);
    // All of them tiny are weights like others.
    const Dataset tiny =
        datasetOf(weightedAnswer({{0.25, true, 1e-90}, {0.5, false, 2e-90}, {0.75, true, 1e-90}}));
    EXPECT_EQ(tiny.summary.rows, 3U);
    EXPECT_NEAR(tiny.predictions.weights().effectiveCount(3), 16.0 / 6, 1e-9);
}

/// Returns the message for an answer with `from` replaced by `to`.
std::string errorOf(const std::string& from, const std::string& to) {
    std::string text = cellAnswer({{0.25, true}, {0.5, false}, {0.7, true}});
    const auto place = text.find(from);
    EXPECT_NE(place, std::string::npos) << from << " in " << text;
    text.replace(place, from.size(), to);
    const auto dataset = read(text);
    return dataset ? "read" : withPlace(dataset.error());
}

TEST(CellAnswers, AreRefusedIfTheyDoNotFit) {
    const auto contains = [](const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << text;
    };
    contains(errorOf("cells=1", "cells=2"), "version");
    contains(errorOf("\n-1,0,3,2,", "\n-1,0,4,2,"), "incomplete");
    contains(errorOf("\n8192,0,1,0,0,0.25,0,0.6931471805599453,",
                     "\n8192,0,2,0,0,0.5,0,1.3862943611198906,"),
             "incomplete");
    contains(errorOf("\n8192,0,1,0,", "\n8192,0,1,2,"), "cells.csv:3: the cell j = 8192");
    contains(errorOf("\n8192,0,1,0,0,0.25", "\n8192,0,1,0,-5,0.25"), "excess");
    contains(errorOf("\n8192,0,1,0,0,0.25", "\n8192,0,1,0,0,0.35"), "cc");
    contains(errorOf("\n8192,0,1,0,0,0.25", "\n8192,0,1,0,9000,0.25"), "side 0");
    contains(errorOf("\n8192,0,1,0,0,0.25", "\n8192,-1,1,0,9000,0.25"), "side -1");
    contains(errorOf("\n8192,", "\n99999,"), "j lies between");
    contains(errorOf("\n8192,0,1,", "\n8192,0,one,"), "'one'");
    contains(errorOf("\n8192,0,1,", "\n8192,7,1,"), "side = 7");
    contains(errorOf("view=positive;", "view=sideways;"), "description");
    contains(errorOf("0.6931471805599453,0,\n", "0.1,0,\n"), "nll");
    contains(errorOf("\n8192,0,1,", "\n8192,0,1.5,"), "whole numbers");
    contains(errorOf("classes=0,1", "classes=not b,b"), "read");
    EXPECT_EQ(errorOf("\n8192,0,1,", "\n8192.0,+0,1,"), "read") << "as R and pandas write it";
    std::string cut = cellAnswer({{0.25, true}, {0.5, false}});
    cut.erase(cut.find("-2,0"));
    const auto without = read(cut);
    ASSERT_FALSE(without);
    contains(without.error().detail, "j = -2");
}

TEST(CellAnswers, NeedARowOfTheNamedClass) {
    std::string text = cellAnswer({{0.25, false}, {0.5, false}});
    text.replace(text.find("classes=0,1"), 11, "classes=not zzz,zzz");
    const auto named = read(text);
    ASSERT_FALSE(named);
    EXPECT_NE(named.error().detail.find("no row has the label 'zzz'"), std::string::npos)
        << named.error().detail;
    const auto empty = read(cellAnswer({}));
    ASSERT_FALSE(empty);
    EXPECT_NE(empty.error().detail.find("table is empty"), std::string::npos)
        << empty.error().detail;
}

TEST(CellAnswers, CountWhatWasLeftOut) {
    std::string text = cellAnswer(rowsOnEdges(100));
    text.replace(text.find("\n-1,0,100,"), 10,
                 "\n-1,1,4,,,,,,,\n-1,2,3,,,,,,,\n-1,3,50,,,,,,,\n-1,0,157,");
    const Dataset dataset = datasetOf(text);
    EXPECT_EQ(dataset.summary.skipped, 57U);
    ASSERT_EQ(dataset.summary.notes.size(), 3U);
    EXPECT_EQ(dataset.summary.notes[0].count, 4U);
    EXPECT_NE(dataset.summary.notes[0].text.find("NULL"), std::string::npos);
    EXPECT_NE(dataset.summary.notes[2].text.find("label"), std::string::npos);
    // More than a tenth without a usable score.
    text.replace(text.find("\n-1,2,3,"), 8, "\n-1,2,33,");
    text.replace(text.find("\n-1,0,157,"), 10, "\n-1,0,187,");
    EXPECT_FALSE(read(text));
}

TEST(CellAnswers, HoldTenBillionRows) {
    const std::string text =
        "j,side,n,correct,excess,cc,ca,nll,impossible,about\n"
        "4001,0,6000000000,1500000000,206158430208000000000,357896139.84525204,366348266.6015625,"
        "3374000000,0,\n"
        "12000,0,4000000000,3000000000,137438953472000000000,2145767211.9140625,2197265625,"
        "2250000000,0,\n"
        "-1,0,10000000000,4500000000,,,,,,\n"
        "-2,0,,,,,,,,\"cells=1;view=positive;form=probability;temperature=1;classes=0,1;losses="
        "1\"\n";
    const Dataset dataset = datasetOf(text);
    EXPECT_EQ(dataset.summary.rows, 10'000'000'000U);
    const auto report = reportOf(dataset, {});
    EXPECT_EQ(*report->score("accuracy"), 0.45);
    EXPECT_NEAR(*report->score("ece"),
                0.6 * (0.25 - 4001.5 / 16384) + 0.4 * (0.75 - 12000.5 / 16384), 1e-12);
    EXPECT_LT(report->find("ece")->interval->upper - report->find("ece")->interval->lower, 1e-4);
}

CellQuery query(SqlEngine engine) {
    CellQuery out;
    out.engine = engine;
    out.from = "preds";
    out.columns = {{ColumnRole::Probability, "p"}, {ColumnRole::Label, "y"}};
    return out;
}

TEST(CellSql, IsOneStatementThatReads) {
    for (const auto& engine : kSqlEngines) {
        const auto sql = cellSql(query(engine.value));
        ASSERT_TRUE(sql) << sql.error().detail;
        EXPECT_TRUE(sql.value().starts_with("WITH ")) << engine.word;
        EXPECT_EQ(sql.value().find(';'), sql.value().find(";view=")) << engine.word;
    }
}

TEST(CellSql, RefusesWhatIsNoQuery) {
    for (const char* from :
         {"DELETE FROM preds", "DROP TABLE preds", "preds; DELETE FROM preds", "", "(SELECT 1",
          "SELECT 1) x; --", "SELECT 'a", "UPDATE preds SET p = 0", "a, b"}) {
        CellQuery wrong = query(SqlEngine::PostgreSql);
        wrong.from = from;
        EXPECT_FALSE(cellSql(wrong)) << from;
    }
    for (const char* from : {"preds", "public.preds", "\"my table\"", "read_parquet('p-*.parquet')",
                             "SELECT p, y FROM preds WHERE note = 'a;b'",
                             "WITH x AS (SELECT 1) SELECT * FROM x -- all"}) {
        CellQuery right = query(SqlEngine::DuckDb);
        right.from = from;
        EXPECT_TRUE(cellSql(right)) << from;
    }
}

TEST(CellSql, NamesWhatIsMissing) {
    CellQuery noLabel = query(SqlEngine::Sqlite);
    noLabel.columns.pop_back();
    ASSERT_FALSE(cellSql(noLabel));
    EXPECT_NE(cellSql(noLabel).error().detail.find("label"), std::string::npos);
    CellQuery noKind = query(SqlEngine::Sqlite);
    noKind.columns = {{ColumnRole::Score, "a"}, {ColumnRole::Score, "b"}, {ColumnRole::Label, "y"}};
    ASSERT_FALSE(cellSql(noKind));
    EXPECT_NE(cellSql(noKind).error().detail.find("--scores"), std::string::npos);
    CellQuery clash = query(SqlEngine::Sqlite);
    clash.columns.push_back({ColumnRole::Group, "Side"});
    EXPECT_FALSE(cellSql(clash));
    CellQuery twice = query(SqlEngine::Sqlite);
    twice.columns.push_back({ColumnRole::Label, "z"});
    EXPECT_FALSE(cellSql(twice));
}

}  // namespace
}  // namespace diagonal
