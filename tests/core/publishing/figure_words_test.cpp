// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/figure_words.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/reporting/detailed_report.h"
#include "core/reporting/writing/report_writer.h"
#include "tests/core/measuring/two_hundred_rows.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

FigureWords wordsFor(const AnalysisSettings& settings, Wording wording,
                     ReportPlan plan = ReportPlan::everything()) {
    Dataset dataset = testing::datasetOf(testing::twoHundredRows());
    dataset.summary.file = "/data/model.csv";
    dataset.summary.rows = 200;
    const auto analysis = analyse(dataset, settings, nullptr, {}, plan).value();
    return figureWords(*detailedReport(analysis, plan).value(), wording);
}

TEST(FigureWords, nameTheNumbersOfTheirField) {
    const FigureWords ml = wordsFor({}, Wording::MachineLearning);
    EXPECT_THAT(ml.caption,
                AllOf(HasSubstr("Reliability diagram of model.csv"), HasSubstr("n = 200"),
                      HasSubstr("10 equal-width bins"), HasSubstr("95 % Wilson intervals"),
                      HasSubstr("ECE 0."), HasSubstr("(95 % CI 0."), Not(HasSubstr("/data"))));
    const FigureWords clinical = wordsFor({}, Wording::Clinical);
    EXPECT_THAT(clinical.caption,
                AllOf(HasSubstr("Calibration plot"), HasSubstr("predicted risk"),
                      HasSubstr("O:E ratio"), HasSubstr("calibration intercept"),
                      HasSubstr("slope"), HasSubstr("C statistic"), Not(HasSubstr("confidence"))));
    EXPECT_THAT(clinical.methods, HasSubstr("Cox 1958"));
    const FigureWords forecasting = wordsFor({}, Wording::Forecasting);
    EXPECT_THAT(forecasting.caption, AllOf(HasSubstr("sharpness"), HasSubstr("uncertainty 0."),
                                           HasSubstr("observed relative frequency")));
}

TEST(FigureWords, sayHowTheReportWasMade) {
    AnalysisSettings settings;
    settings.temperature = 1.7;
    settings.scheme = BinningScheme::EqualMass;
    settings.binCount = 7;
    settings.level = .9;
    settings.seed = 42;
    settings.intervals = IntervalKind::Jeffreys;
    settings.band = BandKind::Simultaneous;
    const FigureWords words = wordsFor(settings, Wording::MachineLearning);
    EXPECT_THAT(words.caption, HasSubstr("after temperature scaling, T = 1.700"));
    EXPECT_THAT(words.methods,
                AllOf(HasSubstr("7 equal-mass bins"), HasSubstr("90 % Jeffreys intervals"),
                      HasSubstr("all bins jointly"), HasSubstr("seed 42"), HasSubstr("Nguyen"),
                      HasSubstr("Diagonal " + std::string(version()))));
}

TEST(FigureWords, holdNoNumberThatTheReportLacks) {
    ReportPlan plan;
    const FigureWords words = wordsFor({}, Wording::Clinical, plan);
    EXPECT_THAT(words.caption, Not(HasSubstr("slope")));
    EXPECT_THAT(words.caption, HasSubstr("Brier score 0.1484;")) << "without an interval";
}

TEST(FigureWords, describeTheFigureToThoseWhoDoNotSeeIt) {
    const FigureWords words = wordsFor({}, Wording::MachineLearning);
    EXPECT_THAT(words.alternative,
                AllOf(HasSubstr("10 bins with rows"), HasSubstr("Observed frequency goes from"),
                      HasSubstr("below the diagonal"), HasSubstr("% of the predictions")));
}

TEST(FigureWords, nameTheMiddleOfBinsWhereItIsTheirConfidence) {
    AnalysisSettings settings;
    settings.binConfidence = BinConfidence::Midpoint;
    const FigureWords words = wordsFor(settings, Wording::MachineLearning);
    EXPECT_THAT(words.caption, HasSubstr("gap to the middle of each bin"));
    EXPECT_THAT(words.methods, HasSubstr("with the midpoint of a bin as its confidence"));
    settings.binCount = 100;
    EXPECT_THAT(wordsFor(settings, Wording::MachineLearning).caption, Not(HasSubstr("whiskers")));
}

TEST(FigureWords, ofCurvesSpeakOfNoBins) {
    AnalysisSettings settings;
    settings.diagram = DiagramKind::Cumulative;
    const FigureWords words = wordsFor(settings, Wording::MachineLearning);
    EXPECT_THAT(words.alternative, AllOf(HasSubstr("Cumulative sum"), HasSubstr("stay near 0"),
                                         Not(HasSubstr("bin")), Not(HasSubstr("diagonal"))));
}

TEST(FigureWords, everyDiagramHasItsOwn) {
    std::set<std::string> captions;
    for (const DiagramKind kind : {DiagramKind::Bars, DiagramKind::Gaps, DiagramKind::Isotonic,
                                   DiagramKind::Smooth, DiagramKind::Cumulative}) {
        AnalysisSettings settings;
        settings.diagram = kind;
        for (const auto& wording : kWordings)
            captions.insert(wordsFor(settings, wording.value).caption);
    }
    EXPECT_EQ(captions.size(), 15U);
}

}  // namespace
}  // namespace diagonal
