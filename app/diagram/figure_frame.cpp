// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/figure_frame.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>
#include <QPainter>

#include "app/diagram/figure_legend.h"
#include "app/diagram/painting/axes_painter.h"
#include "app/text/number_text.h"
#include "app/text/tabular_digits.h"
#include "core/base/nice_step.h"
#include "core/publishing/diagrams.h"

namespace diagonal {
namespace {

QFont titleFont() {
    return figureFont(19, QFont::DemiBold);
}

QString titleText(DiagramKind kind, const FigureContent& words) {
    if (!words.title.isEmpty()) return words.title;
    return toQString(diagramOf(kind).title);
}

class FigureFrame {
public:
    FigureFrame(QPainter& painter, const Report& report, const DiagramLayout& layout,
                const DiagramAxes& axes, const DiagramStyle& style, const FigureContent& words)
        : m_painter(painter),
          m_report(report),
          m_layout(layout),
          m_axes(axes),
          m_style(style),
          m_words(words) {}

    void paint(FigureUse use) {
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        if (!m_layout.title.isNull()) {
            m_painter.setFont(titleFont());
            m_painter.setPen(m_style.text);
            m_painter.drawText(
                m_layout.title, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                elided(titleText(m_report.settings.diagram, m_words), m_layout.title.width() + 1));
        }
        paintLegend(m_painter, m_report, m_layout, m_axes, m_style, use, m_words.parts);
        paintTicks();
        paintAxisTitles();
    }

private:
    void paintTicks() {
        m_painter.setFont(figureFont(12));
        m_painter.setPen(m_style.secondaryText);
        const QRectF plot = m_layout.diagram;
        const QRectF lowest = m_layout.lowest();
        const Axis& horizontal = m_axes.horizontal;
        const std::vector<double> ticks = horizontal.ticks();
        const std::vector<double> shares = horizontal.tickShares();
        const auto textOf = [decimals = decimalsOf(horizontal.step, 1)](double value) {
            return QString::number(value, 'f', decimals);
        };
        const qreal widest = std::max(tabularWidth(m_painter.font(), textOf(ticks.front())),
                                      tabularWidth(m_painter.font(), textOf(ticks.back())));
        constexpr qreal space = 8;
        const qreal distance = lowest.width() / static_cast<qreal>(ticks.size() - 1);
        // A long label at the end of the axis stays in the picture, nearer to the one before.
        const qreal beyond =
            std::max(0.0, lowest.right() + widest / 2 - (m_layout.scene.right() - 1));
        const auto every = std::max<std::size_t>(
            1, static_cast<std::size_t>(std::ceil((widest + space + beyond) / distance)));
        for (std::size_t i = 0; i < ticks.size(); i += every) {
            const qreal x = lowest.left() + shares[i] * lowest.width();
            QRectF box(x - widest / 2, lowest.bottom() + 5, widest, 18);
            box.moveRight(std::min(box.right(), m_layout.scene.right() - 1));
            drawTabular(m_painter, box, Qt::AlignHCenter, textOf(ticks[i]));
        }
        const int decimals = decimalsOf(m_axes.values.step, 1);
        paintVerticalTicks(plot, m_axes.values, [&](qreal v) {
            // Bars that go down are shares, too.
            const bool areShares = diagramOf(m_report).marks == DiagramMarks::Outcomes;
            return QString::number(areShares ? std::abs(v) : v, 'f', decimals);
        });
        if (!m_layout.showsCounts()) return;
        const bool isByRank = diagramOf(m_report).isByRank;
        paintVerticalTicks(m_layout.counts, m_axes.counts, [&](qreal v) {
            return isByRank ? QString::number(v, 'f', 1) : shortCountText(v);
        });
    }

    template <typename TextOf>
    void paintVerticalTicks(const QRectF& plot, const Axis& axis, TextOf textOf) {
        qreal last = plot.bottom() + plot.height();
        const std::vector<double> ticks = axis.ticks();
        const std::vector<double> shares = axis.tickShares();
        for (std::size_t i = 0; i < ticks.size(); ++i) {
            const qreal y = plot.bottom() - shares[i] * plot.height();
            constexpr qreal leastDistance = 15;
            if (last - y < leastDistance) continue;
            last = y;
            // Rounding errors must not turn the tick at 0 into -0.
            const bool isZero = !axis.isLogarithmic() && std::abs(ticks[i]) < axis.step / 2;
            const qreal value = isZero ? 0.0 : ticks[i];
            drawTabular(m_painter, {plot.left() - 70, y - 9, 62, 18}, Qt::AlignRight,
                        textOf(value).replace(QLatin1Char('-'), QStringLiteral("−")));
        }
    }

    void paintAxisTitles() {
        m_painter.setFont(figureFont(13, QFont::Medium));
        m_painter.setPen(m_style.text);
        const QRectF lowest = m_layout.lowest();
        const QRectF line(lowest.left(), lowest.bottom() + 24, lowest.width(), 22);
        const QString x =
            m_words.xTitle.isEmpty() ? toQString(horizontalTitle(m_report)) : m_words.xTitle;
        paintAxisTitle(m_painter, line, Qt::AlignCenter, x);
        paintVertical(m_layout.diagram, m_words.yTitle.isEmpty()
                                            ? toQString(diagramOf(m_report).values(m_report))
                                            : m_words.yTitle);
        if (!m_layout.showsCounts()) return;
        const QString confidence =
            toQString(termsOf(m_report).shortConfidence).left(4) + QLatin1Char('.');
        paintVertical(m_layout.counts, diagramOf(m_report).isByRank
                                           ? confidence
                                           : toQString(countsTitle(m_report, m_axes.counts.scale)));
    }

    QString elided(const QString& text, qreal width) const {
        return QFontMetricsF(m_painter.font()).elidedText(text, Qt::ElideRight, width);
    }

    /// Paints the title of a vertical axis beside it, or above it in a column.
    void paintVertical(const QRectF& plot, const QString& text) {
        if (m_layout.isColumn) {
            const QRectF line(plot.left(), plot.top() - 20, m_layout.scene.right() - plot.left(),
                              16);
            return paintAxisTitle(m_painter, line, Qt::AlignLeft | Qt::AlignVCenter, text);
        }
        constexpr qreal beyond = 8;
        constexpr qreal width = 22;
        paintUprightTitle(m_painter,
                          {plot.left() - m_layout.axisTitles - width / 2, plot.top() - beyond,
                           width, plot.height() + 2 * beyond},
                          text);
    }

    QPainter& m_painter;
    const Report& m_report;
    const DiagramLayout& m_layout;
    const DiagramAxes& m_axes;
    const DiagramStyle& m_style;
    const FigureContent& m_words;
};

}  // namespace

qreal titleWidth(DiagramKind kind, const FigureContent& words) {
    return QFontMetricsF(titleFont()).horizontalAdvance(titleText(kind, words));
}

qreal tickLabelsWidth(DiagramKind kind) {
    return tabularWidth(figureFont(12), diagramOf(kind).isAroundZero ? QStringLiteral("−0.025")
                                                                     : QStringLiteral("00,000"));
}

FrameContent frameContent(const Report& report, const DiagramLayout& layout,
                          const DiagramAxes& axes, FigureUse use) {
    const View& view = report.view;
    const bool top = view.kind == View::Kind::TopLabel;
    return {report.settings.diagram,
            top,
            top ? std::string() : report.dataset.classNames[view.classIndex],
            report.dataset.weights,
            report.settings.level,
            report.settings.intervals,
            report.settings.band,
            detailLevel(report.binned, {layout.diagram, axes.values, axes.horizontal}),
            axes,
            use,
            nameBeside(report)};
}

void paintFigureFrame(QPainter& painter, const Report& report, const DiagramLayout& layout,
                      const DiagramAxes& axes, const DiagramStyle& style, FigureUse use,
                      const FigureContent& words) {
    FigureFrame(painter, report, layout, axes, style, words).paint(use);
}

}  // namespace diagonal
