#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs the program into a folder and tries what an installation brings: completions, types of
files, manual page, and one version everywhere.

packaging_test.py BUILD SOURCES
"""
import gzip
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as xml

MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"


def output(*command, **more):
    return subprocess.run(command, check=True, capture_output=True, text=True, **more).stdout


def typed(shell, setup, keys):
    """What a shell in a terminal shows of a line that is typed after `setup`."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="dumb", PS1="ready ", COLUMNS="400")
        os.execvp(shell[0], shell)

    def shown(until, seconds):
        text, end = b"", time.monotonic() + seconds
        while time.monotonic() < end and not (until and until in text):
            if select.select([terminal], [], [], 0.1)[0]:
                try:
                    text += os.read(terminal, 1 << 16)
                except OSError:
                    break
        return text.decode(errors="replace")

    os.write(terminal, (setup + "; stty cols 400; echo se''t\n").encode())
    shown(b"\r\nset", 20)
    os.write(terminal, keys.encode())
    text = shown(None, 3)
    os.close(terminal)
    os.waitpid(pid, 0)
    return re.sub(r"(.)\x08", "", text.replace("\x08\x08", "")).replace("\r", "")


KEYS = {"--dia\t": "--diagram", "--recal\tvec\t": "vector", "--report\tmark\t": "markdown",
        "--only ece,nl\t": "ece,nll", "--column lab\t": "label=", "--print-sql duck\t": "duckdb",
        "--fail-above brier_s\t": "brier_skill="}


def wrong_in_bash(share):
    file = share / "bash-completion/completions/diagonal"
    output("bash", "-n", file)
    for keys, wanted in KEYS.items():
        text = typed(["bash", "--norc", "--noprofile", "-i"], f"source {file}", "diagonal " + keys)
        if wanted not in text:
            yield f"bash completes {keys!r} to {text!r}"


def wrong_in_zsh(share):
    folder = share / "zsh/site-functions"
    output("zsh", "-n", folder / "_diagonal")
    text = typed(["zsh", "-f", "-i"],
                 f"fpath=({folder} $fpath); autoload -U compinit; compinit -D -u",
                 "diagonal --dia\tmur\t --recal\tvec\t")
    if "murphy" not in text or "vector" not in text:
        yield f"zsh completes to {text!r}"


def wrong_in_fish(share):
    file = share / "fish/vendor_completions.d/diagonal.fish"
    output("fish", "-n", file)
    for line, wanted in (("--dia", "--diagram"), ("--report m", "markdown"),
                         ("--only ece,nl", "ece,nll")):
        text = output("fish", "-c", f"source {file}; complete -C 'diagonal {line}'")
        if wanted not in text:
            yield f"fish completes {line} to {text!r}"


def wrong_types(share):
    """Types of files that the desktop file names and nothing defines, or that find no file."""
    package = next((share / "mime/packages").glob("*.xml"))
    types = {t.get("type"): [g.get("pattern") for g in t.iter(MIME + "glob")]
             for t in xml.parse(package).getroot()}
    desktop = next((share / "applications").glob("*.desktop")).read_text()
    named = re.search(r"^MimeType=(.*)$", desktop, re.MULTILINE)[1].strip(";").split(";")
    known = {"text/csv", "text/tab-separated-values"}
    yield from (f"{t} is defined by no file" for t in set(named) - known - set(types))
    yield from (f"the desktop file does not name {t}" for t in set(types) - set(named))
    patterns = {p for globs in types.values() for p in globs}
    for ending in ("npz", "npy", "jsonl", "parquet", "eval"):
        if "*." + ending not in patterns:
            yield f"no type is that of .{ending}"
    if shutil.which("update-mime-database"):
        output("update-mime-database", share / "mime", env={**os.environ, "XDG_DATA_DIRS": "/"})


def wrong_versions(program, root, version):
    stated = {
        "CITATION.cff": r"^version: (.*)$", "CHANGELOG.md": r"^## (\S+)",
        "resources/python/diagonal.py": r'^__version__ = "(.*)"$',
        "resources/packaging/conda/meta.yaml": r'set version = "(.*?)"'}
    for name, pattern in stated.items():
        found = re.search(pattern, (root / name).read_text(encoding="utf-8"), re.MULTILINE)[1]
        if found != version:
            yield f"{name} is of version {found}, the program of {version}"
    info = next((root / "resources/share/metainfo").glob("*.xml"))
    if xml.parse(info).getroot().find("releases/release").get("version") != version:
        yield f"{info.name} begins with another release"


def main(build, root):
    root = pathlib.Path(root)
    with tempfile.TemporaryDirectory() as folder:
        prefix = pathlib.Path(folder)
        output("cmake", "--install", build, "--prefix", folder)
        program, share = prefix / "bin/diagonal", prefix / "share"
        version = output(program, "--version").split()[1]
        wrong = [*wrong_in_bash(share), *wrong_types(share), *wrong_versions(program, root, version)]
        if shutil.which("zsh"):
            wrong += wrong_in_zsh(share)
        if shutil.which("fish"):
            wrong += wrong_in_fish(share)
        page = gzip.decompress((share / "man/man1/diagonal.1.gz").read_bytes()).decode()
        if f"diagonal {version}" not in page:
            wrong.append("the manual page is of another version")
    print("\n".join(wrong) or "what is installed works")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
