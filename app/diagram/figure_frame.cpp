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
#include "core/publishing/diagrams/diagram.h"

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
    FigureFrame(QPainter& painter, const DrawnFigure& figure)
        : m_painter(painter), m_figure(figure) {}

    void paint() {
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        if (!m_figure.layout.title.isNull()) {
            m_painter.setFont(titleFont());
            m_painter.setPen(m_figure.style.text);
            m_painter.drawText(m_figure.layout.title,
                               Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                               elided(titleText(m_figure.report.settings.diagram, m_figure.content),
                                      m_figure.layout.title.width() + 1));
        }
        paintLegend(m_painter, m_figure);
        paintTicks();
        paintAxisTitles();
    }

private:
    void paintTicks() {
        m_painter.setFont(figureFont(12));
        m_painter.setPen(m_figure.style.secondaryText);
        const QRectF plot = m_figure.layout.diagram;
        const QRectF lowest = m_figure.layout.lowest();
        const Axis& horizontal = m_figure.figure.x;
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
            std::max(0.0, lowest.right() + widest / 2 - (m_figure.layout.scene.right() - 1));
        const auto every = std::max<std::size_t>(
            1, static_cast<std::size_t>(std::ceil((widest + space + beyond) / distance)));
        for (std::size_t i = 0; i < ticks.size(); i += every) {
            const qreal x = lowest.left() + shares[i] * lowest.width();
            QRectF box(x - widest / 2, lowest.bottom() + 5, widest, 18);
            box.moveRight(std::min(box.right(), m_figure.layout.scene.right() - 1));
            drawTabular(m_painter, box, Qt::AlignHCenter, textOf(ticks[i]));
        }
        paintVerticalTicks(plot, m_figure.figure.left);
        if (m_figure.layout.showsCounts())
            paintVerticalTicks(m_figure.layout.counts, m_figure.figure.lower->y);
    }

    void paintVerticalTicks(const QRectF& plot, const Axis& axis) {
        qreal last = plot.bottom() + plot.height();
        const std::vector<double> ticks = axis.ticks();
        const std::vector<double> shares = axis.tickShares();
        for (std::size_t i = 0; i < ticks.size(); ++i) {
            const qreal y = plot.bottom() - shares[i] * plot.height();
            constexpr qreal leastDistance = 15;
            if (last - y < leastDistance) continue;
            last = y;
            // Counts may be millions.
            const bool isWhole = axis.isLogarithmic() || decimalsOf(axis.step, 0) == 0;
            drawTabular(m_painter, {plot.left() - 70, y - 9, 62, 18}, Qt::AlignRight,
                        isWhole ? shortCountText(ticks[i]) : toQString(axis.labelOf(i)));
        }
    }

    void paintAxisTitles() {
        m_painter.setFont(figureFont(13, QFont::Medium));
        m_painter.setPen(m_figure.style.text);
        const QRectF lowest = m_figure.layout.lowest();
        const QString x = m_figure.content.xTitle.isEmpty() ? toQString(m_figure.figure.x.title)
                                                            : m_figure.content.xTitle;
        // A title that is wider than the plot stands beside its middle.
        constexpr qreal edge = 4;
        const qreal room = m_figure.layout.scene.width() - 2 * edge;
        const qreal text = QFontMetricsF(m_painter.font()).horizontalAdvance(x) + 2;
        const qreal width = std::min(room, std::max(text, lowest.width()));
        const qreal left = std::clamp(lowest.center().x() - width / 2, edge, edge + room - width);
        const QRectF line(left, lowest.bottom() + 24, width, 22);
        paintAxisTitle(m_painter, line, Qt::AlignCenter, x);
        paintVertical(m_figure.layout.diagram, m_figure.content.yTitle.isEmpty()
                                                   ? toQString(m_figure.figure.left.title)
                                                   : m_figure.content.yTitle);
        if (m_figure.layout.showsCounts())
            paintVertical(m_figure.layout.counts, toQString(m_figure.figure.lower->y.title));
    }

    QString elided(const QString& text, qreal width) const {
        return QFontMetricsF(m_painter.font()).elidedText(text, Qt::ElideRight, width);
    }

    /// Paints the title of a vertical axis beside it, or above it in a column.
    void paintVertical(const QRectF& plot, const QString& text) {
        if (m_figure.layout.isColumn) {
            const QRectF line(plot.left(), plot.top() - 20,
                              m_figure.layout.scene.right() - plot.left(), 16);
            return paintAxisTitle(m_painter, line, Qt::AlignLeft | Qt::AlignVCenter, text);
        }
        constexpr qreal beyond = 8;
        constexpr qreal width = 22;
        paintUprightTitle(m_painter,
                          {plot.left() - m_figure.layout.axisTitles - width / 2,
                           plot.top() - beyond, width, plot.height() + 2 * beyond},
                          text);
    }

    QPainter& m_painter;
    const DrawnFigure& m_figure;
};

}  // namespace

qreal titleWidth(DiagramKind kind, const FigureContent& words) {
    return QFontMetricsF(titleFont()).horizontalAdvance(titleText(kind, words));
}

qreal tickLabelsWidth(DiagramKind kind) {
    return tabularWidth(figureFont(12), diagramOf(kind).isAroundZero ? QStringLiteral("−0.025")
                                                                     : QStringLiteral("00,000"));
}

FrameContent frameContent(const DrawnFigure& figure) {
    const Report& report = figure.report;
    const Figure& shown = figure.figure;
    const View& view = report.view;
    const bool top = view.isTopLabel();
    return {report.settings.diagram,
            top,
            top ? std::string() : report.dataset.classNames[view.classIndex],
            report.dataset.weights,
            report.settings.level,
            report.settings.intervals,
            report.settings.band,
            detailLevel(shown.marks, {figure.layout.diagram, shown.left, shown.x}),
            shown.x,
            shown.left,
            shown.lower ? shown.lower->y : Axis(),
            figure.use,
            nameBeside(report)};
}

void paintFigureFrame(QPainter& painter, const DrawnFigure& figure) {
    FigureFrame(painter, figure).paint();
}

}  // namespace diagonal
