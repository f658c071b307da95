// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selecting/row_list.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "core/base/large_vector.h"
#include "core/base/text.h"
#include "core/measuring/outcomes.h"
#include "core/measuring/scores/scores.h"
#include "core/numerics/parallel_sort.h"
#include "core/reporting/analysis.h"
#include "core/selecting/row_columns.h"

namespace diagonal {
namespace {

/// The place of a row in a list: `hi` is its confidence and outcome, `lo` the row.
using Place = hwy::uint128_t;

constexpr std::uint64_t kRight = std::uint64_t{1} << 63;

bool isWrong(const Place& place) {
    return (place.hi & kRight) == 0;
}

/// Places rows by their outcomes in a view.
class Placing {
public:
    Placing(const Predictions& predictions, const View& view)
        : m_predictions(predictions),
          m_isTop(view.isTopLabel()),
          m_isOfTwo(!m_isTop && predictions.classCount() == 2U) {}

    Place operator()(std::size_t row, double confidence, bool isCorrect) const {
        const double c = std::abs(confidence);  // of -0, too
        // Doubles from 0 to 1 compare like their bits, of which the highest is zero.
        const auto doubt = std::bit_cast<std::uint64_t>(m_isOfTwo ? std::min(c, 1 - c) : 1 - c);
        const bool isRight = m_isTop ? isCorrect : isRightAs(m_predictions, row, isCorrect);
        return {row, (isRight ? kRight : 0U) | doubt};
    }

private:
    const Predictions& m_predictions;
    bool m_isTop;
    bool m_isOfTwo;
};

/// Threads that add to neighbouring parts do not wait for each other's cache lines.
constexpr std::size_t kCacheLine = 64;

/// Keeps the first of many places and counts all.
class alignas(kCacheLine) FirstPlaces {
public:
    /// Counts a row that is right or wrong, if its place cannot be among the first. Requires rows
    /// in ascending order.
    bool skip(double raw, bool isRight) {
        const Interval& skipped = m_skipped[isRight ? 1 : 0];
        if (!(raw >= skipped.lower && raw <= skipped.upper)) return false;
        ++m_count;
        m_wrong += isRight ? 0U : 1U;
        return true;
    }

    /// Says which raw confidences skip() skips.
    void skipBy(const RawConfidences& confidences, const View& view) {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        constexpr Interval all{-infinity, infinity};
        constexpr Interval none{infinity, -infinity};
        if (m_last.hi == m_skippedAfter) return;
        m_skippedAfter = m_last.hi;
        const bool isLastRight = !isWrong(m_last);
        const auto doubt = std::bit_cast<double>(m_last.hi & ~kRight);
        // A row of the same place and no doubt comes later.
        Interval skipped =
            doubt > 0 ? Interval{-infinity, confidences.surelyBelow(1 - doubt)} : all;
        if (doubt > 0 && !view.isTopLabel()) skipped.lower = confidences.surelyAbove(doubt);
        m_skipped = isLastRight ? std::array{none, skipped} : std::array{skipped, all};
    }

    void add(const Place& place, std::size_t most) {
        ++m_count;
        m_wrong += isWrong(place) ? 1U : 0U;
        if (!(place < m_last)) return;
        m_places.push_back(place);
        if (m_places.size() >= 2 * most) drop(most);
    }

    /// Counts others, too, and keeps the first `most` of all.
    void add(const FirstPlaces& others, std::size_t most) {
        m_count += others.m_count;
        m_wrong += others.m_wrong;
        m_places.insert(m_places.end(), others.m_places.begin(), others.m_places.end());
        if (m_places.size() > most) drop(most);
    }

    /// Returns the first places in their order.
    std::vector<Place> places() && {
        std::ranges::sort(m_places, std::less());
        return std::move(m_places);
    }

    std::size_t count() const { return m_count; }
    std::size_t wrong() const { return m_wrong; }

private:
    void drop(std::size_t most) {
        const auto last = m_places.begin() + static_cast<std::ptrdiff_t>(most) - 1;
        std::nth_element(m_places.begin(), last, m_places.end());
        m_last = *last;
        m_places.resize(most);
    }

    std::vector<Place> m_places;
    Place m_last = {~std::uint64_t{0}, ~std::uint64_t{0}};  ///< those after it are not kept
    std::size_t m_count = 0;
    std::size_t m_wrong = 0;
    std::array<Interval, 2> m_skipped = {Interval{1, -1}, Interval{1, -1}};  ///< of wrong and right
    std::uint64_t m_skippedAfter = ~std::uint64_t{0};
};

/// Adds the rows that fulfil conditions to the first places of their part.
Result<void> addFirst(const Dataset& dataset, const View& view, double temperature,
                      const RowConditions& conditions, const Partition& parts,
                      const Execution& execution, std::vector<FirstPlaces>& found,
                      std::size_t most) {
    const Predictions& predictions = dataset.predictions;
    const Placing placeOf(predictions, view);
    if (!RawConfidences::areKnown(predictions, temperature)) {
        const auto add = [&](std::size_t part, std::size_t begin, const RowOutcomes& outcomes,
                             std::span<const std::uint32_t> matches) {
            for (const std::uint32_t i : matches) {
                const std::size_t row = begin + i;
                found[part].add(placeOf(row, outcomes.confidences[i], outcomes.correct[i] != 0),
                                most);
            }
        };
        return forEachRunOfMatches(dataset, view, temperature, conditions, parts, execution, add);
    }
    const RawConfidences confidences(predictions, view, temperature);
    const auto add = [&](std::size_t part, const SkimmedRun& run) {
        FirstPlaces& first = found[part];
        for (const std::uint32_t i : run.matches) {
            const std::size_t row = run.begin + i;
            if (first.skip(run.raw[i], predictions.isCorrect(row))) continue;
            const RowOutcomes& outcome = run.measurer.measure(row, 1);
            first.add(placeOf(row, outcome.confidences[0], outcome.correct[0] != 0), most);
            first.skipBy(confidences, view);
        }
    };
    return skimMatches(dataset, view, temperature, conditions, parts, execution, confidences, add);
}

/// Returns the places of the rows that fulfil conditions, in ascending order of rows. Errors: those
/// of forEachRunOfMatches().
Result<std::vector<Place>> placesOfMatches(const Dataset& dataset, const View& view,
                                           double temperature, const RowConditions& conditions,
                                           const Execution& execution) {
    const Placing placeOf(dataset.predictions, view);
    const Partition parts = partsToSearch(dataset);
    struct alignas(kCacheLine) Part {
        std::vector<Place> places;
    };
    std::vector<Part> found(parts.parts());
    for (std::size_t part = 0; conditions.areNone() && part < parts.parts(); ++part)
        found[part].places.reserve(parts.end(part) - parts.begin(part));
    const auto add = [&](std::size_t part, std::size_t begin, const RowOutcomes& outcomes,
                         std::span<const std::uint32_t> matches) {
        std::vector<Place>& places = found[part].places;
        for (const std::uint32_t i : matches)
            places.push_back(placeOf(begin + i, outcomes.confidences[i], outcomes.correct[i] != 0));
    };
    const auto done =
        forEachRunOfMatches(dataset, view, temperature, conditions, parts, execution, add);
    if (!done) return done.error();
    std::size_t size = 0;
    for (const Part& part : found)
        size += part.places.size();
    std::vector<Place> all;
    reserveLarge(all, size);
    for (Part& part : found) {
        const std::vector<Place> places = std::exchange(part.places, {});  // its memory is freed
        all.insert(all.end(), places.begin(), places.end());
    }
    return all;
}

/// Returns a list of rows at their places.
RowList listOf(const std::shared_ptr<const Dataset>& dataset, const View& view, double temperature,
               const std::vector<Place>& places) {
    RowList list{dataset, view, temperature, {}};
    list.rows.reserve(places.size());
    for (const Place& place : places)
        list.rows.push_back(static_cast<std::uint32_t>(place.lo));
    return list;
}

}  // namespace

Result<RowList> listRows(const std::shared_ptr<const Dataset>& dataset, const View& view,
                         double temperature, const RowConditions& conditions,
                         const Execution& execution) {
    auto found = placesOfMatches(*dataset, view, temperature, conditions, execution);
    if (!found) return found.error();
    std::vector<Place>& places = found.value();
    sortPairs(places, execution.parallelFor);
    RowList list = listOf(dataset, view, temperature, places);
    list.wrong =
        static_cast<std::size_t>(std::ranges::partition_point(places, isWrong) - places.begin());
    return list;
}

Result<RowList> firstRows(const std::shared_ptr<const Dataset>& dataset, const View& view,
                          double temperature, const RowConditions& conditions, std::size_t most,
                          const Execution& execution) {
    const Partition parts = partsToSearch(*dataset);
    std::vector<FirstPlaces> found(parts.parts());
    const auto done =
        addFirst(*dataset, view, temperature, conditions, parts, execution, found, most);
    if (!done) return done.error();
    FirstPlaces first;
    for (const FirstPlaces& part : found)
        first.add(part, most);
    const auto [count, wrong] = std::pair(first.count(), first.wrong());
    RowList list = listOf(dataset, view, temperature, std::move(first).places());
    list.wrong = wrong;
    if (count > list.rows.size()) list.ofAll = count;
    return list;
}

RowConditions conditionsOfBin(const Report& report, std::size_t bin) {
    const Bin& rows = report.binned.bins[bin];
    // The confidences of cells are means of theirs.
    if (!rows.confidences || report.dataset.cells)
        return conditionsOfBins(report, rows.lower, rows.upper);
    return {.confidence = rows.confidences};
}

QueriedRows queriedRows(const RowConditions& conditions) {
    QueriedRows rows;
    if (const auto& range = conditions.confidence) {
        rows.lower = range->lower;
        rows.upper = range->upper;
    }
    rows.isLowerOpen = conditions.isLowerOpen;
    rows.isUpperOpen = conditions.isUpperOpen;
    rows.isCorrect = conditions.isCorrect;
    rows.label = conditions.label;
    rows.predicted = conditions.predicted;
    for (const GroupChoice& group : conditions.groups)
        rows.cells.push_back({group.column, "=", group.value});
    rows.cells.insert(rows.cells.end(), conditions.cells.begin(), conditions.cells.end());
    return rows;
}

RowConditions conditionsOfBins(const Report& report, double lower, double upper) {
    const std::vector<Bin>& bins = report.binned.bins;
    const BinningScheme scheme = report.binning.scheme;
    const bool areFixed = scheme == BinningScheme::EqualWidth || scheme == BinningScheme::Custom ||
                          report.dataset.cells.has_value();
    const auto isTouched = [&](const Bin& bin) {
        const bool isPoint = lower == upper;
        return isPoint ? bin.lower <= lower && lower <= bin.upper
                       : bin.lower < upper && lower < bin.upper;
    };
    const auto first = std::ranges::find_if(bins, isTouched);
    if (first == bins.end()) return {.confidence = Interval{lower, upper}};
    const auto last = std::find_if_not(first, bins.end(), isTouched) - 1;
    RowConditions conditions;
    conditions.confidence = Interval{first->lower, last->upper};
    if (!areFixed) {
        if (first->confidences) conditions.confidence->lower = first->confidences->lower;
        if (last->confidences) conditions.confidence->upper = last->confidences->upper;
        return conditions;
    }
    // The outermost edge is in its bin.
    const bool isRightClosed = report.binning.edgeRule == EdgeRule::RightClosed;
    conditions.isLowerOpen = isRightClosed && first != bins.begin();
    conditions.isUpperOpen = !isRightClosed && last + 1 != bins.end();
    return conditions;
}

std::optional<double> eceWithout(const RowList& list, const Report& report,
                                 const Execution& execution) {
    const Predictions& predictions = list.dataset->predictions;
    const bool isPart = !list.rows.empty() && list.rows.size() < predictions.rows();
    if (!isPart) return std::nullopt;
    auto packed = outcomesInRowOrder(predictions, report.view, report.temperature, execution);
    if (!packed) return std::nullopt;
    std::vector<std::uint8_t> isLeft(packed->size(), 1);
    for (const std::uint32_t row : list.rows)
        isLeft[row] = 0;
    const RowSet left = RowSet::marked(isLeft);
    auto kept = packed->begin();
    for (const std::size_t row : left)
        *kept++ = (*packed)[row];  // at `row` or before it
    packed->resize(left.size());
    const bool isByRow = report.binning.scheme == BinningScheme::Runs;
    const std::vector<std::uint64_t> inRowOrder = isByRow ? *packed : std::vector<std::uint64_t>();
    const SortedOutcomes outcomes(std::move(*packed), predictions.weights().subset(left),
                                  execution.parallelFor);
    return binnedErrors(binned(outcomes, report.binning, {}, inRowOrder)).ece;
}

std::optional<RowConditions> conditionsBeside(const RowConditions& listed, const View& view) {
    RowConditions conditions = forEveryModel(listed);
    conditions.predicted = listed.predicted;
    const bool isOfView =
        view.kind == View::Kind::OneVsRest && (conditions.label || conditions.predicted);
    return conditions.areNone() || isOfView ? std::nullopt : std::optional(conditions);
}

CurveBeside listedBeside(const RowConditions& conditions, const RowConditions& listed,
                         bool isFiltered, const ReliabilityCurve& curve) {
    const bool areListed = conditions == listed && !isFiltered;
    constexpr std::size_t mostOfLegend = 36;
    const std::string text = visibleText(conditionsText(conditions));
    const std::string name = (areListed ? "Listed: " : "All with ") + text;
    const std::string shortName = areListed ? "Listed rows" : "All with the trait";
    std::string meaning = areListed
                              ? "The accuracy of the listed rows (" + text + "), and its interval."
                              : "The accuracy of all rows with " + text +
                                    ", also of those that the list leaves out by their confidence "
                                    "or outcome, and its interval.";
    if (curve.count > 0)
        meaning += " " + counted(curve.count, "row") + ", ECE " +
                   fixedText(expectedCalibrationError(curve), 4) + ".";
    return {name.size() <= mostOfLegend ? name : shortName, std::move(meaning), curve, true};
}

Result<ReliabilityCurve> curveOfRows(const Dataset& dataset, const RowConditions& conditions,
                                     const Report& report, const Execution& execution) {
    if (report.binning.scheme == BinningScheme::Runs || report.binned.bins.empty())
        return undefined("its bins are no intervals of confidence");
    auto rows = selectedRows(dataset, report.view, report.temperature, conditions, execution);
    if (!rows) return rows.error();
    AnalysisSettings settings = settingsAsMeasured(report);
    settings.scheme = BinningScheme::Custom;
    settings.edges = {report.binned.bins.front().lower};
    for (const Bin& bin : report.binned.bins)
        settings.edges.push_back(bin.upper);
    const auto measured = analyse(std::make_shared<const Dataset>(std::move(rows).value()),
                                  settings, nullptr, execution);
    if (!measured) return measured.error();
    return measured.value().report->binned;
}

Table rowTable(const RowList& list, std::size_t first, std::size_t count) {
    const std::vector<ListedColumn> columns = columnsOf(list);
    Table table{"rows", {}, {}};
    for (const ListedColumn& column : columns)
        table.columns.push_back(column.head);
    const std::size_t end = std::min(list.rows.size(), first + count);
    for (std::size_t i = first; i < end; ++i) {
        std::vector<TableCell>& cells = table.rows.emplace_back();
        for (const ListedColumn& column : columns)
            cells.push_back(column.cell(list.rows[i]));
    }
    return table;
}

}  // namespace diagonal
