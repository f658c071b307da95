// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/numbers/time_column.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/base/date_text.h"

namespace diagonal {
namespace {

TEST(TimeColumn, readsIsoDates) {
    constexpr double day = 19844.0 * kDaySeconds;  // 2024-05-01
    const auto seconds = [](const char* text) {
        const auto date = dateTimeIn(text);
        return date ? date->seconds : std::nan("");
    };
    EXPECT_EQ(seconds("2024-05-01"), day);
    EXPECT_EQ(seconds("2024-05"), day);
    EXPECT_EQ(seconds("2024-05-01T12:30"), day + 45000);
    EXPECT_EQ(seconds("2024-05-01 12:30:05.25"), day + 45005.25);
    EXPECT_EQ(seconds("2024-05-01T12:30:05Z"), day + 45005);
    EXPECT_EQ(seconds("2024-05-01T12:30:05+02:00"), day + 45005 - 7200);
    EXPECT_EQ(seconds("2024-05-01t12:30:05-0330"), day + 45005 + 12600);
    EXPECT_EQ(seconds("1969-12-31T23:59:59"), -1);
    EXPECT_TRUE(dateTimeIn("2024-05-01T12:30:05Z")->hasZone);
    EXPECT_FALSE(dateTimeIn("2024-05-01T12:30:05")->hasZone);
    for (const char* other : {"", "2024", "2024-13-01", "2023-02-29", "01/05/2024", "2024-05-01T",
                              "2024-05-01T25:00", "2024-05-01T12:60", "2024-05-01T12:30:05.",
                              "2024-05-01T12:30X", "2024-05-01T12:30Z1", "2024-5-1", "20240501"})
        EXPECT_FALSE(dateTimeIn(other)) << other;
}

TEST(TimeColumn, writesDatesAsTheyWereRead) {
    for (const char* text :
         {"2024-05-01", "2024-02-29 00:00:01", "1969-12-31 23:59:59", "2024-05-01 12:30:05.25"})
        EXPECT_EQ(dateAndTimeText(dateTimeIn(text)->seconds), text);
}

TEST(TimeColumn, keepsWhatItCannotRead) {
    TimeColumn dates("day", true);
    dates.add("2024-05-01", false);
    dates.add("", false);
    TimeColumn more("day", true);
    more.add("2024-05-01T00:00:00Z", false);
    more.add("soon", false);
    more.add("later", false);
    dates.append(more);
    ASSERT_EQ(dates.values().size(), 5U);
    EXPECT_TRUE(std::isnan(dates.values()[1]));
    EXPECT_EQ(dates.values()[0], dates.values()[2]);
    EXPECT_EQ(dates.firstUnread(), "soon");
    EXPECT_EQ(dates.zoned(), 1U);
    EXPECT_EQ(dates.unzoned(), 1U);
    TimeColumn clocks("at", true);
    for (const char* text :
         {"2024-05-01T10:00:00", "2024-05-01T11:00:00", "2024-05-01", "2024-05-01x", "2024-05-02"})
        clocks.add(text, false);
    EXPECT_EQ(clocks.values()[1] - clocks.values()[0], 3600);
    EXPECT_EQ(clocks.values()[2], clocks.values()[0] - 36000);
    EXPECT_EQ(clocks.firstUnread(), "2024-05-01x");
    EXPECT_EQ(clocks.values()[4] - clocks.values()[2], kDaySeconds);
    EXPECT_TRUE(more.values().empty());
    TimeColumn numbers("time", false);
    numbers.add("1,5", true);
    EXPECT_EQ(numbers.values()[0], 1.5);
}

}  // namespace
}  // namespace diagonal
