// SPDX-License-Identifier: GPL-3.0-or-later
// Times the whole report of the data that are worst for one of its algorithms, beside ordinary data
// of as many rows, on one thread. `look` is the longest time in which nothing asks whether to go
// on: a window that is closed waits that long at most.
//     build/.../worst_cases [ROWS]
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>

#include "core/reporting/detailed_report.h"
#include "tests/core/analysed.h"

namespace {

using namespace diagonal;
using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration duration) {
    return std::chrono::duration<double, std::milli>(duration).count();
}

/// Measures the longest time between two calls of a progress callback.
class Looks {
public:
    Execution execution() {
        m_last = Clock::now();
        return {[this](std::size_t, std::size_t) {
            look();
            return true;
        }};
    }
    void look() {
        const auto now = Clock::now();
        m_longest = std::max(m_longest, now - m_last);
        m_last = now;
    }
    double longest() const { return milliseconds(m_longest); }

private:
    Clock::time_point m_last;
    Clock::duration m_longest{};
};

struct Row {
    double confidence;
    bool isCorrect;
};

Dataset datasetOf(PredictionParts parts) {
    DatasetSummary summary;
    summary.classNames = parts.classNames;
    summary.rows = parts.scores.rows();
    return {std::move(Predictions::make(std::move(parts)).value().predictions), std::move(summary)};
}

Dataset confidences(std::size_t rows, const std::function<Row(std::size_t)>& rowOf) {
    PredictionParts parts;
    parts.form = PredictionForm::Confidence;
    std::vector<double> scores;
    for (std::size_t i = 0; i < rows; ++i) {
        const Row row = rowOf(i);
        scores.push_back(row.confidence);
        parts.labels.push_back(row.isCorrect ? 1 : 0);
    }
    parts.scores = ScoreMatrix(std::move(scores), 1);
    return datasetOf(std::move(parts));
}

/// Returns logits of 1,000 classes, of which only the first 500 are ever true.
Dataset emptyClasses(std::size_t rows) {
    constexpr std::size_t classes = 1000;
    std::mt19937_64 random(1);
    std::normal_distribution<float> normal(0, 2);
    PredictionParts parts;
    parts.kind = ScoreKind::Logit;
    std::vector<float> scores(rows * classes);
    for (float& score : scores)
        score = normal(random);
    for (std::size_t k = 0; k < classes; ++k)
        parts.classNames.push_back(std::to_string(k));
    for (std::size_t i = 0; i < rows; ++i) {
        const std::size_t label = random() % (classes / 2);
        scores[i * classes + label] += 5;
        parts.labels.push_back(static_cast<std::int32_t>(label));
    }
    parts.scores = ScoreMatrix(std::move(scores), classes);
    return datasetOf(std::move(parts));
}

double measure(const char* what, const Dataset& data, double ordinary) {
    Looks looks;
    const auto start = Clock::now();
    const auto analysis = analyse(data, {}, nullptr, looks.execution());
    looks.look();
    const auto analysed = Clock::now();
    (void)detailedReport(analysis.value(), ReportPlan::everything(), looks.execution());
    looks.look();
    const double took = milliseconds(Clock::now() - analysed);
    std::printf("%-44s bins %7.0f ms   whole report %7.0f ms", what, milliseconds(analysed - start),
                took);
    if (ordinary > 0) std::printf("  %4.1f x ordinary", took / ordinary);
    std::printf("   look %6.1f ms\n", looks.longest());
    std::fflush(stdout);
    return took;
}

}  // namespace

int main(int argc, char** argv) {
    const std::size_t rows = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> uniform;
    const auto any = [&] { return uniform(random); };
    const auto share = [&](std::size_t i) {
        return (static_cast<double>(i) + .5) / static_cast<double>(rows);
    };
    const double ordinary = measure("ordinary",
                                    confidences(rows,
                                                [&](std::size_t) {
                                                    const double c = any();
                                                    return Row{c, any() < c};
                                                }),
                                    0);
    const auto shown = [&](const char* what, const std::function<Row(std::size_t)>& rowOf) {
        measure(what, confidences(rows, rowOf), ordinary);
    };
    shown("all right", [&](std::size_t) { return Row{any(), true}; });
    shown("all wrong", [&](std::size_t) { return Row{any(), false}; });
    shown("separated", [&](std::size_t i) { return Row{share(i), share(i) > .5}; });
    shown("separated the wrong way", [&](std::size_t i) { return Row{share(i), share(i) < .5}; });
    shown("constant", [&](std::size_t) { return Row{.7, any() < .6}; });
    shown("two values", [&](std::size_t i) { return Row{i % 2 ? .9 : .2, any() < .5}; });
    shown("rounded to 3 decimals", [&](std::size_t) {
        const double c = std::round(any() * 1000) / 1000;
        return Row{c, any() < c};
    });
    shown("all distinct and even", [&](std::size_t i) { return Row{share(i), any() < share(i)}; });
    shown("accuracy that barely rises", [&](std::size_t i) {
        return Row{share(i), any() < .5 + 1e-3 * share(i)};
    });
    shown("correct rows in turn", [&](std::size_t i) { return Row{share(i), i % 2 == 0}; });
    shown("near 0 and 1", [&](std::size_t i) {
        const double tiny = std::exp(-30 * any());
        return Row{i % 2 ? 1 - tiny : tiny, any() < (i % 2 ? 1 - tiny : tiny)};
    });
    measure("1,000 classes, half of them empty", emptyClasses(rows / 100), 0);
    return 0;
}
