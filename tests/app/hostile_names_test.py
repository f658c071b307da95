#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sends hostile names of files, columns, classes, groups and titles through every output. Nothing
runs, nothing is fetched, and names come back as they were where the format can hold them.

    hostile_names_test.py PROGRAM
"""
import csv
import html.parser
import io
import json
import os
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
import zlib

PROGRAM = os.path.abspath(sys.argv[1])
PATIENCE = 600  # seconds; sanitizers take minutes for what takes one otherwise
# "touch made", if any program ran it, would leave a file.
NAMES = [
    "'", '"', '""', "'''", '"""', "'''\nopen('made','w')#", '"""\nopen("made","w")', "{}", '","x":1',
    "<b>bold</b>", "<script>alert(1)</script>", "<img src=file:///etc/passwd>",
    "<img src=x onerror=alert(1)>", "</td></table><h1>x", "</svg><script>1</script>", "]]>", "<!--",
    "*/", "&", "&amp;", "&#60;", "javascript:alert(1)", "url(http://x)",
    "\\input{|touch made}", "\\immediate\\write18{touch made}", "}\\end{document}", "$x^2$", "100%",
    "#1", "a_b^c~d", "\\", "\\\\", "[1cm]", "^^5cinput{|ls}", "a\n\\immediate\\write18{touch made}",
    "=1+1", "@SUM(1)", "+1+1", "-1-1", '=HYPERLINK("http://x")', "a,b", "a;b", "a\ttab",
    "two\nlines", "cr\rlf\r\nx", "\x1b[31mred\x1b[0m", "\x9b31m", "\x7f", "\u202eabc\u202c",
    "\u2066x", "\u2028x", "$(touch made)", "`touch made`", "; touch made", "| touch made", "--help",
    "-", "~", "*", "a b", "%s%n", "%1", "| a | b |", "[link](http://x)", "![i](http://x/y.png)",
    "'; DROP TABLE t; --", "\\'; DROP TABLE t; --", "é", "a  b", "\U0001f600", "x " * 100 + "x"]
INVISIBLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
UNKNOWN_TO_PDFLATEX = {"\U0001f600"}
ENGINES = ("sqlite", "postgresql", "duckdb", "mysql", "clickhouse", "trino", "spark", "bigquery",
           "snowflake")


def visible(text):
    """What outputs for people show of a name: control characters are written out."""
    def escape(match):
        known = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
        code = ord(match[0])
        return known.get(match[0]) or (f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}")
    return INVISIBLE.sub(escape, text)


def in_one_line(text):
    return visible(re.sub("[\n\r\t]", " ", text))


def classes_file(path, names):
    """Writes predictions of as many classes as names, each also the name of a group."""
    draw = random.Random(1)
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["label", "part", *names])
        for i in range(4 * len(names)):
            scores = [draw.random() ** 3 + 1e-3 for _ in names]
            total = sum(scores)
            writer.writerow([names[i * 7 % len(names)], names[i % len(names)],
                             *(f"{score / total:.6f}" for score in scores)])
    return [path, "--column", "group=part", "--column", "label=label",
            *(word for name in names for word in ("--column", "score=" + name))]


def binary_file(path, column="probability", group="part", names=("a",)):
    draw = random.Random(2)
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["label", column, group])
        for i in range(20 * len(names)):
            p = draw.random()
            writer.writerow([int(draw.random() < p), f"{p:.5f}", names[i % len(names)]])


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.elements, self.texts = [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_data(self, data):
        self.texts.append(data)


class HostileNames(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)
        self.path.joinpath("sub").mkdir()
        self.work = self.path / "sub"

    def tearDown(self):
        made = [str(found) for found in self.path.rglob("made*")]
        self.assertEqual(made, [], "a name was run")

    def run_program(self, *arguments, status=0):
        done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.work, capture_output=True,
                              timeout=PATIENCE)
        said = done.stderr.decode()
        self.assertEqual(done.returncode, status, said[:1000])
        self.assertIsNone(INVISIBLE.search(said.replace("\n", "")), said[:1000])
        return done.stdout.decode()

    def classes(self):
        return classes_file(self.work / "h.csv", NAMES)

    def named_files(self):
        """Files that are called like names, as arguments."""
        names = [name for name in NAMES if "/" not in name and len(name.encode()) <= 255]
        for name in names:
            binary_file(self.work / name)
        return names, ["./" + name for name in names]

    # Text for people: terminals and Markdown.

    def test_text(self):
        names = [name for name in NAMES if name != "-"]  # as a group: that it is missing
        hostile = classes_file(self.work / "h.csv", names)
        plain = classes_file(self.work / "p.csv", [f"n{i}x" for i in range(len(names))])
        for form in ("text", "markdown"):
            for table in ([], ["--caption", "ml"]):
                words = table or ["--report", form]
                shown = self.run_program(*hostile, *words)
                usual = self.run_program(*plain, *words)
                self.assertIsNone(INVISIBLE.search(shown.replace("\n", "")), words)
                self.assertEqual(shown.count("\n"), usual.count("\n"), words)
        binary_file(self.work / "g.csv", names=("a\ttab", "two\nlines"))
        shown = self.run_program("g.csv", "--column", "group=part", "--report", "text")
        self.assertIn("part = a\\ttab ", shown)
        self.assertIn("part = two\\nlines ", shown)

    def test_files_in_text(self):
        names, arguments = self.named_files()
        shown = self.run_program(*arguments, "--report", "text", "--only", "ece")
        self.assertIsNone(INVISIBLE.search(shown.replace("\n", "")))
        for name in names:
            self.assertIn("./" + visible(name) + "\n", shown)
        # An unreadable one is named in a message.
        for name in names:
            self.work.joinpath(name).write_bytes(b"")
        self.run_program(*arguments, "--report", "text", status=1)

    def test_markdown(self):
        shown = self.run_program(*self.classes(), "--report", "markdown", "--table", "classes")
        cells = [line.split(" | ")[0] for line in shown.splitlines() if line.startswith("| ")]
        for name in NAMES:
            escaped = re.sub(r"([\\`*_{}\[\]<>#|$~]|&(?=[A-Za-z#]))", r"\\\1", in_one_line(name))
            self.assertIn("| " + escaped, cells)

    # Data: everything comes back.

    def test_csv(self):
        groups = {"part = " + name for name in NAMES} - {"part = -"}  # "-" means that it is missing
        for table, column, names in (("classes", "class", set(NAMES)), ("groups", "group", groups),
                                     ("rows", "true", set(NAMES))):
            shown = self.run_program(*self.classes(), "--report", "csv", "--table", table)
            rows = csv.DictReader(io.StringIO(shown, newline=""))
            self.assertEqual({row[column] for row in rows}, names, table)
        self.run_program(*self.classes(), "--recalibrate", "temperature", "--write", "again.csv")
        with open(self.work / "again.csv", newline="", encoding="utf-8") as file:
            self.assertLessEqual(set(NAMES), {word for row in csv.reader(file) for word in row})

    def test_json(self):
        report = json.loads(self.run_program(*self.classes(), "--report", "json"))["reports"][0]
        self.assertEqual([one["class"] for one in report["classwise"]], NAMES)
        self.assertEqual({one["value"] for one in report["groups"]} | {"-"}, set(NAMES))
        names, arguments = self.named_files()
        reports = json.loads(self.run_program(*arguments, "--report", "json", "--only", "ece"))
        reports = reports["reports"]
        self.assertEqual([one["file"] for one in reports], ["./" + name for name in names])
        json.loads(self.run_program(*arguments, "--compare", "--report", "json", "--only", "ece"))

    def test_nul_and_long_names(self):
        names = ["NUL\0L", "y" * 65536]
        lines = [json.dumps({"label": names[i % 3 == 0], "scores": {names[0]: 0.3, names[1]: 0.7}})
                 for i in range(60)]
        self.work.joinpath("n.jsonl").write_text("\n".join(lines))
        for words in (["text"], ["markdown"], ["latex"], ["csv", "--table", "classes"], ["json"]):
            shown = self.run_program("n.jsonl", "--report", *words)
            self.assertNotIn("\0", shown if words[0] in ("text", "markdown", "latex") else "")
        report = json.loads(shown)["reports"][0]
        self.assertEqual({one["class"] for one in report["classwise"]}, set(names))
        for name in ("f.svg", "f.html", "f.tex", "f.png", "f.pdf"):
            self.run_program("n.jsonl", "--view", "class=" + names[1], "--export", name)

    # LaTeX.

    def compile(self, text):
        commands = re.sub(r"(?m)^%.*$", "", text)
        self.assertNotIn("\\write18", commands)
        self.assertNotIn("\\input{", commands)
        self.work.joinpath("t.tex").write_text(text, encoding="utf-8")
        if not shutil.which("pdflatex"):
            print("not compiled: there is no pdflatex")
            return
        done = subprocess.run(["pdflatex", "-no-shell-escape", "-interaction=nonstopmode",
                               "-halt-on-error", "t.tex"], cwd=self.work, capture_output=True,
                              timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stdout[-2000:].decode(errors="replace"))
        log = self.work.joinpath("t.log").read_text(encoding="utf-8", errors="replace")
        self.assertNotIn("/etc/passwd)", log)

    def test_latex_tables(self):
        names = [name for name in NAMES if name not in UNKNOWN_TO_PDFLATEX]
        words = classes_file(self.work / "l.csv", names)
        text = "".join(self.run_program(*words, "--report", "latex", "--table", table) + "\n\n"
                       for table in ("classes", "rows"))
        _, files = self.named_files()
        files = [name for name in files if set(name) & set("\n\r\x1b\\%#$&{}^~_")]
        text += self.run_program(*files, "--report", "latex", "--table", "scores")
        self.compile("\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{booktabs}\n"
                     "\\usepackage[utf8]{inputenc}\\begin{document}\\tiny\n" + text +
                     "\\end{document}\n")

    def test_latex_figures(self):
        names = [name for name in NAMES if name not in UNKNOWN_TO_PDFLATEX]
        binary_file(self.work / "g.csv", names=names[:24])
        binary_file(self.work / "g2.csv", names=names[24:])
        title = " ".join(names)
        for words in (["g.csv", "--diagram", "forest-oe", "--column", "group=part"],
                      ["g2.csv", "--diagram", "forest-oe", "--column", "group=part"],
                      ["g.csv", "--title", title, "--x-title", title, "--y-title", title]):
            self.run_program(*words, "--standalone", "--export", "f.tex")
            self.compile(self.work.joinpath("f.tex").read_text(encoding="utf-8"))

    # Figures and pages.

    def check_page(self, name):
        text = self.work.joinpath(name).read_text(encoding="utf-8")
        page = Page(text)
        self.assertFalse({tag for tag, _ in page.elements} &
                         {"script", "img", "iframe", "object", "link", "base", "form"})
        for tag, attributes in page.elements:
            for key in attributes:
                self.assertFalse(key.startswith("on"), (tag, key))
                self.assertNotIn(key, ("src", "href", "xlink:href"), tag)
        return " ".join(page.texts)

    def test_page(self):
        self.run_program(*self.classes(), "--export", "page.html")
        shown = self.check_page("page.html")
        for name in NAMES:
            kept = re.sub("[\x00-\x08\x0b-\x1f]", "", name)
            self.assertIn(kept, shown)
        _, files = self.named_files()
        self.run_program(*files[:6], "--compare", "--export", "page.html", "--only", "ece",
                         "--title", " ".join(NAMES))
        self.check_page("page.html")

    def check_svg(self, name):
        root = xml.etree.ElementTree.parse(self.work / name).getroot()
        for element in root.iter():
            tag = element.tag.split("}")[-1]
            self.assertNotIn(tag, ("script", "foreignObject", "a", "use", "iframe"))
            for key, value in element.attrib.items():
                key = key.split("}")[-1]
                self.assertFalse(key.startswith("on"), key)
                if key in ("href", "src"):
                    self.assertTrue(value.startswith(("#", "data:image/png")), value)
        return " ".join(root.itertext())

    def test_svg(self):
        shapes = ("<b>bold</b>", "<img src=file:///etc/passwd>", "&amp;", "$(touch made)", "]]>")
        binary_file(self.work / "g.csv", names=shapes)
        title = " ".join(NAMES)
        self.run_program("g.csv", "--title", title, "--export", "f.svg")
        self.assertIn("\\immediate\\write18{touch made}", self.check_svg("f.svg"))
        self.run_program("g.csv", "--column", "group=part", "--diagram", "forest-oe", "--export",
                         "f.svg", "--size", "900x2400")
        shown = self.check_svg("f.svg")
        for name in shapes:
            self.assertIn(name, shown)
        _, files = self.named_files()
        for file in files:
            if INVISIBLE.search(file) or "<" in file:
                self.run_program(file, "--export", "f.svg")
                self.check_svg("f.svg")

    def test_metadata(self):
        binary_file(self.work / "g.csv")
        title = "".join(name for name in NAMES if name.isprintable() and len(name) < 99)
        self.run_program("g.csv", "--title", title, "--export", "f.pdf")
        self.assertIn(title, " ".join(self.pdf_metadata("f.pdf").itertext()))
        names, files = self.named_files()
        for name, file in zip(names, files):
            if not INVISIBLE.search(name) and "  " not in name and name.isascii():
                continue
            self.run_program(file, "--export", "f.png")
            session = json.loads(next(png_texts(self.work.joinpath("f.png").read_bytes())))
            self.assertEqual(session["files"][0]["name"], name)
            if INVISIBLE.search(name):
                self.run_program(file, "--export", "f.pdf")
                self.pdf_metadata("f.pdf")
                again = json.loads(self.run_program("f.png", "--report", "json", "--only", "ece"))
                self.assertEqual(again["reports"][0]["file"].split("/")[-1], name)

    def pdf_metadata(self, name):
        pdf = self.work.joinpath(name).read_bytes()
        for action in (b"/JavaScript", b"/Launch", b"/URI", b"/OpenAction"):
            self.assertNotIn(action, pdf)
        packet = re.search(rb"<\?xpacket begin.*?<\?xpacket end=\"w\"\?>", pdf, re.S)[0]
        return xml.etree.ElementTree.fromstring(
            packet[packet.index(b"?>") + 2:packet.rindex(b"<?")])

    # Programs: Python and SQL.

    def test_python_map(self):
        for kind in ("temperature", "vector", "isotonic"):
            self.run_program(*self.classes(), "--recalibrate", kind, "--save-map", "m.py")
            done = subprocess.run([sys.executable, "-c", "import m; print(m.__doc__)"],
                                  cwd=self.work, capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.run_program(*self.classes(), "--recalibrate", kind, "--save-map", "m.json")
            self.run_program(*self.classes(), "--apply", "m.json", "--report", "json")
        names, files = self.named_files()
        for name, file in zip(names, files):
            if set(name) & set("'\"\\\n\r"):
                self.run_program(file, "--recalibrate", "platt", "--save-map", "m.py")
                compile(self.work.joinpath("m.py").read_text(), "m.py", "exec")
                self.assertNotIn("open", names_called(self.work.joinpath("m.py").read_text()))

    def sql(self, engine, names):
        classes = [word for name in names for word in ("--column", "score=" + name)]
        return self.run_program("--print-sql", engine, "--from", "t", *classes, "--column",
                                "label=Y" + names[0], "--scores", "probabilities")

    def test_sql(self):
        # Snowflake writes plain names without quotes.
        plain = [f"n {chr(97 + i // 26)}{chr(97 + i % 26)}" for i in range(len(NAMES))]
        for engine in ENGINES:
            written, usual = (re.findall(r"\w+|\S", outside_quotes(engine, self.sql(engine, names)))
                              for names in (NAMES, plain))
            self.assertLessEqual(set(written), set(usual), engine)
            self.assertEqual(written.count("("), written.count(")"), engine)

    def test_sql_in_sqlite(self):
        for names in (NAMES[:len(NAMES) // 2], NAMES[len(NAMES) // 2:]):
            base = sqlite3.connect(":memory:")
            columns = ", ".join('"' + name.replace('"', '""') + '" ' for name in
                                ["Y" + names[0], *names])
            base.execute(f"CREATE TABLE t ({columns})")
            draw = random.Random(3)
            for i in range(4 * len(names)):
                scores = [draw.random() + 1e-3 for _ in names]
                base.execute(f"INSERT INTO t VALUES ({', '.join('?' * (len(names) + 1))})",
                             [names[i % len(names)], *(one / sum(scores) for one in scores)])
            cursor = base.execute(self.sql("sqlite", names))
            with open(self.work / "cells.csv", "w", newline="", encoding="utf-8") as file:
                csv.writer(file).writerows([[head[0] for head in cursor.description], *cursor])
            report = json.loads(self.run_program("cells.csv", "--report", "json"))["reports"][0]
            self.assertEqual(report["rows"], 4 * len(names))


def png_texts(data):
    at = 8
    while at < len(data):
        length = int.from_bytes(data[at:at + 4], "big")
        kind, chunk = data[at + 4:at + 8], data[at + 8:at + 8 + length]
        if kind == b"tEXt":
            yield chunk.split(b"\0", 1)[1].decode("latin-1")
        if kind == b"zTXt":
            yield zlib.decompress(chunk.split(b"\0", 1)[1][1:]).decode("latin-1")
        if kind == b"iTXt":
            key, rest = chunk.split(b"\0", 1)
            text = rest[2:].split(b"\0", 2)[2]
            yield (zlib.decompress(text) if rest[0] else text).decode()
        at += 12 + length


def names_called(source):
    import ast
    return {node.func.id for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}


def outside_quotes(engine, query):
    """The query with an empty pair of quotes for each name and literal, by the rules of its
    engine."""
    escapes = {"'": engine in ("mysql", "clickhouse", "spark", "bigquery", "snowflake"),
               '"': engine in ("clickhouse", "bigquery"), "`": engine in ("clickhouse", "bigquery")}
    doubles = {"'": engine not in ("spark", "bigquery"), '"': engine != "bigquery",
               "`": engine != "bigquery"}
    out, i = [], 0
    while i < len(query):
        quote = query[i]
        out.append(quote)
        i += 1
        if quote not in escapes:
            continue
        while True:
            if query[i] == "\\" and escapes[quote]:
                i += 2
            elif query[i] != quote:
                i += 1
            elif doubles[quote] and query[i + 1:i + 2] == quote:
                i += 2
            else:
                break
        out.append(quote)
        i += 1
    return "".join(out)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
