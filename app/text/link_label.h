// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QLabel>

namespace diagonal {

/// A link, perhaps behind other text. It is written again in the colours of each palette, because
/// the link of a QLabel keeps the colour it was written with.
class LinkLabel : public QLabel {
public:
    explicit LinkLabel(const QString& link, QWidget* parent, const QString& before = {})
        : QLabel(parent), m_link(link), m_before(before) {
        setTextFormat(Qt::RichText);
        setTextInteractionFlags(Qt::TextBrowserInteraction);
        write();
    }

protected:
    void changeEvent(QEvent* event) override {
        QLabel::changeEvent(event);
        if (event->type() == QEvent::PaletteChange) write();
    }

private:
    void write() {
        setText(QStringLiteral("%1<a href=\"#\" style=\"color: %2\">%3</a>")
                    .arg(m_before, palette().color(QPalette::Link).name(), m_link));
    }

    QString m_link;
    QString m_before;
};

}  // namespace diagonal
