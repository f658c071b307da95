#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Uses resources/python/diagonal.py as a notebook does.

python_module_test.py PROGRAM SAMPLES            reports, figures, errors, a notebook
python_module_test.py PROGRAM SAMPLES --window   show(), on a display
"""
import csv
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import numpy

MODULE = pathlib.Path(__file__).resolve().parents[2] / "resources" / "python" / "diagonal.py"
sys.path.insert(0, str(MODULE.parent))
import diagonal  # noqa: E402

PROGRAM, SAMPLES = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
ON_SCREEN = "--window" in sys.argv
os.environ["DIAGONAL"] = PROGRAM


def table(name):
    """Returns labels and probabilities of a sample."""
    with open(SAMPLES / name, newline="") as file:
        head, *rows = list(csv.reader(file))
    label = head.index("label" if "label" in head else "y_true")
    scores = [i for i, column in enumerate(head) if column.startswith(("prob_", "y_prob"))]
    return (numpy.array([int(row[label]) for row in rows]),
            numpy.array([[float(row[i]) for i in scores] for row in rows]))


def told(*arguments):
    """Returns the first report of the command line."""
    done = subprocess.run([PROGRAM, *arguments, "--report", "json"], capture_output=True, check=True)
    return json.loads(done.stdout)["reports"][0]


class Tensor:
    """What the module uses of a torch tensor of bfloat16, which NumPy does not know."""

    def __init__(self, values, dtype="torch.bfloat16"):
        self.values, self.dtype = values, dtype

    def detach(self):
        return self

    def cpu(self):
        return self

    def float(self):
        return Tensor(self.values.astype(numpy.float32), "torch.float32")

    def __array__(self, dtype=None, copy=None):
        if self.dtype == "torch.bfloat16":
            raise TypeError("bfloat16")
        return self.values


class Column:
    """What the module uses of a pandas or polars column."""

    def __init__(self, values):
        self.values = values

    def to_numpy(self):
        return self.values


@unittest.skipIf(ON_SCREEN, "no window")
class Reports(unittest.TestCase):
    def setUp(self):
        self.y, self.p = table("digits_random_forest.csv")
        self.only = {"only": ["ece", "nll", "bins"]}

    def test_numbers_are_those_of_the_command_line(self):
        file = str(SAMPLES / "digits_random_forest.csv")
        wanted = told(file, "--only", "ece,nll,bins", "--bins", "12", "--binning", "mass")
        for found in (diagonal.report(self.y, self.p, bins=12, binning="mass", **self.only),
                      diagonal.report(file, bins=12, binning="mass", **self.only)):
            self.assertEqual(found["scores"], wanted["scores"])
            self.assertEqual(found["bins"], wanted["bins"])

    def test_labels_of_every_kind_mean_the_same(self):
        wanted = diagonal.report(self.y, self.p, **self.only)["scores"]
        names = numpy.array([f"digit {k}" for k in range(10)])
        for labels in (self.y.tolist(), self.y.astype(float), names[self.y],
                       names[self.y].astype(object), Column(names[self.y].astype(object)),
                       self.y + 1):
            self.assertEqual(diagonal.report(labels, self.p, **self.only)["scores"], wanted)
        order = numpy.array([3, 1, 2, 0, 4, 5, 6, 7, 8, 9])
        self.assertEqual(diagonal.report(names[self.y], self.p[:, order],
                                         classes=names[order].tolist(), **self.only)["scores"],
                         wanted)

    def test_numbers_in_objects_stay_numbers(self):
        rows = 120
        y = numpy.arange(rows) % 12
        p = numpy.full((rows, 12), 0.01)
        p[numpy.arange(rows), y] = 0.89
        for labels in (y, y.astype(object), Column(y.astype(object)), y.astype(float).astype(object)):
            self.assertEqual(diagonal.report(labels, p, only="accuracy")["scores"]["accuracy"], 1)

    def test_a_figure_keeps_its_data(self):
        first = diagonal.figure(self.y, self.p)
        before = first.svg()
        diagonal.figure(self.y, self.p ** 2 / (self.p ** 2).sum(1, keepdims=True)).svg()
        self.assertEqual(first.svg(), before)

    def test_an_order_that_was_guessed_is_said(self):
        with self.assertWarnsRegex(UserWarning, "in the order of the names: 0, 1, 2.*classes="):
            diagonal.report(self.y.astype(str), self.p, only="ece")

    def test_a_picture_of_arrays_does_not_promise_to_open_again(self):
        with tempfile.TemporaryDirectory() as folder:
            for given in ({}, {"args": ["--without", "title"]}):
                path = pathlib.Path(folder) / "f.png"
                diagonal.figure(self.y, self.p, **given).save(path)
                self.assertNotIn(b"diagonal-session", path.read_bytes())
            diagonal.figure(SAMPLES / "digits_random_forest.csv").save(path)
            self.assertIn(b"diagonal-session", path.read_bytes())

    def test_scores_of_every_kind_mean_the_same(self):
        rough = self.p.astype(numpy.float32)
        wanted = diagonal.report(self.y, rough, **self.only)["scores"]
        self.assertEqual(diagonal.report(self.y, Tensor(rough), **self.only)["scores"], wanted)
        self.assertEqual(diagonal.report(self.y, Column(rough), **self.only)["scores"], wanted)
        logits = numpy.log(numpy.maximum(self.p, 1e-9))
        self.assertAlmostEqual(diagonal.report(self.y, logits, logits=True, only="ece")["scores"]["ece"],
                               diagonal.report(self.y, self.p, only="ece")["scores"]["ece"], 5)

    def test_two_classes_have_one_column(self):
        y, p = table("breast_cancer_logistic.csv")
        wanted = told(str(SAMPLES / "breast_cancer_logistic.csv"), "--only", "ece,nll,bins")["scores"]
        words = numpy.array(["benign", "malignant"])
        for labels, more in ((y, {}), (y == 1, {}), (words[y], {}),
                             (words[::-1][y], {"classes": ["malignant", "benign"]})):
            for scores in (p, p[:, 0]):
                self.assertEqual(diagonal.report(labels, scores, **more, **self.only)["scores"], wanted)

    def test_columns_beside_the_scores(self):
        rows = len(self.y)
        site = numpy.array(["north", "south"])[numpy.arange(rows) % 2]
        found = diagonal.report(self.y, self.p, only="ece,groups", groups={"site": site},
                                cluster=numpy.arange(rows) // 4, weight=numpy.full(rows, 2.0))
        self.assertEqual([group["value"] for group in found["groups"]].count("north"), 1)
        self.assertEqual(found["clusters"], -(-rows // 4))
        one = diagonal.report(self.y, self.p, only="ece", groups={"site": site},
                              args=["--where", "site=north"])
        self.assertEqual(one["rows"], int((site == "north").sum()))

    def test_confidences_of_predictions(self):
        right = self.p.argmax(1) == self.y
        self.assertEqual(
            diagonal.report(correct=right, confidence=self.p.max(1), only="ece")["scores"],
            diagonal.report(self.y, self.p, only="ece")["scores"])

    def test_several_models(self):
        other = self.p ** 2 / (self.p ** 2).sum(1, keepdims=True)
        models = {"as/is": self.p, "as is": other}
        found = diagonal.report(self.y, models, only="ece")
        self.assertEqual(list(found), ["as/is", "as is"])
        self.assertEqual(found["as is"]["scores"], diagonal.report(self.y, other, only="ece")["scores"])
        compared = diagonal.compare(self.y, models)
        self.assertEqual(len(compared["pairs"]), 1)
        self.assertEqual(compared["reference"], "as/is")
        self.assertNotIn("/diagonal-", json.dumps(compared))
        self.assertTrue(diagonal.figure(self.y, models).svg().startswith("<?xml"))

    def test_errors_say_what_to_do(self):
        def problem(*arguments, **given):
            with self.assertRaises(diagonal.Error) as caught:
                diagonal.report(*arguments, **given)
            return str(caught.exception)
        self.assertIn("logits=True", problem(self.y, 5 * self.p))
        self.assertIn("a column for each class", problem(self.y.astype(str), self.p[:, :4]))
        self.assertIn("are y and p swapped?", problem(self.p, self.y))
        self.assertIn("5 rows", problem(self.y, self.p[:5]))
        for wrong in ([0, float("nan"), 1], [0.5, 1, 0], ["yes", "no", "no"], [2, 1, 0]):
            self.assertIn("True or False", problem(correct=wrong, confidence=[.5, .6, .7]))
        self.assertIn("fractions", problem(self.y + 0.5, self.p))
        self.assertIn("missing", problem([None, "a"], [0.5, 0.5]))
        self.assertIn("none of the classes", problem(["a", "x"], [0.5, 0.5], classes=["a", "b"]))
        self.assertIn("--bins needs a whole number", problem(self.y, self.p, bins="many"))
        self.assertIn("give y and p", problem(self.y))
        with self.assertRaises(TypeError):
            diagonal.report(self.y, self.p, bin=3)
        self.assertIn("cannot be the name", problem(self.y, self.p, groups={"../x": self.y}))

    def test_a_missing_program_names_three_ways(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(MODULE, folder)
            code = "import diagonal\ntry: diagonal.find()\nexcept diagonal.Error as e: print(e)"
            done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True,
                                  env={"PATH": folder}, text=True, check=True)
        if os.path.exists("/usr/bin/diagonal"):
            self.assertEqual(done.stdout, "")
        else:
            self.assertIn("set DIAGONAL to its path", done.stdout)

    def test_a_hostile_environment_does_not_reach_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            for library in ("libQt6Core.so.6", "libQt6Gui.so.6"):
                (pathlib.Path(folder) / library).write_bytes(b"no library")
            hostile = {"LD_LIBRARY_PATH": folder, "QT_PLUGIN_PATH": folder,
                       "QT_QPA_PLATFORM_PLUGIN_PATH": folder, "PYTHONHOME": folder}
            with mock.patch.dict(os.environ, hostile):
                self.assertGreater(len(diagonal.figure(self.y, self.p).png()), 10000)

    def test_figures_are_saved_in_every_format(self):
        figure = diagonal.figure(self.y, self.p, bins=20, size="ieee")
        with tempfile.TemporaryDirectory() as folder:
            for ending, begins in ((".png", b"\x89PNG"), (".pdf", b"%PDF"), (".svg", b"<?xml"),
                                   (".tex", b"% ")):
                path = pathlib.Path(folder) / f"f{ending}"
                self.assertEqual(figure.save(path), path)
                self.assertTrue(path.read_bytes().startswith(begins), ending)

    def test_a_notebook_holds_the_picture(self):
        import nbclient
        import nbformat
        source = (f"import sys, os\nsys.path.insert(0, {str(MODULE.parent)!r})\n"
                  f"os.environ.pop('DISPLAY', None); os.environ.pop('WAYLAND_DISPLAY', None)\n"
                  "import diagonal\n"
                  "diagonal.show([0, 1, 1, 0], [.1, .8, .7, .4])")
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
        nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
        outputs = notebook.cells[0].outputs
        pictures = [one for one in outputs if "image/png" in one.get("data", {})]
        self.assertEqual(len(pictures), 1, outputs)
        self.assertIn("no display", "".join(one.get("text", "") for one in outputs))


@unittest.skipUnless(ON_SCREEN, "needs a display")
class Windows(unittest.TestCase):
    def test_a_second_call_moves_the_same_window(self):
        y, p = table("breast_cancer_logistic.csv")
        with tempfile.TemporaryDirectory() as home, mock.patch.dict(
                os.environ, {"XDG_CONFIG_HOME": home, "QT_PLUGIN_PATH": home}):
            diagonal.show(y, p, bins=8)
            process, arguments = diagonal._windows["show"]
            try:
                self.assertIsNone(process.poll())
                first = pathlib.Path(arguments[0]).read_bytes()
                diagonal.show(y, p ** 2, bins=8)
                self.assertIs(diagonal._windows["show"][0], process)
                self.assertNotEqual(pathlib.Path(arguments[0]).read_bytes(), first)
                diagonal.show(y, p, bins=9)
                process.wait(20)
                process = diagonal._windows["show"][0]
                self.assertIsNone(process.poll(), "other options open another window")
            finally:
                process.terminate()
                process.wait(20)

    def test_a_window_that_ends_at_once_says_why(self):
        y, p = table("breast_cancer_logistic.csv")
        with self.assertRaises(diagonal.Error) as caught:
            diagonal.show(y, p, name="other", args=["--bogus"])
        self.assertIn("bogus", str(caught.exception))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
