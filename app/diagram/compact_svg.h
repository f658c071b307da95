// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace diagonal {

/// Returns a picture of QSvgGenerator without its empty groups, with neighbours of equal attributes
/// as one group, without attributes that say what holds anyway, and without points of lines that
/// are at most a twentieth of a pixel beside the rest. Drawn, both look the same. Returns what is
/// no such picture as it is.
QByteArray compactSvg(const QByteArray& svg);

}  // namespace diagonal
