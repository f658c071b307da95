#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lets files change while they are read, memory run out, and signals come in long work: the program
prints right numbers or says what is wrong, and never crashes, hangs or leaves half a file.

read_faults_test.py PROGRAM COMPILER
"""
import gzip
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import numpy as np

REPORT = ["--report", "json"]
STARTS = [1, 2, 3, 4, 6, 8, 12, 32, 96, 320]
COLUMNAR = pathlib.Path(__file__).parent.parent / "data" / "columnar"


def predictions(rows, seed):
    draw = np.random.default_rng(seed)
    p = draw.random(rows).round(6)
    return p, (draw.random(rows) < p).astype("u1")


def files(folder, rows, seed=1):
    """Writes the same predictions in several formats; returns the files."""
    p, y = predictions(rows, seed)
    text = "label,probability\n" + "".join(f"{label},{score:.6f}\n" for label, score in zip(y, p))
    (folder / "p.csv").write_text(text)
    (folder / "p.csv.gz").write_bytes(gzip.compress(text.encode(), 1))
    (folder / "p.json").write_text(json.dumps([{"label": int(label), "probability": float(score)}
                                               for label, score in zip(y, p)]))
    np.savez(folder / "p.npz", probability=p.astype("f4"), label=y)
    np.savez_compressed(folder / "c.npz", probability=p.astype("f4"), label=y)
    return [folder / name for name in ("p.csv", "p.csv.gz", "p.json", "p.npz", "c.npz")]


def run(program, shim, path, arguments=REPORT, **faults):
    setting = {name: str(value) for name, value in faults.items()}
    environment = os.environ | {"LD_PRELOAD": str(shim), "FAULT_FILE": str(path)} | setting
    return subprocess.run([program, path, *arguments], capture_output=True, timeout=60,
                          env=environment)


def reports(done):
    return json.loads(done.stdout)["reports"] if done.stdout else []


def changed(program, shim, folder):
    """The file changes before its second read."""
    rows = 60000
    arguments = [*REPORT, "--only", "ece"]
    kept = folder / "kept"
    other = folder / "other"
    kept.mkdir()
    other.mkdir()
    for original, replacement in zip(files(kept, rows), files(other, rows, seed=2)):
        whole = reports(run(program, shim, original, arguments))
        new = reports(run(program, shim, replacement, arguments))
        for action in ("remove", "truncate", "replace", "grow"):
            path = folder / original.name
            path.write_bytes(original.read_bytes())
            newer = folder / (original.name + ".new")
            newer.write_bytes(replacement.read_bytes())
            done = run(program, shim, path, arguments, FAULT_AT=2, FAULT_ACTION=action)
            what = f"{original.name}, {action}: status {done.returncode}, {done.stderr.decode()}"
            if path.exists() and newer.exists() and path.stat().st_size == original.stat().st_size:
                yield f"{what}: the fault did not happen"
            scores = [one["scores"] for one in reports(done)]
            if action == "truncate":
                if done.returncode != 1 or b"became shorter while it was read" not in done.stderr:
                    yield what
            elif action == "grow" and done.returncode == 1:
                # Formats with an end may say that something comes after it.
                if not done.stderr.startswith(f"diagonal: {path}: ".encode()) or scores:
                    yield what
            elif action == "grow":
                if not reports(done) or reports(done)[0]["rows"] < rows:
                    yield what
            elif done.returncode != 0 or scores not in [[whole[0]["scores"]], [new[0]["scores"]]]:
                yield what
            for file in (path, newer):
                file.unlink(missing_ok=True)


def without_memory(program, shim, folder):
    """Every 997th allocation fails from the first read of the file on."""
    # Small files: one with each codec, of both formats. Below 64 bytes glibc itself may abort.
    columnar = [COLUMNAR / f"pairs{name}" for name in (
        "_snappy.parquet", "_gzip.parquet", "_zstd.parquet", "_lz4_raw.parquet", "_brotli.parquet",
        "_delta.parquet", ".arrow", "_polars_lz4.arrow", "_polars_zstd.arrow")]
    sizes = {path: ((4096, STARTS), (1 << 16, STARTS[:6:2])) for path in files(folder, 4000)}
    sizes |= {path: ((512, range(1, 40, 3)), (64, STARTS)) for path in columnar}
    for path, faults in sizes.items():
        refused = 0
        whole = subprocess.run([program, path, *REPORT], capture_output=True, timeout=60).stdout
        for size, starts in faults:
            for start in starts:
                done = run(program, shim, path, FAIL_FROM=start, FAIL_EVERY=997, FAIL_SIZE=size)
                what = (f"{path.name}, allocation {start} of {size} bytes: status "
                        f"{done.returncode}, {done.stderr.decode()[-300:]}")
                if done.returncode not in (0, 1):
                    yield what
                elif done.returncode == 0 and done.stdout != whole:
                    yield f"{what}: other numbers"
                elif done.returncode == 1:
                    refused += 1
                    if reports(done) or b"there is not enough memory" not in done.stderr:
                        yield what
        if refused < 4:
            yield f"{path.name}: only {refused} runs were refused: allocations did not fail"


def stopped(command, old, whole, number, wait):
    """Sends a signal after `wait` seconds, or a half, a quarter... if the work is done by then;
    returns the status and all that the program said."""
    while True:
        old.write_bytes(b"old")
        begun = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        time.sleep(wait)
        begun.send_signal(number)
        said, _ = begun.communicate(timeout=20)
        is_done = begun.returncode == 0 or old.read_bytes() == whole
        if not is_done or wait < 0.01:
            return begun.returncode, said.decode()
        wait /= 2


def in_long_work(program, folder):
    """Signals end the program with their status (130 and 143 in a shell) and leave the old file."""
    p, y = predictions(3_000_000, 3)
    np.savez(folder / "long.npz", probability=p, label=y)
    work = folder / "work"
    work.mkdir()
    for name, options in {"o.csv": ["--recalibrate", "isotonic", "--write"], "o.png": ["--export"],
                          "o.json": ["--recalibrate", "beta", "--save-map"]}.items():
        old = work / name
        subprocess.run([program, folder / "long.npz", *options, old], capture_output=True,
                       check=True)
        whole = old.read_bytes()
        for number in (signal.SIGINT, signal.SIGTERM):
            for wait in (0.1, 0.6):
                status, said = stopped([program, folder / "long.npz", *options, old], old, whole,
                                       number, wait)
                if status != -number or said:
                    yield f"{name}, {number.name}: status {status}, {said}"
                if old.read_bytes() != b"old" or len(list(work.iterdir())) != 1:
                    yield f"{name}, {number.name}: {[one.name for one in work.iterdir()]}"
        old.unlink()


def odd_places(program, folder):
    """Links that lead to themselves, and a hundred thousand files beside one."""
    (folder / "loop").symlink_to("loop")
    tree = folder / "tree"
    tree.mkdir()
    (tree / "up").symlink_to("..", target_is_directory=True)
    for i in range(100_000):
        os.mknod(f"{tree}/f{i}.csv")
    (tree / "one.csv").write_text("label,probability\n1,0.9\n0,0.2\n")
    for path, status, words in ((folder / "loop", 1, "Too many levels of symbolic links"),
                                (tree, 1, "is a folder"), (tree / "up/tree/up/tree", 1, "is a folder"),
                                (tree / "up/tree/one.csv", 0, ""), (tree / "one.csv", 0, "")):
        start = time.monotonic()
        done = subprocess.run([program, path, *REPORT, "--only", "ece"], capture_output=True,
                              timeout=60)
        took = time.monotonic() - start
        if done.returncode != status or words not in done.stderr.decode() or took > 10:
            yield f"{path.name}: status {done.returncode} after {took:.1f} s, {done.stderr.decode()}"


def without_home(program, folder):
    """Reports need neither a home nor a folder for sockets."""
    path = folder / "one.csv"
    path.write_text("label,probability\n1,0.9\n0,0.2\n")
    locked = folder / "locked"
    locked.mkdir(mode=0o500)
    for environment in ({}, {"HOME": str(folder / "nowhere")}, {"HOME": str(locked), "XDG_CONFIG_HOME": str(path),
                                                   "XDG_RUNTIME_DIR": str(path)}):
        for options in (REPORT, ["--export", folder / "o.png"]):
            done = subprocess.run([program, path, *options], capture_output=True, timeout=60,
                                  env=environment)
            if done.returncode or done.stderr:
                yield f"{environment}: status {done.returncode}, {done.stderr.decode()}"


def main(program, compiler):
    program = os.path.abspath(program)
    if any(mark in pathlib.Path(program).read_bytes() for mark in (b"__asan_init", b"__tsan_init")):
        print("Skipped: the sanitizers replace malloc, too")
        return 77
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        base = pathlib.Path(name).resolve()
        shim = base / "fault_injection.so"
        source = pathlib.Path(__file__).with_name("fault_injection.c")
        subprocess.run([compiler, "-x", "c", "-shared", "-fPIC", "-O1", source, "-o", shim, "-ldl"],
                       check=True)
        for i, (test, uses_shim) in enumerate(((changed, True), (without_memory, True),
                                               (in_long_work, False), (odd_places, False),
                                               (without_home, False))):
            folder = base / str(i)
            folder.mkdir()
            start = time.monotonic()
            wrong += test(program, shim, folder) if uses_shim else test(program, folder)
            print(f"{test.__name__}: {time.monotonic() - start:.1f} s", flush=True)
    print("\n".join(wrong) or "numbers are right or refused, and old files stay whole")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
