// SPDX-License-Identifier: GPL-3.0-or-later
// No text of the figure may overlap another or leave the picture.
#include <cmath>

#include <QFontDatabase>
#include <gtest/gtest.h>

#include "app/diagram/diagram_scene.h"
#include "app/diagram/figure_size.h"
#include "app/diagram/figure_subject.h"
#include "app/diagram/lines/line_plot_scene.h"
#include "app/text/number_text.h"
#include "core/publishing/profile_plots.h"
#include "tests/app/diagram/painted_texts.h"
#include "tests/app/support.h"

namespace diagonal {
namespace {

using testing::coreReport;
using testing::kCancer;
using testing::kDigits;
using testing::PaintedText;
using testing::sample;
using testing::TemporaryFolder;
using testing::TextRecorder;

std::vector<PaintedText> textsOf(const std::shared_ptr<const Report>& report, const QSizeF& size,
                                 bool hasLogCounts, const Axis& zoom = kWholeAxis) {
    TextRecorder recorder(size.toSize());
    QPainter painter(&recorder);
    const auto render = [&](QGraphicsScene& scene) {
        scene.render(&painter, QRectF(QPointF(0, 0), size), scene.sceneRect());
        painter.end();
        return recorder.texts();
    };
    if (report->settings.profile) {
        LinePlotScene scene;
        scene.setPlot(profilePlot(*report).value());
        scene.setSize(size);
        return render(scene);
    }
    DiagramScene scene;
    scene.setUse(FigureUse::Paper);
    FigureContent content;
    content.parts.logCounts = hasLogCounts;
    content.parts.skillLines = hasLogCounts;
    scene.setContent(content);
    scene.setZoom(zoom);
    scene.setReport(report);
    scene.setSize(size);
    return render(scene);
}

/// Returns 40 sizes of 8 to 40 cm at text of 9 points, in units of the layout.
std::vector<QSizeF> sizes() {
    std::vector<QSizeF> sizes;
    for (const double width : {8.0, 8.5, 9.0, 10.0, 12.0, 16.0, 24.0, 40.0}) {
        for (const double ratio : {.45, .7, .9, 1.1, 1.5}) {
            const double height = std::max(width * ratio, 6.5);
            const WrittenSize written{QSizeF(width, height) / 2.54, true};
            FigureOptions options;
            options.dpi = kPaperDpi;
            options.size = written.pixels(kPaperDpi);
            EXPECT_TRUE(checkFigure(options)) << width << " x " << height << " cm";
            sizes.push_back(options.logical());
        }
    }
    return sizes;
}

/// Returns reports whose texts are short, long, and about zero.
std::vector<std::shared_ptr<const Report>> reports(const TemporaryFolder& folder) {
    const std::string name(70, 'w');
    std::string rows = "probability_" + name + ",label,group,time\n";
    for (int i = 0; i < 400; ++i) {
        rows += std::to_string((i * 37 % 100 + .5) / 100) + "," +
                (i * 61 % 100 < i * 37 % 100 ? name : "other") + ",site " + std::to_string(i % 5) +
                ",2026-0" + std::to_string(1 + i % 9) + "-01\n";
    }
    const QString longNames =
        QString::fromStdString(folder.write("a_very_long_name_" + name + ".csv", rows));
    std::vector<std::shared_ptr<const Report>> reports;
    for (const auto& kind : kDiagramKinds) {
        AnalysisSettings settings;
        settings.diagram = kind.value;
        reports.push_back(coreReport(sample(kDigits), settings));
        reports.push_back(coreReport(longNames, settings));
    }
    for (const auto& kind : kProfileKinds) {
        AnalysisSettings settings;
        settings.profile = kind.value;
        settings.temperature = 1.7;
        for (const QString& file : {sample(kDigits), longNames}) {
            const auto report = coreReport(file, settings, ReportPlan::of(kind.value));
            if (profilePlot(*report)) reports.push_back(report);
        }
    }
    AnalysisSettings many;
    many.binCount = 100;
    many.temperature = .5;
    reports.push_back(coreReport(sample(kCancer), many));
    return reports;
}

class FigureText : public ::testing::TestWithParam<const char*> {};

void checkTexts(const std::vector<PaintedText>& texts, const QSizeF& size, DiagramKind kind) {
    testing::expectApart(texts, size, std::string(diagramOf(kind).title));
}

TEST_P(FigureText, neitherOverlapsNorLeavesThePicture) {
    const TemporaryFolder folder;
    const auto all = reports(folder);
    const QString font = QString::fromLatin1(GetParam());
    EXPECT_TRUE(font.isEmpty() || QFontDatabase::hasFamily(font)) << GetParam();
    const FigureFamily family(font);
    for (const QSizeF& size : sizes()) {
        for (const auto& report : all) {
            for (const bool hasLogCounts : {false, true})
                checkTexts(textsOf(report, size, hasLogCounts), size, report->settings.diagram);
        }
        for (const Axis& zoom : {zoomedAxis(.9, 1), zoomedAxis(.99991, 1)})
            checkTexts(textsOf(all.front(), size, false, zoom), size, DiagramKind::Bars);
    }
}

TEST(ScorePanel, saysHowUncertainTheEceIs) {
    const auto report = coreReport(sample(kCancer));
    QString all;
    for (const PaintedText& text : textsOf(report, QSizeF(800, 900), false))
        all += text.text;
    const QString interval = intervalText(*report->find("ece")->interval);
    EXPECT_TRUE(all.remove(QLatin1Char(' '))
                    .contains(QLatin1Char('(') + QString(interval).remove(QLatin1Char(' '))))
        << all.toStdString();
}

TEST(ColumnOfLines, isFilledByThePlotAndCutsNoTitle) {
    for (const ProfileKind kind : {ProfileKind::Bins, ProfileKind::Temperature}) {
        AnalysisSettings settings;
        settings.profile = kind;
        const auto report = coreReport(sample(kDigits), settings, ReportPlan::of(kind));
        const Figure plot = profilePlot(*report).value();
        for (const double inches : {3.25, 3.5}) {
            FigureOptions options;
            options.dpi = kPaperDpi;
            options.size = QSize(static_cast<int>(inches * kPaperDpi), 0);
            options = FigureSubject(report).sized(options);
            const QSizeF size = options.logical();
            LinePlotScene scene;
            scene.setPlot(plot);
            scene.setSize(size);
            // The last number of an axis, or a second axis, takes the rest.
            EXPECT_GE(scene.plotArea().width(), (plot.right ? .7 : .75) * size.width());
            EXPECT_NEAR(scene.plotArea().height() / scene.plotArea().width(), 2.0 / 3, .02);
            const auto texts = textsOf(report, size, false);
            checkTexts(texts, size, report->settings.diagram);
            for (const std::string& title : {plot.x.title, plot.left.title}) {
                EXPECT_TRUE(std::ranges::any_of(texts, [&](const PaintedText& text) {
                    return text.text == toQString(title);
                })) << title;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Fonts, FigureText,
                         ::testing::Values("", "DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono"));

}  // namespace
}  // namespace diagonal
