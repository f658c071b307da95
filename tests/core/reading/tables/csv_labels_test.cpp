// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/tables/csv_labels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace diagonal {
namespace {

using ::testing::ElementsAre;

TEST(CsvLabels, comeFromTheirColumn) {
    MemorySource named("id,label\n7,cat\n8,dog\n");
    EXPECT_THAT(readCsvLabels(named, {}, {}).value().labels.values(), ElementsAre("cat", "dog"));
    MemorySource single("1\n0\n1\n");
    EXPECT_EQ(readCsvLabels(single, {}, {}).value().labels.size(), 3U);
    MemorySource unclear("a,b\n1,2\n");
    EXPECT_FALSE(readCsvLabels(unclear, {}, {}));
}

}  // namespace
}  // namespace diagonal
