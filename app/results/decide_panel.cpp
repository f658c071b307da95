// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/results/decide_panel.h"

#include <algorithm>

#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QVBoxLayout>

#include "app/results/content_scroll.h"
#include "app/text/link_label.h"
#include "app/text/number_text.h"
#include "app/text/tabular_digits.h"
#include "core/numerics/intervals.h"

namespace diagonal {
namespace {

constexpr int kHundredths = 100;
constexpr int kFirstThreshold = 20;

QString partInPercent(double part, double whole) {
    if (!(whole > 0)) return scoreText(std::nullopt);
    return QString::number(kHundredths * part / whole, 'f', 1) + QStringLiteral(" %");
}

/// Returns "0.207 to 0.310": the tab is narrow.
QString ends(const std::optional<Interval>& interval) {
    constexpr int decimals = 3;
    return interval ? intervalText(*interval, decimals) : QString();
}

/// Returns the exact interval of a share of independent rows, in percent.
QString exactShare(const Report& report, double part, double whole) {
    const bool isExact =
        !report.clusters && report.dataset.weights != WeightKind::Importance && whole > 0;
    if (!isExact) return {};
    const auto interval = clopperPearsonInterval(part, whole, report.settings.level);
    return intervalText({kHundredths * interval->lower, kHundredths * interval->upper}, 1);
}

const DecisionPoint& nearest(const Report& report, int hundredths) {
    const double threshold = static_cast<double>(hundredths) / kHundredths;
    return nearestPoint(report.decision, threshold, &DecisionPoint::threshold);
}

/// Says whether the decisions are shown to be better than the better of acting on all and on none.
QString verdict(const DecisionPoint& point) {
    const QString best = point.ofAll > 0 ? DecidePanel::tr("acting on every row")
                                         : DecidePanel::tr("acting on none");
    if (point.differingRows == 0)
        return DecidePanel::tr("The decisions are those of %1.").arg(best);
    if (point.hasFewRows || !point.minusBestInterval)
        return DecidePanel::tr("Too few rows differ from %1 to tell which is better.").arg(best);
    if (point.minusBestInterval->lower > 0)
        return DecidePanel::tr("Better than %1, beyond chance.").arg(best);
    if (point.minusBestInterval->upper < 0)
        return DecidePanel::tr("Worse than %1, beyond chance.").arg(best);
    return DecidePanel::tr("Not shown to be better or worse than %1.").arg(best);
}

}  // namespace

DecidePanel::DecidePanel(QWidget* parent)
    : QWidget(parent),
      m_slider(new QSlider(Qt::Horizontal, this)),
      m_box(new QSpinBox(this)),
      m_prevalence(new QDoubleSpinBox(this)),
      m_sentence(new QLabel(this)) {
    m_sentence->setWordWrap(true);
    auto* body = new QWidget(this);
    auto* inner = new QVBoxLayout(body);
    inner->setContentsMargins(0, 6, 6, 0);
    inner->addLayout(buildHead());
    inner->addWidget(m_sentence);
    inner->addWidget(buildNumbers());
    inner->addLayout(buildLinks());
    inner->addStretch();
    auto* area = new ContentScroll(this);
    area->setWidget(body);
    area->growWithContent();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(area);
    connect(m_slider, &QSlider::valueChanged, this, &DecidePanel::setThreshold);
    connect(m_box, &QSpinBox::valueChanged, this, &DecidePanel::setThreshold);
    connect(m_prevalence, &QDoubleSpinBox::valueChanged, this, [this](double percent) {
        Q_EMIT prevalenceStated(percent > 0 ? std::optional(percent / kHundredths) : std::nullopt);
    });
    setThreshold(kFirstThreshold);
}

QLayout* DecidePanel::buildHead() {
    const QString help =
        tr("Act on a row if its probability is at least this. A threshold of 20 % says that one "
           "missed event is as bad as four needless actions.");
    m_slider->setRange(1, kHundredths - 1);
    m_box->setRange(1, kHundredths - 1);
    m_box->setSuffix(QStringLiteral(" %"));
    m_slider->setAccessibleName(tr("Threshold"));
    m_box->setAccessibleName(tr("Threshold"));
    m_slider->setToolTip(help);
    m_box->setToolTip(help);
    constexpr int decimals = 3;
    m_prevalence->setDecimals(decimals);
    m_prevalence->setRange(0, 99.999);
    m_prevalence->setSuffix(QStringLiteral(" %"));
    m_prevalence->setSpecialValueText(tr("as in these rows"));
    m_prevalence->setAccessibleName(tr("Share of events where one decides"));
    const QString why =
        tr("The share of events where the decisions are made, if it is not that of these rows: "
           "they are a case-control study, or come from elsewhere. Sensitivity and specificity "
           "stay; the probabilities do, too (to shift them: Prevalence under More).");
    m_prevalence->setToolTip(why);
    auto* head = new QGridLayout;
    head->setColumnStretch(1, 1);
    head->addWidget(new QLabel(tr("Act from"), this), 0, 0);
    head->addWidget(m_slider, 0, 1);
    head->addWidget(m_box, 0, 2);
    auto* events = new QLabel(tr("Share of events"), this);
    events->setToolTip(why);
    events->setBuddy(m_prevalence);
    head->addWidget(events, 1, 0);
    head->addWidget(m_prevalence, 1, 1, 1, 2);
    return head;
}

QWidget* DecidePanel::buildNumbers() {
    auto* numbers = new QWidget(this);
    auto* grid = new QGridLayout(numbers);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(3);
    grid->setHorizontalSpacing(6);
    grid->setColumnStretch(1, 1);
    addRow(*grid, "acted", tr("Acted on"), tr("Share of rows at or above the threshold"));
    addRow(*grid, "wrong", tr("Wrong of these"),
           tr("Share of these rows without the event, or whose prediction is wrong; exact interval "
              "of this threshold alone. A threshold chosen by it needs --guarantee."));
    addRow(*grid, "sensitivity", tr("Sensitivity"), tr("Share of the events that are acted on"));
    addRow(*grid, "specificity", tr("Specificity"), tr("Share of the others that are left alone"));
    addRow(
        *grid, "missed", tr("Missed of the rest"),
        tr("Share of events among the rows that are left alone (1 - negative predictive value)"));
    addRow(*grid, "net_benefit", tr("Net benefit"),
           tr("TP/n - FP/n t/(1 - t): true positives per row, less false positives weighted by the "
              "odds of the threshold t (Vickers and Elkin 2006)"));
    addRow(*grid, "all", tr("… of acting on all"), tr("Acting on none is worth 0"));
    addRow(*grid, "minus_best", tr("… less the better"),
           tr("Net benefit less the better of acting on all and on none, with the interval of the "
              "paired difference"));
    addRow(*grid, "avoided", tr("Actions avoided per row"),
           tr("Against acting on all, at the same number of missed events: (NB - NB_all) "
              "(1 - t)/t"));
    addRow(
        *grid, "miscalibration_cost", tr("Miscalibration costs"),
        tr("Net benefit that isotonic recalibration on these rows would add; on new rows it adds "
           "less"));
    return numbers;
}

QLayout* DecidePanel::buildLinks() {
    auto* curve = new LinkLabel(tr("All thresholds"), this);
    auto* risk = new LinkLabel(tr("Risk by coverage"), this);
    connect(curve, &QLabel::linkActivated, this,
            [this] { Q_EMIT figureRequested(ProfileKind::Decision); });
    connect(risk, &QLabel::linkActivated, this,
            [this] { Q_EMIT figureRequested(ProfileKind::Risk); });
    auto* links = new QHBoxLayout;
    links->addWidget(curve);
    links->addStretch();
    links->addWidget(risk);
    return links;
}

void DecidePanel::addRow(QGridLayout& grid, std::string_view id, const QString& name,
                         const QString& help) {
    Row row{id, new QLabel(name, grid.parentWidget()), new NumberLabel(grid.parentWidget()),
            new NumberLabel(grid.parentWidget())};
    row.interval->setForegroundRole(QPalette::PlaceholderText);
    const int place = grid.rowCount();
    grid.addWidget(row.name, place, 0);
    grid.addWidget(row.value, place, 1, Qt::AlignRight);
    grid.addWidget(row.interval, place, 2, Qt::AlignRight);
    for (QWidget* widget : std::initializer_list<QWidget*>{row.name, row.value, row.interval})
        widget->setToolTip(help);
    m_rows.push_back(row);
}

int DecidePanel::threshold() const {
    return m_slider->value();
}

void DecidePanel::setThreshold(int hundredths) {
    const QSignalBlocker slider(m_slider);
    const QSignalBlocker box(m_box);
    m_slider->setValue(hundredths);
    m_box->setValue(hundredths);
    showNumbers();
    Q_EMIT thresholdChanged();
}

void DecidePanel::showReport(const std::shared_ptr<const Report>& report) {
    const bool isHeld = !report->decision.empty();
    const bool isOther = m_report && m_report->dataset.file != report->dataset.file;
    if (isHeld) m_report = report;
    if (!isHeld && isOther) m_report = nullptr;
    for (const Row& row : m_rows) {
        row.value->setEnabled(isHeld);
        row.interval->setEnabled(isHeld);
    }
    m_sentence->setEnabled(isHeld);
    const QSignalBlocker prevalence(m_prevalence);
    if (!m_prevalence->hasFocus())
        m_prevalence->setValue(kHundredths * report->settings.prevalence.value_or(0));
    const auto why = whyNoDecisions(*report);
    if (why) m_report = nullptr;
    m_withoutNumbers =
        why ? tr("This is not possible: %1.").arg(toQString(*why)) : tr("Computing…");
    if (isHeld || !m_report) showNumbers();
}

void DecidePanel::showNumbers() {
    if (!m_report) {
        for (const Row& row : m_rows)
            set(row.id, scoreText(std::nullopt));
        return m_sentence->setText(m_withoutNumbers);
    }
    const DecisionPoint& point = nearest(*m_report, threshold());
    const DecisionCounts& counts = point.counts;
    const auto& prevalence = m_report->settings.prevalence;
    const DecisionCounts stated = prevalence ? atPrevalence(counts, *prevalence) : counts;
    // What mixes both outcomes has an exact interval only at the share of the rows.
    const auto mixedShare = [&](double part, double whole) {
        return prevalence ? QString() : exactShare(*m_report, part, whole);
    };
    m_sentence->setText(prevalence ? verdict(point) +
                                         tr(" The probabilities are not shifted to this share of "
                                            "events: Prevalence under More does that.")
                                   : verdict(point));
    set("acted", partInPercent(stated.acted(), stated.all()));
    set("wrong", partInPercent(stated.falsePositives, stated.acted()),
        mixedShare(counts.falsePositives, counts.acted()));
    set("sensitivity", partInPercent(counts.truePositives, counts.events()),
        exactShare(*m_report, counts.truePositives, counts.events()));
    set("specificity", partInPercent(counts.trueNegatives, counts.all() - counts.events()),
        exactShare(*m_report, counts.trueNegatives, counts.all() - counts.events()));
    set("missed", partInPercent(stated.falseNegatives, stated.all() - stated.acted()),
        mixedShare(counts.falseNegatives, counts.all() - counts.acted()));
    set("net_benefit", scoreText(point.netBenefit), ends(point.interval));
    set("all", scoreText(point.ofAll));
    set("minus_best", signedText(point.minusBest), ends(point.minusBestInterval));
    set("avoided", scoreText(point.avoided));
    set("miscalibration_cost", scoreText(point.miscalibrationCost));
}

void DecidePanel::set(std::string_view id, const QString& value, const QString& interval) {
    const auto row = std::ranges::find(m_rows, id, &Row::id);
    row->value->setText(value);
    row->interval->setText(interval);
}

QString DecidePanel::shownValue(std::string_view id) const {
    return std::ranges::find(m_rows, id, &Row::id)->value->text();
}

}  // namespace diagonal
