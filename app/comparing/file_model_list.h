// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QTableView>

#include "app/comparing/model_list_panel.h"

namespace diagonal {

/// The models that one file holds, with their rows, Brier score and ECE. A click, or Return, shows
/// a model in the diagram. Hidden while there are fewer than two.
class FileModelList : public QTableView {
    Q_OBJECT

public:
    explicit FileModelList(QWidget* parent = nullptr);
    /// `shown` is the model in the diagram; none if it shows the rows of all.
    void setModels(const std::vector<ModelRow>& rows, std::optional<std::size_t> shown);
    int count() const { return m_list->rowCount(); }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

Q_SIGNALS:
    void modelChosen(std::size_t index);

private:
    ModelListModel* m_list;
};

}  // namespace diagonal
