// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace diagonal {

/// What the window shows while nothing is open: where to drop, what to drop, samples to look at.
class WelcomePage : public QWidget {
    Q_OBJECT

public:
    explicit WelcomePage(QWidget* parent = nullptr);
    void setGround(const QColor& colour);

Q_SIGNALS:
    void openRequested();
    void sampleRequested(const QString& file);
};

}  // namespace diagonal
