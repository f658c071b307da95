// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the latency from a mouse move to the updated diagram. Opens a file in a real window,
// drags both sliders and the threshold on the axis like a 125 Hz mouse, and prints percentiles of
// the time from the mouse event until a diagram for it (or for a later one) has been painted.
//     tests/app/in_real_window "build/.../slider_latency logits.npz"
//     SCREEN=3840x2160 QT_SCALE_FACTOR=2 tests/app/in_real_window "build/.../slider_latency"
//         logits.npz 6000 1920x1080
// Several files, joined by commas, are compared: as small multiples of all, or with VIEW=overlay.
// A wide window lists rows beside the diagram, unless ROWS=hidden.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <deque>
#include <functional>
#include <sys/resource.h>
#include <vector>

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QMouseEvent>
#include <QTabWidget>
#include <QTimer>
#include <QtTest/QTest>

#include "app/comparing/comparison_controller.h"
#include "app/diagram/diagram_view.h"
#include "app/results/decide_panel.h"
#include "app/results/facets_dialog.h"
#include "app/selecting/figure_page.h"
#include "app/settings/marked_slider.h"
#include "app/settings/settings_panel.h"
#include "app/window/application_style.h"
#include "app/window/main_window.h"
#include "app/window/side_panel.h"

namespace {

/// Calls `painted` after each painting of the window `frameOf`, with its duration in ms.
class WatchedApplication : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override {
        const bool isFrame = event->type() == QEvent::UpdateRequest && receiver == frameOf;
        QElapsedTimer timer;
        timer.start();
        const bool answer = QApplication::notify(receiver, event);
        if (isFrame && painted) painted(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        return answer;
    }
    QObject* frameOf = nullptr;
    std::function<void(double)> painted;
};

double quantile(std::vector<double> values, double q) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1) + .5)];
}

void print(const char* what, const std::vector<double>& ms) {
    std::printf("%-28s n %4zu   p50 %7.2f   p90 %7.2f   p99 %7.2f   max %7.2f ms\n", what,
                ms.size(), quantile(ms, .5), quantile(ms, .9), quantile(ms, .99), quantile(ms, 1));
    std::fflush(stdout);
}

/// Runs the event loop. QTest::qWait() would sleep in between and delay the results of workers.
void runEventLoop(std::chrono::nanoseconds duration) {
    QEventLoop loop;
    QTimer::singleShot(std::chrono::ceil<std::chrono::milliseconds>(duration), Qt::PreciseTimer,
                       &loop, &QEventLoop::quit);
    loop.exec();
}

/// What is dragged, and where in it a value is.
struct Dragged {
    QWidget* widget;
    std::function<QPointF(int)> place;
    int value;
};

Dragged sliderOf(diagonal::MarkedSlider& slider) {
    return {
        &slider,
        [&slider](int value) { return QPointF(slider.position(value), slider.height() / 2.0 - 2); },
        slider.value()};
}

/// Drags from `from` to `to`; `wanted` returns the setting that this requests, `shown` that of the
/// displayed report. Latency counts from the move of the mouse, even while the window is busy;
/// of the moves made meanwhile only the last is delivered, as in Qt under X11.
void drag(WatchedApplication& application, const char* name, const Dragged& dragged, int from,
          int to, const std::function<double()>& wanted, const std::function<double()>& shown) {
    struct Move {
        double wanted;
        qint64 at;
    };
    std::deque<Move> waiting;
    std::vector<double> latencies;
    std::vector<double> frames;
    QElapsedTimer clock;
    clock.start();
    application.painted = [&](double took) {
        const auto answered = std::find_if(waiting.rbegin(), waiting.rend(), [&](const Move& move) {
            return move.wanted == shown();
        });
        if (answered == waiting.rend()) return;
        frames.push_back(took);
        const auto end = answered.base();
        for (auto move = waiting.begin(); move != end; ++move)
            latencies.push_back(static_cast<double>(clock.nsecsElapsed() - move->at) / 1e6);
        waiting.erase(waiting.begin(), end);
    };
    const auto send = [&](QEvent::Type type, int value, qint64 made) {
        const QPointF at = dragged.place(value);
        const bool isMove = type == QEvent::MouseMove;
        QMouseEvent event(type, at, dragged.widget->mapToGlobal(at),
                          isMove ? Qt::NoButton : Qt::LeftButton, Qt::LeftButton, Qt::NoModifier);
        const double before = wanted();
        QApplication::sendEvent(dragged.widget, &event);
        if (wanted() != before) waiting.push_back({wanted(), made});
    };
    send(QEvent::MouseButtonPress, dragged.value, clock.nsecsElapsed());
    constexpr qint64 period = 8'000'000;  // ns
    constexpr qint64 steps = 250;
    const qint64 start = clock.nsecsElapsed();
    for (qint64 i = 0; i <= steps; ++i) {
        const qint64 ahead = start + i * period - clock.nsecsElapsed();
        if (ahead > 0) runEventLoop(std::chrono::nanoseconds(ahead));
        i = std::clamp((clock.nsecsElapsed() - start) / period, i, steps);
        send(QEvent::MouseMove, from + static_cast<int>((to - from) * i / steps),
             start + i * period);
    }
    send(QEvent::MouseButtonRelease, to, clock.nsecsElapsed());
    for (int ms = 0; !waiting.empty() && ms < 20'000; ++ms)
        runEventLoop(std::chrono::milliseconds(1));
    if (!waiting.empty()) std::puts("not all answered");
    application.painted = nullptr;
    print(name, latencies);
    print("  painting alone", frames);
}

/// Returns the setting that the displayed models of a comparison show; NaN while they differ.
template <typename SettingOf>
double shownByAll(const diagonal::ComparisonPage& page, const SettingOf& settingOf) {
    const auto figure = page.figure();
    double shown = std::nan("");
    const bool isOverlay = page.view().figure == diagonal::ModelFigureKind::Overlay;
    const auto inView = page.facets()->inView();
    for (std::size_t m = 0; figure && m < figure->models.size(); ++m) {
        const bool isShown =
            isOverlay ? m < diagonal::kMostOverlaid
                      : std::ranges::find(inView, figure->models[m].place) != inView.end();
        if (!isShown) continue;
        const double own = settingOf(*figure->models[m].report);
        if (!std::isnan(shown) && own != shown) return std::nan("");
        shown = own;
    }
    return shown;
}

/// Compares the open files until all are read and measured.
void compareModels(diagonal::MainWindow& window) {
    const bool isOverlay = qEnvironmentVariable("VIEW") == QLatin1String("overlay");
    QElapsedTimer timer;
    timer.start();
    window.comparison()->setView(
        {isOverlay ? diagonal::ModelFigureKind::Overlay : diagonal::ModelFigureKind::Multiples});
    window.showComparison(true);
    const auto& models = window.comparisonController()->models();
    const auto isMeasured = [&] {
        return std::ranges::all_of(models.models(), [](const diagonal::ListedModel& model) {
            return model.report() != nullptr;
        });
    };
    constexpr int patience = 600'000;  // ms
    if (!QTest::qWaitFor(isMeasured, patience)) std::puts("not all models are measured");
    std::printf("%-28s %lld ms\n", "all models measured", timer.elapsed());
    if (!QTest::qWaitFor([&] { return !models.isBusy(); }, patience)) std::puts("still computing");
    std::printf("%-28s %lld ms\n", "everything computed", timer.elapsed());
}

/// Drags the threshold of the panel Decide along the axis of the diagram.
void dragThreshold(WatchedApplication& application, diagonal::MainWindow& window) {
    diagonal::SidePanel& side = *window.side();
    auto* tabs = side.findChild<QTabWidget*>();
    tabs->setCurrentIndex(tabs->indexOf(side.decide()));
    auto* view = window.findChild<diagonal::DiagramView*>();
    if (!QTest::qWaitFor([&] { return !view->thresholdHandle().isNull(); }, 60'000))
        return static_cast<void>(std::puts("no threshold"));
    const auto place = [view](int hundredths) {
        const QRectF plot = view->diagram().diagramLayout().lowest();
        const double x = *view->diagram().placeOf(hundredths / 100.0);
        return QPointF(view->mapFromScene(QPointF(x, plot.center().y())));
    };
    const auto threshold = [&side] { return static_cast<double>(side.decide()->threshold()); };
    drag(application, " threshold", {view->viewport(), place, side.decide()->threshold()}, 20, 90,
         threshold, threshold);
}

}  // namespace

int main(int argc, char** argv) {
    using namespace diagonal;
    QElapsedTimer sinceStart;
    sinceStart.start();
    WatchedApplication application(argc, argv);
    int width = 1400;
    int height = 900;
    const bool hasSize = argc > 3;
    if (argc < 2 || (hasSize && std::sscanf(argv[3], "%dx%d", &width, &height) != 2)) {
        std::fputs("usage: slider_latency FILE [MILLISECONDS TO WAIT [WIDTHxHEIGHT]]\n", stderr);
        return 2;
    }
    applyStyle(application, Theme::Light);
    MainWindow window;
    window.resize(width, height);
    if (qEnvironmentVariable("ROWS") == QLatin1String("hidden")) window.page()->setWantsRows(false);
    application.frameOf = &window;
    bool isPainted = false;
    application.painted = [&](double) { isPainted = true; };
    window.show();
    if (!QTest::qWaitFor([&] { return isPainted; })) return 1;
    std::printf("window of %d x %d pixels at scale %g\n",
                static_cast<int>(std::lround(window.width() * window.devicePixelRatio())),
                static_cast<int>(std::lround(window.height() * window.devicePixelRatio())),
                window.devicePixelRatio());
    std::printf("%-28s %.0f ms\n", "start to a painted window",
                static_cast<double>(sinceStart.elapsed()));

    Session& session = window.session();
    QElapsedTimer opening;
    opening.start();
    qint64 firstReading = 0;
    qint64 firstReport = 0;
    qint64 firstDiagram = 0;
    application.painted = [&](double) {
        if (firstDiagram == 0 && firstReport > 0) firstDiagram = opening.elapsed();
    };
    const auto note = [&](qint64& when) {
        if (when == 0) when = std::max<qint64>(opening.elapsed(), 1);
    };
    QObject::connect(&session, &Session::readingEnded, &window, [&] { note(firstReading); });
    QObject::connect(&session, &Session::reportChanged, &window, [&] { note(firstReport); });
    const QStringList files = QString::fromLocal8Bit(argv[1]).split(QLatin1Char(','));
    session.open(files);
    if (!QTest::qWaitFor([&] { return firstDiagram > 0; }, 120000)) return 1;
    std::printf("%-28s %lld ms: read after %lld ms, first report after %lld ms\n",
                "file to first diagram", static_cast<long long>(firstDiagram),
                static_cast<long long>(firstReading), static_cast<long long>(firstReport));
    QTest::qWait(argc > 2 ? QByteArray(argv[2]).toInt() : 6000);  // until the sweep is indexed

    if (files.size() > 1) compareModels(window);
    const auto shown = [&](const auto& settingOf) {
        return files.size() > 1 ? shownByAll(*window.comparison(), settingOf)
                                : settingOf(*session.report());
    };
    SettingsPanel* settings = window.side()->settings();
    for (const std::size_t bins : {15U, 100U}) {
        AnalysisSettings wanted = session.settings();
        wanted.binCount = bins;
        session.setSettings(wanted);
        QTest::qWait(300);
        std::printf("%zu bins\n", bins);
        drag(
            application, " temperature", sliderOf(*settings->temperatureSlider()),
            settings->temperatureSlider()->value(), settings->temperatureSlider()->value() + 240,
            [&] { return session.settings().temperature; },
            [&] { return shown([](const Report& report) { return report.temperature; }); });
        drag(
            application, " bins", sliderOf(*settings->binSlider()), static_cast<int>(bins),
            bins == 15 ? 60 : 40,
            [&] { return static_cast<double>(session.settings().binCount.value_or(0)); },
            [&] {
                return shown([](const Report& report) {
                    return static_cast<double>(report.binned.bins.size());
                });
            });
    }
    if (files.size() == 1) dragThreshold(application, window);
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    std::printf("%-28s %ld MB\n", "peak memory", usage.ru_maxrss / 1024);
    return 0;
}
