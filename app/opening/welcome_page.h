// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace diagonal {

/// The page shown while nothing is open: where to drop files, which files, and samples to open.
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
