#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes data sets and writes the figures that NumPy, SciPy and scikit-learn compute for them.

    make_reference.py SAMPLES    # resources/samples; writes beside this script

It shares no code with Diagonal and uses the libraries' own functions where they exist:
scikit-learn's roc_auc_score, log_loss, brier_score_loss, isotonic_regression; SciPy's norm and
root finders. figures.csv holds one figure a row: dataset, view, T, binning, bins, id, value.
Needs python3-sklearn; the committed files were written with NumPy 1.24, SciPy 1.10 and
scikit-learn 1.2.
"""
import csv
import pathlib
import sys

import numpy as np
from scipy.optimize import brentq, minimize
from scipy.special import log_softmax, softmax
from scipy.stats import norm
from sklearn.isotonic import isotonic_regression
from sklearn.metrics import brier_score_loss, log_loss, roc_auc_score

HERE = pathlib.Path(__file__).parent
TEMPERATURES = (1.0, 0.5, 1.7)
BINS = (5, 10, 15, 37)


def make_sets():
    """Small sets with what rounds badly: decimals on the edges of bins, ties, few rows."""
    random = np.random.default_rng(20261122)
    # Two decimals: many probabilities lie on the edges of 10 and 20 bins.
    p = np.round(random.beta(0.6, 0.6, 700), 2)
    p = np.clip(p, 0.01, 0.99)
    y = (random.random(700) < p ** 1.3).astype(int)
    with open(HERE / "decimals.csv", "w", encoding="utf-8") as out:
        out.write("probability,label\n")
        out.writelines(f"{a:.2f},{b}\n" for a, b in zip(p, y))
    logits = np.round(random.normal(size=(400, 5)) * 2.5, 3)
    truth = np.array([random.choice(5, p=q) for q in softmax(logits / 1.6, axis=1)])
    with open(HERE / "five_classes.csv", "w", encoding="utf-8") as out:
        out.write(",".join(f"logit_{k}" for k in range(5)) + ",label\n")
        out.writelines(",".join(f"{z:.3f}" for z in row) + f",{t}\n"
                       for row, t in zip(logits, truth))


def read_sets(samples):
    """name -> (logits or None, probabilities N x K, labels, is binary)."""
    def table(path):
        with open(path, encoding="utf-8") as source:
            rows = list(csv.DictReader(source))
        return {key: [row[key] for row in rows] for key in rows[0]}

    sets = {}
    one = table(HERE / "decimals.csv")
    p = np.array(one["probability"], dtype=float)
    sets["decimals"] = (None, np.stack([1 - p, p], axis=1), np.array(one["label"], dtype=int), True)
    five = table(HERE / "five_classes.csv")
    logits = np.stack([np.array(five[f"logit_{k}"], dtype=float) for k in range(5)], axis=1)
    sets["five_classes"] = (logits, softmax(logits, axis=1), np.array(five["label"], dtype=int),
                            False)
    network = np.load(samples / "digits_neural_network.npz")
    logits = network["logits"].astype(float)
    sets["digits_neural_network"] = (logits, softmax(logits, axis=1),
                                     network["labels"].astype(int), False)
    forest = table(samples / "digits_random_forest.csv")
    label = next(key for key in forest if not key.startswith("prob"))
    p = np.stack([np.array(forest[key], dtype=float) for key in forest if key != label], axis=1)
    sets["digits_random_forest"] = (None, p, np.array(forest[label], dtype=int), False)
    return sets


def at_temperature(logits, probabilities, t):
    if logits is not None:
        return softmax(logits / t, axis=1)
    if t == 1:
        return probabilities
    with np.errstate(divide="ignore"):
        return softmax(np.log(probabilities) / t, axis=1)


def binned(confidence, correct, edges_of, right):
    """ECE and its relatives over bins that hold rows."""
    index = (np.searchsorted(edges_of, confidence, side="left") if right
             else np.searchsorted(edges_of, confidence, side="right"))
    n = len(confidence)
    gaps, weights = [], []
    for b in np.unique(index):
        rows = index == b
        gaps.append(correct[rows].mean() - confidence[rows].mean())
        weights.append(rows.sum() / n)
    gaps, weights = np.array(gaps), np.array(weights)
    return {"ece": (weights * abs(gaps)).sum(), "mce": abs(gaps).max(), "ace": abs(gaps).mean(),
            "rmsce": np.sqrt((weights * gaps ** 2).sum()),
            "over_confidence": (weights * np.maximum(-gaps, 0)).sum(),
            "under_confidence": (weights * np.maximum(gaps, 0)).sum(), "filled": len(gaps)}


def unbinned(confidence, correct):
    n = len(confidence)
    order = np.argsort(confidence, kind="stable")
    c, a = confidence[order], correct[order]
    running = np.cumsum(c - a) / n
    ends = np.append(np.diff(c) > 0, True)
    at_ends = np.append(0, running[ends])
    # By distinct confidence: predict() interpolates, and divides by differences next to 0.
    _, place, counts = np.unique(c, return_inverse=True, return_counts=True)
    means = np.bincount(place, weights=a) / counts
    fitted = isotonic_regression(means, sample_weight=counts)[place]
    brier = brier_score_loss(correct, confidence)
    uncertainty = correct.mean() * (1 - correct.mean())
    recalibrated = ((a - fitted) ** 2).mean()
    variance = ((1 - 2 * c) ** 2 * c * (1 - c)).sum()
    z = ((a - c) * (1 - 2 * c)).sum() / np.sqrt(variance)
    return {"accuracy": correct.mean(), "confidence": confidence.mean(), "brier": brier,
            "auroc": roc_auc_score(correct, confidence), "ks": abs(at_ends).max(),
            "kuiper": at_ends.max() - at_ends.min(), "brier_mcb": brier - recalibrated,
            "brier_dsc": uncertainty - recalibrated, "brier_unc": uncertainty,
            "spiegelhalter_z": z, "spiegelhalter_p": 2 * norm.sf(abs(z))}


def logistic(confidence, correct):
    """Slope of the regression on logit c, and the intercept at slope 1."""
    inside = (confidence > 0) & (confidence < 1)
    x, a = np.log(confidence[inside] / (1 - confidence[inside])), correct[inside]

    def gradient_at(intercept, slope):
        p = 1 / (1 + np.exp(-(intercept + slope * x)))
        return np.array([(p - a).sum(), ((p - a) * x).sum()]), p

    def loss(v):
        z = v[0] + v[1] * x
        return (np.logaddexp(0, z) - a * z).sum()

    v = minimize(loss, [0, 1], method="BFGS", options={"gtol": 1e-9}).x
    for _ in range(20):  # Newton's method to the last digits
        g, p = gradient_at(*v)
        w = p * (1 - p)
        h = np.array([[w.sum(), (w * x).sum()], [(w * x).sum(), (w * x * x).sum()]])
        v = v - np.linalg.solve(h, g)
    intercept = brentq(lambda u: gradient_at(u, 1)[0][0], -30, 30, xtol=1e-14)
    return {"calibration_slope": v[1], "calibration_intercept": intercept}


def fitted_temperature(logits, labels):
    def slope(log_t):
        t = np.exp(log_t)
        p = softmax(logits / t, axis=1)
        rows = np.arange(len(labels))
        return ((p * logits).sum(axis=1) - logits[rows, labels]).sum()

    t = np.exp(brentq(lambda x: -slope(x), np.log(1 / 32), np.log(32), xtol=1e-15, rtol=1e-15))
    return t, -log_softmax(logits / t, axis=1)[np.arange(len(labels)), labels].mean()


def figures_of(logits, probabilities, labels, is_binary):
    """Yields view, T, binning, bins, id, value."""
    rows = np.arange(len(labels))
    for t in TEMPERATURES:
        p = at_temperature(logits, probabilities, t)
        views = {"top-label": (p.max(axis=1), (p.argmax(axis=1) == labels).astype(float))}
        if is_binary:
            views = {"positive": (p[:, 1], labels.astype(float))}
        for view, (confidence, correct) in views.items():
            for name, value in unbinned(confidence, correct).items():
                yield view, t, "", "", name, value
            if t == 1:
                for name, value in logistic(confidence, correct).items():
                    yield view, t, "", "", name, value
            for m in BINS:
                edges = np.arange(1, m) / m
                for rule in ("right", "left"):
                    for name, value in binned(confidence, correct, edges, rule == "right").items():
                        yield view, t, rule, m, name, value
            if (p[rows, labels] > 0).all():
                yield view, t, "", "", "nll", log_loss(labels, p, labels=range(p.shape[1]), eps=0)
            one_hot = np.eye(p.shape[1])[labels]
            yield view, t, "", "", "brier_multiclass", ((p - one_hot) ** 2).sum(axis=1).mean()
    z = logits if logits is not None else np.log(np.maximum(probabilities, 0))
    if np.isfinite(z).all():
        t, nll = fitted_temperature(z, labels)
        view = "positive" if is_binary else "top-label"
        yield view, 1.0, "", "", "fitted_temperature", t
        yield view, 1.0, "", "", "fitted_nll", nll


def main(samples):
    np.seterr(divide="ignore")
    make_sets()
    with open(HERE / "figures.csv", "w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["dataset", "view", "T", "binning", "bins", "id", "value"])
        for name, data in read_sets(pathlib.Path(samples)).items():
            for view, t, binning, bins, figure, value in figures_of(*data):
                writer.writerow([name, view, t, binning, bins, figure, repr(float(value))])


if __name__ == "__main__":
    main(sys.argv[1])
