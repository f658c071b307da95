// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/recalibration.h"

#include <algorithm>
#include <cstdint>
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

/// Returns how many rows have each label.
std::vector<std::size_t> rowsOfLabels(const Predictions& predictions) {
    std::vector<std::size_t> rows(codedClasses(predictions.form(), predictions.scores().columns()));
    for (std::size_t row = 0; row < predictions.rows(); ++row)
        ++rows[predictions.label(row)];
    return rows;
}

/// The part that each row belongs to.
using PartOfRow = std::vector<std::uint32_t>;

/// Splits rows at random into parts, stratified by label.
PartOfRow stratifiedSplit(const Predictions& predictions, std::size_t parts, std::uint64_t seed) {
    std::vector<std::size_t> next = rowsOfLabels(predictions);
    std::exclusive_scan(next.begin(), next.end(), next.begin(), std::size_t{0});
    PartOfRow partOf(predictions.rows());
    for (const std::size_t row : shuffled(predictions.rows(), seed))
        partOf[row] = static_cast<std::uint32_t>(next[predictions.label(row)]++ % parts);
    return partOf;
}

/// As stratifiedSplit(), but keeps the rows of each cluster together: the largest clusters first,
/// each goes where its classes are rarest. Each part gets a cluster if there are as many.
PartOfRow clusteredSplit(const Predictions& predictions, const GroupColumn& clusters,
                         std::size_t parts, std::uint64_t seed) {
    std::vector<std::vector<std::size_t>> members(clusters.values.size());
    for (std::size_t row = 0; row < clusters.codes.size(); ++row)
        members[static_cast<std::size_t>(clusters.codes[row])].push_back(row);
    std::vector<std::size_t> order = shuffled(members.size(), seed);
    std::ranges::stable_sort(order, std::greater<>(),
                             [&](std::size_t cluster) { return members[cluster].size(); });
    const std::vector<std::size_t> all = rowsOfLabels(predictions);
    const std::vector<double> rowsOfLabel(all.begin(), all.end());
    std::vector<std::vector<double>> taken(parts, std::vector<double>(all.size()));
    std::vector<std::size_t> sizes(parts);
    PartOfRow partOf(predictions.rows());
    for (const std::size_t cluster : order) {
        std::size_t best = 0;
        std::pair<double, std::size_t> least{std::numeric_limits<double>::infinity(), 0};
        for (std::size_t part = 0; part < parts; ++part) {
            double alike = 0;
            for (const std::size_t row : members[cluster])
                alike += taken[part][predictions.label(row)] / rowsOfLabel[predictions.label(row)];
            const std::pair cost(alike, sizes[part]);
            if (cost < least) {
                least = cost;
                best = part;
            }
        }
        sizes[best] += members[cluster].size();
        for (const std::size_t row : members[cluster]) {
            ++taken[best][predictions.label(row)];
            partOf[row] = static_cast<std::uint32_t>(best);
        }
    }
    return partOf;
}

/// Splits the rows of a dataset into random parts, whole clusters where there are clusters.
PartOfRow split(const Dataset& dataset, std::size_t parts, std::uint64_t seed) {
    return dataset.clusters ? clusteredSplit(dataset.predictions, *dataset.clusters, parts, seed)
                            : stratifiedSplit(dataset.predictions, parts, seed);
}

/// Returns the rows of a part or, unless `isIn`, of all others, in ascending order.
std::vector<std::size_t> rowsOf(const PartOfRow& partOf, std::size_t part, bool isIn = true) {
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < partOf.size(); ++row) {
        if ((partOf[row] == part) == isIn) rows.push_back(row);
    }
    return rows;
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

/// Returns the rows of one of two random halves.
std::vector<std::size_t> halfOf(const Dataset& dataset, std::size_t half, std::uint64_t seed) {
    return rowsOf(split(dataset, kHalves, seed), half);
}

/// Cross-validates: calibrates every row with the map fitted on the other folds, and keeps the row
/// order.
Result<Recalibration> crossValidated(std::shared_ptr<const Dataset> dataset,
                                     const RecalibrationChoice& choice,
                                     const Execution& execution) {
    const Predictions& all = dataset->predictions;
    if (auto error = tooFewToSplit(*dataset, choice.folds, 2)) return std::move(*error);
    const std::size_t columns = all.scores().columns();
    const PartOfRow foldOf = split(*dataset, choice.folds, choice.seed);
    std::vector<double> scores(all.rows() * columns);
    for (std::size_t fold = 0; fold < choice.folds; ++fold) {
        const auto map = fitMap(choice.kind, all.subset(rowsOf(foldOf, fold, false)), choice.level,
                                execution, choice.zeroRows, ofClassOne(*dataset, choice.shift));
        if (!map) return map.error();
        const std::vector<std::size_t> rows = rowsOf(foldOf, fold);
        const auto held = applied(map.value(), all.subset(rows));
        if (!held) return held.error();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            for (std::size_t k = 0; k < columns; ++k)
                scores[rows[i] * columns + k] = held.value().scores().at(i, k);
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
            dataset->subset(RowSet(halfOf(*dataset, 1, choice.seed))));
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
        rows = halfOf(dataset, 0, choice.seed);
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
