// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>

#include "app/settings/marked_slider.h"
#include "core/reporting/report.h"

namespace diagonal {

/// Returns the ECE of up to `mostBins` bins on a scale from 0, and the range of calibrated models.
SliderLandscape binLandscape(const BinProfile& profile, std::size_t mostBins, const QColor& ece,
                             const QColor& band);

/// Returns NLL and ECE, each from its least to its largest value; placeOf(T) is the slider's value
/// at a temperature.
SliderLandscape temperatureLandscape(const TemperatureProfile& profile,
                                     const std::function<double(double temperature)>& placeOf,
                                     const QColor& nll, const QColor& ece);

}  // namespace diagonal
