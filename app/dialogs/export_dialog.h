// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "app/diagram/figure_export.h"

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace diagonal {

/// Asks for the size, resolution and theme of a figure.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    explicit ExportDialog(QWidget* parent = nullptr);
    FigureOptions options() const;

Q_SIGNALS:
    void exportRequested(const diagonal::FigureOptions& options);

private:
    void showSize();
    void followDpi();

    QSpinBox* m_width;
    QSpinBox* m_height;
    QSpinBox* m_dpi;
    QComboBox* m_theme;
    QLabel* m_message;
    QPushButton* m_export;
    int m_lastDpi = 96;
};

}  // namespace diagonal
