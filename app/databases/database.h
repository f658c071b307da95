// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/parallel.h"
#include "core/base/result.h"

namespace diagonal {

/// A table or view with its columns.
struct DatabaseTable {
    std::string name;  ///< quoted by PostgreSQL where FROM needs it; by other engines never
    std::vector<std::string> columns;
    std::string schema = {};  ///< to qualify the name with; empty if it needs none
};

/// How a database is reached.
enum class DatabaseDriver { Sqlite, PostgreSql, Odbc };

/// Where a database is. Passwords come from the engine's own files (~/.pgpass, odbc.ini), or from
/// the user for one connection; they are part of no message.
struct DatabaseAddress {
    DatabaseDriver driver = DatabaseDriver::Sqlite;
    /// The path of an SQLite file; "host=... dbname=..." or "postgresql://..." of libpq; or
    /// "DSN=...", "Driver=...;Server=..." of ODBC.
    std::string text;
    std::string password = {};
    int timeout = 0;  ///< seconds after which a query is given up; 0: never
};

/// Returns true for a file that begins as those of SQLite 3 do.
bool isSqliteFile(const std::string& path);

/// Returns the address that a user wrote: of ODBC if it holds "DSN=" or "Driver=", else of libpq.
DatabaseAddress databaseAddress(const std::string& text);

/// Returns the tables and views that may be read, by name. Errors: CannotRead, with the reason of
/// the engine, or one for which needsPassword() is true; Cancelled if progress returns false.
Result<std::vector<DatabaseTable>> databaseTables(const DatabaseAddress& address,
                                                  const ProgressCallback& progress = {});

/// Runs one SELECT in a transaction that may only read, which is rolled back, and returns its
/// answer as CSV with a header. If progress returns false, the engine is told to stop the query.
/// Errors: those of databaseTables(); WrongOption for a statement that writes, or several.
Result<std::string> databaseAnswer(const DatabaseAddress& address, const std::string& sql,
                                   const ProgressCallback& progress = {});

/// True if a connection failed for lack of a password.
bool needsPassword(const Error& error);
/// The error that says so.
Error passwordNeeded();

}  // namespace diagonal
