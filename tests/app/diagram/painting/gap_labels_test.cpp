// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/gap_labels.h"

#include <gmock/gmock.h>

#include "app/diagram/figure_subject.h"
#include "tests/app/diagram/painted_texts.h"
#include "tests/app/support.h"

namespace diagonal {
namespace {

constexpr QRectF kArea(0, 0, 200, 200);
constexpr QSizeF kText(50, 12);

/// Four columns that rise to the right; the third has the largest gap, and the last the next.
std::vector<PlotStrip> columns() {
    return {{0, 50, 160, 200, 0},
            {50, 100, 110, 200, 90, 112, 120},
            {100, 150, 60, 200, -900, 62, 80},
            {150, 200, 5, 200, -400, 7, 15}};
}

TEST(GapLabels, standAboveTheLargestGapOfTheirSide) {
    const auto over = placeAtGap(columns(), true, false, kText, kArea, {});
    ASSERT_TRUE(over);
    EXPECT_EQ(over->right(), 146) << "apart from the next column, which is higher";
    EXPECT_EQ(over->bottom(), 58);
    const auto under = placeAtGap(columns(), false, false, kText, kArea, {});
    ASSERT_TRUE(under);
    EXPECT_EQ(under->right(), 96);
}

TEST(GapLabels, giveWayToWhatIsTakenAndToTheEdge) {
    const QRectF card(90, 20, 60, 30);
    EXPECT_FALSE(placeAtGap(columns(), true, false, kText, kArea, {card}))
        << "the last column leaves no room above";
    std::vector<PlotStrip> far = columns();
    far[1].gapTop = far[1].gapBottom = 190;
    EXPECT_FALSE(placeAtGap(far, false, false, kText, kArea, {})) << "far above its gap";
    std::vector<PlotStrip> pale = columns();
    for (PlotStrip& strip : pale)
        strip.gap = 0;
    EXPECT_FALSE(placeAtGap(pale, true, false, kText, kArea, {}));
}

TEST(GapLabels, standBelowACurve) {
    std::vector<PlotStrip> strips;
    for (qreal x = 0; x < 200; x += 10)
        strips.push_back({x, x + 10, 190 - x, 200 - x, x == 100 ? -200.0 : 0.0, 90, 100});
    const auto below = placeAtGap(strips, true, true, kText, kArea, {});
    ASSERT_TRUE(below);
    EXPECT_EQ(below->left(), 104);
    EXPECT_EQ(below->top(), 102);
}

/// A figure names its gaps once: beside one of them, or in the legend.
TEST(GapLabels, takeThePlaceOfTheLegend) {
    for (const DiagramKind kind : {DiagramKind::Bars, DiagramKind::Isotonic, DiagramKind::Smooth}) {
        AnalysisSettings settings;
        settings.diagram = kind;
        const FigureSubject subject(
            testing::coreReport(testing::sample(testing::kDigits), settings));
        for (const char* size : {"icml", "nature", "800x900", "1200x500"}) {
            const WrittenSize written = writtenSize(QLatin1String(size)).value();
            FigureOptions options;
            if (written.isPaper) options.dpi = kPaperDpi;
            options.size = written.pixels(options.dpi);
            options.textPoints = written.textPoints.value_or(options.textPoints);
            options = subject.sized(options);
            testing::TextRecorder recorder(options.pixels());
            QPainter painter(&recorder);
            subject.paint(painter, options.pixels(), options);
            painter.end();
            const auto count = std::ranges::count(
                recorder.texts(), QStringLiteral("Over-confident"), &testing::PaintedText::text);
            EXPECT_EQ(count, 1) << size << ", kind " << static_cast<int>(kind);
        }
    }
}

/// A long name of a class does not cost the bars of a column their key.
TEST(Legend, keepsBothOutcomesWhereAClassHasALongName) {
    const testing::TemporaryFolder folder;
    const QString file = QString::fromStdString(folder.write(
        "long.csv",
        "probability_readmission within 30 days,label\n0.9,readmission within 30 days\n"
        "0.2,other\n0.7,readmission within 30 days\n0.4,other\n"));
    AnalysisSettings settings;
    settings.diagram = DiagramKind::Outcomes;
    const auto report = testing::coreReport(file, settings);
    const FigureSubject subject(report);
    FigureOptions options;
    options.dpi = kPaperDpi;
    options.size = writtenSize(QStringLiteral("icml")).value().pixels(kPaperDpi);
    options = subject.sized(options);
    testing::TextRecorder recorder(options.pixels());
    QPainter painter(&recorder);
    subject.paint(painter, options.pixels(), options);
    painter.end();
    for (const char* text : {"Rows of the class", "Other rows"}) {
        EXPECT_EQ(
            std::ranges::count(recorder.texts(), QLatin1String(text), &testing::PaintedText::text),
            1)
            << text;
    }
}

}  // namespace
}  // namespace diagonal
