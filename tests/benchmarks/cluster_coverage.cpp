// SPDX-License-Identifier: GPL-3.0-or-later
// cluster_coverage [SETS] [unequal]: simulates SETS (2,000 by default) sets of 60 clusters of 10
// rows, whose confidences share 0.3 of their variance and whose outcomes share an effect of
// standard deviation 1 on the logit, and prints the coverage of the 95 % intervals of a report in
// percent as a Markdown table: with clusters, and as if all rows were independent. The true values
// are those of two million rows; unequal clusters vary as about 31 equal ones; errors of a
// calibrated model are 0. "bins" are the accuracies of all bins that hold at least 10 rows.
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
#include "tests/benchmarks/calibrated_model.h"
#include "tests/core/analysed.h"

using namespace diagonal;
using diagonal::testing::CalibratedModel;
using diagonal::testing::sigmoid;

namespace {

constexpr std::size_t kTrueRows = 2'000'000;
constexpr std::size_t kClusters = 60;
constexpr std::size_t kClusterSize = 10;
constexpr std::size_t kBins = 10;
constexpr std::size_t kLeastRows = 10;  ///< of a bin
constexpr double kPart = 1.5;           ///< of the true logit: what the model sees
constexpr double kShared = 0.3;         ///< of the variance within a cluster

bool areUnequal = false;  ///< set once, by the command line

/// Draws the size of a cluster: lognormal, so that (sum m)^2 / sum m^2 is about half their number.
std::size_t drawnSize(RandomNumbers& random) {
    constexpr double spread = 0.81;
    if (!areUnequal) return kClusterSize;
    const double size = kClusterSize * std::exp(spread * random.normal() - spread * spread / 2);
    return static_cast<std::size_t>(std::max(1.0, std::round(size)));
}

Dataset drawn(double slope, std::size_t clusters, std::uint64_t seed) {
    static const CalibratedModel model(kPart, 1);
    RandomNumbers random(seed);
    PredictionParts parts;
    std::vector<double> scores;
    GroupColumn column{"cluster", {}, {}};
    for (std::size_t cluster = 0; cluster < clusters; ++cluster) {
        const double shared = std::sqrt(kShared) * random.normal();
        const double effect = random.normal();
        column.values.push_back(std::to_string(cluster));
        const std::size_t size = drawnSize(random);
        for (std::size_t i = 0; i < size; ++i) {
            const double z = shared + std::sqrt(1 - kShared) * random.normal();
            scores.push_back(sigmoid(slope * model.logit(z)));
            parts.labels.push_back(random.uniform() < sigmoid(kPart * z + effect) ? 1 : 0);
            column.codes.push_back(static_cast<std::int32_t>(cluster));
        }
    }
    parts.form = PredictionForm::PositiveScore;
    parts.scores = ScoreMatrix(std::move(scores), 1);
    parts.classNames = {"0", "1"};
    DatasetSummary summary;
    summary.rows = parts.labels.size();
    summary.classes = 2;
    summary.classNames = parts.classNames;
    summary.form = parts.form;
    summary.positiveClass = 1;
    Dataset dataset{
        Predictions::make(std::move(parts)).value().predictions, std::move(summary), {}};
    dataset.clusters = std::move(column);
    return dataset;
}

std::shared_ptr<const Report> measured(const Dataset& dataset) {
    AnalysisSettings settings;
    settings.binCount = kBins;
    return detailedReport(analyse(dataset, settings).value()).value();
}

using Values = std::map<std::string, double>;

std::string nameOfBin(std::size_t bin) {
    return "bin " + std::to_string(bin);
}

Values truthOf(double slope) {
    Dataset dataset = drawn(slope, kTrueRows / kClusterSize, 1);
    dataset.clusters.reset();
    const auto report = measured(dataset);
    Values truth;
    for (const Score& score : report->scores) {
        if (!score.value) continue;
        const IntervalMethod method = scoreDefinition(score.id).interval;
        const bool isError = method == IntervalMethod::Error ||
                             method == IntervalMethod::UnstableError ||
                             method == IntervalMethod::DebiasedError || score.id == "brier_mcb" ||
                             score.id == "signed_gap" || score.id == "calibration_intercept";
        truth[std::string(score.id)] = slope == 1 && isError ? 0 : *score.value;
    }
    for (std::size_t b = 0; b < report->binned.bins.size(); ++b)
        truth[nameOfBin(b)] = report->binned.bins[b].accuracy.value_or(0);
    return truth;
}

struct Tally {
    std::size_t made = 0, covers = 0;
    void add(const std::optional<Interval>& interval, double truth) {
        if (!interval) return;
        ++made;
        covers += interval->lower <= truth && truth <= interval->upper ? 1U : 0U;
    }
};
using Tallies = std::map<std::string, Tally>;

void count(const Report& report, const Values& truth, Tallies& tallies) {
    for (const Score& score : report.scores)
        tallies[std::string(score.id)].add(score.interval, truth.at(std::string(score.id)));
    for (std::size_t b = 0; b < report.binned.bins.size(); ++b) {
        if (report.binned.bins[b].count >= kLeastRows)
            tallies["bins"].add(report.binned.bins[b].interval, truth.at(nameOfBin(b)));
    }
}

Tallies simulated(double slope, const Values& truth, bool inClusters, std::size_t sets) {
    constexpr std::size_t threads = 2;
    std::vector<std::future<Tallies>> parts;
    for (std::size_t part = 0; part < threads; ++part) {
        parts.push_back(std::async(std::launch::async, [&, part] {
            Tallies tallies;
            for (std::size_t set = part; set < sets; set += threads) {
                Dataset dataset = drawn(slope, kClusters, 1000 + set);
                if (!inClusters) dataset.clusters.reset();
                count(*measured(dataset), truth, tallies);
            }
            return tallies;
        }));
    }
    Tallies all;
    for (auto& part : parts) {
        for (const auto& [id, tally] : part.get()) {
            all[id].made += tally.made;
            all[id].covers += tally.covers;
        }
    }
    return all;
}

}  // namespace

int main(int argc, char** argv) {
    const auto sets = static_cast<std::size_t>(argc > 1 ? std::atoi(argv[1]) : 2000);
    areUnequal = argc > 2 && std::string(argv[2]) == "unequal";
    std::vector<Tallies> columns;
    std::printf("| score |");
    for (const auto& [name, slope] :
         {std::pair("calibrated", 1.0), std::pair("over-confident", 1.6)}) {
        const Values truth = truthOf(slope);
        for (const bool inClusters : {true, false}) {
            columns.push_back(simulated(slope, truth, inClusters, sets));
            std::printf(" %s, %s |", name, inClusters ? "clusters" : "ignored");
            std::fflush(stdout);
        }
    }
    std::printf("\n|---|---:|---:|---:|---:|\n");
    for (const auto& [id, tally] : columns.front()) {
        if (tally.made == 0) continue;
        std::printf("| `%s` |", id.c_str());
        for (Tallies& column : columns) {
            std::printf(" %.1f |", 100.0 * static_cast<double>(column[id].covers) /
                                       static_cast<double>(column[id].made));
        }
        std::printf("\n");
    }
}
