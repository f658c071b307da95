// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/measuring/row_conditions.h"
#include "core/reporting/writing/table.h"

namespace diagonal {

/// What some rows have in common: more of them fulfil a condition than of the rows that they are
/// compared with.
struct CommonTrait {
    RowConditions condition;
    std::size_t inside = 0;   ///< chosen rows that fulfil it
    std::size_t chosen = 0;   ///< chosen rows
    std::size_t outside = 0;  ///< other rows that fulfil it
    std::size_t others = 0;   ///< other rows; 0 if the trait is counted only
    /// Probability of as many among as many rows chosen by chance (hypergeometric, one-sided),
    /// adjusted over all conditions that were looked at (Holm 1979); none without other rows.
    std::optional<double> p = {};
    bool isOfValues = false;  ///< rows without a value in the column do not count

    /// True for a true class read as another.
    bool isConfusion() const { return condition.label && condition.predicted; }
    double shareInside() const { return static_cast<double>(inside) / static_cast<double>(chosen); }
    double shareOutside() const {
        return static_cast<double>(outside) / static_cast<double>(others);
    }
};

/// Which rows are compared with which.
enum class TraitsOf {
    Listed,  ///< the listed rows with the other rows of the dataset
    Wrong,   ///< the wrong ones of the listed rows with the right ones
    Right,   ///< the right ones with the wrong ones
};

/// What rows have in common against others.
struct SharedTraits {
    TraitsOf of = TraitsOf::Listed;
    std::size_t rows = 0;
    std::size_t others = 0;
    bool canTell = false;    ///< there are rows and conditions enough to find something
    std::size_t looked = 0;  ///< conditions that were looked at, in all comparisons of a call
    std::vector<CommonTrait> traits = {};
};

/// Fewer rows with a trait show nothing.
inline constexpr std::size_t kLeastOfTrait = 5;

/// Returns what rows of a dataset have in common. `rows` are those that fulfil
/// `conditions`, but for the one on the outcome: with it, the wrong or the right rows of them are
/// compared with the others of them. Without it, the rows are compared with all other rows, and the
/// wrong ones among them with the right ones. What could be common: values of groups and of columns
/// without a role, and whether these are empty; of more than 20 numbers a tenth, or all below or
/// above an edge between tenths, the clearest of them; true and predicted classes; being wrong; and
/// confusions (a true class read as another), which are compared among wrong rows alone. What
/// follows from the conditions is left out. Traits of at least five of the rows and an adjusted p
/// below 0.05 are returned, the largest ratio of shares first; Holm counts what was looked at in
/// both comparisons. The three most frequent confusions of the wrong rows, and those that are as
/// frequent as the third (to six), follow, counted only. If rows
/// form clusters, p is the larger one of the hypergeometric and a cluster-robust score test. Unless
/// `areKnown`, the rows were chosen by something else, too: they are not compared with all other
/// rows, as what chose them would be found again. Empty for cells, and if there is nothing to
/// compare.
std::vector<SharedTraits> sharedTraits(const Dataset& dataset, const RowSet& rows,
                                       const RowConditions& conditions = {}, bool areKnown = true);

/// Returns "31 of 47 have site = C (of the others 24 %)".
std::string traitText(const CommonTrait& trait, TraitsOf of);

/// Returns which rows traits are of: "these 47 rows", "the 31 wrong rows".
std::string traitsTitle(const SharedTraits& shared);

/// Returns "Of the 31 wrong rows nothing is more frequent than chance explains (46 conditions
/// looked at)", or that there are too few; empty where something is, or where there were no other
/// rows.
std::string missingTraits(std::span<const SharedTraits> shared);

Table traitTable(std::span<const SharedTraits> shared);

}  // namespace diagonal
