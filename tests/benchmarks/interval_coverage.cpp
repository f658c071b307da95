// SPDX-License-Identifier: GPL-3.0-or-later
// interval_coverage [SETS]: simulates SETS (300 by default) sets of predictions from models with
// known true errors, and prints the coverage of 95 % intervals in percent as a Markdown table; *
// marks scores without an interval in some sets. The true values are those of two million rows;
// errors of a calibrated model are 0. The last column counts intervals that exclude their own
// estimate.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <map>
#include <string>
#include <vector>

#include "core/base/random_numbers.h"
#include "core/reporting/detailed_report.h"

using namespace diagonal;

namespace {

/// A simulated model. The true probabilities are those of its logits times `slope`; above 1 the
/// model is under-confident.
struct Model {
    std::string name;
    std::size_t classes;  ///< 1: one probability column of two classes
    double slope;
};

const std::vector<Model> kModels = {{"calibrated", 1, 1},
                                    {"over", 1, 0.7},
                                    {"under", 1, 1.4},
                                    {"K = 5, calibrated", 5, 1},
                                    {"K = 5, over", 5, 0.7}};
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
            const double z = .3 + 1.5 * random.normal();
            scores.push_back(1 / (1 + std::exp(-z)));
            const double truth = 1 / (1 + std::exp(-model.slope * z));
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
    return withIntervals ? detailedReport(dataset, analysis).value() : analysis.report;
}

using Values = std::map<std::string_view, double>;

bool isError(const ScoreDefinition& definition) {
    return definition.interval == IntervalMethod::Error ||
           definition.interval == IntervalMethod::DebiasedError || definition.id == "brier_mcb";
}

Values truthOf(const Model& model) {
    const auto report = measured(drawn(model, kTrueRows, 1), true);
    Values truth;
    for (const Score& score : report->scores) {
        if (score.value) truth[score.id] = *score.value;
    }
    for (const ScoreDefinition& definition : scoreDefinitions()) {
        if (model.slope == 1 && isError(definition)) truth[definition.id] = 0;
    }
    if (model.slope == 1) truth["signed_gap"] = 0;
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
            for (std::size_t set = part; set < sets; set += threads)
                count(*measured(drawn(model, rows, 1000 + set), true), truth, tallies);
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

}  // namespace

int main(int argc, char** argv) {
    const auto sets = static_cast<std::size_t>(argc > 1 ? std::atoi(argv[1]) : 300);
    std::vector<Tallies> columns;
    std::printf("| score |");
    for (const Model& model : kModels) {
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
    for (const ScoreDefinition& definition : scoreDefinitions()) {
        if (definition.interval == IntervalMethod::None) continue;
        std::printf("| `%s` |", std::string(definition.id).c_str());
        std::size_t without = 0;
        for (Tallies& column : columns) {
            const Tally& tally = column[definition.id];
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
