// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/map_application.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/text.h"
#include "core/numerics/class_probabilities.h"
#include "core/recalibrating/class_rows.h"

namespace diagonal {
namespace {

double valueAt(const ClasswiseMap::Function& f, double p, bool interpolates) {
    const auto above = std::ranges::upper_bound(f.x, p);
    if (above == f.x.begin()) return f.y.front();
    const auto i = static_cast<std::size_t>(above - f.x.begin());
    if (!interpolates || above == f.x.end()) return f.y[i - 1];
    const double part = (p - f.x[i - 1]) / (f.x[i] - f.x[i - 1]);
    return f.y[i - 1] + part * (f.y[i] - f.y[i - 1]);
}

/// Calibrated probabilities of single rows.
class RowMapper {
public:
    RowMapper(const CalibrationMap& map, const Predictions& predictions)
        : m_map(map), m_rows(predictions), m_binary(isBinary(predictions)), m_out(m_rows.width()) {}

    /// Returns the probabilities of a row; for binary data only that of class 1 (or of being
    /// correct). Valid until the next call.
    std::span<const double> of(std::size_t row) {
        std::visit([&](const auto& parameters) { apply(parameters, row); }, m_map.parameters);
        return m_out;
    }

private:
    void apply(const TemperatureMap& map, std::size_t row) {
        const auto z = m_rows.logits(row);
        if (m_binary) {
            m_out[0] = sigmoid(z[0] / map.temperature);
            return;
        }
        std::ranges::copy(z, m_out.begin());
        softmaxInPlace(m_out, map.temperature);
    }
    void apply(const BetaMap& map, std::size_t row) {
        const double margin = m_rows.logits(row)[0];
        const double rest = negativeLogSigmoid(std::abs(margin));
        // A slope of 0 removes its term even where the logarithm is infinite.
        const double up = map.a == 0 ? 0 : map.a * (std::min(margin, 0.0) - rest);
        const double down = map.b == 0 ? 0 : map.b * (-std::max(margin, 0.0) - rest);
        m_out[0] = sigmoid(up - down + map.c);
    }
    void apply(const ClasswiseMap& map, std::size_t row) {
        const auto p = m_rows.probabilities(row);
        for (std::size_t k = 0; k < m_out.size(); ++k)
            m_out[k] = valueAt(map.classes[k], p[k], map.interpolates);
        if (m_binary) return;
        const double sum = std::accumulate(m_out.begin(), m_out.end(), 0.0);
        for (double& value : m_out)
            value = sum > 0 ? value / sum : 1 / static_cast<double>(m_out.size());
    }
    void apply(const VectorMap& map, std::size_t row) {
        const auto z = m_rows.logits(row);
        // A probability of 0 stays 0, whatever the weight.
        for (std::size_t k = 0; k < m_out.size(); ++k)
            m_out[k] = std::isinf(z[k]) ? z[k] : map.weights[k] * z[k] + map.biases[k];
        softmaxInPlace(m_out, 1);
    }

    const CalibrationMap& m_map;
    ClassRows m_rows;
    bool m_binary;
    std::vector<double> m_out;
};

Result<void> checkApplicable(const CalibrationMap& map, const Predictions& predictions) {
    const auto refuse = [&](const std::string& why) {
        return undefined("the map cannot be applied: " + why);
    };
    if (const auto can = checkRecalibrable(predictions); !can) return refuse(can.error().detail);
    if (map.classNames != predictions.classNames()) {
        return refuse("it was fitted on the classes " + quotedList(map.classNames) +
                      ", and these are " + quotedList(predictions.classNames()));
    }
    const bool ofConfidence = predictions.form() == PredictionForm::Confidence;
    if ((map.form == PredictionForm::Confidence) != ofConfidence) {
        return refuse(ofConfidence ? "it is for probabilities of classes, but these are "
                                     "confidences of the predicted class"
                                   : "it is for confidences of the predicted class, but these are "
                                     "probabilities of classes");
    }
    if (map.kind != MapKind::Temperature) return {};
    const auto can = predictions.checkTemperature();
    return can ? can : refuse(can.error().detail);
}

}  // namespace

Result<Predictions> applied(const CalibrationMap& map, const Predictions& predictions) {
    if (auto done = checkApplicable(map, predictions); !done) return done.error();
    const std::size_t rows = predictions.rows();
    const std::size_t columns = predictions.scores().columns();
    RowMapper mapper(map, predictions);
    std::vector<double> scores;
    scores.reserve(rows * columns);
    for (std::size_t row = 0; row < rows; ++row) {
        const auto p = mapper.of(row);
        if (columns == 2) scores.push_back(1 - p[0]);
        scores.insert(scores.end(), p.begin(), p.end());
    }
    return withProbabilities(predictions, std::move(scores));
}

}  // namespace diagonal
