// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/row_conditions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "core/base/date_text.h"
#include "core/base/text.h"
#include "core/measuring/row_outcomes.h"
#include "core/measuring/sorted_outcomes.h"

namespace diagonal {
namespace {

/// Adds a range of confidences, or a bound. Errors: WrongOption for a text that is none, and if no
/// confidence is in both ranges.
Result<void> addConfidence(RowConditions& conditions, const CellCondition& written) {
    const std::string name = "--where confidence" + written.sign + written.value;
    RowConditions more;
    const auto bound = parsedDouble(written.value);
    const auto range = rangeOf(written);
    if (range && written.sign == "=") {
        more.confidence = Interval{range->lower, range->upper};
        more.isLowerOpen = range->isLowerOpen;
        more.isUpperOpen = range->isUpperOpen;
    } else if (written.isBound() && bound && *bound >= 0 && *bound <= 1) {
        const bool isLower = written.isLowerBound();
        more.confidence = isLower ? Interval{*bound, 1} : Interval{0, *bound};
        more.isLowerOpen = written.sign == ">";
        more.isUpperOpen = written.sign == "<";
    } else {
        return wrongOption(name +
                           ": write two numbers, the lower first, such as confidence=0.9..1, or "
                           "a bound from 0 to 1 such as confidence<0.5");
    }
    if (more.confidence->lower > 1 || more.confidence->upper < 0)
        return wrongOption(name + ": confidences go from 0 to 1");
    const RowConditions before = conditions;
    narrow(conditions, more);
    const Interval& both = *conditions.confidence;
    const bool isPoint = both.lower == both.upper;
    const bool isOpen = conditions.isLowerOpen || conditions.isUpperOpen;
    if (both.lower > both.upper || (isPoint && isOpen))
        return wrongOption(name +
                           (before.confidence ? " and " + conditionsText(before) : std::string()) +
                           " leave no confidence");
    return {};
}

Error twice(const std::string& name) {
    return wrongOption("--where " + name + " is given twice, but each row has one " + name);
}

/// Returns the index of a class; the classes that there are if it is none of them.
Result<std::size_t> classCalled(const Dataset& dataset, const std::string& name) {
    const auto classes = rowClasses(dataset);
    if (!classes)
        return inFile(undefined("its rows have no single true and predicted class, which --where "
                                "true and --where predicted need. For a column of that name write "
                                "the quotation marks, too: --where '\"predicted\"=CLASS'"),
                      dataset.summary.file);
    const auto& names = classes->names;
    const auto found = std::ranges::find(names, name);
    if (found == names.end())
        return inFile(undefined("no class is called " + quotedText(name) + "; the classes are " +
                                quotedList(names)),
                      dataset.summary.file);
    return static_cast<std::size_t>(found - names.begin());
}

/// The rows whose values of a column fulfil a condition.
struct WantedCode {
    const GroupColumn* column = nullptr;
    std::vector<bool> isWanted = {};  ///< of each value
    bool wantsEmpty = false;          ///< rows without a value fulfil it, too

    bool takes(std::int32_t code) const {
        return code < 0 ? wantsEmpty : static_cast<bool>(isWanted[static_cast<std::size_t>(code)]);
    }
    bool holds(std::size_t row) const { return takes(column->codes[row]); }
};
using WantedCodes = std::vector<WantedCode>;

bool hold(const WantedCodes& codes, std::size_t row) {
    return std::ranges::all_of(codes, [row](const WantedCode& code) { return code.holds(row); });
}

/// Returns the columns that conditions may be on: of groups, others that were kept, and of
/// clusters.
std::vector<const GroupColumn*> columnsFor(const Dataset& dataset) {
    std::vector<const GroupColumn*> columns;
    for (const GroupColumn& column : dataset.groups)
        columns.push_back(&column);
    for (const RowNames& column : dataset.rowNames)
        columns.push_back(&column);
    if (dataset.clusters) columns.push_back(&*dataset.clusters);
    return columns;
}

/// Returns the first column of a name; null if there is none.
const GroupColumn* columnCalled(const Dataset& dataset, const std::string& name) {
    const std::vector<const GroupColumn*> columns = columnsFor(dataset);
    const auto found = std::ranges::find(columns, name, &GroupColumn::name);
    return found == columns.end() ? nullptr : *found;
}

/// Returns advice to write one of the texts that differs from `written` by capitals; empty if there
/// is none.
std::string otherCapitals(const std::string& written, std::span<const std::string> texts) {
    const auto alike = std::ranges::find_if(texts, [&](const std::string& text) {
        return text != written && lowerCase(text) == lowerCase(written);
    });
    return alike == texts.end() ? std::string()
                                : "; there is " + quotedText(*alike) + ": capitals count";
}

/// Returns what a user may have meant by a column that rows are not chosen by; empty if unknown.
std::string meantBy(const Dataset& dataset, const std::string& name) {
    constexpr std::string_view ofScores =
        "the confidence in the view is chosen by confidence>0.5 or confidence=0.8..0.9";
    for (const Assumption& read : dataset.summary.assumptions) {
        if (read.value != name) continue;
        if (read.id == "score_column") return "; it holds the scores; " + std::string(ofScores);
        if (read.id == "weight_column") return "; it holds the weights, which choose no rows";
        if (!rowClasses(dataset)) continue;
        if (read.id == "label_column") return "; it holds the labels: write true=CLASS";
        if (read.id == "predicted_column")
            return "; it holds the predicted classes: write predicted=CLASS";
    }
    // A list calls a column so whose name it uses itself.
    const std::string own = name.substr(0, name.size() - std::min<std::size_t>(name.size(), 2));
    if (name == own + "_2" && isOwnName(own) && columnCalled(dataset, own))
        return "; the file calls it " + quotedText(own) + ": write " +
               quotedText(writtenCondition({own, "=", "VALUE"}));
    const std::string small = lowerCase(name);
    if (small == "probability" || small == "confidence") return "; " + std::string(ofScores);
    if (small == "prediction" || small == "correct" || small == "outcome")
        return std::string("; write outcome=wrong or outcome=right") +
               (rowClasses(dataset) ? ", or predicted=CLASS" : "");
    if (rowClasses(dataset) && (small == "true" || small == "predicted"))
        return "; write " + small + "=CLASS";
    std::vector<std::string> names;
    for (const GroupColumn* column : columnsFor(dataset))
        names.push_back(column->name);
    if (auto advice = otherCapitals(name, names); !advice.empty()) return advice;
    return names.empty() ? std::string() : "; the columns are " + quotedList(names);
}

Error noColumn(const Dataset& dataset, const std::string& name) {
    const std::string meant = meantBy(dataset, name);
    return inFile(
        undefined("no column besides labels and scores is called " + quotedText(name) + meant,
                  meant.empty() ? std::vector{nameColumn("group")} : std::vector<Advice>()),
        dataset.summary.file);
}

/// Returns how to write what a user may have meant by a condition that cannot hold; empty if
/// unknown. `values` are those of its column, if they are known.
std::string wayOut(const CellCondition& condition, std::span<const std::string> values) {
    const std::string& value = condition.value;
    if (auto advice = otherCapitals(value, values); !advice.empty()) return advice;
    const auto holds = [&](const std::string& other) { return fulfils(other, {{}, "~", value}); };
    if (!value.empty() && std::ranges::any_of(values, holds))
        return "; " + quotedText(condition.column + "~" + value) + " finds the cells that hold it";
    if (value.starts_with('='))
        return "; write " + quotedText(condition.column + condition.sign + "VALUE") +
               ", without another =";
    if (value.starts_with('<') || value.starts_with('>'))
        return condition.sign == "=" ? "; write the signs as <= and >="
                                     : "; write != for \"is not\"";
    const std::size_t more = value.find(" and ");
    if (more != std::string::npos && parsedCondition(value.substr(more)))
        return "; write each condition by itself";
    const std::size_t dots = value.find("..");
    if (dots != std::string::npos) {
        const std::size_t after = std::min(value.find_first_not_of('.', dots), value.size());
        const std::string lower = value.substr(0, dots);
        const std::string upper = value.substr(after);
        if (after > dots + 2 && rangeOf({condition.column, "=", lower + ".." + upper}))
            return "; write two dots: " + quotedText(condition.column + "=" + lower + ".." + upper);
        const std::string turned = upper + ".." + lower;
        if (rangeOf({condition.column, "=", turned}))
            return "; write the lower end first: " + quotedText(condition.column + "=" + turned);
    }
    const std::size_t dash = value.find('-', 1);
    const bool isRange = rangeOf({condition.column, "=", value}) ||
                         (dash != std::string::npos && parsedDouble(value.substr(0, dash)) &&
                          parsedDouble(value.substr(dash + 1)));
    return isRange ? "; for a range write " + quotedText(condition.column + "=LOWER..UPPER")
                   : std::string();
}

/// Returns values that rows have in a column, for a message; few ones in order.
std::string valuesOf(const GroupColumn& column) {
    constexpr std::size_t few = 100;
    constexpr std::size_t listed = 8;
    std::vector<bool> isThere(column.values.size());
    std::vector<std::string> values;
    std::size_t count = 0;
    for (const std::int32_t code : column.codes) {
        if (code < 0 || isThere[static_cast<std::size_t>(code)]) continue;
        isThere[static_cast<std::size_t>(code)] = true;
        if (++count <= few) values.push_back(column.values[static_cast<std::size_t>(code)]);
    }
    if (count <= few) std::ranges::sort(values);
    values.resize(std::min(values.size(), listed));
    return quotedList(values) +
           (count > listed ? " and " + groupedDigits(count - listed) + " more" : std::string());
}

/// True for a condition on the size of the values of a column. A text that looks like a range is
/// that text where a cell holds it.
bool measures(const CellCondition& condition, const std::vector<std::string>& values) {
    return condition.isBound() ||
           (rangeOf(condition) && std::ranges::find(values, condition.value) == values.end());
}

/// True for a value that may be among numbers, or dates.
bool compares(const std::optional<WrittenRange>& numbers, const std::string& value) {
    return numbers && numbers->areDates ? dateTimeIn(value).has_value()
                                        : parsedDouble(value).has_value();
}

/// Notes the rows that a condition on numbers or dates leaves out because their cell holds neither.
void noteUncompared(const Dataset& dataset, const CellCondition& condition,
                    DatasetSummary& summary) {
    const GroupColumn* const column = columnCalled(dataset, condition.column);
    if (!column || !measures(condition, column->values) || condition.sign == "!=") return;
    const auto numbers = numbersOf(condition);
    std::vector<bool> isOther = emptyValues(column->values);
    std::string example;
    for (std::size_t i = 0; i < isOther.size(); ++i) {
        isOther[i] = !isOther[i] && !compares(numbers, column->values[i]);
        if (isOther[i] && example.empty()) example = column->values[i];
    }
    const auto rows =
        static_cast<std::size_t>(std::ranges::count_if(column->codes, [&](std::int32_t code) {
            return code >= 0 && static_cast<bool>(isOther[static_cast<std::size_t>(code)]);
        }));
    if (rows == 0) return;
    summary.notes.push_back({"not_compared", rows,
                             writtenCondition(condition) + " leaves out " +
                                 counted(rows, "row that holds", "rows that hold") + " no " +
                                 (numbers && numbers->areDates ? "date (ISO 8601)" : "number") +
                                 " in " + quotedText(condition.column) + ", such as " +
                                 quotedText(example)});
}

/// Errors: Undefined if there is no such column, or no row of such a value.
Result<WantedCode> wantedCode(const Dataset& dataset, const GroupChoice& group) {
    const GroupColumn* const column = columnCalled(dataset, group.column);
    if (!column) return noColumn(dataset, group.column);
    WantedCode wanted{column, fulfilling(column->values, {group.column, "=", group.value}),
                      group.value.empty()};
    const auto isWanted = [&](std::int32_t code) { return wanted.takes(code); };
    if (std::ranges::any_of(column->codes, isWanted)) return wanted;
    const auto isEmpty = [](std::int32_t code) { return code < 0; };
    return inFile(
        undefined("no value of " + quotedText(group.column) + " is " +
                  (group.value.empty() ? std::string("empty") : quotedText(group.value)) +
                  "; the values are " + valuesOf(*column) +
                  wayOut({group.column, "=", group.value}, column->values) +
                  (std::ranges::any_of(column->codes, isEmpty)
                       ? "; rows without a value (empty, or a word such as NA) are chosen by " +
                             quotedText(group.column + "=")
                       : std::string())),
        dataset.summary.file);
}

/// Errors: Undefined if there is no such column, or if it holds no number to compare with one.
Result<WantedCode> wantedCode(const Dataset& dataset, const CellCondition& condition) {
    const GroupColumn* const column = columnCalled(dataset, condition.column);
    if (!column) return noColumn(dataset, condition.column);
    const auto numbers = numbersOf(condition);
    const bool areDates = numbers && numbers->areDates;
    const auto isDate = [](const std::string& value) { return dateTimeIn(value).has_value(); };
    const auto isComparable = [&](const std::string& value) { return compares(numbers, value); };
    const auto end = column->values.end();
    const bool isMeasured = measures(condition, column->values);
    // A column without a role keeps its spelling, decimal commas too.
    const auto comma =
        isMeasured && !areDates ? std::ranges::find_if(column->values, isCommaNumber) : end;
    if (comma != end)
        return inFile(undefined(quotedText(condition.column) + " holds " + quotedText(*comma) +
                                ": numbers with decimal commas are not compared; write = or ~, or "
                                "save the column with decimal points"),
                      dataset.summary.file);
    const std::string year = condition.value.substr(0, 4);
    const auto hasYear = [&](const std::string& value) {
        return value.find(year) != std::string::npos;
    };
    if (isMeasured && std::ranges::none_of(column->values, isComparable))
        return inFile(undefined("no value of " + quotedText(condition.column) + " is a " +
                                (areDates ? "date in ISO 8601 (2024-05-01)" : "number") +
                                ", which " + writtenCondition(condition) +
                                " compares with; the values are " + valuesOf(*column) +
                                (areDates && std::ranges::any_of(column->values, hasYear)
                                     ? "; choose by a part of the text: " +
                                           writtenCondition({condition.column, "~", year})
                                 : areDates || std::ranges::none_of(column->values, isDate)
                                     ? std::string()
                                     : "; write a date with its month, 2024-05")),
                      dataset.summary.file);
    // A value that is not there is a mistake in writing, as it is after "=".
    if (condition.sign == "!=" && !condition.value.empty()) {
        const auto equal = wantedCode(dataset, GroupChoice{condition.column, condition.value});
        if (!equal) return equal.error();
    }
    return WantedCode{column, fulfilling(column->values, condition), fulfils({}, condition)};
}

/// Errors: as above.
template <typename Conditions>
Result<void> addWanted(const Dataset& dataset, const Conditions& conditions, WantedCodes& codes) {
    for (const auto& condition : conditions) {
        auto code = wantedCode(dataset, condition);
        if (!code) return code.error();
        codes.push_back(std::move(code).value());
    }
    return {};
}

/// Conditions with the names of a dataset looked up.
struct ResolvedConditions {
    const RowConditions& wanted;
    std::optional<RowClasses> classes = {};  ///< not empty where one of both is wanted
    std::optional<std::size_t> label = {};
    std::optional<std::size_t> predicted = {};
    WantedCodes codes = {};

    bool hold(const Predictions& predictions, std::size_t row, double c) const {
        if (const auto& range = wanted.confidence) {
            const bool isAbove = wanted.isLowerOpen ? c > range->lower : c >= range->lower;
            const bool isBelow = wanted.isUpperOpen ? c < range->upper : c <= range->upper;
            if (!isAbove || !isBelow) return false;
        }
        return holdBesides(predictions, row);
    }
    /// What is asked of the rest.
    bool holdBesides(const Predictions& predictions, std::size_t row) const {
        return holdOf(predictions, row) && diagonal::hold(codes, row);
    }
    /// What is asked of true and predicted classes.
    bool holdOf(const Predictions& predictions, std::size_t row) const {
        if (wanted.isCorrect && *wanted.isCorrect != predictions.isCorrect(row)) return false;
        if (label && classes->labels[row] != *label) return false;
        return !predicted || classes->predicted[row] == *predicted;
    }
};

Result<ResolvedConditions> resolved(const Dataset& dataset, const RowConditions& conditions) {
    ResolvedConditions found{conditions};
    if (const auto classes = rowClasses(dataset)) found.classes.emplace(*classes);
    if (conditions.isCorrect && dataset.predictions.form() == PredictionForm::MultiLabel)
        return inFile(undefined("its rows may belong to several classes, so that none is wrong as "
                                "a whole: leave out --where outcome"),
                      dataset.summary.file);
    for (const auto& [name, index] : {std::pair(&conditions.label, &found.label),
                                      std::pair(&conditions.predicted, &found.predicted)}) {
        if (!*name) continue;
        const auto at = classCalled(dataset, **name);
        if (!at) return at.error();
        *index = at.value();
    }
    if (auto done = addWanted(dataset, conditions.groups, found.codes); !done) return done.error();
    if (auto done = addWanted(dataset, conditions.cells, found.codes); !done) return done.error();
    return found;
}

/// A range of confidences among raw ones.
class RawRange {
public:
    RawRange(const RawConfidences& confidences, const RowConditions& conditions)
        : m_isWhole(!conditions.confidence) {
        if (m_isWhole) return;
        const auto [lower, upper] = *conditions.confidence;
        if (lower > 0 || conditions.isLowerOpen) {
            m_outside.lower = confidences.surelyBelow(lower);
            m_inside.lower = confidences.surelyAbove(lower);
        }
        if (upper < 1 || conditions.isUpperOpen) {
            m_inside.upper = confidences.surelyBelow(upper);
            m_outside.upper = confidences.surelyAbove(upper);
        }
    }

    /// Fills `places` with those of the rows that may be in the range. Branch-free.
    void findPossible(std::span<const double> raw, std::vector<std::uint32_t>& places) const {
        places.resize(raw.size());
        std::size_t count = 0;
        for (std::size_t i = 0; i < raw.size(); ++i) {
            places[count] = static_cast<std::uint32_t>(i);
            const auto isBelow = static_cast<std::size_t>(raw[i] < m_outside.lower);
            const auto isAbove = static_cast<std::size_t>(raw[i] > m_outside.upper);
            count += 1 - (isBelow | isAbove);
        }
        places.resize(count);
    }
    /// True if the row of a raw confidence is in the range for sure; of NaN, if all rows are.
    bool surelyHolds(double raw) const {
        return (raw >= m_inside.lower && raw <= m_inside.upper) || m_isWhole;
    }

private:
    static constexpr double kInfinity = std::numeric_limits<double>::infinity();

    bool m_isWhole;

    Interval m_inside = {-kInfinity, kInfinity};   ///< those between are in the range
    Interval m_outside = {-kInfinity, kInfinity};  ///< those below and above are not
};

/// As above. Errors: also those of checkView(), and Undefined if the rows are not known one by one.
Result<ResolvedConditions> resolvedForRows(const Dataset& dataset, const View& view,
                                           double temperature, const RowConditions& conditions) {
    if (dataset.summary.cells)
        return inFile(undefined(std::string(dataset.summary.cells->name()) +
                                " hold sums: rows are not known one by one"),
                      dataset.summary.file);
    if (auto can = checkView(dataset.predictions, view, temperature); !can)
        return inFile(can.error(), dataset.summary.file);
    return resolved(dataset, conditions);
}

/// Drops the notes that are on all rows of a file.
void forgetWhole(Dataset& part) {
    std::erase_if(part.summary.notes,
                  [](const Note& note) { return note.scope == NoteScope::AllRows; });
}

/// Returns a confidence with four decimals; those beside 0 and 1 keep theirs.
std::string shownConfidence(double confidence) {
    constexpr double fine = 10'000;
    const double rounded = std::round(fine * confidence) / fine;
    return shortest(rounded == 0 || rounded == 1 ? confidence : rounded);
}

}  // namespace

RowConditions forEveryModel(RowConditions conditions) {
    conditions.confidence.reset();
    conditions.isLowerOpen = conditions.isUpperOpen = false;
    conditions.isCorrect.reset();
    conditions.predicted.reset();
    return conditions;
}

RowConditions withGroup(RowConditions conditions, const GroupChoice& group) {
    std::erase_if(conditions.groups,
                  [&](const GroupChoice& other) { return other.column == group.column; });
    conditions.groups.push_back(group);
    return conditions;
}

Result<void> addCell(RowConditions& conditions, const CellCondition& cell) {
    const std::string written = "--where " + writtenCondition(cell);
    if (cell.sign == "~" && cell.value.empty())
        return wrongOption(written + ": write the text that the cells hold");
    if (!isCellCondition(cell))
        return wrongOption(written + ": " + quotedText(cell.value) +
                           " is no number, and no date in ISO 8601 (2024-05-01)" +
                           wayOut(cell, {}));
    constexpr double mostExact = 0x1p53;
    if (const auto range = numbersOf(cell); range && !range->areDates) {
        for (const double end : {range->lower, range->upper}) {
            if (std::isfinite(end) && std::abs(end) > mostExact)
                return wrongOption(written +
                                   ": numbers of more than 15 digits are not compared; "
                                   "write = or ~");
        }
    }
    if (cell.sign != "=" || rangeOf(cell)) {
        conditions.cells.push_back(cell);
        return {};
    }
    const auto isSame = [&](const GroupChoice& group) { return group.column == cell.column; };
    if (const auto same = std::ranges::find_if(conditions.groups, isSame);
        same != conditions.groups.end())
        return same->value == cell.value ? Result<void>() : twice(cell.column);
    conditions.groups.push_back({cell.column, cell.value});
    return {};
}

Result<void> addCondition(RowConditions& conditions, std::string_view written) {
    const auto parsed = parsedCondition(written);
    if (!parsed)
        return wrongOption("--where " + quotedText(written) +
                           " is no condition: write confidence=0.9..1, outcome=wrong, true=CLASS, "
                           "predicted=CLASS or COLUMN=VALUE, with != < <= > >= or ~ in place of =");
    const auto& [cell, isQuoted] = *parsed;
    const std::string& name = cell.column;
    const std::string& value = cell.value;
    const bool isEqual = cell.sign == "=";
    if (isQuoted) return addCell(conditions, cell);
    if (name == "confidence") return addConfidence(conditions, cell);
    const bool isOwn = name == "outcome" || name == "true" || name == "predicted";
    if (isOwn && !isEqual)
        return wrongOption("--where " + name + cell.sign + value + ": rows are chosen by " + name +
                           (name == "outcome" ? "=wrong or outcome=right" : "=CLASS alone"));
    if (name == "outcome") {
        if (value != "wrong" && value != "right")
            return wrongOption(
                "--where outcome=" + value +
                ": write wrong or right; rows of a column of that name are chosen by "
                "--where " +
                writtenCondition({name, "=", value}));
        if (conditions.isCorrect && *conditions.isCorrect != (value == "right")) return twice(name);
        conditions.isCorrect = value == "right";
        return {};
    }
    if (isOwn) {
        auto& wanted = name == "true" ? conditions.label : conditions.predicted;
        if (wanted && *wanted != value) return twice(name);
        wanted = value;
        return {};
    }
    if (isEqual && (name == "label" || name == "class"))
        return wrongOption("--where " + name + "=" + value + ": for the true class write true=" +
                           value + ", for the predicted one predicted=" + value);
    return addCell(conditions, cell);
}

std::vector<RowConditions> partsOf(const RowConditions& conditions) {
    std::vector<RowConditions> parts;
    if (conditions.confidence) {
        RowConditions part = conditions;
        part.isCorrect.reset();
        part.label.reset();
        part.predicted.reset();
        part.groups.clear();
        part.cells.clear();
        parts.push_back(std::move(part));
    }
    if (conditions.isCorrect) parts.emplace_back().isCorrect = conditions.isCorrect;
    if (conditions.label) parts.emplace_back().label = conditions.label;
    if (conditions.predicted) parts.emplace_back().predicted = conditions.predicted;
    for (const GroupChoice& group : conditions.groups)
        parts.emplace_back().groups = {group};
    for (const CellCondition& cell : conditions.cells) {
        const bool isRange = !parts.empty() && parts.back().cells.size() == 1 &&
                             worded({parts.back().cells.front(), cell}).size() == 1;
        if (!isRange) parts.emplace_back();
        parts.back().cells.push_back(cell);
    }
    return parts;
}

void addAll(RowConditions& conditions, const RowConditions& more) {
    if (more.confidence) {
        conditions.confidence = more.confidence;
        conditions.isLowerOpen = more.isLowerOpen;
        conditions.isUpperOpen = more.isUpperOpen;
    }
    if (more.isCorrect) conditions.isCorrect = more.isCorrect;
    if (more.label) conditions.label = more.label;
    if (more.predicted) conditions.predicted = more.predicted;
    for (const GroupChoice& group : more.groups) {
        std::erase_if(conditions.groups,
                      [&](const GroupChoice& other) { return other.column == group.column; });
        conditions.groups.push_back(group);
    }
    for (const CellCondition& cell : more.cells) {
        std::erase_if(conditions.cells, [&](const CellCondition& other) {
            const bool isSameBound = other.column == cell.column && other.isBound() &&
                                     cell.isBound() && other.isLowerBound() == cell.isLowerBound();
            return isSameBound || other == cell;
        });
        conditions.cells.push_back(cell);
    }
}

RowConditions without(const RowConditions& all, const RowConditions& others) {
    RowConditions rest;
    const std::vector<RowConditions> parts = partsOf(others);
    for (const RowConditions& part : partsOf(all)) {
        if (std::ranges::find(parts, part) == parts.end()) narrow(rest, part);
    }
    return rest;
}

void narrow(RowConditions& conditions, const RowConditions& more) {
    const RowConditions before = conditions;
    addAll(conditions, more);
    for (const CellCondition& cell : before.cells) {
        if (std::ranges::find(conditions.cells, cell) == conditions.cells.end())
            conditions.cells.push_back(cell);
    }
    if (!before.confidence || !more.confidence) return;
    const Interval& one = *before.confidence;
    const Interval& other = *more.confidence;
    conditions.confidence =
        Interval{std::max(one.lower, other.lower), std::min(one.upper, other.upper)};
    conditions.isLowerOpen = (one.lower >= other.lower && before.isLowerOpen) ||
                             (other.lower >= one.lower && more.isLowerOpen);
    conditions.isUpperOpen = (one.upper <= other.upper && before.isUpperOpen) ||
                             (other.upper <= one.upper && more.isUpperOpen);
}

std::vector<std::string> writtenConditions(const RowConditions& conditions) {
    std::vector<std::string> texts;
    if (const auto& range = conditions.confidence)
        texts.push_back("confidence=" + shortest(range->lower) +
                        (conditions.isLowerOpen ? "<" : "") + ".." +
                        (conditions.isUpperOpen ? "<" : "") + shortest(range->upper));
    if (conditions.isCorrect)
        texts.emplace_back(*conditions.isCorrect ? "outcome=right" : "outcome=wrong");
    if (conditions.label) texts.push_back("true=" + *conditions.label);
    if (conditions.predicted) texts.push_back("predicted=" + *conditions.predicted);
    for (const CellCondition& cell : conditions.cells)
        texts.push_back(writtenCondition(cell));
    return texts;
}

std::string conditionsText(const RowConditions& conditions) {
    std::string text;
    for (const RowConditions& part : partsOf(conditions)) {
        if (!text.empty()) text += ", ";
        if (const auto& range = part.confidence)
            text += "confidence " + std::string(part.isLowerOpen ? "above " : "") +
                    shownConfidence(range->lower) + (part.isUpperOpen ? " to below " : " to ") +
                    shownConfidence(range->upper);
        if (part.isCorrect) text += *part.isCorrect ? "right" : "wrong";
        if (part.label) text += "true class " + *part.label;
        if (part.predicted) text += "predicted class " + *part.predicted;
        if (!part.groups.empty()) text += groupName(part.groups.front());
        if (!part.cells.empty()) text += worded(part.cells).front();
    }
    return text;
}

Result<void> forEachRunOfMatches(
    const Dataset& dataset, const View& view, double temperature, const RowConditions& conditions,
    const Partition& parts, const Execution& execution,
    const std::function<void(std::size_t, std::size_t, const RowOutcomes&,
                             std::span<const std::uint32_t>)>& visit) {
    const Predictions& predictions = dataset.predictions;
    const auto wanted = resolvedForRows(dataset, view, temperature, conditions);
    if (!wanted) return wanted.error();
    const Interval range = conditions.confidence.value_or(Interval{0, 1});
    const auto visitRun = [&](std::size_t part, std::size_t begin, const RowOutcomes& rows) {
        // Branch-free: a branch would be mispredicted for every row of the range.
        std::vector<std::uint32_t> inRange(rows.size());
        std::size_t count = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const double c = rows.confidences[i];
            inRange[count] = static_cast<std::uint32_t>(i);
            count += static_cast<std::size_t>(c >= range.lower) &
                     static_cast<std::size_t>(c <= range.upper);
        }
        inRange.resize(count);
        std::erase_if(inRange, [&](std::uint32_t i) {
            return !wanted.value().hold(predictions, begin + i, rows.confidences[i]);
        });
        visit(part, begin, rows, inRange);
    };
    if (!measureInParts(predictions, view, temperature, false, parts, execution, visitRun))
        return cancelled();
    return {};
}

Result<void> skimMatches(const Dataset& dataset, const View& view, double temperature,
                         const RowConditions& conditions, const Partition& parts,
                         const Execution& execution, const RawConfidences& confidences,
                         const std::function<void(std::size_t, const SkimmedRun&)>& visit) {
    const Predictions& predictions = dataset.predictions;
    const auto found = resolvedForRows(dataset, view, temperature, conditions);
    if (!found) return found.error();
    const ResolvedConditions& wanted = found.value();
    const RawRange range(confidences, conditions);
    const bool isDone = forEachRun(predictions, parts, execution, [&](std::size_t part) {
        return [&, part, measurer = RowMeasurer(predictions, view, temperature, false),
                raw = std::vector<double>(), matches = std::vector<std::uint32_t>()](
                   std::size_t begin, std::size_t count) mutable {
            raw.resize(count);
            confidences.read(begin, raw);
            range.findPossible(raw, matches);
            std::erase_if(matches, [&](std::uint32_t i) {
                const std::size_t row = begin + i;
                if (!range.surelyHolds(raw[i]))
                    return !wanted.hold(predictions, row, measurer.measure(row, 1).confidences[0]);
                return !wanted.holdBesides(predictions, row);
            });
            visit(part, {begin, raw, matches, measurer});
        };
    });
    if (!isDone) return cancelled();
    return {};
}

Result<RowSet> matchingRows(const Dataset& dataset, const View& view, double temperature,
                            const RowConditions& conditions, const Execution& execution) {
    std::vector<std::uint8_t> isMatch(dataset.predictions.rows());
    const auto mark = [&](std::size_t, std::size_t begin, const RowOutcomes&,
                          std::span<const std::uint32_t> matches) {
        for (const std::uint32_t i : matches)
            isMatch[begin + i] = 1;
    };
    const auto done = forEachRunOfMatches(dataset, view, temperature, conditions,
                                          partsToSearch(dataset), execution, mark);
    if (!done) return done.error();
    return RowSet::marked(isMatch);
}

Result<Dataset> selectedRows(const Dataset& dataset, const View& view, double temperature,
                             const RowConditions& conditions, const Execution& execution) {
    const auto found = matchingRows(dataset, view, temperature, conditions, execution);
    if (!found) return found.error();
    if (found.value().empty())
        return inFile(undefined("none of its " + counted(dataset.summary.rows, "row") +
                                " fulfils --where: " + conditionsText(conditions)),
                      dataset.summary.file);
    Dataset part = dataset.subset(found.value());
    part.summary.group = conditionsText(conditions);
    if (conditions.judgeOutcomes())
        part.summary.notes.push_back({"chosen_by_outcome", part.summary.rows,
                                      "these rows were chosen by their outcome: whether the "
                                      "confidence can be trusted, they do not tell"});
    for (const CellCondition& condition : conditions.cells)
        noteUncompared(dataset, condition, part.summary);
    forgetWhole(part);
    return part;
}

Result<Dataset> groupDataset(const Dataset& dataset, const GroupChoices& groups) {
    WantedCodes codes;
    if (auto done = addWanted(dataset, groups, codes); !done) return done.error();
    std::string name;
    for (const GroupChoice& group : groups)
        name += (name.empty() ? "" : ", ") + groupName(group);
    std::vector<std::uint8_t> isMatch(dataset.predictions.rows());
    for (std::size_t row = 0; row < isMatch.size(); ++row)
        isMatch[row] = hold(codes, row) ? 1 : 0;
    const RowSet rows = RowSet::marked(isMatch);
    if (rows.empty())
        return inFile(undefined("no row is of " + name + " together"), dataset.summary.file);
    Dataset part = dataset.subset(rows);
    std::string& whole = part.summary.group;
    whole += (whole.empty() ? "" : ", ") + name;
    forgetWhole(part);
    return part;
}

Result<std::shared_ptr<const Dataset>> rowsOfGroups(const std::shared_ptr<const Dataset>& dataset,
                                                    const GroupChoices& groups) {
    if (groups.empty()) return dataset;
    auto part = groupDataset(*dataset, groups);
    if (!part) return part.error();
    return std::make_shared<const Dataset>(std::move(part).value());
}

bool lacksColumn(const Dataset& dataset, const RowConditions& where) {
    const auto isMissing = [&](const auto& condition) {
        return columnCalled(dataset, condition.column) == nullptr;
    };
    return std::ranges::any_of(where.groups, isMissing) ||
           std::ranges::any_of(where.cells, isMissing);
}

Result<void> checkConditions(const Dataset& dataset, const RowConditions& where) {
    const auto wanted = resolved(dataset, where);
    if (!wanted) return wanted.error();
    const WantedCodes& codes = wanted.value().codes;
    const bool areCells = dataset.summary.cells.has_value();  // of rows of several classes
    for (std::size_t row = 0; row < dataset.predictions.rows(); ++row) {
        if (hold(codes, row) && (areCells || wanted.value().holdOf(dataset.predictions, row)))
            return {};
    }
    RowConditions known = where;
    known.confidence.reset();
    return inFile(undefined("no row fulfils all of: " + conditionsText(known)),
                  dataset.summary.file);
}

}  // namespace diagonal
