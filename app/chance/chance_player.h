// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

#include <QObject>
#include <QTimer>

#include "core/reporting/report.h"

namespace diagonal {

class Session;

/// What is played in place of the bars.
struct ChanceChoice {
    bool isResampled = false;  ///< resamples of the rows; else a calibrated model
    std::size_t times = 1;     ///< so many times the rows are drawn
};

/// Plays what chance does to the bars of the shown diagram, eight draws a second: those of a
/// calibrated model (CalibratedWorlds), or of other rows like these (BinResamples).
class ChancePlayer : public QObject {
    Q_OBJECT

public:
    /// `session` must outlive the player.
    explicit ChancePlayer(const Session& session, QObject* parent = nullptr);

    /// Plays while a key is held. Does nothing where canPlay() is false.
    void hold(bool isHeld);
    /// Plays until it is told to end. Does nothing where canPlay() is false.
    void play(bool plays);
    void choose(const ChanceChoice& choice);
    bool isPlaying() const { return m_timer.isActive(); }
    /// True if the report has bars whose rows do not depend on the outcomes.
    bool canPlay() const;

Q_SIGNALS:
    void began();
    /// A report with the bars and the ECE of another draw.
    void drawn(const std::shared_ptr<const diagonal::Report>& report);
    /// The bars are those of the session again.
    void ended();

private:
    /// One draw: its bins, without intervals, and the mean confidence of its rows.
    struct Draw {
        ReliabilityCurve bins;
        double confidence = 0;
    };

    void begin();
    void draw();
    void end();
    std::function<Draw()> drawsOf(const Report& report) const;

    const Session& m_session;
    QTimer m_timer;
    QTimer m_ending;  ///< a key that is held may be reported as released and pressed again
    ChanceChoice m_choice;
    bool m_isKept = false;                   ///< play() began it, not a key
    std::function<Draw()> m_next;            ///< none while nothing plays
    std::shared_ptr<const Report> m_report;  ///< whose chance is played
    int m_draws = 0;
};

}  // namespace diagonal
