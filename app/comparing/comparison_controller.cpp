// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/comparing/comparison_controller.h"

#include <algorithm>

#include "app/results/facets_dialog.h"
#include "app/text/advice_text.h"
#include "app/text/number_text.h"
#include "core/base/text.h"
#include "core/comparing/stacked_models.h"
#include "core/publishing/models/murphy_plot.h"

namespace diagonal {

ComparisonController::ComparisonController(Session& session, ComparisonPage& page, QObject* parent)
    : QObject(parent), m_session(session), m_page(page), m_models(session) {
    constexpr int listInterval = 100;  // ms
    m_listTimer.setSingleShot(true);
    m_listTimer.setInterval(listInterval);
    connect(&m_listTimer, &QTimer::timeout, this, [this] {
        showList();
        showFileModels();
    });
    connect(&m_models, &ModelSet::listChanged, this, [this] {
        showList();
        showFigure();
        showFileModels();
    });
    connect(&m_models, &ModelSet::numbersChanged, this, &ComparisonController::showNumbers);
    connect(&m_models, &ModelSet::pairChanged, this, &ComparisonController::showPair);
    connect(&m_page, &ComparisonPage::viewChanged, this, [this] {
        m_models.setFigure(m_page.view().figure, m_page.view().scores, m_page.view().isPair);
        showNumbers();
    });
    connect(m_page.facets(), &FacetsView::inViewChanged, this,
            [this] { m_models.setInView(m_page.facets()->inView()); });
    connect(&m_page, &ComparisonPage::placeChosen, this, [this](std::size_t place) {
        const auto& models = m_models.models();
        const auto model = std::ranges::find(models, place, &ListedModel::place);
        if (model == models.end()) return;
        const auto row = static_cast<std::size_t>(model - models.begin());
        m_models.setCompared(row);
        m_page.list()->setCurrent(row);
    });
    connectList();
    connectFile();
}

void ComparisonController::connectFile() {
    connect(&m_session, &Session::importChanged, this, &ComparisonController::followFile);
    connect(&m_session, &Session::allClosed, this, &ComparisonController::followFile);
    connect(&m_session, &Session::reportChanged, this, [this] {
        if (!m_listTimer.isActive()) m_listTimer.start();
    });
}

/// Lists the models of the file that is shown now.
void ComparisonController::followFile() {
    const auto& rows = m_session.model().dataset;
    const bool isStacked = rows && m_session.models().empty();
    m_stacked = isStacked ? stackedModels(*rows) : std::vector<GroupChoice>();
    setUse();
    showFileModels();
}

void ComparisonController::setUse() {
    constexpr std::size_t mostScores = 4'000'000;  // of models that are read without being asked
    const auto& rows = m_session.model().dataset;
    const std::size_t count = m_session.models().size() + m_stacked.size();
    const std::size_t scores =
        rows ? rows->predictions.scores().rows() * rows->predictions.scores().columns() : 0;
    const bool isListed =
        count > 1 && !m_session.currentFileFailed() &&
        scores * std::max<std::size_t>(m_session.models().size(), 1) <= mostScores;
    m_models.setUse(m_isOpen   ? ModelSet::Use::Figures
                    : isListed ? ModelSet::Use::List
                               : ModelSet::Use::None);
}

void ComparisonController::showFileModels() {
    if (m_session.files().empty()) return;
    const PredictionFiles& file = m_session.files()[m_session.shownFile()];
    std::vector<std::string> names;
    std::optional<std::size_t> shown;
    for (const ModelChoice& model : m_session.models())
        names.push_back(model.name);
    if (!names.empty()) shown = m_session.shownModel();
    for (const GroupChoice& model : m_stacked) {
        const auto& groups = m_session.settings().where.groups;
        if (std::ranges::find(groups, model) != groups.end()) shown = names.size();
        names.push_back(model.value);
    }
    std::vector<ModelRow> rows;
    for (const std::string& name : names) {
        const auto model = std::ranges::find_if(m_models.models(), [&](const ListedModel& listed) {
            return listed.source.files == file && listed.source.inFile == name &&
                   !listed.source.map;
        });
        ModelRow row;
        row.name = toQString(name);
        row.isPending = m_models.use() == ModelSet::Use::List;
        if (model != m_models.models().end()) {
            row.report = model->report();
            if (model->problem) row.problem = windowText(*model->problem);
        }
        // The numbers of the shown model follow a drag.
        const bool isOfSameRows = !m_session.settings().where.judgePredictions();
        if (shown == rows.size() && m_session.report() && isOfSameRows)
            row.report = m_session.report();
        rows.push_back(std::move(row));
    }
    Q_EMIT fileModelsChanged(rows, shown);
}

void ComparisonController::showModel(std::size_t index) {
    if (m_stacked.empty()) return m_session.showModel(index);
    m_session.changeSettings([&](AnalysisSettings& settings) {
        const GroupChoice& model = m_stacked[index];
        GroupChoices& groups = settings.where.groups;
        if (std::erase(groups, model) == 0) settings.where = withGroup(settings.where, model);
    });
}

void ComparisonController::openModel(const std::string& name) {
    const auto& models = m_session.models();
    const auto model = std::ranges::find(models, name, &ModelChoice::name);
    if (model != models.end())
        return m_session.showModel(static_cast<std::size_t>(model - models.begin()));
    const auto stacked = std::ranges::find(m_stacked, name, &GroupChoice::value);
    const auto& groups = m_session.settings().where.groups;
    if (stacked != m_stacked.end() && std::ranges::find(groups, *stacked) == groups.end())
        showModel(static_cast<std::size_t>(stacked - m_stacked.begin()));
}

void ComparisonController::connectList() {
    ModelListPanel* list = m_page.list();
    connect(list, &ModelListPanel::chosen, &m_models, &ModelSet::setCompared);
    connect(list, &ModelListPanel::renamed, &m_models, &ModelSet::rename);
    connect(list, &ModelListPanel::referenceChosen, &m_models, &ModelSet::setReference);
    connect(list, &ModelListPanel::moved, &m_models, &ModelSet::move);
    connect(list, &ModelListPanel::removed, &m_models, &ModelSet::remove);
    connect(list, &ModelListPanel::restoreRequested, &m_models, &ModelSet::restoreRemoved);
    connect(list, &ModelListPanel::mapChosen, &m_models, &ModelSet::addMapped);
    connect(list, &ModelListPanel::shown, &m_models,
            [this](std::size_t row, bool isShown) { m_models.setHidden(row, !isShown); });
    connect(list, &ModelListPanel::opened, this, [this](std::size_t row) {
        const ListedModel& model = m_models.models()[row];
        const auto& files = m_session.files();
        const auto file = std::ranges::find(files, model.source.files);
        if (file != files.end())
            Q_EMIT openRequested(static_cast<std::size_t>(file - files.begin()), model.source);
    });
}

void ComparisonController::setActive(bool active) {
    m_models.setFigure(m_page.view().figure, m_page.view().scores, m_page.view().isPair);
    m_isOpen = active;
    setUse();
    if (active) return showPair();
    showFileModels();
}

void ComparisonController::showNumbers() {
    showFigure();
    if (!m_listTimer.isActive()) m_listTimer.start();
}

void ComparisonController::showList() {
    if (!m_models.isActive()) return;
    std::vector<ModelRow> rows;
    const auto reference = m_models.list().reference();
    const ComparisonView& view = m_page.view();
    const bool isLimited = !view.isPair && (view.figure == ModelFigureKind::Overlay ||
                                            view.figure == ModelFigureKind::Murphy);
    std::vector<std::size_t> left;
    if (isLimited) left = m_models.list().shown();
    std::erase_if(left, [&](std::size_t i) { return !m_models.models()[i].report(); });
    left.erase(left.begin(),
               left.begin() + static_cast<std::ptrdiff_t>(std::min(left.size(), kMostOverlaid)));
    for (std::size_t i = 0; i < m_models.models().size(); ++i) {
        const ListedModel& model = m_models.models()[i];
        const bool isDrawn = std::ranges::find(left, i) == left.end();
        rows.push_back({toQString(model.name), model.place, !model.isHidden, isDrawn,
                        reference == i, model.report(), model.fittedTemperature,
                        QString::fromStdString(model.noScaled),
                        model.problem ? windowText(*model.problem) : QString(),
                        !model.report() && !model.problem});
    }
    m_page.showModels(std::move(rows), m_models.list().compared());
    m_page.list()->setCanRestore(m_models.list().hasRemoved());
    m_page.showStatus(status());
}

void ComparisonController::showFigure() {
    if (!m_models.isActive()) return;
    const auto compared = m_models.list().compared();
    std::vector<PlottedModel> plotted = m_models.list().plotted();
    std::optional<std::size_t> second;
    for (std::size_t i = 1; compared && i < plotted.size(); ++i) {
        if (plotted[i].place == m_models.models()[*compared].place) second = i;
    }
    m_page.showFigure(std::move(plotted), second);
}

void ComparisonController::showPair() {
    if (!m_models.isActive()) return;
    showList();
    showFigure();
    const auto first = m_models.list().reference();
    const auto second = m_models.list().compared();
    if (!first || !second) {
        const Result<ModelPair> none = undefined("there is only one model");
        return m_page.showPair(&none);
    }
    const auto pair = m_models.pair();
    if (!pair || !*pair) return m_page.showPair(pair.get());
    // Models are called as in the list.
    const ListedModel& a = m_models.models()[*first];
    const ListedModel& b = m_models.models()[*second];
    Result<ModelPair> named = *pair;
    named.value().first = a.name;
    named.value().second = b.name;
    QString more;
    if (!a.murphy.empty() && !b.murphy.empty()) {
        const auto plotted = [](const ListedModel& model) -> PlottedModel {
            return {static_cast<const ModelResults&>(model), model.name};
        };
        more = sentenceText(murphySentence(plotted(a), plotted(b)));
    }
    m_page.showPair(&named, more, m_models.list().adjustedPValuesOfPair());
}

QString ComparisonController::status() const {
    constexpr double bytesPerMegabyte = 1e6;
    const std::size_t count = m_models.models().size();
    QStringList parts{toQString(counted(count, "model"))};
    parts << tr("%1 MB of scores in memory")
                 .arg(static_cast<double>(m_models.scoreBytes()) / bytesPerMegabyte, 0, 'f', 1);
    if (const auto compared = m_models.list().compared())
        parts << tr("%1 is compared under Pair").arg(toQString(m_models.models()[*compared].name));
    for (const ListedModel& model : m_models.models()) {
        if (model.problem)
            parts << tr("%1: %2").arg(toQString(model.name), windowText(*model.problem));
    }
    const RowConditions& where = m_session.settings().where;
    if (where.judgePredictions())
        parts << tr("without the condition %1, which would choose other rows for each model")
                     .arg(toQString(conditionsText(where)));
    if (count < 2) parts << tr("open more files to compare (Ctrl+O)");
    if (m_models.isBusy()) parts << tr("computing…");
    return parts.join(QStringLiteral(" · "));
}

}  // namespace diagonal
