// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace diagonal {

/// A column of one class's score, such as "prob_cat" or "P(class=cat)".
struct FamilyName {
    std::string family;  ///< "prob"
    std::string member;  ///< "cat"
};

/// Splits a name into its family and the class it names; none where it is of no family.
std::optional<FamilyName> familyName(std::string_view name);

/// The class that the name of a score column tells: "cat" of "prob_cat" and "Tree (cat)", else the
/// name itself.
std::string className(const std::string& name);

/// The family under which the items of a list called `name` become columns.
std::string scoreFamily(const std::string& name);

/// The column whose classes a name in brackets tells: "iris" of "P (iris=setosa)", "Prediction
/// (iris)" and "prediction(iris)".
std::optional<std::string> targetNamed(std::string_view name);

/// Names of weights of rows, such as "sample_weight"; and "weight", which may be a patient's.
bool namesWeight(std::string_view name);
bool mayNameWeight(std::string_view name);

/// Names of numbers of successes, such as "num_correct"; they are names of `correct` too.
bool namesSuccesses(const std::string& name);

/// Names of groups of rows, such as "split" and "site".
bool namesGroup(std::string_view name);

/// Splits "Tree (yes)" into a model and the class it scores; none for other names.
std::optional<FamilyName> bracketedName(std::string_view name);

/// Names that identify rows and never hold labels or scores.
bool namesRow(std::string_view name);

/// Whether a name tells a probability though it is no usual one: "elo_prob1", "forecast"; or what
/// came out: "a_win_outcome", "true_value", "resolved_yes".
bool tellsProbability(std::string_view name);
bool tellsTruth(std::string_view name);

/// Lower case without blanks, "_", "-" and ".".
std::string plainName(std::string_view name);

}  // namespace diagonal
