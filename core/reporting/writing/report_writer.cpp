// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/writing/report_writer.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <map>

#include "core/base/text.h"
#include "core/reporting/recalibration_report.h"
#include "core/reporting/verdict.h"
#include "core/reporting/writing/table.h"

namespace diagonal {
namespace {

std::string csvText(std::span<const std::shared_ptr<const Report>> reports) {
    Table table{"bins",
                {{"file", "", true},
                 {"bin", ""},
                 {"lower", ""},
                 {"upper", ""},
                 {"count", ""},
                 {"confidence", ""},
                 {"accuracy", "", false, true}},
                {}};
    for (const auto& report : reports) {
        std::size_t number = 0;
        for (const Bin& bin : report->binned.bins) {
            table.rows.push_back({report->dataset.file, ++number, NumberCell{bin.lower},
                                  NumberCell{bin.upper}, bin.count, NumberCell{bin.confidence},
                                  NumberCell{bin.accuracy, bin.interval}});
        }
    }
    return written(table, TableFormat::Csv);
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

}  // namespace

std::string reportHeadline(const Report& report) {
    const auto& data = report.dataset;
    std::string out = counted(data.rows, "row");
    if (!data.group.empty()) out += " where " + data.group;
    if (report.clusters) out += " (" + clustersText(report) + ")";
    if (data.classes) out += ", " + counted(*data.classes, "class", "classes");
    out += ", " + data.howKnown(choiceOf(kScoreKinds, data.scores).word);
    out += "; " + viewName(report) + ", " + binsName(report) +
           ", T = " + formatted("%.6g", report.temperature);
    if (report.recalibration)
        out += "; recalibrated: " + lowerCase(mapDefinition(report.recalibration->map.kind).name) +
               ", fitted on " + fitRowsText(*report.recalibration);
    return out;
}

namespace {

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
    std::vector<std::string> lines{
        std::string(mapDefinition(recalibration.map.kind).name) + ", fitted on " +
        fitRowsText(recalibration) + ": " +
        parametersText(recalibration.map, report.settings.level) + "; " + change("ECE", "ece") +
        ", " + change("NLL", "nll") + ", " + change("Brier", "brier") + ", " +
        change(report.view.isTopLabel() ? "accuracy" : "frequency", "accuracy")};
    lines.insert(lines.end(), recalibration.remarks.begin(), recalibration.remarks.end());
    return lines;
}

}  // namespace

std::vector<std::string> reportRemarks(const Report& report) {
    std::vector<std::string> lines = recalibrationLines(report);
    if (const std::string fit = fitSentence(report); !fit.empty()) lines.push_back(fit);
    for (const Note& note : report.notes) {
        if (!note.isFirst) lines.push_back(withCommandLineAdvice(note.text, note.advice));
    }
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

namespace {

/// Returns the value of a score; of a p-value whether it is less than what is shown.
std::string valueText(const Score& score) {
    if (score.isAtFloor) return "<= " + fixed(score.value, 4);
    return score.value && score.id.ends_with("_p") ? pNumberText(*score.value)
                                                   : fixed(score.value, 4);
}

std::string intervalText(const std::optional<Interval>& interval) {
    return interval ? fixed(interval->lower, 4) + " to " + fixed(interval->upper, 4) : "";
}

TableColumn text(std::string name, std::size_t width) {
    return {{}, std::move(name), true, false, width};
}

TableColumn number(std::string name, std::size_t width) {
    return {{}, std::move(name), false, false, width};
}

/// Text of a report, with tables in fixed-width columns or in Markdown.
class ReportText {
public:
    ReportText(const Report& report, const ReportPlan& shown, bool markdown)
        : m_report(report), m_shown(shown), m_markdown(markdown) {}

    std::string made() && {
        m_out = (m_markdown ? "## " : "") + plain(m_report.dataset.file) + "\n" +
                (m_markdown ? "\n" : "") + plain(reportHeadline(m_report)) + "\n";
        addFirstNotes();
        addOwnNumber();
        addVerdict();
        addScores();
        addDecision();
        if (m_shown.bins) addBins();
        if (m_shown.groups) addGroups();
        if (m_shown.subgroups && m_report.subgroups)
            m_out += "\n" + plain(worstSubgroupText(m_report)) + "\n";
        if (m_shown.overTime && m_report.overTime) addOverTime();
        if (m_shown.conventions) addConventions();
        const auto lines = reportRemarks(m_report);
        if (!lines.empty()) m_out += "\n";
        for (const std::string& line : lines)
            m_out += (m_markdown ? "- " : "  ") + plain(line) + "\n";
        return std::move(m_out);
    }

private:
    void add(const Table& table) {
        m_out += "\n" + written(table, m_markdown ? TableFormat::Markdown : TableFormat::Text);
    }

    /// Returns text as it is, without a meaning in Markdown or for a terminal.
    std::string plain(const std::string& text) const {
        return m_markdown ? markdownEscaped(text) : visibleText(text);
    }

    std::string levelName() const { return percentText(m_report.settings.level) + " interval"; }
    std::string binsLevelName() const {
        return percentText(m_report.settings.level) + (m_report.settings.band == BandKind::Pointwise
                                                           ? " interval, each bin"
                                                           : " interval, all bins");
    }

    void addFirstNotes() {
        for (const Note& note : m_report.notes) {
            if (!note.isFirst) continue;
            m_out += (m_markdown ? "\n**Note:** " : "Note: ") +
                     plain(withCommandLineAdvice(note.text, note.advice)) + "\n";
        }
    }

    /// Adds the number of the preset's own program, if that is not the ECE of its bins.
    void addOwnNumber() {
        const auto own = std::ranges::find(m_report.notes, "preset", &Note::id);
        if (own != m_report.notes.end()) m_out += plain(own->text) + "\n";
    }

    /// Adds the verdict, a paragraph of Markdown or a line for each sentence.
    void addVerdict() {
        if (!m_shown.scaling) return;
        const auto sentences = verdictOn(m_report).sentences();
        if (!sentences.empty()) m_out += "\n";
        for (const std::string& sentence : sentences)
            m_out += plain(sentence) + "\n";
    }

    void addScores() {
        Table table{"scores",
                    {text("score", 42), number("value", 10), text(levelName(), 20), text("", 1)},
                    {}};
        for (const Score& score : m_report.scores) {
            if (!m_shown.scores.contains(score.id)) continue;
            table.rows.push_back(
                {std::string(scoreName(scoreDefinition(score.id), m_report.view)), valueText(score),
                 m_shown.intervals.contains(score.id) ? intervalText(score.interval)
                                                      : std::string(),
                 score.remark});
        }
        add(table);
    }

    void addDecision() {
        if (!m_report.settings.thresholds.empty() && !m_report.decision.empty()) {
            std::string name = "net benefit";
            if (m_report.settings.prevalence) name += " " + prevalenceText(m_report);
            Table table{"net benefit",
                        {number("threshold", 10), number(name, 12), text(levelName(), 20),
                         number("of all", 9), number("less the better of all and none", 32),
                         text(levelName(), 20), text("", 1)},
                        {}};
            for (const DecisionPoint& point : m_report.decision) {
                table.rows.push_back(
                    {shortest(point.threshold), fixed(point.netBenefit, 4),
                     intervalText(point.interval), fixed(point.ofAll, 4),
                     formatted("%+.4f", point.minusBest), intervalText(point.minusBestInterval),
                     point.differingRows == 0
                         ? point.ofAll > 0 ? "as acting on all" : "as acting on none"
                     : point.hasFewRows ? "few rows: too short"
                                        : ""});
            }
            add(table);
        }
        if (m_report.settings.guarantee) m_out += "\n" + plain(guaranteeText(m_report)) + ".\n";
    }

    TableColumn accuracy() const {
        return number(m_report.view.isTopLabel() ? "accuracy" : "frequency", 11);
    }

    void addBins() {
        Table table{"bins",
                    {text("bin", 16), number("n", 11), number("confidence", 11), accuracy(),
                     number("gap", 9), text(binsLevelName(), 20)},
                    {}};
        for (const Bin& bin : m_report.binned.bins) {
            auto& row = table.rows.emplace_back(table.columns.size());
            row[0] = formatted("%.4f to %.4f", bin.lower, bin.upper);
            row[1] = bin.count;
            if (bin.count == 0) continue;
            row[2] = fixed(bin.confidence, 4);
            row[3] = fixed(bin.accuracy, 4);
            row[4] = formatted("%+.4f", bin.gap());
            row[5] = intervalText(bin.interval);
        }
        add(table);
    }

    void addGroups() {
        constexpr std::size_t mostListed = 40;
        if (m_report.groups.empty()) return;
        Table table{"groups",
                    {text("group", 30), number("n", 11), number("confidence", 11), accuracy(),
                     number("ECE", 9), number("O:E", 9), number("p (Holm)", 10)},
                    {}};
        // A column of many groups, such as patients, would bury what follows.
        std::map<std::string, std::size_t> listed;
        for (const GroupSummary& summary : m_report.groups) {
            if (++listed[summary.group.column] > mostListed) continue;
            table.rows.push_back({groupName(summary.group), summary.rows,
                                  fixed(summary.confidence, 4), fixed(summary.accuracy, 4),
                                  fixed(summary.ece, 4), fixed(summary.oe, 4),
                                  summary.kuiperPHolm ? pNumberText(*summary.kuiperPHolm) : "-"});
        }
        add(table);
        if (!m_report.settings.where.groups.empty())
            m_out += "\n" + std::string(m_markdown ? "" : "  ") + "also the groups left out by " +
                     plain(conditionsText({.groups = m_report.settings.where.groups})) + "\n";
        for (const auto& [column, count] : listed) {
            if (count <= mostListed) continue;
            m_out += "\n" + std::string(m_markdown ? "" : "  ") + "and " +
                     groupedDigits(count - mostListed) + " more of " + plain(column) +
                     ": --report csv --table groups lists all\n";
        }
    }

    void addOverTime() {
        m_out += "\n";
        for (const std::string& sentence : overTimeSentences(m_report))
            m_out += plain(sentence) + "\n";
    }

    void addConventions() {
        if (m_report.conventions.empty()) return;
        Table table{
            "conventions",
            {text("ECE by the convention of", 30), number("value", 10), text("why it differs", 1)},
            {}};
        for (const ConventionError& error : m_report.conventions)
            table.rows.push_back(
                {std::string(error.convention->name), fixed(error.error, 4), error.reason});
        add(table);
    }

    const Report& m_report;
    const ReportPlan& m_shown;
    bool m_markdown;
    std::string m_out;
};

}  // namespace

std::string_view version() {
    return DIAGONAL_VERSION;
}

Table skippedRowTable(const DatasetSummary& dataset) {
    const std::string place = dataset.lineNumbers ? "line" : "row";
    Table table{"skipped rows", {{place, place}, {"reason", "Reason", true}}, {}};
    if (!dataset.skippedRows) return table;
    for (const SkippedRow& row : *dataset.skippedRows)
        table.rows.push_back({row.line, row.text});
    const std::size_t more = dataset.skipped - dataset.skippedRows->size();
    if (more > 0) table.rows.push_back({NumberCell{}, "and " + groupedDigits(more) + " more"});
    return table;
}

std::string gatesText(std::span<const JudgedGate> gates, bool isMarkdown) {
    constexpr int decimals = 4;
    std::string out;
    for (const JudgedGate& gate : gates) {
        const char* const verdict = gate.failure.empty() ? "passed" : "failed";
        std::string text = ": " + gate.model + ", " + gate.gate;
        if (gate.value) text += ", value " + fixedText(*gate.value, decimals);
        if (!gate.failure.empty()) text += " (" + gate.failure + ")";
        out += isMarkdown ? "- **" : "Gate ";
        out += verdict;
        out += isMarkdown ? "**" + markdownEscaped(text) : visibleText(text);
        out += '\n';
    }
    return out;
}

std::string written(std::span<const std::shared_ptr<const Report>> reports, ReportFormat format,
                    const ReportPlan& shown, std::optional<std::span<const ModelPair>> comparison,
                    std::span<const JudgedGate> gates) {
    if (format == ReportFormat::Csv) return csvText(reports);
    if (format == ReportFormat::Json) return jsonReport(reports, shown, comparison, gates);

    std::string out = gatesText(gates, format == ReportFormat::Markdown);
    for (const auto& report : reports) {
        if (!out.empty()) out += "\n";
        out += ReportText(*report, shown, format == ReportFormat::Markdown).made();
    }
    return format == ReportFormat::Text ? visibleLines(out) : out;
}

}  // namespace diagonal
