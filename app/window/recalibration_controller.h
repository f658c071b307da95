// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <QObject>

#include "app/diagram/painting/diagram_style.h"
#include "app/platform/background_job.h"
#include "core/reading/label_files.h"
#include "core/reading/options/read_options.h"
#include "core/recalibrating/temperature_profile.h"
#include "core/reporting/map_comparison.h"
#include "core/reporting/recalibration_report.h"

namespace diagonal {

class RecalibrationDialog;
class Session;

/// The cure for the rows that are shown: learns maps in the background, follows file, group, view
/// and bins while its window is open, and saves what it found.
class Recalibrations : public QObject {
    Q_OBJECT

public:
    /// All must outlive it; `window` is the parent of its window.
    Recalibrations(Session& session, QWidget* window);
    void open();
    void setTheme(Theme theme);
    /// The session's report changed.
    void follow();

    RecalibrationDialog* dialog() const { return m_dialog; }

    /// How places are chosen; tests put functions of their own.
    std::function<QString()> chooseFile;
    std::function<QString()> chooseMapPath;
    std::function<QString()> chooseRowsPath;

Q_SIGNALS:
    /// What was done, in a few words.
    void told(const QString& remark);

private:
    struct Learnt {
        std::shared_ptr<const Recalibration> recalibration;
        std::shared_ptr<const Report> report;
        std::shared_ptr<const TemperatureProfile> profile;  ///< of a temperature
        std::optional<Error> problem;
    };
    /// What a result depends on.
    struct Question {
        std::shared_ptr<const Dataset> rows;
        AnalysisSettings settings;
        bool operator==(const Question&) const = default;
    };
    void makeDialog();
    std::optional<Question> question() const;
    void learn();
    void finish(const Learnt& learnt);
    void compare();
    void askForOtherFile();
    void saveMap();
    void saveRows();

    Session& m_session;
    QWidget* m_window;
    Theme m_theme = Theme::Light;
    RecalibrationDialog* m_dialog = nullptr;  ///< made when first asked for
    std::optional<Question> m_asked;
    std::optional<PredictionFiles> m_otherFile;
    std::shared_ptr<const Recalibration> m_made;
    BackgroundJob<Learnt> m_job;
    BackgroundJob<std::vector<ComparedMap>> m_comparisonJob;
};

}  // namespace diagonal
