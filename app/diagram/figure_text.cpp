// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/figure_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include <QFileInfo>
#include <QFontMetricsF>
#include <QPainter>

#include "app/diagram/figure_frame.h"
#include "app/text/number_text.h"
#include "app/text/tabular_digits.h"
#include "core/base/text.h"
#include "core/reporting/recalibration_report.h"

namespace diagonal {
namespace {

constexpr qreal kMeanLine = 1.5;
constexpr qreal kMeanLabels = 42;  ///< height of the two rows of labels below the plot's top

bool showsMeans(const DiagramLayout& layout) {
    return layout.counts.height() >= 40;
}

qreal xOfMean(const Report& report, std::string_view id, const QRectF& plot) {
    return plot.left() + report.score(id).value_or(0) * plot.width();
}

class FigureText {
public:
    FigureText(QPainter& painter, const Report& report, const DiagramLayout& layout,
               const DiagramStyle& style)
        : m_painter(painter), m_report(report), m_layout(layout), m_style(style) {}

    void paint(FigureUse use) {
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        const bool bars = m_report.diagram == DiagramKind::Bars;
        const bool inside = bars && use == FigureUse::Paper && scoresFitInside();
        paintHeader(inside);
        if (m_report.diagram != DiagramKind::Cumulative) paintMeans();
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
    QString value(std::string_view id) const { return scoreText(m_report.score(id)); }
    bool topLabel() const { return m_report.view.kind == View::Kind::TopLabel; }

    void paintHeader(bool inside) {
        const QRectF line = m_layout.titleLine();
        if (!inside) paintScoreLine(line, line.left() + titleWidth(m_report.diagram) + 20);
        const QRectF below(line.left(), line.bottom(), m_layout.scene.right() - line.left() - 12,
                           DiagramLayout::kSubtitle);
        use(13, QFont::Normal, m_style.secondaryText);
        number(below, Qt::AlignLeft, subtitle(below.width()));
    }

    /// Names the bins or the curve that the diagram is made of.
    QString makingText(int brevity) const {
        switch (m_report.diagram) {
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
    /// no less than 90 pixels; if still too wide, T = 1 is left out, then the kind of bins.
    QString subtitle(qreal width) const {
        const QFont font = figureFont(13);
        const bool piped = m_report.dataset.file == "-";
        const QString name = piped ? QStringLiteral("standard input")
                                   : QFileInfo(toQString(m_report.dataset.file)).fileName();
        const qreal whole = tabularWidth(font, name);
        QString rest;
        for (const int brevity : {0, 1, 2}) {
            rest = subtitleRest(brevity);
            if (whole + tabularWidth(font, rest) <= width) return name + rest;
            if (tabularWidth(font, rest) + 90 <= width) break;
        }
        return QFontMetricsF(font).elidedText(name, Qt::ElideMiddle,
                                              width - tabularWidth(font, rest)) +
               rest;
    }

    QString subtitleRest(int brevity) const {
        const QString dot = QStringLiteral(" · ");
        QStringList parts = {QString()};
        const QString making = makingText(brevity);
        if (!making.isEmpty()) parts << making;
        const std::string& group = m_report.dataset.group;
        if (!group.empty()) parts << toQString(group);
        if (!topLabel()) parts << toQString(viewName(m_report));
        if (m_report.recalibration) {
            parts << toQString(mapDefinition(m_report.recalibration->map.kind).name);
        } else if (brevity < 1 || m_report.temperature != 1) {
            parts << QStringLiteral("T = ") + temperatureText(m_report.temperature) +
                         (m_report.fitted() ? QStringLiteral(" fitted") : QString());
        }
        parts << QStringLiteral("n = ") + countText(m_report.dataset.rows);
        return parts.join(dot);
    }

    /// Returns names and values of the scores beside the title, the main one first.
    std::vector<std::pair<QString, QString>> titleScores() const {
        if (!m_report.curve) {
            return {{QStringLiteral("ECE"), value("ece")}, {QStringLiteral("MCE"), value("mce")}};
        }
        std::vector<std::pair<QString, QString>> scores;
        for (const auto& [id, number] : m_report.curve->scores) {
            const QString name = id == "brier_mcb"   ? QStringLiteral("MCB")
                                 : id == "brier_dsc" ? QStringLiteral("DSC")
                                                     : toQString(scoreDefinition(id).shortName);
            scores.emplace_back(name, scoreText(number));
        }
        return scores;
    }

    /// Paints the main score right of the title, and the second if there is room. The line ends at
    /// the plot's edge, or at the figure's if it is narrow.
    void paintScoreLine(const QRectF& line, qreal from) {
        const auto scores = titleScores();
        const QFont large = figureFont(20, QFont::DemiBold);
        const QFont medium = figureFont(13, QFont::Medium);
        const auto& [name, text] = scores.front();
        const qreal mainWidth = tabularWidth(medium, name) + 7 + tabularWidth(large, text);
        constexpr qreal secondWidth = 106;
        QRectF box = line;
        if (from + mainWidth > box.right()) box.setRight(m_layout.scene.right() - 10);
        const auto right = [&](const QFont& font, const QColor& colour, const QString& words,
                               qreal space) {
            m_painter.setFont(font);
            m_painter.setPen(colour);
            number(box, Qt::AlignRight, words);
            box.setRight(box.right() - tabularWidth(font, words) - space);
        };
        if (scores.size() > 1 && from + mainWidth + secondWidth <= box.right()) {
            right(figureFont(14, QFont::DemiBold), m_style.text, scores[1].second, 6);
            right(figureFont(12), m_style.secondaryText, scores[1].first, 20);
        }
        right(large, m_style.text, text, 7);
        right(medium, m_style.secondaryText, name, 0);
    }

    /// Paints lines at mean accuracy and mean confidence over the counts, with labels beside them.
    void paintMeans() {
        const QRectF plot = m_layout.counts;
        if (!showsMeans(m_layout)) return;
        struct Mean {
            qreal at;
            QString text;
            QColor colour;
            Qt::PenStyle line;
        };
        const auto mean = [&](std::string_view id, const QString& name, const QColor& colour,
                              Qt::PenStyle line) {
            const double at = m_report.score(id).value_or(0);
            return Mean{xOfMean(m_report, id, plot),
                        name + QLatin1Char(' ') + QString::number(at, 'f', 3), colour, line};
        };
        const QString accuracy =
            topLabel() ? QStringLiteral("mean accuracy") : QStringLiteral("frequency");
        std::array<Mean, 2> means = {mean("accuracy", accuracy, m_style.accuracyCap, Qt::SolidLine),
                                     mean("confidence",
                                          topLabel() ? QStringLiteral("mean confidence")
                                                     : QStringLiteral("mean probability"),
                                          m_style.confidence, Qt::DashLine)};
        for (const Mean& m : means) {
            m_painter.setPen(QPen(m.colour, kMeanLine, m.line, Qt::FlatCap));
            m_painter.drawLine(QPointF(m.at, plot.top()), QPointF(m.at, plot.bottom()));
        }
        if (means[0].at > means[1].at) std::swap(means[0], means[1]);
        paintMeanLabels(plot, means[0].at, means[0].text, means[0].colour, means[1].at,
                        means[1].text, means[1].colour);
    }

    /// Paints the lower mean's label left of its line and the upper's right. A label without room
    /// moves to the other side of its line, and a row down if the two would overlap.
    void paintMeanLabels(const QRectF& plot, qreal low, const QString& lowText,
                         const QColor& lowColour, qreal high, const QString& highText,
                         const QColor& highColour) {
        const QFont font = figureFont(11, QFont::Medium);
        constexpr qreal space = 7;
        QRectF lowBox(0, plot.top() + 4, tabularWidth(font, lowText), 16);
        QRectF highBox(0, plot.top() + 4, tabularWidth(font, highText), 16);
        lowBox.moveRight(low - space);
        highBox.moveLeft(high + space);
        const bool highTurned = highBox.right() > plot.right();
        const bool lowTurned = lowBox.left() < plot.left();
        if (highTurned) highBox.moveRight(high - space);
        if (lowTurned) lowBox.moveLeft(low + space);
        const qreal taken = lowTurned ? lowBox.right() + space : low + space;
        if (highTurned && highBox.left() < taken) {
            highBox.moveTop(plot.top() + 21);
        } else if (lowTurned && lowBox.right() > high - space) {
            lowBox.moveTop(plot.top() + 21);
        }
        label(lowBox, lowText, lowColour, font);
        label(highBox, highText, highColour, font);
    }

    void label(const QRectF& box, const QString& text, const QColor& colour, const QFont& font) {
        m_painter.setFont(font);
        drawTabularHalo(m_painter, box, Qt::AlignLeft, text, m_style.background, 1.5);
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
                return bin.count > 0 && bin.lower < right &&
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
    const DiagramStyle& m_style;
};

}  // namespace

void paintFigureText(QPainter& painter, const Report& report, const DiagramLayout& layout,
                     const DiagramStyle& style, FigureUse use) {
    FigureText(painter, report, layout, style).paint(use);
}

std::vector<QRectF> partsOfMeans(const Report& report, const DiagramLayout& layout) {
    if (!showsMeans(layout)) return {};
    const QRectF plot = layout.counts;
    // Labels of means near an edge of the plot may reach beyond it.
    std::vector<QRectF> parts = {
        {layout.scene.left(), plot.top(), layout.scene.width(), kMeanLabels}};
    for (const std::string_view id : {"accuracy", "confidence"}) {
        const qreal x = xOfMean(report, id, plot);
        parts.emplace_back(x - kMeanLine, plot.top(), 2 * kMeanLine, plot.height());
    }
    return parts;
}

}  // namespace diagonal
