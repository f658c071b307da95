// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/writing/report_writer.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "core/base/text.h"
#include "core/reporting/recalibration_report.h"
#include "core/reporting/writing/json_report.h"

namespace diagonal {
namespace {

std::string csvNumber(const std::optional<double>& number) {
    return number ? shortest(*number) : "";
}

std::string csvText(std::span<const std::shared_ptr<const Report>> reports) {
    std::string out =
        "file,bin,lower,upper,count,confidence,accuracy,accuracy_lower,accuracy_upper\n";
    for (const auto& report : reports) {
        for (std::size_t b = 0; b < report->binned.bins.size(); ++b) {
            const Bin& bin = report->binned.bins[b];
            out += csvField(report->dataset.file) + "," + std::to_string(b + 1) + "," +
                   shortest(bin.lower) + "," + shortest(bin.upper) + "," +
                   std::to_string(bin.count) + "," + csvNumber(bin.confidence) + "," +
                   csvNumber(bin.accuracy);
            out += bin.interval ? "," + shortest(bin.interval->lower) + "," +
                                      shortest(bin.interval->upper) + "\n"
                                : ",,\n";
        }
    }
    return out;
}

template <typename... Values>
std::string formatted(const char* format, Values... values) {
    std::array<char, 256> buffer{};
    std::snprintf(buffer.data(), buffer.size(), format, values...);
    return buffer.data();
}

/// As fixedText(); "undefined" without a number.
std::string fixed(const std::optional<double>& number, int decimals) {
    return number ? fixedText(*number, decimals) : "undefined";
}

std::string headline(const Report& report) {
    const auto& data = report.dataset;
    std::string out = counted(data.rows, "row");
    if (report.clusters) out += " (" + clustersText(report) + ")";
    if (data.classes) out += ", " + counted(*data.classes, "class", "classes");
    out += data.cells ? ", counted by a database in " + counted(data.cells->count, "cell")
                      : ", read as " + std::string(choiceOf(kScoreKinds, data.scores).word);
    out += "; " + viewName(report) + ", " + binsName(report) +
           ", T = " + formatted("%.6g", report.temperature);
    return out;
}

std::string fitSentence(const Report& report) {
    if (report.fit && !*report.fit) return describe(report.fit->error());
    const ReportedFit* fitted = report.fitted();
    if (!fitted) return "";
    const TemperatureFit& fit = fitted->fit;
    if (std::isnan(fit.nllBefore)) {
        return formatted(
            "Temperature fitted from rows that were counted at T = %.6g: %.10g; NLL %.4f",
            report.temperature, fit.value, fit.nllAfter);
    }
    const std::string eceAfter = std::isnan(fitted->eceAfter) ? "unknown (not counted at this T)"
                                                              : fixedText(fitted->eceAfter, 4);
    return formatted(
               "Temperature fitted on these rows: %.6g (%s interval %s to %s); NLL from %.4f to "
               "%.4f, ECE from %.4f to ",
               fit.value, percentText(report.settings.level).c_str(),
               fit.lower ? shortest(std::round(*fit.lower * 1e4) / 1e4).c_str() : "open",
               fit.upper ? shortest(std::round(*fit.upper * 1e4) / 1e4).c_str() : "open",
               fit.nllBefore, fit.nllAfter, fitted->eceBefore) +
           eceAfter;
}

/// Returns a line about the calibration map and the scores it changed, then its remarks.
std::vector<std::string> recalibrationLines(const Report& report) {
    if (!report.recalibration) return {};
    const ReportedRecalibration& recalibration = *report.recalibration;
    const auto change = [&](const char* name, std::string_view id) {
        const auto text = [&](const Report& of) {
            const auto value = of.score(id);
            return value ? fixed(*value, 4) : std::string("undefined");
        };
        return std::string(name) + " " + text(*recalibration.before) + " to " + text(report);
    };
    std::vector<std::string> lines{std::string(mapDefinition(recalibration.map.kind).name) +
                                   ", fitted on " + fitRowsText(recalibration) + ": " +
                                   parametersText(recalibration.map, report.settings.level) + "; " +
                                   change("ECE", "ece") + ", " + change("NLL", "nll") + ", " +
                                   change("Brier", "brier") + ", " +
                                   change("accuracy", "accuracy")};
    lines.insert(lines.end(), recalibration.remarks.begin(), recalibration.remarks.end());
    return lines;
}

/// Returns the lines printed below the tables of a file, without line ends.
std::vector<std::string> remarks(const Report& report) {
    std::vector<std::string> lines = recalibrationLines(report);
    if (const std::string fit = fitSentence(report); !fit.empty()) lines.push_back(fit);
    for (const Note& note : report.notes)
        lines.push_back(withCommandLineAdvice(note.text, note.advice));
    const auto listed = report.dataset.listedSkippedRows();
    for (const SkippedRow& row : listed) {
        lines.push_back((report.dataset.lineNumbers ? "line " : "row ") + std::to_string(row.line) +
                        ": " + row.text);
    }
    if (report.dataset.skipped > listed.size()) {
        lines.push_back("and " + groupedDigits(report.dataset.skipped - listed.size()) + " more");
    }
    for (const Assumption& assumption : report.dataset.assumptions) {
        lines.push_back(assumption.id + ": " + assumption.value);
    }
    return lines;
}

std::string intervalIn(const std::optional<Interval>& interval) {
    return interval ? fixed(interval->lower, 4) + " to " + fixed(interval->upper, 4) : "";
}

/// Text of a report, with tables in fixed-width columns or in Markdown.
class ReportText {
public:
    ReportText(const Report& report, const ReportPlan& shown, bool markdown)
        : m_report(report), m_shown(shown), m_markdown(markdown) {}

    std::string text() && {
        m_out = (m_markdown ? "## " : "") + plain(m_report.dataset.file) + "\n" +
                (m_markdown ? "\n" : "") + plain(headline(m_report)) + "\n";
        addOwnNumber();
        addScores();
        if (m_shown.bins) addBins();
        if (m_shown.groups) addGroups();
        if (m_shown.conventions) addConventions();
        const auto lines = remarks(m_report);
        if (!lines.empty()) m_out += "\n";
        for (const std::string& line : lines)
            m_out += (m_markdown ? "- " : "  ") + plain(line) + "\n";
        return std::move(m_out);
    }

private:
    /// Name and width of a column; a negative width aligns it to the left.
    struct Column {
        std::string name;
        int width = 0;
    };
    using Cells = std::vector<std::string>;

    void beginTable(std::vector<Column> columns) {
        m_columns = std::move(columns);
        Cells names;
        std::string rule = "|";
        for (const Column& column : m_columns) {
            names.push_back(column.name);
            rule += column.width < 0 ? "---|" : "---:|";
        }
        m_out += "\n";
        addRow(names);
        if (m_markdown) m_out += rule + "\n";
    }

    void addRow(const Cells& cells) {
        std::string line = m_markdown ? "|" : "";
        for (std::size_t i = 0; i < cells.size(); ++i) {
            line += m_markdown ? " " + plain(cells[i]) + " |"
                               : "  " + padded(cells[i], m_columns[i].width);
        }
        while (line.ends_with(' '))
            line.pop_back();
        m_out += line + "\n";
    }

    /// Returns text as it is, without a meaning in Markdown.
    std::string plain(const std::string& text) const {
        return m_markdown ? markdownEscaped(text) : text;
    }

    static std::string padded(const std::string& text, int width) {
        const auto room = static_cast<std::size_t>(std::abs(width));
        const std::string blanks(text.size() < room ? room - text.size() : 0, ' ');
        return width < 0 ? text + blanks : blanks + text;
    }

    std::string levelName() const { return percentText(m_report.settings.level) + " interval"; }
    std::string binsLevelName() const {
        return percentText(m_report.settings.level) + (m_report.settings.band == BandKind::Pointwise
                                                           ? " interval, each bin"
                                                           : " interval, all bins");
    }

    /// Adds the number of the preset's own program, if that is not the ECE of its bins.
    void addOwnNumber() {
        const auto own = std::ranges::find(m_report.notes, "preset", &Note::id);
        if (own != m_report.notes.end()) m_out += plain(own->text) + "\n";
    }

    void addScores() {
        beginTable({{"score", -42}, {"value", 10}, {levelName(), -20}, {"", -1}});
        for (const Score& score : m_report.scores) {
            if (!m_shown.scores.contains(score.id)) continue;
            addRow({std::string(scoreName(scoreDefinition(score.id), m_report.view)),
                    (score.isAtFloor ? "<= " : "") + fixed(score.value, 4),
                    m_shown.intervals.contains(score.id) ? intervalIn(score.interval) : "",
                    score.remark});
        }
    }

    void addBins() {
        const bool topLabel = m_report.view.kind == View::Kind::TopLabel;
        beginTable({{"bin", -16},
                    {"n", 11},
                    {"confidence", 11},
                    {topLabel ? "accuracy" : "frequency", 11},
                    {"gap", 9},
                    {binsLevelName(), -20}});
        for (const Bin& bin : m_report.binned.bins) {
            Cells cells{formatted("%.4f to %.4f", bin.lower, bin.upper), groupedDigits(bin.count)};
            if (bin.count > 0) {
                cells.insert(cells.end(),
                             {fixed(bin.confidence, 4), fixed(bin.accuracy, 4),
                              formatted("%+.4f", bin.gap()), intervalIn(bin.interval)});
            }
            cells.resize(m_columns.size());
            addRow(cells);
        }
    }

    void addGroups() {
        constexpr std::size_t mostListed = 40;
        if (m_report.groups.empty()) return;
        const bool topLabel = m_report.view.kind == View::Kind::TopLabel;
        beginTable({{"group", -30},
                    {"n", 11},
                    {"confidence", 11},
                    {topLabel ? "accuracy" : "frequency", 11},
                    {"ECE", 9}});
        // A column of many groups, such as patients, would bury what follows.
        std::map<std::string, std::size_t> listed;
        for (const GroupSummary& summary : m_report.groups) {
            if (++listed[summary.group.column] > mostListed) continue;
            addRow({groupName(summary.group), groupedDigits(summary.rows),
                    fixed(summary.confidence, 4), fixed(summary.accuracy, 4),
                    fixed(summary.ece, 4)});
        }
        for (const auto& [column, count] : listed) {
            if (count <= mostListed) continue;
            m_out += "\n" + std::string(m_markdown ? "" : "  ") + "and " +
                     groupedDigits(count - mostListed) + " more of " + plain(column) +
                     ": --report csv --table groups lists all\n";
        }
    }

    void addConventions() {
        if (m_report.conventions.empty()) return;
        beginTable({{"ECE by the convention of", -30}, {"value", 10}, {"why it differs", -1}});
        for (const ConventionError& error : m_report.conventions) {
            addRow({std::string(error.convention->name),
                    error.error ? fixed(*error.error, 4) : "undefined", error.reason});
        }
    }

    const Report& m_report;
    const ReportPlan& m_shown;
    bool m_markdown;
    std::vector<Column> m_columns;
    std::string m_out;
};

}  // namespace

std::string_view version() {
    return DIAGONAL_VERSION;
}

std::string skippedRowsCsv(const DatasetSummary& dataset) {
    std::string out = dataset.lineNumbers ? "line,reason\n" : "row,reason\n";
    if (!dataset.skippedRows) return out;
    for (const SkippedRow& row : *dataset.skippedRows)
        out += std::to_string(row.line) + "," + csvField(row.text) + "\n";
    const std::size_t more = dataset.skipped - dataset.skippedRows->size();
    if (more > 0) out += "," + csvField("and " + groupedDigits(more) + " more") + "\n";
    return out;
}

std::string written(std::span<const std::shared_ptr<const Report>> reports, ReportFormat format,
                    const ReportPlan& shown, std::optional<std::span<const ModelPair>> comparison) {
    if (format == ReportFormat::Csv) return csvText(reports);
    if (format == ReportFormat::Json) return jsonReport(reports, shown, comparison);

    std::string out;
    for (const auto& report : reports) {
        if (!out.empty()) out += "\n";
        out += ReportText(*report, shown, format == ReportFormat::Markdown).text();
    }
    return out;
}

}  // namespace diagonal
