// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/reading/bins/bin_edges.h"
#include "core/reading/bins/bin_lists.h"
#include "core/reading/bins/bin_reader.h"

namespace diagonal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

std::vector<StatedBin> binsFrom(const std::vector<std::pair<double, double>>& edges) {
    std::vector<StatedBin> bins;
    for (const auto& [lower, upper] : edges)
        bins.push_back({bins.size(), lower, upper, kNone, kNone, 10, 5});
    return bins;
}

std::vector<StatedBin> binsAt(const std::vector<double>& confidences) {
    std::vector<StatedBin> bins;
    for (const double confidence : confidences)
        bins.push_back({bins.size(), kNone, kNone, kNone, confidence, 10, 5});
    return bins;
}

TEST(BinIntervals, AreReadAsProgramsWriteThem) {
    const std::pair tenth(0.1, 0.2);
    for (const char* text : {"(0.1, 0.2]", "[0.1,0.2)", "0.1-0.2", "0.1 - 0.2", "10%-20%",
                             "0.1\u20130.2", "0.1 to 0.2", "0.1..0.2", "10%-20%"})
        EXPECT_EQ(intervalIn(text), tenth) << text;
    EXPECT_EQ(intervalIn("(-0.001, 0.2]"), std::pair(-0.001, 0.2));
    for (const char* text : {"", "3", "-0.1", "bin 3", "a-b", "0.1-b", "1e-05"})
        EXPECT_FALSE(intervalIn(text)) << text;
}

TEST(BinEdges, OfRoundedEqualBinsAreExact) {
    auto bins = binsFrom({{0, .33}, {.33, .67}, {.67, 1}});
    const auto edges = edgesOf(bins);
    ASSERT_TRUE(edges);
    EXPECT_TRUE(edges.value().areByWidth);
    EXPECT_THAT(edges.value().edges, ElementsAre(0, 1.0 / 3, 2.0 / 3, 1));
    EXPECT_TRUE(edges.value().remark.empty());
}

TEST(BinEdges, ThatAreUnequalStayAndAreCompleted) {
    auto bins = binsFrom({{.6, .9}, {.1, .4}});
    const auto edges = edgesOf(bins);
    ASSERT_TRUE(edges);
    EXPECT_FALSE(edges.value().areByWidth);
    EXPECT_THAT(edges.value().edges, ElementsAre(0, .1, .4, .6, .9, 1));
    EXPECT_THAT(edges.value().places, ElementsAre(1, 3));
    EXPECT_EQ(bins.front().row, 1U);
    EXPECT_EQ(edges.value().remark,
              "no bin covers 0 to 0.1, 0.4 to 0.6, 0.9 to 1: read as bins without rows");
}

TEST(BinEdges, ThatAreNotStatedAreOfEqualWidthOrMidway) {
    auto equal = binsAt({.1, kNone, .9});
    EXPECT_THAT(edgesOf(equal).value().edges, ElementsAre(0, 1.0 / 3, 2.0 / 3, 1));
    auto others = binsAt({.9, .1, .2});
    const auto edges = edgesOf(others);
    ASSERT_EQ(edges.value().edges.size(), 4U);
    EXPECT_NEAR(edges.value().edges[1], .15, 1e-15);
    EXPECT_NEAR(edges.value().edges[2], .55, 1e-15);
    EXPECT_THAT(edges.value().remark, HasSubstr("midway"));
}

TEST(BinEdges, ThatContradictEachOtherAreRefusedWithTheirRow) {
    for (const auto& [wrong, what] :
         {std::pair(std::pair(.4, 1.0), "overlaps"), std::pair(std::pair(.8, .7), "no width"),
          std::pair(std::pair(.5, 2.0), "does not lie between 0 and 1")}) {
        auto bins = binsFrom({{0, .5}, wrong});
        const auto edges = edgesOf(bins);
        ASSERT_FALSE(edges) << what;
        EXPECT_THAT(edges.error().detail, HasSubstr(what));
        EXPECT_EQ(edges.error().line, 2U);
    }
    auto same = binsAt({.1, .1, .2});
    EXPECT_THAT(edgesOf(same).error().detail, HasSubstr("the same place"));
}

TEST(BinColumns, AreRecognisedByNamesThatRowsDoNotHave) {
    const auto evidence = [](const std::vector<std::string>& names) {
        const auto columns = binColumnsIn(names);
        return columns ? std::optional(columns->evidence) : std::nullopt;
    };
    EXPECT_EQ(evidence({"bin_lower", "bin_upper", "count", "conf", "acc"}), BinEvidence::Names);
    EXPECT_EQ(evidence({"prob_true", "prob_pred"}), BinEvidence::Names);
    EXPECT_EQ(evidence({"accuracies", "avg_confidences", "counts"}), BinEvidence::Names);
    EXPECT_EQ(evidence({"bin", "confidence", "correct", "n"}), BinEvidence::Numbers);
    EXPECT_EQ(evidence({"confidence", "accuracy", "n"}), BinEvidence::Shares);
    EXPECT_EQ(evidence({"confidence", "correct", "n"}), std::nullopt);
    EXPECT_EQ(evidence({"confidence", "accuracy", "num_samples"}), std::nullopt);
    EXPECT_EQ(evidence({"label", "probability"}), std::nullopt);
    EXPECT_EQ(evidence({"bin_lower", "bin_upper", "count"}), std::nullopt);
}

TEST(BinLists, AreFoundAnywhereInADocument) {
    const auto table = binTableInJson(
        R"({"runs": [{"model": "a", "report": {"bins": [
            {"lower": 0, "upper": 1, "count": 4, "confidence": 0.5, "accuracy": null}]}},
            {"model": "b", "report": {"bins": [
            {"lower": 0, "upper": 1, "count": 4, "confidence": 0.5, "accuracy": 0.25}]}}]})");
    ASSERT_TRUE(table);
    EXPECT_THAT(table->names,
                ElementsAre("lower", "upper", "count", "confidence", "accuracy", "model"));
    ASSERT_EQ(table->rows.size(), 2U);
    EXPECT_THAT(table->rows[0], ElementsAre("0", "1", "4", "0.5", "", "a"));
    EXPECT_EQ(table->rows[1].back(), "b");
    for (const char* text :
         {"{", "[]", "{}", "[1, 2]", R"([{"confidence": 0.5, "correct": 1, "n": 3}])",
          R"({"classes": [{"class": "a", "accuracy": 0.5, "confidence": 0.5, "count": 3}]})"})
        EXPECT_FALSE(binTableInJson(text)) << text;
}

TEST(Bins, KeepRowsOnEdgesInTheirBin) {
    const BinTexts table{{"lower", "upper", "count", "confidence", "accuracy"},
                         {{"0", "0.5", "4", "0.5", "0.25"}, {"0.5", "1", "4", "0.5", "0.75"}},
                         {2, 3}};
    const auto dataset = datasetOfBins(table, "bins.csv");
    ASSERT_TRUE(dataset);
    const ScoreMatrix& scores = dataset.value().predictions.scores();
    EXPECT_EQ(scores.rows(), 4U);
    EXPECT_LT(scores.at(0, 0), 0.5);
    EXPECT_GT(scores.at(3, 0), 0.5);
    EXPECT_NEAR(scores.at(0, 0), scores.at(3, 0), 1e-15);
}

}  // namespace
}  // namespace diagonal
