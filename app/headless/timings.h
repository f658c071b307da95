// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <ctime>
#include <ostream>
#include <string_view>

#include "core/base/text.h"

namespace diagonal {

/// Returns body(). Writes how long it took to `out`, if that is not null: seconds, and seconds of
/// all processors.
template <typename Body>
auto timed(std::ostream* out, std::string_view step, const Body& body) {
    struct Stopwatch {
        ~Stopwatch() {
            if (!out) return;
            const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
            const double computed = static_cast<double>(std::clock() - processors) / CLOCKS_PER_SEC;
            *out << "diagonal: " << step << ": " << fixedText(passed.count(), 3) << " s, "
                 << fixedText(computed, 3) << " s of processors\n";
        }
        std::ostream* out;
        std::string_view step;
        std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
        std::clock_t processors = std::clock();
    };
    const Stopwatch stopwatch{out, step};
    return body();
}

}  // namespace diagonal
