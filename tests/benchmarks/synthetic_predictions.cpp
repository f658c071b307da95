// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/synthetic_predictions.h"

#include <random>

namespace diagonal::benchmarks {
namespace {

Predictions makeLogits(std::size_t rows, std::size_t classes) {
    std::mt19937_64 random(rows + classes);
    std::normal_distribution<float> spread(0, 2.2F);
    std::gamma_distribution<float> lead(3, 3);
    // Drawing all of 10^8 numbers would take longer than the benchmark.
    std::vector<float> noise(1 << 20);
    for (float& value : noise)
        value = spread(random);
    PredictionParts parts;
    parts.kind = ScoreKind::Logit;
    std::vector<float> scores(rows * classes);
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t start = random() % noise.size();
        for (std::size_t k = 0; k < classes; ++k)
            scores[row * classes + k] = noise[(start + k) % noise.size()];
        const auto label = static_cast<std::int32_t>(random() % classes);
        scores[row * classes + static_cast<std::size_t>(label)] += lead(random);
        parts.labels.push_back(label);
    }
    parts.scores = ScoreMatrix(std::move(scores), classes);
    for (std::size_t k = 0; k < classes; ++k)
        parts.classNames.push_back(std::to_string(k));
    return Predictions::make(std::move(parts)).value().predictions;
}

}  // namespace

std::shared_ptr<const Predictions> syntheticLogits(std::size_t rows, std::size_t classes) {
    static std::shared_ptr<const Predictions> last;
    if (!last || last->rows() != rows || last->scores().columns() != classes) {
        last.reset();
        last = std::make_shared<const Predictions>(makeLogits(rows, classes));
    }
    return last;
}

}  // namespace diagonal::benchmarks
