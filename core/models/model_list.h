// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/models/model.h"
#include "core/models/opened_source.h"
#include "core/recalibrating/calibration_map.h"

namespace diagonal {

/// Where the rows of a model come from.
struct ModelSource {
    PredictionFiles files;
    ReadOptions options = {};  ///< with the columns of the model, if its file holds several
    std::string inFile = {};   ///< its name in the file; empty if the file holds one model
    /// Its rows, if its file stacks those of several models.
    std::optional<GroupChoice> stacked = {};
    /// The map that its scores went through; a window fits it by cross-validation.
    std::optional<MapKind> map = {};
    RowConditions mappedWhere = {};  ///< choose the rows that the map is fitted and applied to
};

/// One of the models that are compared.
struct ListedModel : Model {
    std::size_t id = 0;  ///< unique, also among the models that were removed
    ModelSource source;
    std::string name = {};  ///< as shown; the user may change it
    bool isRenamed = false;
    std::size_t place = 0;  ///< its colour
    bool isHidden = false;

    /// True if it holds neither rows, which are still to be read or calibrated, nor a problem.
    bool lacksRows() const { return !dataset && !problem; }
};

/// The models that are compared, in their order; one of them is the reference.
class ModelList {
public:
    const std::vector<ListedModel>& models() const { return m_models; }
    /// Returns the model with this id; null if it is gone.
    ListedModel* find(std::size_t id);
    /// Returns the index of a model in models(); none if it is gone.
    std::optional<std::size_t> indexOf(std::size_t id) const;
    std::optional<std::size_t> reference() const { return indexOf(m_reference); }
    /// Returns the index of the model that is compared with the reference: the chosen one, or the
    /// first other model without a problem; none if there is no such model.
    std::optional<std::size_t> compared() const;
    /// Returns the indices of the models that are not hidden, the reference first.
    std::vector<std::size_t> shown() const;
    /// Returns the files of the models that are not hidden, each once, that of the reference first.
    std::vector<PredictionFiles> shownFiles() const;
    /// Returns true if a model's comparison with the reference is that of their present reports.
    bool isPaired(const ListedModel& model) const;
    /// Returns the measured models that are shown, the reference first.
    std::vector<PlottedModel> plotted() const;
    /// Returns the p-values of compared() against the reference, adjusted for all shown models that
    /// can be compared (Holm 1979); empty while a comparison is pending, or if its own failed.
    std::vector<std::optional<double>> adjustedPValuesOfPair() const;

    /// Adds models at the end of the list.
    void add(const std::vector<ModelSource>& sources);
    /// Follows the open files: models of files that were closed go, those of new files come.
    void follow(const std::vector<ModelSource>& sources);
    /// Frees the rows of a file's models, to be read again: the file has changed.
    void forgetRowsOf(const PredictionFiles& files);
    /// Replaces the models of a file that is read in another way.
    void replace(const ModelSource& source);
    void rename(std::size_t index, const std::string& name);
    void setHidden(std::size_t index, bool hidden) { m_models[index].isHidden = hidden; }
    void setReference(std::size_t index);
    void setCompared(std::size_t index) { m_compared = m_models[index].id; }
    void move(std::size_t from, std::size_t to);
    void remove(std::size_t index);
    /// Brings back the models that were removed, at the end of the list.
    void restoreRemoved();
    bool hasRemoved() const { return !m_removed.empty(); }
    /// Adds a recalibrated copy behind a model; `map` is to be fitted on the rows before any map.
    void addMapped(std::size_t index, MapKind map);
    /// Makes two models of one with Model::recalibration, which is required: its rows before the
    /// map and, behind them, those after.
    void divideMapped(std::size_t index);
    /// Removes the models without a report; the others get the names and colours that they have
    /// alone in the list.
    void keepMeasured();
    /// Frees the rows of a model after a map, which is to be fitted again; its report stays.
    void freeMapped(std::size_t id);
    /// Frees all rows and results except those of one file's models; names, colours and order stay.
    void forgetRows(const std::optional<PredictionFiles>& except = {});
    /// Forgets all comparisons.
    void forgetPairs();
    /// Gives a mapped model without rows those of the model that it was made from.
    void shareRows(ListedModel& model) const;
    /// Gives a model, and stacked ones of its file without rows, the rows that were read. Adds the
    /// other models of the file, in columns or, if `divides`, stacked in rows.
    void takeRows(std::size_t id, const OpenedSource& source, bool divides = true);

private:
    ListedModel& insertMapped(std::size_t index, MapKind map);
    void addModelsOf(std::size_t index, const std::vector<ModelChoice>& choices);
    void addStackedModels(std::size_t index);
    ListedModel* addBehind(std::size_t& at, const ModelSource& like, const std::string& inFile);
    ListedModel made(ModelSource source);
    std::size_t freePlace() const;
    void chooseReference();
    void nameModels();

    std::vector<ListedModel> m_models;
    std::vector<ListedModel> m_removed;  ///< without their rows
    std::size_t m_nextId = 1;
    std::size_t m_reference = 0;  ///< an id; 0: none
    std::size_t m_compared = 0;   ///< an id; 0: the first other one
};

/// Returns the names of files, with as much of their folders as tells files of one name apart:
/// "a/preds.csv", "b/preds.csv", "other.csv".
std::vector<std::string> namesApart(const std::vector<std::string>& files);

/// A model by its file, and by its name there if the file holds several.
struct ModelPlace {
    std::string file;
    std::string inFile = {};
};

/// Returns short names that tell models apart: their files, their names in the file, or both.
std::vector<std::string> namesOfModels(const std::vector<ModelPlace>& models);

}  // namespace diagonal
