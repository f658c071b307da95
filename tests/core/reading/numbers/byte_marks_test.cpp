// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/numbers/byte_marks.h"

#include <random>
#include <string>
#include <vector>

#include "tests/core/each_target.h"

namespace diagonal {
namespace {

class ByteMarks : public EachTarget {};
INSTANTIATE_FOR_EACH_TARGET(ByteMarks);

TEST_P(ByteMarks, areAtEveryMarkedByteAndNowhereElse) {
    constexpr MarkedBytes marked{',', '\t', '\n', '\r', '"'};
    std::mt19937_64 random(7);
    for (std::size_t size = 0; size < 300; ++size) {
        for (const unsigned density : {1U, 4U, 40U}) {
            std::string text(size, 'x');
            std::vector<std::uint32_t> expected;
            for (std::size_t i = 0; i < size; ++i) {
                if (random() % density != 0) continue;
                text[i] = marked[random() % marked.size()];
                expected.push_back(static_cast<std::uint32_t>(i));
            }
            std::vector<std::uint32_t> marks(size + kMarkRoom);
            marks.resize(markBytes(text, marked, marks.data()));
            ASSERT_EQ(marks, expected) << text;
        }
    }
}

}  // namespace
}  // namespace diagonal
