// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

namespace diagonal {

/// Draws a ring around the widget that got the focus by a key, whatever its style draws. Widgets
/// that draw their own focus get none. To be installed as an event filter of the application.
class FocusRing : public QObject {
    Q_OBJECT

public:
    FocusRing() = default;
    ~FocusRing() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    /// Returns the widget that the ring is around; null if there is none.
    QWidget* target() const { return m_target; }

private:
    void follow(QWidget* target);
    void place();

    QPointer<QWidget> m_target;
    /// A neighbour of the target, so that both scroll together; it dies with their parent.
    QPointer<QWidget> m_ring;
};

}  // namespace diagonal
