// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/ece_remarks.h"

#include <gmock/gmock.h>

#include "core/reporting/detailed_report.h"
#include "tests/core/measuring/two_hundred_rows.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> remarksOn(Predictions predictions) {
    Dataset dataset{std::move(predictions), {}};
    dataset.summary.positiveClass = 1;
    dataset.summary.classNames = {"0", "1"};
    const auto analysis = analyse(dataset, {});
    return detailedReport(analysis.value()).value()->eceRemarks;
}

TEST(EceRemarks, binsThatErrToOneSideAreNamed) {
    const auto remarks = remarksOn(testing::positiveScores({.5, .6, .9, .9}, {0, 0, 1, 0}));
    EXPECT_THAT(remarks, Contains(HasSubstr("All bins are over-confident")));
    EXPECT_THAT(remarks, Contains("7 of 10 bins are empty."));
}

TEST(EceRemarks, certainRowsAreCounted) {
    EXPECT_THAT(remarksOn(testing::positiveScores({1, 1, .2, .3}, {1, 0, 1, 0})),
                Contains(HasSubstr("2 rows have a confidence of exactly 1")));
}

TEST(EceRemarks, chanceIsNamedWhereItExplainsTheValue) {
    EXPECT_THAT(remarksOn(testing::twoHundredRows()),
                Contains(HasSubstr("Not detected at 5 % in these bins; errors up to 0.1")));
    std::vector<double> sure(200, .99);
    EXPECT_THAT(remarksOn(testing::positiveScores(sure, std::vector<std::int32_t>(200, 0))),
                Not(Contains(HasSubstr("Not detected"))));
}

}  // namespace
}  // namespace diagonal
