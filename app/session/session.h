// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <QElapsedTimer>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include "app/platform/background_job.h"
#include "app/platform/file_watch.h"
#include "app/platform/mapping_memory.h"
#include "app/platform/pipe_spool.h"
#include "core/models/next_task.h"
#include "core/models/opened_source.h"

namespace diagonal {

/// A request to read one file in the background; `files` are taken from filesOf().
struct ReadingRequest : OpeningRequest {
    /// Returns the open files. Called in the background, because pairing looks into them.
    std::function<std::vector<PredictionFiles>()> filesOf;
    std::size_t index = 0;  ///< of the file to read
    std::string shows;      ///< its name, if its place among filesOf() is not known before
    /// After a file was closed: the number of files tried in vain. None for other requests.
    std::optional<std::size_t> closingTries = {};
    std::optional<AnalysisSettings> settings;  ///< the file starts with these, if given
    bool fresh = false;      ///< opened without options: those remembered for its columns may apply
    bool areChosen = false;  ///< the options, by the user: remembered if they work
    bool adds = false;       ///< filesOf() are added to the open files instead of replacing them
    std::optional<GroupChoice> stacked = {};  ///< measure these rows of a file that stacks models
    bool isReload = false;  ///< of the displayed file: if it fails, the last version stays
};

/// The outcome of a ReadingRequest.
struct FinishedReading : OpenedSource {
    ReadingRequest request;
    std::vector<PredictionFiles> files;
    std::vector<std::string> paths;  ///< of the files that were read
    FileStates states;               ///< of `paths` before reading
};

/// The open files and their analysis: commands in, signals out, no widgets. Reading and analysing
/// run in the background; the newest request wins. Files that change are reread with the same
/// options; the previous report stays until they can be read.
class Session : public QObject {
    Q_OBJECT

public:
    explicit Session(QObject* parent = nullptr);

    /// Opens files in addition to those that are open, and shows the first of them. A file that
    /// holds only labels is paired with its neighbour or, opened alone, with the current file. A
    /// file whose columns match one that the user configured before is read with the same options.
    void open(const QStringList& files);
    /// Opens the files of a command line, with its options and settings, in place of those that are
    /// open. `labels`, if given, belong to all of them.
    void open(const std::vector<std::string>& names, const std::optional<std::string>& labels,
              const ReadOptions& options, const AnalysisSettings& settings);
    /// Reads the current file again.
    void reread();
    /// Adds what a database has counted at another temperature to the cells of the current file.
    /// Errors: those of withCells().
    Result<void> addCells(const std::shared_ptr<const Dataset>& cells);
    /// Rereads the current file with other options. Can be undone; options that work are
    /// remembered.
    void setReadOptions(const ReadOptions& options);
    /// Shows another of the open files; of one that stacks models, the rows of `model`, if given.
    void showFile(std::size_t index, const std::optional<GroupChoice>& model = {});
    /// Closes the shown file and shows the next one; without another, nothing is open.
    void closeFile();
    /// Shows another of models().
    void showModel(std::size_t index);
    /// Stops reading; the displayed report stays.
    void cancelReading();
    /// Discards the file that failed to open and returns to the displayed one.
    void discardFailedFile();

    void setSettings(const AnalysisSettings& settings);
    /// Sets settings that were chosen elsewhere than in their panel, which then shows them.
    void replaceSettings(const AnalysisSettings& settings);
    /// The same, of the present settings with a change.
    void changeSettings(const std::function<void(AnalysisSettings&)>& change);
    /// Sets the parts that detailed reports hold in addition to ReportPlan::inPanels(), and
    /// computes those that the report lacks.
    void setRequestedParts(const ReportPlan& parts);
    /// Makes all changes until endGesture() one undo step.
    void beginGesture();
    /// Adds the next changes to the last gesture.
    void resumeGesture();
    void endGesture();
    /// Adds a change that is not one of settings to those that undo() takes back.
    void addStep(std::function<void()> undo, std::function<void()> redo);
    /// Sets what undo() and redo() call for the last step, if there is one.
    void addToLastStep(std::function<void()> undo, std::function<void()> redo);
    void undo();
    void redo();

    /// Sets where read options are remembered; by default they do not outlive the session.
    void setMemory(MappingMemory memory) { m_memory = std::move(memory); }
    /// Sets the descriptor that "-" stands for; by default the process's standard input.
    void setStandardInput(int descriptor) { m_standardInput = descriptor; }

    const AnalysisSettings& settings() const { return m_settings; }
    const ReadOptions& readOptions() const { return m_import.options; }
    const std::shared_ptr<const Report>& report() const { return m_model.report(); }
    const std::vector<PredictionFiles>& files() const { return m_files; }
    std::size_t shownFile() const { return m_shown; }
    /// Read options of one of files().
    const ReadOptions& optionsOf(std::size_t file) const { return m_fileOptions[file]; }
    /// Returns a request to open a file beside the shown one, on any thread.
    OpeningRequest requestFor(const PredictionFiles& file, ReadOptions options) const;
    /// Returns the displayed file as it was read, for others to share its rows; none if the rows
    /// were read without their names.
    std::optional<OpenedSource> sharedSource() const;
    /// The displayed model.
    const Model& model() const { return m_model; }
    /// True if the displayed rows have probabilities of classes.
    bool hasClasses() const {
        const auto& rows = m_model.analysis.dataset;
        return rows && rows->predictions.form() != PredictionForm::Confidence;
    }
    /// Returns how much of what the window shows is computed, from 0 to 1.
    double computedShare() const;
    /// Stops the computations that are pending, until a setting changes or resumeComputing().
    void stopComputing();
    void resumeComputing();
    bool isStopped() const { return m_isStopped; }
    /// True if the displayed file has columns of groups that can be summarized.
    bool hasGroups() const {
        return m_model.analysis.dataset && hasGroupSummaries(*m_model.analysis.dataset);
    }
    /// Preview of the current file: the one that failed to open, else the displayed one. Null if
    /// none of it could be read.
    const std::shared_ptr<const FilePreview>& preview() const { return m_import.preview; }
    /// Name of the current file; empty if nothing was opened.
    QString currentFile() const;
    /// True if the current file could not be read.
    bool currentFileFailed() const { return m_failedFile.has_value(); }
    const std::vector<SuggestedFix>& fixes() const { return m_import.fixes; }
    /// The models whose scores the current file holds; empty if there is only one.
    const std::vector<ModelChoice>& models() const { return m_import.models; }
    std::size_t shownModel() const { return m_import.shownModel; }
    /// Columns of the current file's labels file; empty if it has none, or one without columns.
    const std::vector<std::string>& labelColumns() const { return m_import.labelColumns; }
    bool isReading() const { return m_readJob.isBusy(); }
    /// True while the final report of the current settings is pending.
    bool isAnalysing() const { return m_liveJob.isBusy() || (report() && report()->isProvisional); }
    bool canUndo() const { return !m_undo.empty(); }
    bool canRedo() const { return !m_redo.empty(); }

Q_SIGNALS:
    void readingStarted(const QString& file);
    void readingProgressed(qulonglong done, qulonglong total);
    void readingEnded();
    /// cancelReading() ended a reading.
    void readingCancelled();
    void filesChanged();
    /// The last file was closed.
    void allClosed();
    /// The preview, options or fixes changed; also emitted when reading failed.
    void importChanged();
    /// Settings changed other than by setSettings(): by replaceSettings(), undo, redo or another
    /// file.
    void settingsReplaced();
    /// A report is being computed for the current settings.
    void analysisBegan();
    void reportChanged();
    /// computedShare() or isStopped() changed.
    void computingChanged();
    void errorOccurred(const diagonal::Error& error);
    /// A remark on files that vanished or are still being written; empty if there is none.
    void fileStatusChanged(const QString& remark);
    void historyChanged();

private:
    /// The state that undo and redo restore.
    struct Step {
        AnalysisSettings settings;
        ReadOptions options;
        std::function<void()> alsoUndo = {};  ///< of the change that the step takes back
        std::function<void()> alsoRedo = {};
    };
    void read(const QString& name, ReadingRequest request);
    /// Adds the files of pipes, and the remembered options.
    void complete(OpeningRequest& request) const;
    /// The current file; requires one.
    const PredictionFiles& current() const {
        return m_failedFile ? *m_failedFile : m_files[m_shown];
    }
    void dropOptionsStep();
    void finishReading(FinishedReading opened);
    void showOpened(FinishedReading opened);
    void closeUnreadable(const FinishedReading& opened);
    void keepLastVersion(const FinishedReading& opened);
    /// Returns a request to read one of some open files with its own options.
    ReadingRequest requestOf(const std::vector<PredictionFiles>& files, std::size_t index) const;
    /// Returns the read options of an open file; null if it is not open.
    const ReadOptions* optionsIfOpen(const PredictionFiles& files) const;
    /// Shows one of the files that are left; `tries` of them could not be read.
    void showAfterClosing(const std::vector<PredictionFiles>& left, std::size_t index,
                          std::size_t tries);
    void closeAll();
    /// Returns the open files with others added; those of the same predictions take their place.
    std::vector<PredictionFiles> withFiles(const std::vector<PredictionFiles>& added) const;
    /// Replaces the open files; those that stay keep their options.
    void setFiles(std::vector<PredictionFiles> files, const ReadOptions& options);
    ReadingRequest requestAgain() const;
    void readChanged(bool settled, bool other);
    /// Starts spooling the pipes among `names`. Returns true if one of them is still open.
    bool spoolPipes(const std::vector<std::string>& names);
    bool isPiping(const PredictionFiles& files) const;
    void pushStep();
    void chooseSettings(const ReadingRequest& request, bool sameFile, bool answered);
    void replaceHistory(const AnalysisSettings& settings);
    void restore(const Step& step);
    /// Restores the last step of `from` and removes it. `back` gets the present state, so that the
    /// move can be reversed. Then calls the step's `also`.
    void stepTo(std::vector<Step>& from, std::vector<Step>& back,
                std::function<void()> Step::*also);
    /// Measures with the current settings: what follows a drag.
    void analyseNow();
    void analyseOrRead(const AnalysisSettings& before);
    void dropUnreadConditions();
    /// Computes what the window shows next, once the user pauses.
    void computeNext();
    void finishTask(const FinishedTask& finished);
    /// Prepares what makes dragging fast.
    void prepareSweep();
    /// Returns what the window shows of the report, in the order in which it is computed: what is
    /// on screen, the figure's profile, the panels, what the sliders show. Each holds the one
    /// before it.
    std::vector<ReportPlan> plannedSteps() const;

    std::vector<PredictionFiles> m_files;
    std::size_t m_shown = 0;
    std::optional<PredictionFiles> m_failedFile;
    std::vector<PredictionFiles> m_waiting;  ///< opened beside a failed file while none was shown
    std::vector<std::string> m_adding;       ///< names of the files that are being added
    std::vector<ReadOptions> m_fileOptions;  ///< one for each of m_files
    struct Import : SourceDetails {
        std::size_t shownModel = 0;  ///< of `models`
        std::vector<std::string> paths;

        /// Takes what was read; unless anything was detected, the earlier signature stays.
        void take(const FinishedReading& opened, bool isDetected);

    private:
        /// Sets the models of a file, the shown one first; they keep their order while the user
        /// switches between them.
        void setModels(std::vector<ModelChoice> current);
    };
    Import m_import;               ///< of the current file
    Import m_shownImport;          ///< of the displayed file
    bool m_optionsEdited = false;  ///< the user changed the options: remember them if they work
    /// Settings before conditions on columns that are being read.
    std::optional<AnalysisSettings> m_beforeUnread;
    Model m_model;  ///< its report may be that of earlier rows or settings
    AnalysisSettings m_settings;
    ReportPlan m_requested;  ///< setRequestedParts()
    std::vector<Step> m_undo;
    std::vector<Step> m_redo;
    bool m_inGesture = false;
    bool m_gestureSaved = false;
    MappingMemory m_memory;
    FileWatch m_watch;
    ReadOptions m_readOptions;          ///< of the last file read, displayed or not
    bool m_readingAppliesEdit = false;  ///< setReadOptions() began the reading and pushed a step
    std::map<std::string, std::unique_ptr<PipeSpool>> m_spools;  ///< keyed by name of the pipe
    int m_standardInput = 0;
    QElapsedTimer m_sinceReading;
    qint64 m_readingTook = 0;  ///< milliseconds
    QElapsedTimer m_reading;
    BackgroundJob<FinishedReading> m_readJob;
    BackgroundJob<FinishedTask> m_liveJob;  ///< tasks that the user waits for
    /// Computes exact reports after provisional ones; a change of settings cancels it.
    BackgroundJob<FinishedTask> m_exactJob;
    BackgroundJob<FinishedTask> m_detailJob;
    BackgroundJob<FinishedTask> m_sweepJob;
    PreparedSweep m_preparing;  ///< by m_sweepJob: its rows and view
    /// Delays what takes too long for a slider until the user pauses.
    QTimer m_settleTimer;
    bool m_isStopped = false;
};

}  // namespace diagonal
