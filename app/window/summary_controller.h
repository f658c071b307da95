// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QObject>

#include "app/diagram/painting/diagram_style.h"
#include "app/platform/background_job.h"
#include "core/reporting/ece_search.h"
#include "core/reporting/report.h"

namespace diagonal {

class ConventionsDialog;
class FacetsDialog;
class Session;
class SidePanel;

/// Controls the comparisons with a report: tables of classes and groups in the side panel, dialogs
/// of small multiples and of other programs' ECE. Applies what the user chooses in them.
class SummaryController : public QObject {
    Q_OBJECT

public:
    /// All arguments must outlive the controller; `window` is the parent of its dialogs.
    SummaryController(Session& session, SidePanel& side, QWidget* window);
    void showReport(const std::shared_ptr<const Report>& report);
    void setTheme(Theme theme);
    /// Closes the windows with diagrams and definitions: nothing is open any more.
    void closeDialogs();

private:
    void connectTables();
    void showClass(std::size_t index);
    void showGroup(std::size_t index);
    void showConventions();
    void makeConventions();
    void search(const PrintedShare& sought);
    /// Shows small multiples in a dialog, in which one can choose().
    void showFacets(FacetsDialog*& dialog, const QString& title,
                    void (SummaryController::*choose)(std::size_t));
    void fillFacets();
    void requestVisibleParts();

    Session& m_session;
    SidePanel& m_side;
    QWidget* m_window;
    Theme m_theme = Theme::Light;
    std::shared_ptr<const Report> m_detailed;  ///< the last one of the current data, or null
    std::weak_ptr<const Dataset> m_searched;   ///< what m_conventions is about
    RowConditions m_searchedRows;              ///< which rows of it
    std::shared_ptr<const Report> m_grouped;   ///< the last one with groups of these data, or null
    ConventionsDialog* m_conventions = nullptr;  ///< dialogs are created on first use
    PrintedShare m_sought;
    BackgroundJob<Result<EceSearch>> m_searchJob;
    FacetsDialog* m_classFacets = nullptr;
    FacetsDialog* m_groupFacets = nullptr;
};

}  // namespace diagonal
