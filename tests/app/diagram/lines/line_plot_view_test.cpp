// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/lines/line_plot_view.h"

#include <QSignalSpy>
#include <QtTest/QTest>
#include <gtest/gtest.h>

#include "app/diagram/lines/plot_layout.h"
#include "app/diagram/lines/plot_marks_painter.h"
#include "app/text/tabular_digits.h"
#include "tests/app/support.h"

namespace diagonal {
namespace {

Figure simplePlot() {
    Figure plot;
    plot.title = "Title";
    plot.x = {.title = "x", .low = 1, .high = 100, .scale = AxisScale::Logarithmic};
    plot.left = {"y", 0, 1, .25};
    plot.marks.lines = {{"line", {PlotInk::First}, {{1, 0}, {10, .5}, {100, 1}}}};
    return plot;
}

class LinePlotViewTest : public ::testing::Test {
protected:
    LinePlotViewTest() {
        m_view.resize(500, 400);
        m_view.setPlot(simplePlot(), [](double x) { return QString::number(std::lround(x)); });
        m_view.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&m_view));
    }
    QPoint placeOf(double share) const {
        const QRectF area = m_view.plotScene().plotArea();
        const QPointF point(area.left() + share * area.width(), area.center().y());
        return m_view.mapFromScene(point);
    }
    void point(QEvent::Type type, const QPoint& place, Qt::MouseButton button) {
        QMouseEvent event(type, QPointF(place), QPointF(place), button, button, Qt::NoModifier);
        QCoreApplication::sendEvent(m_view.viewport(), &event);
    }

    LinePlotView m_view;
};

TEST(Markers, of64ModelsDiffer) {
    const DiagramStyle& style = diagramStyle(Theme::Light);
    std::vector<QImage> images;
    for (std::size_t place = 0; place < 64; ++place) {
        QImage image(20, 20, QImage::Format_RGB32);
        image.fill(style.background);
        QPainter painter(&image);
        paintMarker(painter, {10, 10}, place, style.model(place), style);
        painter.end();
        EXPECT_EQ(std::ranges::count(images, image), 0) << place;
        images.push_back(image);
    }
}

TEST_F(LinePlotViewTest, theLastDateStaysInThePicture) {
    Figure plot = simplePlot();
    plot.x = dateAxis("month", 1'704'067'200, 1'706'745'600);  // 2024-01-01 to 2024-02-01
    ASSERT_EQ(plot.x.names.back(), "2024-02-01");
    for (const int width : {400, 500, 900}) {
        m_view.resize(width, 400);
        m_view.setPlot(plot, [](double x) { return QString::number(x); });
        const QRectF area = m_view.plotScene().plotArea();
        const qreal middle = area.left() + plot.x.shareOf(plot.x.ticks().back()) * area.width();
        EXPECT_LE(middle + tabularWidth(figureFont(kTextPixels), QStringLiteral("2024-02-01")) / 2,
                  width)
            << width;
    }
}

TEST_F(LinePlotViewTest, theMousePointsAtTheLogarithmicAxis) {
    point(QEvent::MouseMove, placeOf(.5), Qt::NoButton);
    EXPECT_NEAR(m_view.shownText().toDouble(), 10, .2);
    QSignalSpy chosen(&m_view, &LinePlotView::chosen);
    point(QEvent::MouseButtonPress, placeOf(1), Qt::LeftButton);
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_NEAR(chosen[0][0].toDouble(), 100, 2);
    point(QEvent::MouseMove, QPoint(3, 3), Qt::NoButton);
    EXPECT_TRUE(m_view.shownText().isEmpty());
    point(QEvent::MouseButtonPress, QPoint(3, 3), Qt::LeftButton);
    EXPECT_EQ(chosen.count(), 1);
}

TEST(PlotLayout, namesAtTheRightGiveWayInAFigureOfOneColumn) {
    Figure plot = simplePlot();
    plot.right = Axis{.title = {}, .high = 3, .step = 1};
    plot.right->names = {"", "+0.0406 (+0.0280 to +0.0531)  p < 0.0001",
                         "+0.0066 (+0.0029 to +0.0104)  p = 0.0007", ""};
    const DiagramStyle style = diagramStyle(Theme::Light);
    const PlotLayout narrow = layOutPlot(plot, {}, QSizeF(336, 360), style);
    EXPECT_FALSE(narrow.hasRightNames);
    EXPECT_GT(narrow.area.width(), 200);
    const PlotLayout wide = layOutPlot(plot, {}, QSizeF(800, 360), style);
    EXPECT_TRUE(wide.hasRightNames);
    EXPECT_LT(wide.area.right(), 700);
}

TEST(PlotLayout, aColumnNamesLinesWithinThePlotWhereNothingCrossesThem) {
    Figure plot;
    plot.x = plot.left = kWholeAxis;
    plot.isSquare = true;
    plot.marks.areas = {
        {"A band with a name as long as the figure is wide", {{0, 0, 0.1}, {1, 0.9, 1}}}};
    for (const double end : {1.0, 0.9, 0.8})
        plot.marks.lines.push_back({"A model", {}, {{0, 0}, {end, end}}});
    const DiagramStyle style = diagramStyle(Theme::Light);
    const PlotLayout column = layOutPlot(plot, {}, QSizeF(336, 420), style);
    EXPECT_FALSE(column.legendInside.isEmpty());
    EXPECT_FALSE(column.legend.isEmpty()) << "it names the band";
    EXPECT_TRUE(column.area.contains(column.inside));
    EXPECT_EQ(coveredBy(column.inside, plot, column.area), 0U);
    EXPECT_GT(coveredBy(column.area, plot, column.area), 100U);

    Figure full = plot;
    for (const double y : {0.15, 0.3, 0.45, 0.6, 0.75, 0.9})
        full.marks.lines.push_back({{}, {}, {{0, y}, {1, y}}});
    const PlotLayout above = layOutPlot(full, {}, QSizeF(336, 420), style);
    EXPECT_TRUE(above.legendInside.isEmpty());
    EXPECT_GT(fittingPlotHeight(full, {}, 336, 1, style),
              fittingPlotHeight(plot, {}, 336, 1, style));
    EXPECT_TRUE(layOutPlot(plot, {}, QSizeF(600, 700), style).legendInside.isEmpty());
}

TEST(PlotLayout, longNamesAtTheLeftLeaveThePlotItsShare) {
    Figure plot = simplePlot();
    plot.left = Axis{.title = {}, .high = 3, .step = 1};
    const std::string name = "resnet50_imagenet_pretrained_finetuned_seed_17.csv";
    plot.left.names = {"", name, name, ""};
    for (const qreal width : {312, 336, 800}) {
        const PlotLayout layout =
            layOutPlot(plot, {}, QSizeF(width, 360), diagramStyle(Theme::Light));
        EXPECT_GT(layout.area.width(), .45 * width) << width;
    }
}

/// One line among many can be followed: those of other models stand back.
TEST_F(LinePlotViewTest, theOtherModelsArePaleWhileOneIsPointedAt) {
    Figure plot = simplePlot();
    plot.marks.lines = {{"a", {.model = 0}, {{1, .1}, {100, .1}}},
                        {"b", {.model = 1}, {{1, .5}, {100, .5}}},
                        {"c", {.model = 2}, {{1, .9}, {100, .9}}},
                        {"", {.model = 2}, {{1, .8}, {100, .8}}}};
    m_view.setPlot(plot, [](double x) { return QString::number(std::lround(x)); });
    const auto pale = [&] {
        std::string which;
        for (const LineMark& line : m_view.plotScene().plot()->marks.lines)
            which += line.colour.isPale ? '-' : 'x';
        return which;
    };
    EXPECT_EQ(pale(), "xxxx");
    point(QEvent::MouseMove, placeOf(.5), Qt::NoButton);
    EXPECT_EQ(m_view.pointedLine(), QStringLiteral("b"));
    EXPECT_EQ(pale(), "-x--");
    const QRectF area = m_view.plotScene().plotArea();
    point(QEvent::MouseMove,
          m_view.mapFromScene(QPointF(area.center().x(), area.top() + .3 * area.height())),
          Qt::NoButton);
    EXPECT_EQ(pale(), "xxxx") << "no line is near";
    QTest::keyClick(&m_view, Qt::Key_Down);
    QTest::keyClick(&m_view, Qt::Key_Down);
    QTest::keyClick(&m_view, Qt::Key_Down);
    QTest::keyClick(&m_view, Qt::Key_Down);
    EXPECT_EQ(m_view.pointedLine(), QStringLiteral("c"));
    EXPECT_EQ(pale(), "--xx") << "both lines of the model";
    EXPECT_TRUE(m_view.accessibleDescription().startsWith(QLatin1Char('c')));
    // Another plot keeps the model, wherever its line stands now.
    Figure fewer = plot;
    fewer.marks.lines.erase(fewer.marks.lines.begin());
    m_view.setPlot(fewer, [](double x) { return QString::number(std::lround(x)); });
    EXPECT_EQ(m_view.pointedLine(), QStringLiteral("c"));
    fewer.marks.lines.resize(1);
    m_view.setPlot(fewer, [](double x) { return QString::number(std::lround(x)); });
    EXPECT_EQ(m_view.pointedLine(), QString()) << "it is not drawn any more";
    m_view.setPlot(plot, [](double x) { return QString::number(std::lround(x)); });
    QTest::keyClick(&m_view, Qt::Key_Down);
    EXPECT_EQ(pale(), "x---");
    QTest::keyClick(&m_view, Qt::Key_Escape);
    EXPECT_EQ(pale(), "xxxx");
}

TEST_F(LinePlotViewTest, keysGoFromPointToPointAndReturnChooses) {
    QSignalSpy chosen(&m_view, &LinePlotView::chosen);
    QTest::keyClick(&m_view, Qt::Key_Return);
    EXPECT_EQ(chosen.count(), 0);
    for (const char* text : {"1", "10", "100", "100"}) {
        QTest::keyClick(&m_view, Qt::Key_Right);
        EXPECT_EQ(m_view.shownText().toStdString(), text);
        EXPECT_EQ(m_view.accessibleDescription().toStdString(), text);
    }
    QTest::keyClick(&m_view, Qt::Key_Left);
    QTest::keyClick(&m_view, Qt::Key_Return);
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen[0][0].toDouble(), 10);
    QTest::keyClick(&m_view, Qt::Key_Home);
    EXPECT_EQ(m_view.shownText(), QStringLiteral("1"));
    QTest::keyClick(&m_view, Qt::Key_Escape);
    EXPECT_TRUE(m_view.shownText().isEmpty());
}

TEST_F(LinePlotViewTest, withoutAPlotNothingCanBeChosen) {
    QSignalSpy chosen(&m_view, &LinePlotView::chosen);
    m_view.setPlot(std::nullopt, {});
    m_view.setMessage(QStringLiteral("Computing"));
    point(QEvent::MouseMove, QPoint(250, 200), Qt::NoButton);
    point(QEvent::MouseButtonPress, QPoint(250, 200), Qt::LeftButton);
    QTest::keyClick(&m_view, Qt::Key_Right);
    EXPECT_EQ(chosen.count(), 0);
}

}  // namespace
}  // namespace diagonal
