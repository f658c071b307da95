// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <simdjson.h>
#include <string>
#include <vector>

#include "core/reading/json/json_record.h"
#include "core/reading/options/read_options.h"

namespace diagonal {

/// The name of a cell that holds tokens.
inline constexpr const char* kTokensCell = "top_logprobs";

/// Returns the candidates for the first token of a language model's answer: the first
/// `top_logprobs` in a record of OpenAI's API, for a chat (a list of {"token": ..., "logprob":
/// ...}) or a completion ({token: logprob}). Strips blanks around tokens. Empty if there are none.
std::vector<TokenScore> firstTokenScores(simdjson::dom::element record);

/// The tokens that are classes.
class TokenClasses {
public:
    TokenClasses() = default;
    /// Takes as classes the tokens that occur, in any case, in the label column: the one in
    /// `chosen`, else one with a name for labels, else the one in which most cells are tokens.
    /// Without such a column, takes the tokens that at least half of the records with tokens list.
    /// Empty if fewer than two are found.
    explicit TokenClasses(const std::vector<std::vector<JsonCell>>& records,
                          const std::vector<RoleChoice>& chosen = {});

    bool empty() const { return m_names.empty(); }
    /// Returns the class names, quoted for display.
    std::string names() const;

    /// Replaces the record's tokens by one cell per class, logprob_NAME: the logarithm of the
    /// summed probabilities of its spellings. A class that is not listed gets the lowest listed
    /// log-probability, an upper bound of its own. The cells are empty if no class is listed.
    void expand(std::vector<JsonCell>& record) const;

private:
    std::map<std::string, std::string> m_names;  ///< keyed by lower case
};

}  // namespace diagonal
