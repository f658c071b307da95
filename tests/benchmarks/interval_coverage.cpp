// SPDX-License-Identifier: GPL-3.0-or-later
// interval_coverage [SETS] [hard|gates|oe|decisions]: simulates SETS (300 by default) sets of
// predictions from models with known true errors, or from harder ones: rare events, a truth with a
// step, one bad class; and prints the coverage of 95 % intervals in percent as a Markdown table; *
// marks scores without an interval in some sets. The true values are those of two million rows;
// errors of a calibrated model are 0. The last column counts intervals that exclude their own
// estimate. `gates` prints instead how many of a hundred sets each gate at 0.05 fails, `oe` how
// many intervals of O:E hold, of few rows and of rare events, too, `decisions` those of the net
// benefit at the rows' share of events and at a stated one.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/random_numbers.h"
#include "core/measuring/deciding/net_benefit.h"
#include "core/measuring/deciding/skill.h"
#include "core/measuring/outcomes.h"
#include "core/recalibrating/temperature/temperature.h"
#include "core/recalibrating/temperature/temperature_sandwich.h"
#include "core/reporting/detailed_report.h"
#include "tests/core/analysed.h"

using namespace diagonal;

namespace {

/// What the true probabilities are.
enum class Truth {
    Scaled,      ///< those of the logits times `slope`
    Step,        ///< 0.25 below a probability of 0.4, and 0.8 above
    OneBadClass  ///< those of the logits, of class 0 less 1.5
};

/// A simulated model. With a slope above 1 it is under-confident.
struct Model {
    std::string name;
    std::size_t classes;  ///< 1: one probability column of two classes
    double slope;
    Truth truth = Truth::Scaled;
    double shift = .3;  ///< mean of the logits of one probability

    bool isCalibrated() const { return truth == Truth::Scaled && slope == 1; }
};

const std::vector<Model> kModels = {{"calibrated", 1, 1},
                                    {"over", 1, 0.7},
                                    {"under", 1, 1.4},
                                    {"K = 5, calibrated", 5, 1},
                                    {"K = 5, over", 5, 0.7}};
const std::vector<Model> kHardModels = {{"2 % events, calibrated", 1, 1, Truth::Scaled, -4.7},
                                        {"2 % events, over", 1, 0.8, Truth::Scaled, -5.9},
                                        {"step", 1, 1, Truth::Step},
                                        {"K = 5, one bad class", 5, 1, Truth::OneBadClass}};
const std::vector<std::size_t> kRows = {300, 2000};
constexpr std::size_t kTrueRows = 2000000;
constexpr std::size_t kBins = 10;

std::vector<double> softmax(std::vector<double> z) {
    double sum = 0;
    for (double& value : z)
        sum += value = std::exp(value);
    for (double& value : z)
        value /= sum;
    return z;
}

Dataset drawn(const Model& model, std::size_t rows, std::uint64_t seed) {
    RandomNumbers random(seed);
    PredictionParts parts;
    std::vector<double> scores;
    for (std::size_t row = 0; row < rows; ++row) {
        if (model.classes == 1) {
            const double z = model.shift + 1.5 * random.normal();
            scores.push_back(1 / (1 + std::exp(-z)));
            const double truth = model.truth == Truth::Step ? (scores.back() < .4 ? .25 : .8)
                                                            : 1 / (1 + std::exp(-model.slope * z));
            parts.labels.push_back(random.uniform() < truth ? 1 : 0);
            continue;
        }
        std::vector<double> z;
        for (std::size_t k = 0; k < model.classes; ++k)
            z.push_back(1.5 * random.normal());
        const auto given = softmax(z);
        scores.insert(scores.end(), given.begin(), given.end());
        for (double& value : z)
            value *= model.slope;
        if (model.truth == Truth::OneBadClass) z[0] -= 1.5;
        double u = random.uniform();
        std::int32_t label = 0;
        for (const double p : softmax(z)) {
            if (u < p || label + 1 == static_cast<std::int32_t>(model.classes)) break;
            u -= p;
            ++label;
        }
        parts.labels.push_back(label);
    }
    parts.form = model.classes == 1 ? PredictionForm::PositiveScore : PredictionForm::ClassScores;
    parts.scores = ScoreMatrix(std::move(scores), model.classes);
    for (std::size_t k = 0; k < std::max<std::size_t>(model.classes, 2); ++k)
        parts.classNames.push_back(std::to_string(k));
    DatasetSummary summary;
    summary.rows = rows;
    summary.classes = parts.classNames.size();
    summary.classNames = parts.classNames;
    summary.form = parts.form;
    if (model.classes == 1) summary.positiveClass = 1;
    return {Predictions::make(std::move(parts)).value().predictions, std::move(summary), {}};
}

std::shared_ptr<const Report> measured(const Dataset& dataset, bool withIntervals) {
    AnalysisSettings settings;
    settings.binCount = kBins;
    const auto analysis = analyse(dataset, settings).value();
    return withIntervals ? detailedReport(analysis).value() : analysis.report;
}

using Values = std::map<std::string_view, double>;

bool isError(const ScoreDefinition& definition) {
    return definition.interval == IntervalMethod::Error ||
           definition.interval == IntervalMethod::DebiasedError || definition.id == "brier_mcb";
}

constexpr std::string_view kTemperature = "temperature";

/// Fits T as a report does.
TemperatureFit fitted(const Dataset& dataset) {
    TemperatureFit fit = fitTemperature(dataset.predictions, .95).value();
    widenBySandwich(nullptr, dataset.predictions, .95, {}, fit);
    return fit;
}

Values truthOf(const Model& model) {
    const auto report = measured(drawn(model, kTrueRows, 1), true);
    Values truth;
    for (const Score& score : report->scores) {
        if (score.value) truth[score.id] = *score.value;
    }
    for (const ScoreDefinition& definition : scoreDefinitions()) {
        if (model.isCalibrated() && isError(definition)) truth[definition.id] = 0;
    }
    if (model.isCalibrated()) truth["signed_gap"] = 0;
    truth[kTemperature] = fitted(drawn(model, kTrueRows, 1)).value;
    return truth;
}

struct Tally {
    std::size_t made = 0, covers = 0, excludesEstimate = 0;
    Tally& operator+=(const Tally& other) {
        made += other.made;
        covers += other.covers;
        excludesEstimate += other.excludesEstimate;
        return *this;
    }
};
using Tallies = std::map<std::string_view, Tally>;

void countTemperature(const Dataset& dataset, const Values& truth, Tallies& tallies) {
    const TemperatureFit fit = fitted(dataset);
    Tally& tally = tallies[kTemperature];
    const double t = truth.at(kTemperature);
    ++tally.made;
    // An open end reaches all temperatures on its side.
    tally.covers += (!fit.lower || *fit.lower <= t) && (!fit.upper || t <= *fit.upper) ? 1U : 0U;
}

void count(const Report& report, const Values& truth, Tallies& tallies) {
    for (const Score& score : report.scores) {
        if (!score.interval) continue;
        Tally& tally = tallies[score.id];
        const Interval& interval = *score.interval;
        const double t = truth.at(score.id);
        ++tally.made;
        tally.covers += interval.lower <= t && t <= interval.upper ? 1U : 0U;
        const bool holds = interval.lower <= *score.value && *score.value <= interval.upper;
        tally.excludesEstimate += holds ? 0U : 1U;
    }
}

Tallies simulated(const Model& model, std::size_t rows, std::size_t sets) {
    const Values truth = truthOf(model);
    constexpr std::size_t threads = 2;
    std::vector<std::future<Tallies>> parts;
    for (std::size_t part = 0; part < threads; ++part) {
        parts.push_back(std::async(std::launch::async, [&, part] {
            Tallies tallies;
            for (std::size_t set = part; set < sets; set += threads) {
                const Dataset dataset = drawn(model, rows, 1000 + set);
                count(*measured(dataset, true), truth, tallies);
                countTemperature(dataset, truth, tallies);
            }
            return tallies;
        }));
    }
    Tallies all;
    for (auto& part : parts) {
        for (const auto& [id, tally] : part.get())
            all[id] += tally;
    }
    return all;
}

/// Prints how often `--fail-above SCORE=0.05` fails a model, by the value and by the lower end.
void printGates(std::size_t sets) {
    constexpr double limit = .05;
    std::printf(
        "| model | true ECE | `ece` | `ece.lower` | `l2_debiased` |\n|---|---:|---:|---:|---:|\n");
    for (const Model& model : kModels) {
        const double truth = truthOf(model).at("ece");
        for (const std::size_t rows : kRows) {
            std::size_t byValue = 0, byLowerEnd = 0, byDebiased = 0;
            for (std::size_t set = 0; set < sets; ++set) {
                const auto report = measured(drawn(model, rows, 1000 + set), true);
                const Score& ece = *report->find("ece");
                byValue += *ece.value > limit ? 1U : 0U;
                byLowerEnd += ece.interval->lower > limit ? 1U : 0U;
                byDebiased += *report->score("l2_debiased") > limit ? 1U : 0U;
            }
            const auto percent = [sets](std::size_t n) {
                return 100.0 * static_cast<double>(n) / static_cast<double>(sets);
            };
            std::printf("| %s, n = %zu | %.3f | %.0f %% | %.0f %% | %.0f %% |\n",
                        model.name.c_str(), rows, truth, percent(byValue), percent(byLowerEnd),
                        percent(byDebiased));
            std::fflush(stdout);
        }
    }
}

SortedOutcomes positives(const Dataset& dataset) {
    const View positive{View::Kind::PositiveClass, 1};
    return SortedOutcomes(*outcomesInRowOrder(dataset.predictions, positive, 1));
}

OutcomeSums sumsOf(const Dataset& dataset) {
    return positives(dataset).sums();
}

/// Returns the models of one probability, calibrated or not, and of rare events.
std::vector<Model> modelsOfOneProbability() {
    std::vector<Model> models(kModels.begin(), kModels.begin() + 3);
    models.insert(models.end(), kHardModels.begin(), kHardModels.begin() + 2);
    return models;
}

/// Prints how many intervals of O:E hold the true ratio, with the mean number of events.
void printRatios(std::size_t sets) {
    std::printf("| model | rows | events | `oe` |\n|---|---:|---:|---:|\n");
    for (const Model& model : modelsOfOneProbability()) {
        const double truth = *observedOverExpected(sumsOf(drawn(model, kTrueRows, 1)));
        for (const std::size_t rows : {std::size_t{100}, std::size_t{300}, std::size_t{2000}}) {
            double events = 0;
            std::size_t covers = 0;
            for (std::size_t set = 0; set < sets; ++set) {
                const OutcomeSums all = sumsOf(drawn(model, rows, 1000 + set));
                const auto interval = observedOverExpectedInterval(all, .95);
                events += all.correct / static_cast<double>(sets);
                covers +=
                    interval && interval->lower <= truth && truth <= interval->upper ? 1U : 0U;
            }
            std::printf("| %s | %zu | %.1f | %.1f |\n", model.name.c_str(), rows, events,
                        100.0 * static_cast<double>(covers) / static_cast<double>(sets));
            std::fflush(stdout);
        }
    }
}

/// Prints how many intervals of the net benefit, and of its difference to the better of all and
/// none, hold; of the second those that are not said to be too short.
void printDecisions(std::size_t sets) {
    std::printf(
        "| model | rows | threshold | prevalence | net benefit | less the better | of sets |\n"
        "|---|---:|---:|---:|---:|---:|---:|\n");
    const std::vector<double> thresholds = {.1, .3};
    const std::vector<std::optional<double>> prevalences = {std::nullopt, .02, .3};
    for (const Model& model : modelsOfOneProbability()) {
        const SortedOutcomes all = positives(drawn(model, kTrueRows, 1));
        for (const auto& prevalence : prevalences) {
            const DecisionSettings settings{.95, prevalence};
            const auto truth = decisionCurve(all, thresholds, settings);
            for (const std::size_t rows : {std::size_t{300}, std::size_t{2000}}) {
                std::vector<std::size_t> covers(2), covered(2), shown(2), made(2);
                for (std::size_t set = 0; set < sets; ++set) {
                    const auto points = decisionCurve(positives(drawn(model, rows, 1000 + set)),
                                                      thresholds, settings);
                    for (std::size_t t = 0; t < points.size(); ++t) {
                        const auto holds = [](const std::optional<Interval>& interval,
                                              double value) {
                            return interval && interval->lower <= value && value <= interval->upper;
                        };
                        ++made[t];
                        covers[t] += holds(points[t].interval, truth[t].netBenefit) ? 1U : 0U;
                        if (points[t].hasFewRows) continue;
                        ++shown[t];
                        covered[t] +=
                            holds(points[t].minusBestInterval, truth[t].minusBest) ? 1U : 0U;
                    }
                }
                const auto percent = [](std::size_t part, std::size_t whole) {
                    return whole == 0
                               ? 0
                               : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
                };
                for (std::size_t t = 0; t < thresholds.size(); ++t)
                    std::printf("| %s | %zu | %.1f | %.2f | %.1f | %.1f | %zu |\n",
                                model.name.c_str(), rows, thresholds[t], prevalence.value_or(0),
                                percent(covers[t], made[t]), percent(covered[t], shown[t]),
                                shown[t]);
                std::fflush(stdout);
            }
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    const auto sets = static_cast<std::size_t>(argc > 1 ? std::atoi(argv[1]) : 300);
    const std::string kind = argc > 2 ? argv[2] : "";
    if (kind == "gates") {
        printGates(sets);
        return 0;
    }
    if (kind == "oe") {
        printRatios(sets);
        return 0;
    }
    if (kind == "decisions") {
        printDecisions(sets);
        return 0;
    }
    std::vector<Tallies> columns;
    std::printf("| score |");
    for (const Model& model : kind == "hard" ? kHardModels : kModels) {
        for (const std::size_t rows : kRows) {
            columns.push_back(simulated(model, rows, sets));
            std::printf(" %s, n = %zu |", model.name.c_str(), rows);
            std::fflush(stdout);
        }
    }
    std::printf(" without their estimate |\n|---|");
    for (std::size_t i = 0; i <= columns.size(); ++i)
        std::printf("---:|");
    std::printf("\n");
    std::vector<std::string_view> ids;
    for (const ScoreDefinition& definition : scoreDefinitions()) {
        if (definition.interval != IntervalMethod::None) ids.push_back(definition.id);
    }
    ids.push_back(kTemperature);
    for (const std::string_view id : ids) {
        std::printf("| `%s` |", std::string(id).c_str());
        std::size_t without = 0;
        for (Tallies& column : columns) {
            const Tally& tally = column[id];
            without += tally.excludesEstimate;
            if (tally.made == 0) {
                std::printf(" – |");
            } else {
                std::printf(
                    " %.0f%s |",
                    100.0 * static_cast<double>(tally.covers) / static_cast<double>(tally.made),
                    tally.made < sets ? "*" : "");
            }
        }
        std::printf(" %zu |\n", without);
    }
}
