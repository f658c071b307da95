// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QAbstractTableModel>
#include <QColor>
#include <QHeaderView>
#include <QTableView>

#include "core/predictions/dataset.h"
#include "core/reading/options/file_preview.h"

namespace diagonal {

/// Returns "True label", "Predicted class"...; "not used" for none.
QString roleText(std::optional<ColumnRole> role);

/// The first rows of a file. Of many score columns only the first few and the last are shown.
class PreviewModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setPreview(std::shared_ptr<const FilePreview> preview);

    /// Returns the column of the file that a column of the table shows.
    std::size_t fileColumn(int column) const { return m_shown[static_cast<std::size_t>(column)]; }
    std::optional<ColumnRole> roleOf(int column) const { return m_roles[fileColumn(column)]; }
    /// Sets the classes that were found in the file; a new preview forgets them. Returns false if
    /// they are known.
    bool setClasses(const DatasetSummary& dataset);
    /// Returns the text above a column: its role, with the classes that are known, or "row name".
    QString roleTextOf(int column) const;
    /// True if the column holds scores of a model that is not shown.
    bool isOfOtherModel(int column) const;
    /// True if the column could hold scores of a model beside the one that is shown.
    bool mayBeOtherModel(int column) const;
    /// True if a cell holds several values, as those of arrays do.
    bool holdsArrays(int column) const;
    std::size_t hiddenColumns() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// Returns the classes that a column tells of, as text; empty if they are unknown.
    QString classesOf(int column) const;

    std::shared_ptr<const FilePreview> m_preview;
    std::vector<std::optional<ColumnRole>> m_roles;
    std::vector<std::size_t> m_shown;
    std::vector<std::string> m_classNames;  ///< empty until the file was read
    std::optional<std::size_t> m_positiveClass;
};

/// Returns the colour that marks a role, dark or light enough for white text on it.
QColor roleColour(ColumnRole role);

/// A header with the role above each column's name.
class RoleHeader : public QHeaderView {
    Q_OBJECT

public:
    explicit RoleHeader(QWidget* parent);
    QSize sizeHint() const override;

protected:
    void paintSection(QPainter* painter, const QRect& rect, int logicalIndex) const override;
};

/// The first rows of a file with the role above each column. A click on the role, or Return in the
/// column, changes it.
class PreviewTable : public QTableView {
    Q_OBJECT

public:
    explicit PreviewTable(QWidget* parent = nullptr);
    void setPreview(std::shared_ptr<const FilePreview> preview);
    /// Shows the classes that were found in the file beside the roles.
    void showClasses(const DatasetSummary& dataset);
    PreviewModel* previewModel() const { return m_model; }

Q_SIGNALS:
    /// The user chose another role, or none, for a column of the file.
    void roleChosen(std::size_t column, std::optional<diagonal::ColumnRole> role);
    /// The user chose a column as the score of another model.
    void otherModelChosen(std::size_t column);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void openRoles(int column);
    void fitColumns();

    PreviewModel* m_model;
};

}  // namespace diagonal
