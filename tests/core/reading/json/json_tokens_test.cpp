// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/json/json_tokens.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/reading/prediction_reader.h"
#include "tests/core/reading/mutations.h"

namespace diagonal {
namespace {

using ::testing::ElementsAre;

/// Returns a line with an answer of OpenAI's chat completions API and its label.
std::string chat(const std::string& label, const std::string& tokens) {
    return R"({"label": ")" + label +
           R"(", "response": {"status_code": 200, "body": {"object": "chat.completion", "choices": )"
           R"([{"index": 0, "message": {"role": "assistant", "content": "B"}, "logprobs": )"
           R"({"content": [{"token": "B", "logprob": -0.1, "bytes": [66], "top_logprobs": [)" +
           tokens +
           R"(]}, {"token": "!", "logprob": 0, "top_logprobs": [{"token": "A", "logprob": -9}]}])"
           R"(}, "finish_reason": "stop"}]}}})"
           "\n";
}

std::string token(const std::string& text, const std::string& logProbability) {
    return R"({"token": ")" + text + R"(", "logprob": )" + logProbability + R"(, "bytes": null})";
}

ReadPredictions acceptPredictions(const std::string& text) {
    auto read = readPredictions(std::make_unique<MemorySource>(text), "answers.jsonl");
    if (!read) throw std::runtime_error(describe(read.error()));
    return std::move(read).value();
}

TEST(JsonTokens, theClassesOfAChatAreTheLabelsAmongItsFirstTokens) {
    std::string text =
        chat("A", token("A", "-0.5") + "," + token(" A", "-3") + "," + token("The", "-2")) +
        chat("A", token("The", "-1")) + "{\"label\": \"A\", \"response\": null}\n";
    for (int row = 0; row < 30; ++row)
        text += chat("b", token("B", "-0.2") + "," + token("A", "-1.75"));
    const auto read = acceptPredictions(text);
    EXPECT_THAT(read.predictions.classNames(), ElementsAre("A", "b"));
    ASSERT_EQ(read.predictions.rows(), 31U);
    EXPECT_EQ(read.summary.skipped, 2U);
    const ScoreMatrix& scores = read.predictions.scores();
    EXPECT_NEAR(scores.at(0, 0), std::log(std::exp(-.5) + std::exp(-3)), 1e-15);
    // "B" is not listed there: it gets the lowest listed log-probability.
    EXPECT_EQ(scores.at(0, 1), -3);
    EXPECT_EQ(scores.at(1, 0), -1.75);
    EXPECT_EQ(scores.at(1, 1), -.2);
}

TEST(JsonTokens, completionsListTokensByName) {
    const auto read = acceptPredictions(
        R"({"target": "yes", "choices": [{"text": " yes", "logprobs": {"tokens": [" yes"], "token_logprobs": [-0.1], "top_logprobs": [{" yes": -0.1, " no": -2.5, "\n": -7}]}}]})"
        "\n"
        R"({"target": "no", "choices": [{"text": " yes", "logprobs": {"tokens": [" yes"], "token_logprobs": [-0.4], "top_logprobs": [{" yes": -0.4, " no": -1.5, "\n": -7}]}}]})"
        "\n");
    EXPECT_THAT(read.predictions.classNames(), ElementsAre("no", "yes"));
    EXPECT_EQ(read.predictions.scores().at(1, 0), -1.5);
    EXPECT_NE(read.predictions.scoreKind(), ScoreKind::Probability);
}

TEST(JsonTokens, withoutLabelsTheUsualTokensAreClasses) {
    std::vector<std::vector<JsonCell>> records;
    for (int row = 0; row < 4; ++row) {
        records.push_back({{"custom_id", "q" + std::to_string(row)}, {kTokensCell, ""}});
        records.back().back().tokens = {{"A", -1}, {"B", -2}, {"C" + std::to_string(row), -3}};
    }
    records.push_back({{"custom_id", "q4"}});
    const TokenClasses classes(records);
    EXPECT_EQ(classes.names(), "'A', 'B'");
    for (auto& record : records)
        classes.expand(record);
    EXPECT_EQ(records[0].back().name, "logprob_B");
    EXPECT_EQ(records[0].back().text, "-2");
    EXPECT_EQ(records[4].back().text, "");
    EXPECT_TRUE(TokenClasses(std::vector<std::vector<JsonCell>>{{{"label", "1"}}}).empty());
}

TEST(JsonTokens, theColumnOfMostTokensHoldsTheLabels) {
    std::vector<std::vector<JsonCell>> records;
    for (int row = 0; row < 6; ++row) {
        const std::string answer = row % 2 == 0 ? "A" : "B";
        records.push_back({{"id", std::to_string(row)}, {"answer", answer}, {kTokensCell, ""}});
        records.back().back().tokens = {{"1", -4}, {"2", -5}, {"3", -6}, {"A", -1}, {"B", -2}};
    }
    EXPECT_EQ(TokenClasses(records).names(), "'A', 'B'");
    EXPECT_EQ(TokenClasses(records, {{ColumnRole::Label, "id"}}).names(), "'1', '2', '3'");
}

TEST(JsonTokens, whatIsCalledLikeThemAndHoldsNoneIsAnOrdinaryField) {
    const auto scores = acceptPredictions(
        "{\"label\": 0, \"top_logprobs\": [-0.1, -2.3]}\n{\"label\": 1, \"top_logprobs\": [-2, "
        "-0.2]}\n");
    EXPECT_EQ(scores.predictions.rows(), 2U);
    const std::string asked = R"({"top_logprobs": 5, )";
    std::string text;
    for (const char* label : {"A", "B"})
        text += asked + chat(label, token("A", "-0.5") + "," + token("B", "-3")).substr(1);
    EXPECT_EQ(acceptPredictions(text).predictions.scores().at(1, 1), -3);
}

TEST(JsonTokens, mutationsAreReadOrRefused) {
    testing::expectMutationsReadOrRefused(chat("A", token("A", "-0.5") + "," + token("B", "-3")) +
                                          chat("B", token("A", "-0.5") + "," + token("B", "-3")));
}

}  // namespace
}  // namespace diagonal
