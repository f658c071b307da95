#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens the window with damaged settings, without a home, beside a hundred thousand files, and
twice at once: it opens, shows the file, and ends when it is asked to.

in_real_window window_faults_test.py PROGRAM SAMPLES
"""
import configparser
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

DESKTOP = ("DISPLAY", "XAUTHORITY", "PATH", "QT_QPA_PLATFORM", "QT_SCALE_FACTOR",
           "ASAN_OPTIONS", "LSAN_OPTIONS", "LLVM_PROFILE_FILE")  # the last three of builds for tests
RECENT = "[files]\nrecent=@Variant(\\0\\0\\0\\t\\xff\\xff\\xff\\xff)\n"
SETTINGS = {
    "random bytes": os.urandom(4096), "zeros": bytes(1 << 20), "nothing": b"",
    "a cut line": b"[window]\ngeometry=@ByteArray(\\x1\\xd9\\xd0", "other types":
    b"[window]\ngeometry=7\nsplitter=@Size(9 9)\ntheme=@Invalid()\n[files]\nrecent=3\n[views]\n"
    b"x=1\n[export]\nsize=@Size(-5 99999999)\ndpi=1e99\ntext=nan\n", "a long list": RECENT.encode(),
    "a long line": b"[window]\ntheme=" + b"x" * (1 << 22)}


def environment(home):
    desktop = {name: os.environ[name] for name in DESKTOP if name in os.environ}
    return desktop | ({"HOME": str(home), "XDG_CONFIG_HOME": str(home / ".config")} if home else {})


class Window:
    """The program with one file, until it is closed."""

    def __init__(self, program, arguments, settings, folder):
        self.errors = tempfile.TemporaryFile()
        self.run = subprocess.Popen([program, *arguments], env=settings, cwd=folder,
                                    stdout=subprocess.DEVNULL, stderr=self.errors)

    def waits_for(self, title, patience=20):
        """Returns the window whose title begins so; None if there is none or the program ended."""
        end = time.monotonic() + patience
        while time.monotonic() < end and self.run.poll() is None:
            found = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid",
                                    str(self.run.pid), "--name", "^" + title],
                                   capture_output=True, text=True).stdout.split()
            if found:
                return found[0]
            time.sleep(0.1)
        return None

    def close(self, number=signal.SIGTERM):
        if self.run.poll() is None:
            self.run.send_signal(number)
        try:
            return self.run.wait(20)
        except subprocess.TimeoutExpired:
            self.run.kill()
            return "it did not end"

    def said(self):
        self.errors.seek(0)
        return self.errors.read().decode(errors="replace")[-500:]


def opens(program, arguments, title, settings, folder):
    """Yields what is wrong with a window that should open with this title."""
    window = Window(program, arguments, settings, folder)
    found = window.waits_for(title)
    status = window.close()
    if not found or status != -signal.SIGTERM:
        yield f"status {status}, {'a' if found else 'no'} window: {window.said()}"


def damaged_settings(program, sample, base):
    for name, text in SETTINGS.items():
        home = base / name
        folder = home / ".config/Diagonal"
        folder.mkdir(parents=True)
        for file in ("settings.ini", "mappings.json"):
            (folder / file).write_bytes(text)
        for wrong in opens(program, [sample], sample.name, environment(home), base):
            yield f"settings of {name}: {wrong}"
    home = base / "folders"
    for file in ("settings.ini", "mappings.json"):
        (home / ".config/Diagonal" / file).mkdir(parents=True)
    for wrong in opens(program, [sample], sample.name, environment(home), base):
        yield f"folders called like settings: {wrong}"


def without_home(program, sample, base):
    locked = base / "locked"
    locked.mkdir(mode=0o500)
    places = {"no home": environment(None), "a home that is not there": {"HOME": str(base / "nowhere")},
              "a home that is a file": {"HOME": str(sample)},
              "a runtime folder that is a file": {"XDG_RUNTIME_DIR": str(sample)},
              "a runtime folder that is not there": {"XDG_RUNTIME_DIR": str(base / "nowhere")},
              "a full runtime folder": {"XDG_RUNTIME_DIR": "/dev/full"},
              "a locked runtime folder": {"XDG_RUNTIME_DIR": str(locked)}}
    for name, place in places.items():
        for wrong in opens(program, [sample], sample.name, environment(None) | place, base):
            yield f"{name}: {wrong}"


def many_files(program, sample, base):
    folder = base / "many"
    folder.mkdir()
    for i in range(100_000):
        os.mknod(f"{folder}/f{i:06}.csv")
    shutil.copy(sample, folder / "a.csv")
    (folder / "up").symlink_to("..", target_is_directory=True)
    (folder / "loop.csv").symlink_to("loop.csv")
    for wrong in opens(program, [folder / "a.csv"], "a.csv", environment(base / "h"), base):
        yield f"a file beside 100,000: {wrong}"
    # A folder is opened as the files in it.
    for wrong in opens(program, [folder], "", environment(base / "h"), base):
        yield f"a folder of 100,000 files: {wrong}"


def recent_files(home):
    """Returns the text of the entry of recent files in the settings."""
    written = configparser.RawConfigParser(strict=False)
    written.read(home / ".config/Diagonal/settings.ini")
    # Qt writes the bytes of UTF-16.
    return re.sub(r"\\x([0-9a-f]+)", lambda match: chr(int(match[1], 16)),
                  written.get("files", "recent", fallback="").replace("\\0", ""))


def two_at_once(program, sample, base):
    """Two windows write the settings at the same time: all of both is there."""
    home = base / "two"
    names = [f"{letter}{i}.csv" for i in range(4) for letter in "ab"]
    for name in names:
        shutil.copy(sample, base / name)
    for i in range(0, len(names), 2):
        both = [Window(program, [base / name], environment(home), base) for name in names[i:i + 2]]
        # A window that opens takes the keys meant for the other: both must be there before.
        handles = [window.waits_for(name) for name, window in zip(names[i:i + 2], both)]
        for name, window, handle in zip(names[i:i + 2], both, handles):
            if not handle:
                yield f"{name}: no window: {window.said()}"
            else:
                # The title is there before the file is read; only then it is remembered.
                end = time.monotonic() + 10
                while name not in recent_files(home) and time.monotonic() < end:
                    time.sleep(0.1)
                subprocess.run(["xdotool", "windowactivate", "--sync", handle, "key", "ctrl+q"])
        for window in both:
            try:
                status = window.run.wait(20)
            except subprocess.TimeoutExpired:
                status = window.close()
            if status != 0:
                yield f"a closed window: status {status}, {window.said()}"
    recent = recent_files(home)
    lost = [name for name in names if name not in recent]
    if lost:
        yield f"{', '.join(lost)} of {len(names)} files are not among the recent ones: {recent}"


def main(program, samples):
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        base = pathlib.Path(name).resolve()
        sample = pathlib.Path(shutil.copy(pathlib.Path(samples) / "breast_cancer_logistic.csv",
                                          base))
        for test in (damaged_settings, without_home, many_files, two_at_once):
            start = time.monotonic()
            wrong += test(os.path.abspath(program), sample, base)
            print(f"{test.__name__}: {time.monotonic() - start:.1f} s", flush=True)
    print("\n".join(wrong) or "the window opens, and ends when asked to")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
