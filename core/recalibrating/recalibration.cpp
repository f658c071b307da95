// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/recalibration.h"

#include <algorithm>
#include <numeric>

#include "core/base/random_numbers.h"
#include "core/base/text.h"
#include "core/recalibrating/class_rows.h"
#include "core/recalibrating/map_application.h"
#include "core/recalibrating/map_fit.h"

namespace diagonal {
namespace {

/// Splits the row indices into `parts` random piles, stratified by label; each pile is ascending.
std::vector<std::vector<std::size_t>> stratifiedSplit(const Predictions& predictions,
                                                      std::size_t parts, std::uint64_t seed) {
    std::vector<std::size_t> rows(predictions.rows());
    std::iota(rows.begin(), rows.end(), 0U);
    RandomNumbers random(seed);
    for (std::size_t i = rows.size(); i > 1; --i)
        std::swap(rows[i - 1], rows[random.below(i)]);
    std::ranges::stable_sort(rows, {}, [&](std::size_t row) { return predictions.label(row); });
    std::vector<std::vector<std::size_t>> folds(parts);
    for (std::size_t i = 0; i < rows.size(); ++i)
        folds[i % parts].push_back(rows[i]);
    for (auto& pile : folds)
        std::ranges::sort(pile);
    return folds;
}

std::vector<std::size_t> allBut(const std::vector<std::vector<std::size_t>>& folds,
                                std::size_t left) {
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < folds.size(); ++i) {
        if (i != left) rows.insert(rows.end(), folds[i].begin(), folds[i].end());
    }
    std::ranges::sort(rows);
    return rows;
}

std::shared_ptr<const Dataset> rowsOf(const Dataset& dataset,
                                      const std::vector<std::size_t>& rows) {
    Dataset part{dataset.predictions.subset(rows), dataset.summary, dataset.groups};
    part.summary.rows = part.predictions.weights().observations(rows.size());
    for (GroupColumn& column : part.groups) {
        std::vector<std::int32_t> codes;
        codes.reserve(rows.size());
        for (const std::size_t row : rows)
            codes.push_back(column.codes[row]);
        column.codes = std::move(codes);
    }
    return std::make_shared<const Dataset>(std::move(part));
}

std::shared_ptr<const Dataset> withPredictions(const Dataset& dataset, Predictions predictions) {
    Dataset out{std::move(predictions), dataset.summary, dataset.groups};
    out.summary.scores = ScoreKind::Probability;
    std::erase_if(out.summary.notes,
                  [](const Note& note) { return note.scope == NoteScope::GivenScores; });
    return std::make_shared<const Dataset>(std::move(out));
}

Result<Recalibration> withMap(std::shared_ptr<const Dataset> dataset, CalibrationMap map,
                              FitRows rows) {
    auto predictions = applied(map, dataset->predictions);
    if (!predictions) return predictions.error();
    auto after = withPredictions(*dataset, std::move(predictions).value());
    return Recalibration{std::move(map), rows, std::move(dataset), std::move(after)};
}

Error tooFewRows(std::size_t rows, std::size_t parts) {
    return {ErrorKind::Undefined, counted(rows, "row") + " cannot be split into " +
                                      counted(parts, "part") + "; fit the map on another file"};
}

constexpr std::size_t kHalves = 2;

std::vector<std::vector<std::size_t>> halvesOf(const Predictions& predictions, std::uint64_t seed) {
    return stratifiedSplit(predictions, kHalves, seed);
}

/// Cross-validates: calibrates every row with the map fitted on the other folds, and keeps the row
/// order.
Result<Recalibration> crossValidated(std::shared_ptr<const Dataset> dataset,
                                     const RecalibrationChoice& choice,
                                     const Execution& execution) {
    const Predictions& all = dataset->predictions;
    if (all.rows() < 2 * choice.folds) return tooFewRows(all.rows(), choice.folds);
    const std::size_t columns = all.scores().columns();
    const auto folds = stratifiedSplit(all, choice.folds, choice.seed);
    std::vector<double> scores(all.rows() * columns);
    for (std::size_t fold = 0; fold < folds.size(); ++fold) {
        const auto map =
            fitMap(choice.kind, all.subset(allBut(folds, fold)), choice.level, execution);
        if (!map) return map.error();
        const auto held = applied(map.value(), all.subset(folds[fold]));
        if (!held) return held.error();
        for (std::size_t i = 0; i < folds[fold].size(); ++i) {
            for (std::size_t k = 0; k < columns; ++k)
                scores[folds[fold][i] * columns + k] = held.value().scores().at(i, k);
        }
    }
    auto made = withProbabilities(all, std::move(scores));
    if (!made) return made.error();
    auto map = fittedMap(*dataset, nullptr, choice, execution);
    if (!map) return map.error();
    auto after = withPredictions(*dataset, std::move(made).value());
    return Recalibration{std::move(map).value(), FitRows::Folds, std::move(dataset),
                         std::move(after)};
}

}  // namespace

Result<Recalibration> recalibrated(std::shared_ptr<const Dataset> dataset, const Dataset* other,
                                   const RecalibrationChoice& choice, const Execution& execution) {
    if (choice.rows == FitRows::Folds) return crossValidated(std::move(dataset), choice, execution);
    auto map = fittedMap(*dataset, other, choice, execution);
    if (!map) return map.error();
    if (choice.rows == FitRows::Half) {
        dataset = rowsOf(*dataset, halvesOf(dataset->predictions, choice.seed)[1]);
    }
    return withMap(std::move(dataset), std::move(map).value(), choice.rows);
}

Result<CalibrationMap> fittedMap(const Dataset& dataset, const Dataset* other,
                                 const RecalibrationChoice& choice, const Execution& execution) {
    const Dataset& source = choice.rows == FitRows::Other ? *other : dataset;
    const Predictions* predictions = &source.predictions;
    std::optional<Predictions> half;
    if (choice.rows == FitRows::Half) {
        if (predictions->rows() < 2 * kHalves) return tooFewRows(predictions->rows(), kHalves);
        half = predictions->subset(halvesOf(*predictions, choice.seed)[0]);
        predictions = &*half;
    }
    auto map = fitMap(choice.kind, *predictions, choice.level, execution);
    if (!map) return inFile(map.error(), source.summary.file);
    map.value().fittedOn = source.summary.file + (half ? ", a random half" : "");
    return map;
}

Result<Recalibration> recalibrated(std::shared_ptr<const Dataset> dataset,
                                   const CalibrationMap& map) {
    return withMap(std::move(dataset), map, FitRows::Other);
}

}  // namespace diagonal
