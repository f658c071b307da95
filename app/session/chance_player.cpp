// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/chance_player.h"

#include "app/session/session.h"
#include "core/measuring/scores/scores.h"

namespace diagonal {

ChancePlayer::ChancePlayer(const Session& session, QObject* parent)
    : QObject(parent), m_session(session) {
    constexpr int pause = 125;  // milliseconds
    m_timer.setInterval(pause);
    connect(&m_timer, &QTimer::timeout, this, &ChancePlayer::draw);
    constexpr int patience = 80;
    m_ending.setInterval(patience);
    m_ending.setSingleShot(true);
    connect(&m_ending, &QTimer::timeout, this, &ChancePlayer::end);
    connect(&session, &Session::reportChanged, this, [this] {
        if (isPlaying()) end();
    });
}

void ChancePlayer::play(std::size_t times) {
    const bool plays = times > 0;
    if (!plays && isPlaying()) m_ending.start();
    if (plays) m_ending.stop();
    if (!plays || isPlaying()) return;
    const Model& model = m_session.model();
    if (!model.isExact() || !model.analysis.outcomes) return;
    const Report& report = *model.report();
    const bool hasBars = showsBins(report.settings.diagram) && !report.settings.profile;
    const bool areFixed = report.binning.scheme != BinningScheme::Isotonic &&
                          report.binning.scheme != BinningScheme::Runs;
    if (!hasBars || !areFixed || report.binned.ranks.empty()) return;
    m_report = model.report();
    m_worlds.emplace(model.analysis.outcomes->sorted, report.binned, report.intervalChoice(),
                     report.settings.seed, times);
    m_times = times;
    m_draws = 0;
    m_timer.start();
    draw();
}

void ChancePlayer::end() {
    m_ending.stop();
    m_timer.stop();
    m_worlds.reset();
    m_report = nullptr;
    Q_EMIT ended();
}

void ChancePlayer::draw() {
    auto world = std::make_shared<Report>(*m_report);
    world->binned = m_worlds->next();
    world->isProvisional = true;
    world->dataset.rows *= m_times;
    world->dataset.group = "calibrated, draw " + std::to_string(++m_draws);
    world->scores = binnedScores(world->binned);
    double correct = 0;
    double weight = 0;
    for (const Bin& bin : world->binned.bins) {
        correct += bin.correct;
        weight += bin.weight;
    }
    world->scores.push_back({"accuracy", correct / weight});
    world->scores.push_back({"confidence", m_report->score("confidence")});
    Q_EMIT drawn(world);
}

}  // namespace diagonal
