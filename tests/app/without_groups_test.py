#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the program without databases and columnar files, and reads what it says instead.

without_groups_test.py SOURCES BUILD
"""
import pathlib
import subprocess
import sys


def main(root, build):
    root = pathlib.Path(root)
    subprocess.run(["cmake", "-G", "Ninja", "-S", root, "-B", build, "-DCMAKE_BUILD_TYPE=None",
                    "-DCMAKE_CXX_FLAGS=-O0", "-DWARNINGS_AS_ERRORS=ON", "-DBUILD_TESTING=OFF",
                    "-DWITH_DATABASES=OFF", "-DWITH_COLUMNAR=OFF"], check=True)
    subprocess.run(["ninja", "-C", build, "app/diagonal"], check=True)
    program = pathlib.Path(build) / "app/diagonal"
    wrong = []
    for name, wanted in (("pairs_snappy.parquet", "this build reads no Parquet"),
                         ("pairs.arrow", "this build reads no Arrow")):
        done = subprocess.run([program, root / "tests/data/columnar" / name, "--report", "text"],
                              capture_output=True, text=True)
        if done.returncode != 1 or wanted not in done.stderr or done.stdout:
            wrong.append(f"{name}: {done.returncode} {done.stderr}")
    done = subprocess.run([program, root / "resources/samples/digits_neural_network.npz",
                           "--report", "json", "--only", "ece"], capture_output=True, text=True)
    if done.returncode or '"ece"' not in done.stdout:
        wrong.append(f"an archive of NumPy: {done.returncode} {done.stderr}")
    # Those that it names itself: Qt may need some of them through other libraries.
    libraries = subprocess.run(["readelf", "-d", program], capture_output=True, text=True,
                               check=True).stdout
    wrong += [f"it still needs {name}" for name in ("snappy", "liblz4", "libsqlite", "libpq",
                                                    "libodbc") if f"{name}.so" in libraries]
    print("\n".join(wrong) or "what is left out is said")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
