// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/ece_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "core/base/text.h"
#include "core/measuring/scores/conventions.h"
#include "core/measuring/scores/scores.h"
#include "core/recalibrating/temperature/temperature.h"
#include "core/reporting/analysis.h"

namespace diagonal {
namespace {

constexpr std::size_t kMostSoughtBins = 100;
constexpr std::size_t kMostSoughtClasses = 20;
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
        if (!isTwice && (isBinary || view.isTopLabel()) && checkView(rows.predictions, view, 1))
            views.push_back(view);
    }
    const std::size_t classes = rows.summary.classes.value_or(0);
    if (classes <= 2 || classes > kMostSoughtClasses) return views;
    for (std::size_t k = 0; k < classes; ++k) {
        const View view{View::Kind::OneVsRest, k};
        if (checkView(rows.predictions, view, 1)) views.push_back(view);
    }
    return views;
}

/// Returns what is tried, in words.
std::string triedScores(const Dataset& rows, std::span<const View> views) {
    std::string text = "ECE, MCE and RMSCE in bins";
    const std::size_t classes = rows.summary.classes.value_or(0);
    if (classes <= 2) return text;
    const bool areTried =
        std::ranges::find(views, View::Kind::OneVsRest, &View::kind) != views.end();
    if (areTried) return text + ", of the top label and of each class; classwise ECE";
    text += ", of the top label alone";
    if (classes > kMostSoughtClasses)
        text += ": single classes are tried up to " + std::to_string(kMostSoughtClasses);
    return text;
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
    if (settings.view != usual) rarity += settings.view->kind == View::Kind::OneVsRest ? 2.5 : 2;
    if (settings.fitTemperature) rarity += 3;
    if (way.score != kSoughtScores.front()) rarity += 3;
    return rarity;
}

/// Bins, and the settings that choose them.
struct SoughtBins {
    AnalysisSettings settings;
    Binning binning;
};

/// Returns the bins that are not those of another program; of equal width with usual edges first.
std::array<SoughtBins, 3> plainBins(AnalysisSettings settings, std::size_t bins) {
    settings.binCount = bins;
    settings.scheme = BinningScheme::EqualWidth;
    AnalysisSettings leftClosed = settings;
    leftClosed.edgeRule = EdgeRule::LeftClosed;
    AnalysisSettings equalMass = settings;
    equalMass.scheme = BinningScheme::EqualMass;
    return {{{settings, {BinningScheme::EqualWidth, bins}},
             {leftClosed, {BinningScheme::EqualWidth, bins, EdgeRule::LeftClosed}},
             {equalMass, {BinningScheme::EqualMass, bins}}}};
}

void addWay(EceWay way, std::vector<EceWay>& ways) {
    const bool isKnown = std::ranges::any_of(ways, [&](const EceWay& known) {
        return known.score == way.score && std::abs(known.value - way.value) < kSameError;
    });
    if (!isKnown) ways.push_back(std::move(way));
}

/// Adds the errors in bins that differ from those that are there; returns the ECE.
double addErrors(const SearchedOutcomes& rows, const SoughtBins& bins, std::vector<EceWay>& ways) {
    const ReliabilityCurve curve =
        binned(rows.outcomes.sorted, bins.binning, std::nullopt, rows.outcomes.inRowOrder);
    const BinnedErrors all = binnedErrors(curve);
    const auto errors = namedErrors(all);
    for (const std::string_view id : kSoughtScores) {
        const auto error =
            std::ranges::find(errors, id, &std::pair<std::string_view, double>::first);
        addWay({bins.settings, id, error->second, rows.temperature}, ways);
    }
    return all.ece;
}

/// An ECE for each of plainBins().
using PlainErrors = std::array<double, 3>;

/// Returns the ways with a number of bins, plain ones first, whose ECE is added to `sums`.
std::vector<EceWay> waysWith(std::size_t bins, const SearchedOutcomes& rows, PlainErrors& sums) {
    std::vector<EceWay> ways;
    const auto plain = plainBins(rows.settings, bins);
    for (std::size_t i = 0; i < plain.size(); ++i)
        sums[i] += addErrors(rows, plain[i], ways);
    AnalysisSettings settings = plain.front().settings;
    for (const EceConvention& convention : eceConventions()) {
        const bool needsOrder = convention.scheme == BinningScheme::Runs;
        if (needsOrder && (rows.outcomes.inRowOrder.empty() || rows.isWeighted)) continue;
        // One with a number of bins of its own is tried once.
        if (!convention.takesCount() && bins != 1) continue;
        settings.preset = convention.id;
        settings.binCount = convention.takesCount() ? std::optional(bins) : std::nullopt;
        addErrors(rows, {settings, binningOf(convention, bins)}, ways);
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

/// Keeps those of some ways that give a value.
void addFound(std::span<const EceWay> ways, const PrintedShare& sought, EceSearch& search) {
    search.tried += ways.size();
    for (const EceWay& way : ways) {
        if (sought.isRounded(way.value)) search.found.push_back(way);
        const double apart = std::abs(way.value - sought.value);
        if (!search.nearest || apart < std::abs(search.nearest->value - sought.value))
            search.nearest = way;
    }
}

/// The sums over classes of their ECE in plainBins(), an entry for each number of bins.
using ClassErrors = std::vector<PlainErrors>;

/// Adds the ways of one view and temperature, and the errors of a class; returns false if progress
/// cancels.
bool addWays(const SearchedOutcomes& one, const PrintedShare& sought, const Execution& execution,
             EceSearch& search, ClassErrors& ofClasses) {
    Continuation continuation(execution.progress);
    const bool isClass = one.settings.view->kind == View::Kind::OneVsRest;
    std::vector<std::vector<EceWay>> ways(kMostSoughtBins);
    execution.parallelFor(kMostSoughtBins, [&](std::size_t i) {
        if (!continuation.goesOn()) return;
        PlainErrors others{};
        ways[i] = waysWith(i + 1, one, isClass ? ofClasses[i] : others);
    });
    for (const auto& some : ways)
        addFound(some, sought, search);
    return !continuation.isStopped();
}

/// Adds the means over classes.
void addClasswise(const ClassErrors& sums, std::size_t classes, const AnalysisSettings& settings,
                  double temperature, const PrintedShare& sought, EceSearch& search) {
    for (std::size_t i = 0; i < sums.size(); ++i) {
        std::vector<EceWay> ways;
        const auto plain = plainBins(settings, i + 1);
        for (std::size_t j = 0; j < plain.size(); ++j) {
            const bool isMass = plain[j].binning.scheme == BinningScheme::EqualMass;
            addWay({plain[j].settings, isMass ? "classwise_ace" : "classwise_ece",
                    sums[i][j] / static_cast<double>(classes), temperature},
                   ways);
        }
        addFound(ways, sought, search);
    }
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
    // No share is above 1: 15.1 is a percentage without its sign.
    const bool areHundredths = isPercent || *value > 1;
    const PrintedShare share{areHundredths ? *value / 100 : *value,
                             static_cast<int>(digits) + (areHundredths ? 2 : 0)};
    constexpr int leastDecimals = 2;
    const bool tells = share.value <= 1 && share.decimals >= leastDecimals;
    return tells ? std::optional(share) : std::nullopt;
}

Result<EceSearch> eceSearch(const Dataset& rows, const PrintedShare& sought,
                            const AnalysisSettings& like, const Execution& execution) {
    if (auto can =
            requireRows(rows.summary, "the ways to compute an ECE differ in the bins of rows");
        !can)
        return can.error();
    const auto temperatures = searchedTemperatures(rows, like, execution);
    if (!temperatures) return cancelled();
    const bool isWeighted = !rows.predictions.weights().empty();
    EceSearch search;
    const std::vector<View> views = searchedViews(rows);
    search.scores = triedScores(rows, views);
    search.classNames = rows.summary.classNames;
    const View usual = views.front();
    for (const double temperature : *temperatures) {
        ClassErrors ofClasses(kMostSoughtBins);
        std::size_t classes = 0;
        // One after the other: outcomes of many rows take much memory.
        for (const View& view : views) {
            if (!checkView(rows.predictions, view, temperature)) continue;
            auto outcomes = outcomesAt(rows.predictions, view, temperature, execution, true);
            if (!outcomes) return cancelled();
            const SearchedOutcomes one{settingsAt(like, view, temperature), temperature,
                                       std::move(*outcomes), isWeighted};
            if (!addWays(one, sought, execution, search, ofClasses)) return cancelled();
            if (view.kind == View::Kind::OneVsRest) ++classes;
        }
        if (classes > 0 && classes == rows.summary.classes)
            addClasswise(ofClasses, classes, settingsAt(like, usual, temperature), temperature,
                         sought, search);
    }
    std::ranges::stable_sort(search.found, {},
                             [&](const EceWay& way) { return rarityOf(way, usual); });
    return search;
}

std::string binsText(const EceWay& way) {
    const AnalysisSettings& settings = way.settings;
    const std::size_t bins = settings.binCount.value_or(0);
    const EceConvention* preset = eceConvention(settings.preset);
    if (preset && preset->midpoint) return counted(bins, "bin") + " with midpoints as confidence";
    if (preset)
        return (preset->takesCount() ? counted(bins, "bin") + " as in " : std::string("as in ")) +
               std::string(preset->name);
    const std::string text = counted(bins, choiceOf(kBinningSchemes, *settings.scheme).noun);
    return settings.edgeRule == EdgeRule::LeftClosed ? text + " [lower, upper)" : text;
}

std::string searchSentence(const EceSearch& search, const PrintedShare& sought) {
    const std::string value = fixedText(sought.value, sought.decimals);
    const std::string tried = groupedDigits(search.tried) + " ways to compute it";
    const std::string which = " (" + search.scores + ")";
    if (!search.found.empty())
        return groupedDigits(search.found.size()) + " of " + tried + " round to " + value + which +
               ", the usual ones first. A match by itself shows little: with so many ways, some "
               "round to any value.";
    return "None of " + tried + " rounds to " + value + which + ". The nearest is " +
           fixedText(search.nearest->value, 6) + ": " +
           std::string(scoreDefinition(search.nearest->score).shortName) + ", " +
           binsText(*search.nearest) + ", " +
           viewName(*search.nearest->settings.view, search.classNames) +
           ", T = " + fixedText(search.nearest->temperature, 3) + ".";
}

}  // namespace diagonal
