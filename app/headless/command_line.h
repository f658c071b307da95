// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QStringList>

#include "app/diagram/figure_export.h"
#include "app/diagram/figure_size.h"
#include "app/headless/figure_session.h"
#include "app/headless/gates.h"
#include "app/headless/printed_tables.h"
#include "core/base/result.h"
#include "core/publishing/models/model_plots.h"
#include "core/reading/options/read_options.h"
#include "core/recalibrating/recalibration.h"
#include "core/reporting/writing/report_writer.h"

namespace diagonal {

/// The recalibration options of a command line.
struct RecalibrationLine {
    std::optional<RecalibrationChoice> choice;  ///< --recalibrate
    std::optional<QString> fitOn;               ///< --fit-on: the file to fit on
    std::optional<QString> applied;             ///< --apply: a saved map
    std::optional<QString> savedMap;            ///< --save-map: .json or .py
    std::optional<QString> written;             ///< --write: calibrated rows, .csv or .npz

    bool isRequested() const { return choice || applied; }
};

/// A parsed command line, validated as far as possible without reading a file.
struct CommandLine {
    QStringList files;
    std::optional<std::string> labels;
    ReadOptions read;
    AnalysisSettings analysis;
    RecalibrationLine recalibration;
    std::optional<std::string> viewClass;  ///< NAME of --view class=NAME; see settingsFor()
    std::optional<ReportFormat> report;
    std::optional<ReportPlan> only;          ///< --only: what the report holds; all of it if absent
    std::optional<TableFormat> tableFormat;  ///< of --report
    std::optional<TableLine> tables;         ///< --table, and --report latex
    std::optional<Wording> caption;          ///< --caption
    std::optional<PrintedShare> soughtEce;   ///< --find-ece
    std::optional<QString> exportFile;
    FigureOptions figure;
    std::optional<Theme> theme;
    bool showsTimings = false;    ///< --timings
    bool resetsSettings = false;  ///< --reset-settings
    std::vector<ScoreLimit> limits;
    ComparisonLine comparison;
    std::optional<ModelFigureKind> modelFigure;  ///< --diagram of several models
    FigureScores figureScores;                   ///< --map-axes, --forest-score
    std::optional<QString> answer;  ///< --help or --version: text to print before exiting
    /// --or-sample, as passed by app/run: without a display, print a report and draw the diagram.
    bool showsWithoutDisplay = false;
    std::optional<FoundSession> session = {};  ///< of the picture that gave the files and options

    /// The names in `files`.
    std::vector<std::string> names() const;
    /// True if an output shows numbers of a report.
    bool showsReports() const {
        return report || tables || caption || soughtEce || exportFile || !limits.empty() ||
               comparison.isRequested;
    }
    /// True if the drawing goes to standard output.
    bool printsPicture() const { return exportFile && isStandardOutput(*exportFile); }
    /// True if an output shows the profile of --diagram.
    bool showsProfile() const {
        return analysis.profile && (exportFile || caption || report == ReportFormat::Json);
    }
    /// True if an output shows several models together, so that all follow the first.
    bool comparesModels() const {
        return comparison.isRequested || (modelFigure && (exportFile || caption));
    }
    /// True if no window opens.
    bool isHeadless() const { return showsReports() || (recalibration.isRequested() && !session); }
};

/// Returns the command line of a view that was remembered: a file of predictions, perhaps one of
/// labels, options of viewArguments(), what the list beside it showed, and the files that it was
/// compared with. Errors: WrongOption.
Result<CommandLine> parsedView(const QStringList& files, const QStringList& options,
                               const ListSelection& selection, const QStringList& others = {});

/// Reads `arguments`, the program's name first. Errors: WrongOption, the first that is wrong.
Result<CommandLine> parsedCommandLine(const QStringList& arguments);

}  // namespace diagonal
