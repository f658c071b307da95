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

constexpr std::size_t kCheckedRows = 2000;
constexpr double kRounding = 1e-3;       ///< error of probabilities written with few digits
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

/// Rows whose reading is in doubt.
struct CheckedRows {
    const Predictions& predictions;
    const LabelOrigin& origin;
    const ReadOptions& options;
    std::size_t rows = predictions.rows();
    std::size_t classes = predictions.classCount().value_or(0);
    std::size_t step = std::max<std::size_t>(1, rows / kCheckedRows);  ///< between sampled rows
    double accuracy = predictions.accuracy();
};

/// Another way to read the labels, and the accuracy that results.
struct Candidate {
    double accuracy = 0;
    const char* id = "";
    std::string text;
    std::string action;
    ReadOptions options;
};

/// Returns true if accuracy is so low that the labels look wrong.
bool needsFix(const CheckedRows& in) {
    if (in.classes == 2) return in.rows >= kEnoughRows && in.accuracy < 0.35;
    return in.accuracy < 2.5 / static_cast<double>(in.classes);
}

/// Returns true if the accuracy `other` is a clear gain.
bool isFix(const CheckedRows& in, double other) {
    if (in.classes == 2) return other > 0.65;
    return other > 2 * in.accuracy && other > 2.0 / static_cast<double>(in.classes + 1);
}

void add(Findings& findings, const char* id, std::size_t count, std::string text) {
    findings.notes.push_back({id, count, std::move(text)});
}

/// Adds a fix for the note that was added last.
void addFix(Findings& findings, std::string action, ReadOptions options) {
    findings.fixes.push_back({findings.notes.back().text, std::move(action), std::move(options)});
}

template <typename ClassOf>
double shareCorrect(const CheckedRows& in, ClassOf classOf) {
    std::size_t correct = 0;
    for (std::size_t row = 0; row < in.rows; ++row)
        correct += in.predictions.predicted(row) == classOf(row);
    return static_cast<double>(correct) / static_cast<double>(in.rows);
}

void addShifts(const CheckedRows& in, std::vector<Candidate>& candidates) {
    // Shifts apply to labels as written, not to reordered ones.
    if (!in.origin.base || in.classes < 3 || !in.options.classOrder.empty()) return;
    for (const int shift : {-1, 1}) {
        const double other = shareCorrect(in, [&](std::size_t row) {
            return in.predictions.label(row) + static_cast<std::size_t>(shift);
        });
        ReadOptions options = in.options;
        options.labelBase = *in.origin.base - shift;
        const std::string base = std::to_string(*options.labelBase);
        candidates.push_back({other, "labels_off_by_one",
                              "the labels seem to be off by one: accuracy is " +
                                  percent(in.accuracy) + " with the first class labelled " +
                                  std::to_string(*in.origin.base) + ", " + percent(other) +
                                  " with " + base,
                              "Count labels from " + base, std::move(options)});
    }
}

/// Returns the most predicted class for each class of labels; empty unless it is a permutation.
std::vector<std::size_t> orderOfMost(const CheckedRows& in) {
    std::vector<std::uint32_t> confusions(in.classes * in.classes);
    for (std::size_t row = 0; row < in.rows; ++row)
        ++confusions[in.predictions.label(row) * in.classes + in.predictions.predicted(row)];
    std::vector<std::size_t> order(in.classes);
    std::vector<bool> taken(in.classes);
    for (std::size_t k = 0; k < in.classes; ++k) {
        const auto begin = confusions.begin() + static_cast<std::ptrdiff_t>(k * in.classes);
        const auto most = std::max_element(begin, begin + static_cast<std::ptrdiff_t>(in.classes));
        order[k] = static_cast<std::size_t>(most - begin);
        if (*most == 0 || taken[order[k]]) return {};
        taken[order[k]] = true;
    }
    return order;
}

/// Returns the classes sorted by their names as texts: 0, 1, 10, 11, 2...
std::vector<std::size_t> alphabetical(const CheckedRows& in) {
    std::vector<std::size_t> order(in.classes);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t k) { return in.predictions.classNames()[k]; });
    return order;
}

/// Returns `order` applied after the class order in the options.
std::vector<std::size_t> composed(const CheckedRows& in, const std::vector<std::size_t>& order) {
    if (in.options.classOrder.empty()) return order;
    std::vector<std::size_t> out;
    for (const std::size_t k : in.options.classOrder)
        out.push_back(order[k]);
    return out;
}

void addOrders(const CheckedRows& in, std::vector<Candidate>& candidates) {
    const bool positions = in.origin.base || in.classes == 2;
    if (!positions || in.classes > kMostOrderedClasses || in.rows < 5 * in.classes) return;
    const std::vector<std::size_t> sorted = alphabetical(in);
    std::vector<std::size_t> places(in.classes);
    for (std::size_t k = 0; k < in.classes; ++k)
        places[sorted[k]] = k;
    for (const auto& order : {sorted, places, orderOfMost(in)}) {
        if (order.empty()) continue;
        const double other =
            shareCorrect(in, [&](std::size_t row) { return order[in.predictions.label(row)]; });
        const bool isSorted = in.classes > 2 && (order == sorted || order == places);
        ReadOptions options = in.options;
        options.classOrder = composed(in, order);
        candidates.push_back(
            {other, "classes_permuted",
             "the scores seem to order the classes differently from the labels: accuracy is " +
                 percent(in.accuracy) + " as they are, " + percent(other) +
                 (isSorted ? " with the classes in alphabetical order (0, 1, 10, 2...)"
                           : " with the class predicted most often for each label"),
             isSorted ? "Use alphabetical class order" : "Reorder the classes",
             std::move(options)});
    }
}

/// Adds a note and the best fix if labels look wrong; returns false if there is none.
bool findOtherLabels(const CheckedRows& in, Findings& findings) {
    if (!needsFix(in)) return false;
    std::vector<Candidate> candidates;
    addShifts(in, candidates);
    addOrders(in, candidates);
    const auto best = std::max_element(
        candidates.begin(), candidates.end(),
        [](const Candidate& a, const Candidate& b) { return a.accuracy < b.accuracy; });
    if (best == candidates.end() || !isFix(in, best->accuracy)) return false;
    add(findings, best->id, in.rows, best->text);
    addFix(findings, best->action, best->options);
    return true;
}

void findShuffling(const CheckedRows& in, Findings& findings) {
    std::vector<std::uint32_t> labels(in.classes);
    std::vector<std::uint32_t> predicted(in.classes);
    for (std::size_t row = 0; row < in.rows; ++row) {
        ++labels[in.predictions.label(row)];
        ++predicted[in.predictions.predicted(row)];
    }
    const auto rows = static_cast<double>(in.rows);
    const double chance = std::inner_product(labels.begin(), labels.end(), predicted.begin(), 0.0,
                                             std::plus<>(), std::multiplies<double>()) /
                          rows / rows;
    const double error = std::sqrt(chance * (1 - chance) / rows);
    constexpr double likely = 2.576;  // standard deviations; 1 file in 100 exceeds them
    const bool isChance = std::abs(in.accuracy - chance) <= likely * error;
    if (in.rows < kEnoughRows || !isChance) return;
    double confidence = 0;
    std::size_t seen = 0;
    for (std::size_t row = 0; row < in.rows; row += in.step, ++seen)
        confidence += confidenceOf(in.predictions, row);
    confidence /= static_cast<double>(seen);
    if (confidence < chance + 0.2) return;
    add(findings, "shuffled", in.rows,
        "accuracy is " + percent(in.accuracy) + ", no better than with shuffled labels (" +
            percent(chance) + "), while the mean confidence is " + percent(confidence) +
            ": do labels and scores belong to the same rows, in the same order?");
}

/// Detects a softmax of probabilities: it is at most e/(e + K - 1), and undone it reaches 1.
void findSecondSoftmax(const CheckedRows& in, Findings& findings) {
    if (in.predictions.scoreKind() != ScoreKind::Probability || in.options.undoSoftmax) return;
    const auto classes = static_cast<double>(in.classes);
    const double highest = std::exp(1.0) / (std::exp(1.0) + classes - 1);
    double reached = 0;
    double before = 0;
    double after = 0;
    for (std::size_t row = 0; row < in.rows; row += in.step) {
        auto scores = rowOf(in.predictions.scores(), row);
        const double largest = *std::max_element(scores.begin(), scores.end());
        if (largest > highest + kRounding) return;
        const std::size_t label = in.predictions.label(row);
        before -= std::log(scores[label]);
        undoSoftmax(scores);
        const auto [low, high] = std::minmax_element(scores.begin(), scores.end());
        if (!(*low >= -kRounding && *high <= 1 + kRounding)) return;
        reached = std::max(reached, *high);
        after -= std::log(std::max(scores[label], kRounding));
    }
    // Three or more classes reach 1 only by undoing a real softmax; two may by chance.
    if (reached < 0.9 || (in.classes == 2 && after >= before)) return;
    ReadOptions options = in.options;
    options.undoSoftmax = true;
    add(findings, "softmax_twice", in.rows,
        "the probabilities look as if softmax was applied twice: none is above " +
            percent(highest) + ", the most that a softmax of " +
            counted(in.classes, "probability", "probabilities") + " can give");
    addFix(findings, "Undo the second softmax", std::move(options));
}

void findRanks(const CheckedRows& in, Findings& findings) {
    if (in.classes < 3) return;
    std::size_t seen = 0;
    std::size_t sorted = 0;
    for (std::size_t row = 0; row < in.rows; row += in.step, ++seen) {
        const auto scores = rowOf(in.predictions.scores(), row);
        sorted += std::ranges::is_sorted(scores, std::ranges::greater());
    }
    if (static_cast<double>(sorted) < 0.999 * static_cast<double>(seen)) return;
    add(findings, "ranked_columns", in.rows,
        "the scores fall from the first column to the last in every row: they look like "
        "top-k scores in order of rank, not like one column per class. Load a score for each "
        "class, or name the first column as confidence and its class as predicted");
}

/// Detects the probability of the other class: it is high in rows not of the positive class.
void findOtherClass(const CheckedRows& in, Findings& findings) {
    if (in.rows < kEnoughRows) return;
    std::vector<std::pair<double, bool>> rows;
    for (std::size_t row = 0; row < in.rows; row += in.step)
        rows.emplace_back(in.predictions.scores().at(row, 0), in.predictions.label(row) == 1);
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
    const std::string& other = in.predictions.classNames()[0];
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3f", auroc);
    ReadOptions options = in.options;
    options.positive = other;
    add(findings, "other_class", in.rows,
        "the probability seems to be for the class " + quotedText(other) +
            ": it is high where that class is true (the area under the ROC curve is " +
            text.data() + ")");
    addFix(findings, "Read it as the probability of " + quotedText(other), std::move(options));
}

}  // namespace

Findings checkedData(const Predictions& predictions, const LabelOrigin& origin,
                     const ReadOptions& options) {
    if (predictions.rows() == 0) return {};
    const CheckedRows in{predictions, origin, options};
    Findings findings;
    if (predictions.form() == PredictionForm::ClassScores && in.rows >= kFewRows) {
        if (!findOtherLabels(in, findings)) findShuffling(in, findings);
        findSecondSoftmax(in, findings);
        findRanks(in, findings);
    }
    if (predictions.form() == PredictionForm::PositiveScore) findOtherClass(in, findings);
    return findings;
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
