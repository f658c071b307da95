// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/roles/role_collector.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/large_vector.h"
#include "core/base/text.h"
#include "core/reading/numbers/number_text.h"
#include "core/reading/numbers/plain_decimals.h"
#include "core/reading/roles/label_sets.h"
#include "core/reading/roles/role_description.h"

namespace diagonal {
namespace {

constexpr std::size_t kOthers = 8;

}  // namespace

RoleCollector::RoleCollector(const std::vector<ColumnSample>& columns, const ColumnRoles& roles,
                             bool decimalComma)
    : m_columns(columns),
      m_roles(roles),
      m_decimalComma(decimalComma),
      m_scoresAdjoin(std::ranges::adjacent_find(
                         roles.scores, [](std::size_t a, std::size_t b) { return b != a + 1; }) ==
                     roles.scores.end()),
      m_out(emptyRoleColumns(columns, roles, decimalComma)) {}

Result<void> RoleCollector::take(std::span<const std::string_view> fields, std::size_t line) {
    if (auto done = takeScores(fields, line); !done) return done;
    takeOthers([&](std::size_t column) { return fields[column]; }, line);
    return {};
}

Result<void> RoleCollector::take(const FieldGrid& rows) {
    const bool scoresTaken = takeScores(rows);
    for (std::size_t row = 0; row < rows.rows; ++row) {
        const auto fieldAt = [&](std::size_t column) { return trimmed(rows.field(row, column)); };
        if (scoresTaken) {
            takeOthers(fieldAt, rows.line + row);
            continue;
        }
        m_fields.clear();
        for (std::size_t column = 0; column < m_columns.size(); ++column)
            m_fields.push_back(fieldAt(column));
        if (auto done = take(m_fields, rows.line + row); !done) return done;
    }
    return {};
}

void RoleCollector::take(std::span<const std::string_view> fields, std::span<const double> scores,
                         std::size_t line) {
    m_values.insert(m_values.end(), scores.begin(), scores.end());
    takeOthers([&](std::size_t column) { return fields[column]; }, line);
}

/// Adds the cells of a row that are not scores; fieldAt(column) returns a field of the row.
template <typename FieldAt>
void RoleCollector::takeOthers(FieldAt fieldAt, std::size_t line) {
    takeLabel(fieldAt);
    if (m_roles.predicted) m_out.predicted.add(fieldAt(*m_roles.predicted));
    if (m_roles.correct) m_out.correct.add(fieldAt(*m_roles.correct));
    if (m_roles.weight) takeWeight(fieldAt);
    if (m_roles.time) m_out.times->add(fieldAt(*m_roles.time), m_decimalComma);
    for (std::size_t g = 0; g < m_roles.groups.size(); ++g)
        m_out.groups[g].labels.add(fieldAt(m_roles.groups[g]));
    for (std::size_t i = 0; i < m_out.rowNames.size(); ++i)
        m_out.rowNames[i].labels.add(fieldAt(m_roles.rowNames[i]));
    if (line > 0) m_out.places.add(line);
    ++m_rows;
}

void RoleCollector::append(RoleCollector& more, std::size_t lines) {
    RoleColumns& rows = more.m_out;
    for (WordInScores& word : rows.words) {
        if (m_out.words.size() == kListedWords) break;
        word.row += m_rows;
        m_out.words.push_back(std::move(word));
    }
    rows.words.clear();
    const auto moveNumbers = [](std::vector<double>& from, std::vector<double>& to) {
        to.insert(to.end(), from.begin(), from.end());
        from.clear();
    };
    moveNumbers(more.m_values, m_values);
    moveNumbers(rows.weights, m_out.weights);
    moveNumbers(rows.correctNumbers, m_out.correctNumbers);
    if (m_out.times) m_out.times->append(*rows.times);
    m_out.label.take(rows.label);
    m_out.predicted.take(rows.predicted);
    m_out.correct.take(rows.correct);
    for (std::size_t i = 0; i < rows.groups.size(); ++i)
        m_out.groups[i].labels.take(rows.groups[i].labels);
    for (std::size_t i = 0; i < rows.rowNames.size(); ++i)
        m_out.rowNames[i].labels.take(rows.rowNames[i].labels);
    for (const std::size_t row : std::exchange(rows.recordsWithoutLabel, {}))
        m_out.recordsWithoutLabel.push_back(row + m_rows);
    for (const std::size_t row : std::exchange(rows.notJudged, {}))
        m_out.notJudged.push_back(row + m_rows);
    m_out.percentSigns += std::exchange(rows.percentSigns, 0);
    m_out.places.append(rows.places, lines);
    rows.places.clear();
    m_rows += std::exchange(more.m_rows, 0);
}

void RoleCollector::expectRows(std::size_t rows) {
    reserveLarge(m_values, rows * m_roles.scores.size());
    for (LabelColumn* column : {&m_out.label, &m_out.predicted, &m_out.correct}) {
        if (!column->empty()) column->reserve(rows);
    }
}

RoleColumns RoleCollector::finish() && {
    m_out.scores = ScoreMatrix(std::move(m_values), m_roles.scores.size());
    describeRoles(m_columns, m_roles, m_out);
    return std::move(m_out);
}

Result<void> RoleCollector::takeScores(std::span<const std::string_view> fields, std::size_t line) {
    const std::size_t count = m_roles.scores.size();
    const auto texts = scoreFields(fields);
    const std::size_t begin = m_values.size();
    m_values.resize(begin + count);
    for (std::size_t k = 0; k < count; ++k) {
        if (!m_decimalComma) {
            k += readPlainDecimals(texts.subspan(k), m_values.data() + begin + k);
            if (k == count) break;
        }
        if (auto done = takeOtherScore(texts[k], k, line); !done) return done;
    }
    return {};
}

/// Parses the scores of all rows. Returns false and adds none if any is not a plain number; the
/// caller then adds row by row, which reports the details.
bool RoleCollector::takeScores(const FieldGrid& rows) {
    if (m_decimalComma || rows.rows == 0) return false;
    const std::vector<std::size_t>& columns = m_roles.scores;
    const std::size_t begin = m_values.size();
    m_values.resize(begin + rows.rows * columns.size());
    double* const out = m_values.data() + begin;
    bool taken = true;
    if (m_scoresAdjoin && columns.size() > rows.rows) {
        for (std::size_t row = 0; taken && row < rows.rows; ++row) {
            taken = takeScores(rows.rowFrom(row, columns.front(), columns.size()),
                               out + row * columns.size(), 1);
        }
    } else {
        for (std::size_t k = 0; taken && k < columns.size(); ++k)
            taken = takeScores(rows.column(columns[k]), out + k, columns.size());
    }
    if (!taken) m_values.resize(begin);
    return taken;
}

/// Parses fields into `numbers`, `apart` doubles from each other; returns false if a field is not a
/// number or is a percentage.
bool RoleCollector::takeScores(const FieldRun& fields, double* numbers, std::size_t apart) {
    for (std::size_t i = 0; i < fields.count;) {
        i += readPlainDecimals(fields.from(i), numbers + i * apart, apart);
        // If one number is in another format, its neighbours may be too.
        for (const std::size_t end = std::min(i + kOthers, fields.count); i < end; ++i) {
            const NumberText number = numberIn(trimmed(fields.field(i)), false);
            if (number.kind != NumberText::Kind::Number) return false;
            numbers[i * apart] = number.value;
        }
    }
    return true;
}

/// Returns the fields of the scores, in their order.
std::span<const std::string_view> RoleCollector::scoreFields(
    std::span<const std::string_view> fields) {
    if (m_roles.scores.empty()) return {};
    if (m_scoresAdjoin) return fields.subspan(m_roles.scores.front(), m_roles.scores.size());
    m_scoreFields.clear();
    for (const std::size_t column : m_roles.scores)
        m_scoreFields.push_back(fields[column]);
    return m_scoreFields;
}

/// Parses score k of the current row, which is not a plain decimal.
Result<void> RoleCollector::takeOtherScore(std::string_view text, std::size_t k, std::size_t line) {
    const NumberText number = otherNumberIn(text, m_decimalComma);
    if (number.kind == NumberText::Kind::Junk) {
        return junkInScore(text, line, m_columns[m_roles.scores[k]].name);
    }
    m_values[m_rows * m_roles.scores.size() + k] =
        scoreOf(number, {m_rows, k, std::string(text)}, m_out.percentSigns, m_out.words);
    return {};
}

template <typename FieldAt>
void RoleCollector::takeWeight(FieldAt fieldAt) {
    const auto numberOf = [&](std::size_t column) {
        const NumberText number = numberIn(fieldAt(column), m_decimalComma);
        return number.kind == NumberText::Kind::Number ? number.value
                                                       : std::numeric_limits<double>::quiet_NaN();
    };
    m_out.weights.push_back(numberOf(*m_roles.weight));
    if (m_roles.correct) m_out.correctNumbers.push_back(numberOf(*m_roles.correct));
}

template <typename FieldAt>
void RoleCollector::takeLabel(FieldAt fieldAt) {
    if (m_roles.label.size() == 1) m_out.label.add(fieldAt(m_roles.label.front()));
    if (m_roles.label.size() < 2) return;
    m_truths.clear();
    for (const std::size_t column : m_roles.label)
        m_truths.push_back(
            static_cast<std::int8_t>(truthValue(canonicalLabel(fieldAt(column), m_decimalComma))));
    m_out.label.add(labelOfTruths(m_truths));
}

}  // namespace diagonal
