// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/tables/dialect_detection.h"

#include <gtest/gtest.h>

namespace diagonal {
namespace {

TEST(CsvDialect, theDelimiterIsTheOneThatSplitsAllRecordsAlike) {
    EXPECT_EQ(detectedDialect("a,b\n1,2\n", true).delimiter, ',');
    EXPECT_EQ(detectedDialect("a;b\n1;2\n", true).delimiter, ';');
    EXPECT_EQ(detectedDialect("a\tb c\n1\t2 3\n", true).delimiter, '\t');
    EXPECT_EQ(detectedDialect("a|b\n1|2\n", true).delimiter, '|');
    EXPECT_EQ(detectedDialect("a   b\n1  2\n", true).delimiter, ' ');
    EXPECT_EQ(detectedDialect("text,p\n\"a;b;c\",1\n\"d\",2\n", true).delimiter, ',');
    // Split at ';', the header fits and the next line is malformed.
    EXPECT_EQ(detectedDialect("label,\"a;b\",\"c\"\n\"a;b\",1,2\n", true).delimiter, ',');
}

TEST(CsvDialect, decimalCommasAreDistinguishedFromDelimiters) {
    const auto dialect = detectedDialect("p;label\n0,7;1\n0,2;0\n", true);
    EXPECT_EQ(dialect.delimiter, ';');
    EXPECT_TRUE(dialect.decimalComma);
    EXPECT_FALSE(detectedDialect("p;label\n0.7;1\n", true).decimalComma);
}

TEST(CsvDialect, aCommentSignStandsBeforeTheHeader) {
    EXPECT_EQ(detectedDialect("# made by hand\na,b\n1,2\n", true).comment, '#');
    EXPECT_EQ(detectedDialect("a,b\n1,2\n", true).comment, '\0');
}

TEST(CsvDialect, aCutLastRecordIsNotLookedAt) {
    EXPECT_EQ(detectedDialect("a;b,c\n1;2\n3;4\n5,", false).delimiter, ';');
}

TEST(CsvDialect, oneColumnNeedsNoDelimiter) {
    EXPECT_EQ(detectedDialect("label\n1\n0\n", true).delimiter, ',');
}

}  // namespace
}  // namespace diagonal
