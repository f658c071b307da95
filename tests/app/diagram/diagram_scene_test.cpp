// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/diagram_scene.h"

#include <QImage>
#include <QPainter>
#include <gtest/gtest.h>

#include "tests/app/support.h"

namespace diagonal {
namespace {

using testing::coreReport;
using testing::kCancer;
using testing::kDigits;
using testing::sample;

QImage imageOf(DiagramScene& scene) {
    QImage image(scene.sceneRect().size().toSize(), QImage::Format_RGB32);
    QPainter painter(&image);
    scene.render(&painter, image.rect(), scene.sceneRect());
    return image;
}

TEST(DiagramScene, theAxesStandWhereTheBarsDo) {
    DiagramScene scene;
    scene.setReport(coreReport(sample(kDigits)));
    scene.setSize({700, 800});
    const QImage image = imageOf(scene);
    const QRectF plot = scene.diagramLayout().diagram;
    const DiagramStyle& style = diagramStyle(Theme::Light);
    // The left axis line is dark over its whole height.
    const auto isAxis = [&](int x, int y) {
        return image.pixelColor(x, y).lightness() < style.grid.lightness() - 40;
    };
    int found = 0;
    for (int y = static_cast<int>(plot.top()) + 5; y < plot.bottom() - 5; y += 7) {
        found += isAxis(static_cast<int>(plot.left()), y) ||
                 isAxis(static_cast<int>(plot.left()) - 1, y);
    }
    EXPECT_GT(found, static_cast<int>(plot.height() / 7) - 6);
}

TEST(DiagramScene, itsSizeAloneMovesTheParts) {
    DiagramScene scene;
    scene.setReport(coreReport(sample(kDigits)));
    scene.setSize({700, 800});
    const QRectF before = scene.diagramLayout().diagram;
    scene.setReport(coreReport(sample(kCancer)));
    EXPECT_EQ(scene.diagramLayout().diagram, before);
}

TEST(DiagramScene, findsTheBinUnderAPoint) {
    DiagramScene scene;
    scene.setReport(coreReport(sample(kCancer)));
    scene.setSize({700, 800});
    const DiagramLayout& layout = scene.diagramLayout();
    const auto at = [&](double x, const QRectF& plot) {
        return scene.binAt({plot.left() + x * plot.width(), plot.center().y()});
    };
    EXPECT_EQ(at(.05, layout.diagram), 0U);
    EXPECT_EQ(at(.95, layout.diagram), 9U);
    EXPECT_EQ(at(.55, layout.counts), 5U);
    EXPECT_EQ(at(1.1, layout.diagram), std::nullopt);
    EXPECT_EQ(scene.binAt({1, 1}), std::nullopt);
}

TEST(DiagramScene, withoutAReportThereIsOnlyTheBackground) {
    DiagramScene scene;
    scene.setSize({400, 500});
    const QImage image = imageOf(scene);
    const QColor background = diagramStyle(Theme::Light).background;
    for (int y = 0; y < image.height(); y += 9) {
        for (int x = 0; x < image.width(); x += 9) {
            ASSERT_EQ(image.pixelColor(x, y), background);
        }
    }
}

TEST(DiagramScene, marksOfBinsThatAreGoneAreDropped) {
    DiagramScene scene;
    AnalysisSettings many;
    many.binCount = 50;
    scene.setReport(coreReport(sample(kCancer), many));
    scene.setMarks({45, 40});
    scene.setReport(coreReport(sample(kCancer)));
    EXPECT_EQ(scene.binMarks(), BinMarks());
}

TEST(DiagramScene, everyItemOfTheLegendIsExplained) {
    DiagramScene scene;
    scene.setReport(coreReport(sample(kDigits)));
    scene.setSize({800, 900});
    ASSERT_EQ(scene.diagramLayout().legend.size(), 8U);
    for (const QRectF& item : scene.diagramLayout().legend)
        EXPECT_TRUE(scene.legendHelpAt(item.center()).endsWith(QLatin1Char('.')));
    EXPECT_TRUE(
        scene.legendHelpAt(scene.diagramLayout().legend[4].center())
            .contains(QLatin1String("95 % of calibrated models. Each bin is judged by itself")));
    EXPECT_TRUE(scene.legendHelpAt(scene.diagramLayout().diagram.center()).isEmpty());
}

TEST(DiagramScene, barsOfFewRowsArePale) {
    DiagramScene scene;
    const auto report = coreReport(sample(kDigits));
    scene.setReport(report);
    scene.setSize({800, 900});
    const QImage image = imageOf(scene);
    const QRectF plot = scene.diagramLayout().diagram;
    const QColor bar = diagramStyle(Theme::Light).accuracy;
    int pale = 0;
    for (const Bin& bin : report->binned.bins) {
        if (bin.count == 0) continue;
        // Off the middle, where the interval is, above the axis and beside the lines of the grid.
        const double x = bin.lower + 0.3 * (bin.upper - bin.lower);
        const QColor shown =
            image.pixelColor(QPointF(plot.left() + x * plot.width(), plot.bottom() - 4).toPoint());
        EXPECT_EQ(shown == bar, bin.count >= 10) << bin.lower;
        pale += shown != bar ? 1 : 0;
    }
    EXPECT_EQ(pale, 2);
}

}  // namespace
}  // namespace diagonal
