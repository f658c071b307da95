// SPDX-License-Identifier: GPL-3.0-or-later
// Tests readPredictions(), from bytes on disk to validated predictions.
#include "core/reading/prediction_reader.h"

#include <functional>
#include <new>
#include <stdexcept>
#include <sys/stat.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/reading/compressed_bytes.h"
#include "tests/core/reading/npy_bytes.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::npyBytes;
using testing::npyHeader;
using testing::rawBytes;
using testing::TemporaryFolder;

class PredictionReader : public ::testing::Test {
protected:
    Result<ReadPredictions> readText(const std::string& text, const ReadOptions& options = {}) {
        return readPredictions({m_folder.write("file.csv", text), std::nullopt}, options);
    }
    Dataset accept(const std::string& text, const ReadOptions& options = {}) {
        auto dataset = readText(text, options);
        if (!dataset) throw std::runtime_error(describe(dataset.error()));
        return std::move(dataset).value();
    }
    std::string refuse(const std::string& text, const ReadOptions& options = {}) {
        const auto dataset = readText(text, options);
        EXPECT_FALSE(dataset) << text;
        return dataset ? "" : describe(dataset.error());
    }
    std::string writeScores(const std::string& name) {
        return m_folder.write(
            name, npyBytes(npyHeader("<f4", "(3, 2)"), rawBytes<float>({2, -1, 0, 3, 1, 0})));
    }
    std::string writeLabels(const std::string& name) {
        return m_folder.write(
            name, npyBytes(npyHeader("<i8", "(3,)"), rawBytes<std::int64_t>({0, 1, 1})));
    }

    TemporaryFolder m_folder;
};

std::string assumption(const Dataset& dataset, const std::string& id) {
    for (const Assumption& a : dataset.summary.assumptions) {
        if (a.id == id) return a.value;
    }
    return "";
}

TEST_F(PredictionReader, scalesAreDetectedByTheirValues) {
    EXPECT_EQ(accept("a,b,label\n.2,.8,b\n.7,.3,a\n").summary.scores, ScoreKind::Probability);
    EXPECT_EQ(accept("a,b,label\n-2.5,.8,b\n1.7,.3,a\n").summary.scores, ScoreKind::Logit);
    EXPECT_EQ(accept("a,b,label\n20.5,79.5,b\n70,30,a\n").summary.scores, ScoreKind::Percent);
    EXPECT_EQ(
        accept("a,b,label\n-1.6094379,-0.2231436,b\n-0.3566749,-1.2039728,a\n").summary.scores,
        ScoreKind::LogProbability);
    EXPECT_EQ(accept("prob,label\n93.5%,1\n12%,0\n").summary.scores, ScoreKind::Percent);
}

TEST_F(PredictionReader, scoresOfSeveralLabelsAreAQuestion) {
    EXPECT_THAT(refuse("a,b,label\n.9,.8,b\n.7,.9,a\n"), HasSubstr("do not sum to 1"));
}

TEST_F(PredictionReader, columnsCalledProbabilityAreNeverLogits) {
    EXPECT_THAT(refuse("prob_0,prob_1,label\n2.5,-1,0\n-3,4,1\n"), HasSubstr("not a probability"));
}

TEST_F(PredictionReader, theScaleCanBeChosen) {
    ReadOptions options;
    options.scores = ScoreKind::Logit;
    EXPECT_EQ(accept("a,b,label\n.9,.8,b\n.7,.9,a\n", options).summary.scores, ScoreKind::Logit);
}

TEST_F(PredictionReader, labelsAreMatchedByNameThenByPosition) {
    const auto named = accept("prob_neg,prob_pos,label\n.2,.8,pos\n.7,.3,NEG\n.7,.3,neg\n");
    EXPECT_EQ(named.predictions.label(0), 1U);
    const auto positions = accept("prob_cat,prob_dog,label\n.2,.8,1\n.7,.3,0\n");
    EXPECT_EQ(positions.predictions.label(0), 1U);
    EXPECT_EQ(assumption(positions, "label_base"), "0");
}

TEST_F(PredictionReader, labelsFromOneAreDetectedAndReported) {
    const auto dataset = accept("prob_0,prob_1,label\n.2,.8,2\n.7,.3,1\n");
    EXPECT_EQ(dataset.predictions.label(0), 1U);
    EXPECT_EQ(assumption(dataset, "label_base"), "1");
    const auto kaggle = accept("Class_1,Class_2,label\n.2,.8,2\n.7,.3,1\n");
    EXPECT_EQ(kaggle.predictions.label(0), 1U);
}

TEST_F(PredictionReader, aProbabilityBesideAPredictionIsOfWhateverItFollows) {
    const auto positive = accept("Actual,Predicted,Probability\n0,0,.08\n1,1,.9\n1,0,.3\n");
    EXPECT_EQ(positive.summary.form, PredictionForm::PositiveScore);
    const auto confidence = accept("Actual,Predicted,Probability\n0,0,.92\n1,1,.9\n1,0,.7\n");
    EXPECT_EQ(confidence.summary.form, PredictionForm::Confidence);
    EXPECT_EQ(confidence.predictions.classCount(), 2U);
}

TEST_F(PredictionReader, thePositiveClassIsDetectedNamedOrAskedFor) {
    EXPECT_EQ(assumption(accept("prob,label\n.2,no\n.7,yes\n"), "positive_class"), "yes");
    EXPECT_EQ(assumption(accept("prob,label\n.2,-1\n.7,1\n"), "positive_class"), "1");
    EXPECT_THAT(refuse("prob,label\n.2,cat\n.7,dog\n"), HasSubstr("--positive"));
    ReadOptions options;
    options.positive = "dog";
    const auto dataset = accept("prob,label\n.2,cat\n.7,dog\n", options);
    EXPECT_THAT(dataset.summary.classNames, ElementsAre("cat", "dog"));
    options.positive = "bird";
    EXPECT_THAT(refuse("prob,label\n.2,cat\n.7,dog\n", options), HasSubstr("'bird'"));
}

TEST_F(PredictionReader, correctAloneLeavesTheClassesUnknown) {
    const auto dataset = accept("confidence,correct\n.9,True\n.6,False\n");
    EXPECT_EQ(dataset.summary.form, PredictionForm::Confidence);
    EXPECT_EQ(dataset.summary.classes, std::nullopt);
    EXPECT_TRUE(dataset.predictions.isCorrect(0));
    EXPECT_FALSE(dataset.predictions.isCorrect(1));
}

TEST_F(PredictionReader, fewUnusableRowsAreSkippedAndListedByLine) {
    std::string text = "prob,label\n";
    for (int i = 0; i < 30; ++i)
        text += "0.5,1\n";
    text += "oops,1\n0.5,\n";
    const auto dataset = accept(text);
    EXPECT_EQ(dataset.summary.skipped, 2U);
    ASSERT_EQ(dataset.summary.skippedRows->size(), 2U);
    EXPECT_EQ(dataset.summary.listedSkippedRows()[0].line, 32U);
    EXPECT_THAT(dataset.summary.listedSkippedRows()[0].text, HasSubstr("'oops'"));
    EXPECT_EQ(dataset.summary.listedSkippedRows()[1].line, 33U);
    EXPECT_EQ(dataset.summary.notes[0].text,
              "2 rows skipped: 1 with a score that is not a number, 1 without a label (not "
              "resolved yet)");
}

TEST_F(PredictionReader, moreThanATenthUnusableRefusesTheFile) {
    std::string text = "prob,label\n";
    for (int i = 0; i < 9; ++i)
        text += "0.5,1\n";
    EXPECT_EQ(accept(text + "0.4,0\n").summary.skipped, 0U);
    EXPECT_EQ(accept(text + "x,0\n").summary.skipped, 1U);
    EXPECT_THAT(refuse(text + "x,0\nx,0\n"), HasSubstr("file.csv:11: 2 of 11 rows"));
}

TEST_F(PredictionReader, whatIsMissingIsReportedWithWhatToDo) {
    EXPECT_THAT(refuse("file,true_label,pred_label\na,1,1\nb,0,1\n"),
                HasSubstr("no probability or confidence"));
    EXPECT_THAT(refuse("prob_0,prob_1\n.2,.8\n"), HasSubstr("--labels"));
    EXPECT_THAT(refuse("true_label,confidence\ncat,.6\ndog,.8\n"), HasSubstr("--column predicted"));
}

TEST_F(PredictionReader, arraysFindTheirLabelsBeside) {
    const std::string scores = writeScores("val_logits.npy");
    EXPECT_THAT(describe(readPredictions({scores, std::nullopt}).error()), HasSubstr("--labels"));
    writeLabels("val_labels.npy");
    const auto dataset = readPredictions({scores, std::nullopt});
    ASSERT_TRUE(dataset) << describe(dataset.error());
    EXPECT_EQ(dataset.value().predictions.rows(), 3U);
    EXPECT_THAT(assumption(dataset.value(), "labels_file"), HasSubstr("val_labels.npy"));
}

TEST_F(PredictionReader, labelsBesideAreLookedForInTheStatedOrder) {
    const std::string scores = writeScores("logits_val.npy");
    writeLabels("targets.npy");
    const auto beside = [&] {
        const auto dataset = readPredictions({scores, std::nullopt});
        const std::string file = dataset ? assumption(dataset.value(), "labels_file") : "";
        return file.substr(file.rfind('/') + 1);
    };
    EXPECT_EQ(beside(), "targets.npy");
    writeLabels("labels.npy");
    EXPECT_EQ(beside(), "labels.npy");
    writeLabels("labels_val.npy");
    EXPECT_EQ(beside(), "labels_val.npy");
}

TEST_F(PredictionReader, aWrongFileBesideIsReportedToBeGuessed) {
    const std::string scores = writeScores("logits.npy");
    m_folder.write("labels.npy", npyBytes(npyHeader("|u1", "(1,)"), "\1"));
    EXPECT_THAT(describe(readPredictions({scores, std::nullopt}).error()),
                HasSubstr("in the folder of the scores"));
}

TEST_F(PredictionReader, oneHotColumnsAreFoundTogether) {
    const auto dataset = accept(
        "true_0,true_1,true_2,prob_0,prob_1,prob_2\n0,0,1,.2,.3,.5\n0,1,0,.1,.7,.2\n"
        "1,0,0,.5,.3,.2\n");
    EXPECT_EQ(dataset.predictions.label(0), 2U);
    EXPECT_EQ(dataset.predictions.label(2), 0U);
}

TEST_F(PredictionReader, columnsOfManyWritersAreRecognised) {
    for (const char* header : {"y_prob_0,y_prob_1,label", "0_prob,1_prob,label", "p0,p1,target",
                               "P(0),P(1),class", "probability_0,probability_1,y"}) {
        EXPECT_EQ(accept(std::string(header) + "\n.2,.8,1\n.7,.3,0\n").predictions.label(0), 1U)
            << header;
    }
    const auto named = accept("species,cat,dog,weight\ncat,.9,.1,3.5\ndog,.2,.8,4.5\n");
    EXPECT_THAT(named.summary.classNames, ElementsAre("cat", "dog"));
    const auto logs =
        accept("label,logp_cat,logp_dog\ncat,-0.1053605,-2.3025851\ndog,-1.6094379,-0.2231436\n");
    EXPECT_EQ(logs.summary.scores, ScoreKind::LogProbability);
}

TEST_F(PredictionReader, labelsMayBeWholeColumnNames) {
    const auto dataset = accept(
        "truth,estimate,Class1,Class2\nClass1,Class1,.9,.1\n"
        "Class2,Class2,.2,.8\n");
    EXPECT_THAT(dataset.summary.classNames, ElementsAre("Class1", "Class2"));
    EXPECT_TRUE(dataset.summary.notes.empty());
}

TEST_F(PredictionReader, aPredictedColumnThatContradictsTheScoresIsNoted) {
    const auto dataset = accept("prob_0,prob_1,pred,label\n.2,.8,1,1\n.7,.3,1,0\n.1,.9,7,1\n");
    ASSERT_EQ(dataset.summary.notes.size(), 1U);
    EXPECT_EQ(dataset.summary.notes[0].id, "predicted_differs");
    EXPECT_EQ(dataset.summary.notes[0].count, 2U);
}

TEST_F(PredictionReader, confidencesOfManyClassesSayThatTheyCannotBeScaled) {
    const auto dataset = accept("true_label,pred_label,confidence\n0,0,.9\n1,2,.6\n2,1,.7\n");
    ASSERT_EQ(dataset.summary.notes.size(), 1U);
    EXPECT_EQ(dataset.summary.notes[0].id, "no_temperature");
}

TEST_F(PredictionReader, severalColumnsForTheTruthAreReported) {
    const auto dataset = accept("y_true,label,prob\n0,1,.2\n1,0,.9\n");
    EXPECT_EQ(assumption(dataset, "label_column"), "y_true");
    EXPECT_EQ(assumption(dataset, "other_label_columns"), "label");
}

TEST_F(PredictionReader, oneLogitIsReadThroughTheSigmoid) {
    EXPECT_EQ(accept("label,logit\n0,-2.5\n1,.7\n").summary.scores, ScoreKind::Logit);
}

TEST_F(PredictionReader, aRoleOfOneColumnIsChosenOnce) {
    ReadOptions options;
    options.columns = {{ColumnRole::Predicted, "a"}, {ColumnRole::Predicted, "b"}};
    EXPECT_THAT(refuse("a,b,label,p\n0,0,0,.5\n", options), HasSubstr("only one column"));
    options.columns = {{ColumnRole::Probability, "p"}, {ColumnRole::Probability, "p"}};
    EXPECT_THAT(refuse("a,b,label,p\n0,0,0,.5\n", options), HasSubstr("only one column"));
    options.columns = {{ColumnRole::Score, "a"}, {ColumnRole::Probability, "b"}};
    EXPECT_THAT(refuse("a,b,label\n.2,.3,0\n", options), HasSubstr("only one column"));
}

TEST_F(PredictionReader, twoProbabilitiesAreThoseOfTwoModels) {
    ReadOptions options;
    options.columns = {{ColumnRole::Probability, "b"}, {ColumnRole::Probability, "c"}};
    const auto dataset = accept("a,b,c,label\n.2,.3,.4,0\n.7,.8,.9,1\n", options);
    EXPECT_DOUBLE_EQ(dataset.predictions.scores().at(0, 0), .3);
    ASSERT_FALSE(dataset.summary.notes.empty());
    EXPECT_EQ(dataset.summary.notes.front().id, "other_models");
    EXPECT_EQ(dataset.summary.notes.front().count, 1U);
}

TEST_F(PredictionReader, oneProbabilityOfManyLabelsAsksForThePrediction) {
    EXPECT_THAT(refuse("y,phat\n0,.8\n1,.6\n2,.7\n"), HasSubstr("--column predicted=NAME"));
    EXPECT_EQ(accept("y,yhat,phat\n0,0,.8\n1,2,.6\n2,2,.7\n").summary.form,
              PredictionForm::Confidence);
}

TEST_F(PredictionReader, aProbabilityThatIsNeverBelowHalfIsNoted) {
    const auto dataset = accept("y_true,y_prob\n0,.8\n1,.6\n1,.7\n");
    ASSERT_EQ(dataset.summary.notes.size(), 1U);
    EXPECT_EQ(dataset.summary.notes[0].id, "never_below_half");
    EXPECT_TRUE(accept("y_true,y_prob\n0,.2\n1,.6\n").summary.notes.empty());
}

TEST_F(PredictionReader, aFileOfLabelsBelongsToItsNeighbour) {
    const std::string scores = writeScores("a.npy");
    const std::string labels = writeLabels("b.npy");
    const std::string csv = m_folder.write("c.csv", "label\n0\n1\n1\n");
    EXPECT_THAT(sourcesOf({scores, labels}), ElementsAre(PredictionFiles{scores, labels}));
    EXPECT_THAT(sourcesOf({labels, scores}), ElementsAre(PredictionFiles{scores, labels}));
    EXPECT_THAT(sourcesOf({scores, csv, scores}),
                ElementsAre(PredictionFiles{scores, csv}, PredictionFiles{scores, std::nullopt}));
    EXPECT_TRUE(readPredictions({scores, csv}));
}

TEST_F(PredictionReader, aPipeBringsLabelsToPredictionsWithoutAny) {
    const std::string pipe = m_folder.path("pipe");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const std::string without = m_folder.write("p.csv", "prob_a,prob_b\n.2,.8\n.7,.3\n");
    const std::string with = m_folder.write("q.csv", "label,prob_a,prob_b\n1,.2,.8\n0,.7,.3\n");
    const std::string array = writeScores("a.npy");
    EXPECT_THAT(sourcesOf({without, pipe}), ElementsAre(PredictionFiles{without, pipe}));
    EXPECT_THAT(sourcesOf({array, pipe}), ElementsAre(PredictionFiles{array, pipe}));
    EXPECT_THAT(sourcesOf({with, pipe}), ElementsAre(PredictionFiles{with, std::nullopt},
                                                     PredictionFiles{pipe, std::nullopt}));
    const std::string columnar = std::string(DIAGONAL_COLUMNAR) + "/pairs.arrow";
    EXPECT_THAT(sourcesOf({columnar, pipe}), ElementsAre(PredictionFiles{columnar, std::nullopt},
                                                         PredictionFiles{pipe, std::nullopt}));
}

TEST_F(PredictionReader, labelsOfAnotherCountAreRefused) {
    const std::string scores = writeScores("a.npy");
    const std::string labels = m_folder.write("y.csv", "label\n0\n1\n");
    const auto dataset = readPredictions({scores, labels});
    ASSERT_FALSE(dataset);
    EXPECT_EQ(dataset.error().file, labels);
    EXPECT_THAT(dataset.error().detail, HasSubstr("2 labels for 3 rows"));
}

TEST_F(PredictionReader, errorsNameTheFile) {
    EXPECT_THAT(describe(readPredictions({m_folder.path("none.csv"), std::nullopt}).error()),
                HasSubstr("none.csv: cannot be opened"));
}

TEST_F(PredictionReader, compressedAndRecodedFilesAreReadAndReported) {
    const std::string text = "prob_0,prob_1,label\n.2,.8,1\n.7,.3,0\n";
    const std::string array =
        npyBytes(npyHeader("<f4", "(3, 2)"), rawBytes<float>({2, -1, 0, 3, 1, 0}));
    for (const auto& [bytes, compression] :
         {std::pair(testing::gzipBytes(text), "gzip"), std::pair(testing::zstdBytes(text), "zstd"),
          std::pair(testing::gzipBytes(testing::gzipBytes(text)), "gzip, gzip")}) {
        const auto dataset = accept(bytes);
        EXPECT_EQ(dataset.predictions.scores().at(0, 1), .8);
        EXPECT_EQ(assumption(dataset, "compression"), compression);
    }
    writeLabels("labels.gz");
    const auto arrays =
        readPredictions({m_folder.write("logits.gz", testing::gzipBytes(array)), std::nullopt});
    ASSERT_TRUE(arrays) << describe(arrays.error());
    EXPECT_EQ(arrays.value().predictions.rows(), 3U);
    const auto latin = accept("prob_caf\xE9,prob_b,label\n.2,.8,b\n.7,.3,caf\xE9\n");
    EXPECT_EQ(assumption(latin, "encoding"), "Latin-1");
    EXPECT_EQ(latin.summary.classNames[0], "caf\xC3\xA9");
}

TEST_F(PredictionReader, compressionWithoutEndIsRefused) {
    std::string bytes = "prob,label\n.5,1\n";
    for (int i = 0; i < 6; ++i)
        bytes = testing::gzipBytes(bytes);
    EXPECT_THAT(refuse(bytes), HasSubstr("compressed more than"));
}

TEST_F(PredictionReader, theSamplesOfTheProjectOpen) {
    for (const auto& [name, rows] : std::initializer_list<std::pair<const char*, std::size_t>>{
             {"digits_neural_network.npz", 1707},
             {"digits_naive_bayes.csv", 1797},
             {"digits_random_forest.csv", 1797},
             {"breast_cancer_logistic.csv", 569}}) {
        const auto dataset =
            readPredictions({std::string(DIAGONAL_SAMPLES) + "/" + name, std::nullopt});
        ASSERT_TRUE(dataset) << describe(dataset.error());
        EXPECT_EQ(dataset.value().predictions.rows(), rows) << name;
        EXPECT_EQ(dataset.value().summary.skipped, 0U) << name;
    }
}

TEST(Arrays, thatAreTransposedOrHoldTheLabelsThemselvesAreRefusedWithAReason) {
    const auto refusal = [](const std::string& bytes) {
        const std::string kept = bytes;
        const auto read = readPredictions(std::make_unique<MemorySource>(kept), "scores");
        EXPECT_FALSE(read);
        return read ? std::string() : describe(read.error());
    };
    const std::string transposed =
        npyBytes(npyHeader("<f8", "(2, 3)"), rawBytes<double>({.2, .8, .7, .8, .2, .3}));
    const std::string labels = npyBytes(npyHeader("|u1", "(3,)"), std::string("\1\0\0", 3));
    EXPECT_THAT(
        refusal(testing::zipBytes({{"probs.npy", transposed}, {"labels.npy", labels}}, false)),
        HasSubstr("transposed: save them as scores.T"));

    std::vector<double> labelsLast, labelsFirst, onlyScores;
    for (int row = 0; row < 12; ++row) {
        const double label = row % 2;
        for (const double value : {.25 + row, -.5, label})
            labelsLast.push_back(value);
        for (const double value : {label, .25 + row, -.5})
            labelsFirst.push_back(value);
        for (const double value : {.25, .5 + row, -.5})
            onlyScores.push_back(value);
    }
    const auto array = [](const std::vector<double>& values) {
        return npyBytes(npyHeader("<f8", "(12, 3)"), rawBytes(values));
    };
    EXPECT_THAT(refusal(array(labelsLast)), HasSubstr("scores=a[:, :-1], labels=a[:, -1]"));
    EXPECT_THAT(refusal(array(labelsFirst)), HasSubstr("scores=a[:, 1:], labels=a[:, 0]"));
    EXPECT_THAT(refusal(array(onlyScores)), Not(HasSubstr("a[:")));
}

TEST_F(PredictionReader, tooLittleMemoryIsAnError) {
    ReadObserver observer;
    observer.parallelFor = [](std::size_t, const std::function<void(std::size_t)>&) {
        throw std::bad_alloc();
    };
    const std::string file = m_folder.write("file.csv", "label,prob\n1,0.9\n0,0.2\n");
    const auto read = readPredictions({file, std::nullopt}, {}, observer);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().file, file);
    EXPECT_THAT(read.error().detail, HasSubstr("not enough memory"));
}

}  // namespace
}  // namespace diagonal
