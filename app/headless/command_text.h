// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include "app/diagram/figure_size.h"
#include "core/publishing/models/model_plots.h"
#include "core/reading/options/read_options.h"
#include "core/reading/sources.h"
#include "core/recalibrating/recalibration.h"
#include "core/reporting/report.h"
#include "core/selecting/row_arrangement.h"

namespace diagonal {

/// What a window shows: one model, or several.
struct ShownFigure {
    std::vector<PredictionFiles> files;  ///< of a model, or of each file of several
    ReadOptions read;
    AnalysisSettings analysis;
    std::vector<std::string> classNames;
    FigureOptions figure;   ///< its zoom, theme and axis of counts
    std::string file = {};  ///< to draw into
    /// Of a figure of several models: its kind and scores.
    std::optional<ModelFigureKind> models = {};
    FigureScores scores = {};
    ListSelection selection = {};  ///< of the list beside the figure
    std::optional<RecalibrationChoice> recalibration = {};
};

/// Returns the arguments with which the program draws the same figure into `file`, without the
/// program's name.
QStringList argumentsOf(ShownFigure shown, const QString& file);

/// Returns the name of a file as an argument that is no option: "./-a.csv" for "-a.csv".
std::string safeName(const std::string& file);

/// Returns the import settings that no option can express, in words; often empty.
QStringList inexpressible(const ReadOptions& options);

/// Returns a command of a POSIX shell: "diagonal 'my file.csv' --bins 20".
QString commandText(const QStringList& arguments);
/// Returns its options as a terminal shows them: "--where 'site=a b'".
std::string shownOptions(const QStringList& arguments);

}  // namespace diagonal
