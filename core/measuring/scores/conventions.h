// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/measuring/reliability_curve.h"

namespace diagonal {

/// How a library, or hand-written code of a common kind, sorts rows into equal-width bins and sums
/// them up. The ECE is sum_b n_b/n |A_b - C_b| in all of them, n the number of all rows.
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
    bool midpoint = false;      ///< the middle of a bin stands for its confidence
    bool single = false;        ///< confidences and edges are float32
    bool singleSums = false;    ///< and summed in float32, row after row
};

/// The conventions that are compared, by library or by kind, never by person.
std::span<const EceConvention> eceConventions();

/// The convention of an id; null where there is none.
const EceConvention* eceConvention(std::string_view id);

/// `bins` equal-width bins with the edges of a convention: every double falls to the bin that the
/// convention puts it in, but for a row at 0 or 1 that it leaves out or alone.
Binning binningOf(const EceConvention& convention, std::size_t bins);

/// Why a convention's ECE is another than that of binningOf() it.
std::string reasonInItsBins(const EceConvention& convention, const SortedOutcomes& outcomes);

/// What a convention makes of the same rows.
struct ConventionError {
    const EceConvention* convention = nullptr;
    double error = 0;  ///< its ECE
    std::size_t moved =
        0;               ///< rows that are in another bin than by (lower, upper] with exact edges
    std::string reason;  ///< of a difference; empty where there is none to speak of
};

/// The ECE of every convention with `bins` equal-width bins. `inRowOrder` are the packed outcomes
/// of the same rows in the order of the file, for sums in float32.
/// Empty where rows have weights: most of these programs know none.
std::vector<ConventionError> conventionErrors(const SortedOutcomes& outcomes,
                                              std::span<const std::uint64_t> inRowOrder,
                                              std::size_t bins);

}  // namespace diagonal
