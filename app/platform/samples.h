// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

namespace diagonal {

/// A sample file of predictions that comes with the program.
struct Sample {
    QString file;  ///< its path
    QString title;
};

/// Returns the samples found: those installed with the program, else those of the source tree.
std::vector<Sample> samples();

}  // namespace diagonal
