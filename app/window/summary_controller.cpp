// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/summary_controller.h"

#include <algorithm>

#include "app/platform/parallel.h"
#include "app/results/conventions_dialog.h"
#include "app/results/decide_panel.h"
#include "app/results/facets_dialog.h"
#include "app/results/scores_panel.h"
#include "app/results/summary_table.h"
#include "app/session/session.h"
#include "app/settings/settings_panel.h"
#include "app/text/number_text.h"
#include "app/window/side_panel.h"

namespace diagonal {
namespace {

/// Returns facets of the summaries that have a curve, the highest ECE first; `rows` begin with
/// them.
template <typename Summaries>
std::vector<Facet> facetsOf(const Summaries& summaries, const std::vector<SummaryRow>& rows) {
    std::vector<Facet> facets;
    for (std::size_t i = 0; i < summaries.size(); ++i) {
        if (!summaries[i].curve) continue;
        const QString numbers =
            SummaryController::tr("ECE %1 · n = %2")
                .arg(QString::number(rows[i].ece, 'f', 4), countText(rows[i].count));
        facets.push_back({rows[i].name, numbers, i, summaries[i].curve});
    }
    std::ranges::stable_sort(facets, [&](const Facet& a, const Facet& b) {
        return rows[a.index].ece > rows[b.index].ece;
    });
    return facets;
}

void raise(QDialog& dialog) {
    dialog.show();
    dialog.raise();
}

}  // namespace

SummaryController::SummaryController(Session& session, SidePanel& side, QWidget* window)
    : QObject(window),
      m_session(session),
      m_side(side),
      m_window(window),
      m_searchJob([this](const Result<EceSearch>& found) {
          if (found || found.error().kind != ErrorKind::Cancelled)
              m_conventions->showSearch(found, m_sought);
      }) {
    connectTables();
}

void SummaryController::connectTables() {
    connect(m_side.classes(), &SummaryTable::rowChosen, this, &SummaryController::showClass);
    connect(m_side.classes(), &SummaryTable::backRequested, this, [this] {
        m_session.changeSettings([](AnalysisSettings& settings) { settings.view.reset(); });
    });
    connect(m_side.classes(), &SummaryTable::facetsRequested, this, [this] {
        showFacets(m_classFacets, tr("Classes versus the rest, worst first"),
                   &SummaryController::showClass);
    });
    connect(m_side.groups(), &SummaryTable::rowChosen, this, &SummaryController::showGroup);
    connect(m_side.groups(), &SummaryTable::backRequested, this, [this] {
        m_session.changeSettings([](AnalysisSettings& settings) { settings.where = {}; });
    });
    connect(m_side.groups(), &SummaryTable::facetsRequested, this, [this] {
        showFacets(m_groupFacets, tr("Groups of rows, worst first"), &SummaryController::showGroup);
    });
    connect(m_side.decide(), &DecidePanel::figureRequested, this, [this](ProfileKind kind) {
        m_session.changeSettings([kind](AnalysisSettings& settings) { settings.profile = kind; });
    });
    connect(m_side.decide(), &DecidePanel::prevalenceStated, this,
            [this](std::optional<double> prevalence) {
                m_session.changeSettings(
                    [prevalence](AnalysisSettings& settings) { settings.prevalence = prevalence; });
            });
    connect(&m_side, &SidePanel::tabChanged, this, &SummaryController::requestVisibleParts);
    connect(m_side.scores(), &ScoresPanel::conventionsRequested, this,
            &SummaryController::showConventions);
}

void SummaryController::showReport(const std::shared_ptr<const Report>& report) {
    const auto& dataset = m_session.model().analysis.dataset;
    if (m_searched.lock() != dataset || m_searchedRows != report->settings.where) {
        m_searched = dataset;
        m_searchedRows = report->settings.where;
        m_searchJob.cancel();
        if (m_conventions) m_conventions->clear();
    }
    const bool sameData = m_detailed && m_detailed->dataset.file == report->dataset.file &&
                          m_detailed->dataset.classNames == report->dataset.classNames;
    // While a slider is dragged, tables of the same data stay: filling them would slow it down.
    const bool isDetailed = report->classes != nullptr;
    m_side.classes()->setStale(sameData && !isDetailed);
    m_side.groups()->setStale(m_grouped && !report->plan.groups);
    if (sameData && !isDetailed) return;
    m_detailed = isDetailed ? report : nullptr;
    m_side.showTab(m_side.classes(), m_session.hasClasses());
    m_side.showClasses(m_detailed.get());
    m_side.showTab(m_side.groups(), m_session.hasGroups());
    if (!sameData || report->plan.groups) {
        m_grouped = report->plan.groups ? report : nullptr;
        m_side.showGroups(m_grouped.get());
    }
    fillFacets();
    if (m_detailed && m_conventions) m_conventions->showReport(*report);
}

/// Requests the parts of the report that are visible in addition to the panels.
void SummaryController::requestVisibleParts() {
    ReportPlan parts;
    const auto isShown = [](const QDialog* dialog) { return dialog && dialog->isVisible(); };
    const bool showsGroups = m_side.isInFront(m_side.groups());
    parts.groups = showsGroups || isShown(m_groupFacets);
    // Of more rows, crossings would keep the list of groups waiting for too long.
    constexpr std::size_t mostCrossedRows = 1'000'000;
    const auto& report = m_session.report();
    parts.subgroups = showsGroups && report && report->dataset.rows <= mostCrossedRows;
    parts.conventions = isShown(m_conventions);
    parts.decision = m_side.isInFront(m_side.decide());
    parts.curveConsistency = isShown(m_classFacets) || isShown(m_groupFacets);
    m_session.setRequestedParts(parts);
}

void SummaryController::closeDialogs() {
    m_detailed = m_grouped = nullptr;
    for (QDialog* dialog :
         std::initializer_list<QDialog*>{m_conventions, m_classFacets, m_groupFacets}) {
        if (dialog) dialog->hide();
    }
}

void SummaryController::setTheme(Theme theme) {
    m_theme = theme;
    fillFacets();
}

void SummaryController::showClass(std::size_t index) {
    m_session.changeSettings([index](AnalysisSettings& settings) {
        settings.view = View{View::Kind::OneVsRest, index};
    });
}

void SummaryController::showGroup(std::size_t index) {
    if (!m_grouped) return;
    const auto groups = listedGroups(*m_grouped);
    if (index >= groups.size()) return;
    m_session.changeSettings(
        [&](AnalysisSettings& settings) { settings.where.groups = groups[index]->choices; });
}

void SummaryController::makeConventions() {
    m_conventions = new ConventionsDialog(m_window);
    connect(m_conventions, &QDialog::finished, this, &SummaryController::requestVisibleParts);
    connect(m_conventions, &ConventionsDialog::presetRequested, this,
            [this](const std::string& preset) {
                m_session.changeSettings([&](AnalysisSettings& settings) {
                    settings.preset = preset;
                    settings.scheme = BinningScheme::EqualWidth;
                });
            });
    connect(m_conventions, &ConventionsDialog::searchRequested, this, &SummaryController::search);
    connect(m_conventions, &ConventionsDialog::wayChosen, this, [this](const EceWay& way) {
        m_session.replaceSettings(way.settings);
        const bool isHeadline = way.score == "ece";
        m_side.scores()->find(isHeadline ? QString()
                                         : toQString(scoreDefinition(way.score).shortName));
    });
}

void SummaryController::search(const PrintedShare& sought) {
    const auto& rows = m_session.model().rows();
    if (!rows) return;
    m_sought = sought;
    m_searchJob.restart([rows, sought, settings = m_session.settings()](const StopFlag& stop) {
        return eceSearch(*rows, sought, settings, executionUntil(stop));
    });
}

void SummaryController::showConventions() {
    if (!m_conventions) makeConventions();
    if (m_detailed) m_conventions->showReport(*m_detailed);
    raise(*m_conventions);
    requestVisibleParts();
}

void SummaryController::showFacets(FacetsDialog*& dialog, const QString& title,
                                   void (SummaryController::*choose)(std::size_t)) {
    if (!dialog) {
        dialog = new FacetsDialog(title, m_window);
        connect(dialog, &QDialog::finished, this, &SummaryController::requestVisibleParts);
        connect(dialog->view(), &FacetsView::facetChosen, this, choose);
    }
    fillFacets();
    raise(*dialog);
    requestVisibleParts();
}

void SummaryController::fillFacets() {
    if (m_classFacets) {
        const bool hasClasses = m_detailed && m_detailed->classes;
        m_classFacets->view()->setFacets(
            hasClasses ? facetsOf(*m_detailed->classes, classRows(*m_detailed))
                       : std::vector<Facet>(),
            m_theme, FacetTitles::of(View::Kind::OneVsRest));
    }
    if (m_groupFacets) {
        m_groupFacets->view()->setFacets(
            m_grouped ? facetsOf(m_grouped->groups, groupRows(*m_grouped)) : std::vector<Facet>(),
            m_theme, FacetTitles::of(m_grouped ? m_grouped->view.kind : View::Kind::TopLabel));
    }
}

}  // namespace diagonal
