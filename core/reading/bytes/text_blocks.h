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

/// How a text is cut into blocks of whole lines.
struct BlockCut {
    std::size_t size = 0;       ///< of a block, in bytes
    std::optional<char> quote;  ///< what may enclose line ends; no block holds it

    /// For a text whose lines have about so many bytes.
    static BlockCut ofLines(std::size_t bytes, std::optional<char> quote = {});
};

/// Takes a block of whole lines. None, and nothing is taken, at the end, at a last line without its
/// end, at a quote, and where a line is longer than a block. Errors: those of read().
Result<void> takeBlock(ByteSource& source, const BlockCut& cut, std::string& block);

/// Tells how far `source` was read. Errors: Cancelled.
Result<void> reportProgress(const ByteSource& source, const ProgressCallback& progress);

/// Reads blocks of a text as long as they can be taken, several at a time; `lines`, the lines that
/// were read, grows by theirs. make() gives a Block, to be used again and again. It has `text`;
/// read(), which looks at nothing else that changes; `outcome`, whose error counts the lines of the
/// block; and lines(), how many it held. append(block, lines) is called in the order of the text,
/// with the lines before.
template <typename Block, typename Make, typename Append>
Result<void> readBlocks(ByteSource& source, const BlockCut& cut, const ReadObserver& observer,
                        std::size_t& lines, Make make, Append append) {
    // Enough for the threads of most machines, and not much of the memory.
    constexpr std::size_t together = std::size_t{1} << 22;
    const std::size_t atOnce = std::clamp<std::size_t>(together / cut.size, 4, 16);
    std::vector<Block> blocks;
    for (;;) {
        std::size_t taken = 0;
        Result<void> taking;
        for (; taken < atOnce; ++taken) {
            if (taken == blocks.size()) blocks.push_back(make());
            taking = takeBlock(source, cut, blocks[taken].text);
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
