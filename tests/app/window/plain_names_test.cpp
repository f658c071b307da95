// SPDX-License-Identifier: GPL-3.0-or-later
// Opens files with hostile names, walks all widgets, and looks whether any shows a name as markup.
#include <fstream>

#include <QAbstractItemView>
#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QProcess>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTextDocument>
#include <QToolTip>
#include <gtest/gtest.h>

#include "app/headless/command_line.h"
#include "app/headless/command_text.h"
#include "app/opening/import_panel.h"
#include "app/recalibrating/recalibration_controller.h"
#include "app/text/number_text.h"
#include "app/window/application_style.h"
#include "app/window/main_window.h"
#include "app/window/side_panel.h"
#include "tests/app/support.h"

namespace diagonal {
namespace {

using testing::settle;

/// What a label or tool tip holds if it shows a name of the files below as markup.
const QStringList kMarkup{QStringLiteral("<img"), QStringLiteral("<b>cat"), QStringLiteral("<i>g"),
                          QStringLiteral("<u>part")};

bool holdsMarkup(const QString& text) {
    return std::ranges::any_of(kMarkup, [&](const QString& mark) { return text.contains(mark); });
}

/// Writes 60 rows of three classes in two groups, all called like markup.
void writeHostile(const QString& path) {
    std::ofstream out(path.toStdString());
    out << "label,<u>part,<b>cat,<img src=file:///etc/passwd>,a&amp;b\n";
    const char* const names[] = {"<b>cat", "<img src=file:///etc/passwd>", "a&amp;b"};
    const char* const scores[] = {"0.7,0.2,0.1", "0.1,0.6,0.3", "0.25,0.25,0.5"};
    for (int i = 0; i < 60; ++i)
        out << names[i * 7 % 5 % 3] << (i % 2 == 0 ? ",<i>g1," : ",<i>g2,") << scores[i % 3]
            << '\n';
}

/// Walks the widgets and counts the names that it sees.
class Walk {
public:
    void look() {
        for (QWidget* widget : QApplication::allWidgets()) {
            if (const auto* label = qobject_cast<QLabel*>(widget)) lookAt(*label);
            if (!widget->toolTip().isEmpty()) pointAt(*widget, widget->rect().center());
            if (auto* view = qobject_cast<QAbstractItemView*>(widget)) lookAt(*view);
        }
    }
    int names() const { return m_names; }

private:
    void lookAt(const QLabel& label) {
        if (label.inherits("QTipLabel")) return;
        label.ensurePolished();
        const bool isRich =
            label.textFormat() == Qt::RichText ||
            (label.textFormat() == Qt::AutoText && Qt::mightBeRichText(label.text()));
        judge(label.text(), isRich, label.objectName());
    }

    void lookAt(QAbstractItemView& view) {
        const QAbstractItemModel* model = view.model();
        if (!model || !view.isVisible()) return;
        constexpr int most = 20;
        for (int row = 0; row < std::min(most, model->rowCount(view.rootIndex())); ++row) {
            for (int column = 0; column < model->columnCount(view.rootIndex()); ++column) {
                const QModelIndex index = model->index(row, column, view.rootIndex());
                if (index.data(Qt::ToolTipRole).toString().isEmpty()) continue;
                view.scrollTo(index);
                pointAt(*view.viewport(), view.visualRect(index).center());
            }
        }
    }

    void pointAt(QWidget& widget, const QPoint& place) {
        QToolTip::hideText();
        QHelpEvent event(QEvent::ToolTip, place, widget.mapToGlobal(place));
        QApplication::sendEvent(&widget, &event);
        judge(QToolTip::text(), Qt::mightBeRichText(QToolTip::text()), widget.objectName());
    }

    void judge(const QString& text, bool isRich, const QString& name) {
        EXPECT_FALSE(isRich && holdsMarkup(text))
            << name.toStdString() << ": " << text.toStdString();
        QTextDocument shown;
        if (isRich) shown.setHtml(text);
        m_names += holdsMarkup(isRich ? shown.toPlainText() : text) ? 1 : 0;
    }

    int m_names = 0;
};

TEST(PlainNames, noWidgetShowsANameAsMarkup) {
    applyStyle(*qApp, Theme::Light);
    const QTemporaryDir folder;
    const QString first = folder.filePath(QStringLiteral("<b>cat<img src=x>.csv"));
    const QString second = folder.filePath(QStringLiteral("<i>g&amp;.csv"));
    writeHostile(first);
    writeHostile(second);
    MainWindow window;
    window.usePreferences(folder.filePath(QStringLiteral("settings.ini")));
    window.resize(1400, 1000);
    window.show();
    Walk walk;
    walk.look();
    const auto line = parsedCommandLine(
        {QStringLiteral("diagonal"), first, second, QStringLiteral("--column=group=<u>part"),
         QStringLiteral("--view=class=<img src=file:///etc/passwd>")});
    ASSERT_TRUE(line) << describe(line.error());
    window.start(line.value());
    ASSERT_TRUE(settle(window.session()));
    QTest::qWait(1500);
    EXPECT_TRUE(window.shownError().isEmpty()) << window.shownError().toStdString();
    for (auto* tabs : window.findChildren<QTabWidget*>()) {
        for (int tab = 0; tab < tabs->count(); ++tab) {
            tabs->setCurrentIndex(tab);
            QTest::qWait(50);
            walk.look();
        }
    }
    window.showImport(true);
    QTest::qWait(50);
    walk.look();
    window.showImport(false);
    window.recalibrationController()->open();
    QTest::qWait(1500);
    walk.look();
    window.showComparison(true);
    QTest::qWait(1500);
    walk.look();
    EXPECT_GT(walk.names(), 10) << "the walk has seen no names";
    window.showComparison(false);
    // A file that cannot be read is named in a banner.
    const QString broken = folder.filePath(QStringLiteral("<img src=y>.csv"));
    std::ofstream(broken.toStdString()) << "<b>cat,<u>part\n<i>g,x\n";
    window.session().open(QStringList{broken});
    ASSERT_TRUE(settle(window.session()));
    walk.look();
}

TEST(PlainNames, aShellGivesCopiedArgumentsBack) {
    const QStringList arguments{QStringLiteral("it's"),
                                QStringLiteral("a\n"),
                                QStringLiteral("\n"),
                                QStringLiteral("two\nlines\n"),
                                QStringLiteral("$(touch made)"),
                                QStringLiteral("`touch made`"),
                                QStringLiteral("; touch made"),
                                QStringLiteral("| touch made"),
                                QStringLiteral("a && touch made"),
                                QStringLiteral("> made"),
                                QStringLiteral("~"),
                                QStringLiteral("*"),
                                QStringLiteral("?"),
                                QStringLiteral("$HOME"),
                                QStringLiteral("\\"),
                                QStringLiteral("\""),
                                QStringLiteral("'''"),
                                QStringLiteral("#1"),
                                QStringLiteral("!x"),
                                QStringLiteral("=1+1"),
                                QStringLiteral("-"),
                                QStringLiteral("--help"),
                                QStringLiteral("{a,b}"),
                                QStringLiteral("a b"),
                                QStringLiteral("\tb"),
                                QString(),
                                QStringLiteral("\x1b[31m"),
                                QStringLiteral("\u202e")};
    const QTemporaryDir folder;
    QProcess shell;
    shell.setWorkingDirectory(folder.path());
    shell.start(QStringLiteral("sh"),
                {QStringLiteral("-c"), QStringLiteral("diagonal() { printf '%s\\0' \"$@\"; }\n") +
                                           commandText(arguments)});
    ASSERT_TRUE(shell.waitForFinished());
    QStringList back = QString::fromUtf8(shell.readAllStandardOutput()).split(QChar(QChar::Null));
    back.removeLast();
    EXPECT_EQ(back, arguments);
    EXPECT_TRUE(QDir(folder.path()).isEmpty());
}

}  // namespace
}  // namespace diagonal
