// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

#include "core/measuring/report.h"

namespace diagonal {

/// What was read, assumed, noticed and skipped, as text.
class NotesPanel : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit NotesPanel(QWidget* parent = nullptr);
    void showReport(const Report& report);
};

}  // namespace diagonal
