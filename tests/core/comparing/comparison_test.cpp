// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/comparing/comparison.h"

#include <cmath>

#include "tests/core/reading/reading_support.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using ::testing::HasSubstr;
using testing::kPositive;

/// Returns predictions of classes "a" and "b", whose rows have names.
Dataset model(const std::vector<double>& p, const std::vector<std::int32_t>& labels,
              const std::vector<std::string>& names = {}) {
    PredictionParts parts;
    parts.form = PredictionForm::PositiveScore;
    parts.scores = ScoreMatrix(p, 1);
    parts.labels = labels;
    parts.classNames = {"a", "b"};
    Dataset dataset{Predictions::make(std::move(parts)).value().predictions, {}};
    static int files = 0;
    dataset.summary.file = "model " + std::to_string(++files) + ".csv";
    if (names.empty()) return dataset;
    GroupColumn column{"id", names, {}};
    for (std::size_t row = 0; row < names.size(); ++row)
        column.codes.push_back(static_cast<std::int32_t>(row));
    dataset.rowNames.push_back({column, true});
    return dataset;
}

Result<ModelPair> compared(const Dataset& first, const Dataset& second, View view = kPositive) {
    return comparedPair({&first, 1, view}, {&second, 1, view}, {.binning = {.count = 5}});
}

TEST(SharedRows, areJoinedByName) {
    const Dataset first = model({.1, .6, .7, .2}, {0, 1, 1, 0}, {"r1", "r2", "r3", "r4"});
    const Dataset second = model({.8, .4, .3}, {1, 1, 0}, {"r3", "r2", "r9"});
    const auto shared = sharedRows(first, second).value();
    EXPECT_EQ(shared.joinedBy, "column id");
    EXPECT_EQ(shared.first, (std::vector<std::size_t>{1, 2}));
    EXPECT_EQ(shared.second, (std::vector<std::size_t>{1, 0}));
    EXPECT_EQ(shared.onlyFirst, 2U);
    EXPECT_EQ(shared.onlySecond, 1U);
    const auto pair = compared(first, second).value();
    EXPECT_EQ(pair.rows, 2U);
    EXPECT_NEAR(pair.find("brier")->first, (.4 * .4 + .3 * .3) / 2, 1e-15);
    EXPECT_NEAR(pair.find("brier")->second, (.6 * .6 + .2 * .2) / 2, 1e-15);
    EXPECT_EQ(pair.moved.front().name, "r2");
}

TEST(SharedRows, namesThatRepeatFindNothing) {
    Dataset first = model({.1, .6, .7}, {0, 1, 1}, {"r1", "r2", "r3"});
    first.rowNames[0].codes = {0, 1, 1};
    const Dataset second = model({.1, .6, .7}, {0, 1, 1}, {"r1", "r2", "r3"});
    const auto refused = sharedRows(first, second);
    ASSERT_FALSE(refused) << "one name of three is too few";
    EXPECT_THAT(refused.error().detail, HasSubstr("id identifies the rows of both files, but "
                                                  "with only 1 name of 3 in common"));
    const std::vector<double> p = {.1, .6, .7, .2};
    const std::vector<std::int32_t> labels = {0, 1, 1, 0};
    Dataset twice = model(p, labels, {"r1", "r2", "r3", "r4"});
    twice.rowNames[0].codes = {0, 1, 2, 2};
    const auto shared = sharedRows(twice, model(p, labels, {"r1", "r2", "r3", "r4"})).value();
    EXPECT_EQ(shared.first, (std::vector<std::size_t>{0, 1}));
    EXPECT_THAT(shared.notes, ::testing::ElementsAre(HasSubstr("1 name in column id occur")));
}

TEST(SharedRows, columnsThatNumberTheRowsAreNoNames) {
    Dataset first = model({.1, .6, .7}, {0, 1, 1}, {"0", "1", "2"});
    Dataset second = model({.7, .1, .6}, {1, 0, 1}, {"0", "1", "2"});
    first.rowNames.push_back({{"question", {"a", "b", "c"}, {0, 1, 2}}, false});
    second.rowNames.push_back({{"question", {"c", "a", "b"}, {0, 1, 2}}, false});
    const auto shared = sharedRows(first, second).value();
    EXPECT_EQ(shared.joinedBy, "column question");
    EXPECT_EQ(shared.second, (std::vector<std::size_t>{1, 2, 0}));
}

TEST(SharedRows, columnsThatContradictEachOtherAreRefused) {
    Dataset first = model({.1, .6, .7}, {0, 1, 1}, {"x", "y", "z"});
    Dataset second = model({.7, .1, .6}, {1, 0, 1}, {"z", "x", "y"});
    first.rowNames.push_back({{"name", {"a", "b", "c"}, {0, 1, 2}}, true});
    second.rowNames.push_back({{"name", {"a", "b", "c"}, {0, 1, 2}}, true});
    const auto refused = sharedRows(first, second);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().detail, HasSubstr("column id and column name join different rows"));
}

TEST(SharedRows, theOrderIsThatOfAllRecords) {
    // Each file has four records; one of each cannot be used.
    Dataset first = model({.1, .6, .7}, {0, 1, 1});
    for (const std::size_t record : {1U, 3U, 4U})
        first.records.add(record);
    first.recordCount = 4;
    Dataset second = model({.1, .5, .6}, {0, 1, 1});
    for (const std::size_t record : {1U, 2U, 3U})
        second.records.add(record);
    second.recordCount = 4;
    const auto shared = sharedRows(first, second).value();
    EXPECT_EQ(shared.first, (std::vector<std::size_t>{0, 1}));
    EXPECT_EQ(shared.second, (std::vector<std::size_t>{0, 2}));
    EXPECT_EQ(shared.onlyFirst, 1U);
    EXPECT_EQ(shared.onlySecond, 1U);
    second.recordCount = 5;
    EXPECT_FALSE(sharedRows(first, second));
}

TEST(SharedRows, areJoinedByOrderWhereLabelsAgree) {
    const Dataset first = model({.1, .6}, {0, 1});
    const auto shared = sharedRows(first, model({.3, .7}, {0, 1})).value();
    EXPECT_EQ(shared.joinedBy, "order of rows");
    EXPECT_TRUE(shared.areAllInOrder());
    const auto differ = sharedRows(first, model({.3, .7}, {1, 1}));
    ASSERT_FALSE(differ);
    EXPECT_THAT(differ.error().detail,
                HasSubstr("the true labels differ in 1 of 2 rows joined by order of rows: row 1 is "
                          "'a', row 1 'b'"));
    const auto fewer = sharedRows(first, model({.3}, {0}));
    ASSERT_FALSE(fewer);
    EXPECT_THAT(fewer.error().detail, HasSubstr("2 rows and 1 row, and no column identifies"));
}

TEST(SharedRows, labelsOfConfidencesConfirmThatRowsMatch) {
    const auto ofFile = [](const char* file, const char* text) {
        ReadOptions options;
        options.kept = KeptColumns::Names;
        Dataset dataset = testing::accepted(text, options);
        dataset.summary.file = file;
        return dataset;
    };
    const Dataset first =  // of a, b and c
        ofFile("first", "label,pred,confidence\nb,b,0.9\nc,a,0.8\nb,c,0.7\n");
    const auto shared = sharedRows(
        first, ofFile("of b and c", "label,pred,confidence\nb,c,0.6\nc,c,0.8\nb,b,0.7\n"));
    ASSERT_TRUE(shared) << shared.error().detail;
    EXPECT_THAT(shared.value().notes, ::testing::IsEmpty());
    const auto others =
        sharedRows(first, ofFile("others", "label,pred,confidence\nb,c,0.6\nb,c,0.8\nb,b,0.7\n"));
    ASSERT_FALSE(others);
    EXPECT_THAT(others.error().detail, HasSubstr("line 3 is 'c', line 3 'b'"));
    const auto rowsOf = [&](const char* file, const std::string& a, const std::string& b,
                            const std::string& last) {
        std::string text = "label,pred,confidence\n";
        for (int i = 0; i < 15; ++i)
            text += a + "," + b + ",0.6\n" + (i < 14 ? b : last) + "," + b + ",0.8\n";
        return ofFile(file, text.c_str());
    };
    const Dataset small = rowsOf("small", "b", "c", "c");
    const auto capitals = sharedRows(small, rowsOf("capitals", "B", "C", "C"));
    ASSERT_TRUE(capitals) << capitals.error().detail;
    EXPECT_THAT(capitals.value().notes,
                ::testing::ElementsAre(HasSubstr("one name stands for one other")));
    EXPECT_FALSE(sharedRows(small, rowsOf("mixed", "B", "C", "B")));
    EXPECT_FALSE(sharedRows(small, rowsOf("swapped", "c", "b", "b"))) << "their names are alike";
    EXPECT_FALSE(
        sharedRows(first, ofFile("few", "label,pred,confidence\nB,B,0.6\nC,A,0.8\nB,C,0.7\n")))
        << "three rows of three classes show nothing";
    const auto judged =
        sharedRows(first, ofFile("judged", "correct,confidence\n1,0.6\n0,0.8\n1,0.7\n"));
    ASSERT_TRUE(judged) << judged.error().detail;
    EXPECT_THAT(judged.value().notes,
                ::testing::ElementsAre(HasSubstr("no labels confirm that they match")));
}

TEST(SharedRows, classesAreMatchedByName) {
    const auto threeClasses = [](std::vector<std::string> names, std::vector<double> scores,
                                 std::vector<std::int32_t> labels) {
        PredictionParts parts;
        parts.scores = ScoreMatrix(std::move(scores), 3);
        parts.labels = std::move(labels);
        parts.classNames = std::move(names);
        return Dataset{Predictions::make(std::move(parts)).value().predictions, {}};
    };
    const Dataset first = threeClasses({"x", "y", "z"}, {.5, .3, .2, .1, .2, .7}, {0, 2});
    const Dataset second = threeClasses({"z", "x", "y"}, {.2, .5, .3, .7, .1, .2}, {1, 0});
    const auto pair = compared(first, second, {View::Kind::OneVsRest, 2}).value();
    EXPECT_EQ(*pair.find("brier")->value, 0);
    EXPECT_EQ(*pair.find("brier_multiclass")->value, 0);
    EXPECT_TRUE(pair.hasCommonOutcomes);
    const Dataset other = threeClasses({"x", "y", "w"}, {.5, .3, .2, .1, .2, .7}, {0, 2});
    EXPECT_THAT(sharedRows(first, other).error().detail,
                HasSubstr("the classes differ: 'w', 'z' are in only one of the models"));
}

TEST(SharedRows, weightsAreRefused) {
    PredictionParts parts;
    parts.form = PredictionForm::PositiveScore;
    parts.scores = ScoreMatrix(std::vector<double>{.5, .5}, 1);
    parts.labels = {0, 1};
    parts.classNames = {"a", "b"};
    parts.weights.values = {1, 2};
    const Dataset weighted{Predictions::make(std::move(parts)).value().predictions, {}};
    EXPECT_THAT(sharedRows(weighted, model({.1, .2}, {0, 1})).error().detail,
                HasSubstr("row weights cannot be compared"));
}

TEST(ModelPair, tellsFlipsAndRowsThatMoved) {
    const Dataset first = model({.9, .2, .6, .4}, {1, 0, 0, 1});
    const Dataset second = model({.4, .3, .45, .4}, {1, 0, 0, 1});
    const auto pair = compared(first, second).value();
    EXPECT_EQ(pair.rightToWrong, 1U);
    EXPECT_EQ(pair.wrongToRight, 1U);
    ASSERT_EQ(pair.moved.size(), 3U) << "the last row did not move";
    const MovedRow& most = pair.moved.front();
    EXPECT_EQ(most.placeFirst, 1U);
    EXPECT_EQ(most.label, "b");
    EXPECT_EQ(most.predictedFirst, "b");
    EXPECT_EQ(most.predictedSecond, "a");
    EXPECT_NEAR(most.confidenceSecond, .4, 1e-15);
    EXPECT_TRUE(most.isRightFirst);
    EXPECT_FALSE(most.isRightSecond);
}

TEST(ModelPair, tellsTheColumnsOfRowsThatMoved) {
    Dataset first = model({.9, .2, .6}, {1, 0, 0});
    first.groups.push_back({"site", {"north", "south"}, {0, 1, -1}});
    first.clusters = GroupColumn{"patient", {"p7", "p8"}, {1, 0, 0}};
    const Dataset second = model({.4, .3, .45}, {1, 0, 0});
    const auto pair = compared(first, second).value();
    EXPECT_THAT(pair.movedColumns, ::testing::ElementsAre("patient", "site"));
    ASSERT_EQ(pair.moved.size(), 3U);
    EXPECT_THAT(pair.moved[0].values, ::testing::ElementsAre("p8", "north"));
    EXPECT_THAT(pair.moved[1].values, ::testing::ElementsAre("p7", ""));
}

TEST(ModelPair, repeatsWhatReadingSaidOfClusters) {
    Dataset first = model({.9, .2, .6}, {1, 0, 0});
    first.summary.notes.push_back({"repeated_names", 2, "3 rows have 2 values in 'patient'"});
    const Dataset second = model({.4, .3, .45}, {1, 0, 0});
    EXPECT_THAT(compared(first, second).value().notes,
                ::testing::Contains(HasSubstr("2 values in 'patient'; if rows with the same")));
    first.summary.notes = {{"cluster_missing", 1, "1 row without a value in 'patient'"}};
    EXPECT_THAT(compared(first, second).value().notes,
                ::testing::Contains("1 row without a value in 'patient'"));
}

TEST(ModelPair, saysThatCalibrationAndDiscriminationAreOpposite) {
    ModelPair pair;
    pair.rows = 4000;
    pair.hasCommonOutcomes = true;
    const auto add = [&](const char* id, double value, double half) {
        ScoreDifference difference;
        difference.id = id;
        difference.value = value;
        difference.interval = Interval{value - half, value + half};
        pair.differences.push_back(difference);
    };
    add("brier", .0027, .005);
    add("brier_mcb", .0128, .004);
    add("brier_dsc", .0101, .003);
    EXPECT_THAT(
        comparisonSentence(pair, "lr", "nn"),
        HasSubstr("; nn discriminates better, but its calibration is worse: MCB +0.0128, DSC "
                  "+0.0101."));
    pair.differences[2].interval = Interval{-.001, .02};
    EXPECT_THAT(comparisonSentence(pair, "lr", "nn"), ::testing::Not(HasSubstr("discriminates")));
}

TEST(ModelPair, gapsOfBinsAreCompared) {
    const Dataset first = model({.1, .1, .9, .9}, {0, 1, 1, 1});
    const Dataset second = model({.15, .1, .95, .5}, {0, 1, 1, 1});
    const auto pair = compared(first, second).value();
    ASSERT_EQ(pair.gaps.size(), 2U) << "bins in which both have rows";
    EXPECT_NEAR(pair.gaps[0].first, .5 - .1, 1e-15);
    EXPECT_NEAR(pair.gaps[0].second, .5 - .125, 1e-15);
    EXPECT_NEAR(pair.gaps[0].difference.value, -.025, 1e-14);
    EXPECT_EQ(pair.gaps[1].rowsSecond, 1U);
    EXPECT_FALSE(pair.gaps[0].difference.interval(.95)) << "two rows tell nothing";
}

TEST(ModelPair, clustersWidenIntervals) {
    std::vector<double> p, q;
    std::vector<std::int32_t> labels;
    GroupColumn patients{"patient", {}, {}};
    for (int patient = 0; patient < 30; ++patient) {
        patients.values.push_back("p" + std::to_string(patient));
        for (int row = 0; row < 8; ++row) {
            p.push_back(.3 + .01 * row);
            q.push_back(patient % 3 == 0 ? .8 : .2);
            labels.push_back(patient % 2);
            patients.codes.push_back(patient);
        }
    }
    Dataset first = model(p, labels);
    Dataset second = model(q, labels);
    const auto alone = compared(first, second).value();
    EXPECT_EQ(alone.clusters, 0U);
    EXPECT_EQ(alone.effectiveRows, 240);
    first.clusters = patients;
    const auto inClusters = compared(first, second).value();
    EXPECT_EQ(inClusters.clusters, 30U);
    EXPECT_NEAR(inClusters.effectiveRows, 30, 3);
    const auto width = [](const ModelPair& pair) {
        return pair.find("brier")->interval->upper - pair.find("brier")->interval->lower;
    };
    EXPECT_NEAR(width(inClusters) / width(alone), std::sqrt(8), .3);
    EXPECT_TRUE(inClusters.notes.empty());
    // Clusters of the same rows, in another order of names, are the same.
    const auto differ = [&] {
        const auto notes = compared(first, second).value().notes;
        return std::ranges::count_if(notes, [](const std::string& note) {
            return note.find("differ") != std::string::npos;
        });
    };
    second.clusters = first.clusters;
    for (std::int32_t& code : second.clusters->codes)
        code = 29 - code;
    EXPECT_EQ(differ(), 0);
    std::swap(second.clusters->codes.front(), second.clusters->codes.back());
    EXPECT_EQ(differ(), 1);
    second.clusters.reset();
    for (std::int32_t& code : first.clusters->codes)
        code %= 7;
    EXPECT_THAT(compared(first, second).value().notes.front(),
                HasSubstr("with 7 clusters, fewer than 20, intervals are rough"));
    std::ranges::fill(first.clusters->codes, 0);
    EXPECT_THAT(compared(first, second).value().notes.front(), HasSubstr("one cluster"));
}

TEST(Gates, followTheWorseSideAndTheMargin) {
    ScoreDifference brier{.id = "brier", .value = .01, .interval = Interval{.002, .018}};
    brier.interval90 = Interval{.004, .016};
    EXPECT_TRUE(isWorse(brier));
    EXPECT_TRUE(isWithin(brier, .02));
    EXPECT_FALSE(isWithin(brier, .015));
    brier.interval = Interval{-.001, .02};
    EXPECT_FALSE(isWorse(brier));
    ScoreDifference accuracy{.id = "accuracy", .value = .01, .interval = Interval{.002, .018}};
    EXPECT_FALSE(isWorse(accuracy)) << "higher is better";
    accuracy.interval = Interval{-.02, -.001};
    EXPECT_TRUE(isWorse(accuracy));
    EXPECT_FALSE(isWithin(accuracy, 1)) << "no 90 % interval";
    EXPECT_EQ(scoreDefinition("signed_gap").worse, WorseSide::Neither);
}

/// p.adjust(c(.01, .04, .03, .005), "holm") of R.
TEST(Holm, isAsInR) {
    const auto adjusted = holmAdjusted(std::vector<double>{.01, .04, .03, .005});
    EXPECT_NEAR(adjusted[0], .03, 1e-15);
    EXPECT_NEAR(adjusted[1], .06, 1e-15);
    EXPECT_NEAR(adjusted[2], .06, 1e-15);
    EXPECT_NEAR(adjusted[3], .02, 1e-15);
}

TEST(ComparisonSentence, saysWhatDiffers) {
    ModelPair pair;
    pair.rows = 10000;
    pair.hasCommonOutcomes = true;
    pair.differences = {{.id = "brier", .value = -.0041, .interval = Interval{-.006, -.0022}},
                        {.id = "brier_mcb", .value = -.0038, .interval = Interval{-.005, -.002}},
                        {.id = "brier_dsc", .value = .0003, .interval = Interval{-.001, .001}}};
    EXPECT_EQ(comparisonSentence(pair, "A", "B"),
              "B has a lower Brier score over the same outcomes than A: -0.0041 (95 % -0.0060 to "
              "-0.0022, paired, 10,000 rows); nearly all of it is calibration: MCB -0.0038, DSC "
              "+0.0003.");
    // A part whose interval holds 0 is not said to differ.
    const auto partsOf = [&](Interval mcb, Interval dsc, double value) {
        ModelPair parts = pair;
        parts.differences[1] = {.id = "brier_mcb", .value = value, .interval = mcb};
        parts.differences[2] = {.id = "brier_dsc", .value = value + .0041, .interval = dsc};
        const std::string text = comparisonSentence(parts, "A", "B");
        const auto begin = text.find(';') + 2;
        return text.substr(begin, text.find(": MCB") - begin);
    };
    const Interval holds{-.001, .004}, excludes{.001, .004};
    EXPECT_EQ(partsOf(excludes, excludes, -.002), "both calibration and discrimination differ");
    EXPECT_EQ(partsOf(excludes, holds, -.002), "calibration differs, discrimination perhaps");
    EXPECT_EQ(partsOf(holds, excludes, -.002), "discrimination differs, calibration perhaps");
    EXPECT_EQ(partsOf(holds, holds, -.004),
              "whether calibration or discrimination differs, these rows do not show");
    EXPECT_EQ(partsOf(holds, excludes, -.0001), "nearly all of it is discrimination");
    ModelPair other = pair;
    other.hasCommonOutcomes = false;
    other.differences.push_back({.id = "brier_unc", .value = -.01});
    EXPECT_THAT(comparisonSentence(other, "A", "B"),
                HasSubstr("MCB -0.0038, DSC +0.0003, UNC -0.0100. Each model has its own "
                          "outcomes"));
    other.areEqual = true;
    EXPECT_EQ(comparisonSentence(other, "A", "B"), "B and A make identical predictions.");
    pair.differences[0].interval = Interval{-.006, .0001};
    EXPECT_THAT(comparisonSentence(pair, "A", "B"),
                HasSubstr("These rows do not show whether B or A has the lower"));
    pair.differences[0].interval = Interval{-.006, -.0022};
    pair.differences[1] = {.id = "brier_mcb", .value = .004, .interval = Interval{.002, .006}};
    pair.differences[2] = {.id = "brier_dsc", .value = .0081, .interval = Interval{.006, .01}};
    EXPECT_THAT(comparisonSentence(pair, "A", "B"),
                HasSubstr("calibration and discrimination differ"));
    pair.differences[1].value = -.0001;
    EXPECT_THAT(comparisonSentence(pair, "A", "B"), HasSubstr("all of it is discrimination"));
}

}  // namespace
}  // namespace diagonal
