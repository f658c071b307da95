#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the pictures of the help pages with the program itself. Usage: make_pictures.py DIAGONAL"""
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SAMPLES = HERE.parent / "samples"
PICTURES = {
    "decision.png": ["breast_cancer_logistic.csv", "--diagram", "decision"],
    "risk-coverage.png": ["digits_neural_network.npz", "--diagram", "risk-coverage",
                          "--guarantee", "risk=0.05"],
}


def main(diagonal):
    for picture, (sample, *options) in PICTURES.items():
        subprocess.run([diagonal, SAMPLES / sample, *options, "--size", "600x400",
                        "--without", "session", "--export", HERE / picture], check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
