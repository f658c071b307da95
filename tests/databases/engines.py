# SPDX-License-Identifier: GPL-3.0-or-later
"""Database engines that a test starts itself, in private folders, reachable on this machine only."""
import csv
import os
import pathlib
import pwd
import shutil
import subprocess
import sys
import tempfile
import time

TYPES = {
    "sqlite": {"number": "REAL", "integer": "INTEGER", "long": "INTEGER", "text": "TEXT",
               "array": "TEXT"},
    "postgresql": {"number": "double precision", "integer": "integer", "long": "bigint", "text": "text",
                   "array": "double precision[]"},
    "duckdb": {"number": "DOUBLE", "integer": "INTEGER", "long": "BIGINT", "text": "VARCHAR",
               "array": "DOUBLE[]"},
    "mysql": {"number": "DOUBLE", "integer": "INTEGER", "long": "BIGINT", "text": "VARCHAR(200)"},
    "clickhouse": {"number": "Nullable(Float64)", "integer": "Nullable(Int32)",
                   "long": "Nullable(Int64)", "text": "Nullable(String)", "array": "Array(Nullable(Float64))"},
}


def array_text(engine, values):
    """Returns an array as a cell of CSV."""
    text = ", ".join("NULL" if value is None else repr(float(value)) for value in values)
    if engine == "sqlite":
        return "[" + text.replace("NULL", "null") + "]"
    return "{" + text + "}" if engine == "postgresql" else "[" + text + "]"


def write_csv(path, columns, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([name for name, _ in columns])
        for row in rows:
            writer.writerow(["" if value is None else repr(value) if isinstance(value, float)
                             else value for value in row])


def create_table(engine, table, columns):
    types = TYPES[engine]
    quote = "`" if engine == "mysql" else '"'
    return f"CREATE TABLE {table} (" + ", ".join(
        quote + n.replace(quote, 2 * quote) + f"{quote} {types[t]}" for n, t in columns) + ")"


class Sqlite:
    word = "sqlite"

    def __init__(self, folder):
        self.path = pathlib.Path(folder) / "test.db"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def load(self, table, columns, rows):
        import sqlite3
        with sqlite3.connect(self.path) as database:
            database.execute(create_table(self.word, table, columns))
            marks = ", ".join("?" * len(columns))
            database.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
        database.close()

    def answer(self, sql):
        return subprocess.run(["sqlite3", "-csv", "-header", self.path], input=sql, text=True,
                              check=True, capture_output=True).stdout


class PostgreSql:
    """A server of its own, on a socket in a private folder."""
    word = "postgresql"

    def __init__(self, folder, name="server"):
        # The path of a socket has at most 107 bytes.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="dg-", dir="/tmp"))
        self.data = self.folder / name
        self.log = self.folder / "log"
        self.port = 5432

    def _command(self, *arguments):
        """The server does not run as root."""
        found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"),
                       key=lambda path: int(path.parent.name))
        program = str(found[-1] / arguments[0]) if found else shutil.which(arguments[0])
        command = [program, *map(str, arguments[1:])]
        if os.getuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        subprocess.run(command, check=True, capture_output=True, cwd="/")

    def __enter__(self):
        if os.getuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        self._command("initdb", "-D", self.data, "-A", "trust", "-U", "tester", "-E", "UTF8",
                      "--locale=C")
        options = f"-k {self.folder} -c listen_addresses= -c fsync=off -c max_parallel_workers=2"
        self._command("pg_ctl", "-D", self.data, "-l", self.log, "-o", options, "-w", "start")
        return self

    def __exit__(self, *_):
        try:
            self._command("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def psql(self, sql, *options, **more):
        return subprocess.run(
            ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", "tester",
             more.pop("database", "postgres"), *options],
            input=sql, text=True, check=more.pop("check", True), capture_output=True)

    def load(self, table, columns, rows):
        path = self.folder / "rows.csv"
        write_csv(path, columns, rows)
        self.psql(create_table(self.word, table, columns) + ";\n" +
                  f"\\copy {table} FROM '{path}' (FORMAT csv, HEADER)\n")

    def answer(self, sql):
        return self.psql(sql, "--csv").stdout


class NodeEngine:
    """An engine in a process of Node.js; `modules` is the folder of its packages. Ends the test as
    skipped where npm could not install it."""

    def __init__(self, folder, modules=None):
        self.folder = pathlib.Path(folder)
        script = f"{self.word}_query.mjs"
        modules = pathlib.Path(modules or os.environ["DIAGONAL_NODE"])
        if not (modules / "node_modules" / self.package).is_dir():
            print(f"{modules} does not hold {self.package}: npm could not install it")
            sys.exit(77)
        self.script = modules / script
        shutil.copy(pathlib.Path(__file__).parent / script, self.script)
        self.setup = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def arguments(self):
        """Returns what the script needs before the statements that make the tables."""
        return []

    def answer(self, sql):
        out = self.folder / "answer.csv"
        query = self.folder / "query.sql"
        query.write_text(sql, encoding="utf-8")
        done = subprocess.run(["node", self.script, query, out, *self.arguments(), *self.setup],
                              text=True, capture_output=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr[:1500])
        return out.read_text(encoding="utf-8")


class DuckDb(NodeEngine):
    """DuckDB of npm's @duckdb/node-api."""
    word = "duckdb"
    package = "@duckdb/node-api"

    def load(self, table, columns, rows):
        path = self.folder / f"{table}.csv"
        write_csv(path, columns, rows)
        types = ", ".join("'" + n.replace("'", "''") + f"': '{TYPES[self.word][t]}'"
                          for n, t in columns)
        self.setup.append(f"CREATE TABLE {table} AS SELECT * FROM read_csv('{path}', header=true, "
                          f"columns={{{types}}})")


class ClickHouse(NodeEngine):
    """ClickHouse of npm's chdb, which runs without a server."""
    word = "clickhouse"
    package = "chdb"

    def arguments(self):
        return [tempfile.mkdtemp(dir=self.folder)]

    def load(self, table, columns, rows):
        path = self.folder / f"{table}.csv"
        write_csv(path, columns, rows)
        structure = ", ".join(f"`{n}` {TYPES[self.word][t]}" for n, t in columns)
        structure = structure.replace("'", "\\'")
        self.setup.append(f"CREATE TABLE default.{table} ENGINE = Memory AS SELECT * FROM "
                          f"file('{path}', CSVWithNames, '{structure}')")


class MariaDb:
    """A server of its own, on a socket in a private folder."""
    word = "mysql"

    def __init__(self, folder):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="dg-", dir="/tmp"))
        self.socket = self.folder / "socket"
        self.server = None

    def __enter__(self):
        data = self.folder / "data"
        user = [f"--user={pwd.getpwuid(os.getuid()).pw_name}"]
        subprocess.run(["mariadb-install-db", "--no-defaults", f"--datadir={data}",
                        "--auth-root-authentication-method=normal", *user], check=True,
                       capture_output=True)
        self.server = subprocess.Popen(
            ["mariadbd", "--no-defaults", f"--datadir={data}", f"--socket={self.socket}",
             "--skip-networking", "--local-infile=1", f"--pid-file={self.folder}/pid", *user],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            if self.sql("SELECT 1", check=False).returncode == 0:
                break
            time.sleep(0.1)
        self.sql("CREATE DATABASE test2 CHARACTER SET utf8mb4", check=True)
        return self

    def __exit__(self, *_):
        self.server.kill()
        self.server.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def sql(self, sql, database=(), check=True):
        return subprocess.run(
            ["mariadb", "--no-defaults", f"--socket={self.socket}", "-u", "root", "--batch",
             "--local-infile=1", "--default-character-set=utf8mb4", *database],
            input=sql, text=True, check=check, capture_output=True)

    def load(self, table, columns, rows):
        path = self.folder / "rows.tsv"
        with open(path, "w", encoding="utf-8") as file:
            for row in rows:
                file.write("\t".join("\\N" if v is None or v != v else repr(v)
                                     if isinstance(v, float) else str(v) for v in row) + "\n")
        self.sql(create_table(self.word, table, columns) +
                 f"; LOAD DATA LOCAL INFILE '{path}' INTO TABLE {table} CHARACTER SET utf8mb4",
                 ["test2"])

    def answer(self, sql):
        return self.sql(sql, ["test2"]).stdout


ENGINES = {engine.word: engine for engine in (Sqlite, PostgreSql, DuckDb, MariaDb, ClickHouse)}
