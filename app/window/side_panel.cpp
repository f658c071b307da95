// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/side_panel.h"

#include <algorithm>

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStyle>
#include <QTabWidget>
#include <QVBoxLayout>

#include "app/comparing/file_model_list.h"
#include "app/results/bin_detail.h"
#include "app/results/bin_table.h"
#include "app/results/busy_line.h"
#include "app/results/content_scroll.h"
#include "app/results/decide_panel.h"
#include "app/results/notes_panel.h"
#include "app/results/scores_panel.h"
#include "app/results/summary_table.h"
#include "app/settings/settings_panel.h"
#include "app/text/link_label.h"
#include "app/text/number_text.h"

namespace diagonal {
namespace {

constexpr int kWidth = 324;
constexpr int kLeastHeight = 200;
constexpr int kMostWidth = 640;
constexpr int kLeft = 18;
constexpr int kSpaceRight = 16;
constexpr int kSpaceBelow = 12;

}  // namespace

SidePanel::SidePanel(QWidget* parent)
    : QWidget(parent),
      m_body(new QWidget(this)),
      m_busy(new BusyLine(this)),
      m_stopped(new LinkLabel(tr("Compute the rest"), this, tr("Stopped. "))),
      m_fileBox(new QComboBox(this)),
      m_models(new FileModelList(this)),
      m_modelsTitle(new QLabel(tr("Models in this file"), this)),
      m_compare(new LinkLabel(tr("Compare"), this)),
      m_settings(new SettingsPanel(this)),
      m_tabs(new QTabWidget(this)),
      m_scores(new ScoresPanel(m_tabs)),
      m_bins(new BinTable(m_tabs)),
      m_classes(new SummaryTable(tr("Classes"), tr("Find a class"), tr("All"), m_tabs)),
      m_groups(new SummaryTable(tr("Groups"), tr("Find a group"), tr("All"), m_tabs)),
      m_decide(new DecidePanel(m_tabs)),
      m_notes(new NotesPanel(m_tabs)),
      m_detail(new BinDetail(this)) {
    setMaximumWidth(kMostWidth);
    m_tabs->setDocumentMode(true);
    m_settings->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_tabs->addTab(m_scores, tr("Scores"));
    m_tabs->addTab(m_decide, tr("Decide"));
    m_tabs->addTab(m_bins, tr("Bins"));
    m_tabs->addTab(m_classes, tr("Classes"));
    m_tabs->addTab(m_groups, tr("Groups"));
    m_tabs->setUsesScrollButtons(false);
    m_classes->back()->setToolTip(tr("Back to all classes"));
    m_groups->back()->setToolTip(tr("Show all groups together"));
    // Small groups have the largest ECE, whether calibrated or not.
    m_groups->view()->sortByColumn(SummaryModel::P, Qt::DescendingOrder);
    m_tabs->addTab(m_notes, tr("Notes"));
    auto* scrolled = new ContentScroll(this);
    scrolled->setWidget(m_body);
    m_body->installEventFilter(this);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    whole->addWidget(m_busy);
    whole->addWidget(scrolled);
    m_lines = new QVBoxLayout(m_body);
    const auto keepRight = [this, scrolled](int, int most) {
        // The bar takes the place of the margin: nothing moves when it comes.
        const int bar = most > 0 ? scrolled->verticalScrollBar()->sizeHint().width() : 0;
        QMargins margins = m_lines->contentsMargins();
        margins.setRight(std::max(2, kSpaceRight - bar));
        m_lines->setContentsMargins(margins);
    };
    connect(scrolled->verticalScrollBar(), &QScrollBar::rangeChanged, this, keepRight);
    keepRight(0, 0);
    keepRoomForDetail(false);
    m_lines->setSpacing(12);
    m_stopped->setContentsMargins(kLeft, 0, kSpaceRight, kSpaceBelow);
    whole->addWidget(m_stopped);
    m_stopped->hide();
    connect(m_stopped, &QLabel::linkActivated, this, &SidePanel::restRequested);
    m_lines->addLayout(fileRow());
    m_lines->addWidget(m_models);
    m_lines->addWidget(m_settings);
    m_lines->addWidget(m_tabs, 1);
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        m_chosenTab = m_tabs->currentWidget();
        Q_EMIT tabChanged();
    });
}

/// Returns the choice of a file, above the list of its models, and the link to compare them.
QLayout* SidePanel::fileRow() {
    m_compare->setToolTip(tr("All models of the open files together (Ctrl+M)"));
    m_compare->hide();
    m_modelsTitle->hide();
    connect(m_compare, &QLabel::linkActivated, this, &SidePanel::comparisonRequested);
    connect(m_fileBox, &QComboBox::activated, this,
            [this](int index) { Q_EMIT fileChosen(static_cast<std::size_t>(index)); });
    connect(m_models, &FileModelList::modelChosen, this, &SidePanel::modelChosen);
    m_fileBox->setToolTip(tr("The open files"));
    m_fileBox->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_fileBox->hide();
    auto* files = new QHBoxLayout;
    files->addWidget(m_fileBox, 1);
    files->addWidget(m_modelsTitle, 1);
    files->addWidget(m_compare);
    return files;
}

/// The scroll area does not tell that its content needs more room.
bool SidePanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_body && event->type() == QEvent::LayoutRequest) {
        fitList();
        updateGeometry();
    }
    return QWidget::eventFilter(watched, event);
}

QSize SidePanel::sizeHint() const {
    return {std::max(kWidth, minimumSizeHint().width()), m_body->sizeHint().height()};
}

QSize SidePanel::minimumSizeHint() const {
    const int scrollBar = style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    return {m_body->minimumSizeHint().width() + scrollBar, kLeastHeight};
}

void SidePanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeDetail();
    fitList();
}

/// Lets the list of scores scroll, and not the panel around it, while some rows of it are in sight,
/// or the card of a bin stands in their place; a panel that scrolls all the same shows several.
void SidePanel::fitList() {
    constexpr int some = 60;
    constexpr int several = 130;
    const int others = m_lines->totalMinimumSize().height() - m_scores->leastList();
    const bool hasCard = m_lines->contentsMargins().bottom() > kSpaceBelow;
    const bool fits = others + (hasCard ? 1 : some) <= m_body->parentWidget()->height();
    m_scores->setLeastList(fits ? 1 : several);
}

void SidePanel::keepRoomForDetail(bool keeps) {
    constexpr int top = 14;
    constexpr int bottom = 6;
    m_lines->setContentsMargins(kLeft, top, m_lines->contentsMargins().right(),
                                keeps ? m_detail->sizeHint().height() : bottom);
    fitList();
}

void SidePanel::placeDetail() {
    const int high = m_detail->sizeHint().height();
    m_detail->setGeometry(0, height() - high, width(), high);
    m_detail->raise();
}

// Setting a tab's text or visibility lays out and paints all tabs even if nothing changes, so the
// functions below check first.
void SidePanel::showReport(const std::shared_ptr<const Report>& report) {
    m_settings->showReport(*report);
    m_scores->showReport(*report);
    m_bins->setReport(report);
    m_decide->showReport(report);
    m_notes->showReport(*report);
    const QString notes =
        report->notes.empty() ? tr("Notes") : tr("Notes (%1)").arg(report->notes.size());
    const int tab = m_tabs->indexOf(m_notes);
    if (m_tabs->tabText(tab) != notes) m_tabs->setTabText(tab, notes);
}

void SidePanel::showTab(QWidget* page, bool visible) {
    const int tab = m_tabs->indexOf(page);
    if (m_tabs->isTabVisible(tab) == visible) return;
    QWidget* const chosen = m_chosenTab;
    m_tabs->setTabVisible(tab, visible);
    m_chosenTab = chosen;
    // A file without groups hides their tab; one with groups brings it back.
    if (visible && page == chosen) m_tabs->setCurrentWidget(page);
}

void SidePanel::showClasses(const Report* detailed) {
    if (!detailed) return m_classes->setRows({}, std::nullopt, classHeads());
    const bool oneClass = detailed->view.kind == View::Kind::OneVsRest;
    m_classes->setRows(classRows(*detailed),
                       oneClass ? std::optional(detailed->view.classIndex) : std::nullopt,
                       classHeads());
}

void SidePanel::showComputing(double share, bool isStopped) {
    m_busy->showShare(isStopped ? 1 : share);
    m_stopped->setVisible(isStopped);
}

void SidePanel::showGroups(const Report* grouped) {
    m_groups->setRemark(grouped && grouped->subgroups ? toQString(worstSubgroupText(*grouped))
                                                      : QString());
    if (!grouped) return m_groups->setRows({}, std::nullopt, groupHeads());
    const auto groups = listedGroups(*grouped);
    const auto shown = std::ranges::find_if(groups, [&](const GroupSummary* group) {
        return std::ranges::is_permutation(group->choices, grouped->settings.where.groups);
    });
    m_groups->setRows(groupRows(*grouped),
                      shown == groups.end()
                          ? std::nullopt
                          : std::optional(static_cast<std::size_t>(shown - groups.begin())),
                      groupHeads());
    m_groups->back()->setEnabled(!grouped->settings.where.areNone());
}

void SidePanel::findScore(const QString& name) {
    m_tabs->setCurrentWidget(m_scores);
    m_scores->find(name);
}

bool SidePanel::isInFront(const QWidget* page) const {
    return m_tabs->currentWidget() == page;
}

std::vector<std::pair<QWidget*, TableKind>> SidePanel::tables() const {
    return {{m_scores, TableKind::Scores},
            {m_bins, TableKind::Bins},
            {m_classes, TableKind::Classes},
            {m_groups, TableKind::Groups}};
}

std::optional<TableKind> SidePanel::focusedTable() const {
    const QWidget* focused = QApplication::focusWidget();
    for (const auto& [panel, kind] : tables()) {
        if (focused && panel->isAncestorOf(focused)) return kind;
    }
    return std::nullopt;
}

void SidePanel::addCopyActions(const std::function<void(TableKind)>& copy) {
    for (const auto& [panel, kind] : tables()) {
        auto* action = new QAction(tr("&Copy table"), panel);
        connect(action, &QAction::triggered, this, [copy, kind = kind] { copy(kind); });
        panel->addAction(action);
        panel->setContextMenuPolicy(Qt::ActionsContextMenu);
    }
}

void SidePanel::showFiles(const QStringList& names, std::size_t shown) {
    const QSignalBlocker block(m_fileBox);
    m_fileBox->clear();
    m_fileBox->addItems(names);
    m_fileBox->setCurrentIndex(static_cast<int>(shown));
    m_fileBox->setVisible(names.size() > 1);
    showCompareLink();
}

void SidePanel::showModels(const std::vector<ModelRow>& rows, std::optional<std::size_t> shown) {
    const bool isOtherSize = static_cast<int>(rows.size()) != m_models->count();
    if (rows.empty() && !isOtherSize) return;
    m_models->setModels(rows, shown);
    if (isOtherSize) showCompareLink();
}

void SidePanel::showCompareLink() {
    m_compare->setVisible(m_fileBox->count() > 1 || m_models->count() > 1);
    m_modelsTitle->setVisible(m_fileBox->count() < 2 && m_models->count() > 1);
}

}  // namespace diagonal
