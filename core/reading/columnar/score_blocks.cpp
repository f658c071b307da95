// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/columnar/score_blocks.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/large_vector.h"
#include "core/base/text.h"
#include "core/reading/numbers/number_text.h"
#include "core/reading/roles/role_description.h"

namespace diagonal {
namespace {

constexpr std::size_t kBlockColumns = 16;  ///< as many floats as a line of the cache holds
constexpr std::size_t kSliceRows = 4096;   ///< rows of a block that are transposed at once

/// Score columns that are decoded together: up to kBlockColumns of the file, or the items of
/// one list.
struct Block {
    std::vector<std::size_t> scores;  ///< indices among the scores
    bool isList = false;
};

std::vector<Block> blocks(const RoleTable& in) {
    std::vector<Block> blocks;
    for (std::size_t k = 0; k < in.roles.scores.size(); ++k) {
        const CellPlace& place = in.placeOf(in.roles.scores[k]);
        const bool isList = place.listSize > 0;
        const bool fits =
            !blocks.empty() && blocks.back().isList == isList &&
            (isList
                 ? in.placeOf(in.roles.scores[blocks.back().scores.front()]).column == place.column
                 : blocks.back().scores.size() < kBlockColumns);
        if (!fits) blocks.push_back({{}, isList});
        blocks.back().scores.push_back(k);
    }
    return blocks;
}

/// Reads the scores of a block in one group of rows into the matrix.
template <typename Score>
struct ScoreBlock {
    const RoleTable& in;
    const Block& block;
    std::size_t group;
    std::vector<Score>& scores;
    std::vector<WordInScores>& words;
    std::size_t& percentSigns;

    std::size_t columnOf(std::size_t i) const { return in.roles.scores[block.scores[i]]; }
    const std::string& nameOf(std::size_t i) const { return in.nameOf(columnOf(i)); }

    void noteWord(std::size_t row, std::size_t score, std::string text) {
        if (words.size() < kListedWords) words.push_back({row, score, std::move(text)});
    }

    Result<void> readColumns() {
        std::vector<std::unique_ptr<CellReader>> readers;
        for (std::size_t i = 0; i < block.scores.size(); ++i) {
            auto cells = in.file.cells(in.placeOf(columnOf(i)).column, group);
            if (!cells) return inColumn(cells.error(), nameOf(i));
            readers.push_back(std::move(cells).value());
        }
        const std::size_t rows = in.file.groups()[group];
        std::vector<std::vector<Score>> slices(readers.size());
        for (std::size_t row = 0; row < rows; row += kSliceRows) {
            const std::size_t count = std::min(kSliceRows, rows - row);
            const std::size_t first = in.firstRows[group] + row;
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
    Result<void> readSlice(CellReader& cells, std::size_t i, std::size_t first, std::size_t count,
                           std::vector<Score>& out) {
        if (in.columnOf(columnOf(i)).isText) return readTexts(cells, i, first, count, out);
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
        const bool isUnsigned = in.columnOf(columnOf(i)).format == CellFormat::Unsigned;
        std::visit(
            [&](const auto& all) {
                using Value = typename std::remove_cvref_t<decltype(all)>::value_type;
                if constexpr (std::is_same_v<Value, Score>) {
                    out.insert(out.end(), all.begin(), all.end());
                } else if constexpr (std::is_arithmetic_v<Value>) {
                    for (const Value value : all) {
                        out.push_back(isUnsigned
                                          ? static_cast<Score>(static_cast<std::uint64_t>(value))
                                          : static_cast<Score>(value));
                    }
                }
            },
            values.values);
    }

    /// Parses scores that are stored as texts.
    Result<void> readTexts(CellReader& cells, std::size_t i, std::size_t first, std::size_t count,
                           std::vector<Score>& out) {
        Result<void> outcome;
        auto done = cells.readTexts(count, [&](std::optional<std::string_view> text) {
            const std::string_view trimmedText = trimmed(text.value_or(std::string_view()));
            const NumberText number = numberIn(trimmedText, false);
            if (number.kind == NumberText::Kind::Junk && outcome) {
                outcome = junkInScore(trimmedText, 0, nameOf(i));
            }
            const WordInScores place{first + out.size(), block.scores[i], std::string(trimmedText)};
            out.push_back(static_cast<Score>(scoreOf(number, place, percentSigns, words)));
        });
        return done ? outcome : done;
    }

    /// Writes the slices of the block's columns into rows of the matrix.
    void transpose(const std::vector<std::vector<Score>>& slices, std::size_t first,
                   std::size_t count) {
        const std::size_t stride = in.roles.scores.size();
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
        const CellPlace& place = in.placeOf(columnOf(0));
        const std::string& name = in.file.columns()[place.column].name;
        auto cells = in.file.cells(place.column, group);
        if (!cells) return inColumn(cells.error(), name);
        const std::size_t rows = in.file.groups()[group];
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
            if (auto done = placeItems(items, in.firstRows[group] + row, count); !done) {
                return inColumn(done.error(), name);
            }
        }
        if (auto done = cells.value()->finish(); !done) return inColumn(done.error(), name);
        return {};
    }

    /// Writes the lists of `count` rows into the matrix.
    Result<void> placeItems(const std::vector<Score>& items, std::size_t first, std::size_t count) {
        const std::size_t stride = in.roles.scores.size();
        const std::size_t listSize = in.placeOf(columnOf(0)).listSize;
        std::size_t begin = 0;
        auto null = values.nulls.begin();
        for (std::size_t r = 0; r < count; ++r) {
            const std::int64_t size = values.sizes[r];
            const bool isThere = size > 0;
            if (isThere && static_cast<std::size_t>(size) != listSize) {
                return otherLength(first + r, size, listSize);
            }
            for (std::size_t i = 0; i < block.scores.size(); ++i) {
                const std::size_t item = in.placeOf(columnOf(i)).item;
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
            if (in.placeOf(columnOf(i)).item == item) noteWord(row, block.scores[i], {});
        }
    }

    ColumnValues values = {};
};

template <typename Score>
Result<void> readScoresAs(const RoleTable& in, RoleColumns& out) {
    const std::size_t columns = in.roles.scores.size();
    std::vector<Score> scores =
        largeVector<Score>(in.rows * columns, Score{}, in.observer.parallelFor);
    const std::vector<Block> all = blocks(in);
    const std::size_t groups = in.firstRows.size();
    std::vector<std::vector<WordInScores>> words(all.size() * groups);
    std::vector<std::size_t> percentSigns(all.size() * groups);
    auto done = inParallel(in.observer, all.size() * groups, [&](std::size_t task) {
        const Block& block = all[task % all.size()];
        const std::size_t group = task / all.size();
        ScoreBlock<Score> reader{in, block, group, scores, words[task], percentSigns[task]};
        return block.isList ? reader.readList() : reader.readColumns();
    });
    if (!done) return done;
    for (const auto& some : words)
        out.words.insert(out.words.end(), some.begin(), some.end());
    std::ranges::sort(out.words, {},
                      [](const WordInScores& word) { return std::pair(word.row, word.column); });
    if (out.words.size() > kListedWords) out.words.resize(kListedWords);
    for (const std::size_t some : percentSigns)
        out.percentSigns += some;
    out.scores = ScoreMatrix(std::move(scores), columns);
    return {};
}

/// Reads a column to its end, unless others were, so that the number of rows is not only what
/// the file announces when memory is asked for.
Result<void> proveRows(const RoleTable& in, const RoleColumns& out) {
    if (in.rows * in.roles.scores.size() < (std::size_t{1} << 20)) return {};
    if (!out.label.empty() || !out.correct.empty() || !out.predicted.empty()) return {};
    for (std::size_t group = 0; group < in.firstRows.size(); ++group) {
        auto done = eachCell(in, in.roles.scores.front(), group, [](const auto&) {});
        if (!done) return done;
    }
    return {};
}

}  // namespace

Result<void> readScores(const RoleTable& in, RoleColumns& out) {
    if (in.roles.scores.empty()) return {};
    if (auto done = proveRows(in, out); !done) return done;
    const bool areSingle = std::ranges::all_of(
        in.roles.scores, [&](std::size_t c) { return in.columnOf(c).isSingle; });
    return areSingle ? readScoresAs<float>(in, out) : readScoresAs<double>(in, out);
}

}  // namespace diagonal
