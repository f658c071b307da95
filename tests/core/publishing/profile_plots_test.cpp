// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/profile_plots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/text.h"
#include "core/publishing/figure_words.h"
#include "core/publishing/latex/tikz_figure.h"
#include "core/publishing/tables.h"
#include "core/reporting/detailed_report.h"
#include "tests/core/measuring/two_hundred_rows.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::shared_ptr<const Report> profiled(ProfileKind kind, AnalysisSettings settings = {}) {
    const Dataset dataset = testing::datasetOf(testing::twoHundredRows());
    settings.profile = kind;
    const Analysis analysis = analyse(dataset, settings).value();
    return detailedReport(analysis, ReportPlan::of(kind)).value();
}

TEST(Axis, ticksAreRoundNumbersOrPowers) {
    const Axis linear{"", -.5, 1, .5};
    EXPECT_THAT(linear.ticks(), ElementsAre(-.5, 0, .5, 1));
    EXPECT_EQ(linear.shareOf(.25), .5);
    EXPECT_EQ(linear.valueAt(.5), .25);
    const Axis decades{.low = 1, .high = 10000, .scale = AxisScale::Logarithmic};
    EXPECT_EQ(decades.ticks().size(), 5U);
    EXPECT_NEAR(decades.shareOf(100), .5, 1e-15);
    EXPECT_NEAR(decades.valueAt(.75), 1000, 1e-9);
    const Axis octaves{.low = .1, .high = 12.8, .scale = AxisScale::Logarithmic, .base = 2};
    EXPECT_THAT(octaves.ticks(), ElementsAre(.125, .25, .5, 1, 2, 4, 8));
}

TEST(Figure, ofBinsHoldsTheirErrorsAndWhatChanceMakes) {
    const auto report = profiled(ProfileKind::Bins);
    ASSERT_TRUE(showsProfile(*report));
    const Figure plot = profilePlot(*report).value();
    ASSERT_EQ(plot.marks.lines.size(), 2U);
    EXPECT_EQ(plot.marks.lines[0].points[9].y, report->score("ece"));
    EXPECT_EQ(plot.marks.lines[1].points[9].y, (*report->binProfile)[9].chanceMean);
    EXPECT_EQ(plot.marks.areas[0].points[9].upper, (*report->binProfile)[9].chance95);
    EXPECT_EQ(plot.x.high, 10000);
    ASSERT_EQ(plot.marks.references.size(), 1U);
    EXPECT_EQ(plot.marks.references[0].name, "10 bins");
    for (const BinProfilePoint& point : *report->binProfile) {
        EXPECT_LE(point.ece, plot.left.high);
        EXPECT_LE(point.chance95, plot.left.high);
    }
}

TEST(Figure, ofTemperaturesMarksBothOptima) {
    const auto report = profiled(ProfileKind::Temperature);
    const Figure plot = profilePlot(*report).value();
    ASSERT_TRUE(plot.right);
    ASSERT_EQ(plot.marks.references.size(), 3U);
    EXPECT_EQ(plot.marks.references[0].points.front().x, report->temperatureProfile->leastNll);
    EXPECT_EQ(plot.marks.references[1].points.front().x, report->temperatureProfile->leastEce);
    EXPECT_EQ(plot.marks.references[2].points.front().x, 1);
    EXPECT_FALSE(plot.marks.lines[0].isRight);
    EXPECT_TRUE(plot.marks.lines[1].isRight);
}

TEST(Figure, ofNetBenefitsCutsTheLineOfActingOnAllAtTheAxis) {
    const Figure plot = profilePlot(*profiled(ProfileKind::Decision)).value();
    ASSERT_EQ(plot.marks.lines.size(), 3U);
    const std::vector<CurvePoint>& all = plot.marks.lines[1].points;
    EXPECT_LT(plot.left.low, 0);
    EXPECT_EQ(all.back().y, plot.left.low) << "not in mid-air";
    EXPECT_LT(all.back().x, plot.x.high);
    for (const LineMark& line : plot.marks.lines)
        for (const CurvePoint& point : line.points)
            EXPECT_GE(point.y, plot.left.low);
    for (const BandPoint& point : plot.marks.areas[0].points)
        EXPECT_GE(point.lower, plot.left.low);
}

TEST(Figure, ofNetBenefitsSaysThatItsBandLeavesOutFewRows) {
    const auto named = [](std::size_t rows) {
        std::vector<double> probabilities;
        std::vector<std::int32_t> labels;
        for (std::size_t i = 0; i < rows; ++i) {
            probabilities.push_back((static_cast<double>(i) + .5) / static_cast<double>(rows));
            labels.push_back(i % 10 < i * 10 / rows ? 1 : 0);
        }
        AnalysisSettings settings;
        settings.profile = ProfileKind::Decision;
        const Dataset dataset = testing::datasetOf(testing::positiveScores(probabilities, labels));
        const Analysis analysis = analyse(dataset, settings).value();
        return profilePlot(*detailedReport(analysis, ReportPlan::of(ProfileKind::Decision)).value())
            .value()
            .marks.areas[0]
            .name;
    };
    EXPECT_THAT(named(30), ::testing::EndsWith(", if rows suffice"));
}

TEST(Figure, saysWhyThereIsNone) {
    AnalysisSettings isotonic;
    isotonic.scheme = BinningScheme::Isotonic;
    const auto report = profiled(ProfileKind::Bins, isotonic);
    EXPECT_FALSE(showsProfile(*report));
    EXPECT_THAT(profilePlot(*report).error().detail, HasSubstr("equal width or equal mass"));
    EXPECT_THAT(tableOf(*report, TableKind::EceByBins).error().detail,
                HasSubstr("equal width or equal mass"));
    Report other = *report;
    other.settings.profile = ProfileKind::Temperature;
    other.dataset.noTemperature = "it holds confidences alone";
    EXPECT_THAT(profilePlot(other).error().detail, HasSubstr("it holds confidences alone"));
}

TEST(Figure, aPlaceIsASentence) {
    const auto report = profiled(ProfileKind::Bins);
    EXPECT_THAT(profileText(*report->binProfile, 10.2),
                AllOf(HasSubstr("10 bins: ECE 0.0800; a calibrated model: 0.0"),
                      HasSubstr("in 95 % of cases")));
    const auto temperatures = profiled(ProfileKind::Temperature);
    EXPECT_THAT(profileText(*temperatures->temperatureProfile, 1.01),
                AllOf(HasSubstr("T = 1.000: NLL 0."), HasSubstr(", ECE 0.0800")));
}

TEST(Figure, tablesHoldEveryPoint) {
    const auto bins = profiled(ProfileKind::Bins);
    EXPECT_EQ(tableOf(*bins, TableKind::EceByBins).value().rows.size(), bins->binProfile->size());
    const auto temperatures = profiled(ProfileKind::Temperature);
    const std::string text =
        written(tableOf(*temperatures, TableKind::Temperatures).value(), TableFormat::Csv);
    EXPECT_THAT(text, AllOf(HasSubstr("temperature,nll,ece,remark\n0.1,"), HasSubstr("lowest NLL"),
                            HasSubstr("lowest ECE")));
}

TEST(Figure, isWordedAndDrawnForLatex) {
    for (const ProfileKind kind : {ProfileKind::Bins, ProfileKind::Temperature}) {
        const auto report = profiled(kind);
        const FigureWords words = figureWords(*report, Wording::Clinical);
        const bool bins = kind == ProfileKind::Bins;
        EXPECT_THAT(words.caption, HasSubstr(bins ? "by number of equal-width bins"
                                                  : "The NLL is lowest at T = "));
        EXPECT_THAT(words.caption, Not(HasSubstr("Bars")));
        EXPECT_THAT(words.methods, HasSubstr(bins ? "999 draws" : "temperatures T from 0.1"));
        EXPECT_THAT(words.alternative, HasSubstr(bins ? "10,000 bins: ECE" : "At the ends"));
        const std::string tex = tikzFigure(*report, {9, 7, true});
        EXPECT_EQ(std::ranges::count(tex, '{'), std::ranges::count(tex, '}'));
        EXPECT_THAT(tex, AllOf(HasSubstr("xmode=log"), HasSubstr("documentclass"),
                               Not(HasSubstr("nan")), Not(HasSubstr("inf"))));
    }
}

TEST(Figure, ofSmoothCurvesIsWorded) {
    const auto report = profiled(ProfileKind::Flexible);
    const FlexibleCurves& curves = *report->flexible;
    ASSERT_FALSE(curves.spline.empty() || curves.loess.empty());
    const FigureWords words = figureWords(*report, Wording::Clinical);
    EXPECT_THAT(
        words.caption,
        AllOf(HasSubstr("Smooth calibration curves of"),
              HasSubstr("Solid: logistic regression on a restricted cubic spline of the "
                        "logit with 4 knots, with its 95 % interval at each point;"),
              HasSubstr("dashed: loess (span 0.75, degree 2), where it is between 0 and 1."),
              Not(HasSubstr("Bars"))));
    EXPECT_THAT(words.methods, HasSubstr("smoothed by loess (Austin and Steyerberg 2019) and by "
                                         "logistic regression on a restricted cubic spline"));
    const std::string half = "Predicted probability 0.500: spline " +
                             fixedText(curves.spline[curves.spline.size() / 2].y, 3) + ", loess ";
    EXPECT_EQ(profileFigure(*report).textAt(*report, .5).substr(0, half.size()), half);
    EXPECT_THAT(words.alternative, AllOf(HasSubstr("Smooth lines of the observed frequency"),
                                         HasSubstr(": spline 0."), HasSubstr(", loess 0.")));
}

TEST(Figure, ofOneOutcomeHasNoSmoothCurve) {
    AnalysisSettings settings;
    settings.profile = ProfileKind::Flexible;
    const Dataset dataset = testing::datasetOf(testing::positiveScores({.2, .5, .7}, {1, 1, 1}));
    const Analysis analysis = analyse(dataset, settings).value();
    const auto report = detailedReport(analysis, ReportPlan::of(ProfileKind::Flexible)).value();
    EXPECT_THAT(profilePlot(*report).error().detail,
                HasSubstr("no smooth curve can be fitted: too few different confidences"));
    EXPECT_THAT(profilePlot(*analysis.report).error().detail, HasSubstr("was not computed"));
}

TEST(Profiles, areKeptWhereOnlyOtherSettingsChange) {
    const Dataset dataset = testing::datasetOf(testing::twoHundredRows());
    Analysis analysis = analyse(dataset, {}).value();
    analysis.report = detailedReport(analysis, ReportPlan::behindSliders()).value();
    AnalysisSettings settings;
    settings.binCount = 20;
    const auto others = analyse(dataset, settings, &analysis).value().report;
    EXPECT_EQ(others->binProfile, analysis.report->binProfile);
    EXPECT_EQ(others->plan.profiledBins, kOftenDrawnBins);
    EXPECT_FALSE(others->temperatureProfile);  // its ECE depends on the bins
    settings.binCount.reset();
    settings.temperature = 2;
    const auto hotter = analyse(dataset, settings, &analysis).value().report;
    EXPECT_FALSE(hotter->binProfile);
    EXPECT_EQ(hotter->plan.profiledBins, 0U);
    EXPECT_EQ(hotter->temperatureProfile, analysis.report->temperatureProfile);
    settings = {};
    settings.edgeRule = EdgeRule::LeftClosed;
    const auto closed = analyse(dataset, settings, &analysis).value().report;
    EXPECT_FALSE(closed->binProfile);
    EXPECT_FALSE(closed->temperatureProfile);
}

TEST(Figure, wordsNameWhatWasMeasured) {
    AnalysisSettings settings;
    settings.temperature = 2;
    settings.diagram = DiagramKind::Isotonic;
    const FigureWords words =
        figureWords(*profiled(ProfileKind::Bins, settings), Wording::MachineLearning);
    EXPECT_THAT(words.caption, AllOf(HasSubstr("after temperature scaling, T = 2.000"),
                                     HasSubstr("positive class 1")));
    EXPECT_THAT(words.methods, AllOf(Not(HasSubstr("isotonic")), Not(HasSubstr("Wilson intervals")),
                                     HasSubstr("assessed by the expected calibration error")));
    settings.preset = "netcal";
    EXPECT_THAT(figureWords(*profiled(ProfileKind::Bins, settings), Wording::Clinical).caption,
                HasSubstr("by number of bins as in netcal"));
    auto report = std::make_shared<Report>(*profiled(ProfileKind::Temperature));
    auto profile = std::make_shared<TemperatureProfile>(*report->temperatureProfile);
    profile->leastNll.reset();
    for (ProfilePoint& point : profile->points)
        point.nll.reset();
    report->temperatureProfile = profile;
    const FigureWords noNll = figureWords(*report, Wording::MachineLearning);
    for (const std::string& text : {noNll.caption, noNll.alternative})
        EXPECT_THAT(text, Not(HasSubstr("NLL")));
}

}  // namespace
}  // namespace diagonal
