// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace diagonal {

/// What a column of a table of bins holds.
enum class BinRole {
    Bin,         ///< the number of a bin, or its interval as text: "(0.1, 0.2]"
    Lower,       ///< edge
    Upper,       ///< edge
    Middle,      ///< of its edges
    Confidence,  ///< mean of its rows
    Accuracy,    ///< share of correct rows, of the top label
    Frequency,   ///< share of rows of the class
    Correct,     ///< number of correct rows, or of rows of the class
    Wrong,       ///< number of other rows
    Count        ///< number of rows
};

/// What tells that a table is one of bins.
enum class BinEvidence {
    Names,    ///< of columns that rows do not have
    Numbers,  ///< a column "bin", if no number occurs twice
    Shares    ///< outcomes, if some are neither 0 nor 1
};

/// The columns of a table of bins, by their places.
struct BinColumns {
    std::map<BinRole, std::size_t> places;
    BinEvidence evidence = BinEvidence::Names;

    bool has(BinRole role) const { return places.contains(role); }
    /// Returns the column of the outcome: Accuracy, Frequency or Correct.
    std::size_t outcome() const;
    /// True if the number of rows of each bin is given.
    bool hasCounts() const {
        return has(BinRole::Count) || (has(BinRole::Correct) && has(BinRole::Wrong));
    }
};

/// True for the name of a column that only rows have: the true or the predicted class.
bool isOfRows(const std::string& name);

/// Returns them if the names are those of such a table, as other programs write it: each bin has an
/// outcome and a place on the axis of confidence.
std::optional<BinColumns> binColumnsIn(const std::vector<std::string>& names);

/// A table of bins, as texts; empty where a value is missing.
struct BinTexts {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> rows;  ///< one text for each name
    std::vector<std::size_t> lines;              ///< of each row in a text; 0 if unknown
};

}  // namespace diagonal
