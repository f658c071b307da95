// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/selecting/row_list_panel.h"

#include <algorithm>
#include <utility>

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

#include "app/results/table_style.h"
#include "app/selecting/row_list_model.h"
#include "app/text/number_text.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

/// Paints cells with space between numbers, which end at the right, and texts beside them.
class SpacedCells : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyleOptionViewItem cell = option;
        initStyleOption(&cell, index);
        const QString text = std::exchange(cell.text, QString());
        const QStyle* style = cell.widget->style();
        style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
        const bool isSelected = cell.state.testFlag(QStyle::State_Selected);
        painter->save();
        painter->setFont(cell.font);
        painter->setPen(
            cell.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text));
        const QRect box = cell.rect.adjusted(kCellSpace, 0, -kCellSpace, 0);
        painter->drawText(box, static_cast<int>(cell.displayAlignment),
                          cell.fontMetrics.elidedText(text, Qt::ElideRight, box.width()));
        painter->restore();
    }

    static constexpr int kCellSpace = 8;
};

void removeLines(QLayout& layout) {
    while (QLayoutItem* item = layout.takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
}

}  // namespace

RowListPanel::RowListPanel(QWidget* parent)
    : QWidget(parent),
      m_title(new QLabel(this)),
      m_wrongOnly(new QCheckBox(tr("Wrong only"), this)),
      m_measure(new QPushButton(tr("Measure these only"), this)),
      m_save(new QPushButton(tr("Save…"), this)),
      m_traits(new QVBoxLayout),
      m_conditions(new QVBoxLayout),
      m_table(new QTableView(this)),
      m_model(new RowListModel(this)) {
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    m_table->setModel(m_model);
    styleNumberTable(*m_table);
    m_table->setItemDelegate(new SpacedCells(m_table));
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    m_table->setAccessibleName(tr("Rows"));
    m_table->setWhatsThis(
        tr("The rows of the selected bin, or all rows if none is selected: wrong ones first, the "
           "most confident on top. Ctrl+C copies the selected rows."));
    m_measure->setToolTip(
        tr("Diagram, scores and tables of the listed rows alone; the others come back by the ✕ "
           "above the list"));
    m_save->setToolTip(tr("Save all listed rows as CSV"));
    auto* head = new QHBoxLayout;
    head->addWidget(m_wrongOnly);
    head->addStretch();
    head->addWidget(m_measure);
    head->addWidget(m_save);
    auto* layout = new QVBoxLayout(this);
    constexpr int side = 14;
    constexpr int above = 14;
    constexpr int below = 8;
    layout->setContentsMargins(side, above, side, below);
    layout->setSpacing(below);
    layout->addWidget(m_title);
    layout->addLayout(head);
    for (QVBoxLayout* lines : {m_conditions, m_traits}) {
        lines->setSpacing(0);
        layout->addLayout(lines);
    }
    layout->addWidget(m_table, 1);
    auto* copy = new QAction(tr("&Copy rows"), m_table);
    connect(copy, &QAction::triggered, this, &RowListPanel::copyRows);
    m_table->addAction(copy);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(m_wrongOnly, &QCheckBox::toggled, this, &RowListPanel::wrongOnlyChanged);
    connect(m_measure, &QPushButton::clicked, this, &RowListPanel::measureRequested);
    connect(m_save, &QPushButton::clicked, this, [this] {
        if (m_model->list()) Q_EMIT saveRequested(m_model->list());
    });
    showReason({});
}

void RowListPanel::showList(const QString& title, std::shared_ptr<const RowList> list) {
    m_title->setText(title);
    const int columns = m_model->columnCount();
    m_model->setList(std::move(list));
    m_save->setEnabled(m_model->rowCount() > 0);
    m_wrongOnly->setEnabled(true);
    // Widths that a user chose stay.
    if (m_model->columnCount() != columns) fitColumns();
}

/// Adds a line of text that does something when it is clicked.
void RowListPanel::addLine(QLayout* layout, const QString& text, const QString& help,
                           const std::function<void()>& act) {
    auto* line = new QPushButton(this);
    line->setFlat(true);
    line->setStyleSheet(QStringLiteral("text-align: left; padding: 2px"));
    // A name from a file may hold the mark of a shortcut.
    line->setText(QString(text).replace(QLatin1Char('&'), QStringLiteral("&&")));
    line->setToolTip(help);
    line->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(line, &QPushButton::clicked, this, act);
    layout->addWidget(line);
}

void RowListPanel::showTraits(const std::optional<SharedTraits>& shared) {
    constexpr std::size_t most = 3;
    removeLines(*m_traits);
    if (!shared || shared->rows == 0) return;
    const QString rows = toQString(counted(shared->rows, "row"));
    auto* head = new QLabel(
        (shared->isOfWrong ? tr("Of the %1 with a wrong prediction:") : tr("Of these %1:"))
                .arg(rows) +
            (shared->traits.empty() ? tr(" nothing is more frequent than by chance") : QString()),
        this);
    head->setWordWrap(true);
    m_traits->addWidget(head);
    for (std::size_t i = 0; i < std::min(most, shared->traits.size()); ++i) {
        const CommonTrait& trait = shared->traits[i];
        const QString help =
            trait.p ? tr("By chance alone, rows chosen at random would have it so often with "
                         "p = %1 (hypergeometric; Holm over all that was looked at). Click to list "
                         "only these rows.")
                          .arg(*trait.p, 0, 'g', 2)
                    : tr("Click to list only these rows.");
        RowConditions condition = trait.condition;
        if (shared->isOfWrong) condition.isCorrect = false;
        addLine(m_traits, toQString(traitText(trait)), help, [this, condition] {
            m_table->setFocus();
            Q_EMIT conditionChosen(condition);
        });
    }
}

void RowListPanel::showConditions(const RowConditions& measured, const RowConditions& listed,
                                  bool canMeasure) {
    m_measure->setVisible(canMeasure);
    removeLines(*m_conditions);
    for (const RowConditions& part : partsOf(measured))
        addLine(m_conditions,
                QStringLiteral("✕  ") + tr("measured: %1").arg(toQString(conditionsText(part))),
                tr("Measure other rows, too"), [this, part] {
                    m_table->setFocus();
                    Q_EMIT measuredConditionRemoved(part);
                });
    for (const RowConditions& part : partsOf(listed))
        addLine(m_conditions, QStringLiteral("✕  ") + toQString(conditionsText(part)),
                tr("List other rows, too"), [this, part] {
                    m_table->setFocus();
                    Q_EMIT conditionRemoved(part);
                });
}

void RowListPanel::showReason(const QString& reason) {
    removeLines(*m_traits);
    m_title->setText(reason);
    m_model->setList(nullptr);
    m_save->setEnabled(false);
    m_wrongOnly->setEnabled(false);
}

void RowListPanel::fitColumns() {
    constexpr int most = 180;
    constexpr int space = SpacedCells::kCellSpace;
    m_table->resizeColumnsToContents();
    for (int column = 0; column < m_model->columnCount(); ++column) {
        m_table->setColumnWidth(column, std::min(most, m_table->columnWidth(column) + space));
    }
}

void RowListPanel::showView(View::Kind view) {
    m_wrongOnly->setText(view == View::Kind::TopLabel ? tr("Wrong only") : tr("Not of the class"));
}

bool RowListPanel::isWrongOnly() const {
    return m_wrongOnly->isChecked();
}

std::size_t RowListPanel::copyRows() const {
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (!rows.isEmpty()) QApplication::clipboard()->setText(m_model->tabbed(rows));
    return static_cast<std::size_t>(rows.size());
}

QString RowListPanel::title() const {
    return m_title->text();
}

}  // namespace diagonal
