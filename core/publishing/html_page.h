// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/comparing/comparison.h"
#include "core/publishing/figure_words.h"
#include "core/publishing/tables.h"
#include "core/reporting/report.h"

namespace diagonal {

/// A point of a figure whose numbers a reader of a page can ask for.
struct HtmlMark {
    double x = 0, y = 0, width = 0, height = 0;  ///< in units of the figure's view box
    std::vector<std::string> lines;
};

/// A figure as a page shows it.
struct HtmlFigure {
    std::string light;            ///< SVG
    std::string dark;             ///< SVG
    std::vector<HtmlMark> marks;  ///< often none
    double cardX = 0, cardY = 0;  ///< where the numbers of a mark are shown
};

/// What a page shows.
struct HtmlContent {
    std::string title;
    HtmlFigure figure;
    FigureWords words;
    std::vector<std::shared_ptr<const Report>> reports;
    std::vector<ModelPair> pairs;  ///< of the first report's model and another
    std::string command = {};      ///< that draws the figure; often empty
};

/// Returns the numbers of a bin, a line for each.
std::vector<std::string> binLines(const Report& report, const Bin& bin);

/// Returns the table that a page shows of a profile: that which is called like it, if there is one.
std::optional<TableKind> tableOfProfile(ProfileKind profile);

/// Returns a page that holds all that it shows: it runs nothing and fetches nothing. Verdict,
/// figure, tables of what the reports hold, definitions, notes and methods; light and dark.
std::string htmlPage(const HtmlContent& content);

}  // namespace diagonal
