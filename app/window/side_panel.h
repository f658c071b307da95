// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QWidget>

#include "app/comparing/model_list_panel.h"
#include "core/publishing/tables.h"
#include "core/reporting/report.h"

class QComboBox;
class QLabel;
class QTabWidget;
class QVBoxLayout;

namespace diagonal {

class BinDetail;
class BinTable;
class BusyLine;
class DecidePanel;
class FileModelList;
class NotesPanel;
class ScoresPanel;
class SettingsPanel;
class SummaryTable;

/// The column beside the diagram: choice of file and model, settings, and numbers in tabs.
class SidePanel : public QWidget {
    Q_OBJECT

public:
    explicit SidePanel(QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    void showReport(const std::shared_ptr<const Report>& report);
    /// Shows how much of the numbers is computed, from 0 to 1, and whether the rest was stopped.
    void showComputing(double share, bool isStopped);
    /// Shows or hides the tab of a page.
    void showTab(QWidget* page, bool visible);
    bool isInFront(const QWidget* page) const;
    /// Fills the table of classes from a detailed report; null empties it.
    void showClasses(const Report* detailed);
    /// Fills the table of groups from a report that holds them; null empties it.
    void showGroups(const Report* grouped);
    /// Shows a score by its name.
    void findScore(const QString& name);
    /// Fills the box of files, which is hidden for one file.
    void showFiles(const QStringList& names, std::size_t shown);
    void showModels(const std::vector<ModelRow>& rows, std::optional<std::size_t> shown);

    /// Returns the table that has the focus; none if no table has.
    std::optional<TableKind> focusedTable() const;
    /// Gives every table a context menu whose entry calls `copy`.
    void addCopyActions(const std::function<void(TableKind)>& copy);

    SettingsPanel* settings() const { return m_settings; }
    ScoresPanel* scores() const { return m_scores; }
    BinTable* bins() const { return m_bins; }
    SummaryTable* classes() const { return m_classes; }
    SummaryTable* groups() const { return m_groups; }
    DecidePanel* decide() const { return m_decide; }
    NotesPanel* notes() const { return m_notes; }
    /// Ends the lists above the card of a bin, which otherwise covers their ends, so that what is
    /// pointed at moves nothing.
    void keepRoomForDetail(bool keeps);
    BinDetail* detail() const { return m_detail; }

Q_SIGNALS:
    void tabChanged();
    /// The user asks for the numbers whose computation was stopped.
    void restRequested();
    void fileChosen(std::size_t index);
    void modelChosen(std::size_t index);
    /// The user wants to see all models together.
    void comparisonRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Returns the panels with tables, and what they show.
    std::vector<std::pair<QWidget*, TableKind>> tables() const;
    QLayout* fileRow();
    void showCompareLink();
    void placeDetail();
    void fitList();

    QVBoxLayout* m_lines = nullptr;  ///< of m_body
    QWidget* m_body;                 ///< what scrolls where the window is low
    BusyLine* m_busy;
    QLabel* m_stopped;
    QComboBox* m_fileBox;
    FileModelList* m_models;
    QLabel* m_modelsTitle;
    QLabel* m_compare;  ///< a link; hidden where there is nothing to compare
    SettingsPanel* m_settings;
    QTabWidget* m_tabs;
    QWidget* m_chosenTab = nullptr;  ///< the page that the user chose last
    ScoresPanel* m_scores;
    BinTable* m_bins;
    SummaryTable* m_classes;
    SummaryTable* m_groups;
    DecidePanel* m_decide;
    NotesPanel* m_notes;
    BinDetail* m_detail;
};

}  // namespace diagonal
