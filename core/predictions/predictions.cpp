// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/predictions/predictions.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <type_traits>

#include "core/base/large_vector.h"
#include "core/base/text.h"
#include "core/predictions/predicted_class.h"
#include "core/predictions/row_validation.h"

namespace diagonal {
namespace {

constexpr std::size_t kScoresAtOnce = std::size_t{1} << 16;  ///< scores that justify another thread

ScoreMatrix::Values hundredths(ScoreMatrix::Values percent) {
    return std::visit(
        [](auto& values) -> ScoreMatrix::Values {
            std::vector<double> out(values.begin(), values.end());
            for (double& v : out)
                v /= 100;
            return out;
        },
        percent);
}

Result<void> checkSizes(const PredictionParts& parts) {
    const std::size_t rows = parts.scores.rows();
    const std::size_t columns = parts.scores.columns();
    if (parts.labels.size() != rows) {
        return malformed(counted(rows, "row") + " of scores but " +
                         counted(parts.labels.size(), "label"));
    }
    if ((!parts.weights.empty() && parts.weights.values.size() != rows) ||
        (!parts.successes.empty() && (parts.successes.size() != rows || columns != 1))) {
        return malformed(counted(rows, "row") + " of scores but " +
                         counted(parts.weights.values.size(), "weight") + " and " +
                         counted(parts.successes.size(), "count") + " of successes");
    }
    const std::size_t memberships = parts.form == PredictionForm::MultiLabel ? rows * columns : 0;
    if (parts.memberships.size() != memberships) {
        return malformed(counted(rows, "row") + " of scores but " +
                         counted(parts.memberships.size(), "membership") + " of classes");
    }
    const bool fits = hasOneColumn(parts.form) ? columns == 1
                                               : columns >= 2 && parts.classNames.size() == columns;
    if (fits) return {};
    return malformed(counted(columns, "score column") + " and " +
                     counted(parts.classNames.size(), "class name"));
}

/// Moves the cells of row `from` to row `to`.
template <typename T>
void moveRow(std::vector<T>& cells, std::size_t columns, std::size_t from, std::size_t to) {
    std::copy_n(cells.begin() + static_cast<std::ptrdiff_t>(from * columns), columns,
                cells.begin() + static_cast<std::ptrdiff_t>(to * columns));
}

/// Returns the usable rows with both successes and failures.
std::vector<std::size_t> rowsToSplit(const PredictionParts& parts,
                                     const std::vector<UnusableRow>& unusable) {
    std::vector<std::size_t> out;
    auto next = unusable.begin();
    for (std::size_t row = 0; row < parts.successes.size(); ++row) {
        if (next != unusable.end() && next->row == row) {
            ++next;
        } else if (parts.successes[row] > 0 && parts.successes[row] < parts.weights.at(row)) {
            out.push_back(row);
        }
    }
    return out;
}

/// Removes the unusable rows from all parts.
template <typename T>
void removeRows(const std::vector<UnusableRow>& unusable, std::vector<T>& values,
                PredictionParts& parts, ClassCodes& predicted) {
    const std::size_t rows = parts.labels.size();
    const auto closeGaps = [&](auto& cells) {
        if (cells.empty()) return;
        const std::size_t columns = cells.size() / rows;
        std::size_t kept = 0;
        auto next = unusable.begin();
        for (std::size_t row = 0; row < rows; ++row) {
            if (next != unusable.end() && next->row == row) {
                ++next;
                continue;
            }
            if (kept != row) moveRow(cells, columns, row, kept);
            ++kept;
        }
        cells.resize(kept * columns);
    };
    closeGaps(values);
    closeGaps(parts.labels);
    closeGaps(parts.memberships);
    closeGaps(parts.weights.values);
    closeGaps(parts.weights.counts);
    closeGaps(parts.weights.squares);
    closeGaps(parts.successes);
    predicted.visit(closeGaps);
}

/// Replaces each row of trials by a row of successes and a row of failures; drops those without
/// trials.
template <typename T>
void splitTrials(std::vector<T>& values, PredictionParts& parts) {
    std::vector<T> scores;
    std::vector<double> weights;
    std::vector<std::int32_t> labels;
    const auto add = [&](std::size_t row, std::int32_t label, double trials) {
        if (trials == 0) return;
        scores.push_back(values[row]);
        weights.push_back(trials);
        labels.push_back(label);
    };
    for (std::size_t row = 0; row < parts.successes.size(); ++row) {
        add(row, 1, parts.successes[row]);
        add(row, 0, parts.weights.at(row) - parts.successes[row]);
    }
    values = std::move(scores);
    parts.weights.values = std::move(weights);
    parts.labels = std::move(labels);
}

}  // namespace

double RowWeights::total(std::size_t rows) const {
    if (values.empty()) return static_cast<double>(rows);
    return std::accumulate(values.begin(), values.end(), 0.0);
}

void RowWeights::scaleToMeanOne() {
    double observations = 0;
    for (std::size_t row = 0; row < values.size(); ++row)
        observations += countAt(row);
    const double mean = total(values.size()) / observations;
    for (double& w : values)
        w /= mean;
    for (double& square : squares)
        square = square / mean / mean;
    unit *= mean;
}

void RowWeights::append(const RowWeights& other, std::size_t row) {
    if (!other.empty()) values.push_back(other.values[row]);
    if (!other.counts.empty()) counts.push_back(other.counts[row]);
    if (!other.squares.empty()) squares.push_back(other.squares[row]);
}

double RowWeights::effectiveCount(std::size_t rows) const {
    const double sum = total(rows);
    if (values.empty() || kind == WeightKind::Counts) return sum;
    double squared = 0;
    for (std::size_t row = 0; row < rows; ++row)
        squared += varianceAt(row);
    return sum * sum / squared;
}

std::size_t RowWeights::observations(std::size_t rows) const {
    if (kind == WeightKind::Counts) return static_cast<std::size_t>(std::llround(total(rows)));
    if (counts.empty()) return rows;
    return static_cast<std::size_t>(std::accumulate(counts.begin(), counts.end(), 0.0));
}

ScoreMatrix::ScoreMatrix(Values values, std::size_t columns)
    : m_values(std::move(values)),
      m_rows(columns == 0 ? 0
                          : std::visit([](const auto& v) { return v.size(); }, m_values) / columns),
      m_columns(columns) {}

Result<CheckedPredictions> Predictions::make(PredictionParts parts,
                                             const ParallelFor& parallelFor) {
    if (auto done = checkSizes(parts); !done) return done.error();
    const std::size_t columns = parts.scores.columns();
    ScoreMatrix::Values values = std::move(parts.scores).takeValues();
    if (parts.kind == ScoreKind::Percent) {
        values = hundredths(std::move(values));
        parts.kind = ScoreKind::Probability;
    }
    const std::size_t rows = parts.labels.size();
    const std::size_t classes = codedClasses(parts.form, columns);
    ClassCodes predicted(rows, classes, parallelFor);
    const Partition split{rows, kScoresAtOnce / columns + 1};
    std::vector<RowValidation> validations(split.parts());
    std::visit(
        [&](auto& v) {
            parallelFor(validations.size(), [&](std::size_t part) {
                validations[part] = validateRows(std::span(v), parts, split.begin(part),
                                                 split.end(part), predicted);
            });
        },
        values);

    CheckedPredictions checked{Predictions(), {}, {}, 0, 0};
    Predictions& predictions = checked.predictions;
    for (const RowValidation& validation : validations) {
        checked.unusable.insert(checked.unusable.end(), validation.unusable.begin(),
                                validation.unusable.end());
        checked.clamped += validation.clamped;
        checked.roundedSums += validation.roundedSums;
        predictions.m_tiedRows += validation.tiedRows;
    }
    checked.split = rowsToSplit(parts, checked.unusable);
    std::visit(
        [&](auto& v) {
            if (!checked.unusable.empty()) removeRows(checked.unusable, v, parts, predicted);
            if (!parts.successes.empty()) splitTrials(v, parts);
        },
        values);
    predictions.m_form = parts.form;
    predictions.m_kind = parts.kind;
    predictions.m_scores = ScoreMatrix(std::move(values), columns);
    predictions.m_labels = ClassCodes(parts.labels.size(), classes, parallelFor);
    for (std::size_t row = 0; row < parts.labels.size(); ++row)
        predictions.m_labels.set(row, static_cast<std::size_t>(parts.labels[row]));
    predictions.m_predicted = std::move(predicted);
    predictions.m_memberships = std::move(parts.memberships);
    predictions.m_classNames =
        std::make_shared<const std::vector<std::string>>(std::move(parts.classNames));
    predictions.m_weights = std::move(parts.weights);
    if (!parts.successes.empty()) predictions.predict();
    predictions.countCorrect();
    return checked;
}

template <typename Rows>
Predictions Predictions::withRows(const Rows& rows) const {
    const std::size_t columns = m_scores.columns();
    const auto selected = [&](const auto& all, std::size_t width) {
        std::vector<std::remove_cvref_t<decltype(all[0])>> out;
        out.reserve(rows.size() * width);
        for (const std::size_t row : rows) {
            const auto begin = all.begin() + static_cast<std::ptrdiff_t>(row * width);
            out.insert(out.end(), begin, begin + static_cast<std::ptrdiff_t>(width));
        }
        return out;
    };
    Predictions out;
    out.m_form = m_form;
    out.m_kind = m_kind;
    out.m_scores = m_scores.visit([&](auto values) {
        return ScoreMatrix(ScoreMatrix::Values(selected(values, columns)), columns);
    });
    out.m_labels = out.emptyCodes(rows.size());
    std::size_t i = 0;
    for (const std::size_t row : rows)
        out.m_labels.set(i++, m_labels[row]);
    if (!m_memberships.empty()) out.m_memberships = selected(m_memberships, columns);
    out.m_classNames = m_classNames;
    out.m_weights = m_weights.subset(rows);
    out.predict();
    out.countCorrect();
    return out;
}

Predictions Predictions::subset(std::span<const std::size_t> rows) const {
    return withRows(rows);
}

Predictions Predictions::subset(const RowSet& rows) const {
    return withRows(rows);
}

void Predictions::countCorrect() {
    double correct = 0, all = 0;
    for (std::size_t row = 0; row < rows(); ++row) {
        const double weight = m_weights.at(row);
        all += weight;
        if (isCorrect(row)) correct += weight;
    }
    m_accuracy = all > 0 ? correct / all : 0;
}

void Predictions::predict() {
    m_predicted = emptyCodes(rows());
    double tied = 0;
    const std::size_t columns = m_scores.columns();
    m_scores.visit([&](auto values) {
        for (std::size_t row = 0; row < rows(); ++row) {
            const auto found = predictedBy(values.subspan(row * columns, columns), m_form, m_kind);
            m_predicted.set(row, found.place);
            if (found.isShared) tied += m_weights.countAt(row);
        }
    });
    m_tiedRows = static_cast<std::size_t>(std::llround(tied));
}

std::optional<std::size_t> Predictions::classCount() const {
    if (m_form == PredictionForm::Confidence && m_classNames->empty()) return std::nullopt;
    return m_classNames->size();
}

Result<void> Predictions::checkTemperature() const {
    if (m_form == PredictionForm::MultiLabel) {
        return undefined(
            "it needs classes that exclude each other, but here a row may belong to "
            "several");
    }
    if (m_form != PredictionForm::Confidence || classCount() == 2) return {};
    return undefined(
        "it needs the scores of all classes, but the file holds only the confidence of "
        "the predicted one");
}

}  // namespace diagonal
