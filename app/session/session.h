// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
#include "app/session/file_reading.h"
#include "core/reporting/analysis.h"
#include "core/reporting/detailed_report.h"

namespace diagonal {

/// What is open and how it is analysed: commands in, signals out, no widgets. Reading and
/// analysing run in the background; of several requests the newest wins. Files that change are read
/// again with the same options; what was shown stays until they can be read.
class Session : public QObject {
    Q_OBJECT

public:
    explicit Session(QObject* parent = nullptr);

    /// Opens files; one that holds labels only belongs to its neighbour, or, dropped alone, to the
    /// scores that are open or waiting for labels. Files with the columns of one that a user
    /// explained before are read like it.
    void open(const QStringList& files);
    /// Opens pairs that are already made and shows them as a command line says.
    void open(std::vector<PredictionFiles> files, const ReadOptions& options,
              const AnalysisSettings& settings);
    /// Reads the file of question again.
    void reread();
    /// Reads the file of question otherwise; can be undone, and is remembered where it works.
    void setReadOptions(const ReadOptions& options);
    /// Shows another of the open files.
    void showFile(std::size_t index);
    /// Shows another of models().
    void showModel(std::size_t index);
    /// Stops reading; what was shown before stays.
    void cancelReading();
    /// Leaves a file that could not be read for the one that is shown.
    void discardFailedFile();

    void setSettings(const AnalysisSettings& settings);
    /// All changes until endGesture() are one step of undo.
    void beginGesture();
    void endGesture();
    void undo();
    void redo();

    /// Where explanations of files are kept; none beyond this session where it is not set.
    void setMemory(MappingMemory memory) { m_memory = std::move(memory); }
    /// What "-" stands for; the process's standard input unless set.
    void setStandardInput(int descriptor) { m_standardInput = descriptor; }

    const AnalysisSettings& settings() const { return m_settings; }
    const ReadOptions& readOptions() const { return m_import.options; }
    const std::shared_ptr<const Report>& report() const { return m_analysis.report; }
    const std::vector<PredictionFiles>& files() const { return m_files; }
    std::size_t shownFile() const { return m_shown; }
    /// How one of the files is read.
    const ReadOptions& optionsOf(std::size_t file) const { return m_fileOptions[file]; }
    /// The rows that the report is of; null before there is one.
    std::shared_ptr<const Dataset> measuredRows() const {
        return m_analysis.part ? m_analysis.part : m_analysed;
    }
    /// The beginning of the file of question: the one that could not be read, else the shown one.
    /// Null where nothing of it could be seen.
    const std::shared_ptr<const FilePreview>& preview() const { return m_import.preview; }
    /// Its name; empty where nothing was opened.
    QString currentFile() const;
    /// Whether the file of question could not be read.
    bool currentFileFailed() const { return m_failedFile.has_value(); }
    const std::vector<SuggestedFix>& fixes() const { return m_import.fixes; }
    /// The models whose scores the shown file holds; empty where there is only one.
    const std::vector<ModelChoice>& models() const { return m_import.models; }
    std::size_t shownModel() const;
    /// The columns of its file of labels; empty where it has none, or one without columns.
    const std::vector<std::string>& labelColumns() const { return m_import.labelColumns; }
    bool isReading() const { return m_readJob.isBusy(); }
    /// Whether a report of the current settings is still to come.
    bool isAnalysing() const {
        return m_analysisJob.isBusy() || (report() && report()->isProvisional);
    }
    bool canUndo() const { return !m_undo.empty(); }
    bool canRedo() const { return !m_redo.empty(); }

Q_SIGNALS:
    void readingStarted(const QString& file);
    void readingProgressed(qulonglong done, qulonglong total);
    void readingEnded();
    void filesChanged();
    /// The preview, the options or the remedies are new; also where reading failed.
    void importChanged();
    /// Settings changed by something else than setSettings: undo, redo, another file.
    void settingsReplaced();
    void reportChanged();
    void errorOccurred(const diagonal::Error& error);
    /// A remark on files that change, vanish, or are still to come; empty where there is none.
    void fileStatusChanged(const QString& remark);
    void historyChanged();

private:
    /// What a user did, to be undone.
    struct Step {
        AnalysisSettings settings;
        ReadOptions options;
    };
    void read(const QString& name, ReadingRequest request);
    void finishReading(FinishedReading opened);
    void takeOpened(FinishedReading opened);
    ReadingRequest requestAgain() const;
    void readChanged(bool settled, bool other);
    /// Begins to keep what the pipes among `names` bring; true where one of them is still open.
    bool spoolPipes(const std::vector<std::string>& names);
    bool isPiping(const PredictionFiles& files) const;
    void pushStep();
    void settleSettings(const std::optional<AnalysisSettings>& asked, bool sameFile, bool answered);
    void replaceHistory(const AnalysisSettings& settings);
    void restore(const Step& step);
    void analyseNow();
    /// A report in detail, and the one that it was made of.
    struct DetailedAnalysis {
        std::shared_ptr<const Report> plain;
        Result<std::shared_ptr<const Report>> detailed;
    };
    void analyseInDetail();
    void finishDetail(const DetailedAnalysis& finished);
    struct FinishedAnalysis {
        std::shared_ptr<const Dataset> dataset;
        Result<Analysis> analysis;
        Sweep sweep;  ///< of the rows and view of the analysis, where it made one
    };
    void finishAnalysis(FinishedAnalysis finished);
    /// Once the hand rests: the exact report of what a sweep gave, then that in detail.
    void settle();
    /// `known` is a sweep of the rows and view now, or null.
    void prepareSweep(Sweep known);

    std::vector<PredictionFiles> m_files;
    std::size_t m_shown = 0;
    std::optional<PredictionFiles> m_failedFile;
    std::vector<ReadOptions> m_fileOptions;  ///< of each of m_files
    /// How a file is read and what was found of it.
    struct Import {
        ReadOptions options;
        std::shared_ptr<const FilePreview> preview;
        std::string signature;
        std::vector<ModelChoice> models;
        std::vector<std::string> labelColumns;
        std::vector<SuggestedFix> fixes;
        std::vector<std::string> paths;
    };
    Import m_import;           ///< of the file of question
    Import m_shownImport;      ///< of the shown file
    bool m_explained = false;  ///< the user has changed the options: remember them
    std::shared_ptr<const Dataset> m_dataset;
    AnalysisSettings m_settings;
    Analysis m_analysis;
    std::shared_ptr<const Dataset> m_analysed;  ///< the dataset of m_analysis
    /// Serves temperatures under a hand; of the rows and view below.
    Sweep m_sweep;
    std::shared_ptr<const Dataset> m_sweptRows;
    View m_sweptView;
    std::vector<Step> m_undo;
    std::vector<Step> m_redo;
    bool m_inGesture = false;
    bool m_gestureSaved = false;
    MappingMemory m_memory;
    FileWatch m_watch;
    ReadOptions m_readOptions;    ///< of what was read last, shown or not
    bool m_choiceIsRead = false;  ///< the reading follows setReadOptions(), which pushed a step
    std::map<std::string, std::unique_ptr<PipeSpool>> m_spools;  ///< by the names of pipes
    int m_standardInput = 0;
    QElapsedTimer m_sinceReading;
    qint64 m_readingTook = 0;  ///< milliseconds
    QElapsedTimer m_reading;
    BackgroundJob<FinishedReading> m_readJob;
    BackgroundJob<FinishedAnalysis> m_analysisJob;
    /// Exact reports after passing ones: a job apart, for which no hand waits.
    BackgroundJob<FinishedAnalysis> m_exactJob;
    /// What takes too long for a slider is added to the report once the hand rests.
    QTimer m_settleTimer;
    BackgroundJob<DetailedAnalysis> m_detailJob;
    BackgroundJob<Sweep>::Task
        m_indexSweep;  ///< that follows the quick sweep; null where none does
    BackgroundJob<Sweep> m_sweepJob;
};

}  // namespace diagonal
