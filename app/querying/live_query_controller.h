// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>

#include <QObject>
#include <QTimer>

#include "app/platform/background_job.h"
#include "app/querying/query_dialog.h"
#include "core/predictions/dataset.h"

namespace diagonal {

class Session;

/// Asks a database again for the temperature at which the slider rests, if what it has counted is
/// not exact there: between the temperatures that it counted, and for margins at any but 1. The
/// newest temperature wins; the engine is told to stop a query that is running for another.
class LiveQueryController : public QObject {
    Q_OBJECT

public:
    explicit LiveQueryController(Session& session, QObject* parent = nullptr);

    /// Remembers which query a file answers, with the password of its connection, until the end of
    /// the program.
    void add(const QString& file, const DatabaseQuery& query);
    /// Returns the query that a file answers; none if it is no such answer.
    std::optional<DatabaseQuery> queryOf(const std::string& file) const;
    bool isBusy() const { return m_pause.isActive() || m_job.isBusy(); }

Q_SIGNALS:
    /// What the database is doing, or why it failed; empty at the end.
    void statusChanged(const QString& text);

private:
    using Answer = Result<std::shared_ptr<const Dataset>>;

    void follow();
    void ask();
    void take(const Answer& answer);

    Session& m_session;
    std::map<std::string, DatabaseQuery> m_queries;
    QTimer m_pause;
    double m_temperature = 1;             ///< that is asked for, or was answered last
    std::weak_ptr<const Dataset> m_rows;  ///< that lack the temperature asked for
    BackgroundJob<Answer> m_job;
};

}  // namespace diagonal
