// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/file_names.h"

#include <algorithm>

#include <QCoreApplication>
#include <QFileInfo>

namespace diagonal {
namespace {

/// Returns the last `parts` parts of a path.
QString endOf(const QString& file, qsizetype parts) {
    const QString path = QFileInfo(file).absoluteFilePath();
    return path.section(QLatin1Char('/'), -static_cast<int>(std::max<qsizetype>(parts, 1)));
}

}  // namespace

QString displayName(const QString& file) {
    return file == QLatin1String("-") ? QCoreApplication::translate("diagonal", "standard input")
                                      : QFileInfo(file).fileName();
}

QStringList namesApart(const QStringList& files) {
    QStringList names;
    for (const QString& file : files)
        names << displayName(file);
    constexpr qsizetype mostParts = 64;
    for (qsizetype parts = 2; parts < mostParts; ++parts) {
        const QStringList before = names;
        for (qsizetype i = 0; i < names.size(); ++i) {
            if (before.count(before[i]) > 1 && files.count(files[i]) == 1)
                names[i] = endOf(files[i], parts);
        }
        if (names == before) break;
    }
    return names;
}

QStringList namesOfModels(const std::vector<ModelPlace>& models) {
    QStringList files;
    for (const ModelPlace& model : models)
        files << model.file;
    files.removeDuplicates();
    const QStringList fileNames = namesApart(files);
    QStringList names;
    for (const ModelPlace& model : models) {
        const QString& file = fileNames[files.indexOf(model.file)];
        names << (model.inFile.isEmpty() ? file
                  : files.size() == 1    ? model.inFile
                                         : file + QStringLiteral(": ") + model.inFile);
    }
    return names;
}

}  // namespace diagonal
