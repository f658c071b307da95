#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares `diagonal --report json` of the samples with the stored reports: text and counts
exactly, numbers to 1e-12, intervals to 1e-9, because the search for the smooth ECE of a resample
ends within a tolerance and processors round differently. Needs no display. `--store` rewrites the
stored reports. The signature is one number for all that they say: a commit that changes it states
it."""
import json
import math
import os
import pathlib
import subprocess
import sys
import zlib

RUNS = {
    "digits_neural_network": ["digits_neural_network.npz", "--temperature", "fit"],
    "digits_naive_bayes": ["digits_naive_bayes.csv", "--binning", "mass"],
    "breast_cancer_logistic": ["breast_cancer_logistic.csv", "--edges", "left"],
}


def differences(stored, now, place=""):
    if isinstance(stored, dict) and isinstance(now, dict):
        for key in stored.keys() | now.keys():
            if key not in stored or key not in now:
                yield f"{place}/{key}: only in one"
            else:
                yield from differences(stored[key], now[key], f"{place}/{key}")
    elif isinstance(stored, list) and isinstance(now, list):
        if len(stored) != len(now):
            yield f"{place}: {len(stored)} items, now {len(now)}"
        for i, (a, b) in enumerate(zip(stored, now)):
            yield from differences(a, b, f"{place}[{i}]")
    elif isinstance(stored, float) and isinstance(now, (int, float)):
        tolerance = 1e-9 if "/intervals/" in place else 1e-12
        if not math.isclose(stored, now, rel_tol=tolerance, abs_tol=tolerance):
            yield f"{place}: {stored}, now {now}"
    elif stored != now:
        yield f"{place}: {stored}, now {now}"


def leaves(value, place=""):
    """All texts and numbers of a report, numbers to six digits."""
    if isinstance(value, dict):
        for key in sorted(value):
            yield from leaves(value[key], f"{place}/{key}")
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from leaves(item, f"{place}[{i}]")
    else:
        yield f"{place}={value:.6g}" if isinstance(value, float) else f"{place}={value}"


def main(program, samples, folder, store):
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    wrong = []
    signature = 0
    for name, arguments in RUNS.items():
        text = subprocess.run([program, *arguments, "--report", "json"], cwd=samples, check=True,
                              capture_output=True, env=environment, text=True).stdout
        path = pathlib.Path(folder) / f"{name}.json"
        if store:
            path.write_text(text, encoding="utf-8")
        for leaf in leaves(json.loads(text)):
            signature = zlib.crc32(leaf.encode(), signature)
        wrong += [f"{name}{d}" for d in differences(json.loads(path.read_text("utf-8")),
                                                    json.loads(text))]
    print("\n".join(wrong) or f"{len(RUNS)} reports are as stored")
    print(f"Signature: {signature:08x}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4], store="--store" in sys.argv))
