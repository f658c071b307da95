// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/advice.h"
#include "core/predictions/cell_sums.h"
#include "core/predictions/class_codes.h"
#include "core/predictions/predictions.h"
#include "core/predictions/row_places.h"

namespace diagonal {

/// What a note holds for.
enum class NoteScope {
    Rows,         ///< any part of the rows, whatever their scores
    AllRows,      ///< all rows of the file together, not one group of them
    GivenScores,  ///< the scores as the file gives them, not calibrated ones
};

/// A remark that a reader of the numbers must see.
struct Note {
    std::string id;  ///< "clamped", "skipped"
    std::size_t count = 0;
    std::string text;
    std::vector<Advice> advice = {};  ///< settings that would help
    NoteScope scope = NoteScope::Rows;
    bool isFirst = false;  ///< to be read before the numbers
};

/// Number of skipped rows that a report lists; the full list is a separate export.
inline constexpr std::size_t kReportedSkippedRows = 100;

/// A row that was left out, identified as the user can find it.
struct SkippedRow {
    std::size_t line = 0;  ///< one-based line of a text file, or row of an array
    std::string text;      ///< why
};

/// A choice made automatically or by the user when the file was read.
struct Assumption {
    std::string id;           ///< "scores", "label_column"
    std::string value;        ///< "logits"
    bool hasControl = false;  ///< the import panel shows it in a control of its own
};

/// How rows of two files were joined if no column names them.
inline constexpr std::string_view kRowOrder = "order of rows";

/// Description of what was read, without the rows themselves.
struct DatasetSummary {
    std::string file;                        ///< as the user named it
    std::string model = {};                  ///< of several models in the file; or empty
    std::size_t rows = 0;                    ///< observations: rows, or the trials they count
    std::optional<WeightKind> weights = {};  ///< meaning of the weights; none without weights
    std::optional<std::size_t> classes;
    std::vector<std::string> classNames;
    ScoreKind scores = ScoreKind::Probability;  ///< as written in the file
    PredictionForm form = PredictionForm::ClassScores;
    std::optional<std::size_t> positiveClass;  ///< if the file or the user names one
    std::optional<std::string> noTemperature;  ///< why temperature scaling is impossible; or none
    std::string labelsFile = {};    ///< where the labels were read from a second file; else empty
    bool isReadLikeBefore = false;  ///< with the options of an earlier file of the same columns
    std::size_t statedValues = 0;   ///< distinct confidences that many rows share; 0: none such
    bool areQuantiles = false;      ///< confidences are the levels of predicted quantiles
    bool lineNumbers = false;       ///< SkippedRow::line counts lines, not rows
    std::size_t skipped = 0;
    /// The first 100,000 skipped rows, shared because every report carries them; may be null if
    /// there are none.
    std::shared_ptr<const std::vector<SkippedRow>> skippedRows;
    std::string group;  ///< "split = test" if only these rows are measured; else empty
    std::vector<Assumption> assumptions;
    std::vector<Note> notes;
    /// If a database counted the rows by cells, or the file holds them as bins.
    std::optional<CellsSummary> cells = {};

    /// True if a database counted the rows by confidence, and so at one temperature; false for
    /// rows, and for cells of margins, which serve all temperatures.
    bool areConfidences() const { return cells && !cells->areMargins; }
    /// True if the file holds bins, which tell nothing of single rows.
    bool areBins() const { return cells && cells->areBins(); }
    /// Returns how the rows are known: "read as logits", "counted by a database in 4,000 cells", or
    /// "counted in 10 bins". `readAs` names the scores of rows.
    std::string howKnown(std::string_view readAs) const;
    /// Returns the first skipped rows, at most as many as a report lists.
    std::span<const SkippedRow> listedSkippedRows() const;
};

/// Returns what a file is called: its name without its folder; "standard input" for "-".
std::string displayName(const std::string& file);

/// Returns what a model is called: its file, and its name where the file holds several.
std::string modelName(const DatasetSummary& dataset);

/// Returns "FILE", "FILE where site = B": the file of rows, and how they were chosen.
std::string rowsName(const DatasetSummary& dataset);

/// A group of rows: the column "split", the value "test".
struct GroupChoice {
    std::string column;
    std::string value;
    bool operator==(const GroupChoice&) const = default;
};

/// Groups that rows belong to all together, one of each column; none: all rows.
using GroupChoices = std::vector<GroupChoice>;

/// Returns "split = test".
std::string groupName(const GroupChoice& group);

/// Largest number of groups of a column that is summarized; a column with more values probably
/// identifies rows.
inline constexpr std::size_t kMostGroups = 1000;

/// Groups of rows, such as splits or sites.
struct GroupColumn {
    std::string name;
    std::vector<std::string> values;  ///< distinct, in order of appearance
    std::vector<std::int32_t> codes;  ///< per row of the predictions; -1 if the cell was empty
    // Of the column of models, with ReadOptions::keepsRowNames(), also of records that cannot be
    // used:
    std::vector<std::size_t> records = {};  ///< index of each row among the records of its value
    std::vector<std::size_t> recordCounts = {};  ///< of each value
};

/// True for the name of a column that says which model a row is from; namesVariant() for one that
/// does where the same rows occur several times.
bool namesModel(std::string_view column);
bool namesVariant(std::string_view column);

/// Returns the column of models among groups; null if there is none.
const GroupColumn* columnOfModels(const std::vector<GroupColumn>& groups);

/// A column that may identify rows.
struct RowNames : GroupColumn {
    bool isCalledSo = false;  ///< named like one: "id", "image", "file"
    bool isOther = false;     ///< does not identify rows: kept to be saved again
    bool isOfModel = false;   ///< holds scores of another model
};

/// When each row was predicted, to order the rows by.
struct RowTimes {
    std::string name;            ///< of the column
    bool areDates = false;       ///< seconds since 1970-01-01 (UTC); else numbers of any meaning
    std::vector<double> values;  ///< per row of the predictions; NaN where a row has no time

    /// Returns a time as text: "2024-05-01", "2024-05-01 12:30:05", or the number.
    std::string text(double time) const;
};

/// The true and the predicted class of each row, as indices of class names.
struct ClassPairs {
    ClassCodes labels;
    ClassCodes predicted;
};

struct Dataset;

/// Cells of the same rows at one temperature.
struct CellsAtTemperature {
    double temperature = 1;
    std::shared_ptr<const Dataset> dataset;
    std::size_t added = 0;  ///< by withCells(): 1 for the first, 2 for the second...; 0: read
};

/// An opened file: its rows, their description and their groups.
struct Dataset {
    Predictions predictions;
    DatasetSummary summary;
    std::vector<GroupColumn> groups = {};
    std::optional<GroupColumn> clusters = {};  ///< rows of one value are not independent
    std::optional<RowTimes> times = {};
    /// Of confidences, whose scores do not tell the classes, if the file names both.
    std::optional<ClassPairs> classPairs = {};
    // What finds the rows in another file:
    std::vector<RowNames> rowNames = {};  ///< if asked for by ReadOptions::kept
    bool lacksRowNames = false;           ///< the file names rows, but was read without the names
    RowPlaces places = {};                ///< of the rows in their file
    RowPlaces records = {};               ///< of the rows among all records of the file
    std::size_t recordCount = 0;       ///< of the file, with those that cannot be used; 0: unknown
    std::vector<CellSums> cells = {};  ///< of each row, if the summary has cells; else empty
    /// Cells that are exact at one temperature each, ascending; of margins that at T = 1.
    std::vector<CellsAtTemperature> atTemperatures = {};

    /// Returns some rows with all that is known of them.
    Dataset subset(const RowSet& rows) const;
    /// Returns the same rows with other scores. Requires rows that are no cells.
    Dataset withPredictions(Predictions others) const;
};

/// The class of each row and the class that was predicted for it; refers to a Dataset.
struct RowClasses {
    const std::vector<std::string>& names;
    const ClassCodes& labels;
    const ClassCodes& predicted;
};

/// Returns the classes of the rows; nullopt where a row may be of several, and for confidences of
/// classes that the file does not name.
std::optional<RowClasses> rowClasses(const Dataset& dataset);

/// Returns cells with those of one more temperature, in place of others of it. Of the temperatures
/// that were added so, the last few are kept. Errors: Undefined if the two counted other rows.
Result<Dataset> withCells(const Dataset& dataset, const std::shared_ptr<const Dataset>& cells);

/// Fails for cells, which hold no rows: "`what`, but cells of a database hold sums`advice`".
Result<void> requireRows(const DatasetSummary& summary, const std::string& what,
                         const std::string& advice = {});

}  // namespace diagonal
