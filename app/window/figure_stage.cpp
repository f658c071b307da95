// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figure_stage.h"

#include <cmath>

#include "app/diagram/diagram_view.h"
#include "app/diagram/lines/line_plot_view.h"
#include "app/text/number_text.h"
#include "core/publishing/profile_figures.h"

namespace diagonal {

FigureStage::FigureStage(QWidget* parent)
    : QStackedWidget(parent), m_diagram(new DiagramView(this)), m_linePlot(new LinePlotView(this)) {
    addWidget(m_diagram);
    addWidget(m_linePlot);
    m_linePlot->setWhatsThis(
        tr("Point at a place to see its numbers; click it, or move with the arrow keys and press "
           "Return, to set the bins or the temperature."));
    connect(m_linePlot, &LinePlotView::chosen, this, &FigureStage::choose);
}

void FigureStage::showReport(const std::shared_ptr<const Report>& report) {
    const bool sameProfile = report && m_report &&
                             m_report->settings.profile == report->settings.profile &&
                             m_report->dataset.file == report->dataset.file;
    if (!sameProfile) m_linePlot->setPlot(std::nullopt, {});
    m_report = report;
    if (report && report->settings.profile) showProfile(report);
    // The diagram is ready when the user returns to it.
    m_diagram->setReport(report);
    setCurrentWidget(report && report->settings.profile ? static_cast<QWidget*>(m_linePlot)
                                                        : static_cast<QWidget*>(m_diagram));
}

void FigureStage::showProfile(const std::shared_ptr<const Report>& report) {
    if (!report->plan.contains(ReportPlan::of(*report->settings.profile))) {
        m_linePlot->setMessage(tr("Computing…"));
        return m_linePlot->setOutdated(true);
    }
    auto plot = profilePlot(*report);
    if (!plot) {
        m_linePlot->setPlot(std::nullopt, {});
        return m_linePlot->setMessage(toQString(plot.error().detail));
    }
    m_linePlot->setOutdated(false);
    m_linePlot->setPlot(std::move(plot).value(), [report](double x) {
        return toQString(profileFigure(*report).textAt(*report, x));
    });
}

void FigureStage::setTheme(Theme theme) {
    m_diagram->setTheme(theme);
    m_linePlot->setTheme(theme);
}

void FigureStage::choose(double x) {
    if (!m_report || !m_report->settings.profile) return;
    if (*m_report->settings.profile == ProfileKind::Bins)
        return Q_EMIT binsChosen(static_cast<std::size_t>(std::lround(x)));
    if (*m_report->settings.profile != ProfileKind::Temperature) return;
    constexpr double thousandths = 1000;
    Q_EMIT temperatureChosen(std::round(x * thousandths) / thousandths);
}

}  // namespace diagonal
