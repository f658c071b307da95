// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/printed_tables.h"

#include <algorithm>
#include <unordered_set>

#include "app/headless/figure_session.h"
#include "core/base/text.h"
#include "core/publishing/comparison_tables.h"
#include "core/selecting/row_columns.h"

namespace diagonal {
namespace {

/// Gives columns of the same name other ones: of "outcome" and "outcome" of the file, the second is
/// "outcome_2".
void nameApart(std::vector<TableColumn>& columns) {
    std::unordered_set<std::string> all, seen;
    for (const TableColumn& column : columns)
        all.insert(column.id);
    for (TableColumn& column : columns) {
        if (seen.insert(column.id).second) continue;
        const std::string name = column.id;
        for (int n = 2; all.contains(column.id); ++n)
            column.id = name + "_" + std::to_string(n);
        all.insert(column.id);
    }
}

std::string printed(Table table, const DatasetSummary& of, TableFormat format, bool isFirst) {
    const bool isJson = format == TableFormat::JsonLines;
    if (format == TableFormat::Csv || format == TableFormat::Tabbed || isJson) {
        table.columns.insert(table.columns.begin(), {"file", "File", true});
        for (auto& row : table.rows)
            row.insert(row.begin(), of.file);
        nameApart(table.columns);
        std::string text = written(table, format);
        if (isFirst || isJson) return text;
        table.rows.clear();  // the heads, whose names may hold line breaks
        return text.substr(written(table, format).size());
    }
    const bool isLatex = format == TableFormat::Latex;
    const bool isMarkdown = format == TableFormat::Markdown;
    std::string text;
    if (!isFirst) text += '\n';
    text += isLatex ? "% " : isMarkdown ? "## " : "";
    const std::string name = rowsName(of);
    text += (isMarkdown ? markdownEscaped(name) : visibleText(name)) + ": " + table.title;
    text += isLatex ? "\n" : "\n\n";
    return text + written(table, format);
}

/// Returns the options that compute an error in a way, for a shell.
std::string optionsText(const EceWay& way, const EceSearch& search, const ReadOptions& read) {
    const QStringList arguments = viewArguments({{}, read, way.settings, search.classNames, {}});
    return shownOptions(arguments);
}

}  // namespace

bool TableLine::shows(TableKind kind) const {
    return std::ranges::find(kinds, kind) != kinds.end();
}

bool TableLine::showsModels() const {
    return std::ranges::any_of(kinds, &diagonal::showsModels);
}

ReportPlan planOf(const TableLine& line) {
    ReportPlan plan;
    for (const TableKind kind : line.kinds)
        plan.insert(planOf(kind));
    return plan;
}

Result<std::string> printedTables(const Report& report, const TableLine& line, bool isFirst) {
    std::string text;
    for (const TableKind kind : line.kinds) {
        auto table = tableOf(report, kind);
        if (!table) return table.error();
        text +=
            printed(std::move(table).value(), report.dataset, line.format, isFirst && text.empty());
    }
    return text;
}

std::string printedComparison(std::span<const std::shared_ptr<const Report>> models,
                              std::span<const ModelPair> pairs, const TableLine& line) {
    const TableKind kind = line.kinds.front();
    return written(kind == TableKind::Models ? modelTable(models) : tableOf(pairs, kind),
                   line.format);
}

std::string printedMaps(std::span<const ComparedMap> maps, const Report& report, TableFormat format,
                        bool isFirst) {
    return printed(tableOf(maps, report.view), report.dataset, format, isFirst);
}

std::string printedWays(const EceSearch& search, const PrintedShare& sought,
                        const DatasetSummary& dataset, const ReadOptions& read, TableFormat format,
                        bool isFirst) {
    Table table{"ways to compute " + fixedText(sought.value, sought.decimals),
                {{"value", "Value", false, false, 8},
                 {"score", "Score", true, false, 15},
                 {"bins", "Bins", true, false, 36},
                 {"view", "View", true, false, 18},
                 {"temperature", "T", false, false, 7},
                 {"options", "Options", true}},
                {}};
    for (const EceWay& way : search.found)
        table.rows.push_back({NumberCell{way.value},
                              std::string(scoreDefinition(way.score).shortName), binsText(way),
                              viewName(*way.settings.view, search.classNames),
                              NumberCell{way.temperature}, optionsText(way, search, read)});
    const bool isForPeople =
        format != TableFormat::Csv && format != TableFormat::Tabbed && format != TableFormat::Latex;
    if (!isForPeople) return printed(std::move(table), dataset, format, isFirst);
    std::string text = (isFirst ? "" : "\n") + visibleText(modelName(dataset)) + ": " +
                       searchSentence(search, sought) + "\n";
    for (const Note& note : dataset.notes) {
        if (note.id == "other_models")
            text += withCommandLineAdvice(capitalized(note.text) + ", not looked at", note.advice) +
                    ".\n";
    }
    if (search.found.empty()) return text;
    return text + "\n" + printed(std::move(table), dataset, format, true);
}

/// Returns rows as a table that is read again as what it is: in the view of a class, `confidence`
/// is that of the predicted class, and the probability of the class has a column of its own.
Table savedRows(const RowList& rows, std::size_t first, std::size_t count) {
    Table table = rowTable(rows, first, count);
    const Predictions& predictions = rows.dataset->predictions;
    const auto place = std::ranges::find(table.columns, "confidence", &TableColumn::id);
    if (rows.view.kind != View::Kind::OneVsRest || place == table.columns.end() ||
        predictions.form() != PredictionForm::ClassScores)
        return table;
    const auto column = place - table.columns.begin();
    place->id = "probability_of_" + predictions.classNames()[rows.view.classIndex];
    table.columns.insert(place, {"confidence", "Confidence"});
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const std::size_t row = rows.rows[first + i];
        const double confidence =
            classProbability(predictions, row, predictions.predicted(row), rows.temperature);
        table.rows[i].insert(table.rows[i].begin() + column, NumberCell{confidence});
    }
    return table;
}

Result<std::string> printedRows(const RowList& rows, TableFormat format, bool isFirst) {
    constexpr std::size_t mostForPeople = 1000;
    constexpr std::size_t part = 10'000;  // so that no large table of cells is kept
    const DatasetSummary& of = rows.dataset->summary;
    const bool isForPeople = format == TableFormat::Markdown || format == TableFormat::Latex;
    if (isForPeople && rows.rows.size() > mostForPeople)
        return inFile(undefined("a table of " + counted(rows.rows.size(), "row") +
                                " is too long for this format: write --report csv, or choose rows "
                                "with --where"),
                      of.file);
    std::string text = printed(savedRows(rows, 0, part), of, format, isFirst);
    for (std::size_t first = part; first < rows.rows.size(); first += part)
        text += printed(savedRows(rows, first, part), of, format, false);
    return text;
}

std::string printedTraits(std::span<const SharedTraits> traits, const DatasetSummary& of,
                          TableFormat format, bool isFirst) {
    const Table table = traitTable(traits);
    std::string text = printed(table, of, format, isFirst);
    std::string none = missingTraits(traits);
    if (none.empty() && table.rows.empty())
        none = "There are no other rows, and no wrong beside right ones, to compare";
    const bool latex = format == TableFormat::Latex;
    const bool isForPeople = latex || format == TableFormat::Markdown;
    if (isForPeople && !none.empty()) text += (latex ? "% " : "\n") + none + ".\n";
    return text;
}

}  // namespace diagonal
