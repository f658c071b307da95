// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/comparing/comparison_controller.h"

#include <algorithm>

#include "app/results/facets_dialog.h"
#include "app/text/advice_text.h"
#include "app/text/number_text.h"
#include "core/base/text.h"
#include "core/publishing/models/murphy_plot.h"

namespace diagonal {

ComparisonController::ComparisonController(Session& session, ComparisonPage& page, QObject* parent)
    : QObject(parent), m_session(session), m_page(page), m_models(session) {
    constexpr int listInterval = 100;  // ms
    m_listTimer.setSingleShot(true);
    m_listTimer.setInterval(listInterval);
    connect(&m_listTimer, &QTimer::timeout, this, &ComparisonController::showList);
    connect(&m_models, &ModelSet::listChanged, this, [this] {
        showList();
        showFigure();
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
            Q_EMIT openRequested(static_cast<std::size_t>(file - files.begin()),
                                 model.source.inFile);
    });
}

void ComparisonController::setActive(bool active) {
    m_models.setFigure(m_page.view().figure, m_page.view().scores, m_page.view().isPair);
    m_models.setActive(active);
    if (active) showPair();
}

void ComparisonController::showNumbers() {
    showFigure();
    if (!m_listTimer.isActive()) m_listTimer.start();
}

void ComparisonController::showList() {
    if (!m_models.isActive()) return;
    std::vector<ModelRow> rows;
    const auto reference = m_models.list().reference();
    for (std::size_t i = 0; i < m_models.models().size(); ++i) {
        const ListedModel& model = m_models.models()[i];
        rows.push_back({toQString(model.name), model.place, !model.isHidden, reference == i,
                        model.report(), model.fittedTemperature,
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
        more = toQString(murphySentence({named.value().first, 0, nullptr, nullptr, a.murphy},
                                        {named.value().second, 0, nullptr, nullptr, b.murphy}));
    }
    m_page.showPair(&named, more, m_models.list().adjustedPValuesOfPair());
}

QString ComparisonController::status() const {
    constexpr double bytesPerMegabyte = 1e6;
    const std::size_t count = m_models.models().size();
    QStringList parts{toQString(counted(count, "model"))};
    parts << tr("%1 MB of scores in memory")
                 .arg(static_cast<double>(m_models.scoreBytes()) / bytesPerMegabyte, 0, 'f', 1);
    for (const ListedModel& model : m_models.models()) {
        if (model.problem)
            parts << tr("%1: %2").arg(toQString(model.name), windowText(*model.problem));
    }
    if (count < 2) parts << tr("open more files to compare (Ctrl+O)");
    if (m_models.isBusy()) parts << tr("computing…");
    return parts.join(QStringLiteral(" · "));
}

}  // namespace diagonal
