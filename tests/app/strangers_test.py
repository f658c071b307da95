#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens each file of strangers as a user would, at the command line, and compares what the program
says with the index beside the files: their figures, or that they are refused or asked about.
Usage: strangers_test.py DIAGONAL FOLDER...; exits with 77 where a folder is not there."""
import csv
import json
import pathlib
import shlex
import subprocess
import sys


def difference(diagonal, folder, row):
    """What is wrong with the answer for a row of the index; empty if nothing is."""
    command = [diagonal, folder / row["file"], "--report", "json", *shlex.split(row["call"])]
    if row["bins"]:
        command += ["--bins", row["bins"]]
    run = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    if run.returncode not in (0, 1, 2):
        return f"ended with {run.returncode}: {run.stderr[:200]}"
    if row["expected"] != "accept":
        # The index is older than the reading of bins, and would have what it calls a table of them
        # refused.
        is_of_bins = "binned reliability table" in row.get("note", "") and run.returncode == 0
        if is_of_bins and "bins_only" in run.stdout:
            return ""
        return "was accepted" if run.returncode == 0 else ""
    if run.returncode != 0:
        return "" if row["alternative"].startswith("refuse") else "was refused: " + run.stderr[:300]
    report = json.loads(run.stdout)["reports"][0]
    found = {"n": report["rows"], **{k: report["scores"][k] for k in ("accuracy", "confidence", "ece")}}
    wrong = [f"{key} is {value}, not {row[key]}" for key, value in found.items()
             if row[key] and (value is None or abs(value - float(row[key])) > 1e-6)]
    return "; ".join(wrong)


def main(diagonal, *folders):
    failed = rows = 0
    for folder in map(pathlib.Path, folders):
        if not folder.is_dir():
            print(f"{folder} is not there")
            return 77
        with open(folder / "index.csv", encoding="utf-8", newline="") as index:
            for row in csv.DictReader(index):
                rows += 1
                row.setdefault("call", "")
                wrong = difference(pathlib.Path(diagonal).resolve(), folder, row)
                if wrong:
                    failed += 1
                    print(f"{folder.name}/{row['file']} {row['call']}: {wrong}")
    print(f"{rows} rows, {failed} of them wrong")
    return 1 if failed or rows == 0 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
