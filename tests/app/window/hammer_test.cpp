// SPDX-License-Identifier: GPL-3.0-or-later
// Opens, switches, drags, cancels and closes at random, mostly while jobs still run. What it seeks
// are races: run it under ThreadSanitizer (preset `thread`), with DIAGONAL_HAMMER_SECONDS=60.
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <random>
#include <sqlite3.h>
#include <unistd.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <gtest/gtest.h>

#include "app/exporting/export_controller.h"
#include "app/querying/query_dialog.h"
#include "app/recalibrating/recalibration_controller.h"
#include "app/recalibrating/recalibration_dialog.h"
#include "app/settings/marked_slider.h"
#include "app/settings/settings_panel.h"
#include "app/window/main_window.h"
#include "app/window/side_panel.h"
#include "tests/app/support.h"

namespace diagonal {
namespace {

using testing::coreReport;
using testing::kCancer;
using testing::kDigits;
using testing::kPatience;
using testing::sample;

/// A window, and the actions of an impatient user.
class Hammer {
public:
    explicit Hammer(unsigned seed) : m_random(seed) {
        writeTable(200);
        writeDatabase();
        renew();
    }
    ~Hammer() {
        m_window.reset();
        closePipe();
        for (const int end : m_reading)
            ::close(end);
    }

    /// Does one action at random, then lets the window run for at most 60 ms.
    void strike() {
        using Action = void (Hammer::*)();
        static constexpr Action actions[] = {
            &Hammer::open,        &Hammer::open,       &Hammer::openPipe, &Hammer::show,
            &Hammer::show,        &Hammer::close,      &Hammer::cancel,   &Hammer::reread,
            &Hammer::dragSlider,  &Hammer::dragSlider, &Hammer::setAny,   &Hammer::setAny,
            &Hammer::undo,        &Hammer::stop,       &Hammer::rewrite,  &Hammer::rewrite,
            &Hammer::feedPipe,    &Hammer::feedPipe,   &Hammer::compare,  &Hammer::recalibrate,
            &Hammer::listRows,    &Hammer::query,      &Hammer::query,    &Hammer::save,
            &Hammer::closeAndOpen};
        (this->*actions[below(std::size(actions))])();
        QTest::qWait(static_cast<int>(below(60)));
    }
    /// While its dialog is open, a query opens its answer whenever that comes.
    void closeQuery() {
        if (auto* dialog = m_window->findChild<QueryDialog*>()) dialog->close();
    }
    Session& session() { return m_window->session(); }

private:
    std::size_t below(std::size_t count) {
        return std::uniform_int_distribution<std::size_t>(0, count - 1)(m_random);
    }
    QString table() const { return QString::fromStdString(m_folder.path("table.csv")); }

    void renew() {
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1180, 860);
        m_window->show();
        open();
    }
    void closeAndOpen() {
        if (below(4) > 0) return;
        m_window.reset();
        closePipe();
        renew();
    }
    void open() {
        const QString files[] = {sample(kDigits), sample(kCancer), sample("digits_naive_bayes.csv"),
                                 table()};
        session().open({files[below(std::size(files))]});
    }
    void show() {
        const std::size_t count = session().files().size();
        if (count > 0) session().showFile(below(count));
    }
    void close() {
        if (below(2) == 0) session().closeFile();
    }
    void cancel() { session().cancelReading(); }
    void reread() { session().reread(); }

    void setAny() {
        AnalysisSettings settings = session().settings();
        settings.binCount = 1 + below(100);
        settings.temperature = 0.5 + static_cast<double>(below(200)) / 100;
        settings.fitTemperature = below(4) == 0;
        settings.scheme = below(2) == 0 ? BinningScheme::EqualMass : BinningScheme::EqualWidth;
        session().setSettings(settings);
    }
    void dragSlider() {
        SettingsPanel& panel = *m_window->side()->settings();
        MarkedSlider& slider = below(2) == 0 ? *panel.temperatureSlider() : *panel.binSlider();
        const auto send = [&](QEvent::Type type, int value) {
            const QPointF at(slider.position(value), slider.height() / 2.0 - 2);
            QMouseEvent event(type, at, slider.mapToGlobal(at),
                              type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                              Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(&slider, &event);
        };
        const int from = slider.value();
        send(QEvent::MouseButtonPress, from);
        for (int i = 1; i <= 20; ++i) {
            send(QEvent::MouseMove, from + i * 3);
            QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
        }
        send(QEvent::MouseButtonRelease, from + 60);
    }
    void undo() { below(3) > 0 ? session().undo() : session().redo(); }
    void stop() { below(2) > 0 ? session().stopComputing() : session().resumeComputing(); }
    void compare() { m_window->showComparison(!m_window->showsComparison()); }
    void recalibrate() {
        auto* controller = m_window->recalibrationController();
        if (controller->dialog() && controller->dialog()->isVisible()) {
            controller->dialog()->close();
        } else if (session().report()) {
            controller->open();
        }
    }
    void listRows() { QTest::keyClick(m_window.get(), Qt::Key_J, Qt::ControlModifier); }
    void save() {
        if (!QTest::qWaitFor([&] { return isExact(); }, 300)) return;
        const char* name = below(2) == 0 ? "figure.png" : "figure.svg";
        m_window->exportController()->exportFigure(session().report(), {},
                                                   QString::fromStdString(m_folder.path(name)));
    }
    bool isExact() { return session().report() && !session().report()->isProvisional; }

    void writeTable(std::size_t rows) {
        std::ofstream file(m_folder.path("table.csv"), std::ios::binary);
        file << "label,probability\n";
        for (std::size_t i = 0; i < rows; ++i)
            file << (i * 7919 % 100 < i % 100) << ",0." << i % 10 << i / 10 % 10 << '\n';
    }
    /// The watch of the file notices a new size.
    void rewrite() { writeTable(200 + below(20'000)); }

    void openPipe() {
        closePipe();
        int ends[2] = {};
        ASSERT_EQ(::pipe(ends), 0);
        m_reading.push_back(ends[0]);
        m_writing = ends[1];
        ASSERT_EQ(::fcntl(m_writing, F_SETFL, O_NONBLOCK), 0);
        session().setStandardInput(ends[0]);
        feed("label,probability\n1,0.9\n0,0.2\n");
        session().open({"-"}, {}, {}, {});
    }
    void feedPipe() {
        for (std::size_t i = below(50); i > 0; --i)
            feed("1,0.8\n0,0.3\n");
    }
    void feed(const std::string& text) {
        if (m_writing < 0) return;
        // The pipe may be full: what does not fit is left out.
        [[maybe_unused]] const auto written = ::write(m_writing, text.data(), text.size());
    }
    /// Ends the pipe. Its reading end stays open: a spool of the window may still read it.
    void closePipe() {
        if (m_writing >= 0) ::close(m_writing);
        m_writing = -1;
    }

    void writeDatabase() {
        sqlite3* database = nullptr;
        ASSERT_EQ(sqlite3_open(m_folder.path("preds.db").c_str(), &database), SQLITE_OK);
        ASSERT_EQ(sqlite3_exec(database,
                               "CREATE TABLE preds (prob REAL, label INTEGER); WITH RECURSIVE i(n) "
                               "AS (SELECT 0 UNION ALL SELECT n + 1 FROM i WHERE n < 20000) INSERT "
                               "INTO preds SELECT (n % 100) / 100.0, (n * 7919) % 100 < n % 100 "
                               "FROM i",
                               nullptr, nullptr, nullptr),
                  SQLITE_OK);
        sqlite3_close(database);
    }
    static constexpr int kMostRest = 5000;  // ms
    /// Asks the database; rests at temperatures until it is asked again, then goes on.
    void query() {
        CommandLine line;
        line.files << QString::fromStdString(m_folder.path("preds.db"));
        m_window->start(line);
        auto* dialog = m_window->findChild<QueryDialog*>();
        if (!QTest::qWaitFor([&] { return !dialog->isBusy(); }, kMostRest)) return;
        dialog->run();
        const auto showsCells = [&] {
            return session().report() && session().report()->dataset.cells;
        };
        if (below(2) == 0 || !QTest::qWaitFor(showsCells, kMostRest)) return;
        for (std::size_t i = below(4); i > 0; --i) {
            AnalysisSettings settings = session().settings();
            settings.fitTemperature = false;
            settings.temperature = 0.5 + static_cast<double>(below(200)) / 100;
            session().setSettings(settings);
            QTest::qWait(400 + static_cast<int>(below(400)));
        }
    }

    std::mt19937 m_random;
    testing::TemporaryFolder m_folder;
    std::vector<int> m_reading;
    int m_writing = -1;
    std::unique_ptr<MainWindow> m_window;
};

std::string stateOf(const Session& session) {
    std::ostringstream out;
    out << "current file " << session.currentFile().toStdString() << ", report of "
        << (session.report() ? session.report()->dataset.file : "none") << std::boolalpha
        << ", failed " << session.currentFileFailed() << ", reading " << session.isReading()
        << ", analysing " << session.isAnalysing() << ", stopped " << session.isStopped();
    return out.str();
}

TEST(HammeredWindow, showsTheRightReportOnceItIsLeftAlone) {
    bool isSet = false;
    const int given = qEnvironmentVariableIntValue("DIAGONAL_HAMMER_SECONDS", &isSet);
    const int seconds = isSet ? given : 3;
    const unsigned seed = isSet ? std::random_device()() : 1;
    RecordProperty("seed", std::to_string(seed));
    SCOPED_TRACE(seed);
    Hammer hammer(seed);
    QElapsedTimer timer;
    timer.start();
    std::size_t strikes = 0;
    for (; timer.elapsed() < 1000 * seconds; ++strikes)
        hammer.strike();
    RecordProperty("strikes", std::to_string(strikes));
    hammer.closeQuery();
    Session& session = hammer.session();
    session.resumeComputing();
    session.open({sample(kDigits).toStdString()}, {}, {}, {});
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            return session.report() && !session.isReading() && !session.isAnalysing() &&
                   session.report()->dataset.file == sample(kDigits).toStdString();
        },
        kPatience))
        << stateOf(session);
    EXPECT_EQ(session.report()->score("ece"), coreReport(sample(kDigits))->score("ece"));
}

}  // namespace
}  // namespace diagonal
