// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selecting/row_arrangement.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/aggregates/row_query.h"
#include "core/base/text.h"
#include "core/measuring/outcomes.h"
#include "core/selecting/row_columns.h"

namespace diagonal {
namespace {

/// Says of a row whether it is kept.
using RowTest = std::function<bool(std::size_t row)>;

/// Compares a number with one that a user wrote, which equals all that round to it.
bool compares(double number, const CellCondition& condition) {
    const auto& [name, sign, written] = condition;
    const auto other = parsedDouble(written);
    if (!other) return false;
    const std::size_t point = written.find('.');
    const int digits =
        point == std::string_view::npos ? 0 : static_cast<int>(written.size() - point - 1);
    if (sign == "=") return fixedText(number, digits) == fixedText(*other, digits);
    if (sign == "!=") return fixedText(number, digits) != fixedText(*other, digits);
    return fulfils(shortest(number), condition);
}

/// Returns the test that the text of a column fulfils a condition.
RowTest textTest(const ListedColumn& column, const CellCondition& condition) {
    if (column.text)
        return [text = column.text, condition](std::size_t row) {
            return fulfils(text(row), condition);
        };
    return [kept = fulfilling(*column.values, condition), keepsEmpty = fulfils({}, condition),
            code = column.code](std::size_t row) {
        const std::int32_t value = code(row);
        return value < 0 ? keepsEmpty : static_cast<bool>(kept[static_cast<std::size_t>(value)]);
    };
}

/// Returns the column of a list that a filter names, by its id, its name, or "true class" and
/// "predicted class", in any case; null if there is none. In quotation marks, it is one of the
/// file.
const ListedColumn* columnNamed(std::span<const ListedColumn> columns,
                                const ParsedCondition& filter) {
    const std::string& written = filter.condition.column;
    std::string name = lowerCase(written);
    if (name == "true class" || name == "predicted class") name.resize(name.find(' '));
    const auto find = [&](auto isMeant) -> const ListedColumn* {
        const auto column = std::ranges::find_if(columns, [&](const ListedColumn& one) {
            return (one.isOfFile || !filter.isQuoted) && isMeant(one.head);
        });
        return column == columns.end() ? nullptr : &*column;
    };
    // Names may differ by their case alone.
    if (const auto* exact = find([&](const TableColumn& head) { return head.id == written; }))
        return exact;
    const auto isAlike = [&](const TableColumn& head) {
        return lowerCase(head.id) == name || lowerCase(head.name) == name;
    };
    const auto alike = std::ranges::count_if(
        columns, [&](const ListedColumn& one) { return one.isOfFile && isAlike(one.head); });
    return alike > 1 ? nullptr : find(isAlike);
}

/// Returns the test of a filter on one column; none if the list has no such column.
std::optional<RowTest> columnTest(std::span<const ListedColumn> columns,
                                  const ParsedCondition& parsed) {
    const ListedColumn* const column = columnNamed(columns, parsed);
    if (!column) return std::nullopt;
    const CellCondition& filter = parsed.condition;
    if (!column->isNumber()) return textTest(*column, filter);
    if (const auto numbers = numbersOf(filter))
        return [number = column->number, numbers = *numbers, isWanted = filter.sign != "!="](
                   std::size_t row) { return numbers.holds(number(row)) == isWanted; };
    return [number = column->number, filter](std::size_t row) {
        return compares(number(row), filter);
    };
}

/// Returns the condition that `cell` is, which names a column of a list by its id. Errors: those of
/// conditionOf(), but for a value that no cell has.
Result<RowConditions> conditionOn(const ListedColumn& column, const CellCondition& cell) {
    if (!column.isOfFile && !isOwnName(cell.column))
        return undefined(quotedText(cell.column) +
                         " sorts and filters the list, but is no condition on rows to measure");
    RowConditions conditions;
    const auto added = column.isOfFile
                           ? addCell(conditions, cell)
                           : addCondition(conditions, cell.column + cell.sign + cell.value);
    if (!added) return added.error();
    return conditions;
}

/// A filter on a column; `cell` names it by its id.
struct ColumnFilter {
    const ListedColumn& column;
    CellCondition cell;
};

/// Errors: Undefined for a text, and for a column that is not among these.
Result<ColumnFilter> columnFilter(const std::string& filter,
                                  const std::vector<ListedColumn>& columns) {
    const auto parsed = parsedCondition(filter);
    if (!parsed)
        return undefined(
            "a text in any cell is no condition: filter by COLUMN~text, COLUMN=value "
            "or confidence<0.5");
    const ListedColumn* const column = columnNamed(columns, *parsed);
    CellCondition cell = parsed->condition;
    if (column) {
        cell.column = column->head.id;
        return ColumnFilter{*column, std::move(cell)};
    }
    std::vector<std::string> names;
    names.reserve(columns.size());
    for (const ListedColumn& one : columns)
        names.push_back(one.head.id);
    return undefined("no column is called " + quotedText(cell.column) + ". There are " +
                     quotedList(names));
}

/// Errors: those of checkConditions().
Result<RowConditions> checked(Result<RowConditions> conditions, const RowList& list) {
    if (!conditions) return conditions;
    if (auto can = checkConditions(*list.dataset, conditions.value()); !can) return can.error();
    return conditions;
}

/// Returns the test that a cell holds a text, in any case, or that the row is at that place.
RowTest anyCellTest(std::span<const ListedColumn> columns, std::string_view text) {
    std::vector<RowTest> tests;
    for (const ListedColumn& column : columns) {
        if (column.isPlace) {
            const auto place = parsedInteger(text);
            if (place)
                tests.push_back([number = column.number, place = *place](std::size_t row) {
                    return number(row) == static_cast<double>(place);
                });
        } else if (!column.isNumber()) {
            tests.push_back(textTest(column, {{}, "~", std::string(text)}));
        }
    }
    return [tests = std::move(tests)](std::size_t row) {
        return std::ranges::any_of(tests, [&](const RowTest& test) { return test(row); });
    };
}

/// Keeps some of the rows; returns false if progress cancels.
bool keepRows(RowList& list, const RowTest& isKept, Continuation& continuation) {
    constexpr std::size_t step = 4096;
    std::size_t wrong = 0;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < list.rows.size(); ++i) {
        if (i % step == 0 && !continuation.goesOn()) return false;
        if (!isKept(list.rows[i])) continue;
        wrong += i < list.wrong ? 1U : 0U;
        list.rows[kept++] = list.rows[i];
    }
    list.rows.resize(kept);
    list.wrong = wrong;
    return true;
}

/// Returns what sorts all rows by their confidence, computed at once.
std::function<double(std::size_t)> confidences(const RowList& list, const Execution& execution) {
    auto outcomes =
        outcomesInRowOrder(list.dataset->predictions, list.view, list.temperature, execution);
    if (!outcomes) return nullptr;
    return [packed = std::move(*outcomes)](std::size_t row) {
        return SortedOutcomes::confidenceOf(packed[row]);
    };
}

/// Sorts the rows; returns false if progress cancels.
bool sortRows(RowList& list, const std::function<double(std::size_t)>& order, bool isDescending,
              Continuation& continuation) {
    constexpr std::size_t step = 4096;
    struct Keyed {
        double key;
        std::uint32_t row;
    };
    std::vector<Keyed> keyed;
    keyed.reserve(list.rows.size());
    for (const std::uint32_t row : list.rows) {
        if (keyed.size() % step == 0 && !continuation.goesOn()) return false;
        keyed.push_back({order(row), row});
    }
    std::ranges::stable_sort(keyed, [isDescending](const Keyed& a, const Keyed& b) {
        if (std::isnan(a.key) || std::isnan(b.key)) return !std::isnan(a.key) && std::isnan(b.key);
        return isDescending ? a.key > b.key : a.key < b.key;
    });
    std::ranges::transform(keyed, list.rows.begin(), &Keyed::row);
    return true;
}

}  // namespace

Result<RowConditions> conditionOf(const std::string& filter, const RowList& list) {
    const std::vector<ListedColumn> columns = columnsOf(list);
    const auto found = columnFilter(filter, columns);
    if (!found) return found.error();
    return checked(conditionOn(found.value().column, found.value().cell), list);
}

Result<RowConditions> conditionOf(const std::string& filter,
                                  const std::vector<std::string>& columns) {
    std::vector<ListedColumn> heads = {{{"confidence", "Confidence"}},
                                       {{"outcome", "Prediction"}},
                                       {{"true", "True"}},
                                       {{"predicted", "Predicted"}}};
    heads.reserve(heads.size() + 2 * columns.size());
    const auto add = [&heads](const std::string& name) {
        heads.push_back({{name, name}});
        heads.back().isOfFile = true;
    };
    for (const std::string& column : columns) {
        add(column);
        if (answeredName(column) != column) add(answeredName(column));
    }
    const auto found = columnFilter(filter, heads);
    if (!found) return found.error();
    return conditionOn(found.value().column, found.value().cell);
}

Result<RowConditions> conditionOf(const ListedColumn& column, std::size_t row,
                                  const RowList& list) {
    const TableCell cell = column.cell(row);
    const auto* const text = std::get_if<std::string>(&cell);
    if (!text) return undefined("numbers of " + quotedText(column.head.id) + " are no condition");
    return checked(conditionOn(column, {column.head.id, "=", *text}), list);
}

Result<RowList> arranged(RowList list, const RowArrangement& arrangement,
                         const Execution& execution) {
    Continuation continuation(execution.progress);
    const std::vector<ListedColumn> columns = columnsOf(list);
    const std::string_view text = trimmed(arrangement.filter);
    if (!text.empty()) {
        const auto filter = parsedCondition(text);
        const auto ofColumn = filter ? columnTest(columns, *filter) : std::nullopt;
        const RowTest isKept = ofColumn ? *ofColumn : anyCellTest(columns, text);
        if (!keepRows(list, isKept, continuation)) return cancelled();
    }
    const auto column = std::ranges::find_if(
        columns, [&](const ListedColumn& one) { return one.head.id == arrangement.sortedBy; });
    if (column == columns.end()) return list;
    const bool isConfidence = column->isNumber() && column->head.id == "confidence";
    const auto order = isConfidence ? confidences(list, execution) : column->order();
    if (!order || !sortRows(list, order, arrangement.isDescending, continuation))
        return cancelled();
    return list;
}

}  // namespace diagonal
