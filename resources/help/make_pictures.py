#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the pictures of the help pages with the program itself.

make_pictures.py PROGRAM [NAME...]: all pictures, or those named. They are small, with few colours.
"""
import pathlib
import subprocess
import sys

HELP = pathlib.Path(__file__).resolve().parent
SAMPLES = HELP.parent / "samples"
NETWORK = SAMPLES / "digits_neural_network.npz"
FOREST = SAMPLES / "digits_random_forest.csv"
CANCER = SAMPLES / "breast_cancer_logistic.csv"
SQUARE = ["--size", "480x480"]
WIDE = ["--size", "600x400"]
PICTURES = {
    "diagram": [NETWORK, "--title", "Over-confident network", *SQUARE],
    "scaled": [NETWORK, "--temperature", "fit", "--title", "After temperature scaling", *SQUARE],
    "compare": [NETWORK, FOREST, "--diagram", "overlay", "--title", "Network and forest", *SQUARE],
    "decision": [CANCER, "--diagram", "decision", *WIDE],
    "risk-coverage": [NETWORK, "--diagram", "risk-coverage", "--guarantee", "risk=0.05", *WIDE],
}


def main(program, *names):
    folder = HELP / "pictures"
    folder.mkdir(exist_ok=True)
    for name in names or PICTURES:
        subprocess.run([program, *PICTURES[name], "--export", folder / f"{name}.png",
                        "--without", "session"], check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
