// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/sweeping/margin_sweep.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <hwy/cache_control.h>
#include <limits>
#include <span>

#include "core/base/large_vector.h"
#include "core/measuring/sweeping/swept_bins.h"
#include "core/numerics/class_margin.h"
#include "core/numerics/class_probabilities.h"
#include "core/numerics/parallel_sort.h"

namespace diagonal {
namespace {

/// Maps a margin to an integer; these are ordered as the margins are.
std::uint32_t orderOf(float margin) {
    const auto bits = std::bit_cast<std::uint32_t>(margin);
    return (bits >> 31) != 0 ? ~bits : bits | 0x80000000U;
}
float marginOf(std::uint32_t order) {
    return std::bit_cast<float>((order >> 31) != 0 ? order & 0x7fffffffU : ~order);
}

// A row and its correctness take 32 bits.
std::size_t rowOf(std::uint32_t row) {
    return row >> 1;
}
bool correctOf(std::uint32_t row) {
    return (row & 1) != 0;
}

/// The margins of the rows of a view: log-odds of the viewed class against the other, or of being
/// correct.
class RowMargins {
public:
    RowMargins(const Predictions& predictions, const View& view)
        : m_predictions(predictions),
          m_view(view),
          m_top(view.isTopLabel()),
          m_isLargest(m_top && predictions.form() != PredictionForm::Confidence),
          m_isNegated(!m_top && view.classIndex == 0) {
        predictions.scores().visit([&](auto scores) {
            m_scores = std::as_bytes(scores);
            m_rowBytes = sizeof(scores.front()) * predictions.scores().columns();
        });
    }

    float at(std::size_t row) const {
        const double ofClassOne = marginOfClassOne(m_predictions, row);
        const double ofShown = m_isNegated ? -ofClassOne : ofClassOne;
        // That of the more probable class is positive. Adding 0 turns -0 into 0.
        return static_cast<float>(m_isLargest ? std::abs(ofShown) : ofShown) + 0.0F;
    }
    std::uint32_t withOutcome(std::size_t row) const {
        const std::size_t shown = m_top ? m_predictions.predicted(row) : m_view.classIndex;
        const bool isCorrect = m_predictions.label(row) == shown;
        return static_cast<std::uint32_t>(row << 1) | (isCorrect ? 1U : 0U);
    }
    /// Asks for the memory of a row that is needed soon: of many rows, it is in no cache.
    void prefetch(std::size_t row) const { hwy::Prefetch(&m_scores[row * m_rowBytes]); }

private:
    const Predictions& m_predictions;
    const View& m_view;
    bool m_top;
    bool m_isLargest;
    bool m_isNegated;
    std::span<const std::byte> m_scores;
    std::size_t m_rowBytes = 0;
};

constexpr std::size_t kDegree = 4;

/// Sums of w (m - centre)^j over some rows, incorrect (0) and correct (1) apart; w is 1 without
/// weights. Apart, because a difference of sums over rows of both kinds would leave a rounding
/// error where there are rows of one kind only.
struct Moments {
    using Sums = std::array<double, kDegree + 1>;
    std::array<Sums, 2> sides{};

    void add(double distance, bool isCorrect, double w) {
        double power = w;
        for (std::size_t j = 0; j <= kDegree; ++j, power *= distance)
            sides[isCorrect ? 1 : 0][j] += power;
    }
};

Moments::Sums operator-(const Moments::Sums& a, const Moments::Sums& b) {
    Moments::Sums difference{};
    for (std::size_t j = 0; j <= kDegree; ++j)
        difference[j] = a[j] - b[j];
    return difference;
}

/// What weights add to Moments.
struct WeightMoments {
    struct Side {
        double count = 0;     ///< of observations
        double variance = 0;  ///< as OutcomeSums::varianceWeight
    };
    std::array<Side, 2> sides{};
};

/// Taylor coefficients, in m around one margin, of functions of x = m / T.
class LossSeries {
public:
    using Coefficients = std::array<double, kDegree + 1>;

    LossSeries(double centre, double temperature) {
        const double x = centre / temperature;
        const double e = std::exp(-std::abs(x));
        const double loss = std::log1p(e);  // of the more probable class
        const double likely = 1 / (1 + e);
        const double s = x >= 0 ? likely : e * likely;
        const double t = x >= 0 ? e * likely : likely;  // 1 - s
        const double st = s * t;
        m_confidence = scaled(
            {s, st, st * (t - s), st * (1 - 6 * st), st * (t - s) * (1 - 12 * st)}, temperature);
        m_square =
            scaled({s * s, 2 * s * st, 2 * s * st * (2 * t - s), s * st * (8 + s * (-30 + 24 * s)),
                    s * st * (16 + s * (-114 + s * (216 - 120 * s)))},
                   temperature);
        m_correctLoss = scaled({x >= 0 ? loss : loss - x, -t, st, st * (t - s), st * (1 - 6 * st)},
                               temperature);
        m_wrongLoss =
            scaled({x >= 0 ? loss + x : loss, s, st, st * (t - s), st * (1 - 6 * st)}, temperature);
    }
    const Coefficients& confidence() const { return m_confidence; }
    const Coefficients& square() const { return m_square; }
    const Coefficients& correctLoss() const { return m_correctLoss; }
    const Coefficients& wrongLoss() const { return m_wrongLoss; }

private:
    /// Converts derivatives with respect to x into coefficients.
    static Coefficients scaled(Coefficients derivatives, double temperature) {
        double factor = 1;
        for (std::size_t j = 0; j <= kDegree; ++j) {
            if (j > 0) factor /= static_cast<double>(j) * temperature;
            derivatives[j] *= factor;
        }
        return derivatives;
    }
    Coefficients m_confidence, m_square, m_correctLoss, m_wrongLoss;
};

double product(const LossSeries::Coefficients& coefficients, const Moments::Sums& moments) {
    double sum = 0;
    for (std::size_t j = kDegree + 1; j-- > 0;)
        sum += coefficients[j] * moments[j];
    return sum;
}

/// Sums over some rows, incorrect (0) and correct (1) apart.
struct RunSums {
    std::array<SideSums, 2> sides{};
    double loss = 0;  ///< sum of -w log of the true class's probability
};

class MarginSweep : public TemperatureSweep {
public:
    MarginSweep(std::shared_ptr<const Predictions> predictions, const View& view)
        : m_predictions(std::move(predictions)), m_view(view), m_margins(*m_predictions, m_view) {}

    /// Makes the cells and sorts their rows. Returns false if progress cancels. Needs 4 bytes a
    /// row, and 8 for each row of the fullest cell: of 100,000,000 rows, more would not fit beside
    /// them.
    bool prepare(const ProgressCallback& progress) {
        Continuation continuation(progress);
        std::vector<std::uint32_t> cellOfStep(kSteps);
        return makeCells(cellOfStep, continuation) && fillCells(cellOfStep, continuation) &&
               sortCells(continuation);
    }

    SweptSums at(double temperature, const std::vector<double>& edges,
                 EdgeRule rule) const override {
        SweptBins bins(edges, rule, m_predictions->weights());
        std::size_t begin = 0;
        double loss = 0;
        for (std::size_t b = 0; b + 1 < edges.size(); ++b) {
            const bool last = b + 2 == edges.size();
            const Band band =
                last ? Band{m_rows.size(), m_rows.size()} : bandAround(edges[b + 1], temperature);
            if (band.begin > begin) {
                const RunSums run = runSums(begin, band.begin, temperature);
                loss += run.loss;
                for (const bool isCorrect : {false, true})
                    bins.addSums(b, isCorrect, run.sides[isCorrect ? 1 : 0]);
            }
            begin = std::max(begin, band.begin);
            for (; begin < band.end; ++begin) {
                const std::size_t row = rowOf(m_rows[begin]);
                const double x = m_margins.at(row) / temperature;
                bins.addUnsure(row);
                loss += weights().at(row) * lossAt(x, correctOf(m_rows[begin]));
            }
        }
        SweptSums sums{std::move(bins).finish(*m_predictions, m_view, temperature), {}};
        if (std::isfinite(loss)) sums.nll = loss / weights().total(m_rows.size());
        return sums;
    }

private:
    /// Ranks whose margins lie near an edge. All ranks before are below the edge, all ranks after
    /// above.
    struct Band {
        std::size_t begin = 0;
        std::size_t end = 0;
    };
    struct Cell {
        std::size_t begin = 0;
        std::uint32_t least = 0;  ///< orderOf() of the first margin that it may hold
        double centre = 0;        ///< between its first and last margin
        std::size_t firstBlock = 0;
    };

    const RowWeights& weights() const { return m_predictions->weights(); }

    static double lossAt(double x, bool isCorrect) {
        return negativeLogSigmoid(isCorrect ? x : -x);
    }

    static std::size_t stepOf(float margin) { return orderOf(margin) >> kStepBits; }
    /// Returns the first or last margin of a step.
    static double firstOf(std::size_t step) {
        const double first = marginOf(static_cast<std::uint32_t>(step << kStepBits));
        return std::isnan(first) ? -std::numeric_limits<double>::infinity() : first;
    }
    static double lastOf(std::size_t step) {
        const double last = marginOf(static_cast<std::uint32_t>(((step + 1) << kStepBits) - 1));
        return std::isnan(last) ? std::numeric_limits<double>::infinity() : last;
    }

    /// Joins steps of margins to cells, each as wide as a fiftieth of its margins but at least
    /// `least`. Returns false if `continuation` stops.
    bool makeCells(std::vector<std::uint32_t>& cellOfStep, Continuation& continuation) {
        constexpr double ratio = 1.02;
        constexpr double least = 0.002;  // a fiftieth of the lowest temperature
        std::vector<std::size_t> counts(kSteps);
        const bool isCounted = eachRow(m_predictions->rows(), continuation, [&](std::size_t row) {
            ++counts[stepOf(m_margins.at(row))];
        });
        if (!isCounted) return false;
        std::size_t rows = 0;
        double end = -std::numeric_limits<double>::infinity();
        for (std::size_t step = 0; step < kSteps; ++step) {
            if (counts[step] == 0) continue;
            if (m_cells.empty() || lastOf(step) > end) {
                const double first = firstOf(step);
                end = first + least;
                if (first > least / (ratio - 1)) end = first * ratio;
                if (first < -least / (1 - 1 / ratio)) end = first / ratio;
                m_cells.push_back({rows, static_cast<std::uint32_t>(step << kStepBits)});
            }
            cellOfStep[step] = static_cast<std::uint32_t>(m_cells.size() - 1);
            rows += counts[step];
        }
        m_cells.push_back({rows, std::numeric_limits<std::uint32_t>::max()});
        return true;
    }

    /// Moves the rows to their cells. Returns false if `continuation` stops.
    bool fillCells(std::span<const std::uint32_t> cellOfStep, Continuation& continuation) {
        std::vector<std::size_t> ends;
        for (const Cell& cell : m_cells)
            ends.push_back(cell.begin);
        m_rows = largeVector<std::uint32_t>(m_predictions->rows());
        return eachRow(m_rows.size(), continuation, [&](std::size_t row) {
            m_rows[ends[cellOfStep[stepOf(m_margins.at(row))]]++] = m_margins.withOutcome(row);
        });
    }

    /// Sorts the rows of each cell by margin and adds its blocks. Returns false if `continuation`
    /// stops.
    bool sortCells(Continuation& continuation) {
        reserveLarge(m_blocks, m_rows.size() / kBlock + 2 * m_cells.size());
        std::vector<std::uint64_t> sorted;  // orderOf() and the row
        for (std::size_t c = 0; c + 1 < m_cells.size(); ++c) {
            Cell& cell = m_cells[c];
            const auto rows =
                std::span(m_rows).subspan(cell.begin, m_cells[c + 1].begin - cell.begin);
            sorted.resize(rows.size());
            constexpr std::size_t ahead = 32;
            const bool isRead = eachRow(rows.size(), continuation, [&](std::size_t i) {
                if (i + ahead < rows.size()) m_margins.prefetch(rowOf(rows[i + ahead]));
                const std::uint64_t order = orderOf(m_margins.at(rowOf(rows[i])));
                sorted[i] = order << 32 | rows[i];
            });
            if (!isRead) return false;
            sortInPlace(sorted, continuation);
            for (std::size_t i = 0; i < rows.size(); ++i)
                rows[i] = static_cast<std::uint32_t>(sorted[i]);
            const double first = marginOf(static_cast<std::uint32_t>(sorted.front() >> 32));
            const double last = marginOf(static_cast<std::uint32_t>(sorted.back() >> 32));
            cell.centre = first == last ? first : (first + last) / 2;
            cell.firstBlock = m_blocks.size();
            if (!addBlocks(cell, sorted, continuation)) return false;
        }
        m_cells.back().firstBlock = m_blocks.size();
        return true;
    }

    /// Calls body(0) to body(count - 1). Returns false if `continuation` stops.
    static bool eachRow(std::size_t count, Continuation& continuation, const auto& body) {
        for (std::size_t begin = 0; begin < count; begin += kRowsBetweenChecks) {
            if (!continuation.goesOn()) return false;
            const std::size_t end = std::min(count, begin + kRowsBetweenChecks);
            for (std::size_t i = begin; i < end; ++i)
                body(i);
        }
        return true;
    }

    /// Adds the moments before every kBlock-th row of the cell, and at its end. Returns false if
    /// `continuation` stops.
    bool addBlocks(const Cell& cell, std::span<const std::uint64_t> sorted,
                   Continuation& continuation) {
        Moments running;
        WeightMoments ofWeights;
        const bool isWeighted = !weights().empty();
        const auto addBlock = [&] {
            m_blocks.push_back(running);
            if (isWeighted) m_weightBlocks.push_back(ofWeights);
        };
        const bool isDone = eachRow(sorted.size(), continuation, [&](std::size_t place) {
            if (place % kBlock == 0) addBlock();
            const double margin = marginOf(static_cast<std::uint32_t>(sorted[place] >> 32));
            const auto packed = static_cast<std::uint32_t>(sorted[place]);
            const bool isCorrect = correctOf(packed);
            const std::size_t row = rowOf(packed);
            const double distance = margin == cell.centre ? 0 : margin - cell.centre;
            running.add(distance, isCorrect, isWeighted ? weights().values[row] : 1);
            if (!isWeighted) return;
            WeightMoments::Side& side = ofWeights.sides[isCorrect ? 1 : 0];
            side.count += weights().countAt(row);
            side.variance += weights().varianceAt(row);
        });
        addBlock();
        return isDone;
    }

    std::size_t countBelow(double margin) const {
        const float bound = static_cast<float>(margin) + 0.0F;
        const auto next = std::ranges::upper_bound(m_cells, orderOf(bound), {}, &Cell::least);
        if (next == m_cells.begin()) return 0;
        const auto rows =
            std::span(m_rows).subspan((next - 1)->begin, next->begin - (next - 1)->begin);
        const auto first = std::ranges::lower_bound(
            rows, bound, {}, [&](std::uint32_t row) { return m_margins.at(rowOf(row)); });
        return (next - 1)->begin + static_cast<std::size_t>(first - rows.begin());
    }

    Band bandAround(double edge, double temperature) const {
        const double margin = temperature * logit(edge);
        // Covers the rounding of margins to float, and confidences near 1, of which many coincide.
        const double width =
            std::abs(margin) * 0x1p-22 + temperature * (1e-12 + 0x1p-50 / (edge * (1 - edge)));
        return {countBelow(margin - width), countBelow(margin + width)};
    }

    RunSums runSums(std::size_t begin, std::size_t end, double temperature) const {
        RunSums sums;
        auto cell =
            std::upper_bound(m_cells.begin(), m_cells.end(), begin,
                             [](std::size_t rank, const Cell& c) { return rank < c.begin; });
        for (--cell; begin < end; ++cell) {
            const std::size_t until = std::min(end, (cell + 1)->begin);
            addPart(*cell, begin, until, temperature, sums);
            begin = until;
        }
        return sums;
    }

    /// Adds the rows [begin, end) of one cell: whole blocks by their moments, the others one by
    /// one.
    void addPart(const Cell& cell, std::size_t begin, std::size_t end, double temperature,
                 RunSums& sums) const {
        const std::size_t cellEnd = (&cell + 1)->begin;
        const std::size_t from = (begin - cell.begin + kBlock - 1) / kBlock;
        const std::size_t to = end == cellEnd ? (&cell + 1)->firstBlock - cell.firstBlock - 1
                                              : (end - cell.begin) / kBlock;
        const std::size_t blocksBegin = std::min(cell.begin + from * kBlock, end);
        const std::size_t blocksEnd = end == cellEnd ? end : cell.begin + to * kBlock;
        if (from >= to || blocksBegin >= blocksEnd)
            return addOneByOne(begin, end, temperature, sums);
        addOneByOne(begin, blocksBegin, temperature, sums);
        addOneByOne(blocksEnd, end, temperature, sums);
        const LossSeries series(cell.centre, temperature);
        const std::size_t first = cell.firstBlock + from;
        const std::size_t last = cell.firstBlock + to;
        for (const std::size_t isCorrect : {0U, 1U}) {
            const auto moments = m_blocks[last].sides[isCorrect] - m_blocks[first].sides[isCorrect];
            if (moments[0] == 0) continue;
            SideSums& side = sums.sides[isCorrect];
            side.weight += moments[0];
            side.sum += product(series.confidence(), moments);
            side.squares += product(series.square(), moments);
            sums.loss +=
                product(isCorrect == 1 ? series.correctLoss() : series.wrongLoss(), moments);
            addCounts(first, last, isCorrect, moments[0], side);
        }
    }

    /// Adds the number of rows and the variance of their weights between two blocks.
    void addCounts(std::size_t first, std::size_t last, std::size_t isCorrect, double weight,
                   SideSums& side) const {
        if (weights().empty()) {
            side.count += weight;
            side.variance += weight;
            return;
        }
        const WeightMoments::Side& before = m_weightBlocks[first].sides[isCorrect];
        const WeightMoments::Side& after = m_weightBlocks[last].sides[isCorrect];
        side.count += after.count - before.count;
        side.variance += after.variance - before.variance;
    }

    void addOneByOne(std::size_t begin, std::size_t end, double temperature, RunSums& sums) const {
        for (std::size_t rank = begin; rank < end; ++rank) {
            const bool isCorrect = correctOf(m_rows[rank]);
            const std::size_t row = rowOf(m_rows[rank]);
            const double x = m_margins.at(row) / temperature;
            const double c = sigmoid(x);
            const double w = weights().at(row);
            SideSums& side = sums.sides[isCorrect ? 1 : 0];
            side.count += weights().countAt(row);
            side.weight += w;
            side.variance += weights().varianceAt(row);
            side.sum += w * c;
            side.squares += w * c * c;
            sums.loss += w * lossAt(x, isCorrect);
        }
    }

    static constexpr std::size_t kBlock = 256;
    // Steps of margins, each as wide as a 64th of its first margin, or less.
    static constexpr unsigned kStepBits = 17;
    static constexpr std::size_t kSteps = std::size_t{1} << (32 - kStepBits);
    static constexpr std::size_t kRowsBetweenChecks = std::size_t{1} << 16;  // about a millisecond
    std::shared_ptr<const Predictions> m_predictions;
    View m_view;
    RowMargins m_margins;
    std::vector<std::uint32_t> m_rows;          ///< RowMargins::withOutcome(), sorted by margin
    std::vector<Cell> m_cells;                  ///< and a sentinel
    std::vector<Moments> m_blocks;              ///< of each cell from Cell::firstBlock on
    std::vector<WeightMoments> m_weightBlocks;  ///< likewise; empty without weights
};

}  // namespace

Sweep marginSweep(std::shared_ptr<const Predictions> predictions, const View& view,
                  const ProgressCallback& progress) {
    auto sweep = std::make_shared<MarginSweep>(std::move(predictions), view);
    if (!sweep->prepare(progress)) return nullptr;
    return sweep;
}

}  // namespace diagonal
