// SPDX-License-Identifier: GPL-3.0-or-later
// The steps that a user waits for while dragging a slider, next to two reference kernels: a plain
// implementation in double, and reading the scores once. The counters show how far the sweeps are
// from the exact numbers.
#include <benchmark/benchmark.h>
#include <cmath>
#include <map>
#include <numeric>

#include "core/measuring/isotonic.h"
#include "core/measuring/resampling/bin_bootstrap.h"
#include "core/measuring/scores/scores.h"
#include "core/measuring/sweeping/temperature_sweep.h"
#include "core/recalibrating/temperature/temperature.h"
#include "core/selecting/row_list.h"
#include "tests/benchmarks/synthetic_predictions.h"
#include "tests/core/threaded_for.h"

namespace diagonal::benchmarks {
namespace {

constexpr View kTopLabel{};
constexpr double kTemperature = 1.7;

std::shared_ptr<const Predictions> predictionsOf(const benchmark::State& state) {
    return syntheticLogits(static_cast<std::size_t>(state.range(0)),
                           static_cast<std::size_t>(state.range(1)));
}

std::vector<double> edgesOf(std::size_t bins) {
    return *fixedEdges({BinningScheme::EqualWidth, bins});
}

/// Reads all scores once: a lower bound for any implementation that reads them.
void readScores(benchmark::State& state) {
    const auto predictions = predictionsOf(state);
    for (auto _ : state) {
        predictions->scores().visit([](auto values) {
            std::array<double, 8> sums{};
            for (std::size_t i = 0; i + 8 <= values.size(); i += 8) {
                for (std::size_t lane = 0; lane < 8; ++lane)
                    sums[lane] += values[i + lane];
            }
            benchmark::DoNotOptimize(sums);
        });
    }
}

/// One temperature step, implemented naively: softmax in double, then the bins.
void naiveStep(benchmark::State& state) {
    const auto predictions = predictionsOf(state);
    const std::size_t classes = predictions->scores().columns();
    constexpr std::size_t bins = 15;
    for (auto _ : state) {
        std::array<double, bins> confidences{}, correct{};
        predictions->scores().visit([&](auto values) {
            for (std::size_t row = 0; row < predictions->rows(); ++row) {
                const auto z = values.subspan(row * classes, classes);
                const std::size_t best =
                    static_cast<std::size_t>(std::max_element(z.begin(), z.end()) - z.begin());
                double sum = 0;
                for (const double value : z)
                    sum += std::exp((value - z[best]) / kTemperature);
                const double c = 1 / sum;
                const auto bin = std::min(bins - 1, static_cast<std::size_t>(c * bins));
                confidences[bin] += c;
                correct[bin] += best == predictions->label(row) ? 1 : 0;
            }
        });
        benchmark::DoNotOptimize(confidences);
        benchmark::DoNotOptimize(correct);
    }
}

/// The exact numbers once the slider is released: confidences, losses and the sort.
void exactStep(benchmark::State& state) {
    const auto predictions = predictionsOf(state);
    for (auto _ : state)
        benchmark::DoNotOptimize(outcomesAt(*predictions, kTopLabel, kTemperature));
}

/// Sets the counters: rows in a wrong bin, and the error of the ECE.
void compare(const TemperatureSweep& sweep, const Predictions& predictions,
             benchmark::State& state) {
    const auto edges = edgesOf(15);
    const auto exact = binned(outcomesAt(predictions, kTopLabel, kTemperature).sorted,
                              {BinningScheme::EqualWidth, 15}, std::nullopt);
    auto sums = sweep.at(kTemperature, edges, EdgeRule::RightClosed).bins;
    double wrong = 0;
    for (std::size_t b = 0; b < sums.size(); ++b) {
        wrong += std::abs(static_cast<double>(sums[b].count) -
                          static_cast<double>(exact.sums[b].count)) +
                 std::abs(sums[b].correct - exact.sums[b].correct);
    }
    const auto swept = curveOf(edges, std::move(sums), BinConfidence::Mean, std::nullopt);
    state.counters["wrong_rows"] = wrong;
    state.counters["ece_error"] =
        std::abs(expectedCalibrationError(swept) - expectedCalibrationError(exact));
}

void sweepStep(benchmark::State& state, const Sweep& sweep, const Predictions& predictions) {
    if (!sweep) return state.SkipWithError("no such sweep");
    const auto edges = edgesOf(static_cast<std::size_t>(state.range(2)));
    double temperature = kTemperature;
    for (auto _ : state) {
        temperature = temperature < 1.9 ? temperature + .001 : kTemperature;
        benchmark::DoNotOptimize(sweep->at(temperature, edges, EdgeRule::RightClosed));
    }
    compare(*sweep, predictions, state);
}

void directStep(benchmark::State& state) {
    const auto predictions = predictionsOf(state);
    sweepStep(state, directSweep(predictions, kTopLabel), *predictions);
}

void indexedStep(benchmark::State& state) {
    const auto predictions = predictionsOf(state);
    sweepStep(state, indexedSweep(predictions, kTopLabel, {}), *predictions);
}

void prepareDirect(benchmark::State& state) {
    const auto predictions = predictionsOf(state);
    for (auto _ : state)
        benchmark::DoNotOptimize(directSweep(predictions, kTopLabel));
}

void prepareIndexed(benchmark::State& state) {
    const auto predictions = predictionsOf(state);
    for (auto _ : state)
        benchmark::DoNotOptimize(indexedSweep(predictions, kTopLabel, {}));
}

/// Bins rows that are already sorted.
void otherBins(benchmark::State& state) {
    const auto predictions = predictionsOf(state);
    const Outcomes outcomes = outcomesAt(*predictions, kTopLabel, kTemperature);
    const Binning binning{BinningScheme::EqualWidth, static_cast<std::size_t>(state.range(2))};
    for (auto _ : state)
        benchmark::DoNotOptimize(binned(outcomes.sorted, binning, std::nullopt));
}

void bootstrap(benchmark::State& state) {
    const auto predictions = predictionsOf(state);
    const Outcomes outcomes = outcomesAt(*predictions, kTopLabel, kTemperature);
    const auto curve = binned(outcomes.sorted, {BinningScheme::EqualWidth, 15}, std::nullopt);
    for (auto _ : state)
        benchmark::DoNotOptimize(binBootstrap(curve, BinConfidence::Mean, 1000, 1));
}

void isotonic(benchmark::State& state) {
    const auto predictions = predictionsOf(state);
    const Outcomes outcomes = outcomesAt(*predictions, kTopLabel, kTemperature);
    for (auto _ : state)
        benchmark::DoNotOptimize(isotonicBlocks(outcomes.sorted));
}

void fit(benchmark::State& state) {
    const auto predictions = predictionsOf(state);
    std::size_t passes = 0;
    const auto count = [&](std::size_t, std::size_t) { return ++passes > 0; };
    for (auto _ : state)
        benchmark::DoNotOptimize(fitTemperature(*predictions, .95, {count}));
    state.counters["passes"] =
        benchmark::Counter(static_cast<double>(passes), benchmark::Counter::kAvgIterations);
}

/// Lists the rows of the last of 15 bins on several threads: all of them, or `first` alone.
void listBar(benchmark::State& state) {
    const auto dataset = std::make_shared<const Dataset>(Dataset{*predictionsOf(state), {}});
    const auto first = static_cast<std::size_t>(state.range(2));
    const RowConditions last{.confidence = Interval{14 / 15.0, 1}, .isLowerOpen = true};
    const Execution execution{{}, testing::threaded};
    std::size_t rows = 0;
    for (auto _ : state) {
        const auto list = first > 0
                              ? firstRows(dataset, kTopLabel, kTemperature, last, first, execution)
                              : listRows(dataset, kTopLabel, kTemperature, last, execution);
        rows = list.value().ofAll.value_or(list.value().rows.size());
        benchmark::DoNotOptimize(list);
    }
    state.counters["rows"] = static_cast<double>(rows);
}

void sizes(benchmark::internal::Benchmark* b) {
    b->Args({50'000, 1000})->Args({1'000'000, 10})->Args({10'000'000, 2})->Args({10'000, 10});
    b->ArgNames({"rows", "classes"})->Unit(benchmark::kMillisecond);
}
void sizesAndBins(benchmark::internal::Benchmark* b) {
    for (const std::int64_t bins : {15, 100}) {
        b->Args({50'000, 1000, bins})->Args({1'000'000, 10, bins})->Args({10'000'000, 2, bins});
    }
    b->ArgNames({"rows", "classes", "bins"})->Unit(benchmark::kMillisecond);
}

BENCHMARK(readScores)->Apply(sizes);
BENCHMARK(naiveStep)->Apply(sizes);
BENCHMARK(exactStep)->Apply(sizes);
BENCHMARK(directStep)->Apply(sizesAndBins);
BENCHMARK(indexedStep)->Apply(sizesAndBins);
BENCHMARK(prepareDirect)->Apply(sizes);
BENCHMARK(prepareIndexed)->Apply(sizes);
BENCHMARK(otherBins)->Apply(sizesAndBins);
BENCHMARK(bootstrap)->Apply(sizes);
BENCHMARK(isotonic)->Apply(sizes);
BENCHMARK(fit)->Apply(sizes);
BENCHMARK(listBar)
    ->Args({10'000'000, 2, 0})
    ->Args({10'000'000, 2, 200})
    ->ArgNames({"rows", "classes", "first"})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace diagonal::benchmarks

BENCHMARK_MAIN();
