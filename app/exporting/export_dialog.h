// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <QDialog>
#include <QTimer>

#include "app/diagram/figure_export.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace diagonal {

/// Asks for the size, resolution, text size and theme of a figure, and shows it.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    /// `asShown` holds what the figure in the window shows: its zoom and its axis of counts.
    /// `last`, if given, are the options of the last export, whose size, resolution, text, theme
    /// and parts are offered again.
    ExportDialog(FigureSubject subject, const FigureOptions& asShown,
                 const std::optional<FigureOptions>& last, QWidget* parent = nullptr);
    FigureOptions options() const;

Q_SIGNALS:
    void exportRequested(const diagonal::FigureOptions& options);

private:
    void offerAgain(const FigureOptions& last);
    QWidget* settings();
    QWidget* contentSettings();
    QDoubleSpinBox* sideBox();
    QSizeF inchesOf(const NamedSize& size) const;
    void makeNumbers(QWidget* panel);
    void connectSettings();
    void takeNamedSize();
    void keepSize();
    void showSides(const QSizeF& inches);
    void showOwnSize();
    void showOptions();
    void showPreview();
    QSizeF inches() const;
    /// Returns how many of the chosen units are in an inch: for pixels, the resolution.
    double perInch() const;

    FigureSubject m_subject;
    FigureOptions m_asShown;
    QComboBox* m_named;
    QDoubleSpinBox* m_width;
    QDoubleSpinBox* m_height;
    QComboBox* m_unit;
    QSpinBox* m_dpi;
    QDoubleSpinBox* m_text;
    QComboBox* m_theme;
    std::vector<std::pair<QCheckBox*, bool FigureParts::*>> m_parts;
    QLineEdit* m_title;
    QLineEdit* m_xTitle;
    QLineEdit* m_yTitle;
    QLabel* m_preview;
    QLabel* m_message;
    QPushButton* m_export;
    QTimer m_previewTimer;  ///< waits until the numbers rest
    double m_shownPerInch = 96;
};

}  // namespace diagonal
