// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QTableView;

namespace diagonal {

/// The look of the side panel's tables: small rows of numbers without a grid, chosen whole.
void styleNumberTable(QTableView& table);

}  // namespace diagonal
