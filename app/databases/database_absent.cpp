// SPDX-License-Identifier: GPL-3.0-or-later
// The drivers of a program that is built without them (-DWITH_DATABASES=OFF).
#include "app/databases/odbc_database.h"
#include "app/databases/postgresql_database.h"
#include "app/databases/sqlite_database.h"

namespace diagonal {
namespace {

Error noDatabases() {
    return unsupported(
        "this build queries no databases: it was configured with -DWITH_DATABASES=OFF. "
        "--print-sql prints a query whose answer, as CSV, opens like a file");
}

}  // namespace

Result<std::vector<DatabaseTable>> sqliteTables(const std::string&, const ProgressCallback&) {
    return noDatabases();
}

Result<std::vector<DatabaseTable>> postgreSqlTables(const DatabaseAddress&,
                                                    const ProgressCallback&) {
    return noDatabases();
}

Result<std::vector<DatabaseTable>> odbcTables(const DatabaseAddress&, const ProgressCallback&) {
    return noDatabases();
}

Result<std::string> sqliteAnswer(const std::string&, const std::string&, const ProgressCallback&) {
    return noDatabases();
}

Result<std::string> postgreSqlAnswer(const DatabaseAddress&, const std::string&,
                                     const ProgressCallback&) {
    return noDatabases();
}

Result<std::string> odbcAnswer(const DatabaseAddress&, const std::string&,
                               const ProgressCallback&) {
    return noDatabases();
}

}  // namespace diagonal
