// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/confidence_notes.h"

#include <algorithm>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/reporting/analysis.h"
#include "tests/core/reading/reading_support.h"

namespace diagonal {
namespace {

using ::testing::HasSubstr;

std::shared_ptr<const Report> readReport(const std::string& text,
                                         const AnalysisSettings& settings = {}) {
    const auto dataset = std::make_shared<const Dataset>(testing::accepted(text));
    return analyse(dataset, settings).value().report;
}

const Note* noteCalled(const Report& report, std::string_view id) {
    const auto found = std::ranges::find(report.notes, id, &Note::id);
    return found == report.notes.end() ? nullptr : &*found;
}

std::string textRows(int count, const std::function<std::string(int)>& row) {
    std::string text;
    for (int i = 0; i < count; ++i)
        text += row(i) + "\n";
    return text;
}

TEST(ConfidenceNotes, probabilitiesOfZeroAndOneAreSaidFirst) {
    const auto report = readReport("label,prob\n" + textRows(100, [](int i) {
                                       return std::to_string(i % 2) + "," +
                                              (i < 10 ? std::to_string(i == 4 ? 1 : i % 2)
                                                      : "0." + std::to_string(100 + i));
                                   }));
    const Note* const note = noteCalled(*report, "hard_outputs");
    ASSERT_TRUE(note);
    EXPECT_EQ(note, report->notes.data());
    EXPECT_TRUE(note->isFirst);
    EXPECT_THAT(note->text, HasSubstr("10 of 100 rows have a probability of exactly 0 or 1; 1 of "
                                      "them is wrong"));
    EXPECT_THAT(note->text, HasSubstr("save logits"));
}

TEST(ConfidenceNotes, nothingIsSaidOfNoRows) {
    EXPECT_TRUE(confidenceNotes(Report(), SortedOutcomes()).empty());
    EXPECT_FALSE(endOfRareEvents(Report(), SortedOutcomes()));
}

TEST(ConfidenceNotes, decisionsAreNoProbabilities) {
    const auto report =
        readReport("label,pred,confidence\n" + textRows(12, [](int i) {
                       return std::to_string(i % 2) + "," + std::to_string(i % 3 % 2) + ",1.0";
                   }));
    const Note* const note = noteCalled(*report, "hard_outputs");
    ASSERT_TRUE(note);
    EXPECT_THAT(note->text, HasSubstr("every confidence is exactly 1: the file shows what was"));
    EXPECT_FALSE(noteCalled(*report, "stated_values"));
}

TEST(ConfidenceNotes, rareEventsOfferBinsOfEqualMass) {
    const auto text = "label,prob\n" + textRows(1000, [](int i) {
                          return std::string(i % 50 == 0 ? "1" : "0") + ",0." +
                                 (i % 50 == 0 ? "2" : "0") + std::to_string(1000 + i);
                      });
    const auto report = readReport(text);
    const Note* const note = noteCalled(*report, "rare_events");
    ASSERT_TRUE(note);
    EXPECT_THAT(note->text, HasSubstr("2 % of the rows are of class '1'"));
    EXPECT_THAT(commandLineAdvice(note->advice), HasSubstr("--binning mass"));
    ASSERT_TRUE(report->endOfRareEvents);
    EXPECT_NEAR(*report->endOfRareEvents, 0.22, 0.03);
    AnalysisSettings settings;
    settings.scheme = BinningScheme::EqualMass;
    EXPECT_FALSE(noteCalled(*readReport(text, settings), "rare_events")) << "they are shown";
}

TEST(ConfidenceNotes, statedConfidencesHaveABinEach) {
    const auto text = "correct,confidence\n" + textRows(60, [](int i) {
                          return std::to_string(i % 3 % 2) + ",0." + std::to_string(5 + i % 4);
                      });
    const auto report = readReport(text);
    EXPECT_EQ(report->binning.scheme, BinningScheme::Values);
    EXPECT_EQ(report->binned.bins.size(), 4U);
    ASSERT_TRUE(noteCalled(*report, "stated_values"));
    EXPECT_THAT(noteCalled(*report, "stated_values")->text,
                HasSubstr("have 4 values, so each has"));

    AnalysisSettings settings;
    settings.scheme = BinningScheme::EqualWidth;
    const auto wide = readReport(text, settings);
    EXPECT_EQ(wide->binned.bins.size(), 15U);
    EXPECT_THAT(commandLineAdvice(noteCalled(*wide, "stated_values")->advice),
                HasSubstr("--binning values"));
    settings = {};
    settings.binCount = 12;
    EXPECT_EQ(readReport(text, settings)->binned.bins.size(), 12U) << "a number of bins was chosen";
}

TEST(ConfidenceNotes, fewRowsOfManyValuesAreNotStated) {
    const auto report = readReport("correct,confidence\n1,.9\n0,.4\n1,.7\n0,.6\n");
    EXPECT_EQ(report->binning.scheme, BinningScheme::EqualWidth);
}

}  // namespace
}  // namespace diagonal
