// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/databases/odbc_database.h"

#include <array>
#include <optional>
#include <sql.h>
#include <sqlext.h>
#include <string_view>

#include "app/databases/csv_answer.h"
#include "app/platform/progress_watch.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

SQLCHAR* mutableText(const std::string& text) {
    // ODBC takes texts that it only reads as SQLCHAR*.
    return reinterpret_cast<SQLCHAR*>(const_cast<char*>(text.c_str()));
}

/// Returns a number as ODBC takes it: in place of a pointer.
SQLPOINTER asPointer(SQLULEN number) {
    return reinterpret_cast<SQLPOINTER>(number);  // NOLINT(performance-no-int-to-ptr)
}

/// A handle of ODBC, freed at the end.
class Handle {
public:
    Handle(SQLSMALLINT type, SQLHANDLE parent) : m_type(type) {
        if (!SQL_SUCCEEDED(SQLAllocHandle(type, parent, &m_handle))) m_handle = SQL_NULL_HANDLE;
    }
    ~Handle() {
        if (m_handle == SQL_NULL_HANDLE) return;
        if (m_isConnected) {
            SQLEndTran(SQL_HANDLE_DBC, m_handle, SQL_ROLLBACK);
            SQLDisconnect(m_handle);
        }
        SQLFreeHandle(m_type, m_handle);
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    SQLHANDLE get() const { return m_handle; }
    void setConnected() { m_isConnected = true; }

    /// Returns what the driver says of the last call. Drivers repeat no passwords.
    Error failure() const {
        std::array<SQLCHAR, 6> state{};
        std::array<SQLCHAR, 1024> message{};
        SQLINTEGER code = 0;
        SQLSMALLINT length = 0;
        const SQLRETURN found =
            SQLGetDiagRec(m_type, m_handle, 1, state.data(), &code, message.data(),
                          static_cast<SQLSMALLINT>(message.size()), &length);
        if (!SQL_SUCCEEDED(found)) return cannotRead("ODBC gave no error message");
        const std::string_view kind(reinterpret_cast<const char*>(state.data()));
        std::string text =
            "ODBC: " + std::string(trimmed(reinterpret_cast<const char*>(message.data())));
        if (kind == "HY008") return cancelled();
        if (kind == "IM002" || kind == "01000")
            text +=
                ". Install the driver of the engine, such as Debian's odbc-postgresql or "
                "libsqliteodbc; odbcinst -q -d lists the installed drivers";
        if (kind == "HYT00") text += ". Raise the time limit of the query";
        return cannotRead(std::move(text));
    }

private:
    SQLSMALLINT m_type;
    SQLHANDLE m_handle = SQL_NULL_HANDLE;
    bool m_isConnected = false;
};

/// Returns a value of a connection string in braces, in which a closing brace is doubled.
std::string braced(const std::string& value) {
    std::string text = "{";
    for (const char c : value)
        text += c == '}' ? "}}" : std::string(1, c);
    return text + "}";
}

/// A connection that may only read.
struct OdbcSession {
    Handle environment{SQL_HANDLE_ENV, SQL_NULL_HANDLE};
    std::optional<Handle> connection;

    Result<void> connect(const DatabaseAddress& address) {
        SQLSetEnvAttr(environment.get(), SQL_ATTR_ODBC_VERSION, asPointer(SQL_OV_ODBC3), 0);
        connection.emplace(SQL_HANDLE_DBC, environment.get());
        const auto set = [&](SQLINTEGER attribute, SQLULEN value) {
            SQLSetConnectAttr(connection->get(), attribute, asPointer(value), SQL_IS_UINTEGER);
        };
        constexpr SQLULEN loginSeconds = 15;
        set(SQL_ATTR_LOGIN_TIMEOUT, loginSeconds);
        set(SQL_ATTR_ACCESS_MODE, SQL_MODE_READ_ONLY);
        std::string text = address.text;
        if (!address.password.empty()) text += ";PWD=" + braced(address.password);
        const SQLRETURN done = SQLDriverConnect(connection->get(), nullptr, mutableText(text),
                                                SQL_NTS, nullptr, 0, nullptr, SQL_DRIVER_NOPROMPT);
        if (!SQL_SUCCEEDED(done)) {
            Error error = connection->failure();
            const bool asks = lowerCase(error.detail).find("password") != std::string::npos;
            return asks && address.password.empty() ? passwordNeeded() : error;
        }
        connection->setConnected();
        set(SQL_ATTR_AUTOCOMMIT, SQL_AUTOCOMMIT_OFF);
        forbidWriting();
        return {};
    }

    /// Not every driver keeps SQL_MODE_READ_ONLY; most engines have a statement for it. Whatever
    /// they lack, the transaction is rolled back.
    void forbidWriting() const {
        const Handle statement(SQL_HANDLE_STMT, connection->get());
        const std::string sql = "SET TRANSACTION READ ONLY";
        if (!SQL_SUCCEEDED(SQLExecDirect(statement.get(), mutableText(sql), SQL_NTS)))
            SQLEndTran(SQL_HANDLE_DBC, connection->get(), SQL_ROLLBACK);
    }
};

/// Returns a field as text; numbers with all digits that the driver gives.
Result<std::string> field(const Handle& statement, SQLUSMALLINT column) {
    std::string text;
    std::array<char, 4096> part{};
    while (true) {
        SQLLEN length = 0;
        const SQLRETURN got = SQLGetData(statement.get(), column, SQL_C_CHAR, part.data(),
                                         static_cast<SQLLEN>(part.size()), &length);
        if (got == SQL_NO_DATA || length == SQL_NULL_DATA) return text;
        if (!SQL_SUCCEEDED(got)) return statement.failure();
        text += part.data();
        if (got == SQL_SUCCESS) return text;
    }
}

/// Returns a number as the double that it is.
Result<std::string> number(const Handle& statement, SQLUSMALLINT column) {
    double value = 0;
    SQLLEN length = 0;
    const SQLRETURN got =
        SQLGetData(statement.get(), column, SQL_C_DOUBLE, &value, sizeof value, &length);
    if (!SQL_SUCCEEDED(got)) return statement.failure();
    return length == SQL_NULL_DATA ? std::string() : shortest(value);
}

/// Returns the rows of a statement that has run, as CSV with a header.
Result<std::string> fetched(const Handle& statement, const ProgressWatch& watch) {
    SQLSMALLINT columns = 0;
    SQLNumResultCols(statement.get(), &columns);
    if (columns == 0) return wrongOption("this is not a read-only statement");
    CsvAnswer csv;
    std::vector<bool> isDouble;
    for (SQLSMALLINT c = 1; c <= columns; ++c) {
        std::array<SQLCHAR, 512> name{};
        SQLSMALLINT length = 0, type = 0, decimals = 0, nullable = 0;
        SQLULEN size = 0;
        SQLDescribeCol(statement.get(), static_cast<SQLUSMALLINT>(c), name.data(),
                       static_cast<SQLSMALLINT>(name.size()), &length, &type, &size, &decimals,
                       &nullable);
        isDouble.push_back(type == SQL_DOUBLE || type == SQL_FLOAT || type == SQL_REAL);
        csv.add(reinterpret_cast<const char*>(name.data()));
    }
    csv.endRow();
    SQLRETURN got = SQL_SUCCESS;
    while (SQL_SUCCEEDED(got = SQLFetch(statement.get()))) {
        if (watch.isStopped()) return cancelled();
        for (SQLSMALLINT c = 1; c <= columns; ++c) {
            const auto column = static_cast<SQLUSMALLINT>(c);
            const auto text = isDouble[static_cast<std::size_t>(c - 1)] ? number(statement, column)
                                                                        : field(statement, column);
            if (!text) return text.error();
            csv.add(text.value());
        }
        csv.endRow();
    }
    if (got == SQL_NO_DATA) return std::move(csv).takeText();
    return watch.isStopped() ? cancelled() : statement.failure();
}

}  // namespace

Result<std::vector<DatabaseTable>> odbcTables(const DatabaseAddress& address,
                                              const ProgressCallback& progress) {
    OdbcSession session;
    if (auto can = session.connect(address); !can) return can.error();
    Handle statement(SQL_HANDLE_STMT, session.connection->get());
    const ProgressWatch watch(progress, [&] { SQLCancel(statement.get()); });
    if (!SQL_SUCCEEDED(SQLColumns(statement.get(), nullptr, 0, nullptr, 0, nullptr, 0, nullptr, 0)))
        return watch.isStopped() ? cancelled() : statement.failure();
    constexpr SQLUSMALLINT schemaColumn = 2, tableColumn = 3, nameColumn = 4;
    std::vector<DatabaseTable> tables;
    SQLRETURN got = SQL_SUCCESS;
    while (SQL_SUCCEEDED(got = SQLFetch(statement.get()))) {
        const auto schema = field(statement, schemaColumn);
        const auto table = field(statement, tableColumn);
        const auto column = field(statement, nameColumn);
        if (!schema || !table || !column) return statement.failure();
        if (schema.value().starts_with("pg_") || schema.value() == "information_schema") continue;
        const bool isSame = !tables.empty() && tables.back().name == table.value() &&
                            tables.back().schema == schema.value();
        if (!isSame) tables.push_back({table.value(), {}, schema.value()});
        tables.back().columns.push_back(column.value());
    }
    if (watch.isStopped()) return cancelled();
    if (got != SQL_NO_DATA) return statement.failure();
    return tables;
}

Result<std::string> odbcAnswer(const DatabaseAddress& address, const std::string& sql,
                               const ProgressCallback& progress) {
    OdbcSession session;
    if (auto can = session.connect(address); !can) return can.error();
    Handle statement(SQL_HANDLE_STMT, session.connection->get());
    if (address.timeout > 0) {
        SQLSetStmtAttr(statement.get(), SQL_ATTR_QUERY_TIMEOUT,
                       asPointer(static_cast<SQLULEN>(address.timeout)), SQL_IS_UINTEGER);
    }
    const ProgressWatch watch(progress, [&] { SQLCancel(statement.get()); });
    const SQLRETURN done = SQLExecDirect(statement.get(), mutableText(sql), SQL_NTS);
    if (!SQL_SUCCEEDED(done)) return watch.isStopped() ? cancelled() : statement.failure();
    return fetched(statement, watch);
}

}  // namespace diagonal
