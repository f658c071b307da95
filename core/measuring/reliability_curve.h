// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/base/choice.h"
#include "core/measuring/outcomes.h"
#include "core/numerics/intervals.h"

namespace diagonal {

enum class BinningScheme {
    EqualWidth,  ///< edges i / M
    EqualMass,   ///< equal numbers of rows in all bins, as far as ties allow
    Isotonic,    ///< the blocks of isotonicBlocks(): accuracies rise from bin to bin (CORP)
    Values,      ///< one bin for each distinct confidence, as for confidences stated in words
    Runs,        ///< kRowsInRun rows per bin, the last takes the rest; ties are divided
    Custom       ///< Binning::edges
};

struct BinningDefinition : Choice<BinningScheme> {
    std::string_view noun;   ///< of one bin: "equal-mass bin"
    std::string_view help;   ///< one sentence: "Equal width: edges i/M."
    bool hasCount = false;   ///< Binning::count is used
    bool hasEdges = false;   ///< Binning::edgeRule is used
    bool isOffered = false;  ///< a user can choose it by its name
};

/// All schemes, in the order of a list of them.
inline constexpr auto kBinningSchemes = std::to_array<BinningDefinition>(
    {{{BinningScheme::EqualWidth, "width", "Equal width", "equal-width"},
      "equal-width bin",
      "Equal width: edges i/M.",
      true,
      true,
      true},
     {{BinningScheme::EqualMass, "mass", "Equal mass", "equal-mass"},
      "equal-mass bin",
      "Equal mass: equally many rows per bin, as far as ties allow.",
      true,
      false,
      true},
     {{BinningScheme::Isotonic, "isotonic", "Isotonic (CORP)"},
      "isotonic bin",
      "Isotonic: bins of increasing accuracy, found by pooling.",
      false,
      false,
      true},
     {{BinningScheme::Values, "values", "Stated values"},
      "stated-value bin",
      "Stated values: one bin for each distinct confidence, 200 at most.",
      false,
      false,
      true},
     {{BinningScheme::Runs, "runs", "Runs of 100 rows"},
      "run of 100 rows",
      "Runs: 100 rows per bin in the order of confidence, equal ones as in the file.",
      false,
      false,
      false},
     {{BinningScheme::Custom, "custom", "Custom edges"},
      "bin",
      "Custom: the given edges.",
      false,
      true,
      false}});

/// Which bin a confidence on an inner edge belongs to (equal width and custom edges).
enum class EdgeRule {
    RightClosed,  ///< (lower, upper], the first bin also holds 0 (Guo 2017, scikit-learn)
    LeftClosed    ///< [lower, upper), the last bin also holds 1 (NumPy histograms, netcal)
};

inline constexpr auto kEdgeRules = std::to_array<Choice<EdgeRule>>(
    {{EdgeRule::RightClosed, "right", "(lower, upper]", "right-closed"},
     {EdgeRule::LeftClosed, "left", "[lower, upper)", "left-closed"}});

/// Returns the bin of a confidence between such edges, of which the outer ones hold all.
std::size_t binOf(double confidence, std::span<const double> edges, EdgeRule rule);

/// Which value represents the confidence of a bin.
enum class BinConfidence {
    Mean,     ///< the mean confidence of its rows
    Midpoint  ///< the middle of its edges, a published variant
};

inline constexpr auto kBinConfidences = std::to_array<Choice<BinConfidence>>(
    {{BinConfidence::Mean, "mean", "Mean of its rows"},
     {BinConfidence::Midpoint, "midpoint", "Midpoint of its edges"}});

inline constexpr std::size_t kMostBins = 10000;
/// Number of distinct confidences up to which a bin for each is offered.
inline constexpr std::size_t kMostValues = 200;
/// Number of rows in a bin of BinningScheme::Runs.
inline constexpr std::size_t kRowsInRun = 100;

struct Binning {
    BinningScheme scheme = BinningScheme::EqualWidth;
    std::size_t count = 15;  ///< M, 1 to kMostBins; for equal width and equal mass
    EdgeRule edgeRule = EdgeRule::RightClosed;
    BinConfidence confidence = BinConfidence::Mean;
    std::vector<double> edges = {};  ///< for Custom: from 0 to 1, strictly ascending, at least two

    bool operator==(const Binning&) const = default;
};

/// One bin. An empty bin has no confidence, accuracy or interval.
struct Bin {
    double lower = 0;
    double upper = 1;
    std::size_t count = 0;                  ///< observations: rows, or trials if weights are counts
    double weight = 0;                      ///< of its rows; equals count if they have no weights
    double correct = 0;                     ///< weight of the correct rows
    double effectiveCount = 0;              ///< OutcomeSums::effectiveCount()
    std::optional<double> confidence = {};  ///< see BinConfidence
    std::optional<double> accuracy = {};    ///< correct / weight
    std::optional<Interval> interval = {};  ///< of the accuracy
    /// Lowest and highest confidence of its rows; none if it is empty or the rows were not sorted.
    std::optional<Interval> confidences = {};
    /// Range of a calibrated model's accuracy, around the confidence; none if the bin is empty or
    /// the range was not requested.
    std::optional<Interval> consistency = {};
    /// Independent rows that its clusters are worth; none if rows have no clusters.
    std::optional<double> clusteredCount = {};

    /// Returns accuracy minus confidence, negative if over-confident. Requires count > 0.
    double gap() const { return *accuracy - *confidence; }
};

/// True if chance alone could produce the bin's gap: its accuracy lies within the consistency
/// interval of a calibrated model. False if that interval is unknown.
bool isWithinNoise(const Bin& bin);

/// True for a bin of so few rows that its accuracy says little: of 9 rows of which half are
/// correct, the 95 % interval is 0.23 to 0.77.
inline constexpr std::size_t kFewRowsOfBin = 10;
inline bool hasFewRows(const Bin& bin) {
    return bin.count > 0 && bin.count < kFewRowsOfBin;
}

/// Bins in ascending order; every row is in exactly one. There may be fewer equal-mass bins than
/// requested, because rows of equal confidence stay together.
struct ReliabilityCurve {
    std::vector<Bin> bins;
    std::vector<OutcomeSums> sums;  ///< of each bin
    /// Bin b holds the sorted rows [ranks[b], ranks[b + 1]); empty if the rows were not sorted.
    std::vector<std::size_t> ranks = {};
    std::size_t count = 0;  ///< observations in all bins
    double weight = 0;      ///< of all bins
    WeightKind weightKind = WeightKind::Counts;

    /// Returns the number of bins that hold rows.
    std::size_t filledBins() const;
    /// Returns the sums of all bins together.
    OutcomeSums allSums() const;
};

/// Returns the edges of equal-width and custom bins; none for schemes whose edges depend on the
/// rows.
std::optional<std::vector<double>> fixedEdges(const Binning& binning);

/// Returns the curve of the bins between `edges`, given the sums of each bin. Bins have intervals
/// only if `intervals` is set. Requires one more edge than sums.
ReliabilityCurve curveOf(std::span<const double> edges, std::vector<OutcomeSums> sums,
                         BinConfidence confidence, std::optional<IntervalChoice> intervals);

/// Sets the intervals of the accuracies, from the independent rows that bins hold or are worth.
void setBinIntervals(IntervalChoice choice, ReliabilityCurve& curve);

/// Returns the bin of each row of `packed`, which are the rows of `curve` in any order. Where bins
/// divide rows of equal confidence, all of these are in the last one. Requires a curve of sorted
/// rows.
std::vector<std::uint32_t> binsOf(std::span<const std::uint64_t> packed,
                                  const ReliabilityCurve& curve);

/// Returns the number of distinct confidences, but no more than `most` + 1.
std::size_t distinctConfidences(const SortedOutcomes& outcomes, std::size_t most);

/// Bins the sorted rows in O(bins log rows), isotonic bins in O(rows). Equal width compares
/// confidences with the edges double(i) / M. Equal mass cuts the sorted observations (a row with a
/// count weight stands for that many) into M runs whose sizes differ by at most one, larger runs
/// first; all rows of one confidence then go to the bin of the lowest-ranked of them. The edges of
/// equal-mass and isotonic bins, and those of values and runs, are midpoints between neighbouring
/// confidences; the outer edges are 0 and 1. Runs divide rows of equal confidence in the order of
/// the file, which `inRowOrder` gives: the outcomes of the same rows, without weights. The other
/// schemes do not read it.
ReliabilityCurve binned(const SortedOutcomes& outcomes, const Binning& binning,
                        std::optional<IntervalChoice> intervals, const RowOrder& inRowOrder = {});

/// Returns the number of bins of BinningScheme::Runs, and the one that holds a rank: the last takes
/// the rows that are left.
inline std::size_t countOfRuns(std::size_t rows) {
    return std::max<std::size_t>(rows / kRowsInRun, 1);
}
inline std::size_t runOfRank(std::size_t rank, std::size_t rows) {
    return std::min(rank / kRowsInRun, countOfRuns(rows) - 1);
}

/// Rows of equal confidence that cuts between runs divide: the ranks [begin, end).
struct DividedTie {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};
std::vector<DividedTie> dividedTies(const SortedOutcomes& outcomes);

/// Rows of one confidence in one of the bins among which BinningScheme::Runs divides them.
struct TiePart {
    std::size_t bin = 0;
    double confidence = 0;
    std::size_t correct = 0;  ///< if rows of equal confidence are in the order of the file
    double sorted = 0;        ///< correct rows if the incorrect ones come first, as they are sorted
};

/// Calls visit(part) for the parts of all ties that cuts between runs divide.
void eachTiePart(const SortedOutcomes& outcomes, const RowOrder& inRowOrder,
                 const std::function<void(const TiePart& part)>& visit);

}  // namespace diagonal
