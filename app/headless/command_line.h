// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QStringList>

#include "app/diagram/figure_export.h"
#include "core/base/result.h"
#include "core/reading/options/read_options.h"
#include "core/recalibrating/recalibration.h"
#include "core/reporting/report_writer.h"

namespace diagonal {

/// A score that a script does not let grow.
struct ScoreLimit {
    std::string id;
    double highest = 0;
};

/// The cure that a command line asks for.
struct RecalibrationLine {
    std::optional<RecalibrationChoice> choice;  ///< --recalibrate
    std::optional<QString> fitOn;               ///< the file to learn from
    std::optional<QString> applied;             ///< a map that was saved before
    std::optional<QString> savedMap;            ///< .json, or .py
    std::optional<QString> written;             ///< the calibrated rows: .csv or .npz

    bool isAsked() const { return choice || applied; }
};

/// What a command line asks for, checked as far as it can be without reading a file.
struct CommandLine {
    QStringList files;
    std::optional<QString> labels;
    ReadOptions read;
    AnalysisSettings analysis;
    RecalibrationLine recalibration;
    std::optional<std::string> viewClass;  ///< --view class=NAME, found in the classes of the data
    std::optional<ReportFormat> report;
    std::optional<QString> exportFile;
    FigureOptions figure;
    std::optional<Theme> theme;
    std::vector<ScoreLimit> limits;
    std::optional<QString> answer;  ///< --help or --version: print this and end
    /// --or-sample: app/run asks to see something, with or without a display.
    bool showsAnyway = false;

    /// Whether no window is to be opened.
    bool isHeadless() const {
        return report || exportFile || !limits.empty() || recalibration.isAsked();
    }
};

/// Reads `arguments`, the program's name first. Errors: WrongOption, the first that is wrong.
Result<CommandLine> parsedCommandLine(const QStringList& arguments);

}  // namespace diagonal
