// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/results/table_style.h"

#include <QHeaderView>
#include <QTableView>

namespace diagonal {

void styleNumberTable(QTableView& table) {
    constexpr int rowHeight = 22;
    constexpr int fontPixels = 12;
    table.viewport()->setAutoFillBackground(false);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setShowGrid(false);
    table.setFrameShape(QFrame::NoFrame);
    table.setWordWrap(false);
    table.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table.setTabKeyNavigation(false);
    table.verticalHeader()->hide();
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.verticalHeader()->setDefaultSectionSize(rowHeight);
    QHeaderView* header = table.horizontalHeader();
    header->setHighlightSections(false);
    header->viewport()->setAutoFillBackground(false);
    header->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setMinimumSectionSize(30);
    QFont small = table.font();
    small.setPixelSize(fontPixels);
    table.setFont(small);
}

}  // namespace diagonal
