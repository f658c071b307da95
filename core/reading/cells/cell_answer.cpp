// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/cells/cell_answer.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/aggregates/cell_grid.h"
#include "core/aggregates/cell_query.h"
#include "core/base/large_vector.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

/// The texts of an answer by row and column, and the numbers that they spell; a text is empty where
/// a value is missing.
class CellTexts {
public:
    explicit CellTexts(const RoleColumns& columns) : m_columns(columns) {
        for (std::size_t i = 0; i < columns.groups.size(); ++i) {
            const std::string name = lowerCase(columns.groups[i].name);
            if (isCellColumn(name)) {
                m_known[name] = i;
            } else {
                m_keys.push_back(i);
            }
        }
        m_hasWeights = place(kWeightColumns.front()).has_value();
        m_knowsSquaredLogs = place(kSquaredLossColumn).has_value();
    }
    std::size_t rows() const {
        return m_columns.groups.empty() ? 0 : m_columns.groups.front().labels.size();
    }
    const std::vector<std::size_t>& keys() const { return m_keys; }
    /// Returns the place of a column of the answer; none without it.
    std::optional<std::size_t> place(std::string_view column) const {
        const auto known = m_known.find(column);
        return known == m_known.end() ? std::nullopt : std::optional(known->second);
    }
    std::string_view text(std::size_t row, std::string_view column) const {
        const auto known = place(column);
        if (!known) return {};
        const std::int32_t value = code(row, *known);
        if (value < 0) return {};
        return m_columns.groups[*known].labels.values()[static_cast<std::size_t>(value)];
    }
    std::int32_t code(std::size_t row, std::size_t column) const {
        return m_columns.groups[column].labels.codes()[row];
    }
    const NamedLabels& column(std::size_t index) const { return m_columns.groups[index]; }
    std::size_t line(std::size_t row) const { return m_columns.places.of(row); }

    /// True for importance weights.
    bool hasWeights() const { return m_hasWeights; }
    bool knowsSquaredLogs() const { return m_knowsSquaredLogs; }

    Error malformedAt(std::size_t row, std::string detail) const {
        return malformed(std::move(detail), line(row));
    }

    /// Reads a finite number; 0 if there is none.
    Result<double> number(std::size_t row, std::string_view column) const {
        const std::string_view text = this->text(row, column);
        if (text.empty()) return 0.0;
        const auto value = parsedDouble(text);
        if (value && std::isfinite(*value)) return *value;
        return malformedAt(row, "the column " + quotedText(column) + " holds " + quotedText(text) +
                                    ", which is not a finite number");
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
        const bool isFraction = value.value() >= 0 && value.value() <= most;
        return malformedAt(
            row,
            "the column " + quotedText(column) + " holds " + quotedText(text(row, column)) +
                ", which is not a number of rows" +
                (isFraction ? ". Weights that count rows are whole numbers; print the SQL with "
                              "--weights importance for other weights"
                            : ""));
    }

    /// Reads a sum of weights.
    Result<double> weight(std::size_t row, std::string_view column) const {
        if (!hasWeights()) return count(row, column);
        auto value = number(row, column);
        if (!value || value.value() >= 0) return value;
        return malformedAt(row, "the column " + quotedText(column) + " holds " +
                                    quotedText(text(row, column)) +
                                    ", which cannot be a sum of weights");
    }

private:
    const RoleColumns& m_columns;
    std::map<std::string, std::size_t, std::less<>> m_known;
    std::vector<std::size_t> m_keys;
    bool m_hasWeights = false;
    bool m_knowsSquaredLogs = false;
};

/// Parses a whole number, also one that an engine writes as 12.0 or 1.2E+20.
std::optional<WideInteger> writtenWideInteger(std::string_view text) {
    constexpr WideInteger most = WideInteger{1} << 120;
    const bool isNegative = text.starts_with('-');
    if (isNegative) text.remove_prefix(1);
    std::string_view digits = text.substr(0, text.find('.'));
    const std::string_view rest = text.substr(digits.size());
    if (rest.find_first_not_of(".0") != std::string_view::npos || digits.empty() ||
        digits.find_first_not_of("0123456789") != std::string_view::npos) {
        const auto number = parsedDouble(text);
        if (!number || std::trunc(*number) != *number || !(std::abs(*number) < 0x1p120))
            return std::nullopt;
        return isNegative ? -static_cast<WideInteger>(*number) : static_cast<WideInteger>(*number);
    }
    WideInteger value = 0;
    for (const char c : digits) {
        value = value * 10 + (c - '0');
        if (value > most) return std::nullopt;
    }
    return isNegative ? -value : value;
}

double rawMean(const ReadCell& read) {
    const double excess = static_cast<double>(read.excess) + read.weightedExcess;
    return static_cast<double>(read.cell) / kCellsPerUnit + excess / read.n * kExcessUnit;
}

constexpr double kSumRounding = 1e-9;  ///< of sums of weights, relative

bool isAbove(double sum, double limit) {
    return sum > limit * (1 + kSumRounding);
}

bool isNear(double sum, double other) {
    return std::abs(sum - other) <= kSumRounding * std::abs(other);
}

/// Returns true if `squares` may be the sum of the squares of `rows` weights whose sum is `sum`.
bool areSquares(double squares, double rows, double sum) {
    if (rows == 0) return squares == 0 && sum == 0;
    return sum > 0 && !isAbove(squares, sum * sum) && !isAbove(sum * sum / rows, squares);
}

/// Parses a whole number, also one that a program writes as 16.0 or +16.
auto wholeNumber(std::string_view text) {
    return parsedInteger(canonicalLabel(text));
}

// Whether the numbers of a cell can be sums over its rows.

/// Returns true if the mean confidence lies where the side says, up to rounding.
bool isOnItsSide(const ReadCell& read, bool hasWeights) {
    const auto edge = edgeInCell(read.cell);
    if (!edge || read.n == 0) return true;
    const double rounding = 4 * kExcessUnit + (hasWeights ? kSumRounding / kCellsPerUnit : 0.0);
    const double above = rawMean(read) - *edge;
    if (read.side == 0 || read.side == kClampedSide) return std::abs(above) <= rounding;
    return read.side < 0 ? above <= rounding : above >= -rounding;
}

/// Returns true if the sum of -log p_label may be that of rows with confidences from `low` to
/// `high`. Of the incorrect rows of several classes only the least is known. The head, which
/// tells whether there are losses, may follow.
bool isPossibleLoss(const ReadCell& read, double low, double high, bool hasWeights) {
    const bool isUnknown = hasWeights && read.impossible > 0;  // the weight of these rows
    if (read.negativeLogs == 0 || isUnknown) return true;
    constexpr double rounding = 0.0211;  // of a sum up to 1.02, or a probability up to 1.001
    const double correct = std::max(read.correct - read.impossible, 0.0);
    const double wrong = std::max(read.n - read.correct - read.impossible, 0.0);
    constexpr double largestSum = 1.021;  // of the rounded probabilities of a row
    const double least = -correct * std::log(high) - wrong * std::log(largestSum - low);
    return read.negativeLogs >= least * (1 - 1e-9) - rounding * read.n;
}

/// Returns what is impossible in a cell; empty if nothing is.
std::string problemOf(const ReadCell& read, bool hasWeights, bool knowsSquaredLogs) {
    const bool isSide = read.side >= -1 && read.side <= 1;
    const bool isMarked = std::abs(read.side) == kNearSide || read.side == kClampedSide;
    if (!isSide && !isMarked) return "side = " + std::to_string(read.side);
    if (hasWeights ? isAbove(read.correct, read.n) : read.correct > read.n)
        return "more correct rows than rows";
    const double excess = static_cast<double>(read.excess) + read.weightedExcess;
    if (excess < 0 || isAbove(excess, 0x1p36 * read.n))
        return "this sum of confidences: 'excess' is not between 0 and 2^36 n";
    if (!isOnItsSide(read, hasWeights)) {
        return "this sum of confidences: 'excess' is impossible for rows on side " +
               std::to_string(read.side) + " of its edge";
    }
    constexpr double tolerance = 1e-9;
    const double low = static_cast<double>(read.cell) / kCellsPerUnit;
    const double high = std::min(1.0, static_cast<double>(read.cell + 1) / kCellsPerUnit);
    const auto outside = [&](double sum, double rows, double from, double to) {
        return sum < rows * from - tolerance * rows || sum > rows * to + tolerance * rows;
    };
    if (outside(read.squares, read.n, low * low, high * high))
        return "this sum of squares: 'cc' is impossible for confidences in the cell";
    if (outside(read.correctSum, read.correct, low, high))
        return "this sum of the correct rows: 'ca' is impossible for confidences in the "
               "cell";
    if (read.impossible > read.rows) return "more impossible rows than rows";
    if (knowsSquaredLogs &&
        isAbove(read.negativeLogs * read.negativeLogs, read.squaredLogs * read.n))
        return "this sum of squared losses: 'nn' is less than the losses 'nll' allow";
    if (!isPossibleLoss(read, low, high, hasWeights))
        return "this sum of losses: 'nll' is impossible for confidences in the cell";
    return {};
}

bool isMarginCell(double number) {
    const bool isInRange =
        number >= mirroredMarginCell(kInfiniteMarginCell) && number <= kInfiniteMarginCell;
    return std::trunc(number) == number && (isInRange || number == kZeroMarginCell);
}

/// Returns true if the sums of margins may be sums over rows of their cell.
bool arePossibleMargins(const ReadCell& read) {
    const MarginRange range = marginsOfCell(read.margin);
    if (std::isinf(range.lower) && std::isinf(range.upper)) return true;
    // The sum of rows of class 0 is a difference: heavy rows of class 1 may leave little of it.
    const double summed = std::abs(read.margins) + std::abs(read.positiveMargins);
    const auto isWithin = [&](double sum, double rows) {
        const double tolerance = kSumRounding * (rows + summed);
        return sum >= rows * range.lower - tolerance && sum <= rows * range.upper + tolerance;
    };
    const double negative = read.n - read.positive;
    return (read.positiveRows == 0 || isWithin(read.positiveMargins, read.positive)) &&
           (read.positiveRows == read.rows ||
            isWithin(read.margins - read.positiveMargins, negative));
}

// Reading of one row.

/// Reads columns of numbers.
Result<void> readAll(const CellTexts& texts, std::size_t row,
                     Result<double> (CellTexts::*number)(std::size_t, std::string_view) const,
                     std::initializer_list<std::pair<std::string_view, double ReadCell::*>> columns,
                     ReadCell& read) {
    for (const auto& [column, member] : columns) {
        const auto value = (texts.*number)(row, column);
        if (!value) return value.error();
        read.*member = value.value();
    }
    return {};
}

Result<void> readExcess(const CellTexts& texts, std::size_t row, ReadCell& read) {
    if (texts.hasWeights()) {
        const auto excess = texts.number(row, "excess");
        if (!excess) return excess.error();
        read.weightedExcess = excess.value();
        return {};
    }
    const auto excess = writtenWideInteger(texts.text(row, "excess"));
    if (!excess) {
        return texts.malformedAt(row, "the column 'excess' holds " +
                                          quotedText(texts.text(row, "excess")) +
                                          ", which is not a whole number");
    }
    read.excess = *excess;
    return {};
}

/// Reads the numbers of rows behind sums of weights, and the sums of squared weights.
Result<void> readWeights(const CellTexts& texts, std::size_t row, ReadCell& read) {
    read.rows = read.weightSquares = read.n;
    read.correctRows = read.correctWeightSquares = read.correct;
    if (!texts.hasWeights()) return {};
    auto done = readAll(texts, row, &CellTexts::count,
                        {{"obs", &ReadCell::rows},
                         {"obs_correct", &ReadCell::correctRows},
                         {"obs_positive", &ReadCell::positiveRows}},
                        read);
    if (!done) return done;
    done = readAll(texts, row, &CellTexts::number,
                   {{"ww", &ReadCell::weightSquares},
                    {"ww_correct", &ReadCell::correctWeightSquares},
                    {"ww_positive", &ReadCell::positiveWeightSquares}},
                   read);
    if (!done) return done;
    const bool fit = read.correctRows <= read.rows &&
                     areSquares(read.weightSquares, read.rows, read.n) &&
                     areSquares(read.correctWeightSquares, read.correctRows, read.correct);
    if (fit) return {};
    return texts.malformedAt(row, "the cell j = " + std::to_string(read.cell) +
                                      " has impossible sums of weights and of squared weights");
}

/// Reads what an answer for several temperatures has beside the sums of its cells.
Result<void> readFurther(const CellTexts& texts, std::size_t row, ReadCell& read) {
    const auto margin = texts.number(row, "margin");
    if (!margin) return margin.error();
    const auto positive = texts.weight(row, "positive");
    if (!positive) return positive.error();
    auto done = readAll(texts, row, &CellTexts::number,
                        {{"md", &ReadCell::margins},
                         {"mdp", &ReadCell::positiveMargins},
                         {"slope", &ReadCell::slope},
                         {"curvature", &ReadCell::curvature},
                         {"at_t", &ReadCell::temperature}},
                        read);
    if (!done) return done;
    read.positive = positive.value();
    if (read.curvature < -kSumRounding * read.n) {
        return texts.malformedAt(row, "the column 'curvature' holds " +
                                          quotedText(texts.text(row, "curvature")) +
                                          ", but a sum of variances is not negative");
    }
    if (!texts.hasWeights()) read.positiveRows = read.positiveWeightSquares = read.positive;
    if (!isMarginCell(margin.value())) {
        return texts.malformedAt(row, "the column 'margin' holds " +
                                          quotedText(texts.text(row, "margin")) +
                                          ", which is not a cell of margins");
    }
    read.margin = static_cast<int>(margin.value());
    if (!texts.place("margin")) return {};
    if (isAbove(read.positive, read.n) || read.positiveRows > read.rows ||
        !areSquares(read.positiveWeightSquares, read.positiveRows, read.positive)) {
        return texts.malformedAt(row, "the cell of the margin " + std::to_string(read.margin) +
                                          " cannot have more rows of class 1 than rows");
    }
    if (arePossibleMargins(read)) return {};
    return texts.malformedAt(row,
                             "the sums 'md' and 'mdp' are impossible for margins in the cell " +
                                 std::to_string(read.margin));
}

/// Reads the sums of a cell, apart from its keys. Errors: Malformed.
Result<ReadCell> cellAt(const CellTexts& texts, std::size_t row, int cell, int side) {
    ReadCell read;
    read.cell = cell;
    read.side = side;
    auto done = readAll(texts, row, &CellTexts::weight,
                        {{"n", &ReadCell::n}, {"correct", &ReadCell::correct}}, read);
    if (!done) return done.error();
    done = readAll(texts, row, &CellTexts::count, {{"impossible", &ReadCell::impossible}}, read);
    if (!done) return done.error();
    done = readAll(texts, row, &CellTexts::number,
                   {{"cc", &ReadCell::squares},
                    {"ca", &ReadCell::correctSum},
                    {"nll", &ReadCell::negativeLogs},
                    {kSquaredLossColumn, &ReadCell::squaredLogs}},
                   read);
    if (!done) return done.error();
    if (done = readExcess(texts, row, read); !done) return done.error();
    if (done = readWeights(texts, row, read); !done) return done.error();
    const std::string problem = problemOf(read, texts.hasWeights(), texts.knowsSquaredLogs());
    if (!problem.empty()) {
        return texts.malformedAt(
            row, "the cell j = " + std::to_string(read.cell) + " cannot have " + problem);
    }
    if (done = readFurther(texts, row, read); !done) return done.error();
    return read;
}

// Collection of all rows.

/// What the answers say of all their rows together.
struct Totals {
    std::size_t answers = 0;
    double correctRows = 0;
    double weight = 0;  ///< rows that are left out count 1
    double correctWeight = 0;
};

Result<void> takeHead(const CellTexts& texts, std::size_t row, CellAnswer& out) {
    auto head = parsedHead(texts.text(row, "about"));
    if (!head) return Error{head.error().kind, head.error().detail, {}, texts.line(row)};
    if ((head.value().weights == WeightKind::Importance) != texts.hasWeights()) {
        return texts.malformedAt(
            row,
            "the description of the cells and the column 'obs' do not agree on "
            "whether there are importance weights");
    }
    if (out.heads > 0 && head.value() != out.head) {
        return texts.malformedAt(row, "these are the results of different queries: the first is " +
                                          quotedText(headText(out.head), 200) + ", this one is " +
                                          quotedText(headText(head.value()), 200));
    }
    out.head = std::move(head).value();
    ++out.heads;
    return {};
}

Result<void> takeTotals(const CellTexts& texts, std::size_t row, int side, CellAnswer& out,
                        Totals& totals) {
    const auto n = texts.count(row, texts.hasWeights() ? "obs" : "n");
    if (!n) return n.error();
    if (side == static_cast<int>(LeftOut::FractionalCount) && n.value() > 0) {
        return texts.malformedAt(
            row, counted(static_cast<std::size_t>(n.value()), "row has", "rows have") +
                     " a weight that is not a whole number, so the weights are not "
                     "counts. Print the SQL with --weights importance");
    }
    if (side != 0) {
        out.leftOut[side] += n.value();
        return {};
    }
    const auto correct = texts.count(row, texts.hasWeights() ? "obs_correct" : "correct");
    if (!correct) return correct.error();
    out.total += n.value();
    totals.correctRows += correct.value();
    for (const auto& [column, sum] :
         {std::pair("n", &Totals::weight), std::pair("correct", &Totals::correctWeight)}) {
        const auto value = texts.weight(row, column);
        if (!value) return value.error();
        totals.*sum += value.value();
    }
    ++totals.answers;
    return {};
}

/// Counts marked rows and gives them the side of the others.
void normalise(ReadCell& read, CellAnswer& out) {
    if (read.side == kClampedSide) {
        out.clamped += read.rows;
        read.side = 0;
    }
    const bool onEdge =
        read.side == 0 && edgeInCell(read.cell) && read.cell > 0 && read.cell < kLastCell;
    if (std::abs(read.side) == kNearSide || onEdge) out.near += read.rows;
    if (std::abs(read.side) == kNearSide) read.side /= kNearSide;
    if (!edgeInCell(read.cell)) read.side = 0;
}

/// Refuses an answer that does not hold as many rows as its totals say.
Result<void> checkTotals(const CellAnswer& out, const Totals& totals) {
    const auto incomplete = [](const std::string& what) {
        return malformed("the query result is incomplete: " + what +
                         ". Run the query again and keep all of its rows");
    };
    if (out.heads == 0) return incomplete("the row j = -2, which describes it, is missing");
    if (totals.answers != out.heads) {
        return incomplete(counted(totals.answers, "row") + " of totals (j = -1, side = 0) for " +
                          counted(out.heads, "answer"));
    }
    double rows = 0, correct = 0, weight = 0, correctWeight = 0;
    for (const ReadCell& cell : out.cells) {
        weight += cell.n;
        correctWeight += cell.correct;
        rows += cell.rows;
        correct += cell.correctRows;
    }
    for (const auto& [why, left] : out.leftOut) {
        rows += left;
        weight += left;
    }
    if (rows == out.total && correct == totals.correctRows) {
        if (isNear(weight, totals.weight) && isNear(correctWeight, totals.correctWeight)) return {};
        return incomplete("the weights of its cells sum to " + shortest(weight) + ", " +
                          shortest(correctWeight) + " of correct rows, but its totals say " +
                          shortest(totals.weight) + " and " + shortest(totals.correctWeight));
    }
    return incomplete("its cells hold " + groupedDigits(static_cast<std::uint64_t>(rows)) +
                      " rows, " + groupedDigits(static_cast<std::uint64_t>(correct)) +
                      " of them correct, but its totals say " +
                      groupedDigits(static_cast<std::uint64_t>(out.total)) + " and " +
                      groupedDigits(static_cast<std::uint64_t>(totals.correctRows)));
}

}  // namespace

void ReadCell::add(const ReadCell& more) {
    n += more.n;
    correct += more.correct;
    excess += more.excess;
    weightedExcess += more.weightedExcess;
    rows += more.rows;
    correctRows += more.correctRows;
    weightSquares += more.weightSquares;
    correctWeightSquares += more.correctWeightSquares;
    positiveRows += more.positiveRows;
    positiveWeightSquares += more.positiveWeightSquares;
    squares += more.squares;
    correctSum += more.correctSum;
    negativeLogs += more.negativeLogs;
    squaredLogs += more.squaredLogs;
    impossible += more.impossible;
    positive += more.positive;
    margins += more.margins;
    positiveMargins += more.positiveMargins;
    slope += more.slope;
    curvature += more.curvature;
}

double ReadCell::meanConfidence() const {
    const double low = static_cast<double>(cell) / kCellsPerUnit;
    const double high = std::nextafter(static_cast<double>(cell + 1) / kCellsPerUnit, 0);
    const double inCell = std::clamp(rawMean(*this), low, std::min(high, 1.0));
    const auto edge = edgeInCell(cell);
    if (!edge) return inCell;
    if (side == 0) return *edge;
    return side < 0 ? std::min(inCell, std::nextafter(*edge, 0))
                    : std::max(inCell, std::nextafter(*edge, 1));
}

Result<CellAnswer> readAnswer(const RoleColumns& columns) {
    const CellTexts texts(columns);
    CellAnswer out;
    out.knowsSquaredLogs = texts.knowsSquaredLogs();
    std::vector<LabelColumn> keys;
    for (const std::size_t key : texts.keys()) {
        keys.push_back(texts.column(key).labels.withDistinctValues());
        out.keys.push_back({texts.column(key).name, keys.back().values()});
    }
    reserveLarge(out.cells, texts.rows());
    Totals totals;
    for (std::size_t row = 0; row < texts.rows(); ++row) {
        const std::string_view j = texts.text(row, "j");
        if (lowerCase(j) == "j") continue;  // a header between two answers
        const auto cell = wholeNumber(j);
        const auto side = wholeNumber(texts.text(row, "side"));
        if (!cell || !side || *cell < kHeadCell || *cell > kLastCell) {
            return texts.malformedAt(row, "a cell has j = " + quotedText(j) +
                                              " and side = " + quotedText(texts.text(row, "side")) +
                                              "; j lies between -2 and 16384");
        }
        if (*cell == kHeadCell) {
            if (auto done = takeHead(texts, row, out); !done) return done.error();
            continue;
        }
        if (*cell == kTotalsCell) {
            auto done = takeTotals(texts, row, static_cast<int>(*side), out, totals);
            if (!done) return done.error();
            continue;
        }
        auto read = cellAt(texts, row, static_cast<int>(*cell), static_cast<int>(*side));
        if (!read) return read.error();
        for (const LabelColumn& key : keys)
            read.value().keys.push_back(key.codes()[row]);
        normalise(read.value(), out);
        if (read.value().rows > 0) out.cells.push_back(std::move(read).value());
    }
    if (auto fits = checkTotals(out, totals); !fits) return fits.error();
    return out;
}

}  // namespace diagonal
