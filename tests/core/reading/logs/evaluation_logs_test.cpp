// SPDX-License-Identifier: GPL-3.0-or-later
// Logs of evaluations of language models: Inspect, Humanity's Last Exam, HELM.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/reading/npy_bytes.h"
#include "tests/core/reading/reading_support.h"
#include "tests/core/support.h"

namespace diagonal::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

std::string summary(int id, const std::string& value, const std::string& metadata, int epoch = 1) {
    return R"({"id": )" + std::to_string(id) + R"(, "epoch": )" + std::to_string(epoch) +
           R"(, "target": "A", "scores": {"judge": {"value": )" + value + R"(, "metadata": )" +
           metadata + "}}}";
}

std::string listOf(const std::vector<std::string>& items) {
    std::string text = "[";
    for (const std::string& item : items)
        text += (text.size() > 1 ? ", " : "") + item;
    return text + "]";
}

const char* const kHeader = R"({"version": 2, "eval": {"task": "hle"}})";

std::vector<std::string> twelveSummaries() {
    std::vector<std::string> all;
    for (int i = 0; i < 12; ++i)
        all.push_back(summary(i, i % 3 == 0 ? R"("C")" : R"("I")", R"({"confidence": 90})"));
    return all;
}

TEST(InspectLog, summariesHoldScoresAndConfidence) {
    for (const bool zstd : {false, true}) {
        const auto data = accepted(zipBytes({{"header.json", kHeader},
                                             {"summaries.json", listOf(twelveSummaries())},
                                             {"samples/0_epoch_1.json", "not even JSON"}},
                                            true, zstd));
        EXPECT_EQ(data.predictions.rows(), 12U);
        EXPECT_EQ(accuracyOf(data), 4.0 / 12);
        EXPECT_EQ(data.predictions.scores().at(0, 0), .9);
        EXPECT_EQ(assumed(data, "correct_column"), "judge.correct");
        EXPECT_EQ(data.groups.front().name, "task");
    }
}

TEST(InspectLog, theLettersAreTheNumbersOfInspect) {
    auto all = twelveSummaries();
    all.push_back(summary(20, R"("N")", R"({"confidence": 50})"));
    all.push_back(summary(21, R"("P")", R"({"confidence": 50})"));
    all.push_back(summary(22, "NaN", R"({"confidence": 50})"));
    all.push_back(summary(23, "null", R"({"confidence": 50})"));
    const auto data = accepted(zipBytes({{"summaries.json", listOf(all)}}, true));
    EXPECT_EQ(data.predictions.rows(), 13U);
    EXPECT_EQ(data.summary.skipped, 3U);
    EXPECT_EQ(accuracyOf(data), 4.0 / 13);
    EXPECT_EQ((*data.summary.skippedRows)[1].text, "its correctness is missing");
}

TEST(InspectLog, theLastOfAnIdAndOfANameCounts) {
    auto all = twelveSummaries();
    all.push_back(summary(1, R"("C")", R"({"confidence": 90})"));
    EXPECT_EQ(accuracyOf(accepted(zipBytes({{"summaries.json", listOf(all)}}, true))), 5.0 / 12);
    const auto data = accepted(
        zipBytes({{"summaries.json", "[]"}, {"summaries.json", listOf(twelveSummaries())}}, true));
    EXPECT_EQ(data.predictions.rows(), 12U);
}

TEST(InspectLog, aRunningLogHasOnlyItsJournal) {
    const auto all = twelveSummaries();
    const auto data = accepted(
        zipBytes({{"_journal/start.json", kHeader},
                  {"_journal/summaries/10.json", listOf({all[0], all[1]})},
                  {"_journal/summaries/2.json",
                   listOf({summary(0, R"("I")", R"({"confidence": 10})"), all[2], all[3]})}},
                 true));
    // Number 10 comes after 2 and replaces sample 0.
    EXPECT_EQ(data.predictions.rows(), 4U);
    EXPECT_EQ(accuracyOf(data), .5);
}

TEST(InspectLog, epochsAndScorersAreGroupsAndModels) {
    std::vector<std::string> all;
    for (int i = 0; i < 12; ++i) {
        all.push_back(R"({"id": )" + std::to_string(i) + R"(, "epoch": )" +
                      std::to_string(i % 2 + 1) +
                      R"(, "scores": {"a": {"value": "C", "metadata": {"confidence": 0.8}},)"
                      R"( "b": {"value": "I", "metadata": {"confidence": 0.6}}}})");
    }
    const std::string log = zipBytes({{"summaries.json", listOf(all)}}, true);
    const auto first = accepted(log);
    EXPECT_EQ(accuracyOf(first), 1);
    ASSERT_EQ(first.groups.size(), 1U);
    EXPECT_EQ(first.groups[0].name, "epoch");
    EXPECT_THAT(noteIds(first), Contains("other_models"));
    ReadOptions options;
    options.columns = {{ColumnRole::Confidence, "b.confidence"},
                       {ColumnRole::Correct, "b.correct"}};
    EXPECT_EQ(accuracyOf(accepted(log, options)), 0);
}

std::string sampleWithTokens(int id, const std::string& target) {
    return R"({"id": )" + std::to_string(id) + R"(, "epoch": 1, "target": ")" + target +
           R"(", "output": {"choices": [{"logprobs": {"content": [{"token": "A", "logprob": -0.2,)"
           R"( "top_logprobs": [{"token": " A", "logprob": -0.2}, {"token": "B", "logprob": -2},)"
           R"( {"token": "The", "logprob": -3}]}]}}]}, "scores": {"choice": {"value": "C"}}})";
}

TEST(InspectLog, logProbabilitiesComeFromTheSamples) {
    std::vector<std::pair<std::string, std::string>> members = {{"summaries.json", "[]"}};
    for (int i = 0; i < 12; ++i) {
        // The layout of one file per sample, and the chunked one.
        const std::string name = "samples/" + std::to_string(i) + "_epoch_1";
        members.emplace_back(i % 2 == 0 ? name + ".json" : name + "/sample.json",
                             sampleWithTokens(i, i % 4 == 0 ? "B" : "A"));
    }
    const auto data = accepted(zipBytes(members, true));
    EXPECT_EQ(data.predictions.rows(), 12U);
    EXPECT_EQ(data.predictions.classCount(), 2U);
    EXPECT_EQ(accuracyOf(data), .75);
}

TEST(InspectLog, aLogWithoutConfidenceSaysWhichFieldToFill) {
    for (const std::string& log :
         {zipBytes({{"summaries.json", listOf({summary(1, R"("C")", "{}")})}}, true),
          std::string(R"({"version": 2, "eval": {"task": "t"}, "samples": [)" +
                      summary(1, R"("C")", "{}") + "]}")}) {
        const auto read = readBytes(log);
        ASSERT_FALSE(read);
        EXPECT_THAT(read.error().detail, HasSubstr("scores of 'judge', but no confidence"));
        EXPECT_THAT(read.error().detail, HasSubstr("metadata={'confidence': 0.9}"));
    }
}

std::string judged(const std::string& key, const std::string& correct, int confidence) {
    return '"' + key + R"(": {"model": "m", "judge_response": {"correct_answer": "a",)" +
           R"( "model_answer": "b", "correct": ")" + correct + R"(", "confidence": )" +
           std::to_string(confidence) + "}}";
}

TEST(JudgedAnswers, theJudgementWinsOverTheAnswer) {
    std::string records;
    for (int i = 0; i < 10; ++i) {
        if (i > 0) records += ", ";
        records += judged("q" + std::to_string(i), i < 3 ? "yes" : "no", 10 * i + 5);
    }
    const std::string open = R"(, "q98": {"error": "closed"}, "q99": {"error": "closed"})";
    for (const std::string& text :
         {"{" + records + "}", "{" + records + open + "}",
          R"({"judging_metadata": {"judge_model": "j", "config": {"workers": 1}},)"
          R"( "judged_predictions": {)" +
              records + open + "}}"}) {
        const auto data = accepted(text);
        EXPECT_EQ(data.predictions.rows(), 10U);
        EXPECT_EQ(accuracyOf(data), .3);
        EXPECT_EQ(data.predictions.scores().at(9, 0), .95);
        if (text.find("q99") == std::string::npos) continue;
        EXPECT_EQ(data.summary.skipped, 2U);
        EXPECT_EQ((*data.summary.skippedRows)[0].text, "it was not judged");
    }
}

TEST(JudgedAnswers, twoJudgesAreTwoModelsAndTwoSetsAreAskedAbout) {
    std::string records;
    for (int i = 0; i < 10; ++i) {
        const std::string id = std::to_string(i);
        if (i > 0) records += ", ";
        records += "\"a" + id + R"(": {"judge_a": {"correct": "yes", "confidence": 8)" + id +
                   R"(}, "judge_b": {"correct": "no", "confidence": 5}})";
    }
    const auto data = accepted("{" + records + "}");
    EXPECT_EQ(data.predictions.rows(), 10U);
    EXPECT_EQ(accuracyOf(data), 1);
    EXPECT_THAT(noteIds(data), Contains("other_models"));
    const auto sets = readBytes(R"({"train": {)" + records + R"(}, "test": {)" + records + "}}");
    ASSERT_FALSE(sets);
    EXPECT_THAT(sets.error().detail, HasSubstr("several keys hold records: 'train', 'test'"));
}

TEST(Helm, statisticsOfInstancesAreColumns) {
    std::string records;
    for (int i = 0; i < 10; ++i) {
        const auto stat = [](const std::string& name, const std::string& mean,
                             const std::string& more = "") {
            return R"({"name": {"name": ")" + name + '"' + more + R"(}, "mean": )" + mean + "}";
        };
        records += (i > 0 ? ", " : "") + std::string(R"({"instance_id": "id)") + std::to_string(i) +
                   R"(", "stats": [)" +
                   stat("exact_match", "0.0", R"(, "perturbation": {"name": "typos"})") + ", " +
                   stat("max_prob", "0.75") + ", " + stat("exact_match", i < 7 ? "1.0" : "0.0") +
                   "]}";
    }
    const auto data = accepted("[" + records + "]");
    EXPECT_EQ(accuracyOf(data), .7);
    EXPECT_EQ(data.predictions.scores().at(0, 0), .75);
}

TEST(Helm, completionsAreComparedWithTheirReferences) {
    std::string states;
    for (int i = 0; i < 10; ++i) {
        states += std::string(i > 0 ? ", " : "") + R"({"instance": {"id": "id)" +
                  std::to_string(i) +
                  R"(", "references": [{"output": {"text": "x"}, "tags": ["correct"]},)"
                  R"( {"output": {"text": "y"}, "tags": []}]}, "output_mapping": {"A": "x",)"
                  R"( "B": "y"}, "result": {"completions": [{"text": ")" +
                  (i < 4 ? " A" : " B") + R"(", "logprob": -0.5}]}})";
    }
    const auto data = accepted(R"({"adapter_spec": {}, "request_states": [)" + states + "]}");
    EXPECT_EQ(accuracyOf(data), .4);
    EXPECT_DOUBLE_EQ(data.predictions.scores().at(0, 0), std::exp(-.5));
    const auto open =
        readBytes(R"({"adapter_spec": {}, "request_states": [{"result": {"completions": []}}]})");
    ASSERT_FALSE(open);
    EXPECT_THAT(open.error().detail, HasSubstr("per_instance_stats.json"));
}

}  // namespace
}  // namespace diagonal::testing
