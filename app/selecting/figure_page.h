// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QSplitter>

namespace diagonal {

class ConditionChips;
class RowListPanel;

/// The figure below the chips of conditions, with the list of rows: right of it where the figure,
/// which is about as wide as high, leaves room; below it in a narrower window, if the user wants
/// the list.
class FigurePage : public QSplitter {
    Q_OBJECT

public:
    /// Takes the figure.
    explicit FigurePage(QWidget* figure, QWidget* parent = nullptr);
    RowListPanel* rows() const { return m_rows; }
    ConditionChips* chips() const { return m_chips; }
    bool showsRows() const;
    /// Returns whether there are rows, but no list of them.
    bool hidesRows() const { return m_hasRows && !showsRows(); }
    /// That of the figure: a list goes where there is no room for it.
    QSize minimumSizeHint() const override;
    /// Shows or hides the list, whatever room there is.
    void setWantsRows(bool wants);
    /// Allows a list: false if what is shown has no rows.
    void setHasRows(bool has);

Q_SIGNALS:
    /// The list came or went.
    void rowsShown(bool are);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();

    ConditionChips* m_chips;
    RowListPanel* m_rows;
    std::optional<bool> m_wants;  ///< none: where there is room
    bool m_hasRows = false;
    bool m_isMoved = false;  ///< the user chose how wide the list is
};

}  // namespace diagonal
