#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the diagram of a database's cells with that of the same rows in a file.

Usage: exactness_test.py DIAGONAL ENGINE SAMPLES [FOLDER-OF-NODE-MODULES]
"""
import csv
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

from engines import ENGINES, TYPES, NodeEngine, array_text, write_csv

FEW_BINS = ((37, "right"), (100, "left"))
ONE_BINNING = ((15, "right"),)
BINS = range(1, 101, 12)  # cells_test.cpp has all
# What is compared; a full report would resample, too.
SHOWN = ("--only", "bins,accuracy,confidence,brier,nll,auroc,ks,kuiper,brier_mcb,ece,mce,rmsce,"
         "l2_debiased,ks_p,kuiper_p,calibration_slope,calibration_intercept,spiegelhalter_z")
BOUNDED = ("ks_p", "kuiper_p", "calibration_slope", "calibration_intercept", "spiegelhalter_z")
NO_NAN = ("sqlite", "mysql")  # which store NaN as NULL, or not at all


def run(*arguments, text=None):
    done = subprocess.run(list(map(str, arguments)), input=text, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, arguments))}: {done.stderr}")
    return done.stdout


def reports(diagonal, *arguments):
    return json.loads(run(diagonal, *arguments, "--report", "json"))["reports"][0]


def count_by_id(notes):
    counts = {}
    for note in notes:
        counts[note["id"]] = counts.get(note["id"], 0) + note["count"]
    return counts


class Comparison:
    def __init__(self, diagonal, engine, folder):
        self.diagonal, self.engine, self.folder = diagonal, engine, pathlib.Path(folder)
        self.tables = 0

    def check(self, name, columns, rows, options, bins=FEW_BINS, query_only=(), near=0, within=0,
              is_one_class=False):
        """Compares all bin counts and scores; `near` rows may lie in a bin beside, and accuracies
        with their intervals differ by `within`."""
        self.tables += 1
        table = f"preds{self.tables}"
        self.engine.load(table, columns, rows)
        sql = run(self.diagonal, "--print-sql", self.engine.word, "--from", table, *options,
                  *query_only)
        cells, file = self.folder / "cells.csv", self.folder / "rows.csv"
        cells.write_text(self.engine.answer(sql), encoding="utf-8")
        write_csv(file, columns, rows)
        for count, rule in bins:
            shown = ("--bins", count, "--edges", rule, "--only", "bins,ece")
            ours = reports(self.diagonal, cells, *shown)
            theirs = reports(self.diagonal, file, *options, *shown)
            moved = sum(abs(a["count"] - b["count"])
                        for a, b in zip(ours["bins"], theirs["bins"], strict=True))
            assert moved <= 2 * near, (name, count, rule, moved)
            for a, b in zip(ours["bins"], theirs["bins"]):
                if near or not a["count"]:
                    continue
                for key in ("accuracy", "accuracy_lower", "accuracy_upper"):
                    assert abs(a[key] - b[key]) <= within, (name, count, rule, key, a, b)
                assert abs(a["confidence"] - b["confidence"]) <= 2**-50, (name, count, a, b)
        ours = reports(self.diagonal, cells, *SHOWN)
        theirs = reports(self.diagonal, file, *options, *SHOWN)
        if is_one_class:
            ours["view"] = theirs["view"]  # the file has all classes
        self.compare_scores(name, ours, theirs, near)
        return reports(self.diagonal, cells, "--only", "bins,groups")

    def engine_answers(self, name, columns, rows, options, query_only=()):
        """Writes the rows to rows.csv, and the engine's cells to cells.csv."""
        self.tables += 1
        table = f"preds{self.tables}"
        self.engine.load(table, columns, rows)
        self.ask(table, options, query_only)
        write_csv(self.folder / "rows.csv", columns, rows)
        return table

    def ask(self, table, options, query_only=()):
        sql = run(self.diagonal, "--print-sql", self.engine.word, "--from", table, *options,
                  *query_only)
        (self.folder / "cells.csv").write_text(self.engine.answer(sql), encoding="utf-8")

    def both(self, options, *shown):
        return (reports(self.diagonal, self.folder / "cells.csv", *shown, *SHOWN),
                reports(self.diagonal, self.folder / "rows.csv", *options, *shown, *SHOWN))

    def check_temperatures(self, name, options, within=0):
        """Cells of margins serve all temperatures, within their bounds."""
        for temperature in (0.4, 6):
            ours, theirs = self.both(options, "--temperature", temperature)
            bounds = ours["cells"]["bounds"]
            assert ours["temperature"] == temperature, name
            for score in ("ece", "mce", "rmsce", "confidence", "brier", "nll", "auroc", "ks",
                          *BOUNDED):
                a, b = ours["scores"][score], theirs["scores"][score]
                if a is None and (b is None or score.startswith("calibration_")):
                    continue  # logits beyond those of doubles
                assert abs(a - b) <= bounds[score] + 1e-9, (name, temperature, score, a, b)
            a, b = ours["scores"]["accuracy"], theirs["scores"]["accuracy"]
            assert abs(a - b) <= within, (name, temperature, a, b)

    def check_profile(self, options):
        """The profile over 41 temperatures has the NLL and ECE of the rows at each."""
        table = run(self.diagonal, self.folder / "cells.csv", "--report", "csv", "--table",
                    "temperature")
        points = list(csv.DictReader(io.StringIO(table)))
        assert len(points) == 41, len(points)
        for point in (points[0], points[17], points[40]):
            theirs = reports(self.diagonal, self.folder / "rows.csv", *options, "--temperature",
                             point["temperature"], *SHOWN)
            assert abs(float(point["nll"]) - theirs["scores"]["nll"]) <= 1e-12, point
            # A row near an edge may lie in the bin beside.
            assert abs(float(point["ece"]) - theirs["scores"]["ece"]) <= 1e-3, point

    def compare_fit(self, name, options, precision):
        ours, theirs = self.both(options, "--temperature", "fit")
        a, b = ours["temperature_fit"], theirs["temperature_fit"]
        assert abs(a["value"] / b["value"] - 1) <= precision, (name, a, b)
        if a["lower"] is not None:
            for key, tolerance in (("lower", 1e-5), ("upper", 1e-5), ("nll_before", 1e-12),
                                   ("ece_before", 1e-12)):
                assert abs(a[key] - b[key]) <= tolerance, (name, key, a, b)
        return a["value"]

    @staticmethod
    def compare_scores(name, ours, theirs, near):
        assert ours["rows"] == theirs["rows"], (name, ours["rows"], theirs["rows"])
        assert ours["view"] == theirs["view"], name
        bounds = ours["cells"]["bounds"]
        for score in ("accuracy", "confidence", "brier", "nll", "auroc", "ks", "brier_mcb"):
            a, b = ours["scores"][score], theirs["scores"][score]
            assert (a is None) == (b is None), (name, score, a, b)
            if a is not None:
                assert abs(a - b) <= bounds.get(score, 1e-12) + 1e-12, (name, score, a, b)
        for score in BOUNDED:
            a, b = ours["scores"][score], theirs["scores"][score]
            # A slope needs logits, which cells of several classes do not tell near 0 and 1.
            if a is not None and b is not None:
                assert abs(a - b) <= bounds.get(score, 1e-9) + 1e-9, (name, score, a, b, bounds)
        if not near:
            for score in ("ece", "mce", "rmsce", "l2_debiased"):
                a, b = ours["scores"][score], theirs["scores"][score]
                assert abs(a - b) <= 1e-12, (name, score, a, b)


def probabilities(random, rows):
    """A third of the rows lie exactly on edges of bins."""
    p = random.beta(2, 2, rows)
    on = rows // 3
    m = random.integers(1, 101, on)
    p[:on] = (random.random(on) * (m + 1)).astype(int) / m
    y = (random.random(rows) < p**1.3).astype(int)
    return p, y


def check_all_bins(comparison, p, y):
    """Compares the cells of the last table with NumPy's binning of its rows."""
    for count in BINS:
        edges = np.arange(count + 1) / count
        for rule in ("right", "left"):
            place = np.searchsorted(edges, p, side="left" if rule == "right" else "right")
            place = np.clip(place - 1, 0, count - 1)
            report = reports(comparison.diagonal, comparison.folder / "cells.csv", "--bins", count,
                             "--edges", rule, "--only", "bins")
            counts = np.bincount(place, minlength=count)
            correct = np.bincount(place, weights=y, minlength=count)
            for b, one in enumerate(report["bins"]):
                assert one["count"] == counts[b], (count, rule, one, counts[b])
                expected = correct[b] / counts[b] if counts[b] else None
                assert one["accuracy"] == expected, (count, rule, one, expected)


def check_probability(comparison, random):
    p, y = probabilities(random, 6000)
    site = random.integers(0, 3, len(p))
    columns = [("p", "number"), ("y", "integer"), ("site", "text")]
    rows = [(float(a), int(b), "abc"[s]) for a, b, s in zip(p, y, site)]
    roles = ["--column", "probability=p", "--column", "label=y"]
    comparison.check("probability", columns, rows, roles)
    if comparison.engine.word == "sqlite":
        check_all_bins(comparison, p, y)
    top = [*roles, "--view", "top-label"]
    comparison.check("top label", columns, rows, top, bins=ONE_BINNING)
    report = comparison.check("groups", columns, rows, [*roles, "--column", "group=site"])
    assert len(report["groups"]) == 3, report["groups"]
    part = reports(comparison.diagonal, comparison.folder / "cells.csv", "--group", "site=b",
                   *SHOWN)
    expected = reports(comparison.diagonal, comparison.folder / "rows.csv", *roles, "--column",
                       "group=site", "--group", "site=b", *SHOWN)
    Comparison.compare_scores("group", part, expected, 0)
    comparison.engine_answers("probability", columns, rows, roles)
    ours, _ = comparison.both(roles)
    assert ours["scores"]["calibration_slope"] is not None, "the margins tell it"
    comparison.check_temperatures("margins", roles)
    comparison.engine_answers("probability", columns, rows, top)
    comparison.check_temperatures("margins of the top label", top)
    other = [*roles, "--view", "class=0"]
    comparison.engine_answers("the other class", columns, rows, other)
    comparison.check_temperatures("margins of the other class", other)
    ours, theirs = comparison.both(other)
    ours["view"] = theirs["view"]  # the file has both classes
    Comparison.compare_scores("the other class", ours, theirs, 0)
    # At another temperature, confidences are computed; a few lie on an edge but for rounding.
    comparison.check("temperature", columns, rows, [*roles, "--temperature", "1.7"], near=20)


def check_classes(comparison, random):
    names = ["cat", "dog", "o'hare", "élan"]
    logits = random.normal(0, 2, (3000, 4))
    shares = np.exp(1.5 * logits)
    shares /= shares.sum(axis=1, keepdims=True)
    y = (shares.cumsum(axis=1) < random.random((len(shares), 1))).sum(axis=1)
    columns = [(f"logit_{n}", "number") for n in names] + [("truth", "text")]
    rows = [(*map(float, row), names[k]) for row, k in zip(logits, y)]
    options = [part for n, _ in columns[:-1] for part in ("--column", f"score={n}")]
    options += ["--column", "label=truth", "--scores", "logits"]
    comparison.check("logits", columns, rows, options, near=1)
    comparison.check("logits at T", columns, rows, [*options, "--temperature", "0.6"], near=1)
    given = np.exp(logits)
    given /= given.sum(axis=1, keepdims=True)
    rows = [(*map(float, row), names[k]) for row, k in zip(given, y)]
    options[-1] = "probabilities"
    comparison.check("probabilities", columns, rows, options)


def check_fits(comparison, random):
    """A temperature is fitted from margins, or from 41 temperatures."""
    logits = random.normal(0, 3, (1000, 3))
    shares = np.exp(logits / 1.43)
    shares /= shares.sum(axis=1, keepdims=True)
    y = (shares.cumsum(axis=1) < random.random((len(shares), 1))).sum(axis=1)
    columns = [("logit_a", "number"), ("logit_b", "number"), ("logit_c", "number"),
               ("truth", "text")]
    rows = [(*map(float, row), "abc"[k]) for row, k in zip(logits, y)]
    roles = ["--column", "score=logit_a", "--column", "score=logit_b", "--column", "score=logit_c",
             "--column", "label=truth", "--scores", "logits"]
    table = comparison.engine_answers("temperatures", columns, rows, roles, ["--temperatures"])
    for knot in (-20, -7, 20):
        temperature = 5 ** (knot / 20)
        ours, theirs = comparison.both(roles, "--temperature", repr(temperature), "--bins", 15)
        assert abs(ours["temperature"] - temperature) < 1e-12, ours["temperature"]
        moved = sum(abs(a["count"] - b["count"]) for a, b in zip(ours["bins"], theirs["bins"]))
        assert moved <= 2, (knot, moved)
        Comparison.compare_scores(f"T = {temperature}", ours, theirs, near=1)
    comparison.check_profile(roles)
    between, _ = comparison.both(roles, "--temperature", 1.03)
    assert abs(between["temperature"] - 1) < 1e-12, between["temperature"]
    assert "nearest_temperature" in [note["id"] for note in between["notes"]]
    ours, _ = comparison.both(roles, "--temperature", "fit")
    assert ours["temperature_fit"]["ece_after"] is None, "not counted at that temperature"
    cells = comparison.folder / "cells.csv"
    beyond = subprocess.run([comparison.diagonal, cells, "--temperature", "7", "--report", "json"],
                            capture_output=True, text=True)
    assert beyond.returncode == 1 and "--temperature 7" in beyond.stderr, beyond.stderr
    gate = subprocess.run([comparison.diagonal, cells, "--temperature", "fit", "--fail-above",
                           "ece=0.9"], capture_output=True, text=True)
    assert gate.returncode == 3 and "cannot be checked" in gate.stderr, gate.stderr
    fitted = comparison.compare_fit("temperatures", roles, 1e-6)
    comparison.ask(table, roles, ["--temperature", repr(fitted)])
    one, _ = comparison.both(roles, "--temperature", repr(fitted))
    assert abs(one["temperature"] - fitted) < 1e-12, one["temperature"]
    check_murphy(comparison, table, roles)
    # Two classes: the margins of one query.
    two = ["--column", "score=logit_a", "--column", "score=logit_b", "--column", "label=truth",
           "--scores", "logits"]
    names = [row for row in rows if row[3] != "c"]
    comparison.engine_answers("two classes", columns, names, two)
    comparison.compare_fit("two classes", two, 1e-6)
    comparison.check_temperatures("two classes", two)
    one = [*two, "--view", "class=a"]
    comparison.engine_answers("one of two classes", columns, names, one)
    comparison.check_temperatures("one of two classes", one)
    # One logit of the positive class.
    columns = [("z", "number"), ("y", "integer")]
    rows = [(3 * a, int(random.random() < 1 / (1 + np.exp(-a)))) for a in logits[:, 0]]
    rows = [(float(z), y) for z, y in rows]
    roles = ["--column", "probability=z", "--column", "label=y", "--scores", "logits"]
    comparison.check("one logit", columns, rows, roles, near=2)
    comparison.compare_fit("one logit", roles, 1e-6)


def check_murphy(comparison, table, roles):
    """The Murphy curve is that of the temperature, as the Brier score beside it is."""
    comparison.ask(table, roles, ["--temperatures", "--view", "class=b"])
    figure = comparison.folder / "murphy.tex"
    run(comparison.diagonal, comparison.folder / "cells.csv", comparison.folder / "rows.csv",
        *roles, "--view", "class=b", "--temperature", repr(5 ** (14 / 20)), "--diagram", "murphy",
        "--export", figure)
    cells, file = [[float(y) for y in re.findall(r",([-+.0-9e]+)\)", line)]
                   for line in figure.read_text(encoding="utf-8").splitlines()
                   if line.startswith("\\addplot[diagonal-model")]
    assert len(cells) == len(file) > 100, (len(cells), len(file))
    assert max(abs(a - b) for a, b in zip(cells, file)) < 1e-3, "not the curve of this temperature"


def check_arrays(comparison, random):
    """One column holds the scores of all classes."""
    word = comparison.engine.word
    if "array" not in TYPES[word]:
        return
    logits = random.normal(0, 2, (3000, 5))
    y = (logits + random.normal(0, 2, logits.shape)).argmax(axis=1)
    names = [f"logit_{k}" for k in range(5)]
    roles = [part for name in names for part in ("--column", f"score={name}")]
    roles += ["--column", "label=y"]
    given = np.exp(logits)
    given /= given.sum(axis=1, keepdims=True)
    for kind, scores, near in (("logits", logits, 2), ("probabilities", given, 0)):
        comparison.tables += 1
        table = f"arrays{comparison.tables}"
        rows = [(array_text(word, row), int(k)) for row, k in zip(scores, y)]
        broken = [(array_text(word, [0.25, None, 0.25, 0.25, 0.25]), 1), (None, 1),
                  (array_text(word, scores[0]), 9), (array_text(word, scores[0]), None)]
        comparison.engine.load(table, [("s", "array"), ("y", "integer")], rows + broken)
        write_csv(comparison.folder / "rows.csv",
                  [(name, "number") for name in names] + [("y", "integer")],
                  [(*map(float, row), int(k)) for row, k in zip(scores, y)])
        for view in ([], ["--view", "class=3"]):
            comparison.ask(table, ["--column", "score=s", "--column", "label=y", "--scores", kind],
                           view)
            ours = reports(comparison.diagonal, comparison.folder / "cells.csv", "--bins", 20,
                           *SHOWN)
            theirs = reports(comparison.diagonal, comparison.folder / "rows.csv", *roles,
                             "--scores", kind, *view, "--bins", 20, *SHOWN)
            ours["view"] = theirs["view"]  # "3" is called so in both, but class 1 of the cells
            Comparison.compare_scores(f"array of {kind}", ours, theirs, near)
            left = count_by_id(ours["notes"])
            assert left["skipped"] == 2 and left["not_resolved"] == 2, (kind, ours["notes"])
            if word != "clickhouse":
                continue
            # Arrays whose elements cannot be NULL have a default beyond their end.
            strict = f"SELECT arrayMap(x -> ifNull(x, nan), s) AS s, y FROM {table}"
            comparison.ask(strict, ["--column", "score=s", "--column", "label=y", "--scores", kind],
                           view)
            again = reports(comparison.diagonal, comparison.folder / "cells.csv", "--bins", 20,
                            *SHOWN)
            assert again["scores"] == ours["scores"], (kind, again["scores"], ours["scores"])
            assert again["skipped"] == ours["skipped"], (kind, again["notes"])


def check_confidence(comparison, random):
    c, right = probabilities(random, 5000)
    columns = [("conf", "number"), ("ok", "integer"), ("n", "integer")]
    rows = [(float(a), int(b), 1) for a, b in zip(c, right)]
    comparison.check("confidence", columns, rows,
                     ["--column", "confidence=conf", "--column", "correct=ok"])


def check_weights(comparison, random):
    """Importance weights have sums of squares, and counts the weights of several rows."""
    p, y = probabilities(random, 2000)
    weights = random.gamma(1.5, 3e-4, len(p))
    columns = [("p", "number"), ("y", "integer"), ("w", "number"), ("site", "text")]
    rows = [(float(a), int(b), float(w), "ab"[i % 2])
            for i, (a, b, w) in enumerate(zip(p, y, weights))]
    probability = ["--column", "probability=p", "--column", "label=y", "--column", "weight=w"]
    roles = [*probability, "--weights", "importance"]
    report = comparison.check("importance", columns, rows, roles, within=1e-12)
    effective = round(weights.sum()**2 / (weights**2).sum())
    text = next(note["text"] for note in report["notes"] if note["id"] == "weights")
    assert f"effective sample size is {effective:,} rows" in text, text
    comparison.check_temperatures("importance", roles, within=1e-12)
    grouped = [*roles, "--column", "group=site"]
    comparison.check("importance of groups", columns, rows, grouped, bins=ONE_BINNING, within=1e-12)
    part = reports(comparison.diagonal, comparison.folder / "cells.csv", "--group", "site=b",
                   *SHOWN)
    expected = reports(comparison.diagonal, comparison.folder / "rows.csv", *grouped, "--group",
                       "site=b", *SHOWN)
    Comparison.compare_scores("importance of a group", part, expected, 0)
    counts = [(a, b, float(1 + i % 5), c) for i, (a, b, _, c) in enumerate(rows)]
    comparison.check("counts", columns, counts, [*probability, "--weights", "counts"],
                     bins=ONE_BINNING)
    unusable = [(0.5, 1, None, "a"), (0.5, 1, 0.0, "a"), (0.5, 0, -2.0, "a")]
    report = comparison.check("unusable weights", columns, rows + unusable, roles, bins=ONE_BINNING,
                              within=1e-12)
    assert report["skipped"] == len(unusable), report["notes"]
    comparison.engine_answers("fractions", columns, rows, probability)
    refused = subprocess.run([comparison.diagonal, comparison.folder / "cells.csv", "--report", "text"],
                             capture_output=True, text=True)
    assert refused.returncode == 1 and "--weights importance" in refused.stderr, refused.stderr


def check_weighted_fit(comparison, random):
    """Of several classes with importance weights."""
    logits = random.normal(0, 3, (700, 3))
    y = (logits + random.normal(0, 4, logits.shape)).argmax(axis=1)
    columns = [("a", "number"), ("b", "number"), ("c", "number"), ("truth", "text"),
               ("w", "number")]
    rows = [(*map(float, row), "abc"[k], float(w))
            for row, k, w in zip(logits, y, random.gamma(1.5, 3, len(y)))]
    roles = ["--column", "score=a", "--column", "score=b", "--column", "score=c", "--column",
             "label=truth", "--column", "weight=w", "--scores", "logits", "--weights", "importance"]
    table = comparison.engine_answers("weighted temperatures", columns, rows, roles,
                                      ["--temperatures"])
    fitted = comparison.compare_fit("weighted temperatures", roles, 1e-6)
    comparison.ask(table, roles, ["--temperature", repr(fitted)])
    ours, theirs = comparison.both(roles, "--temperature", repr(fitted))
    Comparison.compare_scores("weighted fit", ours, theirs, near=1)


def check_left_out(comparison, random):
    """Rows that cannot be used are counted by reason."""
    p, y = probabilities(random, 1000)
    rows = [(float(a), int(b)) for a, b in zip(p, y)]
    rows += [(None, 1)] * 7 + [(1.5, 1)] * 3 + [(-0.25, 0)] * 2 + [(0.5, None)] * 40
    rows += [(1.0005, 1)] * 5
    if comparison.engine.word not in NO_NAN:
        rows += [(float("nan"), 0)] * 4
    columns = [("p", "number"), ("y", "integer")]
    roles = ["--column", "probability=p", "--column", "label=y"]
    report = comparison.check("left out", columns, rows, roles)
    notes = count_by_id(report["notes"])
    nans = 0 if comparison.engine.word in NO_NAN else 4
    assert notes["skipped"] == 12 + nans, report["notes"]
    assert notes["not_resolved"] == 40, report["notes"]
    assert notes["clamped"] == 5, report["notes"]
    assert report["rows"] == 1005 and report["skipped"] == 52 + nans, report["skipped"]


def check_text_columns(comparison, random):
    """A table filled from CSV may hold text; what is no number is no score."""
    if comparison.engine.word != "sqlite":
        return
    p, y = probabilities(random, 300)
    rows = [(repr(float(a)), str(b)) for a, b in zip(p, y)]
    columns = [("p", "text"), ("y", "text")]
    roles = ["--column", "probability=p", "--column", "label=y"]
    comparison.check("text", columns, rows, roles)
    words = ["n/a", "", "0.5.5", "0.5x", "1e", "1-2", "e5", " ", "0.4 0.5"]
    comparison.engine.load("words", columns, rows + [(word, "1") for word in words])
    sql = run(comparison.diagonal, "--print-sql", "sqlite", "--from", "words", *roles)
    report = json.loads(run(comparison.diagonal, "-", "--report", "json",
                            text=comparison.engine.answer(sql)))["reports"][0]
    assert report["skipped"] == len(words), report["skipped"]


def ugly_values(word):
    """Returns probabilities that an engine may stumble over: those that count, and others."""
    usable = [0.0, 1e-200, 1e-320, 1e-17, 1.0]
    broken = [-0.1, None]
    if word not in NO_NAN:
        broken.append(float("nan"))
    if word != "mysql":  # which cannot store it
        broken.append(float("inf"))
    return usable, broken


def check_ugly(comparison, random):
    """Values at the ends of what a column holds count as in a file, or are left out."""
    usable, broken = ugly_values(comparison.engine.word)
    p, y = probabilities(random, 1000)
    quoted = 'say "p" it\'s'
    columns = [(quoted, "number"), ("y", "integer")]
    rows = [(float(a), int(b)) for a, b in zip(p, y)]
    rows += [(a, b) for a in usable for b in (0, 1)]
    rows += [(a, 1) for a in broken] + [(0.5, None)]
    roles = ["--column", f"probability={quoted}", "--column", "label=y"]
    report = comparison.check("ugly probabilities", columns, rows, roles, bins=ONE_BINNING)
    assert report["skipped"] == len(broken) + 1, report["notes"]
    comparison.check_temperatures("ugly probabilities", roles)
    for options in (["--temperature", "0.3"], ["--temperature", "4"], ["--view", "top-label"]):
        report = comparison.check("ugly probabilities", columns, rows, roles + options,
                                  bins=ONE_BINNING, near=5)
        assert report["skipped"] == len(broken) + 1, (options, report["notes"])
    confidence = ["--column", f"confidence={quoted}", "--column", "correct=y"]
    comparison.check("ugly confidences", columns, rows, confidence, bins=ONE_BINNING)
    weighted = [*columns, ("w", "number")]
    light = [(*row, (1e-9, 1.0, 3.5)[i % 3]) for i, row in enumerate(rows)]
    comparison.check("ugly weighted", weighted, light,
                     [*roles, "--column", "weight=w", "--weights", "importance"],
                     bins=ONE_BINNING, within=1e-12)


def check_ugly_classes(comparison, random):
    """Columns prob_0, prob_1... beside integer labels, with rows of zeros, and the like."""
    word = comparison.engine.word
    usable, broken = ugly_values(word)
    shares = random.dirichlet((1, 1, 1), 700)
    y = (shares.cumsum(axis=1) < random.random((len(shares), 1))).sum(axis=1)
    columns = [(f"prob_{k}", "number") for k in range(3)] + [("y", "integer")]
    rows = [(*map(float, row), int(k)) for row, k in zip(shares, y)]
    rows += [(a, 0.75 * (1 - a), 0.25 * (1 - a), k) for a in usable for k in range(3)]
    bad = [(a, 0.5, 0.5, 1) for a in broken] + [(0.0, 0.0, 0.0, 2), (1.1, -0.1, 0.0, 0)]
    rows += [*bad, (0.25, 0.25, 0.5, None)]
    roles = [part for k in range(3) for part in ("--column", f"score=prob_{k}")]
    roles += ["--column", "label=y", "--scores", "probabilities"]
    for options, near in (([], 0), (["--view", "class=2"], 0), (["--temperature", "0.2"], 5),
                          (["--temperature", "3"], 5)):
        report = comparison.check("ugly classes", columns, rows, roles + options, near=near,
                                  bins=ONE_BINNING, is_one_class="--view" in options)
        assert report["skipped"] == len(bad) + 1, (options, report["notes"])
    comparison.engine_answers("ugly temperatures", columns, rows, roles, ["--temperatures"])
    knot = repr(5 ** (7 / 20))
    ours, theirs = comparison.both(roles, "--temperature", knot)
    Comparison.compare_scores("ugly temperatures", ours, theirs, near=1)
    assert ours["skipped"] == len(bad) + 1, ours["notes"]
    if "array" not in TYPES[word]:
        return
    labels = [1.5, -1.0, 9.223372036854775807e18, 3.0]
    comparison.tables += 1
    table = f"ugly{comparison.tables}"
    comparison.engine.load(
        table, [("s", "array"), ("y", "number")],
        [(array_text(word, row[:3]), float(row[3])) for row in rows[:700]] +
        [(array_text(word, rows[0][:3]), label) for label in labels])
    comparison.ask(table, ["--column", "score=s", "--column", "label=y", "--scores",
                           "probabilities"])
    left = reports(comparison.diagonal, comparison.folder / "cells.csv", "--only", "bins")
    assert count_by_id(left["notes"])["not_resolved"] == len(labels), left["notes"]
    comparison.tables += 1
    table = f"long{comparison.tables}"
    columns[-1] = ("y", "long")
    long = [(*rows[0][:3], label) for label in (2**63 - 1, -2**63, 2**53 + 1)]
    comparison.engine.load(table, columns, rows[:700] + long)
    comparison.ask(table, roles)
    left = reports(comparison.diagonal, comparison.folder / "cells.csv", "--only", "bins")
    assert left["rows"] == 700 and left["skipped"] == len(long), left["notes"]


def check_samples(comparison, samples):
    """The shipped samples have the same numbers through a database as from their files."""
    for name, view in (("digits_naive_bayes", "class=8"), ("digits_random_forest", "class=3"),
                       ("breast_cancer_logistic", "top-label")):
        with open(pathlib.Path(samples) / f"{name}.csv", encoding="utf-8") as file:
            header, *lines = csv.reader(file)
        label = next(i for i, column in enumerate(header) if column in ("label", "y_true"))
        columns = [(column, "integer" if i == label else "number")
                   for i, column in enumerate(header)]
        rows = [tuple(int(cell) if i == label else float(cell) for i, cell in enumerate(line))
                for line in lines]
        role = "probability" if len(header) == 2 else "score"
        roles = [part for i, column in enumerate(header)
                 for part in ("--column", f"{'label' if i == label else role}={column}")]
        roles += ["--scores", "probabilities"]
        for options, near in (([], 0), (["--view", view], 0), (["--temperature", "2.5"], 20)):
            comparison.check(name, columns, rows, roles + options, bins=ONE_BINNING, near=near,
                             is_one_class=options == ["--view", view] and role == "score")


def main(diagonal, word, samples, modules=None):
    random = np.random.default_rng(11)
    with tempfile.TemporaryDirectory() as folder:
        engine = ENGINES[word](folder, *([modules] if issubclass(ENGINES[word], NodeEngine) else []))
        with engine:
            comparison = Comparison(diagonal, engine, folder)
            check_probability(comparison, random)
            check_classes(comparison, random)
            check_fits(comparison, random)
            check_arrays(comparison, random)
            check_confidence(comparison, random)
            check_weights(comparison, random)
            check_weighted_fit(comparison, random)
            check_left_out(comparison, random)
            check_text_columns(comparison, random)
            check_ugly(comparison, random)
            check_ugly_classes(comparison, random)
            check_samples(comparison, samples)
    print(f"{word}: {comparison.tables} tables have the numbers of their files")


if __name__ == "__main__":
    main(*sys.argv[1:])
