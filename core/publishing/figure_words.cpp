// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/figure_words.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/measuring/curves/calibration_curve.h"
#include "core/publishing/profile_words.h"
#include "core/reporting/recalibration_report.h"
#include "core/reporting/report_intervals.h"
#include "core/reporting/writing/report_writer.h"

namespace diagonal {
namespace {

/// The terms of a field.
struct Terms {
    std::string figure;      ///< what the figure is called
    std::string confidence;  ///< what is on the horizontal axis
    std::string accuracy;    ///< what is on the vertical axis
    std::string rows;
    std::string over;   ///< a bin below the diagonal
    std::string under;  ///< a bin above it
};

Terms termsOf(const Report& report, Wording wording) {
    const bool top = report.view.kind == View::Kind::TopLabel;
    switch (wording) {
        case Wording::Clinical:
            return {"Calibration plot",
                    top ? "predicted probability of the predicted class" : "predicted risk",
                    top ? "observed proportion correct" : "observed proportion",
                    "participants",
                    top ? "over-prediction" : "over-estimated risk",
                    top ? "under-prediction" : "under-estimated risk"};
        case Wording::Forecasting:
            return {"Reliability diagram",
                    "forecast probability",
                    top ? "relative frequency of correct forecasts" : "observed relative frequency",
                    "forecasts",
                    "over-forecasting",
                    "under-forecasting"};
        case Wording::MachineLearning: break;
    }
    return {"Reliability diagram",
            top ? "confidence" : "predicted probability",
            std::string(accuracyName(report.view)),
            "predictions",
            top ? "over-confident" : "predicted too high",
            top ? "under-confident" : "predicted too low"};
}

/// As fixedText(), with a true minus sign.
std::string decimals(double number, int places) {
    std::string text = fixedText(number, places);
    if (text.starts_with('-')) text.replace(0, 1, "−");
    return text;
}

std::string capitalized(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

std::string withoutFolder(const std::string& file) {
    return file.substr(file.find_last_of('/') + 1);
}

std::string model(const Report& report) {
    std::string text = displayName(report.dataset.file);
    if (!report.dataset.group.empty()) text += ", " + report.dataset.group;
    if (report.view.kind != View::Kind::TopLabel) text += ", " + viewName(report);
    return text;
}

/// Says where the temperature is from, if it was fitted.
std::string fitted(const Report& report) {
    const ReportedFit* fit = report.fitted();
    if (!fit) return "";
    return report.isAtWantedTemperature()
               ? " (fitted on these rows)"
               : " (near the fitted " + decimals(fit->fit.value, 3) + ")";
}

std::string recalibration(const Report& report) {
    if (report.recalibration) {
        const std::string rows = withoutFolder(fitRowsText(*report.recalibration));
        const bool crossed = rows.find("cross-validation") != std::string::npos;
        return "after recalibration by " +
               lowerCase(mapDefinition(report.recalibration->map.kind).name) +
               (crossed ? " (" + rows + ": maps fitted on the other rows)" : ", fitted on " + rows);
    }
    if (report.temperature == 1) return "";
    return "after temperature scaling, T = " + decimals(report.temperature, 3) + fitted(report);
}

std::string joined(const std::vector<std::string>& parts) {
    std::string out;
    for (const std::string& part : parts) {
        if (!part.empty()) out += (out.empty() ? "" : "; ") + part;
    }
    return out;
}

std::string level(const Report& report) {
    return percentText(report.settings.level);
}

/// Returns "ECE 0.0833 (95 % CI 0.0688 to 0.0956)"; empty if the report has no such score.
std::string scored(const Report& report, const std::string& name, std::string_view id) {
    const Score* score = report.find(id);
    if (!score || !score->value) return "";
    std::string text = name + " " + decimals(*score->value, 4);
    if (isInexact(*score) && score->bound) text += " " + boundText(*score->bound);
    if (score->interval) {
        text += " (" + level(report) + " CI " + decimals(score->interval->lower, 4) + " to " +
                decimals(score->interval->upper, 4) + ")";
    }
    return text;
}

bool isTopLabel(const Report& report) {
    return report.view.kind == View::Kind::TopLabel;
}

std::string scores(const Report& report, Wording wording, const Terms& terms) {
    switch (wording) {
        case Wording::Clinical:
            return joined({scored(report, "calibration intercept", "calibration_intercept"),
                           scored(report, "calibration slope", "calibration_slope"),
                           scored(report, "ECE", "ece"), scored(report, "Brier score", "brier"),
                           scored(report,
                                  isTopLabel(report) ? "AUROC of right versus wrong predictions"
                                                     : "C statistic",
                                  "auroc")});
        case Wording::Forecasting:
            return joined({scored(report, "Brier score", "brier"),
                           scored(report, "miscalibration (reliability)", "brier_mcb"),
                           scored(report, "discrimination (resolution)", "brier_dsc"),
                           scored(report, "uncertainty", "brier_unc"),
                           scored(report, "ECE", "ece")});
        case Wording::MachineLearning: break;
    }
    return joined({scored(report, "ECE", "ece"), scored(report, "MCE", "mce"),
                   scored(report, std::string(accuracyName(report.view)), "accuracy"),
                   scored(report, "mean " + terms.confidence, "confidence")});
}

/// Returns "15 equal-width bins of confidence", "15 bins of confidence as in netcal".
std::string binsOfConfidence(const Report& report, const Terms& terms) {
    const std::string of = " of " + terms.confidence;
    const std::string name = binsName(report);
    if (!report.preset) return name + of;
    return counted(report.binned.bins.size(), "bin") + of + " as in " +
           std::string(report.preset->name);
}

/// True if diamonds and whiskers have room in a figure of the usual size.
bool hasFewBins(const Report& report) {
    constexpr std::size_t few = 50;
    return report.binned.bins.size() <= few;
}

std::string previousBins(const Report& report) {
    return report.recalibration ? "; grey lines: before recalibration" : "";
}

std::string binConfidence(const Report& report, const Terms& terms) {
    return report.binning.confidence == BinConfidence::Midpoint ? "the middle of each bin"
                                                                : "the mean " + terms.confidence;
}

std::string intervalName(const Report& report) {
    return std::string(choiceOf(kIntervalKinds, report.settings.intervals).label);
}

std::string joint(const Report& report) {
    return report.settings.band == BandKind::Pointwise ? "" : ", all bins jointly";
}

std::string intervals(const Report& report, const ShownParts& shown) {
    if (!shown.parts.intervals) return "";
    if (report.settings.intervals == IntervalKind::Consistency) {
        return "; grey: " + level(report) + " of calibrated models" + joint(report);
    }
    return "; whiskers: " + level(report) + " " + intervalName(report) + " intervals" +
           joint(report);
}

/// Explains the band of a curve.
std::string band(const Report& report) {
    switch (bandMeaningOf(report.settings.diagram, report.settings.band)) {
        case BandMeaning::PointByChance:
            return "grey: at each point, " + level(report) + " of the curves of a calibrated model";
        case BandMeaning::CurveByChance:
            return "grey: holds " + level(report) + " of the whole curves of a calibrated model";
        case BandMeaning::TrueCurve: break;
    }
    return "grey: " + level(report) + " confidence band of the whole curve";
}

std::string areas(const Terms& terms) {
    return "; orange: " + terms.over + ", green: " + terms.under + "; ";
}

/// Explains pale gaps, if there are some.
std::string paleGaps(const Report& report) {
    const bool areThere = std::ranges::any_of(report.binned.bins, isWithinNoise);
    return areThere
               ? "; pale: within what " + level(report) + " of calibrated models show by chance"
               : "";
}

std::string shape(const Report& report, const Terms& terms, const ShownParts& shown) {
    switch (report.settings.diagram) {
        case DiagramKind::Bars:
            return "Bars: " + terms.accuracy + " among the " + terms.rows + " in " +
                   binsOfConfidence(report, terms) + "; gap to " + binConfidence(report, terms) +
                   " in orange (" + terms.over + ") and green (" + terms.under + ")" +
                   paleGaps(report) + previousBins(report) +
                   (hasFewBins(report)
                        ? "; diamonds: " + binConfidence(report, terms) + intervals(report, shown)
                        : "") +
                   "; dashed: perfect calibration";
        case DiagramKind::Gaps:
            return "Bars: " + terms.accuracy + " minus " + binConfidence(report, terms) + " in " +
                   binsOfConfidence(report, terms) + ", in orange (" + terms.over +
                   ") and green (" + terms.under + ")" + paleGaps(report) +
                   (hasFewBins(report) ? intervals(report, shown) : "") +
                   "; dashed: perfect calibration";
        case DiagramKind::Isotonic:
            return "Line: " + terms.accuracy + " given the " + terms.confidence +
                   " by isotonic regression (CORP)" + areas(terms) + band(report) +
                   "; dashed: perfect calibration";
        case DiagramKind::Smooth:
            return "Line: " + terms.accuracy + " given the " + terms.confidence +
                   " by kernel smoothing (smooth ECE)" + areas(terms) + band(report) +
                   "; dashed: perfect calibration";
        case DiagramKind::Cumulative:
            return "Line: cumulative sum of " + terms.accuracy + " minus " + terms.confidence +
                   ", divided by n; " + band(report) + "; dashed: perfect calibration";
    }
    return "";
}

/// Tells which part of the horizontal axis is shown; empty if all of it is.
std::string zoom(const Report& report, const Terms& terms, const ShownParts& shown) {
    const bool isWhole = shown.lowest == 0 && shown.highest == 1;
    if (isWhole || report.settings.diagram == DiagramKind::Cumulative) return "";
    return "Only " + terms.confidence + " from " + shortest(shown.lowest) + " to " +
           shortest(shown.highest) + " is shown. ";
}

/// Returns the scores of the curve in the figure; empty if it shows bins.
std::string curveScores(const Report& report) {
    if (!report.curve) return "";
    std::vector<std::string> parts;
    for (const auto& [id, value] : report.curve->scores)
        parts.push_back(std::string(scoreDefinition(id).name) + " " + decimals(value, 4));
    return joined(parts);
}

std::string figureName(const Report& report, const Terms& terms) {
    switch (report.settings.diagram) {
        case DiagramKind::Isotonic: return terms.figure + " by isotonic regression";
        case DiagramKind::Smooth: return terms.figure + " by smoothing";
        case DiagramKind::Cumulative:
            return "Cumulative sum of " + terms.accuracy + " minus " + terms.confidence;
        case DiagramKind::Gaps:
            return "Diagram of " + terms.accuracy + " minus " + terms.confidence;
        case DiagramKind::Bars: break;
    }
    return terms.figure;
}

std::string caption(const Report& report, Wording wording, const Terms& terms,
                    const ShownParts& shown) {
    std::string text = figureName(report, terms) + " of " + model(report) +
                       " (n = " + groupedDigits(report.dataset.rows) +
                       (report.clusters ? ", " + clustersText(report) : "") + ")";
    if (const std::string map = recalibration(report); !map.empty()) text += " " + map;
    text += ". " + shape(report, terms, shown) + ". " + zoom(report, terms, shown);
    if (shown.parts.counts && report.settings.diagram != DiagramKind::Cumulative) {
        const bool isWeighted = report.dataset.weights == WeightKind::Importance;
        text += wording == Wording::Forecasting ? "Below: sharpness, the " : "Below: ";
        text += isWeighted ? "weight of the " : "number of ";
        text += terms.rows + " in each bin. ";
    }
    const std::string numbers = joined({curveScores(report), scores(report, wording, terms)});
    return numbers.empty() ? text : text + capitalized(numbers) + ".";
}

std::string way(const Report& report, const Terms& terms) {
    switch (report.settings.diagram) {
        case DiagramKind::Isotonic: return "isotonic regression (CORP; Dimitriadis et al. 2021)";
        case DiagramKind::Smooth:
            return "kernel smoothing with the smooth ECE as bandwidth (Blasiok and Nakkiran "
                   "2024)";
        case DiagramKind::Cumulative: return "cumulative differences (Arrieta-Ibarra et al. 2022)";
        case DiagramKind::Bars:
        case DiagramKind::Gaps: break;
    }
    return lowerCase(terms.figure) + "s";
}

/// `profile` is the subject of a profile, or null for a diagram.
std::string methods(const Report& report, Wording wording, const Terms& terms,
                    const ProfileSubject* profile = nullptr) {
    const Binning& binning = report.binning;
    std::string text = "Calibration of " + groupedDigits(report.dataset.rows) + " " + terms.rows +
                       (report.clusters ? " (" + clustersText(report) + ")" : std::string()) +
                       " was assessed by ";
    if (!profile) text += way(report, terms) + " and ";
    const bool mass = binning.scheme == BinningScheme::EqualMass;
    text += "the expected calibration error (ECE";
    text += mass ? " with equal-mass bins; Nguyen and O'Connor 2015)" : "; Guo et al. 2017)";
    text += " with " + binsName(report);
    if (binning.scheme == BinningScheme::EqualWidth) {
        text += binning.edgeRule == EdgeRule::RightClosed ? ", each (lower, upper]"
                                                          : ", each [lower, upper)";
    }
    if (binning.confidence == BinConfidence::Midpoint)
        text += ", with the midpoint of a bin as its confidence";
    text += ".";
    if (wording == Wording::Clinical) {
        text += " The calibration slope comes from a logistic regression on the logit of the " +
                terms.confidence +
                "; the intercept was estimated with the logit as offset (Cox 1958).";
    }
    if (wording == Wording::Forecasting) {
        text +=
            " The Brier score was divided into miscalibration, discrimination and "
            "uncertainty by isotonic regression (CORP; Dimitriadis et al. 2021).";
    }
    if (const std::string map = recalibration(report); !map.empty())
        text += " Predictions were measured " + map + ".";
    if (profile) text += profileMethods(report, *profile);
    if (!report.curve && !profile) {
        text += " Intervals of the bins are " + level(report) + " " +
                (report.settings.intervals == IntervalKind::Consistency
                     ? std::string("consistency intervals of a calibrated model")
                     : intervalName(report) + " intervals") +
                joint(report) + (report.clusters ? " of the effective number of rows." : ".");
    }
    if (report.resamples > 0 && !profile) {
        text += " The interval of the " + terms.accuracy +
                " is Wilson's, and that of the signed gap is from MOVER (Zou and Donner 2008); "
                "intervals of other scores come from " +
                groupedDigits(report.resamples) + " bootstrap resamples" +
                (report.clusters ? " of clusters" : "") + " (200 for sweep, smooth and " +
                "classwise errors; seed " + std::to_string(report.settings.seed) +
                "), and begin at 0 where chance alone can produce such a calibration error.";
        if (hasFewEvents(report))
            text +=
                " For few events, the interval of the AUROC is Newcombe's (2006), and "
                "those of slope and intercept are of the profile likelihood.";
    }
    return text + " Numbers were computed with Diagonal " + std::string(version()) + ".";
}

/// Describes a curve by its ends, and by its own scores.
std::string alternativeOfCurve(const Report& report, const Terms& terms) {
    const CalibrationCurve& curve = *report.curve;
    const bool cumulative = report.settings.diagram == DiagramKind::Cumulative;
    std::string text = figureName(report, terms) + ". ";
    if (!curve.strokes.empty()) {
        const CurvePoint& first = curve.strokes.front().front();
        const CurvePoint& last = curve.strokes.back().back();
        text += "The line goes from " + decimals(first.y, 3) + " at " + decimals(first.x, 2) +
                " to " + decimals(last.y, 3) + " at " + decimals(last.x, 2) + "; for calibrated " +
                terms.rows + " it " +
                (cumulative ? "would stay near 0. " : "would follow the diagonal. ");
    }
    return text + capitalized(curveScores(report)) + ".";
}

std::string alternative(const Report& report, const Terms& terms) {
    if (report.curve) return alternativeOfCurve(report, terms);
    std::size_t filled = 0, below = 0, above = 0;
    const Bin* first = nullptr;
    const Bin* last = nullptr;
    const Bin* largest = nullptr;
    for (const Bin& bin : report.binned.bins) {
        if (bin.count == 0) continue;
        ++filled;
        if (bin.gap() < 0) ++below;
        if (bin.gap() > 0) ++above;
        if (!first) first = &bin;
        last = &bin;
        if (!largest || bin.weight > largest->weight) largest = &bin;
    }
    if (!first) return terms.figure + " without rows.";
    std::string text = figureName(report, terms) + " of " + counted(filled, "bin") + " with rows. ";
    const auto point = [&](const Bin& bin) {
        return decimals(*bin.accuracy, 2) + " (" + terms.confidence + " " +
               decimals(*bin.confidence, 2) + ")";
    };
    text +=
        capitalized(terms.accuracy) + " goes from " + point(*first) + " to " + point(*last) + ". ";
    text += counted(below, "bin") + (below == 1 ? " lies" : " lie") + " below " +
            (report.settings.diagram == DiagramKind::Gaps ? "zero" : "the diagonal") + " (" +
            terms.over + "), " + std::to_string(above) + " above (" + terms.under + "). ";
    const double share = largest->weight / report.binned.weight;
    text += "The fullest bin, " + terms.confidence + " " + decimals(largest->lower, 2) + " to " +
            decimals(largest->upper, 2) + ", holds " + decimals(100 * share, 0) + " % of the " +
            terms.rows + ".";
    const std::string ece = scored(report, "ECE", "ece");
    return ece.empty() ? text : text + " " + ece + ".";
}

}  // namespace

FigureWords figureWords(const Report& report, Wording wording, const ShownParts& shown) {
    const Terms terms = termsOf(report, wording);
    if (!showsProfile(report))
        return {caption(report, wording, terms, shown), methods(report, wording, terms),
                alternative(report, terms)};
    // T is on the axis of a profile of temperatures.
    const bool isOfBins = report.settings.profile == ProfileKind::Bins;
    const bool hasMap = isOfBins || report.recalibration;
    const ProfileSubject subject{model(report), terms.rows, hasMap ? recalibration(report) : ""};
    return {profileCaption(report, subject), methods(report, wording, terms, &subject),
            profileAlternative(report)};
}

}  // namespace diagonal
