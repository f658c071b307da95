// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/comparing/file_model_list.h"

#include <algorithm>

#include <QAction>
#include <QHeaderView>
#include <QSignalBlocker>

#include "app/results/table_style.h"

namespace diagonal {
namespace {

constexpr int kMostFileModels = 4;
constexpr int kFileModelWidth = 58;

}  // namespace

FileModelList::FileModelList(QWidget* parent)
    : QTableView(parent), m_list(new ModelListModel(this)) {
    m_list->setHasChoices(false);
    setModel(m_list);
    styleNumberTable(*this);
    setSelectionMode(SingleSelection);
    horizontalHeader()->setSectionResizeMode(ModelListModel::Name, QHeaderView::Stretch);
    for (int column = ModelListModel::Rows; column < ModelListModel::ColumnCount; ++column) {
        const bool isListed = column == ModelListModel::Rows || column == ModelListModel::Brier ||
                              column == ModelListModel::Ece;
        setColumnHidden(column, !isListed);
        setColumnWidth(column, kFileModelWidth);
    }
    setVerticalScrollMode(ScrollPerPixel);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(tr("Models in this file"));
    setWhatsThis(
        tr("The models that this file holds. A click shows one in the diagram; Compare "
           "shows all."));
    connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) {
        Q_EMIT modelChosen(static_cast<std::size_t>(index.row()));
    });
    auto* open = new QAction(tr("&Show in the diagram"), this);
    open->setShortcuts({Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space});
    open->setShortcutContext(Qt::WidgetShortcut);
    connect(open, &QAction::triggered, this, [this] {
        if (currentIndex().isValid())
            Q_EMIT modelChosen(static_cast<std::size_t>(currentIndex().row()));
    });
    addAction(open);
    hide();
}

void FileModelList::setModels(const std::vector<ModelRow>& rows, std::optional<std::size_t> shown) {
    const bool isOtherSize = static_cast<int>(rows.size()) != count();
    m_list->setRows(rows);
    const QSignalBlocker block(selectionModel());
    if (shown) {
        selectRow(static_cast<int>(*shown));
    } else {
        clearSelection();
    }
    viewport()->update();
    if (!isOtherSize) return;  // laying out the panel again would slow a drag
    setVisible(rows.size() > 1);
    updateGeometry();
}

QSize FileModelList::sizeHint() const {
    const int rows = std::min(m_list->rowCount(), kMostFileModels);
    return {QTableView::sizeHint().width(), horizontalHeader()->sizeHint().height() +
                                                rows * verticalHeader()->defaultSectionSize() +
                                                2 * frameWidth()};
}

}  // namespace diagonal
