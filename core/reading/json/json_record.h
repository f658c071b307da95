// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <simdjson.h>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace diagonal {

/// A candidate token of a language model's answer and the natural logarithm of its probability.
struct TokenScore {
    std::string token;
    double logProbability = 0;
};

/// A field of a flattened record, or a list of plain numbers that stands for the fields name_0,
/// name_1...
struct JsonCell {
    std::string name;
    std::string text;
    bool isChoice = false;  ///< score of one of a question's answers, whose number may vary
    std::vector<double> numbers = {};
    std::vector<TokenScore> tokens = {};  ///< the cell stands for those that are classes
    bool isWhole = false;                 ///< JSON text of a list or object, which has no role
};

/// Returns the cells of one record, as readJson() describes: for an object its fields and a cell
/// for the tokens of firstTokenScores(), for a list of numbers the scores, for a plain value the
/// label. Values that make no cell (such as nested lists) are skipped, or whole cells if wanted.
std::vector<JsonCell> flattened(simdjson::dom::element record, bool keepsWhole = false);

/// Returns `cells` with each list of numbers replaced by one cell per number.
std::vector<JsonCell> expandedLists(std::vector<JsonCell> cells);

/// Returns the text of a plain value; nullopt for lists and objects.
std::optional<std::string> plainText(simdjson::dom::element value);

}  // namespace diagonal
