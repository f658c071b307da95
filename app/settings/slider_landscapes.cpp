// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/slider_landscapes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

namespace diagonal {

SliderLandscape binLandscape(const BinProfile& profile, std::size_t mostBins, const QColor& ece,
                             const QColor& band) {
    const auto shown = std::span(profile).first(std::min(profile.size(), mostBins));
    double most = 0;
    for (const BinProfilePoint& point : shown)
        most = std::max({most, point.ece, point.chance95});
    const double scale = most > 0 ? 1 / most : 0;
    SliderLine line{{}, ece};
    SliderLandscape landscape;
    landscape.band.colour = band;
    for (const BinProfilePoint& point : shown) {
        const auto bins = static_cast<qreal>(point.bins);
        line.points.emplace_back(bins, point.ece * scale);
        landscape.band.points.emplace_back(bins, point.chance95 * scale);
    }
    landscape.lines.push_back(std::move(line));
    return landscape;
}

SliderLandscape temperatureLandscape(const TemperatureProfile& profile,
                                     const std::function<double(double)>& placeOf,
                                     const QColor& nll, const QColor& ece) {
    SliderLandscape landscape;
    using ValueOf = std::optional<double> (*)(const ProfilePoint&);
    const auto add = [&](ValueOf valueOf, const QColor& colour) {
        SliderLine line{{}, colour};
        double least = std::numeric_limits<double>::infinity();
        double most = -least;
        for (const ProfilePoint& point : profile.points) {
            const auto value = valueOf(point);
            if (!value) continue;
            least = std::min(least, *value);
            most = std::max(most, *value);
            line.points.emplace_back(placeOf(point.temperature), *value);
        }
        // A square root makes the flat valley visible; there is no axis to read.
        for (QPointF& point : line.points)
            point.setY(most > least ? std::sqrt((point.y() - least) / (most - least)) : 0);
        landscape.lines.push_back(std::move(line));
    };
    add([](const ProfilePoint& point) { return point.nll; }, nll);
    add([](const ProfilePoint& point) { return std::optional(point.ece); }, ece);
    return landscape;
}

}  // namespace diagonal
