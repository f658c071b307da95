// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>

#include <QString>

#include "core/base/choice.h"
#include "core/publishing/diagrams/figure_parts.h"

namespace diagonal {

/// The parts by their names on the command line.
inline constexpr auto kFigureParts =
    std::to_array<Choice<bool FigureParts::*>>({{&FigureParts::title, "title", "Title"},
                                                {&FigureParts::legend, "legend", "Legend"},
                                                {&FigureParts::scores, "scores", "Scores"},
                                                {&FigureParts::counts, "counts", "Counts"},
                                                {&FigureParts::intervals, "intervals", "Intervals"},
                                                {&FigureParts::session, "session", "Session"}});

/// A part that a user adds to the figure in the window, from its menu.
struct FigureSwitch {
    bool FigureParts::*value;
    std::string_view word;  ///< on the command line, and in the window's settings
    std::string_view label;
    std::string_view keys;
};
inline constexpr auto kFigureSwitches = std::to_array<FigureSwitch>(
    {{&FigureParts::logCounts, "log-counts", "Logarithmic &counts", "Ctrl+L"},
     {&FigureParts::skillLines, "skill-lines", "&Base rate and no-skill line", "Ctrl+B"}});

/// What a user wants a figure to show: its parts, and words in place of its own.
struct FigureContent {
    FigureParts parts;
    QString title = {};  ///< empty: that of the diagram; the same for the axes
    QString xTitle = {};
    QString yTitle = {};

    bool operator==(const FigureContent&) const = default;
};

}  // namespace diagonal
