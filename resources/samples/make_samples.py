#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the sample files: real predictions of real classifiers on rows they were not trained on.

Needs Debian's python3-sklearn, whose digits and breast-cancer data are part of the package.
Run it in this folder; the committed files come from scikit-learn 1.2.1.
"""
import warnings

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.ensemble import RandomForestClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict, train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

SEED = 7
FOLDS = StratifiedKFold(n_splits=10, shuffle=True, random_state=SEED)


def network_logits(network, rows):
    """The outputs of the last layer before the softmax."""
    values = rows
    for layer, (weights, bias) in enumerate(zip(network.coefs_, network.intercepts_)):
        values = values @ weights + bias
        if layer + 1 < len(network.coefs_):
            values = np.maximum(values, 0)
    return values


def write_csv(path, header, columns):
    with open(path, "w", encoding="utf-8") as file:
        file.write(",".join(header) + "\n")
        for row in zip(*columns):
            file.write(",".join(str(cell) for cell in row) + "\n")


def digits_neural_network(images, labels):
    """Trained to the end on 90 rows, without regularisation: over-confident on the others."""
    few, held_out, few_labels, held_out_labels = train_test_split(
        images / 16, labels, train_size=90, stratify=labels, random_state=SEED)
    network = MLPClassifier((256, 256), alpha=0, max_iter=1500, tol=0, n_iter_no_change=1500,
                            random_state=SEED)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        network.fit(few, few_labels)
    np.savez_compressed("digits_neural_network.npz",
                        logits=network_logits(network, held_out).astype(np.float32),
                        labels=held_out_labels.astype(np.uint8),
                        images=np.round(held_out * 255).astype(np.uint8).reshape(-1, 8, 8))


def digits_csv(path, model, images, labels):
    probabilities = cross_val_predict(model, images, labels, cv=FOLDS, method="predict_proba")
    header = [f"prob_{k}" for k in range(10)] + ["label"]
    write_csv(path, header, [*(map(float, column) for column in probabilities.T), labels])


def breast_cancer():
    data = load_breast_cancer()
    malignant = 1 - data.target  # the data set counts benign as 1
    # Two of the thirty measurements, so that some cases are left in doubt.
    chosen = [list(data.feature_names).index(name) for name in ("mean texture", "mean smoothness")]
    model = make_pipeline(StandardScaler(), LogisticRegression())
    probability = cross_val_predict(model, data.data[:, chosen], malignant, cv=FOLDS,
                                    method="predict_proba")
    write_csv("breast_cancer_logistic.csv", ["y_true", "y_prob"],
              [malignant, map(float, probability[:, 1])])


def main():
    digits = load_digits()
    digits_neural_network(digits.data, digits.target)
    digits_csv("digits_naive_bayes.csv", GaussianNB(var_smoothing=1e-3), digits.data, digits.target)
    digits_csv("digits_random_forest.csv",
               RandomForestClassifier(n_estimators=200, random_state=SEED),
               digits.data, digits.target)
    breast_cancer()


if __name__ == "__main__":
    main()
