// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace diagonal {

class MarkedSlider;

/// Makes every MarkedSlider tell screen readers MarkedSlider::numberOf() its value, e.g. the
/// temperature. Works from the first call on.
void installSliderAccessibility();

/// While a slider is dragged, lets screen readers hear its value a few times a second, in place of
/// all that follows it; and once more at the end.
void quietenDrags(MarkedSlider* slider);

}  // namespace diagonal
