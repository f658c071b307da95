// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QtTest/QTest>

#include "app/session/session.h"
#include "tests/core/support.h"

namespace diagonal::testing {

inline QString sample(const char* name) {
    return QStringLiteral(DIAGONAL_SAMPLES "/") + QLatin1String(name);
}

inline constexpr const char* kDigits = "digits_neural_network.npz";
inline constexpr const char* kCancer = "breast_cancer_logistic.csv";

/// How long a test waits for what has to come, in ms: under a sanitizer, beside a build, a window
/// takes twenty times as long.
inline constexpr int kPatience = 120'000;

/// Waits until the session neither reads nor analyses; returns false after kPatience.
inline bool settle(Session& session) {
    return QTest::qWaitFor([&] { return !session.isReading() && !session.isAnalysing(); },
                           kPatience);
}

/// Returns the report that core alone makes of a file with these settings.
inline std::shared_ptr<const Report> coreReport(const QString& file,
                                                const AnalysisSettings& settings = {}) {
    const auto dataset = readPredictions({file.toStdString(), std::nullopt});
    EXPECT_TRUE(dataset) << describe(dataset.error());
    return analyse(dataset.value(), settings).value().report;
}

/// Returns that report with more parts.
inline std::shared_ptr<const Report> coreReport(const QString& file,
                                                const AnalysisSettings& settings,
                                                const ReportPlan& plan) {
    const auto dataset = readPredictions({file.toStdString(), std::nullopt});
    EXPECT_TRUE(dataset) << describe(dataset.error());
    return detailedReport(analyse(dataset.value(), settings).value(), plan).value();
}

}  // namespace diagonal::testing
