#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens tables of bins at the command line: those of many programs, the program's own reports,
tables with errors, and what needs rows. Usage: bins_test.py DIAGONAL SAMPLES DATA."""
import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import zipfile

# File: edges are known, mean confidences are known. All hold the same bins.
SAME = {"harness.csv": (True, True), "calibration_curve.csv": (False, True),
        "pandas_cut.csv": (True, True), "numbered.tsv": (False, True),
        "semicolon.csv": (True, True), "lists.json": (True, True), "records.jsonl": (True, True),
        "wandb_table.json": (True, True), "named_bins.json": (False, True),
        "met_pct.txt": (True, False), "metplotpy.data": (True, False), "caret.csv": (True, False)}
COUNTS = [50, 40, 60, 40, 110]
ACCURACIES = [.1, .35, .45, .6, .8]
CONFIDENCES = [.12, .31, .52, .71, .92]
MIDDLES = [.1, .3, .5, .7, .9]
HEAD = "lower,upper,count,confidence,accuracy\n"
# Text: what the error says; its line is 3.
WRONG = {HEAD + "0,.5,10,.3,.2\n.4,1,10,.8,.7\n": "overlaps",
         HEAD + "0,.5,10,.3,.2\n.5,1,10,.4,.7\n": "'confidence': the mean confidence 0.4 lies outside",
         HEAD + "0,.5,10,.3,.2\n.5,1,-3,.8,.7\n": "'count': '-3' is not a number of rows",
         HEAD + "0,.5,10,.3,.2\n.5,1,3.5,.8,.7\n": "'count': '3.5' is not a number of rows",
         HEAD + "0,.5,10,.3,.2\n.5,1,10,.8,1.2\n": "'accuracy': '1.2' is above 1",
         HEAD + "0,.5,10,.3,.2\n.5,1,10,.8,-.2\n": "'accuracy': '-.2' is below 0",
         HEAD + "0,.5,10,.3,.2\n.5,1,10,.8,\n": "no share of correct ones",
         HEAD + "0,.5,10,.3,.2\n.5,1,10,.8,good\n": "'good' is not a number",
         HEAD + "0,.5,10,.3,.2\n.5,1.5,10,.8,.7\n": "does not lie between 0 and 1",
         "lower,upper,count,confidence,correct\n0,.5,10,.3,2\n.5,1,10,.8,12\n":
             "'correct': '12' is not a number of the bin's 10 rows"}


class Program:
    def __init__(self, path):
        self.path = path

    def ran(self, *arguments):
        return subprocess.run([self.path, *map(str, arguments)], capture_output=True, text=True)

    def report(self, *arguments):
        run = self.ran(*arguments, "--report", "json")
        assert run.returncode == 0, (arguments, run.stderr)
        return json.loads(run.stdout)["reports"][0]

    def refused(self, *arguments):
        run = self.ran(*arguments)
        assert run.returncode not in (0, 3) and run.returncode > 0, (arguments, run.stdout[:500])
        return run.stderr


def close(one, two, tolerance=1e-12):
    assert abs(one - two) <= tolerance, (one, two)


def notes_of(report):
    return {note["id"]: note["text"] for note in report["notes"]}


def test_other_programs(program, data):
    for name, (knows_edges, knows_means) in SAME.items():
        report = program.report(data / name)
        filled = [each for each in report["bins"] if each["count"] > 0]
        means = CONFIDENCES if knows_means else MIDDLES
        assert [each["count"] for each in filled] == COUNTS, name
        for each, accuracy, mean in zip(filled, ACCURACIES, means):
            close(each["accuracy"], accuracy)
            close(each["confidence"], mean)
        ece = sum(n * abs(a - c) for n, a, c in zip(COUNTS, ACCURACIES, means)) / 300
        close(report["scores"]["ece"], ece)
        notes = notes_of(report)
        assert "bins_only" in notes, name
        assert ("bin_edges" in notes) != knows_edges, (name, notes)
        bounds = report["cells"]["bounds"]
        if knows_means:
            assert not bounds, name
        else:
            close(bounds["ece"], .1)
            assert "ece" not in report["intervals"] and report["scores"]["ece_p"] is None, name
            assert "by up to 0.1000" in notes["middles"], name
            known = program.report(data / "harness.csv")["scores"]["ece"]
            assert abs(known - report["scores"]["ece"]) <= bounds["ece"]
        if knows_edges:
            assert [each["upper"] for each in report["bins"]] == [1 / 5, 2 / 5, 3 / 5, 4 / 5, 1], name
    assert program.report(data / "harness.csv")["view"] == "top-label"
    assert program.report(data / "calibration_curve.csv")["view"] == "positive"


def test_own_reports(program, samples, data, folder):
    for sample in ("breast_cancer_logistic.csv", "digits_naive_bayes.csv"):
        for more in ([], ["--bins", 7], ["--binning", "mass"]):
            rows = program.report(samples / sample, *more)
            for kind, options in (("csv", ["--report", "csv"]), ("json", ["--report", "json"]),
                                  ("csv", ["--report", "csv", "--table", "bins"])):
                path = folder / f"own.{kind}"
                path.write_text(program.ran(samples / sample, *more, *options).stdout)
                bins = program.report(path)
                assert kind == "csv" or bins["view"] == rows["view"], bins["view"]
                for score in ("ece", "mce", "rmsce", "ace", "l2_debiased", "over_confidence",
                              "accuracy", "confidence", "signed_gap", "oe", "brier_unc"):
                    close(rows["scores"][score], bins["scores"][score])
                for score in ("accuracy", "oe", "brier_unc"):
                    for one, two in zip(rows["intervals"][score], bins["intervals"][score]):
                        close(one, two)
                assert len(rows["bins"]) == len(bins["bins"])
                for one, two in zip(rows["bins"], bins["bins"]):
                    for key in ("lower", "upper", "count", "accuracy", "confidence",
                                "accuracy_lower", "accuracy_upper"):
                        assert (one[key] is None) == (two[key] is None), key
                        if one[key] is not None:
                            close(one[key], two[key])
    models = program.report(data / "two_models.csv")
    assert "all 2 values of 'model' are added up" in notes_of(models)["bins_added"]
    assert models["rows"] == 400
    path = folder / "both.json"
    both = [samples / "digits_naive_bayes.csv", samples / "digits_random_forest.csv"]
    path.write_text(program.ran(*both, "--report", "json").stdout)
    report = program.report(path)
    assert [group["column"] for group in report["groups"]] == ["model", "model"], report["groups"]
    for group, sample in zip(report["groups"], both):
        assert group["value"] == str(sample)
        close(group["ece"], program.report(sample)["scores"]["ece"])


def test_errors(program, folder):
    path = folder / "wrong.csv"
    for text, said in WRONG.items():
        path.write_text(text)
        error = program.refused(path, "--report", "text")
        assert said in error and "wrong.csv:3:" in error, (text, error)
    path.write_text("prob_true,prob_pred\n.1,.12\n.35,.31\n.8,.92\n")
    assert "a column count" in program.refused(path, "--report", "text")
    path.write_text(HEAD + "0,.5,0,,\n.5,1,0,,\n")
    assert "no bin has rows" in program.refused(path, "--report", "text")


def test_what_is_left_open(program, data, folder):
    path = folder / "open.csv"
    path.write_text(HEAD + "0,.5,0,,\n.5,1,45,.8,.65\n")
    report = program.report(path)
    close(report["scores"]["accuracy"], 29 / 45)
    assert "0.65 of 45 rows" in notes_of(report)["rounded_shares"]
    uneven = program.report(data / "uneven.csv")
    assert "0.5 to 0.7" in notes_of(uneven)["bin_edges"]
    assert [each["upper"] for each in uneven["bins"]] == [.1, .5, .7, 1]
    path.write_text(HEAD + ".5,.6,10,.55,.5\n.6,.7,10,.65,.6\n.9,1,10,.95,.9\n")
    holes = program.report(path)
    assert len(holes["bins"]) == 10
    assert "7 bins of 10 are not in the file" in notes_of(holes)["bin_edges"]
    path.write_text("lower,upper,count,confidence,accuracy\n" +
                    "".join(f"{i / 15:.2f},{(i + 1) / 15:.2f},30,{i / 15 + .001:.4f},{i / 15:.4f}\n"
                            for i in range(15)))
    rounded = program.report(path)
    assert [each["lower"] for each in rounded["bins"]] == [i / 15 for i in range(15)]


def test_arrays(program, folder):
    path = folder / "bins.npz"
    with zipfile.ZipFile(path, "w") as archive:
        for name, values in (("bin_edges", [0, .2, .4, .6, .8, 1]), ("bin_count", COUNTS),
                             ("bin_acc", ACCURACIES), ("bin_conf", CONFIDENCES)):
            head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(values)},)}}\n"
            archive.writestr(name + ".npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) +
                             head.encode() + struct.pack(f"<{len(values)}d", *values))
    report = program.report(path)
    assert [each["count"] for each in report["bins"]] == COUNTS
    close(report["scores"]["ece"], .0244 / .3)


def test_weights_and_clusters(program, folder):
    rows = folder / "weighted.csv"
    rows.write_text("label,probability,weight,site\n" + "".join(
        f"{i % 3 == 0:d},{i / 60 + .001:.3f},{1.5 + i % 2},s{i // 6}\n" for i in range(60)))
    path = folder / "weighted.json"
    path.write_text(program.ran(rows, "--weights", "importance", "--column", "weight=weight", "--column",
                                "label=label", "--column", "probability=probability", "--report", "json").stdout)
    assert "weighted rows" in program.refused(path, "--report", "text")
    path.write_text(program.ran(rows, "--column", "cluster=site", "--column", "label=label",
                                "--column", "probability=probability", "--report", "json").stdout)
    assert "too narrow" in notes_of(program.report(path))["bins_of_clusters"]


def test_rows_stay_rows(program, folder):
    path = folder / "rows.csv"
    path.write_text("confidence,correct,weight\n.9,8,10\n.8,9,12\n.7,3,5\n.6,4,7\n")
    report = program.report(path)
    assert report["rows"] == 34 and "cells" not in report
    path.write_text("bin,confidence,correct,n_samples\n" +
                    "".join(f"{i % 4},{.5 + i / 90:.3f},{i % 2},3\n" for i in range(40)))
    report = program.report(path)
    assert "cells" not in report, report["notes"]
    # What only rows have, outcomes of 0 and 1, names of items, totals by a text: no bins.
    for text in ("label,confidence,accuracy,count\n1,.93,.85,3\n0,.4,.2,4\n",
                 "question,accuracy,confidence\n1,.2,.8\n2,.3,.7\n3,.9,.9\n",
                 "event,prob_pred,n\n" + "".join(f"{i % 2},{i / 20},{1 + i % 3}\n" for i in range(20)),
                 "event,probability,lower,upper,n\n1,.5,.3,.7,4\n0,.45,.2,.6,4\n",
                 "subject,accuracy,confidence,count\nalgebra,.6,.7,30\nbiology,.4,.8,20\n"):
        path.write_text(text)
        run = program.ran(path, "--report", "json")
        assert "counted in" not in run.stdout and '"bins_only"' not in run.stdout, text
    # Predictions beside their bins: the predictions count.
    bins = {"bin_acc": [.2, .9], "bin_conf": [.3, .8], "bin_count": [5, 5]}
    document = folder / "both.json"
    document.write_text(json.dumps({"labels": [i % 2 for i in range(50)],
                                    "probs": [.3 + i / 100 for i in range(50)], "calibration": bins}))
    assert program.report(document)["rows"] == 50


def test_what_needs_rows(program, data, folder):
    path = data / "harness.csv"
    report = program.report(path)
    assert report["scores"]["auroc"] is None and report["remarks"]["auroc"] == "needs rows"
    assert "can be merged" in program.refused(path, "--report", "text", "--bins", 3)
    assert len(program.report(path, "--bins", 1)["bins"]) == 1
    assert "needs rows" in program.refused(path, "--report", "text", "--temperature", 2)
    for option in (("--threshold", ".2"), ("--scores", "logits"), ("--positive", "0")):
        assert "needs rows" in program.refused(path, "--report", "text", *option), option
    assert "needs rows" in program.refused(path, "--export", folder / "o.png", "--diagram", "smooth")
    for table in ("decision", "risk-coverage", "temperature"):
        assert "needs rows" in program.refused(path, "--report", "csv", "--table", table), table
    for figure in ("decision", "risk-coverage", "flexible", "temperature"):
        error = program.refused(path, "--export", folder / "o.png", "--diagram", figure)
        assert "needs rows" in error, (figure, error)
    assert "bins hold sums" in program.refused(path, "--recalibrate", "temperature", "--report", "text")
    assert "bins hold sums" in program.refused(path, "--where", "outcome=wrong", "--report", "text")


def test_use(program, data, folder):
    path = data / "harness.csv"
    assert program.ran(path, "--fail-above", "ece=0.05").returncode == 3
    assert program.ran(path, "--fail-above", "ece=0.5").returncode == 0
    run = program.ran(path, "--fail-above", "brier=0.5")
    assert run.returncode == 3 and "undefined" in run.stderr, run.stderr
    for diagram in ("bars", "gaps", "outcomes", "ece-by-bins"):
        figure = folder / f"{diagram}.png"
        assert program.ran(path, "--export", figure, "--diagram", diagram).returncode == 0, diagram
        assert figure.stat().st_size > 1000
    figure = folder / "overlay.png"
    run = program.ran(path, data / "lists.json", "--export", figure, "--diagram", "overlay")
    assert run.returncode == 0, run.stderr
    error = program.refused(path, data / "lists.json", "--compare", "--report", "text")
    assert "bins hold sums" in error, error


if __name__ == "__main__":
    diagonal, samples_folder, data_folder = sys.argv[1:4]
    own, tables = Program(diagonal), pathlib.Path(data_folder)
    with tempfile.TemporaryDirectory() as temporary:
        place = pathlib.Path(temporary)
        test_other_programs(own, tables)
        test_own_reports(own, pathlib.Path(samples_folder), tables, place)
        test_errors(own, place)
        test_what_is_left_open(own, tables, place)
        test_arrays(own, place)
        test_weights_and_clusters(own, place)
        test_rows_stay_rows(own, place)
        test_what_needs_rows(own, tables, place)
        test_use(own, tables, place)
