// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/databases/postgresql_database.h"

#include <array>
#include <chrono>
#include <libpq-fe.h>
#include <memory>
#include <optional>
#include <string_view>

#include "app/databases/csv_answer.h"
#include "app/databases/socket_wait.h"
#include "app/platform/progress_watch.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr std::int64_t kConnectSeconds = 15;  ///< if the address sets no connect_timeout
constexpr int kWaitMilliseconds = 50;         ///< between two questions whether to go on

struct PostgresCloser {
    void operator()(PGconn* connection) const { PQfinish(connection); }
    void operator()(PGresult* result) const { PQclear(result); }
};
using PostgresConnection = std::unique_ptr<PGconn, PostgresCloser>;
using Answer = std::unique_ptr<PGresult, PostgresCloser>;

Error failure(std::string_view message) {
    std::string text = "PostgreSQL: " + std::string(trimmed(message));
    if (message.find("statement timeout") != std::string_view::npos)
        text += ". Raise the time limit of the query";
    return cannotRead(std::move(text));
}

bool goesOn(const ProgressCallback& progress) {
    return !progress || progress(0, 0);
}

/// Waits until the server has sent something, or may take more. Returns false if the user cancels.
bool waitFor(PGconn* connection, SocketEvent event, const ProgressCallback& progress) {
    while (true) {
        if (!goesOn(progress)) return false;
        if (waitForSocket(PQsocket(connection), event, kWaitMilliseconds)) return true;
    }
}

/// Returns the seconds after which to give up connecting: PQconnectPoll() leaves that to its
/// caller.
std::chrono::seconds connectTimeout(PGconn* connection) {
    const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options(
        PQconninfo(connection), &PQconninfoFree);
    std::optional<std::int64_t> seconds;
    for (const PQconninfoOption* option = options.get(); option && option->keyword; ++option) {
        if (option->val && std::string_view(option->keyword) == "connect_timeout")
            seconds = parsedInteger(option->val);
    }
    return std::chrono::seconds(seconds && *seconds > 0 ? *seconds : kConnectSeconds);
}

/// Connects without blocking; what the address leaves open is taken from the environment.
Result<PostgresConnection> connected(const DatabaseAddress& address,
                                     const ProgressCallback& progress) {
    const bool hasPassword = !address.password.empty();
    const std::array<const char*, 4> names{"dbname", "application_name",
                                           hasPassword ? "password" : nullptr, nullptr};
    const std::array<const char*, 4> values{address.text.c_str(), "diagonal",
                                            hasPassword ? address.password.c_str() : nullptr,
                                            nullptr};
    constexpr int expandsAddress = 1;
    PostgresConnection connection(
        PQconnectStartParams(names.data(), values.data(), expandsAddress));
    if (!connection) return failure("out of memory");
    PGconn* const server = connection.get();
    const auto timeout = connectTimeout(server);
    const auto end = std::chrono::steady_clock::now() + timeout;
    const auto isInTime = [&](std::size_t, std::size_t) {
        return goesOn(progress) && std::chrono::steady_clock::now() < end;
    };
    PostgresPollingStatusType state = PGRES_POLLING_WRITING;
    while (PQstatus(server) != CONNECTION_BAD && state != PGRES_POLLING_OK &&
           state != PGRES_POLLING_FAILED) {
        const auto event =
            state == PGRES_POLLING_READING ? SocketEvent::Readable : SocketEvent::Writable;
        if (!waitFor(server, event, isInTime)) {
            if (!goesOn(progress)) return cancelled();
            return failure("no answer within " +
                           counted(static_cast<std::size_t>(timeout.count()), "second") +
                           "; to change this limit, add connect_timeout=N to the address");
        }
        state = PQconnectPoll(server);
    }
    if (PQstatus(server) == CONNECTION_OK) return connection;
    if (PQconnectionNeedsPassword(server) != 0) return passwordNeeded();
    return failure(PQerrorMessage(server));
}

/// Tells the server to stop, and waits until it has; for two seconds at most, because a server that
/// the network no longer reaches says nothing.
void cancelQuery(PGconn* connection) {
    // PQcancel() waits for the server without a limit of its own. It uses no connection but its
    // own.
    callBeside([request = PQgetCancel(connection)] {
        std::array<char, 256> message{};
        if (request) PQcancel(request, message.data(), static_cast<int>(message.size()));
        if (request) PQfreeCancel(request);
    });
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    const auto isInTime = [&](std::size_t, std::size_t) {
        return std::chrono::steady_clock::now() < end;
    };
    while (true) {
        while (PQisBusy(connection) != 0) {
            if (!waitFor(connection, SocketEvent::Readable, isInTime) ||
                PQconsumeInput(connection) == 0)
                return;
        }
        if (!Answer(PQgetResult(connection))) return;
    }
}

/// Runs one statement; with the extended protocol, which refuses several in one text.
Result<Answer> asked(PGconn* connection, const std::string& sql, const ProgressCallback& progress) {
    if (PQsendQueryParams(connection, sql.c_str(), 0, nullptr, nullptr, nullptr, nullptr, 0) == 0)
        return failure(PQerrorMessage(connection));
    while (PQisBusy(connection) != 0) {
        if (!waitFor(connection, SocketEvent::Readable, progress)) {
            cancelQuery(connection);
            return cancelled();
        }
        if (PQconsumeInput(connection) == 0) return failure(PQerrorMessage(connection));
    }
    Answer answer(PQgetResult(connection));
    while (const Answer more{PQgetResult(connection)}) {
    }
    const ExecStatusType status = PQresultStatus(answer.get());
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) return answer;
    const char* const message = answer ? PQresultErrorMessage(answer.get()) : "";
    return failure(*message ? message : PQerrorMessage(connection));
}

/// Runs a SELECT in a transaction that may only read.
Result<Answer> selected(const DatabaseAddress& address, const std::string& sql,
                        const ProgressCallback& progress) {
    auto connection = connected(address, progress);
    if (!connection) return connection.error();
    PGconn* const server = connection.value().get();
    const std::string timeout =
        "SET LOCAL statement_timeout = " + std::to_string(address.timeout * 1000);
    for (const std::string& command : {std::string("BEGIN READ ONLY"), timeout}) {
        if (auto done = asked(server, command, progress); !done) return done.error();
    }
    auto answer = asked(server, sql, progress);
    if (!answer) return answer;
    if (PQresultStatus(answer.value().get()) != PGRES_TUPLES_OK)
        return wrongOption("this is not a read-only statement");
    const auto ended = asked(server, "ROLLBACK", {});
    return answer;
}

std::string_view cell(const PGresult* answer, int row, int column) {
    return {PQgetvalue(answer, row, column),
            static_cast<std::size_t>(PQgetlength(answer, row, column))};
}

}  // namespace

Result<std::vector<DatabaseTable>> postgreSqlTables(const DatabaseAddress& address,
                                                    const ProgressCallback& progress) {
    const auto answer = selected(
        address,
        "SELECT CASE WHEN pg_catalog.pg_table_is_visible(c.oid) THEN quote_ident(c.relname) ELSE "
        "quote_ident(n.nspname) || '.' || quote_ident(c.relname) END, a.attname "
        "FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace JOIN "
        "pg_catalog.pg_attribute a ON a.attrelid = c.oid WHERE c.relkind IN ('r', 'p', 'v', 'm', "
        "'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE "
        "'pg\\_t%' AND a.attnum > 0 AND NOT a.attisdropped AND "
        "pg_catalog.has_table_privilege(c.oid, 'SELECT') ORDER BY 1, a.attnum",
        progress);
    if (!answer) return answer.error();
    std::vector<DatabaseTable> tables;
    const PGresult* const rows = answer.value().get();
    for (int row = 0; row < PQntuples(rows); ++row) {
        const std::string name(cell(rows, row, 0));
        if (tables.empty() || tables.back().name != name) tables.push_back({name, {}});
        tables.back().columns.emplace_back(cell(rows, row, 1));
    }
    return tables;
}

Result<std::string> postgreSqlAnswer(const DatabaseAddress& address, const std::string& sql,
                                     const ProgressCallback& progress) {
    const auto answer = selected(address, sql, progress);
    if (!answer) return answer.error();
    const PGresult* const rows = answer.value().get();
    const int columns = PQnfields(rows);
    CsvAnswer csv;
    for (int c = 0; c < columns; ++c)
        csv.add(PQfname(rows, c));
    csv.endRow();
    for (int row = 0; row < PQntuples(rows); ++row) {
        for (int c = 0; c < columns; ++c)
            csv.add(cell(rows, row, c));
        csv.endRow();
    }
    return std::move(csv).takeText();
}

}  // namespace diagonal
