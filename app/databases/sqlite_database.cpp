// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/databases/sqlite_database.h"

#include <memory>
#include <sqlite3.h>
#include <string_view>

#include "app/databases/csv_answer.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr int kLockedMilliseconds = 10000;    ///< to wait for a program that writes
constexpr int kLockedPause = 20;              ///< milliseconds between two tries
constexpr int kInstructionsBetween = 100000;  ///< of SQLite's virtual machine: about a millisecond

struct SqliteCloser {
    void operator()(sqlite3* database) const { sqlite3_close(database); }
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using SqliteConnection = std::unique_ptr<sqlite3, SqliteCloser>;
using Statement = std::unique_ptr<sqlite3_stmt, SqliteCloser>;

Error failure(sqlite3* database, const std::string& path) {
    const int code = sqlite3_errcode(database);
    if (code == SQLITE_INTERRUPT) return cancelled();
    if (code == SQLITE_BUSY) {
        return inFile(
            cannotRead(
                "SQLite: another program is writing to this file and has locked it. Try again "
                "when it has finished"),
            path);
    }
    std::string detail = std::string("SQLite: ") + sqlite3_errmsg(database);
    if (code == SQLITE_CANTOPEN || code == SQLITE_READONLY) {
        detail += ". A database in WAL mode must be in a writable folder; copy it to one";
    }
    return inFile(cannotRead(std::move(detail)), path);
}

/// Waits for a lock of another program until the user stops, or for ten seconds.
int waitForLock(void* progress, int tries) {
    const auto& goesOn = *static_cast<const ProgressCallback*>(progress);
    if (tries * kLockedPause >= kLockedMilliseconds || (goesOn && !goesOn(0, 0))) return 0;
    sqlite3_sleep(kLockedPause);
    return 1;
}

/// Opens a file for reading; `progress` must outlive the connection.
Result<SqliteConnection> connected(const std::string& path, ProgressCallback& progress) {
    sqlite3* opened = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &opened, SQLITE_OPEN_READONLY, nullptr);
    SqliteConnection connection(opened);
    if (code != SQLITE_OK) return failure(opened, path);
    sqlite3_busy_handler(opened, waitForLock, &progress);
    // A view of a hostile file must not call functions with effects.
    sqlite3_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    return connection;
}

Result<Statement> prepared(sqlite3* database, const std::string& sql, const std::string& path) {
    sqlite3_stmt* made = nullptr;
    const char* tail = nullptr;
    const int code = sqlite3_prepare_v2(database, sql.c_str(), -1, &made, &tail);
    Statement statement(made);
    if (code != SQLITE_OK) return failure(database, path);
    if (!statement || !trimmed(tail).empty() || !sqlite3_stmt_readonly(made)) {
        return inFile(wrongOption("this is not a single read-only statement"), path);
    }
    return statement;
}

std::string_view textOfColumn(sqlite3_stmt* statement, int column) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
    if (!text) return {};
    return {text, static_cast<std::size_t>(sqlite3_column_bytes(statement, column))};
}

/// Returns a cell as text; doubles with all their digits.
std::string cell(sqlite3_stmt* statement, int column) {
    if (sqlite3_column_type(statement, column) == SQLITE_FLOAT)
        return shortest(sqlite3_column_double(statement, column));
    return std::string(textOfColumn(statement, column));
}

}  // namespace

Result<std::vector<DatabaseTable>> sqliteTables(const std::string& path,
                                                const ProgressCallback& progress) {
    ProgressCallback tell = progress;
    const auto connection = connected(path, tell);
    if (!connection) return connection.error();
    sqlite3* database = connection.value().get();
    const auto statement =
        prepared(database,
                 "SELECT t.name, c.name FROM pragma_table_list t, pragma_table_info(t.name) c "
                 "WHERE t.schema "
                 "= 'main' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY t.name, c.cid",
                 path);
    if (!statement) return statement.error();
    std::vector<DatabaseTable> tables;
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(statement.value().get())) == SQLITE_ROW) {
        const std::string name(textOfColumn(statement.value().get(), 0));
        if (tables.empty() || tables.back().name != name) tables.push_back({name, {}});
        tables.back().columns.emplace_back(textOfColumn(statement.value().get(), 1));
    }
    if (code != SQLITE_DONE) return failure(database, path);
    return tables;
}

Result<std::string> sqliteAnswer(const std::string& path, const std::string& sql,
                                 const ProgressCallback& progress) {
    ProgressCallback tell = progress;
    const auto connection = connected(path, tell);
    if (!connection) return connection.error();
    sqlite3* database = connection.value().get();
    const auto stops = [](void* callback) {
        return (*static_cast<const ProgressCallback*>(callback))(0, 0) ? 0 : 1;
    };
    if (progress) sqlite3_progress_handler(database, kInstructionsBetween, stops, &tell);
    const auto made = prepared(database, sql, path);
    if (!made) return made.error();
    sqlite3_stmt* statement = made.value().get();
    const int columns = sqlite3_column_count(statement);
    CsvAnswer csv;
    for (int c = 0; c < columns; ++c)
        csv.add(sqlite3_column_name(statement, c));
    csv.endRow();
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        for (int c = 0; c < columns; ++c)
            csv.add(cell(statement, c));
        csv.endRow();
    }
    if (code != SQLITE_DONE) return failure(database, path);
    return std::move(csv).takeText();
}

}  // namespace diagonal
