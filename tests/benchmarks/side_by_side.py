#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times Diagonal beside NumPy, scikit-learn, scipy, pandas, torch and netcal, those that are there.

    tests/benchmarks/side_by_side.py build/benchmarks [ROWSxCLASSES...]

First checks that the answers agree (ECE of the same file), then lets ours and theirs take turns,
and prints the smallest times and their ratio. One thread each.
"""
import importlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[threads] = "1"
import numpy as np  # noqa: E402

TEMPERATURE = 1.7
BINS = 15
ROUNDS = 3


def module(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def logits(rows, classes):
    """Spread like those of an image classifier."""
    random = np.random.default_rng(0)
    y = random.integers(0, classes, rows)
    z = random.normal(0, 2.2, (rows, classes)).astype(np.float32)
    z[np.arange(rows), y] += random.gamma(3, 3, rows).astype(np.float32)
    return z, y


def ece(confidence, correct, bins=BINS):
    edges = np.linspace(0, 1, bins + 1)
    total = 0.0
    for lower, upper in zip(edges[:-1], edges[1:]):
        inside = (confidence > lower) & (confidence <= upper)
        if inside.any():
            total += inside.mean() * abs(correct[inside].mean() - confidence[inside].mean())
    return total


def numpy_step(z, y):
    scaled = z / TEMPERATURE
    p = np.exp(scaled - scaled.max(1, keepdims=True))
    p /= p.sum(1, keepdims=True)
    return ece(p.max(1), p.argmax(1) == y)


def numpy_lean_step(z, y):
    """The largest logits and the correct rows are computed in the step."""
    confidence = 1 / np.exp((z - z.max(1, keepdims=True)) / TEMPERATURE).sum(1)
    return ece(confidence, z.argmax(1) == y)


def scipy_step(z, y):
    p = module("scipy.special").softmax(z / TEMPERATURE, axis=1)
    return ece(p.max(1), p.argmax(1) == y)


def torch_step(z, y):
    torch = module("torch")
    torch.set_num_threads(1)
    p, predicted = torch.softmax(torch.from_numpy(z) / TEMPERATURE, 1).max(1)
    return ece(p.numpy(), predicted.numpy() == y)


def sklearn_bins(confidence, correct):
    return module("sklearn.calibration").calibration_curve(correct, confidence, n_bins=BINS)


def netcal_bins(confidence, correct):
    return module("netcal.metrics").ECE(BINS).measure(confidence, correct.astype(int))


def scipy_fit(z, y):
    """The temperature, by a bounded search."""
    logsumexp = module("scipy.special").logsumexp
    own = z[np.arange(len(y)), y]

    def loss(t):
        return float(np.mean(logsumexp(z / t, axis=1) - own / t))

    return module("scipy.optimize").minimize_scalar(loss, bounds=(0.05, 20), method="bounded").x


def resampled(confidence, correct):
    """A thousand resamples of rows, bins by bincount."""
    random = np.random.default_rng(1)
    bins = np.minimum((confidence * BINS).astype(int), BINS - 1)
    out = []
    for _ in range(1000):
        rows = random.integers(0, len(bins), len(bins))
        b = bins[rows]
        gap = np.bincount(b, correct[rows], BINS) - np.bincount(b, confidence[rows], BINS)
        out.append(np.abs(gap).sum() / len(b))
    return np.percentile(out, [2.5, 97.5])


def seconds(task):
    start = time.perf_counter()
    task()
    return time.perf_counter() - start


class Ours:
    def __init__(self, build):
        self.benchmarks = build / "tests/benchmarks/benchmarks"
        self.program = build / "app/diagonal"

    def time(self, name, rows, classes, bins=None):
        """Seconds of a benchmark; None where there is none of this size."""
        wanted = f"^{name}/rows:{rows}/classes:{classes}" + (f"/bins:{bins}$" if bins else "$")
        out = subprocess.run([self.benchmarks, f"--benchmark_filter={wanted}",
                              "--benchmark_format=json"], capture_output=True, text=True)
        return self.least(out)

    def read(self, file, threads):
        name = "readFileThreaded" if threads else "readFile"
        out = subprocess.run([self.benchmarks.with_name("reading_benchmarks"),
                              f"--benchmark_filter=^{name}/{file}/", "--benchmark_format=json"],
                             capture_output=True, text=True)
        return self.least(out)

    @staticmethod
    def least(out):
        runs = json.loads(out.stdout)["benchmarks"] if out.stdout.strip() else []
        runs = [run for run in runs if not run.get("error_occurred")]
        return min(run["real_time"] for run in runs) / 1e3 if runs else None

    def report(self, file, *options):
        out = subprocess.run([self.program, file, "--report", "json", *options], text=True,
                             capture_output=True, check=True)
        return json.loads(out.stdout)


def line(what, ours, theirs, name):
    print(f"{what:34} {ours * 1e3:10.3f} ms   {name:22} {theirs * 1e3:10.2f} ms   "
          f"{theirs / ours:9.1f} x", flush=True)


def turns(what, ours, peers):
    """Ours and theirs by turns; the smallest of each."""
    best = None
    least = {}
    for _ in range(ROUNDS):
        now = ours()
        if now is None:
            return
        best = now if best is None else min(best, now)
        for name, task in peers.items():
            least[name] = min(seconds(task), least.get(name, float("inf")))
    for name, took in least.items():
        line(what, best, took, name)


def compare(ours, folder, rows, classes):
    z, y = logits(rows, classes)
    file = folder / "logits.npz"
    np.savez(file, logits=z, labels=y)
    report = ours.report(file, "--temperature", str(TEMPERATURE), "--bins", str(BINS))
    found = report["reports"][0]["scores"]["ece"]
    expected = numpy_step(z.astype(np.float64), y)
    if abs(found - expected) > 1e-9:
        sys.exit(f"{rows} x {classes}: ECE {found}, NumPy {expected}")
    print(f"\n{rows} x {classes}: ECE {found:.9f}, as NumPy in double")

    peers = {"numpy": lambda: numpy_step(z, y), "numpy, lean": lambda: numpy_lean_step(z, y)}
    if module("scipy.special"):
        peers["scipy softmax"] = lambda: scipy_step(z, y)
    if module("torch"):
        peers["torch"] = lambda: torch_step(z, y)
    turns("temperature, direct", lambda: ours.time("directStep", rows, classes, BINS), peers)
    turns("temperature, indexed", lambda: ours.time("indexedStep", rows, classes, BINS), peers)

    scaled = z / TEMPERATURE
    confidence = 1 / np.exp(scaled - scaled.max(1, keepdims=True)).sum(1)
    correct = z.argmax(1) == y
    peers = {"numpy loop": lambda: ece(confidence, correct)}
    if module("sklearn.calibration"):
        peers["sklearn"] = lambda: sklearn_bins(confidence, correct)
    if module("netcal.metrics"):
        peers["netcal"] = lambda: netcal_bins(confidence, correct)
    turns("other bins", lambda: ours.time("otherBins", rows, classes, BINS), peers)
    if rows <= 50_000:
        turns("1000 resamples", lambda: ours.time("bootstrap", rows, classes),
              {"numpy bincount": lambda: resampled(confidence, correct)})
    if module("scipy.optimize"):
        turns("fit of T (ours with interval)", lambda: ours.time("fit", rows, classes),
              {"scipy bounded": lambda: scipy_fit(z, y)})
    if module("sklearn.isotonic"):
        isotonic = module("sklearn.isotonic").IsotonicRegression()
        turns("isotonic, sorted (theirs sorts)", lambda: ours.time("isotonic", rows, classes),
              {"sklearn": lambda: isotonic.fit(confidence, correct)})


def json_lines(path):
    with open(path) as lines:
        for text in lines:
            json.loads(text)


def compare_reading(ours):
    """From a file to checked predictions, beside those that only parse it."""
    print("\nreading files (ours checks every row, too)")
    folder = pathlib.Path(tempfile.gettempdir()) / "diagonal_benchmarks"
    pandas = module("pandas")
    readers = {
        "wide.csv": {"numpy.loadtxt": lambda f: np.loadtxt(f, delimiter=",", skiprows=1)},
        "tall.csv": {"numpy.loadtxt": lambda f: np.loadtxt(f, delimiter=",", skiprows=1)},
        "savetxt.txt": {"numpy.loadtxt": lambda f: np.loadtxt(f, skiprows=1)},
        "wide.jsonl": {"json.loads": json_lines},
        "logits.npy": {"numpy.load": np.load},
    }
    if pandas:
        for name in ("wide.csv", "tall.csv"):
            readers[name]["pandas"] = pandas.read_csv
    for name, peers in readers.items():
        for threads in (False, True):
            turns(f"reading {name}" + (", all threads" if threads else ""),
                  lambda name=name, threads=threads: ours.read(name, threads),
                  {peer: lambda f=read, name=name: f(folder / name)
                   for peer, read in peers.items()})


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    ours = Ours(pathlib.Path(sys.argv[1]))
    compare_reading(ours)
    sizes = sys.argv[2:] or ["50000x1000", "1000000x10", "10000000x2"]
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            compare(ours, pathlib.Path(folder), *map(int, size.split("x")))


if __name__ == "__main__":
    main()
