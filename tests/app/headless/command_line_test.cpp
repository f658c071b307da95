// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/command_line.h"

#include <gtest/gtest.h>

#include "app/headless/command_text.h"

namespace diagonal {
namespace {

Result<CommandLine> parse(const QString& words) {
    return parsedCommandLine(QStringList{QStringLiteral("diagonal")} +
                             words.split(QLatin1Char(' '), Qt::SkipEmptyParts));
}

TEST(CommandLine, everyOptionIsTaken) {
    const auto line = parse(QStringLiteral(
        "a.npy --labels y.npy --report json --export f.png --size 1600x1800 --dpi 192 --theme dark "
        "--bins 20 --binning mass --edges left --bin-confidence midpoint --temperature 2.5 "
        "--view class=cat --positive yes --scores logits --column label=y --column score=3 "
        "--level 0.9 --fail-above ece=0.05"));
    ASSERT_TRUE(line) << (line ? "" : line.error().detail);
    EXPECT_EQ(line.value().files, QStringList{QStringLiteral("a.npy")});
    EXPECT_EQ(line.value().labels, "y.npy");
    EXPECT_EQ(line.value().report, ReportFormat::Json);
    EXPECT_EQ(line.value().figure.pixels(), QSize(1600, 1800));
    EXPECT_EQ(line.value().figure.dpi, 192);
    EXPECT_EQ(line.value().figure.theme, Theme::Dark);
    EXPECT_EQ(line.value().analysis.binCount, 20U);
    EXPECT_EQ(line.value().analysis.scheme, BinningScheme::EqualMass);
    EXPECT_EQ(line.value().analysis.edgeRule, EdgeRule::LeftClosed);
    EXPECT_EQ(line.value().analysis.binConfidence, BinConfidence::Midpoint);
    EXPECT_EQ(line.value().analysis.temperature, 2.5);
    EXPECT_EQ(line.value().analysis.level, 0.9);
    EXPECT_EQ(line.value().viewClass, "cat");
    EXPECT_EQ(line.value().read.positive, "yes");
    EXPECT_EQ(line.value().read.scores, ScoreKind::Logit);
    ASSERT_EQ(line.value().read.columns.size(), 2U);
    EXPECT_EQ(line.value().read.columns[1].role, ColumnRole::Score);
    EXPECT_EQ(line.value().limits[0].highest, 0.05);
}

TEST(CommandLine, differencesAreOfTheSameRowsWithAndWithoutCompare) {
    for (const char* words : {"a b --compare", "a b --diagram forest --export f.png"}) {
        const auto line = parse(QLatin1String(words));
        ASSERT_TRUE(line) << words;
        EXPECT_TRUE(line.value().read.keepsRowNames()) << words;
    }
    EXPECT_FALSE(parse(QStringLiteral("a b")).value().read.keepsRowNames());
    EXPECT_EQ(parse(QStringLiteral("a b --diagram forest --forest-score nll"))
                  .value()
                  .figureScores.difference,
              "nll");
    EXPECT_FALSE(parse(QStringLiteral("a b --diagram murphy --forest-score nll")));
}

TEST(CommandLine, theFigureIs800x900At96DpiAndGrowsWithIt) {
    EXPECT_EQ(parse(QStringLiteral("a --export f.png")).value().figure.pixels(), QSize(800, 900));
    EXPECT_EQ(parse(QStringLiteral("a --export f.png --dpi 300")).value().figure.pixels(),
              QSize(2500, 2813));
}

TEST(CommandLine, aSizeOnPaperHas300DpiAndAPublishersItsTextSize) {
    const FigureOptions ieee = parse(QStringLiteral("a --export f.pdf --size ieee")).value().figure;
    EXPECT_EQ(ieee.size, QSize(1050, 0)) << "the height fits";
    EXPECT_EQ(ieee.textPoints, 8);
    const FigureOptions own =
        parse(QStringLiteral("a --export f.svg --size 9x9cm --dpi 150 --text-size 7 --font Inter"))
            .value()
            .figure;
    EXPECT_EQ(own.pixels(), QSize(531, 531));
    EXPECT_EQ(own.textPoints, 7);
    EXPECT_EQ(own.font, QStringLiteral("Inter"));
}

TEST(CommandLine, aSampleIsOpenedOnlyWhereNoFileIsNamed) {
    const auto files = [](const char* words) {
        return parse(QLatin1String("--or-sample s.npz ") + QLatin1String(words)).value().files;
    };
    const QStringList sample{QStringLiteral("s.npz")};
    const QStringList named{QStringLiteral("preds.csv")};
    EXPECT_EQ(files(""), sample);
    EXPECT_EQ(files("--bins 20"), sample);
    EXPECT_EQ(files("--undo-softmax"), sample);
    EXPECT_EQ(files("--undo-softmax preds.csv"), named);
    EXPECT_EQ(files("preds.csv --bins 20"), named);
    EXPECT_EQ(files("-- preds.csv"), named);
    const auto recalibrated =
        parse(QStringLiteral("--or-sample s.npz --recalibrate platt --save-map m.json"));
    EXPECT_TRUE(recalibrated.value().isHeadless());
    EXPECT_EQ(recalibrated.value().files, sample);
}

TEST(CommandLine, onlyAWindowNeedsNoFile) {
    EXPECT_FALSE(parse(QString()).value().isHeadless());
    EXPECT_FALSE(parse(QStringLiteral("--report text")));
    EXPECT_TRUE(parse(QStringLiteral("a --fail-above ece=1")).value().isHeadless());
}

TEST(CommandLine, whatIsWrongIsReported) {
    for (const char* words : {"--nonsense",
                              "a --report xml",
                              "a --bins 0",
                              "a --bins 10001",
                              "a --bins many",
                              "a --edges up",
                              "a --temperature 0",
                              "a --temperature hot",
                              "a --view side",
                              "a --view class=",
                              "a --scores odds",
                              "a --column label",
                              "a --column size=w",
                              "a --level 1",
                              "a --level 95",
                              "a --fail-above ece",
                              "a --fail-above love=1",
                              "a --fail-above ece=low",
                              "a --export f.gif",
                              "a --export f.pdf --size letter",
                              "a --export f.pdf --size ieee --text-size 3",
                              "a --text-size 8",
                              "a --table bins",
                              "a --table bins --report json",
                              "a --table love --report csv",
                              "a --caption poetic",
                              "a --caption ml --report json",
                              "a --table maps --report csv --recalibrate platt",
                              "a --font Inter",
                              "a b --fail-if-worse signed_gap",
                              "a b --fail-if-worse love",
                              "a b --fail-unless-within brier",
                              "a b --fail-unless-within brier=0",
                              "a b --compare --export f.png --diagram gaps",
                              "a b --diagram overlay-gaps --export f.png",
                              "a b --diagram murphy --export f.png --map-axes ece,nll",
                              "a b --diagram mcb-dsc --export f.png --map-axes ece",
                              "a b --diagram mcb-dsc --export f.png --map-axes ece,love",
                              "a --table comparison",
                              "a --size 10x10",
                              "a --dpi 300",
                              "a --export f.png --size 9x9",
                              "a --export f.png --size 800",
                              "a --export f.png --dpi 5000",
                              "a --export f.png --size 30000x900",
                              "a --theme pink",
                              "a --edges-at 0.1,1",
                              "a --edges-at 0,0.5,0.5,1",
                              "a --edges-at 1",
                              "a --seed -1",
                              "a --group site",
                              "a --seed x",
                              "a --interval wald",
                              "a --preset sklearn",
                              "a --weights many"}) {
        const auto line = parse(QLatin1String(words));
        ASSERT_FALSE(line) << words;
        EXPECT_EQ(line.error().kind, ErrorKind::WrongOption) << words;
        EXPECT_FALSE(line.error().detail.empty()) << words;
    }
}

TEST(CommandLine, helpAndVersionAreAnswers) {
    EXPECT_TRUE(parse(QStringLiteral("--help")).value().answer->contains(QLatin1String("--bins")));
    EXPECT_EQ(parse(QStringLiteral("-v")).value().answer,
              QStringLiteral("diagonal %1\n").arg(QLatin1String(version().data())));
}

TEST(CommandLine, figuresHaveAZoomPartsAndWords) {
    const auto line = parsedCommandLine(
        {QStringLiteral("diagonal"), QStringLiteral("a.csv"), QStringLiteral("--export"),
         QStringLiteral("f.svg"), QStringLiteral("--zoom"), QStringLiteral("0.9,1"),
         QStringLiteral("--without"), QStringLiteral("legend,counts"), QStringLiteral("--title"),
         QStringLiteral("My model"), QStringLiteral("--x-title"), QStringLiteral("Score")});
    ASSERT_TRUE(line) << line.error().detail;
    const FigureOptions& figure = line.value().figure;
    EXPECT_EQ(figure.zoom.value().low, .9);
    EXPECT_FALSE(figure.content.parts.legend);
    EXPECT_FALSE(figure.content.parts.counts);
    EXPECT_TRUE(figure.content.parts.title);
    EXPECT_EQ(figure.content.title, QStringLiteral("My model"));
    EXPECT_EQ(figure.content.xTitle, QStringLiteral("Score"));
    for (const char* wrong : {"--zoom 0.9", "--zoom 1,0.9", "--zoom 0,2", "--zoom 0.5,0.50001",
                              "--zoom a,1", "--without nothing"}) {
        const auto refused = parse(QStringLiteral("a.csv --export f.png ") + QLatin1String(wrong));
        ASSERT_FALSE(refused) << wrong;
        EXPECT_EQ(refused.error().kind, ErrorKind::WrongOption);
    }
    EXPECT_FALSE(parse(QStringLiteral("a.csv --report text --zoom 0.9,1")));
}

TEST(CommandLine, profilesAreDiagrams) {
    const auto line = parse(QStringLiteral("a.csv --diagram ece-by-bins --export f.png"));
    ASSERT_TRUE(line);
    EXPECT_EQ(line.value().analysis.profile, ProfileKind::Bins);
    EXPECT_EQ(line.value().figure.pixels(), QSize(900, 600));
    const auto wrong = parse(QStringLiteral("a.csv --diagram pie"));
    ASSERT_FALSE(wrong);
    EXPECT_NE(wrong.error().detail.find("temperature"), std::string::npos);
}

/// The command of a figure must mean that figure.
TEST(CommandText, isReadBackAsWhatWasShown) {
    ShownFigure shown;
    shown.files = {{"my file's.csv", "labels.csv"}};
    shown.classNames = {"no", "yes; rm -rf"};
    shown.read.scores = ScoreKind::Logit;
    shown.read.columns = {{ColumnRole::Label, "y = 1"}, {ColumnRole::Group, "site"}};
    shown.read.positive = "yes";
    shown.read.labelBase = -1;
    shown.read.undoSoftmax = true;
    AnalysisSettings& settings = shown.analysis;
    settings.binCount = 22;
    settings.scheme = BinningScheme::EqualMass;
    settings.edgeRule = EdgeRule::LeftClosed;
    settings.binConfidence = BinConfidence::Midpoint;
    settings.temperature = 2.374013;
    settings.view = View{View::Kind::OneVsRest, 1};
    settings.where.groups = {{"site", " A=B"}, {"sex", "f"}, {"outcome", "dead"}};
    shown.read.kept = KeptColumns::Names;  // conditions may be on the names of rows
    settings.level = .9;
    settings.intervals = IntervalKind::Consistency;
    settings.band = BandKind::Simultaneous;
    settings.seed = 77;
    settings.diagram = DiagramKind::Gaps;
    shown.figure.content.parts.logCounts = true;
    shown.figure.zoom = zoomedAxis(.99, 1);
    shown.figure.theme = Theme::Dark;
    const QStringList arguments = argumentsOf(shown, QStringLiteral("out put.png"));
    const auto line = parsedCommandLine(QStringList{QStringLiteral("diagonal")} + arguments);
    ASSERT_TRUE(line) << line.error().detail;
    EXPECT_EQ(line.value().files, QStringList{QStringLiteral("my file's.csv")});
    EXPECT_EQ(line.value().labels, "labels.csv");
    EXPECT_EQ(line.value().read, shown.read);
    EXPECT_EQ(line.value().viewClass, "yes; rm -rf");
    settings.view.reset();
    EXPECT_EQ(line.value().analysis, settings);
    EXPECT_EQ(line.value().exportFile, QStringLiteral("out put.png"));
    EXPECT_TRUE(line.value().figure.content.parts.logCounts);
    EXPECT_EQ(line.value().figure.zoom, shown.figure.zoom);
    EXPECT_EQ(line.value().figure.theme, Theme::Dark);

    ShownFigure fitted;
    fitted.files = {{"-x.csv", std::nullopt}};
    fitted.analysis.fitTemperature = true;
    fitted.analysis.preset = "netcal";
    fitted.analysis.profile = ProfileKind::Temperature;
    fitted.figure.content.parts.logCounts = true;  // of the diagram that is not shown
    const auto second = parsedCommandLine(QStringList{QStringLiteral("diagonal")} +
                                          argumentsOf(fitted, QStringLiteral("f.png")));
    ASSERT_TRUE(second) << second.error().detail;
    EXPECT_EQ(second.value().files, QStringList{QStringLiteral("./-x.csv")});
    EXPECT_EQ(second.value().analysis, fitted.analysis);
}

TEST(CommandText, aShellReadsItAsItWas) {
    const QString text = commandText({QStringLiteral("it's $HOME.csv"), QStringLiteral("--bins"),
                                      QStringLiteral("20"), QString()});
    EXPECT_EQ(text, QStringLiteral("diagonal 'it'\\''s $HOME.csv' --bins 20 ''"));
    ReadOptions options;
    EXPECT_TRUE(inexpressible(options).isEmpty());
    options.classOrder = {1, 0};
    EXPECT_EQ(inexpressible(options).size(), 1);
}

TEST(CommandLine, groupsMayBeWrittenAsConditions) {
    const auto line = parse(QStringLiteral("a.csv --where split=test"));
    ASSERT_TRUE(line);
    EXPECT_EQ(line.value().analysis.where.groups, (GroupChoices{{"split", "test"}}));
    const auto two = parse(QStringLiteral("a.csv --where split=test --where sex=f"));
    ASSERT_TRUE(two) << "the window shows the rows of both";
    EXPECT_EQ(two.value().analysis.where.groups, (GroupChoices{{"split", "test"}, {"sex", "f"}}));
    EXPECT_EQ(parse(QStringLiteral("a.csv --group split=test --group sex=f"))
                  .value()
                  .analysis.where.groups,
              two.value().analysis.where.groups);
    EXPECT_EQ(parse(QStringLiteral("a.csv --group split=test --where sex=f"))
                  .value()
                  .analysis.where.groups,
              two.value().analysis.where.groups);
    EXPECT_FALSE(parse(QStringLiteral("a.csv --group sex=m --group sex=f")));
    EXPECT_TRUE(parse(QStringLiteral("a.csv --where outcome=wrong"))) << "the window shows them";
    EXPECT_FALSE(parse(QStringLiteral("a.csv b.csv --compare --where outcome=wrong")));
    EXPECT_TRUE(parse(QStringLiteral("a.csv b.csv --compare --where true=3")));
    EXPECT_FALSE(parse(QStringLiteral("a.csv --report text --where confidence=0.9")));
    EXPECT_FALSE(
        parse(QStringLiteral("a.csv --report csv --table maps --where confidence=0.9..1")));
}

TEST(CommandLine, partsThatADiagramDoesNotHaveAreRefused) {
    for (const char* wrong :
         {"--diagram cumulative --zoom 0.5,1", "--diagram temperature --zoom 0.5,1",
          "--diagram ece-by-bins --log-counts", "--diagram outcomes --skill-lines",
          "b.csv --diagram overlay --skill-lines", "--diagram temperature --without scores"}) {
        EXPECT_FALSE(parse(QStringLiteral("a.csv --export f.png ") + QLatin1String(wrong)))
            << wrong;
    }
    EXPECT_TRUE(
        parse(QStringLiteral("a.csv --export f.png --diagram temperature --without legend")));
    EXPECT_TRUE(parse(QStringLiteral("a.csv --export f.png --zoom 0.9999,1")));
}

}  // namespace
}  // namespace diagonal
