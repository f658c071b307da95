// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QString>

class QFont;
class QPainter;
class QPen;
class QRectF;

namespace diagonal {

/// Width of `text` when each digit takes the cell of the widest one.
qreal tabularWidth(const QFont& font, const QString& text);

/// Draws `text` with the painter's font and pen, each digit in the cell of the widest, so that a
/// changing number does not jump. `alignment` is horizontal; the text is centred vertically.
void drawTabular(QPainter& painter, const QRectF& box, Qt::Alignment alignment,
                 const QString& text);

/// Shows one number. A QLabel invalidates all layouts around it whenever its text changes; this
/// only when its size does.
class NumberLabel : public QLabel {
    Q_OBJECT

public:
    explicit NumberLabel(QWidget* parent = nullptr);

    void setText(const QString& text);
    QString text() const { return m_text; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;  ///< not passed on to QLabel
};

}  // namespace diagonal
