#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles figures for LaTeX as a paper would: latex_figures_test.py PROGRAM SAMPLES

Each kind of figure, in a column and in the usual size, must compile without a missing character and
be no wider than was asked for. Needs pdflatex with pgfplots and standalone, and poppler-utils.
"""
import pathlib
import random
import re
import subprocess
import sys
import tempfile

DIAGRAMS = ("bars", "gaps", "isotonic", "smooth", "cumulative", "outcomes", "ece-by-bins",
            "temperature", "decision", "risk-coverage", "flexible")
OF_MODELS = ("overlay", "overlay-isotonic", "overlay-decision", "mcb-dsc", "murphy", "forest")
CENTIMETRES = {"icml": 8.255, "800x900": 21.17}


def write_groups(path):
    """Rows with dates and groups, one of them with a long name that LaTeX must escape."""
    draw = random.Random(1)
    groups = ("north", "south_east", "a clinic with a long name & 50 % more rows")
    rows = ["date,clinic,y_true,y_prob"]
    for i in range(1200):
        share = draw.betavariate(1, 2)
        rows.append(f"2024-{1 + i // 100:02d}-{1 + i % 28:02d},{draw.choice(groups)},"
                    f"{int(draw.random() < share)},{share:.4f}")
    path.write_text("\n".join(rows) + "\n")


def write_rare(path):
    """So many rows that LaTeX cannot compute with their number."""
    draw = random.Random(3)
    rows = ["y_true,y_prob"]
    for _ in range(30000):
        share = draw.betavariate(0.4, 30)
        rows.append(f"{int(draw.random() < share)},{share:.4f}")
    path.write_text("\n".join(rows) + "\n")


def write_models(folder):
    """Nine models over the same rows; the ninth has no shape of its own."""
    draw = random.Random(2)
    outcomes = [int(draw.random() < 0.4) for _ in range(600)]
    names = []
    for model in range(9):
        path = folder / f"random_forest_{model}.csv"
        rows = [f"{y},{min(0.999, max(0.001, draw.gauss(0.3 + 0.3 * y, 0.1 + 0.02 * model))):.4f}"
                for y in outcomes]
        path.write_text("y_true,y_prob\n" + "\n".join(rows) + "\n")
        names.append(str(path))
    return names


def compiled(program, folder, name, size, *arguments):
    """Returns what is wrong with a figure; empty if nothing is."""
    tex = folder / f"{name}_{size}.tex"
    export = subprocess.run([program, *arguments, "--export", str(tex), "--standalone",
                             "--size", size], capture_output=True, text=True)
    if export.returncode:
        return [f"{tex.name}: {export.stderr}"]
    done = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", tex.name],
                          cwd=folder, capture_output=True, text=True, errors="replace")
    if done.returncode:
        return [f"{tex.name}: {done.stdout[-1500:]}"]
    wrong = [f"{tex.name}: {line}" for line in done.stdout.splitlines()
             if "Missing character" in line]
    pages = subprocess.run(["pdfinfo", tex.with_suffix(".pdf")], capture_output=True, text=True,
                           check=True).stdout
    border = 4 / 72 * 2.54
    width = float(re.search(r"Page size:\s+([\d.]+)", pages).group(1)) / 72 * 2.54 - border
    if width > CENTIMETRES[size] + 0.05:
        wrong.append(f"{tex.name}: {width:.2f} cm wide, not {CENTIMETRES[size]}")
    return wrong


def main(program, samples):
    samples = pathlib.Path(samples)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        groups = folder / "groups.csv"
        write_groups(groups)
        rare = folder / "rare.csv"
        write_rare(rare)
        models = write_models(folder)
        binary = str(samples / "breast_cancer_logistic.csv")
        figures = [(kind, [binary, "--diagram", kind]) for kind in DIAGRAMS]
        figures += [("top", [str(samples / "digits_neural_network.npz")]),
                    ("many", [binary, "--bins", "300", "--log-counts", "--skill-lines"]),
                    ("groups", [str(groups), "--diagram", "forest-oe", "--column", "group=clinic"]),
                    ("time", [str(groups), "--diagram", "time"])]
        figures += [(f"rare_{kind}", [str(rare), "--diagram", kind])
                    for kind in ("bars", "isotonic", "flexible", "outcomes")]
        figures += [(kind, [*models, "--compare", "--diagram", kind]) for kind in OF_MODELS]
        wrong = []
        for kind, arguments in figures:
            for size in CENTIMETRES:
                wrong += compiled(program, folder, kind, size, *arguments)
        if wrong:
            sys.exit("\n".join(wrong))
        print(f"{len(figures) * len(CENTIMETRES)} figures compile")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
