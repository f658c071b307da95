// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/cell_scores.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/aggregates/cell_grid.h"
#include "core/base/text.h"
#include "core/measuring/cells/cell_bounds.h"
#include "core/measuring/cells/margin_bounds.h"
#include "core/measuring/curves/cumulative_gap.h"

namespace diagonal {
namespace {

/// Calls use(losses, rows) once for each cell. A cell is one or two rows of the dataset: the
/// correct ones, then the incorrect ones; the first has the sums of both.
template <typename Use>
void forEachCell(const Dataset& dataset, const Use& use) {
    const RowWeights& weights = dataset.predictions.weights();
    for (std::size_t row = 0; row < dataset.cells.size();) {
        const CellSums& cell = dataset.cells[row];
        LossCells::Cell losses{0, 0, cell.negativeLogs / weights.unit,
                               cell.squaredLogs / weights.unit};
        const std::size_t first = row;
        do {
            losses.weight += weights.at(row);
            losses.varianceWeight += weights.varianceAt(row);
            ++row;
        } while (row < dataset.cells.size() && !dataset.cells[row].isFirst);
        use(losses, row - first);
    }
}

/// Returns the losses of the rows, those of a cell together.
LossCells lossCellsOf(const Dataset& dataset) {
    LossCells losses(dataset.cells.size());
    forEachCell(dataset, [&](const LossCells::Cell& cell, std::size_t) { losses.add(cell); });
    return losses;
}

Error cannotTell(const Dataset& dataset, std::string what) {
    return inFile(undefined(std::move(what)), dataset.summary.file);
}

/// Returns "10, 5, 2 or 1 bins": the numbers of equal-width bins into which bins can be merged.
std::string mergedCounts(const CellsSummary& bins) {
    const std::size_t count = bins.edges.size() - 1;
    std::string text;
    for (std::size_t merged = count; merged >= 1; --merged) {
        if (!bins.areByWidth || count % merged != 0) continue;
        text += (text.empty() ? "" : merged == 1 ? " or " : ", ") + groupedDigits(merged);
    }
    return text;
}

Result<void> checkMerging(const Dataset& dataset, const Binning& binning) {
    const CellsSummary& bins = *dataset.summary.cells;
    const auto edges = fixedEdges(binning);
    const bool isMerging = edges && std::ranges::all_of(*edges, [&](double edge) {
                               return std::ranges::binary_search(bins.edges, edge);
                           });
    if (isMerging) return {};
    const std::string counts = mergedCounts(bins);
    return cannotTell(
        dataset,
        "the bins of this file can be merged, not divided: these bins need "
        "rows. Use " +
            (counts.empty() ? "the bins as they are" : "equal-width bins, " + counts + " of them"));
}

Result<void> checkEdges(const Dataset& dataset, const Binning& binning) {
    if (dataset.summary.areBins()) return checkMerging(dataset, binning);
    const auto edges = fixedEdges(binning);
    if (!edges || std::ranges::all_of(*edges, isGridEdge)) return {};
    if (binning.scheme == BinningScheme::EqualWidth && binning.count > kMostGridBins) {
        return cannotTell(dataset, "cells support 1 to 100 equal-width bins, not " +
                                       groupedDigits(binning.count) + ". Use --bins 100 or fewer");
    }
    const auto edge = std::ranges::find_if_not(*edges, isGridEdge);
    return cannotTell(dataset, "the edge " + shortest(*edge) +
                                   " lies inside a cell. Cells support the edges i/M with M up to "
                                   "100, each rounded to the nearest double");
}

/// Marks the scores without a bound that cells do not tell exactly: those of edges that depend on
/// rows, of draws from cells, and likelihoods.
void markApproximateScores(bool areMargins, Report& report) {
    const bool movesEdges = !fixedEdges(report.binning);
    for (Score& score : report.scores) {
        const ScoreSource source = scoreDefinition(score.id).source;
        const bool hasWeights = report.dataset.weights == WeightKind::Importance;
        const bool isDrawn = (areMargins || hasWeights) && source == ScoreSource::Null;
        const bool isBinned = source == ScoreSource::Bins && movesEdges;
        const bool hasNoBound =
            source == ScoreSource::EqualMassSweep || source == ScoreSource::Logistic ||
            source == ScoreSource::Flexible || source == ScoreSource::Risk ||
            score.id == "discrimination_slope" || (areMargins && source == ScoreSource::Skill) ||
            (report.dataset.cells->isTopLabel &&
             (score.id == "log_skill" || score.id == "r2_nagelkerke"));
        score.isApproximate = score.value && !score.bound && (hasNoBound || isDrawn || isBinned);
    }
}

/// True for scores that follow from the counts, outcomes and mean confidences of bins.
bool isToldByBins(std::string_view id) {
    const ScoreSource source = scoreDefinition(id).source;
    return source == ScoreSource::Bins || source == ScoreSource::Null || id == "accuracy" ||
           id == "confidence" || id == "signed_gap" || id == "oe" || id == "brier_unc";
}

/// Returns the largest distances of the scores of bins from those of rows whose mean confidences
/// lie up to CellsSummary::reaches from the stated ones.
std::map<std::string_view, double> reachesOf(const Dataset& dataset, const Report& report) {
    std::map<std::string_view, double> out;
    const std::vector<double>& reaches = dataset.summary.cells->reaches;
    if (reaches.empty()) return out;
    std::vector<double> moved(report.binned.bins.size());
    double mean = 0, largest = 0, sum = 0, squares = 0, filled = 0;
    for (std::size_t row = 0; row < dataset.cells.size(); ++row) {
        const auto cell = static_cast<std::size_t>(dataset.cells[row].cell);
        const double middle =
            (dataset.summary.cells->edges[cell] + dataset.summary.cells->edges[cell + 1]) / 2;
        const auto bin = std::ranges::find_if(report.binned.bins,
                                              [&](const Bin& each) { return middle < each.upper; });
        moved[static_cast<std::size_t>(bin - report.binned.bins.begin())] +=
            dataset.predictions.weights().at(row) * reaches[cell];
    }
    for (std::size_t b = 0; b < moved.size(); ++b) {
        const Bin& bin = report.binned.bins[b];
        if (bin.count == 0) continue;
        const double change = moved[b] / bin.weight;
        const double share = bin.weight / report.binned.weight;
        mean += share * change;
        squares += share * (2 * std::abs(bin.gap()) * change + change * change);
        largest = std::max(largest, change);
        sum += change;
        ++filled;
    }
    for (const char* id :
         {"ece", "over_confidence", "under_confidence", "confidence", "signed_gap"})
        out[id] = mean;
    out["mce"] = largest;
    out["ace"] = sum / filled;
    out["rmsce"] = out["l2_debiased"] = std::sqrt(squares);
    return out;
}

/// As boundScores(), for bins.
void boundBinScores(const Dataset& dataset, Report& report) {
    for (const ScoreDefinition& score : scoreDefinitions()) {
        if (!report.plan.scores.contains(score.id) || report.find(score.id)) continue;
        if (!isToldByBins(score.id)) report.scores.push_back({score.id, std::nullopt});
    }
    std::ranges::stable_sort(report.scores, {},
                             [](const Score& score) { return scoreIndex(score.id); });
    const auto reaches = reachesOf(dataset, report);
    for (Score& score : report.scores) {
        if (!isToldByBins(score.id)) {
            score = {score.id, std::nullopt, "needs rows"};
            continue;
        }
        // How confidences vary within bins is unknown.
        if (score.id == "confidence") score.interval.reset();
        // Neither draws nor resamples know where the mean confidences are.
        const auto reach = reaches.find(score.id);
        if (reach != reaches.end() || (score.id == "oe" && !reaches.empty())) {
            score.interval.reset();
            score.pByChance.reset();
        }
        if (score.id == "ece_p" && !reaches.empty())
            score = {score.id, std::nullopt, "mean confidences are unknown"};
        if (reach != reaches.end() && !score.bound) {
            score.bound = reach->second;
            score.remark += (score.remark.empty() ? "" : ", ") + boundText(reach->second);
        }
        score.isApproximate =
            !score.bound && (scoreDefinition(score.id).source == ScoreSource::Null ||
                             (score.id == "oe" && !reaches.empty()));
    }
}

}  // namespace

ReportPlan toldByBins(ReportPlan plan) {
    ScoreSet others;
    for (const ScoreDefinition& score : scoreDefinitions()) {
        if (!isToldByBins(score.id)) others.insert(score.id);
    }
    plan.scores = plan.scores.without(others);
    plan.intervals = plan.intervals.without(others);
    plan.classes = plan.conventions = plan.temperatureProfile = plan.flexible = false;
    plan.overTime = false;
    plan.decision = plan.risks = plan.decisionProfile = plan.riskProfile = false;
    return plan;
}

Result<void> checkCells(const Dataset& dataset, const View& view, const AnalysisSettings& settings,
                        const Binning& binning) {
    if (!dataset.summary.cells) return {};
    const CellsSummary& cells = *dataset.summary.cells;
    const double temperature = settings.temperature;
    if (cells.areBins() && !showsBins(settings.diagram)) {
        return cannotTell(dataset, "this diagram is not possible: " + std::string(kNeedsRows) +
                                       ". Use the diagram of bars or of gaps");
    }
    const bool serves = temperature == 1 || temperature == cells.temperature;
    if (!serves && dataset.summary.noTemperature) {
        return cannotTell(dataset, "T = " + shortest(temperature) +
                                       " is not possible: " + *dataset.summary.noTemperature);
    }
    const bool isTopLabel = view.isTopLabel();
    if (cells.isTopLabel != isTopLabel || (!isTopLabel && view.classIndex != 1)) {
        return cannotTell(
            dataset,
            (cells.areBins() ? "the bins are those of the view "
                             : std::string("the database counted only in the view ")) +
                (cells.isTopLabel
                     ? "top-label"
                     : "of the class " + quotedText(dataset.summary.classNames.back())) +
                (cells.areBins() ? ". Another view needs rows"
                                 : "; print the SQL with another --view and run it again"));
    }
    const bool divides =
        binning.scheme == BinningScheme::Values || binning.scheme == BinningScheme::Runs;
    if (divides && !cells.areBins())
        return cannotTell(dataset, "these bins need individual rows, but cells hold only sums");
    return checkEdges(dataset, binning);
}

void useCellSums(const Dataset& dataset, Outcomes& outcomes) {
    if (!dataset.summary.areConfidences()) return;
    double squares = 0, negativeLogs = 0;
    std::size_t impossible = 0;
    for (const CellSums& cell : dataset.cells) {
        squares += cell.squares;
        negativeLogs += cell.negativeLogs;
        impossible += cell.impossible;
    }
    const double rows = outcomes.sorted.sums().weight * dataset.predictions.weights().unit;
    outcomes.brier = squares / rows;
    if (outcomes.brierMulticlass) outcomes.brierMulticlass = 2 * outcomes.brier;
    const bool known = dataset.summary.cells->knowsLosses;
    outcomes.zeroProbabilityRows = known ? impossible : 0;
    outcomes.nll = known && impossible == 0 ? std::optional(negativeLogs / rows) : std::nullopt;
    if (outcomes.nll && dataset.summary.cells->knowsSquaredLogs)
        outcomes.negativeLogs = lossCellsOf(dataset);
}

std::vector<double> meanLosses(const Dataset& dataset) {
    if (!dataset.summary.areConfidences() || !dataset.summary.cells->knowsLosses) return {};
    std::vector<double> losses;
    forEachCell(dataset, [&](const LossCells::Cell& cell, std::size_t rows) {
        losses.insert(losses.end(), rows, cell.sum / cell.weight);
    });
    return losses;
}

void noteCells(Report& report) {
    if (!report.dataset.cells) return;
    const CellsSummary& cells = *report.dataset.cells;
    const auto add = [&](const char* id, std::size_t count, std::string text) {
        report.notes.push_back({id, count, std::move(text)});
    };
    const double wanted = report.wantedTemperature();
    const bool hasOtherTemperatures = !cells.temperatures.empty() || report.fitted();
    if (cells.areMargins) {
        add("margins", cells.count,
            "at T = " + shortest(report.temperature) +
                " rows near an edge may lie in the adjacent bin: the database counted margins in "
                "cells of 1/1,024, so scores have bounds");
    } else if (hasOtherTemperatures && std::abs(wanted / report.temperature - 1) >= 1e-9) {
        const std::size_t count = std::max<std::size_t>(cells.temperatures.size(), 1);
        add("nearest_temperature", count,
            "the database counted at " + counted(count, "temperature") + ": T = " +
                shortest(report.temperature) + " is the nearest to T = " + shortest(wanted));
    }
    if (!fixedEdges(report.binning))
        add("whole_cells", report.binned.bins.size(),
            "the edges of these bins depend on the rows: each is set to the edge of a cell, which "
            "is 1/16,384 wide");
}

bool holdPoints(const Dataset& dataset, const Report& report) {
    return std::ranges::all_of(cellRows(dataset, report.view, report.temperature),
                               &CellRows::isPoint);
}

void boundScores(const Dataset& dataset, Report& report, const Dataset* margins) {
    if (!dataset.summary.cells) return;
    if (dataset.summary.areBins()) return boundBinScores(dataset, report);
    const bool areMargins = dataset.summary.cells->areMargins;
    const auto cells = cellRows(dataset, report.view, report.temperature);
    const CellBounds bounds(cells, areMargins);
    const auto set = [&](std::string_view id, std::optional<double> bound) {
        Score* const score = report.find(id);
        if (!score || !score->value || score->bound) return;
        score->bound = bound;
        if (!bound) return;
        if (!score->remark.empty()) score->remark += ", ";
        score->remark += boundText(*bound);
    };
    if (areMargins && fixedEdges(report.binning)) {
        for (const auto& [id, bound] : marginBounds(cells, report.binned))
            set(id, bound);
    }
    set("auroc", bounds.auroc());
    if (const auto ks = report.score("ks")) {
        set("ks", bounds.ks());
        set("ks_p", bounds.pOf(*ks, bounds.ks(), brownianMaximumTail));
    }
    if (const auto kuiper = report.score("kuiper")) {
        set("kuiper", 2 * bounds.ks());
        set("kuiper_p", bounds.pOf(*kuiper, 2 * bounds.ks(), brownianRangeTail));
    }
    set("brier_mcb", bounds.isotonicPart());
    set("brier_dsc", bounds.isotonicPart());
    if (const auto smooth = report.score("smece"); smooth && *smooth > 0)
        set("smece", bounds.smooth(*smooth));
    if (const auto z = report.score("spiegelhalter_z")) {
        set("spiegelhalter_z", bounds.spiegelhalter(*z));
        set("spiegelhalter_p", std::min(1.0, bounds.spiegelhalter(*z)));
    }
    const auto fitted = margins ? cellRows(*margins, report.view, report.temperature) : cells;
    const CellBounds ofFit(fitted, areMargins || margins);
    const auto setOrRemove = [&](std::string_view id, const auto& boundOf) {
        Score* const score = report.find(id);
        if (!score || !score->value) return;
        if (const std::optional<double> bound = boundOf(*score->value)) return set(id, bound);
        score->value = std::nullopt;
        score->interval = std::nullopt;
        score->remark = "some rows lie in the cells at 0 or 1, which do not determine logits";
    };
    setOrRemove("calibration_intercept", [&](double value) { return ofFit.intercept(value); });
    setOrRemove("calibration_slope", [&](double value) { return ofFit.slope(value, 0); });
    const bool isExact = std::ranges::all_of(fitted, &CellRows::isPoint);
    const bool hasLogits = ofFit.slope(1, 0).has_value();
    if (isExact || !hasLogits) {
        setOrRemove("cox_p", [&](double) { return hasLogits ? std::optional(0.0) : std::nullopt; });
    }
    markApproximateScores(areMargins, report);
    Score* const sweep = report.find("ece_sweep");
    if (sweep && !sweep->remark.ends_with("cells")) sweep->remark += ", of whole cells";
}

}  // namespace diagonal
