#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens a file that needs more memory than a limit allows, as batch systems set one: it is refused
with a message, and the next file is still reported."""
import pathlib
import resource
import subprocess
import sys
import tempfile

LIMIT = 1 << 30


def sparse_npy(path, descr, shape, item):
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (117 - len(header)) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode())
        count = 1
        for length in shape:
            count *= length
        file.truncate(file.tell() + count * item)


def main(program, samples):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        rows = 300_000_000
        sparse_npy(folder / "logits.npy", "<f4", (rows, 2), 4)
        sparse_npy(folder / "labels.npy", "|u1", (rows,), 1)
        sample = pathlib.Path(samples) / "digits_naive_bayes.csv"
        done = subprocess.run(
            [program, folder / "logits.npy", sample, "--report", "csv"],
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT)),
            capture_output=True, text=True, timeout=100)
        assert done.returncode == 1, done
        assert "logits.npy: there is not enough memory" in done.stderr, done.stderr
        assert "digits_naive_bayes.csv" in done.stdout, done.stdout


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
