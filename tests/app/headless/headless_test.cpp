// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/headless.h"

#include <sstream>

#include <QImage>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/app/support.h"

namespace diagonal {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::kCancer;
using testing::kDigits;
using testing::sample;

struct Outcome {
    ExitStatus status;
    std::string out, errors;
};

Outcome run(const QStringList& arguments) {
    const auto line = parsedCommandLine(QStringList{QStringLiteral("diagonal")} + arguments);
    EXPECT_TRUE(line) << (line ? "" : line.error().detail);
    std::ostringstream out;
    std::ostringstream errors;
    const ExitStatus status = runHeadless(line.value(), out, errors);
    return {status, out.str(), errors.str()};
}

QStringList words(const char* text) {
    return QString::fromLatin1(text).split(QLatin1Char(' '));
}

TEST(Headless, printsTheReportOfEachFile) {
    const auto ran = run(QStringList{sample(kDigits), sample(kCancer)} + words("--report csv"));
    EXPECT_EQ(ran.status, kDone);
    EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 1 + 15 + 10);
    EXPECT_THAT(ran.errors, IsEmpty());
}

TEST(Headless, withoutADisplayOneFileIsDrawnAndAllAreReported) {
    CommandLine line;
    line.files = QStringList{sample(kDigits)};
    EXPECT_EQ(withoutDisplay(line).exportFile, QStringLiteral("diagram.png"));
    line.files << sample(kCancer);
    EXPECT_FALSE(withoutDisplay(line).exportFile);
    EXPECT_EQ(withoutDisplay(line).report, ReportFormat::Text);
}

TEST(Headless, oneUnreadableFileDoesNotHideTheOthers) {
    const auto ran =
        run(QStringList{QStringLiteral("none.csv"), sample(kCancer)} + words("--report json"));
    EXPECT_EQ(ran.status, kUnreadable);
    EXPECT_THAT(ran.errors, HasSubstr("diagonal: none.csv: cannot be opened"));
    EXPECT_THAT(ran.out, HasSubstr("\"rows\": 569"));
}

TEST(Headless, limitsEndWithTheirOwnStatus) {
    EXPECT_EQ(run({sample(kDigits), QStringLiteral("--fail-above=ece=0.5")}).status, kDone);
    const auto broken = run({sample(kDigits), QStringLiteral("--fail-above=ece=0.01")});
    EXPECT_EQ(broken.status, kLimitExceeded);
    EXPECT_THAT(broken.errors, HasSubstr("ece is 0.07"));
    const auto undefined =
        run({sample("digits_naive_bayes.csv"), QStringLiteral("--fail-above=nll=9")});
    EXPECT_EQ(undefined.status, kLimitExceeded);
    const auto both =
        run({sample(kDigits), QStringLiteral("none.csv"), QStringLiteral("--fail-above=ece=0.01")});
    EXPECT_EQ(both.status, kUnreadable);
}

TEST(Headless, aFitIsReportedAndAnImpossibleOneIsAnError) {
    const auto fitted =
        run(QStringList{sample(kDigits)} + words("--report json --temperature fit"));
    EXPECT_EQ(fitted.status, kDone);
    EXPECT_THAT(fitted.out, HasSubstr("\"temperature_fit\": {\n        \"value\": 2.37"));
    const auto impossible = run(QStringList{sample("digits_naive_bayes.csv")} +
                                words("--report json --temperature fit"));
    EXPECT_EQ(impossible.status, kUnreadable);
    EXPECT_THAT(impossible.errors, HasSubstr("temperature cannot be fitted"));
}

TEST(Headless, classesAreFoundByName) {
    const auto seven = run(QStringList{sample(kDigits)} + words("--report json --view class=7"));
    EXPECT_THAT(seven.out, HasSubstr("\"view\": \"class=7\""));
    const auto none = run(QStringList{sample(kDigits)} + words("--report json --view class=cat"));
    EXPECT_EQ(none.status, kUnreadable);
    EXPECT_THAT(none.errors, HasSubstr("there is no class 'cat'"));
    const auto positive =
        run(QStringList{sample(kDigits)} + words("--report json --view positive"));
    EXPECT_EQ(positive.status, kUnreadable);
}

TEST(Headless, drawsAFigureOfTheAskedSizeAndResolution) {
    const testing::TemporaryFolder folder;
    const QString path = QString::fromStdString(folder.path("f.png"));
    const auto ran =
        run({sample(kDigits), QStringLiteral("--export"), path, QStringLiteral("--dpi=192")});
    EXPECT_EQ(ran.status, kDone);
    EXPECT_THAT(ran.out, IsEmpty());
    const QImage image(path);
    EXPECT_EQ(image.size(), QSize(1600, 1800));
    EXPECT_EQ(image.dotsPerMeterX(), 7559);
}

TEST(Headless, aFigureIsOfOneFileAndGoesWhereItCan) {
    EXPECT_EQ(run({sample(kDigits), sample(kCancer), QStringLiteral("--export=f.png")}).status,
              kWrongUsage);
    const auto nowhere = run({sample(kDigits), QStringLiteral("--export=/nowhere/f.png")});
    EXPECT_EQ(nowhere.status, kUnreadable);
    EXPECT_THAT(nowhere.errors, HasSubstr("/nowhere/f.png: cannot be written"));
}

}  // namespace
}  // namespace diagonal
