# SPDX-License-Identifier: GPL-3.0-or-later
"""The recipes of the help page on other predictions: each block of Python and each command runs, and
gives what the page says, on data whose truth is known.

    recipes_test.py PROGRAM PAGE
"""

import csv
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import numpy as np

PROGRAM, PAGE = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
RANDOM = np.random.default_rng(7)


def recipes():
    """Returns the blocks of each section: Python, then a command."""
    found = {}
    for section in PAGE.read_text(encoding="utf-8").split("\n## ")[1:]:
        python = re.search(r"```python\n(.*?)```", section, re.S).group(1)
        command = re.search(r"```\n(diagonal .*?)```", section, re.S).group(1)
        found[section.splitlines()[0]] = (python, command.split()[1:])
    return found


class Recipes(unittest.TestCase):
    def run_recipe(self, title, json_report=True, **names):
        python, arguments = recipes()[title]
        done.add(title)
        with tempfile.TemporaryDirectory() as folder:
            before = os.getcwd()
            os.chdir(folder)
            try:
                exec(python, {"np": np, **names})  # pylint: disable=exec-used
            finally:
                os.chdir(before)
            more = ["--report", "json"] if json_report else []
            ran = subprocess.run([PROGRAM, *arguments, *more], cwd=folder, capture_output=True,
                                 text=True, timeout=120, check=True).stdout
        return json.loads(ran)["reports"][0] if json_report else ran

    def test_quantiles(self):
        y = RANDOM.normal(size=2000)
        levels = np.array([.05, .25, .5, .75, .95])
        normal = np.array([-1.6449, -.6745, 0, .6745, 1.6449])
        good = self.run_recipe("Quantiles and prediction intervals", y=y, levels=levels,
                               q=np.tile(normal, (2000, 1)))
        self.assertEqual(good["clusters"], 2000)
        self.assertEqual([round(b["confidence"], 6) for b in good["bins"]], list(levels))
        for one, level, cut in zip(good["bins"], levels, normal):
            self.assertLess(abs(one["accuracy"] - level), .04)
            self.assertAlmostEqual(one["accuracy"], np.mean(y <= cut), 12)
        narrow = self.run_recipe("Quantiles and prediction intervals", y=y, levels=levels,
                                 q=np.tile(normal / 2, (2000, 1)))["bins"]
        self.assertGreater(narrow[0]["accuracy"], .15)  # too high at low levels
        self.assertLess(narrow[-1]["accuracy"], .85)

    def test_survival(self):
        n, t = 6000, 1.0
        rate = np.exp(RANDOM.normal(-.5, 1, n))
        event_time, censored = RANDOM.exponential(1 / rate), RANDOM.exponential(1.5, n)
        report = self.run_recipe(
            "Survival at a time", risk=1 - np.exp(-rate * t), t=t,
            time=np.minimum(event_time, censored), event=(event_time <= censored).astype(int))
        scores = report["scores"]
        self.assertLess(report["rows"], n)
        self.assertLess(abs(scores["signed_gap"]), .02)
        self.assertLess(abs(scores["accuracy"] - np.mean(1 - np.exp(-rate * t))), .02)

    def test_detection(self):
        score = RANDOM.random(3000)
        report = self.run_recipe("Detection", score=score, image=np.arange(3000) // 10,
                                 matched=RANDOM.random(3000) < score**2)
        self.assertEqual(report["clusters"], 300)
        self.assertLess(report["scores"]["signed_gap"], -.1)

    def test_conformal_sets(self):
        labels = RANDOM.integers(0, 4, 2000)
        sets = np.zeros((2000, 4), bool)
        sets[np.arange(2000), labels] = RANDOM.random(2000) < .9
        sets[::2, :] = True
        text = self.run_recipe("Conformal sets", json_report=False, sets=sets, labels=labels)
        rows = {row["group"]: row for row in csv.DictReader(io.StringIO(text))}
        self.assertEqual(float(rows["size = 4"]["accuracy"]), 1)
        self.assertEqual(float(rows["size = 1"]["confidence"]), .9)

    def test_segmentation(self):
        logits = RANDOM.normal(size=(6, 3, 8, 9))
        probs = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
        masks = (probs.cumsum(axis=1) < RANDOM.random((6, 1, 8, 9))).sum(axis=1)
        report = self.run_recipe("Segmentation", probs=probs, masks=masks)
        self.assertEqual((report["rows"], report["clusters"]), (6 * 8 * 9, 6))
        right = (probs.argmax(axis=1) == masks).mean()
        self.assertAlmostEqual(report["scores"]["accuracy"], right, 12)

    def test_zz_every_recipe_was_tried(self):
        self.assertEqual(done, set(recipes()))


done = set()

if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
