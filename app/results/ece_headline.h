// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/reporting/report.h"

class QLabel;

namespace diagonal {

class NumberLabel;

/// The ECE in large type, with its interval, the ECE of a calibrated model, and the verdict.
class EceHeadline : public QWidget {
    Q_OBJECT

public:
    explicit EceHeadline(QWidget* parent = nullptr);
    void showReport(const Report& report);
    QString shownValue() const;
    /// False, though its words wrap: fitVerdict() sets their height, and a panel that asked for the
    /// height of a width would scroll instead of shortening its list.
    bool hasHeightForWidth() const override { return false; }

Q_SIGNALS:
    /// The user asks for the ECE of other programs.
    void conventionsRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showVerdict(const Report& report);
    void fitVerdict();

    NumberLabel* m_value;
    NumberLabel* m_bound;  ///< of cells that do not tell the ECE exactly
    NumberLabel* m_interval;
    NumberLabel* m_pValue;
    NumberLabel* m_chance;
    QLabel* m_verdict;
    QString m_verdictText;
    QLabel* m_whose;
};

}  // namespace diagonal
