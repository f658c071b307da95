// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/headless.h"

#include <cmath>
#include <fcntl.h>
#include <sstream>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/headless/figure_session.h"
#include "core/base/date_text.h"
#include "core/base/random_numbers.h"
#include "core/base/text.h"
#include "tests/app/support.h"
#include "tests/core/reading/npy_bytes.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::EndsWith;
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

TEST(Headless, saysWhatDecisionsByThresholdsAreWorth) {
    const auto table = run(QStringList{sample(kCancer)} +
                           words("--threshold 0.1,0.5 --report csv --table decision"));
    EXPECT_EQ(table.status, kDone);
    EXPECT_THAT(table.out,
                StartsWith("file,threshold,net_benefit,lower,upper,all,standardised,minus_best,"
                           "minus_best_lower,minus_best_upper,avoided,miscalibration_cost\n"));
    EXPECT_EQ(std::count(table.out.begin(), table.out.end(), '\n'), 3);
    const auto all = run(QStringList{sample(kCancer)} + words("--report csv --table decision"));
    EXPECT_EQ(std::count(all.out.begin(), all.out.end(), '\n'), 100);
    const auto text =
        run(QStringList{sample(kCancer)} + words("--threshold 0.2 --report text --only ece"));
    EXPECT_THAT(text.out, HasSubstr("less the better of all and none"));
    const auto unused = parsedCommandLine(QStringList{QStringLiteral("diagonal"), sample(kCancer)} +
                                          words("--threshold 0.2"));
    EXPECT_THAT(unused.error().detail, HasSubstr("--threshold requires --report"));
    const auto risks =
        run(QStringList{sample(kDigits)} + words("--report csv --table risk-coverage"));
    EXPECT_THAT(risks.out, StartsWith("file,threshold,coverage,risk,upper\n"));
}

TEST(Headless, countsDecisionsAtAStatedPrevalence) {
    const QStringList cancer{sample(kCancer)};
    const auto parsed = [&](const char* options) {
        return parsedCommandLine(QStringList{QStringLiteral("diagonal")} + cancer + words(options));
    };
    const auto json =
        run(cancer + words("--threshold 0.2,prevalence=0.02 --report json --only ece"));
    const auto root = QJsonDocument::fromJson(QByteArray::fromStdString(json.out))
                          .object()["reports"]
                          .toArray()
                          .at(0)
                          .toObject();
    EXPECT_EQ(root["decision_prevalence"].toDouble(), .02);
    const auto point = root["decision"].toArray().at(0).toObject();
    const double events = point["true_positives"].toDouble() + point["false_negatives"].toDouble();
    const double others = point["true_negatives"].toDouble() + point["false_positives"].toDouble();
    EXPECT_NEAR(point["net_benefit"].toDouble(),
                .02 * point["true_positives"].toDouble() / events -
                    .98 * point["false_positives"].toDouble() / others * .25,
                1e-12);
    EXPECT_THAT(run(cancer + words("--threshold 0.2,prevalence=0.02 --report text --only ece")).out,
                HasSubstr("net benefit at a prevalence of 2 %"));
    const auto table =
        run(cancer + words("--threshold prevalence=0.02 --report csv --table decision"));
    EXPECT_THAT(table.out, HasSubstr(",miscalibration_cost,prevalence\n"));
    EXPECT_EQ(std::count(table.out.begin(), table.out.end(), '\n'), 100);
    const auto figure = run(cancer + words("--threshold prevalence=0.02 --diagram decision "
                                           "--caption ml"));
    EXPECT_THAT(figure.out, HasSubstr("at a prevalence of 2 % instead of that of the rows"));
    EXPECT_THAT(parsed("--threshold prevalence=0.02 --report text").error().detail,
                HasSubstr("needs thresholds to report"));
    EXPECT_THAT(parsed("--threshold 0.1,prevalence=1 --report text").error().detail,
                HasSubstr("above 0 and below 1"));
}

/// Maps are fitted to the chosen rows, as in the window, and only these are written.
TEST(Headless, recalibratesTheChosenRows) {
    const QTemporaryDir folder;
    const QString written = folder.filePath(QStringLiteral("w.csv"));
    const auto ran = run(QStringList{sample(kDigits), QStringLiteral("--write"), written} +
                         words("--where true=3 --recalibrate temperature"));
    EXPECT_EQ(ran.status, kDone) << ran.errors;
    QFile rows(written);
    ASSERT_TRUE(rows.open(QIODevice::ReadOnly));
    EXPECT_EQ(rows.readAll().count('\n'), 1 + 174);
    const auto unknown = run(QStringList{sample(kDigits), QStringLiteral("--write"), written} +
                             words("--where true=cow --recalibrate temperature"));
    EXPECT_EQ(unknown.status, kUnreadable);
    EXPECT_THAT(unknown.errors, HasSubstr("no class is called 'cow'"));
}

TEST(Headless, refusesAPrevalenceForOneOutcome) {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("right.csv"));
    QFile rows(file);
    ASSERT_TRUE(rows.open(QIODevice::WriteOnly));
    rows.write("prob_a,prob_b,label\n0.9,0.1,a\n0.8,0.2,a\n0.7,0.3,a\n");
    rows.close();
    const auto ran = run(QStringList{file} + words("--threshold 0.2,prevalence=0.1 --report text"));
    EXPECT_EQ(ran.status, kUnreadable);
    EXPECT_THAT(ran.errors, HasSubstr("needs rows with the event and rows without it"));
}

TEST(Headless, findsTheWaysToComputeAPrintedEce) {
    const QStringList digits{sample(kDigits)};
    const auto found = run(digits + words("--find-ece 0.070"));
    EXPECT_EQ(found.status, kDone) << found.errors;
    EXPECT_THAT(found.out, AllOf(HasSubstr(" ways to compute it round to 0.070"),
                                 HasSubstr("15 equal-width bins"), HasSubstr("top label")));
    EXPECT_LT(found.out.find("15 equal-width bins"), found.out.find("equal-mass"));
    const auto table = run(digits + words("--find-ece 7.0% --report csv"));
    EXPECT_THAT(table.out, StartsWith("file,value,score,bins,view,temperature,options\n"));
    // The options of each way give its value.
    const QStringList lines = QString::fromStdString(table.out).split(QLatin1Char('\n'));
    ASSERT_GT(lines.size(), 4);
    for (const int line : {1, 2, static_cast<int>(lines.size()) - 2}) {
        const QStringList cells = lines[line].split(QLatin1Char(','));
        ASSERT_EQ(cells.size(), 7) << lines[line].toStdString();
        const auto again = run(digits + cells[6].split(QLatin1Char(' '), Qt::SkipEmptyParts) +
                               words("--report json"));
        const auto root = QJsonDocument::fromJson(QByteArray::fromStdString(again.out)).object();
        const auto scores = root["reports"].toArray().at(0).toObject()["scores"].toObject();
        EXPECT_NEAR(scores[cells[2].toLower()].toDouble(), cells[1].toDouble(), 1e-9)
            << lines[line].toStdString();
    }
    const auto none = run(digits + words("--find-ece 0.99"));
    EXPECT_THAT(none.out, AllOf(HasSubstr(": None of "), HasSubstr("The nearest is ")));
    for (const char* wrong :
         {"--find-ece x", "--find-ece 101", "--find-ece 0.10 --report csv --table bins",
          "--find-ece 0.10 --report json", "--find-ece 0.10 --bins 7",
          "--find-ece 0.10 --where confidence=0.3..0.8"})
        EXPECT_FALSE(
            parsedCommandLine(QStringList{QStringLiteral("diagonal")} + digits + words(wrong)))
            << wrong;
}

/// The options that a way is printed with give its value, pasted into a shell.
TEST(Headless, printsHowToComputeAFoundEceAgain) {
    const testing::TemporaryFolder folder;
    std::string text = "label,p_a,p_b,w,remark\n";
    for (int i = 0; i < 200; ++i) {
        text += std::to_string(i * 61 % 100 < i * 37 % 100) + ",0." + std::to_string(10 + i % 89) +
                "," + std::to_string((i * 37 % 100 + .5) / 100) + "," + std::to_string(1 + i % 3) +
                (i % 2 == 0 ? ",a text\n" : ",other\n");
    }
    const QString file = QString::fromStdString(folder.write("two.csv", text));
    const auto ran =
        run(QStringList{file, QStringLiteral("--where"), QStringLiteral("remark~a te")} +
            words("--column probability=p_b --column label=label --column weight=w "
                  "--find-ece 0.07 --report csv"));
    ASSERT_EQ(ran.status, kDone) << ran.errors;
    const QStringList lines = QString::fromStdString(ran.out).split(QLatin1Char('\n'));
    ASSERT_GT(lines.size(), 3);
    for (const int line : {1, static_cast<int>(lines.size()) - 2}) {
        const QStringList cells = lines[line].split(QLatin1Char(','));
        QProcess shell;
        shell.start(QStringLiteral("sh"),
                    {QStringLiteral("-c"), QStringLiteral("printf '%s\\n' ") + cells.last()});
        ASSERT_TRUE(shell.waitForFinished());
        const QStringList options = QString::fromUtf8(shell.readAllStandardOutput())
                                        .split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        EXPECT_TRUE(options.contains(QStringLiteral("remark~a te"))) << cells.last().toStdString();
        EXPECT_TRUE(options.contains(QStringLiteral("probability=p_b")));
        const auto again = run(QStringList{file} + options + words("--report json"));
        ASSERT_EQ(again.status, kDone) << again.errors;
        const auto root = QJsonDocument::fromJson(QByteArray::fromStdString(again.out)).object();
        const auto scores = root["reports"].toArray().at(0).toObject()["scores"].toObject();
        EXPECT_NEAR(scores[cells[2].toLower()].toDouble(), cells[1].toDouble(), 1e-9)
            << lines[line].toStdString();
    }
    const auto first = run(QStringList{file} + words("--column weight=w --find-ece 0.07"));
    EXPECT_THAT(first.out, HasSubstr("The file also holds scores of 1 other model, not looked at. "
                                     "To see it, use --column probability=p_b."));
    EXPECT_FALSE(parsedCommandLine(QStringList{QStringLiteral("diagonal"), file} +
                                   words("--find-ece 0.07 --recalibrate temperature")));
}

TEST(Headless, anyColumnChoosesRowsAndIsListed) {
    const testing::TemporaryFolder folder;
    std::string rows = "id,label,probability,remark\n";
    for (int i = 0; i < 60; ++i)
        rows += "r" + std::to_string(i) + "," + std::to_string(i % 2) + ",0." +
                std::to_string(20 + i) + (i % 3 == 0 ? ",plain\n" : ",1e1 and more\n");
    const QString file = QString::fromStdString(folder.write("remarks.csv", rows));
    const auto chosen = run({file, QStringLiteral("--where"), QStringLiteral("remark=plain"),
                             QStringLiteral("--report"), QStringLiteral("csv"),
                             QStringLiteral("--table"), QStringLiteral("rows")});
    EXPECT_EQ(chosen.status, kDone) << chosen.errors;
    EXPECT_EQ(std::count(chosen.out.begin(), chosen.out.end(), '\n'), 1 + 20);
    EXPECT_THAT(chosen.out, StartsWith("file,line,true,predicted,confidence,outcome,id,remark\n"));
    const auto same = run({file, QStringLiteral("--where"), QStringLiteral("remark≠1e1 and more"),
                           QStringLiteral("--report"), QStringLiteral("csv"),
                           QStringLiteral("--table"), QStringLiteral("rows")});
    EXPECT_EQ(same.out, chosen.out) << "by another sign";
    const auto report = run({file, QStringLiteral("--where"), QStringLiteral("remark=1e1 and more"),
                             QStringLiteral("--report"), QStringLiteral("text")});
    EXPECT_THAT(report.out, HasSubstr("40 rows")) << "texts are as the file writes them";
    // A name that the table has already is told apart: readers of objects keep the last one.
    const QString doubled = QString::fromStdString(folder.write(
        "doubled.csv", "label,p,outcome,outcome_2,line\n1,0.9,died,a,x\n0,0.2,lived,b,y\n"));
    const auto heads = run({doubled, QStringLiteral("--report"), QStringLiteral("csv"),
                            QStringLiteral("--table"), QStringLiteral("rows")});
    EXPECT_THAT(heads.out, StartsWith("file,line,true,predicted,confidence,outcome,outcome_3,"
                                      "outcome_2,line_2\n"));
    // A text that looks like a range is that text where a cell holds it.
    const QString bands = QString::fromStdString(folder.write(
        "bands.csv", "label,p,band,age\n1,0.9,70..80,70\n0,0.2,75,75\n1,0.7,85,80\n0,0.4,9,85\n"));
    for (const auto& [condition, count] :
         {std::pair("band=70..80", 1), std::pair("band=75..90", 2), std::pair("age=70..80", 3),
          std::pair("age=70<..<80", 1)}) {
        const auto few = run({bands, QStringLiteral("--where"), QLatin1String(condition),
                              QStringLiteral("--report"), QStringLiteral("csv"),
                              QStringLiteral("--table"), QStringLiteral("rows")});
        EXPECT_EQ(std::count(few.out.begin(), few.out.end(), '\n'), 1 + count)
            << condition << few.errors;
    }
    const auto some = run({file, QStringLiteral("--where"), QStringLiteral("remark ~ AND MORE"),
                           QStringLiteral("--where"), QStringLiteral("confidence<0.6"),
                           QStringLiteral("--report"), QStringLiteral("text")});
    EXPECT_THAT(some.out,
                HasSubstr(" rows where confidence 0 to below 0.6, remark has 'AND MORE'"));
    for (const auto& [condition, message] :
         {std::pair("nothing=1",
                    "no column besides labels and scores is called 'nothing'; the "
                    "columns are 'id', 'remark'"),
          std::pair("Probability>0.5", "the confidence in the view is chosen by confidence>0.5"),
          std::pair("Remark~plain", "there is 'remark': capitals count"),
          std::pair("remark=1E1 and More", "there is '1e1 and more': capitals count"),
          std::pair("remark=Plain", "there is 'plain': capitals count"),
          std::pair("remark=1e1", "'remark~1e1' finds the cells that hold it"),
          std::pair("id==r1", "write 'id=VALUE', without another ="),
          std::pair("id=>3", "write the signs as <= and >="),
          std::pair("id=3-5", "for a range write 'id=LOWER..UPPER'"),
          std::pair("probability>0.5", "it holds the scores; the confidence in the view"),
          std::pair("id=1<..2", "no value of 'id' is a number, which id=1<..2 compares with")}) {
        const auto none = run({file, QStringLiteral("--where"), QLatin1String(condition),
                               QStringLiteral("--report"), QStringLiteral("text")});
        EXPECT_NE(none.status, kDone);
        EXPECT_THAT(none.errors, HasSubstr(message));
    }
}

TEST(Headless, saysHowManyRowsAreNeeded) {
    const auto table =
        run(QStringList{sample(kCancer)} + words("--report csv --table rows-needed"));
    EXPECT_EQ(table.status, kDone) << table.errors;
    EXPECT_THAT(table.out, StartsWith("file,rows,events,oe,oe_lower,oe_upper,slope,"));
    EXPECT_THAT(table.out, AllOf(HasSubstr(",this file\n"), HasSubstr("AUROC within 0.05")));
    EXPECT_EQ(std::count(table.out.begin(), table.out.end(), '\n'), 10);
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("clusters.csv"));
    QFile rows(file);
    ASSERT_TRUE(rows.open(QIODevice::WriteOnly));
    rows.write("y,p,patient\n1,0.7,a\n0,0.2,a\n1,0.6,b\n0,0.3,b\n");
    rows.close();
    const auto clustered = run(QStringList{file} + words("--column cluster=patient --report csv "
                                                         "--table rows-needed"));
    EXPECT_THAT(clustered.errors, HasSubstr("not independent"));
}

TEST(Headless, comparesGradesAndGroupsWithWhatTheyExpect) {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("grades.csv"));
    QFile grades(file);
    ASSERT_TRUE(grades.open(QIODevice::WriteOnly));
    grades.write("grade,pd,n,defaults\nB,0.1,200,30\nA,0.01,300,2\n");
    grades.close();
    const QStringList read = QStringList{file} + words(
                                                     "--column group=grade --column probability=pd "
                                                     "--column correct=defaults --column weight=n");
    const auto table = run(read + words("--report csv --table grades"));
    EXPECT_EQ(table.status, kDone) << table.errors;
    EXPECT_THAT(table.out,
                AllOf(HasSubstr("grade = B,200,30,0.15,0.1"), HasSubstr("grade = A,300,2,")));
    const auto top = run(read + words("--view top-label --report csv --table grades"));
    EXPECT_THAT(top.errors, HasSubstr("choose the class with --view"));
    const auto none = run(QStringList{sample(kCancer)} + words("--report csv --table grades"));
    EXPECT_THAT(none.errors, HasSubstr("--column group=NAME"));

    const QString drawn = folder.filePath(QStringLiteral("forest.tex"));
    const auto json = run(read + words("--diagram forest-oe --report json"));
    EXPECT_THAT(json.out, HasSubstr("\"kind\": \"forest-oe\""));
    const auto forest =
        run(read + words("--diagram forest-oe --caption clinical --export") + QStringList{drawn});
    EXPECT_EQ(forest.status, kDone) << forest.errors;
    EXPECT_THAT(forest.out, AllOf(HasSubstr("A: O:E 0.67 ("), HasSubstr("B: O:E 1.50 (")));
    QFile tex(drawn);
    ASSERT_TRUE(tex.open(QIODevice::ReadOnly));
    EXPECT_THAT(tex.readAll().toStdString(),
                AllOf(HasSubstr("xmode=log"), HasSubstr("{All rows},{}")));
    const auto undrawn = run(QStringList{sample(kCancer)} + words("--diagram forest-oe --export") +
                             QStringList{drawn});
    EXPECT_THAT(undrawn.errors, HasSubstr("--column group=NAME"));
}

/// Numbers within the names of groups count by size.
TEST(Headless, groupsStandInTheirNaturalOrder) {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("wards.csv"));
    QFile wards(file);
    ASSERT_TRUE(wards.open(QIODevice::WriteOnly));
    wards.write("ward,p,label\n");
    for (const char* ward : {"Étage 2", "Ward 10", "Ward 02", "Ward 1"}) {
        for (int i = 0; i < 20; ++i)
            wards.write(QByteArray(ward) + (i % 3 == 0 ? ",0.4,1\n" : ",0.3,0\n"));
    }
    wards.close();
    const QString drawn = folder.filePath(QStringLiteral("forest.tex"));
    const auto forest =
        run(QStringList{file} + words("--column group=ward --diagram forest-oe --export") +
            QStringList{drawn});
    ASSERT_EQ(forest.status, kDone) << forest.errors;
    QFile tex(drawn);
    ASSERT_TRUE(tex.open(QIODevice::ReadOnly));
    // From the bottom.
    EXPECT_THAT(tex.readAll().toStdString(), HasSubstr("{Étage 2},{Ward 10},{Ward 02},{Ward 1},"));
}

/// 400 rows of one a day whose outcomes agree with their probabilities in the first 250 days only.
std::string driftingRows(const char* header, const char* more) {
    RandomNumbers random(7);
    std::string text = std::string(header) + "\n";
    for (int row = 0; row < 400; ++row) {
        const double p = .1 + .8 * random.uniform();
        const bool isEvent = random.uniform() < (row < 250 ? p : .5 * p);
        text += dateText(19'700 + row) + (isEvent ? ",1," : ",0,") + fixedText(p, 4) + more + "\n";
    }
    return text;
}

TEST(Headless, testsWhetherCalibrationHoldsOverTime) {
    const testing::TemporaryFolder folder;
    const QString file = QString::fromStdString(
        folder.write("drift.csv", driftingRows("forecast_date,y_true,y_prob", "")));
    const auto text = run(QStringList{file} + words("--report text"));
    EXPECT_THAT(
        text.out,
        AllOf(HasSubstr("400 rows at 400 times ('forecast_date'), from 2023-12-09 to "
                        "2025-01-11."),
              HasSubstr("Calibration has changed. The largest break is between 2024-08-"),
              HasSubstr("reuses the rows that found it"), HasSubstr("time_column: forecast_date")));
    const QString drawn = QString::fromStdString(folder.path("time.tex"));
    const auto figure = run(QStringList{file} + words("--diagram time --report json --export") +
                            QStringList{drawn});
    EXPECT_EQ(figure.status, kDone) << figure.errors;
    EXPECT_THAT(figure.out,
                AllOf(HasSubstr("\"kind\": \"time\""), HasSubstr("\"change_after\": \"2024-08-"),
                      HasSubstr("\"date\": \"2023-12-09\"")));
    QFile tex(drawn);
    ASSERT_TRUE(tex.open(QIODevice::ReadOnly));
    EXPECT_THAT(tex.readAll().toStdString(),
                AllOf(HasSubstr("xticklabels={{2024-"), HasSubstr("Change between 2024-08-")));
    const auto caption = run(QStringList{file} + words("--diagram time --caption clinical"));
    EXPECT_THAT(caption.out,
                AllOf(HasSubstr("Calibration of drift.csv, positive class 1"),
                      HasSubstr("Brownian bridge (Kolmogorov 1933)"), HasSubstr("Up to ")));
    const auto none =
        run(QStringList{sample(kCancer)} + words("--diagram time --export") + QStringList{drawn});
    EXPECT_THAT(none.errors, HasSubstr("--column time=NAME"));
}

TEST(Headless, timesAreFoundOrChosenAndNeverGuessed) {
    const testing::TemporaryFolder folder;
    const auto read = [&](const std::string& text, const char* options) {
        const QString file = QString::fromStdString(folder.write("t.csv", text));
        return run(QStringList{file} + words(options) + words("--report json --only ece"));
    };
    const std::string durations = "time,y_true,y_prob\n5,1,0.7\n2,0,0.2\n9,1,0.6\n4,0,0.3\n";
    EXPECT_THAT(read(durations, "").out, Not(HasSubstr("time_column")));
    EXPECT_THAT(read(durations, "--column time=time").out, HasSubstr("time_column"));
    const auto unreadable =
        read("when,y_true,y_prob\nMay 1,1,0.7\nMay 2,0,0.2\n", "--column time=when");
    EXPECT_EQ(unreadable.status, kUnreadable);
    EXPECT_THAT(unreadable.errors, AllOf(HasSubstr("'May 1' is neither a date nor a number"),
                                         HasSubstr("2024-05-01T12:30:00Z")));
    std::string mixed = driftingRows("date,y_true,y_prob", "");
    mixed += "soon,1,0.4\n2024-05-01T10:00:00Z,1,0.5\n";
    EXPECT_THAT(read(mixed, "").out,
                AllOf(HasSubstr("1 row has no date (ISO 8601) in 'date', as 'soon'"),
                      HasSubstr("1 have a time zone and 400 have none: these were read as UTC")));
    const QString patients = QString::fromStdString(
        folder.write("clusters.csv", driftingRows("date,y_true,y_prob,patient", ",a")));
    const auto clustered =
        run(QStringList{patients} + words("--column cluster=patient --report text"));
    EXPECT_THAT(clustered.out, HasSubstr("whether calibration changed is not tested"));
}

/// 900 rows of two columns of groups, calibrated but for those of one crossing.
std::string crossedRows() {
    RandomNumbers random(21);
    std::string text = "sex,region,y_true,y_prob\n";
    for (int row = 0; row < 900; ++row) {
        const bool isF = random.uniform() < .5;
        const auto region = random.below(3);
        const double p = .1 + .8 * random.uniform();
        const bool isBad = isF && region == 1;
        text += std::string(isF ? "F," : "M,") + "nsw"[region] + "," +
                (random.uniform() < (isBad ? p * .55 : p) ? "1," : "0,") + fixedText(p, 4) + "\n";
    }
    return text;
}

TEST(Headless, namesTheWorstCrossingOfTwoColumnsOfGroups) {
    const testing::TemporaryFolder folder;
    const QString file = QString::fromStdString(folder.write("crossed.csv", crossedRows()));
    const QStringList read = QStringList{file} + words("--column group=sex --column group=region");
    const auto text = run(read + words("--report text"));
    EXPECT_EQ(text.status, kDone) << text.errors;
    EXPECT_THAT(
        text.out,
        AllOf(HasSubstr("Of 11 groups and crossings of two columns, the worst calibrated is "
                        "sex, region = F, s ("),
              HasSubstr("p <= 0.001 by max-T, "), HasSubstr("adjusted for all of them.")));
    const auto json = run(read + words("--report json --only subgroups"));
    EXPECT_THAT(json.out,
                AllOf(HasSubstr("\"tested\": 11"), HasSubstr("\"draws\": 999"),
                      HasSubstr("\"worst_subgroup\": {\n        \"column\": \"sex, region\"")));
    const auto table = run(read + words("--report csv --table groups"));
    EXPECT_THAT(table.out, AllOf(HasSubstr(",sex = F,"), HasSubstr(",\"sex, region = M, n\",")));
    EXPECT_EQ(table.errors, "");
    const auto part = run(read + words("--report csv --table groups --where sex=F"));
    EXPECT_EQ(part.out, table.out) << "they are compared";
    EXPECT_THAT(part.errors, HasSubstr("all crossings, not only those of sex = F"));
    const auto rows = run(read + words("--report csv --table rows --where sex=F"));
    EXPECT_THAT(rows.out,
                AllOf(HasSubstr(",sex,region"), HasSubstr(",F,s\n"), Not(HasSubstr(",M,"))));
    const auto one = run(QStringList{file} + words("--column group=sex --report text"));
    EXPECT_THAT(one.out, Not(HasSubstr("crossings")));
    const auto clustered = run(QStringList{file} + words("--column group=sex --column group=region "
                                                         "--column cluster=y_prob --report text"));
    EXPECT_THAT(clustered.out, Not(HasSubstr("crossings")));
}

TEST(Headless, saysAtTheTopWhichMapWasApplied) {
    const auto headline = [](const char* map) {
        const auto ran = run(QStringList{sample(kCancer)} + words(map) + words("--report text"));
        return ran.out.substr(0, ran.out.find("\n\n"));
    };
    EXPECT_THAT(headline("--recalibrate shift=0.5,0.1"),
                HasSubstr("; recalibrated: prevalence shift, "));
    EXPECT_THAT(headline("--recalibrate platt"),
                HasSubstr("; recalibrated: platt scaling, fitted "));
}

TEST(Headless, aMapOfTemperatureLeavesRowsOfProbabilityZeroOut) {
    const testing::TemporaryFolder folder;
    std::string rows = "y_true,y_prob\n1,0\n";
    for (int row = 0; row < 60; ++row)
        rows += row % 3 == 0 ? "1,0.4\n" : "0,0.3\n";
    const QString file = QString::fromStdString(folder.write("zero.csv", rows));
    const QStringList fit = QStringList{file} + words("--recalibrate temperature --report text");
    EXPECT_THAT(run(fit).errors, HasSubstr("--fit-without-zeros"));
    const auto without = run(fit + words("--fit-without-zeros"));
    EXPECT_EQ(without.status, kDone) << without.errors;
    EXPECT_FALSE(parsedCommandLine(words("diagonal a --fit-without-zeros --recalibrate platt")));
}

TEST(Headless, gradesStandInTheOrderOfTheirProbability) {
    const testing::TemporaryFolder folder;
    std::string rows = "grade,y_true,y_prob\n";
    for (int row = 0; row < 90; ++row)
        rows += row % 3 == 0   ? (row % 9 == 0 ? "AAA,1,0.1\n" : "AAA,0,0.1\n")
                : row % 3 == 1 ? (row % 2 == 0 ? "AA,1,0.3\n" : "AA,0,0.3\n")
                               : (row % 2 == 0 ? "A,1,0.6\n" : "A,0,0.6\n");
    const QString file = QString::fromStdString(folder.write("grades.csv", rows));
    const auto ran = run(QStringList{file} +
                         words("--column group=grade --diagram forest-oe --caption clinical"));
    EXPECT_THAT(ran.out, ::testing::ContainsRegex("AAA: O:E.*AA: O:E.*A: O:E"));
}

TEST(Headless, guaranteesARiskOnlyWhereItHolds) {
    const auto said = [](const char* options) {
        const auto ran = run(QStringList{sample(kDigits)} + words(options));
        EXPECT_EQ(ran.status, kDone) << ran.errors;
        return ran.out;
    };
    EXPECT_THAT(said("--guarantee risk=0.05 --report text --only ece"),
                AllOf(HasSubstr("Accepting confidences from "),
                      HasSubstr("at most 5 % of accepted new rows are wrong, with 95 %")));
    EXPECT_THAT(said("--guarantee risk=0.001 --report text --only ece"),
                HasSubstr("needs 5,989 accepted rows (2,995 for a threshold fixed in advance)"));
    EXPECT_THAT(said("--guarantee risk=0.05 --temperature fit --report text --only ece"),
                HasSubstr("the temperature was fitted on these rows"));
    EXPECT_THAT(said("--guarantee risk=0.05 --recalibrate temperature --report text --only ece"),
                HasSubstr("the map was fitted on these rows"));
    EXPECT_THAT(said("--guarantee risk=0.05 --recalibrate temperature --fit-rows half "
                     "--report text --only ece"),
                HasSubstr("of accepted new rows are wrong"));
}

TEST(Headless, recommendsNoTemperatureForRowsThatTheModelChose) {
    const QStringList report = {testing::sample(testing::kDigits), QStringLiteral("--report"),
                                QStringLiteral("text")};
    EXPECT_THAT(run(report).out, HasSubstr("Temperature scaling would help"));
    const auto sure =
        run(report + QStringList{QStringLiteral("--where"), QStringLiteral("confidence=0.9..1")});
    EXPECT_EQ(sure.status, kDone) << sure.errors;
    EXPECT_THAT(sure.out, Not(HasSubstr("Temperature scaling")));
}

TEST(Headless, measuresTheRowsThatFulfilConditions) {
    const QStringList wrong =
        QStringList{sample(kDigits)} + words("--where outcome=wrong --where confidence=0.9..1");
    const auto report = run(wrong + words("--report text"));
    EXPECT_EQ(report.status, kDone);
    EXPECT_THAT(report.out, HasSubstr(" rows where confidence 0.9 to 1, wrong, 10 classes"));
    const auto table = run(wrong + words("--report csv --table rows"));
    EXPECT_EQ(table.status, kDone);
    EXPECT_THAT(table.out, StartsWith("file,row,true,predicted,confidence,outcome,second,"));
    EXPECT_THAT(table.out, Not(HasSubstr("right")));
    const auto rows = std::count(table.out.begin(), table.out.end(), '\n') - 1;
    EXPECT_THAT(report.out, HasSubstr(std::to_string(rows) + " rows where"));
    const auto none = run(QStringList{sample(kDigits)} +
                          words("--where true=3 --where predicted=4 --where confidence=0..0.05 "
                                "--report text"));
    EXPECT_EQ(none.status, kUnreadable);
    EXPECT_THAT(none.errors, HasSubstr("none of its"));
}

TEST(Headless, tellsWhatChosenRowsHaveInCommon) {
    const auto wrong = run(QStringList{sample(kDigits)} + words("--report csv --table common"));
    EXPECT_EQ(wrong.status, kDone);
    EXPECT_THAT(wrong.out, StartsWith("file,compared,trait,rows,of,others,of_others,share,"));
    EXPECT_THAT(wrong.out, HasSubstr("wrong with right rows,true class 8,35,186,130,1521,"));
    const auto threes = run(QStringList{sample(kDigits)} +
                            words("--where true=3 --report markdown --table common"));
    EXPECT_THAT(threes.out, HasSubstr("| true class 3, predicted class 8 | 9 | 15 |"));
    EXPECT_THAT(threes.out, Not(HasSubstr("| predicted class 3 |")))
        << "it follows from the choice";
    EXPECT_THAT(threes.out,
                EndsWith("Of these 174 rows (against 1,533 others) nothing is more frequent than "
                         "chance explains (2 conditions looked at). "
                         "Of the 15 wrong rows (against 159 right ones) too little is "
                         "known to compare.\n"));
    const testing::TemporaryFolder folder;
    const QString file =
        QString::fromStdString(folder.write("right.csv", "y_true,y_prob\n1,0.9\n0,0.1\n"));
    const auto right = run({file, QStringLiteral("--report"), QStringLiteral("markdown"),
                            QStringLiteral("--table"), QStringLiteral("common")});
    EXPECT_THAT(right.out, EndsWith("There are no other rows, and no wrong beside right ones, to "
                                    "compare.\n"));
    // After a map other rows are wrong.
    const auto mapped = run(QStringList{sample("breast_cancer_logistic.csv")} +
                            words("--recalibrate beta --report csv --table rows"));
    EXPECT_EQ(QString::fromStdString(mapped.out).count(QStringLiteral(",wrong\n")), 139);
    const auto common = run(QStringList{sample("breast_cancer_logistic.csv")} +
                            words("--recalibrate beta --report csv --table common"));
    EXPECT_THAT(common.out, HasSubstr("wrong with right rows,true class 1,77,139,135,430,"));
    EXPECT_EQ(common.errors, "");
    std::string sites = "y_true,y_prob,site\n";
    for (int i = 0; i < 200; ++i)
        sites += std::string(i % 3 == 0 ? "1" : "0") + ",0." + std::to_string(100 + 4 * i) +
                 (i % 2 == 0 ? ",a\n" : ",b\n");
    const auto chosen = run(QStringList{QString::fromStdString(folder.write("sites.csv", sites))} +
                            words("--where site=a --recalibrate beta --report csv --table common"));
    EXPECT_THAT(chosen.errors, HasSubstr("only the chosen rows were recalibrated: they are not "
                                         "compared with all others"));
    EXPECT_THAT(chosen.out, Not(HasSubstr("these rows with all others")));
    const auto label = run({file, QStringLiteral("--where"), QStringLiteral("y_true=1")});
    EXPECT_THAT(label.errors, HasSubstr("it holds the labels: write true=CLASS"));
}

TEST(Headless, theClassesOfConfidencesAreThoseThatTheFileNames) {
    testing::TemporaryFolder folder;
    std::string text = "id,truth,pred_label,confidence\n";
    for (int i = 0; i < 30; ++i)
        text += std::to_string(i) + ",cat," + (i < 12 ? "dog" : "cat") + ",0." +
                std::to_string(60 + i) + "\n" + std::to_string(100 + i) + ",hen,hen,0.9\n";
    const auto file = QString::fromStdString(folder.write("pets.csv", text));
    const auto chosen = run(QStringList{file} + words("--where true=cat --where predicted=dog"
                                                      " --report csv --table rows"));
    EXPECT_THAT(chosen.out, StartsWith("file,line,true,predicted,confidence,outcome,id\n"));
    EXPECT_EQ(std::ranges::count(chosen.out, '\n'), 13);
    EXPECT_THAT(chosen.out, HasSubstr(",24,cat,dog,0.71,wrong,11\n"));
    const auto common = run(QStringList{file} + words("--report csv --table common"));
    EXPECT_THAT(common.out, HasSubstr("\"true class cat, predicted class dog\",12,12,"));
    const auto other = run(QStringList{file} + words("--where pred_label=dog --report text"));
    EXPECT_THAT(other.errors, HasSubstr("write predicted=CLASS"));
}

TEST(Headless, aClassCalledNoneIsOneWhereverTheLabelsStand) {
    testing::TemporaryFolder folder;
    std::string predictions = "predicted,confidence\n", scores = "p_None,p_cat\n";
    std::string csv = "label\n", json;
    for (int i = 0; i < 30; ++i) {
        predictions += i < 20 ? "None,0.8\n" : "cat,0.7\n";
        scores += i < 20 ? "0.8,0.2\n" : "0.3,0.7\n";
        const std::string label = i % 3 == 0 ? "None" : "cat";
        csv += label + "\n";
        json += "{\"label\": \"" + label + "\"}\n";
    }
    const auto labels = {folder.write("labels.csv", csv), folder.write("labels.jsonl", json)};
    for (const std::string& file :
         {folder.write("p.csv", predictions), folder.write("scores.csv", scores)})
        for (const std::string& other : labels) {
            const auto ran =
                run(QStringList{QString::fromStdString(file), QStringLiteral("--labels"),
                                QString::fromStdString(other)} +
                    words("--report csv --table rows --where true=None --where predicted=None"));
            EXPECT_EQ(std::ranges::count(ran.out, '\n'), 8) << file << other << ran.errors;
        }
}

TEST(Headless, aPredictedClassWithoutLabelsIsAColumnLikeOthers) {
    testing::TemporaryFolder folder;
    const auto file = QString::fromStdString(
        folder.write("qa.csv", "predicted,correct,confidence\ncat,1,0.9\ndog,0,0.8\n"));
    EXPECT_THAT(run(QStringList{file} + words("--report csv --table rows")).out,
                HasSubstr(",3,0.8,wrong,dog\n"));
    const auto classes = run(QStringList{file} + words("--where predicted=dog --report text"));
    EXPECT_THAT(classes.errors, HasSubstr("'\"predicted\"=CLASS'"));
    EXPECT_THAT(run(QStringList{file} + words("--where \"predicted\"=dog --report text")).out,
                HasSubstr("1 row where predicted = dog"));
}

TEST(Headless, arraysWithoutARoleChooseRows) {
    std::vector<std::int32_t> labels, ages;
    std::vector<float> logits;
    for (int i = 0; i < 30; ++i) {
        labels.push_back(i % 3);
        ages.push_back(40 + i);
        for (int k = 0; k < 3; ++k)
            logits.push_back(k == i % 2 ? 4.5F : -.5F);
    }
    const auto array = [](const char* type, const char* shape, const std::string& bytes) {
        return testing::npyBytes(testing::npyHeader(type, shape), bytes);
    };
    testing::TemporaryFolder folder;
    const auto file = QString::fromStdString(folder.write(
        "three.npz",
        testing::zipBytes({{"labels.npy", array("<i4", "(30,)", testing::rawBytes(labels))},
                           {"age.npy", array("<i4", "(30,)", testing::rawBytes(ages))},
                           {"logits.npy", array("<f4", "(30, 3)", testing::rawBytes(logits))}},
                          false)));
    EXPECT_THAT(run(QStringList{file} + words("--where age>=60 --report text")).out,
                HasSubstr("10 rows where age >= 60"));
    EXPECT_THAT(run(QStringList{file} + words("--report csv --table rows")).out,
                StartsWith("file,row,true,predicted,confidence,outcome,second,second_probability,"
                           "age\n"));
}

TEST(Headless, datesOfAnotherFormAreChosenByAPartOfTheirText) {
    testing::TemporaryFolder folder;
    std::string text = "y_true,y_prob,Datum\n";
    for (int i = 0; i < 30; ++i)
        text += std::to_string(i % 2) + ",0.5,01.0" + std::to_string(1 + i % 6) + ".2024\n";
    const auto file = QString::fromStdString(folder.write("de.csv", text));
    const auto refused = run(QStringList{file} + words("--where Datum>=2024-05 --report text"));
    EXPECT_THAT(refused.errors, HasSubstr("choose by a part of the text: Datum~2024"));
    EXPECT_THAT(run(QStringList{file} + words("--where Datum~.05.2024 --report text")).out,
                HasSubstr("5 rows where Datum has '.05.2024'"));
}

TEST(Headless, aListInAFieldWithARoleIsNoValueOfIt) {
    testing::TemporaryFolder folder;
    std::string lines;
    for (int i = 0; i < 60; ++i)
        lines += R"({"label":"a","confidence":0.7,"note":"n","predicted":)" +
                 std::string(i % 12 == 0  ? R"(["a","b"])"
                             : i % 3 == 0 ? R"("b")"
                                          : R"("a")") +
                 "}\n";
    const auto file = QString::fromStdString(folder.write("pred.jsonl", lines));
    EXPECT_THAT(run(QStringList{file} + words("--report text")).out,
                HasSubstr("55 rows, 2 classes"));
    EXPECT_THAT(run(QStringList{file} + words("--report text --where note~n")).out,
                HasSubstr("55 rows where note has 'n', 2 classes"));
}

TEST(Headless, noneIsNoOutcomeWhereNoClassIsCalledSo) {
    testing::TemporaryFolder folder;
    std::string none = "label,prob\n", quantiles = "y,q0.1,q0.5,q0.9\n";
    for (int i = 0; i < 40; ++i) {
        none += "None,0." + std::to_string(10 + i) + "\n";
        quantiles += (i % 8 == 0 ? std::string("None") : std::to_string(i)) + ",1,5,30\n";
    }
    const auto report = [&](const char* name, const std::string& text) {
        return run(QStringList{QString::fromStdString(folder.write(name, text))} +
                   words("--report text"));
    };
    EXPECT_THAT(report("none.csv", none).errors,
                HasSubstr("the truth is not known yet: 'label' is empty in all rows"));
    EXPECT_THAT(report("quantiles.csv", quantiles).out, HasSubstr("105 rows"));
}

TEST(Headless, rowsOfTheViewOfAClassAreReadAgainAsWhatTheyAre) {
    testing::TemporaryFolder folder;
    const QString digits = sample("digits_random_forest.csv");
    const auto rows =
        run(QStringList{digits} + words("--view class=3 --report csv --table rows")).out;
    EXPECT_THAT(rows, StartsWith("file,line,true,predicted,confidence,probability_of_3,outcome,"));
    const auto saved = QString::fromStdString(folder.write("rows.csv", rows));
    const auto ece = [](const QString& file) {
        const auto json = run(QStringList{file} + words("--report json --only ece")).out;
        return QJsonDocument::fromJson(
                   QByteArray::fromStdString(json))["reports"][0]["scores"]["ece"]
            .toDouble();
    };
    EXPECT_GT(ece(digits), .1);
    EXPECT_NEAR(ece(saved), ece(digits), 1e-9);
}

TEST(Headless, aFieldOfTextsAndListsIsShownInFull) {
    testing::TemporaryFolder folder;
    std::string lines;
    for (int i = 0; i < 30; ++i)
        lines += "{\"label\":" + std::to_string(i % 2) +
                 (i % 4 < 2 ? ",\"prob\":0.3" : ",\"prob\":0.6") +
                 ",\"note\":" + (i % 3 == 0 ? "[\"a\"]" : "\"b\"") +
                 ",\"group\":" + (i % 3 == 0 ? "[\"a\"]" : "\"b\"") + "}\n";
    const auto file = QString::fromStdString(folder.write("mixed.jsonl", lines));
    const auto rows =
        run(QStringList{file} + words("--report csv --table rows --column group=group"));
    EXPECT_THAT(rows.out, HasSubstr(",,\"[\"\"a\"\"]\"\n")) << "a list is no group";
    EXPECT_THAT(rows.out, HasSubstr(",b,b\n"));
}

TEST(Headless, listsAndObjectsOfJsonAreShownWhole) {
    testing::TemporaryFolder folder;
    std::string lines, list;
    for (int i = 0; i < 30; ++i) {
        const std::string record =
            "{\"label\":" + std::to_string(i % 2) + ",\"prob\":0." + std::to_string(10 + i) +
            ",\"tags\":[\"" + (i % 3 == 0 ? "long" : "short") +
            "\"],\"chat\":[{\"role\":\"user\",\"content\":\"Is " + std::to_string(i) +
            " odd?\"}],\"meta\":{\"from\":{\"page\":" + std::to_string(i) + "}}}";
        lines += record + "\n";
        list += (i == 0 ? "[" : ",\n") + record;
    }
    for (const std::string& file :
         {folder.write("chat.jsonl", lines), folder.write("chat.json", list + "]")}) {
        const auto rows =
            run(QStringList{QString::fromStdString(file)} +
                words("--report csv --table rows --where chat~29 --where tags~short"));
        EXPECT_THAT(rows.out, HasSubstr(",tags,chat,meta.from\n")) << rows.errors;
        EXPECT_THAT(rows.out, HasSubstr(",\"[\"\"short\"\"]\",\"[{\"\"role\"\":\"\"user\"\","
                                        "\"\"content\"\":\"\"Is 29 odd?\"\"}]\","
                                        "\"{\"\"page\"\":29}\"\n"));
        EXPECT_EQ(std::ranges::count(rows.out, '\n'), 2);
    }
}

TEST(Headless, aGateJudgesTheChosenRows) {
    const QStringList gate = QStringList{sample(kDigits)} + words("--fail-above ece=0.5");
    EXPECT_EQ(run(gate).status, kDone);
    const auto wrong = run(gate + words("--where outcome=wrong --caption ml"));
    EXPECT_EQ(wrong.status, kLimitExceeded);
    EXPECT_THAT(wrong.out, HasSubstr("These rows were chosen by their outcome"));
    EXPECT_THAT(wrong.errors, HasSubstr("these rows were chosen by their outcome"));
}

TEST(Headless, saysHowLongEachStepTookIfAsked) {
    const auto ran = run(QStringList{sample(kCancer)} + words("--report text --timings"));
    EXPECT_EQ(ran.status, kDone);
    EXPECT_EQ(ran.out, run(QStringList{sample(kCancer)} + words("--report text")).out);
    for (const char* step : {"read", "measure", "extend", "write"})
        EXPECT_THAT(ran.errors,
                    ContainsRegex(std::string("diagonal: ") + step + ": [0-9]+[.][0-9]+ s, "));
}

TEST(Headless, endsWithAListOfTheModelsThatAFileHolds) {
    testing::TemporaryFolder folder;
    std::string text = "label,prob_lr,prob_rf\n";
    for (int i = 0; i < 200; ++i)
        text += std::to_string(i % 3 == 0) + ",0." + std::to_string(100 + i) + ",0." +
                std::to_string(900 - 2 * i) + "\n";
    const QString file = QString::fromStdString(folder.write("models.csv", text));
    const auto ran = run(QStringList{file} + words("--report text"));
    EXPECT_EQ(ran.status, kDone) << ran.errors;
    const auto list = ran.out.substr(ran.out.find("\nmodel "));
    EXPECT_THAT(list, AllOf(HasSubstr("ECE"), HasSubstr("models.csv: prob_lr"),
                            HasSubstr("models.csv: prob_rf")));
    const auto other = run(QStringList{file} + words("--report csv --table models --compare")).out;
    const std::size_t at = other.find("prob_rf,200,");
    ASSERT_NE(at, std::string::npos) << other;
    EXPECT_THAT(run(QStringList{file} + words("--report json")).out, Not(HasSubstr("prob_rf\",")));
}

TEST(Headless, saysAboveTheNumbersHowManyOutcomesAreKnown) {
    testing::TemporaryFolder folder;
    std::string text = "forecaster,question,probability,outcome\n";
    for (int i = 0; i < 60; ++i)
        text += std::string(i % 2 == 0 ? "ada" : "bob") + ",q" + std::to_string(i) + ",0." +
                std::to_string(10 + i) + "," + (i % 3 == 0 ? "" : std::to_string(i % 3 - 1)) + "\n";
    const QString file = QString::fromStdString(folder.write("log.csv", text));
    const auto ran = run(QStringList{file} + words("--report text"));
    EXPECT_EQ(ran.status, kDone) << ran.errors;
    EXPECT_LT(ran.out.find("Note: 40 of 60 outcomes are known, 20 are still open; known of each: "
                           "ada 20 of 30, bob 20 of 30"),
              ran.out.find("Expected calibration error"));
}

TEST(Headless, statedConfidencesKeepTheUsualBinsInAScript) {
    testing::TemporaryFolder folder;
    std::string text = "answer_correct,confidence\n";
    for (int i = 0; i < 60; ++i)
        text += std::to_string(i % 3 % 2) + ",0." + std::to_string(5 + i % 4) + "\n";
    const QString file = QString::fromStdString(folder.write("stated.csv", text));
    const auto ran = run(QStringList{file} + words("--report text"));
    EXPECT_EQ(ran.status, kDone) << ran.errors;
    EXPECT_THAT(ran.out, AllOf(HasSubstr("15 equal-width bins"),
                               HasSubstr("have only 4 values. To give each a bin of its own, use "
                                         "--binning values")));
    EXPECT_THAT(run(QStringList{file} + words("--report text --binning values")).out,
                HasSubstr("4 stated-value bins"));
}

TEST(Headless, tableOfMapsReadsStandardInputOnce) {
    const int standardInput = ::dup(0);
    const int file = ::open(sample(kCancer).toLocal8Bit().constData(), O_RDONLY);
    ASSERT_TRUE(standardInput >= 0 && file >= 0 && ::dup2(file, 0) == 0);
    const auto ran = run(words("- --report csv --table maps"));
    ::dup2(standardInput, 0);
    ::close(standardInput);
    ::close(file);
    EXPECT_EQ(ran.status, kDone) << ran.errors;
    EXPECT_THAT(ran.out, HasSubstr("-,Isotonic regression,"));
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

/// Three integers a row, which look like labels, and the label.
std::string integerScores(int rows) {
    std::string text = "m0,m1,m2,y\n";
    for (int row = 0; row < rows; ++row) {
        for (const int column : {7, 5, 3})
            text += std::to_string((row * column + column) % 9) + ",";
        text += std::to_string(row % 3) + "\n";
    }
    return text;
}

TEST(Headless, aFileWithChosenScoresIsNeverTakenForLabels) {
    const testing::TemporaryFolder folder;
    const QString b = QString::fromStdString(folder.write("b.csv", integerScores(60)));
    const QString a = QString::fromStdString(folder.write("a.csv", integerScores(60)));
    const QStringList gate = words(
        "--column score=m0 --column score=m1 --column score=m2 --column label=y --label-base 0 "
        "--scores logits --fail-above ece=0.1");
    EXPECT_EQ(run(QStringList{b} + gate).status, kLimitExceeded);
    const auto both = run(QStringList{b, a} + gate);
    EXPECT_EQ(both.status, kLimitExceeded);
    EXPECT_THAT(both.errors, AllOf(HasSubstr("a.csv: ece is"), HasSubstr("b.csv: ece is")));
    const QStringList byNumber = words(
        "--column score=1 --column score=2 --column score=3 --column label=4 --label-base 0 "
        "--scores logits --fail-above ece=0.1");
    EXPECT_THAT(run(QStringList{b, a} + byNumber).errors,
                AllOf(HasSubstr("a.csv: ece is"), HasSubstr("b.csv: ece is")));
}

TEST(Headless, aPairingByTheOrderOfRowsIsSaid) {
    const testing::TemporaryFolder folder;
    const QString scores = QString::fromStdString(
        folder.write("scores.csv", "prob_a,prob_b\n0.9,0.1\n0.2,0.8\n0.3,0.7\n"));
    const QString labels = QString::fromStdString(folder.write("truth.csv", "label\na\nb\na\n"));
    const auto ran = run({scores, labels, QStringLiteral("--fail-above=ece=0.9")});
    EXPECT_EQ(ran.status, kDone) << ran.errors;
    EXPECT_THAT(ran.errors,
                AllOf(HasSubstr("scores.csv: row i has label i of"), HasSubstr("truth.csv")));
    EXPECT_THAT(
        run({scores, QStringLiteral("--labels"), labels, QStringLiteral("--fail-above=ece=0.9")})
            .errors,
        IsEmpty())
        << "the user has said it";
}

/// A report lists them itself; tables, figures and gates have no place for it.
TEST(Headless, skippedRowsAreNamedWhereTheReportDoesNotListThem) {
    const testing::TemporaryFolder folder;
    std::string text = "y_true,y_prob\n";
    for (int row = 0; row < 60; ++row)
        text += row % 40 == 3 ? "1,nan\n" : row % 3 == 0 ? "1,0.8\n" : "0,0.4\n";
    const QString file = QString::fromStdString(folder.write("some.csv", text));
    for (const char* options :
         {"--report csv", "--report csv --table classes", "--report markdown --table bins",
          "--find-ece 0.123", "--fail-above ece=0.9"}) {
        const auto ran = run(QStringList{file} + words(options));
        EXPECT_EQ(ran.status, kDone) << ran.errors;
        EXPECT_THAT(ran.errors, HasSubstr("some.csv: 2 rows skipped: 2 with a score that is not "
                                          "a number\n"))
            << options;
    }
    const QString other = QString::fromStdString(folder.write("other.csv", text));
    for (const char* options : {"--compare --report text", "--compare --report csv",
                                "--compare --recalibrate temperature --report csv"}) {
        const auto ran = run(QStringList{file, other} + words(options));
        EXPECT_EQ(ran.status, kDone) << ran.errors;
        for (const char* name : {"some.csv: 2 rows skipped", "other.csv: 2 rows skipped"}) {
            const std::size_t at = ran.errors.find(name);
            ASSERT_NE(at, std::string::npos) << options << ran.errors;
            EXPECT_EQ(ran.errors.find(name, at + 1), std::string::npos) << "said twice";
        }
    }
    for (const char* options : {"--report text", "--report json", "--report markdown"}) {
        const auto ran = run(QStringList{file} + words(options));
        EXPECT_THAT(ran.out, HasSubstr("2 rows skipped")) << options;
        EXPECT_THAT(ran.errors, IsEmpty()) << options;
    }
}

TEST(Headless, modelsOfOneFileNeedNoNamesOfRows) {
    const testing::TemporaryFolder folder;
    std::string text = "id,label,prob_lr,prob_rf\n";
    for (int row = 0; row < 80; ++row) {  // every id stands twice
        text += std::to_string(row / 2) + (row % 3 == 0 ? ",1,0." : ",0,0.") +
                std::to_string(100 + 7 * row) + ",0." + std::to_string(100 + 9 * row) + "\n";
    }
    const QString file = QString::fromStdString(folder.write("two.csv", text));
    const auto ran = run(QStringList{file} + words("--compare --report text"));
    EXPECT_EQ(ran.status, kDone) << ran.errors;
    EXPECT_THAT(ran.out, HasSubstr("80 rows joined by their place in the file"));
    EXPECT_THAT(ran.out, Not(HasSubstr("without a partner")));
}

TEST(Headless, severalProbabilitiesAreModels) {
    const testing::TemporaryFolder folder;
    const QString file = QString::fromStdString(
        folder.write("two.csv", "label,a,b,c\n1,.75,.5,.9\n0,.25,.125,.1\n1,.5,.5,.8\n"));
    const auto chosen = words("--column label=label --column probability=b --column probability=c");
    const auto both = run(QStringList{file} + chosen + words("--compare --report text"));
    EXPECT_EQ(both.status, kDone) << both.errors;
    EXPECT_THAT(both.out, AllOf(HasSubstr("two.csv: b"), HasSubstr("two.csv: c"),
                                Not(HasSubstr("two.csv: a"))));
    const auto first = run(QStringList{file} + chosen + words("--report text"));
    EXPECT_THAT(first.out, AllOf(HasSubstr("score_column: b"),
                                 HasSubstr("the file also holds scores of 1 other model")));
}

TEST(Headless, columnsOfClassesMayBeginWithClass) {
    const testing::TemporaryFolder folder;
    for (const auto& [names, labels] :
         {std::pair(std::vector<std::string>{"classical", "jazz", "rock"},
                    std::vector<std::string>{"classical", "jazz", "rock"}),
          std::pair(std::vector<std::string>{"class A", "class B", "class C"},
                    std::vector<std::string>{"class A", "class B", "class C"})}) {
        std::string text = "truth";
        for (const std::string& name : names)
            text += ",prob_" + name;
        for (int row = 0; row < 30; ++row)
            text += "\n" + labels[static_cast<std::size_t>(row % 3)] + ",0.5,0.3,0.2";
        const QString file = QString::fromStdString(folder.write("music.csv", text + "\n"));
        const auto ran = run(QStringList{file} + words("--report json --only accuracy"));
        EXPECT_EQ(ran.status, kDone) << ran.errors;
        EXPECT_THAT(ran.out, HasSubstr("\"classes\": 3"));
        EXPECT_THAT(ran.out, HasSubstr("\"accuracy\": 0.3333333333333333"));
    }
}

TEST(Headless, markdownShowsNamesAsTheyAre) {
    const testing::TemporaryFolder folder;
    const QString file = QString::fromStdString(folder.write(
        "a.csv", "y_true,y_prob,site\n1,0.8,a|b\n0,0.3,<img src=x>\n1,0.7,a|b\n0,0.4,`c`\n"));
    const auto ran = run(QStringList{file} + words("--column group=site --report markdown"));
    EXPECT_THAT(ran.out, AllOf(HasSubstr("| site = a\\|b |"), HasSubstr("\\<img src=x\\>"),
                               HasSubstr("\\`c\\`"), Not(HasSubstr(" <img"))));
}

TEST(Headless, aBinOfOneWeightedRowAddsNothingToTheDebiasedError) {
    const testing::TemporaryFolder folder;
    const QString file = QString::fromStdString(
        folder.write("weighted.csv",
                     "y,p,w\n0,.05,3.0186821341310495\n1,.32,1.8896256710137571\n"
                     "0,.33,.07226282200189219\n0,.35,1.481428656811843\n1,.38,1.0249378039079229"
                     "\n0,.85,1.2374952537792105\n"));
    const auto ran = run(QStringList{file} + words("--column weight=w --weights importance "
                                                   "--report json --only l2_debiased"));
    EXPECT_THAT(ran.out, HasSubstr("\"l2_debiased\": 0"));
    EXPECT_THAT(ran.out, Not(HasSubstr("\"l2_debiased\": 0.")));
}

/// 300 rows whose labels are drawn with their probabilities.
std::string calibratedRows() {
    RandomNumbers random(11);
    std::string text = "y_true,y_prob\n";
    for (int row = 0; row < 300; ++row) {
        const double p = 1 / (1 + std::exp(-1.5 * random.normal()));
        text += (random.uniform() < p ? "1," : "0,") + shortest(p) + "\n";
    }
    return text;
}

TEST(Headless, aLimitSaysHowOftenChanceBreaksIt) {
    const testing::TemporaryFolder folder;
    const QString file = QString::fromStdString(folder.write("p.csv", calibratedRows()));
    const auto ofValue = run(QStringList{file} + words("--fail-above ece=0.03"));
    EXPECT_EQ(ofValue.status, kLimitExceeded);
    EXPECT_THAT(ofValue.errors, AllOf(HasSubstr("By chance, a calibrated model"),
                                      HasSubstr("ece.lower=0.03 fails only if")));
    const auto ofLower = run(QStringList{file} + words("--fail-above ece.lower=0.03"));
    EXPECT_EQ(ofLower.status, kDone) << ofLower.errors;
    const auto wrong = run(QStringList{sample(kDigits)} + words("--fail-above ece.lower=0.03"));
    EXPECT_EQ(wrong.status, kLimitExceeded);
    EXPECT_THAT(wrong.errors, HasSubstr("the lower end of the interval of ece is 0.05"));
    EXPECT_FALSE(parsedCommandLine(words("diagonal a --fail-above ks_p.lower=0.1")));
    for (const char* backwards : {"ece_p=0.05", "auroc=0.5", "brier_skill=0.1"})
        EXPECT_FALSE(parsedCommandLine(words("diagonal a --fail-above") << backwards));
}

/// What a job summary shows begins with the gates.
TEST(Headless, textAndMarkdownBeginWithTheGates) {
    const QStringList gated =
        QStringList{sample(kDigits)} + words("--fail-above ece=0.05 --fail-above mce=0.9");
    const auto markdown = run(gated + words("--report markdown"));
    EXPECT_EQ(markdown.status, kLimitExceeded);
    EXPECT_TRUE(markdown.out.starts_with("- **failed**: ")) << markdown.out.substr(0, 200);
    EXPECT_THAT(markdown.out, AllOf(HasSubstr("ece=0.05, value 0.0703 (ece is 0.070"),
                                    HasSubstr("\n- **passed**: ")));
    const auto text = run(gated + words("--report text"));
    EXPECT_TRUE(text.out.starts_with("Gate failed: ")) << text.out.substr(0, 200);
    const auto compared = run(QStringList{sample(kDigits), sample(kDigits)} +
                              words("--compare --fail-unless-within nll=0.1 --report markdown"));
    EXPECT_TRUE(compared.out.starts_with("- **passed**: ")) << compared.out.substr(0, 200);
}

TEST(Headless, theJsonReportListsTheGates) {
    const auto ran = run(QStringList{sample(kDigits)} +
                         words("--fail-above ece=0.05 --fail-above mce=0.9 --report json"));
    EXPECT_EQ(ran.status, kLimitExceeded);
    const QJsonArray gates = QJsonDocument::fromJson(QByteArray::fromStdString(ran.out))
                                 .object()[QStringLiteral("gates")]
                                 .toArray();
    ASSERT_EQ(gates.size(), 2);
    EXPECT_EQ(gates[0][QStringLiteral("gate")].toString(), QStringLiteral("--fail-above ece=0.05"));
    EXPECT_FALSE(gates[0][QStringLiteral("passed")].toBool(true));
    EXPECT_NEAR(gates[0][QStringLiteral("value")].toDouble(), .0703, 1e-4);
    // What is written for programs is what people read.
    EXPECT_THAT(ran.errors,
                HasSubstr(gates[0][QStringLiteral("failure")].toString().toStdString()));
    EXPECT_TRUE(gates[1][QStringLiteral("passed")].toBool());
    EXPECT_EQ(gates[1][QStringLiteral("failure")].toString(), QString());
    const auto compared =
        run(QStringList{sample(kDigits), sample(kDigits)} +
            words("--compare --fail-if-worse ece --fail-unless-within nll=0.1 --report json"));
    const QJsonArray ofPair = QJsonDocument::fromJson(QByteArray::fromStdString(compared.out))
                                  .object()[QStringLiteral("gates")]
                                  .toArray();
    ASSERT_EQ(ofPair.size(), 2);
    EXPECT_EQ(ofPair[1][QStringLiteral("gate")].toString(),
              QStringLiteral("--fail-unless-within nll=0.1"));
    EXPECT_TRUE(ofPair[1][QStringLiteral("passed")].toBool()) << compared.errors;
}

TEST(Headless, limitsEndWithTheirOwnStatus) {
    EXPECT_EQ(run({sample(kDigits), QStringLiteral("--fail-above=ece=0.5")}).status, kDone);
    const testing::TemporaryFolder folder;
    const QString three = QString::fromStdString(
        folder.write("three.csv", "y,prob_a,prob_b\n1,0.9,0.1\n0,0.2,0.9\n1,0.7,0.2\n0,0.1,0.8\n"));
    const auto first = run({three, QStringLiteral("--fail-above=brier=0.1")});
    EXPECT_EQ(first.status, kDone);
    EXPECT_THAT(first.errors, HasSubstr("add --compare to check all"));
    const auto all =
        run({three, QStringLiteral("--compare"), QStringLiteral("--fail-above=brier=0.1")});
    EXPECT_EQ(all.status, kLimitExceeded);
    EXPECT_THAT(all.errors, HasSubstr("three.csv: prob_b: brier is"));
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

/// Two models of the same 400 rows, in files of their own; the second is in reverse order and much
/// too sure.
class ComparedModels : public ::testing::Test {
protected:
    void SetUp() override {
        std::string first = "id,p,label,patient\n";
        std::vector<std::string> rows;
        for (int i = 0; i < 400; ++i) {
            const int step = i * 37 % 100;
            const int label = i * 61 % 100 < step ? 1 : 0;
            const std::string id = "r" + std::to_string(i);
            const auto number = [](int hundredths) {
                return (hundredths < 10 ? "0.0" : "0.") + std::to_string(hundredths);
            };
            const std::string end = "," + std::to_string(label);
            first += id + "," + number(step) + end + ",p" + std::to_string(i % 40) + "\n";
            rows.push_back(id + (step < 50 ? ",0.01" : ",0.99") + end + "\n");
        }
        std::string second = "id,p,label\n";
        for (auto row = rows.rbegin(); row != rows.rend(); ++row)
            second += *row;
        m_first = written("first.csv", first);
        m_second = written("second.csv", second);
    }

    QString written(const char* name, const std::string& text) {
        const QString path = m_folder.filePath(QLatin1String(name));
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text.data(), static_cast<qint64>(text.size()));
        return path;
    }

    QTemporaryDir m_folder;
    QString m_first;
    QString m_second;
};

TEST_F(ComparedModels, haveDifferencesOfNetBenefitInEveryOutput) {
    const QStringList compared =
        QStringList{m_first, m_second} + words("--compare --threshold 0.1,0.25 --report");
    EXPECT_THAT(run(compared + words("text")).out,
                AllOf(HasSubstr("Net benefit at 0.1"), HasSubstr("Net benefit at 0.25"),
                      HasSubstr("\n  O:E ")));
    EXPECT_THAT(run(compared + words("markdown")).out, HasSubstr("| Net benefit at 0.25 |"));
    EXPECT_THAT(run(compared + words("csv")).out, HasSubstr(",Net benefit at 0.25,"));
    const auto json = run(compared + words("json"));
    const auto root = QJsonDocument::fromJson(QByteArray::fromStdString(json.out)).object();
    const auto pair = root["comparison"].toObject()["pairs"].toArray().at(0).toObject();
    const auto benefit = pair["differences"].toObject()["net_benefit_0.25"].toObject();
    const auto reports = root["reports"].toArray();
    const auto ownBenefit = [&](int report) {
        const auto points = reports.at(report).toObject()["decision"].toArray();
        return points.at(1).toObject()["net_benefit"].toDouble();
    };
    EXPECT_NEAR(benefit["a"].toDouble(), ownBenefit(0), 1e-12);
    EXPECT_NEAR(benefit["b"].toDouble(), ownBenefit(1), 1e-12);
    EXPECT_NEAR(benefit["value"].toDouble(), ownBenefit(1) - ownBenefit(0), 1e-12);
    const auto moved =
        parsedCommandLine(QStringList{QStringLiteral("diagonal"), m_first, m_second} +
                          words("--table moved-rows --report csv --threshold 0.2"));
    EXPECT_THAT(moved.error().detail, HasSubstr("or --compare"));
}

TEST_F(ComparedModels, areDrawnByNetBenefitRiskAndSmoothCurves) {
    const QTemporaryDir folder;
    const QString drawn = folder.filePath(QStringLiteral("overlay.tex"));
    const auto tex = [&](const char* options) {
        const auto ran = run(QStringList{m_first, m_second} + words(options) +
                             QStringList{QStringLiteral("--export"), drawn});
        EXPECT_EQ(ran.status, kDone) << ran.errors;
        QFile file(drawn);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        return ran.out + file.readAll().toStdString();
    };
    EXPECT_THAT(tex("--diagram overlay-decision --caption clinical"),
                AllOf(HasSubstr("Net benefit (decision curves) of "), HasSubstr("first.csv"),
                      HasSubstr("Vickers"), HasSubstr("Net benefit by threshold of 2 models"),
                      HasSubstr("diagonal-model-1"), HasSubstr("Acting on all")));
    EXPECT_THAT(tex("--diagram overlay-risk-coverage"),
                HasSubstr("Risk: other rows among accepted rows"));
    EXPECT_THAT(tex("--compare --diagram flexible"), HasSubstr("Observed frequency"));
    const auto top =
        run(QStringList{m_first, m_second} +
            words("--view top-label --diagram overlay-decision --export") + QStringList{drawn});
    EXPECT_THAT(top.errors, HasSubstr("outcomes that all models share"));
}

TEST_F(ComparedModels, areJoinedByTheirNames) {
    const auto ran =
        run(QStringList{m_first, m_second} + words("--compare --report json --only ece"));
    EXPECT_EQ(ran.status, kDone);
    const auto root = QJsonDocument::fromJson(QByteArray::fromStdString(ran.out)).object();
    const auto comparison = root["comparison"].toObject();
    EXPECT_EQ(comparison["reference"].toString(), m_first);
    const auto pair = comparison["pairs"].toArray().at(0).toObject();
    EXPECT_EQ(pair["b"].toString(), m_second);
    EXPECT_EQ(pair["rows"].toInt(), 400);
    EXPECT_EQ(pair["joined_by"].toString(), QStringLiteral("column id"));
    EXPECT_TRUE(pair["common_outcomes"].toBool());
    EXPECT_FALSE(pair.contains("clusters"));
    const auto brier = pair["differences"].toObject()["brier"].toObject();
    EXPECT_GT(brier["lower"].toDouble(), 0);
    EXPECT_NEAR(brier["b"].toDouble() - brier["a"].toDouble(), brier["value"].toDouble(), 1e-12);
    const auto moved = pair["moved"].toArray().at(0).toObject();
    EXPECT_EQ(moved["place_a"].toInt() + moved["place_b"].toInt(), 2 + 401)
        << "lines of the same row in both files";
}

TEST_F(ComparedModels, clustersOfTheReferenceHoldForAll) {
    const auto ran = run(QStringList{m_first, m_second} +
                         words("--compare --column cluster=patient --report json --only ece"));
    EXPECT_EQ(ran.status, kDone) << ran.errors;
    const auto root = QJsonDocument::fromJson(QByteArray::fromStdString(ran.out)).object();
    const auto pair = root["comparison"].toObject()["pairs"].toArray().at(0).toObject();
    EXPECT_EQ(pair["clusters"].toInt(), 40);
    EXPECT_EQ(pair["cluster_column"].toString(), QStringLiteral("patient"));
    EXPECT_LE(pair["effective_rows"].toDouble(), 400);
}

TEST_F(ComparedModels, clustersOfTheReferenceHoldForWhatComesThroughAPipe) {
    const QString pipe = m_folder.filePath(QStringLiteral("pipe"));
    ASSERT_EQ(::mkfifo(pipe.toUtf8().constData(), 0600), 0);
    std::thread writer([&] {
        QFile file(m_second);
        QFile out(pipe);
        if (file.open(QIODevice::ReadOnly) && out.open(QIODevice::WriteOnly))
            out.write(file.readAll());
    });
    const auto ran = run(QStringList{m_first, pipe} +
                         words("--compare --column cluster=patient --report json --only ece"));
    const int reader = ::open(pipe.toUtf8().constData(), O_RDONLY | O_NONBLOCK);
    writer.join();  // even if nothing was read
    ::close(reader);
    EXPECT_EQ(ran.status, kDone) << ran.errors;
    EXPECT_THAT(ran.out, HasSubstr("\"cluster_column\": \"patient\""));
}

TEST_F(ComparedModels, rowsToFitOnMayLackTheClusters) {
    const QStringList files{m_first, QStringLiteral("--fit-on"), m_second};
    const auto ran = run(files + words("--column cluster=patient --recalibrate temperature "
                                       "--report json --only ece"));
    EXPECT_EQ(ran.status, kDone) << ran.errors;
    EXPECT_THAT(ran.out, HasSubstr("\"clusters\": 40"));
}

TEST_F(ComparedModels, gatesEndWithTheirOwnStatus) {
    const QStringList files{m_first, m_second};
    const auto worse = run(files + words("--fail-if-worse brier"));
    EXPECT_EQ(worse.status, kLimitExceeded);
    EXPECT_THAT(worse.errors, HasSubstr("brier is worse: its difference is +0."));
    EXPECT_THAT(worse.out, IsEmpty());
    EXPECT_EQ(run(QStringList{m_second, m_first} + words("--fail-if-worse brier")).status, kDone);
    EXPECT_EQ(run(files + words("--fail-unless-within brier=0.001")).status, kLimitExceeded);
    EXPECT_EQ(run(files + words("--fail-unless-within brier=0.9")).status, kDone);
    // To pass --fail-if-worse does not show that a model is not worse.
    const auto shown = run(files + words("--fail-unless-not-worse brier=0.001"));
    EXPECT_EQ(shown.status, kLimitExceeded);
    EXPECT_THAT(shown.errors, HasSubstr("brier is not shown to be at most 0.001 worse"));
    EXPECT_EQ(run(files + words("--fail-unless-not-worse brier=0.9")).status, kDone);
    const QStringList reversed{m_second, m_first};
    EXPECT_EQ(run(reversed + words("--fail-unless-not-worse brier=0.001")).status, kDone)
        << "better is not worse";
    EXPECT_THAT(run(files + words("--fail-if-worse brier --fail-if-worse nll")).errors,
                HasSubstr("models as good as the first fail in up to 4.9 %"));
    // A score that cannot be judged does not pass.
    const QString sure = written("sure.csv", "p,label\n0,1\n0.4,0\n1,1\n");
    const QString other = written("other.csv", "p,label\n0.1,1\n0.4,0\n0.7,1\n");
    const auto unknown = run(QStringList{other, sure} + words("--fail-if-worse nll"));
    EXPECT_EQ(unknown.status, kLimitExceeded);
    EXPECT_THAT(unknown.errors, HasSubstr("nll cannot be judged: its difference is undefined"));
}

TEST_F(ComparedModels, areListedForPeople) {
    const QStringList files{m_first, m_second};
    const auto text = run(files + words("--compare"));
    EXPECT_THAT(text.out,
                AllOf(HasSubstr("has a higher Brier score over the same outcomes"),
                      HasSubstr("400 rows joined by column id"), Not(HasSubstr("Spiegelhalter"))));
    const auto markdown = run(files + words("--compare --report markdown"));
    EXPECT_THAT(markdown.out, AllOf(HasSubstr("## Models"), HasSubstr("| Miscalibration |")));
    const auto csv = run(files + words("--compare --report csv"));
    EXPECT_THAT(csv.out, StartsWith("reference,model,score,first,second,difference,"));
    const auto gaps = run(files + words("--table compared-gaps --report csv"));
    EXPECT_EQ(std::count(gaps.out.begin(), gaps.out.end(), '\n'), 1 + 2);
    const auto models = run(files + words("--table models --report csv"));
    EXPECT_EQ(std::count(models.out.begin(), models.out.end(), '\n'), 1 + 2);
    EXPECT_THAT(run(files + words("--compare --report latex")).out, HasSubstr("\\toprule"));
}

TEST_F(ComparedModels, thatDoNotFitAreSaidAndTheOthersCompared) {
    const auto ran = run(QStringList{m_first, sample(kDigits), m_second} +
                         words("--compare --report json --only ece"));
    EXPECT_EQ(ran.status, kUnreadable);
    EXPECT_THAT(ran.errors, HasSubstr("cannot be compared with"));
    const auto root = QJsonDocument::fromJson(QByteArray::fromStdString(ran.out)).object();
    EXPECT_EQ(root["comparison"].toObject()["pairs"].toArray().size(), 1);
    EXPECT_EQ(run(QStringList{m_first} + words("--compare")).status, kWrongUsage);
    const auto none = run(QStringList{QStringLiteral("/none.csv"), m_first, m_second} +
                          words("--fail-if-worse brier"));
    EXPECT_EQ(none.status, kUnreadable) << "no other model takes the reference's place";
    EXPECT_THAT(none.errors, Not(HasSubstr("worse")));
}

TEST_F(ComparedModels, areDrawnTogether) {
    const QStringList files{m_first, m_second};
    const auto textsOf = [&](const QString& diagram) {
        const QString path = m_folder.filePath(diagram + QStringLiteral(".svg"));
        const auto ran = run(files + QStringList{QStringLiteral("--diagram"), diagram,
                                                 QStringLiteral("--export"), path});
        EXPECT_EQ(ran.status, kDone) << ran.errors;
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        return file.readAll().toStdString();
    };
    EXPECT_THAT(textsOf(QStringLiteral("overlay")),
                AllOf(HasSubstr(">first.csv: ECE "), HasSubstr(">second.csv: ECE "),
                      HasSubstr("band of first.csv"), HasSubstr(">Rows, %<")));
    EXPECT_THAT(textsOf(QStringLiteral("overlay-isotonic")), HasSubstr("isotonic regression"));
    EXPECT_THAT(textsOf(QStringLiteral("multiples")),
                AllOf(HasSubstr(">first.csv<"), HasSubstr(">second.csv<")));
    EXPECT_THAT(textsOf(QStringLiteral("mcb-dsc")),
                AllOf(HasSubstr("equal Brier score"), HasSubstr(">second.csv<")));
    EXPECT_THAT(textsOf(QStringLiteral("murphy")), HasSubstr(">first.csv: Brier "));
}

TEST_F(ComparedModels, haveTheColoursOfATheme) {
    const QString path = m_folder.filePath(QStringLiteral("f.svg"));
    const auto drawn = [&](const QString& theme, const QString& to) {
        const auto ran = run(
            QStringList{m_first, QStringLiteral("--export"), to, QStringLiteral("--theme"), theme});
        EXPECT_EQ(ran.status, kDone) << ran.errors;
        QFile file(to);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        return file.readAll().toLower().toStdString();
    };
    EXPECT_THAT(drawn(QStringLiteral("light"), path), HasSubstr("#5e8fbf"));
    EXPECT_THAT(drawn(QStringLiteral("grey"), path),
                AllOf(HasSubstr("#8c8c8c"), Not(HasSubstr("#5e8fbf"))));
    EXPECT_EQ(sessionIn(path, {}).value().arguments.filter(QStringLiteral("--theme=grey")).size(),
              1);
    const QString own = written("own.json", R"({"theme": "contrast", "accuracy": "#123456"})");
    EXPECT_THAT(drawn(own, path), HasSubstr("#123456"));
    EXPECT_TRUE(sessionIn(path, {}).value().arguments.filter(QStringLiteral("--theme")).isEmpty())
        << "a picture opens no file of colours";
    EXPECT_THAT(drawn(own, m_folder.filePath(QStringLiteral("f.tex"))),
                HasSubstr("{diagonal-accuracy}{html}{123456}"));
    EXPECT_THAT(drawn(QStringLiteral("dark"), m_folder.filePath(QStringLiteral("f.tex"))),
                HasSubstr("{diagonal-accuracy}{html}{5e8fbf}"))
        << "on white paper";
    const auto wrong =
        parsedCommandLine({QStringLiteral("diagonal"), m_first, QStringLiteral("--theme"),
                           written("no.json", "{\"acc\": 1}")});
    ASSERT_FALSE(wrong);
    EXPECT_THAT(wrong.error().detail, AllOf(HasSubstr("no.json"), HasSubstr("no colour 'acc'")));
}

TEST_F(ComparedModels, figureSaysWhyThereIsNone) {
    const QString path = m_folder.filePath(QStringLiteral("none.png"));
    const auto one =
        run(QStringList{m_first, QStringLiteral("--export"), path} + words("--diagram overlay"));
    EXPECT_EQ(one.status, kWrongUsage);
    EXPECT_THAT(one.errors, HasSubstr("this diagram needs several models"));
    const auto top =
        run(QStringList{sample(kDigits), sample(kDigits), QStringLiteral("--export"), path} +
            words("--diagram murphy"));
    EXPECT_EQ(top.status, kUnreadable);
    EXPECT_THAT(top.errors, HasSubstr("outcomes that all models share"));
    EXPECT_FALSE(QFile::exists(path));
    const auto latex = run(QStringList{m_first, m_second, QStringLiteral("--export"),
                                       m_folder.filePath(QStringLiteral("f.tex"))} +
                           words("--diagram multiples"));
    EXPECT_EQ(latex.status, kWrongUsage);
}

TEST_F(ComparedModels, mayBeOneModelBeforeAndAfterItsMap) {
    const QString path = m_folder.filePath(QStringLiteral("both.svg"));
    const auto ran = run(QStringList{sample(kDigits), QStringLiteral("--export"), path} +
                         words("--recalibrate temperature --compare --report json --only nll"));
    EXPECT_EQ(ran.status, kDone) << ran.errors;
    const auto root = QJsonDocument::fromJson(QByteArray::fromStdString(ran.out)).object();
    const auto pair = root["comparison"].toObject()["pairs"].toArray().at(0).toObject();
    EXPECT_THAT(pair["b"].toString().toStdString(), HasSubstr("after temperature scaling"));
    EXPECT_LT(pair["differences"].toObject()["nll"].toObject()["upper"].toDouble(), 0);
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_THAT(file.readAll().toStdString(), HasSubstr("after temperature scaling: ECE"));
}

TEST_F(ComparedModels, thatFailAreNeitherComparedNorNamedNorColoured) {
    std::string rows = "id,label,p\n", negatives = rows;
    for (int i = 0; i < 40; ++i) {
        const std::string id = std::to_string(i), p = "0." + std::to_string(10 + 2 * i);
        rows += id + (i % 3 == 0 ? ",1," : ",0,") + p + "\n";
        negatives += id + ",0," + p + "\n";
    }
    const QString first = written("one.csv", rows);
    const QString failing = written("negatives.csv", negatives);
    const auto ran = run(QStringList{first, failing} +
                         words("--compare --threshold 0.1,prevalence=0.02 --fail-if-worse brier "
                               "--report text"));
    EXPECT_EQ(ran.status, kUnreadable);
    EXPECT_THAT(ran.errors, HasSubstr("negatives.csv: no net benefit is possible"));
    EXPECT_THAT(ran.out, Not(HasSubstr("compared with")));
    const QString path = m_folder.filePath(QStringLiteral("f.tex"));
    const auto figure = run(QStringList{first, QStringLiteral("nowhere/one.csv"), failing,
                                        QStringLiteral("--export"), path} +
                            words("--diagram overlay --caption ml"));
    EXPECT_EQ(figure.status, kUnreadable);
    EXPECT_THAT(figure.out, HasSubstr("of one.csv and negatives.csv"));
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    const std::string drawn = file.readAll().toStdString();
    EXPECT_THAT(drawn, HasSubstr("diagonal-model-1"));
    EXPECT_THAT(drawn, Not(HasSubstr("\\addplot[diagonal-model-2"))) << "the second of two";
}

TEST_F(ComparedModels, mayBeColumnsOfOneFile) {
    const QString file =
        written("two.csv", "prob_lr,prob_rf,label\n0.2,0.1,0\n0.7,0.9,1\n0.4,0.6,0\n0.8,0.7,1\n");
    const auto ran = run(QStringList{file} + words("--compare --report json --only ece"));
    EXPECT_EQ(ran.status, kDone) << ran.errors;
    const auto root = QJsonDocument::fromJson(QByteArray::fromStdString(ran.out)).object();
    EXPECT_EQ(root["reports"].toArray().at(1).toObject()["model"].toString(),
              QStringLiteral("prob_rf"));
    const auto pair = root["comparison"].toObject()["pairs"].toArray().at(0).toObject();
    EXPECT_EQ(pair["a"].toString(), file + QStringLiteral(": prob_lr"));
    EXPECT_EQ(pair["b"].toString(), file + QStringLiteral(": prob_rf"));
    const auto brier = pair["differences"].toObject()["brier"].toObject();
    EXPECT_NEAR(brier["b"].toDouble(), (.01 + .01 + .36 + .09) / 4, 1e-12);
    EXPECT_EQ(run(QStringList{file} + words("--report json --only ece")).out.find("\"model\""),
              std::string::npos);
}

TEST_F(ComparedModels, mayBeStackedInOneFile) {
    const QString file = written("stacked.csv",
                                 "model,p,label\nlr,0.2,0\nrf,0.1,0\nlr,0.7,1\nrf,0.9,1\n"
                                 "lr,0.4,0\nrf,0.6,0\nlr,0.8,1\nrf,0.7,1\n");
    const auto ran = run(QStringList{file} + words("--compare --report json --only ece"));
    EXPECT_EQ(ran.status, kDone) << ran.errors;
    const auto root = QJsonDocument::fromJson(QByteArray::fromStdString(ran.out)).object();
    const auto first = root["reports"].toArray().at(0).toObject();
    EXPECT_EQ(first["model"].toString(), QStringLiteral("lr"));
    EXPECT_EQ(first["rows"].toInt(), 4);
    EXPECT_FALSE(first.contains("group"));
    const auto pair = root["comparison"].toObject()["pairs"].toArray().at(0).toObject();
    EXPECT_EQ(pair["b"].toString(), file + QStringLiteral(": rf"));
    const auto brier = pair["differences"].toObject()["brier"].toObject();
    EXPECT_NEAR(brier["b"].toDouble(), (.01 + .01 + .36 + .09) / 4, 1e-12);
    const auto one = run(QStringList{file} + words("--group model=rf --compare --report json"));
    EXPECT_EQ(one.status, kWrongUsage) << "a chosen group is one model";
    const auto twice = run({file, file, "--group", "model=rf", "--compare", "--report", "json"});
    EXPECT_EQ(twice.status, kDone) << twice.errors;
}

/// Rows that are chosen by another column are those of all models, and every output says which.
TEST_F(ComparedModels, mayBeStackedAndMeasuredInPart) {
    const QString file = written("stacked.csv",
                                 "model,p,label,site\nlr,0.2,0,A\nrf,0.1,0,A\nlr,0.7,1,B\n"
                                 "rf,0.9,1,B\nlr,0.4,0,B\nrf,0.6,0,B\nlr,0.8,1,B\n"
                                 "rf,0.7,1,B\n");
    for (const char* where :
         {"--where site=B", "--group site=B", "--where site=B --where site=B"}) {
        const auto ran = run(QStringList{file} + words(where) + words("--compare --report text"));
        EXPECT_EQ(ran.status, kDone) << ran.errors;
        EXPECT_THAT(ran.out, HasSubstr("3 rows where site = B joined by"));
    }
    const auto bins = run(QStringList{file} + words("--where site=B --table bins --report latex"));
    EXPECT_THAT(bins.out, HasSubstr("stacked.csv where site = B: bins\n"));
    const auto groups = run(QStringList{file} + words("--where site=B --report text"));
    EXPECT_THAT(groups.out, HasSubstr("also the groups left out by site = B"));
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

TEST(Headless, aShiftNeedsTheShareInTraining) {
    const auto parsed = [](const char* options) {
        return parsedCommandLine(QStringList{QStringLiteral("diagonal"), sample(kCancer)} +
                                 words(options));
    };
    EXPECT_THAT(parsed("--recalibrate shift").error().detail, HasSubstr("shift=0.3,0.1"));
    EXPECT_THAT(parsed("--recalibrate shift=1.5").error().detail, HasSubstr("below 1"));
    EXPECT_THAT(parsed("--recalibrate platt=0.5").error().detail, HasSubstr("after shift only"));
    EXPECT_THAT(parsed("--recalibrate shift=0.3,0.1 --fit-rows half").error().detail,
                HasSubstr("fits on no rows"));
    const auto fitted =
        run(QStringList{sample(kCancer)} + words("--recalibrate shift=0.3 --report text"));
    EXPECT_EQ(fitted.status, kDone) << fitted.errors;
    EXPECT_THAT(fitted.out, AllOf(HasSubstr("odds of "), HasSubstr("% interval")));
    const auto stated =
        run(QStringList{sample(kCancer)} + words("--recalibrate shift=0.5,0.2 --report json"));
    EXPECT_THAT(stated.out, AllOf(HasSubstr("times 0.25, c = -1.386"),
                                  HasSubstr("no rows (both prevalences are stated)")));
    // The shares are those of the class that --positive names, whichever column it is.
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("two.csv"));
    QFile rows(file);
    ASSERT_TRUE(rows.open(QIODevice::WriteOnly));
    rows.write("label,prob_no,prob_yes\nno,0.7,0.3\nyes,0.4,0.6\nno,0.9,0.1\n");
    rows.close();
    const QStringList shift = words("--recalibrate shift=0.5,0.2 --report text --positive");
    EXPECT_THAT(run(QStringList{file} + shift + words("yes")).out,
                HasSubstr("odds of 'yes' times 0.25,"));
    EXPECT_THAT(run(QStringList{file} + shift + words("no")).out,
                HasSubstr("odds of 'yes' times 4,"));
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
