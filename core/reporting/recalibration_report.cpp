// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reporting/recalibration_report.h"

#include <cmath>
#include <cstdio>

#include "core/base/text.h"
#include "core/measuring/model_rows.h"
#include "core/numerics/mean_estimate.h"

namespace diagonal {
namespace {

std::string figures(double value) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.4g", value);
    return buffer;
}

struct ParametersText {
    const CalibrationMap& map;
    double level;

    std::string operator()(const TemperatureMap& parameters) const {
        std::string out = "T = " + figures(parameters.temperature);
        if (!map.temperature) return out;
        const auto side = [](const std::optional<double>& value) {
            return value ? figures(*value) : std::string("open");
        };
        return out + " (" + figures(level * 100) + " % interval " + side(map.temperature->lower) +
               " to " + side(map.temperature->upper) + ")";
    }
    std::string operator()(const BetaMap& parameters) const {
        if (map.kind == MapKind::Shift) return shiftText(parameters.c);
        const std::string c = ", c = " + figures(parameters.c);
        if (parameters.a == parameters.b) return "a = " + figures(parameters.a) + c;
        return "a = " + figures(parameters.a) + ", b = " + figures(parameters.b) + c;
    }
    std::string operator()(const ClasswiseMap& parameters) const {
        const std::size_t functions = parameters.classes.size();
        if (functions > 1) return counted(functions, "function") + ", one for each class";
        return counted(parameters.classes.front().x.size(), "point");
    }
    std::string shiftText(double c) const {
        std::string out =
            "odds of " + quotedText(map.classNames[1]) + " times " + figures(std::exp(c));
        if (const auto& range = map.shiftInterval)
            out += " (" + figures(level * 100) + " % interval " + figures(std::exp(range->lower)) +
                   " to " + figures(std::exp(range->upper)) + ")";
        return out + ", c = " + figures(c);
    }
    std::string operator()(const VectorMap& parameters) const {
        return counted(2 * parameters.weights.size(), "parameter");
    }
};

std::string changeSentence(const BrierChange& change) {
    const std::string text = "On the same rows, the Brier score" +
                             std::string(change.isOfAllClasses ? " over all classes" : "") +
                             " changes by " + changeText(change);
    if (!change.interval) return text + ".";
    if (change.interval->upper < 0) return text + ": the map improves the predictions.";
    if (change.interval->lower > 0) return text + ": the map makes the predictions worse.";
    return text + ": these rows do not show whether the map helps.";
}

std::vector<double> squaredErrors(const ModelRows& rows, bool overClasses) {
    if (overClasses) return rows.squaredErrors;
    std::vector<double> errors;
    errors.reserve(rows.packed.size());
    for (const std::uint64_t packed : rows.packed) {
        const double miss =
            SortedOutcomes::confidenceOf(packed) - (SortedOutcomes::correctOf(packed) ? 1.0 : 0.0);
        errors.push_back(miss * miss);
    }
    return errors;
}

}  // namespace

std::optional<BrierChange> brierChange(const Dataset& before, double temperature,
                                       const Dataset& after, const View& view, double level,
                                       const Execution& execution) {
    const auto first = modelRows(before.predictions, view, temperature, execution);
    const auto second = modelRows(after.predictions, view, 1, execution);
    if (!first || !second) return std::nullopt;
    const bool overClasses =
        before.predictions.classNames().size() > 2 && !first->squaredErrors.empty();
    std::vector<double> change = squaredErrors(*second, overClasses);
    const std::vector<double> was = squaredErrors(*first, overClasses);
    for (std::size_t row = 0; row < change.size(); ++row)
        change[row] -= was[row];
    const auto clusters = before.clusters ? clustersOf(*before.clusters) : RowClusters();
    const MeanEstimate mean = meanEstimate(change, before.predictions.weights(), clusters);
    return BrierChange{mean.value, mean.interval(level), overClasses};
}

std::string changeText(const BrierChange& change) {
    return signedEstimateText(change.value, change.interval, 4);
}

ReportPlan planOfMaps() {
    ReportPlan plan;
    for (const char* id : {"ece", "nll", "brier", "brier_multiclass", "accuracy"})
        plan.intervals.insert(id);
    plan.scores = plan.intervals;
    return plan;
}

std::string parametersText(const CalibrationMap& map, double level) {
    return std::visit(ParametersText{map, level}, map.parameters);
}

std::string fitRowsText(const ReportedRecalibration& recalibration) {
    switch (recalibration.rows) {
        case FitRows::Measured: return "the same rows";
        case FitRows::Folds: return std::to_string(recalibration.folds) + "-fold cross-validation";
        case FitRows::Half: return "a random half";
        case FitRows::Other: break;
    }
    return recalibration.map.fittedOn;
}

std::vector<std::string> recalibrationRemarks(const ReportedRecalibration& recalibration,
                                              const Report& after) {
    std::vector<std::string> remarks;
    if (recalibration.rows == FitRows::Measured) {
        remarks.push_back(
            "The map is evaluated on the rows it was fitted on, so it looks better than it is: "
            "evaluate it on other rows before you trust these numbers.");
    }
    if (recalibration.map.leftOut > 0) {
        remarks.push_back(counted(recalibration.map.leftOut, "row") +
                          " with a probability of 0 or 1 did not enter the fit.");
    }
    const Report& before = *recalibration.before;
    const auto ece0 = before.score("ece");
    const auto ece1 = after.score("ece");
    const auto nll0 = before.score("nll");
    const auto nll1 = after.score("nll");
    const bool known = ece0 && ece1 && nll0 && nll1;
    if (known && *nll1<*nll0&& * ece1> * ece0) {
        remarks.push_back("The NLL improves from " + figures(*nll0) + " to " + figures(*nll1) +
                          " while the ECE worsens from " + figures(*ece0) + " to " +
                          figures(*ece1) + ".");
    } else if (known && *nll1 > *nll0 && *ece1 < *ece0) {
        remarks.push_back("The ECE improves from " + figures(*ece0) + " to " + figures(*ece1) +
                          " while the NLL worsens from " + figures(*nll0) + " to " +
                          figures(*nll1) + ".");
    }
    if (recalibration.change) remarks.push_back(changeSentence(*recalibration.change));
    if (nll0 && !nll1) {
        remarks.push_back(
            "The NLL is infinite now: the map gives a true class a probability of 0.");
    }
    const auto accuracy0 = before.score("accuracy");
    const auto accuracy1 = after.score("accuracy");
    const bool top = after.view.isTopLabel();
    if (top && accuracy0 && accuracy1 && std::abs(*accuracy0 - *accuracy1) > 1e-12) {
        remarks.push_back("The map changes predictions: the accuracy goes from " +
                          figures(*accuracy0) + " to " + figures(*accuracy1) + ".");
    }
    return remarks;
}

std::shared_ptr<const Report> withRecalibration(const Report& after,
                                                std::shared_ptr<const Report> before,
                                                const Recalibration& recalibration,
                                                const Execution& execution) {
    auto report = std::make_shared<Report>(after);
    ReportedRecalibration reported{
        recalibration.map, recalibration.rows, recalibration.folds, std::move(before), {}, {}};
    // A report of a group measures other rows than these.
    if (after.dataset.rows == recalibration.after->summary.rows) {
        reported.change =
            brierChange(*recalibration.before, reported.before->temperatureOfScores(),
                        *recalibration.after, after.view, after.settings.level, execution);
    }
    reported.remarks = recalibrationRemarks(reported, after);
    report->recalibration = std::make_shared<const ReportedRecalibration>(std::move(reported));
    if (whyNoGuarantee(*report)) {
        report->guarantee.reset();
        for (RiskPoint& point : report->risks)
            point.upper.reset();
    }
    return report;
}

}  // namespace diagonal
