// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/models/model_plots.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/text.h"
#include "core/measuring/curves/murphy_curve.h"
#include "core/publishing/models/model_map.h"
#include "core/publishing/models/model_words.h"
#include "core/publishing/models/murphy_plot.h"
#include "core/publishing/models/overlay_plot.h"
#include "core/reporting/detailed_report.h"
#include "tests/core/measuring/two_hundred_rows.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

PlottedModel modelAt(double temperature, std::size_t place, AnalysisSettings settings = {}) {
    const Dataset dataset = testing::datasetOf(testing::twoHundredRows());
    if (!settings.view) settings.view = View{View::Kind::OneVsRest, 1};
    settings.temperature = temperature;
    const Analysis analysis = analyse(dataset, settings).value();
    return {{.murphy = murphyCurve(analysis.outcomes->sorted)},
            "T" + std::to_string(place),
            place,
            detailedReport(analysis, ReportPlan::onScreen()).value()};
}

TEST(ModelPlots, overlayShowsTheBinsOfEachModelAndTheBandOfTheReference) {
    const std::vector models = {modelAt(1, 0), modelAt(2, 1)};
    const Figure plot = overlayPlot(models).value();
    ASSERT_THAT(plot.marks.lines, SizeIs(2));
    for (std::size_t m = 0; m < 2; ++m) {
        const auto& bins = models[m].report->binned.bins;
        const auto& points = plot.marks.lines[m].points;
        ASSERT_THAT(points, SizeIs(models[m].report->binned.filledBins()));
        std::size_t p = 0;
        for (const Bin& bin : bins) {
            if (bin.count == 0) continue;
            EXPECT_EQ(points[p].x, bin.confidence);
            EXPECT_EQ(points[p++].y, bin.accuracy);
        }
        EXPECT_EQ(plot.marks.lines[m].colour.model, m);
        EXPECT_THAT(plot.marks.lines[m].name, HasSubstr("ECE 0."));
    }
    ASSERT_THAT(plot.marks.areas, SizeIs(1));
    EXPECT_THAT(plot.marks.areas[0].name, HasSubstr("T0"));
    EXPECT_EQ(plot.marks.areas[0].points[0].lower,
              models[0].report->binned.bins[0].consistency->lower);
    ASSERT_TRUE(plot.lower);
    double share = 0;  // every bin has two points of the same height
    for (const CurvePoint& point : plot.lower->marks.lines[1].points)
        share += point.y / 2;
    EXPECT_NEAR(share, 100, 1e-9);
}

TEST(ModelPlots, overlayShowsCurvesWhereTheReportsHaveThem) {
    AnalysisSettings settings;
    settings.diagram = DiagramKind::Isotonic;
    const std::vector models = {modelAt(1, 0, settings), modelAt(2, 1, settings)};
    const Figure plot = overlayPlot(models).value();
    const auto& strokes = models[0].report->curve->strokes;
    EXPECT_EQ(plot.marks.lines[0].points.size(), strokes[0].size());
    EXPECT_FALSE(plot.marks.lines[0].hasMarkers);
    EXPECT_THAT(plot.subtitle, ::testing::Contains("isotonic regression (CORP)"));
}

TEST(ModelPlots, overlayShowsEightModelsAndSaysSo) {
    std::vector<PlottedModel> models;
    for (std::size_t m = 0; m < 10; ++m)
        models.push_back(modelAt(1, m));
    const Figure plot = overlayPlot(models).value();
    EXPECT_THAT(plot.marks.lines, SizeIs(8));
    EXPECT_EQ(plot.subtitle.front(), "first 8 of 10 models");
}

TEST(ModelPlots, refuseModelsOfDifferentClasses) {
    AnalysisSettings other;
    other.view = View{View::Kind::OneVsRest, 0};
    const std::vector models = {modelAt(1, 0), modelAt(1, 1, other)};
    const auto plot = overlayPlot(models);
    ASSERT_FALSE(plot);
    EXPECT_THAT(plot.error().detail, AllOf(HasSubstr("the view of T1"), HasSubstr("that of T0")));
}

TEST(ModelPlots, mapHasLinesOfEqualBrierScore) {
    std::vector models = {modelAt(1, 0), modelAt(3, 1)};
    models[1].scaled = models[0].report;
    const Figure plot = modelMap(models).value();
    ASSERT_THAT(plot.marks.points, SizeIs(2));
    EXPECT_EQ(plot.marks.points[0].at.x, models[0].report->score("brier_mcb"));
    EXPECT_EQ(plot.marks.points[0].at.y, models[0].report->score("brier_dsc"));
    EXPECT_FALSE(plot.marks.points[0].target);
    EXPECT_EQ(plot.marks.points[1].target->x, models[0].report->score("brier_mcb"));
    EXPECT_THAT(plot.marks.points[1].text, HasSubstr("after temperature scaling"));
    ASSERT_GE(plot.marks.references.size(), 3U);
    const double uncertainty = *models[0].report->score("brier_unc");
    for (const LineMark& guide : plot.marks.references) {
        const bool isOfReference = guide.points.front().x == guide.points.back().x ||
                                   guide.points.front().y == guide.points.back().y;
        if (isOfReference) continue;
        // One of them says what they are: "Brier 0.19".
        const double brier = std::stod(guide.label.substr(guide.label.find_first_of("0123456789")));
        EXPECT_NEAR(guide.points.front().x - guide.points.front().y + uncertainty, brier, 1e-9);
        EXPECT_NEAR(guide.points.back().x - guide.points.back().y + uncertainty, brier, 1e-9);
        for (const CurvePoint& end : {guide.points.front(), guide.points.back()}) {
            EXPECT_GE(end.x, plot.x.low - 1e-12);
            EXPECT_LE(end.x, plot.x.high + 1e-12);
            EXPECT_GE(end.y, plot.left.low - 1e-12);
            EXPECT_LE(end.y, plot.left.high + 1e-12);
        }
    }
}

TEST(ModelPlots, mapDoesNotMagnifyADifferenceOfOneAxisAlone) {
    const std::vector models = {modelAt(1, 0), modelAt(2, 1)};  // of one discrimination
    const Figure plot = modelMap(models).value();
    EXPECT_NEAR(plot.marks.points[0].at.y, plot.marks.points[1].at.y, 1e-12);
    EXPECT_GE(plot.left.high - plot.left.low, .5 * plot.marks.points[1].at.x);
}

TEST(ModelPlots, mapShowsWhatTheReferenceWouldHaveIfCalibrated) {
    const std::vector models = {modelAt(1, 0), modelAt(3, 1)};
    const auto byChance = models[0].report->chanceMiscalibration;
    ASSERT_TRUE(byChance);
    EXPECT_GT(*byChance, 0);
    const Figure plot = modelMap(models).value();
    const LineMark& guide = plot.marks.references.back();
    EXPECT_EQ(guide.kind, MarkKind::Ideal);
    EXPECT_EQ(guide.points.front().x, *byChance);
    EXPECT_EQ(guide.points.back().x, *byChance);
    EXPECT_EQ(guide.label, "calibrated");
    EXPECT_THAT(plot.subtitle, Contains("dashed: reference if calibrated"));
}

TEST(ModelPlots, mapOfOtherScoresHasNoLines) {
    const std::vector models = {modelAt(1, 0), modelAt(3, 1)};
    const Figure plot = modelMap(models, {"ece", "accuracy"}).value();
    EXPECT_EQ(plot.marks.points[1].at.x, models[1].report->score("ece"));
    ASSERT_THAT(plot.marks.references, SizeIs(2)) << "the cross through the reference";
    EXPECT_EQ(plot.marks.references[0].points.front().x, plot.marks.points[0].at.x);
    EXPECT_EQ(plot.marks.references[1].points.back().y, plot.marks.points[0].at.y);
    EXPECT_EQ(plot.targetName, "after temperature scaling");
    EXPECT_THAT(plot.x.title, HasSubstr("calibration error"));
}

TEST(ModelPlots, figuresOfCommonOutcomesRefuseTheTopLabel) {
    AnalysisSettings top;
    top.view = View{View::Kind::TopLabel};
    const std::vector models = {modelAt(1, 0, top), modelAt(2, 1, top)};
    EXPECT_THAT(murphyPlot(models).error().detail, HasSubstr("outcomes that all models share"));
    EXPECT_THAT(modelMap(models).error().detail, HasSubstr("outcomes that all models share"));
    EXPECT_TRUE(modelMap(models, {"ece", "accuracy"}));
    EXPECT_TRUE(overlayPlot(models));
}

TEST(ModelPlots, murphySentenceNamesTheThresholdsOfTheCheaperModel) {
    PlottedModel first{{.murphy = {{0, .0}, {.25, .2}, {.5, .3}, {.75, .2}, {1, 0}}}, "a", 0};
    PlottedModel second{{.murphy = {{0, .0}, {.25, .1}, {.5, .2}, {.75, .3}, {1, 0}}}, "b", 1};
    EXPECT_EQ(murphySentence(first, second),
              "In these rows b has the lower mean cost at decision thresholds 0.25 to 0.50; "
              "elsewhere a costs as "
              "much or less.");
    second.murphy[3].y = .2;
    EXPECT_THAT(murphySentence(first, second), HasSubstr("b dominates"));
    EXPECT_THAT(murphySentence(second, first), HasSubstr("b dominates"));
    EXPECT_THAT(murphySentence(first, first), HasSubstr("the same"));
}

TEST(ModelPlots, aPlaceNamesTheNumbersOfEachModel) {
    const std::vector models = {modelAt(1, 0), modelAt(2, 1)};
    std::string overlay = "Probability 0.200 to 0.300";
    std::string murphy = "Threshold 0.25";
    for (const PlottedModel& model : models) {
        const auto& bins = model.report->binned.bins;
        const auto bin = std::ranges::find_if(bins, [](const Bin& b) { return b.upper >= .25; });
        overlay += "\n" + model.name + ": " + fixedText(*bin->accuracy, 3) +
                   ", n = " + std::to_string(bin->count);
        murphy +=
            "\n" + model.name + ": " + fixedText(model.murphy[(model.murphy.size() - 1) / 4].y, 4);
    }
    EXPECT_EQ(overlayText(models, .25), overlay);
    EXPECT_EQ(murphyText(models, .25), murphy);
}

TEST(ModelPlots, cumulativeGapsAreNotDrawnOverEachOther) {
    AnalysisSettings settings;
    settings.diagram = DiagramKind::Cumulative;
    const std::vector models = {modelAt(1, 0, settings), modelAt(2, 1, settings)};
    EXPECT_THAT(overlayPlot(models).error().detail, HasSubstr("choose bars, isotonic regression"));
}

/// Returns a model that differs from the reference by `value`, with an interval of 0.02 around it.
PlottedModel comparedModel(std::size_t place, double value, double p) {
    PlottedModel model = modelAt(1, place);
    ModelPair pair;
    pair.rows = 200;
    pair.hasCommonOutcomes = true;
    pair.differences.push_back({"brier", .2, .2 + value, value});
    pair.differences.back().interval = Interval{value - .01, value + .01};
    pair.differences.back().p = p;
    pair.differences.back().method = "paired t";
    model.pair = std::make_shared<const Result<ModelPair>>(pair);
    return model;
}

TEST(ModelPlots, forestShowsIntervalsAndPValuesByHolm) {
    const std::vector models = {modelAt(1, 0), comparedModel(1, .02, .01),
                                comparedModel(2, -.03, .04)};
    const Figure plot = modelPlot(ModelFigureKind::Forest, models).value();
    EXPECT_THAT(plot.left.names, ::testing::ElementsAre("", "T2", "T1", "T0", ""));
    ASSERT_THAT(plot.marks.points, SizeIs(3));
    EXPECT_EQ(plot.marks.points[0].at.y, 3);
    EXPECT_EQ(plot.marks.points[2].at.x, -.03);
    EXPECT_EQ(plot.marks.points[2].at.y, 1);
    EXPECT_EQ(plot.marks.points[2].colour.model, 2U);
    ASSERT_THAT(plot.marks.lines, SizeIs(2));
    EXPECT_DOUBLE_EQ(plot.marks.lines[1].points[0].x, -.04);
    EXPECT_DOUBLE_EQ(plot.marks.lines[1].points[1].x, -.02);
    EXPECT_LE(plot.x.low, -.04);
    EXPECT_GE(plot.x.high, .03);
    ASSERT_TRUE(plot.right);
    EXPECT_EQ(plot.right->names[2], "+0.0200 (+0.0100 to +0.0300)  p = 0.0200");
    EXPECT_EQ(plot.right->names[1], "-0.0300 (-0.0400 to -0.0200)  p = 0.0400");
    EXPECT_THAT(plot.marks.points[1].text, HasSubstr("p = 0.0200 by Holm (alone p = 0.0100)"));
    EXPECT_THAT(plot.x.title, HasSubstr("less is better"));
}

TEST(ModelPlots, forestSaysWhyAModelHasNoDifference) {
    std::vector models = {modelAt(1, 0), comparedModel(1, .02, .01), modelAt(1, 2)};
    EXPECT_THAT(modelPlot(ModelFigureKind::Forest, models).error().detail,
                HasSubstr("T2 is not compared with T0"));
    models[2].pair = std::make_shared<const Result<ModelPair>>(
        Error{ErrorKind::Undefined, "other labels in row 3"});
    const Figure plot = modelPlot(ModelFigureKind::Forest, models).value();
    EXPECT_EQ(plot.right->names[1], "other labels in row 3");
    EXPECT_THAT(plot.marks.points, SizeIs(2));
    const auto none = modelPlot(ModelFigureKind::Forest, models, {.difference = "nll"});
    EXPECT_THAT(none.error().detail, HasSubstr("not defined in this view"));
    EXPECT_FALSE(modelPlot(ModelFigureKind::Forest, std::span(models).first(1)));
}

TEST(ModelPlots, wordsNameTheScoresThatAreDrawn) {
    const std::vector models = {modelAt(1, 0), comparedModel(1, .02, .01)};
    const FigureWords map = modelFigureWords(ModelFigureKind::Map, models, {"ece", "brier"});
    EXPECT_THAT(map.caption,
                HasSubstr("Brier score of this view against expected calibration error of T0"));
    EXPECT_THAT(map.methods, HasSubstr("cross-validation in five folds"));
    const FigureWords forest = modelFigureWords(ModelFigureKind::Forest, models);
    EXPECT_THAT(
        forest.caption,
        AllOf(HasSubstr("Brier score of this view of T1 minus that of T0 over the same rows"),
              HasSubstr("Lines are 95 % intervals of the paired difference.")));
    EXPECT_THAT(forest.methods, HasSubstr("Holm (1979)"));
    EXPECT_THAT(forest.alternative, HasSubstr("T1 minus T0: +0.0200 (+0.0100 to +0.0300)"));
}

TEST(ModelPlots, shortNamesLeaveOutEndingsUnlessTwoAreAlike) {
    const auto named = [](std::vector<std::string> names) {
        std::vector<PlottedModel> models;
        for (std::string& name : names)
            models.emplace_back().name = std::move(name);
        return shortNames(models);
    };
    EXPECT_EQ(named({"a.csv", "b.parquet", "resnet v1.2", ".csv", "c."}),
              (std::vector<std::string>{"a", "b", "resnet v1.2", ".csv", "c."}));
    EXPECT_EQ(named({"a.csv", "a.npz", "b.csv"}),
              (std::vector<std::string>{"a.csv", "a.npz", "b.csv"}));
}

}  // namespace
}  // namespace diagonal
