#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts the instructions of kernels with callgrind: they do not depend on what else the machine
does. Fails where a kernel needs more than its limit. Usage: instruction_counts.py PROGRAM"""
import re
import subprocess
import sys

# Instructions per item with AVX2, which is what valgrind offers at most.
LIMITS = {"row_exponentials": 3.0, "block_exponentials": 3.0, "bins": 24.0, "csv_values": 184.0}
REPEATS = 4


def counted(program, kernel, repeats):
    """Instructions of a run, items of one repeat, and the kind of instructions."""
    run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                          program, kernel, str(repeats)],
                         capture_output=True, text=True, check=True)
    items, target = run.stdout.split()
    return int(re.search(r"Collected : (\d+)", run.stderr).group(1)), int(items), target


def main(program):
    failed = False
    for kernel, limit in LIMITS.items():
        few, items, target = counted(program, kernel, 1)
        many, _, _ = counted(program, kernel, 1 + REPEATS)
        per_item = (many - few) / REPEATS / items
        binds = target == "AVX2" or kernel in ("bins", "csv_values")
        over = binds and per_item > limit
        failed |= over
        print(f"{kernel}: {per_item:.2f} instructions an item ({target}), at most {limit}"
              + ("" if binds else ", with AVX2") + (" - TOO MANY" if over else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
