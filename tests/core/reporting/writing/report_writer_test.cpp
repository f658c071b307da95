// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/writing/report_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/json_writer.h"
#include "tests/core/measuring/two_hundred_rows.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::positiveScores;

std::shared_ptr<const Report> smallReport() {
    DatasetSummary summary;
    summary.file = "a \"b\",c.csv";
    summary.rows = 2;
    summary.classes = 2;
    summary.classNames = {"0", "1"};
    summary.positiveClass = 1;
    summary.assumptions = {{"scores", "probabilities"}};
    summary.notes = {{"clamped", 3, "3 probabilities above 1 were read as 1"}};
    const Dataset dataset{positiveScores({0, .9}, {1, 1}), summary};
    AnalysisSettings settings;
    settings.binCount = 2;
    return analyse(dataset, settings).value().report;
}

std::string writtenAs(ReportFormat format) {
    const std::vector reports = {smallReport()};
    return written(reports, format);
}

TEST(JsonWriter, numbersAreShortestAndUndefinedOnesNull) {
    JsonWriter json;
    json.beginArray();
    json.value(0.1);
    json.value(1.0 / 3);
    json.value(std::numeric_limits<double>::infinity());
    json.value(std::optional<double>());
    json.endArray();
    EXPECT_EQ(json.text(), "[\n  0.1,\n  0.3333333333333333,\n  null,\n  null\n]\n");
}

TEST(JsonWriter, textIsEscapedAndBrokenUtf8Replaced) {
    JsonWriter json;
    json.value(std::string_view("a\"\\\n\x01\xC3\xA9\xFF\xC0\x80\xED\xA0\x80"));
    EXPECT_EQ(json.text(),
              "\"a\\\"\\\\\\n\\u0001\xC3\xA9\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"
              "\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

TEST(ReportWriter, jsonHoldsWhatTheReportHolds) {
    const std::string json = writtenAs(ReportFormat::Json);
    EXPECT_THAT(json, HasSubstr("\"file\": \"a \\\"b\\\",c.csv\""));
    EXPECT_THAT(json, HasSubstr("\"view\": \"positive\""));
    EXPECT_THAT(json, HasSubstr("\"nll\": null"));
    EXPECT_THAT(json, HasSubstr("\"temperature_fit\": null"));
    EXPECT_THAT(json, HasSubstr("\"scheme\": \"equal-width\""));
    EXPECT_THAT(json, HasSubstr("\"id\": \"clamped\",\n          \"count\": 3"));
    EXPECT_THAT(json, HasSubstr("\"ece\": 0.55"));
}

/// Returns how often a key stands in the JSON of a report.
std::size_t timesInJson(const std::shared_ptr<const Report>& report, std::string_view key) {
    const std::vector reports = {report};
    const std::string json = written(reports, ReportFormat::Json);
    std::size_t times = 0;
    const std::string quoted = "\"" + std::string(key) + "\":";
    for (auto at = json.find(quoted); at != json.npos; at = json.find(quoted, at + 1))
        ++times;
    return times;
}

TEST(ReportWriter, jsonHoldsEveryPointOfAProfile) {
    const Dataset dataset = testing::datasetOf(testing::twoHundredRows());
    const auto profiled = [&](ProfileKind kind) {
        AnalysisSettings settings;
        settings.profile = kind;
        return detailedReport(analyse(dataset, settings).value(), ReportPlan::of(kind)).value();
    };
    const auto risk = profiled(ProfileKind::Risk);
    EXPECT_GT(risk->riskProfile.size(), 10U);
    EXPECT_EQ(timesInJson(risk, "risk"), risk->riskProfile.size());
    const auto temperature = profiled(ProfileKind::Temperature);
    EXPECT_EQ(timesInJson(temperature, "temperature"),
              timesInJson(risk, "temperature") + temperature->temperatureProfile->points.size());
    const auto curves = profiled(ProfileKind::Flexible);
    EXPECT_GT(curves->flexible->spline.size(), 10U);
    EXPECT_EQ(timesInJson(curves, "spline"), curves->flexible->spline.size());
    EXPECT_EQ(timesInJson(curves, "loess"), curves->flexible->loess.size());
}

TEST(ReportWriter, jsonSaysWhatTheBandOfACurveMeans) {
    const Dataset dataset = testing::datasetOf(testing::twoHundredRows());
    const auto jsonOf = [&](DiagramKind diagram) {
        AnalysisSettings settings;
        settings.diagram = diagram;
        const std::vector reports = {
            detailedReport(analyse(dataset, settings).value(), ReportPlan::onScreen()).value()};
        return written(reports, ReportFormat::Json);
    };
    EXPECT_THAT(jsonOf(DiagramKind::Bars), Not(HasSubstr("\"band_meaning\"")));
    EXPECT_THAT(jsonOf(DiagramKind::Isotonic),
                HasSubstr("\"band_meaning\": \"each point of a calibrated model\""));
    EXPECT_THAT(jsonOf(DiagramKind::Cumulative),
                HasSubstr("\"band_meaning\": \"the whole curve of a calibrated model\""));
}

TEST(ReportWriter, csvHasOneLineABinAndQuotesTheFile) {
    const std::string csv = writtenAs(ReportFormat::Csv);
    EXPECT_THAT(csv, HasSubstr("\n\"a \"\"b\"\",c.csv\",1,0,0.5,1,0,1,"));
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
}

TEST(ReportWriter, textAndMarkdownSayUndefinedWithTheReason) {
    for (const ReportFormat format : {ReportFormat::Text, ReportFormat::Markdown}) {
        const std::string text = writtenAs(format);
        EXPECT_THAT(text, HasSubstr("undefined"));
        EXPECT_THAT(text, HasSubstr("infinite: the true class has probability 0 in 1 row"));
        EXPECT_THAT(text, HasSubstr("3 probabilities above 1 were read as 1"));
    }
}

TEST(ReportWriter, textListsFewGroupsOfAColumn) {
    auto report = std::make_shared<Report>(*smallReport());
    for (int i = 0; i < 70; ++i)
        report->groups.push_back({{"patient", "P" + std::to_string(i)}, 1, 1, .9, .1});
    report->groups.push_back({{"site", "north"}, 70, 1, .9, .1});
    const std::vector<std::shared_ptr<const Report>> reports = {report};
    const std::string text = written(reports, ReportFormat::Text);
    EXPECT_THAT(text, HasSubstr("patient = P39"));
    EXPECT_THAT(text, ::testing::Not(HasSubstr("patient = P40")));
    EXPECT_THAT(text, HasSubstr("site = north"));
    EXPECT_THAT(text, HasSubstr("and 30 more of patient: --report csv --table groups lists all"));
}

}  // namespace
}  // namespace diagonal
