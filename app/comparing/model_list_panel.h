// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QAbstractTableModel>
#include <QIcon>
#include <QSortFilterProxyModel>
#include <QTableView>

#include "app/diagram/painting/diagram_style.h"
#include "core/recalibrating/calibration_map.h"
#include "core/reporting/report.h"

namespace diagonal {

/// One model of the list.
struct ModelRow {
    QString name;
    std::size_t place = 0;  ///< its colour
    bool isShown = true;
    bool isDrawn = true;  ///< unless the figure takes fewer models than are shown
    bool isReference = false;
    std::shared_ptr<const Report> report = nullptr;  ///< null until measured
    std::optional<double> fittedTemperature = {};
    QString noTemperature = {};  ///< why there is no fitted temperature; often empty
    QString problem = {};        ///< why there are no numbers
    bool isPending = false;      ///< it is being read or measured
};

/// The list of models with their scores.
class ModelListModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        Name,
        Rows,
        Accuracy,
        Brier,
        Miscalibration,
        Discrimination,
        Ece,
        ChanceEce,
        FittedTemperature,
        ColumnCount
    };
    static constexpr int kSortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;
    void setRows(std::vector<ModelRow> rows);
    void setStyle(const DiagramStyle& style);
    /// Sets whether names have a colour, a check box and can be edited.
    void setHasChoices(bool has) { m_hasChoices = has; }
    const std::vector<ModelRow>& rows() const { return m_rows; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

Q_SIGNALS:
    void renamed(std::size_t row, const QString& name);
    void shown(std::size_t row, bool isShown);

private:
    std::optional<double> number(const ModelRow& row, int column) const;
    QVariant nameData(const ModelRow& row, int role) const;
    void paintMarkers();

    std::vector<ModelRow> m_rows;
    std::vector<QIcon> m_markers;  ///< by ModelRow::place
    bool m_hasChoices = true;
    DiagramStyle m_style = diagramStyle(Theme::Light);
};

/// The list of models as a table: its current row is the model that is compared with the reference.
/// Everything works by keys: Space shows or hides, F2 renames, R makes the reference, Alt with the
/// arrow keys moves, Delete removes, Insert brings back, Return opens, and the context menu, which
/// has a key, sorts.
class ModelListPanel : public QTableView {
    Q_OBJECT

public:
    explicit ModelListPanel(QWidget* parent = nullptr);
    void setRows(std::vector<ModelRow> rows);
    void setTheme(Theme theme);
    /// Sets whether models were removed that can be brought back.
    void setCanRestore(bool can);
    /// Makes a model current without emitting chosen().
    void setCurrent(std::optional<std::size_t> row);
    std::optional<std::size_t> current() const;
    QSize sizeHint() const override;

Q_SIGNALS:
    // All rows are those of setRows().
    void chosen(std::size_t row);
    void shown(std::size_t row, bool isShown);
    void renamed(std::size_t row, const QString& name);
    void referenceChosen(std::size_t row);
    void mapChosen(std::size_t row, MapKind map);
    void moved(std::size_t from, std::size_t to);
    void removed(std::size_t row);
    void restoreRequested();
    void opened(std::size_t row);

private:
    void addActions();
    QAction* sortingMenu();
    void sortByOrReverse(int column);
    void moveBy(int step);

    ModelListModel* m_model;
    QAction* m_restore = nullptr;
    QSortFilterProxyModel* m_sorted;
};

}  // namespace diagonal
