// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/sweeping/temperature_table.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/large_vector.h"
#include "core/numerics/exponential_sums.h"

namespace diagonal {
namespace {

static_assert(kHighestSwept == kLowestSwept * (1 << kOctaves));

constexpr double kRho = 9.17;
constexpr double kWantedBound = 2e-8;

double interpolationBound(std::size_t classes, std::size_t nodes) {
    return 4 * static_cast<double>(classes) * std::pow(kRho, 1 - static_cast<double>(nodes)) /
           (kRho - 1);
}

std::size_t nodesFor(std::size_t classes) {
    std::size_t nodes = 8;
    while (interpolationBound(classes, nodes) > kWantedBound)
        ++nodes;
    return nodes;
}

/// Returns the Chebyshev nodes of the first kind on [0, 1].
std::vector<double> chebyshevNodes(std::size_t count) {
    std::vector<double> nodes;
    nodes.reserve(count);
    for (std::size_t c = 0; c < count; ++c) {
        const double angle =
            std::numbers::pi * (2 * static_cast<double>(c) + 1) / (2 * static_cast<double>(count));
        nodes.push_back((1 - std::cos(angle)) / 2);
    }
    return nodes;
}

/// Returns the weights of the values at the nodes that interpolate the value at s (Berrut and
/// Trefethen 2004).
std::vector<float> interpolationWeights(const std::vector<double>& nodes, double s) {
    std::vector<double> weights;
    weights.reserve(nodes.size());
    double sum = 0;
    for (std::size_t c = 0; c < nodes.size(); ++c) {
        if (s == nodes[c]) {
            std::vector<float> only(nodes.size(), 0.0F);
            only[c] = 1;
            return only;
        }
        const double angle = std::numbers::pi * (2 * static_cast<double>(c) + 1) /
                             (2 * static_cast<double>(nodes.size()));
        const double barycentric = (c % 2 == 0 ? 1 : -1) * std::sin(angle);
        weights.push_back(barycentric / (s - nodes[c]));
        sum += weights.back();
    }
    std::vector<float> out;
    out.reserve(weights.size());
    for (const double weight : weights)
        out.push_back(static_cast<float>(weight / sum));
    return out;
}

class TabulatedOthers : public OtherClasses {
public:
    explicit TabulatedOthers(const Predictions& predictions)
        : m_rows(predictions.rows()),
          m_classes(predictions.scores().columns()),
          m_nodes(chebyshevNodes(nodesFor(m_classes))) {}

    /// Computes the table. Returns false if progress cancels.
    bool fill(const Predictions& predictions, const ProgressCallback& progress) {
        constexpr std::size_t rowsAtOnce = 16;  // number of floats in a cache line
        const std::size_t columns = kOctaves * m_nodes.size();
        m_columns = largeVector<float>(columns * m_rows);
        std::vector<double> inverses;
        inverses.reserve(m_nodes.size());
        for (const double s : m_nodes)
            inverses.push_back(std::exp2(s) / kHighestSwept);
        RowDistances distances(predictions);
        std::vector<double> sums(columns * rowsAtOnce);
        for (std::size_t begin = 0; begin < m_rows; begin += rowsAtOnce) {
            if (progress && !progress(begin, m_rows)) return false;
            const std::size_t count = std::min(rowsAtOnce, m_rows - begin);
            std::fill(sums.begin(), sums.end(), 0.0);
            for (std::size_t i = 0; i < count; ++i) {
                addOctaves(distances.others(begin + i), inverses,
                           std::span(sums).subspan(i * columns, columns));
            }
            for (std::size_t c = 0; c < columns; ++c) {
                for (std::size_t i = 0; i < count; ++i) {
                    m_columns[c * m_rows + begin + i] = static_cast<float>(sums[i * columns + c]);
                }
            }
        }
        return true;
    }

    std::unique_ptr<Evaluator> at(double temperature) const override {
        return std::make_unique<AtTemperature>(*this, temperature);
    }
    std::size_t terms() const override { return m_nodes.size(); }

private:
    class AtTemperature : public Evaluator {
    public:
        AtTemperature(const TabulatedOthers& of, double temperature) : m_of(of) {
            const double place = std::log2(kHighestSwept / temperature);
            const double octave =
                std::clamp(std::floor(place), 0.0, static_cast<double>(kOctaves - 1));
            m_column = static_cast<std::size_t>(octave) * of.m_nodes.size();
            m_weights = interpolationWeights(of.m_nodes, place - octave);
        }
        void evaluate(std::size_t begin, std::span<float> sums,
                      std::span<float> tolerances) const override {
            const std::size_t rows = std::min(sums.size(), m_of.m_rows - begin);
            weightedColumnSum(m_of.m_columns.data() + m_column * m_of.m_rows + begin, m_of.m_rows,
                              m_weights, sums.first(rows), tolerances.first(rows));
            // Rounding errors of the table, of the weights and of their sum.
            const float roundings = 0x1p-24F * (static_cast<float>(m_weights.size()) / 2 + 2);
            for (std::size_t i = 0; i < rows; ++i) {
                sums[i] = std::max(sums[i], 0.0F);
                const float onePlus = 1 + sums[i];
                tolerances[i] = (static_cast<float>(kWantedBound) + roundings * tolerances[i]) /
                                (onePlus * onePlus);
            }
        }

    private:
        const TabulatedOthers& m_of;
        std::size_t m_column = 0;
        std::vector<float> m_weights;
    };

    std::size_t m_rows;
    std::size_t m_classes;
    std::vector<double> m_nodes;  ///< of an octave, in log2(highest T of the octave / T)
    /// U of all rows at each node, for one octave of T after another, the highest first.
    std::vector<float> m_columns;
};

}  // namespace

std::unique_ptr<OtherClasses> tabulatedOthers(const Predictions& predictions,
                                              const ProgressCallback& progress) {
    auto table = std::make_unique<TabulatedOthers>(predictions);
    if (!table->fill(predictions, progress)) return nullptr;
    return table;
}

}  // namespace diagonal
