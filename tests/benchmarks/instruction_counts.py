#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts the instructions of kernels with callgrind: they do not depend on what else the machine
does. Fails where a kernel needs more than its limit. If Diagonal and a file of 569 rows are given,
counts its report of bins, too, and fails if that loads a platform plugin, which fonts need.
Usage: instruction_counts.py TIMER PROGRAM [DIAGONAL FILE]; TIMER is timer_for_valgrind."""
import os
import re
import subprocess
import sys

# Instructions per item with AVX2, which is what valgrind offers at most.
LIMITS = {"row_exponentials": 3.0, "block_exponentials": 3.0, "bins": 24.0, "csv_values": 184.0,
          "columns": 76_000.0}
REPEATS = 4


# Instructions in main(); the dynamic linker takes some 30 million before it (Qt).
LIMIT_OF_BINS = 13_000_000


def run_in_callgrind(command, options=()):
    """What a command prints, and the instructions that callgrind collects."""
    run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                          *options, *command], capture_output=True, text=True, check=True,
                         env={**os.environ, "LD_PRELOAD": TIMER})
    return run.stdout, int(re.search(r"Collected : (\d+)", run.stderr).group(1))


def counted(program, kernel, repeats):
    """Instructions of a run, items of one repeat, and the kind of instructions."""
    out, instructions = run_in_callgrind([program, kernel, str(repeats)])
    items, target = out.split()
    return instructions, int(items), target


def bins_cost_too_much(diagonal, file):
    """Counts the instructions of a report of bins, and looks for what drawing would load."""
    command = [diagonal, file, "--report", "csv"]
    _, instructions = run_in_callgrind(command, ["--toggle-collect=main"])
    trace = subprocess.run(command, env={"LD_DEBUG": "files"}, capture_output=True, text=True,
                           check=True).stderr
    loaded = sorted(set(re.findall(r"/platforms/\S+\.so", trace)))
    over = instructions > LIMIT_OF_BINS
    print(f"report of bins: {instructions} instructions in main(), at most {LIMIT_OF_BINS}"
          + (" - TOO MANY" if over else "")
          + (f" - LOADS {', '.join(loaded)}" if loaded else ""))
    return over or bool(loaded)


def main(program, *bins):
    failed = False
    for kernel, limit in LIMITS.items():
        few, items, target = counted(program, kernel, 1)
        many, _, _ = counted(program, kernel, 1 + REPEATS)
        per_item = (many - few) / REPEATS / items
        binds = target == "AVX2" or kernel in ("bins", "csv_values", "columns")
        over = binds and per_item > limit
        failed |= over
        print(f"{kernel}: {per_item:.2f} instructions an item ({target}), at most {limit}"
              + ("" if binds else ", with AVX2") + (" - TOO MANY" if over else ""))
    failed |= bool(bins) and bins_cost_too_much(*bins)
    return 1 if failed else 0


if __name__ == "__main__":
    TIMER = sys.argv[1]
    sys.exit(main(*sys.argv[2:]))
