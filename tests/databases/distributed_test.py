#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the printed statement on a table whose partitions lie on two other PostgreSQL servers.

Each server must sum up its own rows: the plan may not fetch them. Usage:
distributed_test.py DIAGONAL
"""
import json
import sys
import tempfile

import numpy as np

from engines import PostgreSql, write_csv
from exactness_test import Comparison, probabilities, reports, run

COLUMNS = [("p", "number"), ("y", "integer"), ("site", "text")]
ROLES = ["--column", "probability=p", "--column", "label=y", "--column", "group=site"]


def link(coordinator, servers):
    """Makes `preds` of the tables `part` of all servers."""
    lines = ["CREATE EXTENSION postgres_fdw;",
             'CREATE TABLE preds (p double precision, y integer, site text) '
             "PARTITION BY LIST (site);"]
    for i, server in enumerate(servers):
        lines += [
            f"CREATE SERVER s{i} FOREIGN DATA WRAPPER postgres_fdw OPTIONS "
            f"(host '{server.folder}', dbname 'postgres', fdw_tuple_cost '0.2');",
            f"CREATE USER MAPPING FOR tester SERVER s{i} OPTIONS (user 'tester', "
            "password_required 'false');",
            f"CREATE FOREIGN TABLE part{i} PARTITION OF preds FOR VALUES IN ('{i}') SERVER s{i} "
            "OPTIONS (table_name 'part');"]
    coordinator.psql("\n".join(lines))


def check_plan(coordinator, sql, count):
    """Every foreign scan must be that of an aggregate."""
    plan = json.loads(coordinator.psql(
        "SET enable_partitionwise_aggregate = on; EXPLAIN (VERBOSE, FORMAT json) " + sql,
        "-A", "-t").stdout)
    scans = []

    def walk(node):
        if node["Node Type"] == "Foreign Scan":
            scans.append(node)
        for child in node.get("Plans", []):
            walk(child)

    walk(plan[0]["Plan"])
    assert len(scans) == count, [scan["Node Type"] for scan in scans]
    for scan in scans:
        assert "GROUP BY" in scan["Remote SQL"], scan["Remote SQL"][:2000]


def main(diagonal):
    p, y = probabilities(np.random.default_rng(5), 20000)
    rows = [(float(a), int(b), str(i % 2)) for i, (a, b) in enumerate(zip(p, y))]
    with tempfile.TemporaryDirectory() as folder, PostgreSql(folder) as coordinator, \
            PostgreSql(folder) as first, PostgreSql(folder) as second:
        servers = [first, second]
        for i, server in enumerate(servers):
            server.load("part", COLUMNS, [row for row in rows if row[2] == str(i)])
        link(coordinator, servers)
        sql = run(diagonal, "--print-sql", "postgresql", "--from", "preds", *ROLES)
        check_plan(coordinator, sql, len(servers))
        cells, file = f"{folder}/cells.csv", f"{folder}/rows.csv"
        with open(cells, "w", encoding="utf-8") as out:
            out.write(coordinator.psql("SET enable_partitionwise_aggregate = on;\n" + sql,
                                       "--csv").stdout)
        write_csv(file, COLUMNS, rows)
        for bins in (1, 15, 49, 100):
            shown = ("--bins", bins)
            ours, theirs = reports(diagonal, cells, *shown), reports(diagonal, file, *ROLES, *shown)
            for a, b in zip(ours["bins"], theirs["bins"], strict=True):
                assert (a["count"], a["accuracy"]) == (b["count"], b["accuracy"]), (bins, a, b)
            Comparison.compare_scores("partitions", ours, theirs, 0)
        # The answers of the servers, one after the other, are the same cells.
        sql = run(diagonal, "--print-sql", "postgresql", "--from", "part", *ROLES)
        joined = "".join(server.answer(sql) for server in servers)
        one = json.loads(run(diagonal, "-", "--report", "json", text=joined))["reports"][0]
        assert one["scores"]["ece"] == reports(diagonal, cells)["scores"]["ece"]
    print("two servers sum up their own rows")


if __name__ == "__main__":
    main(*sys.argv[1:])
