// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace diagonal {

/// A message above the diagram, as selectable plain text. Hidden until there is one.
class MessageBanner : public QWidget {
    Q_OBJECT

public:
    explicit MessageBanner(QWidget* parent = nullptr);
    void showMessage(const QString& message);
    /// Shows a message with a button that emits actionRequested().
    void showMessage(const QString& message, const QString& action);
    /// Returns the message shown; empty if there is none.
    QString message() const;
    void setColours(const QColor& background, const QColor& text);

Q_SIGNALS:
    void actionRequested();
    /// The user closed it.
    void closed();

private:
    QLabel* m_text;
    QPushButton* m_action;
};

}  // namespace diagonal
