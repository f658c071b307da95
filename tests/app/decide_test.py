#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares net benefit, guaranteed thresholds and their kin, asked for at the command line, with the
figures of R and SciPy beside the project. Usage: decide_test.py DIAGONAL FOLDER; exits with 77 where
the folder is not there."""
import csv
import io
import json
import pathlib
import subprocess
import sys

SCORES = {  # quantity, parameter: score, and how far it may be
    ("oe_ratio", ""): ("oe", 1e-9), ("ici", "loess"): ("ici", 1e-6),
    ("e50", "loess"): ("e50", 1e-6), ("e90", "loess"): ("e90", 1e-6),
    ("emax", "loess"): ("emax", 1e-6), ("ici", "rcs4"): ("ici_spline", 1e-6),
    ("emax", "rcs4"): ("emax_spline", 1e-6), ("discrimination_slope", ""): ("discrimination_slope", 1e-9),
    ("brier_skill_score", ""): ("brier_skill", 1e-9), ("log_skill_score", ""): ("log_skill", 1e-9),
    ("r2_nagelkerke", ""): ("r2_nagelkerke", 1e-9), ("cox_joint_p", "2 df"): ("cox_p", 1e-9),
    ("calibration_intercept", ""): ("calibration_intercept", 1e-9),
    ("rms_val_prob_Intercept", ""): ("intercept_two_parameter", 1e-6),
    ("rms_val_prob_Slope", ""): ("calibration_slope", 1e-6), ("aurc", ""): ("aurc", 1e-9),
    ("auroc_pROC", ""): ("auroc", 1e-9)}
TABLE = {"net_benefit": "net_benefit", "net_benefit_all": "all",
         "standardised_net_benefit": "standardised", "net_interventions_avoided": "avoided",
         "miscalibration_cost_isotonic_same_rows": "miscalibration_cost"}
FILES = {"small": [], "rows": ["--column", "group=group"], "confidence": []}


def said(diagonal, *arguments):
    """What the program prints."""
    return subprocess.run([diagonal, *map(str, arguments)], capture_output=True, text=True,
                          check=True).stdout


def reported(diagonal, folder, name, *arguments):
    """The JSON report of a file."""
    text = said(diagonal, folder / f"{name}.csv", *FILES[name], "--report", "json", *arguments)
    return json.loads(text)["reports"][0]


def found_values(diagonal, folder):
    """Yields dataset, quantity, parameter, and the program's number with how far it may be."""
    for name in FILES:
        report = reported(diagonal, folder, name)
        for (quantity, parameter), (score, distance) in SCORES.items():
            yield name, quantity, parameter, report["scores"][score], distance
        lower, upper = report["intervals"]["oe"]
        yield name, "oe_lower", "", lower, 1e-6  # the figures take 1.96 for z
        yield name, "oe_upper", "", upper, 1e-6
        for group in report.get("groups", []):
            if group["column"] == "group":
                yield name, "oe_ratio", "group=" + group["value"], group["oe"], 1e-9
                yield name, "kuiper_p_holm", "group=" + group["value"], group["kuiper_p_holm"], 1e-9
        if "over_time" in report:
            yield name, "drift_constant_p", "", report["over_time"]["drift_constant_p"], 1e-9
        table = said(diagonal, folder / f"{name}.csv", "--report", "csv", "--table", "decision",
                     "--threshold", "0.05,0.1,0.2,0.3,0.5")
        for row in csv.DictReader(io.StringIO(table)):
            for quantity, column in TABLE.items():
                yield name, quantity, "t=" + row["threshold"], float(row[column]), 1e-9
            if float(row["all"]) > 0:
                for end in ("", "_lower", "_upper"):
                    yield (name, "net_benefit_minus_all" + end, "t=" + row["threshold"],
                           float(row["minus_best" + end]), 1e-9)
    counts = ("group=grade", "probability=pd", "correct=defaults", "weight=n")
    table = said(diagonal, folder / "grades.csv", "--report", "csv", "--table", "grades",
                 *(part for column in counts for part in ("--column", column)))
    for row in csv.DictReader(io.StringIO(table)):
        for quantity in ("jeffreys_p", "jeffreys_p_holm"):
            yield "grades", quantity, row["grade"].replace(" ", ""), float(row[quantity]), 1e-9
    for trained, present in (("0.3", "0.1"), ("0.5", "0.05")):
        report = reported(diagonal, folder, "rows", "--recalibrate", f"shift={trained},{present}",
                          "--only", "confidence")
        yield ("rows", "shifted_mean", f"pi={trained} to={present}",
               report["scores"]["confidence"], 1e-9)
    for risk, confidence in ((0.1, 0.95), (0.15, 0.95), (0.05, 0.95), (0.1, 0.9)):
        report = reported(diagonal, folder, "confidence", "--guarantee",
                          f"risk={risk},confidence={confidence}")
        parameter = f"eps={risk:g} delta={round(1 - confidence, 9):g}"
        yield ("confidence", "guarantee_min_accepted", parameter, report["guarantee"]["needed"], 0)


def main(diagonal, folder):
    folder = pathlib.Path(folder)
    if not folder.is_dir():
        print(f"{folder} is not there")
        return 77
    with open(folder / "figures.csv", encoding="utf-8", newline="") as figures:
        expected = {(row["dataset"], row["quantity"], row["parameter"]): row["value"]
                    for row in csv.DictReader(figures)}
    compared = failed = 0
    for *key, value, distance in found_values(diagonal, folder):
        if tuple(key) not in expected:
            continue
        compared += 1
        if value is None or abs(value - float(expected[tuple(key)])) > distance:
            failed += 1
            print(f"{key}: {value}, not {expected[tuple(key)]}")
    guarantee = reported(diagonal, folder, "confidence", "--guarantee", "risk=0.1")["guarantee"]
    if guarantee["threshold"] != 0.92 or round(guarantee["coverage"], 3) != 0.203:
        failed += 1
        print(f"guarantee: {guarantee}")
    change = reported(diagonal, folder, "rows")["over_time"]["change_after_row"]
    if change != 224:
        failed += 1
        print(f"change after row {change}, not 224")
    print(f"{compared} figures compared, {failed} differ")
    return 1 if failed or compared < 77 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
