#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints which share of the lines of core and of the app the tests run, and the files that lack most.

    coverage_goals.py ROOT COVERAGE.json         # written by llvm-cov export -summary-only

Fails where a share is below its goal.
"""
import json
import pathlib
import sys

GOALS = {"core": 95, "app": 85}  # % of lines
MOST_FILES = 12  # that are named


def lines_of(root, file):
    """Yields folder, path, lines and lines that ran of each file."""
    for entry in json.loads(file.read_text(encoding="utf-8"))["data"][0]["files"]:
        path = pathlib.Path(entry["filename"])
        if path.is_relative_to(root):
            name = path.relative_to(root).as_posix()
            lines = entry["summary"]["lines"]
            yield name.split("/")[0], name, lines["count"], lines["covered"]


def main(root, file):
    files = list(lines_of(root, file))
    failed = False
    for folder, goal in GOALS.items():
        own = [entry for entry in files if entry[0] == folder]
        count = sum(entry[2] for entry in own)
        share = 100 * sum(entry[3] for entry in own) / count if count else 0
        failed |= share < goal
        print(f"{folder}: {share:.1f} % of {count} lines (goal: {goal} %)")
        own.sort(key=lambda entry: entry[3] - entry[2])
        for _, name, lines, covered in own[:MOST_FILES]:
            if covered < lines:
                print(f"    {lines - covered:4} of {lines:4} lines did not run: {name}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])))
