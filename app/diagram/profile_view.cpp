// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/profile_view.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <QPainter>
#include <QPolygonF>

#include "app/text/number_text.h"

namespace diagonal {
namespace {

using ValueOf = std::function<std::optional<double>(const ProfilePoint&)>;

std::optional<double> nllOf(const ProfilePoint& point) {
    return point.nll;
}
std::optional<double> eceOf(const ProfilePoint& point) {
    return point.ece;
}

}  // namespace

ProfileView::ProfileView(QWidget* parent) : QWidget(parent) {
    setFixedHeight(sizeHint().height());
    setToolTip(
        tr("NLL and ECE of the uncalibrated rows at each temperature. NLL also rewards "
           "discrimination and ECE depends on the bins, so their minima can differ."));
}

void ProfileView::setProfile(std::shared_ptr<const TemperatureProfile> profile) {
    m_profile = std::move(profile);
    setVisible(m_profile != nullptr);
    update();
}

void ProfileView::setTheme(Theme theme) {
    m_theme = theme;
    update();
}

QString ProfileView::nllCaption() const {
    if (!m_profile || !m_profile->leastNll) return {};
    return tr("NLL lowest at T = %1").arg(temperatureText(*m_profile->leastNll));
}

QString ProfileView::eceCaption() const {
    if (!m_profile) return {};
    return tr("ECE lowest at T = %1").arg(temperatureText(m_profile->leastEce));
}

QRectF ProfileView::plot() const {
    return QRectF(rect()).adjusted(40, 30, -40, -26);
}

double ProfileView::x(double temperature) const {
    const double part =
        std::log2(temperature / kLowestSwept) / std::log2(kHighestSwept / kLowestSwept);
    return plot().left() + part * plot().width();
}

void ProfileView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const DiagramStyle& style = diagramStyle(m_theme);
    painter.fillRect(rect(), style.background);
    if (!m_profile) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(figureFont(12));
    const QRectF area = plot();
    const auto curve = [&](const ValueOf& value, const QColor& colour,
                           const std::optional<double>& least) {
        double low = 1e300;
        double high = -1e300;
        for (const ProfilePoint& point : m_profile->points) {
            const auto y = value(point);
            if (!y) continue;
            low = std::min(low, *y);
            high = std::max(high, *y);
        }
        QPolygonF line;
        for (const ProfilePoint& point : m_profile->points) {
            const auto y = value(point);
            if (!y) continue;
            const double part = high > low ? (*y - low) / (high - low) : 0;
            line << QPointF(x(point.temperature), area.bottom() - part * area.height());
        }
        painter.setPen(QPen(colour, 2));
        painter.drawPolyline(line);
        if (!least) return;
        painter.setPen(QPen(colour, 1.5, Qt::DashLine));
        painter.drawLine(QPointF(x(*least), area.top()), QPointF(x(*least), area.bottom()));
    };
    painter.setPen(QPen(style.axis, 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setPen(style.secondaryText);
    for (const double tick : {.1, .2, .5, 1., 2., 5., 10.}) {
        const QRectF box(x(tick) - 20, area.bottom() + 4, 40, 18);
        painter.drawText(box, Qt::AlignCenter, QString::number(tick));
    }
    painter.drawText(QRectF(area.right() + 8, area.bottom() + 4, 20, 18), Qt::AlignVCenter,
                     QStringLiteral("T"));
    curve(nllOf, style.accuracyCap, m_profile->leastNll);
    curve(eceOf, style.overLine, m_profile->leastEce);
    double left = area.left();
    for (const auto& [text, colour] :
         {std::pair(nllCaption(), style.accuracyCap), std::pair(eceCaption(), style.overText)}) {
        if (text.isEmpty()) continue;
        painter.setPen(colour);
        const double width = painter.fontMetrics().horizontalAdvance(text) + 24.0;
        painter.drawText(QRectF(left, 6, width, 20), Qt::AlignVCenter, text);
        left += width;
    }
}

}  // namespace diagonal
