// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/diagram/figure_subject.h"

namespace diagonal {

/// Returns a page with the figure, light and dark, and all that its reports hold. The session of
/// the options is in the light figure, and its command on the page.
std::string htmlFigure(const FigureSubject& subject, const FigureOptions& options);

}  // namespace diagonal
