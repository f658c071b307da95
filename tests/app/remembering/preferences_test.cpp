// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/remembering/preferences.h"

#include <QDir>
#include <gtest/gtest.h>

#include "tests/app/support.h"

namespace diagonal {
namespace {

using testing::TemporaryFolder;

TEST(Preferences, lastFromOneStartToTheNext) {
    const TemporaryFolder folder;
    const QString file = QString::fromStdString(folder.path("settings.ini"));
    {
        Preferences preferences(file);
        EXPECT_EQ(preferences.theme(), std::nullopt);
        EXPECT_FALSE(preferences.figureParts().logCounts);
        EXPECT_TRUE(preferences.recentFiles().isEmpty());
        preferences.setTheme(Theme::Dark);
        FigureParts parts;
        parts.logCounts = true;
        preferences.setFigureParts(parts);
        preferences.setSplitter("state");
    }
    const Preferences preferences(file);
    EXPECT_EQ(preferences.theme(), Theme::Dark);
    EXPECT_TRUE(preferences.figureParts().logCounts);
    EXPECT_EQ(preferences.splitter(), "state");
}

TEST(Preferences, recentFilesAreTheNewestThatAreStillThere) {
    const TemporaryFolder folder;
    Preferences preferences(QString::fromStdString(folder.path("settings.ini")));
    QStringList files;
    for (int i = 0; i < 13; ++i) {
        files << QString::fromStdString(folder.write("f" + std::to_string(i) + ", & x.csv", "x"));
        preferences.addRecentFile(files.back());
    }
    ASSERT_EQ(preferences.recentFiles().size(), Preferences::kMostRecentFiles);
    EXPECT_EQ(preferences.recentFiles().front(), QStringList(files.back()));
    preferences.addRecentFile(files[5]);
    EXPECT_EQ(preferences.recentFiles().front(), QStringList(files[5]));
    EXPECT_EQ(preferences.recentFiles().count(QStringList(files[5])), 1);
    QFile::remove(files[12]);
    EXPECT_FALSE(preferences.recentFiles().contains(QStringList(files[12])));
    EXPECT_EQ(preferences.lastFolder(), QFileInfo(files[5]).absolutePath());
    const QStringList pair{files[0], files[1]};
    preferences.addRecentFile(files[0], files[1]);
    EXPECT_EQ(preferences.recentFiles().front(), pair) << "predictions with their labels";
    preferences.clearRecentFiles();
    EXPECT_TRUE(preferences.recentFiles().isEmpty());
}

TEST(Preferences, aViewIsKeptAsLongAsItsFileIsRecent) {
    const TemporaryFolder folder;
    const QString file = QString::fromStdString(folder.path("settings.ini"));
    const QStringList first{QString::fromStdString(folder.write("1.csv", "x"))};
    QImage picture(40, 30, QImage::Format_RGB32);
    picture.fill(Qt::red);
    const QDateTime time =
        QDateTime::fromString(QStringLiteral("2026-11-26T17:05:00"), Qt::ISODate);
    {
        Preferences preferences(file);
        preferences.addRecentFile(first.front());
        EXPECT_TRUE(preferences.viewOf(first).time.isNull());
        EXPECT_TRUE(preferences.pictureOf(first).isNull());
        preferences.rememberView(
            first,
            {{QStringLiteral("--bins"), QStringLiteral("7")}, QStringLiteral("0.0703"), time},
            picture);
    }
    Preferences preferences(file);
    EXPECT_EQ(preferences.viewOf(first).arguments.join(QLatin1Char(' ')),
              QStringLiteral("--bins 7"));
    EXPECT_EQ(preferences.viewOf(first).ece, QStringLiteral("0.0703"));
    EXPECT_EQ(preferences.viewOf(first).time, time);
    EXPECT_EQ(preferences.pictureOf(first).size(), picture.size());
    for (qsizetype i = 0; i < Preferences::kMostRecentFiles; ++i) {
        const QStringList other{QString::fromStdString(folder.write("o" + std::to_string(i), "x"))};
        preferences.addRecentFile(other.front());
        preferences.rememberView(other, {{}, QStringLiteral("0.1"), time}, picture);
    }
    EXPECT_TRUE(preferences.viewOf(first).time.isNull()) << "its file is no longer recent";
    EXPECT_TRUE(preferences.pictureOf(first).isNull());
    preferences.clearRecentFiles();
    EXPECT_TRUE(QDir(QString::fromStdString(folder.path("settings-views"))).isEmpty());
}

TEST(Preferences, aDamagedFileIsAsGoodAsNone) {
    const TemporaryFolder folder;
    const std::string damaged = "[window]\ntheme=purple\ngeometry=@ByteArray(x\n\0[[[[=\n";
    const Preferences preferences(QString::fromStdString(folder.write("settings.ini", damaged)));
    EXPECT_EQ(preferences.theme(), std::nullopt);
    EXPECT_TRUE(preferences.recentFiles().isEmpty());
}

}  // namespace
}  // namespace diagonal
