// SPDX-License-Identifier: GPL-3.0-or-later
// Runs against servers that tests/databases/executors_test.py starts: their addresses are in the
// environment.
#include "app/databases/database.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <future>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/platform/progress_watch.h"
#include "core/aggregates/cell_query.h"
#include "core/reading/prediction_reader.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using ::testing::HasSubstr;

std::string environment(const char* name) {
    const char* const value = std::getenv(name);
    return value ? value : "";
}

DatabaseAddress postgreSql() {
    return databaseAddress(environment("DIAGONAL_TEST_POSTGRESQL"));
}
DatabaseAddress odbc() {
    return databaseAddress(environment("DIAGONAL_TEST_ODBC"));
}
DatabaseAddress odbcSqlite() {
    return databaseAddress(environment("DIAGONAL_TEST_ODBC_SQLITE"));
}

class Databases : public ::testing::TestWithParam<DatabaseAddress (*)()> {
protected:
    const DatabaseAddress m_address = GetParam()();
};

INSTANTIATE_TEST_SUITE_P(Drivers, Databases, ::testing::Values(&postgreSql, &odbc, &odbcSqlite));

TEST_P(Databases, listTheirTables) {
    const auto tables = databaseTables(m_address);
    ASSERT_TRUE(tables) << tables.error().detail;
    const auto found = std::ranges::find_if(tables.value(), [](const DatabaseTable& table) {
        return table.name == "preds" && table.schema != "Other";
    });
    ASSERT_NE(found, tables.value().end());
    EXPECT_THAT(found->columns, ::testing::ElementsAre("p", "y"));
}

TEST_P(Databases, countTheirRows) {
    CellQuery query;
    query.engine = GetParam() == &odbcSqlite ? SqlEngine::Sqlite : SqlEngine::PostgreSql;
    query.from = "preds";
    query.columns = {{ColumnRole::Probability, "p"}, {ColumnRole::Label, "y"}};
    auto csv = databaseAnswer(m_address, cellSql(query).value());
    ASSERT_TRUE(csv) << csv.error().detail;
    const auto read = readPredictions(std::make_unique<MemorySource>(std::move(csv).value()), "a");
    ASSERT_TRUE(read) << read.error().detail;
    EXPECT_EQ(read.value().summary.rows, 2000U);
    EXPECT_TRUE(read.value().summary.cells->areMargins);
}

TEST_P(Databases, tellErrorsOfTheEngine) {
    const auto answer = databaseAnswer(m_address, "SELECT nothing FROM preds");
    ASSERT_FALSE(answer);
    EXPECT_THAT(answer.error().detail, HasSubstr("nothing"));
}

/// The driver of SQLite lets a connection write that asked only to read: files are opened by
/// sqlite_database.h, which does not.
TEST(ReadOnly, isKeptByTheServer) {
    for (const DatabaseAddress& address : {postgreSql(), odbc()}) {
        for (const char* sql :
             {"DELETE FROM preds", "CREATE TABLE other (x integer)",
              "WITH gone AS (DELETE FROM preds RETURNING p) SELECT * FROM gone"}) {
            const auto answer = databaseAnswer(address, sql);
            ASSERT_FALSE(answer) << sql;
            EXPECT_THAT(answer.error().detail, HasSubstr("read-only")) << sql;
        }
        const auto rows = databaseAnswer(address, "SELECT COUNT(*) AS n FROM preds");
        ASSERT_TRUE(rows) << rows.error().detail;
        EXPECT_EQ(rows.value(), "n\n2000\n");
    }
}

TEST(PostgreSql, refusesSeveralStatements) {
    const auto answer = databaseAnswer(postgreSql(), "SELECT 1; SELECT 2");
    ASSERT_FALSE(answer);
    EXPECT_THAT(answer.error().detail, HasSubstr("multiple commands"));
}

TEST(PostgreSql, keepsTheTimeLimit) {
    DatabaseAddress address = postgreSql();
    address.timeout = 1;
    const auto answer = databaseAnswer(address, "SELECT pg_sleep(60)");
    ASSERT_FALSE(answer);
    EXPECT_THAT(answer.error().detail, HasSubstr("Raise the time limit"));
}

TEST(PostgreSql, asksForAPassword) {
    DatabaseAddress address = databaseAddress(environment("DIAGONAL_TEST_WITH_PASSWORD"));
    const auto refused = databaseAnswer(address, "SELECT 1 AS one");
    ASSERT_FALSE(refused);
    EXPECT_TRUE(needsPassword(refused.error())) << refused.error().detail;
    address.password = "wrong secret";
    const auto wrong = databaseAnswer(address, "SELECT 1 AS one");
    ASSERT_FALSE(wrong);
    EXPECT_FALSE(needsPassword(wrong.error()));
    EXPECT_THAT(wrong.error().detail, ::testing::Not(HasSubstr("wrong secret")));
    address.password = "open sesame";
    const auto right = databaseAnswer(address, "SELECT 1 AS one");
    ASSERT_TRUE(right) << right.error().detail;
    EXPECT_EQ(right.value(), "one\n1\n");
}

TEST(PostgreSql, saysThatNoServerAnswers) {
    const auto answer =
        databaseAnswer(databaseAddress("host=/nowhere dbname=postgres"), "SELECT 1");
    ASSERT_FALSE(answer);
    EXPECT_THAT(answer.error().detail, HasSubstr("/nowhere"));
}

/// Accepts connections on a socket of its own, and never answers.
class SilentServer {
public:
    SilentServer() {
        sockaddr_un name{};
        name.sun_family = AF_UNIX;
        const std::string path = m_folder.path(".s.PGSQL.5432");
        path.copy(name.sun_path, sizeof name.sun_path - 1);
        EXPECT_EQ(::bind(m_socket, reinterpret_cast<const sockaddr*>(&name), sizeof name), 0);
        EXPECT_EQ(::listen(m_socket, 8), 0);
    }
    ~SilentServer() { ::close(m_socket); }
    SilentServer(const SilentServer&) = delete;
    SilentServer& operator=(const SilentServer&) = delete;

    DatabaseAddress address(const std::string& more) const {
        return databaseAddress("host=" + m_folder.path("") + " dbname=x user=y " + more);
    }

private:
    testing::TemporaryFolder m_folder;
    int m_socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
};

TEST(PostgreSql, givesUpAServerThatDoesNotAnswer) {
    const SilentServer server;
    const auto late = databaseAnswer(server.address("connect_timeout=2"), "SELECT 1");
    ASSERT_FALSE(late);
    EXPECT_THAT(late.error().detail, HasSubstr("no answer within 2 seconds"));
    const auto stopped = databaseAnswer(server.address(""), "SELECT 1",
                                        [](std::size_t, std::size_t) { return false; });
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().kind, ErrorKind::Cancelled);
}

TEST(Odbc, qualifiesTablesByTheirSchema) {
    const auto tables = databaseTables(odbc());
    ASSERT_TRUE(tables) << tables.error().detail;
    for (const char* schema : {"public", "Other"}) {
        const auto found = std::ranges::find_if(tables.value(), [&](const DatabaseTable& table) {
            return table.name == "preds" && table.schema == schema;
        });
        ASSERT_NE(found, tables.value().end()) << schema;
    }
}

TEST(Odbc, takesAnyPassword) {
    DatabaseAddress address = databaseAddress(environment("DIAGONAL_TEST_ODBC_WITH_PASSWORD"));
    address.password = "a}b;c{d";
    const auto right = databaseAnswer(address, "SELECT 1 AS one");
    ASSERT_TRUE(right) << right.error().detail;
}

TEST(Odbc, namesTheMissingDriver) {
    const auto answer = databaseAnswer(databaseAddress("Driver=Nonesuch;Database=x"), "SELECT 1");
    ASSERT_FALSE(answer);
    EXPECT_THAT(answer.error().detail, HasSubstr("odbcinst -q -d"));
}

/// Returns the number of statements that the server runs for the program.
std::string running(const std::string& mark) {
    return databaseAnswer(postgreSql(),
                          "SELECT COUNT(*) AS n FROM pg_stat_activity WHERE state = "
                          "'active' AND query LIKE '%" +
                              mark + "%' AND pid <> pg_backend_pid()")
        .value();
}

/// Waits until as many statements run.
bool waitUntilRunning(const std::string& mark, const std::string& count) {
    for (int i = 0; i < 100; ++i) {
        if (running(mark) == "n\n" + count + "\n") return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return false;
}

TEST(Cancelling, endsTheQueryInTheEngine) {
    int round = 0;
    for (const DatabaseAddress& address : {postgreSql(), odbc()}) {
        const std::string mark = "round" + std::to_string(++round);
        std::atomic<bool> goesOn = true;
        auto answer = std::async(std::launch::async, [&] {
            return databaseAnswer(address, "SELECT pg_sleep(120) AS " + mark,
                                  [&](std::size_t, std::size_t) { return goesOn.load(); });
        });
        EXPECT_TRUE(waitUntilRunning(mark, "1"));
        goesOn = false;
        ASSERT_EQ(answer.wait_for(std::chrono::seconds(10)), std::future_status::ready);
        const auto ended = answer.get();
        ASSERT_FALSE(ended);
        EXPECT_EQ(ended.error().kind, ErrorKind::Cancelled);
        EXPECT_TRUE(waitUntilRunning(mark, "0"));
    }
}

TEST(Cancelling, doesNotWaitForAServerThatIsGone) {
    const std::string processes = environment("DIAGONAL_TEST_SERVER_PROCESSES");
    ASSERT_FALSE(processes.empty());
    std::atomic<bool> goesOn = true;
    auto answer = std::async(std::launch::async, [&] {
        return databaseAnswer(postgreSql(), "SELECT pg_sleep(20) AS frozen",
                              [&](std::size_t, std::size_t) { return goesOn.load(); });
    });
    ASSERT_TRUE(waitUntilRunning("frozen", "1"));
    // As if the network were gone: nobody answers any more.
    ASSERT_EQ(std::system((processes + " STOP").c_str()), 0);
    goesOn = false;
    const auto state = answer.wait_for(std::chrono::seconds(10));
    EXPECT_EQ(std::system((processes + " CONT").c_str()), 0);
    ASSERT_EQ(state, std::future_status::ready);
    EXPECT_EQ(answer.get().error().kind, ErrorKind::Cancelled);
}

TEST(LostConnections, areTold) {
    int round = 0;
    for (const DatabaseAddress& address : {postgreSql(), odbc()}) {
        const std::string mark = "lost" + std::to_string(++round);
        auto answer = std::async(std::launch::async, [&] {
            return databaseAnswer(address, "SELECT pg_sleep(120) AS " + mark);
        });
        ASSERT_TRUE(waitUntilRunning(mark, "1"));
        const auto ended = databaseAnswer(
            postgreSql(),
            "SELECT COUNT(pg_terminate_backend(pid)) AS n FROM pg_stat_activity WHERE state = "
            "'active' AND query LIKE '%" +
                mark + "%' AND pid <> pg_backend_pid()");
        ASSERT_TRUE(ended) << ended.error().detail;
        EXPECT_EQ(ended.value(), "n\n1\n");
        const auto lost = answer.get();
        ASSERT_FALSE(lost);
        EXPECT_THAT(lost.error().detail,
                    ::testing::AnyOf(HasSubstr("terminat"), HasSubstr("connection")));
        EXPECT_NE(lost.error().kind, ErrorKind::Cancelled);
        // The next query has a connection of its own.
        EXPECT_TRUE(databaseAnswer(address, "SELECT 1 AS one"));
    }
}

TEST(Cancelling, asksAgainUntilTheCallReturns) {
    std::atomic<int> stops = 0;
    {
        const ProgressWatch watch([](std::size_t, std::size_t) { return false; }, [&] { ++stops; });
        while (stops < 2)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        EXPECT_TRUE(watch.isStopped());
    }
    const int before = stops;
    std::this_thread::sleep_for(std::chrono::milliseconds(120));
    EXPECT_EQ(stops, before);
}

}  // namespace
}  // namespace diagonal
