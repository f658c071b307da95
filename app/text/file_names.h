// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QStringList>

namespace diagonal {

/// Returns the name of a file without its folder; "standard input" for "-".
QString displayName(const QString& file);

/// Returns the names of files, with as much of their folders as tells files of one name apart:
/// "a/preds.csv", "b/preds.csv", "other.csv".
QStringList namesApart(const QStringList& files);

/// A model by its file, and by its name there if the file holds several.
struct ModelPlace {
    QString file;
    QString inFile = {};
};

/// Returns short names that tell models apart: their files, their names in the file, or both.
QStringList namesOfModels(const std::vector<ModelPlace>& models);

}  // namespace diagonal
