// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/opening/welcome_page.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/platform/samples.h"
#include "app/text/number_text.h"
#include "core/reading/file_formats.h"

namespace diagonal {
namespace {

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

void WelcomePage::setGround(const QColor& colour) {
    QPalette ground;
    ground.setColor(QPalette::Window, colour);
    setPalette(ground);
}

}  // namespace diagonal
