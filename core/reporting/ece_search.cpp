// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/ece_search.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/text.h"
#include "core/measuring/scores/conventions.h"
#include "core/measuring/scores/scores.h"
#include "core/recalibrating/temperature/temperature.h"
#include "core/reporting/analysis.h"

namespace diagonal {
namespace {

constexpr std::size_t kMostSoughtBins = 100;
constexpr double kSameError = 1e-12;
constexpr auto kSoughtScores = std::to_array<std::string_view>({"ece", "rmsce", "mce"});

/// A view and a temperature, with the outcomes of the rows.
struct SearchedOutcomes {
    AnalysisSettings settings;
    double temperature = 1;
    Outcomes outcomes;
    bool isWeighted = false;
};

/// Returns the views of a file in which an error may have been computed, the usual one first.
std::vector<View> searchedViews(const Dataset& rows) {
    std::vector<View> views{defaultView(rows)};
    for (const View& view : {View{View::Kind::TopLabel}, View{View::Kind::PositiveClass, 1}}) {
        const bool isTwice = std::ranges::find(views, view) != views.end();
        const bool isBinary = rows.summary.classes.value_or(2) == 2;
        if (!isTwice && (isBinary || view.kind == View::Kind::TopLabel) &&
            checkView(rows.predictions, view, 1))
            views.push_back(view);
    }
    return views;
}

/// Returns how unusual a number of bins is.
double rarityOfBins(std::size_t bins) {
    if (bins == 15) return 0;
    if (bins == 10) return 0.5;
    if (bins == 20) return 1.5;
    for (const std::size_t common : std::initializer_list<std::size_t>{5, 25, 30, 50, 100}) {
        if (bins == common) return 2;
    }
    return 4 + static_cast<double>(bins) / (10 * kMostSoughtBins);
}

/// Returns how unusual a way is: 0 for the ECE in 15 bins of equal width at T = 1.
double rarityOf(const EceWay& way, const View& usual) {
    const AnalysisSettings& settings = way.settings;
    const EceConvention* preset = eceConvention(settings.preset);
    double rarity = 0;
    if (!preset || preset->takesCount()) rarity += rarityOfBins(settings.binCount.value_or(15));
    if (preset) rarity += 2.5;
    if (settings.scheme == BinningScheme::EqualMass) rarity += 1.5;
    if (settings.edgeRule == EdgeRule::LeftClosed) rarity += 0.75;
    if (settings.view != usual) rarity += 2;
    if (settings.fitTemperature) rarity += 3;
    if (way.score != kSoughtScores.front()) rarity += 3;
    return rarity;
}

/// Adds the errors of bins that differ from those of `known`.
void addErrors(const SearchedOutcomes& rows, const AnalysisSettings& settings,
               const Binning& binning, std::vector<EceWay>& ways) {
    const ReliabilityCurve curve =
        binned(rows.outcomes.sorted, binning, std::nullopt, rows.outcomes.inRowOrder);
    const auto errors = namedErrors(binnedErrors(curve));
    for (const std::string_view id : kSoughtScores) {
        const auto error =
            std::ranges::find(errors, id, &std::pair<std::string_view, double>::first);
        const bool isKnown = std::ranges::any_of(ways, [&](const EceWay& way) {
            return way.score == id && std::abs(way.value - error->second) < kSameError;
        });
        if (!isKnown) ways.push_back({settings, id, error->second, rows.temperature});
    }
}

/// Returns the ways with a number of bins; those of equal width with usual edges come first.
std::vector<EceWay> waysWith(std::size_t bins, const SearchedOutcomes& rows) {
    std::vector<EceWay> ways;
    AnalysisSettings settings = rows.settings;
    settings.binCount = bins;
    settings.scheme = BinningScheme::EqualWidth;
    addErrors(rows, settings, {BinningScheme::EqualWidth, bins}, ways);
    settings.edgeRule = EdgeRule::LeftClosed;
    addErrors(rows, settings, {BinningScheme::EqualWidth, bins, EdgeRule::LeftClosed}, ways);
    settings.edgeRule = EdgeRule::RightClosed;
    settings.scheme = BinningScheme::EqualMass;
    addErrors(rows, settings, {BinningScheme::EqualMass, bins}, ways);
    settings.scheme = BinningScheme::EqualWidth;
    for (const EceConvention& convention : eceConventions()) {
        const bool needsOrder = convention.scheme == BinningScheme::Runs;
        if (needsOrder && (rows.outcomes.inRowOrder.empty() || rows.isWeighted)) continue;
        // One with a number of bins of its own is tried once.
        if (!convention.takesCount() && bins != 1) continue;
        settings.preset = convention.id;
        addErrors(rows, settings, binningOf(convention, bins), ways);
    }
    return ways;
}

/// Returns 1 and, where it can be fitted, the fitted T; none if progress cancels.
std::optional<std::vector<double>> searchedTemperatures(const Dataset& rows,
                                                        const AnalysisSettings& like,
                                                        const Execution& execution) {
    std::vector<double> temperatures{1};
    if (rows.summary.noTemperature) return temperatures;
    const auto fit = fitTemperature(rows.predictions, like.level, execution, like.zeroRows);
    if (!fit && fit.error().kind == ErrorKind::Cancelled) return std::nullopt;
    if (fit && !fit.value().clamped) temperatures.push_back(fit.value().value);
    return temperatures;
}

AnalysisSettings settingsAt(AnalysisSettings settings, const View& view, double temperature) {
    settings.view = view;
    settings.temperature = 1;
    settings.fitTemperature = temperature != 1;
    settings.preset.clear();
    settings.edges.clear();
    settings.edgeRule = EdgeRule::RightClosed;
    return settings;
}

/// Adds the ways of one view and temperature; returns false if progress cancels.
bool addWays(const SearchedOutcomes& one, const PrintedShare& sought, const Execution& execution,
             EceSearch& search) {
    Continuation continuation(execution.progress);
    std::vector<std::vector<EceWay>> ways(kMostSoughtBins);
    execution.parallelFor(kMostSoughtBins, [&](std::size_t i) {
        if (continuation.goesOn()) ways[i] = waysWith(i + 1, one);
    });
    for (const auto& some : ways) {
        search.tried += some.size();
        for (const EceWay& way : some) {
            if (sought.isRounded(way.value)) search.found.push_back(way);
            const double apart = std::abs(way.value - sought.value);
            if (!search.nearest || apart < std::abs(search.nearest->value - sought.value))
                search.nearest = way;
        }
    }
    return !continuation.isStopped();
}

}  // namespace

bool PrintedShare::isRounded(double exact) const {
    constexpr double tolerance = 1e-9;
    return std::abs(exact - value) <= (0.5 + tolerance) * std::pow(10, -decimals);
}

std::optional<PrintedShare> printedShare(std::string_view text) {
    const bool isPercent = text.ends_with('%');
    std::string_view number = trimmed(isPercent ? text.substr(0, text.size() - 1) : text);
    const bool isPlain = number.find_first_not_of("0123456789.") == std::string_view::npos;
    const auto value = isPlain ? parsedDouble(number) : std::nullopt;
    if (!value) return std::nullopt;
    const std::size_t dot = number.find('.');
    const auto digits = dot == std::string_view::npos ? 0 : number.size() - dot - 1;
    constexpr std::size_t mostDigits = 15;
    if (digits > mostDigits) return std::nullopt;
    const PrintedShare share{isPercent ? *value / 100 : *value,
                             static_cast<int>(digits) + (isPercent ? 2 : 0)};
    constexpr int leastDecimals = 2;
    const bool tells = share.value <= 1 && share.decimals >= leastDecimals;
    return tells ? std::optional(share) : std::nullopt;
}

Result<EceSearch> eceSearch(const Dataset& rows, const PrintedShare& sought,
                            const AnalysisSettings& like, const Execution& execution) {
    if (rows.summary.cells)
        return inFile(undefined("the ways to compute an ECE differ in the bins of rows, and this "
                                "file holds counts"),
                      rows.summary.file);
    const auto temperatures = searchedTemperatures(rows, like, execution);
    if (!temperatures) return cancelled();
    const bool isWeighted = !rows.predictions.weights().empty();
    EceSearch search;
    // One after the other: outcomes of many rows take much memory.
    for (const View& view : searchedViews(rows)) {
        for (const double temperature : *temperatures) {
            if (!checkView(rows.predictions, view, temperature)) continue;
            auto outcomes = outcomesAt(rows.predictions, view, temperature, execution, true);
            if (!outcomes) return cancelled();
            const SearchedOutcomes one{settingsAt(like, view, temperature), temperature,
                                       std::move(*outcomes), isWeighted};
            if (!addWays(one, sought, execution, search)) return cancelled();
        }
    }
    const View usual = defaultView(rows);
    std::ranges::stable_sort(search.found, {},
                             [&](const EceWay& way) { return rarityOf(way, usual); });
    return search;
}

std::string binsText(const EceWay& way) {
    const AnalysisSettings& settings = way.settings;
    const std::size_t bins = settings.binCount.value_or(0);
    if (const EceConvention* preset = eceConvention(settings.preset))
        return (preset->takesCount() ? counted(bins, "bin") + " as in " : std::string("as in ")) +
               std::string(preset->name);
    const std::string text = counted(bins, choiceOf(kBinningSchemes, *settings.scheme).noun);
    return settings.edgeRule == EdgeRule::LeftClosed ? text + " [lower, upper)" : text;
}

std::string viewText(const EceWay& way) {
    return way.settings.view->kind == View::Kind::TopLabel ? "top label" : "positive class";
}

std::string searchSentence(const EceSearch& search, const PrintedShare& sought) {
    const std::string value = fixedText(sought.value, sought.decimals);
    const std::string tried = groupedDigits(search.tried) + " ways to compute it";
    const std::string which =
        " (ECE, MCE and RMSCE in bins; of more than two classes, of the top label alone)";
    if (!search.found.empty())
        return groupedDigits(search.found.size()) + " of " + tried + " round to " + value + which +
               ", the usual ones first. A match by itself shows little: with so many ways, some "
               "round to any value.";
    return "None of " + tried + " rounds to " + value + which + ". The nearest is " +
           fixedText(search.nearest->value, 6) + ": " +
           std::string(scoreDefinition(search.nearest->score).shortName) + ", " +
           binsText(*search.nearest) + ", " + viewText(*search.nearest) +
           ", T = " + fixedText(search.nearest->temperature, 3) + ".";
}

}  // namespace diagonal
