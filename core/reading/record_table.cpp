// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/record_table.h"

#include <algorithm>

#include "core/reading/number_text.h"
#include "core/text.h"

namespace diagonal {
namespace {

constexpr std::size_t kSampledRecords = 200;
constexpr std::size_t kEnoughRecords = 20;  ///< where they hold many cells
constexpr std::size_t kEnoughCells = 50'000;

Error malformed(std::string detail, std::size_t line) {
    return Error{ErrorKind::Malformed, std::move(detail), {}, line};
}

}  // namespace

std::optional<Error> RecordTable::add(std::vector<JsonCell> cells, std::size_t line) {
    if (m_collector) return m_collector->add(std::move(cells), line);
    m_sample.emplace_back(withoutLists(std::move(cells)), line);
    m_sampledCells += m_sample.back().first.size();
    const bool enough = m_sample.size() >= kSampledRecords ||
                        (m_sample.size() >= kEnoughRecords && m_sampledCells >= kEnoughCells);
    return enough ? begin() : std::nullopt;
}

Result<RoleColumns> RecordTable::finish() && {
    if (!m_collector) {
        if (m_sample.empty()) return malformed("there are no records", 0);
        if (auto error = begin()) return *error;
    }
    return std::move(*m_collector).finish();
}

std::optional<Error> RecordTable::begin() {
    for (const auto& [cells, line] : m_sample) {
        for (const JsonCell& cell : cells) {
            const auto [place, isNew] =
                m_columns.columnOf.emplace(cell.name, m_columns.columns.size());
            if (isNew) m_columns.columns.push_back({cell.name, {}});
            m_columns.columns[place->second].cells.push_back(cell.text);
            m_columns.holdsChoices = m_columns.holdsChoices || cell.isChoice;
        }
    }
    auto roles = assignedRoles(m_columns.columns, m_options, true);
    if (m_observer.preview) {
        m_observer.preview(
            {m_format, std::nullopt, m_columns.columns, roles ? roles.value() : ColumnRoles{}});
    }
    if (!roles) return roles.error();
    m_columns.roles = std::move(roles).value();
    m_columns.isScore.assign(m_columns.columns.size(), false);
    for (const std::size_t c : m_columns.roles.scores)
        m_columns.isScore[c] = true;
    findScoreList();
    m_collector.emplace(m_columns);
    for (auto& [cells, line] : m_sample) {
        if (auto error = m_collector->add(std::move(cells), line)) return error;
    }
    m_sample.clear();
    return std::nullopt;
}

/// Finds which lists the columns with roles are of.
void RecordTable::findScoreList() {
    const auto listOf = [&](std::size_t column) {
        const std::string& name = m_columns.columns[column].name;
        return name.substr(0, name.rfind('_'));
    };
    for (const auto* columns :
         {&m_columns.roles.label, &m_columns.roles.groups, &m_columns.roles.rowNames}) {
        for (const std::size_t c : *columns)
            m_columns.listsWithRoles.insert(listOf(c));
    }
    for (const auto& column :
         {m_columns.roles.predicted, m_columns.roles.correct, m_columns.roles.weight}) {
        if (column) m_columns.listsWithRoles.insert(listOf(*column));
    }
    if (m_columns.roles.scores.empty()) return;
    const std::string list = listOf(m_columns.roles.scores.front());
    for (std::size_t k = 0; k < m_columns.roles.scores.size(); ++k) {
        const std::string& name = m_columns.columns[m_columns.roles.scores[k]].name;
        m_columns.listsWithRoles.insert(listOf(m_columns.roles.scores[k]));
        if (name != list + "_" + std::to_string(k)) return;
    }
    m_columns.scoreList = list;
}

/// Takes a record whose scores are one list of numbers, without a text for each; false, and
/// nothing is taken, where they are not.
bool RecordCollector::addList(const std::vector<JsonCell>& cells, std::size_t line) {
    m_fields.assign(m_columns.columns.size(), {});
    const JsonCell* scores = nullptr;
    for (const JsonCell& cell : cells) {
        if (cell.numbers.empty()) {
            const auto column = m_columns.columnOf.find(cell.name);
            if (column == m_columns.columnOf.end()) continue;
            if (m_columns.isScore[column->second]) return false;
            m_fields[column->second] = cell.text;
        } else if (cell.name == m_columns.scoreList && !scores) {
            scores = &cell;
        } else if (m_columns.listsWithRoles.contains(cell.name)) {
            return false;
        }
    }
    if (!scores || scores->numbers.size() != m_columns.roles.scores.size()) return false;
    m_rows.take(m_fields, scores->numbers, line);
    return true;
}

std::optional<Error> RecordCollector::add(std::vector<JsonCell> cells, std::size_t line) {
    if (addList(cells, line)) return std::nullopt;
    cells = withoutLists(std::move(cells));
    m_fields.assign(m_columns.columns.size(), {});
    std::size_t scores = 0;
    for (const JsonCell& cell : cells) {
        const auto column = m_columns.columnOf.find(cell.name);
        if (column == m_columns.columnOf.end()) {
            // One more in a list of scores; other new fields have no role.
            if (cell.name == nextScore()) ++scores;
            continue;
        }
        m_fields[column->second] = cell.text;
        scores += m_columns.isScore[column->second];
    }
    // A list that is null is a row without scores.
    const bool none =
        scores == 0 && std::ranges::any_of(cells, [&](const JsonCell& cell) {
            return !m_columns.roles.scores.empty() && isMissing(cell.text) &&
                   cell.name + "_0" == m_columns.columns[m_columns.roles.scores.front()].name;
        });
    if (m_columns.holdsChoices && scores >= 2 && scores < m_columns.roles.scores.size()) {
        // A question with fewer answers: the others cannot be chosen.
        for (std::size_t k = scores; k < m_columns.roles.scores.size(); ++k)
            m_fields[m_columns.roles.scores[k]] = "-inf";
        scores = m_columns.roles.scores.size();
    }
    if (!none && scores != m_columns.roles.scores.size() &&
        m_columns.roles.scoreRole == ScoreRole::ClassScores) {
        return malformed("this record has " + counted(scores, "score") + ", not " +
                             groupedDigits(m_columns.roles.scores.size()) + " as the others",
                         line);
    }
    return m_rows.take(m_fields, line);
}

/// The name that a list longer by one would add.
std::string RecordCollector::nextScore() const {
    if (m_columns.roles.scores.empty()) return "";
    const std::string& last = m_columns.columns[m_columns.roles.scores.back()].name;
    return last.substr(0, last.rfind('_') + 1) + std::to_string(m_columns.roles.scores.size());
}

}  // namespace diagonal
