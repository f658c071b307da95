// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/publishing/profile_plots.h"

namespace diagonal {

/// What a profile was measured on, in the words of a field.
struct ProfileSubject {
    std::string model;          ///< "preds.csv, class 3 versus rest"
    std::string rows;           ///< what the field calls rows: "predictions"
    std::string recalibration;  ///< "after recalibration by ..."; often empty
};

/// Return what a profile shows as sentences: under the figure, among the methods, and for readers
/// who cannot see it.
std::string profileCaption(const Report& report, const ProfileSubject& subject);
std::string profileMethods(const Report& report, const ProfileSubject& subject);
std::string profileAlternative(const Report& report);

}  // namespace diagonal
