// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "core/selecting/row_detail.h"

class QFormLayout;
class QLabel;
class QScrollArea;

namespace diagonal {

class ClassBars;
class RowPictures;

/// One row whole: its picture, the probabilities of its classes, and all its cells.
class RowDetailView : public QFrame {
    Q_OBJECT

public:
    /// `pictures` must outlive the view.
    explicit RowDetailView(RowPictures& pictures, QWidget* parent = nullptr);
    /// Shows a row of a list.
    void showRow(const RowList& list, std::size_t index);
    /// The text of all that is shown but the picture, for tests.
    QString text() const;
    const QLabel* picture() const { return m_picture; }

Q_SIGNALS:
    void closed();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showPicture();
    void addField(const QString& name, const QString& value);

    RowPictures& m_pictures;
    std::uint32_t m_row = 0;
    QLabel* m_title;
    QLabel* m_picture;
    ClassBars* m_bars;
    QFormLayout* m_fields;
    QScrollArea* m_scroll;
};

}  // namespace diagonal
