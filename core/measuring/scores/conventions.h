// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/measuring/reliability_curve.h"
#include "core/numerics/intervals.h"

namespace diagonal {

/// How a library, or a common kind of hand-written code, sorts rows into equal-width bins and sums
/// them. All but HLE's (see runsError()) compute the ECE as sum_b n_b/n |A_b - C_b|, n the number
/// of all rows.
struct EceConvention {
    enum class Edges {
        Exact,     ///< double(i) / M
        Linspace,  ///< i * (1.0 / M), the last exactly 1: numpy.linspace
        Arange,    ///< bin i is [i * (1.0 / M), i * (1.0 / M) + 1.0 / M)
        Torch,     ///< torch.linspace: the lower half i * step, the upper 1 - (M - i) * step
        Floor      ///< bin floor(c * M)
    };
    std::string_view id;    ///< "netcal"
    std::string_view name;  ///< "netcal"
    std::string_view rule;  ///< what it does, in a few words
    Edges edges = Edges::Exact;
    bool rightClosed = true;
    bool excludesZero = false;  ///< c = 0 is in no bin
    bool excludesOne = false;   ///< c = 1 is in no bin
    bool separatesOne = false;  ///< c = 1 is in a bin of its own
    bool midpoint = false;      ///< the midpoint of a bin replaces its mean confidence
    bool single = false;        ///< confidences and edges are float32
    bool singleSums = false;    ///< sums are float32 too, row by row
    BinningScheme scheme = BinningScheme::EqualWidth;  ///< EqualWidth, EqualMass or Runs
    std::size_t count = 0;  ///< its number of bins, whatever that of the diagram; 0: that one
    /// With Arange: each bin takes its rows by itself, so that a row may be in two, and there are
    /// as many bins as numpy.arange has elements, for some M one more.
    bool overlaps = false;

    /// Returns true if its bins follow the number of bins of the diagram.
    bool takesCount() const { return scheme == BinningScheme::EqualWidth && count == 0; }
};

/// Returns the conventions to compare. They are named after libraries or kinds of code, never after
/// people.
std::span<const EceConvention> eceConventions();

/// Returns the convention with this id; null if there is none.
const EceConvention* eceConvention(std::string_view id);

/// Returns the bins of `convention`: `bins` equal-width bins with its edges, unless it has a number
/// or a scheme of its own. Every double falls in the bin that the convention puts it in, except at
/// 0 or 1 if the convention excludes or separates these.
Binning binningOf(const EceConvention& convention, std::size_t bins);

/// Explains why the library's own ECE differs from the ECE computed with binningOf(convention).
std::string differenceFromItsBins(const EceConvention& convention, const SortedOutcomes& outcomes);

/// The ECE of a convention, compared with bins (lower, upper] with exact edges.
struct ConventionError {
    const EceConvention* convention = nullptr;
    std::optional<double> error;  ///< its ECE; none where it is undefined
    /// Of HLE's error: the range over all orders of rows of equal confidence.
    std::optional<Interval> overOrders = {};
    std::size_t leftOut = 0;  ///< rows that count in n, but in no bin by design
    /// Rows in another bin, or in none, compared with (lower, upper] bins with exact edges.
    std::size_t moved = 0;
    std::string reason;  ///< why the ECE differs; empty if it does not
};

/// Returns the ECE of every convention with `bins` equal-width bins. `inRowOrder` holds the packed
/// outcomes of the same rows in the order of the file, for sums in float32. Returns nothing if rows
/// have weights, because most of these programs do not support them; only some conventions if
/// `continuation` stops.
std::vector<ConventionError> conventionErrors(const SortedOutcomes& outcomes,
                                              const RowOrder& inRowOrder, std::size_t bins,
                                              Continuation& continuation = Continuation::endless());

}  // namespace diagonal
