// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/databases/database.h"

#include <filesystem>
#include <fstream>
#include <string_view>

#include "app/databases/odbc_database.h"
#include "app/databases/postgresql_database.h"
#include "app/databases/sqlite_database.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr const char* kNeedsPassword = "the database asks for a password";

}  // namespace

bool isSqliteFile(const std::string& path) {
    constexpr std::string_view signature("SQLite format 3\0", 16);
    std::string head(signature.size(), '\0');
    std::error_code ignored;
    // What is read from a pipe here would be missing later.
    if (!std::filesystem::is_regular_file(path, ignored)) return false;
    std::ifstream file(path, std::ios::binary);
    return file.read(head.data(), static_cast<std::streamsize>(head.size())) && head == signature;
}

DatabaseAddress databaseAddress(const std::string& text) {
    const std::string lower = lowerCase(text);
    const bool isOdbc =
        lower.find("dsn=") != std::string::npos || lower.find("driver=") != std::string::npos;
    return {isOdbc ? DatabaseDriver::Odbc : DatabaseDriver::PostgreSql, text};
}

Result<std::vector<DatabaseTable>> databaseTables(const DatabaseAddress& address,
                                                  const ProgressCallback& progress) {
    switch (address.driver) {
        case DatabaseDriver::Sqlite: return sqliteTables(address.text, progress);
        case DatabaseDriver::PostgreSql: return postgreSqlTables(address, progress);
        case DatabaseDriver::Odbc: break;
    }
    return odbcTables(address, progress);
}

Result<std::string> databaseAnswer(const DatabaseAddress& address, const std::string& sql,
                                   const ProgressCallback& progress) {
    switch (address.driver) {
        case DatabaseDriver::Sqlite: return sqliteAnswer(address.text, sql, progress);
        case DatabaseDriver::PostgreSql: return postgreSqlAnswer(address, sql, progress);
        case DatabaseDriver::Odbc: break;
    }
    return odbcAnswer(address, sql, progress);
}

bool needsPassword(const Error& error) {
    return error.detail == kNeedsPassword;
}

Error passwordNeeded() {
    return cannotRead(kNeedsPassword);
}

}  // namespace diagonal
