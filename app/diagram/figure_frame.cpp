// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/figure_frame.h"

#include <cmath>

#include <QFontMetricsF>
#include <QPainter>

#include "app/diagram/figure_legend.h"
#include "app/text/number_text.h"
#include "app/text/tabular_digits.h"

namespace diagonal {
namespace {

const QFont& titleFont() {
    static const QFont font = figureFont(19, QFont::DemiBold);
    return font;
}

QString titleText(DiagramKind kind) {
    switch (kind) {
        case DiagramKind::Gaps: return QStringLiteral("Calibration gap");
        case DiagramKind::Cumulative: return QStringLiteral("Cumulative gap");
        case DiagramKind::Bars:
        case DiagramKind::Isotonic:
        case DiagramKind::Smooth: break;
    }
    return QStringLiteral("Reliability diagram");
}

QString sentence(std::string_view words) {
    QString text = QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    return text;
}

class FigureFrame {
public:
    FigureFrame(QPainter& painter, const Report& report, const DiagramLayout& layout,
                const DiagramAxes& axes, const DiagramStyle& style)
        : m_painter(painter), m_report(report), m_layout(layout), m_axes(axes), m_style(style) {}

    void paint(FigureUse use) {
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        m_painter.setFont(titleFont());
        m_painter.setPen(m_style.text);
        m_painter.drawText(m_layout.titleLine(), Qt::AlignLeft | Qt::AlignVCenter,
                           titleText(m_report.diagram));
        paintLegend(m_painter, m_report, m_layout, m_style, use);
        paintTicks();
        paintAxisTitles();
    }

private:
    bool topLabel() const { return m_report.view.kind == View::Kind::TopLabel; }

    void paintTicks() {
        m_painter.setFont(figureFont(12));
        m_painter.setPen(m_style.secondaryText);
        const QRectF plot = m_layout.diagram;
        const QRectF counts = m_layout.counts;
        for (int i = 0; i <= kHorizontalAxis.steps; ++i) {
            const qreal x = counts.left() + kHorizontalAxis.placeOf(i, counts.width());
            drawTabular(m_painter, {x - 25, counts.bottom() + 5, 50, 18}, Qt::AlignHCenter,
                        QString::number(kHorizontalAxis.placeOf(i, 1), 'f', 1));
        }
        const qreal step = (m_axes.values.highest - m_axes.values.lowest) / m_axes.values.steps;
        const int decimals = decimalsOf(step);
        paintVerticalTicks(plot, m_axes.values,
                           [&](qreal v) { return QString::number(v, 'f', decimals); });
        const bool cumulative = m_report.diagram == DiagramKind::Cumulative;
        paintVerticalTicks(counts, m_axes.counts, [&](qreal v) {
            return cumulative ? QString::number(v, 'f', 1) : shortCountText(v);
        });
    }

    /// Returns the decimals that multiples of `step` need, 1 to 8.
    static int decimalsOf(qreal step) {
        constexpr int most = 8;
        int decimals = 1;
        while (decimals < most && std::abs(step * std::pow(10, decimals) -
                                           std::round(step * std::pow(10, decimals))) > 1e-6) {
            ++decimals;
        }
        return decimals;
    }

    template <typename TextOf>
    void paintVerticalTicks(const QRectF& plot, const PlotAxis& axis, TextOf textOf) {
        for (int i = 0; i <= axis.steps; ++i) {
            const qreal y = plot.bottom() - axis.placeOf(i, plot.height());
            const qreal step = (axis.highest - axis.lowest) / axis.steps;
            // Rounding errors must not turn the tick at 0 into -0.
            const qreal value =
                std::abs(axis.lowest + i * step) < step / 2 ? 0.0 : axis.lowest + i * step;
            drawTabular(m_painter, {plot.left() - 70, y - 9, 62, 18}, Qt::AlignRight,
                        textOf(value).replace(QLatin1Char('-'), QStringLiteral("−")));
        }
    }

    void paintAxisTitles() {
        m_painter.setFont(figureFont(13, QFont::Medium));
        m_painter.setPen(m_style.text);
        const QRectF counts = m_layout.counts;
        const QString x =
            topLabel() ? QStringLiteral("Confidence")
                       : QStringLiteral("Predicted probability of ") +
                             toQString(m_report.dataset.classNames[m_report.view.classIndex]);
        const bool cumulative = m_report.diagram == DiagramKind::Cumulative;
        const QRectF line(counts.left(), counts.bottom() + 26, counts.width(), 22);
        m_painter.drawText(line, Qt::AlignCenter,
                           m_painter.fontMetrics().elidedText(
                               cumulative ? QStringLiteral("Share of rows, by increasing ") +
                                                (topLabel() ? QStringLiteral("confidence")
                                                            : QStringLiteral("probability"))
                                          : x,
                               Qt::ElideRight, static_cast<int>(line.width())));
        paintVertical(m_layout.diagram, valuesTitle());
        const QString rows = m_report.dataset.weights == WeightKind::Importance
                                 ? QStringLiteral("Weight")
                                 : QStringLiteral("Rows");
        const QString confidence = topLabel() ? QStringLiteral("Conf.") : QStringLiteral("Prob.");
        paintVertical(counts, cumulative ? confidence : rows);
    }

    QString valuesTitle() const {
        switch (m_report.diagram) {
            case DiagramKind::Gaps:
                return topLabel() ? QStringLiteral("Accuracy − confidence")
                                  : QStringLiteral("Frequency − probability");
            case DiagramKind::Cumulative:
                return topLabel() ? QStringLiteral("Sum of (accuracy − confidence) / n")
                                  : QStringLiteral("Sum of (frequency − probability) / n");
            case DiagramKind::Bars:
            case DiagramKind::Isotonic:
            case DiagramKind::Smooth: break;
        }
        return sentence(accuracyName(m_report.view));
    }

    void paintVertical(const QRectF& plot, const QString& text) {
        m_painter.save();
        m_painter.translate(plot.left() - 66, plot.center().y());
        m_painter.rotate(-90);
        m_painter.drawText(QRectF(-200, -11, 400, 22), Qt::AlignCenter, text);
        m_painter.restore();
    }

    QPainter& m_painter;
    const Report& m_report;
    const DiagramLayout& m_layout;
    const DiagramAxes& m_axes;
    const DiagramStyle& m_style;
};

}  // namespace

qreal titleWidth(DiagramKind kind) {
    return QFontMetricsF(titleFont()).horizontalAdvance(titleText(kind));
}

FrameContent frameContent(const Report& report, const DiagramLayout& layout,
                          const DiagramAxes& axes, FigureUse use) {
    const View& view = report.view;
    const bool top = view.kind == View::Kind::TopLabel;
    return {report.diagram,
            top,
            top ? std::string() : report.dataset.classNames[view.classIndex],
            report.dataset.weights,
            report.level,
            report.intervals,
            detailLevel(report.binned, {layout.diagram, 1}),
            axes,
            use};
}

void paintFigureFrame(QPainter& painter, const Report& report, const DiagramLayout& layout,
                      const DiagramAxes& axes, const DiagramStyle& style, FigureUse use) {
    FigureFrame(painter, report, layout, axes, style).paint(use);
}

}  // namespace diagonal
