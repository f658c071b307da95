// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selecting/row_list.h"

#include <algorithm>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/text.h"
#include "core/measuring/outcomes.h"
#include "core/measuring/scores/conventions.h"
#include "core/measuring/scores/scores.h"
#include "core/reporting/analysis.h"
#include "core/selecting/row_arrangement.h"
#include "tests/core/measuring/rows_of_two_classes.h"
#include "tests/core/reading/reading_support.h"

namespace diagonal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

constexpr const char* kPatients =
    "id,label,p_cat,p_dog,p_hen,site\n"
    "a,cat,0.70,0.20,0.10,north\n"
    "b,dog,0.60,0.30,0.10,south\n"
    "c,cat,0.10,0.85,0.05,south\n"
    "d,hen,0.20,0.20,0.60,north\n"
    "e,dog,0.05,0.90,0.05,north\n"
    "f,hen,0.90,0.06,0.04,south\n";

std::shared_ptr<const Dataset> animals() {
    ReadOptions options;
    options.kept = KeptColumns::Names;
    return std::make_shared<const Dataset>(testing::accepted(kPatients, options));
}

RowConditions where(const std::vector<std::string>& written) {
    RowConditions conditions;
    for (const std::string& condition : written)
        EXPECT_TRUE(addCondition(conditions, condition)) << condition;
    return conditions;
}

/// Returns the names of the rows in the order of the list.
std::string namesOf(const RowList& list) {
    std::string names;
    const Table table = rowTable(list, 0, list.rows.size());
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        for (const auto& row : table.rows)
            names += table.columns[c].id == "id" ? std::get<std::string>(row[c]) : "";
    }
    return names;
}

std::string found(const std::vector<std::string>& conditions) {
    return namesOf(listRows(animals(), View(), 1, where(conditions)).value());
}

TEST(RowList, beginsWithTheMostConfidentMistakes) {
    const RowList list = listRows(animals(), View(), 1, {}).value();
    EXPECT_EQ(namesOf(list), "fcbead") << "f, c, b are wrong";
    EXPECT_EQ(list.wrong, 3U);
}

/// Confidences that differ in their last bits alone, and equal ones.
TEST(RowList, rowsOfNearlyOneConfidenceAreSorted) {
    std::string text = "label,p_yes\n";
    for (std::size_t i = 0; i < 5000; ++i) {
        const double p = 0.875 + static_cast<double>(i * 7919 % 64) * 0x1p-52;
        text += (i % 3 == 0 ? "no," : "yes,") + shortest(i % 5 == 0 ? 0.25 : p) + "\n";
    }
    const auto dataset = std::make_shared<const Dataset>(testing::accepted(text, {}));
    const View view;
    const RowList list = listRows(dataset, view, 1, {}).value();
    const auto packed = outcomesInRowOrder(dataset->predictions, view, 1).value();
    const auto isBefore = [&](std::uint32_t one, std::uint32_t other) {
        const auto place = [&](std::uint32_t row) {
            return std::tuple(SortedOutcomes::correctOf(packed[row]),
                              1 - SortedOutcomes::confidenceOf(packed[row]), row);
        };
        return place(one) < place(other);
    };
    ASSERT_EQ(list.rows.size(), 5000U);
    EXPECT_TRUE(std::ranges::is_sorted(list.rows, isBefore));
}

/// In every part of the rows, more and fewer than are wanted; with equal confidences; where the
/// most confident come last.
TEST(RowList, theFirstRowsAreThoseOfTheWholeList) {
    std::string text = "label,p_yes\n";
    for (std::size_t i = 0; i < 20'000; ++i) {
        const double p = i % 4 == 0 ? 0.96875 : static_cast<double>(i) / 20'000;
        text += (i * 7919 % 10 < 3 ? "no," : "yes,") + shortest(p) + "\n";
    }
    const auto dataset = std::make_shared<const Dataset>(testing::accepted(text, {}));
    for (const auto& [written, view] :
         {std::pair<std::vector<std::string>, View>({}, View()),
          {{"confidence=0.9..1"}, View()},
          {{"confidence=0.3..0.4", "outcome=wrong"}, View{View::Kind::PositiveClass, 1}},
          {{"confidence=0.3001..0.3002"}, View{View::Kind::OneVsRest, 0}}}) {
        for (const double temperature : {1.0, 2.5}) {
            const RowConditions conditions = where(written);
            const RowList all = listRows(dataset, view, temperature, conditions).value();
            for (const std::size_t most : {1U, 7U, 200U, 30'000U}) {
                const RowList first =
                    firstRows(dataset, view, temperature, conditions, most).value();
                const std::size_t listed = std::min(most, all.rows.size());
                ASSERT_EQ(first.rows.size(), listed) << conditionsText(conditions);
                EXPECT_TRUE(std::equal(first.rows.begin(), first.rows.end(), all.rows.begin()))
                    << conditionsText(conditions) << most;
                EXPECT_EQ(first.wrong, all.wrong);
                EXPECT_EQ(first.ofAll,
                          listed < all.rows.size() ? std::optional(all.rows.size()) : std::nullopt);
            }
        }
    }
    EXPECT_FALSE(firstRows(dataset, View(), 1, where({"true=maybe"}), 10));
    const Execution cancels{[](std::size_t, std::size_t) { return false; }};
    EXPECT_FALSE(firstRows(dataset, View(), 1, {}, 10, cancels));
}

/// In every form and scale of scores of two classes, of which most rows are not measured.
TEST(RowList, theFirstRowsOfTwoClassesAreThoseOfTheWholeList) {
    std::size_t lists = 0;
    for (auto& [name, predictions] : testing::rowsOfTwoClasses(10'000)) {
        const auto dataset = std::make_shared<const Dataset>(Dataset{std::move(predictions), {}});
        for (const View& view : {View(), View{View::Kind::OneVsRest, 0}}) {
            for (const double temperature : {0.5, 1.0, 1.3}) {
                if (!checkView(dataset->predictions, view, temperature)) continue;
                for (const std::vector<std::string>& written :
                     {std::vector<std::string>(),
                      {"confidence=0.9..1"},
                      {"confidence=0.5<..<1"},
                      {"confidence=0..0.5"},
                      {"outcome=right"},
                      {"confidence=0.6..0.8", "outcome=wrong"}}) {
                    const RowConditions conditions = where(written);
                    const auto all = listRows(dataset, view, temperature, conditions).value();
                    const auto first =
                        firstRows(dataset, view, temperature, conditions, 50).value();
                    const std::vector<std::uint32_t> expected(
                        all.rows.begin(),
                        all.rows.begin() + static_cast<std::ptrdiff_t>(first.rows.size()));
                    ASSERT_EQ(first.rows, expected)
                        << name << ", " << conditionsText(conditions) << " at " << temperature;
                    EXPECT_EQ(first.rows.size(), std::min<std::size_t>(50, all.rows.size()));
                    EXPECT_EQ(first.wrong, all.wrong);
                    EXPECT_EQ(first.ofAll.value_or(first.rows.size()), all.rows.size());
                    ++lists;
                }
            }
        }
    }
    EXPECT_GT(lists, 150U);
}

TEST(RowList, conditionsHoldTogether) {
    EXPECT_EQ(found({"outcome=wrong"}), "fcb");
    EXPECT_EQ(found({"outcome=right", "site=north"}), "ead");
    EXPECT_EQ(found({"confidence=0.6..0.7"}), "bad");
    EXPECT_EQ(found({"true=cat", "predicted=dog"}), "c");
    EXPECT_EQ(found({"confidence=0.86..0.99", "outcome=wrong", "site=south"}), "f");
    EXPECT_EQ(found({"confidence=0.95..1"}), "");
}

/// A class and a column may each have rows, but none together.
TEST(RowList, conditionsThatNoRowFulfilsTogetherAreRefused) {
    const auto rows = animals();
    EXPECT_TRUE(checkConditions(*rows, where({"outcome=wrong", "true=dog", "site=south"})));
    const auto none = checkConditions(*rows, where({"outcome=right", "true=dog", "site=south"}));
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().detail, "no row fulfils all of: right, true class dog, site = south");
}

TEST(RowList, rangesOfConfidenceAreNarrowed) {
    RowConditions conditions = where({"confidence=0.2<..0.9"});
    narrow(conditions, where({"confidence=0.5..<0.9", "outcome=wrong"}));
    EXPECT_EQ(conditionsText(conditions), "confidence 0.5 to below 0.9, wrong");
    narrow(conditions, where({"confidence=0..0.6"}));
    EXPECT_EQ(conditionsText(conditions), "confidence 0.5 to 0.6, wrong");
    narrow(conditions, where({"confidence=0.95..1"}));
    EXPECT_TRUE(listRows(animals(), View(), 1, conditions).value().rows.empty());
}

TEST(RowList, conditionsFollowTheTemperature) {
    const RowConditions high = where({"confidence=0.88..1"});
    EXPECT_EQ(namesOf(listRows(animals(), View(), 1, high).value()), "fe");
    EXPECT_EQ(namesOf(listRows(animals(), View(), 3, high).value()), "");
}

TEST(RowList, aRowHasItsLineClassesAndSecondClass) {
    const RowList list = listRows(animals(), View(), 1, {}).value();
    const Table table = rowTable(list, 1, 1);
    std::vector<std::string> ids;
    for (const TableColumn& column : table.columns)
        ids.push_back(column.id);
    EXPECT_THAT(ids, ElementsAre("line", "true", "predicted", "confidence", "outcome", "second",
                                 "second_probability", "id", "site"));
    ASSERT_EQ(table.rows.size(), 1U);
    EXPECT_EQ(written(table, TableFormat::Csv),
              "line,true,predicted,confidence,outcome,second,second_probability,id,site\n"
              "4,cat,dog,0.85,wrong,cat,0.1,c,south\n");
}

TEST(RowList, theRowsOfABinAreThoseThatItCounts) {
    for (const BinningScheme scheme : {BinningScheme::EqualWidth, BinningScheme::EqualMass}) {
        AnalysisSettings settings;
        settings.scheme = scheme;
        settings.binCount = 4;
        const auto dataset = animals();
        const auto report = analyse(dataset, settings).value().report;
        for (std::size_t b = 0; b < report->binned.bins.size(); ++b) {
            const Bin& bin = report->binned.bins[b];
            if (bin.count == 0) continue;
            const RowList list =
                listRows(dataset, report->view, 1, conditionsOfBin(*report, b)).value();
            EXPECT_EQ(list.rows.size(), bin.count) << b;
            EXPECT_EQ(list.rows.size() - list.wrong, bin.correct) << b;
        }
    }
}

TEST(RowConditions, aRangeMayLeaveOutItsEnds) {
    EXPECT_EQ(found({"confidence=0.6..0.85"}), "cbad");
    EXPECT_EQ(found({"confidence=0.6<..0.85"}), "ca");
    EXPECT_EQ(found({"confidence=0.6..<0.85"}), "bad");
    for (const std::string text :
         {"confidence=0.6<..0.85", "confidence=0.6..<0.85", "confidence=0..1", "outcome=wrong",
          "outcome=right", "true=cat", "predicted=a=b"})
        EXPECT_EQ(writtenConditions(where({text})), std::vector{text});
    EXPECT_THAT(writtenConditions(where({"age=70..<80"})), ElementsAre("age=70..<80"));
    EXPECT_EQ(conditionsText(where({"confidence=0.6<..0.85"})), "confidence above 0.6 to 0.85");
    EXPECT_EQ(conditionsText(where({"confidence=0.6..<0.85"})), "confidence 0.6 to below 0.85");
}

/// The rows between the edges of a bin of fixed edges are the rows of the bin, by either rule.
TEST(RowConditions, edgesChooseTheRowsOfABin) {
    for (const EdgeRule rule : {EdgeRule::RightClosed, EdgeRule::LeftClosed}) {
        AnalysisSettings settings;
        settings.binCount = 10;
        settings.edgeRule = rule;
        const auto report = analyse(animals(), settings).value().report;
        for (std::size_t bin = 0; bin < 10; ++bin) {
            const auto rows = matchingRows(*animals(), View(), 1,
                                           conditionsOfBins(*report, report->binned.bins[bin].lower,
                                                            report->binned.bins[bin].upper))
                                  .value();
            EXPECT_EQ(rows.size(), report->binned.bins[bin].count) << bin;
        }
    }
}

TEST(Conditions, chooseTheRowsOfAnAnalysis) {
    AnalysisSettings settings;
    settings.where = where({"confidence=0.6..1", "site=north"});
    const auto dataset = animals();
    const Analysis first = analyse(dataset, settings).value();
    EXPECT_EQ(first.report->dataset.rows, 3U) << "a, d, e";
    EXPECT_EQ(first.report->dataset.group, "confidence 0.6 to 1, site = north");
    settings.binCount = 5;
    const Analysis more = analyse(dataset, settings, &first).value();
    EXPECT_EQ(more.rows, first.rows) << "other bins are of the same rows";
    settings.temperature = 1.5;
    const Analysis flat = analyse(dataset, settings, &more).value();
    EXPECT_EQ(flat.report->dataset.rows, 1U) << "only e is as confident at this temperature";
    settings.fitTemperature = true;
    const auto fitted = analyse(dataset, settings, &flat);
    ASSERT_FALSE(fitted);
    EXPECT_THAT(fitted.error().detail, HasSubstr("chosen by what the model predicts"));
    EXPECT_TRUE(checkConditions(*dataset, where({"true=cat", "site=south"})));
    EXPECT_FALSE(checkConditions(*dataset, where({"true=cow"})));
    EXPECT_FALSE(checkConditions(*dataset, where({"site=east"})));
}

TEST(RowList, theEceWithoutItsRowsIsThatOfTheOthers) {
    const RowList wrong = listRows(animals(), View(), 1, where({"outcome=wrong"})).value();
    AnalysisSettings settings;
    settings.binCount = 5;
    const Dataset right = animals()->subset(RowSet(std::vector<std::size_t>{0, 3, 4}));
    const auto expected = analyse(std::make_shared<const Dataset>(right), settings).value().report;
    Report report = *analyse(animals(), settings).value().report;
    report.settings.where = where({"site=north"});  // it chose the rows of the list before
    EXPECT_EQ(eceWithout(wrong, report), expected->score("ece"));
    EXPECT_FALSE(eceWithout(listRows(animals(), View(), 1, {}).value(), report));
    // In any bins, also as other programs make them, and with weights.
    const auto weighted = std::make_shared<const Dataset>(
        testing::accepted("y_true,y_prob,weight,site\n1,0.9,2,a\n0,0.8,1,b\n1,0.35,3,a\n"
                          "0,0.2,1,a\n1,0.8,0.5,b\n0,0.55,1,a\n1,0.45,2,b\n0,0.1,1,a\n"));
    std::vector<AnalysisSettings> ways;
    for (const EceConvention& convention : eceConventions())
        ways.emplace_back().preset = convention.id;
    for (const auto scheme : {BinningScheme::EqualWidth, BinningScheme::EqualMass,
                              BinningScheme::Isotonic, BinningScheme::Values})
        ways.emplace_back().scheme = scheme;
    const auto others = std::make_shared<const Dataset>(
        weighted->subset(RowSet(std::vector<std::size_t>{0, 2, 3, 5, 7})));
    std::size_t compared = 0;
    for (AnalysisSettings& way : ways) {
        way.binCount = 3;
        const auto analysed = analyse(weighted, way);
        if (!analysed) continue;  // a program that takes no weights
        ++compared;
        const auto all = analysed.value().report;
        const RowList b = listRows(weighted, all->view, 1, where({"site=b"})).value();
        EXPECT_NEAR(*eceWithout(b, *all), *analyse(others, way).value().report->score("ece"), 1e-15)
            << way.preset;
    }
    EXPECT_GE(compared, 8U);
}

/// A part of the rows stands in the bins of all, whatever their edges.
TEST(RowList, rowsStandBesideAllInTheSameBins) {
    for (const BinningScheme scheme :
         {BinningScheme::EqualWidth, BinningScheme::EqualMass, BinningScheme::Values}) {
        AnalysisSettings settings;
        settings.scheme = scheme;
        settings.binCount = 4;
        const auto dataset = animals();
        const auto report = analyse(dataset, settings).value().report;
        const ReliabilityCurve north =
            curveOfRows(*dataset, where({"site=north"}), *report).value();
        const ReliabilityCurve south =
            curveOfRows(*dataset, where({"site=south"}), *report).value();
        ASSERT_EQ(north.bins.size(), report->binned.bins.size());
        for (std::size_t b = 0; b < north.bins.size(); ++b) {
            const Bin& all = report->binned.bins[b];
            EXPECT_EQ(north.bins[b].count + south.bins[b].count, all.count) << b;
            EXPECT_EQ(north.bins[b].correct + south.bins[b].correct, all.correct) << b;
            EXPECT_EQ(north.bins[b].upper, all.upper);
        }
        EXPECT_EQ(north.count, 3U);
        EXPECT_THAT(
            listedBeside(where({"site=north"}), where({"site=north"}), false, north).meaning,
            ::testing::EndsWith(" 3 rows, ECE " + fixedText(binnedErrors(north).ece, 4) + "."));
    }
    const auto north = where({"site=north"});
    EXPECT_EQ(conditionsBeside(north, View()), north);
    EXPECT_EQ(conditionsBeside(where({"site=north", "outcome=wrong", "confidence>0.5"}), View()),
              north);
    EXPECT_FALSE(conditionsBeside(where({"confidence>0.5", "outcome=wrong"}), View()));
    EXPECT_FALSE(conditionsBeside({}, View()));
    EXPECT_TRUE(conditionsBeside(where({"true=cat"}), View()));
    EXPECT_FALSE(conditionsBeside(where({"true=cat"}), View{View::Kind::OneVsRest, 0}));
    EXPECT_EQ(listedBeside(north, north, false).name, "Listed: site = north");
    EXPECT_EQ(listedBeside(north, north, true).name, "All with site = north");
    EXPECT_TRUE(listedBeside(north, north, false).meaning.ends_with("and its interval."));
    EXPECT_EQ(listedBeside(north, where({"site=north", "outcome=wrong"}), false).name,
              "All with site = north");
    EXPECT_EQ(listedBeside(north, where({"site=north", "confidence>0.5"}), false).name,
              "All with site = north");
}

TEST(RowList, selectedRowsAreADatasetCalledByTheirConditions) {
    const auto part = selectedRows(*animals(), View(), 1, where({"outcome=wrong", "site=south"}));
    EXPECT_EQ(part.value().predictions.rows(), 3U);
    EXPECT_EQ(part.value().summary.group, "wrong, site = south");
}

TEST(RowConditions, whatIsNotThereIsNamed) {
    const auto problem = [](const std::vector<std::string>& conditions) {
        const auto rows = selectedRows(*animals(), View(), 1, where(conditions));
        return rows ? std::string() : rows.error().detail;
    };
    EXPECT_THAT(problem({"true=cow"}), HasSubstr("the classes are 'cat', 'dog', 'hen'"));
    EXPECT_THAT(problem({"ward=3"}), HasSubstr("the columns are 'site'"));
    EXPECT_THAT(problem({"site=east"}), HasSubstr("the values are 'north', 'south'"));
    EXPECT_THAT(problem({"confidence=0.95..1"}), HasSubstr("none of its 6 rows"));
    const auto refusal = [](const char* written) {
        RowConditions conditions;
        const auto added = addCondition(conditions, written);
        return added ? std::string() : added.error().detail;
    };
    EXPECT_THAT(refusal("age<>7"),
                HasSubstr("'>7' is no number, and no date in ISO 8601 (2024-05-01); "
                          "write != for \"is not\""));
    EXPECT_THAT(refusal("date>=01.06.2023"), HasSubstr("no date in ISO 8601"));
    EXPECT_THAT(problem({"site=2023-01-01..2023-06-30"}),
                HasSubstr("no value of 'site' is a date in ISO 8601"));
    EXPECT_THAT(problem({"site_2=east"}), ::testing::Not(HasSubstr("the file calls it")));
    EXPECT_THAT(refusal("tweet>1790000000000000400"), HasSubstr("more than 15 digits"));
    EXPECT_THAT(problem({"site=80..70"}), HasSubstr("write the lower end first: 'site=70..80'"));
    EXPECT_THAT(refusal("age>7 and site=east"), HasSubstr("write each condition by itself"));
    EXPECT_THAT(refusal("confidence=70..80"), HasSubstr("confidences go from 0 to 1"));
}

/// Rows with a column of numbers, of which one is missing and one is a text.
std::string agesWhere(const std::vector<std::string>& conditions) {
    ReadOptions options;
    options.kept = KeptColumns::All;
    const auto rows = std::make_shared<const Dataset>(
        testing::accepted("id,label,p_cat,p_dog,age,note,price\n"
                          "a,cat,0.9,0.1,9,Asks for a REFUND,\"1,5\"\n"
                          "b,cat,0.8,0.2,30,thanks,2\n"
                          "c,dog,0.3,0.7,30.0,,3\n"
                          "d,dog,0.4,0.6,100,refund it,4\n"
                          "e,cat,0.55,0.45,,thanks,5\n"
                          "f,cat,0.52,0.48,unknown,a=b,6\n",
                          options));
    const auto list = listRows(rows, View(), 1, where(conditions));
    std::string names = list ? namesOf(list.value()) : list.error().detail;
    if (list) std::ranges::sort(names);
    return names;
}

TEST(RowConditions, cellsAreComparedAsNumbersOrSearched) {
    EXPECT_EQ(agesWhere({"age<30"}), "a") << "9 is less than 30, and no text is";
    EXPECT_EQ(agesWhere({"age<=30"}), "abc");
    EXPECT_EQ(agesWhere({"age > 30"}), "d");
    EXPECT_EQ(agesWhere({"age>=9", "age<100"}), "abc");
    EXPECT_EQ(agesWhere({"age>=9", "age>=30"}), "bcd") << "both hold";
    EXPECT_EQ(agesWhere({"age=30"}), "b") << "as the file writes it";
    EXPECT_EQ(agesWhere({"age!=30"}), "acdef") << "the others, with the empty cell";
    EXPECT_EQ(agesWhere({"note~refund"}), "ad") << "in any case";
    EXPECT_EQ(agesWhere({"note~refund", "age<30", "confidence>0.8"}), "a");
    EXPECT_EQ(agesWhere({"note=a=b"}), "f");
    EXPECT_EQ(agesWhere({"note~zebra"}), "");
    EXPECT_THAT(agesWhere({"note!=zebra"}), HasSubstr("no value of 'note' is 'zebra'"));
    EXPECT_THAT(agesWhere({"price<5"}),
                HasSubstr("'price' holds '1,5': numbers with decimal commas"));
    EXPECT_EQ(agesWhere({"price=1,5"}), "a");
    EXPECT_THAT(agesWhere({"note<5"}), HasSubstr("no value of 'note' is a number"));
    EXPECT_THAT(agesWhere({"ward~a"}),
                HasSubstr("no column besides labels and scores is called 'ward'"));
}

TEST(RowConditions, wordsThatAreNamesAreNoMissingValues) {
    const auto namesWhere = [](const char* condition, const std::vector<RoleChoice>& roles) {
        ReadOptions options;
        options.kept = KeptColumns::All;
        options.columns = roles;
        const auto rows = std::make_shared<const Dataset>(
            testing::accepted("id,label,p_cat,p_dog,strand,smoker,zip,sign\n"
                              "a,cat,0.9,0.1,-,None,01235,-\n"
                              "b,cat,0.8,0.2,+,nan,2,\n"
                              "c,dog,0.3,0.7,,light,30,x\n",
                              options));
        const auto list = listRows(rows, View(), 1, where({condition}));
        return list ? namesOf(list.value()) : list.error().detail;
    };
    const RoleChoice groups[] = {{ColumnRole::Group, "strand"}, {ColumnRole::Group, "smoker"}};
    for (const auto& roles : {std::vector<RoleChoice>(), std::vector(groups, groups + 2)}) {
        EXPECT_EQ(namesWhere("strand=-", roles), "a");
        EXPECT_EQ(namesWhere("strand=", roles), "c");
        EXPECT_EQ(namesWhere("smoker=None", roles), "a");
        EXPECT_EQ(namesWhere("smoker=", roles), "b");
    }
    EXPECT_EQ(namesWhere("sign=", {}), "ab") << "no other cell is +";
    EXPECT_THAT(namesWhere("zip=1235", {}), HasSubstr("'zip~1235' finds the cells that hold it"));
    EXPECT_EQ(namesWhere("zip=30.0", {}), "c");
    EXPECT_EQ(namesWhere("zip!=30.0", {}), "ab");
    EXPECT_EQ(namesWhere("zip!=2..30", {}), "a");
    EXPECT_EQ(conditionsText(where({"zip!=2..30"})), "zip not 2 to 30");
}

TEST(RowConditions, idsAreNoNumbers) {
    ReadOptions options;
    options.kept = KeptColumns::All;
    const auto rows =
        std::make_shared<const Dataset>(testing::accepted("id,label,p_cat,p_dog,tweet\n"
                                                          "a,cat,0.9,0.1,1790000000000000000\n"
                                                          "b,cat,0.8,0.2,1790000000000000016\n",
                                                          options));
    EXPECT_EQ(namesOf(listRows(rows, View(), 1, where({"tweet=1790000000000000016"})).value()),
              "b");
    EXPECT_FALSE(listRows(rows, View(), 1, where({"tweet=1790000000000000001"})));
}

TEST(RowConditions, datesAreComparedToTheEndOfTheirMonthOrDay) {
    ReadOptions options;
    options.kept = KeptColumns::All;
    const auto rows =
        std::make_shared<const Dataset>(testing::accepted("id,label,p_cat,p_dog,seen\n"
                                                          "a,cat,0.9,0.1,2023-05-31\n"
                                                          "b,cat,0.8,0.2,2023-06\n"
                                                          "c,dog,0.3,0.7,2023-06-01T12:30\n"
                                                          "d,dog,0.4,0.6,2023-06-30 23:59:59\n"
                                                          "e,cat,0.6,0.4,2023-07-01\n"
                                                          "f,cat,0.6,0.4,7\n"
                                                          "g,cat,0.6,0.4,\n",
                                                          options));
    const auto namesWhere = [&](const char* condition) {
        const auto list = listRows(rows, View(), 1, where({condition}));
        std::string names = list ? namesOf(list.value()) : list.error().detail;
        if (list) std::ranges::sort(names);
        return names;
    };
    EXPECT_EQ(namesWhere("seen>=2023-06"), "bcde");
    EXPECT_EQ(namesWhere("seen>2023-06"), "e");
    EXPECT_EQ(namesWhere("seen<=2023-06"), "abcd");
    EXPECT_EQ(namesWhere("seen<2023-06-01"), "a");
    EXPECT_EQ(namesWhere("seen<=2023-06-01"), "abc");
    EXPECT_EQ(namesWhere("seen>2023-06-01T12:29"), "cde");
    EXPECT_EQ(namesWhere("seen>2023-06-01T12:30"), "de");
    EXPECT_EQ(namesWhere("seen=2023-05-31..2023-06"), "abcd");
    EXPECT_EQ(namesWhere("seen=2023-05-31<..<2023-06-30"), "bc");
    EXPECT_EQ(namesWhere("seen>=7"), "f");
    EXPECT_EQ(namesWhere("seen=2023-06-01"), "bc");
    EXPECT_EQ(namesWhere("seen=2023-06"), "b") << "the text, which a cell holds";
    EXPECT_EQ(namesWhere("seen=2023-07"), "e");
    EXPECT_EQ(namesWhere("seen!=2023-06-01..2023-06"), "aefg");
    EXPECT_EQ(namesWhere("seen<2023-06-01T13"), "abc");
    const auto part = selectedRows(*rows, View(), 1, where({"seen<2023-06"}));
    ASSERT_TRUE(part);
    EXPECT_EQ(part.value().summary.notes.back().text,
              "seen<2023-06 leaves out 1 row that holds no date (ISO 8601) in 'seen', such as '7'");
    EXPECT_THAT(namesWhere("seen=2023-07..2023-06"), HasSubstr("'seen=2023-06..2023-07'"));
    EXPECT_EQ(conditionsText(where({"seen=2023-05<..2023-06"})), "seen above 2023-05 to 2023-06");
    EXPECT_EQ(conditionsText(where({"seen>=2023-05", "seen<2023-07"})),
              "seen 2023-05 to below 2023-07");
}

TEST(RowConditions, boundsOfAColumnAreOneCondition) {
    const RowConditions range = where({"age>=30", "age<40", "note~a", "site!=B"});
    EXPECT_EQ(conditionsText(range), "age 30 to below 40, note has 'a', site != B");
    EXPECT_THAT(writtenConditions(range), ElementsAre("age>=30", "age<40", "note~a", "site!=B"));
    EXPECT_EQ(partsOf(range).size(), 3U);
    RowConditions whole;
    for (const RowConditions& part : partsOf(range))
        addAll(whole, part);
    EXPECT_EQ(whole, range);
    addAll(whole, where({"age>=35"}));
    EXPECT_EQ(conditionsText(whole), "age < 40, note has 'a', site != B, age >= 35")
        << "the later bound holds";
}

TEST(RowConditions, rangesOfConfidenceAreTakenTogether) {
    EXPECT_EQ(conditionsText(where({"confidence>=0.5", "confidence<0.9"})),
              "confidence 0.5 to below 0.9");
    EXPECT_EQ(conditionsText(where({"confidence=0.2..0.7", "confidence=0.6<..1"})),
              "confidence above 0.6 to 0.7");
    for (const char* second : {"confidence<0.5", "confidence<0.6", "confidence=0..0.3"}) {
        RowConditions conditions = where({"confidence=0.6..1"});
        const auto added = addCondition(conditions, second);
        ASSERT_FALSE(added) << second;
        EXPECT_THAT(added.error().detail, HasSubstr("leave no confidence"));
    }
}

TEST(RowConditions, whatCannotBeReadSaysHowToWriteIt) {
    for (const char* wrong :
         {"wrong", "=3", "confidence=0.9", "confidence=1..0.9", "confidence=a..b",
          "confidence=nan..1", "confidence<high", "confidence!=0.5", "outcome=bad", "age<inf",
          "note~", "confidence<2", "confidence>nan", "outcome!=wrong", "true~c", "label=3",
          "age<old", "age!30", "~text"}) {
        RowConditions conditions;
        const auto added = addCondition(conditions, wrong);
        ASSERT_FALSE(added) << wrong;
        EXPECT_EQ(added.error().kind, ErrorKind::WrongOption);
    }
    RowConditions conditions = where({"site=north"});
    EXPECT_FALSE(addCondition(conditions, "site=south")) << "a row has one site";
}

TEST(RowList, rowsOfSeveralClassesNameThem) {
    const auto dataset = std::make_shared<const Dataset>(
        testing::accepted("label,prob_cat,prob_dog,prob_hen\ncat|dog,0.9,0.2,0.1\n"
                          "[],0.1,0.1,0.2\ndog|hen,0.3,0.8,0.7\ncat,0.6,0.6,0.4\n"));
    ASSERT_EQ(dataset->predictions.form(), PredictionForm::MultiLabel);
    const View cats{View::Kind::OneVsRest, 0};
    const RowList list = listRows(dataset, cats, 1, {}).value();
    const std::string table = written(rowTable(list, 0, 4), TableFormat::Csv);
    EXPECT_THAT(table, HasSubstr("line,true,predicted,confidence,outcome\n"));
    EXPECT_THAT(table, HasSubstr("2,\"cat, dog\",cat,0.9,"));
    EXPECT_THAT(table, HasSubstr("3,,,0.1,"));
    EXPECT_THAT(table, HasSubstr("4,\"dog, hen\",\"dog, hen\",0.3,"));
    const auto placesOf = [&](const RowArrangement& arrangement) {
        const RowList kept = arranged(list, arrangement).value();
        std::vector<std::size_t> places;
        for (const std::uint32_t row : kept.rows)
            places.push_back(row + 2);
        return places;
    };
    EXPECT_THAT(placesOf({.filter = "true~dog"}), UnorderedElementsAre(2, 4));
    EXPECT_THAT(placesOf({.filter = "true="}), ElementsAre(3));
    EXPECT_THAT(placesOf({.filter = "hen"}), ElementsAre(4));
    EXPECT_EQ(placesOf({.sortedBy = "true"}).front(), 3U) << "of no class";
}

TEST(RowConditions, rowsOfConfidencesHaveNoClasses) {
    const auto dataset = std::make_shared<const Dataset>(
        testing::accepted("correct,confidence\n1,0.9\n0,0.8\n1,0.7\n"));
    EXPECT_FALSE(listRows(dataset, View(), 1, where({"true=1"})));
    const RowList list = listRows(dataset, View(), 1, where({"outcome=wrong"})).value();
    EXPECT_EQ(list.rows.size(), 1U);
    EXPECT_EQ(rowTable(list, 0, 5).columns.size(), 3U) << "row, confidence, outcome";
}

}  // namespace
}  // namespace diagonal
