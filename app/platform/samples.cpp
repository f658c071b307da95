// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/samples.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace diagonal {

namespace {

/// Returns the folder of the installed samples, else that of the source tree around the program.
QDir samplesFolder() {
    QDir folder(QCoreApplication::applicationDirPath());
    const QDir installed(folder.filePath(QStringLiteral("../share/diagonal/samples")));
    if (installed.exists()) return installed;
    constexpr int mostParents = 5;
    for (int i = 0; i < mostParents && folder.cdUp(); ++i) {
        const QDir samples(folder.filePath(QStringLiteral("resources/samples")));
        if (samples.exists()) return samples;
    }
    return installed;
}

}  // namespace

std::vector<Sample> samples() {
    const QDir folder = samplesFolder();
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
