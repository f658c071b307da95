// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/writing/json_report.h"

#include <algorithm>
#include <array>
#include <functional>

#include "core/base/json_writer.h"
#include "core/reporting/recalibration_report.h"
#include "core/reporting/verdict.h"
#include "core/reporting/writing/json_comparison.h"
#include "core/reporting/writing/report_writer.h"

namespace diagonal {
namespace {

std::string_view bandMeaningName(BandMeaning meaning) {
    switch (meaning) {
        case BandMeaning::PointByChance: return "each point of a calibrated model";
        case BandMeaning::CurveByChance: return "the whole curve of a calibrated model";
        case BandMeaning::TrueCurve: break;
    }
    return "the whole true curve";
}

std::string viewId(const Report& report) {
    switch (report.view.kind) {
        case View::Kind::TopLabel: return "top-label";
        case View::Kind::PositiveClass: return "positive";
        case View::Kind::OneVsRest: break;
    }
    return "class=" + report.dataset.classNames[report.view.classIndex];
}

void writeDataset(JsonWriter& json, const DatasetSummary& dataset) {
    json.member("file", dataset.file);
    if (!dataset.model.empty()) json.member("model", dataset.model);
    json.member("rows", dataset.rows);
    json.key("classes");
    if (dataset.classes) {
        json.value(*dataset.classes);
    } else {
        json.null();
    }
    if (!dataset.group.empty()) json.member("group", dataset.group);
    json.member("skipped", dataset.skipped);
    json.objects("skipped_rows", dataset.listedSkippedRows(), [&](const SkippedRow& row) {
        json.member(dataset.lineNumbers ? "line" : "row", row.line);
        json.member("text", row.text);
    });
    json.beginObject("assumptions");
    for (const Assumption& assumption : dataset.assumptions) {
        json.member(assumption.id, assumption.value);
    }
    json.endObject();
}

void writeFit(JsonWriter& json, const Report& report) {
    json.key("temperature_fit");
    const ReportedFit* fitted = report.fitted();
    if (!fitted) {
        json.null();
        return;
    }
    const TemperatureFit& fit = fitted->fit;
    json.beginObject();
    json.member("value", fit.value);
    json.member("lower", fit.lower);
    json.member("upper", fit.upper);
    json.member("nll_before", fit.nllBefore);
    json.member("nll_after", fit.nllAfter);
    json.member("ece_before", fitted->eceBefore);
    json.member("ece_after", fitted->eceAfter);
    json.member("left_out", fit.leftOut);
    json.member("fitted_on", std::string_view("the same rows"));
    json.endObject();
}

/// Writes an object with what valueOf() returns of each shown score, if that is anything.
template <typename Value>
void writeEach(JsonWriter& json, std::string_view name, const Report& report, const ScoreSet& shown,
               const Value& valueOf) {
    json.beginObject(name);
    for (const Score& score : report.scores) {
        if (!shown.contains(score.id)) continue;
        if (const auto value = valueOf(score)) json.member(score.id, *value);
    }
    json.endObject();
}

/// Writes the values of scores, null where one has none.
void writeValues(JsonWriter& json, const Report& report, const ReportPlan& shown) {
    writeEach(json, "scores", report, shown.scores,
              [](const Score& score) { return std::make_optional(score.value); });
}

void writeIntervals(JsonWriter& json, const Report& report, const ReportPlan& shown) {
    using Ends = std::array<double, 2>;
    writeEach(json, "intervals", report, shown.intervals, [](const Score& score) {
        return score.interval ? std::optional(Ends{score.interval->lower, score.interval->upper})
                              : std::nullopt;
    });
}

/// Writes the calibration map, the scores without it, and the remarks.
void writeRecalibration(JsonWriter& json, const Report& report, const ReportPlan& shown) {
    if (!report.recalibration) return;
    const ReportedRecalibration& recalibration = *report.recalibration;
    json.beginObject("recalibration");
    json.member("map", mapDefinition(recalibration.map.kind).id);
    json.member("parameters",
                std::string_view(parametersText(recalibration.map, report.settings.level)));
    json.member("fitted_on", fitRowsText(recalibration));
    json.member("rows", recalibration.map.rows);
    json.member("left_out", recalibration.map.leftOut);
    if (const auto* map = std::get_if<TemperatureMap>(&recalibration.map.parameters)) {
        json.member("temperature", map->temperature);
    }
    if (const auto* map = std::get_if<BetaMap>(&recalibration.map.parameters)) {
        json.member("a", map->a);
        json.member("b", map->b);
        json.member("c", map->c);
    }
    json.beginObject("before");
    writeValues(json, *recalibration.before, shown);
    writeIntervals(json, *recalibration.before, shown);
    json.endObject();
    json.member("remarks", recalibration.remarks);
    json.endObject();
}

void writeBins(JsonWriter& json, const ReliabilityCurve& curve, bool isWeighted,
               bool hasClusters = false) {
    json.objects("bins", curve.bins, [&](const Bin& bin) {
        json.member("lower", bin.lower);
        json.member("upper", bin.upper);
        json.member("count", bin.count);
        if (isWeighted) json.member("weight", bin.weight);
        if (hasClusters) json.member("effective_rows", bin.clusteredCount);
        json.member("confidence", bin.confidence);
        json.member("accuracy", bin.accuracy);
        json.member("accuracy_lower", endOf(bin.interval, &Interval::lower));
        json.member("accuracy_upper", endOf(bin.interval, &Interval::upper));
        json.member("consistency_lower", endOf(bin.consistency, &Interval::lower));
        json.member("consistency_upper", endOf(bin.consistency, &Interval::upper));
    });
}

void writeClasses(JsonWriter& json, const Report& report) {
    if (!report.classes) return;
    json.objects("classwise", *report.classes, [&](const ClassSummary& summary) {
        const auto k = static_cast<std::size_t>(&summary - report.classes->data());
        json.member("class", report.dataset.classNames[k]);
        json.member("count", summary.count);
        json.member("confidence", summary.meanProbability);
        json.member("frequency", summary.frequency);
        json.member("gap", summary.gap());
        json.member("ece", summary.ece);
        json.member("ece_equal_mass", summary.eceEqualMass);
    });
}

/// Writes how many cells were measured, and how far scores may be from those of the rows.
void writeCells(JsonWriter& json, const Report& report, const ReportPlan& shown) {
    if (!report.dataset.cells) return;
    json.beginObject("cells");
    json.member("count", report.dataset.cells->count);
    writeEach(json, "bounds", report, shown.scores, std::mem_fn(&Score::bound));
    json.beginArray("without_bound");
    for (const Score& score : report.scores) {
        if (score.isApproximate && shown.scores.contains(score.id)) json.value(score.id);
    }
    json.endArray();
    json.endObject();
}

void writeDecisionPoint(JsonWriter& json, const DecisionPoint& point) {
    const auto ends = [&](const char* name, const std::optional<Interval>& interval) {
        json.key(name);
        if (!interval) return json.null();
        json.value(std::array{interval->lower, interval->upper});
    };
    json.member("threshold", point.threshold);
    json.member("net_benefit", point.netBenefit);
    ends("net_benefit_interval", point.interval);
    json.member("all", point.ofAll);
    json.member("standardised", point.standardised);
    json.member("minus_best", point.minusBest);
    ends("minus_best_interval", point.minusBestInterval);
    json.member("differing_rows", point.differingRows);
    json.member("avoided", point.avoided);
    json.member("miscalibration_cost", point.miscalibrationCost);
    json.member("true_positives", point.counts.truePositives);
    json.member("false_positives", point.counts.falsePositives);
    json.member("false_negatives", point.counts.falseNegatives);
    json.member("true_negatives", point.counts.trueNegatives);
}

/// Writes the net benefit at the thresholds that were asked for.
void writeDecision(JsonWriter& json, const Report& report) {
    if (report.settings.thresholds.empty() || report.decision.empty()) return;
    if (report.settings.prevalence) json.member("decision_prevalence", *report.settings.prevalence);
    json.objects("decision", report.decision,
                 [&](const DecisionPoint& point) { writeDecisionPoint(json, point); });
}

void writeGuarantee(JsonWriter& json, const Report& report) {
    if (!report.settings.guarantee) return;
    const RiskGuarantee* const guarantee = report.guarantee ? &*report.guarantee : nullptr;
    const RiskPoint* const point = guarantee && guarantee->point ? &*guarantee->point : nullptr;
    const auto of = [&](double RiskPoint::*part) {
        return point ? std::optional(point->*part) : std::nullopt;
    };
    json.beginObject("guarantee");
    json.member("asked_risk", report.settings.guarantee->risk);
    json.member("confidence", report.settings.guarantee->confidence);
    json.member("threshold", of(&RiskPoint::threshold));
    json.member("coverage", of(&RiskPoint::coverage));
    json.member("risk", of(&RiskPoint::risk));
    json.member("upper", point ? point->upper : std::nullopt);
    if (guarantee) {
        json.member("needed", guarantee->needed);
        json.member("needed_of_20", guarantee->neededOfAll);
    }
    json.member("text", guaranteeText(report));
    json.endObject();
}

void writeGroup(JsonWriter& json, const GroupSummary& summary) {
    json.member("column", summary.group.column);
    json.member("value", summary.group.value);
    json.member("rows", summary.rows);
    json.member("accuracy", summary.accuracy);
    json.member("confidence", summary.confidence);
    json.member("ece", summary.ece);
    json.member("oe", summary.oe);
    const auto& ratio = summary.oeInterval;
    json.member("oe_lower", endOf(ratio, &Interval::lower));
    json.member("oe_upper", endOf(ratio, &Interval::upper));
    json.member("kuiper_scaled", summary.kuiperScaled);
    json.member("kuiper_p", summary.kuiperP);
    json.member("kuiper_p_holm", summary.kuiperPHolm);
    json.member("kuiper_p_max", summary.kuiperPMax);
    json.member("jeffreys_p", summary.jeffreysP);
    json.member("jeffreys_p_holm", summary.jeffreysPHolm);
}

void writeGroups(JsonWriter& json, const Report& report) {
    if (report.groups.empty()) return;
    json.objects("groups", report.groups,
                 [&](const GroupSummary& summary) { writeGroup(json, summary); });
}

/// Writes the groups and crossings of two columns that were tested, the worst first.
void writeSubgroups(JsonWriter& json, const Report& report) {
    if (!report.subgroups) return;
    json.beginObject("subgroups");
    json.member("tested", report.subgroups->tested.size());
    json.member("untested", report.subgroups->untested);
    json.member("draws", report.subgroups->draws);
    json.member("text", worstSubgroupText(report));
    json.objects("list", report.subgroups->tested,
                 [&](const GroupSummary& summary) { writeGroup(json, summary); });
    json.endObject();
    if (report.subgroups->tested.empty()) return;
    json.beginObject("worst_subgroup");
    writeGroup(json, report.subgroups->tested.front());
    json.endObject();
}

/// Writes what calibration over time shows. Times are texts of dates, or numbers.
void writeOverTime(JsonWriter& json, const Report& report) {
    if (!report.overTime) return;
    const ReportedOverTime& over = *report.overTime;
    const auto time = [&](const char* name, double value) {
        over.areDates ? json.member(name, over.text(value)) : json.member(name, value);
    };
    json.beginObject("over_time");
    json.member("column", over.column);
    json.member("rows", over.rows);
    json.member("rows_without_time", over.rowsWithout);
    json.member("times", over.times);
    json.member("drift_calibrated", over.calibrated.statistic);
    json.member("drift_calibrated_p", over.calibrated.p);
    json.member("drift_constant", over.constant.statistic);
    json.member("drift_constant_p", over.constant.p);
    json.member("drift_observed", over.observed.statistic);
    json.member("drift_observed_p", over.observed.p);
    json.member("drift_same_gap", over.sameGap.statistic);
    json.member("drift_same_gap_p", over.sameGap.p);
    json.member("change_p", over.changeP);
    json.member("change_after_row", over.change.rows);
    time("change_after", over.change.time);
    time("change_before", over.firstTimeAfter);
    json.member("gap_before", over.gapBefore());
    json.member("gap_after", over.gapAfter());
    json.member("text", overTimeSentences(report));
    json.endObject();
}

void writeConventions(JsonWriter& json, const Report& report) {
    if (report.conventions.empty()) return;
    json.objects("conventions", report.conventions, [&](const ConventionError& error) {
        json.member("id", error.convention->id);
        json.member("rule", error.convention->rule);
        json.member("ece", error.error);
        if (error.overOrders) {
            json.member("least", error.overOrders->lower);
            json.member("largest", error.overOrders->upper);
            json.member("rows_left_out", error.leftOut);
        }
        json.member("rows_in_another_bin", error.moved);
        json.member("reason", error.reason);
    });
}

/// Writes the points of both curves: x, spline with its interval, loess.
void writeFlexible(JsonWriter& json, std::string_view name, const FlexibleCurves& curves) {
    const auto& xs = curves.spline.empty() ? curves.loess : curves.spline;
    json.objects(name, xs, [&](const CurvePoint& point) {
        const auto i = static_cast<std::size_t>(&point - xs.data());
        json.member("x", point.x);
        if (!curves.spline.empty()) {
            json.member("spline", curves.spline[i].y);
            if (!curves.band.empty()) {
                json.member("lower", curves.band[i].lower);
                json.member("upper", curves.band[i].upper);
            }
        }
        const auto loess = std::ranges::find(curves.loess, point.x, &CurvePoint::x);
        if (loess != curves.loess.end()) json.member("loess", loess->y);
    });
}

/// Writes the profile of the figure: its points in ascending order.
void writeProfile(JsonWriter& json, const Report& report) {
    if (!showsProfile(report)) return;
    const ProfileKind kind = *report.settings.profile;
    json.beginObject("profile");
    json.member("kind", choiceOf(kProfileKinds, *report.settings.profile).jsonId());
    constexpr const char* points = "points";
    if (kind == ProfileKind::Bins) {
        json.objects(points, *report.binProfile, [&](const BinProfilePoint& point) {
            json.member("bins", point.bins);
            json.member("ece", point.ece);
            json.member("null_ece", point.chanceMean);
            json.member("null_ece_q95", point.chance95);
        });
    } else if (kind == ProfileKind::Decision) {
        json.objects(points, report.decisionProfile,
                     [&](const DecisionPoint& point) { writeDecisionPoint(json, point); });
    } else if (kind == ProfileKind::Risk) {
        json.objects(points, report.riskProfile, [&](const CurvePoint& point) {
            json.member("coverage", point.x);
            json.member("risk", point.y);
        });
    } else if (kind == ProfileKind::Flexible) {
        writeFlexible(json, points, *report.flexible);
    } else if (kind == ProfileKind::Time) {
        json.objects(points, report.overTime->walk, [&](const TimePoint& point) {
            json.member("time", point.time);
            if (report.overTime->areDates) json.member("date", report.overTime->text(point.time));
            json.member("rows", point.rows);
            json.member("sum", point.sum);
            json.member("variance", point.variance);
        });
    } else if (kind == ProfileKind::ForestOe) {
        json.objects(points, report.groups,
                     [&](const GroupSummary& summary) { writeGroup(json, summary); });
    } else {
        json.objects(points, report.temperatureProfile->points, [&](const ProfilePoint& point) {
            json.member("temperature", point.temperature);
            json.member("nll", point.nll);
            json.member("ece", point.ece);
        });
    }
    json.endObject();
}

/// Writes the curve of the diagram: strokes of [x, y], and the band of [x, lower, upper].
void writeCurve(JsonWriter& json, const Report& report) {
    if (!report.curve) return;
    json.beginObject("curve");
    json.member("kind", choiceOf(kDiagramKinds, report.settings.diagram).jsonId());
    json.beginArray("strokes");
    for (const auto& stroke : report.curve->strokes) {
        json.beginArray();
        for (const CurvePoint& point : stroke)
            json.value(std::array{point.x, point.y});
        json.endArray();
    }
    json.endArray();
    json.member("band_meaning", bandMeaningName(report.curve->bandMeaning));
    json.beginArray("band");
    for (const auto& stretch : report.curve->band) {
        json.beginArray();
        for (const BandPoint& point : stretch)
            json.value(std::array{point.x, point.lower, point.upper});
        json.endArray();
    }
    json.endArray();
    json.endObject();
}

void writeScores(JsonWriter& json, const Report& report, const ReportPlan& shown) {
    writeValues(json, report, shown);
    writeEach(json, "floors", report, shown.scores, [](const Score& score) {
        return score.isAtFloor ? std::make_optional(score.value) : std::nullopt;
    });
    writeEach(json, "remarks", report, shown.scores, [](const Score& score) {
        return score.remark.empty() ? std::nullopt : std::optional(score.remark);
    });
    writeIntervals(json, report, shown);
}

void writeReport(JsonWriter& json, const Report& report, const ReportPlan& shown) {
    writeDataset(json, report.dataset);
    if (report.clusters) {
        json.member("clusters", report.clusters->count);
        json.member("effective_rows", report.clusters->effectiveRows);
    }
    json.member("view", viewId(report));
    if (!report.view.isTopLabel()) {
        json.member("class", report.dataset.classNames[report.view.classIndex]);
    }
    json.member("temperature", report.temperature);
    writeFit(json, report);
    writeRecalibration(json, report, shown);
    json.beginObject("binning");
    json.member("scheme", choiceOf(kBinningSchemes, report.binning.scheme).jsonId());
    json.member("count", report.binned.bins.size());
    json.member("edges", choiceOf(kEdgeRules, report.binning.edgeRule).jsonId());
    json.endObject();
    if (shown.bins)
        writeBins(json, report.binned, report.dataset.weights == WeightKind::Importance,
                  report.clusters.has_value());
    writeScores(json, report, shown);
    if (shown.scaling) json.member("verdict", verdictOn(report).sentences());
    json.member("ece_remarks", report.eceRemarks);
    writeCurve(json, report);
    writeProfile(json, report);
    writeDecision(json, report);
    writeGuarantee(json, report);
    if (shown.classes) writeClasses(json, report);
    writeCells(json, report, shown);
    if (shown.groups) writeGroups(json, report);
    if (shown.subgroups) writeSubgroups(json, report);
    if (shown.overTime) writeOverTime(json, report);
    if (shown.conventions) writeConventions(json, report);
    json.beginObject("settings");
    json.member("bins", report.binning.count);
    if (report.preset) json.member("preset", report.preset->id);
    json.member("bin_confidence", choiceOf(kBinConfidences, report.binning.confidence).jsonId());
    json.member("level", report.settings.level);
    json.member("interval", choiceOf(kIntervalKinds, report.settings.intervals).jsonId());
    json.member("band", choiceOf(kBandKinds, report.settings.band).jsonId());
    json.member("seed", static_cast<std::size_t>(report.settings.seed));
    json.member("resamples", report.resamples);
    json.endObject();
    json.objects("notes", report.notes, [&](const Note& note) {
        json.member("id", note.id);
        json.member("count", note.count);
        json.member("text", withCommandLineAdvice(note.text, note.advice));
    });
}

void writeGates(JsonWriter& json, std::span<const JudgedGate> gates) {
    json.objects("gates", gates, [&](const JudgedGate& gate) {
        json.member("model", gate.model);
        json.member("gate", gate.gate);
        json.member("value", gate.value);
        json.flag("passed", gate.failure.empty());
        json.member("failure", gate.failure);
    });
}

}  // namespace

std::string jsonReport(std::span<const std::shared_ptr<const Report>> reports,
                       const ReportPlan& shown,
                       std::optional<std::span<const ModelPair>> comparison,
                       std::span<const JudgedGate> gates) {
    JsonWriter json;
    json.beginObject();
    json.member("diagonal", version());
    json.objects("reports", reports,
                 [&](const auto& report) { writeReport(json, *report, shown); });
    if (comparison) writeComparison(json, *comparison);
    if (!gates.empty()) writeGates(json, gates);
    json.endObject();
    return json.text();
}

}  // namespace diagonal
