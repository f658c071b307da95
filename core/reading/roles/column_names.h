// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/reading/options/column_roles.h"

namespace diagonal {

/// The parts of a class score column's name, such as "prob_cat" or "P(class=cat)".
struct FamilyName {
    std::string family;  ///< "prob"
    std::string member;  ///< "cat"
};

/// Splits a name into its family and class; nullopt if it belongs to no family.
std::optional<FamilyName> familyName(std::string_view name);

/// Returns the class in a score column's name: "cat" for "prob_cat" and "Tree (cat)"; else the name
/// itself.
std::string className(const std::string& name);

/// Returns the family name for the columns made from a list called `name`: `name` itself if it
/// names ranks, rows, labels, predictions, measures of errors or a score family; else "score", or
/// "score_NAME" if the list is one of several that no name tells apart.
std::string scoreFamily(const std::string& name, bool isOneOfSeveral = false);

/// Returns the target column named in brackets: "iris" for "P (iris=setosa)", "Prediction (iris)"
/// and "prediction(iris)"; nullopt for other names.
std::optional<std::string> targetNamed(std::string_view name);

/// Returns true for names such as "Rain probability (%)".
bool namesPercentProbability(std::string_view name);

/// namesWeight() returns true for names of row weights, such as "sample_weight"; mayNameWeight()
/// for "weight" and "weights", which may also be a measurement such as a patient's weight.
bool namesWeight(std::string_view name);
bool mayNameWeight(std::string_view name);

/// Returns true for names of success counts, such as "num_correct"; namesCorrect() accepts them
/// too.
bool namesSuccesses(const std::string& name);

/// namesGroup() returns true for names of group columns, such as "split" and "site";
/// mayNameGroup() for "sex" and "ward", which may also be what a model predicts.
bool namesGroup(std::string_view name);
bool mayNameGroup(std::string_view name);

/// Returns how usual the name is for an array of images that were classified: 0 for "images", more
/// for others, "x_test"; none for names of other things.
std::optional<std::size_t> pictureNameRank(std::string_view name);

/// namesTime() returns true for names of times of which dates are the usual content:
/// "forecast_date", "created_at"; namesTimestamp() for those that nothing but a time has,
/// "timestamp".
bool namesTime(std::string_view name);
bool namesTimestamp(std::string_view name);

/// Returns how well a name fits the time of a prediction: 2 for "forecast_date", 1 for "date", else
/// 0, as for "resolved_at".
int predictionTimeNamed(std::string_view name);

/// Returns true for names that call something the truth: "actual_churn", "target_flag",
/// "churn_true".
bool namesTruthOf(std::string_view name);

/// Returns true for names of how something ended: those of labels, and "won_yes", "dem_won".
bool namesOutcome(std::string_view name);

/// Returns true for names that state percent: "prob_pct", "Confidence (%)".
bool namesPercent(std::string_view name);

/// Returns true for names that call something a prediction: "Survived_predictions",
/// "predicted_species", "y_pred".
bool namesPredictionOf(std::string_view name);

/// Returns the part of a nested name after its last point: "confidence" for
/// "judge_response.confidence"; other names unchanged, also ".pred_yes".
std::string leafName(const std::string& name);

/// Splits "Tree (yes)" into a model and the class it scores; nullopt for other names.
std::optional<FamilyName> bracketedName(std::string_view name);

/// Returns true for names of columns that identify rows and never hold labels or scores.
bool namesRow(std::string_view name);

/// Returns true for names of columns that tell repetitions of the same rows apart, as by model or
/// fold.
bool namesRun(std::string_view name);

/// suggestsProbability() returns true if a name contains a word for a probability: "elo_prob1",
/// "forecast"; suggestsTruth() if it contains one for the outcome: "a_win_outcome", "true_value",
/// "resolved_yes".
bool suggestsProbability(std::string_view name);
bool suggestsTruth(std::string_view name);

/// Returns true for names that say what has happened to a row, not how it ended: "played",
/// "is_settled".
bool namesStatus(std::string_view name);

/// Returns true for names of what a model answers: "extracted_answer", "choice".
bool namesAnswer(std::string_view name);

/// Returns how much the scores of a model tell of it, by its name: 2 out of fold, 1 if it is the
/// final one or combines others, -1 on the rows that it was trained on, else 0.
int evidenceNamed(std::string_view name);

/// Returns true for names that say on which rows a model was trained, or that it combines others,
/// and therefore that they are of a model's scores: "oof_rf", "insample_rf", "ensemble".
bool namesModelScores(std::string_view name);

/// Returns true for names of measures of errors, which are no scores: "brier_score", "log_loss".
bool namesMeasure(std::string_view name);

/// Returns the words of a name in lower case, with "_" between them: "fraud_prediction" for
/// "FraudPrediction" and "Fraud prediction".
std::string snakeName(std::string_view name);

/// Returns `name` in lower case without blanks, "_", "-" and ".".
std::string plainName(std::string_view name);

/// Recognise roles by the name of a column or array key alone.
bool namesLabel(const std::string& name);
bool namesPredicted(const std::string& name);
bool namesConfidence(const std::string& name);
bool namesProbability(const std::string& name);
bool namesCorrect(const std::string& name);
NamedScale namedScale(const std::string& name);

/// Returns true if any of the names gives a role, which makes their record a header.
bool anyNameGivesRole(const std::vector<std::string>& names);

}  // namespace diagonal
