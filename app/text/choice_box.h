// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

#include "app/text/number_text.h"
#include "core/base/choice.h"

namespace diagonal {

/// Fills a box with the labels of a table of choices; each entry keeps its value.
template <typename Table>
void addChoices(QComboBox* box, const Table& table) {
    for (const auto& choice : table)
        box->addItem(toQString(choice.label), static_cast<int>(choice.value));
}

/// Returns the value of an entry that addChoices() made.
template <typename T>
T choiceAt(const QComboBox* box, int index) {
    return static_cast<T>(box->itemData(index).toInt());
}

/// Shows the entry of a value.
template <typename T>
void showChoice(QComboBox* box, T value) {
    box->setCurrentIndex(box->findData(static_cast<int>(value)));
}

}  // namespace diagonal
