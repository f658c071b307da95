#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs each map's exported Python module with NumPy on the file that it was fitted on, and compares
the result with the calibrated predictions that the program writes."""
import importlib.util
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

BINARY = ["temperature", "platt", "beta", "beta-am", "beta-ab", "isotonic", "histogram", "shift=0.3"]
CLASSES = ["temperature", "isotonic", "histogram", "vector"]


def cancer(samples):
    table = np.genfromtxt(samples / "breast_cancer_logistic.csv", delimiter=",", names=True)
    return table["y_prob"]


def digits(samples):
    return np.load(samples / "digits_neural_network.npz")["logits"]


def two_logits(folder):
    """Writes two.npz and returns its two columns of logits, which are equivalent to one margin."""
    random = np.random.default_rng(3)
    y = random.integers(0, 2, 400)
    z = random.normal(0, 2, (400, 2))
    z[np.arange(400), y] += 1.5
    np.savez(folder / "two.npz", logits=z, labels=y)
    return z


def check(program, folder, file, scores, kind):
    # Python caches compiled modules by name, size and time in seconds: each needs its own name.
    module = folder / f"{pathlib.Path(file).stem}_{kind.replace('=0.', '_')}.py"
    rows = folder / "rows.npz"
    subprocess.run([program, file, "--recalibrate", kind, "--fit-rows", "same", "--save-map",
                    module, "--write", rows], check=True)
    spec = importlib.util.spec_from_file_location(module.stem, module)
    code = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(code)
    found = code.calibrated(scores)
    expected = np.load(rows)["probs"]
    worst = float(np.abs(found - expected).max())
    print(f"{pathlib.Path(file).name} {kind}: {found.shape}, differs by {worst:.1e}")
    return found.shape == expected.shape and worst < 1e-12


def main(program, samples):
    samples = pathlib.Path(samples)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        cases = [(samples / "breast_cancer_logistic.csv", cancer(samples), BINARY),
                 (samples / "digits_neural_network.npz", digits(samples), CLASSES)]
        scores = two_logits(folder)
        cases.append((folder / "two.npz", scores, BINARY))
        good = [check(program, folder, file, scores, kind)
                for file, scores, kinds in cases for kind in kinds]
    return 0 if good and all(good) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
