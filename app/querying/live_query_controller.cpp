// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/querying/live_query_controller.h"

#include <chrono>
#include <optional>

#include "app/platform/parallel.h"
#include "app/session/session.h"
#include "app/text/number_text.h"
#include "core/base/text.h"
#include "core/reading/prediction_reader.h"

namespace diagonal {
namespace {

constexpr auto kPause = std::chrono::milliseconds(400);

}  // namespace

LiveQueryController::LiveQueryController(Session& session, QObject* parent)
    : QObject(parent), m_session(session), m_job([this](const Answer& answer) { take(answer); }) {
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPause);
    connect(&m_pause, &QTimer::timeout, this, &LiveQueryController::ask);
    connect(&m_session, &Session::reportChanged, this, &LiveQueryController::follow);
    connect(&m_session, &Session::allClosed, this, &LiveQueryController::follow);
}

void LiveQueryController::add(const QString& file, const DatabaseQuery& query) {
    m_queries.insert_or_assign(file.toStdString(), query);
}

std::optional<DatabaseQuery> LiveQueryController::queryOf(const std::string& file) const {
    const auto found = m_queries.find(file);
    return found == m_queries.end() ? std::nullopt : std::optional(found->second);
}

void LiveQueryController::follow() {
    const auto report = m_session.report();
    const bool isAnswer = report && m_queries.contains(report->dataset.file);
    const auto missing = isAnswer ? report->uncountedTemperature() : std::nullopt;
    const bool isDragged = report && report->isProvisional;
    if (missing && m_job.isBusy() && *missing == m_temperature) return;
    if (!missing && !isDragged && !m_job.isBusy() && !m_pause.isActive()) return;
    m_pause.stop();
    if (m_job.isBusy()) {
        m_job.cancel();
        Q_EMIT statusChanged({});
    }
    if (missing) m_pause.start();
}

void LiveQueryController::ask() {
    const auto report = m_session.report();
    const auto missing = report ? report->uncountedTemperature() : std::nullopt;
    const auto found = report ? m_queries.find(report->dataset.file) : m_queries.end();
    if (!missing || found == m_queries.end() || !m_session.model().isMeasured()) return;
    m_temperature = *missing;
    m_rows = m_session.model().dataset;
    DatabaseQuery asked = found->second;
    asked.cells.temperature = m_temperature;
    asked.cells.severalTemperatures = false;
    Q_EMIT statusChanged(
        tr("The database is counting at T = %1…").arg(QString::number(m_temperature, 'g', 5)));
    m_job.restart([asked = std::move(asked)](const StopFlag& stop) -> Answer {
        const auto sql = cellSql(asked.cells);
        if (!sql) return sql.error();
        auto csv = databaseAnswer(asked.address, sql.value(), executionUntil(stop).progress);
        if (!csv) return csv.error();
        auto read = readPredictions(std::make_unique<MemorySource>(std::move(csv).value()),
                                    "the query result");
        if (!read) return read.error();
        return std::make_shared<const Dataset>(std::move(read).value());
    });
}

void LiveQueryController::take(const Answer& answer) {
    // Another file may have been read, and not yet measured.
    if (m_rows.lock() != m_session.model().dataset) return follow();
    if (!answer) {
        const bool isCancelled = answer.error().kind == ErrorKind::Cancelled;
        Q_EMIT statusChanged(isCancelled ? QString() : toQString(describe(answer.error())));
        return;
    }
    const auto added = m_session.addCells(answer.value());
    Q_EMIT statusChanged(added ? QString() : toQString(describe(added.error())));
}

}  // namespace diagonal
