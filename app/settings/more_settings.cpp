// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/more_settings.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/text/choice_box.h"
#include "app/text/number_text.h"

namespace diagonal {

MoreSettings::MoreSettings(QWidget* beside, QWidget* parent) : QWidget(parent) {
    auto* fold = new QToolButton(this);
    fold->setText(tr("More"));
    fold->setCheckable(true);
    fold->setAutoRaise(true);
    fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    fold->setArrowType(Qt::RightArrow);
    fold->setStyleSheet(QStringLiteral("QToolButton { border: none; padding: 2px 0; }"));
    QWidget* rows = buildRows();
    rows->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    auto* head = new QHBoxLayout;
    head->addWidget(fold);
    head->addStretch(1);
    head->addWidget(beside);
    layout->addLayout(head);
    layout->addWidget(rows);
    setTabOrder(fold, beside);
    connect(fold, &QToolButton::toggled, rows, &QWidget::setVisible);
    connect(fold, &QToolButton::toggled, fold,
            [fold](bool open) { fold->setArrowType(open ? Qt::DownArrow : Qt::RightArrow); });
    connectRows();
}

QWidget* MoreSettings::buildRows() {
    auto* rows = new QWidget(this);
    m_edges = new QComboBox(rows);
    addChoices(m_edges, kEdgeRules);
    m_edges->setToolTip(tr(
        "Which bin a confidence on an edge belongs to. 0 and 1 always fall into the outer bins."));
    m_binConfidence = new QComboBox(rows);
    addChoices(m_binConfidence, kBinConfidences);
    m_binConfidence->setToolTip(
        tr("The confidence of a bin. The mean is the definition; the midpoint reproduces a "
           "published variant."));
    m_intervals = new QComboBox(rows);
    addChoices(m_intervals, kIntervalKinds);
    m_intervals->setToolTip(
        tr("The first three are intervals of a bin's accuracy. The consistency band lies around "
           "the diagonal: the range of that accuracy by chance if the model is calibrated."));
    m_band = new QComboBox(rows);
    addChoices(m_band, kBandKinds);
    m_band->setAccessibleName(tr("What the level applies to"));
    m_band->setToolTip(
        tr("Pointwise: each interval has this level, so some of many miss by chance. Simultaneous: "
           "all hold together at this level (Bonferroni; the isotonic curve gets a band that "
           "contains the whole true curve)."));
    m_level = new QComboBox(rows);
    for (const double level : kOfferedLevels)
        m_level->addItem(levelText(level), level);
    m_trained = new QDoubleSpinBox(rows);
    m_trained->setObjectName(QStringLiteral("prevalence"));
    m_trained->setRange(0, 99.99);
    m_trained->setSuffix(QStringLiteral(" %"));
    m_trained->setSpecialValueText(tr("share in training"));
    m_trained->setToolTip(
        tr("The share of the positive class in the data that the model was trained on. Enter shows "
           "the probabilities shifted to the share of these rows (Recalibrate, map 'shift')."));
    auto* grid = new QGridLayout(rows);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setColumnMinimumWidth(0, kLabelWidth);
    grid->setColumnStretch(1, 1);
    const auto add = [&](int row, const QString& name, QWidget* box) {
        auto* label = new QLabel(name, rows);
        label->setBuddy(box);
        grid->addWidget(label, row, 0);
        grid->addWidget(box, row, 1);
    };
    add(0, tr("E&dges"), m_edges);
    add(1, tr("Bin &confidence"), m_binConfidence);
    add(2, tr("&Intervals"), m_intervals);
    add(3, tr("&Level"), m_level);
    // Shares the row of the level: another row would not fit in a small window.
    auto* levelRow = new QHBoxLayout;
    levelRow->addWidget(m_level);
    levelRow->addWidget(m_band, 1);
    grid->addLayout(levelRow, 3, 1);
    add(4, tr("&Prevalence"), m_trained);
    return rows;
}

void MoreSettings::connectRows() {
    const auto connectChoice = [this](QComboBox* box, const auto& choose) {
        connect(box, &QComboBox::activated, this, [this, choose](int index) {
            choose(index);
            Q_EMIT settingsEdited(m_settings);
        });
    };
    connectChoice(m_edges, [this](int index) {
        m_settings.chooseEdgeRule(choiceAt<EdgeRule>(m_edges, index));
    });
    connectChoice(m_binConfidence, [this](int index) {
        m_settings.chooseBinConfidence(choiceAt<BinConfidence>(m_binConfidence, index));
    });
    connectChoice(m_intervals, [this](int index) {
        m_settings.intervals = choiceAt<IntervalKind>(m_intervals, index);
    });
    connectChoice(m_band,
                  [this](int index) { m_settings.band = choiceAt<BandKind>(m_band, index); });
    connectChoice(m_level,
                  [this](int index) { m_settings.level = m_level->itemData(index).toDouble(); });
    connect(m_trained, &QDoubleSpinBox::editingFinished, this, [this, last = 0.0]() mutable {
        const double stated = m_trained->value();
        if (stated > 0 && stated != last) Q_EMIT trainedShareStated(stated);
        last = stated;
    });
}

void MoreSettings::showSettings(const AnalysisSettings& settings, bool haveEdges) {
    m_settings = settings;
    showChoice(m_edges, settings.edgeRule);
    m_edges->setEnabled(haveEdges);
    showChoice(m_binConfidence, settings.binConfidence);
    showChoice(m_intervals, settings.intervals);
    showChoice(m_band, settings.band);
    // Adds a level from the command line to the usual ones.
    if (m_level->findData(settings.level) < 0) {
        m_level->addItem(levelText(settings.level), settings.level);
    }
    m_level->setCurrentIndex(m_level->findData(settings.level));
}

}  // namespace diagonal
