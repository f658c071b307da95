// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/selecting/row_list_controller.h"

#include <algorithm>
#include <utility>

#include "app/platform/parallel.h"
#include "app/selecting/figure_page.h"
#include "app/selecting/row_list_model.h"
#include "app/selecting/row_list_panel.h"
#include "app/session/session.h"
#include "app/text/number_text.h"
#include "core/base/text.h"
#include "core/base/within_memory.h"

namespace diagonal {
namespace {

/// Returns "0.800 to 0.900: 47 rows, 31 wrong"; without a place, "All 1,797 rows, ..." unless the
/// list has conditions.
QString titleOf(const QString& place, const RowList& list, bool isFiltered) {
    const bool isTop = list.view.kind == View::Kind::TopLabel;
    QString title = (!place.isEmpty() ? place + QStringLiteral(": ")
                     : isFiltered     ? QString()
                                      : QStringLiteral("All ")) +
                    toQString(counted(list.rows.size(), "row")) + QStringLiteral(", ") +
                    (list.wrong > 0 ? countText(list.wrong) : QStringLiteral("none")) +
                    (isTop ? QStringLiteral(" wrong") : QStringLiteral(" not of the class"));
    if (list.rows.size() > RowListModel::kMostRows)
        title += QStringLiteral("; the first 1,000,000 are listed");
    return title;
}

/// Returns what the listed rows have in common; if all rows are listed, what those with a wrong
/// prediction have.
SharedTraits traitsOf(const RowList& list) {
    SharedTraits shared;
    std::vector<std::size_t> rows;
    shared.isOfWrong = list.rows.size() == list.dataset->predictions.rows();
    if (shared.isOfWrong) {
        rows = wrongRows(*list.dataset);
    } else {
        rows.assign(list.rows.begin(), list.rows.end());
        std::ranges::sort(rows);
    }
    shared.rows = rows.size();
    shared.traits = commonTraits(*list.dataset, rows);
    // Of two classes, confidences or outcomes imply a class that all rows have.
    if (list.dataset->predictions.classNames().size() == 2)
        std::erase_if(shared.traits, [](const CommonTrait& trait) {
            return trait.condition.groups.empty() && trait.inside == trait.chosen;
        });
    return shared;
}

RowConditions without(const RowConditions& one, const RowConditions& all) {
    RowConditions rest;
    for (const RowConditions& part : partsOf(all)) {
        if (part != one) addAll(rest, part);
    }
    return rest;
}

}  // namespace

RowListController::RowListController(Session& session, FigurePage& page, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_page(page),
      m_job([this](const Listed& listed) { show(listed); }, Urgency::Later) {
    constexpr int settleMs = 150;
    m_settle.setSingleShot(true);
    m_settle.setInterval(settleMs);
    connect(&m_settle, &QTimer::timeout, this, &RowListController::refresh);
    const auto wait = [this] { m_settle.start(); };
    connect(&session, &Session::reportChanged, this, [this, wait] {
        const Report& report = *m_session.report();
        if (std::exchange(m_file, modelName(report.dataset)) != modelName(report.dataset))
            setConditions({});
        m_page.setHasRows(!report.dataset.cells && !report.settings.profile);
        wait();
    });
    connect(&page, &FigurePage::rowsShown, this, wait);
    connect(page.rows(), &RowListPanel::wrongOnlyChanged, this, wait);
    connect(page.rows(), &RowListPanel::conditionChosen, this, [this](const RowConditions& more) {
        RowConditions conditions = m_conditions;
        addAll(conditions, more);
        setConditions(conditions);
    });
    connect(page.rows(), &RowListPanel::conditionRemoved, this,
            [this](const RowConditions& one) { setConditions(without(one, m_conditions)); });
    connect(page.rows(), &RowListPanel::measureRequested, this, &RowListController::measure);
    connect(page.rows(), &RowListPanel::measuredConditionRemoved, this,
            [this](const RowConditions& one) {
                AnalysisSettings settings = m_session.settings();
                settings.where = without(one, settings.where);
                Q_EMIT settingsChosen(settings);
            });
}

/// Measures the listed rows alone.
void RowListController::measure() {
    const auto& report = m_session.report();
    if (!report) return;
    AnalysisSettings settings = m_session.settings();
    if (m_bin && *m_bin < report->binned.bins.size()) {
        const BinningScheme scheme = report->binning.scheme;
        const bool areFixed =
            scheme == BinningScheme::EqualWidth || scheme == BinningScheme::Custom;
        addAll(settings.where,
               areFixed ? conditionsOfEdges(*report, *m_bin) : conditionsOfBin(*report, *m_bin));
    }
    addAll(settings.where, m_conditions);
    if (m_page.rows()->isWrongOnly()) settings.where.isCorrect = false;
    setConditions({});
    Q_EMIT settingsChosen(settings);
}

void RowListController::showConditions() {
    const bool isWrongOnly = m_page.rows()->isWrongOnly();
    const bool isPart = m_bin || !m_conditions.areNone() || isWrongOnly;
    // In the view of a class, its other rows are listed, which no condition names.
    const auto& report = m_session.report();
    const bool isNamed = !isWrongOnly || (report && report->view.kind == View::Kind::TopLabel);
    m_page.rows()->showConditions(m_session.settings().where, m_conditions, isPart && isNamed);
}

void RowListController::setConditions(const RowConditions& conditions) {
    m_conditions = conditions;
    showConditions();
    m_settle.start();
}

void RowListController::showBin(std::optional<std::size_t> bin) {
    if (bin != m_bin) m_settle.start();
    m_bin = bin;
}

void RowListController::refresh() {
    m_job.cancel();  // of what was selected before
    showConditions();
    const Model& model = m_session.model();
    if (!m_page.showsRows() || !model.isExact()) return;
    const Report& report = *model.report();
    QString place;
    RowConditions conditions;
    if (m_bin && *m_bin < report.binned.bins.size()) {
        const Bin& bin = report.binned.bins[*m_bin];
        place = tr("%1 to %2").arg(bin.lower, 0, 'f', 3).arg(bin.upper, 0, 'f', 3);
        if (bin.count == 0) return m_page.rows()->showReason(place + tr(": no rows"));
        if (report.binning.scheme == BinningScheme::Runs)
            return m_page.rows()->showReason(
                tr("These bins divide rows of one confidence: choose equal mass to list them"));
        conditions = conditionsOfBin(report, *m_bin);
    }
    addAll(conditions, m_conditions);
    m_page.rows()->showView(report.view.kind);
    // Among rows that share a condition, it would be common to all.
    const bool hasTraits = m_conditions == RowConditions();
    m_job.restart([place, conditions, hasTraits, isWrongOnly = m_page.rows()->isWrongOnly(),
                   rows = model.rows(), view = model.analysis.view,
                   temperature = model.analysis.temperature, settings = report.settings,
                   ece = report.score("ece")](const StopFlag& stop) {
        const auto goesOn = [&stop](std::size_t, std::size_t) { return !stop.isSet(); };
        auto list = withinMemory([&] {
            return listRows(rows, view, temperature, conditions, {goesOn, parallelFor});
        });
        if (!list) return Listed{{}, list.error()};
        if (isWrongOnly) list.value().rows.resize(list.value().wrong);
        std::optional<SharedTraits> traits;
        if (hasTraits) traits = traitsOf(list.value());
        QString title = titleOf(place, list.value(), isWrongOnly || !hasTraits);
        const auto left = withinMemory([&]() -> Result<std::optional<double>> {
            return eceWithout(list.value(), settings, {goesOn, parallelFor});
        });
        if (left && left.value() && ece)
            title += tr(". The ECE without them: %1, now %2")
                         .arg(scoreText(left.value()), scoreText(ece));
        return Listed{title, std::make_shared<const RowList>(std::move(list).value()),
                      std::move(traits)};
    });
}

void RowListController::show(const Listed& listed) {
    if (listed.list) {
        m_page.rows()->showTraits(listed.traits);
        return m_page.rows()->showList(listed.title, listed.list.value());
    }
    if (listed.list.error().kind != ErrorKind::Cancelled)
        m_page.rows()->showReason(toQString(listed.list.error().detail));
}

}  // namespace diagonal
