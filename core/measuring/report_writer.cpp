// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/report_writer.h"

#include <array>
#include <cmath>
#include <cstdio>

#include "core/measuring/json_report.h"
#include "core/text.h"

namespace diagonal {
namespace {

std::string csvField(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string out = "\"";
    for (const char c : text)
        out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
}

std::string csvNumber(const std::optional<double>& number) {
    return number ? shortest(*number) : "";
}

std::string csvText(std::span<const std::shared_ptr<const Report>> reports) {
    std::string out =
        "file,bin,lower,upper,count,confidence,accuracy,accuracy_lower,accuracy_upper\n";
    for (const auto& report : reports) {
        for (std::size_t b = 0; b < report->curve.bins.size(); ++b) {
            const Bin& bin = report->curve.bins[b];
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

std::string fixed(const std::optional<double>& number, int decimals) {
    return number ? formatted("%.*f", decimals, *number) : "undefined";
}

std::string percentLevel(double level) {
    return shortest(level * 100) + " %";
}

std::string headline(const Report& report) {
    const auto& data = report.dataset;
    std::string out = counted(data.rows, "row");
    if (data.classes) out += ", " + counted(*data.classes, "class", "classes");
    out += ", read as " + std::string(scoreKindName(data.scores)) + "; " + viewName(report) + ", " +
           binsName(report) + ", T = " + formatted("%.6g", report.temperature);
    return out;
}

std::string fitSentence(const Report& report) {
    if (!report.fitProblem.empty()) return report.fitProblem;
    if (!report.fit) return "";
    const TemperatureFit& fit = report.fit->fit;
    return formatted(
        "Temperature fitted on these rows: %.6g (%s interval %s to %s); NLL %.4f to "
        "%.4f, ECE %.4f to %.4f",
        fit.value, percentLevel(report.level).c_str(),
        fit.lower ? shortest(std::round(*fit.lower * 1e4) / 1e4).c_str() : "open",
        fit.upper ? shortest(std::round(*fit.upper * 1e4) / 1e4).c_str() : "open", fit.nllBefore,
        fit.nllAfter, report.fit->eceBefore, report.fit->eceAfter);
}

/// The lines about a file that stand under its numbers, each without a line end.
std::vector<std::string> remarks(const Report& report) {
    std::vector<std::string> lines;
    if (const std::string fit = fitSentence(report); !fit.empty()) lines.push_back(fit);
    for (const Note& note : report.notes)
        lines.push_back(note.text);
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

std::string plainText(const Report& report) {
    std::string out = report.dataset.file + "\n" + headline(report) + "\n\n";
    for (const Score& score : report.scores) {
        out += formatted("  %-36s %10s",
                         std::string(scoreName(scoreDefinition(score.id), report.view)).c_str(),
                         fixed(score.value, 4).c_str());
        out += (score.remark.empty() ? "" : "  (" + score.remark + ")") + "\n";
    }
    out += formatted(
        "\n  %-17s %11s %11s %11s %9s  %s\n", "bin", "n", "confidence",
        std::string(report.view.kind == View::Kind::TopLabel ? "accuracy" : "frequency").c_str(),
        "gap", (percentLevel(report.level) + " interval").c_str());
    for (const Bin& bin : report.curve.bins) {
        out += formatted("  %.4f to %.4f  %11s", bin.lower, bin.upper,
                         groupedDigits(bin.count).c_str());
        if (bin.count > 0) {
            out += formatted(" %11.4f %11.4f %+9.4f  %.4f to %.4f", *bin.confidence, *bin.accuracy,
                             bin.gap(), bin.interval->lower, bin.interval->upper);
        }
        out += "\n";
    }
    const auto lines = remarks(report);
    if (!lines.empty()) out += "\n";
    for (const std::string& line : lines)
        out += "  " + line + "\n";
    return out;
}

std::string markdown(const Report& report) {
    std::string out = "## " + report.dataset.file + "\n\n" + headline(report) +
                      "\n\n| score | value |\n|---|---:|\n";
    for (const Score& score : report.scores) {
        out += "| " + std::string(scoreName(scoreDefinition(score.id), report.view));
        out += (score.remark.empty() ? "" : " (" + score.remark + ")") + " | " +
               fixed(score.value, 4) + " |\n";
    }
    out += "\n| bin | n | confidence | " + std::string(accuracyName(report.view)) + " | gap | " +
           percentLevel(report.level) + " interval |\n|---|---:|---:|---:|---:|---|\n";
    for (const Bin& bin : report.curve.bins) {
        out += formatted("| %.4f to %.4f | %s |", bin.lower, bin.upper,
                         groupedDigits(bin.count).c_str());
        out += bin.count > 0
                   ? formatted(" %.4f | %.4f | %+.4f | %.4f to %.4f |\n", *bin.confidence,
                               *bin.accuracy, bin.gap(), bin.interval->lower, bin.interval->upper)
                   : "  |  |  |  |\n";
    }
    const auto lines = remarks(report);
    if (!lines.empty()) out += "\n";
    for (const std::string& line : lines)
        out += "- " + line + "\n";
    return out;
}

}  // namespace

std::optional<ReportFormat> reportFormatNamed(std::string_view name) {
    if (name == "json") return ReportFormat::Json;
    if (name == "csv") return ReportFormat::Csv;
    if (name == "markdown") return ReportFormat::Markdown;
    if (name == "text") return ReportFormat::Text;
    return std::nullopt;
}

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

std::string written(std::span<const std::shared_ptr<const Report>> reports, ReportFormat format) {
    if (format == ReportFormat::Csv) return csvText(reports);
    if (format == ReportFormat::Json) return jsonReport(reports);

    std::string out;
    for (const auto& report : reports) {
        if (!out.empty()) out += "\n";
        out += format == ReportFormat::Markdown ? markdown(*report) : plainText(*report);
    }
    return out;
}

}  // namespace diagonal
