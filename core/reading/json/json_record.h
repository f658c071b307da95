// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <simdjson.h>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace diagonal {

/// A token that a language model might have answered, and the natural logarithm of its probability.
struct TokenScore {
    std::string token;
    double logProbability = 0;
};

/// A field of a flattened record; or a list of plain numbers, which stands for the fields name_0,
/// name_1...
struct JsonCell {
    std::string name;
    std::string text;
    bool isChoice = false;  ///< of a question with as many scores as it has answers
    std::vector<double> numbers = {};
    std::vector<TokenScore> tokens = {};  ///< the cell stands for the scores of some of them
};

/// The cells of one record, as readJson() describes: of an object its fields, and one for the
/// tokens of firstTokenScores(); of a list of numbers the scores, of a plain value the label.
/// Values that make no cell (long nested lists) are passed over.
std::vector<JsonCell> flattened(simdjson::dom::element record);

/// The same with a field for each number of a list.
std::vector<JsonCell> expandedLists(std::vector<JsonCell> cells);

/// The text of a plain value; none for lists and objects.
std::optional<std::string> plainText(simdjson::dom::element value);

}  // namespace diagonal
