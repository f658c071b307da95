// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace diagonal {

/// Returns `yes` or `no`. Branch-free: of two classes, half the branches would be mispredicted.
inline double chosen(bool isYes, double yes, double no) {
    const std::uint64_t mask = std::uint64_t{0} - (isYes ? 1U : 0U);
    const auto kept = std::bit_cast<std::uint64_t>(yes) & mask;
    return std::bit_cast<double>(kept | (std::bit_cast<std::uint64_t>(no) & ~mask));
}

/// Returns 1 / (1 + exp(-x)). For x below -709 the exponential overflows to infinity, which gives
/// the correct result 0.
inline double sigmoid(double x) {
    return 1 / (1 + std::exp(-x));
}

/// Returns -log sigmoid(x) without cancellation.
inline double negativeLogSigmoid(double x) {
    return x >= 0 ? std::log1p(std::exp(-x)) : std::log1p(std::exp(x)) - x;
}

/// Returns log(p / (1 - p)): -infinity at p = 0 and +infinity at p = 1.
inline double logit(double p) {
    return std::log(p) - std::log1p(-p);
}

/// Fills `logits` with the logits of `row`: its values, or their logarithms if they are
/// probabilities.
template <typename T>
void rowLogits(std::span<const T> row, bool probabilities, std::span<double> logits) {
    for (std::size_t k = 0; k < row.size(); ++k) {
        const double value = row[k];
        logits[k] = probabilities ? std::log(value) : value;
    }
}

/// Returns the sum of `values` by eight interleaved partial sums. This is more exact than adding
/// one by one, and it is NumPy's order, so that confidences agree to the last bit and have the same
/// ties.
inline double laneSum(std::span<const double> values) {
    constexpr std::size_t lanes = 8;
    double sum = 0;
    std::size_t k = 0;
    if (values.size() >= lanes) {
        std::array<double, lanes> s{};
        for (; k + lanes <= values.size(); k += lanes) {
            for (std::size_t i = 0; i < lanes; ++i)
                s[i] += values[k + i];
        }
        sum = ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
    }
    for (; k < values.size(); ++k)
        sum += values[k];
    return sum;
}

/// Number of classes from which on exponentials are computed by SIMD. Rows of fewer classes often
/// hold the same few rounded numbers: they use the standard exponential in NumPy's order of
/// operations, so that their confidences have the same ties.
inline constexpr std::size_t kManyClasses = 8;

/// Returns exp((z - largest) / temperature), scaled before the subtraction as NumPy users do,
/// unless that would overflow.
inline double scaledExponential(double z, double largest, double temperature) {
    if (z == largest && std::isfinite(z)) return 1;
    const double scaledLargest = largest / temperature;
    return std::exp(std::isfinite(scaledLargest) ? z / temperature - scaledLargest
                                                 : (z - largest) / temperature);
}

/// Replaces the logits z by softmax(z / temperature), subtracting the maximum first.
/// Returns log sum_k exp((z_k - max z) / temperature).
inline double softmaxInPlace(std::span<double> z, double temperature) {
    const double largest = *std::max_element(z.begin(), z.end());
    for (double& value : z)
        value = scaledExponential(value, largest, temperature);
    const double sum = laneSum(z);
    for (double& value : z)
        value /= sum;
    return std::log(sum);
}

}  // namespace diagonal
