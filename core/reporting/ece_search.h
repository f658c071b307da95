// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/parallel.h"
#include "core/predictions/dataset.h"
#include "core/reporting/report.h"

namespace diagonal {

/// A share as a paper prints it, "0.045" or "4.5%".
struct PrintedShare {
    double value = 0;  ///< 0 to 1
    int decimals = 0;  ///< of the share: 3 for both

    /// True if a number rounds to this one; the middle between two rounds to both.
    bool isRounded(double exact) const;
};

/// Reads a share; none if the text is none, not from 0 to 1, or has fewer than two decimals: nearly
/// every way rounds to 0 or 0.1.
std::optional<PrintedShare> printedShare(std::string_view text);

/// One way to compute the calibration error of a file.
struct EceWay {
    AnalysisSettings settings;  ///< that compute it
    std::string_view score;     ///< "ece", "mce", "rmsce", "classwise_ece" or "classwise_ace"
    double value = 0;
    double temperature = 1;  ///< that of the settings, or the fitted one
};

/// What a search found: the most common ways first.
struct EceSearch {
    std::vector<EceWay> found;
    std::size_t tried = 0;
    std::string scores;  ///< what was tried, in words
    std::vector<std::string> classNames;
    std::optional<EceWay> nearest;  ///< of all that were tried
};

/// "15 equal-width bins [lower, upper)", "as in HELM".
std::string binsText(const EceWay& way);
/// Says how many of the ways round to a value, and what that shows; the nearest if none does.
std::string searchSentence(const EceSearch& search, const PrintedShare& sought);

/// Looks for the ways to compute a calibration error that give a printed value: 1 to 100 bins of
/// equal width, closed on either side, and of equal mass, the bins of other programs; as mean,
/// maximum and root mean square; of the top label and the positive class, or of each of up to 20
/// classes, and their mean; at T = 1 and at the fitted T. `like` gives all other settings. Of a
/// view and a number of bins, ways that give the same value to 1e-12 count once.
/// Errors: Undefined for bins and cells, whose rows are not known; Cancelled.
Result<EceSearch> eceSearch(const Dataset& rows, const PrintedShare& sought,
                            const AnalysisSettings& like, const Execution& execution = {});

}  // namespace diagonal
