// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/opening/preview_table.h"

#include <algorithm>

#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>

#include "app/text/number_text.h"
#include "core/reading/import_choices.h"

namespace diagonal {
namespace {

constexpr std::size_t kMostRows = 100;
constexpr std::size_t kMostColumns = 400;
constexpr std::size_t kFirstScores = 4;  ///< shown of many score columns, and the last
constexpr int kMostCellText = 100;
constexpr std::size_t kMostClassesTold = 3;
constexpr int kWidestColumn = 220;
constexpr int kWidestScore = 112;  ///< keeps the labels beside many classes in sight
constexpr int kWidestArray = 460;
constexpr int kNarrowestColumn = 84;

/// How a role is shown.
struct ShownRole {
    ColumnRole role;
    int hue;
    const char* help;  ///< what the column holds
};

constexpr ShownRole kShownRoles[] = {
    {ColumnRole::Label, 150, QT_TR_NOOP("The true label; several columns are one-hot")},
    {ColumnRole::Predicted, 28, QT_TR_NOOP("The class that was predicted")},
    {ColumnRole::Score, 212, QT_TR_NOOP("One class's probability or logit; one column per class")},
    {ColumnRole::Probability, 212, QT_TR_NOOP("Probability of the positive class, of two classes")},
    {ColumnRole::Confidence, 212, QT_TR_NOOP("The probability of the predicted class")},
    {ColumnRole::Correct, 180, QT_TR_NOOP("Whether the prediction was correct")},
    {ColumnRole::Group, 270, QT_TR_NOOP("The group that the row belongs to")},
    {ColumnRole::Cluster, 320,
     QT_TR_NOOP("Rows with the same value are not independent, e.g. all rows of a patient")},
    {ColumnRole::Time, 90, QT_TR_NOOP("When the row was predicted: dates (ISO 8601) or numbers")},
    {ColumnRole::Weight, 45, QT_TR_NOOP("The weight of the row")}};

const ShownRole& shownRole(ColumnRole role) {
    return *std::ranges::find(kShownRoles, role, &ShownRole::role);
}

QString roleHelp(std::optional<ColumnRole> role) {
    return PreviewTable::tr(role ? shownRole(*role).help : "This column is not used");
}

}  // namespace

QColor roleColour(ColumnRole role) {
    constexpr int saturation = 110;
    constexpr int lightness = 96;
    return QColor::fromHsl(shownRole(role).hue, saturation, lightness);
}

QString roleText(std::optional<ColumnRole> role) {
    return role ? toQString(choiceOf(kColumnRoles, *role).label) : PreviewTable::tr("not used");
}

void PreviewModel::setPreview(std::shared_ptr<const FilePreview> preview) {
    beginResetModel();
    m_preview = std::move(preview);
    m_roles = m_preview ? rolesByColumn(*m_preview) : decltype(m_roles)();
    m_shown.clear();
    m_classNames.clear();
    m_positiveClass.reset();
    std::size_t scores = 0;
    const std::size_t all = m_preview ? m_preview->roles.scores.size() : 0;
    for (std::size_t c = 0; c < m_roles.size(); ++c) {
        const bool isScore = m_roles[c] == ColumnRole::Score;
        if (isScore && all > kFirstScores + 2) {
            ++scores;
            if (scores > kFirstScores && scores < all) continue;
        }
        const auto& asked = m_preview->roles.possibleLabels;
        const bool isAsked = std::ranges::find(asked, c) != asked.end();
        if (m_shown.size() < kMostColumns || m_roles[c] || isAsked) m_shown.push_back(c);
    }
    endResetModel();
}

QString PreviewModel::roleTextOf(int column) const {
    const auto& names = m_preview->roles.rowNames;
    const bool namesRows = std::ranges::find(names, fileColumn(column)) != names.end();
    if (!roleOf(column) && namesRows) return PreviewTable::tr("row name");
    if (isOfOtherModel(column)) return PreviewTable::tr("another model");
    const QString classes = classesOf(column);
    if (classes.isEmpty()) return roleText(roleOf(column));
    const bool isScore = roleOf(column) == ColumnRole::Score;
    const QString role = isScore ? PreviewTable::tr("Score") : roleText(roleOf(column));
    return PreviewTable::tr("%1: %2").arg(role, classes);
}

bool PreviewModel::setClasses(const DatasetSummary& dataset) {
    const bool hasClasses = dataset.form != PredictionForm::Confidence;
    auto names = hasClasses ? dataset.classNames : std::vector<std::string>();
    if (names == m_classNames && dataset.positiveClass == m_positiveClass) return false;
    m_classNames = std::move(names);
    m_positiveClass = dataset.positiveClass;
    if (columnCount() > 0) Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    return true;
}

QString PreviewModel::classesOf(int column) const {
    const auto role = roleOf(column);
    if (!role || m_classNames.empty()) return {};
    const auto& roles = m_preview->roles;
    if (*role == ColumnRole::Probability)
        return m_positiveClass ? toQString(m_classNames[*m_positiveClass]) : QString();
    if (*role == ColumnRole::Label && roles.label.size() == 1) {
        QStringList names;
        for (std::size_t k = 0; k < std::min(kMostClassesTold, m_classNames.size()); ++k)
            names << toQString(m_classNames[k]);
        if (m_classNames.size() > kMostClassesTold) names << QStringLiteral("…");
        return names.join(QStringLiteral(", "));
    }
    const auto& columns = *role == ColumnRole::Label ? roles.label : roles.scores;
    const bool isOfClass = *role == ColumnRole::Score || *role == ColumnRole::Label;
    if (!isOfClass || columns.size() != m_classNames.size()) return {};
    const auto place = std::ranges::find(columns, fileColumn(column)) - columns.begin();
    return toQString(m_classNames[static_cast<std::size_t>(place)]);
}

bool PreviewModel::isOfOtherModel(int column) const {
    return std::ranges::any_of(m_preview->roles.otherModels, [&](const ScoreColumns& model) {
        return std::ranges::find(model.columns, fileColumn(column)) != model.columns.end();
    });
}

bool PreviewModel::mayBeOtherModel(int column) const {
    const auto& scores = m_preview->roles.scores;
    return scores.size() == 1 && isSingleScore(columnRole(m_preview->roles.scoreRole)) &&
           scores.front() != fileColumn(column);
}

bool PreviewModel::holdsArrays(int column) const {
    const ColumnSample& sample = m_preview->columns[fileColumn(column)];
    return !sample.cells.empty() && sample.cells.front().find(' ') != std::string::npos;
}

std::size_t PreviewModel::hiddenColumns() const {
    return m_roles.size() - m_shown.size();
}

int PreviewModel::rowCount(const QModelIndex& parent) const {
    if (parent.isValid() || !m_preview) return 0;
    std::size_t rows = 0;
    for (const ColumnSample& column : m_preview->columns)
        rows = std::max(rows, column.cells.size());
    return static_cast<int>(std::min(rows, kMostRows));
}

int PreviewModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

QVariant PreviewModel::data(const QModelIndex& index, int role) const {
    const ColumnSample& column = m_preview->columns[fileColumn(index.column())];
    const auto row = static_cast<std::size_t>(index.row());
    if (role == Qt::DisplayRole && row < column.cells.size()) {
        return toQString(column.cells[row]).simplified().left(kMostCellText);
    }
    const auto columnRole = roleOf(index.column());
    if (role == Qt::ForegroundRole && !columnRole) {
        return QPalette().color(QPalette::PlaceholderText);
    }
    if (role == Qt::BackgroundRole && columnRole) {
        constexpr int pale = 34;
        QColor tint = roleColour(*columnRole);
        tint.setAlpha(pale);
        return tint;
    }
    return {};
}

QVariant PreviewModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical) {
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    }
    if (role == Qt::DisplayRole) return toQString(m_preview->columns[fileColumn(section)].name);
    if (role == Qt::ToolTipRole) {
        const QString help = isOfOtherModel(section)
                                 ? PreviewTable::tr("The scores of another model of this file")
                                 : roleHelp(roleOf(section));
        return PreviewTable::tr("%1. Click to change.").arg(help);
    }
    if (role == Qt::AccessibleTextRole) {
        return toQString(m_preview->columns[fileColumn(section)].name) + QStringLiteral(", ") +
               roleTextOf(section);
    }
    return {};
}

RoleHeader::RoleHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
    setSectionsClickable(true);
    setHighlightSections(false);
    setMouseTracking(true);
}

QSize RoleHeader::sizeHint() const {
    return {QHeaderView::sizeHint().width(), 3 * fontMetrics().height()};
}

void RoleHeader::paintSection(QPainter* painter, const QRect& rect, int logicalIndex) const {
    const auto* preview = qobject_cast<const PreviewModel*>(model());
    const auto role = preview->roleOf(logicalIndex);
    const QPalette& colours = palette();
    const int line = fontMetrics().height();
    const QRect cell = rect.adjusted(5, 4, -5, -3);
    const QRect chip(cell.left(), cell.top(), cell.width(), line + 4);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(role ? QPen(Qt::NoPen) : QPen(colours.color(QPalette::Mid)));
    painter->setBrush(role ? QBrush(roleColour(*role)) : QBrush(Qt::NoBrush));
    painter->drawRoundedRect(QRectF(chip).adjusted(.5, .5, -.5, -.5), 4, 4);
    painter->setPen(role ? QColor(Qt::white) : colours.color(QPalette::PlaceholderText));
    const QRect text = chip.adjusted(7, 0, -16, 0);
    painter->drawText(
        text, Qt::AlignVCenter | Qt::AlignLeft,
        fontMetrics().elidedText(preview->roleTextOf(logicalIndex), Qt::ElideRight, text.width()));
    const QPointF tip(chip.right() - 9.5, chip.center().y() + 3);
    painter->setBrush(painter->pen().color());
    painter->setPen(Qt::NoPen);
    painter->drawPolygon(QPolygonF({tip, tip + QPointF(-4, -5), tip + QPointF(4, -5)}));
    painter->setPen(colours.color(QPalette::Text));
    const QRect name(cell.left() + 1, chip.bottom() + 4, cell.width() - 1, line);
    const QString title = model()->headerData(logicalIndex, Qt::Horizontal).toString();
    painter->drawText(name, Qt::AlignVCenter | Qt::AlignLeft,
                      fontMetrics().elidedText(title, Qt::ElideMiddle, name.width()));
    painter->restore();
}

PreviewTable::PreviewTable(QWidget* parent) : QTableView(parent), m_model(new PreviewModel(this)) {
    auto* header = new RoleHeader(this);
    setHorizontalHeader(header);
    setModel(m_model);
    setFrameShape(NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    setAlternatingRowColors(true);
    setSelectionMode(SingleSelection);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    QFont small = font();
    small.setPixelSize(12);
    setFont(small);
    header->setFont(small);
    verticalHeader()->setDefaultSectionSize(22);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    setAccessibleName(tr("First rows of the file"));
    connect(header, &QHeaderView::sectionClicked, this, &PreviewTable::openRoles);
}

void PreviewTable::setPreview(std::shared_ptr<const FilePreview> preview) {
    const int scrolled = horizontalScrollBar()->value();
    m_model->setPreview(std::move(preview));
    fitColumns();
    horizontalScrollBar()->setValue(scrolled);
}

void PreviewTable::showClasses(const DatasetSummary& dataset) {
    // Measuring the columns would slow a drag, of which each step has a report.
    if (m_model->setClasses(dataset)) fitColumns();
}

void PreviewTable::fitColumns() {
    resizeColumnsToContents();
    for (int c = 0; c < m_model->columnCount(); ++c) {
        const QString name = m_model->headerData(c, Qt::Horizontal, Qt::DisplayRole).toString();
        const int needed = std::max({columnWidth(c), fontMetrics().horizontalAdvance(name) + 14,
                                     fontMetrics().horizontalAdvance(m_model->roleTextOf(c)) + 38});
        const bool isScore = m_model->roleOf(c) == ColumnRole::Score;
        const int widest = m_model->holdsArrays(c) ? kWidestArray
                           : isScore               ? kWidestScore
                                                   : kWidestColumn;
        setColumnWidth(c, std::clamp(needed, kNarrowestColumn, widest));
    }
}

void PreviewTable::openRoles(int column) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    const std::size_t fileColumn = m_model->fileColumn(column);
    const auto add = [&](const QString& text, std::optional<ColumnRole> role) {
        QAction* action = menu->addAction(
            text, this, [this, fileColumn, role] { Q_EMIT roleChosen(fileColumn, role); });
        action->setToolTip(roleHelp(role));
        action->setCheckable(true);
        action->setChecked(role == m_model->roleOf(column));
    };
    for (const auto& choice : kColumnRoles) {
        const ColumnRole role = choice.value;
        add(roleText(role), role);
        if (role != ColumnRole::Confidence || !m_model->mayBeOtherModel(column)) continue;
        QAction* other = menu->addAction(
            tr("Another model"), this, [this, fileColumn] { Q_EMIT otherModelChosen(fileColumn); });
        other->setToolTip(
            tr("The probability or confidence of another model: listed beside the "
               "one that is shown"));
        other->setCheckable(true);
        other->setChecked(m_model->isOfOtherModel(column));
    }
    menu->addSeparator();
    add(tr("Not used"), std::nullopt);
    const QPoint corner(columnViewportPosition(column), 0);
    menu->popup(viewport()->mapToGlobal(corner));
}

void PreviewTable::keyPressEvent(QKeyEvent* event) {
    const bool opens = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter ||
                       event->key() == Qt::Key_Space;
    if (opens && currentIndex().isValid()) return openRoles(currentIndex().column());
    QTableView::keyPressEvent(event);
}

}  // namespace diagonal
