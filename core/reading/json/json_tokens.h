// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <simdjson.h>
#include <string>
#include <vector>

#include "core/reading/json/json_record.h"
#include "core/reading/options/read_options.h"

namespace diagonal {

/// The name of a cell that holds tokens.
inline constexpr const char* kTokensCell = "top_logprobs";

/// The tokens that a language model considered for the first place of its answer: the first
/// `top_logprobs` in a record, of a chat (a list of {"token": ..., "logprob": ...}) or a completion
/// ({token: logprob}), as OpenAI's interface gives them. Blanks around tokens are removed. Empty
/// where there are none.
std::vector<TokenScore> firstTokenScores(simdjson::dom::element record);

/// Which tokens are classes.
class TokenClasses {
public:
    TokenClasses() = default;
    /// Tokens are classes, whatever their case, that the column of the labels holds: the chosen
    /// one, else one of a label's name, else that in which most cells are tokens. Without such a
    /// column, those that half of the records list. None where they are fewer than two. Records
    /// without tokens do not count.
    explicit TokenClasses(const std::vector<std::vector<JsonCell>>& records,
                          const std::vector<RoleChoice>& chosen = {});

    bool empty() const { return m_names.empty(); }
    /// The names of the classes, for people.
    std::string names() const;

    /// Puts a cell for each class, logprob_NAME, in place of the record's tokens: the logarithm of
    /// the summed probabilities of its spellings; for one that is not listed, the least
    /// probability that is, which is the most it can have. Empty cells where none is listed.
    void expand(std::vector<JsonCell>& record) const;

private:
    std::map<std::string, std::string> m_names;  ///< by their lower case
};

}  // namespace diagonal
