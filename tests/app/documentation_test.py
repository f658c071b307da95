#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the generated help pages with the program's tables; checks the links of all pages.

documentation_test.py PROGRAM SOURCES [--store]: --store writes the generated pages.
"""
import pathlib
import re
import subprocess
import sys

GENERATED = {"command-line": "command-line.md", "scores": "scores.md"}


def printed(program, page):
    return subprocess.run([program, "--print-page", page], check=True, capture_output=True,
                          text=True).stdout


def wrong_pages(program, pages, store):
    for name, file in GENERATED.items():
        path = pages / file
        text = printed(program, name)
        if store:
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            yield f"{path} is not what the program prints; run this test with --store"


def wrong_links(root):
    files = [root / "README.md", *sorted((root / "resources/help").glob("*.md")),
             *sorted((root / "core").rglob("*.md"))]
    for file in files:
        text = re.sub(r"```.*?```", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)#]+)\)", text):
            if not target.startswith("http") and not (file.parent / target).exists():
                yield f"{file} links to {target}, which is not there"
        for line in text.splitlines():
            # A formatter of C++ writes "##Files" and breaks paragraphs into indented lines.
            if re.match(r"#+[^# ]", line):
                yield f"{file}: '{line[:40]}' is no heading"


def wrong_help(program):
    """Options that --help, the manual page or the help page leaves out."""
    short, help_text = (subprocess.run([program, *words], check=True, capture_output=True,
                                       text=True).stdout
                        for words in (["--help"], ["--help", "all"]))
    manual = printed(program, "man").replace("\\-", "-")
    page = printed(program, "command-line")
    options = re.findall(r"--([a-z-]+)", help_text)
    for option in sorted(set(options) - {"help", "version"}):
        if f"--{option}" not in manual or f"--{option}" not in page:
            yield f"--{option} is not on every page"
    if len(set(options)) < 50:
        yield "--help all lists few options"
    if len(short.splitlines()) > 60 or max(map(len, short.splitlines())) > 80:
        yield "--help is long or wide"


def main(program, root, *flags):
    root = pathlib.Path(root)
    wrong = [*wrong_pages(program, root / "resources/help", "--store" in flags),
             *wrong_links(root), *wrong_help(program)]
    lines = len((root / "README.md").read_text(encoding="utf-8").splitlines())
    if lines > 130:
        wrong.append(f"README.md has {lines} lines, more than 130")
    print("\n".join(wrong) or "the pages agree with the program")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
