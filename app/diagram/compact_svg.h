// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace diagonal {

/// Returns a picture of QSvgGenerator without its empty groups, with neighbours of equal attributes
/// as one group, and without attributes that say what holds anyway. Drawn, both are equal. Returns
/// what is no such picture as it is.
QByteArray compactSvg(const QByteArray& svg);

}  // namespace diagonal
