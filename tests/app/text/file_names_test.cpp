// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/file_names.h"

#include <gtest/gtest.h>

namespace diagonal {
namespace {

QStringList apart(std::initializer_list<const char*> files) {
    QStringList names;
    for (const char* file : files)
        names << QLatin1String(file);
    return namesApart(names);
}

QStringList names(std::initializer_list<const char*> expected) {
    QStringList all;
    for (const char* name : expected)
        all << QLatin1String(name);
    return all;
}

TEST(FileNames, ofOneNameShowAsMuchOfTheirFoldersAsTellsThemApart) {
    EXPECT_EQ(apart({"/x/a/p.csv", "/x/b/p.csv", "/x/b/q.csv"}),
              names({"a/p.csv", "b/p.csv", "q.csv"}));
    EXPECT_EQ(apart({"/x/a/m/p.csv", "/x/b/m/p.csv"}), names({"a/m/p.csv", "b/m/p.csv"}));
    EXPECT_EQ(apart({"/p.csv", "/a/p.csv"}), names({"/p.csv", "a/p.csv"}));
    EXPECT_EQ(apart({"-", "/a/p.csv"}), names({"standard input", "p.csv"}));
    EXPECT_EQ(apart({"/a/p.csv", "/a/p.csv"}), names({"p.csv", "p.csv"})) << "the same file";
}

}  // namespace
}  // namespace diagonal
