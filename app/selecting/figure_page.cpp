// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/selecting/figure_page.h"

#include <algorithm>
#include <utility>

#include <QVBoxLayout>

#include "app/selecting/condition_chips.h"
#include "app/selecting/row_list_panel.h"

namespace diagonal {
namespace {

constexpr int kLeastList = 300;
constexpr int kMostList = 640;
constexpr double kFigureRatio = 0.84;  ///< width to height of a diagram with counts and title
/// Of the height, for a list below: in a low window as much as some rows need.
constexpr double kShareBelow = 0.3;
constexpr double kMostShareBelow = 0.45;
constexpr double kRowsBelow = 205;

}  // namespace

FigurePage::FigurePage(QWidget* figure, QWidget* parent)
    : QSplitter(parent), m_chips(new ConditionChips(this)), m_rows(new RowListPanel(this)) {
    auto* sight = new QWidget(this);
    auto* layout = new QVBoxLayout(sight);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_chips);
    layout->addWidget(figure, 1);
    insertWidget(0, sight);
    addWidget(m_rows);
    setStretchFactor(0, 1);
    setStretchFactor(1, 0);
    setChildrenCollapsible(false);
    connect(this, &QSplitter::splitterMoved, this, [this] { m_isMoved = true; });
    m_rows->hide();
}

bool FigurePage::showsRows() const {
    return !m_rows->isHidden();
}

QSize FigurePage::minimumSizeHint() const {
    return widget(0)->minimumSizeHint();
}

void FigurePage::setWantsRows(bool wants) {
    m_wants = wants;
    arrange();
}

void FigurePage::setHasRows(bool has) {
    if (std::exchange(m_hasRows, has) != has) arrange();
}

void FigurePage::resizeEvent(QResizeEvent* event) {
    QSplitter::resizeEvent(event);
    arrange();
}

void FigurePage::arrange() {
    const int spare = width() - static_cast<int>(kFigureRatio * height());
    const bool hasRoom = spare >= kLeastList;
    const bool shows = m_hasRows && m_wants.value_or(hasRoom);
    const Qt::Orientation direction = hasRoom ? Qt::Horizontal : Qt::Vertical;
    const bool isOther = shows != showsRows() || direction != orientation();
    if (isOther) m_isMoved = false;
    if (!isOther && m_isMoved) return;
    setOrientation(direction);
    m_rows->setVisible(shows);
    const int whole = hasRoom ? width() : height();
    const double below =
        std::max(kShareBelow * whole, std::min(kMostShareBelow * whole, kRowsBelow));
    const int list = hasRoom ? std::min(spare, kMostList) : static_cast<int>(below);
    setSizes({whole - list, list});
    if (isOther) Q_EMIT rowsShown(shows);
}

}  // namespace diagonal
