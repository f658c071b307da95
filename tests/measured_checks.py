#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what the checks measured as a table between two marks of a page.

measured_checks.py PAGE FOLDER DAY COMMIT

FOLDER holds the results: CHECK.xml (ctest --output-junit) for each check below, coverage.log
("core: 96.1 % of ..."), fuzz_NAME.log of each fuzz target. A check without a result keeps the row
that the page has, with its day and commit, or is "not run".
"""
import pathlib
import re
import sys
import xml.etree.ElementTree

CHECKS = {
    "tests": "All tests: release build, warnings are errors, clean environment",
    "nightly": "Tests of the night",
    "sanitize": "Core and its tests under address and undefined-behaviour sanitizers",
    "sanitize-app": "Window and command line under both sanitizers",
    "thread": "Core, command line and the window's jobs under ThreadSanitizer",
}
# What tests print: a name for the page, and where the number stands in the output.
PRINTED = {
    "Signature of the stored reports": r"^(Signature: [0-9a-f]{8})$",
    "Files of strangers": r"^(\d+ rows, \d+ of them wrong)$",
    "Figures of R and SciPy": r"^(\d+ figures compared, \d+ differ)$",
}
BEGIN, END = "<!-- measured -->", "<!-- /measured -->"


def grouped(number):
    return f"{number:,}"


def tests_of(path):
    """The sentence on a run of tests, and what they printed."""
    cases = list(xml.etree.ElementTree.parse(path).getroot().iter("testcase"))
    count = {state: sum(case.get("status") == state for case in cases)
             for state in ("run", "fail", "notrun", "disabled")}
    texts = [case.findtext("system-out") or "" for case in cases]
    # A run of GoogleTest may hold many tests.
    passed = sum(sum(map(int, re.findall(r"\[  PASSED  \] (\d+) test", said))) or 1
                 for case, said in zip(cases, texts) if case.get("status") == "run")
    parts = [f"{grouped(passed)} passed", f"{count['fail']} failed"]
    left = count["notrun"] + count["disabled"]
    if left:
        parts.append(f"{left} skipped for want of `../shared/data`, a program, or preloading")
    return ", ".join(parts), "\n".join(texts)


def fuzzing(folder):
    runs = seconds = targets = 0
    for log in sorted(folder.glob("fuzz_*.log")):
        done = re.search(r"Done (\d+) runs in (\d+) second", log.read_text(errors="replace"))
        if not done:
            return f"{log.stem} found something"
        targets, runs, seconds = (targets + 1, runs + int(done[1]), seconds + int(done[2]))
    if not targets:
        return ""
    return f"{targets} targets, {grouped(runs)} inputs in {seconds / 60:.0f} minutes, no report"


def rows(folder):
    """Each check with its result, which is empty without one."""
    printed = ""
    for check, name in CHECKS.items():
        path = folder / f"{check}.xml"
        result = ""
        if path.exists():
            result, said = tests_of(path)
            printed += said
        yield name, result
    for name, pattern in PRINTED.items():
        yield name, "; ".join(dict.fromkeys(re.findall(pattern, printed, re.MULTILINE)))
    coverage = folder / "coverage.log"
    shares = re.findall(r"^((?:core|app): [\d.]+ % of \d+ lines)",
                        coverage.read_text() if coverage.exists() else "", re.MULTILINE)
    yield "Lines that the tests run", ", ".join(shares)
    yield "Fuzzing under both sanitizers", fuzzing(folder)


def main(page, folder, day, commit):
    path = pathlib.Path(page)
    text = path.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    old, after = rest.split(END)
    known = {row.split(" | ")[0]: row for row in re.findall(r"^\| (.+) \|$", old, re.MULTILINE)}
    table = [BEGIN, "| Check | Result | Measured |", "|---|---|---|"]
    for name, result in rows(pathlib.Path(folder)):
        row = f"{name} | {result} | {day}, {commit}" if result else known.get(name)
        table.append(f"| {row or f'{name} | not run | '} |")
    path.write_text(before + "\n".join(table + [END]) + after, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
