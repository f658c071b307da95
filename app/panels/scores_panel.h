// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string_view>

#include <QScrollArea>

#include "core/measuring/report.h"

class QLabel;

namespace diagonal {

class NumberLabel;

/// Every score of a report with its definition on hover.
class ScoresPanel : public QScrollArea {
    Q_OBJECT

public:
    explicit ScoresPanel(QWidget* parent = nullptr);
    void showReport(const Report& report);
    /// The number that stands beside a score.
    QString shownValue(std::string_view id) const;

private:
    std::map<std::string_view, QLabel*> m_names;
    std::map<std::string_view, NumberLabel*> m_values;
    std::map<std::string_view, QLabel*> m_remarks;
};

}  // namespace diagonal
