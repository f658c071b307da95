// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/json/record_table.h"

#include <algorithm>
#include <map>

#include "core/base/text.h"
#include "core/reading/numbers/number_text.h"
#include "core/reading/options/column_roles.h"

namespace diagonal {
namespace {

constexpr std::size_t kEnoughRecords = 20;  ///< if they hold kEnoughCells
constexpr std::size_t kEnoughCells = 50'000;

Error otherScores(std::size_t count, std::size_t usual, std::size_t line) {
    return malformed("this record has " + counted(count, "score") + ", not " +
                         groupedDigits(usual) + " like the others",
                     line);
}

}  // namespace

Result<void> RecordTable::add(std::vector<JsonCell> cells, std::size_t line) {
    if (m_collector) return m_collector->add(std::move(cells), line);
    m_sample.push_back(expandedLists(std::move(cells)));
    m_sampledLines.push_back(line);
    m_sampledCells +=
        static_cast<std::size_t>(std::ranges::count(m_sample.back(), false, &JsonCell::isWhole));
    const bool enough = m_sample.size() >= kSampledRecords ||
                        (m_sample.size() >= kEnoughRecords && m_sampledCells >= kEnoughCells);
    return enough ? begin() : Result<void>();
}

Result<RoleColumns> RecordTable::finish() && {
    if (!m_collector) {
        if (m_sample.empty()) return malformed("there are no records", 0);
        if (auto done = begin(); !done) return done.error();
    }
    return std::move(*m_collector).finish();
}

Result<void> RecordTable::begin() {
    auto& columns = m_columns.columns;
    m_columns.tokens = TokenClasses(m_sample, m_options.columns);
    for (std::vector<JsonCell> cells : m_sample) {
        m_columns.tokens.expand(cells);
        for (const JsonCell& cell : cells) {
            if (cell.isWhole) continue;
            const auto [place, isNew] = m_columns.columnOf.emplace(cell.name, columns.size());
            if (isNew) columns.push_back({cell.name, {}});
            columns[place->second].cells.push_back(cell.text);
            m_columns.holdsChoices = m_columns.holdsChoices || cell.isChoice;
        }
    }
    auto roles = assignedRoles(columns, m_options, true);
    if (m_observer.preview) {
        m_observer.preview(
            {m_format, std::nullopt, columns, roles ? roles.value() : ColumnRoles{}});
    }
    if (!roles) return roles.error();
    m_columns.roles = std::move(roles).value();
    addWholeColumns();
    m_columns.isScore.assign(columns.size(), false);
    for (const std::size_t c : m_columns.roles.scores)
        m_columns.isScore[c] = true;
    findScoreList();
    if (auto done = checkScoreCounts(); !done) return done;
    m_collector.emplace(m_columns);
    for (std::size_t row = 0; row < m_sample.size(); ++row) {
        if (auto done = m_collector->add(std::move(m_sample[row]), m_sampledLines[row]); !done) {
            return done;
        }
    }
    m_sample.clear();
    return {};
}

/// Adds the lists and objects of the sampled records as columns to show.
void RecordTable::addWholeColumns() {
    for (const std::vector<JsonCell>& cells : m_sample)
        for (const JsonCell& cell : cells) {
            if (!cell.isWhole) continue;
            const std::size_t next = m_columns.columns.size();
            if (!m_columns.columnOf.emplace(cell.name, next).second) continue;
            m_columns.columns.push_back({cell.name, {}});
            m_columns.roles.rowNames.push_back(next);
            ++m_columns.roles.otherColumns;
        }
    m_columns.takesWhole.assign(m_columns.columns.size(), false);
    const std::vector<std::size_t>& shown = m_columns.roles.rowNames;
    for (std::size_t i = shown.size() - m_columns.roles.otherColumns; i < shown.size(); ++i)
        m_columns.takesWhole[shown[i]] = !m_columns.roles.uses(shown[i]);
}

/// Returns an error for the first sampled record with more scores than most records have; its extra
/// scores would be columns.
Result<void> RecordTable::checkScoreCounts() const {
    const ColumnRoles& roles = m_columns.roles;
    if (roles.scoreRole != ScoreRole::ClassScores || m_columns.holdsChoices) return {};
    std::vector<std::size_t> counts;
    std::map<std::size_t, std::size_t> records;  // keyed by number of scores
    for (std::vector<JsonCell> cells : m_sample) {
        m_columns.tokens.expand(cells);
        counts.push_back(
            static_cast<std::size_t>(std::ranges::count_if(cells, [&](const auto& cell) {
                return !cell.isWhole && m_columns.isScore[m_columns.columnOf.at(cell.name)];
            })));
        ++records[counts.back()];
    }
    const auto usual =
        std::ranges::max_element(records, {}, [](const auto& r) { return r.second; });
    const auto odd = std::ranges::find_if(counts, [&](std::size_t n) { return n > usual->first; });
    if (odd == counts.end() || usual->first == 0) return {};
    return otherScores(*odd, usual->first,
                       m_sampledLines[static_cast<std::size_t>(odd - counts.begin())]);
}

/// Finds the lists that the columns with roles come from.
void RecordTable::findScoreList() {
    const ColumnRoles& roles = m_columns.roles;
    const auto listOf = [&](std::size_t column) {
        const std::string& name = m_columns.columns[column].name;
        return name.substr(0, name.rfind('_'));
    };
    for (const std::size_t c : roles.rowNames)
        m_columns.listsWithRoles.insert(listOf(c));
    for (const auto& role : kColumnRoles) {
        for (const std::size_t c : roles.of(role.value))
            m_columns.listsWithRoles.insert(listOf(c));
    }
    if (roles.scores.empty()) return;
    const std::string list = listOf(roles.scores.front());
    for (std::size_t k = 0; k < roles.scores.size(); ++k) {
        const std::string& name = m_columns.columns[roles.scores[k]].name;
        if (name != list + "_" + std::to_string(k)) return;
    }
    m_columns.scoreList = list;
}

/// Adds a record with its scores in one list of numbers, without converting them to text. Returns
/// false and adds nothing for other records.
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
    noteLabelKey(cells);
    m_rows.take(m_fields, scores->numbers, line);
    return true;
}

Result<void> RecordCollector::add(std::vector<JsonCell> cells, std::size_t line) {
    // What no column shows is not there, for what follows.
    std::erase_if(cells, [&](const JsonCell& cell) {
        if (!cell.isWhole) return false;
        const auto column = m_columns.columnOf.find(cell.name);
        return column == m_columns.columnOf.end() || !m_columns.takesWhole[column->second];
    });
    if (addList(cells, line)) return {};
    cells = expandedLists(std::move(cells));
    m_columns.tokens.expand(cells);
    m_fields.assign(m_columns.columns.size(), {});
    const ColumnRoles& roles = m_columns.roles;
    std::size_t scores = 0;
    for (const JsonCell& cell : cells) {
        const auto column = m_columns.columnOf.find(cell.name);
        if (column == m_columns.columnOf.end()) {
            // An extra item in the list of scores; other new fields have no role.
            if (cell.name == nextScore()) ++scores;
            continue;
        }
        m_fields[column->second] = cell.text;
        scores += m_columns.isScore[column->second];
    }
    // A null list makes a row without scores.
    const bool none = scores == 0 && std::ranges::any_of(cells, [&](const JsonCell& cell) {
                          return !roles.scores.empty() && isMissing(cell.text) &&
                                 cell.name + "_0" == m_columns.columns[roles.scores.front()].name;
                      });
    if (m_columns.holdsChoices && scores >= 2 && scores < roles.scores.size()) {
        // A question with fewer answers: the missing ones cannot be chosen.
        for (std::size_t k = scores; k < roles.scores.size(); ++k)
            m_fields[roles.scores[k]] = "-inf";
        scores = roles.scores.size();
    }
    if (!none && scores != roles.scores.size() && roles.scoreRole == ScoreRole::ClassScores) {
        return otherScores(scores, roles.scores.size(), line);
    }
    noteLabelKey(cells);
    if (scores == 0 && roles.correct && !holds(cells, *roles.correct)) m_rows.noteNotJudged();
    return m_rows.take(m_fields, line);
}

/// Returns true if a record has the key of a column.
bool RecordCollector::holds(const std::vector<JsonCell>& cells, std::size_t column) const {
    const std::string& name = m_columns.columns[column].name;
    return std::ranges::find(cells, name, &JsonCell::name) != cells.end();
}

/// Notes a record without the label's key: unlike an empty label, that is not an open outcome.
void RecordCollector::noteLabelKey(const std::vector<JsonCell>& cells) {
    if (m_columns.roles.label.size() != 1) return;
    const std::string& label = m_columns.columns[m_columns.roles.label.front()].name;
    const bool isOwn = label.find('.') == std::string::npos;
    if (isOwn && std::ranges::find(cells, label, &JsonCell::name) == cells.end()) {
        m_rows.noteMissingLabelKey();
    }
}

RoleColumns RecordCollector::finish() && {
    RoleColumns out = std::move(m_rows).finish();
    if (!m_columns.tokens.empty()) {
        out.assumptions.push_back({"first_token", m_columns.tokens.names()});
    }
    return out;
}

/// Returns the column name of one more item in the list of scores.
std::string RecordCollector::nextScore() const {
    if (m_columns.roles.scores.empty()) return "";
    const std::string& last = m_columns.columns[m_columns.roles.scores.back()].name;
    return last.substr(0, last.rfind('_') + 1) + std::to_string(m_columns.roles.scores.size());
}

}  // namespace diagonal
