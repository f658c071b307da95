// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/json/json_reader.h"

#include <cmath>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/reading/reading_support.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Result<RoleColumns> readJson(const std::string& text, const ReadOptions& options = {}) {
    MemorySource source(text);
    return readJson(source, options, {});
}

RoleColumns accept(const std::string& text, const ReadOptions& options = {}) {
    auto columns = readJson(text, options);
    if (!columns) throw std::runtime_error(describe(columns.error()));
    return std::move(columns).value();
}

TEST(JsonReader, aListOfNumbersIsOneScorePerClass) {
    const auto columns = accept(
        "{\"logits\": [1.5, -2, 1e-3], \"label\": 2}\n\n"
        "{\"logits\": [0, 4, -1], \"label\": 0}");
    EXPECT_EQ(columns.scores.columns(), 3U);
    EXPECT_EQ(columns.scores.at(0, 2), 1e-3);
    EXPECT_EQ(columns.namedScale, NamedScale::Logit);
    EXPECT_THAT(columns.label.values(), ElementsAre("2", "0"));
    EXPECT_EQ(columns.places.of(1), 3U);
}

TEST(JsonReader, blocksInAnyOrderGiveTheRowsInOrder) {
    std::string text;
    std::vector<std::size_t> places;
    std::size_t line = 1;
    for (std::size_t row = 0; row < 30000; ++row, ++line) {
        if (row % 500 == 3) {
            text += "\n";
            ++line;
        }
        places.push_back(line);
        text += R"({"probs": [0.)" + std::to_string(row) + R"(, 0.5, 0.1], "label": "class )" +
                std::to_string(row * row % 7) + "\"}\n";
    }
    ReadObserver observer;
    observer.parallelFor = testing::threaded;
    MemorySource source(text);
    const auto columns = readJson(source, {}, observer);
    ASSERT_TRUE(columns) << describe(columns.error());
    ASSERT_EQ(columns.value().scores.rows(), places.size());
    const auto& label = columns.value().label;
    for (std::size_t row = 0; row < places.size(); ++row) {
        EXPECT_EQ(columns.value().places.of(row), places[row]);
        EXPECT_EQ(columns.value().scores.at(row, 0), std::stod("0." + std::to_string(row)));
        EXPECT_EQ(label.values()[static_cast<std::size_t>(label.codes()[row])],
                  "class " + std::to_string(row * row % 7));
    }
    text.insert(text.find("0.29000") + 7, "oops");
    MemorySource damaged(text);
    const auto broken = readJson(damaged, {}, observer);
    ASSERT_FALSE(broken);
    EXPECT_EQ(broken.error().line, places[29000]);
}

TEST(JsonReader, listsUnderAnyNameAndNumbersAsTextAreScores) {
    const auto columns = accept("{\"outputs\": [\"0.25\", \"0.75\"], \"label\": \"1\"}\n");
    EXPECT_EQ(columns.scores.at(0, 1), .75);
}

TEST(JsonReader, beyondTheFirstRecordsListsMayStillHoldTextsAndNulls) {
    std::string text;
    for (int row = 0; row < 250; ++row) {
        text += R"({"other": [1, 2, 3], "probs": [0.25, 0.75], "label": )" +
                std::to_string(row % 2) + "}\n";
    }
    text += R"({"probs": ["0.5", 0.5], "label": 1})"
            "\n";
    text += R"({"other": [7], "probs": [null, 1], "label": 0})"
            "\n";
    text += R"({"probs": null, "label": 0})"
            "\n";
    const auto columns = accept(text);
    ASSERT_EQ(columns.scores.rows(), 253U);
    EXPECT_EQ(columns.scores.at(249, 1), .75);
    EXPECT_EQ(columns.scores.at(250, 0), .5);
    EXPECT_TRUE(std::isnan(columns.scores.at(251, 0)));
    EXPECT_EQ(columns.scores.at(251, 1), 1);
    EXPECT_TRUE(std::isnan(columns.scores.at(252, 1)));
    EXPECT_EQ(columns.label.codes()[249], columns.label.codes()[250]);

    const auto longer = readJson(text + R"({"probs": [0.2, 0.3, 0.5], "label": 0})");
    ASSERT_FALSE(longer);
    EXPECT_THAT(longer.error().detail, HasSubstr("3 scores, not 2"));
}

TEST(JsonReader, doublesKeepEveryBit) {
    const auto columns =
        accept("{\"probs\": [0.30000000000000004, 0.6999999999999999556], \"label\": 0}\n");
    EXPECT_EQ(columns.scores.at(0, 0), 0.30000000000000004);
    EXPECT_EQ(columns.scores.at(0, 1), 0.6999999999999999556);
}

TEST(JsonReader, plainFieldsAreColumnsAndObjectsGoOneLevelDeep) {
    const auto columns = accept(
        "{\"confidence\": 0.8, \"correctness\": true, \"meta\": {\"id\": 4}}\n"
        "{\"confidence\": 0.6, \"correctness\": false, \"extra\": [{}]}\n");
    EXPECT_EQ(columns.scoreRole, ScoreRole::Confidence);
    EXPECT_THAT(columns.correct.values(), ElementsAre("true", "false"));
    EXPECT_THAT(columns.allNames, ElementsAre("confidence", "correctness", "meta.id"));
}

TEST(JsonReader, loggedChoicesGiveTheirLogLikelihoodsAsLogits) {
    const auto columns = accept(
        "{\"doc_id\": 0, \"doc\": {\"question\": \"q\"}, \"target\": \"1\", \"resps\": "
        "[[[\"-25.625\", \"False\"]], [[\"-23.5\", \"False\"]]], \"filtered_resps\": "
        "[[\"-25.625\", \"False\"], [\"-23.5\", \"False\"]], \"acc\": 1.0}\n");
    EXPECT_EQ(columns.namedScale, NamedScale::Logit);
    EXPECT_EQ(columns.scores.at(0, 0), -25.625);
    EXPECT_THAT(columns.label.values(), ElementsAre("1"));
}

TEST(JsonReader, anArrayOfObjectsIsATable) {
    const auto columns = accept("[{\"prob\": 0.2, \"label\": 0},\n {\"prob\": 0.9, \"label\": 1}]");
    EXPECT_EQ(columns.scores.rows(), 2U);
    EXPECT_FALSE(columns.places.areLines());
}

TEST(JsonReader, anotherNumberOfScoresIsRefusedWithItsLine) {
    const std::string first = "{\"probs\": [0.2, 0.8], \"label\": 0}\n";
    for (const char* second : {"{\"probs\": [0.2, 0.3, 0.5], \"label\": 0}\n",
                               "{\"probs\": [1.0], \"label\": 0}\n", "{\"label\": 0}\n"}) {
        std::string text;
        for (int i = 0; i < 300; ++i)
            text += first;
        const auto columns = readJson(text + second);
        ASSERT_FALSE(columns) << second;
        EXPECT_EQ(columns.error().line, 301U);
        EXPECT_FALSE(readJson(first + second)) << second;
    }
}

TEST(JsonReader, theRecordWithMoreScoresThanMostIsNamed) {
    std::string text;
    for (int row = 1; row <= 40; ++row)
        text += row == 7 ? "{\"probs\": [0.1, 0.2, 0.3, 0.4], \"label\": 1}\n"
                         : "{\"probs\": [0.1, 0.2, 0.7], \"label\": 1}\n";
    MemorySource source(text);
    const auto columns = readJson(source, {}, {});
    ASSERT_FALSE(columns);
    EXPECT_EQ(columns.error().line, 7U);
    EXPECT_THAT(columns.error().detail, HasSubstr("4 scores, not 3"));
}

TEST(JsonReader, whatIsNotJsonIsRefusedWithItsLine) {
    for (const char* second : {"{\"probs\": [0.2,\n", "[1, 2]\n", "words\n"}) {
        const auto columns =
            readJson(std::string("{\"probs\": [0.2, 0.8], \"label\": 0}\n") + second);
        ASSERT_FALSE(columns) << second;
        EXPECT_EQ(columns.error().line, 2U) << second;
    }
    EXPECT_EQ(accept("[1, 2]").scoreRole, ScoreRole::None);
    EXPECT_FALSE(readJson("[]"));
    EXPECT_EQ(accept("{}").scoreRole, ScoreRole::None);
}

TEST(JsonReader, deepNestingIsRefusedWithoutAStack) {
    EXPECT_FALSE(
        readJson("{\"probs\": " + std::string(100'000, '[') + std::string(100'000, ']') + "}"));
    EXPECT_FALSE(readJson(std::string(100'000, '[')));
}

TEST(JsonReader, aBrokenFirstLineAmongRecordsIsReported) {
    const std::string good = "{\"label\": 1, \"prob\": 0.5}\n";
    for (const char* broken :
         {"{\"label\": 1, \"prob\": 0.5\n", "{\"label\": 1, \"prob\": 0.5},\n"}) {
        const auto read = testing::readBytes(broken + good + good);
        ASSERT_FALSE(read);
        EXPECT_EQ(read.error().line, 1U) << broken;
    }
}

TEST(JsonReader, aListUnderAKeyMayHoldARecordALine) {
    const auto read = testing::accepted(
        "{\"results\": [\n{\"label\": 1, \"prob\": 0.9},\n{\"label\": 0, \"prob\": 0.2}\n]}\n");
    EXPECT_EQ(read.predictions.rows(), 2U);
}

}  // namespace
}  // namespace diagonal
