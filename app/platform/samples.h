// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

namespace diagonal {

/// A file of predictions that comes with the program.
struct Sample {
    QString file;  ///< its path
    QString title;
};

/// The samples that are there: beside the installed program, else in the source folder.
std::vector<Sample> samples();

}  // namespace diagonal
