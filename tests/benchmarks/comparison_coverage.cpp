// SPDX-License-Identifier: GPL-3.0-or-later
// comparison_coverage [SETS [TRUE_ROWS]]: simulates SETS (2,000 by default) sets of rows that two
// models with known true scores predict, and prints how many of 100 intervals of their differences,
// at 95 %, hold the true difference, as a Markdown table; * marks scores without an interval in
// some sets. The true differences are those of TRUE_ROWS (4,000,000) rows; calibration errors of
// two calibrated models do not differ. Clusters are 60 of 10 rows, whose logits and outcomes have
// an intraclass correlation of 0.3 and more; they are measured with their clusters and as if all
// rows were independent.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <map>
#include <string>
#include <vector>

#include "core/base/random_numbers.h"
#include "core/comparing/score_differences.h"
#include "core/measuring/sorted_outcomes.h"
#include "tests/benchmarks/calibrated_model.h"

using namespace diagonal;
using diagonal::testing::CalibratedModel;
using diagonal::testing::sigmoid;

namespace {

constexpr std::size_t kBins = 10;
constexpr double kFirstPart = 1.2;   ///< of the true logit: what the first model sees
constexpr double kSecondPart = 0.8;  ///< what the second model sees
constexpr double kShared = 0.3;      ///< of the variance within a cluster

/// Two models: their logits are those of a calibrated model times a slope, plus a shift.
struct Situation {
    std::string name;
    std::array<double, 2> slopes;
    std::array<double, 2> shifts;
    double base = 0;        ///< of the true logit: -4.5 makes 4 % events
    double threshold = .3;  ///< of the net benefit
};

const std::vector<Situation> kSituations = {
    {"both calibrated", {1, 1}, {0, 0}},
    {"second over-confident", {1, 2.2}, {0, 0}},
    {"both over-confident", {1.8, 2.2}, {0, .3}},
    {"4 % events, both calibrated", {1, 1}, {0, 0}, -4.5, .05},
    {"4 % events, second too high", {1, 1}, {0, .5}, -4.5, .05}};

struct Pair {
    std::array<ModelRows, 2> models;
    RowClusters clusters;
};

/// Draws rows in clusters of `clusterSize`; 1: independent rows.
Pair drawn(const Situation& situation, std::size_t rows, std::size_t clusterSize,
           std::uint64_t seed) {
    const double effect = clusterSize > 1 ? 1 : 0;  // of a cluster on the logit of its outcomes
    const CalibratedModel models[] = {
        CalibratedModel(kFirstPart, std::hypot(kSecondPart, effect), situation.base),
        CalibratedModel(kSecondPart, std::hypot(kFirstPart, effect), situation.base)};
    RandomNumbers random(seed);
    Pair pair;
    std::array<double, 3> shared = {};
    const double own = clusterSize > 1 ? std::sqrt(1 - kShared) : 1;
    for (std::size_t row = 0; row < rows; ++row) {
        if (clusterSize > 1 && row % clusterSize == 0) {
            const double part = std::sqrt(kShared);
            shared = {part * random.normal(), part * random.normal(), random.normal()};
        }
        const double z[] = {shared[0] + own * random.normal(), shared[1] + own * random.normal()};
        const double truth =
            sigmoid(situation.base + kFirstPart * z[0] + kSecondPart * z[1] + effect * shared[2]);
        const bool isPositive = random.uniform() < truth;
        for (std::size_t m = 0; m < 2; ++m) {
            const double p =
                sigmoid(situation.slopes[m] * models[m].logit(z[m]) + situation.shifts[m]);
            const double ofLabel = isPositive ? p : 1 - p;
            pair.models[m].packed.push_back(SortedOutcomes::pack(p, isPositive));
            pair.models[m].isRight.push_back(ofLabel > .5 ? 1 : 0);
            pair.models[m].negativeLogs.push_back(-std::log(ofLabel));
            pair.models[m].squaredErrors.push_back(2 * (1 - ofLabel) * (1 - ofLabel));
        }
        pair.clusters.codes.push_back(static_cast<std::uint32_t>(row / clusterSize));
    }
    pair.clusters.count = (rows + clusterSize - 1) / clusterSize;
    return pair;
}

std::vector<ScoreDifference> compared(const Situation& situation, const Pair& pair, bool inClusters,
                                      std::uint64_t seed) {
    DifferenceSettings settings{.binning = {.count = kBins}, .seed = seed};
    settings.thresholds = {situation.threshold};
    return *scoreDifferences(pair.models[0], pair.models[1],
                             inClusters ? pair.clusters : RowClusters(), settings);
}

struct Coverage {
    int covered = 0;
    int sets = 0;
};
using Coverages = std::map<std::string_view, Coverage>;

void print(const std::string& name, Coverages& coverages, const std::vector<std::string>& ids,
           int sets) {
    std::printf("| %s |", name.c_str());
    for (const std::string& id : ids) {
        const Coverage& coverage = coverages[id];
        std::printf(" %.1f%s |", 100.0 * coverage.covered / std::max(1, coverage.sets),
                    coverage.sets < sets ? "*" : "");
    }
    std::printf("\n");
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    const int sets = argc > 1 ? std::atoi(argv[1]) : 2000;
    const auto trueRows = static_cast<std::size_t>(argc > 2 ? std::atoi(argv[2]) : 4'000'000);
    const std::vector<std::string> ids = {"brier", "nll",       "accuracy",   "signed_gap",
                                          "auroc", "brier_mcb", "brier_dsc",  "l2_debiased",
                                          "ece",   "oe",        "net_benefit"};
    std::printf("%d sets\n\n| Models | rows |", sets);
    for (const std::string& id : ids)
        std::printf(" %s |", id.c_str());
    std::printf("\n|---|---|");
    for (std::size_t i = 0; i < ids.size(); ++i)
        std::printf("---|");
    std::printf("\n");
    for (const Situation& situation : kSituations) {
        for (const auto& [rows, clusterSize] :
             std::initializer_list<std::pair<int, int>>{{500, 1}, {2000, 1}, {600, 10}}) {
            std::map<std::string_view, double> truth;
            const auto size = static_cast<std::size_t>(clusterSize);
            const Pair many = drawn(situation, trueRows, size, 99);
            for (const ScoreDifference& difference : compared(situation, many, false, 1))
                truth[difference.id] = difference.value.value_or(0);
            if (situation.slopes == std::array{1.0, 1.0}) {
                for (const char* id : {"brier_mcb", "l2_debiased", "ece"})
                    truth[id] = 0;
            }
            const auto part = [&](int begin, int end) {
                std::array<Coverages, 2> out;
                for (int set = begin; set < end; ++set) {
                    const auto seed = static_cast<std::uint64_t>(set) + 1;
                    const Pair pair =
                        drawn(situation, static_cast<std::size_t>(rows), size, 1000 + seed);
                    for (std::size_t way = 0; way < (size > 1 ? 2U : 1U); ++way) {
                        for (const auto& found :
                             compared(situation, pair, way == 0 && size > 1, seed)) {
                            if (!found.interval) continue;
                            Coverage& coverage = out[way][found.id];
                            ++coverage.sets;
                            const double t = truth[found.id];
                            coverage.covered +=
                                found.interval->lower <= t && t <= found.interval->upper ? 1 : 0;
                        }
                    }
                }
                return out;
            };
            auto other = std::async(std::launch::async, part, 0, sets / 2);
            auto all = part(sets / 2, sets);
            const auto more = other.get();
            for (std::size_t way = 0; way < 2; ++way) {
                for (const auto& [id, coverage] : more[way]) {
                    all[way][id].covered += coverage.covered;
                    all[way][id].sets += coverage.sets;
                }
            }
            const std::string text = situation.name + " | " + std::to_string(rows);
            if (size == 1) print(text, all[0], ids, sets);
            if (size > 1) print(text + ", 60 clusters", all[0], ids, sets);
            if (size > 1) print(text + ", clusters ignored", all[1], ids, sets);
        }
    }
}
