// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QColor>
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
    /// Shows what depends on the data: classes, fitted temperature, unavailable controls, and the
    /// profiles in the grooves of the sliders.
    void showReport(const Report& report);
    /// Sets the colours of the profiles: the ECE of bins and the NLL, the ECE of temperatures, and
    /// what chance makes of the ECE.
    void setColours(const QColor& first, const QColor& second, const QColor& band);
    /// Changes a setting as its slider would.
    void chooseBins(std::size_t bins);
    void chooseTemperature(double temperature);
    void stepTemperature(int steps);

    MarkedSlider* binSlider() const { return m_binSlider; }
    MarkedSlider* temperatureSlider() const { return m_temperatureSlider; }

Q_SIGNALS:
    void settingsEdited(const diagonal::AnalysisSettings& settings);
    /// One drag is one undo step.
    void gestureBegan();
    /// What follows belongs to the gesture that has just ended.
    void gestureResumed();
    void gestureEnded();
    void recalibrationRequested();
    /// As MoreSettings::trainedShareStated().
    void shiftRequested(double percent);

private:
    QWidget* binRow();
    QWidget* temperatureRow();
    QWidget* viewRow();
    void connectControls();
    /// `reset` is what a double click does.
    void connectSlider(MarkedSlider* slider, const std::function<void()>& reset);
    /// Returns the temperature of a slider's step; while it is dragged, special ones attract it.
    double slidTemperature(int step) const;
    void showProfiles(const Report& report);
    void showBinProfile();
    void showTemperatureProfile();
    void markTemperatures();
    void edit(const AnalysisSettings& settings);
    void change(const std::function<void(AnalysisSettings&)>& apply);
    void showTemperature(double temperature);
    void fillViews(const Report& report);
    BinningScheme scheme() const { return schemeOf(m_settings, m_defaultScheme); }
    void showScheme();
    void showClassBox(bool show);
    void chooseView(int index);
    void chooseClass(int index);

    AnalysisSettings m_settings;
    QColor m_first, m_second, m_band;
    std::string m_profiledFile;  ///< whose profiles the sliders show
    std::shared_ptr<const BinProfile> m_binProfile;
    std::shared_ptr<const TemperatureProfile> m_temperatureProfile;
    std::optional<double> m_fitted;
    std::vector<std::string> m_classNames;
    PredictionForm m_form = PredictionForm::ClassScores;
    std::size_t m_defaultBins = 15;
    BinningScheme m_defaultScheme = BinningScheme::EqualWidth;  ///< of the report
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
