// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace diagonal {

/// A frame over its parent while files are dragged over it: letting them go opens them.
class DropFrame : public QWidget {
    Q_OBJECT

public:
    explicit DropFrame(QWidget* parent);
    /// Covers the parent and shows the frame.
    void showOverParent();

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace diagonal
