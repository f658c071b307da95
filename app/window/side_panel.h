// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QWidget>

#include "core/reporting/report.h"

class QComboBox;
class QTabWidget;

namespace diagonal {

class BinDetail;
class BinTable;
class NotesPanel;
class ScoresPanel;
class SettingsPanel;
class SummaryTable;

/// The column beside the diagram: which file and model, the settings, and the numbers in tabs.
class SidePanel : public QWidget {
    Q_OBJECT

public:
    explicit SidePanel(QWidget* parent = nullptr);

    void showReport(const std::shared_ptr<const Report>& report);
    /// Classes and groups of a detailed report; none while there is none of the data shown.
    void showComparisons(const Report* detailed);
    /// Boxes of one entry are hidden.
    void showFiles(const QStringList& names, std::size_t shown);
    void showModels(const QStringList& names, std::size_t shown);

    SettingsPanel* settings() const { return m_settings; }
    ScoresPanel* scores() const { return m_scores; }
    BinTable* bins() const { return m_bins; }
    SummaryTable* classes() const { return m_classes; }
    SummaryTable* groups() const { return m_groups; }
    NotesPanel* notes() const { return m_notes; }
    BinDetail* detail() const { return m_detail; }

Q_SIGNALS:
    void fileChosen(std::size_t index);
    void modelChosen(std::size_t index);

private:
    QComboBox* m_fileBox;
    QComboBox* m_modelBox;
    SettingsPanel* m_settings;
    QTabWidget* m_tabs;
    ScoresPanel* m_scores;
    BinTable* m_bins;
    SummaryTable* m_classes;
    SummaryTable* m_groups;
    NotesPanel* m_notes;
    BinDetail* m_detail;
};

}  // namespace diagonal
