// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/headless.h"

#include <sstream>

#include <QFile>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/app/support.h"

namespace diagonal {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::kCancer;
using testing::kDigits;
using ::testing::Not;
using testing::sample;
using ::testing::StartsWith;

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

TEST(Headless, onlyWhatIsNamedIsReported) {
    const auto ran =
        run(QStringList{sample(kDigits)} + words("--report json --only ece,smece,groups"));
    EXPECT_EQ(ran.status, kDone);
    const auto report = QJsonDocument::fromJson(QByteArray::fromStdString(ran.out))
                            .object()[QLatin1String("reports")][0];
    const QJsonObject scores = report[QLatin1String("scores")].toObject();
    EXPECT_EQ(scores.keys(), QStringList({QStringLiteral("ece"), QStringLiteral("smece")}));
    EXPECT_EQ(report[QLatin1String("intervals")].toObject().keys(), scores.keys());
    for (const char* part : {"bins", "classwise", "conventions"})
        EXPECT_TRUE(report[QLatin1String(part)].isUndefined()) << part;

    const auto all = run(QStringList{sample(kDigits)} + words("--report json"));
    const auto whole = QJsonDocument::fromJson(QByteArray::fromStdString(all.out))
                           .object()[QLatin1String("reports")][0];
    for (const QString& id : scores.keys()) {
        EXPECT_EQ(whole[QLatin1String("scores")][id], scores[id]);
        EXPECT_EQ(whole[QLatin1String("intervals")][id], report[QLatin1String("intervals")][id])
            << id.toStdString();
    }
}

TEST(Headless, theTextOfNamedPartsHoldsNoOthers) {
    const auto ran = run(QStringList{sample(kDigits)} + words("--report text --only nll,bins"));
    EXPECT_THAT(ran.out, HasSubstr("Negative log-likelihood"));
    EXPECT_THAT(ran.out, HasSubstr("0.0000 to 0.0667"));
    EXPECT_THAT(ran.out, Not(HasSubstr("Brier")));
    EXPECT_THAT(ran.out, Not(HasSubstr("scikit-learn")));
}

TEST(Headless, tablesOfSeveralFilesAreOneInCsv) {
    const auto ran =
        run(QStringList{sample(kCancer), sample(kDigits)} + words("--report csv --table scores"));
    EXPECT_EQ(ran.status, kDone);
    EXPECT_THAT(ran.out,
                StartsWith("file,score,value,value_lower,value_upper,p_by_chance,remark\n"));
    EXPECT_EQ(ran.out.find("file,score", 1), std::string::npos);
    EXPECT_THAT(ran.out, HasSubstr("digits_neural_network.npz,Smooth calibration error,0.0"));
}

TEST(Headless, latexHoldsScoresAndBinsUnlessOneTableIsNamed) {
    const auto both = run(QStringList{sample(kCancer)} + words("--report latex"));
    EXPECT_EQ(both.status, kDone);
    EXPECT_THAT(both.out, AllOf(HasSubstr("\\toprule"), HasSubstr("Brier score & "),
                                HasSubstr("Bin & From & To")));
    const auto bins = run(QStringList{sample(kCancer)} + words("--report latex --table bins"));
    EXPECT_THAT(bins.out, Not(HasSubstr("Brier")));
    const auto maps = run(QStringList{sample(kCancer)} + words("--report markdown --table maps"));
    EXPECT_THAT(maps.out, HasSubstr("| Isotonic regression | 0."));
    const auto groups = run(QStringList{sample(kCancer)} + words("--report csv --table groups"));
    EXPECT_EQ(groups.status, kUnreadable);
    EXPECT_THAT(groups.out, IsEmpty());
    EXPECT_THAT(groups.errors, HasSubstr("no column divides the rows into groups"));
}

TEST(Headless, aCaptionIsPrintedInTheWordsOfAField) {
    const auto ran = run(QStringList{sample(kCancer)} + words("--caption clinical"));
    EXPECT_EQ(ran.status, kDone);
    EXPECT_THAT(ran.out,
                AllOf(StartsWith("Caption: Calibration plot"), HasSubstr("\nMethods: "),
                      HasSubstr("calibration slope 1.01"), HasSubstr("\nAlternative text: ")));
}

TEST(Headless, aMapAloneIsSavedWithoutAReport) {
    const QTemporaryDir folder;
    const QString saved = folder.filePath(QStringLiteral("map.json"));
    const QString reported = folder.filePath(QStringLiteral("reported.json"));
    const QStringList fit = QStringList{sample(kDigits)} + words("--recalibrate temperature");
    const auto ran = run(fit + QStringList{QStringLiteral("--save-map"), saved});
    EXPECT_EQ(ran.status, kDone);
    EXPECT_THAT(ran.out, IsEmpty());
    run(fit + QStringList{QStringLiteral("--save-map"), reported} + words("--report json"));
    QFile one(saved);
    QFile other(reported);
    ASSERT_TRUE(one.open(QIODevice::ReadOnly) && other.open(QIODevice::ReadOnly));
    EXPECT_EQ(one.readAll(), other.readAll());
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

TEST(Headless, aProfileThatTheRowsDoNotHaveIsSaidByEveryOutput) {
    const testing::TemporaryFolder folder;
    const auto file =
        QString::fromStdString(folder.write("c.csv", "confidence,correct\n.9,1\n.6,0\n"));
    for (const char* output : {"--caption ml", "--report json"}) {
        const auto refused =
            run(QStringList{file} + words("--diagram temperature") + words(output));
        EXPECT_EQ(refused.status, kUnreadable) << output;
        EXPECT_THAT(refused.errors, HasSubstr("temperature scaling is not possible"));
        EXPECT_THAT(refused.out, Not(HasSubstr("Reliability diagram")));
    }
    const auto bins = run(QStringList{file} + words("--diagram ece-by-bins --report json"));
    EXPECT_EQ(bins.status, kDone);
    EXPECT_THAT(bins.out, HasSubstr("\"kind\": \"ece-by-bins\""));
}

}  // namespace
}  // namespace diagonal
