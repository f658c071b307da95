#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts 10^5 to 10^8 rows of a binary classifier in PostgreSQL and in DuckDB over Parquet.

Prints, for each number of rows, the seconds of the engine, the lines and bytes of its answer, and
the seconds of a report of it. Usage:
cells_at_scale.py DIAGONAL FOLDER-OF-NODE-MODULES [MOST-ROWS] [ENGINE]
"""
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "databases"))
from engines import DuckDb, PostgreSql  # noqa: E402

ROLES = ["--column", "probability=p", "--column", "label=y"]
# Logits of a sum of three uniform numbers, 20 % too large.
MARGIN = "9 * (random() + random() + random() - 1.5)"
ROWS = (f"SELECT 1 / (1 + exp(-m)) AS p, CASE WHEN random() < 1 / (1 + exp(-m / 1.2)) THEN 1 ELSE 0 "
        f"END AS y FROM (SELECT {MARGIN} AS m FROM generate_series(1, {{count}}) AS g{{alias}}) AS x")


def printed(diagonal, engine, table):
    return subprocess.run([diagonal, "--print-sql", engine, "--from", table, *ROLES], check=True,
                          capture_output=True, text=True).stdout


def report(diagonal, path):
    """Returns the seconds of a report, and its ECE."""
    start = time.perf_counter()
    done = subprocess.run([diagonal, path, "--report", "text", "--only", "ece"], check=True,
                          capture_output=True, text=True)
    seconds = time.perf_counter() - start
    return seconds, done.stdout.split("error")[1].split()[0]


def tell(diagonal, engine, count, seconds, answer, folder):
    path = folder / "answer.csv"
    path.write_text(answer, encoding="utf-8")
    read, ece = report(diagonal, path)
    print(f"{engine:10} {count:>11,} rows: {seconds:8.2f} s, answer {answer.count(chr(10)):>7,} "
          f"lines {len(answer) / 1e6:6.2f} MB, report {read:5.2f} s, ECE {ece}", flush=True)


def postgresql(diagonal, counts, folder):
    with PostgreSql(folder) as server:
        for count in counts:
            server.psql("DROP TABLE IF EXISTS preds; SET synchronous_commit = off; CREATE UNLOGGED "
                        f"TABLE preds AS {ROWS.format(count=count, alias='')}; ANALYZE preds")
            sql = printed(diagonal, "postgresql", "preds")
            start = time.perf_counter()
            answer = server.answer(sql)
            tell(diagonal, "PostgreSQL", count, time.perf_counter() - start, answer, folder)


def duckdb(diagonal, counts, folder, modules):
    engine = DuckDb(folder, modules)
    for count in counts:
        path = folder / "preds.parquet"
        engine.setup = [f"COPY ({ROWS.format(count=count, alias='(i)')}) TO '{path}' (FORMAT "
                        "parquet)"]
        engine.answer("SELECT 1 AS made")
        engine.setup = []
        sql = printed(diagonal, "duckdb", f"read_parquet('{path}')")
        start = time.perf_counter()
        answer = engine.answer(sql)
        tell(diagonal, "DuckDB", count, time.perf_counter() - start, answer, folder)


def main(diagonal, modules, most=10**8, only=None):
    counts = [10**k for k in range(5, 12) if 10**k <= int(most)]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if only in (None, "duckdb"):
            duckdb(diagonal, counts, folder, modules)
        if only in (None, "postgresql"):
            postgresql(diagonal, counts, folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
