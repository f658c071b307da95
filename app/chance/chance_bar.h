// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace diagonal {

class ChancePlayer;

/// Says what plays in place of the bars, and lets the user choose it; visible while it plays.
class ChanceBar : public QWidget {
    Q_OBJECT

public:
    /// `player` must outlive the bar.
    explicit ChanceBar(ChancePlayer* player, QWidget* parent = nullptr);
};

}  // namespace diagonal
