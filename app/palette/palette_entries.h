// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include <QList>

#include "app/palette/command_palette.h"
#include "core/reporting/report.h"

class QAction;

namespace diagonal {

/// Returns the entries of menus, named with the menus that they are in. What stands in
/// QAction::statusTip says why one is disabled.
std::vector<PaletteEntry> entriesOf(const QList<QAction*>& actions, const QString& path = {});

/// Returns an entry for each value of a setting, each class and each group of the shown report.
/// `choose` takes the settings of `now` with the one that was chosen.
std::vector<PaletteEntry> settingEntries(const Report& shown, const AnalysisSettings& now,
                                         const std::vector<GroupColumn>& groups,
                                         const std::function<void(AnalysisSettings)>& choose);

/// Returns an entry for each score. `show` takes the name of the one that was chosen.
std::vector<PaletteEntry> scoreEntries(const Report& shown,
                                       const std::function<void(const QString& name)>& show);

}  // namespace diagonal
