// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/profile_words.h"

#include <algorithm>

#include "core/base/text.h"

namespace diagonal {
namespace {

bool showsBins(const Report& report) {
    return report.profile == ProfileKind::Bins;
}

std::string shown(const Report& report) {
    return " (n = " + groupedDigits(report.dataset.rows) + ")";
}

std::string fileName(const Report& report) {
    const std::string& file = report.dataset.file;
    return file == "-" ? "standard input" : file.substr(file.find_last_of('/') + 1);
}

std::string lowest(const TemperatureProfile& profile) {
    std::string text;
    if (profile.leastNll)
        text = "The NLL is lowest at T = " + fixedText(*profile.leastNll, 3) + ", the ECE";
    return (text.empty() ? "The ECE is lowest" : text) +
           " at T = " + fixedText(profile.leastEce, 3) + ".";
}

}  // namespace

std::string profileCaption(const Report& report, const std::string& rows) {
    if (showsBins(report)) {
        std::string text = "Expected calibration error (ECE) of " + fileName(report) +
                           shown(report) + " by number of " +
                           std::string(choiceOf(kBinningSchemes, report.binning.scheme).jsonId()) +
                           " bins";
        if (report.temperature != 1) text += ", T = " + fixedText(report.temperature, 3);
        return text + ". Grey: 95 % of calibrated models with the same " + rows +
               " have an ECE in it by chance alone; dashed: their mean; dotted: " +
               counted(report.binning.count, "bin") + ".";
    }
    return "Negative log-likelihood (NLL, left axis) and expected calibration error (ECE, right "
           "axis) of " +
           fileName(report) + shown(report) + " with " + binsName(report) +
           " after temperature scaling with every T. " + lowest(*report.temperatureProfile);
}

std::string profileMethods(const Report& report, const std::string& rows) {
    if (!showsBins(report)) {
        return " Logits were divided by temperatures T from 0.1 to 12.8 (temperature scaling; Guo "
               "et al. 2017), and NLL and ECE were measured on the same " +
               rows + ".";
    }
    return " The ECE was computed for up to " + groupedDigits(report.binProfile->back().bins) +
           " bins and compared with that of calibrated models, whose outcomes were drawn with the "
           "stated probabilities (consistency resampling; Broecker and Smith 2007; 999 draws for "
           "up to 100 bins, 199 for more; seed " +
           std::to_string(report.seed) + ").";
}

std::string profileAlternative(const Report& report) {
    if (!showsBins(report)) {
        const TemperatureProfile& profile = *report.temperatureProfile;
        return "Lines of NLL and ECE against the temperature T on a logarithmic axis from 0.1 to "
               "12.8. " +
               lowest(profile) + " At the ends: " + profileText(profile, kLowestSwept) + "; " +
               profileText(profile, kHighestSwept) + ".";
    }
    const BinProfile& profile = *report.binProfile;
    const auto above = std::ranges::count_if(
        profile, [](const BinProfilePoint& point) { return point.ece > point.chance95; });
    std::string text =
        "Line of the ECE against the number of bins on a logarithmic axis from 1 to " +
        groupedDigits(profile.back().bins) + ". It lies above the band of calibrated models in " +
        std::to_string(above) + " of " + std::to_string(profile.size()) + " places. ";
    for (const std::size_t bins : {std::size_t{1}, report.binning.count, profile.back().bins})
        text += profileText(profile, static_cast<double>(bins)) + ". ";
    text.pop_back();
    return text;
}

}  // namespace diagonal
