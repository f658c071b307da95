#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How time and memory grow with rows N and classes K: growth.py build/benchmarks [MOST_SCORES].

Writes npz files of float32 logits, lets one_size open each in a process of its own, and prints
milliseconds, MB beyond what an empty program takes, and the exponent from each size to the next.
"""
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

STEPS = ("read", "first_look", "analysis", "bins", "index", "temperature")
BLOCK = 1_000_000


def write(path, rows, classes):
    """Like numpy.savez of logits and labels, a block at a time."""
    random = np.random.default_rng(0)
    noise = random.normal(0, 2.2, (min(rows, BLOCK), classes)).astype(np.float32)
    labels = random.integers(0, classes, rows)
    folder = path.with_suffix("")
    folder.mkdir()
    scores = np.lib.format.open_memmap(folder / "logits.npy", "w+", np.float32, (rows, classes))
    for begin in range(0, rows, len(noise)):
        end = min(begin + len(noise), rows)
        scores[begin:end] = noise[:end - begin]
        lift = random.gamma(3, 3, end - begin).astype(np.float32)
        scores[np.arange(begin, end), labels[begin:end]] += lift
    scores.flush()
    del scores
    np.save(folder / "labels.npy", labels)
    return folder / "logits.npy"


def measured(program, rows, classes):
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        file = write(pathlib.Path(folder) / "data", rows, classes)
        runs = [json.loads(subprocess.run([program, file], capture_output=True, text=True,
                                          check=True).stdout) for _ in range(2)]
    best = {step: min(run[step] for run in runs) for step in STEPS}
    best["MB"] = max(run["temperature_MB"] - run["start_MB"] for run in runs)
    best["read_MB"] = runs[0]["read_MB"] - runs[0]["start_MB"]
    best["stored_MB"] = rows * (4 * classes + 8) / 2**20
    return best


def table(program, title, sizes, grows):
    print(title)
    print(f"{'N':>11} {'K':>6} {'stored':>8} {'read':>8} {'all':>8} MB "
          + " ".join(f"{step:>12}" for step in STEPS) + "  ms (exponent)")
    before = None
    for rows, classes in sizes:
        now = measured(program, rows, classes)
        growth = math.log(grows((rows, classes)) / grows(before[0])) if before else None

        def exponent(step):
            small = not before or before[1][step] < 1
            return "" if small else f"({math.log(now[step] / before[1][step]) / growth:.2f})"

        print(f"{rows:>11,} {classes:>6} {now['stored_MB']:8.0f} {now['read_MB']:8.0f} "
              f"{now['MB']:8.0f}    "
              + " ".join(f"{now[step]:>8.5g}{exponent(step):>7}" for step in STEPS), flush=True)
        before = ((rows, classes), now)


def main(build, most="200000000"):
    program = pathlib.Path(build) / "tests/benchmarks/one_size"
    rows = [(10**p, 2) for p in range(4, 9) if 2 * 10**p <= int(most)]
    table(program, "rows, two classes", rows, lambda size: size[0])
    classes = [(10_000, k) for k in (2, 20, 200, 2000, 20_000) if 10_000 * k <= int(most)]
    table(program, "classes, 10,000 rows", classes, lambda size: size[1])


if __name__ == "__main__":
    main(*sys.argv[1:])
