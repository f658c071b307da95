// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/databases/database.h"

namespace diagonal {

/// databaseTables() and databaseAnswer() by libpq.
Result<std::vector<DatabaseTable>> postgreSqlTables(const DatabaseAddress& address,
                                                    const ProgressCallback& progress);
Result<std::string> postgreSqlAnswer(const DatabaseAddress& address, const std::string& sql,
                                     const ProgressCallback& progress);

}  // namespace diagonal
