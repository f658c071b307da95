// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QWidget>

#include "core/selecting/row_list.h"

class QCheckBox;
class QLabel;
class QPushButton;
class QTableView;

namespace diagonal {

class RowListModel;

/// The rows of a bin, or of the whole file, the most confident mistakes first.
class RowListPanel : public QWidget {
    Q_OBJECT

public:
    explicit RowListPanel(QWidget* parent = nullptr);
    /// Shows a list under a title.
    void showList(const QString& title, std::shared_ptr<const RowList> list);
    /// Shows why there is no list.
    void showReason(const QString& reason);
    /// Words the choice for a view: rows that are not of a class are not wrong.
    void showView(View::Kind view);
    bool isWrongOnly() const;
    /// Copies the selected rows; all in view if none is selected.
    void copyRows() const;

    QString title() const;
    QTableView* table() const { return m_table; }
    QCheckBox* wrongOnly() const { return m_wrongOnly; }

Q_SIGNALS:
    void wrongOnlyChanged();
    void saveRequested(const std::shared_ptr<const diagonal::RowList>& list);

private:
    void fitColumns();

    QLabel* m_title;
    QCheckBox* m_wrongOnly;
    QPushButton* m_save;
    QTableView* m_table;
    RowListModel* m_model;
};

}  // namespace diagonal
