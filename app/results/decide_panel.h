// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <QString>
#include <QWidget>

#include "core/reporting/report.h"

class QDoubleSpinBox;
class QGridLayout;
class QLabel;
class QLayout;
class QSlider;
class QSpinBox;

namespace diagonal {

class NumberLabel;

/// What decisions by one threshold are worth: the user drags it, and the numbers of the nearest
/// threshold of Report::decision follow. Numbers of an earlier report stay, greyed out, until the
/// next one holds them.
class DecidePanel : public QWidget {
    Q_OBJECT

public:
    explicit DecidePanel(QWidget* parent = nullptr);

    void showReport(const std::shared_ptr<const Report>& report);
    /// Sets the threshold in hundredths, from 1 to 99.
    void setThreshold(int hundredths);
    int threshold() const;
    /// Returns the number shown in a row: "net_benefit", "minus_best", "acted" ...
    QString shownValue(std::string_view row) const;

Q_SIGNALS:
    void thresholdChanged();
    /// The user states the share of events where one decides; none: that of the rows.
    void prevalenceStated(std::optional<double> prevalence);
    /// The user wants to see a figure over all thresholds or coverages.
    void figureRequested(ProfileKind kind);

private:
    /// A name, a number, and its interval.
    struct Row {
        std::string_view id;
        QLabel* name;
        NumberLabel* value;
        NumberLabel* interval;
    };
    QLayout* buildHead();
    QWidget* buildNumbers();
    QLayout* buildLinks();
    void addRow(QGridLayout& grid, std::string_view id, const QString& name, const QString& help);
    void showNumbers();
    void set(std::string_view id, const QString& value, const QString& interval = {});

    QSlider* m_slider;
    QSpinBox* m_box;
    QDoubleSpinBox* m_prevalence;
    QLabel* m_sentence;
    std::vector<Row> m_rows;
    QString m_withoutNumbers;                ///< the sentence where there are none
    std::shared_ptr<const Report> m_report;  ///< the last that holds decisions; null at first
};

}  // namespace diagonal
