// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/publishing/tables.h"

#include <array>

#include "core/base/text.h"
#include "core/publishing/profile_plots.h"
#include "core/recalibrating/calibration_map.h"

namespace diagonal {
namespace {

std::string nameOf(std::string_view id, const View& view) {
    return std::string(shortScoreName(scoreDefinition(id), view));
}

Table binTable(const Report& report) {
    const std::string accuracy =
        report.view.kind == View::Kind::TopLabel ? "Accuracy" : "Frequency";
    Table table{"bins",
                {{"bin", "Bin"},
                 {"lower", "From"},
                 {"upper", "To"},
                 {"count", "n"},
                 {"confidence", "Confidence"},
                 {"accuracy", accuracy + " (" + percentText(report.settings.level) + " interval)",
                  false, true},
                 {"gap", "Gap"}},
                {}};
    std::size_t number = 0;
    for (const Bin& bin : report.binned.bins) {
        const bool isEmpty = bin.count == 0;
        table.rows.push_back({++number, NumberCell{bin.lower}, NumberCell{bin.upper}, bin.count,
                              NumberCell{bin.confidence}, NumberCell{bin.accuracy, bin.interval},
                              NumberCell{isEmpty ? std::nullopt : std::optional(bin.gap())}});
    }
    return table;
}

Table scoreTable(const Report& report) {
    Table table{
        "scores",
        {{"score", "Score", true},
         {"value", "Value (" + percentText(report.settings.level) + " interval)", false, true},
         {"p_by_chance", "p"},
         {"remark", "Remark", true}},
        {}};
    for (const Score& score : report.scores) {
        table.rows.push_back({std::string(scoreName(scoreDefinition(score.id), report.view)),
                              NumberCell{score.value, score.interval, score.isAtFloor},
                              NumberCell{score.pByChance}, score.remark});
    }
    return table;
}

Table classTable(const Report& report) {
    Table table{"classes",
                {{"class", "Class", true},
                 {"count", "n"},
                 {"frequency", "Frequency"},
                 {"probability", "Mean probability"},
                 {"gap", "Gap"},
                 {"ece", "ECE"},
                 {"ece_equal_mass", "ECE, equal mass"}},
                {}};
    const auto& classes = *report.classes;
    for (std::size_t k = 0; k < classes.size(); ++k) {
        const ClassSummary& summary = classes[k];
        table.rows.push_back({report.dataset.classNames[k], summary.count,
                              NumberCell{summary.frequency}, NumberCell{summary.meanProbability},
                              NumberCell{summary.gap()}, NumberCell{summary.ece},
                              NumberCell{summary.eceEqualMass}});
    }
    return table;
}

Table groupTable(const Report& report) {
    Table table{"groups",
                {{"group", "Group", true},
                 {"count", "n"},
                 {"accuracy", nameOf("accuracy", report.view)},
                 {"confidence", nameOf("confidence", report.view)},
                 {"ece", "ECE"}},
                {}};
    for (const GroupSummary& summary : report.groups) {
        table.rows.push_back({groupName(summary.group), summary.rows, NumberCell{summary.accuracy},
                              NumberCell{summary.confidence}, NumberCell{summary.ece}});
    }
    return table;
}

Table binProfileTable(const BinProfile& profile) {
    Table table{std::string(choiceOf(kProfileKinds, ProfileKind::Bins).label),
                {{"bins", "Bins"},
                 {"ece", "ECE"},
                 {"chance_mean", "ECE by chance, mean"},
                 {"chance_95", "ECE by chance, 95 % quantile"}},
                {}};
    for (const BinProfilePoint& point : profile) {
        table.rows.push_back({point.bins, NumberCell{point.ece}, NumberCell{point.chanceMean},
                              NumberCell{point.chance95}});
    }
    return table;
}

Table temperatureTable(const TemperatureProfile& profile) {
    Table table{std::string(choiceOf(kProfileKinds, ProfileKind::Temperature).label),
                {{"temperature", "T"}, {"nll", "NLL"}, {"ece", "ECE"}, {"remark", "Remark", true}},
                {}};
    for (const ProfilePoint& point : profile.points) {
        std::string remark;
        if (point.temperature == profile.leastNll) remark = "lowest NLL";
        if (point.temperature == profile.leastEce)
            remark += remark.empty() ? "lowest ECE" : ", lowest ECE";
        table.rows.push_back({NumberCell{point.temperature}, NumberCell{point.nll},
                              NumberCell{point.ece}, std::move(remark)});
    }
    return table;
}

constexpr double kSmallestShown = 1e-4;

std::string tabbedField(std::string_view text) {
    std::string out;
    for (const char c : text)
        out += c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
    return out;
}

/// Writes tables in one format.
class TableWriter {
public:
    TableWriter(const Table& table, TableFormat format) : m_table(table), m_format(format) {}

    std::string text() {
        switch (m_format) {
            case TableFormat::Csv:
            case TableFormat::Tabbed: addPlain(); break;
            case TableFormat::Markdown: addMarkdown(); break;
            case TableFormat::Latex: addLatex(); break;
        }
        return std::move(m_out);
    }

private:
    void addPlain() {
        const char* separator = m_format == TableFormat::Csv ? "," : "\t";
        const auto field = [&](std::string_view text) {
            return m_format == TableFormat::Csv ? csvField(text) : tabbedField(text);
        };
        const auto number = [](const std::optional<double>& value) {
            return value ? shortest(*value) : std::string();
        };
        std::vector<std::string> fields;
        const auto addLine = [&] {
            for (const std::string& one : fields)
                m_out += (&one == fields.data() ? "" : separator) + one;
            m_out += "\n";
            fields.clear();
        };
        for (const TableColumn& column : m_table.columns) {
            fields.push_back(column.id);
            if (!column.hasInterval) continue;
            fields.push_back(column.id + "_lower");
            fields.push_back(column.id + "_upper");
        }
        addLine();
        for (const auto& row : m_table.rows) {
            for (std::size_t i = 0; i < row.size(); ++i) {
                if (const auto* words = std::get_if<std::string>(&row[i])) {
                    fields.push_back(field(*words));
                } else if (const auto* count = std::get_if<std::size_t>(&row[i])) {
                    fields.push_back(std::to_string(*count));
                } else {
                    const auto& [value, interval, isAtMost] = std::get<NumberCell>(row[i]);
                    fields.push_back(number(value));
                    if (!m_table.columns[i].hasInterval) continue;
                    fields.push_back(interval ? shortest(interval->lower) : "");
                    fields.push_back(interval ? shortest(interval->upper) : "");
                }
            }
            addLine();
        }
    }

    std::string forPeople(const TableCell& cell) const {
        const bool latex = m_format == TableFormat::Latex;
        if (const auto* words = std::get_if<std::string>(&cell)) {
            return latex ? latexEscaped(*words) : markdownEscaped(*words);
        }
        if (const auto* count = std::get_if<std::size_t>(&cell)) return groupedDigits(*count);
        const auto& [value, interval, isAtMost] = std::get<NumberCell>(cell);
        if (!value) return latex ? "--" : "–";
        const auto number = [&](double x) {
            std::string text = fixedText(x, 4);
            if (text.starts_with('-')) text.replace(0, 1, latex ? "$-$" : "−");
            return text;
        };
        if (*value > 0 && *value < kSmallestShown && !interval)
            return (latex ? "$<$ " : "< ") + fixedText(kSmallestShown, 4);
        return (!isAtMost ? ""
                : latex   ? "$\\le$ "
                          : "≤ ") +
               number(*value) +
               (interval ? " (" + number(interval->lower) + " to " + number(interval->upper) + ")"
                         : "");
    }

    void addMarkdown() {
        std::string rule = "|";
        m_out += "|";
        for (const TableColumn& column : m_table.columns) {
            m_out += " " + markdownEscaped(column.name) + " |";
            rule += column.isText ? "---|" : "---:|";
        }
        m_out += "\n" + rule + "\n";
        for (const auto& row : m_table.rows) {
            m_out += "|";
            for (const TableCell& cell : row)
                m_out += " " + forPeople(cell) + " |";
            m_out += "\n";
        }
    }

    void addLatex() {
        std::string alignment;
        std::string names;
        for (const TableColumn& column : m_table.columns) {
            alignment += column.isText ? 'l' : 'r';
            names += (names.empty() ? "" : " & ") + latexEscaped(column.name);
        }
        m_out += "% \\usepackage{booktabs}\n\\begin{tabular}{" + alignment + "}\n\\toprule\n" +
                 names + " \\\\\n\\midrule\n";
        for (const auto& row : m_table.rows) {
            std::string line;
            for (const TableCell& cell : row)
                line += (&cell == row.data() ? "" : " & ") + forPeople(cell);
            m_out += line + " \\\\\n";
        }
        m_out += "\\bottomrule\n\\end{tabular}\n";
    }

    const Table& m_table;
    TableFormat m_format;
    std::string m_out;
};

}  // namespace

Result<Table> tableOf(const Report& report, TableKind kind) {
    const auto none = [&](std::string why) {
        return Error{ErrorKind::Undefined, std::move(why), report.dataset.file};
    };
    switch (kind) {
        case TableKind::Bins: return binTable(report);
        case TableKind::Scores: return scoreTable(report);
        case TableKind::Classes:
            if (report.classes && !report.classes->empty()) return classTable(report);
            return none("the probabilities of all classes are unknown");
        case TableKind::Groups:
            if (!report.groups.empty()) return groupTable(report);
            return none("no column divides the rows into groups; name one by --column group=NAME");
        case TableKind::EceByBins:
            if (report.binProfile) return binProfileTable(*report.binProfile);
            return none(kNoBinProfile);
        case TableKind::Temperatures:
            if (report.temperatureProfile) return temperatureTable(*report.temperatureProfile);
            return none(noTemperatureProfile(report));
        case TableKind::Maps:
        case TableKind::Models:
        case TableKind::Comparison:
        case TableKind::ComparedGaps:
        case TableKind::MovedRows: break;
    }
    return none("comparisons of maps and models are not part of a report");
}

Table tableOf(std::span<const ComparedMap> maps, const View& view) {
    const std::array<std::pair<std::string_view, std::string>, 5> shown = {
        {{"ece", "ECE"},
         {"nll", "NLL"},
         {"brier", "Brier"},
         {"brier_multiclass", "Brier, all classes"},
         {"accuracy", nameOf("accuracy", view)}}};
    Table table{"calibration maps, cross-validated", {{"map", "Map", true}}, {}};
    for (const auto& [id, name] : shown)
        table.columns.push_back({std::string(id), name, false, true});
    table.columns.push_back({"brier_change", "Brier, paired change", false, true});
    table.columns.push_back({"remark", "Remark", true});
    for (const ComparedMap& map : maps) {
        std::vector<TableCell> row{map.kind ? std::string(mapDefinition(*map.kind).name) : "none"};
        for (const auto& [id, name] : shown) {
            const Score* score = map.find(id);
            row.emplace_back(score ? NumberCell{score->value, score->interval} : NumberCell{});
        }
        row.emplace_back(map.change ? NumberCell{map.change->value, map.change->interval}
                                    : NumberCell{});
        row.emplace_back(map.scores ? std::string() : map.scores.error().detail);
        table.rows.push_back(std::move(row));
    }
    return table;
}

ReportPlan planOf(TableKind kind) {
    ReportPlan plan;
    if (kind == TableKind::Scores) {
        plan.scores = plan.intervals = ScoreSet::all();
    }
    plan.classes = kind == TableKind::Classes;
    plan.groups = kind == TableKind::Groups;
    if (kind == TableKind::EceByBins) plan.insert(ReportPlan::of(ProfileKind::Bins));
    if (kind == TableKind::Temperatures) plan.insert(ReportPlan::of(ProfileKind::Temperature));
    return plan;
}

std::string written(const Table& table, TableFormat format) {
    return TableWriter(table, format).text();
}

std::string latexEscaped(std::string_view text) {
    std::string out;
    // After a line of a table, LaTeX would take these for an option.
    if (text.starts_with('[') || text.starts_with('*')) out = "{}";
    for (const char c : text) {
        switch (c) {
            case '\\': out += "\\textbackslash{}"; break;
            case '~': out += "\\textasciitilde{}"; break;
            case '^': out += "\\textasciicircum{}"; break;
            case '<': out += "\\textless{}"; break;
            case '>': out += "\\textgreater{}"; break;
            case '|': out += "\\textbar{}"; break;
            case '&':
            case '%':
            case '$':
            case '#':
            case '_':
            case '{':
            case '}':
                out += '\\';
                out += c;
                break;
            case '\n':
            case '\r': out += ' '; break;
            default: out += c;
        }
    }
    return out;
}

}  // namespace diagonal
