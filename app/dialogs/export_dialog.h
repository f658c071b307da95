// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QDialog>
#include <QTimer>

#include "app/diagram/figure_export.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace diagonal {

/// Asks for the size, resolution, text size and theme of a figure, and shows it.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    /// `hasLogCounts` is the state of the box for logarithmic counts at first.
    ExportDialog(std::shared_ptr<const Report> report, bool hasLogCounts,
                 QWidget* parent = nullptr);
    FigureOptions options() const;

Q_SIGNALS:
    void exportRequested(const diagonal::FigureOptions& options);

private:
    QWidget* settings(bool hasLogCounts);
    QDoubleSpinBox* sideBox();
    void takeNamedSize();
    void keepSize();
    void showSides(const QSizeF& inches);
    void showOwnSize();
    void showOptions();
    void showPreview();
    QSizeF inches() const;
    /// Returns how many of the chosen units are in an inch: for pixels, the resolution.
    double perInch() const;

    std::shared_ptr<const Report> m_report;
    QComboBox* m_named;
    QDoubleSpinBox* m_width;
    QDoubleSpinBox* m_height;
    QComboBox* m_unit;
    QSpinBox* m_dpi;
    QDoubleSpinBox* m_text;
    QComboBox* m_theme;
    QCheckBox* m_logCounts;
    QLabel* m_preview;
    QLabel* m_message;
    QPushButton* m_export;
    QTimer m_previewTimer;  ///< waits until the numbers rest
    double m_shownPerInch = 96;
};

}  // namespace diagonal
