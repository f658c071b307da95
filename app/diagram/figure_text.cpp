// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/figure_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include <QFontMetricsF>
#include <QPainter>

#include "app/diagram/painting/bins_painter.h"
#include "app/diagram/painting/mean_labels.h"
#include "app/text/number_text.h"
#include "app/text/tabular_digits.h"
#include "core/base/text.h"
#include "core/reporting/recalibration_report.h"

namespace diagonal {
namespace {

constexpr qreal kMeanLine = 1.5;
constexpr qreal kLeastFileName = 90;

QString dot() {
    return QStringLiteral(" · ");
}

bool showsMeans(const DiagramLayout& layout) {
    return layout.showsCounts();
}

/// Returns the place of a mean in the plot of counts; none if it lies outside the axis.
std::optional<qreal> xOfMean(const Report& report, std::string_view id, const QRectF& plot,
                             const DiagramAxes& axes) {
    const PlotMap map{plot, axes.counts, axes.horizontal};
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

class FigureText {
public:
    FigureText(QPainter& painter, const Report& report, const DiagramLayout& layout,
               const DiagramAxes& axes, const DiagramStyle& style)
        : m_painter(painter), m_report(report), m_layout(layout), m_axes(axes), m_style(style) {}

    void paint(FigureUse use) {
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        const bool bars = m_report.settings.diagram == DiagramKind::Bars;
        const bool above = m_layout.legendPlace == DiagramLayout::LegendPlace::Above;
        const bool hasScores = !m_layout.scores.isNull();
        const bool inside =
            hasScores && bars && above && use == FigureUse::Paper && scoresFitInside();
        paintHeader(hasScores && !inside);
        if (m_report.settings.diagram != DiagramKind::Cumulative) paintMeans();
        if (inside) paintScorePanel();
    }

private:
    void use(int pixels, QFont::Weight weight, const QColor& colour) {
        m_painter.setFont(figureFont(pixels, weight));
        m_painter.setPen(colour);
    }
    void number(const QRectF& box, Qt::Alignment alignment, const QString& text) {
        drawTabular(m_painter, box, alignment, text);
    }
    /// Returns a score, after a sign if it is not that of the rows at all digits.
    QString value(std::string_view id) const {
        const Score* score = m_report.find(id);
        const QString near = score && isInexact(*score) ? QStringLiteral("\u2248") : QString();
        return near + scoreText(m_report.score(id));
    }
    bool topLabel() const { return m_report.view.kind == View::Kind::TopLabel; }

    void paintHeader(bool hasScoreLine) {
        if (hasScoreLine) paintScoreLine();
        const QRectF& below = m_layout.subtitle;
        if (below.isNull()) return;
        use(13, QFont::Normal, m_style.secondaryText);
        if (m_layout.legendPlace != DiagramLayout::LegendPlace::Beside) {
            return number(below, Qt::AlignLeft, subtitle(below.width()));
        }
        const qreal line = m_painter.fontMetrics().height();
        QRectF place(below.topLeft(), QSizeF(below.width(), line));
        QStringList parts = subtitleParts(1);
        parts.move(parts.size() - 1, 0);  // n stands where there is room for it
        for (const QString& part : QStringList(fileName()) + parts) {
            if (place.bottom() > below.bottom() + 1) break;
            number(
                place, Qt::AlignLeft,
                QFontMetricsF(m_painter.font()).elidedText(part, Qt::ElideMiddle, place.width()));
            place.translate(0, line);
        }
    }

    QString fileName() const { return toQString(displayName(m_report.dataset.file)); }

    /// Names the bins or the curve that the diagram is made of.
    QString makingText(int brevity) const {
        switch (m_report.settings.diagram) {
            case DiagramKind::Isotonic: return QStringLiteral("isotonic regression");
            case DiagramKind::Smooth: return QStringLiteral("smooth curve");
            case DiagramKind::Cumulative: return {};
            case DiagramKind::Bars:
            case DiagramKind::Gaps: break;
        }
        return toQString(brevity < 2 ? binsName(m_report)
                                     : counted(m_report.binned.bins.size(), "bin"));
    }

    /// Returns file, bins, view, temperature and n. If that is too wide, the file name is elided to
    /// no less than kLeastFileName; if still too wide, T = 1 is left out, then the kind of bins,
    /// then the file name.
    QString subtitle(qreal width) const {
        const QFont font = figureFont(13);
        const QString name = fileName();
        const qreal whole = tabularWidth(font, name);
        QString rest;
        for (const int brevity : {0, 1, 2}) {
            rest = subtitleRest(brevity);
            if (whole + tabularWidth(font, rest) <= width) return name + rest;
            if (tabularWidth(font, rest) + kLeastFileName <= width) break;
        }
        const QFontMetricsF metrics(font);
        const qreal room = width - tabularWidth(font, rest);
        if (room >= kLeastFileName) return metrics.elidedText(name, Qt::ElideMiddle, room) + rest;
        return metrics.elidedText(rest.mid(dot().size()), Qt::ElideMiddle, width);
    }

    QString subtitleRest(int brevity) const {
        return (QStringList(QString()) + subtitleParts(brevity)).join(dot());
    }

    static QString shortened(const QString& name) {
        constexpr qreal most = 160;
        return QFontMetricsF(figureFont(13)).elidedText(name, Qt::ElideMiddle, most);
    }

    QStringList subtitleParts(int brevity) const {
        QStringList parts;
        const QString making = makingText(brevity);
        if (!making.isEmpty()) parts << making;
        const std::string& group = m_report.dataset.group;
        if (!group.empty()) parts << shortened(toQString(group));
        if (!topLabel()) parts << shortened(toQString(viewName(m_report)));
        if (m_report.recalibration) {
            parts << toQString(mapDefinition(m_report.recalibration->map.kind).name);
        } else if (brevity < 1 || m_report.temperature != 1) {
            parts << QStringLiteral("T = ") + temperatureText(m_report.temperature) + fittedText();
        }
        const QString effective =
            m_report.clusters
                ? QStringLiteral(" (") + toQString(effectiveText(m_report)) + QLatin1Char(')')
                : QString();
        parts << QStringLiteral("n = ") + countText(m_report.dataset.rows) + effective;
        return parts;
    }

    /// Returns " fitted", or what was fitted if the database counted at another temperature.
    QString fittedText() const {
        const ReportedFit* fitted = m_report.fitted();
        if (!fitted) return {};
        return m_report.isAtWantedTemperature()
                   ? QStringLiteral(" fitted")
                   : QStringLiteral(" near fitted ") + temperatureText(fitted->fit.value);
    }

    /// Returns names and values of the scores beside the title, the main one first.
    std::vector<std::pair<QString, QString>> titleScores() const {
        if (!m_report.curve) {
            return {{QStringLiteral("ECE"), value("ece")}, {QStringLiteral("MCE"), value("mce")}};
        }
        std::vector<std::pair<QString, QString>> scores;
        for (const auto& [id, number] : m_report.curve->scores) {
            scores.emplace_back(titleName(id), scoreText(number));
        }
        return scores;
    }

    /// Paints the main score at the right end of its line, the second left of it if there is room.
    /// Without a title in that line, they begin at its left end.
    void paintScoreLine() {
        const auto scores = titleScores();
        const bool fromLeft = m_layout.title.top() != m_layout.scores.top();
        QRectF box = m_layout.scores;
        const auto text = [&](const QFont& font, const QColor& colour, const QString& words,
                              qreal space) {
            m_painter.setFont(font);
            m_painter.setPen(colour);
            const qreal width = tabularWidth(font, words) + space;
            if (fromLeft) {
                number(box, Qt::AlignLeft, words);
                box.setLeft(box.left() + width);
            } else {
                number(box, Qt::AlignRight, words);
                box.setRight(box.right() - width);
            }
        };
        const auto both = [&](std::size_t i, const QFont& name, const QFont& value, qreal between,
                              qreal after) {
            const auto named = [&] {
                text(name, m_style.secondaryText, scores[i].first, fromLeft ? between : after);
            };
            if (fromLeft) named();
            text(value, m_style.text, scores[i].second, fromLeft ? after : between);
            if (!fromLeft) named();
        };
        constexpr qreal secondWidth = 106;
        const bool hasTwo =
            scores.size() > 1 && widthOfScore(scores.front().first) + secondWidth <= box.width();
        const auto main = [&] {
            both(0, figureFont(13, QFont::Medium), figureFont(20, QFont::DemiBold), 7, 20);
        };
        const auto second = [&] {
            both(1, figureFont(12), figureFont(14, QFont::DemiBold), 6, 20);
        };
        if (fromLeft) main();
        if (hasTwo) second();
        if (!fromLeft) main();
    }

    /// Paints lines at mean accuracy and mean confidence over the counts, with labels beside them.
    void paintMeans() {
        const QRectF plot = m_layout.counts;
        if (!showsMeans(m_layout)) return;
        struct Mean {
            qreal at;
            QStringList texts;  ///< from long to short
            QColor colour;
            Qt::PenStyle line;
        };
        std::vector<Mean> means;
        const auto add = [&](std::string_view id, const QString& name, const QColor& colour,
                             Qt::PenStyle line) {
            const auto at = xOfMean(m_report, id, plot, m_axes);
            if (!at) return;
            const QString value = QString::number(*m_report.score(id), 'f', 3);
            means.push_back(
                {*at,
                 {name + QLatin1Char(' ') + value,
                  name.split(QLatin1Char(' ')).last().left(4) + QStringLiteral(". ") + value,
                  value},
                 colour,
                 line});
        };
        add("accuracy", topLabel() ? QStringLiteral("mean accuracy") : QStringLiteral("frequency"),
            m_style.accuracyCap, Qt::SolidLine);
        add("confidence",
            topLabel() ? QStringLiteral("mean confidence") : QStringLiteral("mean probability"),
            m_style.confidence, Qt::DashLine);
        for (const Mean& m : means) {
            // A ground lets the line stand out from the bars behind it.
            m_painter.setPen(QPen(m_style.background, 2 * kMeanLine, Qt::SolidLine, Qt::FlatCap));
            m_painter.drawLine(QPointF(m.at, plot.top()), QPointF(m.at, plot.bottom()));
            m_painter.setPen(QPen(m.colour, kMeanLine, m.line, Qt::FlatCap));
            m_painter.drawLine(QPointF(m.at, plot.top()), QPointF(m.at, plot.bottom()));
        }
        if (means.empty()) return;
        // A single line is labelled like two at one place.
        const bool isSingle = means.size() == 1;
        if (isSingle) means.push_back(means.front());
        if (means[0].at > means[1].at) std::swap(means[0], means[1]);
        const QFont font = figureFont(11, QFont::Medium);
        std::vector<std::array<qreal, 2>> widths;
        for (qsizetype i = 0; i < means[0].texts.size(); ++i) {
            widths.push_back(
                {tabularWidth(font, means[0].texts[i]), tabularWidth(font, means[1].texts[i])});
        }
        const auto places = placedMeanLabels(plot, means[0].at, means[1].at, widths);
        if (!places) return;
        const auto wording = static_cast<qsizetype>(places->wording);
        label(places->lower, means[0].texts[wording], means[0].colour, font);
        if (!isSingle) label(places->higher, means[1].texts[wording], means[1].colour, font);
    }

    void label(const QRectF& box, const QString& text, const QColor& colour, const QFont& font) {
        m_painter.setFont(font);
        // A ground lets the text stand out from the tops of bars behind it.
        QColor ground = m_style.background;
        ground.setAlphaF(0.85F);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(ground);
        m_painter.drawRoundedRect(box.adjusted(-2, 1, 2, -1), 2, 2);
        m_painter.setPen(colour);
        number(box, Qt::AlignLeft, text);
    }

    QRectF scorePanel() const {
        return {m_layout.diagram.topLeft() + QPointF(16, 16), QSizeF(190, 144)};
    }

    bool scoresFitInside() const {
        const QRectF plot = m_layout.diagram;
        const QRectF panel = scorePanel();
        if (plot.width() < 400) return false;
        const double right = (panel.right() + 8 - plot.left()) / plot.width();
        const double bottom = (plot.bottom() - panel.bottom() - 8) / plot.height();
        return std::none_of(
            m_report.binned.bins.begin(), m_report.binned.bins.end(), [&](const Bin& bin) {
                return bin.count > 0 && m_axes.horizontal.shareOf(bin.lower) < right &&
                       std::max({*bin.accuracy, *bin.confidence, bin.interval->upper}) > bottom;
            });
    }

    void paintScorePanel() {
        const QRectF panel = scorePanel();
        m_painter.setPen(QPen(m_style.panelEdge, 1));
        m_painter.setBrush(m_style.panel);
        m_painter.drawRoundedRect(panel.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
        const QRectF inner = panel.adjusted(14, 10, -14, -10);
        const QRectF head(inner.left(), inner.top(), inner.width(), 34);
        use(13, QFont::Medium, m_style.secondaryText);
        m_painter.drawText(head.adjusted(0, 6, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                           QStringLiteral("ECE"));
        use(26, QFont::DemiBold, m_style.text);
        number(head, Qt::AlignRight, value("ece"));
        m_painter.setPen(QPen(m_style.panelEdge, 1));
        m_painter.drawLine(head.bottomLeft() + QPointF(0, 4.5),
                           head.bottomRight() + QPointF(0, 4.5));
        const double gap = m_report.score("signed_gap").value_or(0);
        const std::array<std::tuple<QString, QString, QColor>, 4> rows = {{
            {QStringLiteral("MCE"), value("mce"), m_style.text},
            {topLabel() ? QStringLiteral("Accuracy") : QStringLiteral("Frequency"),
             value("accuracy"), m_style.text},
            {topLabel() ? QStringLiteral("Confidence") : QStringLiteral("Probability"),
             value("confidence"), m_style.text},
            {topLabel() ? QStringLiteral("Acc. − conf.") : QStringLiteral("Freq. − prob."),
             signedText(gap), gap < 0 ? m_style.overText : m_style.underText},
        }};
        qreal y = head.bottom() + 9;
        for (const auto& [name, text, colour] : rows) {
            const QRectF row(inner.left(), y, inner.width(), 20);
            use(12, QFont::Normal, m_style.secondaryText);
            m_painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, name);
            use(12, QFont::DemiBold, colour);
            number(row, Qt::AlignRight, text);
            y += row.height();
        }
    }

    QPainter& m_painter;
    const Report& m_report;
    const DiagramLayout& m_layout;
    const DiagramAxes& m_axes;
    const DiagramStyle& m_style;
};

}  // namespace

qreal scoresWidth(DiagramKind kind) {
    switch (kind) {
        case DiagramKind::Isotonic: return widthOfScore(titleName("brier_mcb"));
        case DiagramKind::Smooth: return widthOfScore(titleName("smece"));
        case DiagramKind::Cumulative: return widthOfScore(titleName("ks"));
        case DiagramKind::Bars:
        case DiagramKind::Gaps: break;
    }
    return widthOfScore(titleName("ece"));
}

void paintFigureText(QPainter& painter, const Report& report, const DiagramLayout& layout,
                     const DiagramAxes& axes, const DiagramStyle& style, FigureUse use) {
    FigureText(painter, report, layout, axes, style).paint(use);
}

std::vector<QRectF> partsOfMeans(const Report& report, const DiagramLayout& layout,
                                 const DiagramAxes& axes) {
    if (!showsMeans(layout)) return {};
    const QRectF plot = layout.counts;
    // The labels' halos reach a little beyond them.
    std::vector<QRectF> parts = {{plot.left() - 4, plot.top(), plot.width() + 8, kMeanLabelRows}};
    for (const std::string_view id : {"accuracy", "confidence"}) {
        if (const auto x = xOfMean(report, id, plot, axes))
            parts.emplace_back(*x - kMeanLine, plot.top(), 2 * kMeanLine, plot.height());
    }
    return parts;
}

}  // namespace diagonal
