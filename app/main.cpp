// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <iostream>

#include <QApplication>
#include <QFile>
#include <QFileInfo>
#include <QIcon>
#include <QStandardPaths>

#include "app/headless/command_line.h"
#include "app/headless/headless.h"
#include "app/remembering/preferences.h"
#include "app/window/application_style.h"
#include "app/window/main_window.h"

namespace {

QStringList argumentList(int count, char** values) {
    QStringList arguments;
    for (int i = 0; i < count; ++i)
        arguments << QString::fromLocal8Bit(values[i]);
    return arguments;
}

/// True if a window can be seen: on the platforms offscreen and minimal it would never end.
bool hasDisplay() {
    const QByteArray platform = qgetenv("QT_QPA_PLATFORM");
    if (platform.startsWith("offscreen") || platform.startsWith("minimal")) return false;
    return !platform.isEmpty() || !qEnvironmentVariableIsEmpty("DISPLAY") ||
           !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
}

/// Drops Qt's messages about the desktop, which do not matter without one.
void dropMessage(QtMsgType, const QMessageLogContext&, const QString&) {}

int runWithoutWindow(int argc, char** argv, const diagonal::CommandLine& line) {
    if (!line.exportFile) return diagonal::runHeadless(line, std::cout, std::cerr);
    // Drawing needs fonts and graphics items, but no display.
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler(dropMessage);
    QApplication application(argc, argv);
    return diagonal::runHeadless(line, std::cout, std::cerr);
}

int runWithoutDisplay(int argc, char** argv, const diagonal::CommandLine& line) {
    const diagonal::CommandLine shown = diagonal::withoutDisplay(line);
    const int status = runWithoutWindow(argc, argv, shown);
    if (status == diagonal::kDone && shown.exportFile) {
        std::cout << "\nThere is no display: the diagram was written to "
                  << QFileInfo(*shown.exportFile).absoluteFilePath().toStdString() << "\n";
    }
    return status;
}

/// Opens a window, with a command line or, if its files are to be looked for, with a picture.
int runWindow(int argc, char** argv, const diagonal::CommandLine& line,
              const QString& picture = {}) {
    if (!hasDisplay() && line.showsWithoutDisplay) return runWithoutDisplay(argc, argv, line);
    if (!hasDisplay()) {
        std::cerr << "diagonal: there is no display for a window. Use --report text or --export "
                     "FILE.png\n";
        return diagonal::kWrongUsage;
    }
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("Diagonal"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icon/" DIAGONAL_APP_ID ".svg")));
    QApplication::setDesktopFileName(QStringLiteral(DIAGONAL_APP_ID));
    const QString settings = QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation);
    const QString preferences = settings + QStringLiteral("/settings.ini");
    if (line.resetsSettings) {
        diagonal::Preferences(preferences).clearRecentFiles();
        QFile::remove(preferences);
    }
    const auto kept = diagonal::Preferences(preferences).theme();
    const diagonal::Theme theme = kept.value_or(diagonal::systemTheme());
    diagonal::applyStyle(application, theme);
    diagonal::MainWindow window(theme);
    window.session().setMemory(
        diagonal::MappingMemory(settings + QStringLiteral("/mappings.json")));
    window.usePreferences(preferences);
    window.show();
    window.start(line);
    if (!picture.isEmpty()) window.openFile(picture);
    return QApplication::exec();
}

}  // namespace

int main(int argc, char** argv) {
    const auto parsed = diagonal::parsedCommandLine(argumentList(argc, argv));
    // A window says what a picture lacks, and looks among the recent files.
    const QStringList arguments = argumentList(argc, argv);
    if (!parsed && arguments.size() == 2 && diagonal::mayHoldSession(arguments[1]) &&
        QFileInfo(arguments[1]).isFile() && hasDisplay())
        return runWindow(argc, argv, {}, arguments[1]);
    if (!parsed) {
        std::cerr << "diagonal: " << diagonal::describe(parsed.error())
                  << ". See diagonal --help\n";
        return diagonal::kWrongUsage;
    }
    const diagonal::CommandLine& line = parsed.value();
    if (line.answer) {
        std::cout << line.answer->toStdString();
        return diagonal::kDone;
    }
    return line.isHeadless() ? runWithoutWindow(argc, argv, line) : runWindow(argc, argv, line);
}
