// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>

#include <QFrame>

#include "core/reporting/report.h"

class QLabel;

namespace diagonal {

class NumberLabel;

/// All numbers of one bin, as a card: of the hovered bin, else of the selected one; hidden without
/// one.
class BinDetail : public QFrame {
    Q_OBJECT

public:
    explicit BinDetail(QWidget* parent = nullptr);
    /// `beside`, if not null, is the curve that stands beside the report's own, in the same bins.
    /// `ofRows` stands beside the number of rows, if there are any: how to list them.
    void showBin(const Report* report, std::optional<std::size_t> bin, const CurveBeside* beside,
                 const QString& ofRows);
    /// Returns the text of the card, line by line; empty while it is hidden.
    QString text() const;

private:
    enum Row { Rows, Correct, Accuracy, Confidence, Gap, Share, Beside, RowCount };

    struct RowTexts {
        QString name;
        QString value;
        QString note;
    };
    using Texts = std::array<RowTexts, RowCount>;

    static QString holdsText(const Report& report);
    static QString binTitle(const Report& report, std::size_t index);
    static Texts textsOf(const Report& report, std::size_t index);
    static RowTexts besideTexts(const CurveBeside& beside, std::size_t index);

    QLabel* m_title;
    QLabel* m_names[RowCount];
    NumberLabel* m_notes[RowCount];  ///< details of a value: its interval, its direction
    NumberLabel* m_values[RowCount];
};

}  // namespace diagonal
