// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/figure_line.h"

#include "app/diagram/figure_export.h"
#include "app/text/number_text.h"

namespace diagonal {
namespace {

constexpr auto kThemes =
    std::to_array<Choice<Theme>>({{Theme::Light, "light", "Light"}, {Theme::Dark, "dark", "Dark"}});

void readSize(OptionValues& values, FigureOptions& figure) {
    std::optional<WrittenSize> written;
    if (values.has("size")) {
        const auto size = writtenSize(values.text("size"));
        if (!size) {
            values.fail(QStringLiteral("--size: ") + QString::fromStdString(size.error().detail));
            return;
        }
        written = size.value();
    }
    if (written && written->isPaper) figure.dpi = kPaperDpi;
    if (values.has("dpi")) figure.dpi = values.integer("dpi", kLeastDpi, kMostDpi);
    if (written) {
        figure.size = written->pixels(figure.dpi);
        figure.textPoints = written->textPoints.value_or(figure.textPoints);
    }
    if (values.has("text-size")) figure.textPoints = values.number("text-size");
}

void readZoom(OptionValues& values, FigureOptions& figure) {
    const QStringList ends = values.text("zoom").split(QLatin1Char(','));
    const double from = values.number("zoom", ends.value(0));
    const double to = values.number("zoom", ends.value(1));
    constexpr double tolerance = 1e-9;  // 1 - 0.9999 is a little below 0.0001
    if (ends.size() != 2 || from < 0 || to > 1 || to - from < kLeastZoom * (1 - tolerance)) {
        return values.fail(QStringLiteral("--zoom must be two confidences from 0 to 1 that differ "
                                          "by at least %1, such as 0.9,1; not '%2'")
                               .arg(kLeastZoom)
                               .arg(values.text("zoom")));
    }
    figure.zoom = zoomedAxis(from, to);
}

void readContent(OptionValues& values, FigureContent& content) {
    if (values.has("title")) content.title = values.text("title");
    if (values.has("x-title")) content.xTitle = values.text("x-title");
    if (values.has("y-title")) content.yTitle = values.text("y-title");
    if (!values.has("without")) return;
    for (const QString& word : values.text("without").split(QLatin1Char(',')))
        content.parts.*values.chosen("without", word.trimmed(), kFigureParts) = false;
}

/// Fails for options of parts that the chosen diagram does not have.
void checkParts(OptionValues& values, const AnalysisSettings& settings) {
    const bool isProfile = settings.profile.has_value();
    if (!isProfile && settings.diagram != DiagramKind::Cumulative) return;
    const std::string_view kind = isProfile ? choiceOf(kProfileKinds, *settings.profile).word
                                            : choiceOf(kDiagramKinds, settings.diagram).word;
    for (const char* option : {"zoom", "log-counts"}) {
        if (!values.has(option)) continue;
        values.fail(QStringLiteral("--%1 needs a confidence axis; --diagram %2 has none")
                        .arg(QLatin1String(option), toQString(kind)));
    }
    if (!isProfile || !values.has("without")) return;
    for (const QString& part : values.text("without").split(QLatin1Char(','))) {
        const QString word = part.trimmed();
        if (word == QLatin1String("title") || word == QLatin1String("legend")) continue;
        values.fail(QStringLiteral("--without %1: --diagram %2 has a title and a legend only")
                        .arg(word, toQString(kind)));
    }
}

}  // namespace

void readFigure(OptionValues& values, CommandLine& line) {
    if (values.has("theme")) line.theme = values.chosen("theme", kThemes);
    line.figure.theme = line.theme.value_or(Theme::Light);
    if (!values.has("export")) {
        for (const char* option : {"size", "dpi", "text-size", "font", "log-counts", "standalone",
                                   "zoom", "without", "title", "x-title", "y-title"}) {
            if (!values.has(option)) continue;
            values.fail(QStringLiteral("--%1 requires --export FILE").arg(QLatin1String(option)));
        }
        return;
    }
    line.exportFile = values.text("export");
    line.figure.wording = line.caption.value_or(Wording::MachineLearning);
    if (!figureFormat(*line.exportFile)) {
        values.fail(QStringLiteral("--export writes .png, .svg, .pdf and .tex files, not '%1'")
                        .arg(*line.exportFile));
    }
    readSize(values, line.figure);
    if (line.analysis.profile && !line.figure.size.isValid())
        line.figure.size = WrittenSize{kLinePlotInches, true}.pixels(line.figure.dpi);
    line.figure.isStandalone = values.has("standalone");
    line.figure.hasLogCounts = values.has("log-counts");
    if (values.has("font")) line.figure.font = values.text("font");
    checkParts(values, line.analysis);
    if (values.has("zoom")) readZoom(values, line.figure);
    readContent(values, line.figure.content);
    if (const auto can = checkFigure(line.figure); !can) {
        values.fail(QStringLiteral("--export: ") + QString::fromStdString(can.error().detail));
    }
}

}  // namespace diagonal
