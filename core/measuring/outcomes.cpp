// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/outcomes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <hwy/contrib/sort/vqsort.h>
#include <tuple>

#include "core/base/compensated_sum.h"
#include "core/base/large_vector.h"
#include "core/base/text.h"
#include "core/numerics/class_probabilities.h"

namespace diagonal {
namespace {

/// Outcome and losses of one row in one view.
struct RowOutcome {
    double confidence = 0;
    double negativeLog = 0;   ///< -log of the label's probability
    double squaredError = 0;  ///< summed over all classes
    bool isCorrect = false;
};

/// Collects the outcomes of the rows of one view, in row order.
class OutcomeCollector {
public:
    /// Also stores the losses of each row in `losses` unless it is null.
    explicit OutcomeCollector(const Predictions& predictions, RowLosses* losses = nullptr)
        : m_weights(predictions.weights()),
          m_losses(losses),
          m_lossesKnown(knowsLosses(predictions)) {
        reserveLarge(m_packed, predictions.rows());
        if (!m_losses || !m_lossesKnown) return;
        reserveLarge(m_losses->negativeLog, predictions.rows());
        reserveLarge(m_losses->squaredError, predictions.rows());
    }

    void add(const RowOutcome& row) {
        const double weight = m_weights.at(m_packed.size());
        const double miss = row.confidence - (row.isCorrect ? 1 : 0);
        m_brier.add(weight * miss * miss);
        m_packed.push_back(SortedOutcomes::pack(row.confidence, row.isCorrect));
        if (!m_lossesKnown) return;
        if (m_losses) {
            m_losses->negativeLog.push_back(row.negativeLog);
            m_losses->squaredError.push_back(row.squaredError);
        }
        m_squaredErrors.add(weight * row.squaredError);
        if (std::isinf(row.negativeLog)) {
            ++m_zeroProbabilityRows;
        } else {
            m_negativeLogs.add(weight * row.negativeLog);
        }
    }
    std::vector<std::uint64_t> takePacked() && { return std::move(m_packed); }
    Outcomes finish() && {
        const double total = m_weights.total(m_packed.size());
        Outcomes outcomes{
            SortedOutcomes(std::move(m_packed), m_weights), m_brier.value() / total, {}, 0, {}, {}};
        outcomes.zeroProbabilityRows = m_zeroProbabilityRows;
        if (m_lossesKnown) outcomes.brierMulticlass = m_squaredErrors.value() / total;
        if (m_lossesKnown && m_zeroProbabilityRows == 0) {
            outcomes.nll = m_negativeLogs.value() / total;
        }
        outcomes.auroc = auroc(outcomes.sorted);
        return outcomes;
    }

private:
    static bool knowsLosses(const Predictions& predictions) {
        return predictions.form() == PredictionForm::ClassScores ||
               (predictions.form() != PredictionForm::MultiLabel &&
                predictions.checkTemperature().hasValue());
    }

    const RowWeights& m_weights;
    RowLosses* m_losses;
    bool m_lossesKnown;
    std::vector<std::uint64_t> m_packed;
    CompensatedSum m_brier, m_squaredErrors, m_negativeLogs;
    std::size_t m_zeroProbabilityRows = 0;
};

/// Predictions, view and temperature to compute outcomes of.
struct ViewedRows {
    const Predictions& predictions;
    View view;
    double temperature;

    bool areProbabilities() const { return predictions.scoreKind() == ScoreKind::Probability; }
    bool areAsGiven() const { return areProbabilities() && temperature == 1; }
};

/// Computes the outcomes of class scores; outcomes[i] is that of row begin + i.
template <typename T>
void measureClassScores(const ViewedRows& rows, std::span<const T> scores, std::size_t begin,
                        std::span<RowOutcome> outcomes) {
    const Predictions& predictions = rows.predictions;
    const std::size_t classes = predictions.scores().columns();
    std::vector<double> p(classes);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const std::size_t row = begin + i;
        const auto given = scores.subspan(row * classes, classes);
        const std::size_t label = predictions.label(row);
        RowOutcome& outcome = outcomes[i];
        if (rows.areAsGiven()) {
            std::copy(given.begin(), given.end(), p.begin());
            outcome.negativeLog = -std::log(p[label]);
        } else {
            rowLogits(given, rows.areProbabilities(), std::span(p));
            const double below = p[label] - *std::max_element(p.begin(), p.end());
            outcome.negativeLog = softmaxInPlace(p, rows.temperature) - below / rows.temperature;
        }
        outcome.squaredError = 1 - 2 * p[label];
        for (const double value : p)
            outcome.squaredError += value * value;
        const bool top = rows.view.kind == View::Kind::TopLabel;
        const std::size_t shown = top ? predictions.predicted(row) : rows.view.classIndex;
        outcome.confidence = std::min(p[shown], 1.0);
        outcome.isCorrect = label == shown;
    }
}

/// Computes the outcomes of one class of multi-label scores.
void measureOneClass(const ViewedRows& rows, std::size_t begin, std::span<RowOutcome> outcomes) {
    const std::size_t k = rows.view.classIndex;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const double score = rows.predictions.scores().at(begin + i, k);
        outcomes[i].confidence = rows.areProbabilities() ? score : sigmoid(score);
        outcomes[i].isCorrect = rows.predictions.isOfClass(begin + i, k);
    }
}

/// Computes the outcomes of rows with one score: of the positive class, or of the prediction being
/// correct.
void measureOneScore(const ViewedRows& rows, std::size_t begin, std::span<RowOutcome> outcomes) {
    const Predictions& predictions = rows.predictions;
    const bool positiveScore = predictions.form() == PredictionForm::PositiveScore;
    const bool shownIsOne = !positiveScore || rows.view.classIndex == 1;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const double score = predictions.scores().at(begin + i, 0);
        const bool one = predictions.label(begin + i) == 1;
        RowOutcome& outcome = outcomes[i];
        double p = score;
        if (rows.areAsGiven()) {
            outcome.negativeLog = one ? -std::log(p) : -std::log1p(-p);
        } else {
            const double scaled =
                (rows.areProbabilities() ? logit(score) : score) / rows.temperature;
            p = sigmoid(scaled);
            outcome.negativeLog = negativeLogSigmoid(one ? scaled : -scaled);
        }
        const bool shown = positiveScore && rows.view.kind == View::Kind::TopLabel
                               ? predictions.predicted(begin + i) == 1
                               : shownIsOne;
        outcome.confidence = shown ? p : 1 - p;
        outcome.isCorrect = one == shown;
        const double miss = p - (one ? 1 : 0);
        outcome.squaredError = 2 * miss * miss;
    }
}

void measure(const ViewedRows& rows, std::size_t begin, std::span<RowOutcome> outcomes) {
    if (rows.predictions.form() == PredictionForm::ClassScores) {
        rows.predictions.scores().visit(
            [&](auto scores) { measureClassScores(rows, scores, begin, outcomes); });
    } else if (rows.predictions.form() == PredictionForm::MultiLabel) {
        measureOneClass(rows, begin, outcomes);
    } else {
        measureOneScore(rows, begin, outcomes);
    }
}

/// Measures several rows at a time and collects them in row order. Returns false if progress
/// cancels.
bool collect(const ViewedRows& viewed, OutcomeCollector& collector, const Execution& execution) {
    constexpr std::size_t blockScores = std::size_t{1} << 15;  // about a millisecond
    constexpr std::size_t blocksAtOnce = 16;
    const std::size_t rows = viewed.predictions.rows();
    const std::size_t blockRows = blockScores / viewed.predictions.scores().columns() + 1;
    std::vector<RowOutcome> outcomes(std::min(rows, blocksAtOnce * blockRows));
    for (std::size_t begin = 0; begin < rows; begin += outcomes.size()) {
        const auto run = std::span(outcomes).first(std::min(outcomes.size(), rows - begin));
        execution.parallelFor((run.size() + blockRows - 1) / blockRows, [&](std::size_t i) {
            const std::size_t from = i * blockRows;
            measure(viewed, begin + from,
                    run.subspan(from, std::min(blockRows, run.size() - from)));
        });
        for (const RowOutcome& outcome : run)
            collector.add(outcome);
        if (execution.progress && !execution.progress(begin + run.size(), rows)) return false;
    }
    return true;
}

}  // namespace

std::uint64_t SortedOutcomes::pack(double confidence, bool isCorrect) {
    // Doubles in [0, 1] compare like their bits, of which the two highest are zero.
    return (std::bit_cast<std::uint64_t>(std::abs(confidence)) << 1) | (isCorrect ? 1U : 0U);
}

double SortedOutcomes::confidenceOf(std::uint64_t packed) {
    return std::bit_cast<double>(packed >> 1);
}

SortedOutcomes::SortedOutcomes(std::vector<std::uint64_t> packed, RowWeights weights)
    : m_packed(std::move(packed)), m_weights(std::move(weights)) {
    sort();
    m_blockPrefixes.reserve(m_packed.size() / kBlock + 1);
    Prefix running;
    for (std::size_t rank = 0; rank < m_packed.size(); ++rank) {
        if (rank % kBlock == 0) m_blockPrefixes.push_back(running);
        addRow(rank, running);
    }
    m_blockPrefixes.push_back(running);
    if (!isWeighted() || m_weights.kind != WeightKind::Counts) return;
    m_observations.reserve(size());
    for (std::size_t rank = 0; rank < size(); ++rank)
        m_observations.push_back((rank > 0 ? m_observations.back() : 0) + weight(rank));
}

void SortedOutcomes::sort() {
    if (!isWeighted()) {
        hwy::Sorter()(m_packed.data(), m_packed.size(), hwy::SortAscending());
        return;
    }
    std::vector<std::pair<std::uint64_t, double>> rows;
    rows.reserve(m_packed.size());
    for (std::size_t row = 0; row < m_packed.size(); ++row)
        rows.emplace_back(m_packed[row], m_weights.values[row]);
    std::sort(rows.begin(), rows.end());
    for (std::size_t rank = 0; rank < rows.size(); ++rank)
        std::tie(m_packed[rank], m_weights.values[rank]) = rows[rank];
    chooseScales();
}

/// Chooses the largest powers of two at which the sums over all rows fit.
void SortedOutcomes::chooseScales() {
    constexpr int bits = 127;
    double squares = 0;
    for (std::size_t rank = 0; rank < size(); ++rank)
        squares += varianceWeight(rank);
    m_scale = std::ldexp(1, bits - 1 - std::ilogb(m_weights.total(size())));
    m_varianceScale = std::ldexp(1, bits - 1 - std::ilogb(squares));
}

std::size_t SortedOutcomes::countUpTo(double value) const {
    const auto end = std::upper_bound(m_packed.begin(), m_packed.end(), pack(value, true));
    return static_cast<std::size_t>(end - m_packed.begin());
}

std::size_t SortedOutcomes::countBelow(double value) const {
    const auto end = std::lower_bound(m_packed.begin(), m_packed.end(), pack(value, false));
    return static_cast<std::size_t>(end - m_packed.begin());
}

std::size_t SortedOutcomes::rankOfObservation(std::size_t index) const {
    if (m_observations.empty()) return index;
    constexpr double rounding = 1e-6;  // of counts split into correct and incorrect
    const auto found =
        std::ranges::upper_bound(m_observations, static_cast<double>(index) + rounding);
    return std::min(static_cast<std::size_t>(found - m_observations.begin()), size() - 1);
}

std::size_t SortedOutcomes::correctCount() const {
    if (m_weights.kind == WeightKind::Counts) {
        return static_cast<std::size_t>(std::llround(sums().correct));
    }
    return static_cast<std::size_t>(std::count_if(m_packed.begin(), m_packed.end(), correctOf));
}

SortedOutcomes::Prefix SortedOutcomes::prefix(std::size_t end) const {
    if (end == size()) return m_blockPrefixes.back();
    Prefix prefix = m_blockPrefixes[end / kBlock];
    for (std::size_t rank = end / kBlock * kBlock; rank < end; ++rank) {
        addRow(rank, prefix);
    }
    return prefix;
}

/// Returns the integer part of a normal number below 2^127. Uses shifts, because compilers would
/// emit a function call for the conversion.
SortedOutcomes::Fixed SortedOutcomes::toFixed(double scaled) {
    constexpr int mantissaBits = 52;
    constexpr int bias = 1023;
    const auto bits = std::bit_cast<std::uint64_t>(scaled);
    const int shift = static_cast<int>(bits >> mantissaBits) - bias - mantissaBits;
    if (shift <= -mantissaBits - 1) return 0;
    constexpr std::uint64_t leading = 1ULL << mantissaBits;
    const Fixed mantissa = (bits & (leading - 1)) | leading;
    return shift >= 0 ? mantissa << shift : mantissa >> -shift;
}

void SortedOutcomes::addRow(std::size_t rank, Prefix& prefix) const {
    const auto fixed = [&](double value) { return toFixed(value * m_scale); };
    const double w = weight(rank);
    const double c = w * confidence(rank);
    const Fixed weight = fixed(w);
    const Fixed confidenceSum = fixed(c);
    const Fixed square = fixed(c * confidence(rank));
    prefix.confidence += confidenceSum;
    prefix.weight += weight;
    prefix.squares += square;
    prefix.varianceWeight += toFixed(varianceWeight(rank) * m_varianceScale);
    if (!isCorrect(rank)) return;
    prefix.correct += weight;
    prefix.correctConfidence += confidenceSum;
    prefix.correctSquares += square;
}

OutcomeSums SortedOutcomes::sums(std::size_t begin, std::size_t end) const {
    const Prefix from = prefix(begin);
    const Prefix to = prefix(end);
    const auto value = [](Fixed fixed, double scale) { return static_cast<double>(fixed) / scale; };
    OutcomeSums sums;
    sums.weight = value(to.weight - from.weight, m_scale);
    sums.count = m_weights.kind == WeightKind::Counts
                     ? static_cast<std::size_t>(std::llround(sums.weight))
                     : end - begin;
    sums.correct = value(to.correct - from.correct, m_scale);
    sums.confidence = value(to.confidence - from.confidence, m_scale);
    sums.confidenceSquares = value(to.squares - from.squares, m_scale);
    sums.correctConfidence = value(to.correctConfidence - from.correctConfidence, m_scale);
    sums.correctConfidenceSquares = value(to.correctSquares - from.correctSquares, m_scale);
    sums.varianceWeight = value(to.varianceWeight - from.varianceWeight, m_varianceScale);
    return sums;
}

Result<void> checkView(const Predictions& predictions, const View& view, double temperature) {
    const auto undefined = [](std::string why, std::vector<Advice> advice = {}) {
        return Error{ErrorKind::Undefined, std::move(why), {}, 0, {}, std::move(advice)};
    };
    const bool multiLabel = predictions.form() == PredictionForm::MultiLabel;
    if (multiLabel && view.kind != View::Kind::OneVsRest) {
        return undefined("a row may belong to several classes: look at one class at a time",
                         {setOption(Setting::View)});
    }
    if (view.kind != View::Kind::TopLabel) {
        if (predictions.form() == PredictionForm::Confidence) {
            return undefined(
                "the file holds the confidence of the predicted class only; other classes' "
                "probabilities are not known");
        }
        const std::size_t classes = predictions.classNames().size();
        if (view.kind == View::Kind::PositiveClass && classes != 2) {
            return undefined("there are " + groupedDigits(classes) +
                                 " classes, and none of them is the positive one",
                             {setOption(Setting::View)});
        }
        if (view.classIndex >= classes) return undefined("there is no such class");
    }
    if (temperature == 1) return {};
    const auto can = predictions.checkTemperature();
    return can ? can : undefined("temperature scaling does not apply: " + can.error().detail);
}

std::optional<Outcomes> outcomesAt(const Predictions& predictions, const View& view,
                                   double temperature, const Execution& execution) {
    OutcomeCollector collector(predictions);
    if (!collect({predictions, view, temperature}, collector, execution)) return std::nullopt;
    return std::move(collector).finish();
}

Outcomes outcomesAt(const Predictions& predictions, const View& view, double temperature) {
    return *outcomesAt(predictions, view, temperature, {});
}

std::vector<std::uint64_t> outcomesInRowOrder(const Predictions& predictions, const View& view,
                                              double temperature) {
    OutcomeCollector collector(predictions);
    collect({predictions, view, temperature}, collector, {});
    return std::move(collector).takePacked();
}

std::optional<OutcomesByRow> outcomesByRow(const Predictions& predictions, const View& view,
                                           double temperature, const Execution& execution) {
    OutcomesByRow rows;
    rows.losses.weights = predictions.weights();
    OutcomeCollector collector(predictions, &rows.losses);
    if (!collect({predictions, view, temperature}, collector, execution)) return std::nullopt;
    rows.packed = std::move(collector).takePacked();
    return rows;
}

RowLosses rowLosses(const Predictions& predictions, double temperature) {
    return outcomesByRow(predictions, {}, temperature, {})->losses;
}

std::optional<double> auroc(const SortedOutcomes& outcomes) {
    // Integers below 2^64, such as counts of rows, are exact.
    long double correctBelow = 0;
    long double wrongBelow = 0;
    long double doubledConcordant = 0;
    for (std::size_t rank = 0; rank < outcomes.size();) {
        const double value = outcomes.confidence(rank);
        long double correct = 0;
        long double wrong = 0;
        for (; rank < outcomes.size() && outcomes.confidence(rank) == value; ++rank) {
            (outcomes.isCorrect(rank) ? correct : wrong) += outcomes.weight(rank);
        }
        doubledConcordant += correct * (2 * wrongBelow + wrong);
        correctBelow += correct;
        wrongBelow += wrong;
    }
    if (correctBelow == 0 || wrongBelow == 0) return std::nullopt;
    return static_cast<double>(doubledConcordant / 2 / correctBelow / wrongBelow);
}

}  // namespace diagonal
