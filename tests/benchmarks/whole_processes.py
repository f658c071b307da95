#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times whole processes: Diagonal without a window beside NumPy, pandas and another Diagonal.

    tests/benchmarks/whole_processes.py build/release [OTHER-DIAGONAL] > table.md

Writes the data once, checks that the ECEs agree, then lets all programs take turns and prints a
Markdown table: medians, and how many times longer the others take. The other Diagonal, such as that
of an earlier commit, takes one turn; it may be left out. NumPy uses one thread.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

from side_by_side import logits

ROUNDS = 5
PYTHON = """
import numpy as np
{load}
p = np.exp(z / {t} - (z / {t}).max(1, keepdims=True))
p /= p.sum(1, keepdims=True)
c, a = p.max(1), p.argmax(1) == y
edges = np.linspace(0, 1, 16)
print(sum(i.mean() * abs(a[i].mean() - c[i].mean()) for i in
          ((c > lo) & (c <= hi) for lo, hi in zip(edges[:-1], edges[1:])) if i.any()))
"""
NPY = "z, y = np.load('logits.npy'), np.load('labels.npy')"
NPZ = "f = np.load('tall.npz'); z, y = f['logits'], f['labels']"
CSV = ("import pandas as pd; d = pd.read_csv('wide.csv'); y = d['label'].to_numpy(); "
       "z = d.iloc[:, 1:].to_numpy(np.float32)")


def write(folder):
    z, y = logits(50_000, 1000)
    np.save(folder / "logits.npy", z)
    np.save(folder / "labels.npy", y)
    with open(folder / "wide.csv", "w") as file:
        file.write(",".join(["label"] + [f"c{k}" for k in range(1000)]) + "\n")
        for label, row in zip(y[:25_000], z[:25_000]):
            file.write(f"{label}," + ",".join(map(str, row)) + "\n")
    z, y = logits(10_000_000, 2)
    np.savez(folder / "tall.npz", logits=z, labels=y)
    random = np.random.default_rng(3)
    for name, rows, correct in (("right", 16_000, 1), ("half", 16_000, .5), ("few", 569, .5)):
        table = np.c_[random.uniform(.5, 1, rows), random.uniform(size=rows) < correct]
        np.savetxt(folder / f"{name}.csv", table, delimiter=",", header="confidence,correct",
                   comments="", fmt=["%.9f", "%d"])


WIDE = ["logits.npy", "labels.npy", "--temperature", "1.7"]
TASKS = [
    ("50,000 x 1,000 (npy), `--report csv`", [*WIDE, "--report", "csv"], NPY, 1.7),
    ("the same, `--export`", [*WIDE, "--export", "d.png"], NPY, 1.7),
    ("the same, `--fail-above ece=1`", [*WIDE, "--fail-above", "ece=1"], NPY, 1.7),
    ("the same, `--report json`", [*WIDE, "--report", "json"], NPY, 1.7),
    ("25,000 x 1,000 (CSV, 260 MB), `--report csv`", ["wide.csv", "--report", "csv"], CSV, 1),
    ("10,000,000 x 2 (npz), `--report csv`", ["tall.npz", "--report", "csv"], NPZ, 1),
    ("the same, `--report json`", ["tall.npz", "--report", "json"], NPZ, 1),
    ("16,000 rows, all right (CSV), `--report json`", ["right.csv", "--report", "json"], None, 1),
    ("the same, half right, `--report json`", ["half.csv", "--report", "json"], None, 1),
    ("569 rows (CSV), `--report csv`", ["few.csv", "--report", "csv"], None, 1),
]


def seconds(command, folder):
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "OMP_NUM_THREADS": "1"}
    start = time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True,
                          check=True)
    return time.perf_counter() - start, done.stdout


def machine():
    """The processors, and the date."""
    model = "unknown processor"
    for line in open("/proc/cpuinfo"):
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    return f"{os.cpu_count()} x {model}, {time.strftime('%Y-%m-%d')}"


def cell(times, ours):
    """The median, and how many times longer it is than ours."""
    median = statistics.median(times)
    return f"{median:.2f} s ({median / statistics.median(ours):.1f} x)"


def main(build, other=None):
    program = str((pathlib.Path(build) / "app/diagonal").resolve())
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        folder = pathlib.Path(name)
        write(folder)
        print(f"{machine()}; medians of {ROUNDS} turns\n")
        print("| Work | Diagonal | NumPy's ECE | " + ("other Diagonal |" if other else ""))
        print("|---|---|---|" + ("---|" if other else ""))
        for what, arguments, load, temperature in TASKS:
            commands = {"ours": [program, *arguments]}
            if load:
                text = PYTHON.format(load=load, t=temperature)
                commands["numpy"] = [sys.executable, "-c", text]
            if other:
                commands["other"] = [other, *arguments]
            times = {key: [] for key in commands}
            for turn in range(ROUNDS):
                for key, command in commands.items():
                    if key == "other" and turn > 0:
                        continue
                    took, out = seconds(command, folder)
                    times[key].append(took)
                    if key == "numpy":
                        expected = float(out)
            if load and "json" in arguments:
                report = json.loads(seconds(commands["ours"], folder)[1])
                found = report["reports"][0]["scores"]["ece"]
                if abs(found - expected) > 1e-5:
                    sys.exit(f"{what}: ECE {found}, NumPy {expected}")
            ours = times["ours"]
            line = f"| {what} | {statistics.median(ours):.2f} s | "
            line += (cell(times["numpy"], ours) if load else "") + " |"
            if other:
                line += f" {cell(times['other'], ours)} |"
            print(line, flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
