// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/mean_labels.h"

#include <limits>

namespace diagonal {
namespace {

constexpr qreal kLabelSpace = 7;  ///< between a label and a line, or another label
constexpr qreal kTop = 3;

/// A place for a label, and how far it is from the best one.
struct Place {
    QRectF box;
    double cost = 0;
};

/// The places for one of the labels.
class LabelPlaces {
public:
    LabelPlaces(const QRectF& plot, qreal lower, qreal higher)
        : m_plot(plot), m_lower(lower), m_higher(higher) {}

    std::vector<Place> of(qreal width, bool isLower) const {
        constexpr double between = 1;
        constexpr double acrossTheOther = 2;
        constexpr double secondRow = .5;
        std::vector<Place> places;
        const auto add = [&](qreal left, double cost) {
            if (left < m_plot.left() || left + width > m_plot.right()) return;
            places.push_back({{left, m_plot.top() + kTop, width, kMeanLabelHeight}, cost});
            if (m_plot.height() < kMeanLabelRows) return;
            places.push_back({places.back().box.translated(0, kMeanLabelHeight), cost + secondRow});
        };
        // Always beside its own line: a reader takes the nearest one for it.
        const bool fitsBetween = width + 2 * kLabelSpace <= m_higher - m_lower;
        const double inner = fitsBetween ? between : acrossTheOther;
        const qreal own = isLower ? m_lower : m_higher;
        add(own - kLabelSpace - width, isLower ? 0 : inner);
        add(own + kLabelSpace, isLower ? inner : 0);
        return places;
    }

private:
    const QRectF& m_plot;
    qreal m_lower;
    qreal m_higher;
};

}  // namespace

std::optional<MeanLabels> placedMeanLabels(const QRectF& plot, qreal lower, qreal higher,
                                           const std::vector<std::array<qreal, 2>>& widths) {
    constexpr double shorter = 1.25;
    const LabelPlaces places(plot, lower, higher);
    std::optional<MeanLabels> best;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t wording = 0; wording < widths.size(); ++wording) {
        for (const Place& low : places.of(widths[wording][0], true)) {
            const QRectF around = low.box.adjusted(-kLabelSpace, 0, kLabelSpace, 0);
            for (const Place& high : places.of(widths[wording][1], false)) {
                const double cost = low.cost + high.cost + shorter * static_cast<double>(wording);
                if (cost >= least || around.intersects(high.box)) continue;
                least = cost;
                best = MeanLabels{low.box, high.box, wording};
            }
        }
    }
    return best;
}

}  // namespace diagonal
