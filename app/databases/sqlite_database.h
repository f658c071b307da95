// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/databases/database.h"

namespace diagonal {

/// Returns the tables and views of an SQLite file, by name. Errors: CannotRead, with SQLite's
/// reason; Cancelled if progress returns false. Waits up to ten seconds for a program that writes.
Result<std::vector<DatabaseTable>> sqliteTables(const std::string& path,
                                                const ProgressCallback& progress = {});

/// Runs one SELECT on an SQLite file, which is opened for reading only, and returns its answer as
/// CSV with a header. Errors: CannotRead, with SQLite's reason; WrongOption for a statement that
/// writes, or several; Cancelled if progress returns false.
Result<std::string> sqliteAnswer(const std::string& path, const std::string& sql,
                                 const ProgressCallback& progress = {});

}  // namespace diagonal
