// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/vector_scaling.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/numerics/class_probabilities.h"
#include "core/recalibrating/class_rows.h"

namespace diagonal {
namespace {

using Vector = std::vector<double>;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

double dot(const Vector& a, const Vector& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

void addScaled(Vector& to, double factor, const Vector& from) {
    for (std::size_t i = 0; i < to.size(); ++i)
        to[i] += factor * from[i];
}

/// Penalised loss as a function of x: K weights, then K biases.
class VectorLoss {
public:
    explicit VectorLoss(const Predictions& predictions)
        : m_predictions(predictions),
          m_rows(predictions),
          m_classes(predictions.scores().columns()),
          m_p(m_classes) {
        for (std::size_t row = 0; row < predictions.rows(); ++row) {
            const auto z = m_rows.logits(row);
            // A probability of 0 stays 0; only that of the label makes the loss infinite.
            const bool isImpossible = std::isinf(z[predictions.label(row)]);
            if (isImpossible || *std::ranges::max_element(z) == kInfinite) continue;
            m_used.push_back(row);
            m_weight += predictions.weights().at(row);
        }
    }

    std::size_t used() const { return m_used.size(); }
    std::size_t parameters() const { return 2 * m_classes; }

    /// Returns the loss at x; sets its gradient and the diagonal of its Hessian.
    double at(const Vector& x, Vector& gradient, Vector& diagonal) {
        std::ranges::fill(gradient, 0.0);
        std::ranges::fill(diagonal, kVectorPenalty);
        double loss = 0;
        for (const std::size_t row : m_used) {
            const auto z = m_rows.logits(row);
            const std::size_t label = m_predictions.label(row);
            const double w = m_predictions.weights().at(row) / m_weight;
            loss += w * softmaxOf(x, z, label);
            for (std::size_t k = 0; k < m_classes; ++k) {
                if (z[k] == -kInfinite) continue;
                const double r = w * (m_p[k] - (k == label ? 1 : 0));
                gradient[k] += r * z[k];
                gradient[m_classes + k] += r;
                const double variance = w * m_p[k] * (1 - m_p[k]);
                diagonal[k] += variance * z[k] * z[k];
                diagonal[m_classes + k] += variance;
            }
        }
        for (std::size_t i = 0; i < x.size(); ++i) {
            const double distance = x[i] - (i < m_classes ? 1 : 0);
            loss += kVectorPenalty / 2 * distance * distance;
            gradient[i] += kVectorPenalty * distance;
        }
        return loss;
    }

    /// Returns the Hessian at x times `direction`.
    Vector curvatureTimes(const Vector& x, const Vector& direction) {
        Vector out(x.size(), 0.0);
        Vector s(m_classes);
        for (const std::size_t row : m_used) {
            const auto z = m_rows.logits(row);
            const double w = m_predictions.weights().at(row) / m_weight;
            softmaxOf(x, z, 0);
            double mean = 0;
            for (std::size_t k = 0; k < m_classes; ++k) {
                if (z[k] == -kInfinite) continue;
                s[k] = direction[k] * z[k] + direction[m_classes + k];
                mean += m_p[k] * s[k];
            }
            for (std::size_t k = 0; k < m_classes; ++k) {
                if (z[k] == -kInfinite) continue;
                const double q = w * m_p[k] * (s[k] - mean);
                out[k] += q * z[k];
                out[m_classes + k] += q;
            }
        }
        addScaled(out, kVectorPenalty, direction);
        return out;
    }

private:
    /// Sets m_p to the probabilities of a row; returns -log m_p[label].
    double softmaxOf(const Vector& x, std::span<const double> z, std::size_t label) {
        for (std::size_t k = 0; k < m_classes; ++k)
            m_p[k] = z[k] == -kInfinite ? z[k] : x[k] * z[k] + x[m_classes + k];
        const double below = m_p[label] - *std::ranges::max_element(m_p);
        return softmaxInPlace(m_p, 1) - below;
    }

    const Predictions& m_predictions;
    ClassRows m_rows;
    std::size_t m_classes;
    Vector m_p;
    std::vector<std::size_t> m_used;
    double m_weight = 0;
};

/// Solves Hessian * step = gradient by conjugate gradients, preconditioned with the Hessian's
/// diagonal; the tolerance tightens near the optimum.
Vector conjugateStep(VectorLoss& loss, const Vector& x, const Vector& gradient,
                     const Vector& diagonal) {
    constexpr int mostSteps = 200;
    const auto scaled = [&](Vector v) {
        for (std::size_t k = 0; k < v.size(); ++k)
            v[k] /= diagonal[k];
        return v;
    };
    Vector step(x.size(), 0.0);
    Vector residual = gradient;
    Vector direction = scaled(gradient);
    double size = dot(residual, direction);
    const double norm = std::sqrt(size);
    const double goal = norm * std::min(0.1, norm);
    for (int i = 0; i < mostSteps && std::sqrt(size) > goal; ++i) {
        const Vector image = loss.curvatureTimes(x, direction);
        const double factor = size / dot(direction, image);
        addScaled(step, factor, direction);
        addScaled(residual, -factor, image);
        const Vector toward = scaled(residual);
        const double next = dot(residual, toward);
        for (std::size_t k = 0; k < direction.size(); ++k)
            direction[k] = toward[k] + next / size * direction[k];
        size = next;
    }
    return step;
}

}  // namespace

std::optional<VectorFit> fitVector(const Predictions& predictions,
                                   const ProgressCallback& progress) {
    constexpr int mostSteps = 100;
    constexpr int mostHalvings = 40;
    constexpr double flat = 1e-10;
    VectorLoss loss(predictions);
    const std::size_t classes = loss.parameters() / 2;
    Vector x(loss.parameters(), 0.0);
    std::fill_n(x.begin(), classes, 1.0);
    Vector gradient(x.size());
    Vector diagonal(x.size());
    double value = loss.at(x, gradient, diagonal);
    for (int n = 0; n < mostSteps; ++n) {
        if (progress && !progress(static_cast<std::size_t>(n), mostSteps)) return std::nullopt;
        const auto steepest = [](double a, double b) { return std::abs(a) < std::abs(b); };
        if (std::abs(*std::ranges::max_element(gradient, steepest)) <= flat) break;
        const Vector step = conjugateStep(loss, x, gradient, diagonal);
        Vector next;
        double nextValue = value;
        double factor = -1;
        for (int i = 0; i < mostHalvings; ++i, factor /= 2) {
            next = x;
            addScaled(next, factor, step);
            nextValue = loss.at(next, gradient, diagonal);
            if (nextValue <= value * (1 + 1e-14)) break;
        }
        x = std::move(next);
        value = nextValue;
    }
    const auto middle = x.begin() + static_cast<std::ptrdiff_t>(classes);
    return VectorFit{{Vector(x.begin(), middle), Vector(middle, x.end())},
                     predictions.rows() - loss.used()};
}

}  // namespace diagonal
