#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lets writing fail, and ends the program at any time: the old file is whole, the message names the
cause.

faults_test.py PROGRAM SAMPLES
"""
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

LIMIT = 200  # bytes that a file may grow to; a full disk fails likewise
NOBODY = 65534
OLD = b"what was there before\n"


def limited():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, LIMIT))


def without_rights():
    if os.geteuid() == 0:
        os.setuid(NOBODY)


def outputs(sample):
    """Options that write a file, by its name."""
    exported = {f"figure.{ending}": [sample, "--export"]
                for ending in ("png", "svg", "pdf", "tex", "html", "diagonal")}
    return exported | {
        "rows.csv": [sample, "--recalibrate", "platt", "--write"],
        "rows.npz": [sample, "--recalibrate", "platt", "--write"],
        "map.json": [sample, "--recalibrate", "isotonic", "--save-map"],
        "map.py": [sample, "--recalibrate", "isotonic", "--save-map"]}


def failures(program, sample, folder, cause, before_start):
    """Runs each output in `folder`, whose old files must stay, and alone."""
    for name, options in outputs(sample).items():
        path = folder / name
        done = subprocess.run([program, *options, path], capture_output=True,
                              preexec_fn=before_start, timeout=120)
        said = done.stderr.decode()
        if done.returncode != 1 or cause not in said or name not in said:
            yield f"{name}, {cause}: status {done.returncode}, {said}"
        if path.is_file() and path.read_bytes() != OLD:
            yield f"{name}, {cause}: the old file is not whole"
    left = {path.name for path in folder.iterdir()} - set(outputs(sample))
    if left:
        yield f"{cause}: {', '.join(sorted(left))} stayed"


def with_old_files(folder, sample):
    folder.mkdir()
    for name in outputs(sample):
        (folder / name).write_bytes(OLD)
    return folder


def full_output(program, sample):
    for options in (["--report", "json"], ["--report", "csv"], ["--report", "text"],
                    ["--export", "-"], ["--export", "svg:-"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([program, sample, *options], stdout=full, stderr=subprocess.PIPE,
                                  timeout=120)
        if done.returncode != 1 or b"cannot be written" not in done.stderr:
            yield f"/dev/full, {' '.join(options)}: status {done.returncode}, {done.stderr}"


def killed(program, sample, folder):
    """The system ends the program while it writes: the old file is whole."""
    for name, options in outputs(sample).items():
        path = folder / name
        done = subprocess.run([program, *options, path], capture_output=True, timeout=120,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE,
                                                                    (LIMIT, LIMIT)))
        if done.returncode != -signal.SIGXFSZ or path.read_bytes() != OLD:
            yield f"{name}, killed while writing: status {done.returncode}, {path.read_bytes()[:40]}"


def interrupted(program):
    """A pipe that never writes is waited for until a signal comes."""
    for number in (signal.SIGINT, signal.SIGTERM):
        run = subprocess.Popen([program, "-", "--report", "json"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.5)
        if run.poll() is not None:
            yield f"a silent pipe: ended by itself with {run.returncode}"
        run.send_signal(number)
        try:
            out, _ = run.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            run.kill()
            yield f"{number.name} does not end the program"
            continue
        if run.returncode != -number or out:
            yield f"{number.name}: status {run.returncode}, printed {out[:80]}"


def main(program, samples):
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        base = pathlib.Path(name)
        base.chmod(0o755)
        # Copies, which anybody may read: nobody has no way into a folder of root.
        program = shutil.copy(program, base)
        sample = shutil.copy(pathlib.Path(samples) / "breast_cancer_logistic.csv", base)
        full = with_old_files(base / "full", sample)
        wrong += failures(program, sample, full, "File too large, ", limited)
        locked = with_old_files(base / "locked", sample)
        locked.chmod(0o555)
        wrong += failures(program, sample, locked, "not writable", without_rights)
        locked.chmod(0o755)
        taken = base / "taken"
        for output in outputs(sample):
            (taken / output).mkdir(parents=True)
        wrong += failures(program, sample, taken, "directory", None)
        wrong += killed(program, sample, with_old_files(base / "killed", sample))
        wrong += full_output(program, sample)
        wrong += interrupted(program)
    print("\n".join(wrong) or "old files stay whole, and messages name the cause")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
