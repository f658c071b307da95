// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/profile_words.h"

#include <algorithm>

#include "core/base/text.h"

namespace diagonal {
namespace {

bool isOfBins(const Report& report) {
    return report.settings.profile == ProfileKind::Bins;
}

/// Returns "preds.csv (n = 1,707) after recalibration by ...".
std::string subjectText(const Report& report, const ProfileSubject& subject) {
    return subject.model + " (n = " + groupedDigits(report.dataset.rows) + ")" +
           (subject.recalibration.empty() ? "" : " " + subject.recalibration);
}

/// Returns "equal-width bins", "bins as in netcal".
std::string kindOfBins(const Report& report) {
    if (report.preset) return "bins as in " + std::string(report.preset->name);
    return std::string(choiceOf(kBinningSchemes, report.binning.scheme).jsonId()) + " bins";
}

std::string lowest(const TemperatureProfile& profile) {
    std::string text;
    if (profile.leastNll)
        text = "The NLL is lowest at T = " + fixedText(*profile.leastNll, 3) + ", the ECE";
    return (text.empty() ? "The ECE is lowest" : text) +
           " at T = " + fixedText(profile.leastEce, 3) + ".";
}

}  // namespace

std::string profileCaption(const Report& report, const ProfileSubject& subject) {
    if (isOfBins(report)) {
        return "Expected calibration error (ECE) of " + subjectText(report, subject) +
               " by number of " + kindOfBins(report) +
               ". Solid: ECE; grey: 95 % of calibrated models with these probabilities, at each "
               "number of bins; dashed: their mean; dotted: " +
               counted(report.binning.count, "bin") + ".";
    }
    const bool hasNll = report.temperatureProfile->leastNll.has_value();
    const std::string scores = hasNll ? "Negative log-likelihood (NLL, left axis) and expected "
                                        "calibration error (ECE, right axis)"
                                      : "Expected calibration error (ECE)";
    return scores + " of " + subjectText(report, subject) + " with " + binsName(report) +
           ", by the temperature T that divides the logits. " + lowest(*report.temperatureProfile);
}

std::string profileMethods(const Report& report, const ProfileSubject& subject) {
    if (!isOfBins(report)) {
        const bool hasNll = report.temperatureProfile->leastNll.has_value();
        return " Logits were divided by temperatures T from 0.1 to 12.8 (temperature scaling; Guo "
               "et al. 2017), and " +
               std::string(hasNll ? "NLL and ECE were" : "the ECE was") + " measured on the same " +
               subject.rows + ".";
    }
    return " The ECE was computed for up to " + groupedDigits(report.binProfile->back().bins) +
           " bins and compared with that of calibrated models, whose outcomes were drawn with the "
           "stated probabilities (consistency resampling; Broecker and Smith 2007; 999 draws for "
           "up to 100 bins, 199 for more; seed " +
           std::to_string(report.settings.seed) + ").";
}

std::string profileAlternative(const Report& report) {
    if (!isOfBins(report)) {
        const TemperatureProfile& profile = *report.temperatureProfile;
        return (profile.leastNll ? "Lines of NLL and ECE" : std::string("Line of the ECE")) +
               " against the temperature T on a logarithmic axis from 0.1 to 12.8. " +
               lowest(profile) + " At the ends: " + profileText(profile, kLowestSwept) + "; " +
               profileText(profile, kHighestSwept) + ".";
    }
    const BinProfile& profile = *report.binProfile;
    const auto above = std::ranges::count_if(
        profile, [](const BinProfilePoint& point) { return point.ece > point.chance95; });
    std::string text =
        "Line of the ECE against the number of bins on a logarithmic axis from 1 to " +
        groupedDigits(profile.back().bins) + ". It lies above the range of calibrated models at " +
        std::to_string(above) + " of " + std::to_string(profile.size()) + " numbers of bins.";
    std::size_t last = 0;
    for (const std::size_t bins : {std::size_t{1}, report.binning.count, profile.back().bins}) {
        if (bins != last) text += " " + profileText(profile, static_cast<double>(bins)) + ".";
        last = bins;
    }
    return text;
}

}  // namespace diagonal
