// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/opening/message_banner.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace diagonal {

MessageBanner::MessageBanner(QWidget* parent)
    : QWidget(parent), m_text(new QLabel(this)), m_action(new QPushButton(this)) {
    setAttribute(Qt::WA_StyledBackground);
    setObjectName(QStringLiteral("banner"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_action->hide();
    connect(m_action, &QPushButton::clicked, this, &MessageBanner::actionRequested);
    auto* close = new QPushButton(tr("Close"), this);
    connect(close, &QPushButton::clicked, this, [this] {
        hide();
        Q_EMIT closed();
    });
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 10, 12, 10);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_action, 0, Qt::AlignTop);
    layout->addWidget(close, 0, Qt::AlignTop);
    hide();
}

void MessageBanner::showMessage(const QString& message) {
    m_text->setText(message);
    m_action->hide();
    show();
}

void MessageBanner::showMessage(const QString& message, const QString& action) {
    m_text->setText(message);
    m_action->setText(action);
    m_action->show();
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
