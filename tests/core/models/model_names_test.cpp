// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/models/model_list.h"

namespace diagonal {
namespace {

using Names = std::vector<std::string>;

TEST(FileNames, ofOneNameShowAsMuchOfTheirFoldersAsTellsThemApart) {
    EXPECT_EQ(namesApart({"/x/a/p.csv", "/x/b/p.csv", "/x/b/q.csv"}),
              Names({"a/p.csv", "b/p.csv", "q.csv"}));
    EXPECT_EQ(namesApart({"/x/a/m/p.csv", "/x/b/m/p.csv"}), Names({"a/m/p.csv", "b/m/p.csv"}));
    EXPECT_EQ(namesApart({"/p.csv", "/a/p.csv"}), Names({"/p.csv", "a/p.csv"}));
    EXPECT_EQ(namesApart({"-", "/a/p.csv"}), Names({"standard input", "p.csv"}));
    EXPECT_EQ(namesApart({"/a/p.csv", "/a/p.csv"}), Names({"p.csv", "p.csv"})) << "the same file";
}

}  // namespace
}  // namespace diagonal
