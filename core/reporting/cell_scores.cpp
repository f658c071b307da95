// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/cell_scores.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/aggregates/cell_grid.h"
#include "core/base/text.h"
#include "core/measuring/curves/cumulative_gap.h"

namespace diagonal {
namespace {

constexpr double kWidth = 1.0 / kCellsPerUnit;

/// The correct and the incorrect rows of a cell, or of the part of it on one side of its edge.
struct CellRows {
    double confidence = 0;  ///< mean
    double correct = 0;
    double wrong = 0;

    double all() const { return correct + wrong; }
    double lower() const { return std::floor(confidence * kCellsPerUnit) * kWidth; }
    double upper() const { return std::min(1.0, lower() + kWidth); }
    /// True if all its rows have one confidence: the edge of the cell.
    bool isPoint() const { return isGridEdge(confidence); }
};

std::vector<CellRows> cellsOf(const SortedOutcomes& outcomes) {
    std::vector<CellRows> cells;
    for (std::size_t rank = 0; rank < outcomes.size(); ++rank) {
        const double c = outcomes.confidence(rank);
        if (cells.empty() || cells.back().confidence != c) cells.push_back({c});
        (outcomes.isCorrect(rank) ? cells.back().correct : cells.back().wrong) +=
            outcomes.weight(rank);
    }
    return cells;
}

class Bounds {
public:
    explicit Bounds(const std::vector<CellRows>& cells) : m_cells(cells) {
        for (const CellRows& cell : cells) {
            m_correct += cell.correct;
            m_wrong += cell.wrong;
            const double c = cell.confidence;
            m_variance += cell.all() * c * (1 - c);
        }
    }

    double auroc() const {
        double ties = 0;
        for (const CellRows& cell : m_cells) {
            if (!cell.isPoint()) ties += cell.correct * cell.wrong;
        }
        return ties / (2 * m_correct * m_wrong);
    }

    /// The most that the cumulative sum of c - a moves within a cell.
    double ks() const {
        double most = 0;
        for (const CellRows& cell : m_cells) {
            if (cell.isPoint()) continue;
            most = std::max({most, cell.wrong * cell.upper(), cell.correct * (1 - cell.lower())});
        }
        return most / rows();
    }

    /// Bound of the p-value of a statistic of which the cells show the least value.
    double pOf(double statistic, double bound, double (*tail)(double)) const {
        if (!(m_variance > 0)) return 0;
        const double unit = rows() / std::sqrt(m_variance);
        return tail(statistic * unit) - tail((statistic + bound) * unit);
    }

    double isotonicPart() const {
        double most = 0;
        for (const CellRows& cell : m_cells) {
            if (!cell.isPoint()) most = std::max(most, cell.all());
        }
        return most / (2 * rows());
    }

    static double smooth(double bandwidth) {
        return kWidth * (1 + std::sqrt(2 / std::numbers::pi) / bandwidth);
    }

    /// With g(c) = (1 - 2c)^2 c (1 - c), |g''| <= 10, and the numerator linear in c up to 2 c^2.
    double spiegelhalter(double z) const {
        double variance = 0, numerator = 0, second = 0;
        for (const CellRows& cell : m_cells) {
            const double c = cell.confidence;
            variance += cell.all() * (1 - 2 * c) * (1 - 2 * c) * c * (1 - c);
            if (cell.isPoint()) continue;
            const double least = std::min(cell.correct, cell.wrong);
            numerator += 2 * least * kWidth + cell.all() * kWidth * kWidth / 2;
            second += cell.all() * 10 * kWidth * kWidth / 8;
        }
        if (!(variance > 0)) return 0;
        return numerator / std::sqrt(variance) + std::abs(z) * second / (2 * variance);
    }

    /// With h(c) = sigmoid(intercept + logit c), |h''| <= 2 |t - t^2| / min(1, t)^3, t =
    /// e^intercept.
    double intercept(double value) const {
        const double t = std::exp(value);
        const double bend = 2 * std::abs(t - t * t) / std::pow(std::min(1.0, t), 3);
        double moved = 0, information = 0;
        for (const CellRows& cell : m_cells) {
            if (cell.isPoint()) continue;
            const double c = cell.confidence;
            const double h = c * t / (1 - c + c * t);
            moved += cell.all() * bend * kWidth * kWidth / 8;
            information += cell.all() * h * (1 - h);
        }
        return information > 0 ? moved / information : 0;
    }

    /// None if rows lie within a cell of 0 or 1, where logits have no bound.
    std::optional<double> slope(double value, double intercept) const {
        double information = 0, weighted = 0;
        for (const CellRows& cell : m_cells) {
            if (cell.isPoint()) continue;
            if (cell.lower() == 0 || cell.upper() == 1) return std::nullopt;
            const double x = logit(cell.confidence);
            const double w = weight(cell, value, intercept);
            information += w;
            weighted += w * x;
        }
        const double mean = weighted / information;
        double squares = 0, moved = 0;
        for (const CellRows& cell : m_cells) {
            if (cell.isPoint()) continue;
            const double x = logit(cell.confidence);
            const double w = weight(cell, value, intercept);
            const double width = logit(cell.upper()) - logit(cell.lower());
            squares += w * (x - mean) * (x - mean);
            moved += width * (2 * std::min(cell.correct, cell.wrong) +
                              w * std::abs(value) * std::abs(x - mean) * width);
        }
        return squares > 0 ? std::optional(moved / squares) : std::nullopt;
    }

private:
    static double logit(double c) { return std::log(c) - std::log1p(-c); }
    double rows() const { return m_correct + m_wrong; }
    static double weight(const CellRows& cell, double slope, double intercept) {
        const double p = 1 / (1 + std::exp(-(intercept + slope * logit(cell.confidence))));
        return cell.all() * p * (1 - p);
    }

    const std::vector<CellRows>& m_cells;
    double m_correct = 0, m_wrong = 0, m_variance = 0;
};

/// Returns a bound with one digit, rounded up: "0.0001".
std::string oneDigitUp(double bound) {
    if (!(bound > 0)) return "0";
    const double exponent = std::floor(std::log10(bound));
    const double digit = std::ceil(bound / std::pow(10, exponent));
    return shortest(*parsedDouble(shortest(digit) + "e" + shortest(exponent)));
}

Error cannotTell(const Dataset& dataset, std::string what) {
    return {ErrorKind::Undefined, std::move(what), dataset.summary.file};
}

Result<void> checkEdges(const Dataset& dataset, const Binning& binning) {
    const auto edges = fixedEdges(binning);
    if (!edges || std::ranges::all_of(*edges, isGridEdge)) return {};
    if (binning.scheme == BinningScheme::EqualWidth && binning.count > kMostGridBins) {
        return cannotTell(dataset, "cells hold the edges of 1 to 100 equal-width bins, not of " +
                                       groupedDigits(binning.count) + ". Use --bins 100 or fewer");
    }
    const auto edge = std::ranges::find_if_not(*edges, isGridEdge);
    return cannotTell(dataset, "the edge " + shortest(*edge) +
                                   " lies inside a cell. Cells hold the fractions i/M with M up to "
                                   "100, each as the double nearest to it");
}

}  // namespace

Result<void> checkCells(const Dataset& dataset, const View& view, double temperature,
                        const Binning& binning) {
    if (!dataset.summary.cells) return {};
    const double own = dataset.summary.cells->temperature;
    if (temperature != 1 && temperature != own) {
        return cannotTell(dataset, "T = " + shortest(temperature) + " is not possible: " +
                                       dataset.summary.noTemperature.value_or(""));
    }
    const bool positive = dataset.predictions.form() == PredictionForm::PositiveScore;
    if (positive == (view.kind == View::Kind::TopLabel) || (positive && view.classIndex != 1)) {
        return cannotTell(
            dataset,
            std::string("these are sums of rows in the view ") +
                (positive ? "of the class " + quoted(dataset.predictions.classNames().back())
                          : "top-label") +
                "; print the SQL with another --view and run it again");
    }
    if (binning.scheme == BinningScheme::Values || binning.scheme == BinningScheme::Runs)
        return cannotTell(dataset, "these bins need the single rows, which cells do not hold");
    return checkEdges(dataset, binning);
}

void useCellSums(const Dataset& dataset, Outcomes& outcomes) {
    if (!dataset.summary.cells) return;
    double squares = 0, negativeLogs = 0;
    std::size_t impossible = 0;
    for (const CellSums& cell : dataset.cells) {
        squares += cell.squares;
        negativeLogs += cell.negativeLogs;
        impossible += cell.impossible;
    }
    const double rows = outcomes.sorted.sums().weight;
    outcomes.brier = squares / rows;
    if (outcomes.brierMulticlass) outcomes.brierMulticlass = 2 * outcomes.brier;
    const bool known = dataset.summary.cells->knowsLosses;
    outcomes.zeroProbabilityRows = known ? impossible : 0;
    outcomes.nll = known && impossible == 0 ? std::optional(negativeLogs / rows) : std::nullopt;
}

void boundScores(const SortedOutcomes& outcomes, Report& report) {
    const std::vector<CellRows> cells = cellsOf(outcomes);
    const Bounds bounds(cells);
    const auto set = [&](std::string_view id, std::optional<double> bound) {
        const auto score = std::ranges::find(report.scores, id, &Score::id);
        if (score == report.scores.end() || !score->value || score->bound) return;
        score->bound = bound;
        if (!bound) return;
        if (!score->remark.empty()) score->remark += ", ";
        score->remark += "± " + oneDigitUp(*bound);
    };
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
        set("smece", Bounds::smooth(*smooth));
    if (const auto z = report.score("spiegelhalter_z")) {
        set("spiegelhalter_z", bounds.spiegelhalter(*z));
        set("spiegelhalter_p", std::min(1.0, bounds.spiegelhalter(*z)));
    }
    const auto intercept = report.score("calibration_intercept");
    if (intercept) set("calibration_intercept", bounds.intercept(*intercept));
    const auto slope = std::ranges::find(report.scores, "calibration_slope", &Score::id);
    if (slope != report.scores.end() && slope->value) {
        if (const auto bound = bounds.slope(*slope->value, 0)) {
            set("calibration_slope", bound);
        } else {
            slope->value = std::nullopt;
            slope->interval = std::nullopt;
            slope->remark = "rows within 1/16,384 of 0 or 1, whose logits cells do not tell";
        }
    }
    const auto sweep = std::ranges::find(report.scores, "ece_sweep", &Score::id);
    if (sweep != report.scores.end() && !sweep->remark.ends_with("cells"))
        sweep->remark += ", of whole cells";
}

}  // namespace diagonal
