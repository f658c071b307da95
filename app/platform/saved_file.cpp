// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/saved_file.h"

#include <QLocale>
#include <QSaveFile>

namespace diagonal {

QString saveWhole(std::string_view bytes, const QString& path) {
    QSaveFile file(path);
    // A buffer would be flushed by commit(), which does not look whether it could be (Qt 6.4).
    if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered)) return file.errorString();
    std::string_view rest = bytes;
    while (!rest.empty()) {
        const qint64 written = file.write(rest.data(), static_cast<qint64>(rest.size()));
        if (written <= 0)
            return file.errorString() +
                   QStringLiteral(", %1 needed")
                       .arg(QLocale::c().formattedDataSize(static_cast<qint64>(bytes.size()), 1,
                                                           QLocale::DataSizeSIFormat));
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    return file.commit() ? QString() : file.errorString();
}

}  // namespace diagonal
