#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads exported SVG and PDF figures with other programs.

    vector_figure_test.py PROGRAM SAMPLES

An SVG must be XML whose text is text; a PDF must embed its fonts, none of them of Type 3, hold no
pixels, and its words must be found by those who search it. Braces and groups of a figure for LaTeX
are closed. Needs poppler-utils.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def check(condition, message):
    if not condition:
        sys.exit(message)


BARS = ("ECE", "0.0381", "Observed frequency", "n = 569")
PROFILE = ("NLL", "ECE", "Temperature T", "n = 569")


def check_svg(path, words):
    root = xml.etree.ElementTree.parse(path).getroot()
    texts = [node.text.strip() for node in root.iter(SVG + "text") if node.text]
    for wanted in words:
        check(any(wanted in text for text in texts), f"{path}: no text {wanted!r} among {texts}")
    check("a < b & c.csv" in root.findtext(SVG + "title"), root.findtext(SVG + "title"))
    check(not list(root.iter(SVG + "image")), f"{path} holds pixels")
    check(words != BARS or texts.count("ECE") == 1, f"{path} repeats its text: {texts}")


def check_pdf(path, words):
    fonts = [line.split() for line in run("pdffonts", path).splitlines()[2:]]
    check(fonts, f"{path} has no fonts")
    for font in fonts:
        check("Type 3" not in " ".join(font), f"{path}: {font}")
        check(font[-5] == "yes", f"{path} does not embed {font}")
    text = " ".join(run("pdftotext", "-layout", path, "-").split())
    for wanted in words + (("ECE 0.0381", "mean probability 0.372") if words == BARS else ()):
        check(wanted in text, f"{path}: no {wanted!r} in\n{text}")
    images = run("pdfimages", "-list", path).splitlines()[2:]
    check(not images, f"{path} holds pixels: {images}")


def check_interval(program, data, folder):
    """The interval beside the title is that of the report."""
    figure = str(folder / "interval.svg")
    run(program, data, "--export", figure)
    report = json.loads(run(program, data, "--report", "json", "--only", "ece"))["reports"][0]
    lower, upper = report["intervals"]["ece"]
    shown = f"95 % CI {lower:.4f} to {upper:.4f}"
    check(shown in pathlib.Path(figure).read_text(encoding="utf-8"), f"{figure}: no {shown}")


def check_tex(program, data, folder, diagram):
    """Counts braces and groups: the nightly test latex_figures compiles figures."""
    tex = folder / f"{diagram}_tikz.tex"
    options = ["--skill-lines"] if diagram in ("bars", "isotonic", "smooth") else []
    run(program, data, "--export", str(tex), "--standalone", "--size", "ieee", "--diagram", diagram,
        *options)
    text = tex.read_text()
    check(text.count("{") == text.count("}"), f"{tex}: the braces do not match")
    check(text.count("\\begin{") == text.count("\\end{"), f"{tex}: a group is open")


def main(program, samples):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        data = folder / "a < b & c.csv"
        shutil.copy(pathlib.Path(samples) / "breast_cancer_logistic.csv", data)
        for ending, checked in (("svg", check_svg), ("pdf", check_pdf)):
            for diagram, words in (("bars", BARS), ("smooth", None), ("temperature", PROFILE)):
                figure = str(folder / f"{diagram}.{ending}")
                run(program, str(data), "--export", figure, "--diagram", diagram)
                if words:
                    checked(figure, words)
        check_interval(program, str(data), folder)
        gaps = str(folder / "gaps.pdf")
        run(program, str(data), "--export", gaps, "--size", "nature", "--diagram", "gaps")
        check("−0.2" in run("pdftotext", gaps, "-"), "the minus signs cannot be copied")
        for diagram in ("bars", "gaps", "isotonic", "smooth", "cumulative", "outcomes", "ece-by-bins",
                        "temperature"):
            check_tex(program, str(data), folder, diagram)
        print("vector figures are as they should be")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
