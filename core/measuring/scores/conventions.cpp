// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/conventions.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/base/text.h"
#include "core/measuring/scores/runs_of_rows.h"
#include "core/measuring/scores/scores.h"

namespace diagonal {
namespace {

using Edges = EceConvention::Edges;

constexpr auto kConventions = std::to_array<EceConvention>({
    {"right-closed", "(lower, upper], exact edges", "edges i/M; 0 is in the first bin"},
    {"left-closed", "[lower, upper), exact edges", "edges i/M; 1 is in the last bin", Edges::Exact,
     false},
    {"scikit-learn", "scikit-learn", "calibration_curve: numpy.linspace, (lower, upper]",
     Edges::Linspace},
    {"netcal", "netcal", "ECE: numpy.histogram, [lower, upper)", Edges::Linspace, false},
    {"torchmetrics-binary", "torchmetrics, binary",
     "[lower, upper), edges of torch.linspace; 1 is in a bin of its own", Edges::Torch, false,
     false, false, true},
    {"torchmetrics-multiclass", "torchmetrics, multiclass",
     "as torchmetrics, binary; edges, confidences and sums in float32", Edges::Torch, false, false,
     false, true, false, true, true},
    {"pytorch", "PyTorch temperature scaling", "float32, (lower, upper]; 0 is in no bin",
     Edges::Torch, true, true, false, false, false, true},
    {"numpy-arange", "NumPy, arange, rows once",
     "[l, l + 1/M) with l from numpy.arange, rows assigned to the first bin that holds them; 1 is "
     "in no bin",
     Edges::Arange, false, false, true},
    {.id = "numpy-arange-loop",
     .name = "NumPy, loop over arange",
     .rule = "for l in numpy.arange(0, 1, 1/M): (c >= l) & (c < l + 1/M), as many hand-written "
             "programs do; a row may be in two bins, or in none",
     .edges = Edges::Arange,
     .rightClosed = false,
     .overlaps = true},
    {"numpy-drop-0", "NumPy, linspace and <=", "(lower, upper]; 0 is in no bin", Edges::Linspace,
     true, true},
    {"numpy-floor", "NumPy, floor(c * M)", "bin number from the product; 1 is in the last bin",
     Edges::Floor, false},
    {"midpoint", "Bin midpoints",
     "(lower, upper], 0 is in no bin; a bin's middle replaces its mean confidence", Edges::Linspace,
     true, true, false, false, true},
    {.id = "hle",
     .name = "Humanity's Last Exam",
     .rule = "bins of 100 rows by confidence, the last takes the rest and is left out; root of "
             "the mean squared gap",
     .scheme = BinningScheme::Runs},
    {.id = "browsecomp",
     .name = "BrowseComp (Inspect)",
     .rule = "10 bins (lower, upper]; 0 is in no bin, but counts as a row",
     .edges = Edges::Linspace,
     .excludesZero = true,
     .count = 10},
    {.id = "helm",
     .name = "HELM",
     .rule = "get_ece_em() of uncertainty-calibration: 10 bins of equal mass, ties kept together",
     .scheme = BinningScheme::EqualMass,
     .count = 10},
});

/// Bins as ranks [begins[b], ends[b]) of the sorted rows, with the midpoints of their edges.
struct ConventionBins {
    std::vector<std::size_t> begins;
    std::vector<std::size_t> ends;
    std::vector<double> middles;
};

/// Returns the first rank whose confidence does not satisfy `below`. Requires `below` to hold for
/// all lower ranks and for no higher ones.
std::size_t firstNot(const SortedOutcomes& outcomes, const std::function<bool(double)>& below) {
    std::size_t low = 0;
    std::size_t high = outcomes.size();
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (below(outcomes.confidence(middle))) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// Returns edge i of torch.linspace(0, 1, bins + 1) in the precision of T, as 256-bit vectors
/// compute it: in pairs of vectors, multiples of the step are added to each vector's first edge;
/// the remaining edges are computed one by one.
template <typename T>
T torchEdge(std::size_t i, std::size_t bins) {
    constexpr std::size_t lanes = 32 / sizeof(T);
    const T step = 1 / static_cast<T>(bins);
    const auto single = [&](std::size_t edge) {
        const bool lowerHalf = edge < (bins + 1) / 2;
        return lowerHalf ? step * static_cast<T>(edge) : 1 - step * static_cast<T>(bins - edge);
    };
    const std::size_t inVectors = (bins + 1) / (2 * lanes) * (2 * lanes);
    if (i >= inVectors) return single(i);
    return single(i / lanes * lanes) + step * static_cast<T>(i % lanes);
}

double edge(const EceConvention& convention, std::size_t i, std::size_t bins) {
    const auto number = static_cast<double>(i);
    const auto count = static_cast<double>(bins);
    switch (convention.edges) {
        case Edges::Torch:
            return convention.single ? torchEdge<float>(i, bins) : torchEdge<double>(i, bins);
        case Edges::Linspace: return i == bins ? 1.0 : number * (1.0 / count);
        case Edges::Arange: return number * (1.0 / count);
        case Edges::Exact:
        case Edges::Floor: break;
    }
    return number / count;
}

/// Returns true if a confidence is in a bin below the inner edge i.
bool isBelowEdge(const EceConvention& convention, double c, std::size_t i, std::size_t bins) {
    if (convention.edges == Edges::Floor) {
        return c * static_cast<double>(bins) < static_cast<double>(i);
    }
    double value = edge(convention, i, bins);
    if (convention.edges == Edges::Arange) {
        value = edge(convention, i - 1, bins) + 1.0 / static_cast<double>(bins);
    }
    const double compared = convention.single ? static_cast<float>(c) : c;
    return convention.rightClosed ? compared <= value : compared < value;
}

class Convention {
public:
    Convention(const EceConvention& convention, const SortedOutcomes& outcomes, std::size_t bins)
        : m_convention(convention), m_outcomes(outcomes), m_bins(bins) {
        for (std::size_t i = 0; i < bins; ++i)
            addBin(i);
        if (convention.overlaps &&
            std::ceil(1 / (1.0 / static_cast<double>(bins))) > static_cast<double>(bins))
            addBin(bins);
        if (convention.separatesOne) {
            m_cuts.begins.push_back(below(1.0, false));
            m_cuts.ends.push_back(outcomes.size());
            m_cuts.middles.push_back(1);
        }
    }

    double error() const {
        double sum = 0;
        for (std::size_t b = 0; b < m_cuts.begins.size(); ++b) {
            const OutcomeSums sums = m_outcomes.sums(m_cuts.begins[b], m_cuts.ends[b]);
            if (sums.count == 0) continue;
            const double n = sums.weight;
            const double confidence =
                m_convention.midpoint ? n * m_cuts.middles[b] : sums.confidence;
            sum += std::abs(sums.correct - confidence);
        }
        return sum / static_cast<double>(m_outcomes.size());
    }

    /// Returns the ECE with sums in float32, added row by row in the order of the file.
    double errorInSingle(const RowOrder& inRowOrder) const {
        std::vector<float> counts(m_bins + 1), correct(m_bins + 1), confidences(m_bins + 1);
        std::vector<float> edges;
        for (std::size_t i = 0; i <= m_bins; ++i)
            edges.push_back(static_cast<float>(edge(m_convention, i, m_bins)));
        inRowOrder.visit([&](std::span<const std::uint64_t> packed) {
            for (const std::uint64_t row : packed) {
                const auto c = static_cast<float>(SortedOutcomes::confidenceOf(row));
                const std::size_t b = binOf(c, edges);
                counts[b] += 1;
                correct[b] += SortedOutcomes::correctOf(row) ? 1.0F : 0.0F;
                confidences[b] += c;
            }
        });
        const float all = std::accumulate(counts.begin(), counts.end(), 0.0F);
        float sum = 0;
        for (std::size_t b = 0; b <= m_bins; ++b) {
            if (counts[b] == 0) continue;
            sum +=
                std::abs(correct[b] / counts[b] - confidences[b] / counts[b]) * (counts[b] / all);
        }
        return sum;
    }

    /// Returns the number of rows that are in two bins.
    std::size_t inTwoBins() const {
        std::size_t rows = 0;
        for (std::size_t b = 1; b < m_cuts.begins.size(); ++b)
            rows += m_cuts.ends[b - 1] - std::min(m_cuts.ends[b - 1], m_cuts.begins[b]);
        return rows;
    }
    /// Returns the number of rows that are in no bin.
    std::size_t inNoBin() const {
        std::size_t counted = 0;
        for (std::size_t b = 0; b < m_cuts.begins.size(); ++b)
            counted += m_cuts.ends[b] - m_cuts.begins[b];
        return m_outcomes.size() + inTwoBins() - counted;
    }

    /// Returns the number of rows that are in another bin than by `other`, or in none.
    std::size_t movedFrom(const Convention& other) const {
        std::size_t same = 0;
        for (std::size_t b = 0; b < m_bins; ++b) {
            const std::size_t begin = std::max(m_cuts.begins[b], other.m_cuts.begins[b]);
            const std::size_t end = std::min(m_cuts.ends[b], other.m_cuts.ends[b]);
            same += end > begin ? end - begin : 0;
        }
        return m_outcomes.size() - same;
    }

private:
    /// Returns the number of rows with c < value, or c <= value if `orEqual`.
    std::size_t below(double value, bool orEqual) const {
        return firstNot(m_outcomes, [&](double c) {
            const double compared = m_convention.single ? static_cast<float>(c) : c;
            return orEqual ? compared <= value : compared < value;
        });
    }

    /// Returns the number of rows in bins below the edge i.
    std::size_t belowEdge(std::size_t i) const {
        return firstNot(m_outcomes,
                        [&](double c) { return isBelowEdge(m_convention, c, i, m_bins); });
    }

    /// Returns the first rank of bin i. A bin begins where the one before ends, except that arange
    /// may leave rows between bins.
    std::size_t beginOf(std::size_t i) const {
        if (i == 0) return m_convention.excludesZero ? below(0, true) : 0;
        const std::size_t before = m_cuts.ends.back();
        if (m_convention.edges != Edges::Arange) return before;
        const std::size_t own = below(edge(m_convention, i, m_bins), false);
        return m_convention.overlaps ? own : std::max(before, own);
    }

    void addBin(std::size_t i) {
        const bool last = i + 1 == m_bins;
        const bool takesOne = last && !m_convention.rightClosed && !m_convention.excludesOne &&
                              !m_convention.separatesOne && !m_convention.overlaps;
        const std::size_t begin = beginOf(i);
        const std::size_t end = takesOne ? m_outcomes.size() : belowEdge(i + 1);
        m_cuts.begins.push_back(begin);
        m_cuts.ends.push_back(std::max(begin, end));
        m_cuts.middles.push_back(
            (edge(m_convention, i, m_bins) + edge(m_convention, i + 1, m_bins)) / 2);
    }

    /// Returns the bin of a float32 confidence. Bins are left-closed; 1 has a bin of its own.
    std::size_t binOf(float c, const std::vector<float>& edges) const {
        std::size_t b = std::min(static_cast<std::size_t>(c * static_cast<float>(m_bins)), m_bins);
        while (b > 0 && c < edges[b])
            --b;
        while (b < m_bins && c >= edges[b + 1])
            ++b;
        return b;
    }

    const EceConvention& m_convention;
    const SortedOutcomes& m_outcomes;
    std::size_t m_bins;
    ConventionBins m_cuts;
};

/// Describes the rows that cause a difference; `moved` rows are in another bin or in none.
std::string reasonOfRows(const EceConvention& convention, const SortedOutcomes& outcomes,
                         std::size_t moved) {
    std::vector<std::string> reasons;
    const std::size_t zeros = outcomes.countUpTo(0);
    const std::size_t ones =
        outcomes.size() - firstNot(outcomes, [&](double c) {
            return (convention.single ? static_cast<double>(static_cast<float>(c)) : c) < 1;
        });
    if (convention.excludesZero && zeros > 0) {
        reasons.push_back(counted(zeros, "row") + " at 0 in no bin");
        moved -= std::min(moved, zeros);
    }
    if (convention.excludesOne && ones > 0) {
        reasons.push_back(counted(ones, "row") + " at 1 in no bin");
        moved -= std::min(moved, ones);
    }
    if (convention.separatesOne && ones > 0) {
        reasons.push_back(counted(ones, "row") + " at 1" +
                          (convention.single ? " in float32" : "") + " in a bin of " +
                          (ones == 1 ? "its own" : "their own"));
        moved -= std::min(moved, ones);
    }
    if (moved > 0) reasons.push_back(counted(moved, "row") + " on an edge in another bin");
    if (convention.single) reasons.emplace_back("float32");
    std::string text;
    for (const std::string& reason : reasons)
        text += (text.empty() ? "" : "; ") + reason;
    return text;
}

std::string reasonOf(const EceConvention& convention, const SortedOutcomes& outcomes,
                     std::size_t moved, double difference) {
    constexpr double visible = 1e-12;
    if (std::abs(difference) < visible) return "";
    if (convention.midpoint) {
        const std::string dropped = reasonOfRows(convention, outcomes, 0);
        return "the middle of each bin replaces its mean confidence" +
               (dropped.empty() ? "" : "; " + dropped);
    }
    return reasonOfRows(convention, outcomes, moved);
}

/// Says how many rows a loop counts twice, or leaves out.
std::string reasonOfLoop(const Convention& loop, double difference) {
    constexpr double visible = 1e-12;
    if (std::abs(difference) < visible) return "";
    std::string text;
    const std::size_t twice = loop.inTwoBins(), left = loop.inNoBin();
    if (twice > 0) text = counted(twice, "row") + " on an edge in two bins";
    if (left > 0) text += (text.empty() ? "" : "; ") + counted(left, "row") + " in no bin";
    return text.empty() ? "rows on an edge in another bin" : text;
}

/// Describes a convention with a number of bins of its own.
std::string reasonOfOwnCount(const EceConvention& convention, const SortedOutcomes& outcomes) {
    std::string text = "always " + std::to_string(convention.count) + " bins";
    const std::string rows = reasonOfRows(convention, outcomes, 0);
    return rows.empty() ? text : text + "; " + rows;
}

void setEqualMassError(const SortedOutcomes& outcomes, ConventionError& out) {
    const Binning binning = binningOf(*out.convention, 0);
    out.error = expectedCalibrationError(binned(outcomes, binning, std::nullopt));
    out.reason = "10 bins with equally many rows";
}

void setRunsError(const std::optional<RunsError>& runs, std::size_t rows, ConventionError& out) {
    if (!runs) {
        out.reason = "undefined for fewer than 100 rows";
        return;
    }
    out.error = runs->error;
    out.overOrders = Interval{runs->least, runs->largest};
    out.leftOut = runs->leftOut;
    const double share = 100.0 * static_cast<double>(runs->leftOut) / static_cast<double>(rows);
    out.reason = "leaves out the " + groupedDigits(runs->leftOut) + " most confident rows (" +
                 fixedText(share, 1) + " %): " + fixedText(runs->error, 3) + " instead of " +
                 fixedText(runs->withLastBin, 3);
    constexpr double visible = 0.0005;
    if (runs->largest - runs->least < visible) return;
    out.reason += "; " + fixedText(runs->least, 3) + " to " + fixedText(runs->largest, 3) +
                  " depending on the order of rows with equal confidence";
}

}  // namespace

std::span<const EceConvention> eceConventions() {
    return kConventions;
}

const EceConvention* eceConvention(std::string_view id) {
    const auto* found = std::ranges::find(kConventions, id, &EceConvention::id);
    return found == kConventions.end() ? nullptr : found;
}

std::string differenceFromItsBins(const EceConvention& convention, const SortedOutcomes& outcomes) {
    const std::string reason = reasonOfRows(convention, outcomes, 0);
    return reason.empty() ? "rows that fall between its bins are in no bin" : reason;
}

Binning binningOf(const EceConvention& convention, std::size_t bins) {
    if (convention.count > 0) bins = convention.count;
    Binning binning;
    binning.count = bins;
    if (convention.scheme != BinningScheme::EqualWidth) {
        binning.scheme = convention.scheme;
        return binning;
    }
    binning.scheme = BinningScheme::Custom;
    binning.edgeRule = convention.rightClosed ? EdgeRule::RightClosed : EdgeRule::LeftClosed;
    binning.confidence = convention.midpoint ? BinConfidence::Midpoint : BinConfidence::Mean;
    binning.edges = {0};
    for (std::size_t i = 1; i < bins; ++i) {
        // Doubles in [0, 1] compare like their bits.
        auto inside = std::bit_cast<std::uint64_t>(0.0);
        auto outside = std::bit_cast<std::uint64_t>(1.0);
        while (outside - inside > 1) {
            const std::uint64_t middle = inside + (outside - inside) / 2;
            (isBelowEdge(convention, std::bit_cast<double>(middle), i, bins) ? inside : outside) =
                middle;
        }
        binning.edges.push_back(std::bit_cast<double>(convention.rightClosed ? inside : outside));
    }
    binning.edges.push_back(1);
    return binning;
}

std::vector<ConventionError> conventionErrors(const SortedOutcomes& outcomes,
                                              const RowOrder& inRowOrder, std::size_t bins,
                                              Continuation& continuation) {
    std::vector<ConventionError> errors;
    if (outcomes.isWeighted()) return errors;
    const Convention ours(kConventions.front(), outcomes, bins);
    for (const EceConvention& convention : kConventions) {
        if (!continuation.goesOn()) break;
        ConventionError& out = errors.emplace_back();
        out.convention = &convention;
        if (convention.scheme == BinningScheme::Runs) {
            setRunsError(runsError(outcomes, inRowOrder, continuation), outcomes.size(), out);
            continue;
        }
        if (convention.scheme == BinningScheme::EqualMass) {
            setEqualMassError(outcomes, out);
            continue;
        }
        const Convention theirs(convention, outcomes,
                                convention.count > 0 ? convention.count : bins);
        if (convention.count > 0 && convention.count != bins) {
            out.error = theirs.error();
            out.reason = reasonOfOwnCount(convention, outcomes);
            continue;
        }
        out.error = convention.singleSums ? theirs.errorInSingle(inRowOrder) : theirs.error();
        out.moved = theirs.movedFrom(ours);
        out.reason = convention.overlaps
                         ? reasonOfLoop(theirs, *out.error - ours.error())
                         : reasonOf(convention, outcomes, out.moved, *out.error - ours.error());
    }
    return errors;
}

}  // namespace diagonal
