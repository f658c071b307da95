// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/bytes/text_blocks.h"

#include <algorithm>

namespace diagonal {
namespace {

// Small enough for a few blocks to stay in the processor's cache.
constexpr std::size_t kSmallestTextBlock = std::size_t{1} << 17;
constexpr std::size_t kLargestTextBlock = std::size_t{1} << 20;
constexpr std::size_t kLines = 8;  ///< so that little is cut off at the end of a block

}  // namespace

BlockCut BlockCut::ofLines(std::size_t bytes, std::optional<char> quote) {
    return {std::clamp(kLines * bytes, kSmallestTextBlock, kLargestTextBlock), quote};
}

Result<void> readBlock(ByteSource& source, const BlockCut& cut, std::string& block) {
    block.resize(source.bufferSize(cut.size));
    const auto got = source.read(block);
    if (!got) return got.error();
    block.resize(got.value());
    const auto lastLineEnd = block.rfind('\n');
    const bool hasQuote = cut.quote && block.find(*cut.quote) != std::string::npos;
    const std::size_t taken = hasQuote || lastLineEnd == std::string::npos ? 0 : lastLineEnd + 1;
    source.putBack(std::string_view(block).substr(taken));
    block.resize(taken);
    return {};
}

Result<void> reportProgress(const ByteSource& source, const ProgressCallback& progress) {
    if (!progress || progress(source.consumed(), source.size().value_or(0))) return {};
    return cancelled();
}

}  // namespace diagonal
