// SPDX-License-Identifier: GPL-3.0-or-later
// Uses a window for a long time: opens, drags, compares twenty files, switches, reloads and
// exports. Its memory must not grow by more than 5 %, and no file descriptor may stay open.
//     QT_QPA_PLATFORM=offscreen soak SECONDS
#include <algorithm>
#include <cstdio>
#include <malloc.h>
#include <unistd.h>
#include <vector>

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QtTest/QTest>

#include "app/comparing/comparison_controller.h"
#include "app/comparing/comparison_page.h"
#include "app/diagram/figure_export.h"
#include "app/settings/marked_slider.h"
#include "app/settings/settings_panel.h"
#include "app/window/application_style.h"
#include "app/window/main_window.h"
#include "app/window/side_panel.h"
#include "tests/app/support.h"

namespace diagonal {
namespace {

constexpr int kFiles = 20;
constexpr double kMostGrowth = 1.05;
constexpr std::size_t kWarmUp = 15;  ///< rounds in which the caches of Qt and malloc fill

/// What the process holds after a round.
struct Usage {
    double resident = 0;  ///< MB
    int descriptors = 0;
};

Usage currentUsage() {
    // Free memory that malloc keeps is no leak, and depends on the order of threads.
    malloc_trim(0);
    Usage usage;
    QFile file(QStringLiteral("/proc/self/statm"));
    if (file.open(QIODevice::ReadOnly))
        usage.resident = file.readAll().split(' ').value(1).toDouble() *
                         static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
    usage.descriptors = static_cast<int>(
        QDir(QStringLiteral("/proc/self/fd")).entryList(QDir::AllEntries | QDir::System).size());
    return usage;
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values.empty() ? 0 : values[values.size() / 2];
}

/// A user who repeats the same round of actions.
class User {
public:
    explicit User(const QDir& folder) : m_folder(folder) {
        const char* const samples[] = {testing::kDigits, "digits_naive_bayes.csv",
                                       "digits_random_forest.csv", testing::kCancer};
        for (int i = 0; i < kFiles; ++i) {
            const QString sample = testing::sample(samples[i % 4]);
            m_files << folder.filePath(
                QStringLiteral("%1-%2").arg(i).arg(QFileInfo(sample).fileName()));
            QFile::copy(sample, m_files.back());
        }
        m_window.usePreferences(folder.filePath(QStringLiteral("settings.ini")));
        m_window.resize(1400, 900);
        m_window.show();
    }

    void round() {
        m_window.session().open(m_files);
        wait();
        for (std::size_t file = 0; file < 4; ++file) {
            m_window.session().showFile(file);
            wait();
            dragSliders();
            visitTabs();
        }
        compare();
        reload();
        exportFigures();
        m_window.session().undo();
        wait();
        while (!m_window.session().files().empty()) {
            m_window.session().closeFile();
            wait();
        }
        ++m_rounds;
    }
    int rounds() const { return m_rounds; }

private:
    void wait() {
        if (!testing::settle(m_window.session())) std::puts("the session does not settle");
        QTest::qWait(20);
    }

    static void drag(MarkedSlider& slider, int from, int to) {
        const auto place = [&](int value) {
            return QPoint(static_cast<int>(slider.position(value)), slider.height() / 2 - 2);
        };
        QTest::mousePress(&slider, Qt::LeftButton, {}, place(slider.value()));
        constexpr int steps = 20;
        for (int step = 0; step <= steps; ++step) {
            const QPoint at = place(from + (to - from) * step / steps);
            QMouseEvent move(QEvent::MouseMove, at, slider.mapToGlobal(at), Qt::NoButton,
                             Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(&slider, &move);
            QTest::qWait(4);
        }
        QTest::mouseRelease(&slider, Qt::LeftButton, {}, place(to));
    }

    void dragSliders() {
        SettingsPanel* settings = m_window.side()->settings();
        drag(*settings->binSlider(), 5, 80);
        drag(*settings->binSlider(), 80, 15);
        MarkedSlider& temperature = *settings->temperatureSlider();
        if (temperature.isEnabled())
            drag(temperature, temperature.minimum(), temperature.maximum());
        wait();
    }

    void visitTabs() {
        for (auto* tabs : m_window.findChildren<QTabWidget*>()) {
            for (int tab = 0; tab < tabs->count(); ++tab) {
                tabs->setCurrentIndex(tab);
                QTest::qWait(10);
            }
        }
        wait();
    }

    void compare() {
        m_window.showComparison(true);
        const auto& models = m_window.comparisonController()->models();
        constexpr int patience = 120'000;  // ms
        for (const ModelFigureKind kind : {ModelFigureKind::Multiples, ModelFigureKind::Overlay}) {
            m_window.comparison()->setView({kind});
            if (!QTest::qWaitFor([&] { return !models.isBusy(); }, patience))
                std::puts("the comparison does not end");
        }
        m_window.showComparison(false);
        wait();
    }

    /// Writes files anew, as a training does.
    void reload() {
        for (int i = 0; i < 3; ++i) {
            const QString& file = m_files[(m_rounds + i) % kFiles];
            const QString newer = m_folder.filePath(QStringLiteral("newer"));
            QFile::copy(file, newer);
            QFile::remove(file);
            QFile::rename(newer, file);
        }
        QTest::qWait(300);
        wait();
    }

    void exportFigures() {
        const auto report = m_window.session().report();
        if (!report) return;
        for (const char* name : {"figure.png", "figure.svg", "figure.pdf", "figure.html"}) {
            const auto saved =
                saveFigure(FigureSubject(report), {}, m_folder.filePath(QLatin1String(name)));
            if (!saved) std::puts(describe(saved.error()).c_str());
        }
    }

    QDir m_folder;
    QStringList m_files;
    MainWindow m_window;
    int m_rounds = 0;
};

/// Compares the first sixth after the warm-up with the last; returns false if anything grew.
bool judge(const std::vector<Usage>& rounds) {
    const std::size_t begin = kWarmUp;
    const std::size_t sixth = std::max<std::size_t>(1, (rounds.size() - begin) / 6);
    std::vector<double> first;
    std::vector<double> last;
    int fewest = rounds[begin].descriptors;
    int fewestLast = rounds.back().descriptors;
    for (std::size_t i = 0; i < sixth; ++i) {
        const Usage& early = rounds[begin + i];
        const Usage& late = rounds[rounds.size() - 1 - i];
        first.push_back(early.resident);
        last.push_back(late.resident);
        fewest = std::min(fewest, early.descriptors);
        fewestLast = std::min(fewestLast, late.descriptors);
    }
    const double growth = median(last) / median(first);
    std::printf(
        "%zu rounds: %.1f MB, in the end %.1f MB (%.3f times); %d descriptors, in the end "
        "%d\n",
        rounds.size(), median(first), median(last), growth, fewest, fewestLast);
    return growth <= kMostGrowth && fewestLast <= fewest;
}

}  // namespace
}  // namespace diagonal

int main(int argc, char** argv) {
    using namespace diagonal;
    QApplication application(argc, argv);
    const double seconds = argc > 1 ? QByteArray(argv[1]).toDouble() : 0;
    if (seconds <= 0) {
        std::fputs("usage: soak SECONDS\n", stderr);
        return 2;
    }
    applyStyle(application, Theme::Light);
    const QTemporaryDir folder;
    User user{QDir(folder.path())};
    std::vector<Usage> rounds;
    QElapsedTimer timer;
    timer.start();
    constexpr std::size_t fewest = kWarmUp + 12;
    while (static_cast<double>(timer.elapsed()) < seconds * 1000 || rounds.size() < fewest) {
        user.round();
        rounds.push_back(currentUsage());
        std::printf("%7.1f s: %.1f MB, %d descriptors\n",
                    static_cast<double>(timer.elapsed()) / 1e3, rounds.back().resident,
                    rounds.back().descriptors);
        std::fflush(stdout);
    }
    return judge(rounds) ? 0 : 1;
}
