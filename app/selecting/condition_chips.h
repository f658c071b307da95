// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/measuring/row_conditions.h"

class QHBoxLayout;

namespace diagonal {

/// The conditions that choose rows, a chip each above the diagram: those that all measured rows
/// fulfil, and those of the listed rows. A click takes a condition away.
class ConditionChips : public QWidget {
    Q_OBJECT

public:
    explicit ConditionChips(QWidget* parent = nullptr);
    void showConditions(const RowConditions& measured, const RowConditions& listed);
    /// The texts of the chips, for tests.
    QStringList texts() const;

Q_SIGNALS:
    void measuredRemoved(const diagonal::RowConditions& condition);
    void listedRemoved(const diagonal::RowConditions& condition);

private:
    using Signal = void (ConditionChips::*)(const RowConditions&);
    void addChips(const RowConditions& conditions, const QString& text, const QString& help,
                  Signal removed);

    RowConditions m_measured;
    RowConditions m_listed;
    QHBoxLayout* m_chips;
};

}  // namespace diagonal
