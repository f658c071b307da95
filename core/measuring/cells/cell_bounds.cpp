// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/cells/cell_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/numerics/class_probabilities.h"

namespace diagonal {
namespace {

double weightOf(const CellRows& cell, double slope, double intercept) {
    const double p = sigmoid(intercept + slope * logit(cell.confidence));
    return cell.all() * p * (1 - p);
}

/// True for margins whose probability is below the smallest normal double.
bool vanishes(const CellRows& cell) {
    return cell.marginWidth > 0 && cell.lower < std::numeric_limits<double>::min();
}

}  // namespace

CellBounds::CellBounds(const std::vector<CellRows>& cells, bool areMargins)
    : m_cells(cells), m_times(areMargins ? 2 : 1) {
    for (const CellRows& cell : cells) {
        m_correct += cell.correct;
        m_wrong += cell.wrong;
        const double c = cell.confidence;
        m_variance += cell.variance * c * (1 - c);
    }
}

double CellBounds::auroc() const {
    double ties = 0;
    for (const CellRows& cell : m_cells) {
        if (!cell.isPoint()) ties += cell.correct * cell.wrong;
    }
    return m_times * ties / (2 * m_correct * m_wrong);
}

double CellBounds::ks() const {
    double most = 0;
    for (const CellRows& cell : m_cells) {
        if (cell.isPoint()) continue;
        most = std::max({most, cell.wrong * cell.upper, cell.correct * (1 - cell.lower)});
    }
    return most / rows();
}

double CellBounds::pOf(double statistic, double bound, double (*tail)(double)) const {
    if (!(m_variance > 0)) return 0;
    const double unit = rows() / std::sqrt(m_variance);
    const double p = tail(statistic * unit);
    const double above = p - tail((statistic + bound) * unit);
    // Cells of confidences show the least value of the statistic; those of margins may show more.
    if (m_times == 1) return above;
    return std::max(above, tail(std::max(0.0, statistic - bound) * unit) - p);
}

double CellBounds::isotonicPart() const {
    double most = 0;
    for (const CellRows& cell : m_cells) {
        if (!cell.isPoint()) most = std::max(most, cell.all());
    }
    return m_times * most / (2 * rows());
}

double CellBounds::smooth(double bandwidth) const {
    double widest = 0;
    for (const CellRows& cell : m_cells)
        widest = std::max(widest, cell.width());
    return widest * (1 + std::sqrt(2 / std::numbers::pi) / bandwidth);
}

/// With g(c) = (1 - 2c)^2 c (1 - c), |g'| <= 1 and |g''| <= 10, and the numerator linear in c up to
/// 2 c^2. The mean confidence of a cell is that of its weights, so that g' cancels; where weights
/// differ, it is not that of their squares.
double CellBounds::spiegelhalter(double z) const {
    double variance = 0, numerator = 0, second = 0;
    for (const CellRows& cell : m_cells) {
        const double c = cell.confidence;
        variance += cell.variance * (1 - 2 * c) * (1 - 2 * c) * c * (1 - c);
        const double width = cell.width();
        const double least = std::min(cell.correct, cell.wrong);
        numerator += 2 * least * width + cell.all() * width * width / 2;
        constexpr double rounding = 1e-12;
        const bool isWeighted = std::abs(cell.variance - cell.all()) > rounding * cell.all();
        second += cell.variance * (10 * width * width / 8 + (isWeighted ? width : 0));
    }
    if (!(variance > 0)) return 0;
    return numerator / std::sqrt(variance) + std::abs(z) * second / (2 * variance);
}

/// With h(c) = sigmoid(intercept + logit c), |h''| <= 2 |t - t^2| / min(1, t)^3, t = e^intercept.
std::optional<double> CellBounds::intercept(double value) const {
    const double t = std::exp(value);
    const double bend = 2 * std::abs(t - t * t) / std::pow(std::min(1.0, t), 3);
    double moved = 0, information = 0;
    for (const CellRows& cell : m_cells) {
        const double c = cell.confidence;
        if (vanishes(cell)) return std::nullopt;
        const double h = c * t / (1 - c + c * t);
        moved += cell.all() * bend * cell.width() * cell.width() / 8;
        if (!cell.isPoint()) information += cell.all() * h * (1 - h);
    }
    return information > 0 ? moved / information : 0;
}

std::optional<double> CellBounds::slope(double value, double intercept) const {
    double information = 0, weighted = 0;
    for (const CellRows& cell : m_cells) {
        if (vanishes(cell)) return std::nullopt;
        if (cell.isPoint()) continue;
        if (cell.lower == 0 || cell.upper == 1) return std::nullopt;
        const double w = weightOf(cell, value, intercept);
        information += w;
        weighted += w * logit(cell.confidence);
    }
    const double mean = weighted / information;
    double squares = 0, moved = 0;
    for (const CellRows& cell : m_cells) {
        if (cell.isPoint()) continue;
        const double x = logit(cell.confidence);
        const double w = weightOf(cell, value, intercept);
        const double width = logit(cell.upper) - logit(cell.lower);
        squares += w * (x - mean) * (x - mean);
        moved += width * (2 * std::min(cell.correct, cell.wrong) +
                          w * std::abs(value) * std::abs(x - mean) * width);
    }
    if (moved == 0) return 0;
    return squares > 0 ? std::optional(moved / squares) : std::nullopt;
}

}  // namespace diagonal
