// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/result.h"
#include "core/reading/bytes/zip_directory.h"
#include "core/reading/options/file_preview.h"
#include "core/reading/options/read_options.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// Returns true if the members of a zip file are those of an Inspect log (.eval), finished or still
/// running.
bool isInspectArchive(const std::vector<ZipMember>& members);

/// Reads an Inspect log: its summaries, or the journal of a running log, and the samples themselves
/// only for their log-probabilities. Of members with one name the last counts. Errors: Malformed
/// with the member; those of InspectSamples::columns(); Cancelled.
Result<RoleColumns> columnsFromInspectArchive(const RandomAccess& zip,
                                              const std::vector<ZipMember>& members,
                                              const ReadOptions& options,
                                              const ReadObserver& observer);

}  // namespace diagonal
