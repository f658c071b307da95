// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/reporting/report.h"

class QPlainTextEdit;
class QPushButton;

namespace diagonal {

/// Notes, skipped rows and assumptions of a report, as text.
class NotesPanel : public QWidget {
    Q_OBJECT

public:
    explicit NotesPanel(QWidget* parent = nullptr);
    void showReport(const Report& report);

Q_SIGNALS:
    void skippedRowsRequested();

private:
    QPlainTextEdit* m_text;
    QPushButton* m_saveSkipped;
};

}  // namespace diagonal
