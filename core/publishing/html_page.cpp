// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/html_page.h"

#include "core/base/text.h"
#include "core/publishing/comparison_tables.h"
#include "core/reporting/verdict.h"
#include "core/reporting/writing/report_writer.h"

namespace diagonal {
namespace {

// Text is isolated, so that a name that switches the direction of writing ends with itself.
constexpr std::string_view kPageStyle = R"(
:root { color-scheme: light dark; --text: #1b2a38; --soft: #52616f; --line: #d5dce3;
  --back: #ffffff; --card: #f4f7fa; --mark: #1d5fa8; }
@media (prefers-color-scheme: dark) { :root { --text: #e6ebf0; --soft: #a3b0bc; --line: #3a4652;
  --back: #12171d; --card: #1e252d; --mark: #8ab8ee; } }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1.25rem; color: var(--text);
  background: var(--back); font: 15px/1.5 Inter, system-ui, 'DejaVu Sans', sans-serif; }
h1 { font-size: 1.5rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; overflow-wrap: anywhere; }
p { margin: .4rem 0; max-width: 48rem; overflow-wrap: anywhere; unicode-bidi: isolate; }
.soft, figcaption { color: var(--soft); }
.verdict { background: var(--card); border-left: 4px solid var(--mark); padding: .6rem 1rem;
  margin: 1rem 0; }
.verdict p { max-width: none; } .verdict p:first-child { font-weight: 600; }
figure { margin: 1.5rem 0; }
figure svg { display: block; width: 100%; height: auto; max-width: 40rem; }
/* On a narrow page, the figure scrolls rather than to show text that nobody can read. */
@media screen and (max-width: 36rem) { .picture { overflow-x: auto; }
  .picture svg { min-width: 34rem; } }
figure .dark { display: none; }
@media (prefers-color-scheme: dark) { figure .light { display: none; } figure .dark { display: block; } }
.mark rect { fill: transparent; }
.mark .numbers { visibility: hidden; font: 9px Inter, 'DejaVu Sans', sans-serif; }
.mark .numbers text { fill: var(--text); }
.mark:focus { outline: none; }
.mark:hover > rect, .mark:focus > rect { fill: var(--mark); fill-opacity: .14; stroke: var(--mark);
  stroke-width: 1; }
.mark:hover .numbers, .mark:focus .numbers { visibility: visible; }
.mark .numbers rect { fill: var(--back); stroke: var(--line); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .87rem; }
th, td { text-align: left; padding: .2rem .9rem .2rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; unicode-bidi: isolate; overflow-wrap: break-word; }
th { color: var(--soft); font-weight: 600; }
.n { text-align: right; white-space: nowrap; }
dt { font-weight: 600; margin-top: .5rem; } dd { margin: 0; }
summary { cursor: pointer; color: var(--mark); margin: .5rem 0; }
code { display: block; background: var(--card); padding: .6rem 1rem; white-space: pre-wrap;
  overflow-wrap: anywhere; }
@media print { :root { --text: #000; --soft: #333; --line: #bbb; --back: #fff; --card: #f4f7fa; }
  @page { size: A4; margin: 16mm; } body { margin: 0; max-width: none; padding: 0; font-size: 10pt; }
  figure .light { display: block; } figure .dark, .mark { display: none; } figure svg { max-width: 13cm; }
  figure, tr { break-inside: avoid; } h2 { break-after: avoid; } })";

std::string element(std::string_view name, std::string_view text, std::string_view more = {}) {
    std::string out = "<";
    out += name;
    out += more;
    out += '>';
    out += htmlEscaped(text);
    out += "</";
    out += name;
    out += ">\n";
    return out;
}

std::string tableElement(const Table& table, const std::string& heading) {
    return element("h2", heading) + "<div class=\"wide\">\n" + written(table, TableFormat::Html) +
           "</div>\n";
}

/// Returns a mark of a figure: pointing at it, or reaching it by Tab, shows its numbers.
std::string markElement(const HtmlMark& mark, const HtmlFigure& figure) {
    constexpr double lineHeight = 12;
    constexpr double padding = 6;
    constexpr double cardWidth = 172;
    const auto place = [](double x, double y, double width, double height) {
        return "<rect x=\"" + fixedText(x, 2) + "\" y=\"" + fixedText(y, 2) + "\" width=\"" +
               fixedText(width, 2) + "\" height=\"" + fixedText(height, 2) + "\"/>";
    };
    std::string label;
    for (const std::string& line : mark.lines)
        label += (label.empty() ? "" : "; ") + std::string(line);
    std::string out = R"(<g class="mark" tabindex="0" role="img" aria-label=")";
    out += htmlEscaped(label) + "\">" + place(mark.x, mark.y, mark.width, mark.height);
    out += "<g class=\"numbers\">" +
           place(figure.cardX, figure.cardY, cardWidth,
                 2 * padding + lineHeight * static_cast<double>(mark.lines.size()));
    double y = figure.cardY + padding - 3;
    for (const std::string& line : mark.lines) {
        y += lineHeight;
        out += "<text x=\"" + fixedText(figure.cardX + padding, 2) + "\" y=\"" + fixedText(y, 2) +
               "\">" + htmlEscaped(line) + "</text>";
    }
    return out + "</g></g>\n";
}

/// Returns an SVG with its marks, without what belongs to a file of its own.
std::string picture(std::string_view svg, const HtmlFigure& figure, std::string_view theme) {
    const auto begin = svg.find("<svg");
    const auto end = svg.rfind("</svg>");
    if (begin == std::string_view::npos || end == std::string_view::npos) return "";
    std::string out(svg.substr(begin, end - begin));
    for (const std::string_view name : {"title", "desc"}) {
        const auto from = out.find("<" + std::string(name) + ">");
        const std::string last = "</" + std::string(name) + ">";
        const auto to = out.find(last);
        if (from != std::string::npos && to != std::string::npos)
            out.erase(from, to + last.size() - from);
    }
    out.insert(4, " class=\"" + std::string(theme) + "\"");
    for (const HtmlMark& mark : figure.marks)
        out += markElement(mark, figure);
    return out + "</svg>\n";
}

std::string figureElement(const HtmlContent& content) {
    std::string out = "<figure role=\"group\" aria-label=\"";
    out += htmlEscaped(content.words.alternative) + "\">\n";
    out += "<div class=\"picture\">\n" + picture(content.figure.light, content.figure, "light");
    out += picture(content.figure.dark, content.figure, "dark") + "</div>\n";
    return out + element("figcaption", content.words.caption) + "</figure>\n";
}

/// Returns the definitions of the scores of a report, folded.
std::string definitions(const Report& report) {
    std::string out = "<details><summary>What the scores are</summary>\n<dl>\n";
    for (const Score& score : report.scores) {
        const ScoreDefinition& definition = scoreDefinition(score.id);
        out += element("dt", scoreName(definition, report.view)) +
               element("dd", definition.definition);
    }
    return out + "</dl></details>\n";
}

std::string verdictElement(const Report& report) {
    std::string out;
    for (const std::string& sentence : verdictOn(report).sentences())
        out += element("p", sentence);
    return out.empty() ? out : "<div class=\"verdict\">\n" + out + "</div>\n";
}

/// Names the worst subgroup, and says whether calibration holds over time, where the report tells.
std::string groupAndTimeElements(const Report& report) {
    std::string out;
    if (report.subgroups) out += element("p", worstSubgroupText(report));
    if (!report.overTime) return out;
    for (const std::string& sentence : overTimeSentences(report))
        out += element("p", sentence);
    return out;
}

std::string noteElements(const Report& report) {
    std::string out;
    for (const Note& note : report.notes)
        if (note.isFirst)
            out += element("p", "Note: " + withCommandLineAdvice(note.text, note.advice));
    return out;
}

/// Returns the tables that a page shows of a report: that of the figure's profile first.
std::vector<TableKind> kindsOf(const Report& report) {
    std::vector<TableKind> kinds;
    const auto& profile = report.settings.profile;
    if (const auto own = profile ? tableOfProfile(*profile) : std::nullopt) kinds.push_back(*own);
    for (const TableKind kind :
         {TableKind::Scores, TableKind::Bins, TableKind::Classes, TableKind::Groups})
        kinds.push_back(kind);
    return kinds;
}

/// Returns the tables of what a report holds, and its remarks.
std::string tablesOf(const Report& report, const std::string& ofModel) {
    std::string out;
    for (const TableKind kind : kindsOf(report)) {
        if (const auto table = tableOf(report, kind); table && !table.value().rows.empty())
            out += tableElement(table.value(),
                                std::string(choiceOf(kTableKinds, kind).label) + ofModel);
        if (kind == TableKind::Scores) out += definitions(report);
    }
    const auto lines = reportRemarks(report);
    if (!lines.empty()) out += element("h2", "Notes" + ofModel);
    for (const std::string& line : lines)
        out += element("p", line);
    return out;
}

/// Returns the rows of a table that begin with the names of a pair, without these.
Table withoutNames(const Table& table, const ModelPair& pair) {
    Table out{table.title, {table.columns.begin() + 2, table.columns.end()}, {}};
    for (const auto& row : table.rows) {
        if (std::get<std::string>(row[0]) == pair.first &&
            std::get<std::string>(row[1]) == pair.second)
            out.rows.emplace_back(row.begin() + 2, row.end());
    }
    return out;
}

std::string comparisonOf(const HtmlContent& content) {
    std::string out = tableElement(modelTable(content.reports), "Models");
    if (content.pairs.empty()) return out;
    // p-values are adjusted for the number of pairs.
    const Table all = tableOf(content.pairs, TableKind::Comparison);
    for (const ModelPair& pair : content.pairs) {
        out += tableElement(withoutNames(all, pair), pair.second + " compared with " + pair.first);
        for (const std::string& line : pairLines(pair))
            out += element("p", line);
    }
    return out;
}

}  // namespace

std::vector<std::string> binLines(const Report& report, const Bin& bin) {
    const bool isTop = report.view.isTopLabel();
    std::vector<std::string> lines{fixedText(bin.lower, 4) + " to " + fixedText(bin.upper, 4) +
                                   ", n = " + groupedDigits(bin.count)};
    if (bin.count == 0) return lines;
    lines.push_back((isTop ? "accuracy " : "frequency ") +
                    estimateText(*bin.accuracy, bin.interval, 4));
    lines.push_back((isTop ? "confidence " : "probability ") + fixedText(*bin.confidence, 4) +
                    ", gap " + signedFixedText(bin.gap(), 4));
    return lines;
}

std::optional<TableKind> tableOfProfile(ProfileKind profile) {
    return valueOfWord(kTableKinds, choiceOf(kProfileKinds, profile).word);
}

std::string htmlPage(const HtmlContent& content) {
    std::string out =
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n"
        "<meta name=\"generator\" content=\"Diagonal " +
        std::string(version()) + "\">\n";
    out += element("title", content.title) + "<style>" + std::string(kPageStyle) +
           "</style>\n</head>\n<body>\n";
    out += element("h1", content.title);
    const bool areSeveral = content.reports.size() > 1;
    for (const auto& report : content.reports) {
        if (areSeveral) out += element("h2", modelName(report->dataset));
        out += element("p", reportHeadline(*report), " class=\"soft\"") + noteElements(*report) +
               verdictElement(*report) + groupAndTimeElements(*report);
    }
    out += figureElement(content);
    if (areSeveral) out += comparisonOf(content);
    for (const auto& report : content.reports)
        out += tablesOf(*report, areSeveral ? ": " + modelName(report->dataset) : "");
    out += element("h2", "How it was computed") + element("p", content.words.methods);
    if (!content.command.empty()) out += element("code", content.command);
    return out + "</body>\n</html>\n";
}

}  // namespace diagonal
