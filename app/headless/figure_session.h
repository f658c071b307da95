// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <QByteArray>
#include <QString>
#include <QStringList>

#include "app/headless/command_text.h"
#include "core/base/result.h"
#include "core/reporting/report.h"

namespace diagonal {

/// Returns the options that bring a view back, but for its files; no file of theirs is named.
QStringList viewArguments(ShownFigure shown);

/// Returns the session of a figure that is to be saved as `picture`, as JSON: the version, the
/// files (name, size and SHA-256; the path from the picture's folder only if both lie in one folder
/// at most two levels up, which is within the user's own), the arguments that bring the view back,
/// what the list beside it shows, and the ECE and the bars of `report`, which is that of the
/// reference in a figure of several `models`, then the ECE of each. It holds no rows, no absolute
/// paths and no user names. Empty for standard input, and if no options say how the files were
/// read.
QByteArray figureSession(const ShownFigure& shown, const Report& report, const QString& picture,
                         std::span<const PlottedModel> models = {});

/// Returns a selection as JSON, "{}" of none; and reads it. What is no condition is an error
/// (Malformed); other things that it does not know are left out.
QByteArray selectionJson(const ListSelection& selection);
Result<ListSelection> selectionIn(const QByteArray& json);

/// The ECE of a model when a picture was made.
struct EarlierEce {
    QString model;  ///< modelInSession(); empty for the only one
    double ece = 0;
};

/// Returns what a session calls a model, "preds.csv: prob_rf".
QString modelInSession(const Report& report);

/// What a picture says about the session that it was made in.
struct FoundSession {
    QStringList arguments;  ///< the files, which are there, then the options
    ListSelection selection = {};
    /// What is not as it was when the picture was made, in a sentence; empty if nothing is.
    QString change = {};
    // As they were then; none if nothing has changed, or if the picture does not hold them:
    std::vector<EarlierEce> eces = {};
    std::shared_ptr<const ReliabilityCurve> bars = nullptr;
};

/// Returns the curve that stands beside that of now where data have changed since: the bars of a
/// picture.
CurveBeside earlierCurve(const ReliabilityCurve& bars);

/// True for the name of a file that figureFormat() draws and that can hold a session.
bool mayHoldSession(const QString& file);

/// Reads the session in a picture, PNG, SVG or PDF, or in a file of its own (.diagonal). Its files
/// are looked for in the picture's folder and below, by name, then by size and SHA-256, and never
/// elsewhere. `files`, if not empty, take their place. What the picture holds is data: options that
/// write files, run something or read others are refused. Errors: CannotRead; Undefined if there is
/// no session; Malformed; Unsupported for arguments that no figure needs.
Result<FoundSession> sessionIn(const QString& picture, const QStringList& files = {});

/// Returns the files of a picture's session as arguments, for a user to agree to; empty unless all
/// are there, and one of them where the session tells outside of the picture's folder. Nothing of
/// them is read.
QStringList argumentsOutside(const QString& picture);

/// Returns the files of a picture's session as arguments: those that are not beside it are the ones
/// of `candidates` that have their size and SHA-256. Empty unless all are found, and if all are
/// beside the picture.
QStringList argumentsAmong(const QString& picture, const QStringList& candidates);

}  // namespace diagonal
