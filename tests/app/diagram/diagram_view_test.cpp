// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/diagram_view.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <QAccessible>
#include <QImage>
#include <QPaintEvent>
#include <QScreen>
#include <QWheelEvent>
#include <QtTest/QTest>
#include <gtest/gtest.h>

#include "tests/app/support.h"

namespace diagonal {
namespace {

using testing::coreReport;
using testing::kCancer;
using testing::kDigits;
using testing::sample;

/// Everything that determines the picture of a view.
struct Shown {
    const char* what;
    std::shared_ptr<const Report> report;
    Theme theme = Theme::Light;
    QSize size = {700, 800};
};

void show(const Shown& shown, DiagramView& view) {
    view.resize(shown.size);
    view.setTheme(shown.theme);
    view.setReport(shown.report);
}

QImage pictureOf(DiagramView& view) {
    return view.grab().toImage();
}

/// Sums the areas in which a view is painted.
class PaintedArea : public QObject {
public:
    explicit PaintedArea(DiagramView& view) : m_view(view) {
        view.viewport()->installEventFilter(this);
    }
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() != QEvent::Paint) return false;
        for (const QRect& rect : static_cast<QPaintEvent*>(event)->region())
            m_pixels += qint64{rect.width()} * rect.height();
        return false;
    }
    /// Returns the share of the view that was painted since the last call.
    double take() {
        const auto all = static_cast<double>(qint64{m_view.width()} * m_view.height());
        return static_cast<double>(std::exchange(m_pixels, 0)) / all;
    }

private:
    DiagramView& m_view;
    qint64 m_pixels = 0;
};

/// Returns what a shown window holds on the screen, without painting it again.
QImage onScreen(DiagramView& view) {
    // The scene asks the view to repaint in one event, the view its window in another.
    for (int i = 0; i < 3; ++i)
        QCoreApplication::processEvents();
    const QImage image = view.screen()->grabWindow(view.winId()).toImage();
    EXPECT_FALSE(image.isNull());
    return image;
}

/// Returns the greatest difference of a colour component. Qt's antialiasing of a slanted line
/// differs by up to 3 of 255 if only a part of it is painted.
int difference(const QImage& a, const QImage& b) {
    if (a.size() != b.size()) return 255;
    int greatest = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            const QRgb p = a.pixel(x, y);
            const QRgb q = b.pixel(x, y);
            greatest = std::max({greatest, std::abs(qRed(p) - qRed(q)),
                                 std::abs(qGreen(p) - qGreen(q)), std::abs(qBlue(p) - qBlue(q))});
        }
    }
    return greatest;
}

TEST(DiagramView, repaintsNoMoreThanWhatChangesButAllOfThat) {
    DiagramView view;
    view.resize(900, 800);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    PaintedArea painted(view);
    AnalysisSettings settings;
    const auto expectWhole = [&](const char* what) {
        const QImage kept = onScreen(view);
        view.viewport()->update();
        EXPECT_LE(difference(kept, onScreen(view)), 3)
            << what << " with " << *settings.binCount << " bins at T = " << settings.temperature;
    };
    const auto dataset = readPredictions({sample(kDigits).toStdString(), std::nullopt});
    const auto report = [&] { return analyse(dataset.value(), settings).value().report; };
    for (const DiagramKind kind :
         {DiagramKind::Bars, DiagramKind::Gaps, DiagramKind::Smooth, DiagramKind::Outcomes}) {
        settings.intervals =
            kind == DiagramKind::Gaps ? IntervalKind::Consistency : IntervalKind::Wilson;
        for (const std::size_t bins : {10UL, 40UL, 100UL}) {
            settings.diagram = kind;
            settings.binCount = bins;
            settings.temperature = 1;
            view.setReport(report());
            view.setSelectedBin(bins / 2);
            expectWhole("other bins");
            view.holdAxes(true);
            for (const double temperature : {1.02, 1.05, .9, 2., 8., .3, 1.}) {
                settings.temperature = temperature;
                onScreen(view);
                painted.take();
                view.setReport(report());
                onScreen(view);
                const bool hasBars = kind != DiagramKind::Smooth;
                if (hasBars && temperature == 1.02) {
                    EXPECT_LT(painted.take(), .5) << bins;
                }
                expectWhole("temperature");
            }
            view.holdAxes(false);
            expectWhole("axes that shrink");
            view.setSelectedBin(bins - 1);
            expectWhole("another selected bin");
            view.setSelectedBin(std::nullopt);
            expectWhole("no selected bin");
        }
    }
}

/// A line of means that moves hides the number of another column, whose rows are the same.
TEST(DiagramView, repaintsNumbersThatALineHides) {
    DiagramView view;
    view.resize(900, 800);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    AnalysisSettings settings;
    settings.binCount = 12;
    const auto plain = coreReport(sample(kDigits), settings);
    for (int share = 30; share <= 100; share += 2) {
        auto report = std::make_shared<Report>(*plain);
        double correct = 0, weight = 0;
        for (Bin& bin : report->binned.bins) {
            if (bin.count == 0) continue;
            bin.correct = bin.weight * share / 100;
            bin.accuracy = share / 100.0;
            correct += bin.correct;
            weight += bin.weight;
        }
        report->scores = {{"accuracy", correct / weight},
                          {"confidence", plain->score("confidence")}};
        view.setReport(report);
        const QImage kept = onScreen(view);
        view.viewport()->update();
        ASSERT_LE(difference(kept, onScreen(view)), 3) << share << " % right";
    }
}

TEST(DiagramView, repaintsWhatIsWithinTheNoise) {
    DiagramView view;
    view.resize(900, 800);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    const auto plain = coreReport(sample(kCancer));
    auto report = std::make_shared<Report>(*plain);
    view.setReport(plain);
    onScreen(view);
    for (Bin& bin : report->binned.bins)
        bin.consistency = Interval{0, 1};
    view.setReport(report);
    const QImage kept = onScreen(view);
    view.viewport()->update();
    EXPECT_LE(difference(kept, onScreen(view)), 3);
}

TEST(DiagramView, isThePictureOfAViewThatNeverShowedAnythingElse) {
    const auto ofBins = [](std::size_t bins, DiagramKind kind = DiagramKind::Bars) {
        AnalysisSettings settings;
        settings.binCount = bins;
        settings.diagram = kind;
        return coreReport(sample(kDigits), settings);
    };
    const auto cancer = coreReport(sample(kCancer));
    const auto digits = coreReport(sample(kDigits));
    const Shown all[] = {{"bars", cancer},
                         {"another file", digits},
                         {"dark", digits, Theme::Dark},
                         {"narrow bins", ofBins(100), Theme::Dark},
                         {"gaps", ofBins(14, DiagramKind::Gaps), Theme::Dark},
                         {"gaps of other ticks", ofBins(3, DiagramKind::Gaps), Theme::Dark},
                         {"hatched", ofBins(30), Theme::Light, {800, 800}},
                         {"no room for hatches", ofBins(29), Theme::Light, {460, 520}},
                         {"small", digits, Theme::Dark, {460, 520}},
                         {"nothing", nullptr, Theme::Dark, {460, 520}},
                         {"bars again", cancer}};
    DiagramView kept;
    QImage before;
    for (const Shown& shown : all) {
        show(shown, kept);
        DiagramView fresh;
        show(shown, fresh);
        const QImage picture = pictureOf(kept);
        EXPECT_EQ(picture, pictureOf(fresh)) << shown.what;
        EXPECT_NE(picture, before) << shown.what;
        before = picture;
    }
}

TEST(DiagramView, showsHeldAxesUntilTheyAreLetGo) {
    AnalysisSettings few;
    few.binCount = 2;
    DiagramView view;
    view.resize(700, 800);
    view.setReport(coreReport(sample(kCancer), few));
    view.holdAxes(true);
    view.setReport(coreReport(sample(kCancer)));
    const QImage held = pictureOf(view);
    view.holdAxes(false);
    const QImage released = pictureOf(view);
    EXPECT_NE(held, released);

    DiagramView fresh;
    fresh.resize(700, 800);
    fresh.setReport(coreReport(sample(kCancer)));
    EXPECT_EQ(released, pictureOf(fresh));
}

TEST(DiagramView, zoomsByWheelDragAndKeysAndBack) {
    DiagramView view;
    view.resize(700, 800);
    view.setReport(coreReport(sample(kDigits)));
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    const QRectF plot = view.diagram().diagramLayout().diagram;
    const auto at = [&](qreal share) {
        return view.mapFromScene(QPointF(plot.left() + share * plot.width(), plot.center().y()));
    };
    std::vector<Axis> zooms;
    std::optional<std::size_t> selected;
    QObject::connect(&view, &DiagramView::zoomChanged, &view,
                     [&](const Axis& zoom) { zooms.push_back(zoom); });
    QObject::connect(&view, &DiagramView::binSelected, &view, [&](auto bin) { selected = bin; });

    QTest::mousePress(view.viewport(), Qt::LeftButton, {}, at(.82));
    QTest::mouseMove(view.viewport(), at(.9));
    QTest::mouseMove(view.viewport(), at(.99));
    QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, at(.99));
    ASSERT_EQ(zooms.size(), 1U);
    EXPECT_NEAR(zooms[0].low, .8, .021);
    EXPECT_EQ(zooms[0].high, 1);
    EXPECT_FALSE(selected) << "a drag is no click";

    // Bins keep their numbers: the last is at the right edge, zoomed or not.
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, at(.97));
    EXPECT_EQ(selected, 14U);
    QTest::keyClick(&view, Qt::Key_0);
    EXPECT_EQ(view.diagram().zoom(), kWholeAxis);

    const QPointF point(at(.95));
    QWheelEvent in(point, view.viewport()->mapToGlobal(point), {}, QPoint(0, 480), Qt::NoButton,
                   Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(view.viewport(), &in);
    const Axis near = view.diagram().zoom();
    EXPECT_LT(near.high - near.low, .5);
    EXPECT_LE(near.low, .95);
    EXPECT_GE(near.high, .95);
    QTest::keyClick(&view, Qt::Key_0);
    for (qreal before = 1; before > 2 * kLeastZoom;) {
        QTest::keyClick(&view, Qt::Key_Plus);
        const Axis now = view.diagram().zoom();
        ASSERT_LT(now.high - now.low, before) << "every step narrows the axis";
        before = now.high - now.low;
    }
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(&view, Qt::Key_Plus);
    const Axis nearest = view.diagram().zoom();
    EXPECT_GE(nearest.high - nearest.low, kLeastZoom * .999);
    for (int i = 0; i < 60; ++i)
        QTest::keyClick(&view, Qt::Key_Minus);
    EXPECT_EQ(view.diagram().zoom(), kWholeAxis);
}

TEST(DiagramView, aCumulativeDiagramIsShownWhole) {
    DiagramView view;
    view.resize(700, 800);
    AnalysisSettings settings;
    settings.diagram = DiagramKind::Cumulative;
    view.setZoom(zoomedAxis(.9, 1));
    view.setReport(coreReport(sample(kDigits), settings));
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    const QRectF plot = view.diagram().diagramLayout().diagram;
    EXPECT_GT(plot.width(), 100);
    EXPECT_EQ(view.diagram().valueAt(plot.topLeft()), 0);
    EXPECT_EQ(view.diagram().valueAt(plot.topRight()), 1);
}

TEST(DiagramView, barsAreObjectsThatScreenReadersFind) {
    const auto report = coreReport(sample(kDigits));
    DiagramView view;
    show({"digits", report}, view);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    QAccessibleInterface* const list = QAccessible::queryAccessibleInterface(&view);
    ASSERT_TRUE(list);
    EXPECT_EQ(list->role(), QAccessible::List);
    const auto bins = report->binned.bins.size();
    ASSERT_GE(list->childCount(), static_cast<int>(bins));
    QAccessibleInterface* const last = list->child(static_cast<int>(bins) - 1);
    ASSERT_TRUE(last && last->isValid());
    EXPECT_EQ(last->role(), QAccessible::ListItem);
    EXPECT_EQ(last, list->child(static_cast<int>(bins) - 1)) << "an object is made once";
    EXPECT_EQ(list->indexOfChild(last), static_cast<int>(bins) - 1);
    EXPECT_TRUE(last->text(QAccessible::Name).startsWith(QLatin1String("0.9333 to 1.0000, n = ")))
        << last->text(QAccessible::Name).toStdString();
    EXPECT_TRUE(last->text(QAccessible::Description).contains(QLatin1String("accuracy 0.9")));
    EXPECT_GT(last->rect().width(), 10);
    EXPECT_EQ(list->childAt(last->rect().center().x(), last->rect().center().y()), last);
    EXPECT_FALSE(last->state().selected);
    QAccessibleActionInterface* const action = last->actionInterface();
    ASSERT_TRUE(action);
    action->doAction(QAccessibleActionInterface::pressAction());
    EXPECT_EQ(view.diagram().binMarks().selected, bins - 1);
    EXPECT_TRUE(last->state().selected);
    AnalysisSettings fewer;
    fewer.binCount = 3;
    view.setReport(coreReport(sample(kDigits), fewer));
    EXPECT_FALSE(last->isValid()) << "its bin is gone";
    EXPECT_TRUE(last->text(QAccessible::Name).isEmpty());
    view.setReport(nullptr);
    EXPECT_FALSE(list->child(0) && list->child(0)->role() == QAccessible::ListItem);
}

}  // namespace
}  // namespace diagonal
