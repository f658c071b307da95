// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/columnar/columnar_reader.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

#include "core/base/large_vector.h"
#include "core/base/text.h"
#include "core/reading/columnar/table_sample.h"
#include "core/reading/numbers/number_text.h"
#include "core/reading/roles/column_names.h"
#include "core/reading/roles/label_sets.h"
#include "core/reading/roles/role_assignment.h"
#include "core/reading/roles/role_description.h"

namespace diagonal {
namespace {

constexpr std::size_t kMostRowNames = 3;
constexpr std::size_t kBlockColumns = 16;     ///< as many floats as a line of the cache holds
constexpr std::size_t kSliceRows = 4096;      ///< rows of a block that are transposed at once
constexpr std::size_t kSliceItems = 1 << 16;  ///< items of lists read at once
constexpr std::size_t kTasksBetween = 8;      ///< between two reports of progress
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Error inColumn(Error error, const std::string& column) {
    if (error.key.empty()) error.key = column;
    return error;
}

/// Returns the error for a list of another length, in the zero-based `row`.
Error otherLength(std::size_t row, std::int64_t size, std::size_t usual) {
    return malformed("row " + groupedDigits(row + 1) + " holds " +
                     counted(static_cast<std::size_t>(size), "value") + ", not " +
                     groupedDigits(usual) + " like the others");
}

/// Calls use(text) with the text of each of the next `rows` cells of a place; a null is nullopt.
/// Errors: those of CellReader; Malformed for a list of another length, with its row.
template <typename Use>
Result<void> eachText(CellReader& cells, const ColumnarColumn& column, const CellPlace& place,
                      std::size_t firstRow, std::size_t rows, const Use& use) {
    if (column.isText) return cells.readTexts(rows, use);
    ColumnValues values;
    if (auto done = cells.read(rows, values); !done) return done;
    auto null = values.nulls.begin();
    const auto useAt = [&](std::size_t index) {
        while (null != values.nulls.end() && *null < index)
            ++null;
        if (null != values.nulls.end() && *null == index) return use(std::nullopt);
        const std::string text = valueText(values, column.format, index);
        use(std::string_view(text));
    };
    if (!column.isList) {
        for (std::size_t i = 0; i < rows; ++i)
            useAt(i);
        return {};
    }
    std::size_t begin = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        const std::int64_t size = values.sizes[row];
        if (size > 0 && static_cast<std::size_t>(size) != place.listSize) {
            return otherLength(firstRow + row, size, place.listSize);
        }
        if (size <= 0) {
            use(std::nullopt);
            continue;
        }
        useAt(begin + place.item);
        begin += place.listSize;
    }
    return {};
}

/// Reads the columns that have a role.
class RoleReader {
public:
    RoleReader(const ColumnarFile& file, const TableSample& sample, const ColumnRoles& roles,
               const ReadObserver& observer)
        : m_file(file), m_sample(sample), m_roles(roles), m_observer(observer) {
        std::size_t row = 0;
        for (const std::size_t rows : file.groups()) {
            m_firstRows.push_back(row);
            row += rows;
        }
        m_rows = row;
    }

    Result<RoleColumns> read() {
        m_out = emptyRoleColumns(m_sample.columns, m_roles, false);
        if (auto done = checkReadable(); !done) return done.error();
        if (auto done = readLabels(); !done) return done.error();
        if (auto done = readNumbers(); !done) return done.error();
        if (auto done = readScores(); !done) return done.error();
        describeRoles(m_sample.columns, m_roles, m_out);
        m_out.allNames = m_sample.fileColumns;
        m_out.halfPrecision =
            !m_roles.scores.empty() && std::ranges::all_of(m_roles.scores, [&](std::size_t c) {
                return columnOf(c).halfPrecision;
            });
        return std::move(m_out);
    }

private:
    const CellPlace& placeOf(std::size_t c) const { return m_sample.places[c]; }
    const ColumnarColumn& columnOf(std::size_t c) const {
        return m_file.columns()[placeOf(c).column];
    }

    /// Returns all columns with a role, except for weights and scores, and where their cells go.
    std::vector<std::pair<std::size_t, LabelColumn*>> labelColumns() {
        std::vector<std::pair<std::size_t, LabelColumn*>> columns;
        if (m_roles.label.size() == 1) columns.emplace_back(m_roles.label.front(), &m_out.label);
        if (m_roles.predicted) columns.emplace_back(*m_roles.predicted, &m_out.predicted);
        if (m_roles.correct) columns.emplace_back(*m_roles.correct, &m_out.correct);
        for (std::size_t g = 0; g < m_roles.groups.size(); ++g)
            columns.emplace_back(m_roles.groups[g], &m_out.groups[g].labels);
        for (std::size_t i = 0; i < m_out.rowNames.size(); ++i)
            columns.emplace_back(m_roles.rowNames[i], &m_out.rowNames[i].labels);
        return columns;
    }

    /// Returns an error for the first column with a role that cannot be read.
    Result<void> checkReadable() {
        std::vector<std::size_t> columns = m_roles.scores;
        columns.insert(columns.end(), m_roles.label.begin(), m_roles.label.end());
        for (const auto& [c, out] : labelColumns())
            columns.push_back(c);
        if (m_roles.weight) columns.push_back(*m_roles.weight);
        for (const std::size_t c : columns) {
            const auto& error = m_sample.errors[placeOf(c).column];
            if (error) return *error;
        }
        return {};
    }

    /// Runs body(i) for all tasks on several threads and reports progress in between; returns the
    /// first error.
    template <typename Body>
    Result<void> inParallel(std::size_t tasks, const Body& body) {
        std::vector<Result<void>> outcomes(tasks);
        for (std::size_t begin = 0; begin < tasks; begin += kTasksBetween) {
            const std::size_t count = std::min(kTasksBetween, tasks - begin);
            m_observer.parallelFor(count,
                                   [&](std::size_t i) { outcomes[begin + i] = body(begin + i); });
            for (std::size_t i = begin; i < begin + count; ++i) {
                if (!outcomes[i]) return outcomes[i];
            }
            if (m_observer.progress && !m_observer.progress(begin + count, tasks)) {
                return cancelled();
            }
        }
        return {};
    }

    /// Calls use(text) with each cell of a column in one group of rows.
    template <typename Use>
    Result<void> eachCell(std::size_t c, std::size_t group, const Use& use) const {
        const std::string& name = m_sample.columns[c].name;
        auto cells = m_file.cells(placeOf(c).column, group);
        if (!cells) return inColumn(cells.error(), name);
        const std::size_t rows = m_file.groups()[group];
        const std::size_t listSize = std::max<std::size_t>(placeOf(c).listSize, 1);
        const std::size_t slice = std::max<std::size_t>(kSliceItems / listSize, 1);
        for (std::size_t row = 0; row < rows; row += slice) {
            const std::size_t count = std::min(slice, rows - row);
            auto done = eachText(*cells.value(), columnOf(c), placeOf(c), m_firstRows[group] + row,
                                 count, use);
            if (!done) return inColumn(done.error(), name);
        }
        if (auto done = cells.value()->finish(); !done) return inColumn(done.error(), name);
        return {};
    }

    /// Adds a column's integers without converting them to text, if it holds nothing else. Returns
    /// false if it does.
    Result<bool> addIntegers(std::size_t c, std::size_t group, LabelColumn& out) const {
        const ColumnarColumn& column = columnOf(c);
        if (column.isText || column.isList || column.format != CellFormat::Plain) return false;
        auto cells = m_file.cells(placeOf(c).column, group);
        if (!cells) return cells.error();
        ColumnValues values;
        for (std::size_t left = m_file.groups()[group]; left > 0;) {
            const std::size_t count = std::min(kSliceItems, left);
            values.clear();
            if (auto done = cells.value()->read(count, values); !done) return done.error();
            const auto* integers = std::get_if<std::vector<std::int64_t>>(&values.values);
            if (!integers) return false;
            auto null = values.nulls.begin();
            for (std::size_t begin = 0; begin < count;) {
                const std::size_t end = null == values.nulls.end() ? count : *null;
                out.add(std::span(*integers).subspan(begin, end - begin));
                begin = end;
                if (null == values.nulls.end()) continue;
                out.addMissing();
                ++begin;
                ++null;
            }
            left -= count;
        }
        if (auto done = cells.value()->finish(); !done) return done.error();
        return true;
    }

    Result<void> readLabels() {
        const auto columns = labelColumns();
        const std::size_t groups = m_firstRows.size();
        std::vector<LabelColumn> parts;
        for (std::size_t i = 0; i < columns.size() * groups; ++i)
            parts.push_back(*columns[i / groups].second);  // with the words that it keeps
        auto done = inParallel(parts.size(), [&](std::size_t task) -> Result<void> {
            const std::size_t c = columns[task / groups].first;
            const std::size_t group = task % groups;
            LabelColumn& out = parts[task];
            const auto added = addIntegers(c, group, out);
            if (!added) return inColumn(added.error(), m_sample.columns[c].name);
            if (added.value()) return {};
            return eachCell(c, group, [&](std::optional<std::string_view> text) {
                if (text) {
                    out.add(*text);
                } else {
                    out.addMissing();
                }
            });
        });
        if (!done) return done;
        for (std::size_t i = 0; i < parts.size(); ++i)
            columns[i / groups].second->append(std::exchange(parts[i], {}));
        return readOneHot();
    }

    /// Reads several label columns as sets of the classes whose column says yes.
    Result<void> readOneHot() {
        if (m_roles.label.size() < 2) return {};
        std::vector<std::vector<std::int8_t>> truths(m_roles.label.size());
        auto done = inParallel(truths.size(), [&](std::size_t k) -> Result<void> {
            for (std::size_t group = 0; group < m_firstRows.size(); ++group) {
                auto read =
                    eachCell(m_roles.label[k], group, [&](std::optional<std::string_view> text) {
                        const int truth = text ? truthValue(canonicalLabel(*text)) : -1;
                        truths[k].push_back(static_cast<std::int8_t>(truth));
                    });
                if (!read) return read;
            }
            return {};
        });
        if (!done) return done;
        std::vector<std::int8_t> ofRow(truths.size());
        for (std::size_t row = 0; row < m_rows; ++row) {
            for (std::size_t k = 0; k < truths.size(); ++k)
                ofRow[k] = truths[k][row];
            m_out.label.add(labelOfTruths(ofRow));
        }
        return {};
    }

    /// Reads the weights and, beside them, the number of successes.
    Result<void> readNumbers() {
        if (!m_roles.weight) return {};
        const auto readAll = [&](std::size_t c, std::vector<double>& numbers) -> Result<void> {
            for (std::size_t group = 0; group < m_firstRows.size(); ++group) {
                auto done = eachCell(c, group, [&](std::optional<std::string_view> text) {
                    const NumberText number = text ? numberIn(*text, false) : NumberText();
                    numbers.push_back(number.kind == NumberText::Kind::Number ? number.value
                                                                              : kNan);
                });
                if (!done) return done;
            }
            return {};
        };
        if (auto done = readAll(*m_roles.weight, m_out.weights); !done) return done;
        if (!m_roles.correct) return {};
        return readAll(*m_roles.correct, m_out.correctNumbers);
    }

    /// Score columns that are decoded together: up to kBlockColumns of the file, or the items of
    /// one list.
    struct Block {
        std::vector<std::size_t> scores;  ///< indices among the scores
        bool isList = false;
    };

    std::vector<Block> blocks() const {
        std::vector<Block> blocks;
        for (std::size_t k = 0; k < m_roles.scores.size(); ++k) {
            const CellPlace& place = placeOf(m_roles.scores[k]);
            const bool isList = place.listSize > 0;
            const bool fits =
                !blocks.empty() && blocks.back().isList == isList &&
                (isList
                     ? placeOf(m_roles.scores[blocks.back().scores.front()]).column == place.column
                     : blocks.back().scores.size() < kBlockColumns);
            if (!fits) blocks.push_back({{}, isList});
            blocks.back().scores.push_back(k);
        }
        return blocks;
    }

    Result<void> readScores() {
        const std::size_t columns = m_roles.scores.size();
        if (columns == 0) return {};
        if (auto done = proveRows(); !done) return done;
        const bool areSingle = std::ranges::all_of(
            m_roles.scores, [&](std::size_t c) { return columnOf(c).isSingle; });
        return areSingle ? readScoresAs<float>() : readScoresAs<double>();
    }

    /// Reads a column to its end, unless others were, so that the number of rows is not only what
    /// the file announces when memory is asked for.
    Result<void> proveRows() const {
        if (m_rows * m_roles.scores.size() < (std::size_t{1} << 20)) return {};
        if (!m_out.label.empty() || !m_out.correct.empty() || !m_out.predicted.empty()) return {};
        for (std::size_t group = 0; group < m_firstRows.size(); ++group) {
            auto done = eachCell(m_roles.scores.front(), group, [](const auto&) {});
            if (!done) return done;
        }
        return {};
    }

    template <typename Score>
    Result<void> readScoresAs() {
        const std::size_t columns = m_roles.scores.size();
        std::vector<Score> scores =
            largeVector<Score>(m_rows * columns, Score{}, m_observer.parallelFor);
        const std::vector<Block> all = blocks();
        const std::size_t groups = m_firstRows.size();
        std::vector<std::vector<WordInScores>> words(all.size() * groups);
        std::vector<std::size_t> percentSigns(all.size() * groups);
        auto done = inParallel(all.size() * groups, [&](std::size_t task) {
            const Block& block = all[task % all.size()];
            const std::size_t group = task / all.size();
            ScoreBlock<Score> reader{*this, block, group, scores, words[task], percentSigns[task]};
            return block.isList ? reader.readList() : reader.readColumns();
        });
        if (!done) return done;
        for (const auto& some : words)
            m_out.words.insert(m_out.words.end(), some.begin(), some.end());
        std::ranges::sort(m_out.words, {}, [](const WordInScores& word) {
            return std::pair(word.row, word.column);
        });
        if (m_out.words.size() > kListedWords) m_out.words.resize(kListedWords);
        for (const std::size_t some : percentSigns)
            m_out.percentSigns += some;
        m_out.scores = ScoreMatrix(std::move(scores), columns);
        return {};
    }

    /// Reads the scores of a block in one group of rows into the matrix.
    template <typename Score>
    struct ScoreBlock {
        const RoleReader& table;
        const Block& block;
        std::size_t group;
        std::vector<Score>& scores;
        std::vector<WordInScores>& words;
        std::size_t& percentSigns;

        std::size_t columnOf(std::size_t i) const { return table.m_roles.scores[block.scores[i]]; }
        const std::string& nameOf(std::size_t i) const {
            return table.m_sample.columns[columnOf(i)].name;
        }

        void noteWord(std::size_t row, std::size_t score, std::string text) {
            if (words.size() < kListedWords) words.push_back({row, score, std::move(text)});
        }

        Result<void> readColumns() {
            std::vector<std::unique_ptr<CellReader>> readers;
            for (std::size_t i = 0; i < block.scores.size(); ++i) {
                auto cells = table.m_file.cells(table.placeOf(columnOf(i)).column, group);
                if (!cells) return inColumn(cells.error(), nameOf(i));
                readers.push_back(std::move(cells).value());
            }
            const std::size_t rows = table.m_file.groups()[group];
            std::vector<std::vector<Score>> slices(readers.size());
            for (std::size_t row = 0; row < rows; row += kSliceRows) {
                const std::size_t count = std::min(kSliceRows, rows - row);
                const std::size_t first = table.m_firstRows[group] + row;
                for (std::size_t i = 0; i < readers.size(); ++i) {
                    slices[i].clear();
                    auto done = readSlice(*readers[i], i, first, count, slices[i]);
                    if (!done) return inColumn(done.error(), nameOf(i));
                }
                transpose(slices, first, count);
            }
            for (std::size_t i = 0; i < readers.size(); ++i) {
                if (auto done = readers[i]->finish(); !done) {
                    return inColumn(done.error(), nameOf(i));
                }
            }
            return {};
        }

        /// Reads `count` scores of one column.
        Result<void> readSlice(CellReader& cells, std::size_t i, std::size_t first,
                               std::size_t count, std::vector<Score>& out) {
            if (table.columnOf(columnOf(i)).isText) return readTexts(cells, i, first, count, out);
            values.clear();
            if (auto done = cells.read(count, values); !done) return done;
            appendNumbers(i, out);
            for (const std::size_t null : values.nulls) {
                out[null] = std::numeric_limits<Score>::quiet_NaN();
                noteWord(first + null, block.scores[i], {});
            }
            return {};
        }

        void appendNumbers(std::size_t i, std::vector<Score>& out) {
            const bool isUnsigned = table.columnOf(columnOf(i)).format == CellFormat::Unsigned;
            std::visit(
                [&](const auto& all) {
                    using Value = typename std::remove_cvref_t<decltype(all)>::value_type;
                    if constexpr (std::is_same_v<Value, Score>) {
                        out.insert(out.end(), all.begin(), all.end());
                    } else if constexpr (std::is_arithmetic_v<Value>) {
                        for (const Value value : all) {
                            out.push_back(
                                isUnsigned ? static_cast<Score>(static_cast<std::uint64_t>(value))
                                           : static_cast<Score>(value));
                        }
                    }
                },
                values.values);
        }

        /// Parses scores that are stored as texts.
        Result<void> readTexts(CellReader& cells, std::size_t i, std::size_t first,
                               std::size_t count, std::vector<Score>& out) {
            Result<void> outcome;
            auto done = cells.readTexts(count, [&](std::optional<std::string_view> text) {
                const std::string_view trimmedText = trimmed(text.value_or(std::string_view()));
                const NumberText number = numberIn(trimmedText, false);
                if (number.kind == NumberText::Kind::Junk && outcome) {
                    outcome = junkInScore(trimmedText, 0, nameOf(i));
                }
                const WordInScores place{first + out.size(), block.scores[i],
                                         std::string(trimmedText)};
                out.push_back(static_cast<Score>(scoreOf(number, place, percentSigns, words)));
            });
            return done ? outcome : done;
        }

        /// Writes the slices of the block's columns into rows of the matrix.
        void transpose(const std::vector<std::vector<Score>>& slices, std::size_t first,
                       std::size_t count) {
            const std::size_t stride = table.m_roles.scores.size();
            std::array<const Score*, kBlockColumns> from{};
            for (std::size_t i = 0; i < slices.size(); ++i)
                from[i] = slices[i].data();
            Score* row = scores.data() + first * stride + block.scores.front();
            if (slices.size() == kBlockColumns) {
                for (std::size_t r = 0; r < count; ++r, row += stride) {
                    for (std::size_t i = 0; i < kBlockColumns; ++i)
                        row[i] = from[i][r];
                }
                return;
            }
            for (std::size_t r = 0; r < count; ++r, row += stride) {
                for (std::size_t i = 0; i < slices.size(); ++i)
                    row[i] = from[i][r];
            }
        }

        /// Reads the lists of one column, whose items are scores.
        Result<void> readList() {
            const CellPlace& place = table.placeOf(columnOf(0));
            const std::string& name = table.m_file.columns()[place.column].name;
            auto cells = table.m_file.cells(place.column, group);
            if (!cells) return inColumn(cells.error(), name);
            const std::size_t rows = table.m_file.groups()[group];
            const std::size_t slice = std::max<std::size_t>(kSliceItems / place.listSize, 1);
            std::vector<Score> items;
            for (std::size_t row = 0; row < rows; row += slice) {
                const std::size_t count = std::min(slice, rows - row);
                values.clear();
                if (auto done = cells.value()->read(count, values); !done) {
                    return inColumn(done.error(), name);
                }
                items.clear();
                appendNumbers(0, items);
                for (const std::size_t null : values.nulls)
                    items[null] = std::numeric_limits<Score>::quiet_NaN();
                if (auto done = placeItems(items, table.m_firstRows[group] + row, count); !done) {
                    return inColumn(done.error(), name);
                }
            }
            if (auto done = cells.value()->finish(); !done) return inColumn(done.error(), name);
            return {};
        }

        /// Writes the lists of `count` rows into the matrix.
        Result<void> placeItems(const std::vector<Score>& items, std::size_t first,
                                std::size_t count) {
            const std::size_t stride = table.m_roles.scores.size();
            const std::size_t listSize = table.placeOf(columnOf(0)).listSize;
            std::size_t begin = 0;
            auto null = values.nulls.begin();
            for (std::size_t r = 0; r < count; ++r) {
                const std::int64_t size = values.sizes[r];
                const bool isThere = size > 0;
                if (isThere && static_cast<std::size_t>(size) != listSize) {
                    return otherLength(first + r, size, listSize);
                }
                for (std::size_t i = 0; i < block.scores.size(); ++i) {
                    const std::size_t item = table.placeOf(columnOf(i)).item;
                    scores[(first + r) * stride + block.scores[i]] =
                        isThere ? items[begin + item] : std::numeric_limits<Score>::quiet_NaN();
                }
                if (!isThere) {
                    noteWord(first + r, block.scores.front(), {});
                    continue;
                }
                for (; null != values.nulls.end() && *null < begin + listSize; ++null)
                    noteNull(first + r, *null - begin);
                begin += listSize;
            }
            return {};
        }

        void noteNull(std::size_t row, std::size_t item) {
            for (std::size_t i = 0; i < block.scores.size(); ++i) {
                if (table.placeOf(columnOf(i)).item == item) noteWord(row, block.scores[i], {});
            }
        }

        ColumnValues values = {};
    };

    const ColumnarFile& m_file;
    const TableSample& m_sample;
    const ColumnRoles& m_roles;
    const ReadObserver& m_observer;
    std::vector<std::size_t> m_firstRows;  ///< of each group
    std::size_t m_rows = 0;
    RoleColumns m_out;
};

/// Returns the error of a damaged column that would have a role by its name, if scores or labels
/// are missing without it.
std::optional<Error> damageOfNeeded(const ColumnarFile& file, const TableSample& sample,
                                    const ColumnRoles& roles) {
    const bool complete =
        roles.scoreRole != ScoreRole::None && (!roles.label.empty() || roles.correct);
    for (std::size_t c = 0; !complete && c < sample.errors.size(); ++c) {
        const bool isDamaged = sample.errors[c] && file.columns()[c].unreadable.empty();
        if (isDamaged && anyNameGivesRole({file.columns()[c].name})) return sample.errors[c];
    }
    return std::nullopt;
}

bool isEmpty(const ColumnarFile& file) {
    return std::ranges::all_of(file.groups(), [](std::size_t rows) { return rows == 0; });
}

/// Returns a sentence about the columns that cannot be read; empty if all can.
std::string unreadableColumns(const ColumnarFile& file, const TableSample& sample) {
    std::string text;
    for (std::size_t c = 0; c < sample.fileColumns.size(); ++c) {
        const std::string& why = file.columns()[c].unreadable;
        if (why.empty()) continue;
        if (!text.empty()) text += "; ";
        text += quoted(sample.fileColumns[c]) + " " + why;
    }
    return text;
}

/// Returns the index of the column of labels in a file that holds no scores.
Result<std::size_t> labelColumnIn(const TableSample& sample, const ReadOptions& options) {
    std::vector<std::string> names;
    for (const ColumnSample& column : sample.columns)
        names.push_back(column.name);
    for (const RoleChoice& choice : options.columns) {
        if (choice.role != ColumnRole::Label) continue;
        if (const auto index = ColumnIndex(names).find(choice.column)) return *index;
    }
    const auto named = std::ranges::find_if(names, namesLabel);
    if (named != names.end()) return static_cast<std::size_t>(named - names.begin());
    std::optional<std::size_t> only;
    std::size_t others = 0;
    for (std::size_t c = 0; c < names.size(); ++c) {
        if (namesRow(names[c])) continue;
        only = c;
        ++others;
    }
    if (others == 1) return *only;
    return Error{ErrorKind::Unclear,
                 "none of the columns is called label: " + quotedChoices(names),
                 {},
                 0,
                 {},
                 {nameColumn("label")}};
}

}  // namespace

Result<RoleColumns> columnsFromTable(const ColumnarFile& file, const std::string& format,
                                     const ReadOptions& options, const ReadObserver& observer) {
    const TableSample sample = sampled(file, observer.parallelFor);
    const ReadOptions own = withItemsOfLists(options, sample);
    const auto roles = assignedRoles(sample.columns, own, true);
    if (observer.preview) {
        observer.preview(
            {format, std::nullopt, sample.columns, roles ? roles.value() : ColumnRoles{}});
    }
    if (!roles) return roles.error();
    if (isEmpty(file)) return noUsableRows("this table has no rows");
    if (auto damage = damageOfNeeded(file, sample, roles.value())) return *damage;
    auto columns = RoleReader(file, sample, roles.value(), observer).read();
    if (columns) columns.value().unreadable = unreadableColumns(file, sample);
    return columns;
}

Result<LabelsOfRows> labelsFromTable(const ColumnarFile& file, const ReadOptions& options,
                                     const ReadObserver& observer) {
    const TableSample sample = sampled(file, observer.parallelFor);
    if (observer.labelColumns) observer.labelColumns(sample.fileColumns);
    const auto label = labelColumnIn(sample, options);
    if (!label) return label.error();
    ColumnRoles roles;
    roles.label = {label.value()};
    for (std::size_t c = 0; c < sample.columns.size() && roles.rowNames.size() < kMostRowNames;
         ++c) {
        if (c != label.value() && !sample.errors[sample.places[c].column] &&
            !sample.columns[c].cells.empty()) {
            roles.rowNames.push_back(c);
        }
    }
    auto columns = RoleReader(file, sample, roles, observer).read();
    if (!columns) return columns.error();
    return LabelsOfRows{std::move(columns.value().label), std::move(columns.value().rowNames)};
}

std::optional<ColumnRoles> rolesInTable(const ColumnarFile& file) {
    auto roles = assignedRoles(sampled(file, serialFor).columns, {}, true);
    if (!roles) return std::nullopt;
    return std::move(roles).value();
}

}  // namespace diagonal
