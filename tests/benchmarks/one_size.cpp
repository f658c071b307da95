// SPDX-License-Identifier: GPL-3.0-or-later
// one_size FILE: times the steps from a file to its diagram. Prints one JSON object with the
// milliseconds of each step and the peak memory after it in MB.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <string>

#include "core/reading/prediction_reader.h"
#include "core/reporting/analysis.h"
#include "tests/core/analysed.h"

namespace {

using namespace diagonal;

/// Returns the peak memory so far in MB. (getrusage() would include the parent process.)
long peak() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmHWM:")) return std::stol(line.substr(6)) / 1024;
    }
    return 0;
}

void timed(const char* what, const std::function<void()>& execution) {
    const auto begin = std::chrono::steady_clock::now();
    execution();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    std::printf(", \"%s\": %.3f, \"%s_MB\": %ld", what, took.count(), what, peak());
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return std::fputs("usage: one_size FILE\n", stderr), 2;
    std::printf("{\"start_MB\": %ld", peak());
    std::shared_ptr<const Dataset> dataset;
    timed("read", [&] {
        auto read = readPredictions(PredictionFiles{argv[1], {}});
        if (!read) std::fprintf(stderr, "%s\n", describe(read.error()).c_str());
        if (read) dataset = std::make_shared<const Dataset>(std::move(read).value());
    });
    if (!dataset) return 1;
    Analysis analysis;
    timed("first_look", [&] {
        if (auto look = firstLook(dataset, {})) analysis = std::move(look->analysis);
    });
    timed("analysis",
          [&] { analysis = analyse(*dataset, {}, analysis.report ? &analysis : nullptr).value(); });
    AnalysisSettings bins;
    bins.binCount = 20;
    timed("bins", [&] { (void)analyse(*dataset, bins, &analysis); });
    const std::shared_ptr<const Predictions> predictions(dataset, &dataset->predictions);
    Sweep sweep;
    timed("index", [&] {
        sweep = indexedSweep(predictions, analysis.view, {});
        if (!sweep) sweep = directSweep(predictions, analysis.view);
    });
    AnalysisSettings warm;
    warm.temperature = 1.7;
    timed("temperature", [&] {
        if (sweep) (void)provisionalAnalysis(warm, analysis, *sweep);
        if (!sweep) (void)analyse(*dataset, warm, &analysis);
    });
    std::printf("}\n");
    return 0;
}
