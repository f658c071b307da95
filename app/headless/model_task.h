// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/headless/command_line.h"
#include "core/reading/import_choices.h"
#include "core/reading/prediction_reader.h"
#include "core/reporting/report.h"

namespace diagonal {

/// A report, null if no output shows it, and the rows that it measures.
struct MeasuredModel {
    std::shared_ptr<const Report> report;
    std::shared_ptr<const Dataset> dataset = nullptr;
    std::vector<CurvePoint> murphy = {};  ///< if a figure of models shows it
    /// The same model before recalibration, if the two are compared; else null.
    std::shared_ptr<const MeasuredModel> before = nullptr;
};

/// A model to measure: its files, and how to read them.
struct ModelTask {
    PredictionFiles files;
    CommandLine line;
    std::string model = {};                   ///< its name, if the file holds several
    std::optional<GroupChoice> stacked = {};  ///< the rows of the model, if the file stacks several
    std::vector<GroupChoice> stack = {};      ///< all stacked models; set by reading the file
    std::vector<ModelChoice> inFile = {};     ///< all models of the file; set by reading it
    std::vector<std::string> columns = {};    ///< of the file; set by reading it
    std::shared_ptr<const Report> reference = nullptr;  ///< what to compare with
};

/// True if a list of the models stands for their reports.
bool showsModelList(const CommandLine& line);

/// Returns what the report of a command line shows.
ReportPlan shownBy(const CommandLine& line);

/// Reads and measures one model. Clusters are those of the reference: another file needs no such
/// column. Errors: whatever fails on the way; those of profilePlot(), because no output may
/// describe another figure instead.
Result<MeasuredModel> measuredModel(ModelTask& task);

}  // namespace diagonal
