// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/predictions/dataset.h"
#include "core/predictions/predictions.h"
#include "core/predictions/row_places.h"
#include "core/reading/numbers/time_column.h"
#include "core/reading/options/column_roles.h"
#include "core/reading/options/pixel_grid.h"
#include "core/reading/roles/bin_columns.h"
#include "core/reading/roles/label_column.h"
#include "core/reading/roles/role_assignment.h"

namespace diagonal {

/// A cell of a score column that holds no number.
struct WordInScores {
    std::size_t row = 0;
    std::size_t column = 0;  ///< index among the score columns
    std::string text;
};

/// Number of such cells that are kept.
inline constexpr std::size_t kListedWords = 100;

/// A named column of labels: of groups, such as splits or sites, or of row names.
struct NamedLabels {
    std::string name;
    LabelColumn labels;
    bool isOther = false;  ///< does not identify rows: kept to be saved again
};

/// Labels from a separate file, with the columns that identify its rows.
struct LabelsOfRows {
    LabelColumn labels;
    std::vector<NamedLabels> rowNames;
    bool arePositions = false;        ///< one-hot columns in the order of the classes
    bool mayBeginWithHeader = false;  ///< the first label, 0, may be pandas' name of the column
    std::optional<PixelGrid> pixels = {};  ///< whose pixels the labels are, if they are images
};

/// The columns of a file by role, typed but not yet interpreted: the classes of the labels and the
/// scale of the scores are still open.
struct RoleColumns {
    ScoreMatrix scores;
    std::vector<std::string> allNames;  ///< names of all columns, for messages
    std::string unreadable;  ///< which columns cannot be read and why, for messages; or empty
    std::vector<std::string> scoreNames;  ///< names of the score columns, for messages
    ScoreRole scoreRole = ScoreRole::None;
    bool scoreRoleByUser = false;
    std::vector<double> levels;  ///< of predicted quantiles, which `scores` are; or empty
    NamedScale namedScale = NamedScale::None;
    std::size_t percentSigns = 0;  ///< number of scores with a percent sign
    bool halfPrecision = false;
    std::vector<std::string> classNames;  ///< for ClassScores; empty if not in the column names
    LabelColumn label;
    std::string emptyTruth;       ///< a column called like an outcome that is empty; or empty
    std::string emptyTruthWord;   ///< what it says instead of being empty, as PENDING; or empty
    std::string possibleCorrect;  ///< as ColumnRoles::possibleCorrect, by name; or empty
    std::vector<std::string> possibleLabels;       ///< candidates for the label, if none is taken
    std::optional<std::size_t> labelsInScores;     ///< a score column that may hold the labels
    bool labelIsGuess = false;                     ///< see ColumnRoles
    bool labelIsPosition = false;                  ///< label values are class positions (one-hot)
    std::vector<std::size_t> recordsWithoutLabel;  ///< rows without the label's key
    std::vector<std::size_t> notJudged;  ///< rows without the keys of scores and of `correct`
    LabelColumn predicted;
    LabelColumn correct;
    std::vector<NamedLabels> groups;
    std::optional<std::size_t> cluster;  ///< the one of `groups` whose rows are not independent
    std::vector<NamedLabels> rowNames;   ///< to join files; see ColumnRoles::keepsRowNames
    bool lacksRowNames = false;          ///< columns that name rows were left out
    std::string predictedName;           ///< name of the `predicted` column, or empty
    std::string correctName;             ///< name of the `correct` column, or empty
    std::string weightName;              ///< name of the weight column, or empty
    std::vector<double> weights;         ///< per row, NaN if not a number; empty without weights
    std::vector<double> correctNumbers;  ///< `correct` as numbers, if there are weights
    bool correctIsCount = false;         ///< `correct` has a name for success counts
    std::optional<TimeColumn> times;     ///< none without a column of times
    /// Lets groups and times be those of `rows`, in their order; a row may occur several times.
    void chooseGroupsAndTimes(const std::vector<std::size_t>& rows) {
        for (NamedLabels& group : groups)
            group.labels = group.labels.chosen(rows);
        if (times) times->choose(rows);
    }
    std::pair<std::string, std::string> unreadTime;  ///< as ColumnRoles::unreadTime
    std::string unusedWeight;  ///< name of a column that may hold weights, or empty
    std::string
        oddWeight;  ///< name of an array of weights of another length than the rows, or empty
    std::size_t topK = 0;  ///< k if the score is the first of k by rank (top-k), else 0
    /// The settings that choose the scores of each other model.
    std::vector<std::vector<AdvisedSetting>> otherModels;
    std::vector<WordInScores> words;  ///< at most the first kListedWords
    RowPlaces places;
    std::string labelName;       ///< of the column, or the columns, that `label` was read from
    std::string labelsFile;      ///< of `label`, where it is another file than that of the scores
    std::string labelsJoinedBy;  ///< "order of rows", or the column that names the rows of both
    std::vector<Assumption> assumptions;
    std::vector<Note> notes;               ///< on how rows were made of what the file holds
    std::optional<PixelGrid> pixels;       ///< whose pixels the rows are, if they are images
    std::string pixelShape;                ///< type and shape of their array, for messages
    std::optional<PixelGrid> labelPixels;  ///< whose pixels the labels are
    bool areCells = false;         ///< all columns are groups: the answer of a database, by cells
    std::optional<BinTexts> bins;  ///< in place of all else, if the file holds bins with counts
};

}  // namespace diagonal
