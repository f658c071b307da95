// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include <QString>

namespace diagonal {

/// Writes a file in one step: either the whole file is there or what was there before. Returns why
/// it could not, such as "No space left on device, 1.2 MB needed"; empty if it could. Any thread.
QString saveWhole(std::string_view bytes, const QString& path);

}  // namespace diagonal
