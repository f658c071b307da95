// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace diagonal {

/// The parts of a figure that the user wants.
struct FigureParts {
    bool title = true;  ///< with the line of file and bins
    bool scores = true;
    bool legend = true;
    bool counts = true;
    bool intervals = true;    ///< of the bins
    bool session = true;      ///< what brings the view back, inside the file
    bool logCounts = false;   ///< counts on a logarithmic axis
    bool skillLines = false;  ///< skillLines()

    bool operator==(const FigureParts&) const = default;
};

}  // namespace diagonal
