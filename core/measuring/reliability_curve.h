// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/base/choice.h"
#include "core/measuring/outcomes.h"
#include "core/numerics/intervals.h"

namespace diagonal {

enum class BinningScheme {
    EqualWidth,  ///< edges i / M
    EqualMass,   ///< as many rows in each bin as ties allow
    Isotonic,    ///< the blocks of isotonicBlocks(): accuracies rise from bin to bin (CORP)
    Custom       ///< Binning::edges
};

struct BinningDefinition : Choice<BinningScheme> {
    std::string_view noun;   ///< of one bin: "equal-mass bin"
    bool hasCount = false;   ///< Binning::count is used
    bool hasEdges = false;   ///< Binning::edgeRule is used
    bool isOffered = false;  ///< a user can choose it by its name
};

/// All schemes, in the order of a list of them.
inline constexpr auto kBinningSchemes = std::to_array<BinningDefinition>(
    {{{BinningScheme::EqualWidth, "width", "Equal width", "equal-width"},
      "equal-width bin",
      true,
      true,
      true},
     {{BinningScheme::EqualMass, "mass", "Equal mass", "equal-mass"},
      "equal-mass bin",
      true,
      false,
      true},
     {{BinningScheme::Isotonic, "isotonic", "Isotonic (CORP)"}, "isotonic bin", false, false, true},
     {{BinningScheme::Custom, "custom", "Given edges"}, "bin", false, true, false}});

/// Which bin a confidence on an inner edge belongs to (equal width and custom edges).
enum class EdgeRule {
    RightClosed,  ///< (lower, upper], the first bin also holds 0 (Guo 2017, scikit-learn)
    LeftClosed    ///< [lower, upper), the last bin also holds 1 (NumPy histograms, netcal)
};

inline constexpr auto kEdgeRules = std::to_array<Choice<EdgeRule>>(
    {{EdgeRule::RightClosed, "right", "(lower, upper]", "right-closed"},
     {EdgeRule::LeftClosed, "left", "[lower, upper)", "left-closed"}});

/// What stands for the confidence of a bin.
enum class BinConfidence {
    Mean,     ///< the mean confidence of its rows
    Midpoint  ///< the middle of its edges, a published variant
};

inline constexpr auto kBinConfidences = std::to_array<Choice<BinConfidence>>(
    {{BinConfidence::Mean, "mean", "Mean of its rows"},
     {BinConfidence::Midpoint, "midpoint", "Middle of its edges"}});

inline constexpr std::size_t kMostBins = 10000;

struct Binning {
    BinningScheme scheme = BinningScheme::EqualWidth;
    std::size_t count = 15;  ///< M, 1 to kMostBins; of equal width and equal mass
    EdgeRule edgeRule = EdgeRule::RightClosed;
    BinConfidence confidence = BinConfidence::Mean;
    std::vector<double> edges = {};  ///< of Custom: 0 to 1, strictly ascending, at least two

    bool operator==(const Binning&) const = default;
};

/// One bin. What an empty bin cannot have is absent.
struct Bin {
    double lower = 0;
    double upper = 1;
    std::size_t count = 0;                  ///< observations: rows, or the trials that they count
    double weight = 0;                      ///< of its rows; count where they have no weights
    double correct = 0;                     ///< weight of its hits
    double effectiveCount = 0;              ///< OutcomeSums::effectiveCount()
    std::optional<double> confidence = {};  ///< as BinConfidence says
    std::optional<double> accuracy = {};    ///< hits / weight
    std::optional<Interval> interval = {};  ///< of the accuracy
    /// Where the accuracy of a calibrated model would lie, around the confidence; none where the
    /// bin is empty or that was not asked for.
    std::optional<Interval> consistency = {};

    /// Accuracy minus confidence, negative where over-confident. Requires count > 0.
    double gap() const { return *accuracy - *confidence; }
};

/// Bins in ascending order; every row is in exactly one. Equal-mass bins may be fewer than asked
/// for, because rows of equal confidence stay together.
struct ReliabilityCurve {
    std::vector<Bin> bins;
    std::vector<OutcomeSums> sums;  ///< of each bin
    /// Bin b holds the sorted rows [ranks[b], ranks[b + 1]); empty where no rows were sorted.
    std::vector<std::size_t> ranks = {};
    std::size_t count = 0;  ///< observations in all bins
    double weight = 0;      ///< of all bins
    WeightKind weightKind = WeightKind::Counts;

    /// Number of bins that hold rows.
    std::size_t filledBins() const;
};

/// The edges of equal width and custom bins; none where they depend on the rows.
std::optional<std::vector<double>> fixedEdges(const Binning& binning);

/// The curve of bins between `edges`, whose sums are known. No intervals are made where none are
/// asked for.
ReliabilityCurve curveOf(std::span<const double> edges, std::vector<OutcomeSums> sums,
                         BinConfidence confidence, std::optional<IntervalChoice> intervals);

/// Sorts rows into bins in O(bins log rows). Equal width compares with the edges double(i) / M.
/// Equal mass cuts the sorted observations (a row whose weight counts is as many) into M runs whose
/// sizes differ by at most one, larger first; then all rows of one confidence go to the bin of the
/// lowest-ranked of them. Its edges are midpoints between neighbours, the outer ones 0 and 1; so
/// are those of isotonic blocks.
ReliabilityCurve binned(const SortedOutcomes& outcomes, const Binning& binning,
                        std::optional<IntervalChoice> intervals);

}  // namespace diagonal
