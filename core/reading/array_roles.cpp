// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/array_roles.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/reading/column_names.h"
#include "core/text.h"

namespace diagonal {
namespace {

std::size_t rowsOf(const NpyArray& array) {
    return array.shape.front();
}
std::size_t columnsOf(const NpyArray& array) {
    return array.dimensions() == 2 ? array.shape[1] : 1;
}

ScoreMatrix scoreMatrix(NpyArray array) {
    const std::size_t columns = columnsOf(array);
    if (auto* integers = std::get_if<std::vector<std::int64_t>>(&array.values)) {
        return {std::vector<double>(integers->begin(), integers->end()), columns};
    }
    if (auto* floats = std::get_if<std::vector<float>>(&array.values)) {
        return {std::move(*floats), columns};
    }
    return {std::move(std::get<std::vector<double>>(array.values)), columns};
}

/// The array that plays each part; indices.
struct ArrayRoles {
    std::optional<std::size_t> scores, label, predicted, correct;
    std::vector<std::size_t> groups;
    ScoreRole scoreRole = ScoreRole::None;
    bool scoreRoleByUser = false;
};

class ArrayRoleAssigner {
public:
    explicit ArrayRoleAssigner(const std::vector<NamedArray>& arrays) : m_arrays(arrays) {
        for (const NamedArray& named : arrays)
            m_keys.push_back(named.key);
    }

    Result<ArrayRoles> assign(const std::vector<RoleChoice>& choices) {
        for (const RoleChoice& choice : choices) {
            if (auto error = choose(choice)) return *error;
        }
        if (auto error = findScores()) return *error;
        if (!m_roles.predicted) {
            m_roles.predicted = only([&](std::size_t i) {
                return namesPredicted(m_keys[i]) && columnsOf(m_arrays[i].array) == 1;
            });
        }
        if (m_roles.scores && !m_roles.label && !m_roles.correct) {
            if (auto error = findLabel()) return *error;
        }
        return m_roles;
    }

private:
    std::optional<Error> choose(const RoleChoice& choice) {
        const auto index = chosenColumn(m_keys, choice.column);
        if (!index) {
            return Error{ErrorKind::Unclear, "there is no array " + quoted(choice.column) +
                                                 "; the file holds " + listed()};
        }
        const NpyArray& array = m_arrays[*index].array;
        switch (choice.role) {
            case ColumnRole::Label: m_roles.label = index; return std::nullopt;
            case ColumnRole::Predicted: m_roles.predicted = index; return std::nullopt;
            case ColumnRole::Correct: m_roles.correct = index; return std::nullopt;
            case ColumnRole::Group: m_roles.groups.push_back(*index); return std::nullopt;
            case ColumnRole::Score: m_roles.scoreRole = ScoreRole::ClassScores; break;
            case ColumnRole::Probability: m_roles.scoreRole = ScoreRole::Probability; break;
            case ColumnRole::Confidence: m_roles.scoreRole = ScoreRole::Confidence; break;
        }
        if (m_roles.scoreRole == ScoreRole::ClassScores && columnsOf(array) == 1) {
            m_roles.scoreRole = ScoreRole::Probability;
        }
        if (m_roles.scoreRole != ScoreRole::ClassScores && columnsOf(array) != 1) {
            return Error{ErrorKind::Unclear,
                         "a single value per row is needed, this is a " + array.description(),
                         {},
                         0,
                         m_keys[*index]};
        }
        m_roles.scores = index;
        m_roles.scoreRoleByUser = true;
        return std::nullopt;
    }

    bool isTaken(std::size_t i) const {
        return m_roles.label == i || m_roles.predicted == i || m_roles.correct == i ||
               m_roles.scores == i;
    }

    /// The only free array that `fits`; none where there are none or several.
    template <typename Fits>
    std::optional<std::size_t> only(Fits fits) const {
        std::optional<std::size_t> found;
        for (std::size_t i = 0; i < m_arrays.size(); ++i) {
            if (isTaken(i) || !fits(i)) continue;
            if (found) return std::nullopt;
            found = i;
        }
        return found;
    }

    std::optional<Error> findScores() {
        if (m_roles.scores) return std::nullopt;
        const auto isMatrix = [&](std::size_t i) {
            return columnsOf(m_arrays[i].array) >= 2 && !namesLabel(m_keys[i]);
        };
        const auto isVector = [&](std::size_t i) {
            return columnsOf(m_arrays[i].array) == 1 && !m_arrays[i].array.isInteger() &&
                   !namesLabel(m_keys[i]) && !namesPredicted(m_keys[i]);
        };
        const auto named = [&](std::size_t i) { return namedScale(m_keys[i]) != NamedScale::None; };
        auto matrix = only(isMatrix);
        if (!matrix) matrix = only([&](std::size_t i) { return isMatrix(i) && named(i); });
        if (matrix) {
            m_roles.scores = matrix;
            m_roles.scoreRole = ScoreRole::ClassScores;
            return std::nullopt;
        }
        auto vector = only(isVector);
        if (!vector) vector = only([&](std::size_t i) { return isVector(i) && named(i); });
        if (!vector) {
            return Error{ErrorKind::Unclear,
                         "no single array of scores can be told among " + listed() +
                             ". Name them: --column score=KEY --column label=KEY"};
        }
        m_roles.scores = vector;
        m_roles.scoreRole =
            namesConfidence(m_keys[*vector]) ? ScoreRole::Confidence : ScoreRole::Probability;
        return std::nullopt;
    }

    std::optional<Error> findLabel() {
        const auto named = [&](std::size_t i) { return namesLabel(m_keys[i]); };
        m_roles.label = only(named);
        if (m_roles.label) return std::nullopt;
        const std::size_t rows = rowsOf(m_arrays[*m_roles.scores].array);
        m_roles.correct = only([&](std::size_t i) { return namesCorrect(m_keys[i]); });
        if (m_roles.correct) return std::nullopt;
        m_roles.label = only([&](std::size_t i) {
            const NpyArray& array = m_arrays[i].array;
            return array.isInteger() && columnsOf(array) == 1 && rowsOf(array) == rows;
        });
        if (m_roles.label || m_arrays.size() == 1) return std::nullopt;
        return Error{ErrorKind::Unclear,
                     "no single array of labels for " + quoted(m_keys[*m_roles.scores]) +
                         " can be told among " + listed() + ". Name it: --column label=KEY"};
    }

    std::string listed() const {
        std::string out;
        for (const NamedArray& named : m_arrays) {
            out += (out.empty() ? "" : ", ") + quoted(named.key) + " (" +
                   named.array.description() + ")";
        }
        return out;
    }

    const std::vector<NamedArray>& m_arrays;
    std::vector<std::string> m_keys;
    ArrayRoles m_roles;
};

/// Adds the labels of one row of numbers after another.
template <typename T>
std::optional<Error> addLabels(std::span<const T> values, std::size_t columns, LabelColumn& out) {
    for (std::size_t row = 0; row < values.size() / columns; ++row) {
        const auto cells = values.subspan(row * columns, columns);
        if (columns == 1) {
            if constexpr (std::is_integral_v<T>) {
                out.addInteger(cells[0]);
            } else if (std::isnan(cells[0])) {
                out.addMissing();
            } else {
                out.add(shortest(cells[0]));
            }
            continue;
        }
        const auto ones = std::count(cells.begin(), cells.end(), T{1});
        const auto zeros = std::count(cells.begin(), cells.end(), T{0});
        if (ones != 1 || static_cast<std::size_t>(ones + zeros) != columns) {
            return Error{ErrorKind::Unsupported, "labels in several columns must be one-hot; row " +
                                                     groupedDigits(row + 1) + " is not"};
        }
        out.addInteger(std::find(cells.begin(), cells.end(), T{1}) - cells.begin());
    }
    return std::nullopt;
}

}  // namespace

Result<LabelColumn> labelsFromArray(const NpyArray& array) {
    LabelColumn labels;
    const std::size_t columns = columnsOf(array);
    if (columns == 0) return Error{ErrorKind::Malformed, "the array has no columns"};
    const auto error = std::visit(
        [&](const auto& values) { return addLabels(std::span(values), columns, labels); },
        array.values);
    if (error) return *error;
    return labels;
}

bool holdsOnlyLabels(const NpyArray& array) {
    return array.isInteger() && columnsOf(array) == 1;
}

Result<RoleColumns> columnsFromArrays(std::vector<NamedArray> arrays, const ReadOptions& options) {
    const auto assigned = ArrayRoleAssigner(arrays).assign(options.columns);
    if (!assigned) return assigned.error();
    const ArrayRoles& roles = assigned.value();
    RoleColumns out;
    const auto takeLabels = [&](const std::optional<std::size_t>& index, const char* id,
                                LabelColumn& column) -> std::optional<Error> {
        if (!index) return std::nullopt;
        const NamedArray& named = arrays[*index];
        auto labels = labelsFromArray(named.array);
        if (!labels) {
            Error error = labels.error();
            error.key = named.key;
            return error;
        }
        const std::size_t rows = rowsOf(arrays[*roles.scores].array);
        if (labels.value().size() != rows) {
            return Error{
                ErrorKind::Malformed,
                counted(rows, "row") + " of scores but " + counted(labels.value().size(), "value"),
                {},
                0,
                named.key};
        }
        column = std::move(labels).value();
        if (!named.key.empty()) out.assumptions.push_back({id, named.key});
        return std::nullopt;
    };
    if (auto error = takeLabels(roles.label, "label_column", out.label)) return *error;
    if (auto error = takeLabels(roles.predicted, "predicted_column", out.predicted)) return *error;
    if (auto error = takeLabels(roles.correct, "correct_column", out.correct)) return *error;
    out.labelIsPosition = roles.label && columnsOf(arrays[*roles.label].array) > 1;

    NamedArray& scores = arrays[*roles.scores];
    if (!scores.key.empty()) out.assumptions.push_back({"score_columns", scores.key});
    out.scoreNames.assign(columnsOf(scores.array), scores.key);
    out.scoreRole = roles.scoreRole;
    out.scoreRoleByUser = roles.scoreRoleByUser;
    out.namedScale = namedScale(scores.key);
    out.halfPrecision = scores.array.halfPrecision;
    out.scores = scoreMatrix(std::move(scores.array));
    return out;
}

}  // namespace diagonal
