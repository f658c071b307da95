// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/reading/mutations.h"
#include "tests/core/reading/reading_support.h"

namespace diagonal {
namespace {

using testing::accepted;
using testing::accuracyOf;
using testing::expectMutationsReadOrRefused;
using ::testing::HasSubstr;
using testing::readBytes;
using testing::rowOf;

class JsonShapes : public ::testing::TestWithParam<const char*> {};

TEST_P(JsonShapes, giveTheSameTwoRows) {
    const auto data = accepted(GetParam());
    ASSERT_EQ(data.predictions.rows(), 2U);
    EXPECT_EQ(rowOf(data, 0), (std::vector{.25, .75}));
    EXPECT_EQ(accuracyOf(data), .5);
}

INSTANTIATE_TEST_SUITE_P(
    All, JsonShapes,
    ::testing::Values(
        "{\"probs\": [0.25, 0.75], \"label\": 1}\n{\"probs\": [0.5, 0.5], \"label\": 1}\n",
        "[{\"probs\": [0.25, 0.75], \"label\": 1},\n {\"probs\": [0.5, 0.5], \"label\": 1}]",
        "{\"probs\": [[0.25, 0.75], [0.5, 0.5]], \"labels\": [1, 1]}",
        "{\n  \"epoch\": 3,\n  \"probs\": [[0.25, 0.75],\n [0.5, 0.5]],\n  \"labels\": [1, 1]\n}\n",
        "{\"meta\": {\"model\": \"x\"}, \"predictions\": [{\"probs\": [0.25, 0.75], \"label\": 1}, "
        "{\"probs\": [0.5, 0.5], \"label\": 1}]}",
        "{\"columns\": [\"p0\", \"p1\", \"label\"], \"index\": [0, 1], \"data\": [[0.25, 0.75, 1], "
        "[0.5, 0.5, 1]]}",
        "{\"p0\": {\"0\": 0.25, \"1\": 0.5}, \"p1\": {\"0\": 0.75, \"1\": 0.5}, \"label\": {\"0\": "
        "1, \"1\": 1}}",
        "{\"0\": {\"p0\": 0.25, \"p1\": 0.75, \"label\": 1}, \"1\": {\"p0\": 0.5, \"p1\": 0.5, "
        "\"label\": 1}}",
        "{\"p0\": [0.25, 0.5], \"p1\": [0.75, 0.5], \"label\": [1, 1]}",
        "{\"schema\": {\"fields\": []}, \"data\": [{\"p0\": 0.25, \"p1\": 0.75, \"label\": 1}, "
        "{\"p0\": 0.5, \"p1\": 0.5, \"label\": 1}]}"));

TEST_P(JsonShapes, bentAreReadOrRefused) {
    expectMutationsReadOrRefused(GetParam());
}

TEST(JsonDocument, textsInArraysAreLabels) {
    const auto data = accepted(
        "{\"probs\": [[0.25, 0.75], [0.5, 0.5]], \"classes\": [\"a\", \"b\"], \"labels\": [\"1\", "
        "\"0\"]}");
    EXPECT_EQ(accuracyOf(data), 1);
}

TEST(JsonDocument, classNamesInTheFileOrderTheLabels) {
    const auto data = accepted(
        "{\"probs\": [[0.25, 0.75], [0.5, 0.5]], \"classes\": [\"dog\", \"cat\"], \"labels\": "
        "[\"cat\", \"dog\"]}");
    EXPECT_EQ(data.summary.classNames, (std::vector<std::string>{"dog", "cat"}));
    EXPECT_EQ(accuracyOf(data), 1);
}

TEST(JsonDocument, pipelinesThatSortTheirScoresAreReadByName) {
    for (const char* text :
         {"{\"true\": \"a\", \"labels\": [\"a\", \"b\"], \"scores\": [0.75, 0.25]}\n"
          "{\"true\": \"a\", \"labels\": [\"b\", \"a\"], \"scores\": [0.625, 0.375]}\n",
          "{\"true\": \"a\", \"out\": [{\"label\": \"a\", \"score\": 0.75}, {\"label\": \"b\", "
          "\"score\": 0.25}]}\n"
          "{\"true\": \"a\", \"out\": [{\"label\": \"b\", \"score\": 0.625}, {\"label\": \"a\", "
          "\"score\": 0.375}]}\n"}) {
        const auto data = accepted(text);
        EXPECT_EQ(rowOf(data, 1), (std::vector{.375, .625})) << text;
        EXPECT_EQ(accuracyOf(data), .5);
    }
}

TEST(JsonDocument, numbersBeyondAnyTypeRefuseNothingElse) {
    const std::string id = "340282366920938463463374607431768211455";
    const auto data = accepted(
        "{\"id\": " + id +
        ", \"u\": -1e999, \"t\": \"\\ud800 \\ud83d\\ude00 \\\\ud800\", "
        "\"p0\": 1E-400, \"p1\": 1, \"label\": 1}\n"
        "{\"id\": 12, \"u\": 3, \"t\": \"\\udc00\", \"p0\": 0.5, \"p1\": 0.5, \"label\": " +
        "0}\n");
    EXPECT_EQ(rowOf(data, 0), (std::vector{0.0, 1.0}));
    EXPECT_EQ(accuracyOf(data), 1);
    const auto bent = readBytes("{\"u\": 1e999, \"p0\": 0.5 0.25, \"p1\": 1, \"label\": 1}\n");
    EXPECT_FALSE(bent);
}

TEST(JsonDocument, whatIsCutOrClosedTwiceIsReportedWithItsLine) {
    const std::string rows = "[{\"prob\": 0.2, \"label\": 0},\n {\"prob\": 0.9, \"label\": 1}";
    EXPECT_THAT(readBytes(rows).error().detail, HasSubstr("brackets close on line 2"));
    EXPECT_THAT(readBytes(rows + "}]").error().detail,
                HasSubstr("unmatched bracket, '}' on line 2"));
    EXPECT_THAT(readBytes(rows + ",\n{\"prob").error().detail,
                HasSubstr("inside a string on line 3"));
}

TEST(JsonDocument, columnsWithOtherKeysAreRefused) {
    const auto data =
        readBytes("{\"p\": {\"0\": 0.25, \"1\": 0.5}, \"label\": {\"1\": 1, \"0\": 0}}");
    ASSERT_FALSE(data);
    EXPECT_EQ(data.error().key, "label");
}

TEST(JsonDocument, aListThatIsNullSkipsItsRowOnly) {
    std::string text;
    for (int i = 0; i < 19; ++i)
        text += "{\"probs\": [0.5, 0.5], \"label\": 0}\n";
    EXPECT_EQ(accepted(text + "{\"probs\": null, \"label\": 1}\n").summary.skipped, 1U);
}

TEST(JsonDocument, nanAndInfinityOfPythonSkipTheirRowOnly) {
    std::string text;
    for (int i = 0; i < 19; ++i)
        text += "{\"note\": \"NaN stays\", \"p0\": 0.5, \"p1\": 0.5, \"label\": 0}\n";
    const auto data =
        accepted(text +
                 "{\"p0\": NaN, \"p1\": 0.5, \"label\": 0}\n{\"p0\": -Infinity, \"p1\": "
                 "Infinity, \"label\": 0}\n");
    EXPECT_EQ(data.predictions.rows(), 19U);
    EXPECT_EQ(data.summary.skipped, 2U);
}

TEST(JsonDocument, raggedItemsAreNamed) {
    const auto ragged = readBytes("{\"probs\": [[0.25, 0.75], [0.5]], \"labels\": [1, 1]}");
    ASSERT_FALSE(ragged);
    EXPECT_EQ(ragged.error().key, "probs");
    EXPECT_THAT(ragged.error().detail, HasSubstr("item 2"));
    EXPECT_FALSE(readBytes("{\"probs\": [[0.25, 0.75], [0.5, 0.5]], \"labels\": [1]}"));
    EXPECT_FALSE(readBytes("{\"columns\": [\"p0\", \"label\"], \"data\": [[0.25]]}"));
    EXPECT_FALSE(readBytes("{\"probs\": [[[0.25]]], \"labels\": [1]}"));
}

TEST(JsonDocument, questionsMayHaveFewerAnswersThanOthers) {
    const auto data = accepted(
        "{\"target\": \"2\", \"filtered_resps\": [[\"-3\", \"False\"], [\"-4\", \"False\"], "
        "[\"-2\", "
        "\"True\"]]}\n"
        "{\"target\": \"1\", \"filtered_resps\": [[\"-3\", \"True\"], [\"-4\", \"False\"]]}\n");
    EXPECT_EQ(data.predictions.rows(), 2U);
    EXPECT_EQ(accuracyOf(data), .5);
    EXPECT_EQ(data.summary.classes, 3U);
}

TEST(JsonDocument, endlessNestingIsRefusedBeforeItIsRead) {
    const auto deep = readBytes(std::string(2000000, '['));
    ASSERT_FALSE(deep);
    EXPECT_THAT(deep.error().detail, HasSubstr("1,000 deep"));
}

TEST(JsonDocument, whatIsCutIsRefused) {
    const std::string whole =
        "{\"logits\":[[1,-2.5],[3,4]],\"labels\":[1,0],\"x\":{\"y\":[NaN]},\"s\":\"\\\"\"}";
    for (std::size_t at = 0; at < whole.size(); ++at)
        EXPECT_FALSE(readBytes(whole.substr(0, at))) << at;
    expectMutationsReadOrRefused(whole);
}

TEST(JsonDocument, mutationsAreReadOrRefused) {
    for (const char* seed :
         {"{\"target\": \"2\", \"filtered_resps\": [[\"-3\", \"False\"], [\"-4\", \"False\"], "
          "[\"-2\", \"True\"]]}\n",
          "{\"true\":\"a\",\"out\":[{\"label\":\"b\",\"score\":0.75},{\"label\":\"a\","
          "\"score\":0.25}]}\n",
          "{\"confidence\": 80, \"correctness\": true, \"meta\": {\"id\": \"7\"}}\n"})
        expectMutationsReadOrRefused(std::string(seed) + seed);
}

}  // namespace
}  // namespace diagonal
