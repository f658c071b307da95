// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/application_style.h"

#include <QApplication>
#include <QPalette>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QToolTip>

namespace diagonal {
namespace {

/// Fusion with tabs narrow enough for five of them in the side panel.
class NarrowTabs : public QProxyStyle {
public:
    NarrowTabs() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

    int pixelMetric(PixelMetric metric, const QStyleOption* option,
                    const QWidget* widget) const override {
        constexpr int tabSpace = 11;
        return metric == PM_TabBarTabHSpace ? tabSpace
                                            : QProxyStyle::pixelMetric(metric, option, widget);
    }
};

QPalette paletteOf(Theme theme) {
    const DiagramStyle& style = diagramStyle(theme);
    const bool dark = theme == Theme::Dark;
    const QColor window = dark ? style.panel : QColor(0xF6F8FA);
    const QColor button = dark ? QColor(0x232C35) : QColor(0xFFFFFF);
    QPalette palette(button, window);
    palette.setColor(QPalette::WindowText, style.text);
    palette.setColor(QPalette::Text, style.text);
    palette.setColor(QPalette::ButtonText, style.text);
    palette.setColor(QPalette::Base, dark ? QColor(0x202932) : style.background);
    palette.setColor(QPalette::AlternateBase, window);
    palette.setColor(QPalette::PlaceholderText, style.secondaryText);
    palette.setColor(QPalette::Mid, dark ? QColor(0x46535F) : QColor(0xC3CCD5));
    palette.setColor(QPalette::Highlight, dark ? QColor(0x35618C) : QColor(0x3F709F));
    palette.setColor(QPalette::HighlightedText, QColor(Qt::white));
    palette.setColor(QPalette::ToolTipBase, style.panel);
    palette.setColor(QPalette::ToolTipText, style.text);
    palette.setColor(QPalette::Link, style.accuracyCap);
    QColor faint = style.secondaryText;
    faint.setAlphaF(0.6F);
    for (const auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::PlaceholderText}) {
        palette.setColor(QPalette::Disabled, role, faint);
    }
    return palette;
}

}  // namespace

Theme systemTheme() {
    return QPalette().color(QPalette::Window).lightness() < 128 ? Theme::Dark : Theme::Light;
}

void applyStyle(QApplication& application, Theme theme) {
    QApplication::setStyle(new NarrowTabs);
    QApplication::setFont(figureFont(13));
    const QPalette palette = paletteOf(theme);
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
    QToolTip::setFont(figureFont(12));
    application.setStyleSheet(
        QStringLiteral("QToolTip { color: %1; background: %2; border: 1px solid %3; padding: 4px; }"
                       "QHeaderView::section { border: none; background: transparent; color: %4;"
                       " padding: 2px 6px; }"
                       "QAbstractSpinBox[buttonSymbols=\"NoButtons\"] { border: 1px solid %5;"
                       " border-radius: 3px; padding: 2px 5px; background: %6; }"
                       "QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }")
            .arg(palette.color(QPalette::ToolTipText).name(),
                 palette.color(QPalette::ToolTipBase).name(), diagramStyle(theme).panelEdge.name(),
                 diagramStyle(theme).secondaryText.name(), palette.color(QPalette::Mid).name(),
                 palette.color(QPalette::Base).name()));
}

}  // namespace diagonal
