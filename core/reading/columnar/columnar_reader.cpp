// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/columnar/columnar_reader.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "core/base/text.h"
#include "core/reading/columnar/role_table.h"
#include "core/reading/columnar/score_blocks.h"
#include "core/reading/columnar/table_sample.h"
#include "core/reading/numbers/number_text.h"
#include "core/reading/numbers/time_column.h"
#include "core/reading/roles/column_names.h"
#include "core/reading/roles/column_table.h"
#include "core/reading/roles/label_sets.h"
#include "core/reading/roles/role_assignment.h"
#include "core/reading/roles/role_description.h"

namespace diagonal {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Returns all columns with a role, except for weights and scores, and where their cells go.
std::vector<std::pair<std::size_t, LabelColumn*>> labelColumns(const RoleTable& in,
                                                               RoleColumns& out) {
    std::vector<std::pair<std::size_t, LabelColumn*>> columns;
    if (in.roles.label.size() == 1) columns.emplace_back(in.roles.label.front(), &out.label);
    if (in.roles.predicted) columns.emplace_back(*in.roles.predicted, &out.predicted);
    if (in.roles.correct) columns.emplace_back(*in.roles.correct, &out.correct);
    for (std::size_t g = 0; g < in.roles.groups.size(); ++g)
        columns.emplace_back(in.roles.groups[g], &out.groups[g].labels);
    for (std::size_t i = 0; i < out.rowNames.size(); ++i)
        columns.emplace_back(in.roles.rowNames[i], &out.rowNames[i].labels);
    return columns;
}

/// Returns an error for the first column with a role that cannot be read.
Result<void> checkReadable(const RoleTable& in, RoleColumns& out) {
    std::vector<std::size_t> columns = in.roles.scores;
    columns.insert(columns.end(), in.roles.label.begin(), in.roles.label.end());
    for (const auto& [c, labels] : labelColumns(in, out))
        columns.push_back(c);
    if (in.roles.weight) columns.push_back(*in.roles.weight);
    if (in.roles.time) columns.push_back(*in.roles.time);
    for (const std::size_t c : columns) {
        const auto& error = in.sample.errors[in.placeOf(c).column];
        if (error) return *error;
    }
    return {};
}

/// Reads the integers of a row group, slice by slice: `take` gets the values, and the places of
/// those that are null. Returns false if the column holds anything else.
template <typename Take>
Result<bool> readIntegers(const RoleTable& in, std::size_t c, std::size_t group, const Take& take) {
    const ColumnarColumn& column = in.columnOf(c);
    if (column.isText || column.isList) return false;
    auto cells = in.file.cells(in.placeOf(c).column, group);
    if (!cells) return cells.error();
    ColumnValues values;
    for (std::size_t left = in.file.groups()[group]; left > 0;) {
        const std::size_t count = std::min(kSliceItems, left);
        values.clear();
        if (auto done = cells.value()->read(count, values); !done) return done.error();
        const auto* integers = std::get_if<std::vector<std::int64_t>>(&values.values);
        if (!integers) return false;
        take(std::span(*integers).first(count), values.nulls);
        left -= count;
    }
    if (auto done = cells.value()->finish(); !done) return done.error();
    return true;
}

/// Adds a column's integers without converting them to text, if it holds nothing else. Returns
/// false if it does.
Result<bool> addIntegers(const RoleTable& in, std::size_t c, std::size_t group, LabelColumn& out) {
    if (in.columnOf(c).format != CellFormat::Plain) return false;
    return readIntegers(
        in, c, group, [&](std::span<const std::int64_t> integers, const auto& nulls) {
            auto null = nulls.begin();
            for (std::size_t begin = 0; begin < integers.size();) {
                const std::size_t end = null == nulls.end() ? integers.size() : *null;
                out.add(integers.subspan(begin, end - begin));
                begin = end;
                if (null == nulls.end()) continue;
                out.addMissing();
                ++begin;
                ++null;
            }
        });
}

/// Reads several label columns as sets of the classes whose column says yes.
Result<void> readOneHot(const RoleTable& in, RoleColumns& out) {
    if (in.roles.label.size() < 2) return {};
    std::vector<std::vector<std::int8_t>> truths(in.roles.label.size());
    auto done = inParallel(in.observer, truths.size(), [&](std::size_t k) -> Result<void> {
        for (std::size_t group = 0; group < in.firstRows.size(); ++group) {
            auto read =
                eachCell(in, in.roles.label[k], group, [&](std::optional<std::string_view> text) {
                    const int truth = text ? truthValue(canonicalLabel(*text)) : -1;
                    truths[k].push_back(static_cast<std::int8_t>(truth));
                });
            if (!read) return read;
        }
        return {};
    });
    if (!done) return done;
    std::vector<std::int8_t> ofRow(truths.size());
    for (std::size_t row = 0; row < in.rows; ++row) {
        for (std::size_t k = 0; k < truths.size(); ++k)
            ofRow[k] = truths[k][row];
        out.label.add(labelOfTruths(ofRow));
    }
    return {};
}

Result<void> readLabels(const RoleTable& in, RoleColumns& out) {
    const auto columns = labelColumns(in, out);
    const std::size_t groups = in.firstRows.size();
    std::vector<LabelColumn> parts;
    for (std::size_t i = 0; i < columns.size() * groups; ++i)
        parts.push_back(*columns[i / groups].second);  // with the words that it keeps
    auto done = inParallel(in.observer, parts.size(), [&](std::size_t task) -> Result<void> {
        const std::size_t c = columns[task / groups].first;
        const std::size_t group = task % groups;
        LabelColumn& part = parts[task];
        const auto added = addIntegers(in, c, group, part);
        if (!added) return inColumn(added.error(), in.nameOf(c));
        if (added.value()) return {};
        return eachCell(in, c, group, [&](std::optional<std::string_view> text) {
            if (text) {
                part.add(*text);
            } else {
                part.addMissing();
            }
        });
    });
    if (!done) return done;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        columns[i / groups].second->take(parts[i]);
        parts[i] = {};  // frees its memory
    }
    return readOneHot(in, out);
}

/// Reads the weights and, beside them, the number of successes.
Result<void> readNumbers(const RoleTable& in, RoleColumns& out) {
    if (!in.roles.weight) return {};
    const auto readAll = [&](std::size_t c, std::vector<double>& numbers) -> Result<void> {
        for (std::size_t group = 0; group < in.firstRows.size(); ++group) {
            auto done = eachCell(in, c, group, [&](std::optional<std::string_view> text) {
                const NumberText number = text ? numberIn(*text, false) : NumberText();
                numbers.push_back(number.kind == NumberText::Kind::Number ? number.value : kNan);
            });
            if (!done) return done;
        }
        return {};
    };
    if (auto done = readAll(*in.roles.weight, out.weights); !done) return done;
    if (!in.roles.correct) return {};
    return readAll(*in.roles.correct, out.correctNumbers);
}

/// Adds the dates of a column that stores them as integers, without converting them to text.
/// Returns false if it does not.
Result<bool> addDates(const RoleTable& in, std::size_t group, TimeColumn& out) {
    const double seconds = secondsPerUnit(in.columnOf(*in.roles.time).format);
    if (!out.areDates() || seconds == 0) return false;
    return readIntegers(in, *in.roles.time, group,
                        [&](std::span<const std::int64_t> integers, const auto& nulls) {
                            auto null = nulls.begin();
                            for (std::size_t i = 0; i < integers.size(); ++i) {
                                if (null != nulls.end() && *null == i) {
                                    out.addMissing();
                                    ++null;
                                } else {
                                    out.add(static_cast<double>(integers[i]) * seconds);
                                }
                            }
                        });
}

/// Reads the times of the rows.
Result<void> readTimes(const RoleTable& in, RoleColumns& out) {
    if (!in.roles.time) return {};
    std::vector<TimeColumn> parts(in.firstRows.size(), *out.times);
    auto done = inParallel(in.observer, parts.size(), [&](std::size_t group) -> Result<void> {
        const auto added = addDates(in, group, parts[group]);
        if (!added) return inColumn(added.error(), in.nameOf(*in.roles.time));
        if (added.value()) return {};
        return eachCell(in, *in.roles.time, group, [&](std::optional<std::string_view> text) {
            text ? parts[group].add(trimmed(*text), false) : parts[group].addMissing();
        });
    });
    if (!done) return done;
    for (TimeColumn& part : parts)
        out.times->append(part);
    return {};
}

/// Reads the columns that have a role.
Result<RoleColumns> readRoles(const RoleTable& in) {
    RoleColumns out = emptyRoleColumns(in.sample.columns, in.roles, false);
    if (auto done = checkReadable(in, out); !done) return done.error();
    if (auto done = readLabels(in, out); !done) return done.error();
    if (auto done = readNumbers(in, out); !done) return done.error();
    if (auto done = readTimes(in, out); !done) return done.error();
    if (auto done = readScores(in, out); !done) return done.error();
    describeRoles(in.sample.columns, in.roles, out);
    out.allNames = in.sample.fileColumns;
    out.halfPrecision =
        !in.roles.scores.empty() && std::ranges::all_of(in.roles.scores, [&](std::size_t c) {
            return in.columnOf(c).halfPrecision;
        });
    return out;
}

/// Returns the error of a damaged column that would have a role by its name, if scores or labels
/// are missing without it.
std::optional<Error> damageOfNeeded(const ColumnarFile& file, const TableSample& sample,
                                    const ColumnRoles& roles) {
    const bool complete =
        roles.scoreRole != ScoreRole::None && (!roles.label.empty() || roles.correct);
    for (std::size_t c = 0; !complete && c < sample.errors.size(); ++c) {
        const bool isDamaged = sample.errors[c] && file.columns()[c].unreadable.empty();
        if (isDamaged && anyNameGivesRole({file.columns()[c].name})) return sample.errors[c];
    }
    return std::nullopt;
}

bool isEmpty(const ColumnarFile& file) {
    return std::ranges::all_of(file.groups(), [](std::size_t rows) { return rows == 0; });
}

/// Returns a sentence about the columns that cannot be read; empty if all can.
std::string unreadableColumns(const ColumnarFile& file, const TableSample& sample) {
    std::string text;
    for (std::size_t c = 0; c < sample.fileColumns.size(); ++c) {
        const std::string& why = file.columns()[c].unreadable;
        if (why.empty()) continue;
        if (!text.empty()) text += "; ";
        text += quotedText(sample.fileColumns[c]) + " " + why;
    }
    return text;
}

/// Returns the index of the column of labels in a file that holds no scores.
Result<std::size_t> labelColumnIn(const TableSample& sample, const ReadOptions& options) {
    const std::vector<std::string> names = columnNames(sample.columns);
    for (const RoleChoice& choice : options.columns) {
        if (choice.role != ColumnRole::Label) continue;
        if (const auto index = ColumnIndex(names).find(choice.column)) return *index;
    }
    const auto named = std::ranges::find_if(names, namesLabel);
    if (named != names.end()) return static_cast<std::size_t>(named - names.begin());
    std::optional<std::size_t> only;
    std::size_t others = 0;
    for (std::size_t c = 0; c < names.size(); ++c) {
        if (namesRow(names[c])) continue;
        only = c;
        ++others;
    }
    if (others == 1) return *only;
    return unclear("none of the columns is called label: " + quotedChoices(names),
                   {nameColumn("label")});
}

}  // namespace

Result<RoleColumns> columnsFromTable(const ColumnarFile& file, const std::string& format,
                                     const ReadOptions& options, const ReadObserver& observer) {
    const TableSample sample = sampled(file, observer.parallelFor);
    const ReadOptions own = withItemsOfLists(options, sample);
    const auto roles = assignedRoles(sample.columns, own, true);
    if (observer.preview) {
        observer.preview(
            {format, std::nullopt, sample.columns, roles ? roles.value() : ColumnRoles{}});
    }
    if (!roles) return roles.error();
    if (isEmpty(file)) return noUsableRows("this table has no rows");
    if (auto damage = damageOfNeeded(file, sample, roles.value())) return *damage;
    auto columns = readRoles({file, sample, roles.value(), observer});
    if (columns) columns.value().unreadable = unreadableColumns(file, sample);
    return columns;
}

Result<LabelsOfRows> labelsFromTable(const ColumnarFile& file, const ReadOptions& options,
                                     const ReadObserver& observer) {
    const TableSample sample = sampled(file, observer.parallelFor);
    if (observer.labelColumns) observer.labelColumns(sample.fileColumns);
    const auto label = labelColumnIn(sample, options);
    if (!label) return label.error();
    ColumnRoles roles;
    roles.label = {label.value()};
    for (std::size_t c = 0; c < sample.columns.size() && roles.rowNames.size() < kMostRowNames;
         ++c) {
        if (c != label.value() && !sample.errors[sample.places[c].column] &&
            !sample.columns[c].cells.empty()) {
            roles.rowNames.push_back(c);
        }
    }
    auto columns = readRoles({file, sample, roles, observer});
    if (!columns) return columns.error();
    return LabelsOfRows{std::move(columns.value().label), std::move(columns.value().rowNames)};
}

std::optional<ColumnRoles> rolesInTable(const ColumnarFile& file) {
    auto roles = assignedRoles(sampled(file, serialFor).columns, {}, true);
    if (!roles) return std::nullopt;
    return std::move(roles).value();
}

}  // namespace diagonal
