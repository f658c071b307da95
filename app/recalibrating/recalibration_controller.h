// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <QObject>

#include "app/diagram/painting/diagram_style.h"
#include "app/platform/background_job.h"
#include "core/models/model.h"
#include "core/reading/options/read_options.h"
#include "core/reporting/map_comparison.h"

namespace diagonal {

class RecalibrationDialog;
class Session;

/// Recalibrates the measured rows: fits maps in the background, follows file, group, view and bins
/// while its dialog is open, and saves maps and predictions.
class RecalibrationController : public QObject {
    Q_OBJECT

public:
    /// Both arguments must outlive the controller; `window` is the parent of its dialog.
    RecalibrationController(Session& session, QWidget* window);
    void open();
    /// Opens the dialog with a map, fitted to rows of the current file.
    void openWith(const RecalibrationChoice& choice);
    void setTheme(Theme theme);
    /// Updates the dialog after the session's report changed.
    void follow();

    RecalibrationDialog* dialog() const { return m_dialog; }

    /// Ask the user for a path; tests replace them.
    std::function<QString()> chooseFile;
    std::function<QString()> chooseMapPath;
    std::function<QString()> chooseRowsPath;

private:
    /// The outcome of saving calibrated predictions.
    struct SavedRows {
        QString file;
        bool areOutOfFold = false;
        std::size_t skipped = 0;    ///< rows
        bool arePlaced = false;     ///< skipped rows are empty rows of the table
        bool lacksColumns = false;  ///< the file has changed, so its other columns are unknown
        Result<void> done = {};
    };
    /// The inputs of a fit that come from the session.
    struct FitRequest {
        std::shared_ptr<const Dataset> rows;
        AnalysisSettings settings;
        bool operator==(const FitRequest&) const = default;
    };
    void makeDialog();
    std::optional<FitRequest> fitRequest() const;
    void fit();
    /// Closes the dialog and drops its fit: no file is open.
    void forget();
    /// Offers the other open files to fit on.
    void offerFiles();
    void finish(const Result<Model>& fit);
    void compare();
    void askForOtherFile();
    void saveMap();
    void saveRows();
    void showSaved(const SavedRows& saved);

    Session& m_session;
    QWidget* m_window;
    Theme m_theme = Theme::Light;
    RecalibrationDialog* m_dialog = nullptr;  ///< created on first use
    std::optional<FitRequest> m_request;
    std::optional<std::string> m_otherFile;  ///< the name that the user chose
    std::shared_ptr<const Recalibration> m_recalibration;
    BackgroundJob<Result<Model>> m_job;
    BackgroundJob<std::vector<ComparedMap>> m_comparisonJob;
    BackgroundJob<SavedRows> m_saveJob;
    bool m_isCompared = false;               ///< all maps are, or will be, for m_request
    ZeroRows m_zeroRows = ZeroRows::Refuse;  ///< of the fits to the rows of m_request
};

}  // namespace diagonal
