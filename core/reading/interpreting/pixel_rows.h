// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/reading/options/read_options.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Checks that scores and labels are of the same images, makes each image a cluster unless the
/// columns name another, and leaves out the pixels whose label is the usual one for "ignore" (255,
/// -1 or -100), if no other lies outside of the classes. Returns other columns as they are. Errors:
/// Malformed for other images or labels outside of the classes; Unsupported if a sample is asked
/// for of rows that are no pixels.
Result<RoleColumns> rowsOfImages(RoleColumns columns, const ReadOptions& options);

}  // namespace diagonal
