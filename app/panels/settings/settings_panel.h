// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QWidget>

#include "core/reporting/report.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace diagonal {

class MarkedSlider;
class MoreSettings;

/// Controls for bins, temperature, view and binning. Shows settings and emits the user's changes.
class SettingsPanel : public QWidget {
    Q_OBJECT

public:
    explicit SettingsPanel(QWidget* parent = nullptr);

    /// Shows settings without emitting settingsEdited.
    void showSettings(const AnalysisSettings& settings);
    /// Shows what depends on the data: classes, fitted temperature, unavailable controls.
    void showReport(const Report& report);

    MarkedSlider* binSlider() const { return m_binSlider; }
    MarkedSlider* temperatureSlider() const { return m_temperatureSlider; }

Q_SIGNALS:
    void settingsEdited(const diagonal::AnalysisSettings& settings);
    /// One drag is one undo step.
    void gestureBegan();
    void gestureEnded();
    void recalibrationRequested();

private:
    QWidget* binRow();
    QWidget* temperatureRow();
    QWidget* viewRow();
    void connectControls();
    void connectSlider(MarkedSlider* slider);
    void edit(const AnalysisSettings& settings);
    void setTemperature(double temperature);
    void showTemperature(double temperature);
    void fillViews(const Report& report);
    void showScheme();
    void showClassBox(bool show);
    void chooseView(int index);
    void chooseClass(int index);

    AnalysisSettings m_settings;
    std::vector<std::string> m_classNames;
    PredictionForm m_form = PredictionForm::ClassScores;
    std::size_t m_defaultBins = 15;
    MarkedSlider* m_binSlider;
    QSpinBox* m_binBox;
    MarkedSlider* m_temperatureSlider;
    QDoubleSpinBox* m_temperatureBox;
    QPushButton* m_fit;
    QPushButton* m_reset;
    QComboBox* m_view;
    QComboBox* m_class;
    QLabel* m_classLabel;
    QComboBox* m_scheme;
    QComboBox* m_diagram;
    MoreSettings* m_more;
};

/// Convert temperatures to slider steps, 100 per octave from 0.1, and back; steps near 1 give 1.
int temperatureStep(double temperature);
double temperatureAtStep(int step);

}  // namespace diagonal
