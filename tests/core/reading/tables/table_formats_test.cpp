// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as common programs write them: tests their layout and the numbers read.
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/predictions/prediction_writer.h"
#include "tests/core/reading/mutations.h"
#include "tests/core/reading/reading_support.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using testing::accepted;
using testing::accuracyOf;
using testing::assumed;
using ::testing::Contains;
using ::testing::ElementsAre;
using testing::expectMutationsReadOrRefused;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::noteIds;
using testing::readBytes;
using testing::rowOf;

TEST(TableFormats, wekaPredictionsHaveNumberedClasses) {
    const auto data = accepted(
        "inst#,actual,predicted,error,prediction\n"
        "1,1:tested_negative,1:tested_negative,,0.958\n"
        "2,2:tested_positive,1:tested_negative,+,0.6\n");
    EXPECT_EQ(data.summary.form, PredictionForm::Confidence);
    EXPECT_EQ(rowOf(data, 1), std::vector{.6});
    EXPECT_EQ(accuracyOf(data), .5);
    EXPECT_EQ(assumed(data, "format"), "Weka's predictions");
}

TEST(TableFormats, wekaDistributionsStarTheirPredictedClass) {
    const std::string rows =
        "1,1:Iris-setosa,1:Iris-setosa,,*0.958,0.021,0.021\n"
        "2,2:Iris-versicolor,1:Iris-setosa,+,*0.5,0.3,0.2\n"
        "3,3:Iris-virginica,3:Iris-virginica,,0.1,0.1,*0.8\n";
    for (const char* header : {"inst#,actual,predicted,error,distribution,,\n",
                               "inst#,actual,predicted,error,distribution\n"}) {
        const auto data = accepted(header + rows);
        EXPECT_THAT(data.summary.classNames,
                    ElementsAre("Iris-setosa", "Iris-versicolor", "Iris-virginica"));
        EXPECT_EQ(rowOf(data, 1), (std::vector{.5, .3, .2}));
        EXPECT_EQ(accuracyOf(data), 2.0 / 3);
    }
}

TEST(TableFormats, aWekaClassThatComesLateKeepsItsNumber) {
    std::string text = "inst#,actual,predicted,error,distribution,,\n";
    for (int i = 0; i < 300; ++i)
        text += "1,1:a,1:a,,*0.9,0.05,0.05\n";
    text += "1,3:late,3:late,,0.1,0.1,*0.8\n";
    const auto data = accepted(text);
    EXPECT_THAT(data.summary.classNames, ElementsAre("a", "2", "3"));
    EXPECT_EQ(accuracyOf(data), 1);
}

TEST(TableFormats, libsvmOrdersItsColumnsByItsFirstLineAndItsDataBringTheLabels) {
    const std::string output = "labels 1 -1\n1 0.93 0.07\n-1 0.2 0.8\n1 0.6 0.4\n";
    const auto alone = readBytes(output);
    ASSERT_FALSE(alone);
    EXPECT_THAT(alone.error().detail, HasSubstr("no true labels"));
    const testing::TemporaryFolder folder;
    const auto data = readPredictions(
        {folder.write("p.txt", output), folder.write("d.txt", "1 1:0.5 3:2\n-1 2:1\n-1 1:2\n")});
    ASSERT_TRUE(data) << describe(data.error());
    EXPECT_THAT(data.value().summary.classNames, ElementsAre("1", "-1"));
    EXPECT_EQ(rowOf(data.value(), 1), (std::vector{.2, .8}));
    EXPECT_EQ(accuracyOf(data.value()), 2.0 / 3);
}

TEST(TableFormats, bentLibsvmIsReadOrRefused) {
    ReadOptions options;
    options.columns = {{ColumnRole::Label, "predicted"}};
    expectMutationsReadOrRefused("labels 1 -1\n1 0.93 0.07\n-1 0.2 0.8\n", options);
}

TEST(TableFormats, arffDeclaresColumnsAndClasses) {
    const auto data = accepted(
        "% made by Weka\n@relation 'iris predicted'\n\n"
        "@attribute petallength numeric\n"
        "@attribute kind {Iris-setosa,'Iris versi color',Iris-virginica}\n"
        "@ATTRIBUTE classification {Iris-setosa,'Iris versi color',Iris-virginica}\n"
        "@attribute distribution_Iris-setosa numeric\n"
        "@attribute 'distribution_Iris versi color' numeric\n"
        "@attribute distribution_Iris-virginica numeric\n"
        "@data\n"
        "1.4,Iris-setosa,Iris-setosa,0.9,0.05,0.05\n"
        "% a comment\n"
        "4.7,'Iris versi color',Iris-virginica,0.1,0.4,0.5\n"
        "?,Iris-virginica,Iris-virginica,0,0.2,0.8\n");
    EXPECT_EQ(assumed(data, "label_column"), "kind");
    EXPECT_THAT(data.summary.classNames,
                ElementsAre("Iris-setosa", "Iris versi color", "Iris-virginica"));
    EXPECT_EQ(rowOf(data, 1), (std::vector{.1, .4, .5}));
    EXPECT_EQ(accuracyOf(data), 2.0 / 3);
}

TEST(TableFormats, arffErrorsHaveTheirLine) {
    const auto ragged = readBytes(
        "@relation r\n@attribute class {a,b}\n@attribute p_a numeric\n@attribute p_b numeric\n"
        "@data\na,.9,.1\nb,.1\n");
    ASSERT_FALSE(ragged);
    EXPECT_EQ(ragged.error().line, 7U);
    const auto sparse = readBytes("@relation r\n@attribute a numeric\n@data\n{0 1}\n");
    EXPECT_THAT(sparse.error().detail, HasSubstr("SparseToNonSparse"));
    EXPECT_FALSE(readBytes("@relation r\n@attribute a numeric\n"));
    EXPECT_FALSE(readBytes("@relation r\n@data\n1\n"));
    EXPECT_EQ(readBytes("@relation r\n@attribute\n@data\n1\n").error().line, 2U);
}

TEST(TableFormats, escapedQuotesOfArffStayInTheName) {
    const auto data = accepted(
        "@relation r\n@attribute class {'don\\'t',do}\n@attribute 'p_don\\'t' numeric\n"
        "@attribute p_do numeric\n@data\n'don\\'t',.9,.1\ndo,.2,.8\n");
    EXPECT_THAT(data.summary.classNames, ElementsAre("don't", "do"));
}

TEST(TableFormats, listsInCellsAreClasses) {
    const auto data = accepted(
        "filename,label,prob\na.jpg,1,\"[0.98 0.01\n 0.01]\"\nb.jpg,2,\"[0.1, 0.1, 0.8]\"\n"
        "c.jpg,0,\"tensor([0.5, 0.1, 0.4], dtype=torch.float64)\"\n");
    EXPECT_EQ(rowOf(data, 0), (std::vector{.98, .01, .01}));
    EXPECT_EQ(accuracyOf(data), 2.0 / 3);
    const auto ragged = readBytes("label,prob\n1,\"[0.9 0.1]\"\n0,\"[0.9 0.05 0.05]\"\n");
    ASSERT_FALSE(ragged);
    EXPECT_EQ(ragged.error().line, 3U);
    EXPECT_THAT(ragged.error().detail, HasSubstr("3 items, but the first has 2"));
    const auto cut = readBytes("label,prob\n1,\"[0.9 ... 0.1]\"\n0,\"[0.9 ... 0.1]\"\n");
    EXPECT_THAT(cut.error().detail, HasSubstr("set_printoptions"));
}

TEST(TableFormats, sparkVectorsAreReadFromTheProbability) {
    const auto data = accepted(
        "label,features,rawPrediction,probability,prediction\n"
        "1,\"[1.0,2.0]\",\"[-1.2,1.2]\",\"[0.2,0.8]\",1.0\n"
        "0,\"[1.0,2.0]\",\"[1.2,-1.2]\",\"[0.7,0.3]\",0.0\n");
    EXPECT_EQ(rowOf(data, 1), (std::vector{.7, .3}));
    EXPECT_EQ(accuracyOf(data), 1);
}

TEST(TableFormats, columnsByRankGiveTheConfidenceOfTheFirst) {
    const auto data = accepted(
        "label,index_0,index_1,index_2,prob_0,prob_1,prob_2\n"
        "3,3,1,2,.9,.05,.01\n4,3,1,2,.8,.05,.01\n");
    EXPECT_EQ(data.summary.form, PredictionForm::Confidence);
    EXPECT_EQ(rowOf(data, 0), std::vector{.9});
    EXPECT_EQ(accuracyOf(data), .5);
    EXPECT_THAT(noteIds(data), Contains("ranked_columns"));
}

struct Pattern {
    const char* program;
    const char* text;
    std::vector<std::string> classes;
    std::vector<double> first;
    double accuracy;
};

class TablePatterns : public ::testing::TestWithParam<Pattern> {};

TEST_P(TablePatterns, areUnderstood) {
    const auto data = accepted(GetParam().text);
    EXPECT_EQ(data.summary.classNames, GetParam().classes);
    EXPECT_EQ(rowOf(data, 0), GetParam().first);
    EXPECT_EQ(accuracyOf(data), GetParam().accuracy);
}

INSTANTIATE_TEST_SUITE_P(
    Programs, TablePatterns,
    ::testing::Values(
        Pattern{"CatBoost",
                "SampleId\tProbability:Class=0\tProbability:Class=1\tLabel\n"
                "0\t.2\t.8\t1\n1\t.7\t.3\t1\n",
                {"0", "1"},
                {.2, .8},
                .5},
        Pattern{"KNIME",
                "sepal,iris,P (iris=setosa),P (iris=virginica),Prediction (iris)\n"
                "1.5,setosa,.8,.2,setosa\n2.5,virginica,.4,.6,virginica\n",
                {"setosa", "virginica"},
                {.8, .2},
                1},
        Pattern{"RapidMiner",
                "outcome,confidence(yes),confidence(no),prediction(outcome)\n"
                "yes,.8,.2,yes\nno,.6,.4,yes\n",
                {"yes", "no"},
                {.8, .2},
                .5},
        Pattern{"OrangeThreeRows",
                "sepal\tiris\tTree\tTree (setosa)\tTree (virginica)\n"
                "continuous\tsetosa virginica\tsetosa virginica\tcontinuous\tcontinuous\n"
                "\tclass\tmeta\tmeta\tmeta\n"
                "1.5\tsetosa\tsetosa\t.8\t.2\n2.5\tvirginica\tsetosa\t.6\t.4\n",
                {"setosa", "virginica"},
                {.8, .2},
                .5},
        Pattern{"OrangePrefixes",
                "C#sepal,cD#iris,mD#Tree,mC#Tree (setosa),mC#Tree (virginica)\n"
                "1.5,setosa,setosa,.8,.2\n2.5,virginica,setosa,.6,.4\n",
                {"setosa", "virginica"},
                {.8, .2},
                .5},
        Pattern{"H2OCalibrated",
                "predict,p0,p1,cal_p0,cal_p1,y\n1,.3,.7,.4,.6,1\n0,.8,.2,.7,.3,1\n",
                {"0", "1"},
                {.4, .6},
                .5},
        Pattern{"H2ONames",
                "predict,NO,YES,truth\nYES,.3,.7,YES\nNO,.8,.2,YES\n",
                {"NO", "YES"},
                {.3, .7},
                .5},
        Pattern{"tidymodels",
                ".pred_class,.pred_Yes,.pred_No,Class\nYes,.7,.3,Yes\nNo,.2,.8,Yes\n",
                {"Yes", "No"},
                {.7, .3},
                .5},
        Pattern{"yardstick",
                "truth,Class1,Class2,predicted\nClass2,.3,.7,Class2\nClass1,.6,.4,Class1\n",
                {"Class1", "Class2"},
                {.3, .7},
                1},
        Pattern{"caret",
                "\"pred\",\"obs\",\"Yes\",\"No\",\"Resample\"\n\"Yes\",\"Yes\",.7,.3,\"Fold1\"\n"
                "\"No\",\"Yes\",.2,.8,\"Fold2\"\n",
                {"Yes", "No"},
                {.7, .3},
                .5},
        Pattern{"mlr3",
                "truth,response,prob.M,prob.R\nM,M,.7,.3\nR,M,.6,.4\n",
                {"M", "R"},
                {.7, .3},
                .5},
        Pattern{"WekaBanner",
                "=== Predictions on test data ===\n\n"
                "inst#,actual,predicted,error,distribution,\n1,1:a,1:a,,*0.75,0.25\n"
                "2,2:b,1:a,+,*0.5,0.5\n",
                {"a", "b"},
                {.75, .25},
                .5},
        Pattern{"WriteTable",
                "truth response prob.M prob.R\n\"1\" \"M\" \"M\" .7 .3\n\"2\" \"R\" \"M\" .6 .4\n",
                {"M", "R"},
                {.7, .3},
                .5},
        Pattern{"AutoGluon",
                ",cat,dog,label\n0,.7,.3,cat\n1,.6,.4,dog\n",
                {"cat", "dog"},
                {.7, .3},
                .5},
        Pattern{"Excel", "sep=;\nlabel;p0;p1\n1;0,2;0,8\n1;0,7;0,3\n", {"0", "1"}, {.2, .8}, .5},
        Pattern{"NegativeClass",
                "label,prob_-1,prob_1\n1,.2,.8\n-1,.4,.6\n",
                {"-1", "1"},
                {.2, .8},
                .5},
        Pattern{"SlashComments",
                "// by hand\nlabel,p0,p1\n1,.2,.8\n//x\n1,.7,.3\n",
                {"0", "1"},
                {.2, .8},
                .5},
        Pattern{"KerasSigmoid", "y_true,y_pred\n1,.8\n1,.4\n0,.3\n0,.2\n", {"0", "1"}, {.8}, .75}),
    [](const auto& pattern) { return pattern.param.program; });

TEST_P(TablePatterns, bentAreReadOrRefused) {
    expectMutationsReadOrRefused(GetParam().text);
}

TEST(TableFormats, scoresAreNotTheClassesThatTheyAreOf) {
    for (const std::string family : {"class_", "pred_", "class_prob_", "pred_proba_", "label_"}) {
        const auto data = accepted(family + "0," + family + "1," + family +
                                   "2,label\n.7,.2,.1,0\n.3,.5,.2,1\n.2,.1,.7,0\n");
        EXPECT_EQ(data.summary.form, PredictionForm::ClassScores) << family;
        EXPECT_EQ(rowOf(data, 0), (std::vector{.7, .2, .1})) << family;
        EXPECT_EQ(accuracyOf(data), 2.0 / 3) << family;
    }
    EXPECT_EQ(accuracyOf(accepted("{\"pred\":[0.7,0.2,0.1],\"label\":0}\n"
                                  "{\"pred\":[0.3,0.5,0.2],\"label\":0}\n")),
              .5);
}

TEST(TableFormats, columnsThatCountFromZeroAreClassesWhateverTheyAreCalled) {
    const std::string rows = "label\n.4,.7,1\n.9,.3,0\n.2,.6,1\n";
    const auto unnormalised = readBytes("output_0,output_1," + rows);
    ASSERT_FALSE(unnormalised);
    EXPECT_THAT(unnormalised.error().detail, HasSubstr("do not sum to 1"));
    EXPECT_EQ(accepted("model0,model1," + rows).summary.form, PredictionForm::PositiveScore);
}

TEST(TableFormats, decisionsBesideScoresAreNoRanks) {
    const auto data = accepted(
        "label,pred_0,pred_1,pred_2,prob_0,prob_1,prob_2\n2,0,0,1,.1,.2,.7\n0,1,0,0,.8,.1,.1\n"
        "1,0,0,1,.1,.3,.6\n");
    EXPECT_EQ(data.summary.form, PredictionForm::ClassScores);
    EXPECT_EQ(accuracyOf(data), 2.0 / 3);
}

TEST(TableFormats, labelsThatAreNeverPredictedAreNoted) {
    const std::string rows = "y_true,y_pred,confidence\n2,2,.9\n0,0,.8\n1,2,.7\n1,1,.6\n";
    EXPECT_THAT(noteIds(accepted(rows + "-1,2,.8\n")), Contains("never_predicted"));
    EXPECT_THAT(noteIds(accepted(rows)), Not(Contains("never_predicted")));
}

TEST(TableFormats, labelsThatCountFromOneArePredictedByNumbersFromZero) {
    ReadOptions options;
    options.labelBase = 1;
    const auto data =
        accepted("y_true,y_pred,confidence\n1,0,.9\n3,2,.8\n2,2,.7\n3,1,.6\n", options);
    EXPECT_THAT(noteIds(data), Not(Contains("never_predicted")));
    EXPECT_THAT(data.summary.classNames, ElementsAre("1", "2", "3"));
    EXPECT_EQ(accuracyOf(data), .5);
}

TEST(TableFormats, aJudgementThatContradictsLabelsIsNotedAndKept) {
    ReadOptions options;
    options.kept = KeptColumns::All;
    const auto otherColumns = [&](const std::string& text) {
        const auto data = accepted(text, options);
        std::string names;
        for (const RowNames& column : data.rowNames)
            names += column.name + " ";
        return names + std::to_string(std::ranges::count(noteIds(data), "correct_differs")) +
               std::to_string(std::ranges::count(noteIds(data), "predicted_differs"));
    };
    const std::string classes = "y_true,y_pred,confidence,correct\na,a,.9,1\nb,c,.8,0\n";
    EXPECT_EQ(otherColumns(classes + "c,c,.7,1\n"), "00");
    EXPECT_EQ(otherColumns(classes + "c,c,.7,0\n"), "correct 10");
    EXPECT_EQ(otherColumns("label,prob,prediction\n1,.9,yes\n0,.3,\n0,.2,yes\n1,.6,no\n"), "00")
        << "words that are no labels judge nothing";
    EXPECT_EQ(otherColumns("label,prob,prediction\n1,.9,1\n0,.3,1\n0,.2,0\n1,.6,1\n"),
              "prediction 01");
    EXPECT_EQ(otherColumns("label,prob,prediction\n1,.9,1\n0,.3,0\n0,.2,0\n1,.6,1\n"), "00")
        << "it would be a trait of the rows that it names";
}

TEST(TableFormats, namesLikeMissingValuesAreSoughtInAllRows) {
    ReadOptions options;
    options.columns = {{ColumnRole::Group, "strand"},
                       {ColumnRole::Group, "site"},
                       {ColumnRole::Cluster, "patient"}};
    std::string text = "label,prob,strand,site,patient\n";
    for (int i = 0; i < 5000; ++i)
        text += std::string(i % 2 == 0 ? "1,.9," : "0,.2,") + (i < 4000 ? "-," : "+,") +
                (i < 4000 ? "A," : "None,") + (i % 5 == 0 ? "None\n" : "x\n");
    const auto data = accepted(text, options);
    EXPECT_THAT(data.groups[0].values, ElementsAre("-", "+"));
    EXPECT_EQ(std::ranges::count(data.groups[1].codes, 1), 1000) << "None";
    EXPECT_EQ(data.clusters->values.size(), 1001U) << "each row without a patient is one";
    options.columns = {{ColumnRole::Group, "site"}};
    const auto alone = accepted("label,prob,site\n1,.9,-\n0,.2,A\n1,.7,-\n", options);
    EXPECT_THAT(alone.groups[0].values, ElementsAre("A"));
    EXPECT_EQ(std::ranges::count(alone.groups[0].codes, -1), 2);
}

TEST(TableFormats, writtenConfidencesKeepTheirClasses) {
    const auto data = accepted("id,truth,guess,confidence\nx,a,a,.9\ny,b,c,.4\nz,c,c,.7\n");
    std::ostringstream out;
    writeCsv(data, out);
    EXPECT_EQ(out.str(), "label,predicted,confidence\na,a,0.9\nb,c,0.4\nc,c,0.7\n");
    const auto again = accepted(out.str());
    EXPECT_EQ(again.summary.form, PredictionForm::Confidence);
    EXPECT_EQ(accuracyOf(again), 2.0 / 3);
    const auto two = accepted("truth,guess,confidence\na,a,.9\nb,a,.8\nb,b,.7\n");
    std::ostringstream ofTwo;
    writeCsv(two, ofTwo);
    EXPECT_EQ(ofTwo.str(), "correct,confidence\n1,0.9\n0,0.8\n1,0.7\n");
}

TEST(TableFormats, noneIsAClassThatLabelsAndPredictionsHave) {
    const auto data = accepted("truth,guess,confidence\nNone,None,.9\ncat,None,.8\ndog,dog,.7\n");
    EXPECT_EQ(data.summary.skipped, 0U);
    EXPECT_THAT(data.summary.classNames, ElementsAre("None", "cat", "dog"));
    const auto silent = accepted("truth,guess,confidence\ncat,None,.9\ncat,cat,.8\ndog,dog,.7\n");
    ASSERT_EQ(silent.summary.skipped, 1U);
    EXPECT_EQ(silent.summary.skippedRows->front().text, "it has no predicted class");
    EXPECT_THAT(noteIds(silent), Not(Contains("open_outcomes")));
    EXPECT_EQ(silent.summary.notes.front().text, "1 row skipped: 1 without a predicted class");
    const auto binary = accepted("truth,guess,prob\n1,1,.9\n0,None,.2\nNone,1,.7\n0,0,.1\n");
    EXPECT_EQ(binary.summary.form, PredictionForm::PositiveScore) << "None is no third class";
    EXPECT_EQ(binary.summary.skipped, 1U);
    const auto spelled = accepted("truth,guess,confidence\nNone,none,.9\ncat,cat,.8\ndog,dog,.7\n");
    EXPECT_EQ(spelled.summary.skipped, 1U) << "two spellings are no class";
    const auto open = accepted("truth,guess,confidence\nNone,cat,.9\ncat,cat,.8\ndog,dog,.7\n");
    EXPECT_EQ(open.summary.skippedRows->front().text, "it has no label");
    EXPECT_THAT(noteIds(open), Contains("open_outcomes"));
}

TEST(TableFormats, aCommentMayFollowRows) {
    const auto data = accepted("label,prob\n1,.9\n# half of them\n0,.2\n#end");
    EXPECT_EQ(data.predictions.rows(), 2U);
    EXPECT_EQ(accepted("label prob\n1 .9\n# n = 2\n0 .2\n").predictions.rows(), 2U);
    EXPECT_FALSE(readBytes("label,prob,x\n1,.9,2\n#0,.2\n"));
}

TEST(TableFormats, columnsByNumberBesideLabelsFromZeroAreOneFamily) {
    const auto data = accepted("1,2,3,label\n.7,.2,.1,0\n.3,.5,.2,1\n.2,.1,.7,2\n");
    EXPECT_EQ(data.summary.classes, 3U);
    EXPECT_EQ(accuracyOf(data), 1);
}

TEST(TableFormats, labelsThatAreAllMissingAreReportedToBe) {
    const auto read = readBytes("label,prob\n,.7\n,.2\n");
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().detail, HasSubstr("'label' is empty in all rows"));
}

TEST(TableFormats, aCommentAboveTheRowsMayNameTheColumns) {
    const auto data = accepted("# made by eval.py\n#prob_b\tprob_a\tlabel\n.9\t.1\tb\n.2\t.8\ta\n");
    EXPECT_EQ(data.summary.classNames, (std::vector<std::string>{"b", "a"}));
    EXPECT_EQ(accuracyOf(data), 1);
    EXPECT_EQ(accuracyOf(accepted("# p1 p0 label\n.9 .1 1\n.2 .8 0\n")), 1);
    EXPECT_EQ(accepted("# two, columns\nlabel,prob\n1,.9\n0,.2\n").predictions.rows(), 2U);
    EXPECT_EQ(assumed(accepted("# of my, model\n1,.9\n0,.2\n"), "header"), "none");
}

TEST(TableFormats, theNameOfALoneProbabilityTellsItsClass) {
    for (const char* header : {"obs,.pred_no", "obs,prob_no", "obs,P(False)", "obs,p_neg"}) {
        const auto data = accepted(std::string(header) + "\nyes,.1\nno,.8\nno,.6\n");
        EXPECT_EQ(data.summary.classNames[1], "no") << header;
    }
    EXPECT_EQ(accepted("y,prob_0\n1,.1\n0,.8\n").summary.classNames[1], "0");
    EXPECT_EQ(accepted("y,prob_1\n1,.8\n0,.1\n").summary.classNames[1], "1");
}

/// Returns rows of true label, prediction by a threshold, and P(1).
std::string byThreshold(double threshold, bool reversed) {
    std::string text = "y_true,y_pred,y_prob\n";
    for (int i = 0; i < 60; ++i) {
        const double p = .02 + .016 * i;
        const bool high = p > threshold;
        text += std::to_string(i % 3 == 0) + "," + std::to_string(high != reversed) + "," +
                std::to_string(p) + "\n";
    }
    return text;
}

TEST(TableFormats, aProbabilityFollowsThePredictionWhateverTheThreshold) {
    for (const double threshold : {.3, .5, .62}) {
        const auto data = accepted(byThreshold(threshold, false));
        EXPECT_EQ(data.summary.form, PredictionForm::PositiveScore) << threshold;
        EXPECT_EQ(data.summary.classNames[1], "1");
        EXPECT_EQ(accepted(byThreshold(threshold, true)).summary.classNames[1], "0");
    }
}

TEST(TableFormats, catBoostCallsItsPredictionClass) {
    const auto data = accepted(
        "SampleId\tProbability:Class=0\tProbability:Class=1\tClass\tLabel\n"
        "0\t.2\t.8\t1\t0\n1\t.7\t.3\t0\t0\n");
    EXPECT_EQ(assumed(data, "label_column"), "Label");
    EXPECT_EQ(accuracyOf(data), .5);
}

TEST(TableFormats, twoClassesAreMatchedByMeaning) {
    const auto data = accepted("label,prob_positive,prob_negative\n1,.8,.2\n0,.3,.7\n1,.9,.1\n");
    EXPECT_EQ(accuracyOf(data), 1);
}

TEST(TableFormats, columnsFromOneWithLabelsFromZeroAreMatchedByPosition) {
    const auto data = accepted("label,p1,p2,p3\n0,.8,.1,.1\n1,.1,.8,.1\n0,.1,.1,.8\n");
    EXPECT_EQ(accuracyOf(data), 2.0 / 3);
}

TEST(TableFormats, wordsForUnnamedClassesAreNumberedByAlphabetOrTheirNumbers) {
    const auto words = accepted("label,prob\ndog,\"[0.9 0.1]\"\ncat,\"[0.8 0.2]\"\n", {});
    EXPECT_EQ(assumed(words, "class_order"), "alphabetical, assumed");
    EXPECT_EQ(accuracyOf(words), .5);
    const auto numbered = accepted("label,p0,p1\nLABEL_1,.1,.9\nLABEL_0,.8,.2\n");
    EXPECT_EQ(accuracyOf(numbered), 1);
}

TEST(TableFormats, aPrintedLabelIsNotTakenForTheTruth) {
    std::string text = "filename,label,prob\n";
    for (int i = 0; i < 40; ++i)
        text += "a.jpg," + std::to_string(i % 2) + ",." + std::to_string(50 + i) + "\n";
    const auto data = readBytes(text);
    ASSERT_FALSE(data);
    EXPECT_THAT(data.error().detail, HasSubstr("probably the predicted class"));
    ReadOptions options;
    options.columns = {{ColumnRole::Label, "label"}, {ColumnRole::Probability, "prob"}};
    EXPECT_TRUE(readBytes(text, options));
}

TEST(TableFormats, tablesThatAreDrawnHaveTheRowsOfPlainOnes) {
    const std::string psql =
        " label |  prob  \n-------+--------\n     1 |  0.913\n     0 |  0.214\n     1 |   0.77\n"
        "(3 rows)\n\n";
    const std::string mysql =
        "+-------+-------+\n| label | prob  |\n+-------+-------+\n|     1 | 0.913 |\n"
        "|     0 | 0.214 |\n|     1 |  0.77 |\n+-------+-------+\n";
    const std::string markdown =
        "| label | prob |\n|------:|:----:|\n| 1 | 0.913 |\n| 0 | 0.214 |\n| 1 | 0.77 |\n";
    for (const std::string& text : {psql, mysql, markdown}) {
        const auto data = accepted(text);
        ASSERT_EQ(data.predictions.rows(), 3U) << text;
        EXPECT_EQ(rowOf(data, 1), std::vector{.214}) << text;
        EXPECT_EQ(accuracyOf(data), 1) << text;
    }
    EXPECT_EQ(accepted("label|prob\n:-:|:-:\n1|.9\n0|.2\n").predictions.rows(), 2U);
    EXPECT_EQ(accepted("label|prob|note\n1|.9|a\n0|.2|--\n").predictions.rows(), 2U);
    // Rows of missing cells are still rows.
    std::string text = "label|prob\n";
    for (int row = 0; row < 20; ++row)
        text += "1|.9\n0|.2\n";
    const auto missing = readBytes(text + "---|---\n");
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().detail, HasSubstr("'---'"));
}

TEST(TableFormats, bracketsBeginNoTable) {
    EXPECT_EQ(accepted("label,prob,note\n1,.9,\"a\n(\nb\"\n0,.2,(\n").predictions.rows(), 2U);
    for (const char* line : {"(", "(12", "()", "(3 rows", "( rows)"}) {
        const auto read = readBytes(std::string("label|prob\n1|.9\n0|.2\n") + line + "\n");
        ASSERT_FALSE(read) << line;
        EXPECT_EQ(read.error().line, 4U) << line;
    }
}

TEST(TableFormats, millionsOfColumnsAreRefusedAtOnce) {
    const auto data = readBytes(std::string(3000000, ','));
    ASSERT_FALSE(data);
    EXPECT_THAT(data.error().detail, HasSubstr("1,000,000 fields"));
}

TEST(TableFormats, aClassCalledNoneIsAClass) {
    const auto data = accepted(
        "y,p_None,p_Mild\nNone,.8,.2\nMild,.3,.7\nNone,.9,.1\n,.5,.5\n"
        "None,.8,.2\nMild,.3,.7\nNone,.9,.1\nMild,.3,.7\nNone,.9,.1\nNone,.9,.1\n");
    EXPECT_EQ(data.predictions.rows(), 9U);
    EXPECT_EQ(accuracyOf(data), 1);
}

TEST(TableFormats, weightsThatAreNotUsedAreReported) {
    const std::string text = "y_true,y_prob,weight\n1,.8,72.5\n0,.3,64\n";
    const auto data = accepted(text);
    EXPECT_THAT(noteIds(data), Contains("weights_unused"));
    EXPECT_TRUE(data.predictions.weights().empty());
    ReadOptions options;
    options.columns = {{ColumnRole::Weight, "weight"}};
    EXPECT_EQ(accepted(text, options).predictions.weights().kind, WeightKind::Importance);
}

TEST(TableFormats, listsOfTypedNumbersAreRead) {
    const auto data = accepted(
        "label,prob\n1,\"[np.float64(0.25), np.float64(0.75)]\"\n"
        "0,\"DenseVector([0.5,0.5])\"\n");
    EXPECT_EQ(rowOf(data, 0), (std::vector{.25, .75}));
}

TEST(TableFormats, severalModelsAreOfferedAndTheFirstIsShown) {
    for (const char* text : {"y_true,model1,model2\n1,.8,.7\n0,.4,.2\n1,.3,.6\n",
                             "label,prob_model1,prob_model2\n1,.8,.7\n0,.4,.2\n1,.3,.6\n"}) {
        const auto data = accepted(text);
        EXPECT_EQ(data.summary.form, PredictionForm::PositiveScore);
        EXPECT_EQ(rowOf(data, 0), std::vector{.8});
        ASSERT_EQ(data.summary.notes.size(), 1U);
        EXPECT_THAT(commandLineAdvice(data.summary.notes.front().advice), HasSubstr("model2"));
    }
}

TEST(TableFormats, groupsAreKeptForTheRowsInUse) {
    const auto data = accepted(
        "y_true,y_prob,split,site\n1,.8,test,a\n0,.4,train,b\n1,oops,test,c\n1,.7,test,a\n"
        "0,.1,test,a\n0,.1,test,a\n0,.1,test,a\n0,.1,test,a\n0,.1,test,a\n0,.1,test,b\n");
    ASSERT_EQ(data.groups.size(), 2U);
    EXPECT_EQ(data.groups[1].name, "site");
    EXPECT_THAT(data.groups[1].codes, ElementsAre(0, 1, 0, 0, 0, 0, 0, 0, 1));
    EXPECT_EQ(assumed(data, "group_columns"), "split, site");
    EXPECT_THAT(noteIds(data), Contains("mixed_splits"));
}

class TableMutations : public ::testing::TestWithParam<const char*> {};

TEST_P(TableMutations, areReadOrRefused) {
    expectMutationsReadOrRefused(GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Layouts, TableMutations,
    ::testing::Values(
        "inst#,actual,predicted,error,distribution,,\n1,1:a,1:a,,*0.9,0.05,0.05\n"
        "2,2:b,2:b,,0.1,*0.8,0.1\n3,3:c,1:a,+,*0.8,0.1,0.1\n",
        "@relation 'r'\n@attribute class {a,'b c'}\n@attribute p_a numeric\n@attribute 'p_b c' "
        "numeric\n@data\na,.9,.1\n'b c',.2,.8\n",
        "label,prob\n1,\"[0.98 0.01\n 0.01]\"\n2,\"[0.1, 0.1, 0.8]\"\n",
        " label |  prob  \n-------+--------\n     1 |  0.913\n     0 |  0.214\n(2 rows)\n\n",
        "+-------+------+\n| label | prob |\n+-------+------+\n|     1 | 0.91 |\n|     0 | 0.21 |\n"
        "+-------+------+\n",
        "| label | prob |\n|------:|:----:|\n| 1 | 0.913 |\n| 0 | 0.214 |\n",
        "   label  prob_0  prob_1\n0      1    0.25    0.75\n1      0    0.50    0.50\n",
        "label,prob_AF,prob_PVC\nAF|PVC,.9,.8\n,.2,.1\nPVC,.1,.95\n",
        "index_0,index_1,index_2,label,prob_0,prob_1,prob_2\n3,1,2,3,.9,.05,.01\n"
        "4,1,2,3,.8,.05,.01\n"));

}  // namespace
}  // namespace diagonal
