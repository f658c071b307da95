// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QObject>
#include <QTimer>

#include "core/measuring/resampling/calibrated_worlds.h"
#include "core/reporting/report.h"

namespace diagonal {

class Session;

/// Plays what chance would do to the bars of the shown diagram if the model were calibrated, eight
/// draws a second.
class ChancePlayer : public QObject {
    Q_OBJECT

public:
    /// `session` must outlive the player.
    explicit ChancePlayer(const Session& session, QObject* parent = nullptr);

    /// Begins, with so many times the rows, or ends: 0. Begins only where the report has bars whose
    /// rows do not depend on the outcomes.
    void play(std::size_t times);
    bool isPlaying() const { return m_timer.isActive(); }

Q_SIGNALS:
    /// A report with the bars and the ECE of another draw.
    void drawn(const std::shared_ptr<const diagonal::Report>& report);
    /// The bars are those of the session again.
    void ended();

private:
    void draw();
    void end();

    const Session& m_session;
    QTimer m_timer;
    QTimer m_ending;  ///< a key that is held may be reported as released and pressed again
    std::optional<CalibratedWorlds> m_worlds;
    std::shared_ptr<const Report> m_report;  ///< whose chance is played
    int m_draws = 0;
    std::size_t m_times = 1;  ///< so many times the rows are drawn
};

}  // namespace diagonal
