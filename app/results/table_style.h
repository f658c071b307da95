// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QTableView;

namespace diagonal {

/// Styles a table of the side panel: small rows of numbers without a grid, selected as a whole.
void styleNumberTable(QTableView& table);

}  // namespace diagonal
