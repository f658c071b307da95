// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QDialog>

#include "app/diagram/painting/diagram_style.h"
#include "core/recalibrating/temperature_profile.h"
#include "core/reporting/map_comparison.h"
#include "core/reporting/recalibration_report.h"

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QTableWidget;

namespace diagonal {

class DiagramView;
class LinePlotView;

/// Where a map is fitted: on rows of the current file, or on all of another.
struct FitSource {
    FitRows rows = FitRows::Folds;
    std::optional<std::size_t> file = {};  ///< index of an open file
    bool asks = false;                     ///< the user is asked for a file that is not open
    std::string path = {};                 ///< of the open file
};

/// An open file to fit on.
struct FitFile {
    std::size_t index = 0;
    std::string path;
    QString name;  ///< tells it apart from the others
    bool operator==(const FitFile&) const = default;
};

/// Recalibration dialog: choose a map and its training rows, compare the scores before and after,
/// see the diagram after with a line where each bar ended before, rank all maps, save the map or
/// the calibrated predictions.
class RecalibrationDialog : public QDialog {
    Q_OBJECT

public:
    explicit RecalibrationDialog(QWidget* parent = nullptr);

    /// Sets the open files that a map can be fitted on, by index and name.
    void setFiles(const std::vector<FitFile>& files);
    /// Lists and selects a file that the user was asked for.
    void showOtherFile(const QString& name);
    void setTheme(Theme theme);

    void showBusy();
    /// Shows a report; requires report->recalibration.
    void showReport(const std::shared_ptr<const Report>& report);
    /// Shows the profile of the rows before recalibration; null hides it.
    void showProfile(const std::shared_ptr<const TemperatureProfile>& profile);
    /// Shows why a fit failed; with a button if rows of probability 0 alone forbid it.
    void showProblem(const QString& problem, bool offersFitWithoutZeros = false);
    /// Shows what became of a file; one that was saved can be shown in its folder.
    void showMessage(const QString& message, const QString& savedFile = {});
    void showComparison(const std::vector<ComparedMap>& maps, bool manyClasses);
    /// Requests a comparison, as the button does.
    void startComparison();
    /// Clears the comparison, which no longer holds for other rows or settings.
    void forgetComparison();

    /// Chooses a map, without emitting choiceChanged; its rows are of the current file.
    void choose(const RecalibrationChoice& choice);
    MapKind map() const;
    /// What the map `shift` needs; none for others, or while the user has stated nothing.
    std::optional<PrevalenceShift> shift() const;
    const FitSource& fitSource() const;

    DiagramView* diagram() const { return m_diagram; }
    LinePlotView* profile() const { return m_profile; }
    QTableWidget* scores() const { return m_scores; }
    QTableWidget* comparison() const { return m_comparison; }
    QLabel* remarks() const { return m_remarks; }
    QString message() const;
    QPushButton* withoutZeros() const { return m_withoutZeros; }
    QComboBox* maps() const { return m_maps; }
    QDoubleSpinBox* trained() const { return m_trained; }
    QComboBox* fitSourceBox() const { return m_fitSourceBox; }

Q_SIGNALS:
    void choiceChanged();
    void otherFileRequested();
    void comparisonRequested();
    void mapSaveRequested();
    void rowsSaveRequested();
    void fitWithoutZerosRequested();

private:
    QWidget* buildChoices();
    QWidget* buildResults();
    QWidget* buildComparison();
    void fillFitSources();
    void chooseFitSource();
    void showDefinition();
    /// Numbers are grey, and nothing can be saved, while a fit is pending or there is none.
    void setFitted(bool isFitted);

    QFormLayout* m_form;
    QComboBox* m_maps;
    QDoubleSpinBox* m_trained;  ///< percent of class 1 in training; 0: not stated
    QComboBox* m_fitSourceBox;
    QLabel* m_definition;
    QLabel* m_parameters;
    QTableWidget* m_scores;
    QLabel* m_remarks;
    QLabel* m_message;
    QPushButton* m_showFolder;
    QString m_savedFile;
    QPushButton* m_withoutZeros;
    QPushButton* m_saveMap;
    QPushButton* m_saveRows;
    QPushButton* m_compare;
    QTableWidget* m_comparison;
    DiagramView* m_diagram;
    LinePlotView* m_profile;
    std::vector<FitSource> m_fitSources;
    std::vector<FitFile> m_files;
    QString m_otherFile;
    std::vector<std::optional<MapKind>> m_comparedKinds;
};

}  // namespace diagonal
