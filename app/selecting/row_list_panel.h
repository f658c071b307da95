// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QPushButton>
#include <QWidget>

#include "app/palette/command_palette.h"
#include "core/selecting/common_traits.h"
#include "core/selecting/row_arrangement.h"

class QBoxLayout;
class QCheckBox;
class QLabel;
class QLineEdit;
class QListView;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace diagonal {

class RowDetailView;
class RowListModel;
class RowPictures;

/// The rows of a bin, or of the whole file, the most confident mistakes first.
class RowListPanel : public QWidget {
    Q_OBJECT

public:
    explicit RowListPanel(QWidget* parent = nullptr);
    /// Shows a list of rows of a file under a title.
    void showList(const QString& title, std::shared_ptr<const RowList> list, const QString& file);
    /// Shows what the rows have in common, a line each; a click asks for the rows that have it.
    void showTraits(const std::vector<SharedTraits>& shared);
    /// Greys what the rows of an earlier list have in common, until the next showTraits().
    void outdateTraits();
    void showTitle(const QString& title);
    /// Offers to measure the listed rows only, or those of the other outcome with them; or says why
    /// not.
    void offerMeasuring(bool bothOutcomes, const QString& whyNot);
    /// Shows why there is no list; other conditions may give one.
    void showReason(const QString& reason, bool canFilter = false);
    /// Shows whether only wrong rows are listed; none if rows are not wrong as a whole.
    void showWrongOnly(std::optional<bool> isWrongOnly);
    void clearFilter();
    /// Shows how rows are filtered and sorted.
    void arrange(const RowArrangement& arrangement);
    /// What the user sorts and filters the list by.
    RowArrangement arrangement() const;
    /// Offers to read columns that have no role and are not listed; empty offers nothing.
    void offerColumns(const QString& what);
    /// Offers to copy the query that a database answered; empty offers nothing.
    void showQuery(const QString& sql);
    /// Copies the selected rows, unless they are too many.
    void copyRows();

    /// Returns what can be done with the list, to be found by name.
    std::vector<PaletteEntry> paletteEntries();

    QString title() const;
    /// The list that is shown; null if there is none.
    const std::shared_ptr<const RowList>& list() const;
    QTableView* table() const { return m_table; }
    QCheckBox* wrongOnly() const { return m_wrongOnly; }
    QLineEdit* filter() const { return m_filter; }
    QListView* grid() const { return m_grid; }
    QPushButton* pictureSwitch() const { return m_asPictures; }
    RowDetailView* detail() const { return m_detail; }

Q_SIGNALS:
    /// Something was done, or why it was not.
    void noticed(const QString& notice);
    /// The user wants only wrong rows, or all again.
    void wrongOnlyChosen(bool isWrongOnly);
    void arrangementChanged();
    /// The user wants the columns that offerColumns() named.
    void columnsRequested();
    /// The pointer is over a row of the dataset, or over none.
    void rowPointed(std::optional<std::uint32_t> row);
    void conditionChosen(const diagonal::RowConditions& condition);
    /// The user wants a condition of the filter.
    void filterKept();
    /// The user wants the report to be of the listed rows, or of others again.
    void measureRequested();
    void saveRequested(const std::shared_ptr<const diagonal::RowList>& list);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void layOut();
    void divide();
    void connectViews();
    void fitColumns();
    int columnCalled(std::string_view id) const;
    int columnInView() const;
    void showSharedTraits();
    void addTraits(const SharedTraits& shared, std::size_t most);
    void addTrait(const SharedTraits& shared, const CommonTrait& trait);
    void showSomeTraits();
    void showTraitMenu();
    void sortBy(int column);
    void showPictures();
    void showDetail(bool shows);
    void showRowMenu(QWidget& view, const QPoint& at);
    void addLine(QLayout* layout, const QString& text, const QString& help,
                 const std::function<void()>& act);

    QLabel* m_title;
    QCheckBox* m_wrongOnly;
    QPushButton* m_measure;
    QPushButton* m_save;
    QBoxLayout* m_tools;
    QBoxLayout* m_traits;
    RowPictures* m_pictures;
    RowListModel* m_model;
    QLineEdit* m_filter;
    QPushButton* m_columns;
    QPushButton* m_query;
    QPushButton* m_outside;
    QPushButton* m_asPictures;
    QTableView* m_table;
    QListView* m_grid;
    QStackedWidget* m_views;
    RowDetailView* m_detail;
    QSplitter* m_split;
    QString m_sql;
    RowArrangement m_sorting;                 ///< without its filter
    std::optional<std::uint32_t> m_detailed;  ///< the row of m_detail, among those of the dataset
    std::vector<SharedTraits> m_shared;
    bool m_showsAllTraits = false;
};

}  // namespace diagonal
