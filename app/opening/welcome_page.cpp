// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/opening/welcome_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/platform/samples.h"
#include "app/text/labels.h"
#include "app/text/number_text.h"
#include "core/reading/file_formats.h"

namespace diagonal {
namespace {

constexpr QSize kCardPicture(176, 150);
constexpr int kCardWidth = 196;
constexpr int kCardSpace = 10;

QLabel* quietLabel(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setAlignment(Qt::AlignCenter);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

}  // namespace

WelcomePage::WelcomePage(QWidget* parent) : QWidget(parent) {
    setAutoFillBackground(true);
    constexpr QSize least(336, 270);  // as small as the diagram
    setMinimumSize(least);
    auto* title = new QLabel(tr("Drop a file of predictions here"), this);
    QFont large = title->font();
    large.setPixelSize(22);
    large.setWeight(QFont::DemiBold);
    title->setFont(large);
    auto* open = new QPushButton(tr("Open…"), this);
    connect(open, &QPushButton::clicked, this, &WelcomePage::openRequested);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(14);
    layout->addStretch();
    layout->addWidget(title, 0, Qt::AlignHCenter);
    auto* formats =
        quietLabel(tr("A table with the true label and the probability of each class,\nor a pair "
                      "of arrays such as logits.npy and labels.npy.\nReads %1, also compressed.")
                       .arg(toQString(formatNames())),
                   this);
    formats->setWordWrap(true);
    layout->addWidget(formats);
    layout->addWidget(open, 0, Qt::AlignHCenter);
    m_views = new QWidget(this);
    m_row = new QHBoxLayout;
    auto* views = new QVBoxLayout(m_views);
    views->setContentsMargins(0, 10, 0, 0);
    views->addWidget(quietLabel(tr("or go on with"), m_views));
    views->addLayout(m_row);
    m_views->hide();
    layout->addWidget(m_views, 0, Qt::AlignHCenter);
    const auto there = samples();
    if (!there.empty()) {
        layout->addSpacing(10);
        layout->addWidget(quietLabel(tr("or open a sample"), this), 0, Qt::AlignHCenter);
    }
    for (const Sample& sample : there) {
        auto* button = new QPushButton(sample.title, this);
        button->setFlat(true);
        connect(button, &QPushButton::clicked, this,
                [this, file = sample.file] { Q_EMIT sampleRequested(file); });
        layout->addWidget(button, 0, Qt::AlignHCenter);
    }
    layout->addStretch();
}

void WelcomePage::showViews(const QList<ViewCard>& views) {
    qDeleteAll(m_cards);
    m_cards.clear();
    for (const ViewCard& view : views) {
        auto* card = new QToolButton(m_views);
        card->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
        card->setAutoRaise(true);
        card->setFixedWidth(kCardWidth);
        card->setIcon(QIcon(QPixmap::fromImage(view.picture)));
        card->setIconSize(kCardPicture);
        const QStringList lines = view.text.split(QLatin1Char('\n'));
        QStringList shown;
        for (const QString& line : lines)
            shown << withoutShortcut(
                card->fontMetrics().elidedText(line, Qt::ElideMiddle, kCardWidth - 12));
        card->setText(shown.join(QLatin1Char('\n')));
        card->setToolTip(view.files.join(QStringLiteral(" + ")));
        card->setAccessibleName(lines.join(QStringLiteral(", ")));
        card->setFocusPolicy(Qt::StrongFocus);
        connect(card, &QToolButton::clicked, this,
                [this, files = view.files] { Q_EMIT viewRequested(files); });
        m_row->addWidget(card);
        m_cards << card;
    }
    m_views->setVisible(!views.isEmpty());
    fitCards();
}

void WelcomePage::fitCards() {
    const qsizetype fitting = std::max(1, (width() - 2 * kCardSpace) / (kCardWidth + kCardSpace));
    for (qsizetype i = 0; i < m_cards.size(); ++i)
        m_cards[i]->setVisible(i < fitting);
}

void WelcomePage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitCards();
}

void WelcomePage::setGround(const QColor& colour) {
    QPalette ground;
    ground.setColor(QPalette::Window, colour);
    setPalette(ground);
}

}  // namespace diagonal
