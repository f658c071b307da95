// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/databases/database.h"

namespace diagonal {

/// databaseTables() and databaseAnswer() by unixODBC.
Result<std::vector<DatabaseTable>> odbcTables(const DatabaseAddress& address,
                                              const ProgressCallback& progress);
Result<std::string> odbcAnswer(const DatabaseAddress& address, const std::string& sql,
                               const ProgressCallback& progress);

}  // namespace diagonal
