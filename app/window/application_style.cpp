// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/application_style.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>
#include <QToolTip>

#include "app/results/score_help.h"

namespace diagonal {
namespace {

/// Fusion with tabs narrow enough for five of them in the side panel, and with check boxes (in
/// menus, too), radio buttons and fields whose frame is visible in both themes.
class WindowStyle : public QProxyStyle {
public:
    WindowStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override {
        const bool isRadio = element == PE_IndicatorRadioButton;
        if (element == PE_FrameLineEdit) return drawFieldFrame(*option, *painter);
        if (element != PE_IndicatorCheckBox && !isRadio)
            return QProxyStyle::drawPrimitive(element, option, painter, widget);
        const bool isOn = option->state.testFlag(State_On);
        const bool isFocused = option->state.testFlag(State_HasFocus);
        const QPalette& palette = option->palette;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const QRectF box = QRectF(option->rect).adjusted(1, 1, -1, -1);
        const QColor line = palette.color(isFocused ? QPalette::Link : QPalette::Mid);
        painter->setPen(QPen(line, isFocused ? 2 : 1.25));
        painter->setBrush(palette.color(isOn ? QPalette::Highlight : QPalette::Base));
        if (isRadio) {
            painter->drawEllipse(box);
            painter->setPen(Qt::NoPen);
            painter->setBrush(palette.color(QPalette::HighlightedText));
            if (isOn) painter->drawEllipse(box.center(), box.width() / 5, box.width() / 5);
        } else {
            painter->drawRoundedRect(box, 2.5, 2.5);
        }
        if (isOn && !isRadio) {
            painter->setPen(QPen(palette.color(QPalette::HighlightedText), 1.75, Qt::SolidLine,
                                 Qt::RoundCap, Qt::RoundJoin));
            const auto at = [&](qreal x, qreal y) {
                return QPointF(box.left() + x * box.width(), box.top() + y * box.height());
            };
            const QPointF tick[] = {at(.22, .52), at(.43, .73), at(.79, .28)};
            painter->drawPolyline(tick, 3);
        }
        painter->restore();
    }

    static void drawFieldFrame(const QStyleOption& option, QPainter& painter) {
        const bool isFocused = option.state.testFlag(State_HasFocus);
        const QPalette& palette = option.palette;
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(palette.color(isFocused ? QPalette::Link : QPalette::Mid));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(option.rect).adjusted(.5, .5, -.5, -.5), 2, 2);
        painter.restore();
    }

    /// Makes all labels plain text that were not made for markup: they may show a name of a file.
    void polish(QWidget* widget) override {
        QProxyStyle::polish(widget);
        auto* label = qobject_cast<QLabel*>(widget);
        if (label && label->textFormat() == Qt::AutoText && !label->inherits("QTipLabel"))
            label->setTextFormat(Qt::PlainText);
    }
    using QProxyStyle::polish;

    int pixelMetric(PixelMetric metric, const QStyleOption* option,
                    const QWidget* widget) const override {
        constexpr int tabSpace = 11;
        return metric == PM_TabBarTabHSpace ? tabSpace
                                            : QProxyStyle::pixelMetric(metric, option, widget);
    }
};

QPalette paletteOf(Theme theme) {
    const DiagramStyle& style = diagramStyle(theme);
    const bool dark = style.isDark();
    const QColor window = dark ? style.panel : QColor(0xF6F8FA);
    const QColor button = dark ? QColor(0x232C35) : QColor(0xFFFFFF);
    QPalette palette(button, window);
    palette.setColor(QPalette::WindowText, style.text);
    palette.setColor(QPalette::Text, style.text);
    palette.setColor(QPalette::ButtonText, style.text);
    palette.setColor(QPalette::Base, dark ? QColor(0x202932) : style.background);
    palette.setColor(QPalette::AlternateBase, window);
    palette.setColor(QPalette::PlaceholderText, style.secondaryText);
    palette.setColor(QPalette::Mid, dark ? QColor(0x6B7784) : style.axis.darker(108));
    palette.setColor(QPalette::Highlight, dark ? QColor(0x35618C) : QColor(0x3F709F));
    palette.setColor(QPalette::HighlightedText, QColor(Qt::white));
    palette.setColor(QPalette::ToolTipBase, style.panel);
    palette.setColor(QPalette::ToolTipText, style.text);
    palette.setColor(QPalette::Link, style.accuracyCap);
    // Outdated numbers stay readable: 4.5:1.
    constexpr float paleness = 0.9F;
    QColor faint = style.secondaryText;
    faint.setAlphaF(paleness);
    for (const auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::PlaceholderText}) {
        palette.setColor(QPalette::Disabled, role, faint);
    }
    return palette;
}

/// Returns the tool tip of a widget or, in a table or list, of the cell or header at `place`.
QString toolTipAt(const QWidget& widget, const QPoint& place) {
    const auto* view = qobject_cast<const QAbstractItemView*>(widget.parentWidget());
    if (!view || view->viewport() != &widget || !view->model()) return widget.toolTip();
    if (const auto* header = qobject_cast<const QHeaderView*>(view)) {
        return header->model()
            ->headerData(header->logicalIndexAt(place), header->orientation(), Qt::ToolTipRole)
            .toString();
    }
    return view->indexAt(place).data(Qt::ToolTipRole).toString();
}

/// Wraps the lines of long tool tips of widgets and cells, which Qt does for rich text only, and
/// shows what looks like markup as it is: a tool tip may hold a name of a file.
class ToolTipWrap : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject* watched, QEvent* event) override {
        constexpr qsizetype shortText = 60;
        constexpr qsizetype longest = 2000;
        if (event->type() != QEvent::ToolTip || !watched->isWidgetType()) return false;
        auto* widget = static_cast<QWidget*>(watched);
        const auto* help = static_cast<QHelpEvent*>(event);
        if (widget->property(kHasRichToolTip).toBool()) return false;
        QString tip = toolTipAt(*widget, help->pos());
        if (tip.size() <= shortText && !Qt::mightBeRichText(tip)) return false;
        if (tip.size() > longest) tip = tip.first(longest) + QStringLiteral("…");
        // It hides when the mouse leaves the widget, as onto another below the tip.
        QToolTip::showText(help->globalPos(), Qt::convertFromPlainText(tip, Qt::WhiteSpaceNormal),
                           widget, widget->rect());
        return true;
    }
};

void wrapToolTips(QApplication& application) {
    static auto* const wrap = [&] {
        auto* filter = new ToolTipWrap(&application);
        application.installEventFilter(filter);
        return filter;
    }();
    Q_UNUSED(wrap)
}

QString sheetOf(Theme theme, const QPalette& palette) {
    return QStringLiteral(
               "QToolTip { color: %1; background: %2; border: 1px solid %3; padding: 4px; }"
               "QHeaderView::section { border: none; background: transparent; color: %4;"
               " padding: 2px 6px; }"
               "QAbstractSpinBox[buttonSymbols=\"NoButtons\"] { border: 1px solid %5;"
               " border-radius: 3px; padding: 2px 5px; background: %6; }"
               "QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }")
        .arg(palette.color(QPalette::ToolTipText).name(),
             palette.color(QPalette::ToolTipBase).name(), diagramStyle(theme).panelEdge.name(),
             diagramStyle(theme).secondaryText.name(), palette.color(QPalette::Mid).name(),
             palette.color(QPalette::Base).name());
}

}  // namespace

Theme systemTheme() {
    return QPalette().color(QPalette::Window).lightness() < 128 ? Theme::Dark : Theme::Light;
}

void applyStyle(QApplication& application, Theme theme) {
    const QPalette palette = paletteOf(theme);
    const QString sheet = sheetOf(theme, palette);
    // All widgets would be polished again, which is half of the time until the window appears.
    constexpr auto kApplied = "appliedPalette";
    if (application.styleSheet() == sheet && application.property(kApplied) == QVariant(palette))
        return;
    application.setProperty(kApplied, palette);
    wrapToolTips(application);
    // By itself, Qt keeps 10 MB of what styles painted once.
    constexpr int cachedKilobytes = 2048;
    QPixmapCache::setCacheLimit(cachedKilobytes);
    QApplication::setStyle(new WindowStyle);
    QApplication::setFont(figureFont(13));
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
    QToolTip::setFont(figureFont(12));
    application.setStyleSheet(sheet);
}

}  // namespace diagonal
