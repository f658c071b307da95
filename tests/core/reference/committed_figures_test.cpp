// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the samples and the sets of tests/reference with figures of NumPy, SciPy and
// scikit-learn, which tests/reference/make_reference.py computed. Runs in every clone.
#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "core/reporting/detailed_report.h"
#include "tests/core/support.h"

namespace diagonal::testing {
namespace {

/// One row of figures.csv.
struct Figure {
    std::string view;
    double temperature = 1;
    std::string edges;  ///< "right" or "left"; empty for figures without bins
    std::size_t bins = 0;
    std::string id;
    double value = 0;
};

std::vector<Figure> figuresOf(const std::string& dataset) {
    std::vector<Figure> figures;
    for (const auto& row : csvRows(std::string(DIAGONAL_REFERENCE) + "/figures.csv")) {
        if (row[0] != dataset) continue;
        figures.push_back({row[1], std::stod(row[2]), row[3],
                           row[4].empty() ? 0 : std::stoul(row[4]), row[5], std::stod(row[6])});
    }
    return figures;
}

std::string pathOf(const std::string& dataset) {
    const std::map<std::string, std::string> files = {
        {"decimals", DIAGONAL_REFERENCE "/decimals.csv"},
        {"five_classes", DIAGONAL_REFERENCE "/five_classes.csv"},
        {"digits_neural_network", DIAGONAL_SAMPLES "/digits_neural_network.npz"},
        {"digits_random_forest", DIAGONAL_SAMPLES "/digits_random_forest.csv"}};
    return files.at(dataset);
}

/// How far a figure may be off: counts not at all, what is solved for by iteration 1e-9.
double toleranceOf(const std::string& id) {
    const std::set<std::string> iterative = {"fitted_temperature", "calibration_slope",
                                             "calibration_intercept"};
    return id == "filled" ? 0 : iterative.contains(id) ? 1e-9 : 1e-12;
}

class CommittedFigures : public ::testing::TestWithParam<const char*> {
protected:
    /// The report with the settings of a figure; each is computed once.
    const Report& reportOf(const Dataset& dataset, const Figure& figure) {
        AnalysisSettings settings;
        settings.view =
            View{figure.view == "positive" ? View::Kind::PositiveClass : View::Kind::TopLabel,
                 figure.view == "positive" ? 1U : 0U};
        settings.temperature = figure.temperature;
        if (figure.bins > 0) settings.binCount = figure.bins;
        if (figure.edges == "left") settings.edgeRule = EdgeRule::LeftClosed;
        auto& report = m_reports[{figure.temperature, figure.edges, figure.bins}];
        if (!report) {
            const auto analysis = analyse(dataset, settings);
            EXPECT_TRUE(analysis) << describe(analysis.error());
            report = figure.bins > 0 ? analysis.value().report
                                     : detailedReport(analysis.value()).value();
        }
        return *report;
    }

    double computed(const Dataset& dataset, const Figure& figure) {
        if (figure.id.starts_with("fitted_")) {
            const auto fit = fitTemperature(dataset.predictions, 0.95).value();
            return figure.id == "fitted_nll" ? fit.nllAfter : fit.value;
        }
        const Report& report = reportOf(dataset, figure);
        if (figure.id == "filled") {
            const auto isFilled = [](const Bin& bin) { return bin.count > 0; };
            return static_cast<double>(std::ranges::count_if(report.binned.bins, isFilled));
        }
        return report.score(figure.id).value_or(-1);
    }

private:
    std::map<std::tuple<double, std::string, std::size_t>, std::shared_ptr<const Report>> m_reports;
};

TEST_P(CommittedFigures, agreeWithIndependentPrograms) {
    const auto read = readPredictions({pathOf(GetParam()), std::nullopt});
    ASSERT_TRUE(read) << describe(read.error());
    const auto figures = figuresOf(GetParam());
    EXPECT_GT(figures.size(), 200U);
    for (const Figure& figure : figures) {
        EXPECT_NEAR(computed(read.value(), figure), figure.value, toleranceOf(figure.id))
            << figure.id << " T=" << figure.temperature << " M=" << figure.bins << " "
            << figure.edges;
    }
}

INSTANTIATE_TEST_SUITE_P(sets, CommittedFigures,
                         ::testing::Values("decimals", "five_classes", "digits_neural_network",
                                           "digits_random_forest"),
                         [](const auto& param) { return std::string(param.param); });

}  // namespace
}  // namespace diagonal::testing
