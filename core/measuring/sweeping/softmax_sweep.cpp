// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/sweeping/softmax_sweep.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/compensated_sum.h"
#include "core/base/large_vector.h"
#include "core/measuring/sweeping/swept_bins.h"
#include "core/numerics/class_probabilities.h"
#include "core/numerics/exponential_sums.h"
#include "core/numerics/row_exponentials.h"

namespace diagonal {
namespace {

constexpr double kFloatRounding = 0x1p-24;
constexpr std::size_t kLeastRows = std::size_t{1} << 16;  ///< fewest rows that are worth a thread
constexpr float kOfShown = 1e-6F;    ///< tolerance for the exponential of the viewed class
constexpr float kVanishes = -1e30F;  ///< a distance whose exponential is 0 at any temperature

/// Returns a bound of the error of 1 / (1 + U) if U is summed in floats in runs of `terms`: the
/// rounding errors of the sum and of the exponents x, weighted by dc = dU / (1 + U)^2 and |x| e^-x.
float directTolerance(std::size_t classes, std::size_t terms) {
    const double exponents = 2 * (std::log(static_cast<double>(classes)) + 2);
    return static_cast<float>(kFloatRounding * (static_cast<double>(terms) + exponents + 8) / 2);
}

class BlockedOthers : public OtherClasses {
public:
    BlockedOthers(const Predictions& predictions, const ParallelFor& parallelFor)
        : m_others(std::max<std::size_t>(predictions.scores().columns(), 2) - 1) {
        const std::size_t rows = predictions.rows();
        const std::size_t blocks = (rows + kBlockRows - 1) / kBlockRows;
        m_distances = largeVector(blocks * kBlockRows * m_others, kVanishes);
        const Partition parts{rows, kLeastRows, kBlockRows};
        parallelFor(parts.parts(), [&](std::size_t part) {
            fill(predictions, parts.begin(part), parts.end(part));
        });
    }
    std::unique_ptr<Evaluator> at(double temperature) const override {
        return std::make_unique<AtTemperature>(*this, 1 / temperature);
    }

    std::size_t terms() const override { return m_others; }

private:
    void fill(const Predictions& predictions, std::size_t begin, std::size_t end) {
        RowDistances distances(predictions);
        for (std::size_t row = begin; row < end; ++row) {
            float* to =
                m_distances.data() + row / kBlockRows * kBlockRows * m_others + row % kBlockRows;
            for (const double d : distances.others(row)) {
                *to = std::max(static_cast<float>(d), kVanishes);
                to += kBlockRows;
            }
        }
    }

    class AtTemperature : public Evaluator {
    public:
        AtTemperature(const BlockedOthers& of, double b) : m_of(of), m_b(b) {}
        void evaluate(std::size_t begin, std::span<float> sums,
                      std::span<float> tolerances) const override {
            const std::size_t others = m_of.m_others;
            addBlocks(std::span(m_of.m_distances).subspan(begin * others, sums.size() * others),
                      others, m_b, sums);
            std::ranges::fill(tolerances, directTolerance(others + 1, others));
        }

    private:
        const BlockedOthers& m_of;
        double m_b;
    };

    std::size_t m_others;
    std::vector<float> m_distances;  ///< as for addBlocks()
};

class RowwiseOthers : public OtherClasses {
public:
    explicit RowwiseOthers(std::shared_ptr<const Predictions> predictions)
        : m_predictions(std::move(predictions)) {
        const ScoreMatrix& scores = m_predictions->scores();
        scores.visit([&](auto values) {
            for (std::size_t row = 0; row < scores.rows(); ++row) {
                const auto top = values[row * scores.columns() + m_predictions->predicted(row)];
                m_tops.push_back(top);
            }
        });
    }
    std::unique_ptr<Evaluator> at(double temperature) const override {
        return std::make_unique<AtTemperature>(*this, 1 / temperature);
    }

    std::size_t terms() const override { return m_predictions->scores().columns(); }

private:
    class AtTemperature : public Evaluator {
    public:
        AtTemperature(const RowwiseOthers& of, double b) : m_of(of), m_b(b) {}
        void evaluate(std::size_t begin, std::span<float> sums,
                      std::span<float> tolerances) const override {
            constexpr std::size_t lanes = 8;  // fewest sums that run in parallel (doubles in SSE2)
            const ScoreMatrix& scores = m_of.m_predictions->scores();
            const std::size_t classes = scores.columns();
            const std::size_t rows = std::min(sums.size(), scores.rows() - begin);
            scores.visit([&](auto values) {
                addRows(values.subspan(begin * classes, rows * classes), classes,
                        std::span(m_of.m_tops).subspan(begin, rows), m_b, sums.first(rows));
            });
            std::ranges::fill(tolerances, directTolerance(classes, classes / lanes));
        }

    private:
        const RowwiseOthers& m_of;
        double m_b;
    };

    std::shared_ptr<const Predictions> m_predictions;
    std::vector<double> m_tops;
};

/// Sum of log(1 + U). Multiplies several factors and takes one logarithm of their product.
class LogSum {
public:
    /// Products do not overflow: a factor is at most the number of classes, far below 2^60.
    void add(std::span<const float> others) {
        constexpr std::size_t lanes = 8;
        constexpr std::size_t atOnce = 16 * lanes;
        for (std::size_t begin = 0; begin < others.size(); begin += atOnce) {
            const auto run = others.subspan(begin, std::min(atOnce, others.size() - begin));
            std::array<double, lanes> products;
            products.fill(1);
            for (std::size_t i = 0; i < run.size(); ++i)
                products[i % lanes] *= 1 + static_cast<double>(run[i]);
            for (const double product : products)
                m_sum.add(std::log(product));
        }
    }
    void add(std::span<const float> others, std::span<const double> weights) {
        std::vector<double> logarithms(others.begin(), others.end());
        for (double& value : logarithms)
            value += 1;
        takeLogarithms(logarithms);
        for (std::size_t i = 0; i < logarithms.size(); ++i)
            logarithms[i] *= weights[i];
        m_sum.add(laneSum(logarithms));
    }
    void add(const LogSum& more) { m_sum.add(more.value()); }
    double value() const { return m_sum.value(); }

private:
    CompensatedSum m_sum;
};

class SoftmaxSweep : public TemperatureSweep {
public:
    SoftmaxSweep(std::shared_ptr<const Predictions> predictions, const View& view,
                 std::unique_ptr<OtherClasses> others, ParallelFor parallelFor)
        : m_predictions(std::move(predictions)),
          m_view(view),
          m_others(std::move(others)),
          m_parallelFor(std::move(parallelFor)),
          m_correct(m_predictions->rows()) {
        const std::size_t rows = m_predictions->rows();
        if (!view.isTopLabel())
            m_shown.assign((rows + kBlockRows - 1) / kBlockRows * kBlockRows, kVanishes);
        const Partition parts{rows, kLeastRows};
        std::vector<double> labels(parts.parts());
        m_parallelFor(labels.size(), [&](std::size_t part) {
            labels[part] = look(parts.begin(part), parts.end(part));
        });
        CompensatedSum all;
        for (const double distance : labels)
            all.add(distance);
        m_labelDistance = all.value();
    }

    SweptSums at(double temperature, const std::vector<double>& edges,
                 EdgeRule rule) const override {
        const auto evaluator = m_others->at(temperature);
        const std::size_t rows = m_predictions->rows();
        // Each part takes about a millisecond.
        constexpr std::size_t leastTerms = std::size_t{1} << 19;
        constexpr std::size_t termsOfBins = 16;
        const Partition parts{rows, leastTerms / (m_others->terms() + termsOfBins) + 1, kChunk};
        std::vector<Part> done(parts.parts(),
                               Part{SweptBins(edges, rule, m_predictions->weights()), {}});
        m_parallelFor(done.size(), [&](std::size_t part) {
            measure(*evaluator, temperature, parts.begin(part), parts.end(part), done[part]);
        });
        Part& all = done.front();
        for (const Part& part : std::span(done).subspan(1)) {
            all.bins.append(part.bins);
            all.logs.add(part.logs);
        }
        SweptSums sums{std::move(all.bins).finish(*m_predictions, m_view, temperature), {}};
        const double nll = (all.logs.value() - m_labelDistance / temperature) /
                           m_predictions->weights().total(rows);
        if (std::isfinite(nll)) sums.nll = nll;
        return sums;
    }

private:
    /// Results of some of the rows.
    struct Part {
        SweptBins bins;
        LogSum logs;
    };

    /// Stores the correctness and the distance of the viewed class of each row. Returns the sum of
    /// the labels' distances.
    double look(std::size_t begin, std::size_t end) {
        const bool top = m_view.isTopLabel();
        RowDistances distances(*m_predictions);
        CompensatedSum labels;
        for (std::size_t row = begin; row < end; ++row) {
            const std::size_t label = m_predictions->label(row);
            const std::size_t shown = top ? m_predictions->predicted(row) : m_view.classIndex;
            m_correct[row] = label == shown ? 1 : 0;
            if (!top || label != shown) distances.others(row);
            if (label != m_predictions->predicted(row)) {
                labels.add(m_predictions->weights().at(row) * distances.of(row, label));
            }
            if (top) continue;
            const auto d = static_cast<float>(distances.of(row, shown));
            m_shown[row] = std::max(d, kVanishes);
        }
        return labels.value();
    }

    void measure(const OtherClasses::Evaluator& evaluator, double temperature, std::size_t first,
                 std::size_t end, Part& part) const {
        std::vector<float> others(kChunk);
        std::vector<float> tolerances(kChunk);
        std::vector<double> confidences(kChunk);
        std::vector<float> shown(m_shown.empty() ? 0 : kChunk);
        for (std::size_t begin = first; begin < end; begin += kChunk) {
            const std::size_t count = std::min(kChunk, end - begin);
            const std::size_t padded = (count + kBlockRows - 1) / kBlockRows * kBlockRows;
            evaluator.evaluate(begin, std::span(others).first(padded),
                               std::span(tolerances).first(padded));
            if (!shown.empty()) {
                addBlocks(std::span(m_shown).subspan(begin, padded), 1, 1 / temperature,
                          std::span(shown).first(padded));
                for (float& tolerance : std::span(tolerances).first(padded))
                    tolerance += kOfShown;
            }
            if (m_predictions->weights().empty()) {
                part.logs.add(std::span(others).first(count));
            } else {
                part.logs.add(std::span(others).first(count),
                              std::span(m_predictions->weights().values).subspan(begin, count));
            }
            // A separate loop, which compilers vectorize.
            for (std::size_t i = 0; i < count; ++i) {
                const double shownPart = shown.empty() ? 1.0 : static_cast<double>(shown[i]);
                confidences[i] = std::min(shownPart / (1 + static_cast<double>(others[i])), 1.0);
            }
            part.bins.add(begin, std::span(confidences).first(count),
                          std::span(m_correct).subspan(begin, count),
                          std::span(tolerances).first(count));
        }
    }

    static constexpr std::size_t kChunk = 64 * kBlockRows;

    std::shared_ptr<const Predictions> m_predictions;
    View m_view;
    std::unique_ptr<OtherClasses> m_others;
    ParallelFor m_parallelFor;
    std::vector<std::uint8_t> m_correct;
    std::vector<float> m_shown;  ///< distance of the viewed class; empty for the top label
    double m_labelDistance = 0;  ///< sum of the labels' distances
};

}  // namespace

RowDistances::RowDistances(const Predictions& predictions)
    : m_predictions(predictions),
      m_logits(std::max<std::size_t>(predictions.scores().columns(), 2)),
      m_others(m_logits.size() - 1) {}

std::span<const double> RowDistances::others(std::size_t row) {
    const bool probabilities = m_predictions.scoreKind() == ScoreKind::Probability;
    const std::size_t columns = m_predictions.scores().columns();
    const std::size_t predicted = m_predictions.predicted(row);
    m_predictions.scores().visit([&](auto scores) {
        const auto given = scores.subspan(row * columns, columns);
        if (columns > 1) return rowLogits(given, probabilities, std::span(m_logits));
        const double score = given[0];
        m_logits[0] = 0;
        m_logits[1] = probabilities ? logit(score) : score;
    });
    const double top = m_logits[predicted];
    std::size_t to = 0;
    for (std::size_t k = 0; k < m_logits.size(); ++k) {
        // If a single probability is 1, only the difference between the classes is known.
        const bool certain = columns == 1 && std::isinf(top);
        if (k != predicted) m_others[to++] = certain ? -std::abs(top) : m_logits[k] - top;
    }
    return m_others;
}

double RowDistances::of(std::size_t row, std::size_t k) const {
    const std::size_t predicted = m_predictions.predicted(row);
    return k == predicted ? 0 : m_others[k < predicted ? k : k - 1];
}

std::unique_ptr<OtherClasses> blockedOthers(const Predictions& predictions,
                                            const ParallelFor& parallelFor) {
    return std::make_unique<BlockedOthers>(predictions, parallelFor);
}

std::unique_ptr<OtherClasses> rowwiseOthers(std::shared_ptr<const Predictions> predictions) {
    return std::make_unique<RowwiseOthers>(std::move(predictions));
}

Sweep softmaxSweep(std::shared_ptr<const Predictions> predictions, const View& view,
                   std::unique_ptr<OtherClasses> others, const ParallelFor& parallelFor) {
    return std::make_shared<const SoftmaxSweep>(std::move(predictions), view, std::move(others),
                                                parallelFor);
}

}  // namespace diagonal
