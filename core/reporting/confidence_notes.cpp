// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/confidence_notes.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr std::size_t kManyCertain = 20;  ///< a note if 1 in so many is exactly 0 or 1
constexpr double kRareShare = 0.1;
constexpr double kNearOne = 0.8;

bool haveRareEvents(const Report& report, const OutcomeSums& all) {
    return !report.view.isTopLabel() && all.correct > 0 && all.correct <= kRareShare * all.weight;
}

std::string wrongText(std::size_t wrong) {
    return groupedDigits(wrong) + (wrong == 1 ? " of them is wrong" : " of them are wrong");
}

std::optional<Note> noteOnCertainty(const Report& report, const SortedOutcomes& outcomes,
                                    const OutcomeSums& all) {
    const OutcomeSums zeros = outcomes.sums(0, outcomes.countUpTo(0));
    const OutcomeSums ones = outcomes.sums(outcomes.countBelow(1), outcomes.size());
    const std::size_t certain = zeros.count + ones.count;
    if (certain * kManyCertain < all.count) return std::nullopt;
    const bool isTopLabel = report.view.isTopLabel();
    const std::string noun = isTopLabel ? "confidence" : "probability";
    const std::string values = zeros.count == 0 ? "1" : ones.count == 0 ? "0" : "0 or 1";
    if (certain == all.count) {
        return Note{"hard_outputs", certain,
                    "every " + noun + " is exactly " + values +
                        ": the file shows what was predicted, not how sure the model was"};
    }
    std::string text = groupedDigits(certain) + " of " + counted(all.count, "row") +
                       (certain == 1 ? " has a " : " have a ") + noun + " of exactly " + values;
    const bool areImportances =
        outcomes.isWeighted() && outcomes.weightKind() != WeightKind::Counts;
    const double wrong = zeros.correct + ones.weight - ones.correct;
    if (!areImportances) text += "; " + wrongText(static_cast<std::size_t>(std::llround(wrong)));
    if (report.dataset.scores == ScoreKind::Probability && !report.dataset.noTemperature) {
        text +=
            ". Temperature scaling cannot change them: save logits, or probabilities in "
            "double precision";
    }
    return Note{"hard_outputs", certain, std::move(text)};
}

std::optional<Note> noteOnRareEvents(const Report& report, const OutcomeSums& all) {
    if (!haveRareEvents(report, all) || report.preset) return std::nullopt;
    const auto& bins = report.binned.bins;
    const auto fullest = std::ranges::max_element(bins, {}, &Bin::count);
    const bool isCrowded = fullest != bins.end() && 2 * fullest->count > all.count;
    if (report.binning.scheme != BinningScheme::EqualWidth || !isCrowded) return std::nullopt;
    const std::string& name = report.dataset.classNames[report.view.classIndex];
    return Note{
        "rare_events",
        static_cast<std::size_t>(std::llround(all.effectiveCorrect())),
        shareText(all.correct / all.weight) + " of the rows are of class " + quotedText(name) +
            ", and one bin holds " +
            shareText(static_cast<double>(fullest->count) / static_cast<double>(all.count)) +
            " of all rows",
        {setOption(Setting::Binning, "mass", "to divide it")}};
}

std::optional<Note> noteOnValues(const Report& report) {
    const std::size_t values = report.dataset.statedValues;
    if (values == 0 || report.preset) return std::nullopt;
    if (report.binning.scheme == BinningScheme::Values) {
        if (report.settings.scheme) return std::nullopt;
        return Note{
            "stated_values", values,
            "the confidences have " + counted(values, "value") + ", so each has a bin of its own"};
    }
    return Note{"stated_values",
                values,
                "the confidences have only " + counted(values, "value"),
                {setOption(Setting::Binning, "values", "to give each a bin of its own")}};
}

}  // namespace

std::vector<Note> confidenceNotes(const Report& report, const SortedOutcomes& outcomes) {
    if (outcomes.size() == 0) return {};
    const OutcomeSums all = outcomes.sums();
    std::vector<Note> notes;
    for (auto note : {noteOnCertainty(report, outcomes, all), noteOnRareEvents(report, all)}) {
        if (!note) continue;
        note->isFirst = true;
        notes.push_back(std::move(*note));
    }
    const bool areDecisions = !notes.empty() && notes.front().count == all.count;
    if (auto note = noteOnValues(report); note && !areDecisions) notes.push_back(std::move(*note));
    return notes;
}

std::optional<double> endOfRareEvents(const Report& report, const SortedOutcomes& outcomes) {
    if (outcomes.size() == 0 || !haveRareEvents(report, outcomes.sums())) return std::nullopt;
    const double largest = outcomes.confidence(outcomes.size() - 1);
    return largest > 0 && largest < kNearOne ? std::optional(largest) : std::nullopt;
}

}  // namespace diagonal
