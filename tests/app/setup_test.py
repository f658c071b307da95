#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds a small project by the functions of .ci/setup.sh, as app/run and tests/run do: in a folder
with an odd name, in a moved one, and in one that cannot be written to.

setup_test.py SETUP
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

NOBODY = 65534
PROJECT = """cmake_minimum_required(VERSION 3.22)
project(small NONE)
add_custom_command(OUTPUT made COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/source made
    DEPENDS ${CMAKE_SOURCE_DIR}/source VERBATIM)
add_custom_target(all_made ALL DEPENDS made)
"""


def run(setup, root, call, before_start=None):
    script = f'set -euo pipefail; root=$1; . "$2"; {call}'
    return subprocess.run(["bash", "-c", script, "bash", root, setup], capture_output=True,
                          text=True, stdin=subprocess.DEVNULL, preexec_fn=before_start)


def builds(setup, root, text):
    (root / "source").write_text(text)
    done = run(setup, root, 'build "$root/build/release"')
    made = root / "build/release/made"
    if done.returncode or not made.exists() or made.read_text() != text:
        yield f"{root.name}: status {done.returncode}: {done.stdout}{done.stderr}"


def without_rights():
    if os.geteuid() == 0:
        os.setuid(NOBODY)


def cannot_write(setup, root):
    folders = [root / "build/release", root / "build", root]
    for folder in folders:
        folder.chmod(0o555)
    done = run(setup, root, 'build "$root/build/release" -DANYTHING=ON; echo "goes on"',
               without_rights)
    for folder in folders:
        folder.chmod(0o755)
    if done.stdout != "goes on\n" or "cannot be written to" not in done.stderr:
        yield f"read-only: status {done.returncode}: {done.stdout}{done.stderr}"


def main(setup):
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        base = pathlib.Path(name)
        base.chmod(0o755)
        # A copy, which anybody may read: nobody has no way into a folder of root.
        setup = shutil.copy(setup, base)
        root = base / "a & b (ü)"
        root.mkdir()
        (root / "CMakeLists.txt").write_text(PROJECT)
        wrong += builds(setup, root, "first")
        moved = root.rename(base / "moved")
        wrong += builds(setup, moved, "second")
        wrong += cannot_write(setup, moved)
        at_once = run(setup, moved, "compilers").stdout
        if not 1 <= int(at_once) <= (os.cpu_count() or 1) + 1:
            wrong.append(f"{at_once} compilers at once")
    print("\n".join(wrong) or "folders of any name, moved or read-only, are built in")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
