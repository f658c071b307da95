// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QWidget>

#include "core/selecting/common_traits.h"
#include "core/selecting/row_list.h"

class QCheckBox;
class QLabel;
class QPushButton;
class QTableView;
class QVBoxLayout;

namespace diagonal {

class RowListModel;

/// What rows have in common.
struct SharedTraits {
    std::size_t rows = 0;
    bool isOfWrong = false;  ///< they are all rows with a wrong prediction, else those of the list
    std::vector<CommonTrait> traits = {};
};

/// The rows of a bin, or of the whole file, the most confident mistakes first.
class RowListPanel : public QWidget {
    Q_OBJECT

public:
    explicit RowListPanel(QWidget* parent = nullptr);
    /// Shows a list under a title.
    void showList(const QString& title, std::shared_ptr<const RowList> list);
    /// Shows what the rows have in common, a line each; a click asks for the rows that have it.
    void showTraits(const std::optional<SharedTraits>& shared);
    /// Shows the conditions that the list fulfils besides those of its bin, and those that all
    /// measured rows fulfil, each to be removed. `canMeasure` offers to measure the listed rows
    /// only.
    void showConditions(const RowConditions& measured, const RowConditions& listed,
                        bool canMeasure);
    /// Shows why there is no list.
    void showReason(const QString& reason);
    /// Words the choice for a view: rows that are not of a class are not wrong.
    void showView(View::Kind view);
    bool isWrongOnly() const;
    /// Copies the selected rows; returns how many there are.
    std::size_t copyRows() const;

    QString title() const;
    QTableView* table() const { return m_table; }
    QCheckBox* wrongOnly() const { return m_wrongOnly; }

Q_SIGNALS:
    void wrongOnlyChanged();
    void conditionChosen(const diagonal::RowConditions& condition);
    void conditionRemoved(const diagonal::RowConditions& condition);
    /// The user wants the report to be of the listed rows, or of others again.
    void measureRequested();
    void measuredConditionRemoved(const diagonal::RowConditions& condition);
    void saveRequested(const std::shared_ptr<const diagonal::RowList>& list);

private:
    void fitColumns();
    void addLine(QLayout* layout, const QString& text, const QString& help,
                 const std::function<void()>& act);

    QLabel* m_title;
    QCheckBox* m_wrongOnly;
    QPushButton* m_measure;
    QPushButton* m_save;
    QVBoxLayout* m_traits;
    QVBoxLayout* m_conditions;
    QTableView* m_table;
    RowListModel* m_model;
};

}  // namespace diagonal
