// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/group_forest.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr std::size_t kMostForestGroups = 30;
constexpr int kRatioDecimals = 2;

/// One line of the forest.
struct RatioRow {
    std::string name;
    std::size_t rows = 0;
    std::optional<double> ratio = {};
    std::optional<Interval> interval = {};
    bool isWhole = false;  ///< all rows of the file
};

bool haveOneColumn(const std::vector<GroupSummary>& groups) {
    return std::ranges::all_of(groups, [&](const GroupSummary& summary) {
        return summary.group.column == groups.front().group.column;
    });
}

/// Returns the digits at a place of a text without zeros before them, and steps behind them; empty
/// if there are none.
std::string numberAt(const std::string& text, std::size_t& at) {
    const auto isDigit = [&](std::size_t place) {
        return place < text.size() && text[place] >= '0' && text[place] <= '9';
    };
    const std::size_t first = at;
    while (isDigit(at))
        ++at;
    std::size_t begin = first;
    while (begin + 1 < at && text[begin] == '0')
        ++begin;
    return text.substr(begin, at - begin);
}

/// Returns whether a name stands before another; numbers within them count by size: "Ward 2" before
/// "Ward 10".
bool isNameBefore(const std::string& a, const std::string& b) {
    std::size_t i = 0;
    std::size_t k = 0;
    while (i < a.size() && k < b.size()) {
        std::size_t behindFirst = i;
        std::size_t behindSecond = k;
        const std::string first = numberAt(a, behindFirst);
        const std::string second = numberAt(b, behindSecond);
        if (first.empty() || second.empty()) {
            if (a[i] != b[k])
                return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[k]);
            ++i;
            ++k;
            continue;
        }
        if (first != second)
            return std::pair(first.size(), first) < std::pair(second.size(), second);
        i = behindFirst;
        k = behindSecond;
    }
    return std::pair(a.size() - i, a) < std::pair(b.size() - k, b);
}

/// True if a value stands before another: numbers by their value, other texts by their letters and
/// the numbers within them.
bool isValueBefore(const std::string& a, const std::string& b) {
    const auto first = parsedDouble(a);
    const auto second = parsedDouble(b);
    if (first && second) return *first < *second;
    return first.has_value() == second.has_value() ? isNameBefore(a, b) : first.has_value();
}

/// True for a column of grades, whose names need not be in the order of their letters: AAA, AA, A.
bool namesGrades(const std::string& column) {
    const std::string name = lowerCase(column);
    return name.find("grade") != std::string::npos || name.find("rating") != std::string::npos;
}

/// True if a group of a column stands before another: grades by their mean probability, other
/// groups by their values.
bool isGroupBefore(const GroupSummary& a, const GroupSummary& b) {
    const bool areNumbers = parsedDouble(a.group.value) && parsedDouble(b.group.value);
    if (namesGrades(a.group.column) && !areNumbers) return a.confidence < b.confidence;
    return isValueBefore(a.group.value, b.group.value);
}

/// Returns the largest groups, those of a column together and in the order of their values.
std::vector<const GroupSummary*> shownGroups(const std::vector<GroupSummary>& groups) {
    std::vector<const GroupSummary*> shown;
    shown.reserve(groups.size());
    for (const GroupSummary& summary : groups)
        shown.push_back(&summary);
    if (shown.size() > kMostForestGroups) {
        std::ranges::stable_sort(shown, std::greater(), &GroupSummary::rows);
        shown.resize(kMostForestGroups);
        std::ranges::sort(shown);  // back to the order of the columns
    }
    std::ranges::stable_sort(shown, [](const GroupSummary* a, const GroupSummary* b) {
        if (a->group.column == b->group.column) return isGroupBefore(*a, *b);
        return a < b;
    });
    return shown;
}

std::vector<RatioRow> ratioRows(const Report& report) {
    std::vector<RatioRow> rows;
    const Score* const whole = report.find("oe");
    // The groups are those of the whole file, whichever rows are measured.
    if (whole && report.dataset.group.empty())
        rows.push_back({"All rows", report.dataset.rows, whole->value, whole->interval, true});
    const bool isOne = haveOneColumn(report.groups);
    for (const GroupSummary* summary : shownGroups(report.groups))
        rows.push_back({isOne ? summary->group.value : groupName(summary->group), summary->rows,
                        summary->oe, summary->oeInterval});
    return rows;
}

std::string ratioText(const RatioRow& row) {
    return row.ratio ? estimateText(*row.ratio, row.interval, kRatioDecimals) : "undefined";
}

std::string wordsOf(const RatioRow& row) {
    return row.name + ": O:E " + ratioText(row) + ", " + counted(row.rows, "row");
}

std::string ratioTitle(const Report& report) {
    return report.view.isTopLabel() ? "Correct predictions over expected (O:E)"
                                    : "Observed over expected events (O:E)";
}

/// Returns the axis of the ratios: logarithmic, unless all are so near to 1 that it would be even.
Axis ratioAxis(const Report& report, const std::vector<RatioRow>& rows) {
    constexpr double near = 1.25;
    double least = 1;
    double most = 1;
    for (const RatioRow& row : rows) {
        for (const auto& value : {row.ratio, endOf(row.interval, &Interval::lower),
                                  endOf(row.interval, &Interval::upper)}) {
            if (!value || !(*value > 0)) continue;
            least = std::min(least, *value);
            most = std::max(most, *value);
        }
    }
    if (most < near && least > 1 / near) return axisAround(ratioTitle(report), least, most);
    constexpr double wide = 500;
    const double base = most / least > wide ? 10 : 2;
    const auto power = [&](double exponent) { return std::pow(base, exponent); };
    const double logOfBase = std::log(base);
    return {.title = ratioTitle(report),
            .low = power(std::min(-1.0, std::floor(std::log(least) / logOfBase))),
            .high = power(std::max(1.0, std::ceil(std::log(most) / logOfBase))),
            .scale = AxisScale::Logarithmic,
            .base = base};
}

bool hasIntervals(const std::vector<RatioRow>& rows) {
    return std::ranges::any_of(rows, [](const RatioRow& row) { return row.interval.has_value(); });
}

Result<Figure> plotOfForest(const Report& report) {
    if (report.groups.empty()) return inFile(undefined(kNoGroups), report.dataset.file);
    const std::vector<RatioRow> rows = ratioRows(report);
    Figure plot;
    plot.title = choiceOf(kProfileKinds, ProfileKind::ForestOe).label;
    plot.subtitle = profileSubtitle(
        report, report.temperature == 1 ? "" : "T = " + fixedText(report.temperature, 3));
    if (report.groups.size() > kMostForestGroups)
        plot.subtitle.push_back("the " + std::to_string(kMostForestGroups) + " largest of " +
                                counted(report.groups.size(), "group"));
    if (hasIntervals(rows))
        plot.subtitle.push_back("lines: " + percentText(report.settings.level) + " intervals");
    plot.x = ratioAxis(report, rows);
    std::vector<std::string> names;
    std::vector<std::string> values;
    double y = static_cast<double>(rows.size());
    for (const RatioRow& row : rows) {
        names.push_back(row.name);
        values.push_back(ratioText(row));
        const PlotColour colour{row.isWhole ? PlotInk::Reference : PlotInk::First};
        if (row.interval)
            plot.marks.lines.push_back({"",
                                        colour,
                                        {{std::max(plot.x.low, row.interval->lower), y},
                                         {std::max(plot.x.low, row.interval->upper), y}}});
        if (row.ratio && *row.ratio > 0) {
            plot.marks.points.push_back({"", colour, {*row.ratio, y}});
            plot.marks.points.back().text = wordsOf(row);
        }
        --y;
    }
    plot.left = rowAxis(std::move(names));
    plot.right = rowAxis(std::move(values));
    plot.marks.references.push_back(uprightLine("", 1));
    return plot;
}

/// Points of the plot have their own texts.
std::string textOfForest(const Report&, double) {
    return {};
}

std::string captionOfForest(const Report& report, const ProfileSubject& subject) {
    const std::vector<RatioRow> rows = ratioRows(report);
    std::string text = ratioTitle(report) + " of " + subject.text(report) + " by group";
    if (haveOneColumn(report.groups)) text += " (" + report.groups.front().group.column + ")";
    if (ratioAxis(report, rows).isLogarithmic()) text += ", on a logarithmic axis";
    if (hasIntervals(rows)) text += ". Lines: " + percentText(report.settings.level) + " intervals";
    return text + ". Dotted: 1, as many as expected.";
}

std::string methodsOfForest(const Report& report, const ProfileSubject&) {
    return std::string(" O:E is the number of observed over the sum of the probabilities") +
           (!hasIntervals(ratioRows(report)) ? "."
            : report.clusters ? "; its intervals are from the variance of the sums over clusters."
                              : "; its intervals are those of Debray et al. (2017).");
}

std::string alternativeOfForest(const Report& report) {
    constexpr std::size_t most = 12;
    const std::vector<RatioRow> rows = ratioRows(report);
    std::string text = "Forest plot of observed over expected events (O:E) by group.";
    for (std::size_t i = 0; i < std::min(most, rows.size()); ++i)
        text += " " + wordsOf(rows[i]) + ".";
    if (rows.size() > most) text += " And " + counted(rows.size() - most, "more group") + ".";
    return text;
}

}  // namespace

ProfileFigure groupForestFigure() {
    return {ProfileKind::ForestOe, false,           plotOfForest,       textOfForest,
            captionOfForest,       methodsOfForest, alternativeOfForest};
}

}  // namespace diagonal
