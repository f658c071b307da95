// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/samples.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace diagonal {

std::vector<Sample> samples() {
    const QDir installed(QCoreApplication::applicationDirPath() +
                         QStringLiteral("/../share/diagonal/samples"));
    const QDir folder =
        installed.exists() ? installed : QDir(QStringLiteral(DIAGONAL_SAMPLES_SOURCE));
    const std::vector<Sample> known = {
        {QStringLiteral("digits_neural_network.npz"),
         QCoreApplication::translate("samples", "Digits, neural network: over-confident logits")},
        {QStringLiteral("digits_naive_bayes.csv"),
         QCoreApplication::translate("samples", "Digits, naive Bayes: extreme probabilities")},
        {QStringLiteral("digits_random_forest.csv"),
         QCoreApplication::translate("samples", "Digits, random forest: under-confident")},
        {QStringLiteral("breast_cancer_logistic.csv"),
         QCoreApplication::translate("samples",
                                     "Breast cancer, logistic regression: one "
                                     "probability")},
    };
    std::vector<Sample> there;
    for (const Sample& sample : known) {
        const QString path = QFileInfo(folder.filePath(sample.file)).canonicalFilePath();
        if (!path.isEmpty()) there.push_back({path, sample.title});
    }
    return there;
}

}  // namespace diagonal
