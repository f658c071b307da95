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

/// Writes the sentences of one report.
class Writer {
public:
    Writer(const Report& report, Wording wording, const ShownParts& parts)
        : m_report(report), m_wording(wording), m_terms(termsOf(report, wording)), m_parts(parts) {}

    FigureWords words() const {
        if (!showsProfile(m_report)) return {caption(), methods(), alternative()};
        // T is on the axis of a profile of temperatures.
        const bool isOfBins = m_report.settings.profile == ProfileKind::Bins;
        const bool hasMap = isOfBins || m_report.recalibration;
        const ProfileSubject subject{model(), m_terms.rows, hasMap ? recalibration() : ""};
        return {profileCaption(m_report, subject), methods(&subject), profileAlternative(m_report)};
    }

private:
    std::string level() const { return percentText(m_report.settings.level); }

    /// Returns "ECE 0.0833 (95 % CI 0.0688 to 0.0956)"; empty if the report has no such score.
    std::string scored(const std::string& name, std::string_view id) const {
        const Score* score = m_report.find(id);
        if (!score || !score->value) return "";
        std::string text = name + " " + decimals(*score->value, 4);
        if (isInexact(*score) && score->bound) text += " " + boundText(*score->bound);
        if (score->interval) {
            text += " (" + level() + " CI " + decimals(score->interval->lower, 4) + " to " +
                    decimals(score->interval->upper, 4) + ")";
        }
        return text;
    }

    static std::string joined(const std::vector<std::string>& parts) {
        std::string out;
        for (const std::string& part : parts) {
            if (!part.empty()) out += (out.empty() ? "" : "; ") + part;
        }
        return out;
    }

    bool isTopLabel() const { return m_report.view.kind == View::Kind::TopLabel; }

    std::string scores() const {
        switch (m_wording) {
            case Wording::Clinical:
                return joined({scored("calibration intercept", "calibration_intercept"),
                               scored("calibration slope", "calibration_slope"),
                               scored("ECE", "ece"), scored("Brier score", "brier"),
                               scored(isTopLabel() ? "AUROC of right versus wrong predictions"
                                                   : "C statistic",
                                      "auroc")});
            case Wording::Forecasting:
                return joined({scored("Brier score", "brier"),
                               scored("miscalibration (reliability)", "brier_mcb"),
                               scored("discrimination (resolution)", "brier_dsc"),
                               scored("uncertainty", "brier_unc"), scored("ECE", "ece")});
            case Wording::MachineLearning: break;
        }
        return joined({scored("ECE", "ece"), scored("MCE", "mce"),
                       scored(std::string(accuracyName(m_report.view)), "accuracy"),
                       scored("mean " + m_terms.confidence, "confidence")});
    }

    std::string model() const {
        std::string text = displayName(m_report.dataset.file);
        if (!m_report.dataset.group.empty()) text += ", " + m_report.dataset.group;
        if (m_report.view.kind != View::Kind::TopLabel) text += ", " + viewName(m_report);
        return text;
    }

    std::string recalibration() const {
        if (m_report.recalibration) {
            const std::string rows = withoutFolder(fitRowsText(*m_report.recalibration));
            const bool crossed = rows.find("cross-validation") != std::string::npos;
            return "after recalibration by " +
                   lowerCase(mapDefinition(m_report.recalibration->map.kind).name) +
                   (crossed ? " (" + rows + ": maps fitted on the other rows)"
                            : ", fitted on " + rows);
        }
        if (m_report.temperature == 1) return "";
        return "after temperature scaling, T = " + decimals(m_report.temperature, 3) + fitted();
    }

    /// Says where the temperature is from, if it was fitted.
    std::string fitted() const {
        const ReportedFit* fit = m_report.fitted();
        if (!fit) return "";
        return m_report.isAtWantedTemperature()
                   ? " (fitted on these rows)"
                   : " (near the fitted " + decimals(fit->fit.value, 3) + ")";
    }

    std::string shape() const {
        switch (m_report.settings.diagram) {
            case DiagramKind::Bars:
                return "Bars: " + m_terms.accuracy + " among the " + m_terms.rows + " in " +
                       binsOfConfidence() + "; gap to " + binConfidence() + " in orange (" +
                       m_terms.over + ") and green (" + m_terms.under + ")" + paleGaps() +
                       previousBins() +
                       (hasFewBins() ? "; diamonds: " + binConfidence() + intervals() : "") +
                       "; dashed: perfect calibration";
            case DiagramKind::Gaps:
                return "Bars: " + m_terms.accuracy + " minus " + binConfidence() + " in " +
                       binsOfConfidence() + ", in orange (" + m_terms.over + ") and green (" +
                       m_terms.under + ")" + paleGaps() + (hasFewBins() ? intervals() : "") +
                       "; dashed: perfect calibration";
            case DiagramKind::Isotonic:
                return "Line: " + m_terms.accuracy + " given the " + m_terms.confidence +
                       " by isotonic regression (CORP)" + areas() + band() +
                       "; dashed: perfect calibration";
            case DiagramKind::Smooth:
                return "Line: " + m_terms.accuracy + " given the " + m_terms.confidence +
                       " by kernel smoothing (smooth ECE)" + areas() + band() +
                       "; dashed: perfect calibration";
            case DiagramKind::Cumulative:
                return "Line: cumulative sum of " + m_terms.accuracy + " minus " +
                       m_terms.confidence + ", divided by n; " + band() +
                       "; dashed: perfect calibration";
        }
        return "";
    }

    /// Returns "15 equal-width bins of confidence", "15 bins of confidence as in netcal".
    std::string binsOfConfidence() const {
        const std::string of = " of " + m_terms.confidence;
        const std::string name = binsName(m_report);
        if (!m_report.preset) return name + of;
        return counted(m_report.binned.bins.size(), "bin") + of + " as in " +
               std::string(m_report.preset->name);
    }

    /// True if diamonds and whiskers have room in a figure of the usual size.
    bool hasFewBins() const {
        constexpr std::size_t few = 50;
        return m_report.binned.bins.size() <= few;
    }
    std::string previousBins() const {
        return m_report.recalibration ? "; grey lines: before recalibration" : "";
    }
    std::string binConfidence() const {
        return m_report.binning.confidence == BinConfidence::Midpoint
                   ? "the middle of each bin"
                   : "the mean " + m_terms.confidence;
    }

    std::string intervals() const {
        if (!m_parts.intervals) return "";
        if (m_report.settings.intervals == IntervalKind::Consistency) {
            return "; grey: " + level() + " of calibrated models" + joint();
        }
        return "; whiskers: " + level() + " " + intervalName() + " intervals" + joint();
    }
    std::string intervalName() const {
        return std::string(choiceOf(kIntervalKinds, m_report.settings.intervals).label);
    }
    std::string joint() const {
        return m_report.settings.band == BandKind::Pointwise ? "" : ", all bins jointly";
    }
    /// Explains the band of a curve.
    std::string band() const {
        switch (bandMeaningOf(m_report.settings.diagram, m_report.settings.band)) {
            case BandMeaning::PointByChance:
                return "grey: at each point, " + level() + " of the curves of a calibrated model";
            case BandMeaning::CurveByChance:
                return "grey: holds " + level() + " of the whole curves of a calibrated model";
            case BandMeaning::TrueCurve: break;
        }
        return "grey: " + level() + " confidence band of the whole curve";
    }
    std::string areas() const {
        return "; orange: " + m_terms.over + ", green: " + m_terms.under + "; ";
    }

    /// Explains pale gaps, if there are some.
    std::string paleGaps() const {
        const bool areThere = std::ranges::any_of(m_report.binned.bins, isWithinNoise);
        return areThere ? "; pale: within what " + level() + " of calibrated models show by chance"
                        : "";
    }

    std::string caption() const {
        std::string text = figureName() + " of " + model() +
                           " (n = " + groupedDigits(m_report.dataset.rows) +
                           (m_report.clusters ? ", " + clustersText(m_report) : "") + ")";
        if (const std::string map = recalibration(); !map.empty()) text += " " + map;
        text += ". " + shape() + ". " + zoom();
        if (m_parts.counts && m_report.settings.diagram != DiagramKind::Cumulative) {
            const bool isWeighted = m_report.dataset.weights == WeightKind::Importance;
            text += m_wording == Wording::Forecasting ? "Below: sharpness, the " : "Below: ";
            text += isWeighted ? "weight of the " : "number of ";
            text += m_terms.rows + " in each bin. ";
        }
        const std::string numbers = joined({curveScores(), scores()});
        return numbers.empty() ? text : text + capitalized(numbers) + ".";
    }

    /// Tells which part of the horizontal axis is shown; empty if all of it is.
    std::string zoom() const {
        const bool isWhole = m_parts.lowest == 0 && m_parts.highest == 1;
        if (isWhole || m_report.settings.diagram == DiagramKind::Cumulative) return "";
        return "Only " + m_terms.confidence + " from " + shortest(m_parts.lowest) + " to " +
               shortest(m_parts.highest) + " is shown. ";
    }

    std::string way() const {
        switch (m_report.settings.diagram) {
            case DiagramKind::Isotonic:
                return "isotonic regression (CORP; Dimitriadis et al. 2021)";
            case DiagramKind::Smooth:
                return "kernel smoothing with the smooth ECE as bandwidth (Blasiok and Nakkiran "
                       "2024)";
            case DiagramKind::Cumulative:
                return "cumulative differences (Arrieta-Ibarra et al. 2022)";
            case DiagramKind::Bars:
            case DiagramKind::Gaps: break;
        }
        return lowerCase(m_terms.figure) + "s";
    }

    /// `profile` is the subject of a profile, or null for a diagram.
    std::string methods(const ProfileSubject* profile = nullptr) const {
        const Binning& binning = m_report.binning;
        std::string text =
            "Calibration of " + groupedDigits(m_report.dataset.rows) + " " + m_terms.rows +
            (m_report.clusters ? " (" + clustersText(m_report) + ")" : std::string()) +
            " was assessed by ";
        if (!profile) text += way() + " and ";
        const bool mass = binning.scheme == BinningScheme::EqualMass;
        text += "the expected calibration error (ECE";
        text += mass ? " with equal-mass bins; Nguyen and O'Connor 2015)" : "; Guo et al. 2017)";
        text += " with " + binsName(m_report);
        if (binning.scheme == BinningScheme::EqualWidth) {
            text += binning.edgeRule == EdgeRule::RightClosed ? ", each (lower, upper]"
                                                              : ", each [lower, upper)";
        }
        if (binning.confidence == BinConfidence::Midpoint)
            text += ", with the midpoint of a bin as its confidence";
        text += ".";
        if (m_wording == Wording::Clinical) {
            text += " The calibration slope comes from a logistic regression on the logit of the " +
                    m_terms.confidence +
                    "; the intercept was estimated with the logit as offset (Cox 1958).";
        }
        if (m_wording == Wording::Forecasting) {
            text +=
                " The Brier score was divided into miscalibration, discrimination and "
                "uncertainty by isotonic regression (CORP; Dimitriadis et al. 2021).";
        }
        if (const std::string map = recalibration(); !map.empty())
            text += " Predictions were measured " + map + ".";
        if (profile) text += profileMethods(m_report, *profile);
        if (!m_report.curve && !profile) {
            text += " Intervals of the bins are " + level() + " " +
                    (m_report.settings.intervals == IntervalKind::Consistency
                         ? std::string("consistency intervals of a calibrated model")
                         : intervalName() + " intervals") +
                    joint() + (m_report.clusters ? " of the effective number of rows." : ".");
        }
        if (m_report.resamples > 0 && !profile) {
            text += " The interval of the " + m_terms.accuracy +
                    " is Wilson's, and that of the signed gap is from MOVER (Zou and Donner 2008); "
                    "intervals of other scores come from " +
                    groupedDigits(m_report.resamples) + " bootstrap resamples" +
                    (m_report.clusters ? " of clusters" : "") + " (200 for sweep, smooth and " +
                    "classwise errors; seed " + std::to_string(m_report.settings.seed) +
                    "), and begin at 0 where chance alone can produce such a calibration error.";
            if (hasFewEvents(m_report))
                text +=
                    " For few events, the interval of the AUROC is Newcombe's (2006), and "
                    "those of slope and intercept are of the profile likelihood.";
        }
        return text + " Numbers were computed with Diagonal " + std::string(version()) + ".";
    }

    /// Returns the scores of the curve in the figure; empty if it shows bins.
    std::string curveScores() const {
        if (!m_report.curve) return "";
        std::vector<std::string> parts;
        for (const auto& [id, value] : m_report.curve->scores)
            parts.push_back(std::string(scoreDefinition(id).name) + " " + decimals(value, 4));
        return joined(parts);
    }

    /// Describes a curve by its ends, and by its own scores.
    std::string alternativeOfCurve() const {
        const CalibrationCurve& curve = *m_report.curve;
        const bool cumulative = m_report.settings.diagram == DiagramKind::Cumulative;
        std::string text = figureName() + ". ";
        if (!curve.strokes.empty()) {
            const CurvePoint& first = curve.strokes.front().front();
            const CurvePoint& last = curve.strokes.back().back();
            text += "The line goes from " + decimals(first.y, 3) + " at " + decimals(first.x, 2) +
                    " to " + decimals(last.y, 3) + " at " + decimals(last.x, 2) +
                    "; for calibrated " + m_terms.rows + " it " +
                    (cumulative ? "would stay near 0. " : "would follow the diagonal. ");
        }
        return text + capitalized(curveScores()) + ".";
    }

    std::string figureName() const {
        switch (m_report.settings.diagram) {
            case DiagramKind::Isotonic: return m_terms.figure + " by isotonic regression";
            case DiagramKind::Smooth: return m_terms.figure + " by smoothing";
            case DiagramKind::Cumulative:
                return "Cumulative sum of " + m_terms.accuracy + " minus " + m_terms.confidence;
            case DiagramKind::Gaps:
                return "Diagram of " + m_terms.accuracy + " minus " + m_terms.confidence;
            case DiagramKind::Bars: break;
        }
        return m_terms.figure;
    }

    std::string alternative() const {
        if (m_report.curve) return alternativeOfCurve();
        std::size_t filled = 0, below = 0, above = 0;
        const Bin* first = nullptr;
        const Bin* last = nullptr;
        const Bin* largest = nullptr;
        for (const Bin& bin : m_report.binned.bins) {
            if (bin.count == 0) continue;
            ++filled;
            if (bin.gap() < 0) ++below;
            if (bin.gap() > 0) ++above;
            if (!first) first = &bin;
            last = &bin;
            if (!largest || bin.weight > largest->weight) largest = &bin;
        }
        if (!first) return m_terms.figure + " without rows.";
        std::string text = figureName() + " of " + counted(filled, "bin") + " with rows. ";
        const auto point = [&](const Bin& bin) {
            return decimals(*bin.accuracy, 2) + " (" + m_terms.confidence + " " +
                   decimals(*bin.confidence, 2) + ")";
        };
        text += capitalized(m_terms.accuracy) + " goes from " + point(*first) + " to " +
                point(*last) + ". ";
        text += counted(below, "bin") + (below == 1 ? " lies" : " lie") + " below " +
                (m_report.settings.diagram == DiagramKind::Gaps ? "zero" : "the diagonal") + " (" +
                m_terms.over + "), " + std::to_string(above) + " above (" + m_terms.under + "). ";
        const double share = largest->weight / m_report.binned.weight;
        text += "The fullest bin, " + m_terms.confidence + " " + decimals(largest->lower, 2) +
                " to " + decimals(largest->upper, 2) + ", holds " + decimals(100 * share, 0) +
                " % of the " + m_terms.rows + ".";
        const std::string ece = scored("ECE", "ece");
        return ece.empty() ? text : text + " " + ece + ".";
    }

    const Report& m_report;
    Wording m_wording;
    Terms m_terms;
    ShownParts m_parts;
};

}  // namespace

FigureWords figureWords(const Report& report, Wording wording, const ShownParts& parts) {
    return Writer(report, wording, parts).words();
}

}  // namespace diagonal
