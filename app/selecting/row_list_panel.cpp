// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/selecting/row_list_panel.h"

#include <algorithm>
#include <set>
#include <utility>

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPainter>
#include <QSplitter>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include "app/results/table_style.h"
#include "app/selecting/row_detail_view.h"
#include "app/selecting/row_list_model.h"
#include "app/selecting/row_pictures.h"
#include "app/selecting/uniform_table.h"
#include "app/text/labels.h"
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

/// A line of text that is a link: it is shortened where there is no room.
class LineButton : public QPushButton {
public:
    LineButton(const QString& text, QWidget* parent) : QPushButton(parent), m_text(text) {
        setText(withoutShortcut(text));
        setFlat(true);
        setCursor(Qt::PointingHandCursor);
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        setAccessibleName(text);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setPen(palette().color(QPalette::Link));
        QFont shown = font();
        shown.setUnderline(underMouse() || hasFocus());
        painter.setFont(shown);
        painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(m_text, Qt::ElideRight, width()));
    }

private:
    QString m_text;
};

/// Paints the pictures of rows in a grid, with what the rows are below.
class PictureCells : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
        return {RowPictures::kSmall + 2 * kSpace,
                RowPictures::kSmall + 3 * kSpace + 2 * option.fontMetrics.height()};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const bool isSelected = option.state.testFlag(QStyle::State_Selected);
        if (isSelected) painter->fillRect(option.rect, option.palette.highlight());
        const QRect inner = option.rect.adjusted(kSpace, kSpace, -kSpace, -kSpace);
        const QImage image = index.data(RowListModel::PictureRole).value<QImage>();
        QRect box(inner.topLeft(),
                  image.isNull() ? QSize(RowPictures::kSmall, RowPictures::kSmall) : image.size());
        box.moveCenter({inner.center().x(), inner.top() + RowPictures::kSmall / 2});
        if (image.isNull()) {
            painter->setPen(option.palette.color(QPalette::Mid));
            painter->drawRect(box);
            painter->setPen(option.palette.color(QPalette::PlaceholderText));
            const QRect text = box.adjusted(kSpace, kSpace, -kSpace, -kSpace);
            const int lines = text.height() / option.fontMetrics.height() - 1;
            painter->drawText(
                text, Qt::AlignCenter | Qt::TextWrapAnywhere,
                option.fontMetrics.elidedText(index.data(RowListModel::ProblemRole).toString(),
                                              Qt::ElideMiddle, lines * text.width()));
        } else {
            painter->drawImage(box, image);
        }
        painter->setPen(
            option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text));
        QStringList lines =
            index.data(RowListModel::CaptionRole).toString().split(QLatin1Char('\n'));
        for (QString& line : lines)  // classes may have long names, the confidence stays whole
            line = option.fontMetrics.elidedText(line, Qt::ElideRight, inner.width());
        painter->drawText(inner, Qt::AlignBottom | Qt::AlignHCenter, lines.join(QLatin1Char('\n')));
    }

private:
    static constexpr int kSpace = 6;
};

}  // namespace

RowListPanel::RowListPanel(QWidget* parent)
    : QWidget(parent),
      m_title(new QLabel(this)),
      m_wrongOnly(new QCheckBox(tr("Wrong only"), this)),
      m_measure(new QPushButton(tr("Measure these only"), this)),
      m_save(new QPushButton(tr("Save…"), this)),
      m_tools(new QBoxLayout(QBoxLayout::TopToBottom)),
      m_traits(new QBoxLayout(QBoxLayout::TopToBottom)),
      m_pictures(new RowPictures(this)),
      m_model(new RowListModel(*m_pictures, this)),
      m_filter(new QLineEdit(this)),
      m_columns(new QPushButton(this)),
      m_query(new QPushButton(tr("Copy the query"), this)),
      m_outside(new QPushButton(tr("Show pictures outside the folder of the file"), this)),
      m_asPictures(new QPushButton(tr("Pictures"), this)),
      m_table(new UniformTable(this)),
      m_grid(new QListView(this)),
      m_views(new QStackedWidget(this)),
      m_detail(new RowDetailView(*m_pictures, this)),
      m_split(new QSplitter(Qt::Vertical, this)) {
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    m_table->setModel(m_model);
    styleNumberTable(*m_table);
    m_table->setItemDelegate(new SpacedCells(m_table));
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    m_table->horizontalHeader()->setSectionsClickable(true);
    m_table->setAccessibleName(tr("Rows"));
    m_table->setWhatsThis(
        tr("The rows of the selected bin, or all rows if none is selected: wrong ones first, the "
           "most confident on top. A click on a column's head sorts by it, a second one the other "
           "way round, a third one not. A click on a row shows it whole. Ctrl+C copies the "
           "selected rows."));
    m_grid->setModel(m_model);
    m_grid->setSelectionModel(m_table->selectionModel());
    m_grid->setItemDelegate(new PictureCells(m_grid));
    m_grid->setViewMode(QListView::IconMode);
    m_grid->setResizeMode(QListView::Adjust);
    m_grid->setMovement(QListView::Static);
    m_grid->setUniformItemSizes(true);
    m_grid->setLayoutMode(QListView::Batched);
    m_grid->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_grid->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_grid->setFrameShape(QFrame::NoFrame);
    m_grid->setAccessibleName(tr("Pictures of rows"));
    m_filter->setPlaceholderText(tr("Filter: a text, true=CLASS, confidence<0.5, COLUMN~text"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setAccessibleName(tr("Filter rows"));
    m_filter->setToolTip(
        tr("Rows with this text in a cell; or rows that fulfil a condition on a column of the "
           "list, with =, !=, <, >, <=, >=, or ~ for a text in its cells. Return makes a condition "
           "of the filter, with a chip above the diagram"));
    m_asPictures->setCheckable(true);
    m_asPictures->setToolTip(tr("List the rows by their pictures"));
    m_outside->setToolTip(
        tr("The file names pictures in other folders, which are read only if "
           "you agree"));
    m_save->setToolTip(tr("Save all listed rows as CSV or JSON Lines"));
    layOut();
    connectViews();
    offerColumns({});
    showDetail(false);
    showPictures();
    showReason({});
}

void RowListPanel::layOut() {
    auto* choices = new QHBoxLayout;
    choices->addWidget(m_wrongOnly);
    choices->addStretch();
    choices->addWidget(m_asPictures);
    auto* actions = new QHBoxLayout;
    actions->addWidget(m_measure);
    actions->addWidget(m_save);
    actions->addStretch();
    auto* layout = new QVBoxLayout(this);
    constexpr int apart = 8;
    m_tools->setSpacing(apart);
    m_tools->addLayout(choices);
    m_tools->addWidget(m_filter, 1);
    m_tools->addLayout(actions);
    layout->addLayout(m_tools);  // what is typed here changes the height of the lines below
    layout->addWidget(m_title);
    layout->addLayout(m_traits);
    layout->addWidget(m_columns);
    layout->addWidget(m_query);
    layout->addWidget(m_outside);
    m_views->addWidget(m_table);
    m_views->addWidget(m_grid);
    m_split->addWidget(m_views);
    m_split->addWidget(m_detail);
    m_split->setChildrenCollapsible(false);
    layout->addWidget(m_split, 1);
}

void RowListPanel::connectViews() {
    for (QAbstractItemView* view :
         {static_cast<QAbstractItemView*>(m_table), static_cast<QAbstractItemView*>(m_grid)}) {
        view->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(view, &QWidget::customContextMenuRequested, this,
                [this, view](const QPoint& at) { showRowMenu(*view, at); });
        view->setMouseTracking(true);
        view->viewport()->installEventFilter(this);
        view->installEventFilter(this);
        connect(view, &QAbstractItemView::entered, this, [this](const QModelIndex& index) {
            if (m_model->list())
                Q_EMIT rowPointed(m_model->list()->rows[static_cast<std::size_t>(index.row())]);
        });
        connect(view, &QAbstractItemView::clicked, this, [this] { showDetail(true); });
    }
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this] { showDetail(m_detail->isVisible()); });
    connect(m_detail, &RowDetailView::closed, this, [this] { showDetail(false); });
    connect(m_wrongOnly, &QCheckBox::clicked, this, &RowListPanel::wrongOnlyChosen);
    connect(m_filter, &QLineEdit::textChanged, this, &RowListPanel::arrangementChanged);
    connect(m_filter, &QLineEdit::returnPressed, this, &RowListPanel::filterKept);
    connect(m_table->horizontalHeader(), &QHeaderView::sectionClicked, this, &RowListPanel::sortBy);
    connect(m_columns, &QPushButton::clicked, this, &RowListPanel::columnsRequested);
    connect(m_query, &QPushButton::clicked, this,
            [this] { QApplication::clipboard()->setText(m_sql); });
    connect(m_outside, &QPushButton::clicked, m_pictures, &RowPictures::allowOutside);
    connect(m_asPictures, &QPushButton::toggled, this, &RowListPanel::showPictures);
    connect(m_pictures, &RowPictures::changed, this, &RowListPanel::showPictures);
    connect(m_pictures, &RowPictures::decoded, m_grid->viewport(), qOverload<>(&QWidget::update));
    connect(m_measure, &QPushButton::clicked, this, &RowListPanel::measureRequested);
    connect(m_save, &QPushButton::clicked, this, [this] {
        if (m_model->list()) Q_EMIT saveRequested(m_model->list());
    });
}

void RowListPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // A low list below the figure spends its height on rows.
    const bool isLow = width() > height();
    const QBoxLayout::Direction direction =
        isLow ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
    m_tools->setDirection(direction);
    m_traits->setDirection(direction);
    constexpr int side = 14;
    constexpr int wide = 8;
    constexpr int tight = 3;
    layout()->setContentsMargins(side, isLow ? tight : side, side, isLow ? tight : wide);
    layout()->setSpacing(isLow ? tight : wide);
    m_traits->setSpacing(isLow ? wide : 0);
    showSomeTraits();
    if (m_split->orientation() == (isLow ? Qt::Horizontal : Qt::Vertical)) return;
    m_split->setOrientation(isLow ? Qt::Horizontal : Qt::Vertical);
    divide();
}

/// Gives the row that is shown whole two fifths of the list's room.
void RowListPanel::divide() {
    const int whole =
        m_split->orientation() == Qt::Horizontal ? m_split->width() : m_split->height();
    m_split->setSizes({whole * 3 / 5, whole * 2 / 5});
}

bool RowListPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Leave) Q_EMIT rowPointed(std::nullopt);
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const bool opens = key == Qt::Key_Return || key == Qt::Key_Enter;
        const bool closes = key == Qt::Key_Escape && m_detail->isVisible();
        if (key == Qt::Key_Space) {  // plays chance in the figure
            event->ignore();
            return true;
        }
        if (opens || closes) {
            showDetail(opens);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

/// Sorts by a column: upwards, downwards, then as the list begins.
void RowListPanel::sortBy(int column) {
    const std::string& id = m_model->columnId(column);
    const bool isSame = m_sorting.sortedBy == id;
    if (isSame && m_sorting.isDescending) {
        m_sorting = {};
    } else {
        m_sorting = {id, isSame};
    }
    m_model->setSorting(m_sorting.sortedBy, m_sorting.isDescending);
    // The head has a sign now.
    m_table->setColumnWidth(column, std::max(m_table->columnWidth(column),
                                             m_table->horizontalHeader()->sectionSizeHint(column)));
    Q_EMIT arrangementChanged();
}

/// Returns the place of a column by its id; -1 if there is none.
int RowListPanel::columnCalled(std::string_view id) const {
    for (int column = 0; column < m_model->columnCount(); ++column)
        if (m_model->columnId(column) == id) return column;
    return -1;
}

void RowListPanel::showPictures() {
    const bool areThere = m_pictures->areThere();
    m_asPictures->setVisible(areThere);
    m_outside->setVisible(m_pictures->asksForOutside());
    m_views->setCurrentWidget(areThere && m_asPictures->isChecked() ? static_cast<QWidget*>(m_grid)
                                                                    : m_table);
    m_grid->viewport()->update();
}

/// Shows the current row whole, or hides it.
void RowListPanel::showDetail(bool shows) {
    const QModelIndex current = m_table->currentIndex();
    const auto& list = m_model->list();
    const bool wasHidden = m_detail->isHidden();
    m_detail->setVisible(shows && list && current.isValid());
    if (wasHidden && !m_detail->isHidden()) divide();
    m_detailed.reset();
    if (m_detail->isHidden()) return;
    const auto index = static_cast<std::size_t>(current.row());
    m_detailed = list->rows[index];
    m_detail->showRow(*list, index);
}

void RowListPanel::showList(const QString& title, std::shared_ptr<const RowList> list,
                            const QString& file) {
    m_title->setText(title);
    const int columns = m_model->columnCount();
    const bool areSame = m_model->list() && m_model->list()->dataset == list->dataset;
    const std::optional<std::uint32_t> detailed = areSame ? m_detailed : std::nullopt;
    m_pictures->setRows(list, file);
    // Lists of one length are told apart by their first rows.
    const auto first = [](const RowList& rows) {
        return std::span(rows.rows).first(std::min<std::size_t>(rows.rows.size(), 1000));
    };
    const bool areOthers = !m_model->list() || m_model->list()->rows.size() != list->rows.size() ||
                           !std::ranges::equal(first(*m_model->list()), first(*list));
    const bool isReset = m_model->setList(std::move(list));
    if (isReset && areOthers) m_table->scrollToTop();
    const bool isWhole = !m_model->list()->ofAll;
    m_save->setEnabled(m_model->rowCount() > 0 && isWhole);
    m_wrongOnly->setEnabled(true);
    m_filter->setEnabled(true);
    // Widths that a user chose stay.
    if (m_model->columnCount() != columns) fitColumns();
    const int place = detailed ? m_model->placeOf(*detailed) : -1;
    // A row that is current already may be one of several selected ones.
    if (place >= 0 && m_table->currentIndex().row() != place)
        m_table->setCurrentIndex(m_model->index(place, columnInView()));
    showDetail(place >= 0);
}

/// Returns a column to which the list need not move sideways.
int RowListPanel::columnInView() const {
    return std::max(0, m_table->columnAt(m_table->viewport()->width() / 2));
}

/// Adds a line of text that does something when it is clicked.
void RowListPanel::addLine(QLayout* layout, const QString& text, const QString& help,
                           const std::function<void()>& act) {
    auto* line = new LineButton(text, this);
    line->setToolTip(text + QStringLiteral("\n\n") + help);
    connect(line, &QPushButton::clicked, this, act);
    layout->addWidget(line);
}

void RowListPanel::showTraits(const std::vector<SharedTraits>& shared) {
    m_showsAllTraits = false;
    m_shared = shared;
    showSharedTraits();
}

void RowListPanel::showSharedTraits() {
    constexpr std::size_t fewLines = 4;
    constexpr std::size_t mostLines = 24;
    const std::vector<SharedTraits>& shared = m_shared;
    removeWidgets(*m_traits);
    const auto addHead = [&](const QString& text) {
        auto* head = new QLabel(text, this);
        head->setTextFormat(Qt::PlainText);
        head->setWordWrap(true);
        m_traits->addWidget(head);
    };
    const auto areFound = [](const SharedTraits& one) { return !one.traits.empty(); };
    const auto found = static_cast<std::size_t>(std::ranges::count_if(shared, areFound));
    std::size_t left = 0;
    for (const SharedTraits& one : shared) {
        if (one.traits.empty()) continue;
        addHead(tr("Of %1:").arg(toQString(traitsTitle(one))));
        const std::size_t most = (m_showsAllTraits ? mostLines : fewLines) / found;
        addTraits(one, most);
        left += one.traits.size() - std::min(most, one.traits.size());
    }
    if (left > 0 && m_showsAllTraits)
        addHead(tr("and %1 more (diagonal --table common lists them)").arg(countText(left)));
    if (left > 0 && !m_showsAllTraits)
        addLine(m_traits, tr("%1 more…").arg(countText(left)),
                tr("Show what else the rows have in common"), [this] {
                    m_showsAllTraits = true;
                    showSharedTraits();
                });
    const std::string none = missingTraits(shared);
    if (!none.empty()) addHead(toQString(none));
    addLine(m_traits, tr("others…"), tr("Show what else the rows have in common"),
            [this] { showTraitMenu(); });
    QWidget* const others = m_traits->itemAt(m_traits->count() - 1)->widget();
    others->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    showSomeTraits();
}

/// Adds the first traits of rows; the first confusion is always among them.
void RowListPanel::addTraits(const SharedTraits& shared, std::size_t most) {
    const std::vector<CommonTrait>& traits = shared.traits;
    const std::size_t shown = std::min(most, traits.size());
    const auto first = std::ranges::find_if(traits, &CommonTrait::isConfusion);
    const auto place = static_cast<std::size_t>(first - traits.begin());
    for (std::size_t i = 0; i < shown; ++i) {
        const bool isLast = i + 1 == shown;
        addTrait(shared, traits[isLast && place > i && place < traits.size() ? place : i]);
    }
}

/// Adds a trait of rows; a click lists those that have it.
void RowListPanel::addTrait(const SharedTraits& shared, const CommonTrait& trait) {
    const QString help =
        trait.p ? tr("By chance alone, rows chosen at random would have it so often with "
                     "p = %1 (hypergeometric; Holm over the %2 conditions looked at). Click to "
                     "list only these rows.")
                      .arg(*trait.p, 0, 'g', 2)
                      .arg(countText(shared.looked))
                : tr("Click to list only these rows.");
    RowConditions condition = trait.condition;
    if (shared.of != TraitsOf::Listed) condition.isCorrect = shared.of == TraitsOf::Right;
    addLine(m_traits, toQString(traitText(trait, shared.of)), help, [this, condition] {
        m_table->setFocus();
        Q_EMIT conditionChosen(condition);
    });
}

void RowListPanel::outdateTraits() {
    for (int i = 0; i < m_traits->count(); ++i)
        m_traits->itemAt(i)->widget()->setEnabled(false);
}

void RowListPanel::showTitle(const QString& title) {
    m_title->setText(title);
}

/// Hides what does not fit into one line of a low list: all traits but the first.
void RowListPanel::showSomeTraits() {
    const bool isLow = m_traits->direction() == QBoxLayout::LeftToRight;
    const int others = m_traits->count() - 1;
    for (int i = 0; i <= others; ++i) {
        QWidget* const line = m_traits->itemAt(i)->widget();
        if (auto* head = qobject_cast<QLabel*>(line)) head->setWordWrap(!isLow);
        const bool isShown = i == others ? isLow && others > 2 : !isLow || i < 2;
        line->setVisible(isShown);
        m_traits->setStretch(i, isLow && i == 1 ? 1 : 0);
    }
}

/// Shows the lines for which a low list has no room.
void RowListPanel::showTraitMenu() {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const int others = m_traits->count() - 1;
    for (int i = 0; i < others; ++i) {
        QWidget* const line = m_traits->itemAt(i)->widget();
        const auto* const head = qobject_cast<QLabel*>(line);
        QAction* const action =
            menu->addAction(withoutShortcut(head ? head->text() : line->accessibleName()));
        action->setEnabled(!head);
        if (auto* link = qobject_cast<QPushButton*>(line))
            connect(action, &QAction::triggered, link, &QPushButton::click);
    }
    const QWidget* const link = m_traits->itemAt(others)->widget();
    menu->popup(link->mapToGlobal(QPoint(0, link->height())));
}

std::vector<PaletteEntry> RowListPanel::paletteEntries() {
    const bool isShown = isVisible();
    std::vector<PaletteEntry> entries;
    const auto add = [&](const QString& name, bool can, const QString& why,
                         std::function<void()> act) {
        const QString reason = isShown ? why : tr("List rows of a bin first (Ctrl+J)");
        entries.push_back(
            {name, isShown && can ? QString() : reason, std::move(act), isShown && can});
    };
    const QString none = tr("No rows are listed");
    const bool hasRows = m_model->rowCount() > 0;
    const bool areWrong = m_wrongOnly->isVisibleTo(this);
    add(m_wrongOnly->text(), areWrong && m_wrongOnly->isEnabled(),
        areWrong ? none : tr("Rows that may belong to several classes are not wrong as a whole"),
        [this] { m_wrongOnly->click(); });
    add(m_measure->text(), m_measure->isEnabled(), m_measure->toolTip(),
        [this] { m_measure->click(); });
    add(tr("Rows by their pictures"), m_pictures->areThere(), tr("The rows have no pictures"),
        [this] { m_asPictures->toggle(); });
    add(tr("Filter the listed rows"), m_filter->isEnabled(), none,
        [this] { m_filter->setFocus(); });
    add(tr("Show the row whole"), m_table->currentIndex().isValid(), tr("Select a row first"),
        [this] { showDetail(true); });
    add(tr("Save the listed rows…"), m_save->isEnabled(),
        hasRows ? tr("The rows are still being listed") : none, [this] { m_save->click(); });
    return entries;
}

void RowListPanel::offerMeasuring(bool bothOutcomes, const QString& whyNot) {
    m_measure->setText(bothOutcomes ? tr("Measure these and right ones")
                                    : tr("Measure these only"));
    m_measure->setEnabled(whyNot.isEmpty());
    const QString rows =
        bothOutcomes ? tr("all rows of these conditions, right and wrong,") : tr("the listed rows");
    m_measure->setToolTip(
        whyNot.isEmpty() ? tr("Diagram, scores and tables of %1 alone; the others come back by the "
                              "✕ above the diagram")
                               .arg(rows)
                         : whyNot);
}

/// Shows what can be done with the row, and the cell, at a place of a view.
void RowListPanel::showRowMenu(QWidget& view, const QPoint& at) {
    QMenu menu;
    menu.addAction(tr("&Copy rows"), this, &RowListPanel::copyRows);
    const QModelIndex cell = m_table->indexAt(at);
    if (&view == m_table && cell.isValid() && m_model->list()) {
        const RowList& list = *m_model->list();
        const auto condition = conditionOf(columnsOf(list)[static_cast<std::size_t>(cell.column())],
                                           list.rows[static_cast<std::size_t>(cell.row())], list);
        if (condition) {
            QString text = tr("&List only: %1").arg(toQString(conditionsText(condition.value())));
            menu.addAction(text, this,
                           [this, condition] { Q_EMIT conditionChosen(condition.value()); });
        }
    }
    menu.exec(static_cast<QAbstractScrollArea&>(view).viewport()->mapToGlobal(at));
}

void RowListPanel::showReason(const QString& reason, bool canFilter) {
    removeWidgets(*m_traits);
    showQuery({});
    m_title->setText(reason);
    m_model->setList(nullptr);
    m_pictures->setRows(nullptr, {});
    showDetail(false);
    m_save->setEnabled(false);
    m_wrongOnly->setEnabled(canFilter);
    m_filter->setEnabled(canFilter);
}

void RowListPanel::fitColumns() {
    constexpr int most = 180;
    constexpr int space = SpacedCells::kCellSpace;
    const QAbstractItemView& cells = *m_table;
    const auto isThere = [this](std::string_view id) { return columnCalled(id) >= 0; };
    // What is true and what was predicted say it, and columns of the file need the room.
    const bool isSaid = isThere("true") && isThere("predicted");
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const int widest = std::max(cells.sizeHintForColumn(column) + 2 * space,
                                    m_table->horizontalHeader()->sectionSizeHint(column));
        m_table->setColumnWidth(column, std::min(most, widest));
        m_table->setColumnHidden(column, isSaid && m_model->columnId(column) == "outcome");
    }
    if (!m_model->list()) return;
    // The rows in view may have smaller numbers than others.
    const Dataset& rows = *m_model->list()->dataset;
    const QString last = QString::number(rows.places.of(rows.predictions.rows() - 1));
    const int width = m_table->fontMetrics().horizontalAdvance(last) + 3 * space;
    m_table->setColumnWidth(0, std::max(width, m_table->columnWidth(0)));
}

void RowListPanel::showWrongOnly(std::optional<bool> isWrongOnly) {
    m_wrongOnly->setVisible(isWrongOnly.has_value());
    m_wrongOnly->setChecked(isWrongOnly.value_or(false));
}

RowArrangement RowListPanel::arrangement() const {
    RowArrangement arrangement = m_sorting;
    arrangement.filter = m_filter->text().trimmed().toStdString();
    return arrangement;
}

void RowListPanel::arrange(const RowArrangement& arrangement) {
    m_filter->setText(toQString(arrangement.filter));
    m_sorting = arrangement;
    m_sorting.filter.clear();
    m_model->setSorting(m_sorting.sortedBy, m_sorting.isDescending);
    Q_EMIT arrangementChanged();
}

void RowListPanel::clearFilter() {
    m_filter->setText({});  // undoing it would bring back a text that has become a condition
}

void RowListPanel::offerColumns(const QString& what) {
    m_columns->setText(what);
    m_columns->setVisible(!what.isEmpty());
}

void RowListPanel::showQuery(const QString& sql) {
    m_query->setVisible(!sql.isEmpty());
    m_sql = sql;
    m_query->setToolTip(sql);
}

void RowListPanel::copyRows() {
    constexpr std::size_t most = 100'000;
    std::set<std::size_t> places;
    std::size_t selected = 0;
    for (const QItemSelectionRange& range : m_table->selectionModel()->selection()) {
        selected += static_cast<std::size_t>(range.height());
        for (int row = range.top(); row <= range.bottom() && selected <= most; ++row)
            places.insert(static_cast<std::size_t>(row));
    }
    if (selected > most)
        return Q_EMIT noticed(tr("%1 are too many to copy: save them instead")
                                  .arg(toQString(counted(selected, "row"))));
    if (places.empty()) return Q_EMIT noticed(tr("Select rows to copy them"));
    QApplication::clipboard()->setText(m_model->tabbed(places));
    Q_EMIT noticed(tr("Copied %1").arg(toQString(counted(places.size(), "row"))));
}

const std::shared_ptr<const RowList>& RowListPanel::list() const {
    return m_model->list();
}

QString RowListPanel::title() const {
    return m_title->text();
}

}  // namespace diagonal
