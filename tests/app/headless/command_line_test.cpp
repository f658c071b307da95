// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/command_line.h"

#include <gtest/gtest.h>

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
    EXPECT_EQ(line.value().labels, QStringLiteral("y.npy"));
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

TEST(CommandLine, theFigureIs800x900At96DpiAndGrowsWithIt) {
    EXPECT_EQ(parse(QStringLiteral("a --export f.png")).value().figure.pixels(), QSize(800, 900));
    EXPECT_EQ(parse(QStringLiteral("a --export f.png --dpi 300")).value().figure.pixels(),
              QSize(2500, 2813));
}

TEST(CommandLine, aSizeOnPaperHas300DpiAndAPublishersItsTextSize) {
    const FigureOptions ieee = parse(QStringLiteral("a --export f.pdf --size ieee")).value().figure;
    EXPECT_EQ(ieee.pixels(), QSize(1050, 1140));
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
                              "- --table maps --report csv",
                              "a --table maps --report csv --recalibrate platt",
                              "a --font Inter",
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

}  // namespace
}  // namespace diagonal
