// SPDX-License-Identifier: GPL-3.0-or-later
// Small examples of third-party files that were once read wrongly or refused.
#include <algorithm>
#include <cmath>
#include <functional>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/text.h"
#include "core/predictions/prediction_writer.h"
#include "core/reading/sources.h"
#include "tests/core/reading/compressed_bytes.h"
#include "tests/core/reading/npy_bytes.h"
#include "tests/core/reading/reading_support.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using testing::accepted;
using testing::accuracyOf;
using ::testing::AllOf;
using testing::assumed;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::noteIds;
using testing::npyBytes;
using testing::npyHeader;
using testing::rawBytes;
using testing::readBytes;
using testing::rowOf;
using testing::TemporaryFolder;

std::string refused(const std::string& bytes, const ReadOptions& options = {}) {
    const auto read = readBytes(bytes, options);
    EXPECT_FALSE(read) << bytes.substr(0, 200);
    return read ? "" : describe(read.error());
}

/// Returns `head` and one line for each of `rows` rows.
std::string table(const std::string& head, int rows, const std::function<std::string(int)>& row) {
    std::string out = head + "\n";
    for (int i = 0; i < rows; ++i)
        out += row(i) + "\n";
    return out;
}

std::string number(double value) {
    return shortest(std::round(value * 1e4) / 1e4);
}

std::string withCommas(std::string text) {
    std::ranges::replace(text, '.', ',');
    return text;
}

TEST(StrangersFiles, decimalCommasAreReadLikePoints) {
    const std::string two = table("y;prob_cat;prob_dog", 30, [](int i) {
        return std::to_string(i % 2) + ";" + number(.1 + i * .02) + ";" + number(.9 - i * .02);
    });
    const std::string three = table("y;prob_cat;prob_dog;prob_bird", 30, [](int i) {
        return std::to_string(i % 3) + ";" + number(.1 + i * .01) + ";" + number(.5 - i * .01) +
               ";0.4";
    });
    for (const std::string& points : {two, three}) {
        const auto expected = accepted(points);
        const auto read = accepted(withCommas(points));
        EXPECT_EQ(read.summary.form, PredictionForm::ClassScores);
        EXPECT_EQ(read.summary.classes, expected.summary.classes);
        EXPECT_EQ(accuracyOf(read), accuracyOf(expected));
        EXPECT_EQ(rowOf(read, 7), rowOf(expected, 7));
    }
    const auto labels = accepted("label;prob\n1,0;0,9\n0,0;0,2\n1,0;0,7\n");
    EXPECT_THAT(labels.summary.classNames, ElementsAre("0", "1"));
}

TEST(StrangersFiles, aColumnWithTheLabelsValuesBesideAConfidenceIsThePrediction) {
    const auto read = accepted(
        "answer,Confidence,correct_answer\nTrue,0.95,True\nFalse,0.9,True\nTrue,0.85,False\n"
        "False,0.95,False\nTrue,0.3,True\nFalse,0.99,False\n");
    EXPECT_EQ(read.summary.form, PredictionForm::Confidence);
    EXPECT_EQ(assumed(read, "predicted_column"), "answer");
    EXPECT_NEAR(accuracyOf(read), 4.0 / 6, 1e-15);
}

/// A second label, a threshold or a group column is neither a score nor a prediction.
TEST(StrangersFiles, columnsBesideTheLabelAreNoScoresAndNoPredictions) {
    const auto named = accepted("y_true,y,confidence\n1,1,0.9\n0,0,0.3\n1,1,0.4\n0,0,0.6\n");
    EXPECT_EQ(assumed(named, "score_column"), "confidence");
    ReadOptions options;
    options.columns = {{ColumnRole::Label, "label_numeric"}};
    const auto chosen =
        accepted("label,label_numeric,prob\nyes,1,.9\nno,0,.3\nyes,1,.4\n", options);
    EXPECT_EQ(assumed(chosen, "score_column"), "prob");
    const auto group = accepted("label,confidence,sex\n1,.9,0\n0,.3,1\n1,.4,1\n0,.6,0\n");
    EXPECT_EQ(assumed(group, "predicted_column"), "");
    options.columns = {{ColumnRole::Confidence, "conf"}};
    const auto judged =
        accepted("conf,conf_high,correct\n.9,1,1\n.3,0,0\n.4,0,1\n.8,1,0\n", options);
    EXPECT_EQ(assumed(judged, "label_column"), "");
    const auto reported = accepted("forecast,resolved_yes\n.9,1\n.3,0\n.4,1\n");
    EXPECT_EQ(assumed(reported, "label_column"), "resolved_yes");
}

TEST(StrangersFiles, twoReadingsThatNumbersDoNotTellApartAreToldOrAskedAbout) {
    EXPECT_THAT(refused("prob,correct\n.9,1\n.2,0\n.4,1\n.7,1\n.3,0\n"),
                HasSubstr("--column confidence=prob"));
    const auto alone = accepted("confidence,label\n.9,1\n.2,0\n.4,1\n.7,1\n.3,0\n");
    EXPECT_EQ(alone.summary.form, PredictionForm::PositiveScore);
    EXPECT_THAT(noteIds(alone), Contains("confidence_as_probability"));
    const auto plain = accepted("prob,label\n.9,1\n.2,0\n.4,1\n.7,1\n.3,0\n");
    EXPECT_THAT(noteIds(plain), Not(Contains("confidence_as_probability")));
}

const std::string kMetrics = table("image_id,method,localization,iou,pointing_game", 30, [](int i) {
    return "img" + std::to_string(i) + ",cam," + number(i % 7 * .13) + "," +
           number(i % 5 * .2 + .01) + "," + std::to_string(i % 2);
});

TEST(StrangersFiles, aTableWhoseNamesTellNothingIsAskedAbout) {
    const std::string message = refused(kMetrics);
    EXPECT_THAT(message, HasSubstr("--column label=pointing_game"));
    EXPECT_THAT(message, HasSubstr("--column probability=localization"));
    EXPECT_THAT(message, HasSubstr("'iou'"));
    ReadOptions options;
    options.columns = {{ColumnRole::Label, "pointing_game"},
                       {ColumnRole::Probability, "localization"}};
    EXPECT_EQ(accepted(kMetrics, options).predictions.rows(), 30U);
}

TEST(StrangersFiles, aListThatNothingNamesIsNoScoreBesideOneWithAName) {
    std::string lines;
    for (int i = 0; i < 20; ++i) {
        lines += R"({"label": )" + std::to_string(i % 2) + R"(, "prob": )" + number(.1 + i * .04) +
                 R"(, "x": [1, null, null, null, 2], "embedding": [0.5, -3.25, 7.5]})" + "\n";
    }
    const auto read = accepted(lines);
    EXPECT_EQ(assumed(read, "score_column"), "prob");
    EXPECT_EQ(read.predictions.rows(), 20U);
}

const std::string kOutcomes =
    table("match,a_win,a_win_outcome,b_win,b_win_outcome,draw,draw_outcome", 30, [](int i) {
        const double a = .2 + i * .01;
        const double b = .5 - i * .005;
        return "m" + std::to_string(i) + "," + number(a) + "," + std::to_string(i % 3 == 0) + "," +
               number(b) + "," + std::to_string(i % 3 == 1) + "," + number(1 - a - b) + "," +
               std::to_string(i % 3 == 2);
    });

TEST(StrangersFiles, anOutcomeBelongsToItsOwnScore) {
    EXPECT_THAT(refused(kOutcomes), HasSubstr("'b_win_outcome'"));
    for (const std::string event : {"a_win", "b_win", "draw"}) {
        ReadOptions options;
        options.columns = {{ColumnRole::Label, event + "_outcome"}};
        EXPECT_EQ(assumed(accepted(kOutcomes, options), "score_column"), event);
        options.columns = {{ColumnRole::Probability, event}};
        EXPECT_EQ(assumed(accepted(kOutcomes, options), "label_column"), event + "_outcome");
    }
}

TEST(StrangersFiles, pointsAndDecilesAreNoScores) {
    const auto elo = table("team,elo_prob1,score1,score2,label", 30, [](int i) {
        return "t" + std::to_string(i) + "," + number(.2 + i * .02) + "," + std::to_string(i % 5) +
               "," + std::to_string(i % 4) + "," + std::to_string(i % 2);
    });
    EXPECT_EQ(assumed(accepted(elo), "score_column"), "elo_prob1");
    const auto deciles = table("id,decile_score,label", 40, [](int i) {
        return std::to_string(i) + "," + std::to_string(1 + i % 10) + "," + std::to_string(i % 2);
    });
    EXPECT_THAT(refused(deciles), HasSubstr("between 1 and 10"));
    const auto points = table("score1,score2,label", 30, [](int i) {
        return std::to_string(i % 5) + "," + std::to_string(i * 7 % 4) + "," +
               std::to_string(i % 2);
    });
    EXPECT_THAT(refused(points), HasSubstr("whole numbers from 0 to 4"));
}

TEST(StrangersFiles, classesKeepTheirNamesBehindEveryHead) {
    for (const std::string head :
         {"probabilities", "probas", "class_probs", "class_probabilities", "label_probs",
          "all_scores", "predictions", "candidate_scores"}) {
        for (const char* between : {".", "_"}) {
            const std::string name = head + between;
            const auto read = accepted("label," + name + "cat," + name + "dog," + name +
                                       "bird\ncat,.6,.3,.1\ndog,.5,.3,.2\nbird,.1,.2,.7\n");
            EXPECT_THAT(read.summary.classNames, ElementsAre("cat", "dog", "bird")) << name;
        }
        const auto read =
            accepted(R"({"label": "dog", ")" + head + R"(": {"cat": 0.2, "dog": 0.8}})" + "\n" +
                     R"({"label": "cat", ")" + head + R"(": {"cat": 0.7, "dog": 0.3}})" + "\n");
        EXPECT_THAT(read.summary.classNames, ElementsAre("cat", "dog")) << head;
        EXPECT_EQ(accuracyOf(read), 1) << head;
    }
}

TEST(StrangersFiles, datesTimesAndAddressesAreNoScores) {
    const auto read = accepted(table("prob_date,prob_time,ip,home,away,label", 24, [](int i) {
        const std::string day = (i < 9 ? "0" : "") + std::to_string(i + 1);
        return "2018-11-" + day + ",12:" + day + ",10.0.0." + day + "," + number(.3 + i * .01) +
               "," + number(.7 - i * .01) + "," + (i % 2 == 0 ? "home" : "away");
    }));
    EXPECT_THAT(read.summary.classNames, ElementsAre("home", "away"));
    EXPECT_THAT(refused("label,prob\n1,0.5abc\n0,0.4\n"), HasSubstr("--column score=NAME"));
}

TEST(StrangersFiles, theBestFewByRankAreNoClassesBesideAConfidence) {
    std::string lines;
    for (int i = 0; i < 20; ++i) {
        const double p = .9 - .01 * i;
        lines += R"({"label": )" + std::to_string(i % 10) + R"(, "predicted": )" +
                 std::to_string(i % 4 == 0 ? (i + 1) % 10 : i % 10) + R"(, "confidence": )" +
                 number(p) + R"(, "top5_probs": [)" + number(p) + ", 0.05, 0.02, 0.01, 0.005]}\n";
    }
    const auto read = accepted(lines);
    EXPECT_EQ(read.summary.form, PredictionForm::Confidence);
    EXPECT_EQ(accuracyOf(read), .75);
}

TEST(StrangersFiles, aSumOfExactlyNinetyEightHundredthsIsRounding) {
    const auto read = accepted("label,prob_a,prob_b,prob_c\na,.49,.29,.2\nb,.49,.29,.2\n");
    EXPECT_EQ(read.predictions.rows(), 2U);
    EXPECT_THAT(noteIds(read), Contains("rounded_sums"));
}

TEST(StrangersFiles, aFewHalvesAmongTheLabelsAreSkipped) {
    const auto read = accepted(table("label,prob", 1000, [](int i) {
        return std::string(i % 53 == 0  ? "0.5"
                           : i % 2 == 0 ? "0"
                                        : "1") +
               "," + number(i % 100 / 100.0);
    }));
    EXPECT_EQ(read.summary.skipped, 19U);
    EXPECT_THAT(read.summary.classNames, ElementsAre("0", "1"));
}

TEST(StrangersFiles, labelsAndPredictionsWithoutACommonValueAreRefusedHoweverFew) {
    for (const int rows : {4, 400}) {
        EXPECT_THAT(refused(table("label,predicted,confidence", rows,
                                  [](int i) {
                                      return std::string(i % 2 == 0 ? "cat,x," : "dog,y,") +
                                             number(.5 + i % 40 * .01);
                                  })),
                    HasSubstr("no value in common"));
    }
}

TEST(StrangersFiles, signsSayWhichClassWasPredicted) {
    const auto read = accepted(table("Label,prediction,probability", 30, [](int i) {
        return std::to_string(i % 2) + "," + (i % 3 == 0 ? "GON+,0.9" : "GON-,0.2");
    }));
    EXPECT_EQ(read.summary.form, PredictionForm::PositiveScore);
    EXPECT_EQ(read.summary.classNames[*read.summary.positiveClass], "1");
}

TEST(StrangersFiles, aRefusalNamesEveryColumn) {
    std::string head = "id";
    std::string row = "r";
    for (int c = 0; c < 40; ++c) {
        head += ",column" + std::to_string(c);
        row += ",text" + std::to_string(c);
    }
    const std::string message =
        refused(table(head, 5, [&](int i) { return row + std::to_string(i); }));
    EXPECT_THAT(message, HasSubstr("'column39'"));
    EXPECT_THAT(message, Not(HasSubstr("more")));
}

/// Following the advice in a message works.
TEST(StrangersFiles, adviceWorks) {
    const std::string logits = table("label,predicted,confidence", 36, [](int i) {
        return std::to_string(i % 3) + "," + std::to_string(i % 5 == 0 ? (i + 1) % 3 : i % 3) +
               "," + number(1.7 + i * .3);
    });
    EXPECT_THAT(refused(logits), HasSubstr("--scores percent"));
    ReadOptions options;
    options.scores = ScoreKind::Percent;
    EXPECT_EQ(accepted(logits, options).predictions.rows(), 36U);

    const std::string points = "score1,score2,label\n3,1,0\n0,4,1\n2,2,0\n";
    EXPECT_THAT(refused(points), HasSubstr("--scores logits"));
    options.scores = ScoreKind::Logit;
    EXPECT_EQ(accepted(points, options).predictions.rows(), 3U);

    const std::string unnamed = "right,p1\n1,.7\n0,.2\n1,.6\n";
    EXPECT_THAT(refused("a,b\nx,y\n"), HasSubstr("--column score=NAME"));
    options = {};
    options.columns = {{ColumnRole::Label, "right"}, {ColumnRole::Probability, "p1"}};
    EXPECT_EQ(accepted(unnamed, options).predictions.rows(), 3U);

    const std::string weights = "prob,label,weight\n.7,1,2\n.2,0,3\n";
    EXPECT_THAT(noteIds(accepted(weights)), Contains("weights_unused"));
    options = {};
    options.columns = {{ColumnRole::Weight, "weight"}};
    EXPECT_EQ(accepted(weights, options).predictions.weights().values, (std::vector{2.0, 3.0}));
}

TEST(StrangersFiles, weightsWithoutAColumnTakeTheOneCalledWeightOrAreAWrongOption) {
    ReadOptions options;
    options.weights = WeightKind::Counts;
    const auto read = accepted("prob,label,weight\n.7,1,2\n.2,0,3\n", options);
    EXPECT_EQ(read.summary.rows, 5U);
    const auto none = readBytes("prob,label\n.7,1\n.2,0\n", options);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().kind, ErrorKind::WrongOption);
}

/// Importance weights are scaled when read, but written as they were in the file.
TEST(StrangersFiles, writtenWeightsAreThoseOfTheFile) {
    ReadOptions options;
    options.columns = {{ColumnRole::Weight, "w"}};
    options.weights = WeightKind::Importance;
    const auto read = accepted(
        "prob,label,w\n.7,1,0.25\n.2,0,3.1\n.5,,9\n.4,0,1e-3\n.9,1,1234.5\n.3,0,.1\n"
        ".6,1,.2\n.6,1,.2\n.6,1,.2\n.6,1,.2\n.6,1,.2\n.6,1,.2\n",
        options);
    std::ostringstream out;
    writeCsv({read.predictions, {}}, out);
    EXPECT_THAT(out.str(), HasSubstr(",0.7,0.25\n"));
    EXPECT_THAT(out.str(), HasSubstr(",0.2,3.1\n"));
    EXPECT_THAT(out.str(), HasSubstr(",0.4,0.001\n"));
    EXPECT_THAT(out.str(), HasSubstr(",0.9,1234.5\n"));
}

TEST(StrangersFiles, aFeatureIsNotTheConfidenceOfPredictedClasses) {
    const auto text = table("sample,smoothness,y_true,y_pred", 60, [](int i) {
        return "S" + std::to_string(i) + "," + number(.05 + i * 7 % 60 / 700.0) + "," +
               std::to_string(i % 2) + "," + std::to_string(i % 5 % 2);
    });
    EXPECT_THAT(refused(text), HasSubstr("predicted classes were found, but no probability"));
}

TEST(StrangersFiles, anIntentAndItsPredictionAreLabelAndPredictedClass) {
    const auto read = accepted(table("text,intent,intent_prediction,confidence", 40, [](int i) {
        const std::string names[] = {"greet", "buy", "leave"};
        return "t" + std::to_string(i) + "," + names[i % 3] + "," + names[i % 7 % 3] + "," +
               number(.5 + i / 90.0);
    }));
    EXPECT_EQ(read.summary.form, PredictionForm::Confidence);
}

TEST(StrangersFiles, besidePredictedClassesAnAnswerIsTheRightOne) {
    const auto read = accepted(table("answer,pred,correct,prob_A,prob_B", 40, [](int i) {
        const bool isB = i % 3 == 0, wrong = i % 5 == 0;
        const std::string p = number(.1 + i / 100.0), q = number(.9 - i / 100.0);
        return std::string(isB != wrong ? "B," : "A,") + (isB ? "B," : "A,") +
               (wrong ? "False," : "True,") + (isB ? p + "," + q : q + "," + p);
    }));
    EXPECT_EQ(read.summary.form, PredictionForm::ClassScores);
    EXPECT_NEAR(read.predictions.accuracy(), .8, 1e-12);
}

TEST(StrangersFiles, anOutcomeThatIsUnknownInSomeRowsMayBeMeant) {
    EXPECT_THAT(refused(table("thuiszorg,kans_pct,heropgenomen", 40,
                              [](int i) {
                                  return std::string(i % 2 == 0 ? "ja," : "nee,") +
                                         number(1 + i * 2) + "," +
                                         (i % 3 == 0   ? "onbekend"
                                          : i % 5 == 0 ? "ja"
                                                       : "nee");
                              })),
                HasSubstr("several columns could hold the true labels"));
}

TEST(StrangersFiles, aRiskInPercentIsReadByItsName) {
    const auto read = accepted(table("pat,risque_10ans,outcome", 40, [](int i) {
        return "P" + std::to_string(i) + "," + number(2.5 + 2 * i) + "," + std::to_string(i % 2);
    }));
    EXPECT_EQ(read.summary.scores, ScoreKind::Percent);
    EXPECT_EQ(read.summary.form, PredictionForm::PositiveScore);
}

TEST(StrangersFiles, yesAndNoAreReadInChineseAndPolish) {
    for (const auto& words : {std::pair("是", "否"), std::pair("tak", "nie")}) {
        const auto read = accepted(table("流失概率,label", 40, [&](int i) {
            return number(.1 + i / 60.0) + "," + (i % 3 == 0 ? words.first : words.second);
        }));
        EXPECT_EQ(read.summary.classNames[*read.summary.positiveClass], words.first);
    }
}

TEST(StrangersFiles, theEndsOfAnIntervalAreNoModels) {
    const auto text = table("risk_lower,risk,risk_upper,event", 40, [](int i) {
        const double p = (i + 10) / 60.0;
        return number(p - .05) + "," + number(p) + "," + number(p + .05) + "," +
               std::to_string(i % 3 == 0);
    });
    const auto read = accepted(text);
    EXPECT_THAT(noteIds(read), ::testing::Not(Contains("other_models")));
    EXPECT_NEAR(read.predictions.scores().at(0, 0), 10 / 60.0, 1e-3);
}

TEST(StrangersFiles, aColumnThatEndsInCorrectJudgesTheRows) {
    const auto read = accepted(table("question,answer_correct,confidence", 40, [](int i) {
        return "q" + std::to_string(i) + "," + std::to_string(i % 2) + "," + number(.5 + i / 90.0);
    }));
    EXPECT_EQ(read.summary.form, PredictionForm::Confidence);
}

TEST(StrangersFiles, weightBesideCountsOfCorrectIsTheNumberOfTrials) {
    const auto read = accepted("confidence,correct,weight\n.9,8,10\n.8,9,12\n.7,3,5\n.6,4,7\n");
    EXPECT_EQ(read.summary.rows, 34U);
    EXPECT_NEAR(read.predictions.accuracy(), 24 / 34.0, 1e-12);
}

TEST(StrangersFiles, aTableOfBinsIsOpenedAndItsColumnsCanBeReadAsRows) {
    const std::string text =
        "bin_lo,bin_hi,count,avg_conf,accuracy\n0,.5,10,.4,.3\n.5,1,20,.8,.7\n";
    const auto bins = accepted(text);
    EXPECT_EQ(bins.summary.rows, 30U);
    ASSERT_TRUE(bins.summary.areBins());
    EXPECT_EQ(bins.summary.cells->edges, (std::vector<double>{0, .5, 1}));
    ReadOptions options;
    options.columns = {{ColumnRole::Correct, "accuracy"},
                       {ColumnRole::Confidence, "avg_conf"},
                       {ColumnRole::Weight, "count"}};
    EXPECT_EQ(accepted(text, options).summary.rows, 30U);
    EXPECT_FALSE(accepted(text, options).summary.areBins());
    const std::string advice = refused("prob_true,prob_pred\n.1,.12\n.3,.31\n");
    EXPECT_THAT(advice, HasSubstr("seems to be a table of bins"));
    EXPECT_THAT(advice, HasSubstr("a column count"));
}

TEST(StrangersFiles, openOutcomesAreCountedAndReported) {
    const auto read = accepted(table("question,prob,label", 60, [](int i) {
        return "q" + std::to_string(i) + "," + number(i / 60.0) + "," +
               (i % 12 == 0 ? std::to_string(i % 24 / 12) : "");
    }));
    EXPECT_EQ(read.predictions.rows(), 5U);
    EXPECT_EQ(read.summary.skipped, 55U);
    EXPECT_THAT(read.summary.notes.front().text, HasSubstr("not resolved yet"));
}

TEST(StrangersFiles, aSliceWithoutPositivesIsReadWithThePositiveNamed) {
    ReadOptions options;
    options.positive = "1";
    EXPECT_EQ(accuracyOf(accepted("prob,label\n.2,0\n.4,0\n.1,0\n", options)), 1);
    EXPECT_THAT(refused("prob,label\n.2,a\n.4,b\n", options), HasSubstr("no label is '1'"));
}

TEST(StrangersFiles, twoMulticlassModelsOfOneTableAreTwo) {
    const auto read = accepted(
        table("label,resnet_prob_0,resnet_prob_1,resnet_prob_2,vit_prob_0,vit_prob_1,vit_prob_2", 6,
              [](int i) { return std::to_string(i % 3) + ",.6,.3,.1,.2,.3,.5"; }));
    EXPECT_EQ(assumed(read, "score_columns"), "resnet_prob_0 to resnet_prob_2");
    EXPECT_THAT(noteIds(read), Contains("other_models"));
}

TEST(StrangersFiles, aFairlyAccurateModelIsNotCalledShuffled) {
    // 24 of 60 rows are correct, where chance gives 15: p is below 0.01.
    std::string text = "label,prob_a,prob_b,prob_c,prob_d\n";
    for (int i = 0; i < 60; ++i) {
        const int label = i % 4;
        const int predicted = i < 24 ? label : (label + 1 + i % 3) % 4;
        text += std::string(1, static_cast<char>('a' + label));
        for (int k = 0; k < 4; ++k)
            text += k == predicted ? ",.7" : ",.1";
        text += "\n";
    }
    const auto read = accepted(text);
    EXPECT_NEAR(accuracyOf(read), 24.0 / 60, 1e-12);
    EXPECT_THAT(noteIds(read), Not(Contains("shuffled")));
}

TEST(StrangersFiles, integersAboveTheLargestWithASignStayWhatTheyAre) {
    MemorySource source("");
    const std::string huge =
        npyBytes(npyHeader("<u8", "(3,)"), rawBytes<std::uint64_t>({18446744073709551615U, 3, 7}));
    const std::string scores = npyBytes(npyHeader("<f8", "(3, 3)"),
                                        rawBytes<double>({.1, .2, .7, .6, .2, .2, .3, .5, .2}));
    const auto message =
        refused(testing::zipBytes({{"probs.npy", scores}, {"labels.npy", huge}}, false));
    EXPECT_THAT(message, Not(HasSubstr("'-1'")));
    const std::string small =
        npyBytes(npyHeader("<u8", "(3,)"), rawBytes<std::uint64_t>({2, 0, 1}));
    EXPECT_EQ(accuracyOf(accepted(
                  testing::zipBytes({{"probs.npy", scores}, {"labels.npy", small}}, false))),
              1);
}

TEST(StrangersFiles, severalArraysOfOneRoleAreItsColumns) {
    const auto vector = [](const std::vector<double>& values) {
        return npyBytes(npyHeader("<f8", "(3,)"), rawBytes<double>(values));
    };
    const std::string zip = testing::zipBytes({{"prob_cat.npy", vector({.9, .2, .4})},
                                               {"prob_dog.npy", vector({.1, .8, .6})},
                                               {"is_cat.npy", vector({1, 0, 1})},
                                               {"is_dog.npy", vector({0, 1, 0})}},
                                              false);
    ReadOptions options;
    options.columns = {{ColumnRole::Score, "prob_cat"},
                       {ColumnRole::Score, "prob_dog"},
                       {ColumnRole::Label, "is_cat"},
                       {ColumnRole::Label, "is_dog"}};
    const auto read = accepted(zip, options);
    EXPECT_EQ(read.summary.form, PredictionForm::ClassScores);
    EXPECT_THAT(read.summary.classNames, ElementsAre("cat", "dog"));
    EXPECT_EQ(rowOf(read, 1), (std::vector{.2, .8}));
    EXPECT_NEAR(accuracyOf(read), 2.0 / 3, 1e-15);
    options.columns = {{ColumnRole::Predicted, "is_cat"}, {ColumnRole::Predicted, "is_dog"}};
    EXPECT_THAT(refused(zip, options), HasSubstr("only one array"));
}

class LabelsOfStrangers : public ::testing::Test {
protected:
    std::string m_scores =
        npyBytes(npyHeader("<f4", "(3, 2)"), rawBytes<float>({2, -1, 0, 3, 1, 0}));
    std::string m_labels = npyBytes(npyHeader("<i8", "(3,)"), rawBytes<std::int64_t>({0, 1, 1}));
    TemporaryFolder m_folder;

    void expectRead(const std::vector<std::string>& files) {
        const auto pairs = sourcesOf(files);
        ASSERT_EQ(pairs.size(), 1U);
        ASSERT_TRUE(pairs[0].labels);
        const auto read = readPredictions(pairs[0], {});
        ASSERT_TRUE(read) << describe(read.error());
        EXPECT_NEAR(accuracyOf(read.value()), 2.0 / 3, 1e-15);
    }
};

TEST_F(LabelsOfStrangers, compressedArraysAndTensorsHoldLabels) {
    const std::string scores = m_folder.write("scores.npy", m_scores);
    expectRead({scores, m_folder.write("y.npy.gz", testing::gzipBytes(m_labels))});
    expectRead({scores, m_folder.write("y.npy.zst", testing::zstdBytes(m_labels))});
    const std::string header = R"({"labels":{"dtype":"I64","shape":[3],"data_offsets":[0,24]}})";
    const std::string tensors = rawBytes(std::vector<std::uint64_t>{header.size()}) + header +
                                rawBytes(std::vector<std::int64_t>{0, 1, 1});
    expectRead({scores, m_folder.write("labels.safetensors", tensors)});
}

TEST_F(LabelsOfStrangers, aFolderHoldsModelsAndTheirLabels) {
    m_folder.write("scores.npy", m_scores);
    m_folder.write("targets.npy", m_labels);
    m_folder.write("README.md", "how these were made");
    expectRead({m_folder.path("")});
    m_folder.write("other.npy", m_scores);
    const auto pairs = sourcesOf({m_folder.path("")});
    ASSERT_EQ(pairs.size(), 2U) << "one labels file serves both models";
    for (const PredictionFiles& pair : pairs)
        EXPECT_EQ(pair.labels, m_folder.path("targets.npy"));
    EXPECT_THAT(pairs.front().predictions, HasSubstr("other.npy"));
    m_folder.write("labels.npy", m_labels);
    const auto several = sourcesOf({m_folder.path("")});
    EXPECT_EQ(several.size(), 2U);
    EXPECT_FALSE(several.front().labels) << "which of two belongs to a model is not guessed";
    for (int i = 0; i < 100; ++i)
        m_folder.write("scores_" + std::to_string(i) + ".npy", m_scores);
    const auto read = readPredictions(sourcesOf({m_folder.path("")}).front(), {});
    ASSERT_FALSE(read);
    EXPECT_THAT(describe(read.error()), HasSubstr("is a folder"));
}

TEST_F(LabelsOfStrangers, compressedRFilesAreNamed) {
    const std::string file = m_folder.write("fit.rds", "BZh91AY&SY");
    const auto read = readPredictions({file, std::nullopt}, {});
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().detail, HasSubstr("an R data file"));
}

ReadOptions withColumn(ColumnRole role, const std::string& column) {
    ReadOptions options;
    options.columns = {{role, column}};
    return options;
}

TEST(StrangersFiles, whatOpenMlCallsRepeatIsNoClass) {
    const auto read = accepted(
        "@RELATION openml_task\n@ATTRIBUTE repeat NUMERIC\n@ATTRIBUTE fold NUMERIC\n"
        "@ATTRIBUTE row_id NUMERIC\n@ATTRIBUTE confidence.negative NUMERIC\n"
        "@ATTRIBUTE confidence.positive NUMERIC\n@ATTRIBUTE prediction {negative, positive}\n"
        "@ATTRIBUTE correct {negative, positive}\n@DATA\n"
        "0,0,1,0.1,0.9,positive,positive\n0,0,2,0.8,0.2,negative,negative\n"
        "1,1,3,0.3,0.7,positive,negative\n1,1,4,0.6,0.4,negative,negative\n");
    EXPECT_THAT(read.summary.classNames, ElementsAre("negative", "positive"));
    EXPECT_EQ(accuracyOf(read), .75);
}

TEST(StrangersFiles, labelsOfAnotherWidthAreNoSetsOfClasses) {
    const auto matrix = [](int rows, int columns, double value) {
        return npyBytes(
            npyHeader("<f8", "(" + std::to_string(rows) + ", " + std::to_string(columns) + ")"),
            rawBytes<double>(std::vector<double>(static_cast<std::size_t>(rows * columns), value)));
    };
    EXPECT_THAT(refused(testing::zipBytes(
                    {{"probs.npy", matrix(8, 5, .2)}, {"labels.npy", matrix(8, 3, 1)}}, false)),
                HasSubstr("labels of 3 classes, but scores of 5"));
}

TEST(StrangersFiles, pandasNumbersOfColumnsAreAHeader) {
    const TemporaryFolder folder;
    const auto labels = folder.write("labels.csv", "0\n1\n1\n0\n");
    for (const char* head : {"0,1\n.3,.7\n.2,.8\n.9,.1\n", ",0,1\n0,.3,.7\n1,.2,.8\n2,.9,.1\n"}) {
        const auto read = readPredictions({folder.write("probs.csv", head), labels});
        ASSERT_TRUE(read) << head << describe(read.error());
        EXPECT_EQ(read.value().predictions.rows(), 3U) << head;
        EXPECT_EQ(accuracyOf(read.value()), 1) << head;
    }
}

TEST(StrangersFiles, theScoreOfAnOutcomeIsItsPrediction) {
    const std::string text =
        "risque_score,decrochage,risque_score_predit,decrochage_predit\n.46,0,.02,0\n.66,1,.9,1\n"
        ".39,0,.1,0\n.44,1,.6,1\n";
    EXPECT_THAT(refused(text), HasSubstr("label=decrochage --column probability=risque_score_pr"));
    const auto read = accepted(text, withColumn(ColumnRole::Label, "decrochage"));
    EXPECT_EQ(assumed(read, "score_column"), "risque_score_predit");
}

TEST(StrangersFiles, whatIsNoTruthIsNotTakenForIt) {
    for (const char* text :
         {"Provider,FraudPrediction,FraudProbability\nP1,0,.06\nP2,1,.91\nP3,0,.12\n",
          "Customer,Churn Prediction,Churn Probability\nP1,0,.06\nP2,1,.91\nP3,0,.12\n",
          "id,predicted_state,confidence,uncertain_flag\n1,focused,.31,1\n2,calm,.51,0\n"
          "3,mixed,.28,1\n4,calm,.45,0\n",
          "team_a,p_a_win,p_draw,p_b_win,played\nA,.5,.2,.3,1\nB,.1,.3,.6,0\nC,.6,.2,.2,1\n"}) {
        EXPECT_THAT(refused(text), HasSubstr("label")) << text;
    }
    EXPECT_THAT(refused("game,model_prob,confidence,result\n1,.5,model,won\n2,.6,model,lost\n",
                        withColumn(ColumnRole::Score, "model_prob")),
                Not(HasSubstr("'model'")));
    EXPECT_THAT(refused("hit_50,brier_score\n1,.04\n0,.3\n1,.2\n0,.1\n",
                        withColumn(ColumnRole::Label, "hit_50")),
                Not(HasSubstr("rows")));
}

TEST(StrangersFiles, aMeasurementGivesWayToTheOutcome) {
    const auto read = accepted(
        "city,forecast,actual,p_model,p_market,won_yes\nNY,52.9,54.1,.1,.57,False\n"
        "LA,68.6,72.2,.32,.2,True\nLA,61.0,69.6,.4,.3,False\nNY,55.2,55.8,.25,.4,True\n");
    EXPECT_EQ(assumed(read, "label_column"), "won_yes");
    EXPECT_EQ(assumed(read, "score_column"), "p_model");
    EXPECT_THAT(noteIds(read), Contains("other_models"));
}

TEST(StrangersFiles, listsAndSuffixesOfModelsAreModels) {
    const std::string lists =
        "{\"true_label\": 1, \"logp_sum\": [-3.0, -1.0], \"logp_mean\": [-0.2, -0.1]}\n"
        "{\"true_label\": 0, \"logp_sum\": [-1.0, -2.0], \"logp_mean\": [-0.3, -0.5]}\n"
        "{\"true_label\": 1, \"logp_sum\": [-2.0, -3.0], \"logp_mean\": [-0.4, -0.2]}\n";
    EXPECT_EQ(accepted(lists).predictions.scores().columns(), 2U);
    EXPECT_EQ(accuracyOf(accepted(lists, withColumn(ColumnRole::Score, "logp_mean"))), 1);
    const auto suffixes = accepted(
        "future_class,prob_bad_xgb,prob_mid_xgb,prob_good_xgb,prob_bad_net,prob_mid_net,"
        "prob_good_net\n2,.01,.09,.9,.1,.2,.7\n1,.1,.8,.1,.2,.7,.1\n0,.7,.2,.1,.6,.3,.1\n");
    EXPECT_EQ(suffixes.predictions.scores().columns(), 3U);
    EXPECT_THAT(noteIds(suffixes), Contains("other_models"));
}

TEST(StrangersFiles, correctWinsOverAComparisonThatCannotWork) {
    EXPECT_EQ(accuracyOf(accepted("correct_answer,prediction,confidence,is_correct\n2,C,.9,1\n"
                                  "0,A,.8,1\n1,D,.7,0\n3,B,.6,0\n")),
              .5);
    EXPECT_EQ(accuracyOf(accepted("label,correct,true_logit,false_logit,confidence\n"
                                  "false,1,20,20,.5\nfalse,1,19,19,.5\ntrue,1,21,19,.88\n")),
              1);
    EXPECT_EQ(accuracyOf(accepted("predicted_winner,actual_winner,confidence,correct,home_score,"
                                  "away_score\nA,A,.86,1,112,66\nU,I,.55,0,71,80\nP,P,.61,1,60,"
                                  "74\nA,A,.7,1,80,70\n")),
              .75);
}

TEST(StrangersFiles, aJudgementInWordsIsACorrectColumn) {
    EXPECT_EQ(accuracyOf(accepted("grade confidence_level\nCorrect .48\nWrong .45\nCorrect .9\n"
                                  "Correct .6\n")),
              .75);
    EXPECT_THAT(refused("grade confidence_level\nCorrect .48\nWrong .45\nUnparseable 0\n"),
                HasSubstr("--column correct=grade"));
}

TEST(StrangersFiles, anAnswerIsAPredictionHoweverOftenItIsWrong) {
    const auto read = accepted(
        table("correct_answer,extracted_answer,verbal_numerical_confidence", 40, [](int i) {
            const std::string truth(1, static_cast<char>('A' + i % 4));
            const std::string answer(1, static_cast<char>('A' + (i % 10 < 3 ? i : i + 1) % 4));
            return truth + "," + answer + "," + number(.5 + i * .01);
        }));
    EXPECT_EQ(accuracyOf(read), .3);
}

TEST(StrangersFiles, anOutcomeInOtherWordsBelongsToItsScore) {
    for (const auto& [text, label] :
         {std::pair("favorite,underdog,favorite_probability,favorite_win_flag\nTexas,Iona,.5,1\n"
                    "Yale,Penn,.6,0\nDuke,Elon,.9,1\nUtah,Troy,.7,1\n",
                    "favorite_win_flag"),
          std::pair("id,Churn_real,Churn_pred\n1,0,.2\n2,1,.7\n3,0,.8\n4,1,.4\n", "Churn_real"),
          std::pair("win_groundtruth,winprobability\n1,.5\n0,.6\n1,.9\n0,.7\n",
                    "win_groundtruth")}) {
        EXPECT_EQ(assumed(accepted(text), "label_column"), label) << text;
    }
}

TEST(StrangersFiles, namesMayBeInOtherLanguages) {
    for (const auto& [text, score] :
         {std::pair("Alter;Wahrscheinlichkeit maligne;Histologie bösartig\n61;0,2;nein\n40;0,7;ja\n"
                    "55;0,4;ja\n70;0,6;nein\n",
                    "Wahrscheinlichkeit maligne"),
          std::pair("Date;Probabilité de pluie (%);Pluie observée\n1;20;non\n2;80;oui\n3;60;non\n"
                    "4;40;oui\n",
                    "Probabilité de pluie (%)"),
          std::pair("id\tConfianza (%)\t¿Correcta?\n1\t90\tsí\n2\t60\tno\n3\t80\tsí\n4\t70\tno\n",
                    "Confianza (%)"),
          std::pair("espécie_prevista;confiança;espécie_real\nanta;0,9;anta\ncutia;0,8;anta\n"
                    "onça;0,7;onça\ncutia;0,6;cutia\n",
                    "confiança")}) {
        const auto read = accepted(text);
        EXPECT_EQ(assumed(read, "score_column"), score);
        EXPECT_EQ(read.predictions.rows(), 4U) << score;
    }
}

TEST(StrangersFiles, sparksVectorsAreLists) {
    const auto read = accepted(
        "{\"label\":0.0,\"probability\":{\"type\":1,\"values\":[0.9,0.1]},\"prediction\":0.0}\n"
        "{\"label\":1.0,\"probability\":{\"type\":1,\"values\":[0.7,0.3]},\"prediction\":0.0}\n");
    EXPECT_EQ(read.predictions.scores().columns(), 2U);
    EXPECT_EQ(accuracyOf(read), .5);
}

TEST(StrangersFiles, wordsMayBeginWithCapitalsAlone) {
    const auto read = accepted(
        "homeTeam,pHome,pDraw,pAway,homeGoals,result\nA,.5,.3,.2,2,H\nB,.2,.3,.5,1,D\nC,.1,.3,.6,"
        "0,A\nD,.4,.3,.3,3,H\n");
    EXPECT_THAT(read.summary.classNames, ElementsAre("Home", "Draw", "Away"));
    EXPECT_EQ(accuracyOf(read), .75);
    EXPECT_THAT(refused("wine,pH-value,sugar\n1,3.1,7\n2,3.4,5\n"), HasSubstr("pH-value"));
}

TEST(StrangersFiles, theOutcomeThatIsCalledLikeTheScoreIsTheLabel) {
    const auto read = accepted(
        "id,icu,sepsis_risk,sepsis_48h\n1,0,.2,0\n2,1,.7,1\n3,0,.6,0\n4,1,.3,1\n5,1,.1,0\n");
    EXPECT_EQ(assumed(read, "label_column"), "sepsis_48h");
}

TEST(StrangersFiles, aTableWithoutTruthSaysSoFirst) {
    EXPECT_THAT(refused("state,dem_win_prob,dem_won\nA,.2,\nB,.3,\nC,.7,\n"),
                HasSubstr("the truth is not known yet: 'dem_won' is empty in all rows"));
    EXPECT_THAT(refused("id,prob_a,prob_b\n1,.2,.1\n2,.3,.4\n3,.7,.9\n"),
                AllOf(HasSubstr("no true labels were found"), Not(HasSubstr("sum"))));
}

TEST(StrangersFiles, theModelWithTheBestEvidenceIsFirst) {
    const auto read = accepted(
        "id,label,train_prob,oof_prob,ensemble_prob\n1,0,.1,.2,.3\n2,1,.9,.8,.7\n3,0,.1,.6,.4\n"
        "4,1,.9,.4,.6\n");
    EXPECT_EQ(assumed(read, "score_column"), "oof_prob");
    EXPECT_THAT(noteIds(read), Contains("other_models"));
}

TEST(StrangersFiles, variantsOfRepeatedRowsAreGroups) {
    const auto read = accepted(
        "id,y_true,y_score,variant\n1,1,.9,a\n2,0,.2,a\n3,1,.7,a\n1,1,.4,b\n2,0,.3,b\n3,1,.6,b\n");
    ASSERT_EQ(read.groups.size(), 1U);
    EXPECT_EQ(read.groups.front().name, "variant");
    EXPECT_THAT(noteIds(read), Contains("mixed_models"));
    EXPECT_TRUE(
        accepted("id,y_true,y_score,variant\n1,1,.9,a\n2,0,.2,b\n3,1,.4,b\n").groups.empty());
}

TEST(StrangersFiles, arraysThatAreCalledGroupsAreGroups) {
    const std::string probs =
        npyBytes(npyHeader("<f8", "(4,)"), rawBytes<double>({.9, .2, .6, .4}));
    const auto whole = [](std::vector<std::int64_t> values) {
        return npyBytes(npyHeader("<i8", "(4,)"), rawBytes<std::int64_t>(values));
    };
    const auto read = accepted(testing::zipBytes({{"probs.npy", probs},
                                                  {"labels.npy", whole({1, 0, 1, 0})},
                                                  {"site.npy", whole({7, 7, 8, 8})},
                                                  {"cluster.npy", whole({1, 2, 2, 3})}},
                                                 false));
    ASSERT_EQ(read.groups.size(), 1U);
    EXPECT_EQ(read.groups.front().name, "site");
    ASSERT_TRUE(read.clusters);
    EXPECT_EQ(read.clusters->name, "cluster");
}

TEST(StrangersFiles, aNumberThatNeverChangesIsNoScore) {
    const auto read =
        accepted(table("model,temperature,stated_confidence_pct,grade", 20, [](int i) {
            return "m,.7," + std::to_string(50 + i) + (i % 3 == 0 ? ",INCORRECT" : ",CORRECT");
        }));
    EXPECT_EQ(assumed(read, "score_column"), "stated_confidence_pct");
    EXPECT_EQ(assumed(read, "correct_column"), "grade");
}

TEST(StrangersFiles, aScoreNamesTheClassOfItsLabels) {
    const auto read = accepted(
        "pos,gnomad_af,clinvar,prob_pathogenic\n1,.001,Pathogenic,.9\n2,.02,Benign,.2\n"
        "3,.003,Benign,.6\n4,.004,Pathogenic,.5\n");
    EXPECT_EQ(assumed(read, "label_column"), "clinvar");
    EXPECT_EQ(assumed(read, "positive_class"), "Pathogenic");
}

TEST(StrangersFiles, numbersBehindTheWordOfAClassAreItsLabel) {
    const auto read =
        accepted("FAILURE,P_FAILURE1,P_FAILURE0\n1,.9,.1\n0,.2,.8\n0,.3,.7\n1,.6,.4\n");
    EXPECT_EQ(accuracyOf(read), 1);
}

TEST(StrangersFiles, aProbabilityComesBeforeOtherFractions) {
    const std::string text =
        "id,merchantBaseRate,isWeekend,xgbProba,isFraud\n1,.03,0,.9,1\n2,.04,1,.2,0\n3,.02,0,.6,0\n"
        "4,.05,1,.5,1\n";
    EXPECT_EQ(assumed(accepted(text, withColumn(ColumnRole::Label, "isFraud")), "score_column"),
              "xgbProba");
}

TEST(StrangersFiles, aProbabilityBesideCorrectIsAskedAboutWhateverItIsCalled) {
    for (const char* name : {"prob", "pred_prob", "model_prob"}) {
        const std::string text =
            std::string("case,") + name + ",is_correct\n1,.9,1\n2,.2,1\n3,.7,0\n";
        EXPECT_THAT(refused(text), HasSubstr("lies on both sides of 0.5")) << name;
    }
    EXPECT_EQ(accuracyOf(accepted("case,max_prob,correct\n1,.9,1\n2,.2,0\n3,.7,1\n4,.3,1\n")), .75);
}

TEST(StrangersFiles, predictedClassesThatAreCorrectAreTheTrueOnes) {
    const auto read = accepted(
        "case,prediction,prob,correct\n1,1,.9,1\n2,0,.2,0\n3,1,.7,0\n4,0,.1,1\n5,1,.6,1\n");
    EXPECT_EQ(read.summary.form, PredictionForm::PositiveScore);
    EXPECT_EQ(assumed(read, "positive_class"), "1");
    EXPECT_EQ(accuracyOf(read), .6);
    EXPECT_EQ(read.predictions.label(1), 1U) << "0 was predicted, which is wrong";
    const auto answers =
        accepted("q,prediction,confidence,correct\n1,A,.9,1\n2,B,.2,0\n3,A,.7,0\n4,C,.1,1\n");
    EXPECT_EQ(answers.summary.form, PredictionForm::Confidence);
}

TEST(StrangersFiles, whatSaysThatAGameTookPlaceIsNoOutcome) {
    for (const char* text :
         {"id,p_home,played\n1,.2,1\n2,.9,0\n3,.4,1\n4,.7,0\n",
          "match,team_a,team_b,p_a_win,p_b_win,played,score_a,score_b\n1,A,B,.2,.8,1,2,2\n"
          "2,C,D,.6,.4,0,,\n3,E,F,.7,.3,1,3,0\n",
          "id,p_default,is_settled\n1,.2,yes\n2,.9,no\n3,.4,yes\n"}) {
        EXPECT_THAT(refused(text), HasSubstr("shows which column holds the true labels")) << text;
    }
    const auto read =
        accepted("id,p_home,home_win,played\n1,.2,0,1\n2,.9,1,0\n3,.4,1,1\n4,.7,0,1\n");
    EXPECT_EQ(assumed(read, "label_column"), "home_win");
}

TEST(StrangersFiles, arraysThatDescribeRowsAreNoLabelsAndNoScores) {
    const std::string probs =
        npyBytes(npyHeader("<f8", "(4, 2)"), rawBytes<double>({.1, .9, .8, .2, .4, .6, .6, .4}));
    const std::string whole =
        npyBytes(npyHeader("<i8", "(4,)"), rawBytes<std::int64_t>({0, 1, 0, 1}));
    for (const char* key : {"site.npy", "group.npy", "split.npy", "cluster.npy", "id.npy"}) {
        EXPECT_THAT(refused(testing::zipBytes({{"probs.npy", probs}, {key, whole}}, false)),
                    HasSubstr("no true labels were found among 'probs', '"))
            << key;
    }
    const std::string fractions =
        npyBytes(npyHeader("<f8", "(4,)"), rawBytes<double>({7, 7, 8, 8}));
    const std::string scores =
        npyBytes(npyHeader("<f8", "(4,)"), rawBytes<double>({.1, .9, .8, .2}));
    const auto read = accepted(testing::zipBytes(
        {{"site.npy", fractions}, {"scores.npy", scores}, {"target.npy", whole}}, false));
    EXPECT_EQ(assumed(read, "score_columns"), "scores");
    EXPECT_EQ(assumed(read, "group_columns"), "site");
}

TEST(StrangersFiles, theFilesOwnCorrectDecidesTies) {
    const auto logits = accepted(
        "{\"label\": false, \"correct\": true, \"true_logit\": 20, \"false_logit\": 20}\n"
        "{\"label\": false, \"correct\": true, \"true_logit\": 19, \"false_logit\": 19}\n"
        "{\"label\": true, \"correct\": true, \"true_logit\": 21, \"false_logit\": 19}\n"
        "{\"label\": false, \"correct\": false, \"true_logit\": 20.5, \"false_logit\": 20}\n"
        "{\"label\": true, \"correct\": false, \"true_logit\": 18, \"false_logit\": 18}\n");
    EXPECT_EQ(accuracyOf(logits), .6);
    EXPECT_THAT(noteIds(logits), Contains("ties_decided"));
    EXPECT_EQ(logits.predictions.tiedRows(), 0U);
    const auto probabilities =
        accepted("label,prob_a,prob_b,prediction,correct\nb,.5,.5,b,1\nb,.5,.5,b,1\na,.9,.1,a,1\n");
    EXPECT_EQ(accuracyOf(probabilities), 1);
    EXPECT_EQ(rowOf(probabilities, 0)[1], .5) << "the predicted class keeps its score";
}

TEST(StrangersFiles, everyModelOfATableIsListedInSampleLast) {
    for (const auto& [names, first, others] :
         {std::tuple("pred_train_xgb,oof_xgb,age", "oof_xgb", 1U),
          std::tuple("prob_lr,oof_rf,age", "oof_rf", 1U),
          std::tuple("oof_lr,oof_rf,prob_final", "oof_lr", 2U),
          std::tuple("p_lr,p_rf,ensemble", "ensemble", 2U)}) {
        const auto read = accepted(std::string("y,") + names +
                                   "\n1,.9,.7,.8\n0,.3,.2,.4\n1,.8,.4,.6\n0,.1,.6,.3\n");
        EXPECT_EQ(assumed(read, "score_column"), first) << names;
        const auto note = std::ranges::find(read.summary.notes, "other_models", &Note::id);
        ASSERT_NE(note, read.summary.notes.end()) << names;
        EXPECT_EQ(note->count, others) << names;
    }
}

TEST(StrangersFiles, severalListsOfARecordAreSeveralModels) {
    for (const auto& [first, second] :
         {std::pair("scores", "scores_norm"), std::pair("loglikelihoods", "loglikelihoods_norm"),
          std::pair("loglik", "loglik_norm"), std::pair("sum_logprobs", "mean_logprobs"),
          std::pair("choice_logprobs", "choice_logprobs_norm"), std::pair("ll_sum", "ll_mean")}) {
        std::string text;
        for (const auto& [label, lists] : {std::pair(1, std::pair("-3,-1", "-0.3,-0.4")),
                                           std::pair(0, std::pair("-1,-2", "-0.1,-0.4")),
                                           std::pair(1, std::pair("-4,-3", "-0.4,-0.2"))}) {
            text += "{\"label\": " + std::to_string(label) + ", \"" + first + "\": [" +
                    lists.first + "], \"" + second + "\": [" + lists.second + "]}\n";
        }
        const auto read = accepted(text);
        EXPECT_EQ(accuracyOf(read), 1) << first;
        EXPECT_THAT(noteIds(read), Contains("other_models")) << first;
        EXPECT_THAT(read.summary.classNames, ElementsAre("0", "1")) << first;
        const auto other = accepted(text, withColumn(ColumnRole::Score, second));
        EXPECT_NEAR(accuracyOf(other), 2.0 / 3, 1e-15) << second;
    }
    EXPECT_THAT(refused("{\"label\": 1, \"loss\": [3, 1], \"size\": 4}\n"
                        "{\"label\": 0, \"loss\": [1, 2], \"size\": 5}\n"),
                HasSubstr("no column of probabilities"));
    EXPECT_THAT(refused("{\"label\": 1, \"features\": [0.3, 0.1, 0.2], \"outputs\": [1, 3]}\n"
                        "{\"label\": 0, \"features\": [0.4, 0.7, 0.1], \"outputs\": [2, 1]}\n"),
                HasSubstr("no column of probabilities"));
}

TEST(StrangersFiles, wholeNumbersThatAreMeasuredGiveWayToTheOutcome) {
    const auto text = [](const std::string& names) {
        return table("forecast,actual," + names, 30, [](int i) {
            return std::to_string(50 + i) + "," + std::to_string(51 + i) + "," +
                   number(.03 * (i + 1)) + "," + number(.9 - .02 * i) + "," +
                   (i % 3 == 0 ? "1" : "0");
        });
    };
    for (const std::string label : {"won_yes", "outcome"}) {
        const auto read = accepted(text("p_model,p_market," + label));
        EXPECT_EQ(assumed(read, "label_column"), label);
        EXPECT_EQ(assumed(read, "score_column"), "p_model");
    }
    EXPECT_THAT(refused(text("p_model,p_market,weekend")), HasSubstr("match none of the classes"));
    EXPECT_THAT(refused("actual,p_model,p_market,action,won_yes\n7.5,.2,.3,YES,True\n"
                        "6.5,.7,.4,NO,False\n5.1,.4,.6,YES,False\n4.2,.8,.5,NO,True\n"),
                AllOf(HasSubstr("'action'"), HasSubstr("'won_yes'")));
}

TEST(StrangersFiles, aTruthThatIsPendingIsNamed) {
    for (const auto& [text, said] :
         {std::pair("id,probability,outcome\n1,.5,\n2,.9,\n", "'outcome' is empty in all rows"),
          std::pair("id,p_win,actual_result\n1,.5,PENDING\n2,.9,PENDING\n",
                    "'actual_result' says 'PENDING' in all rows"),
          std::pair("id,probability,actual_outcome\n1,.5,TBD\n2,.9,TBD\n",
                    "'actual_outcome' says 'TBD' in all rows"),
          std::pair("id,predicted_class,confidence,is_correct\n1,A,.5,PENDING\n2,A,.1,PENDING\n",
                    "'is_correct' says 'PENDING' in all rows"),
          std::pair("match,p_home,p_draw,p_away,result\n1,.5,.2,.3,PENDING\n2,.2,.2,.6,PENDING\n",
                    "'result' says 'PENDING' in all rows")}) {
        EXPECT_THAT(refused(text), AllOf(HasSubstr(said), HasSubstr("second file"))) << text;
    }
    EXPECT_THAT(refused("home,p_home,p_away,notes\nA,.5,.5,x\nB,.4,.6\n"),
                AllOf(HasSubstr("no true labels were found"), Not(HasSubstr("fields"))));
    EXPECT_THAT(refused("home,p_home,p_away,label\nA,.5,.5,1\nB,.4,.6\n"), HasSubstr("fields"));
}

TEST(StrangersFiles, runsOfOpenMlAreReadAsText) {
    for (const auto& [no, yes] :
         {std::pair("negative", "positive"), std::pair("0", "1"), std::pair("bad", "good")}) {
        const std::string columns = std::string("confidence.") + no + ",confidence." + yes;
        const auto read =
            accepted("repeat,fold,row_id," + columns + ",prediction,correct\n" + "0,0,0,.2,.8," +
                     yes + "," + yes + "\n0,0,1,.7,.3," + no + "," + no + "\n0,0,2,.6,.4," + no +
                     "," + yes + "\n0,1,3,.9,.1," + no + "," + no + "\n");
        EXPECT_THAT(read.summary.classNames, ElementsAre(no, yes));
        EXPECT_EQ(accuracyOf(read), .75) << yes;
    }
}

TEST(StrangersFiles, pandasIndexAboveNumbersOfColumnsIsAHeader) {
    const TemporaryFolder folder;
    folder.write("proba.csv", ",0,1,2\n7,.3,.6,.1\n2,.2,.1,.7\n5,.9,.1,0.0\n");
    folder.write("y_test.csv", ",0\n7,1\n2,2\n5,1\n");
    const auto pairs = sourcesOf({folder.path("")});
    ASSERT_EQ(pairs.size(), 1U);
    const auto read = readPredictions(pairs.front());
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_EQ(read.value().predictions.rows(), 3U);
    EXPECT_NEAR(accuracyOf(read.value()), 2.0 / 3, 1e-15);
}

TEST(StrangersFiles, wordsBehindTheClassesAreModels) {
    const auto read = accepted(
        "label,prob_cat_net,prob_dog_net,prob_fox_net,prob_cat_svm,prob_dog_svm,prob_fox_svm\n"
        "dog,.2,.7,.1,.3,.3,.4\ncat,.6,.2,.2,.5,.4,.1\nfox,.3,.5,.2,.1,.1,.8\n");
    EXPECT_THAT(read.summary.classNames, ElementsAre("cat", "dog", "fox"));
    EXPECT_NEAR(accuracyOf(read), 2.0 / 3, 1e-15);
    EXPECT_THAT(noteIds(read), Contains("other_models"));
}

}  // namespace
}  // namespace diagonal
