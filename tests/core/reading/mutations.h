// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include "tests/core/reading/reading_support.h"

namespace diagonal::testing {

/// Expects predictions of at most `mostRows` rows, or an error with a message.
inline void expectReadOrRefused(const std::string& bytes, std::size_t mostRows,
                                const ReadOptions& options) {
    const auto read = readBytes(bytes, options);
    if (read) {
        EXPECT_LE(read.value().predictions.rows(), mostRows) << bytes;
    } else {
        EXPECT_FALSE(read.error().detail.empty()) << bytes;
    }
}

/// Cuts `seed` at every byte, replaces every byte by each byte that has a meaning in some format,
/// and expects that each result is refused or has no more rows than `seed`. (One more after a
/// replacement: a line feed splits a row in two.) Requires that `seed` can be read.
inline void expectMutationsReadOrRefused(const std::string& seed, const ReadOptions& options = {}) {
    const std::size_t rows = accepted(seed, options).predictions.rows();
    for (std::size_t at = 0; at < seed.size(); ++at) {
        expectReadOrRefused(seed.substr(0, at), rows, options);
        for (const char c : std::string_view("\0\"',\n\\9-[{}|: \x81\xFF", 17)) {
            std::string bent = seed;
            bent[at] = c;
            expectReadOrRefused(bent, rows + 1, options);
        }
    }
}

}  // namespace diagonal::testing
