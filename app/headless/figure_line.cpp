// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/figure_line.h"

#include "app/diagram/figure_export.h"
#include "app/text/number_text.h"
#include "core/publishing/diagrams/diagram.h"

namespace diagonal {
namespace {

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
    if (values.has("dpi")) figure.dpi = OptionValue(values, "dpi").integer(kLeastDpi, kMostDpi);
    if (written) {
        figure.size = written->pixels(figure.dpi);
        figure.textPoints = written->textPoints.value_or(figure.textPoints);
    }
    if (values.has("text-size")) figure.textPoints = OptionValue(values, "text-size").number();
}

/// Fails for options of parts that the chosen diagram does not have.
void checkParts(OptionValues& values, const AnalysisSettings& settings) {
    const bool isProfile = settings.profile.has_value();
    const std::string_view kind = isProfile ? choiceOf(kProfileKinds, *settings.profile).word
                                            : choiceOf(kDiagramKinds, settings.diagram).word;
    const auto lacks = [&](std::string_view option, const QString& what) {
        if (!values.has(option)) return;
        values.fail(QStringLiteral("--%1 needs %2; --diagram %3 has none")
                        .arg(toQString(option), what, toQString(kind)));
    };
    const Diagram& diagram = diagramOf(settings.diagram);
    if (!isProfile && !diagram.isByRank) {
        if (!diagram.hasCounts) lacks("log-counts", QStringLiteral("counts"));
        if (diagram.isAroundZero) lacks("skill-lines", QStringLiteral("accuracies"));
        return;
    }
    lacks("zoom", QStringLiteral("a confidence axis"));
    for (const FigureSwitch& one : kFigureSwitches)
        lacks(one.word, QStringLiteral("a confidence axis"));
    if (!isProfile || !values.has("without")) return;
    for (const QString& part : values.text("without").split(QLatin1Char(','))) {
        const QString word = part.trimmed();
        if (word == QLatin1String("title") || word == QLatin1String("legend") ||
            word == QLatin1String("session"))
            continue;
        values.fail(QStringLiteral("--without %1: --diagram %2 has a title and a legend only")
                        .arg(word, toQString(kind)));
    }
}

}  // namespace

void readFigure(OptionValues& values, CommandLine& line) {
    line.figure.theme = line.theme.value_or(Theme::Light);
    if (!line.exportFile) return;
    line.figure.wording = line.caption.value_or(Wording::MachineLearning);
    readSize(values, line.figure);
    if (line.analysis.profile && !line.figure.size.isValid())
        line.figure.size = WrittenSize{kLinePlotInches, true}.pixels(line.figure.dpi);
    if (line.modelFigure && values.has("skill-lines"))
        values.fail(QStringLiteral("--skill-lines are those of one model, not of several"));
    checkParts(values, line.analysis);
    if (!line.figure.content.parts.session &&
        figureFormat(*line.exportFile) == FigureFormat::Session)
        values.fail(QStringLiteral("a .diagonal file is the session: leave out --without session"));
    if (line.figure.isStandalone && figureFormat(*line.exportFile) != FigureFormat::Tikz)
        values.fail(QStringLiteral("--standalone is for .tex; other drawings always stand alone"));
    if (const auto can = checkFigure(line.figure); !can) {
        values.fail(QStringLiteral("--export: ") + QString::fromStdString(can.error().detail));
    }
}

}  // namespace diagonal
