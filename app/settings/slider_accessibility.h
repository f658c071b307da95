// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace diagonal {

/// Makes every MarkedSlider tell screen readers MarkedSlider::numberOf() its value, e.g. the
/// temperature. Works from the first call on.
void installSliderAccessibility();

}  // namespace diagonal
