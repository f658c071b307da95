// SPDX-License-Identifier: GPL-3.0-or-later
// counted_kernels NAME REPEATS: runs one kernel repeatedly, so that its instructions can be
// counted. Prints the number of items per run, and the instruction set that Highway chose.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <hwy/targets.h>
#include <map>
#include <sstream>
#include <string>

#include "core/measuring/sweeping/swept_bins.h"
#include "core/numerics/exponential_sums.h"
#include "core/reading/prediction_reader.h"
#include "tests/benchmarks/synthetic_predictions.h"

namespace diagonal::benchmarks {
namespace {

struct Kernel {
    std::size_t items = 0;
    std::function<void()> run;
};

Kernel rowExponentials() {
    constexpr std::size_t rows = 2000;
    constexpr std::size_t classes = 1000;
    const auto predictions = syntheticLogits(rows, classes);
    std::vector<double> tops;
    for (std::size_t row = 0; row < rows; ++row)
        tops.push_back(predictions->scores().at(row, predictions->predicted(row)));
    return {rows * classes, [=] {
                std::vector<float> sums(rows);
                predictions->scores().visit(
                    [&](auto values) { addRows(values, classes, tops, .6, sums); });
            }};
}

Kernel blockExponentials() {
    constexpr std::size_t rows = 320'000;
    constexpr std::size_t others = 9;
    return {rows * others, [distances = std::vector<float>(rows * others, -1.F)] {
                std::vector<float> sums(rows);
                addBlocks(distances, others, .6, sums);
            }};
}

Kernel bins() {
    constexpr std::size_t rows = 500'000;
    std::vector<double> confidences(rows);
    std::vector<std::uint8_t> correct(rows);
    for (std::size_t row = 0; row < rows; ++row) {
        confidences[row] = (static_cast<double>(row * 7919 % rows) + .3) / rows;
        correct[row] = row % 3 == 0 ? 1 : 0;
    }
    return {rows, [=, edges = *fixedEdges({BinningScheme::EqualWidth, 15}),
                   tolerances = std::vector<float>(rows, 1e-7F)] {
                const RowWeights weights;
                SweptBins bins(edges, EdgeRule::RightClosed, weights);
                bins.add(0, confidences, correct, tolerances);
            }};
}

Kernel csvValues() {
    constexpr std::size_t rows = 20'000;
    constexpr std::size_t classes = 50;
    const auto predictions = syntheticLogits(rows, classes);
    std::string text = "label";
    for (std::size_t k = 0; k < classes; ++k)
        text += ",logit_" + std::to_string(k);
    for (std::size_t row = 0; row < rows; ++row) {
        text += "\n" + std::to_string(predictions->label(row));
        for (std::size_t k = 0; k < classes; ++k)
            text += "," + std::to_string(predictions->scores().at(row, k));
    }
    text += "\n";
    return {rows * classes, [text] {
                const auto read =
                    readPredictions(std::make_unique<MemorySource>(text), "counted.csv");
                if (!read) std::exit(1);
            }};
}

/// The roles of many columns, one-hot labels among them; each column costs as much.
Kernel columns() {
    constexpr std::size_t classes = 6000;
    std::string text;
    for (const char* name : {"prob_", "true_"}) {
        for (std::size_t k = 0; k < classes; ++k)
            text += (text.empty() ? "" : ",") + (name + std::to_string(k));
    }
    for (std::size_t row = 0; row < 2; ++row) {
        for (std::size_t c = 0; c < 2 * classes; ++c)
            text += std::string(c == 0 ? "\n" : ",") + (c % classes == row ? "1" : "0");
    }
    return {2 * classes, [text] {
                ReadOptions options;
                options.columns = {{ColumnRole::Label, "true_0"}};
                const auto read =
                    readPredictions(std::make_unique<MemorySource>(text), "counted.csv", options);
                if (!read) std::exit(1);
            }};
}

}  // namespace
}  // namespace diagonal::benchmarks

int main(int argc, char** argv) {
    using namespace diagonal::benchmarks;
    const std::map<std::string, std::function<Kernel()>> kernels{
        {"row_exponentials", rowExponentials},
        {"block_exponentials", blockExponentials},
        {"bins", bins},
        {"csv_values", csvValues},
        {"columns", columns}};
    const auto found = argc == 3 ? kernels.find(argv[1]) : kernels.end();
    if (found == kernels.end()) return std::fputs("counted_kernels NAME REPEATS\n", stderr), 2;
    const Kernel kernel = found->second();
    for (int i = 0; i < std::atoi(argv[2]); ++i)
        kernel.run();
    const std::int64_t best = hwy::SupportedTargets() & -hwy::SupportedTargets();
    std::printf("%zu %s\n", kernel.items, hwy::TargetName(best));
    return 0;
}
