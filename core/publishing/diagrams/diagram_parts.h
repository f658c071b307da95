// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/publishing/diagrams/diagram.h"
#include "core/publishing/diagrams/drawn_columns.h"

namespace diagonal {

// What several kinds of diagrams share.

inline constexpr std::string_view kReliability = "Reliability diagram";
inline constexpr std::string_view kDashed = "; dashed: perfect calibration";

/// Returns "15 equal-width bins of confidence", "15 bins of confidence as in netcal".
std::string binsOfConfidence(const Report& report, const Terms& terms);
/// Returns "the mean confidence".
std::string confidenceOfBins(const Report& report, const Terms& terms);
/// True if diamonds and whiskers have room in a figure of the usual size.
bool hasFewBins(const Report& report);
/// Returns a sentence's part on the intervals of bins; empty if they are not wanted.
std::string uncertaintyOfBins(const Report& report, const FigureParts& parts);
/// Explains pale gaps; empty if there are none.
std::string paleGaps(const Report& report);

/// Returns "Accuracy − confidence".
std::string signedGap(const Report& report);
/// Returns "Too high" for "predicted too high".
std::string shortSide(const std::string& side);

/// Returns the title of an axis of accuracies.
std::string valuesOfAccuracy(const Report& report);

/// Returns a plot with columns at the places of drawnBins(), and without marks.
PlotMarks plotOfBins(const std::vector<DrawnBin>& bins, const ReliabilityCurve& columns,
                     const Axis& horizontal);

/// Adds the intervals of bins that the user wants: of the accuracy, or the range of a calibrated
/// model's, both less `minus` of the bin.
void addIntervals(const Report& report, const std::vector<DrawnBin>& bins, const FigureParts& parts,
                  double (*minus)(const Bin&), PlotMarks& marks);

/// Adds the entries of gaps of both sides.
void addSideEntries(const LegendTerms& terms, int rankOfOver, int rankOfUnder,
                    std::vector<LegendEntry>& entries);
/// Add entries of gaps and of the uncertainty of bins, and of the ideal.
void addGapEntries(const LegendTerms& terms, std::vector<LegendEntry>& entries);
void addIdealEntry(int rank, const std::string& help, std::vector<LegendEntry>& entries);

}  // namespace diagonal
