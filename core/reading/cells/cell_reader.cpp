// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/cells/cell_reader.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

#include "core/aggregates/cell_grid.h"
#include "core/aggregates/cell_query.h"
#include "core/base/text.h"
#include "core/reading/cells/cell_answer.h"

namespace diagonal {
namespace {

/// Returns the cells with those of the same place added; place(cell) orders them.
template <typename Place>
std::vector<ReadCell> merged(std::vector<ReadCell> cells, const Place& place) {
    std::ranges::stable_sort(
        cells, [&](const ReadCell& a, const ReadCell& b) { return place(a) < place(b); });
    std::vector<ReadCell> out;
    for (ReadCell& cell : cells) {
        if (!out.empty() && place(out.back()) == place(cell)) {
            out.back().add(cell);
        } else {
            out.push_back(std::move(cell));
        }
    }
    return out;
}

std::vector<ReadCell> mergedByConfidence(std::vector<ReadCell> cells) {
    return merged(std::move(cells),
                  [](const ReadCell& cell) { return std::tie(cell.keys, cell.cell, cell.side); });
}

std::vector<ReadCell> mergedByMargin(std::vector<ReadCell> cells) {
    return merged(std::move(cells),
                  [](const ReadCell& cell) { return std::tie(cell.keys, cell.margin); });
}

double rowCount(const std::vector<ReadCell>& cells) {
    double rows = 0;
    for (const ReadCell& cell : cells)
        rows += cell.rows;
    return rows;
}

double correctCount(const std::vector<ReadCell>& cells) {
    double correct = 0;
    for (const ReadCell& cell : cells)
        correct += cell.correctRows;
    return correct;
}

std::size_t asCount(double rows) {
    return static_cast<std::size_t>(rows);
}

/// Returns the end of "the database left out 3 rows".
std::string_view whyLeftOut(int why) {
    switch (static_cast<LeftOut>(why)) {
        case LeftOut::NoScore: return " without a score (NULL)";
        case LeftOut::NoTruth: return " without a usable label";
        case LeftOut::UnusableWeight:
            return " whose weight is not above 0, or is too large or too small to square";
        case LeftOut::UnusableScore:
        case LeftOut::FractionalCount: break;
    }
    return " whose score is not a probability (NaN, or outside 0 to 1)";
}

/// Removes cells whose rows weigh less than 1e-12 of the mean; returns their number of rows.
double dropNegligible(std::vector<ReadCell>& cells) {
    constexpr double nothing = 1e-12;
    double rows = 0, weight = 0, dropped = 0;
    for (const ReadCell& cell : cells) {
        rows += cell.rows;
        weight += cell.n;
    }
    std::erase_if(cells, [&](const ReadCell& cell) {
        const bool isNothing = cell.n / cell.rows < nothing * (weight / rows);
        if (isNothing) dropped += cell.rows;
        return isNothing;
    });
    return dropped;
}

/// Notes rows whose cluster is NULL: the database has added them up.
void noteClusters(Dataset& out) {
    if (!out.clusters) return;
    const RowWeights& weights = out.predictions.weights();
    double rows = 0;
    for (std::size_t row = 0; row < out.clusters->codes.size(); ++row)
        rows += out.clusters->codes[row] < 0 ? weights.countAt(row) : 0;
    if (rows < 2) return;
    out.summary.notes.push_back(
        {"clusters_missing", asCount(rows),
         counted(asCount(rows), "row") + " without a value in " + quotedText(out.clusters->name) +
             " count as one cluster. Give each its own value in a SELECT to keep them "
             "apart"});
}

/// Makes datasets of the cells of one answer.
class CellDatasets {
public:
    CellDatasets(const CellAnswer& answer, const std::string& file)
        : m_answer(answer), m_head(answer.head), m_file(file) {}

    Result<Dataset> dataset(std::vector<ReadCell> cells) {
        m_negligible = dropNegligible(cells);
        std::map<double, std::vector<ReadCell>> byTemperature;
        if (m_head.temperatures) {
            for (ReadCell& cell : cells) {
                std::vector<ReadCell>& own = byTemperature[cell.temperature];
                const bool isExpected = byTemperature.size() <= kTemperatureKnots;
                if (own.empty() && isExpected) own.reserve(cells.size() / kTemperatureKnots);
                own.push_back(std::move(cell));
            }
        } else {
            byTemperature.emplace(m_head.temperature, std::move(cells));
        }
        m_counts = static_cast<double>(std::max<std::size_t>(byTemperature.size(), 1));
        if (auto can = checkRows(byTemperature); !can) return can.error();
        if (m_head.margins) return ofMargins(std::move(byTemperature.begin()->second));
        if (!m_head.temperatures)
            return ofConfidences(std::move(byTemperature.begin()->second), m_head.temperature);
        return ofTemperatures(std::move(byTemperature));
    }

private:
    using ByTemperature = std::map<double, std::vector<ReadCell>>;

    Result<void> checkRows(const ByTemperature& cells) const;
    Result<void> checkNamedClass(const std::vector<ReadCell>& cells) const;
    Result<Dataset> ofTemperatures(ByTemperature&& cells) const;
    Result<Dataset> ofMargins(std::vector<ReadCell> cells) const;
    Result<Dataset> ofConfidences(std::vector<ReadCell> cells, double temperature) const;
    Result<Dataset> madeOf(PredictionParts parts) const;
    std::vector<std::string> classNames() const;
    void describe(const std::vector<ReadCell>& cells, double temperature, Dataset& out) const;
    void note(DatasetSummary& summary) const;
    void noteImportance(const Predictions& predictions, DatasetSummary& summary) const;

    bool isTopLabel() const { return m_head.view == "top-label"; }

    const CellAnswer& m_answer;
    const HeadText& m_head;
    const std::string& m_file;
    double m_negligible = 0;  ///< rows without weight beside the others
    double m_counts = 1;      ///< how often each row was counted: once for each temperature
};

/// Adds the groups and clusters of rows one by one.
class KeyColumns {
public:
    explicit KeyColumns(const CellAnswer& answer) : m_cluster(lowerCase(answer.head.cluster)) {
        for (const AnswerKey& key : answer.keys)
            m_columns.push_back({key.name, key.values, {}});
    }
    void add(const ReadCell& cell) {
        for (std::size_t k = 0; k < m_columns.size(); ++k)
            m_columns[k].codes.push_back(cell.keys[k]);
    }
    void moveTo(Dataset& out) {
        for (GroupColumn& column : m_columns) {
            if (!m_cluster.empty() && lowerCase(column.name) == m_cluster) {
                out.clusters = std::move(column);
            } else {
                out.groups.push_back(std::move(column));
            }
        }
    }

private:
    std::string m_cluster;
    std::vector<GroupColumn> m_columns;
};

/// Some rows of a cell: their summed weight, number and summed squared weights.
struct CellPart {
    double weight = 0;
    double rows = 0;
    double squares = 0;

    static CellPart allOf(const ReadCell& cell) { return {cell.n, cell.rows, cell.weightSquares}; }
    /// Returns the other rows. Differences of sums may round to 0 or below, weights may not.
    CellPart without(const CellPart& some) const {
        constexpr double least = 1e-15;
        return {std::max(weight - some.weight, least * weight), rows - some.rows,
                std::max(squares - some.squares, least * squares)};
    }
    void addTo(const std::optional<WeightKind>& kind, RowWeights& weights) const {
        weights.values.push_back(weight);
        if (kind != WeightKind::Importance) return;
        weights.counts.push_back(rows);
        weights.squares.push_back(squares);
    }
};

CellSums sumsOf(const ReadCell& cell) {
    // (c - a)^2 = c^2 - 2 a c + a
    const double squares = std::max(0.0, cell.squares - 2 * cell.correctSum + cell.correct);
    return {cell.cell,
            squares,
            cell.negativeLogs,
            cell.squaredLogs,
            static_cast<std::size_t>(cell.impossible),
            cell.slope,
            cell.curvature,
            true};
}

Result<void> CellDatasets::checkRows(const ByTemperature& cells) const {
    double used = 0, unusable = 0;
    for (const auto& [temperature, some] : cells)
        used += rowCount(some);
    for (const auto& [why, rows] : m_answer.leftOut) {
        const bool hasScore = why != static_cast<int>(LeftOut::NoScore) &&
                              why != static_cast<int>(LeftOut::UnusableScore);
        if (!hasScore) unusable += rows;
    }
    used /= m_counts;
    unusable /= m_counts;
    if (m_answer.total == 0) {
        return noUsableRows(
            "the query read no rows: the table is empty, or no row meets the conditions");
    }
    if (used == 0) {
        return noUsableRows(
            "the query found no usable row: " +
            groupedDigits(static_cast<std::uint64_t>(
                m_answer.total / (m_head.temperatures ? kTemperatureKnots : 1))) +
            " rows were left out. Check the roles of the columns; a label must be 0 "
            "or 1, the class of --positive, or one of the classes (from 0 with "
            "--label-base 0)");
    }
    if (unusable * 10 > used + unusable) {
        return noUsableRows("more than a tenth of the rows have no usable score: " +
                            groupedDigits(static_cast<std::uint64_t>(unusable)) + " of " +
                            groupedDigits(static_cast<std::uint64_t>(used + unusable)));
    }
    if (auto can = checkNamedClass(cells.begin()->second); !can) return can.error();
    for (const auto& [temperature, some] : cells) {
        if (temperature > 0 && rowCount(some) == used) continue;
        return malformed("the query result is incomplete: it counts " +
                         groupedDigits(static_cast<std::uint64_t>(rowCount(some))) +
                         " rows at T = " + shortest(temperature) + " and " +
                         groupedDigits(static_cast<std::uint64_t>(used)) +
                         " on average. Run the query again and keep all of its rows");
    }
    return {};
}

/// Refuses a class that no row has, if the query named it.
Result<void> CellDatasets::checkNamedClass(const std::vector<ReadCell>& cells) const {
    const bool isNamed =
        m_head.view == "class" || (m_head.view == "positive" && m_head.classes.size() == 2 &&
                                   m_head.classes[0] == "not " + m_head.classes[1]);
    if (isNamed && correctCount(cells) == 0) {
        return noUsableRows(
            "no row has the label " +
            quotedText(m_head.view == "class" ? m_head.viewedClass : m_head.classes[1]) +
            ". Name a class that occurs among the labels");
    }
    return {};
}

Result<Dataset> CellDatasets::ofTemperatures(ByTemperature&& cells) const {
    std::vector<CellsAtTemperature> all;
    std::vector<double> temperatures;
    for (const auto& [temperature, some] : cells)
        temperatures.push_back(temperature);
    for (auto& [temperature, some] : cells) {
        auto made = ofConfidences(std::move(some), temperature);
        if (!made) return made.error();
        DatasetSummary& summary = made.value().summary;
        summary.noTemperature = std::nullopt;
        summary.cells->temperatures = temperatures;
        all.push_back({temperature, std::make_shared<const Dataset>(std::move(made).value())});
    }
    const auto one = std::ranges::min_element(
        all, {}, [](const CellsAtTemperature& at) { return std::abs(std::log(at.temperature)); });
    Dataset out = *one->dataset;
    out.atTemperatures = std::move(all);
    return out;
}

Result<Dataset> CellDatasets::ofMargins(std::vector<ReadCell> cells) const {
    auto exact = ofConfidences(cells, 1);
    if (!exact) return exact.error();
    exact.value().summary.noTemperature = std::nullopt;
    cells = mergedByMargin(std::move(cells));
    PredictionParts parts;
    parts.form = PredictionForm::PositiveScore;
    parts.kind = ScoreKind::Logit;
    parts.classNames = classNames();
    std::vector<double> margins;
    std::vector<CellSums> sums;
    KeyColumns keys(m_answer);
    for (const ReadCell& cell : cells) {
        const MarginRange range = marginsOfCell(cell.margin);
        const CellPart positive = {cell.positive, cell.positiveRows, cell.positiveWeightSquares};
        const CellPart negative = CellPart::allOf(cell).without(positive);
        const auto add = [&](const CellPart& part, double sum, std::int32_t label) {
            if (part.rows == 0) return;
            margins.push_back(std::clamp(sum / part.weight, range.lower, range.upper));
            part.addTo(m_head.weights, parts.weights);
            parts.labels.push_back(label);
            sums.push_back({cell.margin});
            keys.add(cell);
        };
        add(negative, cell.margins - cell.positiveMargins, 0);
        add(positive, cell.positiveMargins, 1);
    }
    parts.scores = ScoreMatrix(std::move(margins), 1);
    auto made = madeOf(std::move(parts));
    if (!made) return made;
    Dataset& out = made.value();
    out.cells = std::move(sums);
    keys.moveTo(out);
    describe(cells, 1, out);
    noteClusters(out);
    out.summary.noTemperature = std::nullopt;
    out.summary.cells->areMargins = true;
    out.atTemperatures.push_back({1, std::make_shared<const Dataset>(std::move(exact).value())});
    return made;
}

Result<Dataset> CellDatasets::ofConfidences(std::vector<ReadCell> cells, double temperature) const {
    cells = mergedByConfidence(std::move(cells));
    PredictionParts parts;
    parts.form = isTopLabel() ? PredictionForm::Confidence : PredictionForm::PositiveScore;
    std::vector<double> means;
    std::vector<CellSums> sums;
    KeyColumns keys(m_answer);
    for (const ReadCell& cell : cells) {
        const CellPart correct = {cell.correct, cell.correctRows, cell.correctWeightSquares};
        const CellPart wrong = CellPart::allOf(cell).without(correct);
        CellSums ofCell = sumsOf(cell);
        const auto add = [&](const CellPart& part, std::int32_t label) {
            if (part.rows == 0) return;
            means.push_back(cell.meanConfidence());
            part.addTo(m_head.weights, parts.weights);
            parts.labels.push_back(label);
            sums.push_back(std::exchange(ofCell, {cell.cell}));
            keys.add(cell);
        };
        add(correct, 1);
        add(wrong, 0);
    }
    parts.scores = ScoreMatrix(std::move(means), 1);
    parts.classNames = classNames();
    auto made = madeOf(std::move(parts));
    if (!made) return made;
    Dataset& out = made.value();
    out.cells = std::move(sums);
    keys.moveTo(out);
    describe(cells, temperature, out);
    noteClusters(out);
    return made;
}

Result<Dataset> CellDatasets::madeOf(PredictionParts parts) const {
    if (m_head.weights == WeightKind::Importance) {
        parts.weights.kind = WeightKind::Importance;
        parts.weights.scaleToMeanOne();
    }
    auto checked = Predictions::make(std::move(parts));
    if (!checked) return checked.error();
    return Dataset{std::move(checked).value().predictions, {}};
}

std::vector<std::string> CellDatasets::classNames() const {
    if (m_head.view == "class") return {"not " + m_head.viewedClass, m_head.viewedClass};
    return m_head.classes;
}

void CellDatasets::describe(const std::vector<ReadCell>& cells, double temperature,
                            Dataset& out) const {
    DatasetSummary& summary = out.summary;
    summary.file = m_file;
    summary.rows = asCount(rowCount(cells));
    summary.form = out.predictions.form();
    summary.classNames = out.predictions.classNames();
    summary.classes = out.predictions.classCount();
    if (!isTopLabel()) summary.positiveClass = 1;
    summary.noTemperature = "the database counted only at T = " + shortest(temperature) +
                            "; print the SQL with another --temperature, or with --temperatures, "
                            "and run it again";
    double correct = 0;
    for (const ReadCell& cell : cells)
        correct += cell.correctRows;
    summary.cells = CellsSummary{.form = m_head.form,
                                 .count = cells.size(),
                                 .correct = correct,
                                 .temperature = temperature,
                                 .isTopLabel = isTopLabel(),
                                 .knowsLosses = m_head.knowsLosses,
                                 .knowsSquaredLogs = m_answer.knowsSquaredLogs};
    summary.assumptions.push_back({"cells", groupedDigits(cells.size())});
    if (m_answer.heads > 1)
        summary.assumptions.push_back({"answers", std::to_string(m_answer.heads)});
    if (m_head.weights == WeightKind::Importance) {
        summary.weights = WeightKind::Importance;
        noteImportance(out.predictions, summary);
    }
    note(summary);
}

void CellDatasets::noteImportance(const Predictions& predictions, DatasetSummary& summary) const {
    summary.assumptions.push_back({"weights", "importance"});
    const double effective = predictions.weights().effectiveCount(predictions.rows());
    summary.notes.push_back(
        {"weights",
         summary.rows,
         "the rows are weighted: their effective sample size is " +
             groupedDigits(static_cast<std::uint64_t>(std::llround(effective))) +
             " rows of equal weight",
         {},
         NoteScope::AllRows});
}

void CellDatasets::note(DatasetSummary& summary) const {
    if (m_negligible > 0) {
        const std::size_t rows = asCount(m_negligible / m_counts);
        summary.skipped += rows;
        summary.notes.push_back(
            {"skipped", rows,
             counted(rows, "row") + " with a weight below 1e-12 of the mean were left out"});
    }
    for (const auto& [why, rows] : m_answer.leftOut) {
        const std::size_t left = asCount(rows / m_counts);
        if (left == 0) continue;
        summary.skipped += left;
        const bool truth = why == static_cast<int>(LeftOut::NoTruth);
        summary.notes.push_back(
            {truth ? "not_resolved" : "skipped", left,
             "the database left out " + counted(left, "row") + std::string(whyLeftOut(why))});
    }
    if (m_answer.clamped > 0) {
        const std::size_t rows = asCount(m_answer.clamped / m_counts);
        summary.notes.push_back(
            {"clamped", rows,
             counted(rows, "probability", "probabilities") + " above 1 were read as 1"});
    }
    if (m_answer.near > 0 && m_head.nearUlps > 0) {
        const std::size_t rows = asCount(m_answer.near);
        summary.notes.push_back({"near_edges", rows,
                                 counted(rows, "row") + " within " +
                                     std::to_string(m_head.nearUlps) +
                                     " units in the last place of a bin edge" +
                                     (m_head.temperatures ? ", at all temperatures together" : "") +
                                     ": another engine may put them in the adjacent bin"});
    }
}

}  // namespace

bool areCellColumns(const std::vector<std::string>& names) {
    return std::ranges::all_of(kCellColumns, [&](std::string_view column) {
        return std::ranges::any_of(
            names, [&](const std::string& name) { return lowerCase(name) == column; });
    });
}

ReadOptions asTextColumns(const std::vector<std::string>& names, const ReadOptions& options) {
    ReadOptions text;
    text.onlyChosenColumns = true;
    text.dialect = options.dialect;
    text.keepsTexts = true;
    for (const std::string& name : names)
        text.columns.push_back({ColumnRole::Group, name});
    return text;
}

Result<Dataset> datasetOfCells(const RoleColumns& columns, const std::string& file) {
    auto answer = readAnswer(columns);
    if (!answer) return answer.error();
    std::vector<ReadCell> cells = std::move(answer.value().cells);
    return CellDatasets(answer.value(), file).dataset(std::move(cells));
}

}  // namespace diagonal
