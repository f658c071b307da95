#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts a PostgreSQL server and an SQLite file, and runs the tests of the window's drivers on them.

The roles that the tests use may read one table alone. Usage: executors_test.py DATABASE_TESTS
"""
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

from engines import PostgreSql, Sqlite
from exactness_test import probabilities

COLUMNS = [("p", "number"), ("y", "integer")]


def main(tests):
    p, y = probabilities(np.random.default_rng(3), 2000)
    rows = [(float(a), int(b)) for a, b in zip(p, y)]
    with tempfile.TemporaryDirectory() as folder, PostgreSql(folder) as server, \
            Sqlite(folder) as sqlite:
        server.load("preds", COLUMNS, rows)
        sqlite.load("preds", COLUMNS, rows)
        server.psql("CREATE ROLE reader LOGIN; GRANT SELECT ON preds TO reader; "
                    "CREATE ROLE asked LOGIN PASSWORD 'open sesame'; "
                    "CREATE ROLE braced LOGIN PASSWORD 'a}b;c{d'; "
                    'CREATE SCHEMA "Other"; CREATE TABLE "Other".preds (q integer);')
        rules = pathlib.Path(server.data) / "pg_hba.conf"
        text = "local all asked,braced scram-sha-256\nlocal all all trust\n"
        subprocess.run(["tee", str(rules)], input=text, text=True, check=True,
                       stdout=subprocess.DEVNULL)
        server.psql("SELECT pg_reload_conf()")
        before = sqlite.path.read_bytes()
        environment = {
            **os.environ,
            "DIAGONAL_TEST_POSTGRESQL": f"host={server.folder} user=tester dbname=postgres",
            "DIAGONAL_TEST_WITH_PASSWORD": f"host={server.folder} user=asked dbname=postgres",
            "DIAGONAL_TEST_ODBC": f"Driver=PostgreSQL Unicode;Servername={server.folder};"
                                  "Database=postgres;UID=tester",
            "DIAGONAL_TEST_ODBC_WITH_PASSWORD":
                f"Driver=PostgreSQL Unicode;Servername={server.folder};Database=postgres;UID=braced",
            "DIAGONAL_TEST_SERVER_PROCESSES":
                f"{sys.executable} {pathlib.Path(__file__).parent / 'signal_server.py'} "
                f"{server.data / 'postmaster.pid'}",
            "DIAGONAL_TEST_ODBC_SQLITE": f"Driver=SQLite3;Database={sqlite.path}",
        }
        done = subprocess.run([tests], env=environment, check=False)
        assert sqlite.path.read_bytes() == before, "the file of SQLite was written"
        count = server.psql("SELECT count(*) FROM preds", "-A", "-t").stdout.strip()
        assert count == str(len(rows)), count
        if done.returncode == 0:
            # A role that may only read sees its table, and nothing else.
            environment["DIAGONAL_TEST_POSTGRESQL"] = \
                f"host={server.folder} user=reader dbname=postgres"
            environment["DIAGONAL_TEST_ODBC"] = (
                f"Driver=PostgreSQL Unicode;Servername={server.folder};Database=postgres;"
                "UID=reader")
            done = subprocess.run([tests, "--gtest_filter=Drivers*"], env=environment, check=False)
        sys.exit(done.returncode)


if __name__ == "__main__":
    main(*sys.argv[1:])
