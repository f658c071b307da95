// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/figure_text.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <QFontMetricsF>
#include <QPainter>

#include "app/diagram/painting/marks_painter.h"
#include "app/diagram/painting/mean_labels.h"
#include "app/text/number_text.h"
#include "app/text/tabular_digits.h"
#include "core/base/text.h"
#include "core/publishing/diagrams/diagram.h"
#include "core/reporting/recalibration_report.h"

namespace diagonal {
namespace {

constexpr qreal kMeanLine = 1.5;
constexpr qreal kLeastFileName = 90;

QString dot() {
    return QStringLiteral(" · ");
}

constexpr qreal kMeanLabelHeight = 16;
constexpr qreal kAboveCounts = 3;  ///< by which lines of means rise above the plot of counts

QRectF rowOfMeans(const DiagramLayout& layout) {
    const QRectF& plot = layout.counts;
    constexpr qreal beyond = 8;
    return {plot.left(), plot.top() - kAboveCounts - kMeanLabelHeight, plot.width() + beyond,
            kMeanLabelHeight};
}

/// Returns the room in which the labels of means stand: in a column beside the axis' title.
QRectF roomForMeans(const DrawnFigure& in) {
    constexpr qreal space = 10;
    const QRectF row = rowOfMeans(in.layout);
    if (!in.layout.isColumn) return row;
    const QString title = toQString(in.figure.lower->y.title);
    return row.adjusted(
        QFontMetricsF(figureFont(13, QFont::Medium)).horizontalAdvance(title) + space, 0, 0, 0);
}

/// "accuracy" as "acc.".
QString abbreviated(const QString& word) {
    constexpr qsizetype longest = 5;
    if (word.size() <= longest) return word;
    return word.left(word == QStringLiteral("accuracy") ? 3 : 4) + QLatin1Char('.');
}

/// Returns the place of a mean in the plot of counts; none if it lies outside the axis.
std::optional<qreal> xOfMean(const Report& report, std::string_view id, const QRectF& plot,
                             const Axis& horizontal) {
    const PlotMap map{plot, {}, horizontal};
    const auto mean = report.score(id);
    return mean && map.holds(*mean) ? std::optional(map.x(*mean)) : std::nullopt;
}

/// Returns the width of the main score, whatever its value.
qreal widthOfScore(const QString& name) {
    return tabularWidth(figureFont(13, QFont::Medium), name) + 7 +
           tabularWidth(figureFont(20, QFont::DemiBold), QStringLiteral("0.0000"));
}

/// Returns the name of a score beside the title.
QString titleName(std::string_view id) {
    return id == "brier_mcb"   ? QStringLiteral("MCB")
           : id == "brier_dsc" ? QStringLiteral("DSC")
                               : toQString(scoreDefinition(id).shortName);
}

void use(QPainter& painter, int pixels, QFont::Weight weight, const QColor& colour) {
    painter.setFont(figureFont(pixels, weight));
    painter.setPen(colour);
}

QString fileName(const Report& report) {
    return toQString(displayName(report.dataset.file));
}

/// Names the bins or the curve that the diagram is made of.
QString makingText(const Report& report, int brevity) {
    if (report.curve) return toQString(diagramOf(report).making);
    return toQString(brevity < 2 ? binsName(report) : counted(report.binned.bins.size(), "bin"));
}

QString shortened(const QString& name) {
    constexpr qreal most = 160;
    return QFontMetricsF(figureFont(13)).elidedText(name, Qt::ElideMiddle, most);
}

/// Returns " fitted", or what was fitted if the database counted at another temperature.
QString fittedText(const Report& report) {
    const ReportedFit* fitted = report.fitted();
    if (!fitted) return {};
    return report.isAtWantedTemperature()
               ? QStringLiteral(" fitted")
               : QStringLiteral(" near fitted ") + temperatureText(fitted->fit.value);
}

QStringList subtitleParts(const Report& report, int brevity) {
    QStringList parts;
    const QString making = makingText(report, brevity);
    if (!making.isEmpty()) parts << making;
    const std::string& group = report.dataset.group;
    if (!group.empty()) parts << shortened(toQString(group));
    if (!report.view.isTopLabel()) parts << shortened(toQString(viewName(report)));
    if (report.recalibration) {
        parts << toQString(mapDefinition(report.recalibration->map.kind).name);
    } else if (brevity < 1 || report.temperature != 1) {
        parts << QStringLiteral("T = ") + temperatureText(report.temperature) + fittedText(report);
    }
    const QString effective =
        report.clusters ? QStringLiteral(" (") + toQString(effectiveText(report)) + QLatin1Char(')')
                        : QString();
    parts << QStringLiteral("n = ") + countText(report.dataset.rows) + effective;
    return parts;
}

QString subtitleRest(const Report& report, int brevity) {
    return (QStringList(QString()) + subtitleParts(report, brevity)).join(dot());
}

/// Returns file, bins, view, temperature and n. If that is too wide, the file name is elided to
/// no less than kLeastFileName; if still too wide, T = 1 is left out, then the kind of bins,
/// then the file name.
QString subtitle(const Report& report, qreal width) {
    const QFont font = figureFont(13);
    const QString name = fileName(report);
    const qreal whole = tabularWidth(font, name);
    QString rest;
    for (const int brevity : {0, 1, 2}) {
        rest = subtitleRest(report, brevity);
        if (whole + tabularWidth(font, rest) <= width) return name + rest;
        if (tabularWidth(font, rest) + kLeastFileName <= width) break;
    }
    const QFontMetricsF metrics(font);
    const qreal room = width - tabularWidth(font, rest);
    if (room >= kLeastFileName) return metrics.elidedText(name, Qt::ElideMiddle, room) + rest;
    return metrics.elidedText(rest.mid(dot().size()), Qt::ElideMiddle, width);
}

/// Returns a score, after a sign if it is not that of the rows at all digits.
QString value(const Report& report, std::string_view id) {
    const Score* score = report.find(id);
    const QString near = score && isInexact(*score) ? QStringLiteral("\u2248") : QString();
    return near + scoreText(report.score(id));
}

/// Returns names and values of the scores beside the title, the main one first.
std::vector<std::pair<QString, QString>> titleScores(const Report& report) {
    std::vector<std::pair<QString, QString>> scores;
    if (!report.curve) {
        const std::string_view main = mainScore(report);
        scores.emplace_back(titleName(main), value(report, main));
        if (main == "ece") scores.emplace_back(titleName("mce"), value(report, "mce"));
        return scores;
    }
    for (const auto& [id, number] : report.curve->scores) {
        scores.emplace_back(titleName(id), scoreText(number));
    }
    return scores;
}

/// Paints the main score at the right end of its line, the second left of it if there is room.
/// Without a title in that line, they begin at its left end.
void paintScoreLine(QPainter& painter, const DrawnFigure& in) {
    const auto scores = titleScores(in.report);
    const bool fromLeft = in.layout.title.top() != in.layout.scores.top();
    QRectF box = in.layout.scores;
    const auto text = [&](const QFont& font, const QColor& colour, const QString& words,
                          qreal space) {
        painter.setFont(font);
        painter.setPen(colour);
        const qreal width = tabularWidth(font, words) + space;
        if (fromLeft) {
            drawTabular(painter, box, Qt::AlignLeft, words);
            box.setLeft(box.left() + width);
        } else {
            drawTabular(painter, box, Qt::AlignRight, words);
            box.setRight(box.right() - width);
        }
    };
    const auto both = [&](std::size_t i, const QFont& name, const QFont& value, qreal between,
                          qreal after) {
        const auto named = [&] {
            text(name, in.style.secondaryText, scores[i].first, fromLeft ? between : after);
        };
        if (fromLeft) named();
        text(value, in.style.text, scores[i].second, fromLeft ? after : between);
        if (!fromLeft) named();
    };
    constexpr qreal secondWidth = 106;
    const bool hasTwo =
        scores.size() > 1 && widthOfScore(scores.front().first) + secondWidth <= box.width();
    const auto main = [&] {
        both(0, figureFont(13, QFont::Medium), figureFont(20, QFont::DemiBold), 7, 20);
    };
    const auto second = [&] { both(1, figureFont(12), figureFont(14, QFont::DemiBold), 6, 20); };
    if (fromLeft) main();
    if (hasTwo) second();
    if (!fromLeft) main();
}

/// Returns the interval of the main score in brackets; empty if it has none, or none are wanted.
QString intervalOfMain(const Report& report, const FigureParts& parts) {
    const Score* const main =
        report.curve || !parts.intervals ? nullptr : report.find(mainScore(report));
    if (!main || !main->interval) return {};
    return QStringLiteral(" (%1)").arg(intervalText(*main->interval));
}

/// Paints the main score with its interval and n in one line: what fits of it.
void paintColumnLine(QPainter& painter, const DrawnFigure& in) {
    const auto [name, value] = titleScores(in.report).front();
    const QFont plain = figureFont(12);
    const QFont strong = figureFont(13, QFont::DemiBold);
    const Report& report = in.report;
    // What was done to the rows goes last.
    QString done;
    if (!report.dataset.group.empty())
        done += QStringLiteral(", ") + toQString(report.dataset.group);
    if (report.recalibration) {
        done += QStringLiteral(", ") +
                toQString(lowerCase(mapDefinition(report.recalibration->map.kind).name));
    } else if (report.temperature != 1) {
        done += QStringLiteral(", T = ") + temperatureText(report.temperature);
    }
    const QString rows = QStringLiteral(", n = ") + countText(report.dataset.rows);
    QRectF box = in.layout.scores;
    const qreal room = box.width() - tabularWidth(plain, name) - 6 - tabularWidth(strong, value);
    QString rest = intervalOfMain(report, in.content.parts) + rows + done;
    if (tabularWidth(plain, rest) > room) rest = rows + done;
    if (tabularWidth(plain, rest) > room)
        rest = QFontMetricsF(plain).elidedText(done, Qt::ElideMiddle, room);
    const auto text = [&](const QFont& font, const QColor& colour, const QString& words) {
        painter.setFont(font);
        painter.setPen(colour);
        drawTabular(painter, box, Qt::AlignLeft, words);
        box.setLeft(box.left() + tabularWidth(font, words));
    };
    text(plain, in.style.secondaryText, name);
    box.setLeft(box.left() + 6);
    text(strong, in.style.text, value);
    text(plain, in.style.secondaryText, rest);
}

void paintHeader(QPainter& painter, const DrawnFigure& in, bool hasScoreLine) {
    if (in.layout.isColumn) {
        if (hasScoreLine) paintColumnLine(painter, in);
        return;
    }
    if (hasScoreLine) paintScoreLine(painter, in);
    const QRectF& below = in.layout.subtitle;
    if (below.isNull()) return;
    use(painter, 13, QFont::Normal, in.style.secondaryText);
    if (in.layout.legendPlace != DiagramLayout::LegendPlace::Beside) {
        return drawTabular(painter, below, Qt::AlignLeft, subtitle(in.report, below.width()));
    }
    const qreal line = painter.fontMetrics().height();
    QRectF place(below.topLeft(), QSizeF(below.width(), line));
    QStringList parts = subtitleParts(in.report, 1);
    parts.move(parts.size() - 1, 0);  // n stands where there is room for it
    for (const QString& part : QStringList(fileName(in.report)) + parts) {
        if (place.bottom() > below.bottom() + 1) break;
        drawTabular(painter, place, Qt::AlignLeft,
                    QFontMetricsF(painter.font()).elidedText(part, Qt::ElideMiddle, place.width()));
        place.translate(0, line);
    }
}

/// Paints lines at mean accuracy and mean confidence over the counts, with labels above them.
void paintMeans(QPainter& painter, const DrawnFigure& in) {
    const QRectF plot = in.layout.counts;
    if (!in.layout.showsCounts()) return;
    struct Mean {
        qreal at;
        QStringList texts;  ///< from long to short
        QColor colour;
        Qt::PenStyle line;
    };
    std::vector<Mean> means;
    const auto add = [&](std::string_view id, const QString& name, const QColor& colour,
                         Qt::PenStyle line) {
        const auto at = xOfMean(in.report, id, plot, in.figure.x);
        if (!at) return;
        const QString value = QString::number(*in.report.score(id), 'f', 3);
        means.push_back(
            {*at,
             {name + QLatin1Char(' ') + value,
              abbreviated(name.split(QLatin1Char(' ')).last()) + QLatin1Char(' ') + value, value},
             colour,
             line});
    };
    add("accuracy",
        in.report.view.isTopLabel()
            ? toQString("mean " + lowerCase(termsOf(in.report).shortAccuracy))
            : QStringLiteral("frequency"),
        in.style.accuracyCap, Qt::SolidLine);
    add("confidence", toQString("mean " + lowerCase(termsOf(in.report).shortConfidence)),
        in.style.confidence, Qt::DashLine);
    for (const Mean& m : means) {
        // A ground lets the line stand out from the bars behind it.
        painter.setPen(QPen(in.style.background, 2 * kMeanLine, Qt::SolidLine, Qt::FlatCap));
        const QPointF top(m.at, plot.top() - kAboveCounts);
        painter.drawLine(top, QPointF(m.at, plot.bottom()));
        painter.setPen(QPen(m.colour, kMeanLine, m.line, Qt::FlatCap));
        painter.drawLine(top, QPointF(m.at, plot.bottom()));
    }
    if (means.empty()) return;
    // A single line is labelled as if another stood at the edge.
    const bool isSingle = means.size() == 1;
    if (isSingle) {
        means.push_back(means.front());
        means[1].at = roomForMeans(in).right();
    }
    if (means[0].at > means[1].at) std::swap(means[0], means[1]);
    painter.setFont(figureFont(11, QFont::Medium));
    std::vector<std::array<qreal, 2>> widths;
    for (qsizetype i = 0; i < means[0].texts.size(); ++i) {
        widths.push_back({tabularWidth(painter.font(), means[0].texts[i]),
                          isSingle ? 0 : tabularWidth(painter.font(), means[1].texts[i])});
    }
    const auto places = placedMeanLabels(roomForMeans(in), means[0].at, means[1].at, widths);
    if (!places) return;
    const auto wording = static_cast<qsizetype>(places->wording);
    painter.setPen(means[0].colour);
    drawTabular(painter, places->lower, Qt::AlignLeft, means[0].texts[wording]);
    painter.setPen(means[1].colour);
    if (!isSingle) drawTabular(painter, places->higher, Qt::AlignLeft, means[1].texts[wording]);
}

/// True if the signed gap has an interval, and 0 is in it.
bool mayBeZero(const Report& report) {
    const Score* const gap = report.find("signed_gap");
    return gap && gap->interval && gap->interval->holds(0);
}

QRectF scorePanel(const DrawnFigure& in) {
    return {in.layout.diagram.topLeft() + QPointF(16, 16), QSizeF(190, 162)};
}

bool scoresFitInside(const DrawnFigure& in) {
    const QRectF plot = in.layout.diagram;
    const QRectF panel = scorePanel(in);
    if (plot.width() < 400) return false;
    const double right = (panel.right() + 8 - plot.left()) / plot.width();
    const double bottom = (plot.bottom() - panel.bottom() - 8) / plot.height();
    return std::none_of(
        in.report.binned.bins.begin(), in.report.binned.bins.end(), [&](const Bin& bin) {
            return bin.count > 0 && in.figure.x.shareOf(bin.lower) < right &&
                   std::max({*bin.accuracy, *bin.confidence, bin.interval->upper}) > bottom;
        });
}

void paintScorePanel(QPainter& painter, const DrawnFigure& in) {
    const QRectF panel = scorePanel(in);
    painter.setPen(QPen(in.style.panelEdge, 1));
    painter.setBrush(in.style.panel);
    painter.drawRoundedRect(panel.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    const QRectF inner = panel.adjusted(14, 10, -14, -10);
    const QRectF head(inner.left(), inner.top(), inner.width(), 34);
    use(painter, 13, QFont::Medium, in.style.secondaryText);
    painter.drawText(head.adjusted(0, 6, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     QStringLiteral("ECE"));
    use(painter, 26, QFont::DemiBold, in.style.text);
    drawTabular(painter, head, Qt::AlignRight, value(in.report, "ece"));
    const QRectF below(inner.left(), head.bottom(), inner.width(), 18);
    use(painter, 12, QFont::Normal, in.style.secondaryText);
    drawTabular(painter, below, Qt::AlignRight,
                intervalOfMain(in.report, in.content.parts).trimmed());
    painter.setPen(QPen(in.style.panelEdge, 1));
    painter.drawLine(below.bottomLeft() + QPointF(0, 4.5), below.bottomRight() + QPointF(0, 4.5));
    const double gap = in.report.score("signed_gap").value_or(0);
    const std::array<std::tuple<QString, QString, QColor>, 4> rows = {{
        {QStringLiteral("MCE"), value(in.report, "mce"), in.style.text},
        {toQString(termsOf(in.report).shortAccuracy), value(in.report, "accuracy"), in.style.text},
        {toQString(termsOf(in.report).shortConfidence), value(in.report, "confidence"),
         in.style.text},
        {in.report.dataset.areQuantiles ? QStringLiteral("Share − level")
         : in.report.view.isTopLabel()  ? QStringLiteral("Acc. − conf.")
                                        : QStringLiteral("Freq. − prob."),
         signedText(gap),
         mayBeZero(in.report) ? in.style.text
         : gap < 0            ? in.style.overText
                              : in.style.underText},
    }};
    qreal y = below.bottom() + 9;
    for (const auto& [name, text, colour] : rows) {
        const QRectF row(inner.left(), y, inner.width(), 20);
        use(painter, 12, QFont::Normal, in.style.secondaryText);
        painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, name);
        use(painter, 12, QFont::DemiBold, colour);
        drawTabular(painter, row, Qt::AlignRight, text);
        y += row.height();
    }
}

}  // namespace

qreal scoresWidth(DiagramKind kind) {
    return widthOfScore(titleName(diagramOf(kind).score));
}

void paintFigureText(QPainter& painter, const DrawnFigure& figure) {
    const Report& report = figure.report;
    const DiagramLayout& layout = figure.layout;
    painter.setRenderHint(QPainter::Antialiasing, true);
    const bool hasScores = !layout.scores.isNull();
    const auto card = scoreCard(figure);
    paintHeader(painter, figure, hasScores && !card);
    if (!diagramOf(report).isByRank) paintMeans(painter, figure);
    if (card) paintScorePanel(painter, figure);
}

std::optional<QRectF> scoreCard(const DrawnFigure& figure) {
    const DiagramLayout& layout = figure.layout;
    const bool bars = figure.report.settings.diagram == DiagramKind::Bars;
    const bool above = layout.legendPlace == DiagramLayout::LegendPlace::Above;
    const bool isOffered = !layout.scores.isNull() && bars && above && !layout.isColumn &&
                           figure.use == FigureUse::Paper;
    return isOffered && scoresFitInside(figure) ? std::optional(scorePanel(figure)) : std::nullopt;
}

std::vector<QRectF> partsOfMeans(const Report& report, const DiagramLayout& layout,
                                 const Figure& figure) {
    if (!layout.showsCounts()) return {};
    const QRectF plot = layout.counts;
    std::vector<QRectF> parts = {rowOfMeans(layout).adjusted(-2, 0, 2, 0)};
    for (const std::string_view id : {"accuracy", "confidence"}) {
        if (const auto x = xOfMean(report, id, plot, figure.x))
            parts.emplace_back(*x - kMeanLine, plot.top() - kAboveCounts, 2 * kMeanLine,
                               plot.height() + kAboveCounts);
    }
    return parts;
}

}  // namespace diagonal
