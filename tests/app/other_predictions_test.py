#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Columns of quantiles and images of scores, as files bring them: what opens by itself, what is
asked, and what is refused.

other_predictions_test.py PROGRAM
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import numpy as np

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
RANDOM = np.random.default_rng(11)
CUTS = {.1: -1.2816, .5: 0, .9: 1.2816}


class Files(unittest.TestCase):
    def setUp(self):
        self.kept = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.kept.name)

    def tearDown(self):
        self.kept.cleanup()

    def run_on(self, *arguments):
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True,
                              text=True, timeout=120)

    def report(self, *arguments):
        ran = self.run_on(*arguments, "--report", "json")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return json.loads(ran.stdout)["reports"][0]

    def refused(self, *arguments):
        ran = self.run_on(*arguments, "--report", "text")
        self.assertNotEqual(ran.returncode, 0, ran.stdout)
        return ran.stderr

    def notes(self, report):
        return " ".join(note["text"] for note in report["notes"])


class Quantiles(Files):
    def save(self, names, *more, y=None, file="q.csv"):
        y = RANDOM.normal(size=300) if y is None else y
        q = np.tile(list(CUTS.values()), (len(y), 1))
        columns = np.column_stack([y, q, *more])
        np.savetxt(self.folder / file, columns, "%.12g", ",", header=",".join(names), comments="")
        return y

    def test_names_that_open(self):
        for names in (["q0.1", "q0.5", "q0.9"], ["q10", "q50", "q90"],
                      ["quantile_0.1", "quantile_0.5", "quantile_0.9"], ["p10", "p50", "p90"],
                      ["0.1", "0.5", "0.9"], ["Q_0.1", "Q_0.5", "Q_0.9"]):
            with self.subTest(names):
                y = self.save(["actual", *names])
                report = self.report("q.csv")
                self.assertEqual((report["rows"], report["clusters"]), (900, 300))
                for one, (level, cut) in zip(report["bins"], CUTS.items()):
                    self.assertAlmostEqual(one["confidence"], level, 12)
                    self.assertAlmostEqual(one["accuracy"], np.mean(y <= cut), 12)
                self.assertIn("quantiles of", self.notes(report))

    def test_json_and_groups(self):
        with open(self.folder / "q.jsonl", "w", encoding="utf-8") as file:
            for i, y in enumerate(RANDOM.normal(size=200)):
                file.write(json.dumps({"y": y, "site": "ab"[i % 2], "q0.1": -1.28, "q0.9": 1.28})
                           + "\n")
        report = self.report("q.jsonl")
        self.assertEqual(report["rows"], 400)
        self.assertEqual({g["value"]: g["rows"] for g in report["groups"] if g["column"] == "site"},
                         {"a": 200, "b": 200})

    def test_words(self):
        self.save(["y", "q0.1", "q0.5", "q0.9"])
        ran = self.run_on("q.csv", "--export", "q.svg", "--caption", "ml")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        figure = (self.folder / "q.svg").read_text(encoding="utf-8")
        drawn = " ".join(re.findall(r"<text[^>]*>([^<]*)", figure))
        self.assertIn("share of outcomes not above the quantile among the quantiles in 3 "
                      "stated-value bins of level", ran.stdout)
        for shown in ("Level of the quantile", "Share of outcomes not above the quantile"):
            self.assertIn(shown, drawn)
        for text in (ran.stdout, drawn):
            self.assertNotRegex(text.split("Numbers were")[0], "(?i)confiden(t|ce )|accura|predicti")

    def test_own_cluster(self):
        self.save(["y", "q0.1", "q0.5", "q0.9", "store"], np.arange(300) // 30)
        self.assertEqual(self.report("q.csv", "--column", "cluster=store")["clusters"], 10)

    def test_unclear_outcome_is_asked(self):
        self.save(["sales", "q0.1", "q0.5", "q0.9", "price"], RANDOM.normal(size=300))
        self.assertRegex(self.refused("q.csv"), "Which column holds the outcome.*sales.*price")
        self.assertEqual(self.report("q.csv", "--column", "label=sales")["rows"], 900)

    def test_not_quantiles(self):
        # Probabilities of classes that are called p10, p50, p90 cross.
        p = RANDOM.dirichlet([1, 1, 1], 300)
        table = np.column_stack([RANDOM.choice([10, 50, 90], 300), p])
        np.savetxt(self.folder / "p.csv", table, "%.6g", ",", header="y,p10,p50,p90", comments="")
        report = self.report("p.csv")
        self.assertEqual((report["rows"], report["classes"]), (300, 3))

    def test_text_outcome_is_refused(self):
        (self.folder / "t.csv").write_text(
            "y,q0.1,q0.9\n" + "1.5,0,2\n" * 20 + "high,0,2\n", encoding="utf-8")
        self.assertIn("no number", self.refused("t.csv"))


class Images(Files):
    def images(self, n=4, k=3, height=6, width=8):
        logits = RANDOM.normal(size=(n, k, height, width)).astype("float32")
        labels = RANDOM.integers(0, k, (n, height, width)).astype("uint8")
        return logits, labels

    def save(self, logits, labels, file="pixels.npz"):
        np.savez(self.folder / file, logits=logits, labels=labels)

    def accuracy(self, logits, labels, kept=None):
        right = logits.argmax(axis=1) == labels
        return right.mean() if kept is None else right[kept].mean()

    def test_classes_first_last_and_pairs(self):
        logits, labels = self.images()
        self.save(logits, labels)
        np.savez(self.folder / "last.npz", logits=logits.transpose(0, 2, 3, 1), labels=labels)
        np.save(self.folder / "logits.npy", logits)
        np.save(self.folder / "labels.npy", labels)
        reports = [self.report("pixels.npz"), self.report("last.npz"),
                   self.report("logits.npy", "labels.npy"), self.report("logits.npy")]
        for report in reports:
            self.assertEqual((report["rows"], report["clusters"]), (4 * 6 * 8, 4))
            self.assertAlmostEqual(report["scores"]["accuracy"], self.accuracy(logits, labels), 12)
            self.assertEqual(report["scores"]["ece"], reports[0]["scores"]["ece"])
        self.assertIn("4 images of 6 x 8 pixels", self.notes(reports[0]))

    def test_two_classes_of_one_probability(self):
        p = RANDOM.random((3, 10, 12))
        y = RANDOM.random(p.shape) < p
        np.savez(self.folder / "binary.npz", probs=p, labels=y)
        np.savez(self.folder / "channel.npz", probs=p[:, None], labels=y[:, None])
        for name in ("binary.npz", "channel.npz"):
            report = self.report(name)
            self.assertEqual((report["rows"], report["clusters"]), (360, 3))
            self.assertAlmostEqual(report["scores"]["accuracy"], y.mean(), 12)

    def test_ignored_labels(self):
        logits, labels = self.images()
        kept = RANDOM.random(labels.shape) < .7
        for ignored in (255, -1, -100):
            with self.subTest(ignored):
                self.save(logits, np.where(kept, labels.astype(int), ignored))
                report = self.report("pixels.npz")
                self.assertEqual(report["rows"], kept.sum())
                self.assertAlmostEqual(report["scores"]["accuracy"],
                                       self.accuracy(logits, labels, kept), 12)
                self.assertIn(f"{(~kept).sum()} pixels with the label {ignored}",
                              self.notes(report))
        self.save(logits, np.where(kept, labels, 7))
        self.assertIn("outside of the classes 0 to 2: 7", self.refused("pixels.npz"))
        labels[0, 0, :2] = 255, 9
        self.save(logits, labels)
        self.assertIn("9, 255", self.refused("pixels.npz"))

    def test_a_class_called_255_counts(self):
        logits, labels = self.images(1, 256, 16, 16)
        labels[:] = np.arange(256).reshape(1, 16, 16)
        self.save(logits, labels)
        self.assertEqual(self.report("pixels.npz", "--only", "accuracy")["rows"], 256)

    def test_other_shapes_are_refused(self):
        logits, labels = self.images()
        self.save(logits, labels.transpose(0, 2, 1))
        self.assertIn("4 images of 8 x 6 pixels", self.refused("pixels.npz"))
        np.savez(self.folder / "sequence.npz", probs=RANDOM.random((2, 4, 3)),
                 labels=np.zeros(8, int))
        self.assertIn("read as pixels of images", self.refused("sequence.npz"))
        np.save(self.folder / "scores.npy", RANDOM.random((2, 4, 3)))
        np.save(self.folder / "truth.npy", np.zeros(8, int))
        self.assertIn("2 images of 4 x 3 pixels, but there are 8 labels",
                      self.refused("scores.npy", "truth.npy"))
        self.save(*self.images(2, 5, 4, 5))
        self.assertIn("which of them are the classes", self.refused("pixels.npz"))

    def test_samples(self):
        logits, labels = self.images(5, 3, 20, 20)
        self.save(logits, labels)
        one, same, other = (self.report("pixels.npz", "--sample-rows", "500", *more)
                            for more in ([], [], ["--seed", "2"]))
        self.assertEqual(one["rows"], 500)
        self.assertEqual(one["scores"], same["scores"])
        self.assertNotEqual(one["scores"]["accuracy"], other["scores"]["accuracy"])
        self.assertIn("500 of 2,000 pixels was drawn (seed 1)", self.notes(one))
        self.assertLess(abs(one["scores"]["accuracy"] - self.accuracy(logits, labels)), .08)
        whole = self.report("pixels.npz", "--sample-rows", "9999")
        self.assertEqual(whole["rows"], 2000)
        np.savez(self.folder / "rows.npz", logits=logits[0, :, 0].T, labels=labels[0, 0])
        self.assertIn("--sample-rows draws pixels", self.refused("rows.npz", "--sample-rows", "5"))

    def test_memory_is_bounded(self):
        logits = RANDOM.normal(size=(40, 4, 160, 160)).astype("float32")  # 16 MB
        labels = logits.argmax(axis=1).astype("uint8")
        self.save(logits, labels)
        script = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, "
                  "stdout=subprocess.DEVNULL); "
                  "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
        used = [int(subprocess.run([sys.executable, "-c", script, PROGRAM, "pixels.npz", "--report",
                                    "json", "--only", "accuracy", *more], cwd=self.folder,
                                   capture_output=True, text=True, check=True).stdout)
                for more in ([], ["--sample-rows", "1000"])]
        self.assertLess(used[1], used[0] - 12000)  # kB: the sample does not hold the array


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
