// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QStringList>

#include "app/background_job.h"
#include "core/measuring/analysis.h"
#include "core/reading/prediction_reader.h"

namespace diagonal {

/// What is open and how it is analysed: commands in, signals out, no widgets. Reading and
/// analysing run in the background; of several requests the newest wins.
class Session : public QObject {
    Q_OBJECT

public:
    explicit Session(QObject* parent = nullptr);

    /// Opens files; one that holds labels only belongs to its neighbour, or, dropped alone, to the
    /// scores that are open or waiting for labels.
    void open(const QStringList& files);
    /// Opens pairs that are already made and shows them as a command line says.
    void open(std::vector<PredictionFiles> files, const ReadOptions& options,
              const AnalysisSettings& settings);
    /// Reads the shown file again, with other options where they are given.
    void reread(const ReadOptions& options);
    /// Shows another of the open files.
    void showFile(std::size_t index);
    /// Stops reading; what was shown before stays.
    void cancelReading();

    void setSettings(const AnalysisSettings& settings);
    /// All changes until endGesture() are one step of undo.
    void beginGesture();
    void endGesture();
    void undo();
    void redo();

    const AnalysisSettings& settings() const { return m_settings; }
    const ReadOptions& readOptions() const { return m_readOptions; }
    const std::shared_ptr<const Report>& report() const { return m_analysis.report; }
    const std::vector<PredictionFiles>& files() const { return m_files; }
    std::size_t shownFile() const { return m_shown; }
    bool isReading() const { return m_readJob.isBusy(); }
    /// Whether a report of the current settings is still to come.
    bool isAnalysing() const { return m_analysisJob.isBusy(); }
    bool canUndo() const { return !m_undo.empty(); }
    bool canRedo() const { return !m_redo.empty(); }

Q_SIGNALS:
    void readingStarted(const QString& file);
    void readingProgressed(qulonglong done, qulonglong total);
    void readingEnded();
    void filesChanged();
    /// Settings changed by something else than setSettings: undo, redo, another file.
    void settingsReplaced();
    void reportChanged();
    void failed(const diagonal::Error& error);
    void historyChanged();

private:
    struct Opened {
        std::vector<PredictionFiles> files;
        std::size_t shown;
        ReadOptions options;
        std::optional<AnalysisSettings> settings;  ///< to begin with
        Result<std::shared_ptr<const Dataset>> dataset;
    };
    using FilesOf = std::function<std::vector<PredictionFiles>()>;

    void read(const QString& name, FilesOf filesOf, std::size_t index, const ReadOptions& options,
              const std::optional<AnalysisSettings>& settings = {});
    void finishReading(Opened opened);
    void replaceHistory(const AnalysisSettings& settings);
    void replaceSettings(const AnalysisSettings& settings);
    void analyseNow();
    void finishAnalysis(std::pair<std::shared_ptr<const Dataset>, Result<Analysis>> finished);

    std::vector<PredictionFiles> m_files;
    std::size_t m_shown = 0;
    std::optional<PredictionFiles> m_awaitingLabels;
    ReadOptions m_readOptions;
    std::shared_ptr<const Dataset> m_dataset;
    AnalysisSettings m_settings;
    Analysis m_analysis;
    std::shared_ptr<const Dataset> m_analysed;  ///< the dataset of m_analysis
    std::vector<AnalysisSettings> m_undo;
    std::vector<AnalysisSettings> m_redo;
    bool m_inGesture = false;
    bool m_gestureSaved = false;
    BackgroundJob<Opened> m_readJob;
    BackgroundJob<std::pair<std::shared_ptr<const Dataset>, Result<Analysis>>> m_analysisJob;
};

}  // namespace diagonal
