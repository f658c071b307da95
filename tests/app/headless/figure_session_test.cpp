// SPDX-License-Identifier: GPL-3.0-or-later
// Draws figures, and opens them again as a user does.
#include "app/headless/figure_session.h"

#include <sstream>

#include <QDir>
#include <QFile>
#include <QImage>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/diagram/diagram_view.h"
#include "app/diagram/figure_export.h"
#include "app/exporting/export_controller.h"
#include "app/exporting/export_dialog.h"
#include "app/headless/headless.h"
#include "app/recalibrating/recalibration_dialog.h"
#include "app/selecting/condition_chips.h"
#include "app/selecting/figure_page.h"
#include "app/selecting/row_list_panel.h"
#include "app/text/number_text.h"
#include "app/window/main_window.h"
#include "tests/app/support.h"

namespace diagonal {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

struct Ran {
    int status = 0;
    std::string out, errors;
};

class FigureSessionTest : public ::testing::Test {
protected:
    FigureSessionTest() {
        QDir(m_folder.path()).mkdir(QStringLiteral("data"));
        EXPECT_TRUE(QFile::copy(testing::sample(testing::kCancer), m_data));
    }
    Ran run(const QStringList& arguments) {
        const auto line = parsedCommandLine(QStringList{QStringLiteral("diagonal")} + arguments);
        if (!line) return {kWrongUsage, "", describe(line.error())};
        std::ostringstream out;
        std::ostringstream errors;
        const int status = runHeadless(line.value(), out, errors);
        return {status, out.str(), errors.str()};
    }
    QString picture(const char* name) { return m_folder.filePath(QLatin1String(name)); }
    /// Draws the figure of the data with some options.
    QString drawn(const char* name, const QStringList& options = {}) {
        return drawnOf(m_data, name, options);
    }
    QString drawnOf(const QString& data, const char* name, const QStringList& options = {}) {
        const Ran ran = run(QStringList{data, QStringLiteral("--export"), picture(name)} + options);
        EXPECT_EQ(ran.status, kDone) << ran.errors;
        return picture(name);
    }
    QStringList reportOf(const QString& file) {
        return {file, QStringLiteral("--report"), QStringLiteral("json"), QStringLiteral("--only"),
                QStringLiteral("ece,bins")};
    }
    static QStringList words(const char* text) {
        return QString::fromLatin1(text).split(QLatin1Char(' '));
    }

    QTemporaryDir m_folder;
    QString m_data = m_folder.filePath(QStringLiteral("data/cancer & co.csv"));
};

TEST_F(FigureSessionTest, everyKindOfPictureBringsItsReportBack) {
    const QStringList options = words("--bins 7 --temperature 1.5 --binning mass");
    const Ran wanted = run(reportOf(m_data) + options);
    for (const char* name : {"f.png", "f.svg", "f.pdf", "f.diagonal"}) {
        const Ran again = run(reportOf(drawn(name, options)));
        EXPECT_EQ(again.status, kDone) << name << again.errors;
        EXPECT_THAT(again.errors, IsEmpty()) << name;
        EXPECT_EQ(again.out, wanted.out) << name;
    }
}

/// Drawn again without an option, a picture is the same.
TEST_F(FigureSessionTest, theDrawingComesBackAsItWas) {
    for (const QStringList& options :
         {QStringList{QStringLiteral("--title"), QStringLiteral("a title of mine")} +
              words("--x-title x --size ieee --without scores"),
          words("--size 700x800 --text-size 11 --without counts,legend"),
          words("--diagram ece-by-bins --without legend --size 3.25in --dpi 200")}) {
        const QString first = drawn("f.png", options);
        const Ran again = run({first, QStringLiteral("--export"), picture("again.png")});
        ASSERT_EQ(again.status, kDone) << again.errors;
        EXPECT_EQ(QImage(first), QImage(picture("again.png")))
            << options.join(QLatin1Char(' ')).toStdString();
    }
}

TEST_F(FigureSessionTest, theRowsThatWereChosenComeBack) {
    const QStringList options =
        words("--where confidence=0.5<..0.9 --where outcome=right --temperature 1.5");
    const Ran wanted = run(reportOf(m_data) + options);
    EXPECT_THAT(wanted.out, HasSubstr("confidence above 0.5 to 0.9, right"));
    const QString figure = drawn("w.png", options);
    EXPECT_EQ(run(reportOf(figure)).out, wanted.out);
    const Ran others = run(reportOf(figure) + words("--where confidence=0.1..0.5"));
    EXPECT_THAT(others.out, HasSubstr("confidence 0.1 to 0.5")) << others.errors;
    EXPECT_THAT(others.out, Not(HasSubstr("above 0.5"))) << "they replace those of the picture";
}

/// Thresholds of a report are in the picture; the window, and a drawing alone, open it all the
/// same.
TEST_F(FigureSessionTest, thresholdsOfAReportDoNotKeepAPictureClosed) {
    QStringList options = words("--threshold 0.1,prevalence=0.3 --diagram decision --report json");
    const QString figure = drawn("t.png", options);
    EXPECT_TRUE(parsedCommandLine({QStringLiteral("diagonal"), figure}));
    EXPECT_EQ(run({figure, QStringLiteral("--export"), picture("again.png")}).status, kDone);
    // What no report may promise, none of a picture may either.
    const auto fitted = parsedCommandLine(
        QStringList{QStringLiteral("diagonal"), figure, QStringLiteral("--fit-on"), m_data} +
        words("--recalibrate platt --guarantee risk=0.1 --report json"));
    ASSERT_FALSE(fitted);
    EXPECT_NE(fitted.error().detail.find("--fit-on names the same file"), std::string::npos);
}

TEST_F(FigureSessionTest, optionsBesideThePictureOverrideItsOwn) {
    const QString figure = drawn("f.png", words("--bins 7"));
    EXPECT_THAT(run(reportOf(figure) + words("--bins 3")).out, HasSubstr("\"count\": 3"));
}

TEST_F(FigureSessionTest, rareEventsAreDrawnWhereTheyAreUnlessTheUserWantsTheWholeAxis) {
    QFile file(m_folder.filePath(QStringLiteral("data/rare.csv")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("died,risk\n");
    for (int i = 0; i < 1000; ++i)
        file.write((i % 40 == 0 ? "1,0.0" : "0,0.0") + QByteArray::number(1000 + 7 * i) + '\n');
    file.close();
    const auto draw = [&](const char* name, const char* options) {
        return QImage(drawnOf(file.fileName(), name, words(options) + words("--without session")));
    };
    const QImage usual = draw("usual.png", "--bins 10");
    EXPECT_EQ(usual, draw("part.png", "--bins 10 --zoom 0,0.08"));
    EXPECT_NE(usual, draw("whole.png", "--bins 10 --zoom 0,1"));
    EXPECT_THAT(run({file.fileName(), QStringLiteral("--export"), picture("page.html")}).errors,
                IsEmpty());
    QFile page(picture("page.html"));
    ASSERT_TRUE(page.open(QIODevice::ReadOnly));
    EXPECT_THAT(page.readAll().toStdString(), HasSubstr("Only predicted probability from 0 to 0."));
    // The whole axis is kept where a picture of it is opened.
    MainWindow window;
    window.show();
    window.start(parsedCommandLine({QStringLiteral("diagonal"),
                                    drawnOf(file.fileName(), "session.png", words("--zoom 0,1"))})
                     .value());
    ASSERT_TRUE(testing::settle(window.session()));
    EXPECT_EQ(window.diagram()->diagram().zoom(), kWholeAxis);
}

/// Of a large file only blocks are hashed, by which it is known under another name.
TEST_F(FigureSessionTest, aLargeFileIsFoundByItsContents) {
    const auto write = [&](const char* name, int step) {
        QFile file(m_folder.filePath(QStringLiteral("data/") + QLatin1String(name)));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write("y_true,y_prob,note\n");
        const QByteArray note(1000, 'n');
        for (int i = 0; i < 17'000; ++i)
            file.write((i % 3 == 0 ? "1,0." : "0,0.") + QByteArray::number(100 + (i * step) % 800) +
                       ',' + note + '\n');
        return file.fileName();
    };
    const QString big = write("big.csv", 7);
    ASSERT_GT(QFileInfo(big).size(), 16 << 20);
    const QString figure = drawnOf(big, "big.png", words("--bins 5"));
    const QString renamed = m_folder.filePath(QStringLiteral("data/renamed.csv"));
    ASSERT_TRUE(QFile::rename(big, renamed));
    EXPECT_THAT(run(reportOf(figure)).out, HasSubstr("\"count\": 5"));
    const qint64 size = QFileInfo(renamed).size();
    write("renamed.csv", 11);
    ASSERT_EQ(QFileInfo(renamed).size(), size);
    const Ran other = run(reportOf(figure));
    EXPECT_EQ(other.status, kWrongUsage) << other.out;
    EXPECT_THAT(other.errors, HasSubstr("which is not beside it"));
}

TEST_F(FigureSessionTest, holdsNoRowsNoAbsolutePathsAndCanBeLeftOut) {
    QImage image(drawn("f.png", words("--skill-lines --zoom 0.5,1")));
    const QString session = image.text(QLatin1String(kSessionKey));
    EXPECT_FALSE(session.contains(m_folder.path()));
    EXPECT_TRUE(session.contains(QStringLiteral("\"path\":\"data/cancer & co.csv\"")));
    EXPECT_TRUE(session.contains(QStringLiteral("--skill-lines")));
    EXPECT_LT(session.size(), 2500);
    for (const char* name : {"n.png", "n.svg", "n.pdf"}) {
        const Ran again = run(reportOf(drawn(name, words("--without session"))));
        EXPECT_EQ(again.status, kWrongUsage) << name;
        EXPECT_THAT(again.errors, HasSubstr("holds no session")) << name;
    }
}

TEST_F(FigureSessionTest, aFileOfItsOwnIsReadable) {
    QFile file(drawn("f.diagonal", words("--bins 7")));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const std::string text = file.readAll().toStdString();
    EXPECT_THAT(text, HasSubstr("{\n    \"arguments\": [\n        \"--bins\",\n        \"7\""));
    EXPECT_THAT(text, Not(HasSubstr(m_folder.path().toStdString())));
    EXPECT_THAT(run(QStringList{m_data, QStringLiteral("--export"), picture("n.diagonal")} +
                    words("--without session"))
                    .errors,
                HasSubstr("leave out --without session"));
    const Ran mapped = run(QStringList{m_data, QStringLiteral("--export"), picture("m.diagonal")} +
                           words("--recalibrate beta --folds 7"));
    EXPECT_NE(mapped.status, kDone);
    EXPECT_THAT(mapped.errors, HasSubstr("not saved as .diagonal"));
    EXPECT_FALSE(QFile::exists(picture("m.diagonal")));
    QFile broken(picture("broken.diagonal"));
    ASSERT_TRUE(broken.open(QIODevice::WriteOnly));
    broken.write("{\"arguments\": ");
    broken.close();
    EXPECT_THAT(run(reportOf(picture("broken.diagonal"))).errors, HasSubstr("no JSON object"));
}

/// A figure of recalibrated rows is drawn again, and the window opens the dialog with its map.
TEST_F(FigureSessionTest, aMapComesBack) {
    for (const char* map : {"platt", "isotonic --fit-rows half", "shift=0.3"}) {
        const QStringList chosen = words((std::string("--recalibrate ") + map).c_str());
        const QString figure = drawn("map.png", chosen + words("--bins 8"));
        const Ran again = run({figure, QStringLiteral("--export"), picture("again.png")});
        ASSERT_EQ(again.status, kDone) << again.errors;
        EXPECT_EQ(QImage(figure), QImage(picture("again.png"))) << map;
        EXPECT_EQ(run(reportOf(figure)).out,
                  run(reportOf(m_data) + chosen + words("--bins 8")).out);
    }
    const auto line = parsedCommandLine({QStringLiteral("diagonal"), picture("map.png")});
    ASSERT_TRUE(line);
    EXPECT_FALSE(line.value().isHeadless());
    MainWindow window;
    window.show();
    window.start(line.value());
    ASSERT_TRUE(testing::settle(window.session()));
    EXPECT_EQ(window.session().report()->binning.count, 8U);
    auto* dialog = window.findChild<RecalibrationDialog*>();
    ASSERT_TRUE(dialog);
    EXPECT_EQ(dialog->map(), MapKind::Shift);
    EXPECT_EQ(dialog->shift(), PrevalenceShift{0.3});
    // A map of some rows is that of the same rows again.
    const QString wards = picture("wards.csv");
    QFile file(wards);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("prob,label,ward\n");
    for (int i = 0; i < 400; ++i)
        file.write(QStringLiteral("0.%1,%2,%3\n")
                       .arg(10 + i % 80)
                       .arg(i * 7 % 100 < 10 + i % 80 ? 1 : 0)
                       .arg(i % 3 == 0 ? "A" : "B")
                       .toUtf8());
    file.close();
    const QStringList some = words("--recalibrate isotonic --where ward=A");
    const Ran wanted = run(reportOf(wards) + some);
    EXPECT_THAT(wanted.out, HasSubstr("\"rows\": 134"));
    EXPECT_EQ(run(reportOf(drawnOf(wards, "some.png", some))).out, wanted.out);
    // What the dialog cannot show leaves no session.
    for (const char* map : {"platt --folds 7", "shift=0.3,0.1"}) {
        const QString figure =
            drawn("none.png", words((std::string("--recalibrate ") + map).c_str()));
        EXPECT_FALSE(sessionIn(figure)) << map;
    }
}

TEST(ListSelection, isReadAsItWasWritten) {
    ListSelection selection;
    EXPECT_EQ(selectionJson(selection), "{}");
    for (const char* condition : {"confidence>0.5", "outcome=wrong", "true=a=b", "age<30", "x~y"})
        EXPECT_TRUE(addCondition(selection.conditions, condition));
    selection.conditions.cells.push_back({"P(x=1)", ">=", "0.3"});
    selection.conditions.groups = {{"si=te", "B"}, {"outcome", "dead"}};
    selection.bin = 0.95;
    selection.isHidden = true;
    selection.arrangement = {"age", true, "a \"text\""};
    const auto read = selectionIn(selectionJson(selection));
    ASSERT_TRUE(read);
    EXPECT_EQ(read.value(), selection);
    EXPECT_EQ(selectionIn(R"({"wrong_only": true})").value().conditions.isCorrect, false)
        << "of earlier versions";
    EXPECT_FALSE(selectionIn(R"({"bin": 7})"));
    EXPECT_FALSE(selectionIn(R"({"bin": "x"})"));
    EXPECT_FALSE(selectionIn(R"({"where": ["confidence=2..1"]})"));
    EXPECT_FALSE(selectionIn(R"({"where": [7]})"));
    EXPECT_FALSE(selectionIn(R"({"groups": [1]})"));
    for (const char* cell :
         {"[]", "[\"a\", \"<\", \"b\"]", "[\"a\", \"<>\", \"1\"]", "[\"\", \"<\", \"1\"]"})
        EXPECT_FALSE(selectionIn(QByteArray("{\"cells\": [") + cell + "]}")) << cell;
    EXPECT_EQ(selectionIn("no JSON").value(), ListSelection());
}

/// What was listed beside a figure is listed again, and drawn beside the bars.
TEST_F(FigureSessionTest, theListedRowsComeBack) {
    const auto line = parsedCommandLine({QStringLiteral("diagonal"), m_data});
    MainWindow window;
    window.resize(1800, 900);
    window.show();
    window.start(line.value());
    ASSERT_TRUE(testing::settle(window.session()));
    RowListPanel* const rows = window.page()->rows();
    ASSERT_TRUE(QTest::qWaitFor([&] { return rows->list() != nullptr; }, testing::kPatience));
    EXPECT_FALSE(window.diagram()->diagram().report()->beside);
    RowConditions one;
    ASSERT_TRUE(addCondition(one, "line!=3"));  // no column: refused, not kept
    Q_EMIT rows->conditionChosen(one);
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return window.page()->chips()->findChildren<QPushButton*>().isEmpty(); },
        testing::kPatience));
    Q_EMIT window.diagram()->binSelected(9);
    QSignalSpy exported(window.exportController(), &ExportController::figureExported);
    const QString figure = picture("listed.png");
    window.exportController()->exportFigure(window.session().report(), {}, figure);
    ASSERT_TRUE(exported.wait(testing::kPatience));
    const auto found = sessionIn(figure);
    ASSERT_TRUE(found);
    EXPECT_EQ(found.value().selection.bin, 0.95);
    EXPECT_THAT(run({figure, QStringLiteral("--report"), QStringLiteral("text")}).errors,
                HasSubstr("that the picture lists, add --where 'confidence=0.9<..1'"));
    MainWindow next;
    next.resize(1800, 900);
    next.show();
    next.start(parsedCommandLine({QStringLiteral("diagonal"), figure}).value());
    ASSERT_TRUE(testing::settle(next.session()));
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return next.page()->rows()->title().startsWith(QStringLiteral("0.900")); },
        testing::kPatience));
}

/// A figure shows the listed rows beside all, in the window, in a file, and drawn again from it.
TEST_F(FigureSessionTest, theListedRowsAreDrawnInAFile) {
    const QString data = picture("ages.csv");
    QFile file(data);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("y_true,y_prob,age\n");
    for (int i = 0; i < 200; ++i)
        file.write(QByteArray::number(i % 3 == 0) + ",0." + QByteArray::number(100 + i) + ',' +
                   QByteArray::number(20 + (i * 7) % 60) + '\n');
    file.close();
    MainWindow window;
    window.resize(1800, 900);
    window.show();
    window.start(parsedCommandLine({QStringLiteral("diagonal"), data}).value());
    ASSERT_TRUE(testing::settle(window.session()));
    RowListPanel* const rows = window.page()->rows();
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return rows->title().contains(u"200 rows"); }, testing::kPatience));
    RowConditions old;
    ASSERT_TRUE(addCondition(old, "age>=60"));
    Q_EMIT rows->conditionChosen(old);
    const auto shown = [&] { return window.diagram()->diagram().report(); };
    // The figure waits for what it shows.
    window.exportController()->askForFigure(shown());
    EXPECT_FALSE(window.findChild<ExportDialog*>());
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return window.findChild<ExportDialog*>(); }, testing::kPatience));
    EXPECT_EQ(shown()->beside->name, "Listed: age >= 60");
    QSignalSpy exported(window.exportController(), &ExportController::figureExported);
    const QString figure = picture("listed.png");
    window.exportController()->chooseFigurePath = [&](const QString&) { return figure; };
    Q_EMIT window.findChild<ExportDialog*>()->exportRequested({});
    ASSERT_TRUE(exported.wait(testing::kPatience));
    const Ran again = run({figure, QStringLiteral("--export"), picture("again.png")});
    ASSERT_EQ(again.status, kDone) << again.errors;
    EXPECT_EQ(QImage(figure), QImage(picture("again.png")));
    const QString bare = drawnOf(data, "bare.png");
    EXPECT_NE(QImage(figure), QImage(bare)) << "without the listed rows";
    EXPECT_THAT(run({figure, QStringLiteral("--report"), QStringLiteral("text")}).errors,
                HasSubstr("To measure those that the picture lists, add --where 'age>=60'"));
    EXPECT_THAT(again.errors, Not(HasSubstr("that the picture lists")));
    // Where the data have changed, the bars of then stand beside, with and without the list.
    ASSERT_TRUE(file.open(QIODevice::Append));
    file.write("1,0.5,70\n");
    file.close();
    MainWindow later;
    later.resize(1800, 900);
    later.show();
    later.start(parsedCommandLine({QStringLiteral("diagonal"), figure}).value());
    ASSERT_TRUE(testing::settle(later.session()));
    const auto isBefore = [&] {
        const auto& report = later.diagram()->diagram().report();
        return report && report->beside && report->beside->name == "Before";
    };
    EXPECT_TRUE(QTest::qWaitFor(isBefore, testing::kPatience));
    RowConditions older;
    ASSERT_TRUE(addCondition(older, "age>=70"));
    Q_EMIT later.page()->rows()->conditionChosen(older);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !isBefore(); }, testing::kPatience));
    later.page()->setWantsRows(false);
    EXPECT_TRUE(QTest::qWaitFor(isBefore, testing::kPatience)) << "no rows stand there";
    // Rows without a value, and names with signs, come back.
    QFile odd(data);
    ASSERT_TRUE(odd.open(QIODevice::WriteOnly));
    odd.write("y_true,y_prob,a=b\n");
    for (int i = 0; i < 200; ++i)
        odd.write(QByteArray::number(i % 3 == 0) + ",0." + QByteArray::number(100 + i) + ',' +
                  (i % 4 == 0 ? "" : QByteArray::number(i % 2)) + '\n');
    odd.close();
    for (const char* where : {"\"a=b\"=", "\"a=b\"=1", "\"a=b\"!="}) {
        const QString some = drawnOf(data, "some.png", {QStringLiteral("--where"), where});
        const Ran back = run({some, QStringLiteral("--export"), picture("back.png")});
        ASSERT_EQ(back.status, kDone) << back.errors;
        EXPECT_EQ(QImage(some), QImage(picture("back.png"))) << where;
    }
    // Conditions of a command line take the place of those of the picture.
    const QString part = drawnOf(data, "part.png", words("--where confidence>=0.2"));
    const Ran other = run(reportOf(part) + words("--where confidence<0.2"));
    EXPECT_THAT(other.errors, HasSubstr("in place of the picture's own --where=confidence"));
}

TEST_F(FigureSessionTest, changedDataIsSaid) {
    const QString figure = drawn("f.png");
    QFile data(m_data);
    ASSERT_TRUE(data.open(QIODevice::Append));
    data.write("0,0.99\n");
    data.close();
    const Ran again = run(reportOf(figure));
    EXPECT_EQ(again.status, kDone);
    EXPECT_THAT(again.errors,
                HasSubstr("cancer & co.csv has changed since f.png was made\ndiagonal: then the "
                          "ECE was 0.0381, and is 0.0398 now"));
    // Other bins have another ECE, whatever the data.
    const Ran others = run(reportOf(figure) + words("--bins 3"));
    EXPECT_THAT(others.errors, HasSubstr("has changed since"));
    EXPECT_THAT(others.errors, Not(HasSubstr("then the ECE")));
    // The bars of then stand beside those of now.
    const QString both = picture("both.tex");
    EXPECT_EQ(run({figure, QStringLiteral("--export"), both}).status, kDone);
    QFile file(both);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_TRUE(file.readAll().contains("\\addlegendentry{Before}"));
}

TEST_F(FigureSessionTest, theBarsOfThenAreShownBesideThoseOfNow) {
    const QString figure = drawn("f.png", words("--bins 5"));
    const auto opened = [&] {
        const auto line = parsedCommandLine({QStringLiteral("diagonal"), figure});
        EXPECT_TRUE(line);
        return line.value();
    };
    EXPECT_FALSE(opened().session->bars) << "nothing has changed";
    QFile data(m_data);
    ASSERT_TRUE(data.open(QIODevice::Append));
    data.write("0,0.99\n0,0.98\n");
    data.close();
    ASSERT_TRUE(opened().session->bars);
    EXPECT_EQ(opened().session->bars->bins.size(), 5U);
    MainWindow window;
    window.show();
    window.start(opened());
    ASSERT_TRUE(testing::settle(window.session()));
    const auto shown = [&] { return window.diagram()->diagram().report(); };
    ASSERT_TRUE(shown()->beside);
    EXPECT_NE(*shown()->beside->curve.bins[4].accuracy, *shown()->binned.bins[4].accuracy);
    // Another file has none.
    window.session().open(QStringList{testing::sample(testing::kDigits)});
    ASSERT_TRUE(testing::settle(window.session()));
    EXPECT_FALSE(shown()->beside);
}

TEST_F(FigureSessionTest, aFigureOfSeveralModelsComesBack) {
    const QString other = m_folder.filePath(QStringLiteral("data/-other.csv"));
    ASSERT_TRUE(QFile::copy(testing::sample("digits_random_forest.csv"), other));
    const QString naive = m_folder.filePath(QStringLiteral("data/naive.csv"));
    ASSERT_TRUE(QFile::copy(testing::sample("digits_naive_bayes.csv"), naive));
    for (const char* options :
         {"--diagram overlay-isotonic --bins 9", "--diagram mcb-dsc --map-axes ece,accuracy",
          "--diagram forest --forest-score accuracy", "--diagram multiples --temperature 2"}) {
        const Ran drawn =
            run(QStringList{other, naive, QStringLiteral("--export"), picture("m.png")} +
                words(options));
        ASSERT_EQ(drawn.status, kDone) << drawn.errors;
        const Ran again = run({picture("m.png"), QStringLiteral("--export"), picture("again.png")});
        ASSERT_EQ(again.status, kDone) << again.errors;
        EXPECT_EQ(QImage(picture("m.png")), QImage(picture("again.png"))) << options;
    }
    // The report of such a picture compares the models, too.
    const QStringList report = words("--report json --only ece,bins");
    const Ran compared = run(QStringList{picture("m.png")} + report);
    EXPECT_THAT(compared.out, HasSubstr("\"comparison\": {"));
    EXPECT_EQ(compared.out,
              run(QStringList{other, naive} + words("--temperature 2 --compare") + report).out);
    EXPECT_THAT(run({picture("m.png"), picture("again.png")}).errors,
                HasSubstr("are two pictures: open one at a time"));
    const auto line = parsedCommandLine({QStringLiteral("diagonal"), picture("m.png")});
    ASSERT_TRUE(line);
    EXPECT_EQ(line.value().modelFigure, ModelFigureKind::Multiples);
    EXPECT_EQ(line.value().files.size(), 2);
    MainWindow window;
    window.show();
    window.start(line.value());
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return window.comparison()->isVisible(); }, testing::kPatience));
}

/// True if a PDF names an attachment so.
bool attaches(const QString& path, const char* name) {
    QFile pdf(path);
    QByteArray written;
    for (const char* c = name; *c != 0; ++c)
        written.append(char(0)).append(*c);
    return pdf.open(QIODevice::ReadOnly) && pdf.readAll().contains(written);
}

TEST_F(FigureSessionTest, saysThatAFileIsNotTheOneItWasMadeFrom) {
    const QString figure = drawn("f.png", words("--bins 4"));
    const Ran other = run(QStringList{figure, testing::sample("digits_naive_bayes.csv")} +
                          words("--report text"));
    EXPECT_EQ(other.status, kDone);
    EXPECT_THAT(other.errors, HasSubstr("f.png was made from "));
    const QString renamed = m_folder.filePath(QStringLiteral("renamed.csv"));
    ASSERT_TRUE(QFile::copy(m_data, renamed));
    EXPECT_EQ(run(QStringList{figure, renamed} + words("--report text")).errors, "");
}

TEST_F(FigureSessionTest, aPdfCarriesItsSessionAndBinsAsFiles) {
    const QString alone = drawn("f.pdf", words("--bins 4"));
    EXPECT_TRUE(attaches(alone, "session.json"));
    EXPECT_TRUE(attaches(alone, "bins.csv"));
    const QString both = drawn("two.pdf", QStringList{testing::sample("digits_naive_bayes.csv")} +
                                              words("--diagram overlay"));
    EXPECT_TRUE(attaches(both, "bins-1.csv"));
    EXPECT_TRUE(attaches(both, "bins-2.csv"));
    EXPECT_FALSE(attaches(both, "bins-3.csv"));
    QFile bare(drawn("n.pdf", words("--without session")));
    ASSERT_TRUE(bare.open(QIODevice::ReadOnly));
    EXPECT_FALSE(bare.readAll().contains("/EmbeddedFiles"));
}

TEST_F(FigureSessionTest, aRenamedFileIsFoundByItsContents) {
    const QString figure = drawn("f.png", words("--bins 4"));
    const Ran before = run(reportOf(figure));
    ASSERT_TRUE(QDir(m_folder.path()).mkdir(QStringLiteral("later")));
    const QString renamed = m_folder.filePath(QStringLiteral("later/renamed.csv"));
    ASSERT_TRUE(QFile::rename(m_data, renamed));
    const Ran after = run(reportOf(figure));
    EXPECT_EQ(after.status, kDone) << after.errors;
    EXPECT_THAT(after.errors, IsEmpty());
    EXPECT_THAT(after.out, HasSubstr("\"count\": 4"));
    EXPECT_THAT(before.out, HasSubstr("\"count\": 4"));
    QFile data(renamed);
    ASSERT_TRUE(data.open(QIODevice::Append));
    data.write("0,0.99\n");
    data.close();
    EXPECT_EQ(run(reportOf(figure)).status, kWrongUsage) << "these are other predictions";
}

/// What each model had then is told, not that of the reference alone.
TEST_F(FigureSessionTest, tellsWhichOfSeveralModelsHasChanged) {
    const QString data = m_folder.filePath(QStringLiteral("data/two.csv"));
    const auto write = [&](int least) {
        QFile file(data);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write("label,prob_a,prob_b\n");
        for (int i = 0; i < 200; ++i)
            file.write(QByteArray::number(i * 61 % 100 < i * 37 % 100) + ",0." +
                       QByteArray::number(10 + i * 37 % 89) + ",0." +
                       QByteArray::number(least + i * 37 % 10) + "\n");
    };
    write(10);
    drawnOf(data, "m.png", words("--diagram overlay"));
    write(80);
    const Ran again = run({picture("m.png"), QStringLiteral("--export"), picture("n.png")});
    EXPECT_EQ(again.status, kDone) << again.errors;
    const QString errors = QString::fromStdString(again.errors);
    for (const char* model : {"prob_a", "prob_b"}) {
        const QRegularExpression told(
            QStringLiteral("ECE of [^\n]*%1 was ([0-9.]+), and is ([0-9.]+) now")
                .arg(QLatin1String(model)));
        const auto match = told.match(errors);
        ASSERT_TRUE(match.hasMatch()) << again.errors;
        EXPECT_EQ(match.captured(1) == match.captured(2), std::string_view(model) == "prob_a")
            << again.errors;
    }
}

/// Of the files of a comparison, one tells where the others are.
TEST_F(FigureSessionTest, theOtherModelsStandBesideANamedOne) {
    QStringList files;
    for (const char* name : {"a.csv", "b.csv", "c.csv"}) {
        files << m_folder.filePath(QStringLiteral("data/") + QLatin1String(name));
        QFile file(files.back());
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write("id,label,probability\n");
        for (int i = 0; i < 100; ++i)
            file.write(QByteArray::number(i) + "," + (i * 61 % 100 < i ? "1" : "0") + ",0." +
                       QByteArray::number(10 + (i * name[0]) % 89) + "\n");
    }
    ASSERT_EQ(run(files + QStringList{QStringLiteral("--export"), picture("m.png")} +
                  words("--diagram overlay"))
                  .status,
              kDone);
    const QTemporaryDir another;
    const QString moved = another.filePath(QStringLiteral("m.png"));
    ASSERT_TRUE(QFile::copy(picture("m.png"), moved));
    const QStringList again{QStringLiteral("--export"), another.filePath(QStringLiteral("n.png"))};
    const Ran whole = run(QStringList{moved, files[1]} + again);
    EXPECT_EQ(whole.status, kDone) << whole.errors;
    EXPECT_THAT(whole.errors, IsEmpty());
    EXPECT_EQ(QImage(moved), QImage(again.back())) << "in the order of then";
    // What a model had is told by its name, not by its place.
    for (const QString& name : files) {
        QFile file(name);
        ASSERT_TRUE(file.open(QIODevice::Append));
        file.write("100,1,0.5\n");
    }
    const QStringList turned{files[2], files[0], files[1]};
    const QString errors = QString::fromStdString(run(QStringList{moved} + turned + again).errors);
    const auto then = QString::fromStdString(run(QStringList{moved} + files + again).errors);
    for (const char* name : {"a.csv", "b.csv", "c.csv"}) {
        const QRegularExpression told(
            QStringLiteral("the ECE of %1 was ([0-9.]+),").arg(QLatin1String(name)));
        ASSERT_TRUE(told.match(errors).hasMatch()) << errors.toStdString();
        EXPECT_EQ(told.match(errors).captured(1), told.match(then).captured(1)) << name;
    }
    ASSERT_TRUE(QFile::remove(files[2]));
    EXPECT_THAT(run(QStringList{moved, files[0], files[1]} + again).errors,
                HasSubstr("m.png was made from c.csv, too: name all its files after it"));
}

TEST_F(FigureSessionTest, aFileThatIsGoneIsAskedForAndMayBeNamed) {
    const QString figure = drawn("f.png", words("--bins 4"));
    const QTemporaryDir another;
    const QString moved = another.filePath(QStringLiteral("elsewhere.csv"));
    ASSERT_TRUE(QFile::rename(m_data, moved));
    const Ran lost = run(reportOf(figure));
    EXPECT_EQ(lost.status, kWrongUsage);
    EXPECT_THAT(lost.errors, HasSubstr("it was made from 'cancer & co.csv'"));
    const Ran named = run(QStringList{figure, moved} + reportOf({}).mid(1));
    EXPECT_EQ(named.status, kDone) << named.errors;
    EXPECT_THAT(named.out, HasSubstr("\"count\": 4"));
}

TEST_F(FigureSessionTest, aFileThatIsGoneMayBeARecentOne) {
    const QString figure = drawn("f.png", words("--bins 4"));
    const QTemporaryDir another;
    const QString moved = another.filePath(QStringLiteral("elsewhere.csv"));
    ASSERT_TRUE(QFile::rename(m_data, moved));
    EXPECT_EQ(argumentsAmong(figure, {testing::sample(testing::kDigits), moved}),
              QStringList{moved});
    MainWindow window;
    window.usePreferences(m_folder.filePath(QStringLiteral("settings.ini")));
    window.show();
    window.session().open(QStringList{moved});
    ASSERT_TRUE(testing::settle(window.session()));
    window.session().open(QStringList{testing::sample(testing::kDigits)});
    ASSERT_TRUE(testing::settle(window.session()));
    window.chooseFiles = [&](const QString&) { return QStringList{figure}; };
    QTest::keyClick(&window, Qt::Key_O, Qt::ControlModifier);
    EXPECT_EQ(window.shownError(), QString());
    ASSERT_TRUE(testing::settle(window.session()));
    EXPECT_EQ(window.session().report()->dataset.file, moved.toStdString());
    EXPECT_EQ(window.session().report()->binning.count, 4U);
    // A window that knows no such file asks for it.
    window.close();
    MainWindow other;
    other.show();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&other));
    other.chooseFiles = [&](const QString&) { return QStringList{figure}; };
    QTest::keyClick(&other, Qt::Key_O, Qt::ControlModifier);
    ASSERT_TRUE(other.shownError().contains(QStringLiteral("is not beside it")))
        << other.shownError().toStdString();
    other.chooseFiles = [&](const QString&) { return QStringList{moved}; };
    for (QPushButton* button : other.findChildren<QPushButton*>()) {
        if (button->isVisible() && button->text() == QStringLiteral("Choose the file…"))
            button->click();
    }
    ASSERT_TRUE(testing::settle(other.session()));
    ASSERT_TRUE(other.session().report());
    EXPECT_EQ(other.session().report()->binning.count, 4U);
    // Other contents are another file.
    QFile data(moved);
    ASSERT_TRUE(data.open(QIODevice::Append));
    data.write("0,0.99\n");
    data.close();
    EXPECT_TRUE(argumentsAmong(figure, {moved}).isEmpty());
}

/// Labels that are found beside the scores are a part of the view as those that are named.
TEST_F(FigureSessionTest, labelsBesideTheScoresAreDescribedToo) {
    const auto write = [&](const char* name, const QByteArray& text) {
        QFile file(m_folder.filePath(QLatin1String(name)));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    };
    QByteArray scores = "p0,p1\n";
    QByteArray labels = "label\n";
    for (int i = 0; i < 40; ++i) {
        scores += i % 2 == 0 ? "0.8,0.2\n" : "0.3,0.7\n";
        labels += i % 5 == 0 ? "1\n" : "0\n";
    }
    write("scores.csv", scores);
    write("labels.csv", labels);
    const Ran made = run({m_folder.filePath(QStringLiteral("scores.csv")),
                          QStringLiteral("--export"), picture("f.png")});
    ASSERT_EQ(made.status, kDone) << made.errors;
    EXPECT_THAT(run(reportOf(picture("f.png"))).errors, Not(HasSubstr("changed")));
    write("labels.csv", QByteArray(labels).replace("1\n", "0\n"));
    EXPECT_THAT(run(reportOf(picture("f.png"))).errors,
                HasSubstr("labels.csv has changed since f.png was made"));
    // Under another name, its contents are found.
    write("truth.txt", labels);
    ASSERT_TRUE(QFile::remove(m_folder.filePath(QStringLiteral("labels.csv"))));
    const Ran renamed = run(reportOf(picture("f.png")));
    EXPECT_EQ(renamed.status, kDone) << renamed.errors;
    // The reader finds them beside predictions elsewhere: nobody needs to name them.
    const QTemporaryDir another;
    for (const char* name : {"scores.csv", "labels.csv"}) {
        QFile file(another.filePath(QLatin1String(name)));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(QLatin1String(name) == QLatin1String("scores.csv") ? scores + "0.9,0.1\n"
                                                                      : labels + "0\n");
    }
    const QTemporaryDir pictures;
    const QString alone = pictures.filePath(QStringLiteral("f.png"));
    ASSERT_TRUE(QFile::copy(picture("f.png"), alone));
    const Ran applied = run(QStringList{alone, another.filePath(QStringLiteral("scores.csv"))} +
                            reportOf({}).mid(1));
    EXPECT_EQ(applied.status, kDone) << applied.errors;
    EXPECT_THAT(applied.errors, Not(HasSubstr("too")));
    ASSERT_TRUE(QFile::remove(another.filePath(QStringLiteral("labels.csv"))));
    write("labels.csv", labels);
    EXPECT_EQ(argumentsAmong(alone, {m_folder.filePath(QStringLiteral("scores.csv"))}).size(), 1);
}

/// Labels that were named stand beside predictions that are named: they are not left out.
TEST_F(FigureSessionTest, namedLabelsStandBesideNamedPredictions) {
    const auto write = [&](const char* name, const QByteArray& text) {
        QFile file(m_folder.filePath(QLatin1String(name)));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        return m_folder.filePath(QLatin1String(name));
    };
    QByteArray scores = "p0,p1\n";
    QByteArray labels = "label\n";
    QByteArray others = "label\n";
    for (int i = 0; i < 40; ++i) {
        scores += i % 2 == 0 ? "0.8,0.2\n" : "0.3,0.7\n";
        labels += i % 5 == 0 ? "1\n" : "0\n";
        others += i % 2 == 0 ? "0\n" : "1\n";
    }
    const QString first = write("scores.csv", scores);
    write("labels.csv", labels);
    const QString other = write("other.csv", others);
    const QTemporaryDir pictures;
    const QString view = pictures.filePath(QStringLiteral("o.diagonal"));
    ASSERT_EQ(run({first, other, QStringLiteral("--export"), view}).status, kDone);
    const Ran again = run(QStringList{view, first} + reportOf({}).mid(1));
    EXPECT_THAT(again.errors, Not(HasSubstr("labels.csv")));
    EXPECT_THAT(again.out, HasSubstr("other.csv\""));
}

/// The models of a comparison are found among the recent files, too, under other names.
TEST_F(FigureSessionTest, modelsThatAreGoneMayBeRecentOnes) {
    QStringList files;
    for (const char* name : {"a.csv", "b.csv"}) {
        files << m_folder.filePath(QLatin1String(name));
        QFile file(files.back());
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write("label,probability\n");
        for (int i = 0; i < 40; ++i)
            file.write((i % 3 == 0 ? "1,0." : "0,0.") +
                       QByteArray::number(10 + (i * name[0]) % 89) + "\n");
    }
    ASSERT_EQ(run(files + QStringList{QStringLiteral("--export"), picture("m.png")} +
                  words("--diagram overlay --bins 7"))
                  .status,
              kDone);
    const QTemporaryDir another;
    QStringList moved;
    for (const QString& file : files) {
        const QString folder = QStringLiteral("of_") + QFileInfo(file).baseName();
        ASSERT_TRUE(QDir(another.path()).mkdir(folder));
        moved << another.filePath(folder + QStringLiteral("/preds.csv"));
        ASSERT_TRUE(QFile::rename(file, moved.back()));
    }
    MainWindow window;
    window.usePreferences(m_folder.filePath(QStringLiteral("settings.ini")));
    window.show();
    for (const QString& file : moved) {
        window.session().open(QStringList{file});
        ASSERT_TRUE(testing::settle(window.session()));
    }
    window.session().closeFile();
    window.session().closeFile();
    window.chooseFiles = [&](const QString&) { return QStringList{picture("m.png")}; };
    QTest::keyClick(&window, Qt::Key_O, Qt::ControlModifier);
    EXPECT_EQ(window.shownError(), QString());
    ASSERT_TRUE(testing::settle(window.session()));
    ASSERT_EQ(window.session().files().size(), 2U);
    EXPECT_EQ(window.session().files()[0].predictions, moved[0].toStdString());
    EXPECT_EQ(window.session().files()[1].predictions, moved[1].toStdString());
    EXPECT_EQ(window.session().report()->binning.count, 7U);
}

/// A figure in another folder of a project tells where its data are; they are opened once the user
/// names them.
TEST_F(FigureSessionTest, tellsOfDataInAnotherFolderOfAProject) {
    const QByteArray home = qgetenv("HOME");
    ASSERT_TRUE(QDir(m_folder.path()).mkdir(QStringLiteral("figures")));
    const QString alien = drawn("figures/alien.png");
    EXPECT_THAT(run(reportOf(alien)).errors,
                AllOf(HasSubstr("which is not beside it: put that file"), Not(HasSubstr("../"))))
        << "folders above the user's own may hold a name";
    ASSERT_TRUE(qputenv("HOME", m_folder.path().toLocal8Bit()));
    const QString figure = drawn("figures/f.png", words("--bins 4"));
    ASSERT_TRUE(qputenv("HOME", home));
    EXPECT_THAT(
        run(reportOf(figure)).errors,
        HasSubstr("but was '../data/cancer & co.csv' from its folder: name the file after"));
    EXPECT_THAT(run(QStringList{figure, m_data} + reportOf({}).mid(1)).out,
                HasSubstr("\"count\": 4"));
    // The window opens it once the user agrees.
    MainWindow window;
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    window.chooseFiles = [&](const QString&) { return QStringList{figure}; };
    QTest::keyClick(&window, Qt::Key_O, Qt::ControlModifier);
    EXPECT_FALSE(window.session().report()) << "nothing outside its folder is opened unasked";
    const auto agree = [&] {
        for (QPushButton* button : window.findChildren<QPushButton*>()) {
            if (button->isVisible() && button->text() == QStringLiteral("Open it from there"))
                return button->click();
        }
        ADD_FAILURE() << window.shownError().toStdString();
    };
    agree();
    ASSERT_TRUE(testing::settle(window.session()));
    EXPECT_EQ(window.session().report()->binning.count, 4U);
    EXPECT_EQ(QFileInfo(toQString(window.session().report()->dataset.file)).canonicalFilePath(),
              QFileInfo(m_data).canonicalFilePath());
    // It is compared with what it was, also where it is named.
    QFile data(m_data);
    ASSERT_TRUE(data.open(QIODevice::Append));
    data.write("0,0.99\n");
    data.close();
    EXPECT_THAT(run(QStringList{figure, m_data} + reportOf({}).mid(1)).errors,
                HasSubstr("has changed since f.png was made"));
}

/// Predictions and labels in a folder of their own.
TEST_F(FigureSessionTest, opensLabelsOfAnotherFolder) {
    const QByteArray home = qgetenv("HOME");
    ASSERT_TRUE(QDir(m_folder.path()).mkdir(QStringLiteral("figures")));
    const QString labels = m_folder.filePath(QStringLiteral("data/labels.csv"));
    const QString probabilities = m_folder.filePath(QStringLiteral("data/p.csv"));
    std::ofstream(labels.toStdString()) << "label\n0\n1\n1\n";
    std::ofstream(probabilities.toStdString()) << "p\n0.2\n0.6\n0.9\n";
    const QString figure = m_folder.filePath(QStringLiteral("figures/f.png"));
    ASSERT_TRUE(qputenv("HOME", m_folder.path().toLocal8Bit()));
    const Ran ran =
        run({probabilities, QStringLiteral("--labels"), labels, QStringLiteral("--bins"),
             QStringLiteral("3"), QStringLiteral("--export"), figure});
    ASSERT_TRUE(qputenv("HOME", home));
    ASSERT_EQ(ran.status, kDone) << ran.errors;
    const QStringList outside = argumentsOutside(figure);
    EXPECT_EQ(outside, (QStringList{probabilities, QStringLiteral("--labels=") + labels}));
    MainWindow window;
    window.show();
    window.start(
        parsedCommandLine(QStringList{QStringLiteral("diagonal"), figure} + outside).value());
    ASSERT_TRUE(testing::settle(window.session()));
    EXPECT_EQ(window.session().report()->dataset.rows, 3U);
    EXPECT_EQ(window.session().report()->binning.count, 3U);
    ASSERT_TRUE(QFile::remove(labels));
    EXPECT_TRUE(argumentsOutside(figure).isEmpty()) << "not all are there";
}

/// Damaged pictures are opened or refused in words, whatever was changed in them.
TEST_F(FigureSessionTest, aDamagedSessionIsReadOrRefused) {
    std::uint64_t state = 7;
    const auto below = [&state](qsizetype end) {
        state = state * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
        return static_cast<qsizetype>((state >> 33) % static_cast<std::uint64_t>(end));
    };
    std::size_t opened = 0;
    for (const char* name : {"f.diagonal", "f.png", "f.svg", "f.pdf"}) {
        QFile file(drawn(name, words("--where confidence>0.2 --bins 7 --title x")));
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        const QByteArray whole = file.readAll();
        const QString path = picture((std::string("damaged-") + name).c_str());
        for (int i = 0; i < 400; ++i) {
            QByteArray bytes = whole;
            for (qsizetype changes = 1 + below(3); changes > 0; --changes) {
                const qsizetype at = below(bytes.size());
                switch (below(4)) {
                    case 0: bytes[at] = static_cast<char>(below(256)); break;
                    case 1: bytes.remove(at, 1 + below(20)); break;
                    case 2: bytes.insert(at, bytes.mid(below(bytes.size()), 1 + below(40))); break;
                    default: bytes.replace(at, 1, "9999999999"); break;
                }
            }
            QFile damaged(path);
            ASSERT_TRUE(damaged.open(QIODevice::WriteOnly));
            damaged.write(bytes);
            damaged.close();
            const auto line = parsedCommandLine({QStringLiteral("diagonal"), path});
            opened += line ? 1U : 0U;
            EXPECT_TRUE(line || !line.error().detail.empty());
        }
    }
    EXPECT_GT(opened, 400U) << "most of these bytes are pixels";
}

TEST_F(FigureSessionTest, aHostileSessionIsRefused) {
    const auto with = [&](const QString& session) {
        QImage image(8, 8, QImage::Format_RGB32);
        image.fill(Qt::white);
        image.setText(QLatin1String(kSessionKey), session);
        const QString path = picture("hostile.png");
        EXPECT_TRUE(image.save(path));
        return run(reportOf(path)).errors;
    };
    const QString files =
        QStringLiteral("\"files\":[{\"role\":\"predictions\",\"name\":\"data/cancer & co.csv\"}]");
    EXPECT_THAT(with(QStringLiteral("{%1,\"arguments\":[]}").arg(files)), IsEmpty());
    EXPECT_THAT(
        with(QStringLiteral("{%1,\"diagonal\":\"99.0\",\"arguments\":[\"--ribbons\"]}").arg(files)),
        HasSubstr("it was made by Diagonal '99.0', and this is '"));
    for (const char* arguments : {"\"--export\",\"/tmp/x.png\"", "\"--write\",\"/tmp/x.csv\"",
                                  "\"--labels\",\"/etc/passwd\"", "\"--save-map\",\"/tmp/x.py\"",
                                  "\"/etc/passwd\"", "\"-h\"", "\"--apply=/etc/passwd\"", "7"}) {
        EXPECT_THAT(
            with(QStringLiteral("{%1,\"arguments\":[%2]}").arg(files, QLatin1String(arguments))),
            HasSubstr("which no figure needs"))
            << arguments;
    }
    for (const char* name : {"../secret.csv", "/etc/passwd", "data/../../x", ""}) {
        EXPECT_THAT(with(QStringLiteral("{\"files\":[{\"role\":\"predictions\",\"name\":\"%1\","
                                        "\"path\":\"%1\"}],\"arguments\":[]}")
                             .arg(QLatin1String(name))),
                    HasSubstr("which is not beside it"))
            << name;
    }
    EXPECT_THAT(with(QStringLiteral("{%1,\"arguments\":[\"--theme\",\"/etc/x.json\"]}").arg(files)),
                HasSubstr("a theme that is none of Diagonal's"));
    EXPECT_THAT(with(QStringLiteral("{%1,\"arguments\":[\"--bins\"]}").arg(files)),
                HasSubstr("ends within an option"));
    QByteArray noise;                       // a text that barely shrinks
    for (unsigned i = 0; i < 200'000; ++i)  // its square wraps around
        noise.append(static_cast<char>('a' + (i * i / 7 + i) % 26));
    EXPECT_THAT(with(QString::fromLatin1(noise)), HasSubstr("session"));
    EXPECT_THAT(with(QStringLiteral("[[[[[[")), HasSubstr("no JSON object"));
    EXPECT_THAT(with(QStringLiteral("{%1,\"arguments\":\"--bins 7\"}").arg(files)),
                HasSubstr("no list of options"));
    EXPECT_THAT(with(QString(100'000, QLatin1Char('['))),
                HasSubstr("larger than any figure needs"));
    // A link that leads out of the folder is no file of the picture.
    const QTemporaryDir other;
    const QString secret = other.filePath(QStringLiteral("secret.csv"));
    ASSERT_TRUE(QFile::copy(m_data, secret));
    ASSERT_TRUE(QFile::link(secret, m_folder.filePath(QStringLiteral("link.csv"))));
    EXPECT_THAT(with(QStringLiteral("{\"files\":[{\"role\":\"predictions\",\"name\":\"link.csv\"}],"
                                    "\"arguments\":[]}")),
                HasSubstr("which is not beside it"));
}

TEST_F(FigureSessionTest, aDroppedPictureBringsTheViewBack) {
    const QString figure = drawn("f.png", words("--bins 6 --zoom 0.5,1"));
    const auto line = parsedCommandLine({QStringLiteral("diagonal"), figure});
    ASSERT_TRUE(line);
    MainWindow window;
    window.show();
    window.start(line.value());
    ASSERT_TRUE(testing::settle(window.session()));
    EXPECT_EQ(window.session().report()->binning.count, 6U);
    EXPECT_NEAR(window.diagram()->diagram().zoom().low, 0.5, 1e-9);
}

}  // namespace
}  // namespace diagonal
