// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/parallel.h"
#include "core/base/result.h"
#include "core/comparing/model_alignment.h"
#include "core/comparing/score_differences.h"
#include "core/measuring/view.h"
#include "core/predictions/dataset.h"

namespace diagonal {

/// A model to compare: its rows, and the temperature and view to measure them in.
struct ComparedModel {
    const Dataset* dataset = nullptr;
    double temperature = 1;
    View view;
};

/// A row that two models predict differently.
struct MovedRow {
    std::size_t placeFirst = 0;   ///< line or row in the first file, one-based
    std::size_t placeSecond = 0;  ///< as above, in the second
    std::string name;             ///< in the column that the rows are joined by; or empty
    std::string label;            ///< the true class; empty if unknown
    std::string predictedFirst;   ///< empty if unknown
    std::string predictedSecond;
    double confidenceFirst = 0;
    double confidenceSecond = 0;
    bool isRightFirst = false;
    bool isRightSecond = false;
    std::vector<std::string> values = {};  ///< in ModelPair::movedColumns; empty where missing
};

/// The gap, accuracy minus confidence, of both models in one bin.
struct GapDifference {
    double lower = 0;
    double upper = 1;
    std::size_t rowsFirst = 0;
    std::size_t rowsSecond = 0;
    double first = 0;
    double second = 0;
    MeanEstimate difference;  ///< second - first; linearised
};

/// Two models on the rows that they share; differences are those of the second minus the first.
struct ModelPair {
    std::string first;   ///< modelName() of the first model, the reference
    std::string second;  ///< that of the second
    std::string where;   ///< how the rows were chosen; empty for all
    std::size_t rows = 0;
    std::size_t onlyFirst = 0;  ///< rows without a partner, which are left out
    std::size_t onlySecond = 0;
    std::string joinedBy;
    bool hasCommonOutcomes = false;  ///< as in the view of a class
    bool areEqual = false;           ///< both models say the same of every row
    double level = .95;
    std::string clusterName;  ///< of the column of clusters; empty without
    std::size_t clusters = 0;
    /// Independent rows that would be worth as much: rows / designEffect() of the differences of
    /// the Brier score; equals `rows` without clusters.
    double effectiveRows = 0;
    std::vector<ScoreDifference> differences;
    std::vector<GapDifference> gaps;  ///< of the bins that both models have rows in; or none
    std::size_t rightToWrong = 0;     ///< rows whose predicted class is right in the first only
    std::size_t wrongToRight = 0;
    std::vector<MovedRow> moved;  ///< whose confidence differs most, at most kMostMovedRows
    /// Names of further columns of the moved rows: those of groups and clusters, and those that may
    /// name rows, of the first file.
    std::vector<std::string> movedColumns = {};
    std::vector<std::string> notes;

    /// Returns the difference of a score, or of the net benefit at a threshold; null if it is not
    /// there.
    const ScoreDifference* find(std::string_view id,
                                std::optional<double> threshold = std::nullopt) const;
};

inline constexpr std::size_t kMostMovedRows = 50;

/// Compares two models. Clusters are those of the first model's file, else of the second's. Errors:
/// those of sharedRows() and checkView(), and Cancelled.
Result<ModelPair> comparedPair(const ComparedModel& first, const ComparedModel& second,
                               const DifferenceSettings& settings, const Execution& execution = {});

/// Returns true if the interval of a difference lies on the worse side of 0.
bool isWorse(const ScoreDifference& difference);
/// Returns true if the models are equivalent within `margin` > 0 at 5 %.
bool isWithin(const ScoreDifference& difference, double margin);

/// Returns true if the second model is shown to be at most `margin` > 0 worse, one-sided at 5 %.
bool isNotWorse(const ScoreDifference& difference, double margin);

/// Returns the p-value of each difference of each pair, adjusted for the number of pairs that have
/// one for the same score; none where there is no p-value, or a single pair.
std::vector<std::vector<std::optional<double>>> adjustedPValues(std::span<const ModelPair> pairs);

/// Returns the id of the proper score that leads a comparison: the Brier score of common outcomes,
/// else that over all classes.
std::string_view leadingScore(const ModelPair& pair);

/// Says in one sentence which model has the better proper score, by how much, and whether that is
/// calibration or discrimination. `first` and `second` are what the models are called.
std::string comparisonSentence(const ModelPair& pair, const std::string& first,
                               const std::string& second);

}  // namespace diagonal
