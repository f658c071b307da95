// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/comparing/model_list_panel.h"

#include <algorithm>

#include <QAction>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QPixmap>
#include <QSignalBlocker>

#include "app/diagram/lines/plot_marks_painter.h"
#include "app/results/table_style.h"
#include "app/text/number_text.h"
#include "core/publishing/models/model_plot_parts.h"

namespace diagonal {
namespace {

constexpr int kNumberWidth = 56;
constexpr int kLongHeadWidth = 86;
constexpr int kMostRowsShown = 7;
constexpr int kMarkerSide = 14;

/// Returns the score of a column; empty for columns that show none.
std::string_view scoreOf(int column, const View& view) {
    switch (column) {
        case ModelListModel::Brier: return view.isTopLabel() ? "brier_multiclass" : "brier";
        case ModelListModel::Miscalibration: return "brier_mcb";
        case ModelListModel::Discrimination: return "brier_dsc";
        case ModelListModel::Ece: return "ece";
        case ModelListModel::ChanceEce: return "null_ece";
        default: return "";
    }
}

}  // namespace

void ModelListModel::setRows(std::vector<ModelRow> rows) {
    const bool isSame = rows.size() == m_rows.size();
    if (!isSame) beginResetModel();
    m_rows = std::move(rows);
    paintMarkers();
    if (!isSame) return endResetModel();
    if (!m_rows.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

void ModelListModel::setStyle(const DiagramStyle& style) {
    m_style = style;
    m_markers.clear();
    paintMarkers();
    if (!m_rows.empty()) Q_EMIT dataChanged(index(0, Name), index(rowCount() - 1, Name));
}

int ModelListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ModelListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

std::optional<double> ModelListModel::number(const ModelRow& row, int column) const {
    if (column == FittedTemperature) return row.fittedTemperature;
    if (!row.report) return std::nullopt;
    if (column == Rows) return static_cast<double>(row.report->dataset.rows);
    // In the view of a class, the score of this name is the frequency of the class.
    if (column == Accuracy) return row.report->predictionAccuracy;
    return row.report->score(scoreOf(column, row.report->view));
}

/// Paints the markers of rows whose place has none yet. They are kept: Qt caches a scaled copy of
/// each pixmap that it has not seen, so that new ones for each paint event fill its 10 MB.
void ModelListModel::paintMarkers() {
    constexpr int side = kMarkerSide;
    for (const ModelRow& row : m_rows) {
        if (row.place >= m_markers.size()) m_markers.resize(row.place + 1);
        QIcon& marker = m_markers[row.place];
        if (!marker.isNull()) continue;
        for (const int scale : {1, 2}) {
            QPixmap pixmap(side * scale, side * scale);
            pixmap.setDevicePixelRatio(scale);
            pixmap.fill(Qt::transparent);
            QPainter painter(&pixmap);
            painter.setRenderHint(QPainter::Antialiasing);
            paintMarker(painter, QPointF(side, side) / 2, row.place, m_style.model(row.place),
                        m_style);
            painter.end();
            marker.addPixmap(pixmap);
        }
    }
}

QVariant ModelListModel::nameData(const ModelRow& row, int role) const {
    const bool isChoice = role == Qt::DecorationRole || role == Qt::CheckStateRole;
    if (isChoice && !m_hasChoices) return {};
    switch (role) {
        case Qt::DisplayRole:
            return row.isReference ? tr("%1 (reference)").arg(row.name)
                   : row.isDrawn   ? row.name
                                   : tr("%1 – not drawn").arg(row.name);
        case Qt::EditRole:
        case kSortRole: return row.name;
        case Qt::DecorationRole: return m_markers[row.place];
        case Qt::CheckStateRole: return row.isShown ? Qt::Checked : Qt::Unchecked;
        case Qt::FontRole: {
            QFont font;
            font.setBold(row.isReference);
            return font;
        }
        default: return {};
    }
}

QVariant ModelListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const ModelRow& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::ToolTipRole && !row.problem.isEmpty()) return row.problem;
    if (role == Qt::ToolTipRole && index.column() == Name && !row.isDrawn)
        return tr("%1: this figure draws the first %2 models; hide others, or move this one up")
            .arg(row.name, countText(kMostOverlaid));
    if (role == Qt::ToolTipRole && index.column() == Name) return row.name;
    const bool lacksTemperature =
        index.column() == FittedTemperature && !row.noTemperature.isEmpty();
    if (role == Qt::ToolTipRole && lacksTemperature) return row.noTemperature;
    if (index.column() == Name) return nameData(row, role);
    if (role == Qt::TextAlignmentRole) return cellAlignment(false);
    const auto value = number(row, index.column());
    if (role == kSortRole) return value ? QVariant(*value) : QVariant();
    if (role != Qt::DisplayRole) return {};
    if (index.column() == Rows && !row.problem.isEmpty()) return tr("unusable");
    if (index.column() == Rows && row.isPending && !row.report) return QStringLiteral("…");
    if (!value) return lacksTemperature ? QStringLiteral("–") : QVariant();
    if (index.column() == Rows) return countText(static_cast<std::size_t>(*value));
    return index.column() == FittedTemperature ? temperatureText(*value)
                                               : QString::number(*value, 'f', kModelDecimals);
}

bool ModelListModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || index.column() != Name) return false;
    const auto row = static_cast<std::size_t>(index.row());
    if (role == Qt::CheckStateRole) {
        Q_EMIT shown(row, value.toInt() == Qt::Checked);
        return true;
    }
    if (role != Qt::EditRole) return false;
    Q_EMIT renamed(row, value.toString());
    return true;
}

Qt::ItemFlags ModelListModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return {};
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    if (index.column() == Name && m_hasChoices)
        flags |= Qt::ItemIsEditable | Qt::ItemIsUserCheckable;
    return flags;
}

QVariant ModelListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    View view;
    for (const ModelRow& row : m_rows) {
        if (row.report) view = row.report->view;
    }
    if (role == Qt::TextAlignmentRole) return cellAlignment(section == Name);
    const std::string_view id = scoreOf(section, view);
    if (role == Qt::ToolTipRole) {
        if (!id.empty()) return toQString(scoreDefinition(id).definition);
        if (section == FittedTemperature)
            return tr("Temperature with the lowest NLL, fitted on all rows of the model");
        if (section == Accuracy) return tr("Share of rows whose predicted class is correct");
        return {};
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Name: return tr("Model");
        case Rows: return tr("Rows");
        case Accuracy: return tr("Accuracy");
        case Brier: return tr("Brier");
        case Miscalibration: return tr("MCB");
        case Discrimination: return tr("DSC");
        case Ece: return tr("ECE");
        case ChanceEce: return tr("By chance");
        case FittedTemperature: return tr("Fitted T");
        default: return {};
    }
}

ModelListPanel::ModelListPanel(QWidget* parent)
    : QTableView(parent),
      m_model(new ModelListModel(this)),
      m_sorted(new QSortFilterProxyModel(this)) {
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(ModelListModel::kSortRole);
    setModel(m_sorted);
    styleNumberTable(*this);
    setIconSize({kMarkerSide, kMarkerSide});
    setSelectionMode(SingleSelection);
    setEditTriggers(EditKeyPressed);
    setSortingEnabled(true);
    horizontalHeader()->setSortIndicatorClearable(true);
    sortByColumn(-1, Qt::AscendingOrder);
    horizontalHeader()->setSectionResizeMode(ModelListModel::Name, QHeaderView::Stretch);
    constexpr int leastWidth = 48;
    horizontalHeader()->setMinimumSectionSize(leastWidth);
    for (int column = ModelListModel::Rows; column < ModelListModel::ColumnCount; ++column)
        setColumnWidth(column, kNumberWidth);
    for (const int column :
         {ModelListModel::Accuracy, ModelListModel::ChanceEce, ModelListModel::FittedTemperature})
        setColumnWidth(column, kLongHeadWidth);
    setAccessibleName(tr("Models"));
    setWhatsThis(
        tr("The models of the open files. The checkbox shows or hides a model; a click compares it "
           "with the reference. Space shows or hides it, R makes it the reference, T adds it after "
           "temperature scaling, F2 renames it, Alt+Up or Down moves it, Delete removes it, Insert "
           "brings removed models back, Return opens it."));
    setContextMenuPolicy(Qt::ActionsContextMenu);
    addActions();
    connect(m_model, &ModelListModel::shown, this, &ModelListPanel::shown);
    connect(m_model, &ModelListModel::renamed, this, &ModelListPanel::renamed);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (const auto row = current()) Q_EMIT chosen(*row);
    });
    connect(this, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        Q_EMIT opened(static_cast<std::size_t>(m_sorted->mapToSource(index).row()));
    });
}

void ModelListPanel::addActions() {
    const auto add = [&](const QString& text, const QList<QKeySequence>& keys, const auto& act) {
        auto* action = new QAction(text, this);
        action->setShortcuts(keys);
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, [this, act] {
            if (const auto row = current()) act(*row);
        });
        addAction(action);
    };
    add(tr("&Open in the diagram"), {Qt::Key_Return, Qt::Key_Enter},
        [this](std::size_t row) { Q_EMIT opened(row); });
    add(tr("&Show or hide"), {Qt::Key_Space},
        [this](std::size_t row) { Q_EMIT shown(row, !m_model->rows()[row].isShown); });
    add(tr("Use as &reference"), {Qt::Key_R},
        [this](std::size_t row) { Q_EMIT referenceChosen(row); });
    add(tr("Re&name"), {Qt::Key_F2}, [this](std::size_t row) {
        edit(m_sorted->mapFromSource(m_model->index(static_cast<int>(row), ModelListModel::Name)));
    });
    add(tr("Move &up"), {QKeySequence(Qt::ALT | Qt::Key_Up)}, [this](std::size_t) { moveBy(-1); });
    add(tr("Move &down"), {QKeySequence(Qt::ALT | Qt::Key_Down)},
        [this](std::size_t) { moveBy(1); });
    add(tr("Add after &temperature scaling"), {Qt::Key_T},
        [this](std::size_t row) { Q_EMIT mapChosen(row, MapKind::Temperature); });
    auto* maps = new QMenu(tr("Add after another &map"), this);
    for (const MapDefinition& map : mapDefinitions()) {
        if (map.kind == MapKind::Temperature || map.isAsked) continue;
        QAction* const action = maps->addAction(toQString(map.name));
        action->setToolTip(toQString(map.definition));
        connect(action, &QAction::triggered, this, [this, kind = map.kind] {
            if (const auto row = current()) Q_EMIT mapChosen(*row, kind);
        });
    }
    addAction(maps->menuAction());
    addAction(sortingMenu());
    add(tr("Remo&ve from the list"), {Qt::Key_Delete},
        [this](std::size_t row) { Q_EMIT removed(row); });
    m_restore = new QAction(tr("&Bring back removed models"), this);
    m_restore->setShortcut(Qt::Key_Insert);
    m_restore->setShortcutContext(Qt::WidgetShortcut);
    m_restore->setEnabled(false);
    connect(m_restore, &QAction::triggered, this, &ModelListPanel::restoreRequested);
    addAction(m_restore);
}

void ModelListPanel::setCanRestore(bool can) {
    m_restore->setEnabled(can);
}

QAction* ModelListPanel::sortingMenu() {
    auto* menu = new QMenu(tr("S&ort by"), this);
    for (int column = 0; column < m_model->columnCount(); ++column) {
        menu->addAction(m_model->headerData(column, Qt::Horizontal).toString(), this,
                        [this, column] { sortByOrReverse(column); });
    }
    menu->addSeparator();
    menu->addAction(tr("The order of the list"), this,
                    [this] { sortByColumn(-1, Qt::AscendingOrder); });
    return menu->menuAction();
}

/// Sorts by a column, or the other way round if the list is sorted by it.
void ModelListPanel::sortByOrReverse(int column) {
    const bool isSorted = horizontalHeader()->sortIndicatorSection() == column;
    const bool isAscending = horizontalHeader()->sortIndicatorOrder() == Qt::AscendingOrder;
    sortByColumn(column, isSorted && isAscending ? Qt::DescendingOrder : Qt::AscendingOrder);
}

/// Moving is by the order of the list, so sorting ends.
void ModelListPanel::moveBy(int step) {
    const auto row = current();
    const int to = row ? static_cast<int>(*row) + step : -1;
    if (to < 0 || to >= m_model->rowCount()) return;
    sortByColumn(-1, Qt::AscendingOrder);
    Q_EMIT moved(*row, static_cast<std::size_t>(to));
    setCurrent(static_cast<std::size_t>(to));
}

void ModelListPanel::setRows(std::vector<ModelRow> rows) {
    const bool isSame = rows.size() == m_model->rows().size();
    const auto row = current();
    const std::size_t place = row ? m_model->rows()[*row].place : 0;
    m_model->setRows(std::move(rows));
    if (isSame) return;
    // The same model stays current, wherever others were added or removed.
    const auto& now = m_model->rows();
    const auto found = row ? std::ranges::find(now, place, &ModelRow::place) : now.end();
    if (found != now.end()) setCurrent(static_cast<std::size_t>(found - now.begin()));
    updateGeometry();
}

void ModelListPanel::setTheme(Theme theme) {
    m_model->setStyle(diagramStyle(theme));
}

std::optional<std::size_t> ModelListPanel::current() const {
    const QModelIndex index = m_sorted->mapToSource(currentIndex());
    if (!index.isValid()) return std::nullopt;
    return static_cast<std::size_t>(index.row());
}

void ModelListPanel::setCurrent(std::optional<std::size_t> row) {
    if (row == current()) return;
    const QSignalBlocker block(selectionModel());
    if (row) {
        const QModelIndex index =
            m_sorted->mapFromSource(m_model->index(static_cast<int>(*row), ModelListModel::Name));
        setCurrentIndex(index);
        selectRow(index.row());
    } else {
        clearSelection();
    }
    viewport()->update();
}

QSize ModelListPanel::sizeHint() const {
    const int rows = std::clamp(m_model->rowCount(), 2, kMostRowsShown);
    return {QTableView::sizeHint().width(), horizontalHeader()->sizeHint().height() +
                                                rows * verticalHeader()->defaultSectionSize() +
                                                2 * frameWidth() + 2};
}

}  // namespace diagonal
