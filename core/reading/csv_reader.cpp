// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/csv_reader.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/reading/column_names.h"
#include "core/reading/csv_records.h"
#include "core/text.h"

namespace diagonal {
namespace {

constexpr std::size_t kListedWords = 100;
constexpr std::size_t kProgressRows = 512;

/// Takes the cells of the columns that have roles, record after record.
class RoleCollector {
public:
    RoleCollector(const CsvHead& head, const ColumnRoles& roles)
        : m_head(head), m_roles(roles), m_columns(head.columns.size()) {}

    /// The error where the record breaks the table.
    std::optional<Error> take(std::span<const std::string_view> fields, std::size_t line) {
        if (fields.size() == m_columns + 1 && fields.back().empty()) {
            fields = fields.first(m_columns);  // a delimiter at the end of each line
        }
        if (fields.size() != m_columns) {
            return broken("this record has " + counted(fields.size(), "field") + ", not " +
                              groupedDigits(m_columns) +
                              " as the first. Complete it, or quote the field that holds a " +
                              delimiterName(m_head.dialect.delimiter),
                          line, "");
        }
        for (std::size_t k = 0; k < m_roles.scores.size(); ++k) {
            if (auto error = takeScore(fields[m_roles.scores[k]], k, line)) return error;
        }
        takeLabel(fields);
        if (m_roles.predicted) m_out.predicted.add(fields[*m_roles.predicted]);
        if (m_roles.correct) m_out.correct.add(fields[*m_roles.correct]);
        m_out.places.add(line);
        ++m_rows;
        return std::nullopt;
    }

    RoleColumns finish() && {
        for (const std::size_t c : m_roles.scores) {
            m_out.scoreNames.push_back(m_head.columns[c].name);
        }
        for (const ColumnSample& column : m_head.columns)
            m_out.allNames.push_back(column.name);
        m_out.scores = ScoreMatrix(std::move(m_values), m_roles.scores.size());
        m_out.scoreRole = m_roles.scoreRole;
        m_out.scoreRoleByUser = m_roles.scoreRoleByUser;
        m_out.namedScale = m_roles.namedScale;
        m_out.classNames = m_roles.classNames;
        m_out.labelIsPosition = m_roles.label.size() > 1;
        return std::move(m_out);
    }

private:
    static Error broken(std::string detail, std::size_t line, std::string column) {
        return Error{ErrorKind::Malformed, std::move(detail), {}, line, std::move(column)};
    }

    std::optional<Error> takeScore(std::string_view text, std::size_t k, std::size_t line) {
        const NumberText number = numberIn(text, m_head.dialect.decimalComma);
        double value = number.value;
        switch (number.kind) {
            case NumberText::Kind::Number: break;
            case NumberText::Kind::Percent: m_out.percentSigns = true; break;
            case NumberText::Kind::Missing:
            case NumberText::Kind::Word:
                value = std::numeric_limits<double>::quiet_NaN();
                if (m_out.words.size() < kListedWords) {
                    m_out.words.push_back({m_rows, k, std::string(text.substr(0, 60))});
                }
                break;
            case NumberText::Kind::Junk:
                return broken(quoted(text) + " is a number with something behind it", line,
                              m_head.columns[m_roles.scores[k]].name);
        }
        m_values.push_back(value);
        return std::nullopt;
    }

    void takeLabel(std::span<const std::string_view> fields) {
        if (m_roles.label.size() == 1) m_out.label.add(fields[m_roles.label.front()]);
        if (m_roles.label.size() < 2) return;
        std::size_t ones = 0;
        std::size_t hot = 0;
        bool clean = true;
        for (std::size_t k = 0; k < m_roles.label.size(); ++k) {
            const int truth = truthValue(canonicalLabel(fields[m_roles.label[k]]));
            clean = clean && truth >= 0;
            if (truth == 1) {
                ++ones;
                hot = k;
            }
        }
        if (clean && ones == 1) {
            m_out.label.addInteger(static_cast<std::int64_t>(hot));
        } else {
            m_out.label.add("not one-hot");
        }
    }

    const CsvHead& m_head;
    const ColumnRoles& m_roles;
    std::size_t m_columns;
    std::size_t m_rows = 0;
    std::vector<double> m_values;
    RoleColumns m_out;
};

void noteRoles(const CsvHead& head, const ColumnRoles& roles, RoleColumns& out) {
    const auto note = [&](const char* id, std::string value) {
        out.assumptions.push_back({id, std::move(value)});
    };
    const auto nameOf = [&](std::size_t c) { return head.columns[c].name; };
    if (!roles.label.empty()) {
        std::string names = nameOf(roles.label.front());
        for (std::size_t i = 1; i < roles.label.size(); ++i)
            names += ", " + nameOf(roles.label[i]);
        note("label_column", names);
    }
    std::string others;
    for (const std::size_t c : roles.otherLabels)
        others += (others.empty() ? "" : ", ") + nameOf(c);
    if (!others.empty()) note("other_label_columns", others);
    if (roles.predicted) note("predicted_column", nameOf(*roles.predicted));
    if (roles.correct) note("correct_column", nameOf(*roles.correct));
    if (roles.scores.size() == 1) note("score_column", nameOf(roles.scores.front()));
    if (roles.scores.size() > 1) {
        note("score_columns", nameOf(roles.scores.front()) + " to " + nameOf(roles.scores.back()));
    }
    note("delimiter", delimiterName(head.dialect.delimiter));
    if (head.dialect.decimalComma) note("decimal", "comma");
    if (!head.dialect.hasHeader) note("header", "none");
}

/// Calls take(records) for every record below the header, which gives an error where it cannot
/// go on. Gives that error, or that of a broken or cancelled read.
template <typename Take>
std::optional<Error> forEachRow(ByteSource& source, const CsvDialect& dialect,
                                const ProgressCallback& progress, Take take) {
    CsvRecords records(source, dialect);
    if (dialect.hasHeader) {
        if (const auto header = records.next(); !header) return header.error();
    }
    for (std::size_t row = 0;; ++row) {
        const auto more = records.next();
        if (!more) return more.error();
        if (!more.value()) return std::nullopt;
        if (auto error = take(records)) return error;
        if (progress && row % kProgressRows == 0 &&
            !progress(source.consumed(), source.size().value_or(0))) {
            return Error{ErrorKind::Cancelled, "cancelled"};
        }
    }
}

}  // namespace

Result<RoleColumns> readCsv(ByteSource& source, const ReadOptions& options,
                            const ProgressCallback& progress) {
    const auto head = csvHead(source);
    if (!head) return head.error();
    const auto roles =
        assignedRoles(head.value().columns, options.columns, head.value().dialect.hasHeader);
    if (!roles) return roles.error();
    RoleCollector collector(head.value(), roles.value());
    const auto take = [&](const CsvRecords& records) {
        return collector.take(records.fields(), records.line());
    };
    if (auto error = forEachRow(source, head.value().dialect, progress, take)) return *error;
    RoleColumns columns = std::move(collector).finish();
    noteRoles(head.value(), roles.value(), columns);
    return columns;
}

Result<LabelColumn> readCsvLabels(ByteSource& source, const ReadOptions& options,
                                  const ProgressCallback& progress) {
    const auto head = csvHead(source);
    if (!head) return head.error();
    std::vector<std::string> names;
    std::optional<std::size_t> chosen;
    for (const ColumnSample& column : head.value().columns) {
        if (!chosen && head.value().dialect.hasHeader && namesLabel(column.name)) {
            chosen = names.size();
        }
        names.push_back(column.name);
    }
    for (const RoleChoice& choice : options.columns) {
        const auto column = chosenColumn(names, choice.column);
        if (choice.role == ColumnRole::Label && column) chosen = column;
    }
    if (!chosen && names.size() == 1) chosen = 0;
    if (!chosen) {
        return Error{ErrorKind::Unclear, "none of the columns is called label: " +
                                             quotedList(names) + ". Name it: --column label=NAME"};
    }
    LabelColumn labels;
    const auto take = [&](const CsvRecords& records) -> std::optional<Error> {
        if (records.fields().size() <= *chosen) {
            return Error{ErrorKind::Malformed,
                         "this record has only " + counted(records.fields().size(), "field"),
                         {},
                         records.line()};
        }
        labels.add(records.fields()[*chosen]);
        return std::nullopt;
    };
    if (auto error = forEachRow(source, head.value().dialect, progress, take)) return *error;
    return labels;
}

}  // namespace diagonal
