// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/reporting/report.h"

class QComboBox;
class QDoubleSpinBox;

namespace diagonal {

/// Settings that few users need, collapsed: edge rule, bin confidence, intervals, prevalence.
class MoreSettings : public QWidget {
    Q_OBJECT

public:
    /// Width in pixels of the label column, common to all settings.
    static constexpr int kLabelWidth = 92;

    /// Places `beside` on the line that expands the settings.
    explicit MoreSettings(QWidget* beside, QWidget* parent = nullptr);
    /// Shows settings without emitting settingsEdited.
    /// `haveEdges`: the bins do, so that there is a rule for confidences that lie on one.
    void showSettings(const AnalysisSettings& settings, bool haveEdges);

Q_SIGNALS:
    void settingsEdited(const diagonal::AnalysisSettings& settings);
    /// The user stated which percentage of the training rows was of the positive class.
    void trainedShareStated(double percent);

private:
    QWidget* buildRows();
    void connectRows();

    AnalysisSettings m_settings;
    QComboBox* m_edges;
    QComboBox* m_binConfidence;
    QComboBox* m_intervals;
    QComboBox* m_band;
    QComboBox* m_level;
    QDoubleSpinBox* m_trained;
};

}  // namespace diagonal
