// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/interpreting/data_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <numeric>

#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr std::size_t kSampledRows = 2000;
constexpr double kRounding = 1e-3;       ///< error of probabilities written with few digits
constexpr std::size_t kFewRows = 20;     ///< fewer prove nothing
constexpr std::size_t kEnoughRows = 50;  ///< for a statement about chance
constexpr std::size_t kMostOrderedClasses = 4096;  ///< their confusion matrix still fits in memory

std::string percent(double share) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f %%", 100 * share);
    return text.data();
}

/// Returns the scores of one row as doubles.
std::vector<double> rowOf(const ScoreMatrix& scores, std::size_t row) {
    const std::size_t columns = scores.columns();
    return scores.visit([&](auto values) {
        const auto found = values.subspan(row * columns, columns);
        return std::vector<double>(found.begin(), found.end());
    });
}

/// Replaces q by p_k = log q_k - mean(log q) + 1/K.
void undoSoftmax(std::vector<double>& row) {
    double mean = 0;
    for (double& value : row) {
        value = std::log(value);
        mean += value / static_cast<double>(row.size());
    }
    for (double& value : row)
        value += 1 / static_cast<double>(row.size()) - mean;
}

double confidenceOf(const Predictions& predictions, std::size_t row) {
    const auto scores = rowOf(predictions.scores(), row);
    const double largest = *std::max_element(scores.begin(), scores.end());
    if (predictions.scoreKind() == ScoreKind::Probability) return largest;
    double sum = 0;
    for (const double score : scores)
        sum += std::exp(score - largest);
    return 1 / sum;
}

class DataChecker {
public:
    DataChecker(const Predictions& predictions, const LabelOrigin& origin,
                const ReadOptions& options)
        : m_predictions(predictions),
          m_origin(origin),
          m_options(options),
          m_rows(predictions.rows()),
          m_classes(predictions.classCount().value_or(0)),
          m_step(std::max<std::size_t>(1, m_rows / kSampledRows)) {
        m_accuracy = shareCorrect([&](std::size_t row) { return m_predictions.label(row); });
    }

    Findings run() && {
        if (m_predictions.form() == PredictionForm::ClassScores && m_rows >= kFewRows) {
            if (!findOtherLabels()) findShuffling();
            findSecondSoftmax();
            findRanks();
        }
        if (m_predictions.form() == PredictionForm::PositiveScore) findOtherClass();
        findSaturation();
        return std::move(m_findings);
    }

private:
    template <typename ClassOf>
    double shareCorrect(ClassOf classOf) const {
        std::size_t correct = 0;
        for (std::size_t row = 0; row < m_rows; ++row)
            correct += m_predictions.predicted(row) == classOf(row);
        return static_cast<double>(correct) / static_cast<double>(m_rows);
    }

    /// Returns true if accuracy is so low that the labels look wrong.
    bool needsFix() const {
        if (m_classes == 2) return m_rows >= kEnoughRows && m_accuracy < 0.35;
        return m_accuracy < 2.5 / static_cast<double>(m_classes);
    }
    /// Returns true if the accuracy `other` is a clear gain.
    bool isFix(double other) const {
        if (m_classes == 2) return other > 0.65;
        return other > 2 * m_accuracy && other > 2.0 / static_cast<double>(m_classes + 1);
    }

    void add(const char* id, std::size_t count, std::string text) {
        m_findings.notes.push_back({id, count, std::move(text)});
    }
    /// Adds a fix for the note that was added last.
    void addFix(std::string action, ReadOptions options) {
        m_findings.fixes.push_back(
            {m_findings.notes.back().text, std::move(action), std::move(options)});
    }

    /// Another way to read the labels, and the accuracy that results.
    struct Candidate {
        double accuracy = 0;
        const char* id = "";
        std::string text;
        std::string action;
        ReadOptions options;
    };

    /// Adds a note and the best fix if labels look wrong; returns false if there is none.
    bool findOtherLabels() {
        if (!needsFix()) return false;
        std::vector<Candidate> candidates;
        addShifts(candidates);
        addOrders(candidates);
        const auto best = std::max_element(
            candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.accuracy < b.accuracy; });
        if (best == candidates.end() || !isFix(best->accuracy)) return false;
        add(best->id, m_rows, best->text);
        addFix(best->action, best->options);
        return true;
    }

    void addShifts(std::vector<Candidate>& candidates) const {
        // Shifts apply to labels as written, not to reordered ones.
        if (!m_origin.base || m_classes < 3 || !m_options.classOrder.empty()) return;
        for (const int shift : {-1, 1}) {
            const double other = shareCorrect([&](std::size_t row) {
                return m_predictions.label(row) + static_cast<std::size_t>(shift);
            });
            ReadOptions options = m_options;
            options.labelBase = *m_origin.base - shift;
            const std::string base = std::to_string(*options.labelBase);
            candidates.push_back({other, "labels_off_by_one",
                                  "the labels seem to be off by one: accuracy is " +
                                      percent(m_accuracy) + " with the first class labelled " +
                                      std::to_string(*m_origin.base) + ", " + percent(other) +
                                      " with " + base,
                                  "Count labels from " + base, std::move(options)});
        }
    }

    /// Returns the most predicted class for each class of labels; empty unless it is a permutation.
    std::vector<std::size_t> orderOfMost() const {
        std::vector<std::uint32_t> confusions(m_classes * m_classes);
        for (std::size_t row = 0; row < m_rows; ++row)
            ++confusions[m_predictions.label(row) * m_classes + m_predictions.predicted(row)];
        std::vector<std::size_t> order(m_classes);
        std::vector<bool> taken(m_classes);
        for (std::size_t k = 0; k < m_classes; ++k) {
            const auto begin = confusions.begin() + static_cast<std::ptrdiff_t>(k * m_classes);
            const auto most =
                std::max_element(begin, begin + static_cast<std::ptrdiff_t>(m_classes));
            order[k] = static_cast<std::size_t>(most - begin);
            if (*most == 0 || taken[order[k]]) return {};
            taken[order[k]] = true;
        }
        return order;
    }

    /// Returns the classes sorted by their names as texts: 0, 1, 10, 11, 2...
    std::vector<std::size_t> alphabetical() const {
        std::vector<std::size_t> order(m_classes);
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::sort(order, {}, [&](std::size_t k) { return m_predictions.classNames()[k]; });
        return order;
    }

    /// Returns `order` applied after the class order in the options.
    std::vector<std::size_t> composed(const std::vector<std::size_t>& order) const {
        if (m_options.classOrder.empty()) return order;
        std::vector<std::size_t> out;
        for (const std::size_t k : m_options.classOrder)
            out.push_back(order[k]);
        return out;
    }

    void addOrders(std::vector<Candidate>& candidates) const {
        const bool positions = m_origin.base || m_classes == 2;
        if (!positions || m_classes > kMostOrderedClasses || m_rows < 5 * m_classes) return;
        const std::vector<std::size_t> sorted = alphabetical();
        std::vector<std::size_t> places(m_classes);
        for (std::size_t k = 0; k < m_classes; ++k)
            places[sorted[k]] = k;
        for (const auto& order : {sorted, places, orderOfMost()}) {
            if (order.empty()) continue;
            const double other =
                shareCorrect([&](std::size_t row) { return order[m_predictions.label(row)]; });
            const bool isSorted = m_classes > 2 && (order == sorted || order == places);
            ReadOptions options = m_options;
            options.classOrder = composed(order);
            candidates.push_back(
                {other, "classes_permuted",
                 "the scores seem to order the classes differently from the labels: accuracy is " +
                     percent(m_accuracy) + " as they are, " + percent(other) +
                     (isSorted ? " with the classes in alphabetical order (0, 1, 10, 2...)"
                               : " with the class predicted most often for each label"),
                 isSorted ? "Use alphabetical class order" : "Reorder the classes",
                 std::move(options)});
        }
    }

    void findShuffling() {
        std::vector<std::uint32_t> labels(m_classes);
        std::vector<std::uint32_t> predicted(m_classes);
        for (std::size_t row = 0; row < m_rows; ++row) {
            ++labels[m_predictions.label(row)];
            ++predicted[m_predictions.predicted(row)];
        }
        const auto rows = static_cast<double>(m_rows);
        const double chance = std::inner_product(labels.begin(), labels.end(), predicted.begin(),
                                                 0.0, std::plus<>(), std::multiplies<double>()) /
                              rows / rows;
        const double error = std::sqrt(chance * (1 - chance) / rows);
        constexpr double likely = 2.576;  // standard deviations; 1 file in 100 exceeds them
        const bool isChance = std::abs(m_accuracy - chance) <= likely * error;
        if (m_rows < kEnoughRows || !isChance) return;
        double confidence = 0;
        std::size_t seen = 0;
        for (std::size_t row = 0; row < m_rows; row += m_step, ++seen)
            confidence += confidenceOf(m_predictions, row);
        confidence /= static_cast<double>(seen);
        if (confidence < chance + 0.2) return;
        add("shuffled", m_rows,
            "accuracy is " + percent(m_accuracy) + ", no better than with shuffled labels (" +
                percent(chance) + "), while the mean confidence is " + percent(confidence) +
                ": do labels and scores belong to the same rows, in the same order?");
    }

    /// Detects a softmax of probabilities: it is at most e/(e + K - 1), and undone it reaches 1.
    void findSecondSoftmax() {
        if (m_predictions.scoreKind() != ScoreKind::Probability || m_options.undoSoftmax) return;
        const auto classes = static_cast<double>(m_classes);
        const double highest = std::exp(1.0) / (std::exp(1.0) + classes - 1);
        double reached = 0;
        double before = 0;
        double after = 0;
        for (std::size_t row = 0; row < m_rows; row += m_step) {
            auto scores = rowOf(m_predictions.scores(), row);
            const double largest = *std::max_element(scores.begin(), scores.end());
            if (largest > highest + kRounding) return;
            const std::size_t label = m_predictions.label(row);
            before -= std::log(scores[label]);
            undoSoftmax(scores);
            const auto [low, high] = std::minmax_element(scores.begin(), scores.end());
            if (!(*low >= -kRounding && *high <= 1 + kRounding)) return;
            reached = std::max(reached, *high);
            after -= std::log(std::max(scores[label], kRounding));
        }
        // Three or more classes reach 1 only by undoing a real softmax; two may by chance.
        if (reached < 0.9 || (m_classes == 2 && after >= before)) return;
        ReadOptions options = m_options;
        options.undoSoftmax = true;
        add("softmax_twice", m_rows,
            "the probabilities look as if softmax was applied twice: none is above " +
                percent(highest) + ", the most that a softmax of " +
                counted(m_classes, "probability", "probabilities") + " can give");
        addFix("Undo the second softmax", std::move(options));
    }

    void findRanks() {
        if (m_classes < 3) return;
        std::size_t seen = 0;
        std::size_t sorted = 0;
        for (std::size_t row = 0; row < m_rows; row += m_step, ++seen) {
            const auto scores = rowOf(m_predictions.scores(), row);
            sorted += std::ranges::is_sorted(scores, std::ranges::greater());
        }
        if (static_cast<double>(sorted) < 0.999 * static_cast<double>(seen)) return;
        add("ranked_columns", m_rows,
            "the scores fall from the first column to the last in every row: they look like "
            "top-k scores in order of rank, not like one column per class. Load a score for each "
            "class, or name the first column as confidence and its class as predicted");
    }

    /// Detects the probability of the other class: it is high in rows not of the positive class.
    void findOtherClass() {
        if (m_rows < kEnoughRows) return;
        std::vector<std::pair<double, bool>> rows;
        for (std::size_t row = 0; row < m_rows; row += m_step)
            rows.emplace_back(m_predictions.scores().at(row, 0), m_predictions.label(row) == 1);
        std::ranges::sort(rows);
        // Pairs with a positive below a negative, ties counted as half; their share is 1 - AUROC.
        double negatives = 0;
        double wrong = 0;
        double positives = 0;
        for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
            double here = 0;
            for (end = begin; end < rows.size() && rows[end].first == rows[begin].first; ++end)
                here += rows[end].second;
            const double others = static_cast<double>(end - begin) - here;
            wrong += others * (positives + here / 2);
            positives += here;
            negatives += others;
        }
        const double auroc = 1 - wrong / (positives * negatives);
        if (!(auroc < 0.3)) return;
        const std::string& other = m_predictions.classNames()[0];
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "%.3f", auroc);
        ReadOptions options = m_options;
        options.positive = other;
        add("other_class", m_rows,
            "the probability seems to be for the class " + quoted(other) +
                ": it is high where that class is true (the area under the ROC curve is " +
                text.data() + ")");
        addFix("Read it as the probability of " + quoted(other), std::move(options));
    }

    void findSaturation() {
        if (m_predictions.scoreKind() != ScoreKind::Probability || m_rows == 0) return;
        const ScoreMatrix& scores = m_predictions.scores();
        const bool positive = m_predictions.form() == PredictionForm::PositiveScore;
        std::size_t ones = 0;
        for (std::size_t row = 0; row < m_rows; ++row) {
            const bool single = scores.columns() == 1;
            const double p = scores.at(row, single ? 0 : m_predictions.predicted(row));
            ones += p == 1 || (positive && p == 0);
        }
        if (ones * 20 <= m_rows) return;
        add("saturated", ones,
            percent(static_cast<double>(ones) / static_cast<double>(m_rows)) +
                " of the rows have a probability of exactly " + (positive ? "0 or 1" : "1") +
                ": temperature scaling cannot change them. "
                "Save logits, or probabilities in double precision");
    }

    const Predictions& m_predictions;
    const LabelOrigin& m_origin;
    const ReadOptions& m_options;
    std::size_t m_rows;
    std::size_t m_classes;
    std::size_t m_step;
    double m_accuracy = 0;
    Findings m_findings;
};

}  // namespace

Findings checkedData(const Predictions& predictions, const LabelOrigin& origin,
                     const ReadOptions& options) {
    if (predictions.rows() == 0) return {};
    return DataChecker(predictions, origin, options).run();
}

ScoreMatrix beforeSoftmax(const ScoreMatrix& scores) {
    std::vector<double> out;
    out.reserve(scores.rows() * scores.columns());
    for (std::size_t row = 0; row < scores.rows(); ++row) {
        auto values = rowOf(scores, row);
        undoSoftmax(values);
        for (const double value : values)
            out.push_back(value < 0 && value > -kRounding ? 0 : value);
    }
    return {std::move(out), scores.columns()};
}

}  // namespace diagonal
