// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/figure_words.h"

#include "core/base/text.h"
#include "core/publishing/diagrams/diagram.h"
#include "core/publishing/profile_figures.h"
#include "core/reporting/recalibration_report.h"
#include "core/reporting/report_intervals.h"
#include "core/reporting/writing/report_writer.h"

namespace diagonal {
namespace {

/// As fixedText(), with a true minus sign.
std::string decimals(double number, int places) {
    std::string text = fixedText(number, places);
    if (text.starts_with('-')) text.replace(0, 1, "−");
    return text;
}

std::string withoutFolder(const std::string& file) {
    return file.substr(file.find_last_of('/') + 1);
}

std::string model(const Report& report) {
    std::string text = displayName(report.dataset.file);
    if (!report.dataset.group.empty()) text += ", " + report.dataset.group;
    if (!report.view.isTopLabel()) text += ", " + viewName(report);
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

std::string nameInSentence(MapKind map) {
    const std::string name(mapDefinition(map).name);
    return map == MapKind::Platt ? name : uncapitalized(name);
}

std::string recalibration(const Report& report) {
    if (report.recalibration) {
        const std::string rows = withoutFolder(fitRowsText(*report.recalibration));
        const bool crossed = rows.find("cross-validation") != std::string::npos;
        return "after recalibration by " + nameInSentence(report.recalibration->map.kind) +
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

std::string scores(const Report& report, Wording wording, const Terms& terms) {
    switch (wording) {
        case Wording::Clinical:
            return joined(
                {scored(report, "O:E ratio", "oe"),
                 scored(report, "calibration intercept", "calibration_intercept"),
                 scored(report, "calibration slope", "calibration_slope"),
                 scored(report, "ICI", "ici"), scored(report, "ECE", "ece"),
                 scored(report, "Brier score", "brier"),
                 scored(report,
                        report.view.isTopLabel() ? "AUROC of right versus wrong predictions"
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
                   scored(report, termsOf(report).accuracy, "accuracy"),
                   scored(report, "mean " + terms.confidence, "confidence")});
}

/// Tells which part of the horizontal axis is shown; empty if all of it is.
std::string zoom(const Report& report, const Terms& terms, const ShownParts& shown) {
    const bool isWhole = shown.lowest == 0 && shown.highest == 1;
    if (isWhole || diagramOf(report).isByRank) return "";
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

std::string caption(const Report& report, Wording wording, const Terms& terms,
                    const ShownParts& shown) {
    const Diagram& diagram = diagramOf(report);
    std::string text = diagram.name(terms) + " of " + model(report) +
                       " (n = " + groupedDigits(report.dataset.rows) +
                       (report.clusters ? ", " + clustersText(report) : "") + ")";
    if (const std::string map = recalibration(report); !map.empty()) text += " " + map;
    text += ". " + diagram.explained(report, terms, shown.parts) +
            (skillLines(report, shown.parts).empty()
                 ? ""
                 : "; level line: base rate; dotted: no skill beyond the base rate") +
            ". " + zoom(report, terms, shown);
    if (shown.parts.counts && diagram.hasCounts) {
        const bool isWeighted = report.dataset.weights == WeightKind::Importance;
        text += wording == Wording::Forecasting ? "Below: sharpness, the " : "Below: ";
        text += isWeighted ? "weight of the " : "number of ";
        text += terms.rows + " in each bin. ";
    }
    const std::string numbers = joined({curveScores(report), scores(report, wording, terms)});
    return numbers.empty() ? text : text + capitalized(numbers) + ".";
}

/// `profile` is the subject of a profile, or null for a diagram.
std::string methods(const Report& report, Wording wording, const Terms& terms,
                    const ProfileSubject* profile = nullptr) {
    const Binning& binning = report.binning;
    std::string text = "Calibration of " + groupedDigits(report.dataset.rows) + " " + terms.rows +
                       (report.clusters ? " (" + clustersText(report) + ")" : std::string()) +
                       " was assessed by ";
    if (!profile) {
        const std::string_view method = diagramOf(report).method;
        text += (method.empty() ? lowerCase(terms.figure) + "s" : std::string(method)) + " and ";
    }
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
        text +=
            " The calibration slope comes from a logistic regression on the logit of the " +
            terms.confidence +
            "; the intercept was estimated with the logit as offset (Cox 1958). O:E is the number "
            "of observed over expected events; ICI is the mean distance to a loess curve "
            "(Austin and Steyerberg 2019).";
    }
    if (wording == Wording::Forecasting) {
        text +=
            " The Brier score was divided into miscalibration, discrimination and "
            "uncertainty by isotonic regression (CORP; Dimitriadis et al. 2021).";
    }
    if (const std::string map = recalibration(report); !map.empty())
        text += " Predictions were measured " + map + ".";
    if (profile) text += profileFigure(report).methods(report, *profile);
    if (!report.curve && !profile) {
        text += " Intervals of the bins are " + level(report) + " " +
                (report.settings.intervals == IntervalKind::Consistency
                     ? std::string("consistency intervals of a calibrated model")
                     : intervalName(report) + " intervals") +
                jointly(report) + (report.clusters ? " of the effective number of rows." : ".");
    }
    if (report.resamples > 0 && !profile) {
        text +=
            " The interval of the " + terms.accuracy +
            " is Wilson's, and that of the signed gap is from MOVER (Zou and Donner 2008); "
            "intervals of other scores come from " +
            groupedDigits(report.resamples) + " bootstrap resamples" +
            (report.clusters ? " of clusters" : "") + " (200 for sweep, smooth and " +
            "classwise errors; seed " + std::to_string(report.settings.seed) +
            "), and those of calibration errors begin at 0 where chance alone can produce such a "
            "squared error, whatever a test of the error itself says.";
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
    std::string text = diagramOf(report).name(terms) + ". ";
    if (!curve.strokes.empty()) {
        const CurvePoint& first = curve.strokes.front().front();
        const CurvePoint& last = curve.strokes.back().back();
        text += "The line goes from " + decimals(first.y, 3) + " at " + decimals(first.x, 2) +
                " to " + decimals(last.y, 3) + " at " + decimals(last.x, 2) + "; for calibrated " +
                terms.rows + " it " +
                (diagramOf(report).isAroundZero ? "would stay near 0. "
                                                : "would follow the diagonal. ");
    }
    return text + capitalized(curveScores(report)) + ".";
}

std::string alternative(const Report& report, const Terms& terms) {
    const Diagram& diagram = diagramOf(report);
    if (report.curve) return alternativeOfCurve(report, terms);
    if (diagram.described) return diagram.described(report, terms);
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
    std::string text = diagram.name(terms) + " of " + counted(filled, "bin") + " with rows. ";
    const auto point = [&](const Bin& bin) {
        return decimals(*bin.accuracy, 2) + " (" + terms.confidence + " " +
               decimals(*bin.confidence, 2) + ")";
    };
    text +=
        capitalized(terms.accuracy) + " goes from " + point(*first) + " to " + point(*last) + ". ";
    text += counted(below, "bin") + (below == 1 ? " lies" : " lie") + " below " +
            (diagram.isAroundZero ? "zero" : "the diagonal") + " (" + terms.over + "), " +
            std::to_string(above) + " above (" + terms.under + "). ";
    const double share = largest->weight / report.binned.weight;
    text += "The fullest bin, " + terms.confidence + " " + decimals(largest->lower, 2) + " to " +
            decimals(largest->upper, 2) + ", holds " + decimals(100 * share, 0) + " % of the " +
            terms.rows + ".";
    const std::string ece = scored(report, "ECE", "ece");
    return ece.empty() ? text : text + " " + ece + ".";
}

FigureWords wordsOf(const Report& report, Wording wording, const ShownParts& shown) {
    const Terms terms = termsOf(report, wording);
    if (!showsProfile(report))
        return {caption(report, wording, terms, shown), methods(report, wording, terms),
                alternative(report, terms)};
    // T is on the axis of a profile of temperatures.
    const ProfileFigure& figure = profileFigure(report);
    const bool hasMap = !figure.isOverTemperature || report.recalibration;
    const ProfileSubject subject{model(report), terms.rows, hasMap ? recalibration(report) : ""};
    return {figure.caption(report, subject), methods(report, wording, terms, &subject),
            figure.alternative(report)};
}

}  // namespace

FigureWords figureWords(const Report& report, Wording wording, const ShownParts& shown) {
    FigureWords words = wordsOf(report, wording, shown);
    if (report.settings.where.judgeOutcomes())
        words.caption +=
            " These rows were chosen by their outcome: whether the confidence can be trusted, they "
            "do not tell.";
    return words;
}

}  // namespace diagonal
