// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/arrays/array_columns.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>
#include <set>

#include "core/base/text.h"
#include "core/reading/arrays/array_roles.h"
#include "core/reading/numbers/time_column.h"
#include "core/reading/roles/column_names.h"
#include "core/reading/roles/column_table.h"
#include "core/reading/roles/label_sets.h"

namespace diagonal {
namespace {

constexpr std::size_t kFirstRows = 100;
constexpr std::size_t kSampledValues = 12;  ///< per row of a preview

/// Converts an array of numbers to scores.
ScoreMatrix scoreMatrix(DataArray array) {
    const std::size_t columns = array.columns();
    return std::visit(
        [&](auto& values) -> ScoreMatrix {
            using Value = typename std::remove_cvref_t<decltype(values)>::value_type;
            if constexpr (std::is_floating_point_v<Value>) {
                return {std::move(values), columns};
            } else if constexpr (std::is_integral_v<Value>) {
                return {std::vector<double>(values.begin(), values.end()), columns};
            } else {
                return {};
            }
        },
        array.values);
}

/// Returns the shortest text that reads back as the same number of its type: 0.1 of a float, too.
template <typename T>
std::string shortestText(T value) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

/// Adds one label for each row of `columns` values.
template <typename T>
Result<void> addLabels(std::span<const T> values, std::size_t columns, LabelColumn& out) {
    if constexpr (std::is_integral_v<T>) {
        if (columns == 1) {
            out.add(values);
            return {};
        }
    }
    std::vector<std::size_t> ones;
    out.reserve(values.size() / columns);
    for (std::size_t row = 0; row < values.size() / columns; ++row) {
        const auto cells = values.subspan(row * columns, columns);
        if constexpr (std::is_same_v<T, std::string>) {
            if (columns > 1) {
                return unsupported("labels in several columns cannot be text");
            }
            out.add(cells[0]);
        } else if (columns == 1) {
            if (std::isnan(static_cast<double>(cells[0]))) {
                out.addMissing();
            } else {
                out.add(shortestText(cells[0]));
            }
        } else {
            ones.clear();
            for (std::size_t k = 0; k < columns; ++k) {
                if (cells[k] == T{1}) ones.push_back(k);
                if (cells[k] == T{1} || cells[k] == T{0}) continue;
                return unsupported("labels in several columns must be zeros and ones; row " +
                                   groupedDigits(row + 1) + " is not");
            }
            out.add(labelOfPlaces(ones));
        }
    }
    return {};
}

/// Returns a value as text for a preview, floats with five digits.
std::string glimpse(const DataArray& array, std::size_t index) {
    if (array.isText() || array.isInteger()) return array.textAt(index);
    std::array<char, 32> text{};
    const auto value = parsedDouble(array.textAt(index));
    std::snprintf(text.data(), text.size(), "%.5g", value.value_or(std::nan("")));
    return text.data();
}

/// Returns the keys with the first rows of their arrays.
std::vector<ColumnSample> samplesOf(const std::vector<NamedArray>& arrays) {
    std::vector<ColumnSample> samples;
    for (const auto& [key, array] : arrays) {
        ColumnSample& sample = samples.emplace_back();
        sample.name = key;
        for (std::size_t row = 0; row < std::min(array.rows(), kFirstRows); ++row) {
            const std::size_t columns = array.columns();
            std::string text;
            for (std::size_t k = 0; k < std::min(columns, kSampledValues); ++k)
                text += (k > 0 ? "  " : "") + glimpse(array, row * columns + k);
            if (columns > kSampledValues) text += "  ...";
            sample.cells.push_back(std::move(text));
        }
    }
    return samples;
}

/// Returns the names of K classes from an array of distinct texts or integers with a name such as
/// "classes"; empty if there is none.
std::vector<std::string> classNamesIn(const std::vector<NamedArray>& arrays, std::size_t classes) {
    constexpr auto keys =
        std::to_array<std::string_view>({"classes", "classnames", "class", "labelnames",
                                         "labelsnames", "targetnames", "names", "categories"});
    for (const auto& [key, array] : arrays) {
        const bool isNamed = std::ranges::find(keys, plainName(key)) != keys.end();
        const bool mayName = array.isText() || (array.isInteger() && !namesLabel(key));
        if (!isNamed || !mayName || array.rows() != classes || array.columns() != 1) continue;
        std::vector<std::string> names;
        for (std::size_t k = 0; k < classes; ++k)
            names.push_back(array.textAt(k));
        const std::set<std::string> distinct(names.begin(), names.end());
        if (distinct.size() == classes) return names;
    }
    return {};
}

/// Reads the arrays of roles other than scores.
class RoleTaker {
public:
    RoleTaker(const std::vector<NamedArray>& arrays, const DataArray& scores, RoleColumns& out)
        : m_arrays(arrays),
          m_rows(scores.rows()),
          m_columns(scores.columns()),
          m_arePixels(scores.pixels.has_value()),
          m_out(out) {}

    std::size_t rows() const { return m_rows; }

    Result<void> take(std::optional<std::size_t> index, const char* id, LabelColumn& column) const {
        if (!index) return {};
        const NamedArray& named = m_arrays[*index];
        auto labels = labelsFromArray(named.array, std::move(column));
        if (!labels) {
            Error error = labels.error();
            error.key = named.key;
            return error;
        }
        const std::size_t size = labels.value().size();
        if (size != m_rows) {
            const std::string hint =
                m_arePixels ? "; the scores were read as pixels of images: save one row for "
                              "each label, scores.reshape(-1, classes)"
                : size == m_columns ? "; the scores have one column for each, so they seem to be "
                                      "transposed: save them as scores.T"
                                    : "";
            return malformed(
                counted(m_rows, "row") + " of scores but " + counted(size, "value") + hint,
                named.key);
        }
        column = std::move(labels).value();
        if (id && !named.key.empty()) m_out.assumptions.push_back({id, named.key, true});
        return {};
    }

    /// Reads an array of one number per row. Errors: Malformed for any other shape or for texts.
    Result<void> takeNumbers(std::size_t index, std::vector<double>& numbers) const {
        const NamedArray& named = m_arrays[index];
        if (named.array.isText() || named.array.columns() != 1 || named.array.rows() != m_rows) {
            return malformed("one number for each of " + counted(m_rows, "row") +
                                 " is needed; found: " + named.array.description(),
                             named.key);
        }
        const ScoreMatrix values = scoreMatrix(named.array);
        for (std::size_t row = 0; row < m_rows; ++row)
            numbers.push_back(values.at(row, 0));
        return {};
    }

private:
    const std::vector<NamedArray>& m_arrays;
    std::size_t m_rows;
    std::size_t m_columns;
    bool m_arePixels;
    RoleColumns& m_out;
};

/// Returns the first or the last column if it, unlike the other one and the second column, holds a
/// class number in each of the first 10,000 rows; else nullopt.
std::optional<std::size_t> labelsAmong(const ScoreMatrix& scores) {
    constexpr std::size_t mostRows = 10'000;
    constexpr std::size_t fewestRows = 10;
    const std::size_t rows = std::min(scores.rows(), mostRows);
    const std::size_t columns = scores.columns();
    if (columns < 3 || rows < fewestRows) return std::nullopt;
    const auto isClass = [&](double value) {
        return value >= 0 && value < static_cast<double>(columns) && std::trunc(value) == value;
    };
    const auto holdsClasses = [&](std::size_t column) {
        for (std::size_t row = 0; row < rows; ++row) {
            if (!isClass(scores.at(row, column))) return false;
        }
        return true;
    };
    const bool first = holdsClasses(0);
    const bool last = holdsClasses(columns - 1);
    if (first == last || holdsClasses(1)) return std::nullopt;
    return first ? 0 : columns - 1;
}

/// Joins several arrays that the user chose for one role side by side, as one column per class.
/// Errors: Unclear unless each holds one number per row.
Result<NamedArray> joined(const std::vector<NamedArray>& arrays,
                          const std::vector<std::size_t>& chosen) {
    const std::size_t rows = arrays[chosen.front()].array.rows();
    NamedArray out;
    std::vector<double> values(rows * chosen.size());
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        const auto& [key, array] = arrays[chosen[k]];
        if (array.isText() || array.columns() != 1 || array.rows() != rows) {
            return unclear(
                "several arrays must each be one class's column, with a number for each "
                "of " +
                    counted(rows, "row") + "; found: " + array.description(),
                key);
        }
        const ScoreMatrix column = scoreMatrix(array);
        for (std::size_t row = 0; row < rows; ++row)
            values[row * chosen.size() + k] = column.at(row, 0);
        out.key += (k > 0 ? ", " : "") + key;
        out.array.halfPrecision = out.array.halfPrecision || array.halfPrecision;
    }
    out.array.shape = {rows, chosen.size()};
    out.array.values = std::move(values);
    return out;
}

/// Returns the class names in the keys of joined arrays; empty if they are not distinct.
std::vector<std::string> classesOfKeys(const std::vector<NamedArray>& arrays,
                                       const std::vector<std::size_t>& chosen) {
    std::vector<std::string> names;
    names.reserve(chosen.size());
    for (const std::size_t i : chosen)
        names.push_back(className(arrays[i].key));
    const std::set<std::string> distinct(names.begin(), names.end());
    return distinct.size() == names.size() ? names : std::vector<std::string>{};
}

/// Replaces several arrays that the user chose for the scores, or for the labels, by one. Sets
/// `classes` to the class names in the keys of the scores.
Result<void> joinChosen(std::vector<NamedArray>& arrays, ColumnRoles& roles,
                        std::vector<std::string>& classes) {
    for (std::vector<std::size_t>* chosen : {&roles.scores, &roles.label}) {
        if (chosen->size() < 2) continue;
        auto one = joined(arrays, *chosen);
        if (!one) return one.error();
        if (chosen == &roles.scores) classes = classesOfKeys(arrays, *chosen);
        *chosen = {arrays.size()};
        arrays.push_back(std::move(one).value());
    }
    return {};
}

/// Moves the scores and the properties of their array into `out`.
void takeScores(NamedArray& scores, const ColumnRoles& roles, RoleColumns& out) {
    if (!scores.key.empty()) out.assumptions.push_back({"score_columns", scores.key, true});
    out.scoreNames.assign(scores.array.columns(), scores.key);
    out.scoreRole = roles.scoreRole;
    out.scoreRoleByUser = roles.scoreRoleByUser;
    out.namedScale = namedScale(scores.key);
    out.halfPrecision = scores.array.halfPrecision;
    out.scores = scoreMatrix(std::move(scores.array));
    if (out.label.empty() && out.correct.empty()) out.labelsInScores = labelsAmong(out.scores);
}

/// Takes the weights, and beside them the numbers of correct observations.
Result<void> takeWeights(const std::vector<NamedArray>& arrays, const ColumnRoles& roles,
                         const RoleTaker& taker, RoleColumns& out) {
    if (!roles.weight) return {};
    if (auto done = taker.takeNumbers(*roles.weight, out.weights); !done) return done.error();
    out.weightName = arrays[*roles.weight].key;
    out.correctIsCount = roles.correct && namesSuccesses(arrays[*roles.correct].key);
    const bool numbers = roles.correct && !arrays[*roles.correct].array.isText();
    return numbers ? taker.takeNumbers(*roles.correct, out.correctNumbers) : Result<void>();
}

/// Takes the times: texts of dates, or one number for each row.
Result<void> takeTimes(const std::vector<NamedArray>& arrays, const ColumnRoles& roles,
                       const RoleTaker& taker, RoleColumns& out) {
    if (!roles.time) return {};
    const NamedArray& named = arrays[*roles.time];
    out.times = TimeColumn(named.key, roles.timesAreDates);
    out.assumptions.push_back({"time_column", named.key, true});
    if (!roles.timesAreDates) {
        std::vector<double> numbers;
        if (auto done = taker.takeNumbers(*roles.time, numbers); !done) return done;
        for (const double number : numbers)
            out.times->add(number);
        return {};
    }
    if (named.array.columns() != 1 || named.array.rows() != taker.rows()) {
        return malformed("one date for each of " + counted(taker.rows(), "row") +
                             " is needed; found: " + named.array.description(),
                         named.key);
    }
    for (std::size_t row = 0; row < named.array.rows(); ++row)
        out.times->add(trimmed(named.array.textAt(row)), false);
    return {};
}

}  // namespace

Result<LabelColumn> labelsFromArray(const DataArray& array, LabelColumn labels) {
    const auto added = std::visit(
        [&](const auto& values) { return addLabels(std::span(values), array.columns(), labels); },
        array.values);
    if (!added) return added.error();
    if (array.columns() > 1) labels.setWidth(array.columns());
    return labels;
}

Result<LabelsOfRows> labelsFromArrays(const std::vector<NamedArray>& arrays,
                                      const ReadOptions& options) {
    const auto labelsOf = [](const DataArray& array) -> Result<LabelsOfRows> {
        LabelColumn column;
        column.keepNone();
        auto labels = labelsFromArray(array, std::move(column));
        if (!labels) return labels.error();
        LabelsOfRows out{std::move(labels).value(), {}};
        out.pixels = array.pixels;
        return out;
    };
    if (arrays.size() == 1) return labelsOf(arrays.front().array);
    std::vector<std::string> keys;
    std::optional<std::size_t> chosen;
    for (const NamedArray& named : arrays) {
        if (namesLabel(named.key)) chosen = keys.size();
        keys.push_back(named.key);
    }
    for (const RoleChoice& choice : options.columns) {
        if (choice.role != ColumnRole::Label) continue;
        if (const auto index = ColumnIndex(keys).find(choice.column)) chosen = index;
    }
    if (chosen) return labelsOf(arrays[*chosen].array);
    return unclear("none of the arrays is called labels: " + quotedChoices(keys));
}

/// Takes the array of predicted classes and the one that says which of them are correct.
Result<void> takeJudgements(const std::vector<NamedArray>& arrays, const ColumnRoles& roles,
                            const RoleTaker& taker, RoleColumns& out) {
    out.predicted.keepNone();
    if (roles.predicted) out.predictedName = arrays[*roles.predicted].key;
    if (roles.correct) out.correctName = arrays[*roles.correct].key;
    if (auto done = taker.take(roles.predicted, "predicted_column", out.predicted); !done)
        return done;
    return taker.take(roles.correct, "correct_column", out.correct);
}

/// Takes the arrays of one value for each row that have no role: names of rows, or others to show.
Result<void> takeOthers(const std::vector<NamedArray>& arrays, const ColumnRoles& roles,
                        const ReadOptions& options, const RoleTaker& taker, RoleColumns& out) {
    const std::size_t rows = arrays[roles.scores.front()].array.rows();
    for (std::size_t i = 0; i < arrays.size() && !out.pixels; ++i) {
        const auto& [key, array] = arrays[i];
        const bool isOther = !namesRow(key);
        const bool isKept = isOther ? options.kept == KeptColumns::All : options.keepsRowNames();
        const bool isStated = roles.predicted == i ||
                              (roles.correct == i && !roles.label.empty() && !roles.weight) ||
                              (roles.time == i && array.isText());
        const bool isUsed = roles.uses(i) && !isStated;
        if (isUsed || array.rows() != rows || array.columns() != 1) continue;
        if (!isKept) {
            out.lacksRowNames = out.lacksRowNames || !isOther;
            continue;
        }
        NamedLabels& taken = out.rowNames.emplace_back(NamedLabels{key, {}, isOther});
        if (isOther) taken.labels.keepSpelling();
        if (auto done = taker.take(i, nullptr, taken.labels); !done) return done.error();
    }
    return {};
}

bool holdsOnlyLabels(const DataArray& array) {
    return (array.isInteger() || array.isText()) && array.columns() == 1;
}

Result<RoleColumns> columnsFromArrays(std::vector<NamedArray> arrays, const std::string& format,
                                      const ReadOptions& options, const ReadObserver& observer) {
    const bool labelsAlone = arrays.size() == 1 && holdsOnlyLabels(arrays.front().array);
    const auto assigned =
        labelsAlone ? Result<ColumnRoles>(ColumnRoles{}) : assignedArrayRoles(arrays, options);
    if (observer.preview) {
        observer.preview(
            {format, std::nullopt, samplesOf(arrays), assigned ? assigned.value() : ColumnRoles{}});
    }
    if (!assigned) return assigned.error();
    if (labelsAlone) {
        return unclear(
            "this array holds labels only. Open the scores together with it: diagonal "
            "scores.npy labels.npy");
    }
    ColumnRoles roles = assigned.value();
    RoleColumns out;
    std::vector<std::string> classesByKey;
    if (auto done = joinChosen(arrays, roles, classesByKey); !done) return done.error();
    NamedArray& scores = arrays[roles.scores.front()];
    const RoleTaker taker(arrays, scores.array, out);
    const auto label = roles.label.empty() ? std::nullopt : std::optional(roles.label.front());
    out.label.keepNone();
    if (auto done = taker.take(label, nullptr, out.label); !done) return done.error();
    if (label) out.labelName = arrays[*label].key;
    if (label) out.labelPixels = arrays[*label].array.pixels;
    out.pixels = scores.array.pixels;
    out.pixelShape = scores.array.description();
    if (auto done = takeJudgements(arrays, roles, taker, out); !done) return done.error();
    if (auto done = takeWeights(arrays, roles, taker, out); !done) return done.error();
    if (auto done = takeTimes(arrays, roles, taker, out); !done) return done.error();
    for (const auto& [key, array] : arrays) {
        out.allNames.push_back(key);
        const bool isWeight = namesWeight(key) || mayNameWeight(key);
        if (isWeight && !roles.weight && array.rows() != scores.array.rows()) out.oddWeight = key;
    }
    out.cluster = roles.cluster;
    for (std::size_t g = 0; g < roles.groups.size(); ++g) {
        const char* id = g == roles.cluster ? "cluster_column" : "group_columns";
        NamedLabels& taken = out.groups.emplace_back();
        taken.name = arrays[roles.groups[g]].key;
        taken.labels.keepNames();
        if (auto done = taker.take(roles.groups[g], id, taken.labels); !done) return done.error();
    }
    if (auto done = takeOthers(arrays, roles, options, taker, out); !done) return done.error();
    out.labelIsPosition = label && arrays[*label].array.columns() > 1;
    for (const ScoreColumns& model : roles.otherModels) {
        out.otherModels.push_back({{Setting::ColumnRole, roleName(columnRole(model.role)),
                                    arrays[model.columns.front()].key}});
    }
    out.classNames = classNamesIn(arrays, scores.array.columns());
    const bool fromFile = !out.classNames.empty();
    if (!fromFile) out.classNames = std::move(classesByKey);
    takeScores(scores, roles, out);
    if (fromFile) out.assumptions.push_back({"class_names", "from the file"});
    return out;
}

}  // namespace diagonal
