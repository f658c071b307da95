// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/preferences.h"

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

TEST(Preferences, aDamagedFileIsAsGoodAsNone) {
    const TemporaryFolder folder;
    const std::string damaged = "[window]\ntheme=purple\ngeometry=@ByteArray(x\n\0[[[[=\n";
    const Preferences preferences(QString::fromStdString(folder.write("settings.ini", damaged)));
    EXPECT_EQ(preferences.theme(), std::nullopt);
    EXPECT_TRUE(preferences.recentFiles().isEmpty());
}

}  // namespace
}  // namespace diagonal
