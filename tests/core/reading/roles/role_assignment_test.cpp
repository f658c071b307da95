// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/roles/role_assignment.h"

#include <algorithm>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/reading/roles/column_names.h"
#include "tests/core/reading/reading_support.h"

namespace diagonal {
namespace {

using ::testing::ElementsAre;

ReadOptions chosen(std::vector<RoleChoice> choices) {
    ReadOptions options;
    options.columns = std::move(choices);
    return options;
}

/// Returns the roles of `columns`; expects that assigning them succeeds.
ColumnRoles rolesOf(std::vector<ColumnSample> columns, std::vector<RoleChoice> choices = {},
                    bool hasHeader = true) {
    const auto roles = assignedRoles(columns, chosen(choices), hasHeader);
    EXPECT_TRUE(roles) << describe(roles.error());
    return roles ? roles.value() : ColumnRoles();
}

TEST(ColumnNames, familiesGiveClassNames) {
    for (const auto& [name, family, member] :
         std::initializer_list<std::tuple<const char*, const char*, const char*>>{
             {"prob_0", "prob", "0"},
             {"P(Normal)", "p", "Normal"},
             {"P (y=yes)", "p", "yes"},
             {"logit_12", "logit", "12"},
             {".pred_No", ".pred", "No"},
             {"prob.M", "prob", "M"},
             {"Class_3", "class", "3"},
             {"p0", "p", "0"},
             {"confidence(yes)", "confidence", "yes"},
             {"Prob_Class_1", "prob_class", "1"},
             {"probability_cat", "probability", "cat"}}) {
        const auto split = familyName(name);
        ASSERT_TRUE(split) << name;
        EXPECT_EQ(split->family, family) << name;
        EXPECT_EQ(split->member, member) << name;
    }
    for (const char* name : {"patientid", "zone", "classic", "confidence", "pred"}) {
        EXPECT_FALSE(familyName(name)) << name;
    }
}

TEST(ColumnRoles, classScoresAndLabelAreFoundByName) {
    const auto roles = rolesOf({{"label", {"a", "b"}},
                                {"prob_a", {".2", ".7"}},
                                {"prob_b", {".8", ".3"}},
                                {"id", {"1", "2"}}});
    EXPECT_EQ(roles.scoreRole, ScoreRole::ClassScores);
    EXPECT_THAT(roles.scores, ElementsAre(1, 2));
    EXPECT_THAT(roles.classNames, ElementsAre("a", "b"));
    EXPECT_THAT(roles.label, ElementsAre(0));
    EXPECT_EQ(roles.namedScale, NamedScale::Probability);
}

TEST(ColumnRoles, theTripleOfTruthPredictionAndConfidenceIsFound) {
    const auto roles = rolesOf(
        {{"true_label", {"0", "7"}}, {"pred_label", {"0", "9"}}, {"confidence", {".9", ".4"}}});
    EXPECT_EQ(roles.scoreRole, ScoreRole::Confidence);
    EXPECT_EQ(roles.predicted, 1U);
    EXPECT_THAT(roles.scores, ElementsAre(2));
}

TEST(ColumnRoles, theTruthSharesValuesWithThePrediction) {
    const auto roles = rolesOf({{"label", {"en", "de"}},
                                {"y_true", {"pos", "neg"}},
                                {"pred", {"pos", "pos"}},
                                {"prob", {".9", ".6"}}});
    EXPECT_THAT(roles.label, ElementsAre(1));
}

TEST(ColumnRoles, choicesOfTheUserComeFirst) {
    const auto roles = rolesOf({{"prob1", {".2", ".7"}},
                                {"prob1_outcome", {"0", "1"}},
                                {"prob2", {".8", ".3"}},
                                {"prob2_outcome", {"1", "0"}}},
                               {{ColumnRole::Probability, "prob2"}, {ColumnRole::Label, "4"}});
    EXPECT_EQ(roles.scoreRole, ScoreRole::Probability);
    EXPECT_TRUE(roles.scoreRoleByUser);
    EXPECT_THAT(roles.scores, ElementsAre(2));
    EXPECT_THAT(roles.label, ElementsAre(3));
}

TEST(ColumnRoles, aChosenColumnMustBeThere) {
    const auto roles = assignedRoles({{"p", {".5"}}}, chosen({{ColumnRole::Label, "truth"}}), true);
    ASSERT_FALSE(roles);
    EXPECT_THAT(roles.error().detail, ::testing::HasSubstr("'truth'"));
}

TEST(ColumnRoles, outcomesBesideProbabilitiesAreNoScores) {
    const auto roles = rolesOf({{"prob1", {".2", ".7"}},
                                {"prob1_outcome", {"0", "1"}},
                                {"prob2", {".8", ".3"}},
                                {"label", {"1", "0"}}});
    EXPECT_THAT(roles.scores, ElementsAre(0, 2));
}

TEST(ColumnRoles, classesThatAreZeroInTheSampleStayScores) {
    const auto roles = rolesOf({{"p0", {"0", "0"}},
                                {"p1", {"0", "0"}},
                                {"p2", {".5", ".7"}},
                                {"p3", {".5", ".3"}},
                                {"label", {"2", "3"}}});
    EXPECT_THAT(roles.scores, ElementsAre(0, 1, 2, 3));
}

TEST(ColumnRoles, theOnlyColumnThatFitsIsTheLabel) {
    const auto roles =
        rolesOf({{"prob_0", {".2", ".7"}}, {"prob_1", {".8", ".3"}}, {"answer", {"1", "0"}}});
    EXPECT_THAT(roles.label, ElementsAre(2));
}

TEST(ColumnRoles, severalPossibleLabelsAreLeftForTheUser) {
    const auto roles =
        rolesOf({{"prob", {".2", ".7"}}, {"cancer", {"1", "0"}}, {"dead", {"0", "1"}}});
    EXPECT_THAT(roles.label, ElementsAre());
    EXPECT_THAT(roles.possibleLabels, ElementsAre(1, 2));
    EXPECT_THAT(roles.scores, ElementsAre(0));
}

TEST(ColumnRoles, withoutAHeaderFractionsAreScoresAndIntegersLabels) {
    const auto roles =
        rolesOf({{"1", {".2", ".7"}}, {"2", {".8", ".3"}}, {"3", {"1", "0"}}}, {}, false);
    EXPECT_THAT(roles.scores, ElementsAre(0, 1));
    EXPECT_THAT(roles.label, ElementsAre(2));
}

TEST(ColumnRoles, logitsComeBeforeProbabilities) {
    const auto roles = rolesOf({{"prob_a", {".2", ".7"}},
                                {"prob_b", {".8", ".3"}},
                                {"logit_a", {"-1.5", "2.5"}},
                                {"logit_b", {"1.5", "-2.5"}},
                                {"label", {"a", "b"}}});
    EXPECT_THAT(roles.scores, ElementsAre(2, 3));
    EXPECT_EQ(roles.namedScale, NamedScale::Logit);
}

TEST(ColumnRoles, columnsNamedLikeTheLabelsAreTheirScores) {
    const auto roles = rolesOf({{"setosa", {".2", ".7"}},
                                {"virginica", {".8", ".3"}},
                                {"age", {"1.5", "2.5"}},
                                {"label", {"setosa", "virginica"}}});
    EXPECT_THAT(roles.scores, ElementsAre(0, 1));
    EXPECT_THAT(roles.classNames, ElementsAre("setosa", "virginica"));
}

std::string rows(const std::string& header, int count, const std::function<std::string(int)>& row) {
    std::string text = header + "\n";
    for (int i = 0; i < count; ++i)
        text += row(i) + "\n";
    return text;
}

TEST(Roles, aConfidenceWinsOverOtherNumbers) {
    const auto data = testing::accepted(rows("is_correct,confidence,temperature", 20, [](int i) {
        return std::string(i % 2 == 0 ? "True" : "False") + ",95,0.3";
    }));
    EXPECT_EQ(data.predictions.scores().at(0, 0), .95);
}

TEST(Roles, whatSaysConfidenceInItsNameIsOne) {
    for (const std::string name : {"stated_confidence", "llm_confidence", "Confidence (%)"}) {
        const auto data = testing::accepted(rows("correct," + name + ",top_p", 20, [](int i) {
            return std::to_string(i % 2) + "," + std::to_string(40 + i) + ",0.9";
        }));
        EXPECT_EQ(data.predictions.scores().at(0, 0), .4) << name;
    }
    const auto small = testing::readBytes(rows("correct,confidence_percent", 20, [](int i) {
        return std::to_string(i % 2) + ",0." + std::to_string(i % 9);
    }));
    EXPECT_THAT(describe(small.error()), ::testing::HasSubstr("is named like a percentage"));
}

TEST(Roles, aJudgementWinsOverTheAnswerItWasJudgedBy) {
    const auto data =
        testing::accepted(rows("question,correct_answer,correct,confidence", 20, [](int i) {
            return "q" + std::to_string(i) + (i % 3 == 0 ? ",yes" : ",no") +
                   (i % 2 == 0 ? ",yes," : ",no,") + std::to_string(30 + 3 * i);
        }));
    EXPECT_EQ(testing::accuracyOf(data), .5);
    EXPECT_EQ(data.summary.form, PredictionForm::Confidence);
}

TEST(Roles, predictionsAreNeverTakenForTheTruth) {
    const auto read = testing::readBytes(
        rows("Survived_predictions,Survived_probabilities_False,Survived_probabilities_True", 20,
             [](int i) { return std::string(i % 3 == 0 ? "True,0.25,0.75" : "False,0.75,0.25"); }));
    ASSERT_FALSE(read);
    EXPECT_THAT(describe(read.error()), ::testing::HasSubstr("no true labels were found"));
}

TEST(Roles, aGroupOfManyRepeatedValuesIsOfferedAsClusters) {
    const auto offered = [](const char* name, int values) {
        std::string csv = std::string("p,label,") + name + "\n";
        for (int row = 0; row < 24; ++row)
            csv += (row % 3 == 0 ? ".2,0,v" : ".7,1,v") + std::to_string(row % values) + "\n";
        const auto dataset = testing::accepted(csv);
        EXPECT_TRUE(dataset.rowNames.empty()) << "nobody asked";
        const auto note = std::ranges::find(dataset.summary.notes, "repeated_names", &Note::id);
        return note == dataset.summary.notes.end() ? std::string()
                                                   : commandLineAdvice(note->advice);
    };
    EXPECT_EQ(offered("patient", 12),
              "If rows with the same value are not, use --column cluster=patient");
    EXPECT_EQ(offered("patient", 9), "") << "few groups";
    EXPECT_EQ(offered("fold", 12), "") << "repetitions of the same rows";
    EXPECT_EQ(offered("patient_id", 12),
              "If rows with the same value are not, use --column cluster=patient_id")
        << "row names that repeat";
    EXPECT_EQ(offered("patient_id", 24), "");
    EXPECT_EQ(offered("patient_id", 16), "") << "few rows of each";
}

TEST(Roles, aColumnOfClustersIsNoGroup) {
    const std::string csv = "id,p,label,patient\nr1,.2,0,a\nr2,.7,1,\nr3,x,1,b\nr4,.4,0,a\n" +
                            std::string("r5,.1,0,b\nr6,.1,0,b\nr7,.1,0,b\nr8,.1,0,b\nr9,.1,0,b\n") +
                            "r10,.1,0,b\nr11,.1,0,b\n";
    ReadOptions options = chosen({{ColumnRole::Cluster, "patient"}});
    const auto dataset = testing::accepted(csv, options);
    EXPECT_TRUE(dataset.groups.empty());
    EXPECT_TRUE(dataset.rowNames.empty()) << "nobody asked";
    ASSERT_TRUE(dataset.clusters);
    EXPECT_EQ(dataset.clusters->name, "patient");
    EXPECT_EQ(testing::assumed(dataset, "cluster_column"), "patient");
    EXPECT_EQ(testing::assumed(dataset, "group_columns"), "");
    ASSERT_EQ(dataset.clusters->codes.size(), 10U) << "one row is unusable";
    const auto clusterOf = [&](std::size_t row) {
        return dataset.clusters->values[static_cast<std::size_t>(dataset.clusters->codes[row])];
    };
    EXPECT_EQ(clusterOf(0), "a");
    EXPECT_EQ(clusterOf(1), "row without patient 1");
    EXPECT_EQ(clusterOf(2), "a");
    EXPECT_TRUE(std::ranges::count(dataset.summary.notes, "cluster_missing", &Note::id));

    options.kept = KeptColumns::Names;
    const auto named = testing::accepted(csv, options);
    ASSERT_FALSE(named.rowNames.empty());
    EXPECT_EQ(named.rowNames[0].name, "id");
    EXPECT_EQ(named.rowNames[0].codes.size(), 10U);
    EXPECT_EQ(named.places.of(0), 2U);
    EXPECT_EQ(named.places.of(2), 5U) << "the line after the unusable row";
    options.columns.push_back({ColumnRole::Cluster, "id"});
    const auto twice = testing::readBytes(csv, options);
    ASSERT_FALSE(twice);
    EXPECT_THAT(twice.error().detail, ::testing::HasSubstr("only one column can be the cluster"));
}

TEST(Roles, modelsStackedInOneFileAreGroups) {
    const auto data = testing::accepted(rows("y,p,model_name", 20, [](int i) {
        return std::to_string(i % 2) + ",0." + std::to_string(i % 9 + 1) +
               (i < 10 ? ",logreg" : ",hgb");
    }));
    ASSERT_EQ(data.groups.size(), 1U);
    EXPECT_THAT(testing::noteIds(data), ::testing::Contains("mixed_models"));
}

TEST(Roles, traitsOfRowsAreGroupsOnceTheTruthIsKnown) {
    const auto row = [](int i) {
        return std::string(i % 3 == 0 ? "1" : "0") + ",0." + std::to_string(i % 9 + 1) +
               (i % 2 == 0 ? ",f" : ",m") + (i % 5 < 2 ? ",north" : ",south");
    };
    const auto data = testing::accepted(rows("y_true,y_prob,sex,region", 20, row));
    ASSERT_EQ(data.groups.size(), 2U);
    EXPECT_EQ(data.groups[1].name, "region");
    ReadOptions chosen;
    chosen.columns = {{ColumnRole::Group, "region"}};
    EXPECT_EQ(testing::accepted(rows("y_true,y_prob,sex,region", 20, row), chosen).groups.size(),
              1U)
        << "the user chose the groups";
    // What a model predicts is the truth, not a group.
    const auto sexes = testing::accepted(rows("sex,prob_f,prob_m", 20, [](int i) {
        return (i % 3 == 0 ? "f,0." : "m,0.") + std::to_string(i % 9 + 1) + ",0." +
               std::to_string(9 - i % 9);
    }));
    EXPECT_TRUE(sexes.groups.empty());
    EXPECT_EQ(sexes.summary.classNames, (std::vector<std::string>{"f", "m"}));
}

TEST(Roles, theTruthIsWhatOthersAreNamedAfter) {
    const auto data = testing::accepted(
        rows("PassengerId,Survived,Survived_predictions,Survived_probabilities_False,"
             "Survived_probabilities_True,Survived_probability",
             20, [](int i) {
                 const bool yes = i % 3 == 0;
                 return std::to_string(i) + (i % 2 == 0 ? ",True" : ",False") +
                        (yes ? ",True,0.25,0.75,0.75" : ",False,0.75,0.25,0.75");
             }));
    EXPECT_EQ(testing::assumed(data, "label_column"), "Survived");
    EXPECT_EQ(data.predictions.classCount(), 2U);
    const auto churn = testing::accepted(
        rows("churn_probability,predicted_class,is_active,actual_churn", 20, [](int i) {
            return "0." + std::to_string(i % 9 + 1) + (i % 9 > 3 ? ",true" : ",false") +
                   (i % 5 == 0 ? ",true" : ",false") + (i % 2 == 0 ? ",true" : ",false");
        }));
    EXPECT_EQ(testing::assumed(churn, "label_column"), "actual_churn");
}

TEST(Roles, lettersMatchTheClassesThatBeginWithThem) {
    const auto data = testing::accepted(rows("outcome,p_home,p_draw,p_away", 12, [](int i) {
        return std::string(1, "HDA"[i % 3]) + ",0.5,0.3,0.2";
    }));
    EXPECT_EQ(testing::accuracyOf(data), 4.0 / 12);
    EXPECT_EQ(testing::assumed(data, "labels_by_initials"),
              "'H' is 'home', 'D' is 'draw', 'A' is 'away'");
}

TEST(Roles, aClassAndItsNegationMatchByMeaning) {
    const auto data = testing::accepted(rows("y,prob_event,prob_no_event", 10, [](int i) {
        return std::string(i < 8 ? "1,0.8,0.2" : "0,0.8,0.2");
    }));
    EXPECT_EQ(testing::accuracyOf(data), .8);
}

TEST(Roles, codesOfDigitsAreLabelsOfTheirOwn) {
    const auto data = testing::accepted(rows("label,pred,confidence", 12, [](int i) {
        const char* const codes[] = {"001", "01", "1"};
        return std::string(codes[i % 3]) + "," + codes[i % 2] + ",0.9";
    }));
    EXPECT_EQ(data.summary.classNames, (std::vector<std::string>{"001", "01", "1"}));
}

TEST(Roles, labelsFromOneBesidePredictionsFromZeroGetTheirRemedy) {
    const std::string text = rows("y_true,y_pred,confidence", 30, [](int i) {
        return std::to_string(i % 10 + 1) + "," + std::to_string(i % 10) + ",0.9";
    });
    const auto data = testing::accepted(text);
    EXPECT_EQ(testing::accuracyOf(data), 0);
    ASSERT_FALSE(data.fixes.empty());
    EXPECT_EQ(data.fixes.front().action, "Count the labels from 1");
    EXPECT_EQ(testing::accuracyOf(testing::accepted(text, data.fixes.front().options)), 1);
}

TEST(Roles, percentagesAreReadByTheirName) {
    const auto data = testing::accepted(rows("label,prob_pct", 12, [](int i) {
        return std::to_string(i % 2) + "," + std::to_string(5 + 7 * i);
    }));
    EXPECT_EQ(data.predictions.scores().at(0, 0), .05);
}

}  // namespace
}  // namespace diagonal
