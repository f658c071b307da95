// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QObject>
#include <QTimer>

#include "app/platform/background_job.h"
#include "app/session/session.h"
#include "core/comparing/comparison.h"
#include "core/publishing/models/model_plots.h"
#include "core/publishing/models/plotted_model.h"
#include "core/recalibrating/calibration_map.h"

namespace diagonal {

/// What a model's numbers depend on, apart from its rows.
struct MeasuringBasis {
    AnalysisSettings settings;
    View view;              ///< of the report that models follow
    std::string viewClass;  ///< the class of that view; empty for the top label
    std::size_t bins = 0;

    bool operator==(const MeasuringBasis&) const = default;
};

/// What the comparison of two models depends on.
struct PairBasis {
    std::shared_ptr<const Dataset> first;
    std::shared_ptr<const Dataset> second;
    double firstTemperature = 1;
    double secondTemperature = 1;
    View firstView;
    View secondView;
    Binning binning;
    double level = .95;
    std::uint64_t seed = 1;

    bool operator==(const PairBasis&) const = default;
};

/// One of the models that are compared.
struct ListedModel {
    std::size_t id = 0;  ///< never used again
    PredictionFiles files;
    ReadOptions options;  ///< with the columns of the model, if its file holds several
    std::string inFile;   ///< its name in the file; empty if the file holds one model
    /// Its rows, if its file stacks those of several models.
    std::optional<GroupChoice> stacked = {};
    /// Its scores are those after this map, fitted by cross-validation.
    std::optional<MapKind> map = {};
    QString name;           ///< as shown; the user may change it
    std::size_t place = 0;  ///< its colour
    bool isHidden = false;
    std::optional<Error> problem = {};                  ///< why it could not be read or measured
    std::shared_ptr<const Dataset> dataset = nullptr;   ///< null until it was read
    std::shared_ptr<const Dataset> unmapped = nullptr;  ///< its rows until `map` is applied
    Analysis analysis = {};                             ///< its report is null until measured
    std::optional<MeasuringBasis> basis = {};           ///< of the analysis, or of the problem
    /// The last report that holds the band of a calibrated model; often one of other bins.
    std::shared_ptr<const Report> banded = nullptr;
    std::vector<CurvePoint> murphy = {};
    std::shared_ptr<const Report> scaled = nullptr;  ///< PlottedModel::scaled
    std::optional<double> fittedTemperature = {};
    std::string noScaled = {};
    /// Compared with the reference; null until computed.
    std::shared_ptr<const Result<ModelPair>> pair = nullptr;
    PairBasis pairBasis = {};
    // Serves dragged temperatures of these rows and this view; null if exact results are as fast.
    Sweep sweep = nullptr;
    std::shared_ptr<const Dataset> sweptRows = nullptr;
    View sweptView = {};

    const std::shared_ptr<const Report>& report() const { return analysis.report; }
};

/// The models of all open files, read and measured in the background in the view and bins of the
/// session's report. While inactive, it holds no rows. The models that figures show are measured
/// first; what the list shows follows.
class ModelSet : public QObject {
    Q_OBJECT

public:
    /// The session must outlive the set.
    explicit ModelSet(Session& session, QObject* parent = nullptr);
    ~ModelSet() override;

    /// Starts to read and measure the models, or frees them.
    void setActive(bool active);
    bool isActive() const { return m_isActive; }
    /// Sets what the figure shows, so that it is computed.
    void setFigure(ModelFigureKind kind, const FigureScores& scores, bool isPair = false);

    /// Sets the places of the models whose small multiples are in view, and not scrolled away. The
    /// others follow once the user pauses.
    void setInView(std::vector<std::size_t> places);

    const std::vector<ListedModel>& models() const { return m_models; }
    /// Returns the place of a model in models(); none if it is gone.
    std::optional<std::size_t> indexOf(std::size_t id) const;
    std::optional<std::size_t> reference() const { return indexOf(m_reference); }
    /// Returns the model that is compared with the reference: the chosen one, else the next.
    std::optional<std::size_t> compared() const;
    /// Returns the measured models that are shown, the reference first.
    std::vector<PlottedModel> plotted() const;
    /// The comparison of compared() with the reference; null while it is computed.
    std::shared_ptr<const Result<ModelPair>> pair() const;
    /// Returns the p-values of pair(), adjusted for the number of models that are shown (Holm
    /// 1979); empty until all are compared with the reference.
    std::vector<std::optional<double>> adjustedPValuesOfPair() const;
    /// True while anything is read or computed.
    bool isBusy() const;
    /// Returns the bytes of all scores in memory.
    std::size_t scoreBytes() const;

    void rename(std::size_t index, const QString& name);
    void setHidden(std::size_t index, bool hidden);
    void setReference(std::size_t index);
    void setCompared(std::size_t index);
    void move(std::size_t from, std::size_t to);
    /// Adds a model after a calibration map, which is fitted on its rows in five folds. Does
    /// nothing while the model is not read.
    void addMapped(std::size_t index, MapKind map);
    /// Takes a model from the list and frees its rows; its file stays open.
    void remove(std::size_t index);
    /// Brings back the models that were removed, at the end of the list.
    void restoreRemoved();
    bool hasRemoved() const { return !m_removed.empty(); }

Q_SIGNALS:
    /// Models came, went, or changed places, names or colours.
    void listChanged();
    /// Numbers of models changed.
    void numbersChanged();
    void pairChanged();

private:
    struct Measured {
        std::size_t id = 0;
        std::shared_ptr<const Dataset> dataset;
        MeasuringBasis basis;
        Result<Analysis> analysis = Error{};
    };
    /// What a background computation adds to a model.
    struct Detail {
        std::size_t id = 0;
        std::shared_ptr<const Report> of;  ///< the report that it belongs to
        std::optional<Result<std::shared_ptr<const Report>>> detailed = {};
        std::optional<std::vector<CurvePoint>> murphy = {};
        std::optional<Result<ScaledModel>> scaled = {};
        std::shared_ptr<const Result<ModelPair>> pair = nullptr;
        PairBasis pairBasis = {};
        std::shared_ptr<const Dataset> sweptRows = nullptr;  ///< of `sweep`
        View sweptView = {};
        Sweep sweep = nullptr;
    };
    void follow();
    void readNext();
    void applyMap(ListedModel& model);
    void finishReading(FinishedReading read);
    void addModelsOf(std::size_t index, const std::vector<ModelChoice>& choices);
    void addStackedModels(std::size_t index);
    /// Takes the rows of a model, and of others that its file stacks, from what was read;
    /// `isMapped` if its map was applied to them.
    void takeRows(std::size_t index, const FinishedReading& read, bool isMapped);
    /// Adds a model of the same file at `at`, unless it is listed or was removed; returns it.
    ListedModel* addSibling(std::size_t index, std::size_t& at, const std::string& inFile);
    void measure();
    void requestMeasuring(bool exactly);
    /// Calls `use` for each model that is shown, the reference first.
    template <typename Use>
    void forShown(const Use& use) const;
    /// Returns the ids of the models whose bins the figure shows.
    std::vector<std::size_t> displayed() const;
    /// Returns what all models follow now; none while the session's view is not measured.
    std::optional<MeasuringBasis> currentBasis() const;
    static void forgetRows(ListedModel& model);
    void finishMeasuring(const std::vector<Measured>& measured);
    void computeNext();
    // These return false if there is nothing to compute.
    bool computeDetail(const ListedModel& model, const ModelParts& parts);
    bool computePair(const ListedModel& model);
    bool isPaired(const ListedModel& model) const;
    bool computeSweep(const ListedModel& model);
    void finishDetail(const Detail& detail);
    ListedModel* find(std::size_t id);
    void chooseReference();
    void dropPairs();
    void nameModels();
    std::size_t freePlace() const;

    Session& m_session;
    bool m_isActive = false;
    ModelFigureKind m_kind = ModelFigureKind::Overlay;
    FigureScores m_scores;
    bool m_isPair = false;                             ///< two models are shown in numbers, too
    std::optional<std::vector<std::size_t>> m_inView;  ///< none: all
    std::vector<ListedModel> m_models;
    std::vector<ListedModel> m_removed;  ///< without their rows
    std::vector<std::size_t> m_renamed;  ///< ids of models that the user named
    std::size_t m_nextId = 1;
    std::size_t m_reference = 0;  ///< an id; 0: none
    std::size_t m_compared = 0;   ///< an id; 0: the first other one
    std::size_t m_readingId = 0;
    bool m_isMapping = false;                   ///< m_readJob applies the map of m_readingId
    std::optional<MeasuringBasis> m_requested;  ///< of the models that are being measured
    bool m_measuresExactly = false;             ///< m_measureJob was asked for exact results
    QTimer m_settleTimer;
    BackgroundJob<FinishedReading> m_readJob;
    BackgroundJob<std::vector<Measured>> m_measureJob;
    BackgroundJob<Detail> m_detailJob;
};

}  // namespace diagonal
