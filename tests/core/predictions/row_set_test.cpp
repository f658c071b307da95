// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/predictions/row_set.h"

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/predictions/row_places.h"

namespace diagonal {
namespace {

using ::testing::ElementsAreArray;

TEST(RowSet, holdsTheMarkedRowsOfAnyNumberOfRows) {
    std::mt19937 random(7);
    for (const std::size_t rows : {1U, 63U, 64U, 65U, 1'024U, 5'000U}) {
        for (const double share : {0., .01, .5, 1.}) {
            std::vector<std::uint8_t> marks(rows);
            std::vector<std::size_t> expected;
            for (std::size_t row = 0; row < rows; ++row) {
                marks[row] = std::bernoulli_distribution(share)(random) ? 1 : 0;
                if (marks[row] != 0) expected.push_back(row);
            }
            const RowSet set = RowSet::marked(marks);
            EXPECT_THAT(std::vector(set.begin(), set.end()), ElementsAreArray(expected));
            ASSERT_EQ(set.size(), expected.size());
            for (std::size_t i = 0; i < expected.size(); ++i)
                ASSERT_EQ(set[i], expected[i]) << i << " of " << rows;
            std::ranges::shuffle(expected, random);
            const RowSet same(expected);
            EXPECT_THAT(std::vector(same.begin(), same.end()),
                        ElementsAreArray(std::vector(set.begin(), set.end())));
        }
    }
    EXPECT_TRUE(RowSet().empty());
    EXPECT_EQ(RowSet().begin(), RowSet().end());
}

TEST(RowPlaces, ofASubsetAreThoseOfItsRows) {
    RowPlaces places;
    for (const std::size_t line : {2U, 3U, 5U, 6U, 9U})
        places.add(line);
    const RowPlaces some = places.subset(RowSet(std::vector<std::size_t>{1, 2, 4}));
    EXPECT_EQ(some.of(0), 3U);
    EXPECT_EQ(some.of(1), 5U);
    EXPECT_EQ(some.of(2), 9U);
    EXPECT_TRUE(some.areLines());
    EXPECT_EQ(some.subset(RowSet(std::vector<std::size_t>{2})).of(0), 9U) << "of a subset of it";
    const RowPlaces none = RowPlaces().subset(RowSet(std::vector<std::size_t>{4}));
    EXPECT_EQ(none.of(0), 5U) << "rows of an array";
}

}  // namespace
}  // namespace diagonal
