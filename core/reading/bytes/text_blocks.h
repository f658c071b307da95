// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/reading/bytes/byte_source.h"
#include "core/reading/options/file_preview.h"

namespace diagonal {

/// Division of a text into blocks of whole lines.
struct BlockCut {
    std::size_t size = 0;       ///< of a block, in bytes
    std::optional<char> quote;  ///< may enclose line ends; no block contains it

    /// Returns the division for a text whose lines have about `bytes` bytes.
    static BlockCut ofLines(std::size_t bytes, std::optional<char> quote = {});
};

/// Reads a block of whole lines. Leaves `block` empty and `source` unchanged at the end, at a last
/// line without a line end, if the block holds a quote, and if a line is longer than a block.
/// Errors: those of read().
Result<void> readBlock(ByteSource& source, const BlockCut& cut, std::string& block);

/// Reports how much of `source` has been read. Errors: Cancelled.
Result<void> reportProgress(const ByteSource& source, const ProgressCallback& progress);

/// Reads blocks of a text, several at a time, until readBlock() finds none; adds the number of
/// lines read to `lines`. make() returns a Block, which is reused. A Block has `text`; read(),
/// which may run concurrently with those of other blocks; `outcome`, whose error counts lines from
/// the start of the block; and lines(), its number of lines. append(block, lines) is called in the
/// order of the text, with the number of lines before the block.
template <typename Block, typename Make, typename Append>
Result<void> readBlocks(ByteSource& source, const BlockCut& cut, const ReadObserver& observer,
                        std::size_t& lines, Make make, Append append) {
    // Enough for the threads of most machines, without taking much memory.
    constexpr std::size_t together = std::size_t{1} << 22;
    const std::size_t atOnce = std::clamp<std::size_t>(together / cut.size, 4, 16);
    std::vector<Block> blocks;
    for (;;) {
        std::size_t taken = 0;
        Result<void> taking;
        for (; taken < atOnce; ++taken) {
            if (taken == blocks.size()) blocks.push_back(make());
            taking = readBlock(source, cut, blocks[taken].text);
            if (!taking || blocks[taken].text.empty()) break;
            if (auto done = reportProgress(source, observer.progress); !done) return done;
        }
        if (taken > 0) observer.parallelFor(taken, [&](std::size_t i) { blocks[i].read(); });
        for (Block& block : std::span(blocks).first(taken)) {
            if (!block.outcome) {
                Error error = block.outcome.error();
                error.line += lines;
                return error;
            }
            append(block, lines);
            lines += block.lines();
        }
        if (!taking || taken == 0) return taking;
    }
}

}  // namespace diagonal
