// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/diagrams/terms.h"

#include <utility>

namespace diagonal {

Terms termsOf(View::Kind view, Wording wording) {
    const bool top = view == View::Kind::TopLabel;
    const std::string shortConfidence = top ? "Confidence" : "Probability";
    const std::string shortAccuracy = top ? "Accuracy" : "Frequency";
    switch (wording) {
        case Wording::Clinical:
            return {"Calibration plot",
                    top ? "predicted probability of the predicted class" : "predicted risk",
                    top ? "observed proportion correct" : "observed proportion",
                    "participants",
                    top ? "over-prediction" : "over-estimated risk",
                    top ? "under-prediction" : "under-estimated risk",
                    top ? "participants with a correct prediction" : "participants with the event",
                    top ? "participants with a wrong one" : "participants without",
                    shortConfidence,
                    shortAccuracy};
        case Wording::Forecasting:
            return {"Reliability diagram",
                    "forecast probability",
                    top ? "relative frequency of correct forecasts" : "observed relative frequency",
                    "forecasts",
                    "over-forecasting",
                    "under-forecasting",
                    top ? "correct forecasts" : "forecasts with the event",
                    top ? "wrong forecasts" : "forecasts without",
                    shortConfidence,
                    shortAccuracy};
        case Wording::MachineLearning: break;
    }
    return {"Reliability diagram",
            top ? "confidence" : "predicted probability",
            top ? "accuracy" : "observed frequency",
            "predictions",
            top ? "over-confident" : "predicted too high",
            top ? "under-confident" : "predicted too low",
            top ? "right predictions" : "rows of the class",
            top ? "wrong predictions" : "other rows",
            shortConfidence,
            shortAccuracy};
}

std::string mistakesOf(const Report& report) {
    const bool isTop = report.view.isTopLabel();
    return isTop ? "mistakes" : termsOf(report).without;
}

Terms termsOf(const Report& report, Wording wording) {
    if (!report.dataset.areQuantiles) {
        Terms terms = termsOf(report.view.kind, wording);
        const bool isOfClass =
            !report.view.isTopLabel() && report.view.classIndex < report.dataset.classNames.size();
        if (isOfClass && wording == Wording::MachineLearning)
            terms.shortWith = std::exchange(
                terms.with, "rows of class " + report.dataset.classNames[report.view.classIndex]);
        return terms;
    }
    return {"Reliability diagram",
            "level",
            "share of outcomes not above the quantile",
            "quantiles",
            "quantile too low",
            "quantile too high",
            "outcomes at or below their quantile",
            "outcomes above it",
            "Level",
            "Share"};
}

std::string intervalName(const Report& report) {
    return std::string(choiceOf(kIntervalKinds, report.settings.intervals).label);
}

std::string jointly(const Report& report) {
    return report.settings.band == BandKind::Pointwise ? "" : ", all bins jointly";
}

}  // namespace diagonal
