// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace diagonal {

/// Returns the name of a file without its folder; "standard input" for "-".
QString displayName(const QString& file);

/// Returns the names of files, with as much of their folders as tells files of one name apart:
/// "a/preds.csv", "b/preds.csv", "other.csv".
QStringList namesApart(const QStringList& files);

}  // namespace diagonal
