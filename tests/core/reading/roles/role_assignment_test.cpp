// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/roles/role_assignment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/reading/roles/column_names.h"

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

}  // namespace
}  // namespace diagonal
