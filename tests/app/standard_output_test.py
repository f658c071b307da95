#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws pictures into a pipe, and is refused by a terminal.

standard_output_test.py PROGRAM SAMPLES
"""
import os
import pathlib
import pty
import subprocess
import sys
import tempfile

BEGINNINGS = {"-": b"\x89PNG\r\n", "svg:-": b"<?xml", "pdf:-": b"%PDF-", "tex:-": b"%",
              "html:-": b"<!doctype html>"}


def run(*command):
    return subprocess.run(command, capture_output=True)


def wrong_pictures(program, data, folder):
    for name, beginning in BEGINNINGS.items():
        done = run(program, data, "--export", name)
        if done.returncode or done.stderr or not done.stdout.startswith(beginning):
            yield f"--export {name}: {done.returncode} {done.stderr!r} {done.stdout[:60]!r}"
    file = folder / "same.png"
    run(program, data, "--export", file, "--without", "session")
    if run(program, data, "--export", "-", "--without", "session").stdout != file.read_bytes():
        yield "--export - draws another picture than --export FILE"
    gated = run(program, data, "--export", "-", "--fail-above", "ece=0")
    if gated.returncode != 3 or not gated.stdout.startswith(BEGINNINGS["-"]):
        yield f"a gate beside --export -: {gated.returncode}"
    compared = run(program, data, data, "--compare", "--export", "-")
    if not compared.stdout.startswith(BEGINNINGS["-"]):
        yield f"--compare --export -: {compared.stdout[:60]!r} {compared.stderr!r}"


def wrong_refusals(program, data):
    for words in (["--report", "text"], ["--report", "csv", "--table", "bins"],
                  ["--caption", "ml"], ["--standalone"]):
        done = run(program, data, "--export", "-", *words)
        if done.returncode != 2 or done.stdout or not done.stderr:
            yield f"--export - {words} is not refused: {done.returncode} {done.stderr!r}"
    # A closed output is an error, not a success.
    with open("/dev/full", "wb") as full:
        done = subprocess.run([program, data, "--export", "-"], stdout=full,
                              stderr=subprocess.PIPE)
    if done.returncode != 1 or b"cannot be written" not in done.stderr:
        yield f"a full disk: {done.returncode} {done.stderr!r}"
    leader, follower = pty.openpty()
    done = subprocess.run([program, data, "--export", "-"], stdout=follower,
                          stderr=subprocess.PIPE)
    os.close(follower)
    os.close(leader)
    if done.returncode != 2 or b"terminal" not in done.stderr:
        yield f"a terminal takes a picture: {done.returncode} {done.stderr!r}"


def main(program, samples):
    data = pathlib.Path(samples) / "breast_cancer_logistic.csv"
    with tempfile.TemporaryDirectory() as folder:
        wrong = [*wrong_pictures(program, data, pathlib.Path(folder)),
                 *wrong_refusals(program, data)]
    print("\n".join(wrong) or "pictures go through pipes, not into terminals")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
