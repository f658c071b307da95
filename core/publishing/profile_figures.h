// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/publishing/plots/figure.h"
#include "core/reporting/report.h"

namespace diagonal {

/// What a profile was measured on, in the words of a field.
struct ProfileSubject {
    std::string model;          ///< "preds.csv, class 3 versus rest"
    std::string rows;           ///< what the field calls rows: "predictions"
    std::string recalibration;  ///< "after recalibration by ..."; often empty

    /// "preds.csv (n = 1,707) after recalibration by ...".
    std::string text(const Report& report) const;
};

/// In what the kinds of profiles differ. All functions but `plot` require a report that
/// showsProfile().
struct ProfileFigure {
    ProfileKind kind;
    bool isOverTemperature;  ///< T is on the horizontal axis
    /// Returns the plot. Errors: Undefined, with the reason, if there is none.
    Result<Figure> (*plot)(const Report& report);
    /// Returns the numbers at x in words, for a user who points at the plot.
    std::string (*textAt)(const Report& report, double x);
    /// Return what the profile shows as sentences: under the figure, among the methods, and for
    /// readers who cannot see it.
    std::string (*caption)(const Report& report, const ProfileSubject& subject);
    std::string (*methods)(const Report& report, const ProfileSubject& subject);
    std::string (*alternative)(const Report& report);
};

/// Returns the row of the report's profile. Requires AnalysisSettings::profile.
const ProfileFigure& profileFigure(const Report& report);

/// Returns the plot of the report's profile. Requires AnalysisSettings::profile. Errors: Undefined,
/// with the reason, if the report has no such profile.
Result<Figure> profilePlot(const Report& report);

/// Returns the parts of a subtitle: the file, `setting`, group, view and n.
std::vector<std::string> profileSubtitle(const Report& report, std::string setting);

}  // namespace diagonal
