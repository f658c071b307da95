// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/message_banner.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace diagonal {

MessageBanner::MessageBanner(QWidget* parent) : QWidget(parent), m_text(new QLabel(this)) {
    setAttribute(Qt::WA_StyledBackground);
    setObjectName(QStringLiteral("banner"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* close = new QPushButton(tr("Close"), this);
    connect(close, &QPushButton::clicked, this, &QWidget::hide);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 10, 12, 10);
    layout->addWidget(m_text, 1);
    layout->addWidget(close, 0, Qt::AlignTop);
    hide();
}

void MessageBanner::showMessage(const QString& message) {
    m_text->setText(message);
    show();
}

QString MessageBanner::message() const {
    return isHidden() ? QString() : m_text->text();
}

void MessageBanner::setColours(const QColor& background, const QColor& text) {
    setStyleSheet(QStringLiteral("#banner { background: %1; } QLabel { color: %2; }")
                      .arg(background.name(), text.name()));
}

}  // namespace diagonal
