// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QWidget>

#include "core/comparing/comparison.h"
#include "core/publishing/tables.h"

class QLabel;
class QTabWidget;
class QTableWidget;

namespace diagonal {

/// Two models in numbers: a sentence, the differences of scores, the gaps of bins, and the rows
/// that moved most.
class PairPanel : public QWidget {
    Q_OBJECT

public:
    explicit PairPanel(QWidget* parent = nullptr);
    /// Shows a comparison, and what else is known of both models; `more` may be empty. `adjusted`
    /// are p-values of its differences, adjusted for the number of models; or empty.
    void showPair(const ModelPair& pair, const QString& more,
                  const std::vector<std::optional<double>>& adjusted);
    /// Shows why there is no comparison, or that it is being computed.
    void showMessage(const QString& message);
    QString text() const;
    QTableWidget* differences() const { return m_differences; }
    QTableWidget* moved() const { return m_moved; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Leaves the last column of the differences, how they were computed, to a tooltip unless all
    /// of it has room.
    void fitDifferences();

    int m_methodWidth = 0;  ///< of the last column of the differences
    QLabel* m_text;
    QTabWidget* m_tabs;
    QTableWidget* m_differences;
    QTableWidget* m_moved;
    QTableWidget* m_gaps;
};

}  // namespace diagonal
