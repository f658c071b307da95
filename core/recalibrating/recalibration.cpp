// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/recalibration.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>

#include "core/base/random_numbers.h"
#include "core/base/text.h"
#include "core/predictions/row_clusters.h"
#include "core/recalibrating/class_rows.h"
#include "core/recalibrating/map_application.h"
#include "core/recalibrating/map_fit.h"
#include "core/recalibrating/temperature/temperature_sandwich.h"

namespace diagonal {
namespace {

/// Returns the numbers from 0 to n - 1 in random order.
std::vector<std::size_t> shuffled(std::size_t n, std::uint64_t seed) {
    std::vector<std::size_t> numbers(n);
    std::iota(numbers.begin(), numbers.end(), 0U);
    RandomNumbers random(seed);
    for (std::size_t i = n; i > 1; --i)
        std::swap(numbers[i - 1], numbers[random.below(i)]);
    return numbers;
}

/// Splits the row indices into `parts` random piles, stratified by label; each pile is ascending.
std::vector<std::vector<std::size_t>> stratifiedSplit(const Predictions& predictions,
                                                      std::size_t parts, std::uint64_t seed) {
    std::vector<std::size_t> rows = shuffled(predictions.rows(), seed);
    std::ranges::stable_sort(rows, {}, [&](std::size_t row) { return predictions.label(row); });
    std::vector<std::vector<std::size_t>> folds(parts);
    for (std::size_t i = 0; i < rows.size(); ++i)
        folds[i % parts].push_back(rows[i]);
    for (auto& pile : folds)
        std::ranges::sort(pile);
    return folds;
}

/// As stratifiedSplit(), but keeps the rows of each cluster together: the largest clusters first,
/// each goes where its classes are rarest. Each pile gets a cluster if there are as many.
std::vector<std::vector<std::size_t>> clusteredSplit(const Predictions& predictions,
                                                     const GroupColumn& clusters, std::size_t parts,
                                                     std::uint64_t seed) {
    std::vector<std::vector<std::size_t>> members(clusters.values.size());
    for (std::size_t row = 0; row < clusters.codes.size(); ++row)
        members[static_cast<std::size_t>(clusters.codes[row])].push_back(row);
    std::vector<std::size_t> order = shuffled(members.size(), seed);
    std::ranges::stable_sort(order, std::greater<>(),
                             [&](std::size_t cluster) { return members[cluster].size(); });
    const std::size_t classes = predictions.classNames().size() + 2;  // confidences have none
    std::vector<double> rowsOfClass(classes);
    for (std::size_t row = 0; row < predictions.rows(); ++row)
        ++rowsOfClass[predictions.label(row)];
    std::vector<std::vector<double>> taken(parts, std::vector<double>(classes));
    std::vector<std::vector<std::size_t>> folds(parts);
    for (const std::size_t cluster : order) {
        std::size_t best = 0;
        std::pair<double, std::size_t> least{std::numeric_limits<double>::infinity(), 0};
        for (std::size_t part = 0; part < parts; ++part) {
            double alike = 0;
            for (const std::size_t row : members[cluster])
                alike += taken[part][predictions.label(row)] / rowsOfClass[predictions.label(row)];
            const std::pair cost(alike, folds[part].size());
            if (cost < least) {
                least = cost;
                best = part;
            }
        }
        for (const std::size_t row : members[cluster]) {
            ++taken[best][predictions.label(row)];
            folds[best].push_back(row);
        }
    }
    for (auto& pile : folds)
        std::ranges::sort(pile);
    return folds;
}

/// Splits the rows of a dataset into random piles, whole clusters where there are clusters.
std::vector<std::vector<std::size_t>> split(const Dataset& dataset, std::size_t parts,
                                            std::uint64_t seed) {
    return dataset.clusters ? clusteredSplit(dataset.predictions, *dataset.clusters, parts, seed)
                            : stratifiedSplit(dataset.predictions, parts, seed);
}

/// Returns why a dataset cannot be split so that each part holds `least` rows; none if it can.
std::optional<Error> tooFewToSplit(const Dataset& dataset, std::size_t parts, std::size_t least) {
    const auto error = [&](std::string units) {
        return undefined(std::move(units) + " cannot be split into " + counted(parts, "part") +
                         "; fit the map on another file");
    };
    const std::size_t rows = dataset.predictions.rows();
    if (rows < least * parts) return error(counted(rows, "row"));
    if (!dataset.clusters) return std::nullopt;
    std::vector<char> isThere(dataset.clusters->values.size());
    for (const std::int32_t code : dataset.clusters->codes)
        isThere[static_cast<std::size_t>(code)] = 1;
    const auto clusters = static_cast<std::size_t>(std::ranges::count(isThere, 1));
    if (clusters < parts) return error(counted(clusters, "cluster"));
    return std::nullopt;
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

std::shared_ptr<const Dataset> recalibratedRows(const Dataset& dataset, Predictions predictions,
                                                MapKind map) {
    Dataset out = dataset.withPredictions(std::move(predictions));
    out.summary.scores = ScoreKind::Probability;
    out.summary.model = nameAfterMap(out.summary.model, map);
    std::erase_if(out.summary.notes,
                  [](const Note& note) { return note.scope == NoteScope::GivenScores; });
    return std::make_shared<const Dataset>(std::move(out));
}

Result<Recalibration> withMap(std::shared_ptr<const Dataset> dataset, CalibrationMap map,
                              FitRows rows) {
    auto predictions = applied(map, dataset->predictions);
    if (!predictions) return predictions.error();
    auto after = recalibratedRows(*dataset, std::move(predictions).value(), map.kind);
    return Recalibration{std::move(map), rows, std::move(dataset), std::move(after)};
}

/// Returns a shift, which is stated for the positive class, as one of class 1.
std::optional<PrevalenceShift> ofClassOne(const Dataset& dataset,
                                          std::optional<PrevalenceShift> shift) {
    if (!shift || dataset.summary.positiveClass.value_or(1) == 1) return shift;
    shift->trained = 1 - shift->trained;
    if (shift->present) shift->present = 1 - *shift->present;
    return shift;
}

constexpr std::size_t kHalves = 2;

std::vector<std::vector<std::size_t>> halvesOf(const Dataset& dataset, std::uint64_t seed) {
    return split(dataset, kHalves, seed);
}

/// Cross-validates: calibrates every row with the map fitted on the other folds, and keeps the row
/// order.
Result<Recalibration> crossValidated(std::shared_ptr<const Dataset> dataset,
                                     const RecalibrationChoice& choice,
                                     const Execution& execution) {
    const Predictions& all = dataset->predictions;
    if (auto error = tooFewToSplit(*dataset, choice.folds, 2)) return std::move(*error);
    const std::size_t columns = all.scores().columns();
    const auto folds = split(*dataset, choice.folds, choice.seed);
    std::vector<double> scores(all.rows() * columns);
    for (std::size_t fold = 0; fold < folds.size(); ++fold) {
        const auto map = fitMap(choice.kind, all.subset(allBut(folds, fold)), choice.level,
                                execution, choice.zeroRows, ofClassOne(*dataset, choice.shift));
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
    auto after = recalibratedRows(*dataset, std::move(made).value(), choice.kind);
    return Recalibration{std::move(map).value(), FitRows::Folds, std::move(dataset),
                         std::move(after), choice.folds};
}

/// Refuses cells, which hold no rows to fit or to calibrate.
Result<void> checkRows(const Dataset& dataset) {
    return requireRows(dataset.summary, "calibration maps need individual rows",
                       ". Save a sample of the rows to fit on");
}

}  // namespace

std::string nameAfterMap(const std::string& model, MapKind map) {
    return model + (model.empty() ? "" : ", ") + "after " +
           lowerCase(std::string(mapDefinition(map).name));
}

Result<Recalibration> recalibrated(std::shared_ptr<const Dataset> dataset, const Dataset* other,
                                   const RecalibrationChoice& choice, const Execution& execution) {
    if (auto can = checkRows(*dataset); !can) return can.error();
    if (choice.isStated()) {
        auto stated = fittedMap(*dataset, dataset.get(), choice, execution);
        if (!stated) return stated.error();
        return withMap(std::move(dataset), std::move(stated).value(), FitRows::Other);
    }
    if (choice.rows == FitRows::Folds) return crossValidated(std::move(dataset), choice, execution);
    auto map = fittedMap(*dataset, other, choice, execution);
    if (!map) return map.error();
    if (choice.rows == FitRows::Half) {
        dataset = std::make_shared<const Dataset>(
            dataset->subset(RowSet(halvesOf(*dataset, choice.seed)[1])));
    }
    return withMap(std::move(dataset), std::move(map).value(), choice.rows);
}

Result<CalibrationMap> fittedMap(const Dataset& dataset, const Dataset* other,
                                 const RecalibrationChoice& choice, const Execution& execution) {
    const Dataset& source = choice.rows == FitRows::Other ? *other : dataset;
    if (auto can = checkRows(source); !can) return can.error();
    const Predictions* predictions = &source.predictions;
    std::optional<Predictions> half;
    std::vector<std::size_t> rows;  // of the half; empty: all
    if (choice.rows == FitRows::Half) {
        if (auto error = tooFewToSplit(dataset, kHalves, 2)) return std::move(*error);
        rows = halvesOf(dataset, choice.seed)[0];
        half = predictions->subset(rows);
        predictions = &*half;
    }
    auto map = fitMap(choice.kind, *predictions, choice.level, execution, choice.zeroRows,
                      ofClassOne(source, choice.shift));
    if (!map) return inFile(map.error(), source.summary.file);
    if (map.value().temperature) {
        std::optional<RowClusters> clusters;
        if (source.clusters)
            clusters = half ? clustersOf(*source.clusters, rows) : clustersOf(*source.clusters);
        widenBySandwich(clusters ? &*clusters : nullptr, *predictions, choice.level, execution,
                        *map.value().temperature);
    }
    if (source.clusters) map.value().shiftInterval.reset();  // it holds for independent rows
    map.value().fittedOn = source.summary.file + (half ? ", a random half" : "");
    if (choice.isStated()) map.value().fittedOn = "no rows (both prevalences are stated)";
    return map;
}

Result<Recalibration> recalibrated(std::shared_ptr<const Dataset> dataset,
                                   const CalibrationMap& map) {
    if (auto can = checkRows(*dataset); !can) return can.error();
    return withMap(std::move(dataset), map, FitRows::Other);
}

}  // namespace diagonal
