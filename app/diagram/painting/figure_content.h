// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include <QString>

#include "app/diagram/painting/diagram_layout.h"
#include "core/base/choice.h"

namespace diagonal {

/// The parts by their names on the command line.
inline constexpr auto kFigureParts = std::to_array<Choice<bool FigureParts::*>>(
    {{&FigureParts::title, "title", "Title"},
     {&FigureParts::legend, "legend", "Legend"},
     {&FigureParts::scores, "scores", "Scores"},
     {&FigureParts::counts, "counts", "Counts"},
     {&FigureParts::intervals, "intervals", "Intervals"}});

/// What a user wants a figure to show: its parts, and words in place of its own.
struct FigureContent {
    FigureParts parts;
    QString title = {};  ///< empty: that of the diagram; the same for the axes
    QString xTitle = {};
    QString yTitle = {};

    bool operator==(const FigureContent&) const = default;
};

}  // namespace diagonal
