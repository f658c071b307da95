// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/figure_export.h"

#include <cmath>
#include <cstring>
#include <filesystem>

#include <QFile>
#include <QPainter>
#include <QRegularExpression>
#include <QtSvg/QSvgRenderer>
#include <gtest/gtest.h>

#include "app/diagram/compact_svg.h"
#include "app/diagram/diagram_scene.h"
#include "tests/app/support.h"

namespace diagonal {
namespace {

using testing::coreReport;
using testing::kDigits;
using testing::sample;
using testing::TemporaryFolder;

QImage figure(int dpi, Theme theme = Theme::Light) {
    FigureOptions options;
    options.dpi = dpi;
    options.theme = theme;
    return renderedFigure(coreReport(sample(kDigits)), options);
}

/// Returns the first and the last row of pixels that are not blank, as shares of the height.
std::pair<double, double> inkRows(const QImage& image) {
    const QRgb background = image.pixel(0, 0);
    int first = image.height();
    int last = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixel(x, y) == background) continue;
            first = std::min(first, y);
            last = std::max(last, y);
            break;
        }
    }
    return {static_cast<double>(first) / image.height(),
            static_cast<double>(last) / image.height()};
}

TEST(FigureExport, aHigherResolutionIsTheSameFigure) {
    const auto [top, bottom] = inkRows(figure(96));
    const auto [fineTop, fineBottom] = inkRows(figure(300));
    EXPECT_NEAR(top, fineTop, .004);
    EXPECT_NEAR(bottom, fineBottom, .004);
    EXPECT_EQ(figure(300).size(), QSize(2500, 2813));
}

TEST(FigureExport, darkIsOnRequest) {
    EXPECT_EQ(figure(96).pixelColor(1, 1), diagramStyle(Theme::Light).background);
    EXPECT_EQ(figure(96, Theme::Dark).pixelColor(1, 1), diagramStyle(Theme::Dark).background);
}

TEST(FigureExport, theSameReportGivesTheSamePixels) {
    EXPECT_EQ(figure(150), figure(150));
}

TEST(FigureExport, theFileSaysItsResolution) {
    const TemporaryFolder folder;
    const QString path = QString::fromStdString(folder.path("f.png"));
    EXPECT_TRUE(savePng(figure(300), path));
    EXPECT_EQ(QImage(path).dotsPerMeterX(), 11811);
    EXPECT_EQ(QImage(path).dotsPerMeterY(), 11811);
}

TEST(FigureExport, aFailedSaveLeavesTheOldFile) {
    const TemporaryFolder folder;
    const QString path = QString::fromStdString(folder.write("f.png", "old"));
    EXPECT_FALSE(savePng(QImage(), path));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll(), "old");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path("")), {}), 1);
    EXPECT_FALSE(savePng(figure(96), QStringLiteral("/nowhere/f.png")));
}

TEST(FigureExport, theEndingOfTheNameIsTheFormat) {
    EXPECT_EQ(figureFormat(QStringLiteral("a.b/f.PNG")), FigureFormat::Png);
    EXPECT_EQ(figureFormat(QStringLiteral("f.svg")), FigureFormat::Svg);
    EXPECT_EQ(figureFormat(QStringLiteral("f.Pdf")), FigureFormat::Pdf);
    EXPECT_EQ(figureFormat(QStringLiteral("f.tex")), FigureFormat::Tikz);
    EXPECT_EQ(figureFormat(QStringLiteral("f.gif")), std::nullopt);
    EXPECT_EQ(figureFormat(QStringLiteral("png")), std::nullopt);
}

TEST(FigureExport, aVectorGraphicHasItsSizeOnPaper) {
    FigureOptions options;
    options.dpi = kPaperDpi;
    options.size = writtenSize(QStringLiteral("ieee")).value().pixels(kPaperDpi);
    const auto report = coreReport(sample(kDigits));
    const QByteArray svg = vectorFigure(report, options, FigureFormat::Svg);
    EXPECT_TRUE(svg.contains("viewBox=\"0 0 252 3")) << svg.left(300).toStdString();
    const QByteArray pdf = vectorFigure(report, options, FigureFormat::Pdf);
    EXPECT_TRUE(pdf.startsWith("%PDF-1."));
    // Qt rounds the sides of a page to points.
    EXPECT_TRUE(pdf.contains("/MediaBox [0 0 252.000000 3"))
        << pdf.mid(pdf.indexOf("/MediaBox"), 60).toStdString();
}

/// The legend of a column has one row: what was asked for beside the gaps does not take their
/// place.
TEST(FigureExport, theGapsOfAColumnHaveAKeyBesideTheLinesOfNoSkill) {
    FigureOptions options;
    options.dpi = kPaperDpi;
    options.size = writtenSize(QStringLiteral("icml")).value().pixels(kPaperDpi);
    options.content.parts.skillLines = true;
    const auto report = coreReport(sample("digits_naive_bayes.csv"));
    const QByteArray svg = vectorFigure(report, options, FigureFormat::Svg);
    EXPECT_TRUE(svg.contains(">Over-confident<"));
    EXPECT_TRUE(svg.contains(">Under-confident<"));
}

TEST(FigureExport, aCompactSvgDrawsTheSame) {
    const QByteArray wordy =
        "<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">"
        "<title>A &amp; B</title><defs><linearGradient id=\"a\"><stop offset=\"0\"/>"
        "</linearGradient></defs><g fill=\"none\">"
        "<g fill=\"#ff0000\" fill-opacity=\"1\" font-size=\"9\"></g>"
        "<g fill=\"#ff0000\" fill-opacity=\"1\" font-size=\"9\"><rect width=\"3\" "
        "height=\"9\"/></g>"
        "<g fill=\"#ff0000\" fill-opacity=\"1\" font-size=\"9\"><rect x=\"6\" width=\"3\" "
        "height=\"9\"/></g>"
        "<g fill=\"#0000ff\" fill-opacity=\".5\"><rect x=\"4\" width=\"1\" "
        "height=\"9\"/></g></g></svg>";
    const QByteArray compact = compactSvg(wordy);
    EXPECT_LT(compact.size(), wordy.size() * 8 / 10);
    EXPECT_EQ(compact.count("<g "), 3) << compact.toStdString();
    EXPECT_TRUE(compact.contains("A &amp; B"));
    EXPECT_TRUE(compact.contains("<stop offset"));
    const auto drawn = [](const QByteArray& svg) {
        QImage image(9, 9, QImage::Format_ARGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        QSvgRenderer(svg).render(&painter);
        return image;
    };
    EXPECT_EQ(drawn(compact), drawn(wordy));
    EXPECT_EQ(compactSvg("no picture"), "no picture");
}

TEST(FigureExport, aCompactSvgLeavesOutPointsThatNobodySees) {
    QString wave, steps;
    for (int i = 0; i <= 1000; ++i) {
        wave += QStringLiteral("%1,%2 ").arg(i * .5).arg(50 + 40 * std::sin(i * .02));
        steps += QStringLiteral("%1%2,%3 ").arg(i == 0 ? "M" : "L").arg(i * .5).arg(i % 50);
    }
    const QString other = QStringLiteral("M0,0 C1,1 2,2 3,3").repeated(9);
    const QByteArray svg =
        ("<svg viewBox=\"0 0 500 100\"><g fill=\"none\"><g stroke=\"#000000\"><polyline points=\"" +
         wave + "\"/><path d=\"" + steps + "\"/><path d=\"" + other + "\"/></g></g></svg>")
            .toUtf8();
    const QByteArray compact = compactSvg(svg);
    // A path "Mx ydx dy..." has steps from its first point on.
    const auto pointsOf = [&](qsizetype place) {
        qsizetype begin = -1;
        for (qsizetype i = 0; i <= place; ++i)
            begin = compact.indexOf("path d=\"", begin + 1);
        begin += qsizetype(std::strlen("path d=\""));
        const QString path =
            QString::fromUtf8(compact.mid(begin, compact.indexOf('"', begin) - begin));
        static const QRegularExpression number(QStringLiteral("-?(\\d+(\\.\\d+)?|\\.\\d+)"));
        std::vector<QPointF> points;
        auto match = number.globalMatch(path);
        while (match.hasNext()) {
            const double x = match.next().captured().toDouble();
            const QPointF step(x, match.next().captured().toDouble());
            points.push_back(points.empty() ? step : points.back() + step);
        }
        return points;
    };
    const auto left = pointsOf(0);
    EXPECT_LT(left.size(), 250U);
    EXPECT_EQ(left.front(), QPointF(0, 50));
    EXPECT_NEAR(left.back().x(), 500, 1e-9) << "errors of rounding do not add up";
    // What is left is never further from the wave than can be seen.
    for (std::size_t i = 1; i < left.size(); ++i) {
        const QPointF &from = left[i - 1], &to = left[i];
        for (double x = from.x(); x < to.x(); x += .5) {
            const double y = from.y() + (x - from.x()) / (to.x() - from.x()) * (to.y() - from.y());
            ASSERT_NEAR(y, 50 + 40 * std::sin(x * .04), .1) << x;
        }
    }
    EXPECT_EQ(pointsOf(1).size(), 41U) << "the corners of 20 rises";
    EXPECT_TRUE(compact.contains(other.toUtf8()));
}

TEST(FigureExport, aVectorGraphicOfTheUsualSizeIsSmall) {
    const QByteArray svg =
        vectorFigure(coreReport(sample(kDigits)), FigureOptions(), FigureFormat::Svg);
    EXPECT_LT(svg.size(), 60'000);
    for (const DiagramKind kind : {DiagramKind::Cumulative, DiagramKind::Isotonic}) {
        AnalysisSettings settings;
        settings.diagram = kind;
        const QByteArray curve =
            vectorFigure(coreReport(sample(kDigits), settings), FigureOptions(), FigureFormat::Svg);
        EXPECT_LT(curve.size(), 60'000);
    }
    static const QRegularExpression emptyGroup(QStringLiteral("<g[^>]*/>|<g[^>]*[^/]></g>"));
    EXPECT_FALSE(QString::fromUtf8(svg).contains(emptyGroup));
}

TEST(FigureExport, inAColumnOfAPageThePlotTakesTheWidth) {
    for (const DiagramKind kind :
         {DiagramKind::Bars, DiagramKind::Gaps, DiagramKind::Smooth, DiagramKind::Cumulative}) {
        AnalysisSettings settings;
        settings.diagram = kind;
        const auto report = coreReport(sample(kDigits), settings);
        for (const char* name : {"icml", "ieee", "nature", "3.3in"}) {
            const WrittenSize written = writtenSize(QString::fromLatin1(name)).value();
            FigureOptions options;
            options.dpi = kPaperDpi;
            options.size = written.pixels(kPaperDpi);
            options.textPoints = written.textPoints.value_or(8);
            options = FigureSubject(report).sized(options);
            DiagramScene scene;
            scene.setUse(FigureUse::Paper);
            scene.setReport(report);
            scene.setSize(options.logical());
            const DiagramLayout& layout = scene.diagramLayout();
            EXPECT_GE(layout.diagram.width(), .78 * options.logical().width()) << name;
            const double millimetres = options.pixels().width() / options.logical().width() /
                                       options.dpi * kMillimetresPerInch;
            EXPECT_NEAR(layout.counts.height() * millimetres, 11, 1) << name;
            ASSERT_FALSE(layout.legend.empty());
            for (const QRectF& item : layout.legend)
                EXPECT_EQ(item.top(), layout.legend.front().top()) << name << ": one row";
            EXPECT_NEAR(layout.scene.height() - layout.counts.bottom(), 46, 2) << "nothing is free";
        }
    }
}

TEST(FigureExport, anUnknownFontIsRefused) {
    const TemporaryFolder folder;
    FigureOptions options;
    options.font = QStringLiteral("No Such Font");
    const auto saved = saveFigure(coreReport(sample(kDigits)), options,
                                  QString::fromStdString(folder.path("f.png")));
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().kind, ErrorKind::WrongOption);
    options.font = QStringLiteral("DejaVu Serif");
    const QImage serif = renderedFigure(coreReport(sample(kDigits)), options);
    EXPECT_NE(serif, figure(96));
    EXPECT_EQ(figure(96), figure(96)) << "the font is that of one figure";
}

}  // namespace
}  // namespace diagonal
