// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <vector>

#include <QWidget>

#include "core/reporting/report.h"

class QLabel;

namespace diagonal {

class NumberLabel;

/// All numbers of one bin, in a fixed place: of the hovered bin, else of the selected one.
class BinDetail : public QWidget {
    Q_OBJECT

public:
    explicit BinDetail(QWidget* parent = nullptr);
    /// Returns the height of the title alone.
    int leastHeight() const { return m_leastHeight; }
    void showBin(const Report* report, std::optional<std::size_t> bin);
    /// Returns the text of the panel, line by line.
    QString text() const;

protected:
    /// Shows only the title if there is no room for all lines.
    void resizeEvent(QResizeEvent* event) override;

private:
    enum Row { Rows, Correct, Accuracy, Confidence, Gap, Share, RowCount };

    struct RowTexts {
        QString name;
        QString value;
        QString note;
    };
    using Texts = std::array<RowTexts, RowCount>;

    static QString holdsText(const Report& report);
    static QString binTitle(const Report& report, std::size_t index);
    /// Returns the main numbers of a bin in one line, where there is no room for all.
    static QString briefText(const Report& report, std::size_t index);
    static Texts textsOf(const Report& report, std::size_t index);
    void setTitle(const QString& text, bool isBin);
    std::vector<QWidget*> rowWidgets() const;

    QLabel* m_title;
    QLabel* m_names[RowCount];
    NumberLabel* m_notes[RowCount];  ///< details of a value: its interval, its direction
    NumberLabel* m_values[RowCount];
    int m_leastHeight = 0;
    bool m_hasRows = true;  ///< there is room for all numbers
};

}  // namespace diagonal
