// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/reporting/detailed_report.h"
#include "tests/core/measuring/two_hundred_rows.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::shared_ptr<const Report> reported() {
    const Dataset dataset = testing::datasetOf(testing::twoHundredRows());
    const auto analysis = analyse(dataset, {}).value();
    return detailedReport(analysis).value();
}

Table table() {
    return {"odd names",
            {{"name", "Name", true}, {"n", "n"}, {"ece", "ECE (95 % interval)", false, true}},
            {{std::string("a_b & 5 %|x"), std::size_t{12345}, NumberCell{-.5, Interval{-.75, .25}}},
             {std::string("\"q\",\t"), std::size_t{0}, NumberCell{}},
             {std::string(), std::size_t{1}, NumberCell{-1e-9, {}, true}}}};
}

TEST(Tables, csvHasAllDigitsAndIntervalsInTheirOwnColumns) {
    EXPECT_EQ(written(table(), TableFormat::Csv),
              "name,n,ece,ece_lower,ece_upper\n"
              "a_b & 5 %|x,12345,-0.5,-0.75,0.25\n"
              "\"\"\"q\"\",\t\",0,,,\n"
              ",1,-1e-09,,\n");
    EXPECT_EQ(written(table(), TableFormat::Tabbed),
              "name\tn\tece\tece_lower\tece_upper\n"
              "a_b & 5 %|x\t12345\t-0.5\t-0.75\t0.25\n"
              "\"q\", \t0\t\t\t\n"
              "\t1\t-1e-09\t\t\n");
}

TEST(Tables, markdownAndLatexEscapeWhatWouldBeMarkup) {
    EXPECT_EQ(written(table(), TableFormat::Markdown),
              "| Name | n | ECE (95 % interval) |\n"
              "|---|---:|---:|\n"
              "| a\\_b & 5 %\\|x | 12,345 | −0.5000 (−0.7500 to 0.2500) |\n"
              "| \"q\",  | 0 | – |\n"
              "|  | 1 | ≤ 0.0000 |\n");
    EXPECT_EQ(written(table(), TableFormat::Latex),
              "% \\usepackage{booktabs}\n"
              "\\begin{tabular}{lrr}\n"
              "\\toprule\n"
              "Name & n & ECE (95 \\% interval) \\\\\n"
              "\\midrule\n"
              "a\\_b \\& 5 \\%\\textbar{}x & 12,345 & $-$0.5000 ($-$0.7500 to 0.2500) \\\\\n"
              "\"q\",  & 0 & -- \\\\\n"
              " & 1 & $\\le$ 0.0000 \\\\\n"
              "\\bottomrule\n"
              "\\end{tabular}\n");
    EXPECT_EQ(latexEscaped("[a]"), "{}[a]") << "no option of the line before";
    EXPECT_EQ(latexEscaped("*"), "{}*");
    EXPECT_EQ(written({"p", {{"p", "p"}}, {{NumberCell{.00003}}, {NumberCell{.0001, {}, true}}}},
                      TableFormat::Markdown),
              "| p |\n|---:|\n| < 0.0001 |\n| ≤ 0.0001 |\n");
    EXPECT_EQ(latexEscaped("\\{}~^<>#$"),
              "\\textbackslash{}\\{\\}\\textasciitilde{}\\textasciicircum{}\\textless{}"
              "\\textgreater{}\\#\\$");
}

TEST(Tables, namesStayInTheirLineAndComputeNothing) {
    const auto cell = [](const char* name, TableFormat format) {
        const std::string text = written({"t", {{"n", "n", true}}, {{std::string(name)}}}, format);
        return text.substr(text.find('\n') + 1);
    };
    EXPECT_EQ(cell("a\n\x1b[31m", TableFormat::Text), "  a\\n\\x1b[31m\n");
    EXPECT_EQ(cell("=1+1", TableFormat::Tabbed), "'=1+1\n");
    EXPECT_EQ(cell("-1", TableFormat::Tabbed), "-1\n") << "a number";
    EXPECT_EQ(cell("=1+1", TableFormat::Csv), "=1+1\n") << "data come back as they were";
    EXPECT_EQ(written({"t", {{"a,\"b\"\n", "n"}, {"c", "c"}}, {}}, TableFormat::Csv),
              "\"a,\"\"b\"\"\n\",c\n")
        << "names of columns, too";
    EXPECT_EQ(latexEscaped("a\n\\input{x}"), "a \\textbackslash{}input\\{x\\}");
    EXPECT_EQ(latexEscaped("--'\x1b"), "-{}-'\\textbackslash{}x1b");
}

TEST(Tables, holdTheNumbersOfTheReport) {
    const auto report = reported();
    const Table bins = tableOf(*report, TableKind::Bins).value();
    ASSERT_EQ(bins.rows.size(), report->binned.bins.size());
    for (std::size_t b = 0; b < bins.rows.size(); ++b) {
        ASSERT_EQ(bins.rows[b].size(), bins.columns.size());
        EXPECT_EQ(std::get<std::size_t>(bins.rows[b][3]), report->binned.bins[b].count);
        EXPECT_EQ(std::get<NumberCell>(bins.rows[b][5]).value, report->binned.bins[b].accuracy);
        EXPECT_EQ(std::get<NumberCell>(bins.rows[b][5]).interval, report->binned.bins[b].interval);
    }
    const Table scores = tableOf(*report, TableKind::Scores).value();
    ASSERT_EQ(scores.rows.size(), report->scores.size());
    EXPECT_EQ(std::get<NumberCell>(scores.rows[0][1]).value, report->scores[0].value);
    const Table classes = tableOf(*report, TableKind::Classes).value();
    EXPECT_EQ(classes.rows.size(), 2U);
    EXPECT_EQ(std::get<NumberCell>(classes.rows[1][5]).value, report->classes->at(1).ece);
}

TEST(Tables, thatAReportLacksSayWhy) {
    const auto groups = tableOf(*reported(), TableKind::Groups);
    ASSERT_FALSE(groups);
    EXPECT_THAT(groups.error().detail, HasSubstr("--column group="));
    Report without = *reported();
    without.classes = nullptr;
    EXPECT_FALSE(tableOf(without, TableKind::Classes));
}

TEST(Tables, askForNoMoreThanTheyShow) {
    EXPECT_TRUE(planOf(TableKind::Bins).scores.isEmpty());
    EXPECT_FALSE(planOf(TableKind::Bins).classes);
    EXPECT_TRUE(planOf(TableKind::Classes).classes);
    EXPECT_TRUE(planOf(TableKind::Groups).groups);
    EXPECT_TRUE(planOf(TableKind::Scores).scores.contains("smece"));
}

TEST(Tables, ofMapsNameThoseThatCannotBeFitted) {
    const std::vector<ComparedMap> maps = {
        {std::nullopt, std::vector<Score>{{"ece", .1}, {"brier", .2}}},
        {MapKind::Temperature, Error{ErrorKind::Undefined, "it diverges"}}};
    const Table table = tableOf(maps, {View::Kind::PositiveClass, 1});
    const std::string text = written(table, TableFormat::Markdown);
    EXPECT_THAT(text, HasSubstr("| none | 0.1000 | – | 0.2000 |"));
    EXPECT_THAT(text, HasSubstr("it diverges"));
    EXPECT_THAT(text, HasSubstr("| Frequency |"));
}

}  // namespace
}  // namespace diagonal
