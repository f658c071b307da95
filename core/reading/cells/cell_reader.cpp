// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/cells/cell_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "core/aggregates/cell_grid.h"
#include "core/aggregates/cell_query.h"
#include "core/aggregates/head_text.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

__extension__ using Wide = __int128;

/// The cells of the columns by name; empty text where a value is missing.
class CellTexts {
public:
    explicit CellTexts(const RoleColumns& columns) : m_columns(columns) {
        for (std::size_t i = 0; i < columns.groups.size(); ++i) {
            const std::string name = lowerCase(columns.groups[i].name);
            const auto known = std::ranges::find(kCellColumns, name);
            if (known == kCellColumns.end()) {
                m_keys.push_back(i);
            } else {
                m_known[static_cast<std::size_t>(known - kCellColumns.begin())] = i;
            }
        }
    }
    std::size_t rows() const {
        return m_columns.groups.empty() ? 0 : m_columns.groups.front().labels.size();
    }
    const std::vector<std::size_t>& keys() const { return m_keys; }
    std::string_view text(std::size_t row, std::string_view column) const {
        const auto known = std::ranges::find(kCellColumns, column) - kCellColumns.begin();
        return text(row, m_known[static_cast<std::size_t>(known)]);
    }
    std::int32_t code(std::size_t row, std::size_t column) const {
        return m_columns.groups[column].labels.codes()[row];
    }
    std::string_view text(std::size_t row, std::size_t column) const {
        const std::int32_t value = code(row, column);
        if (value < 0) return {};
        return m_columns.groups[column].labels.values()[static_cast<std::size_t>(value)];
    }
    const NamedLabels& column(std::size_t index) const { return m_columns.groups[index]; }
    std::size_t line(std::size_t row) const { return m_columns.places.of(row); }

private:
    const RoleColumns& m_columns;
    std::array<std::size_t, kCellColumns.size()> m_known{};
    std::vector<std::size_t> m_keys;
};

/// The sums of one cell as read.
struct ReadCell {
    std::vector<std::int32_t> keys;
    int cell = 0;
    int side = 0;
    double n = 0;
    double correct = 0;
    Wide excess = 0;
    double squares = 0;     ///< of c
    double correctSum = 0;  ///< of c over the correct rows
    double negativeLogs = 0;
    double impossible = 0;

    auto place() const { return std::tie(keys, cell, side); }
    void add(const ReadCell& more) {
        n += more.n;
        correct += more.correct;
        excess += more.excess;
        squares += more.squares;
        correctSum += more.correctSum;
        negativeLogs += more.negativeLogs;
        impossible += more.impossible;
    }
};

/// Parses a whole number, also one that an engine writes as 12.0 or 1.2E+20.
std::optional<Wide> wideInteger(std::string_view text) {
    constexpr Wide most = Wide{1} << 120;
    const bool isNegative = text.starts_with('-');
    if (isNegative) text.remove_prefix(1);
    std::string_view digits = text.substr(0, text.find('.'));
    const std::string_view rest = text.substr(digits.size());
    if (rest.find_first_not_of(".0") != std::string_view::npos || digits.empty() ||
        digits.find_first_not_of("0123456789") != std::string_view::npos) {
        const auto number = parsedDouble(text);
        if (!number || std::trunc(*number) != *number || !(std::abs(*number) < 0x1p120))
            return std::nullopt;
        return isNegative ? -static_cast<Wide>(*number) : static_cast<Wide>(*number);
    }
    Wide value = 0;
    for (const char c : digits) {
        value = value * 10 + (c - '0');
        if (value > most) return std::nullopt;
    }
    return isNegative ? -value : value;
}

/// Number of rows that were left out, by LeftOut.
using LeftOutRows = std::map<int, double>;

class CellAnswer {
public:
    CellAnswer(const RoleColumns& columns, const std::string& file)
        : m_texts(columns), m_file(file) {}

    Result<Dataset> dataset() {
        for (std::size_t row = 0; row < m_texts.rows(); ++row) {
            if (auto done = take(row); !done) return done.error();
        }
        if (auto fits = checkTotals(); !fits) return fits.error();
        merge();
        return built();
    }

private:
    Error malformed(std::size_t row, std::string detail) const {
        return {ErrorKind::Malformed, std::move(detail), {}, m_texts.line(row)};
    }

    Result<double> number(std::size_t row, std::string_view column, double absent = 0) const {
        const std::string_view text = m_texts.text(row, column);
        if (text.empty()) return absent;
        const auto value = parsedDouble(text);
        if (value && std::isfinite(*value)) return *value;
        return malformed(row, "the column " + quoted(column) + " holds " + quoted(text) +
                                  ", which is no finite number");
    }

    /// Reads a number of rows.
    Result<double> count(std::size_t row, std::string_view column) const {
        auto value = number(row, column);
        if (!value) return value;
        constexpr double most = 0x1p53;
        if (value.value() >= 0 && value.value() <= most &&
            std::trunc(value.value()) == value.value()) {
            return value;
        }
        return malformed(row, "the column " + quoted(column) + " holds " +
                                  quoted(m_texts.text(row, column)) +
                                  ", which is no number of rows");
    }

    Result<void> take(std::size_t row) {
        const std::string_view j = m_texts.text(row, "j");
        if (lowerCase(j) == "j") return {};  // a header between two answers
        const auto cell = parsedInteger(j);
        const auto side = parsedInteger(m_texts.text(row, "side"));
        if (!cell || !side || *cell < kHeadCell || *cell > kLastCell) {
            return malformed(row, "a cell has j = " + quoted(j) +
                                      " and side = " + quoted(m_texts.text(row, "side")) +
                                      "; j lies between -2 and 16384");
        }
        if (*cell == kHeadCell) return takeHead(row);
        if (*cell == kTotalsCell) return takeTotals(row, static_cast<int>(*side));
        return takeCell(row, static_cast<int>(*cell), static_cast<int>(*side));
    }

    Result<void> takeHead(std::size_t row) {
        auto head = parsedHead(m_texts.text(row, "about"));
        if (!head) return Error{head.error().kind, head.error().detail, {}, m_texts.line(row)};
        if (m_heads > 0 && head.value() != m_head) {
            return malformed(row,
                             "answers to different questions follow each other: the first is " +
                                 quoted(headText(m_head), 200) + ", this " +
                                 quoted(headText(head.value()), 200));
        }
        m_head = std::move(head).value();
        ++m_heads;
        return {};
    }

    Result<void> takeTotals(std::size_t row, int side) {
        const auto n = count(row, "n");
        if (!n) return n.error();
        if (side != 0) {
            m_leftOut[side] += n.value();
            return {};
        }
        const auto correct = count(row, "correct");
        if (!correct) return correct.error();
        m_total += n.value();
        m_totalCorrect += correct.value();
        ++m_totals;
        return {};
    }

    Result<void> takeCell(std::size_t row, int cell, int side) {
        ReadCell read;
        read.cell = cell;
        read.side = side;
        for (const std::size_t key : m_texts.keys())
            read.keys.push_back(m_texts.code(row, key));
        const auto n = count(row, "n");
        if (!n) return n.error();
        const auto correct = count(row, "correct");
        if (!correct) return correct.error();
        const auto impossible = count(row, "impossible");
        if (!impossible) return impossible.error();
        for (const auto& [column, sum] :
             {std::pair("cc", &ReadCell::squares), std::pair("ca", &ReadCell::correctSum),
              std::pair("nll", &ReadCell::negativeLogs)}) {
            const auto value = number(row, column);
            if (!value) return value.error();
            read.*sum = value.value();
        }
        const auto excess = wideInteger(m_texts.text(row, "excess"));
        if (!excess) {
            return malformed(row, "the column 'excess' holds " +
                                      quoted(m_texts.text(row, "excess")) +
                                      ", which is no whole number");
        }
        read.n = n.value();
        read.correct = correct.value();
        read.impossible = impossible.value();
        read.excess = *excess;
        if (auto fits = check(row, read); !fits) return fits;
        normalise(read);
        if (read.n > 0) m_cells.push_back(std::move(read));
        return {};
    }

    /// Refuses numbers that are not sums over rows of the cell.
    Result<void> check(std::size_t row, const ReadCell& read) const {
        const auto refuse = [&](const std::string& what) {
            return malformed(row,
                             "the cell j = " + std::to_string(read.cell) + " cannot have " + what);
        };
        const bool isSide = read.side >= -1 && read.side <= 1;
        const bool isMarked = std::abs(read.side) == kNearSide || read.side == kClampedSide;
        if (!isSide && !isMarked) return refuse("side = " + std::to_string(read.side));
        if (read.correct > read.n) return refuse("more correct rows than rows");
        constexpr Wide widest = Wide{1} << 36;
        if (read.excess < 0 || read.excess > widest * static_cast<Wide>(read.n))
            return refuse("this sum of confidences: 'excess' is not between 0 and 2^36 n");
        if (!isOnItsSide(read)) {
            return refuse("this sum of confidences: 'excess' is not that of rows on side " +
                          std::to_string(read.side) + " of its edge");
        }
        constexpr double tolerance = 1e-9;
        const double low = static_cast<double>(read.cell) / kCellsPerUnit;
        const double high = std::min(1.0, static_cast<double>(read.cell + 1) / kCellsPerUnit);
        const auto outside = [&](double sum, double rows, double from, double to) {
            return sum < rows * from - tolerance * rows || sum > rows * to + tolerance * rows;
        };
        if (outside(read.squares, read.n, low * low, high * high))
            return refuse("this sum of squares: 'cc' is not that of confidences in the cell");
        if (outside(read.correctSum, read.correct, low, high))
            return refuse(
                "this sum of the correct rows: 'ca' is not that of confidences in the "
                "cell");
        if (read.negativeLogs < -tolerance * read.n) return refuse("a negative 'nll'");
        return {};
    }

    static double rawMean(const ReadCell& read) {
        return static_cast<double>(read.cell) / kCellsPerUnit +
               static_cast<double>(read.excess) / read.n * kExcessUnit;
    }

    /// Returns true if the mean confidence lies where the side says, up to rounding.
    static bool isOnItsSide(const ReadCell& read) {
        const auto edge = edgeInCell(read.cell);
        if (!edge || read.n == 0) return true;
        constexpr double rounding = 4 * kExcessUnit;
        const double above = rawMean(read) - *edge;
        if (read.side == 0 || read.side == kClampedSide) return std::abs(above) <= rounding;
        return read.side < 0 ? above <= rounding : above >= -rounding;
    }

    /// Counts marked rows and gives them the side of the others.
    void normalise(ReadCell& read) {
        if (read.side == kClampedSide) {
            m_clamped += read.n;
            read.side = 0;
        }
        const bool onEdge =
            read.side == 0 && edgeInCell(read.cell) && read.cell > 0 && read.cell < kLastCell;
        if (std::abs(read.side) == kNearSide || onEdge) m_near += read.n;
        if (std::abs(read.side) == kNearSide) read.side /= kNearSide;
        if (!edgeInCell(read.cell)) read.side = 0;
    }

    Result<void> checkTotals() const {
        const auto incomplete = [](const std::string& what) {
            return Error{ErrorKind::Malformed,
                         "the answer of the database is incomplete: " + what +
                             ". Run the query again and keep all of its rows"};
        };
        if (m_heads == 0) return incomplete("the row j = -2, which describes it, is missing");
        if (m_totals != m_heads) {
            return incomplete(counted(m_totals, "row") + " of totals (j = -1, side = 0) for " +
                              counted(m_heads, "answer"));
        }
        double rows = 0, correct = 0;
        for (const ReadCell& cell : m_cells) {
            rows += cell.n;
            correct += cell.correct;
        }
        for (const auto& [why, left] : m_leftOut)
            rows += left;
        if (rows == m_total && correct == m_totalCorrect) return {};
        return incomplete("its cells hold " + groupedDigits(static_cast<std::uint64_t>(rows)) +
                          " rows, " + groupedDigits(static_cast<std::uint64_t>(correct)) +
                          " of them correct, and its totals say " +
                          groupedDigits(static_cast<std::uint64_t>(m_total)) + " and " +
                          groupedDigits(static_cast<std::uint64_t>(m_totalCorrect)));
    }

    /// Adds the cells of the same place.
    void merge() {
        std::ranges::stable_sort(
            m_cells, [](const ReadCell& a, const ReadCell& b) { return a.place() < b.place(); });
        std::vector<ReadCell> merged;
        for (ReadCell& cell : m_cells) {
            if (!merged.empty() && merged.back().place() == cell.place()) {
                merged.back().add(cell);
            } else {
                merged.push_back(std::move(cell));
            }
        }
        m_cells = std::move(merged);
    }

    /// Returns the mean confidence, on the same side of the edge as all rows of the cell.
    static double meanConfidence(const ReadCell& read) {
        const double low = static_cast<double>(read.cell) / kCellsPerUnit;
        const double mean = rawMean(read);
        const double high = std::nextafter(static_cast<double>(read.cell + 1) / kCellsPerUnit, 0);
        const double inCell = std::clamp(mean, low, std::min(high, 1.0));
        const auto edge = edgeInCell(read.cell);
        if (!edge) return inCell;
        if (read.side == 0) return *edge;
        return read.side < 0 ? std::min(inCell, std::nextafter(*edge, 0))
                             : std::max(inCell, std::nextafter(*edge, 1));
    }

    Result<Dataset> built() const;
    void describe(Dataset& out) const;
    void addKeys(const std::vector<std::size_t>& split, Dataset& out) const;

    CellTexts m_texts;
    const std::string& m_file;
    HeadText m_head;
    std::size_t m_heads = 0;
    std::size_t m_totals = 0;
    double m_total = 0;
    double m_totalCorrect = 0;
    double m_clamped = 0;
    double m_near = 0;  ///< rows on an edge, or a rounding error beside it
    LeftOutRows m_leftOut;
    std::vector<ReadCell> m_cells;
};

Result<Dataset> CellAnswer::built() const {
    double used = 0, unusable = 0;
    for (const ReadCell& cell : m_cells)
        used += cell.n;
    for (const auto& [why, rows] : m_leftOut) {
        if (why != static_cast<int>(LeftOut::NoTruth)) unusable += rows;
    }
    if (used == 0) {
        return Error{
            ErrorKind::NoUsableRows,
            "the query found no usable row: " + groupedDigits(static_cast<std::uint64_t>(m_total)) +
                " rows were left out. Check the roles of the columns; a label must be 0 "
                "or 1, or one of the classes"};
    }
    if (unusable * 10 > used + unusable) {
        return Error{ErrorKind::NoUsableRows,
                     "more than a tenth of the rows have no usable score: " +
                         groupedDigits(static_cast<std::uint64_t>(unusable)) + " of " +
                         groupedDigits(static_cast<std::uint64_t>(used + unusable))};
    }
    PredictionParts parts;
    const bool oneClass = m_head.view != "top-label";
    parts.form = oneClass ? PredictionForm::PositiveScore : PredictionForm::Confidence;
    std::vector<double> means;
    for (const ReadCell& cell : m_cells) {
        means.push_back(meanConfidence(cell));
        parts.weights.values.push_back(cell.n);
        parts.successes.push_back(cell.correct);
    }
    parts.labels.assign(m_cells.size(), 0);
    parts.scores = ScoreMatrix(std::move(means), 1);
    parts.classNames = m_head.classes;
    if (m_head.view == "class")
        parts.classNames = {"not " + m_head.viewedClass, m_head.viewedClass};
    auto checked = Predictions::make(std::move(parts));
    if (!checked) return checked.error();
    CheckedPredictions& made = checked.value();
    Dataset out{std::move(made.predictions), {}};
    addKeys(made.split, out);
    describe(out);
    return out;
}

/// Adds the sums and the groups of the rows; the cells `split` became two rows each.
void CellAnswer::addKeys(const std::vector<std::size_t>& split, Dataset& out) const {
    std::vector<GroupColumn> columns;
    for (const std::size_t key : m_texts.keys())
        columns.push_back({m_texts.column(key).name, m_texts.column(key).labels.values(), {}});
    auto twice = split.begin();
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const ReadCell& cell = m_cells[i];
        const bool isSplit = twice != split.end() && *twice == i;
        if (isSplit) ++twice;
        // (c - a)^2 = c^2 - 2 a c + a
        const double squares = std::max(0.0, cell.squares - 2 * cell.correctSum + cell.correct);
        for (int part = 0; part < (isSplit ? 2 : 1); ++part) {
            out.cells.push_back({cell.cell, part == 0 ? squares : 0,
                                 part == 0 ? cell.negativeLogs : 0,
                                 part == 0 ? static_cast<std::size_t>(cell.impossible) : 0});
            for (std::size_t k = 0; k < columns.size(); ++k)
                columns[k].codes.push_back(cell.keys[k]);
        }
    }
    for (GroupColumn& column : columns) {
        if (!m_head.cluster.empty() && lowerCase(column.name) == lowerCase(m_head.cluster)) {
            out.clusters = std::move(column);
        } else {
            out.groups.push_back(std::move(column));
        }
    }
}

void CellAnswer::describe(Dataset& out) const {
    DatasetSummary& summary = out.summary;
    summary.file = m_file;
    double used = 0;
    for (const ReadCell& cell : m_cells)
        used += cell.n;
    summary.rows = static_cast<std::size_t>(used);
    summary.form = out.predictions.form();
    summary.classNames = out.predictions.classNames();
    summary.classes = out.predictions.classCount();
    if (summary.form == PredictionForm::PositiveScore) summary.positiveClass = 1;
    summary.noTemperature = "these are sums of rows at T = " + shortest(m_head.temperature) +
                            "; print the SQL with another --temperature and run it again";
    summary.cells =
        CellsSummary{m_head.form, m_cells.size(), m_head.temperature, m_head.knowsLosses};
    summary.assumptions.push_back({"cells", groupedDigits(m_cells.size())});
    if (m_heads > 1) summary.assumptions.push_back({"answers", std::to_string(m_heads)});
    const auto asCount = [](double rows) { return static_cast<std::size_t>(rows); };
    for (const auto& [why, rows] : m_leftOut) {
        const std::size_t left = asCount(rows);
        if (left == 0) continue;
        summary.skipped += left;
        const bool truth = why == static_cast<int>(LeftOut::NoTruth);
        const bool none = why == static_cast<int>(LeftOut::NoScore);
        summary.notes.push_back(
            {truth ? "not_resolved" : "skipped", left,
             "the database left out " + counted(left, "row") +
                 (truth  ? " without a usable label"
                  : none ? " without a score (NULL)"
                         : " whose score is no probability (NaN, or outside 0 to 1)")});
    }
    if (m_clamped > 0) {
        const std::size_t rows = asCount(m_clamped);
        summary.notes.push_back(
            {"clamped", rows,
             counted(rows, "probability", "probabilities") + " above 1 were read as 1"});
    }
    if (m_near > 0 && m_head.nearUlps > 0) {
        const std::size_t rows = asCount(m_near);
        summary.notes.push_back(
            {"near_edges", rows,
             counted(rows, "row") + " within " + std::to_string(m_head.nearUlps) +
                 " units in the last place of a bin edge: another engine may put them in the bin "
                 "beside"});
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
    for (const std::string& name : names)
        text.columns.push_back({ColumnRole::Group, name});
    return text;
}

Result<Dataset> datasetOfCells(const RoleColumns& columns, const std::string& file) {
    return CellAnswer(columns, file).dataset();
}

}  // namespace diagonal
