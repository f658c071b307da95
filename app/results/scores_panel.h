// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string_view>

#include <QWidget>

#include "core/reporting/report.h"

class QLabel;
class QLineEdit;
class QToolButton;

namespace diagonal {

class ContentScroll;
class EceHeadline;
class NumberLabel;

/// The ECE with its uncertainty, a few essential scores, and all others by search; each with its
/// interval, and its definition as tool tip. Scores that a report does not hold yet keep their last
/// value, greyed out.
class ScoresPanel : public QWidget {
    Q_OBJECT

public:
    explicit ScoresPanel(QWidget* parent = nullptr);
    void showReport(const Report& report);
    /// The least height of the list of scores.
    int leastList() const;
    void setLeastList(int height);
    /// Returns the value shown for a score.
    QString shownValue(std::string_view id) const;
    /// True if the score is visible, possibly after scrolling.
    bool isListed(std::string_view id) const;

    /// Lists the scores whose names hold a text.
    void find(const QString& text);

Q_SIGNALS:
    /// The user asks for the ECE of other programs.
    void conventionsRequested();

private:
    struct Row {
        QLabel* name;
        NumberLabel* interval;
        NumberLabel* value;
    };
    Row makeRow(const ScoreDefinition& definition, QWidget* parent);
    void showScore(const Score& score, const Report& report);
    void filter();

    EceHeadline* m_headline;
    ContentScroll* m_list;
    QLineEdit* m_search;
    QToolButton* m_all;
    std::map<std::string_view, Row> m_rows;
};

}  // namespace diagonal
