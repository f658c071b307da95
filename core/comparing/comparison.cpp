// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/comparing/comparison.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/text.h"
#include "core/measuring/scores/scores.h"
#include "core/measuring/sorted_outcomes.h"

namespace diagonal {
namespace {

constexpr std::size_t kLeastRowsOfGap = 10;  ///< in both models, for an interval

/// Returns the same view of a model whose classes may be in another order.
View sameView(const ComparedModel& from, const Predictions& to) {
    View view = from.view;
    if (!view.isTopLabel())
        view.classIndex = sameClass(from.dataset->predictions, view.classIndex, to);
    return view;
}

template <typename T>
void select(const std::vector<std::size_t>& rows, std::vector<T>& values) {
    if (values.empty()) return;
    std::vector<T> selected;
    selected.reserve(rows.size());
    for (const std::size_t row : rows)
        selected.push_back(values[row]);
    values = std::move(selected);
}

/// Measures a model in the shared rows, in their order.
Result<ModelRows> rowsOfModel(const ComparedModel& model, const View& view,
                              const std::vector<std::size_t>& rows, bool areAllInOrder,
                              const Execution& execution) {
    const Predictions& predictions = model.dataset->predictions;
    if (auto can = checkView(predictions, view, model.temperature); !can) {
        return inFile(can.error(), model.dataset->summary.file);
    }
    auto found = modelRows(predictions, view, model.temperature, execution);
    if (!found) return cancelled();
    if (areAllInOrder) return std::move(*found);
    select(rows, found->packed);
    select(rows, found->isRight);
    select(rows, found->negativeLogs);
    select(rows, found->squaredErrors);
    return std::move(*found);
}

class PairReport {
public:
    PairReport(const ComparedModel& first, const ComparedModel& second, const SharedRows& shared,
               const ModelRows& firstRows, const ModelRows& secondRows)
        : m_models{&first, &second}, m_shared(shared), m_rows{&firstRows, &secondRows} {}

    void addFlips(ModelPair& pair) const {
        for (std::size_t i = 0; i < m_shared.first.size(); ++i) {
            const bool one = m_rows[0]->isRight[i] != 0;
            const bool two = m_rows[1]->isRight[i] != 0;
            pair.rightToWrong += one && !two ? 1U : 0U;
            pair.wrongToRight += two && !one ? 1U : 0U;
        }
    }

    void addMoved(ModelPair& pair) const {
        std::vector<std::size_t> order(m_shared.first.size());
        std::iota(order.begin(), order.end(), 0);
        const auto apart = [&](std::size_t i) {
            return std::abs(confidence(1, i) - confidence(0, i));
        };
        const std::size_t count = std::min(kMostMovedRows, order.size());
        const auto isFarther = [&](std::size_t a, std::size_t b) {
            const double one = apart(a);
            const double two = apart(b);
            return one > two || (one == two && a < b);
        };
        std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(count),
                                  isFarther);
        order.resize(count);
        const auto columns = furtherColumns();
        for (const GroupColumn* column : columns)
            pair.movedColumns.push_back(column->name);
        for (const std::size_t i : order) {
            if (!(apart(i) > 0)) continue;
            pair.moved.push_back(movedRow(i));
            for (const GroupColumn* column : columns) {
                const std::int32_t code = column->codes[rowOf(0, i)];
                pair.moved.back().values.push_back(
                    code < 0 ? "" : column->values[static_cast<std::size_t>(code)]);
            }
        }
    }

private:
    double confidence(std::size_t model, std::size_t i) const {
        return SortedOutcomes::confidenceOf(m_rows[model]->packed[i]);
    }
    std::size_t rowOf(std::size_t model, std::size_t i) const {
        return model == 0 ? m_shared.first[i] : m_shared.second[i];
    }

    MovedRow movedRow(std::size_t i) const {
        const auto place = [&](std::size_t model) {
            return m_models[model]->dataset->places.of(rowOf(model, i));
        };
        const auto predicted = [&](std::size_t model) {
            const auto classes = rowClasses(*m_models[model]->dataset);
            return classes ? classes->names[classes->predicted[rowOf(model, i)]] : std::string();
        };
        MovedRow row;
        row.placeFirst = place(0);
        row.placeSecond = place(1);
        row.name = nameOf(i);
        row.predictedFirst = predicted(0);
        row.predictedSecond = predicted(1);
        if (const auto classes = rowClasses(*m_models[0]->dataset))
            row.label = classes->names[classes->labels[rowOf(0, i)]];
        row.confidenceFirst = confidence(0, i);
        row.confidenceSecond = confidence(1, i);
        row.isRightFirst = m_rows[0]->isRight[i] != 0;
        row.isRightSecond = m_rows[1]->isRight[i] != 0;
        return row;
    }

    /// Returns the columns that tell more of a row: of groups, clusters and names.
    std::vector<const GroupColumn*> furtherColumns() const {
        const Dataset& dataset = *m_models[0]->dataset;
        std::vector<const GroupColumn*> columns;
        const auto add = [&](const GroupColumn& column) {
            const bool isKnown = std::ranges::any_of(
                columns, [&](const GroupColumn* known) { return known->name == column.name; });
            if (!isKnown && m_shared.joinedBy != "column " + column.name)
                columns.push_back(&column);
        };
        for (const RowNames& names : dataset.rowNames)
            add(names);
        if (dataset.clusters) add(*dataset.clusters);
        for (const GroupColumn& group : dataset.groups)
            add(group);
        return columns;
    }

    /// Returns the name of a row in the column that the rows are joined by.
    std::string nameOf(std::size_t i) const {
        for (const RowNames& names : m_models[0]->dataset->rowNames) {
            if (m_shared.joinedBy != "column " + names.name) continue;
            const std::int32_t code = names.codes[m_shared.first[i]];
            if (code >= 0) return names.values[static_cast<std::size_t>(code)];
        }
        return {};
    }

    const ComparedModel* m_models[2];
    const SharedRows& m_shared;
    const ModelRows* m_rows[2];
};

/// The rows of one model in one bin.
struct BinRows {
    std::size_t count = 0;
    double gaps = 0;  ///< sum of a - c
};

/// Compares the gaps of bins with fixed edges. A gap is a ratio of two means, whose linearised
/// value in row i is gap + [i in bin] (a_i - c_i - gap) / share of rows in the bin.
std::vector<GapDifference> gapDifferences(const ModelRows& first, const ModelRows& second,
                                          const Binning& binning, const RowClusters& clusters) {
    std::vector<GapDifference> out;
    const auto edges = fixedEdges(binning);
    constexpr std::size_t mostBins = 200;
    if (!edges || edges->size() > mostBins + 1) return out;
    const std::size_t rows = first.packed.size();
    const ModelRows* models[] = {&first, &second};
    std::vector<std::uint32_t> bins[2];
    std::vector<BinRows> sums[2];
    const auto gapOf = [](std::uint64_t packed) {
        return (SortedOutcomes::correctOf(packed) ? 1.0 : 0.0) -
               SortedOutcomes::confidenceOf(packed);
    };
    for (std::size_t m = 0; m < 2; ++m) {
        sums[m].resize(edges->size() - 1);
        for (const std::uint64_t packed : models[m]->packed) {
            const std::size_t b =
                binOf(SortedOutcomes::confidenceOf(packed), *edges, binning.edgeRule);
            bins[m].push_back(static_cast<std::uint32_t>(b));
            ++sums[m][b].count;
            sums[m][b].gaps += gapOf(packed);
        }
    }
    std::vector<double> apart(rows);
    for (std::size_t b = 0; b + 1 < edges->size(); ++b) {
        if (sums[0][b].count == 0 || sums[1][b].count == 0) continue;
        double gaps[2];
        for (std::size_t m = 0; m < 2; ++m)
            gaps[m] = sums[m][b].gaps / static_cast<double>(sums[m][b].count);
        std::ranges::fill(apart, gaps[1] - gaps[0]);
        for (std::size_t m = 0; m < 2; ++m) {
            const double scale = (m == 0 ? -1.0 : 1.0) * static_cast<double>(rows) /
                                 static_cast<double>(sums[m][b].count);
            for (std::size_t row = 0; row < rows; ++row) {
                if (bins[m][row] != b) continue;
                apart[row] += scale * (gapOf(models[m]->packed[row]) - gaps[m]);
            }
        }
        MeanEstimate difference = meanEstimate(apart, clusters);
        // The variance within a bin of few rows is unknown.
        if (std::min(sums[0][b].count, sums[1][b].count) < kLeastRowsOfGap)
            difference.degreesOfFreedom = 0;
        out.push_back({(*edges)[b], (*edges)[b + 1], sums[0][b].count, sums[1][b].count, gaps[0],
                       gaps[1], difference});
    }
    return out;
}

/// Returns how many independent rows the clusters are worth for the difference of Brier scores.
double effectiveRows(const ModelRows& first, const ModelRows& second, const RowClusters& clusters) {
    if (clusters.count == 1) return 1;
    std::vector<double> apart;
    apart.reserve(first.packed.size());
    const auto brier = [](std::uint64_t packed) {
        const double miss =
            SortedOutcomes::confidenceOf(packed) - (SortedOutcomes::correctOf(packed) ? 1.0 : 0.0);
        return miss * miss;
    };
    for (std::size_t row = 0; row < first.packed.size(); ++row)
        apart.push_back(brier(second.packed[row]) - brier(first.packed[row]));
    return static_cast<double>(apart.size()) / designEffect(apart, clusters);
}

/// Returns true if two columns of clusters divide the same rows alike, whatever their names.
bool isSamePartition(const RowClusters& first, const RowClusters& second) {
    if (first.count != second.count) return false;
    std::vector<std::optional<std::uint32_t>> partner(first.count);
    // Of equally many clusters, a mapping onto all of them is one to one.
    for (std::size_t row = 0; row < first.codes.size(); ++row) {
        auto& code = partner[first.codes[row]];
        if (!code) code = second.codes[row];
        if (*code != second.codes[row]) return false;
    }
    return true;
}

/// Repeats what reading the files said of clusters: rows without one, and a column that may be one.
void noteClusters(std::initializer_list<const Dataset*> datasets, ModelPair& pair) {
    for (const Dataset* dataset : datasets) {
        for (const Note& note : dataset->summary.notes) {
            const bool isOffer = note.id == "repeated_names" && pair.clusters == 0;
            if (!isOffer && note.id != "cluster_missing") continue;
            const std::string text =
                note.text +
                (isOffer ? "; if rows with the same value are not, give it the role cluster" : "");
            if (std::ranges::find(pair.notes, text) == pair.notes.end()) pair.notes.push_back(text);
        }
    }
}

/// True if the interval of a difference excludes 0.
bool excludesZero(const ScoreDifference& part) {
    return part.value && part.interval && !part.interval->holds(0);
}

/// Says that calibration and discrimination speak for different models, if both differences are
/// shown; else nothing.
std::string oppositeParts(const ModelPair& pair, const std::string& second) {
    const ScoreDifference* mcb = pair.find("brier_mcb");
    const ScoreDifference* dsc = pair.find("brier_dsc");
    if (!mcb || !dsc || !excludesZero(*mcb) || !excludesZero(*dsc) || pair.find("brier_unc"))
        return "";
    if ((*mcb->value > 0) != (*dsc->value > 0)) return "";
    return *mcb->value > 0 ? "; " + second + " discriminates better, but its calibration is worse"
                           : "; " + second + " is calibrated better, but discriminates worse";
}

/// Returns which parts of a difference, of which `share` is calibration, the rows show.
std::string differingParts(const ScoreDifference& mcb, const ScoreDifference& dsc, double share) {
    constexpr double nearlyAll = .8;
    if (excludesZero(mcb) && share >= nearlyAll && share <= 2 - nearlyAll)
        return "; nearly all of it is calibration";
    if (excludesZero(dsc) && std::abs(share) <= 1 - nearlyAll)
        return "; nearly all of it is discrimination";
    if (excludesZero(mcb) && excludesZero(dsc))
        return "; both calibration and discrimination differ";
    if (excludesZero(mcb)) return "; calibration differs, discrimination perhaps";
    if (excludesZero(dsc)) return "; discrimination differs, calibration perhaps";
    return "; whether calibration or discrimination differs, these rows do not show";
}

std::string differenceText(double value) {
    return signedFixedText(value, 4);
}

struct SharedClusters {
    RowClusters clusters;   ///< of the first model if it has any; empty without clusters
    bool doDiffer = false;  ///< those of the second are others
};

/// Returns the clusters of the joined rows.
SharedClusters sharedClusters(const ComparedModel& first, const ComparedModel& second,
                              const SharedRows& rows) {
    const auto &ofFirst = first.dataset->clusters, &ofSecond = second.dataset->clusters;
    if (!ofFirst) return {ofSecond ? clustersOf(*ofSecond, rows.second) : RowClusters()};
    SharedClusters out{clustersOf(*ofFirst, rows.first)};
    out.doDiffer = ofSecond && !isSamePartition(out.clusters, clustersOf(*ofSecond, rows.second));
    return out;
}

}  // namespace

const ScoreDifference* ModelPair::find(std::string_view id, std::optional<double> threshold) const {
    const auto found = std::ranges::find_if(differences, [&](const ScoreDifference& difference) {
        return difference.id == id && difference.threshold == threshold;
    });
    return found == differences.end() ? nullptr : &*found;
}

Result<ModelPair> comparedPair(const ComparedModel& first, const ComparedModel& second,
                               const DifferenceSettings& settings, const Execution& execution) {
    for (const ComparedModel* model : {&first, &second}) {
        if (auto can = requireRows(model->dataset->summary,
                                   "paired differences need the same rows of both models",
                                   ". --diagram overlay and multiples show both");
            !can)
            return can.error();
    }
    const auto shared = sharedRows(*first.dataset, *second.dataset);
    if (!shared) return shared.error();
    const SharedRows& rows = shared.value();
    const bool areAllInOrder = rows.areAllInOrder();
    const View secondView = sameView(first, second.dataset->predictions);
    const auto firstRows = rowsOfModel(first, first.view, rows.first, areAllInOrder, execution);
    if (!firstRows) return firstRows.error();
    const auto secondRows = rowsOfModel(second, secondView, rows.second, areAllInOrder, execution);
    if (!secondRows) return secondRows.error();

    const auto [clusters, doClustersDiffer] = sharedClusters(first, second, rows);
    ModelPair pair;
    pair.first = modelName(first.dataset->summary);
    pair.second = modelName(second.dataset->summary);
    pair.where = first.dataset->summary.group;
    pair.rows = rows.first.size();
    pair.onlyFirst = rows.onlyFirst;
    pair.onlySecond = rows.onlySecond;
    pair.joinedBy = rows.joinedBy;
    pair.notes = rows.notes;
    pair.level = settings.level;
    pair.areEqual = firstRows.value().packed == secondRows.value().packed;
    pair.hasCommonOutcomes = haveCommonOutcomes(firstRows.value(), secondRows.value());
    pair.clusterName = clusters.name;
    pair.clusters = clusters.count;
    pair.effectiveRows = effectiveRows(firstRows.value(), secondRows.value(), clusters);
    noteClusters({first.dataset, second.dataset}, pair);
    if (!clusters.empty()) {
        if (auto note = fewClustersNote(clusters.name, clusters.count, clusters.evenCount()))
            pair.notes.push_back(std::move(*note));
    }
    if (doClustersDiffer) {
        pair.notes.push_back("the clusters of the two files differ: only those of " + pair.first +
                             " count");
    }
    auto differences =
        scoreDifferences(firstRows.value(), secondRows.value(), clusters, settings, execution);
    if (!differences) return cancelled();
    pair.differences = std::move(*differences);
    pair.gaps = gapDifferences(firstRows.value(), secondRows.value(), settings.binning, clusters);
    const PairReport report(first, second, rows, firstRows.value(), secondRows.value());
    report.addFlips(pair);
    report.addMoved(pair);
    return pair;
}

bool isWorse(const ScoreDifference& difference) {
    if (!difference.interval) return false;
    switch (worseSideOf(difference)) {
        case WorseSide::Higher: return difference.interval->lower > 0;
        case WorseSide::Lower: return difference.interval->upper < 0;
        case WorseSide::Neither: break;
    }
    return false;
}

bool isWithin(const ScoreDifference& difference, double margin) {
    return difference.interval90 && difference.interval90->lower > -margin &&
           difference.interval90->upper < margin;
}

bool isNotWorse(const ScoreDifference& difference, double margin) {
    if (!difference.interval90) return false;
    switch (worseSideOf(difference)) {
        case WorseSide::Higher: return difference.interval90->upper < margin;
        case WorseSide::Lower: return difference.interval90->lower > -margin;
        case WorseSide::Neither: break;
    }
    return false;
}

std::vector<std::vector<std::optional<double>>> adjustedPValues(std::span<const ModelPair> pairs) {
    std::vector<std::vector<std::optional<double>>> adjusted;
    for (const ModelPair& pair : pairs)
        adjusted.emplace_back(pair.differences.size());
    if (pairs.size() < 2) return adjusted;
    // All pairs have the same differences, but for those of which some are undefined in a view.
    std::vector<std::pair<std::string_view, std::optional<double>>> kinds;
    for (const ModelPair& pair : pairs) {
        for (const ScoreDifference& difference : pair.differences) {
            const std::pair kind(difference.id, difference.threshold);
            if (std::ranges::find(kinds, kind) == kinds.end()) kinds.push_back(kind);
        }
    }
    for (const auto& kind : kinds) {
        std::vector<double> p;
        std::vector<std::optional<double>*> places;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const auto* difference = pairs[i].find(kind.first, kind.second);
            if (!difference || !difference->p) continue;
            p.push_back(*difference->p);
            places.push_back(
                &adjusted[i][static_cast<std::size_t>(difference - pairs[i].differences.data())]);
        }
        const auto values = holmAdjusted(p);
        for (std::size_t i = 0; i < values.size(); ++i)
            *places[i] = values[i];
    }
    return adjusted;
}

std::string_view leadingScore(const ModelPair& pair) {
    const ScoreDifference* all = pair.find("brier_multiclass");
    return !pair.hasCommonOutcomes && all && all->value ? "brier_multiclass" : "brier";
}

std::string comparisonSentence(const ModelPair& pair, const std::string& first,
                               const std::string& second) {
    const std::string_view leading = leadingScore(pair);
    const ScoreDifference* score = pair.find(leading);
    const bool leadsAllClasses = leading == "brier_multiclass";
    if (!score || !score->value || !score->interval) return "";
    const std::string name = leadsAllClasses          ? "Brier score over all classes"
                             : pair.hasCommonOutcomes ? "Brier score over the same outcomes"
                                                      : "Brier score of this view";
    if (pair.rows > 0 && pair.areEqual)
        return second + " and " + first + " make identical predictions.";
    const bool isShown = !score->interval->holds(0);
    const std::string numbers = differenceText(*score->value) + " (" + percentText(pair.level) +
                                " " + differenceText(score->interval->lower) + " to " +
                                differenceText(score->interval->upper) + ", paired, " +
                                counted(pair.rows, "row") + ")";
    std::string text;
    if (isShown) {
        text = second + " has a " + (*score->value < 0 ? "lower" : "higher") + " " + name +
               " than " + first + ": " + numbers;
    } else {
        text = "These rows do not show whether " + second + " or " + first + " has the lower " +
               name + ": " + numbers;
    }
    const ScoreDifference* mcb = pair.find("brier_mcb");
    const ScoreDifference* dsc = pair.find("brier_dsc");
    if (!mcb || !dsc || leadsAllClasses) return text + ".";
    if (!isShown) {
        const std::string parts = oppositeParts(pair, second);
        if (parts.empty()) return text + ".";
        return text + parts + ": MCB " + differenceText(*mcb->value) + ", DSC " +
               differenceText(*dsc->value) + ".";
    }
    if (const ScoreDifference* unc = pair.find("brier_unc")) {
        return text + ": MCB " + differenceText(*mcb->value) + ", DSC " +
               differenceText(*dsc->value) + ", UNC " + differenceText(*unc->value) +
               ". Each model has its own outcomes in this view, so a lower Brier score does not "
               "mean a better model: see the accuracy.";
    }
    return text + differingParts(*mcb, *dsc, *mcb->value / *score->value) + ": MCB " +
           differenceText(*mcb->value) + ", DSC " + differenceText(*dsc->value) + ".";
}

}  // namespace diagonal
