// SPDX-License-Identifier: GPL-3.0-or-later
// Tests a real window under X, with a real mouse pointer moved by xdotool.
#include <QGuiApplication>
#include <QImage>
#include <QProcess>
#include <QScreen>
#include <gtest/gtest.h>

#include "app/diagram/diagram_view.h"
#include "app/results/bin_detail.h"
#include "app/settings/marked_slider.h"
#include "app/settings/settings_panel.h"
#include "app/window/application_style.h"
#include "app/window/main_window.h"
#include "app/window/side_panel.h"
#include "tests/app/support.h"

namespace diagonal {
namespace {

using testing::kDigits;
using testing::sample;
using testing::settle;

void moveMouse(const QStringList& words) {
    ASSERT_EQ(QProcess::execute(QStringLiteral("xdotool"), words), 0);
}

void moveTo(const QPoint& place) {
    moveMouse(
        {QStringLiteral("mousemove"), QString::number(place.x()), QString::number(place.y())});
}

TEST(RealWindow, slidersFollowTheMouseAndTheScreenShowsTheDiagram) {
    ASSERT_EQ(QGuiApplication::platformName(), QStringLiteral("xcb"));
    applyStyle(*qApp, Theme::Light);
    MainWindow window;
    window.setTheme(Theme::Light);
    window.resize(1180, 860);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    window.session().open(QStringList{sample(kDigits)});
    ASSERT_TRUE(settle(window.session()));
    QTest::qWait(300);

    // The last bar is on the screen where the layout puts it.
    DiagramView* view = window.diagram();
    const QRectF plot = view->diagram().diagramLayout().diagram;
    const QPoint bar = view->viewport()->mapToGlobal(QPoint(
        static_cast<int>(plot.right() - plot.width() / 60), static_cast<int>(plot.bottom() - 40)));
    const QImage screen = window.screen()->grabWindow(0).toImage();
    EXPECT_EQ(screen.pixelColor(bar), diagramStyle(Theme::Light).accuracy);

    moveTo(bar);
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return window.side()->detail()->text().startsWith(QLatin1String("Bin 15 of 15")); }));

    // Drag the handle of the bins slider to the right end.
    MarkedSlider* slider = window.side()->settings()->binSlider();
    const auto at = [&](int value) {
        return slider->mapToGlobal(
            QPoint(static_cast<int>(slider->position(value)), slider->height() / 2 - 2));
    };
    moveTo(at(15));
    moveMouse({QStringLiteral("mousedown"), QStringLiteral("1")});
    for (const int value : {30, 60, 100}) {
        moveTo(at(value));
        QTest::qWait(50);
    }
    moveMouse({QStringLiteral("mouseup"), QStringLiteral("1")});
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return window.session().report()->binned.bins.size() == 100; }));
    ASSERT_TRUE(settle(window.session()));
    EXPECT_EQ(slider->value(), 100);
}

}  // namespace
}  // namespace diagonal
