// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/reporting/report.h"

class QLabel;

namespace diagonal {

class NumberLabel;

/// The ECE, large, with its interval, what a calibrated model would show, and why it is as it is.
class EceHeadline : public QWidget {
    Q_OBJECT

public:
    explicit EceHeadline(QWidget* parent = nullptr);
    void showReport(const Report& report);
    QString shownValue() const;

protected:
    void changeEvent(QEvent* event) override;

Q_SIGNALS:
    /// A user asks what other programs give.
    void conventionsRequested();

private:
    void writeLink();

    NumberLabel* m_value;
    NumberLabel* m_interval;
    NumberLabel* m_pValue;
    NumberLabel* m_chance;
    QLabel* m_remark;
    QLabel* m_whose;
};

}  // namespace diagonal
