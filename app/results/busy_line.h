// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

namespace diagonal {

/// A thin line that shows how much of a computation is done, once that has taken a moment.
class BusyLine : public QWidget {
    Q_OBJECT

public:
    explicit BusyLine(QWidget* parent = nullptr);

    /// Shows a share in [0, 1]; 1 hides the line.
    void showShare(double share);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double m_share = 1;
    bool m_isShown = false;
    QTimer m_delay;
};

}  // namespace diagonal
