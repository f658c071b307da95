#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks which folder includes which. Prints every include that the table below does not allow.

The table is the layout of the program: each folder with the folders that its files may include.
A file may always include its own folder. The table has no exceptions for single files, and an
arrow never leads back: a folder may include only folders that stand above it in the table. An
arrow that no file uses is an error, too, so that a new one is always a decision. Names that a file
keeps for itself must differ, too: many files are compiled at once. A test must be built.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
ANONYMOUS = re.compile(r"^namespace \{\n(.*?)^\}  // namespace\n", re.MULTILINE | re.DOTALL)
DEFINED = re.compile(r"^(?:(?:struct|class|enum class) (\w+)\b|using (\w+) ="
                     r"|(?:constexpr|const) [\w:<>, *]+?\b(k[A-Z]\w*)\b(?=\s*[=[{;]))", re.MULTILINE)
FUNCTION = re.compile(r"^(?:[\w:]+(?:<[^;{}()]*>)?[&* ]+)+(\w+)\(([^{};]*?)\)\s*\{", re.MULTILINE)
PUBLIC = re.compile(r"^(?:template <[^;{}]*>\n)?(?:[\w:]+(?:<[^;{}()]*>)?[&* ]+)+(\w+)\(([^{};]*?)\)"
                    r"(?: noexcept)?\s*[{;]", re.MULTILINE)
CONSTANT = re.compile(r"^inline constexpr [^=;(]*?\b(k[A-Z]\w*)\b", re.MULTILINE)
TOP_TYPE = re.compile(r"^(?:struct|class|enum class) (\w+)\b(?!;)", re.MULTILINE)
TYPE = re.compile(r"^ *(?:struct|class|enum class) (\w+)\b(?!;)", re.MULTILINE)
MOST_FILES = 25  # in a folder of core or app

ALLOWED = {
    "core/base": [],
    "core/predictions": ["core/base"],
    "core/numerics": ["core/base", "core/predictions"],
    "core/reading/options": ["core/base", "core/predictions"],
    "core/aggregates": ["core/base", "core/predictions"],
    "core/reading/bytes": ["core/base", "core/predictions", "core/reading/options"],
    "core/reading/numbers": ["core/base"],
    "core/reading/roles": [
        "core/base", "core/predictions", "core/reading/options", "core/reading/numbers"],
    "core/reading/tables/layouts": [
        "core/base", "core/reading/options", "core/reading/numbers", "core/reading/roles"],
    "core/reading/tables": [
        "core/base", "core/reading/options", "core/reading/bytes", "core/reading/numbers",
        "core/reading/roles", "core/reading/tables/layouts"],
    "core/reading/arrays": [
        "core/base", "core/reading/options", "core/reading/bytes", "core/reading/numbers",
        "core/reading/roles"],
    "core/reading/columnar": [
        "core/base", "core/reading/options", "core/reading/numbers", "core/reading/roles"],
    "core/reading/parquet": [
        "core/base", "core/reading/bytes", "core/reading/numbers", "core/reading/columnar"],
    "core/reading/arrow": [
        "core/base", "core/reading/bytes", "core/reading/numbers", "core/reading/columnar"],
    "core/reading/cells": [
        "core/base", "core/predictions", "core/reading/options", "core/aggregates",
        "core/reading/roles"],
    "core/reading/json": [
        "core/base", "core/reading/options", "core/reading/bytes", "core/reading/numbers",
        "core/reading/roles", "core/reading/arrays"],
    "core/reading/bins": [
        "core/base", "core/predictions", "core/reading/numbers", "core/reading/roles",
        "core/reading/json"],
    "core/reading/logs": [
        "core/base", "core/reading/options", "core/reading/bytes", "core/reading/roles",
        "core/reading/json"],
    "core/reading/interpreting": [
        "core/base", "core/predictions", "core/reading/options", "core/reading/roles"],
    "core/reading": [
        "core/base", "core/predictions", "core/reading/options", "core/reading/bytes",
        "core/reading/numbers", "core/reading/roles", "core/reading/tables", "core/reading/arrays",
        "core/reading/columnar", "core/reading/parquet", "core/reading/arrow",
        "core/reading/bins", "core/reading/cells", "core/reading/json", "core/reading/logs",
        "core/reading/interpreting"],
    "core/measuring": ["core/base", "core/predictions", "core/numerics"],
    "core/measuring/curves": ["core/base", "core/numerics", "core/measuring"],
    "core/measuring/deciding": [
        "core/base", "core/predictions", "core/numerics", "core/measuring", "core/measuring/curves"],
    "core/measuring/scores": [
        "core/base", "core/predictions", "core/numerics", "core/measuring",
        "core/measuring/curves", "core/measuring/deciding"],
    "core/measuring/resampling": [
        "core/base", "core/predictions", "core/numerics", "core/measuring",
        "core/measuring/curves", "core/measuring/deciding", "core/measuring/scores"],
    "core/measuring/sweeping": ["core/base", "core/numerics", "core/measuring"],
    "core/measuring/cells": [
        "core/predictions", "core/numerics", "core/aggregates", "core/measuring"],
    "core/recalibrating/temperature": [
        "core/base", "core/predictions", "core/numerics", "core/measuring"],
    "core/recalibrating": [
        "core/base", "core/predictions", "core/numerics", "core/measuring",
        "core/measuring/scores", "core/measuring/sweeping", "core/recalibrating/temperature"],
    "core/comparing": [
        "core/base", "core/predictions", "core/numerics", "core/measuring",
        "core/measuring/deciding", "core/measuring/scores"],
    "core/reporting": [
        "core/base", "core/predictions", "core/numerics", "core/aggregates", "core/measuring",
        "core/measuring/curves", "core/measuring/deciding", "core/measuring/scores",
        "core/measuring/resampling", "core/measuring/sweeping", "core/measuring/cells", "core/recalibrating/temperature",
        "core/recalibrating"],
    "core/reporting/writing": ["core/base", "core/comparing", "core/reporting"],
    "core/selecting": [
        "core/base", "core/aggregates", "core/predictions", "core/numerics", "core/measuring",
        "core/measuring/scores", "core/reporting",
        "core/reporting/writing"],
    "core/publishing/plots": ["core/base", "core/numerics", "core/measuring/curves"],
    "core/publishing/diagrams": ["core/base", "core/reporting", "core/publishing/plots"],
    "core/publishing": [
        "core/base", "core/recalibrating", "core/comparing", "core/reporting",
        "core/reporting/writing", "core/publishing/plots", "core/publishing/diagrams"],
    "core/publishing/models": [
        "core/base", "core/comparing", "core/reporting", "core/publishing/plots",
        "core/publishing/diagrams", "core/publishing"],
    "core/publishing/latex": [
        "core/base", "core/measuring/curves", "core/reporting", "core/reporting/writing",
        "core/publishing/plots", "core/publishing/diagrams", "core/publishing", "core/publishing/models"],
    "core/models": [
        "core/base", "core/predictions", "core/reading", "core/measuring", "core/measuring/curves",
        "core/recalibrating", "core/comparing", "core/reporting", "core/publishing/models"],
    "app/text": [
        "core/base", "core/predictions", "core/numerics", "core/measuring", "core/reading/options"],
    "app/platform": ["core/base", "core/reading/options", "app/text"],
    "app/databases": ["core/base", "app/platform"],
    "app/session": ["core/models", "app/platform"],
    "app/chance": [
        "core/measuring/resampling", "core/measuring/scores", "core/reporting", "app/session"],
    "app/querying": [
        "core/base", "core/predictions", "core/aggregates", "core/reading", "app/text",
        "app/platform", "app/databases", "app/session"],
    "app/diagram/painting": [
        "core/base", "core/measuring", "core/publishing/plots",
        "core/publishing/diagrams", "core/publishing/models", "app/text"],
    "app/diagram/lines": [
        "core/base", "core/publishing/plots", "app/text", "app/diagram/painting"],
    "app/diagram": [
        "core/base", "core/reporting", "core/publishing/diagrams", "core/publishing", "core/publishing/models",
        "core/publishing/latex", "app/text", "app/platform", "app/diagram/painting",
        "app/diagram/lines"],
    "app/settings": ["core/reporting", "core/publishing", "app/text"],
    "app/opening": [
        "core/base", "core/predictions", "core/reading/options", "core/reading", "core/reporting",
        "app/text", "app/platform"],
    "app/results": [
        "core/numerics", "core/measuring/scores", "core/reporting", "core/publishing/diagrams", "app/text",
        "app/diagram/painting", "app/diagram"],
    "app/headless": [
        "core/base", "core/predictions", "core/reading/options", "core/aggregates", "core/reading",
        "core/measuring/scores", "core/recalibrating", "core/comparing", "core/reporting",
        "core/reporting/writing", "core/selecting", "core/publishing/diagrams", "core/publishing", "core/publishing/models", "core/models", "app/text",
        "app/platform", "app/diagram/painting", "app/diagram"],
    "app/exporting": [
        "core/reporting/writing", "core/selecting", "core/publishing", "app/text", "app/platform", "app/diagram",
        "app/headless"],
    "app/recalibrating": [
        "core/base", "core/predictions", "core/reading/options", "core/recalibrating",
        "core/reporting", "core/publishing", "core/models", "app/text", "app/platform",
        "app/session", "app/diagram/painting", "app/diagram/lines", "app/diagram", "app/results",
        "app/headless"],
    "app/comparing": [
        "core/base", "core/recalibrating", "core/comparing", "core/reporting", "core/publishing",
        "core/publishing/models", "core/models", "app/text", "app/platform", "app/session",
        "app/diagram/painting", "app/diagram/lines", "app/diagram", "app/results"],
    "app/palette": ["core/reporting", "app/text"],
    "app/selecting": [
        "core/base", "core/aggregates", "core/measuring", "core/reading", "core/reading/arrays",
        "core/selecting", "app/text", "app/platform", "app/session",
        "app/querying", "app/results", "app/palette"],
    "app/remembering": [
        "app/text", "app/session", "app/querying", "app/diagram/painting", "app/diagram", "app/opening",
        "app/headless"],
    "app/window": [
        "core/base", "core/predictions", "core/reading", "core/reporting",
        "core/reporting/writing", "core/publishing/diagrams", "core/publishing", "core/models", "app/text", "app/platform",
        "app/databases", "app/session", "app/querying", "app/diagram/painting",
        "app/diagram/lines", "app/diagram", "app/settings", "app/opening", "app/results",
        "app/headless", "app/exporting", "app/recalibrating", "app/comparing", "app/remembering", "app/selecting",
        "app/palette", "app/chance"],
    "app": ["app/headless", "app/remembering", "app/window"],
}

# The top folders by level, the lowest first: each may include only folders of lower levels.
LEVELS = [["core/base"], ["core/predictions"], ["core/numerics", "core/aggregates"],
          ["core/reading", "core/measuring"], ["core/recalibrating", "core/comparing"],
          ["core/reporting"], ["core/selecting"], ["core/publishing"], ["core/models"], ["app"]]
# What is read becomes a Dataset; only these know how.
READERS = ["core/reading", "core/models", "app"]

SYSTEM = "the system, outside of a _posix.cpp file"
# Libraries that only some folders may include.
LIBRARIES = [
    (r"^Q", r"^app(/|$)", "Qt"),
    (r"^QtCharts|^QChart|^QValueAxis|^QLineSeries", r"^app/diagram(/lines)?$", "Qt Charts"),
    (r"^sqlite3|^libpq|^sql(ext)?\.h", r"^app/databases$", "a database"),
    (r"^QThread|^QtConcurrent|^thread$|^mutex$", r"^app/platform$", "threads"),
    (r"^(fcntl|poll|unistd|malloc)\.h$|^sys/", r"^$", SYSTEM),
    (r"^QtWidgets$|^QtCharts$|^QtCore$|^QtGui$", r"^$", "a whole Qt module"),
]


def top(folder):
    """The top folder of a folder, and its level."""
    for level, names in enumerate(LEVELS):
        for name in names:
            if folder == name or folder.startswith(name + "/"):
                return name, level
    return folder, -1


def wrong_in_table():
    """Arrows of the table itself that lead back, or between top folders that do not see each
    other."""
    for folder, targets in ALLOWED.items():
        own, level = top(folder)
        for target in targets:
            other, below = top(target)
            if other != own and (below >= level or other == "core/reading" and own not in READERS):
                yield f"the table lets {own} include {other}"
    order = list(ALLOWED)
    for folder, targets in ALLOWED.items():
        for target in targets:
            if target not in ALLOWED or order.index(target) >= order.index(folder):
                yield f"the table lets {folder} include {target}, which does not stand above it"


def wrong_in_file(name, text):
    folder = name.rpartition("/")[0]
    for bracket, included in INCLUDE.findall(text):
        target = included.rpartition("/")[0]
        own = bracket == '"' or included.startswith(("core/", "app/"))
        if own and target != folder and target not in ALLOWED.get(folder, []):
            yield f"{name} includes {included}"
        for library, allowed, what in LIBRARIES:
            if what == SYSTEM and name.endswith("_posix.cpp"):
                continue
            if bracket == "<" and re.search(library, included) and not re.search(allowed, folder):
                yield f"{name} includes {included}: {what}"


def unused_arrows(texts):
    """Arrows of the table that no file uses: an include that nobody needs would not be noticed."""
    used = {(name.rpartition("/")[0], included.rpartition("/")[0])
            for name, text in texts.items() for _, included in INCLUDE.findall(text)}
    for folder, targets in ALLOWED.items():
        for target in targets:
            if (folder, target) not in used:
                yield f"no file of {folder} includes one of {target}; drop the arrow"


def wrong_in_folders(names):
    counts = {}
    for name in names:
        folder = name.rpartition("/")[0]
        counts[folder] = counts.get(folder, 0) + 1
    for folder, count in counts.items():
        if folder not in ALLOWED:
            yield f"the folder {folder} is not in the table"
        if count > MOST_FILES:
            yield f"the folder {folder} holds {count} files, more than {MOST_FILES}"
    for folder in ALLOWED.keys() - counts.keys():
        yield f"the folder {folder} of the table holds no file"


def wrong_pairs(names):
    """Implementations without a header of their name; _posix.cpp holds what a port would write
    anew, _absent.cpp stands for what a build leaves out."""
    for name in names:
        header = re.sub(r"(_posix|_absent)?\.cpp$", ".h", name)
        if name.endswith(".cpp") and name != "app/main.cpp" and header not in names:
            yield f"{name} has no header of its name"


def tests_left_out(root):
    """Tests that no program of tests is built of: they would never run, without a word."""
    lists = " ".join(p.read_text(encoding="utf-8") for p in (root / "tests").rglob("CMakeLists.txt"))
    for path in sorted((root / "tests").rglob("*_test.cpp")):
        if not re.search(rf"(?<!\w){re.escape(path.name)}", lists):
            yield f"{path.relative_to(root).as_posix()} is in no CMakeLists.txt"


def types_of(parameters):
    """The types of parameters without what a call does not tell apart: names, const and &."""
    parameters = re.sub(r"<[^<>]*>", lambda found: found.group().replace(",", ";"), parameters)
    types = []
    for parameter in re.sub(r"\bconst\b|&", "", parameters).split(","):
        text = parameter.split("=")[0].strip()
        types.append(re.sub(r"\s+", "", re.sub(r"(?<=[\w>*])\s+\w+$", "", text)))
    return ", ".join(types)


def names_twice(texts):
    """Types, constants and functions of one name in the anonymous namespaces of two files: a
    compiler that takes many files at once takes them for one. Tests of core and of the app are two
    programs."""
    where = {}
    for name, text in texts.items():
        program = name.split("/")[0] if not name.startswith("tests/") else name.split("/", 2)[:2]
        for inside in ANONYMOUS.findall(text):
            defined = ["".join(found) for found in DEFINED.findall(inside)]
            defined += [f"{function}({types_of(parameters)})"
                        for function, parameters in FUNCTION.findall(inside)]
            for one in defined:
                where.setdefault((str(program), one), set()).add(name)
    for (_, defined), files in where.items():
        if len(files) > 1:
            yield f"{defined} is defined in {' and '.join(sorted(files))}: name them apart"


def hidden_names(texts):
    """Names of an anonymous namespace that a header declares, too: a compiler that takes many files
    at once finds the wrong one, or cannot choose. A function may share its name with one that an
    argument of a type of ours leads to."""
    types = {name for text in texts.values() for name in TYPE.findall(text)}
    public = {}
    for file, text in texts.items():
        if not file.endswith(".h"):
            continue
        names = CONSTANT.findall(text) + TOP_TYPE.findall(text)
        names += [function for function, parameters in PUBLIC.findall(text)
                  if types.isdisjoint(re.findall(r"\w+", types_of(parameters)))]
        for name in names:
            public.setdefault(name, set()).add(file)
    for file, text in texts.items():
        for inside in ANONYMOUS.findall(text):
            local = [function for function, _ in FUNCTION.findall(inside)]
            local += ["".join(found) for found in DEFINED.findall(inside)]
            for name in local:
                for header in sorted(public.get(name, ())):
                    yield f"{file}: {name} is declared in {header}, too: name them apart"


def main(root):
    paths = [p for folder in ("core", "app") for p in (root / folder).rglob("*")
             if p.suffix in (".h", ".cpp")]
    texts = {p.relative_to(root).as_posix(): p.read_text(encoding="utf-8") for p in sorted(paths)}
    wrong = [*wrong_in_table(), *unused_arrows(texts), *wrong_in_folders(texts),
             *wrong_pairs(texts), *tests_left_out(root)]
    for name, text in texts.items():
        wrong += wrong_in_file(name, text)
    tests = {p.relative_to(root).as_posix(): p.read_text(encoding="utf-8")
             for folder in ("core", "app") for p in sorted((root / "tests" / folder).rglob("*.cpp"))}
    wrong += names_twice(texts | tests)
    wrong += hidden_names(texts)
    print("\n".join(wrong) or f"{len(texts)} files keep to their layers")
    return 1 if wrong or not texts else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
