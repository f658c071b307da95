// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/predictions/dataset.h"
#include "core/predictions/predictions.h"
#include "core/reading/roles/label_column.h"
#include "core/reading/roles/role_assignment.h"

namespace diagonal {

/// Where rows stand in their file: their lines in a text, their numbers in an array.
class RowPlaces {
public:
    /// Says that the next row begins on `line`, one-based.
    void add(std::size_t line) {
        if (m_breaks.empty() || m_breaks.back().second + (m_rows - m_breaks.back().first) != line) {
            m_breaks.emplace_back(m_rows, line);
        }
        ++m_rows;
    }
    /// Says that the next rows are `more`, whose lines count from behind `lines` others.
    void append(const RowPlaces& more, std::size_t lines) {
        std::size_t row = 0;
        for (const auto& [begin, line] : more.m_breaks) {
            m_rows += begin - row;
            row = begin;
            add(line + lines);
            ++row;
        }
        m_rows += more.m_rows - row;
    }
    void clear() {
        m_breaks.clear();
        m_rows = 0;
    }
    bool areLines() const { return m_rows > 0; }
    /// One-based place of a zero-based row.
    std::size_t of(std::size_t row) const {
        std::size_t place = row + 1;
        auto after =
            std::upper_bound(m_breaks.begin(), m_breaks.end(), row,
                             [](std::size_t r, const auto& stretch) { return r < stretch.first; });
        if (after != m_breaks.begin()) {
            --after;
            place = after->second + (row - after->first);
        }
        return place;
    }

private:
    std::vector<std::pair<std::size_t, std::size_t>> m_breaks;  ///< (row, line): a new stretch
    std::size_t m_rows = 0;
};

/// A cell of a score column that holds no number.
struct WordInScores {
    std::size_t row = 0;
    std::size_t column = 0;  ///< among the score columns
    std::string text;
};

/// A column of groups of rows, such as a split or a site.
struct NamedLabels {
    std::string name;
    LabelColumn labels;
};

/// Labels from a file of their own, with the columns that name its rows.
struct LabelsOfRows {
    LabelColumn labels;
    std::vector<NamedLabels> rowNames;
    bool arePositions = false;  ///< one-hot columns in the order of the classes
};

/// The columns of a file by their roles, typed but not yet understood: which label is which
/// class, and on which scale the scores are, is still open.
struct RoleColumns {
    ScoreMatrix scores;
    std::vector<std::string> allNames;    ///< of all columns, for messages
    std::vector<std::string> scoreNames;  ///< names of the score columns, for messages
    ScoreRole scoreRole = ScoreRole::None;
    bool scoreRoleByUser = false;
    NamedScale namedScale = NamedScale::None;
    std::size_t percentSigns = 0;  ///< scores that bear one
    bool halfPrecision = false;
    std::vector<std::string> classNames;  ///< of ClassScores; empty where names say nothing
    LabelColumn label;
    std::vector<std::string> possibleLabels;       ///< columns that could be, where none is taken
    std::optional<std::size_t> labelsInScores;     ///< a score column that may be the labels
    bool labelIsPosition = false;                  ///< label values are class positions (one-hot)
    std::vector<std::size_t> recordsWithoutLabel;  ///< that lack its key, which others have
    LabelColumn predicted;
    LabelColumn correct;
    std::vector<NamedLabels> groups;
    std::vector<NamedLabels> rowNames;  ///< where truth or scores are missing, to join files
    std::string correctName;            ///< of the column called correct; empty where there is none
    std::string weightName;             ///< of the column of weights; empty where there is none
    std::vector<double> weights;        ///< per row, NaN where no number; empty without a column
    std::vector<double> correctNumbers;  ///< `correct` as numbers, beside weights; NaN where none
    bool correctIsCount = false;         ///< `correct` is called a number of successes
    std::string unusedWeight;            ///< name of a column that may be of weights; or empty
    std::size_t topK = 0;  ///< the score is the first of so many by rank (top-k), or 0
    /// The settings that choose the scores of each other model.
    std::vector<std::vector<AdvisedSetting>> otherModels;
    std::vector<WordInScores> words;  ///< the first 100
    RowPlaces places;
    std::string labelName;       ///< of the column, or the columns, that `label` was read from
    std::string labelsFile;      ///< of `label`, where it is another file than that of the scores
    std::string labelsJoinedBy;  ///< "order of rows", or the column that names the rows of both
    std::vector<Assumption> assumptions;
};

}  // namespace diagonal
