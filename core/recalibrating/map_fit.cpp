// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/map_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/text.h"
#include "core/measuring/isotonic.h"
#include "core/measuring/reliability_curve.h"
#include "core/numerics/class_probabilities.h"
#include "core/numerics/logistic_fit.h"
#include "core/recalibrating/class_rows.h"
#include "core/recalibrating/vector_scaling.h"

namespace diagonal {
namespace {

constexpr std::size_t kHistogramBins = 15;

constexpr std::size_t kTerms = 3;
using BetaCoefficients = Coefficients<kTerms>;

/// One row of a fit: P(yes) = sigmoid(sum of coefficients times terms).
struct LogisticRow {
    BetaCoefficients terms{};
    double target = 0;  ///< in [0, 1]
    double weight = 1;
};

/// The rows of logisticFit().
struct LogisticRows {
    const std::vector<LogisticRow>& rows;

    std::size_t size() const { return rows.size(); }
    const BetaCoefficients& terms(std::size_t i) const { return rows[i].terms; }
    double target(std::size_t i) const { return rows[i].target; }
    double weight(std::size_t i) const { return rows[i].weight; }
};

/// Fits the used coefficients from 0. None if the likelihood has no maximum.
std::optional<BetaCoefficients> fitted(const std::vector<LogisticRow>& rows,
                                       const std::array<bool, kTerms>& used) {
    double weight = 0;
    for (const LogisticRow& row : rows)
        weight += row.weight;
    return logisticFit<kTerms>(LogisticRows{rows}, used, {}, {1e-13, 1e-9 * weight});
}

Error noMap(MapKind kind, const std::string& why) {
    return undefined(std::string(mapDefinition(kind).name) + " cannot be fitted: " + why);
}

/// Returns the terms ln p, -ln(1 - p) and 1 of each row; skips rows with p = 0 or 1.
std::vector<LogisticRow> logisticRows(const Predictions& predictions) {
    std::vector<LogisticRow> out;
    ClassRows rows(predictions);
    for (std::size_t row = 0; row < predictions.rows(); ++row) {
        const double margin = rows.logits(row)[0];
        if (std::isinf(margin)) continue;
        // ln sigmoid(m) and ln sigmoid(-m)
        const double e = negativeLogSigmoid(std::abs(margin));
        const double logP = std::min(margin, 0.0) - e;
        const double logQ = -std::max(margin, 0.0) - e;
        out.push_back({{logP, -logQ, 1},
                       static_cast<double>(rows.label(row)),
                       predictions.weights().at(row)});
    }
    return out;
}

/// Imposes a = b: makes the first term logit p and the second 0.
void tie(std::vector<LogisticRow>& rows) {
    for (LogisticRow& row : rows)
        row.terms = {row.terms[0] + row.terms[1], 0, 1};
}

Result<BetaMap> plattMap(std::vector<LogisticRow> rows) {
    double ones = 0;
    double zeros = 0;
    for (const LogisticRow& row : rows)
        (row.target == 1 ? ones : zeros) += row.weight;
    for (LogisticRow& row : rows)
        row.target = row.target == 1 ? (ones + 1) / (ones + 2) : 1 / (zeros + 2);
    tie(rows);
    const auto fit = fitted(rows, {true, false, true});
    if (!fit) return noMap(MapKind::Platt, "all usable rows have the same p");
    return BetaMap{(*fit)[0], (*fit)[0], (*fit)[2]};
}

/// True if a non-decreasing function separates the classes: no negative row has a larger p than a
/// positive one; without a constant, they must be separated at p = 1/2. The likelihood with
/// a, b >= 0 then has no maximum.
bool separates(const std::vector<LogisticRow>& rows, bool constant) {
    const double infinity = std::numeric_limits<double>::infinity();
    double highestNegative = constant ? -infinity : 0;
    double lowestPositive = constant ? infinity : 0;
    for (const LogisticRow& row : rows) {
        const double x = row.terms[0];
        if (row.target < 1) highestNegative = std::max(highestNegative, x);
        if (row.target > 0) lowestPositive = std::min(lowestPositive, x);
    }
    return highestNegative <= lowestPositive;
}

/// Returns the best fit with a, b >= 0: the unconstrained one if it satisfies this, else the best
/// on the boundary, where the constrained optimum of a convex loss then lies. None if there is no
/// maximum.
std::optional<BetaCoefficients> nonNegativeFit(const std::vector<LogisticRow>& rows, bool constant,
                                               bool tied) {
    if (separates(rows, constant)) return std::nullopt;
    // An unconstrained fit without an optimum diverges towards negative a or b.
    const auto free = fitted(rows, {true, !tied, constant});
    if (free && (*free)[0] >= 0 && (*free)[1] >= 0) return free;
    const auto lossOf = [&](const BetaCoefficients& coefficients) {
        return logisticLoss<kTerms>(LogisticRows{rows}, coefficients).loss;
    };
    std::optional<BetaCoefficients> best;
    for (const std::array<bool, kTerms>& used :
         {std::array{true, false, constant}, std::array{false, !tied, constant},
          std::array{false, false, constant}}) {
        std::optional<BetaCoefficients> fit = BetaCoefficients{};
        if (used[0] || used[1] || used[2]) fit = fitted(rows, used);
        if (!fit || (*fit)[0] < 0 || (*fit)[1] < 0) continue;
        if (!best || lossOf(*fit) < lossOf(*best)) best = fit;
    }
    return best;
}

Result<BetaMap> betaMap(MapKind kind, std::vector<LogisticRow> rows) {
    const double ln2 = std::log(2.0);
    const bool tied = kind == MapKind::BetaAM;
    const bool constant = kind != MapKind::BetaAB;
    if (tied) tie(rows);
    if (!constant) {
        // m = 1/2: ln 2p and -ln 2(1 - p)
        for (LogisticRow& row : rows)
            row.terms = {row.terms[0] + ln2, row.terms[1] - ln2, 0};
    }
    const auto fit = nonNegativeFit(rows, constant, tied);
    if (!fit) {
        return noMap(kind,
                     "the likelihood has no maximum: p separates the classes perfectly, or has "
                     "too few distinct values");
    }
    const auto [a, b, c] = *fit;
    if (tied) return BetaMap{a, a, c};
    return BetaMap{a, b, constant ? c : (a - b) * ln2};
}

/// Returns the sorted probabilities of class k, correct where k is the label. Binary data: of class
/// 1, whatever k.
SortedOutcomes outcomesOfClass(const Predictions& predictions, std::size_t k) {
    ClassRows rows(predictions);
    const bool binary = isBinary(predictions);
    std::vector<std::uint64_t> packed;
    packed.reserve(predictions.rows());
    for (std::size_t row = 0; row < predictions.rows(); ++row) {
        const double p = std::min(rows.probabilities(row)[binary ? 0 : k], 1.0);
        packed.push_back(SortedOutcomes::pack(p, rows.label(row) == (binary ? 1 : k)));
    }
    return SortedOutcomes(std::move(packed), predictions.weights());
}

ClasswiseMap::Function isotonicFunction(const SortedOutcomes& outcomes) {
    ClasswiseMap::Function out;
    for (const IsotonicBlock& block : isotonicBlocks(outcomes)) {
        const double first = outcomes.confidence(block.begin);
        const double last = outcomes.confidence(block.end - 1);
        out.x.push_back(first);
        out.y.push_back(block.frequency());
        if (last == first) continue;
        out.x.push_back(last);
        out.y.push_back(block.frequency());
    }
    return out;
}

ClasswiseMap::Function histogramFunction(const SortedOutcomes& outcomes) {
    ClasswiseMap::Function out;
    const auto curve = binned(outcomes, {BinningScheme::EqualMass, kHistogramBins}, std::nullopt);
    for (const Bin& bin : curve.bins) {
        out.x.push_back(bin.lower);
        out.y.push_back(*bin.accuracy);
    }
    return out;
}

Result<ClasswiseMap> classwiseMap(MapKind kind, const Predictions& predictions,
                                  const Execution& execution) {
    ClasswiseMap map;
    map.interpolates = kind == MapKind::Isotonic;
    const std::size_t functions = ClassRows(predictions).width();
    for (std::size_t k = 0; k < functions; ++k) {
        if (execution.progress && !execution.progress(k, functions)) return cancelled();
        const SortedOutcomes outcomes = outcomesOfClass(predictions, k);
        map.classes.push_back(map.interpolates ? isotonicFunction(outcomes)
                                               : histogramFunction(outcomes));
    }
    return map;
}

/// Sets the parameters of a shift to the present prevalence.
Result<void> fitShift(const Predictions& predictions, double level,
                      const std::optional<PrevalenceShift>& shift, CalibrationMap& map) {
    const bool hasTwo = isBinary(predictions) && predictions.form() != PredictionForm::Confidence;
    if (!hasTwo) return noMap(map.kind, "it is for the probabilities of two classes");
    const std::string name = quotedText(predictions.classNames()[1]);
    if (!shift)
        return noMap(map.kind,
                     "state the share of the positive class"
                     " in the data that the model was trained on (in a script, "
                     "shift=0.3)");
    if (shift->present) {
        map.rows = 0;  // nothing is fitted
        map.parameters = BetaMap{1, 1, logit(*shift->present) - logit(shift->trained)};
        return {};
    }
    const RowWeights& weights = predictions.weights();
    double ones = 0;
    for (std::size_t row = 0; row < predictions.rows(); ++row)
        ones += weights.at(row) * static_cast<double>(predictions.label(row));
    const double share = ones / weights.total(predictions.rows());
    if (!(share > 0 && share < 1))
        return noMap(map.kind, (share > 0 ? "all rows are of " : "no row is of ") + name +
                                   ", so that no share of these rows can be reached; state one, "
                                   "such as shift=0.3,0.1");
    const double trained = logit(shift->trained);
    map.parameters = BetaMap{1, 1, logit(share) - trained};
    const double effective = weights.effectiveCount(predictions.rows());
    const auto wilson = wilsonInterval(share * effective, effective, level);
    map.shiftInterval = Interval{logit(wilson->lower) - trained, logit(wilson->upper) - trained};
    return {};
}

/// Sets the parameters of `map` and, where its kind has them, leftOut and temperature.
Result<void> fitParameters(const Predictions& predictions, double level, const Execution& execution,
                           ZeroRows zeroRows, const std::optional<PrevalenceShift>& shift,
                           CalibrationMap& map) {
    const MapKind kind = map.kind;
    const bool binary = isBinary(predictions);
    switch (kind) {
        case MapKind::Temperature: {
            const auto fit = fitTemperature(predictions, level, execution, zeroRows);
            if (!fit) return fit.error();
            map.leftOut = fit.value().leftOut;
            map.parameters = TemperatureMap{fit.value().value};
            map.temperature = fit.value();
            return {};
        }
        case MapKind::Platt:
        case MapKind::Beta:
        case MapKind::BetaAM:
        case MapKind::BetaAB: {
            if (!binary)
                return noMap(kind, "it is for two classes; there are " +
                                       groupedDigits(predictions.classNames().size()));
            auto rows = logisticRows(predictions);
            map.leftOut = predictions.rows() - rows.size();
            if (rows.empty()) return noMap(kind, "every p is 0 or 1");
            auto fit =
                kind == MapKind::Platt ? plattMap(std::move(rows)) : betaMap(kind, std::move(rows));
            if (!fit) return fit.error();
            map.parameters = fit.value();
            return {};
        }
        case MapKind::Isotonic:
        case MapKind::Histogram: {
            auto fit = classwiseMap(kind, predictions, execution);
            if (!fit) return fit.error();
            map.parameters = std::move(fit).value();
            return {};
        }
        case MapKind::Shift: return fitShift(predictions, level, shift, map);
        case MapKind::Vector: break;
    }
    if (binary) return noMap(kind, "for two classes it is Platt scaling; choose that");
    const auto fit = fitVector(predictions, execution.progress);
    if (!fit) return cancelled();
    if (fit->leftOut == predictions.rows()) {
        return noMap(kind, "the true class has probability 0 in every row");
    }
    map.parameters = fit->map;
    map.leftOut = fit->leftOut;
    return {};
}

}  // namespace

Result<CalibrationMap> fitMap(MapKind kind, const Predictions& predictions, double level,
                              const Execution& execution, ZeroRows zeroRows,
                              const std::optional<PrevalenceShift>& shift) {
    if (const auto can = checkRecalibrable(predictions); !can) {
        return noMap(kind, can.error().detail);
    }
    CalibrationMap map;
    map.kind = kind;
    map.classNames = predictions.classNames();
    map.form = predictions.form();
    map.rows = predictions.weights().observations(predictions.rows());
    if (auto done = fitParameters(predictions, level, execution, zeroRows, shift, map); !done)
        return done.error();
    return map;
}

}  // namespace diagonal
