// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QStackedWidget>

#include "app/diagram/painting/diagram_style.h"
#include "core/reporting/report.h"

namespace diagonal {

class DiagramView;
class LinePlotView;

/// The figure of a report: the reliability diagram, or a profile.
class FigureStage : public QStackedWidget {
    Q_OBJECT

public:
    explicit FigureStage(QWidget* parent = nullptr);

    /// Shows the figure that the report asks for. A profile that is being computed leaves the one
    /// before it, pale. Null shows nothing.
    void showReport(const std::shared_ptr<const Report>& report);
    void setTheme(Theme theme);
    DiagramView* diagram() const { return m_diagram; }
    LinePlotView* linePlot() const { return m_linePlot; }

Q_SIGNALS:
    /// The user chose a place of a profile.
    void binsChosen(std::size_t bins);
    void temperatureChosen(double temperature);

private:
    void showProfile(const std::shared_ptr<const Report>& report);
    void choose(double x);

    DiagramView* m_diagram;
    LinePlotView* m_linePlot;
    std::shared_ptr<const Report> m_report;
};

}  // namespace diagonal
