// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chance/chance_player.h"

#include <cmath>

#include "app/session/session.h"
#include "core/measuring/resampling/bin_bootstrap.h"
#include "core/measuring/resampling/calibrated_worlds.h"
#include "core/measuring/scores/scores.h"

namespace diagonal {
namespace {

/// Makes the ranges of chance those of so many times the rows.
void narrowConsistency(std::size_t times, ReliabilityCurve& curve) {
    const double share = 1 / std::sqrt(static_cast<double>(times));
    for (Bin& bin : curve.bins) {
        if (!bin.consistency || !bin.confidence) continue;
        bin.consistency->lower = std::lerp(*bin.confidence, bin.consistency->lower, share);
        bin.consistency->upper = std::lerp(*bin.confidence, bin.consistency->upper, share);
    }
}

}  // namespace

ChancePlayer::ChancePlayer(const Session& session, QObject* parent)
    : QObject(parent), m_session(session) {
    constexpr int pause = 125;  // milliseconds
    m_timer.setInterval(pause);
    connect(&m_timer, &QTimer::timeout, this, &ChancePlayer::draw);
    constexpr int patience = 80;
    m_ending.setInterval(patience);
    m_ending.setSingleShot(true);
    connect(&m_ending, &QTimer::timeout, this, &ChancePlayer::end);
    connect(&session, &Session::reportChanged, this, &ChancePlayer::end);
}

bool ChancePlayer::canPlay() const {
    const Model& model = m_session.model();
    if (!model.isExact() || !model.analysis.outcomes) return false;
    const Report& report = *model.report();
    const bool hasBars = showsBins(report.settings.diagram) && !report.settings.profile;
    const bool areFixed = report.binning.scheme != BinningScheme::Isotonic &&
                          report.binning.scheme != BinningScheme::Runs;
    return hasBars && areFixed && !report.binned.ranks.empty();
}

void ChancePlayer::hold(bool isHeld) {
    if (!isHeld) {
        if (isPlaying() && !m_isKept) m_ending.start();
        return;
    }
    m_ending.stop();
    if (!isPlaying()) begin();
}

void ChancePlayer::play(bool plays) {
    if (!plays) return end();
    m_ending.stop();
    if (!isPlaying()) begin();
    m_isKept = isPlaying();
}

void ChancePlayer::choose(const ChanceChoice& choice) {
    m_choice = choice;
    if (isPlaying()) begin();
}

void ChancePlayer::begin() {
    if (!canPlay()) return;
    m_report = m_session.report();
    m_next = drawsOf(*m_report);
    m_draws = 0;
    m_timer.start();
    Q_EMIT began();
    draw();
}

void ChancePlayer::end() {
    if (!isPlaying()) return;
    m_ending.stop();
    m_timer.stop();
    m_isKept = false;
    m_next = nullptr;
    m_report = nullptr;
    Q_EMIT ended();
}

std::function<ChancePlayer::Draw()> ChancePlayer::drawsOf(const Report& report) const {
    const Analysis& analysis = m_session.model().analysis;
    if (m_choice.isResampled) {
        const auto rows = std::make_shared<BinResamples>(
            report.binned, report.binning.confidence, report.settings.seed,
            analysis.clusteredOutcomes(), m_choice.times);
        return [rows] {
            const ReliabilityCurve* bins = &rows->next();
            while (bins->weight <= 0)  // few clusters, each of which is drawn 0 times
                bins = &rows->next();
            return Draw{*bins, rows->confidence()};
        };
    }
    const auto worlds = std::make_shared<CalibratedWorlds>(analysis.outcomes->sorted, report.binned,
                                                           report.settings.seed, m_choice.times);
    return [worlds, confidence = report.score("confidence").value_or(0)] {
        return Draw{worlds->next(), confidence};
    };
}

void ChancePlayer::draw() {
    const Draw next = m_next();
    auto world = std::make_shared<Report>(*m_report);
    world->binned = next.bins;
    setBinIntervals(world->intervalChoice(), world->binned);
    narrowConsistency(m_choice.times, world->binned);
    world->isProvisional = true;
    world->dataset.rows *= m_choice.times;
    const char* const kind = m_choice.isResampled ? "resample "
                             : world->clusters    ? "calibrated, rows not clusters, draw "
                                                  : "calibrated, draw ";
    world->dataset.group = kind + std::to_string(++m_draws);
    world->scores = binnedScores(world->binned);
    double correct = 0;
    for (const Bin& bin : world->binned.bins)
        correct += bin.correct;
    world->scores.push_back({"accuracy", correct / world->binned.weight});
    world->scores.push_back({"confidence", next.confidence});
    Q_EMIT drawn(world);
}

}  // namespace diagonal
