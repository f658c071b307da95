// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QObject>
#include <QTimer>

#include "app/platform/background_job.h"
#include "app/session/session.h"
#include "core/models/model_list.h"
#include "core/models/next_task.h"

namespace diagonal {

/// The models of all open files, read and measured in the background in the view and bins of the
/// session's report. Without a use, it holds no rows. The models that figures show are measured
/// first; what the list shows follows.
class ModelSet : public QObject {
    Q_OBJECT

public:
    /// The session must outlive the set.
    explicit ModelSet(Session& session, QObject* parent = nullptr);
    ~ModelSet() override;

    /// What the models are read for.
    enum class Use {
        None,
        List,    ///< the models of the shown file are listed, in numbers that follow a pause
        Figures  ///< all models are compared
    };
    /// Starts to read and measure the models that a use needs, and frees the others.
    void setUse(Use use);
    Use use() const { return m_use; }
    bool isActive() const { return m_use == Use::Figures; }
    /// Sets what the figure shows, so that it is computed.
    void setFigure(ModelFigureKind kind, const FigureScores& scores, bool isPair = false);

    /// Sets the threshold at which pairs compare the net benefit.
    void setThreshold(double threshold);

    /// Sets the colours (ListedModel::place) of the models whose small multiples are in view, and
    /// not scrolled away. The others follow once the user pauses.
    void setInView(std::vector<std::size_t> places);

    const ModelList& list() const { return m_list; }
    const std::vector<ListedModel>& models() const { return m_list.models(); }
    /// The comparison of compared() with the reference; null while it is computed.
    std::shared_ptr<const Result<ModelPair>> pair() const;
    /// True while anything is read or computed.
    bool isBusy() const;
    /// Returns the bytes of all scores in memory.
    std::size_t scoreBytes() const;

    void rename(std::size_t index, const QString& name);
    void setHidden(std::size_t index, bool hidden);
    void setReference(std::size_t index);
    void setCompared(std::size_t index);
    void move(std::size_t from, std::size_t to);
    /// Adds a copy of a model, recalibrated by a map that is fitted on its rows in five folds. Does
    /// nothing while the model is not read.
    void addMapped(std::size_t index, MapKind map);
    /// Takes a model from the list and frees its rows; its file stays open.
    void remove(std::size_t index);
    /// Brings back the models that were removed, at the end of the list.
    void restoreRemoved();

Q_SIGNALS:
    /// Models came, went, or changed places, names or colours.
    void listChanged();
    /// Numbers of models changed.
    void numbersChanged();
    void pairChanged();

private:
    /// What was computed of a model.
    struct Finished {
        std::size_t id = 0;
        FinishedTask outcome;
    };
    struct ModelTask {
        std::size_t id = 0;
        Task task;
    };
    void follow();
    /// Follows what was read of the shown file: other contents, or other options.
    void followImport();
    /// True if the present use needs a model.
    bool isUsed(const ListedModel& model) const;
    bool isOfShownFile(const ListedModel& model) const;
    /// Returns the rows of a model as the session has read them; none unless it displays the model.
    std::optional<OpenedSource> sharedSource(const ListedModel& model) const;
    void readNext();
    void finishReading(const OpenedSource& source);
    void finishMapping(const Finished& finished);
    /// True if the session measures the rows of a model with these settings.
    bool isMeasuredBySession(const ListedModel& model, const AnalysisSettings& settings) const;
    /// True while the session measures what its model shows next.
    bool awaitsSession() const;
    /// Takes the session's analysis if its settings are new to the model, or if the model's is
    /// missing or provisional. Returns true if it was taken.
    bool takeMeasured(const ListedModel& model);
    void measure(bool exactly);
    /// Returns the indices of the models whose bins the figure shows.
    std::vector<std::size_t> displayed() const;
    /// Returns what is wanted of a model: what the figure shows, the pair, all pairs, and what the
    /// list shows. Each is computed for all models before the next.
    std::array<Wanted, 4> wantedOf(const ListedModel& model) const;
    /// Returns the next number that is missing of a model that is shown, and whose it is.
    std::optional<ModelTask> nextDetail() const;
    /// Returns the settings that a model follows now; none while the session's view is not
    /// measured.
    std::optional<AnalysisSettings> settingsOf(const ListedModel& model) const;
    /// Returns the conditions of the session that choose rows of a model.
    RowConditions conditionsFor(const ListedModel& model) const;
    /// Applies maps anew where other rows are chosen now.
    void mapChosenRows();
    void finishMeasuring(const std::vector<Finished>& measured);
    /// Computes the next number that is missing.
    void computeNext();
    void finishDetail(const Finished& finished);

    Session& m_session;
    /// What the models of a file were read from.
    struct ReadFile {
        PredictionFiles files;
        ReadOptions options;  ///< with the columns of all its models
        std::size_t shownModel = 0;
        std::weak_ptr<const Dataset> rows;
    };

    Use m_use = Use::None;
    std::vector<ReadFile> m_readFiles;
    ModelFigureKind m_kind = ModelFigureKind::Overlay;
    FigureScores m_scores;
    std::optional<double> m_threshold;                 ///< of the net benefit of pairs
    bool m_isPair = false;                             ///< two models are shown in numbers, too
    std::optional<std::vector<std::size_t>> m_inView;  ///< none: all
    ModelList m_list;
    std::size_t m_readingId = 0;
    /// What m_measureJob measures: ids of models, and their settings.
    std::vector<std::pair<std::size_t, AnalysisSettings>> m_requested;
    bool m_measuresExactly = false;  ///< m_measureJob was asked for exact results
    QTimer m_settleTimer;
    BackgroundJob<OpenedSource> m_readJob;
    BackgroundJob<Finished> m_mapJob;
    BackgroundJob<std::vector<Finished>> m_measureJob;
    BackgroundJob<Finished> m_detailJob;
};

}  // namespace diagonal
