// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/scores/conventions.h"

#include <cmath>
#include <random>
#include <set>

#include "core/measuring/scores/scores.h"
#include "core/reporting/detailed_report.h"
#include "tests/core/measuring/scores/evaluation_definitions.h"
#include "tests/core/measuring/two_hundred_rows.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

ConventionError of(std::string_view id, const std::vector<double>& p,
                   const std::vector<std::int32_t>& labels, std::size_t bins) {
    const auto predictions = testing::positiveScores(p, labels);
    const auto errors =
        conventionErrors(outcomesAt(predictions, testing::kPositive, 1).sorted,
                         *outcomesInRowOrder(predictions, testing::kPositive, 1), bins);
    return *std::find_if(errors.begin(), errors.end(),
                         [&](const ConventionError& e) { return e.convention->id == id; });
}

TEST(Conventions, rowsAtZeroAndOneFollowEachProgram) {
    const std::vector<double> p = {0, 1, .75};
    const std::vector<std::int32_t> labels = {1, 0, 1};
    EXPECT_NEAR(*of("right-closed", p, labels, 2).error, (1 + .75) / 3, 1e-15);
    EXPECT_NEAR(*of("numpy-drop-0", p, labels, 2).error, .75 / 3, 1e-15);
    EXPECT_EQ(of("numpy-drop-0", p, labels, 2).reason, "1 row at 0 in no bin");
    EXPECT_NEAR(*of("numpy-arange", p, labels, 2).error, (1 + .25) / 3, 1e-15);
    EXPECT_EQ(of("numpy-arange", p, labels, 2).reason, "1 row at 1 in no bin");
    EXPECT_NEAR(*of("torchmetrics-binary", p, labels, 2).error, (1 + .25 + 1) / 3, 1e-15);
    EXPECT_EQ(of("torchmetrics-binary", p, labels, 2).reason, "1 row at 1 in a bin of its own");
}

/// By NumPy: for l in np.arange(0, 1, 1/M): m = (c >= l) & (c < l + 1/M), sum of |mean a - mean c|
/// m.sum() / n. 9 * (1/20) + 1/20 is above 0.5, so that rows at 0.5 are in the bins of 0.45 and
/// 0.5.
TEST(Conventions, aLoopOverArangeCountsRowsOnEdgesTwice) {
    const std::vector<double> c = {.5, .5, .55, .6, .85, .9, .95, 1};
    const std::vector<std::int32_t> a = {1, 0, 1, 0, 1, 1, 0, 1};
    const auto loop = of("numpy-arange-loop", c, a, 20);
    EXPECT_NEAR(*loop.error, 0.15625, 1e-15);
    EXPECT_EQ(loop.reason, "1 row on an edge in two bins; 1 row in no bin");
    // numpy.arange(0, 1, 1/49) has 50 elements.
    EXPECT_NEAR(*of("numpy-arange-loop", c, a, 49).error, 0.28125, 1e-15);
}

TEST(Conventions, midpointsSayWhatTheyDrop) {
    EXPECT_EQ(of("midpoint", {0, .6, .7}, {0, 1, 1}, 2).reason,
              "the middle of each bin replaces its mean confidence; 1 row at 0 in no bin");
}

TEST(Conventions, aDecimalOnAnEdgeFallsByTheEdgesLastBit) {
    // 3 * (1.0 / 10) is above 0.3, so that the bin (0.3, 0.4] of linspace begins after 0.3.
    EXPECT_EQ(of("left-closed", {.3, .35}, {1, 0}, 10).moved, 1U);
    EXPECT_EQ(of("netcal", {.3, .35}, {1, 0}, 10).moved, 0U);
    EXPECT_EQ(of("left-closed", {.3, .35}, {1, 0}, 10).reason, "1 row on an edge in another bin");
}

TEST(Conventions, midpointsStandForConfidences) {
    const auto error = of("midpoint", {.6, .7}, {1, 1}, 2);
    EXPECT_NEAR(*error.error, .25, 1e-15);
    EXPECT_EQ(error.reason, "the middle of each bin replaces its mean confidence");
}

TEST(Conventions, agreeWhereNoRowIsOnAnEdge) {
    const auto outcomes = testing::twoHundredOutcomes();
    const auto errors = conventionErrors(
        outcomes.sorted, *outcomesInRowOrder(testing::twoHundredRows(), testing::kPositive, 1), 7);
    const double ece = expectedCalibrationError(
        binned(outcomes.sorted, {BinningScheme::EqualWidth, 7}, std::nullopt));
    std::set<std::string_view> ids;
    for (const ConventionError& error : errors) {
        EXPECT_TRUE(ids.insert(error.convention->id).second);
        EXPECT_FALSE(error.convention->rule.empty());
        if (error.convention->midpoint) continue;
        if (!error.convention->takesCount()) continue;
        EXPECT_NEAR(*error.error, ece, 1e-6) << error.convention->id;
        EXPECT_EQ(error.moved, 0U) << error.convention->id;
    }
    EXPECT_EQ(ids.size(), eceConventions().size());
}

/// Many rows are not kept in the order of the file, but measured again a run at a time.
TEST(Conventions, rowsMeasuredARunAtATimeGiveWhatKeptOnesGive) {
    std::vector<double> p;
    std::vector<std::int32_t> labels;
    for (int i = 0; i < 30'000; ++i) {
        p.push_back(i * 7919 % 101 / 100.0);  // with ties that runs of 100 rows divide
        labels.push_back(i % 7 < 3 ? 1 : 0);
    }
    const auto predictions = testing::positiveScores(p, labels);
    const auto sorted = outcomesAt(predictions, testing::kTopLabel, 1).sorted;
    const auto kept =
        conventionErrors(sorted, *outcomesInRowOrder(predictions, testing::kTopLabel, 1), 15);
    const auto measured = conventionErrors(
        sorted, RowOrder(predictions, testing::kTopLabel, 1, Continuation::endless()), 15);
    ASSERT_EQ(measured.size(), kept.size());
    for (std::size_t i = 0; i < kept.size(); ++i) {
        EXPECT_EQ(measured[i].error, kept[i].error) << kept[i].convention->id;
        EXPECT_EQ(measured[i].reason, kept[i].reason);
    }
    int left = 1;
    const ProgressCallback refuse = [&](std::size_t, std::size_t) { return left-- > 0; };
    Continuation stopped(refuse);
    std::size_t visited = 0;
    RowOrder(predictions, testing::kTopLabel, 1, stopped)
        .visit([&](std::span<const std::uint64_t> run) { visited += run.size(); });
    EXPECT_GT(visited, 0U);
    EXPECT_LT(visited, p.size());
}

/// Every row is in the bin that the convention puts it in, whatever the edges.
TEST(Conventions, binsOfAConventionGiveItsEce) {
    std::vector<double> p;
    std::vector<std::int32_t> labels;
    for (int i = 1; i < 1000; ++i) {
        p.push_back(i / 1000.0);
        labels.push_back(i % 3 == 0 ? 1 : 0);
    }
    const auto predictions = testing::positiveScores(p, labels);
    const auto sorted = outcomesAt(predictions, testing::kPositive, 1).sorted;
    const auto inRowOrder = *outcomesInRowOrder(predictions, testing::kPositive, 1);
    for (const std::size_t bins : {7U, 10U, 15U, 100U}) {
        for (const ConventionError& error : conventionErrors(sorted, inRowOrder, bins)) {
            // Rows between the bins of arange are in none.
            const bool arange = error.convention->edges == EceConvention::Edges::Arange;
            const bool own = !error.convention->takesCount();
            if (error.convention->singleSums || arange || own) continue;
            const Binning binning = binningOf(*error.convention, bins);
            ASSERT_EQ(binning.edges.size(), bins + 1);
            EXPECT_NEAR(expectedCalibrationError(binned(sorted, binning, std::nullopt)),
                        *error.error, 1e-12)
                << error.convention->id << " " << bins;
        }
    }
}

TEST(Conventions, aPresetIsAChoiceOfBins) {
    const Dataset dataset{testing::positiveScores({.1, .3, .3, .7, 1}, {0, 1, 0, 1, 1}), {}};
    AnalysisSettings settings;
    settings.binCount = 10;
    settings.view = testing::kPositive;
    settings.preset = "netcal";
    const auto netcal = analyse(dataset, settings).value();
    EXPECT_EQ(binsName(*netcal.report), "10 bins as in netcal");
    // 3 * 0.1 is above 0.3, so the rows at 0.3 are below that edge.
    EXPECT_EQ(netcal.report->binned.bins[2].count, 2U);
    settings.preset = "torchmetrics-binary";
    const auto alone = analyse(dataset, settings).value();
    const auto detailed = detailedReport(alone).value();
    EXPECT_EQ(detailed->preset->id, "torchmetrics-binary");
    settings.scheme = BinningScheme::EqualMass;
    EXPECT_FALSE(analyse(dataset, settings).value().report->preset);
}

TEST(Conventions, hleLeavesOutItsLastBin) {
    for (const auto& [n, expected] : std::initializer_list<std::pair<std::size_t, double>>{
             {150, 0}, {199, 0}, {250, .442731}, {830, .642886}, {2500, .685904}}) {
        std::vector<double> p;
        std::vector<std::int32_t> labels;
        for (std::size_t i = 0; i < n; ++i) {
            p.push_back(.9 + .0001 * static_cast<double>(i) / static_cast<double>(n));
            labels.push_back(i % 5 == 0 ? 1 : 0);
        }
        const auto error = of("hle", p, labels, 10);
        ASSERT_TRUE(error.error) << n;
        EXPECT_NEAR(*error.error, expected, 5e-7) << n;
        EXPECT_NEAR(*error.error, *testing::transcribedHle(p, labels, false), 1e-12) << n;
        EXPECT_EQ(error.leftOut, n - (n / 100 - 1) * 100) << n;
        EXPECT_NEAR(error.overOrders->lower, *error.error, 1e-12) << n;
        EXPECT_NEAR(error.overOrders->upper, *error.error, 1e-12) << n;
    }
    EXPECT_FALSE(
        of("hle", std::vector<double>(99, .5), std::vector<std::int32_t>(99, 1), 10).error);
    const std::vector<double> p(830, .9);
    EXPECT_THAT(of("hle", p, std::vector<std::int32_t>(830, 0), 10).reason,
                ::testing::HasSubstr("leaves out the 130 most confident rows (15.7 %)"));
}

/// Rows of few confidences, in random order: the figure in the order of the file is that of a
/// stable sort, and random orders of the ties stay within the range, which some orders reach.
TEST(Conventions, hleIsExactInFileOrderAndOverAllOrdersOfTies) {
    std::mt19937 random(7);
    for (int trial = 0; trial < 20; ++trial) {
        const std::size_t n = 300 + random() % 700;
        const auto levels = static_cast<unsigned>(2 + random() % 12);
        std::vector<std::pair<double, std::int32_t>> rows;
        for (std::size_t i = 0; i < n; ++i) {
            const double confidence = static_cast<double>(random() % levels + 1) / 16;
            const auto draw = static_cast<double>(random() % 16);
            rows.emplace_back(confidence, draw < 16 * confidence * .7 ? 1 : 0);
        }
        const auto split = [](const auto& all) {
            std::pair<std::vector<double>, std::vector<std::int32_t>> out;
            for (const auto& [confidence, label] : all) {
                out.first.push_back(confidence);
                out.second.push_back(label);
            }
            return out;
        };
        const auto [p, labels] = split(rows);
        const auto error = of("hle", p, labels, 10);
        const auto byConfidence = [](const auto& a, const auto& b) { return a.first < b.first; };
        std::ranges::stable_sort(rows, byConfidence);
        const auto [sorted, sortedLabels] = split(rows);
        EXPECT_NEAR(*error.error, *testing::transcribedHle(sorted, sortedLabels, false), 1e-12);
        for (int order = 0; order < 200; ++order) {
            std::ranges::shuffle(rows, random);
            std::ranges::stable_sort(rows, byConfidence);
            // Also orders with the correct rows first, or last, in some ties.
            if (order % 2 == 1) {
                std::ranges::stable_sort(rows, [&](const auto& a, const auto& b) {
                    const bool up = static_cast<int>(a.first * 16) % 3 == order % 3;
                    return a.first < b.first ||
                           (a.first == b.first && (up ? a.second < b.second : a.second > b.second));
                });
            }
            const auto [some, someLabels] = split(rows);
            const double found = *testing::transcribedHle(some, someLabels, false);
            EXPECT_GE(found, error.overOrders->lower - 1e-12);
            EXPECT_LE(found, error.overOrders->upper + 1e-12);
        }
    }
}

/// Thousands of ties, some a last bit of a float apart, some powers of two apart.
TEST(Conventions, hleKeepsTheOrderOfTheFileInManyTies) {
    std::mt19937 random(11);
    std::vector<std::pair<double, std::int32_t>> rows;
    for (int i = 0; i < 60'000; ++i) {
        const auto level = static_cast<int>(random() % 2000);
        const double near1 = 1 - std::ldexp(static_cast<double>(level), -24);
        const double confidence = i % 4 == 0 ? std::ldexp(1.0, -level % 60) : near1;
        rows.emplace_back(confidence, static_cast<std::int32_t>(random() % 2));
    }
    const auto errorOf = [](const auto& pairs, const auto& measure) {
        std::vector<double> p;
        std::vector<std::int32_t> labels;
        for (const auto& [confidence, label] : pairs) {
            p.push_back(confidence);
            labels.push_back(label);
        }
        return measure(p, labels);
    };
    const double error = errorOf(
        rows, [](const auto& p, const auto& labels) { return *of("hle", p, labels, 10).error; });
    std::ranges::stable_sort(rows, {}, &std::pair<double, std::int32_t>::first);
    EXPECT_NEAR(error,
                errorOf(rows,
                        [](const auto& p, const auto& labels) {
                            return *testing::transcribedHle(p, labels, false);
                        }),
                1e-12);
}

/// The bins of the preset, rows of equal confidence in the order of the file, give HLE's error.
TEST(Conventions, thePresetOfHleHasItsBins) {
    std::mt19937 random(5);
    std::vector<double> p;
    std::vector<std::int32_t> labels;
    GroupColumn halves{"half", {"a", "b"}, {}};
    for (std::size_t i = 0; i < 730; ++i) {
        p.push_back(static_cast<double>(random() % 5 + 1) / 6);
        labels.push_back(random() % 2 == 0 ? 1 : 0);
        halves.codes.push_back(i < 400 ? 0 : 1);
    }
    const auto errorOfBins = [](const ReliabilityCurve& curve) {
        double sum = 0;
        for (std::size_t b = 0; b + 1 < curve.bins.size(); ++b) {
            EXPECT_EQ(curve.bins[b].count, 100U);
            sum += 100.0 / static_cast<double>(curve.count) * std::pow(curve.bins[b].gap(), 2);
        }
        return std::sqrt(sum);
    };
    Dataset dataset{testing::positiveScores(p, labels), {}};
    dataset.groups = {halves};
    AnalysisSettings settings;
    settings.view = testing::kPositive;
    settings.preset = "hle";
    const auto analysis = analyse(dataset, settings).value();
    const ReliabilityCurve& curve = analysis.report->binned;
    ASSERT_EQ(curve.bins.size(), 7U);
    EXPECT_EQ(curve.bins.back().count, 130U);
    EXPECT_EQ(curve.bins[1].lower, p[0] == 0 ? 0 : curve.bins[0].upper);
    EXPECT_NEAR(errorOfBins(curve), *of("hle", p, labels, 10).error, 1e-12);

    const auto detailed = detailedReport(analysis).value();
    ASSERT_EQ(detailed->groups.size(), 2U);
    const std::vector<double> first(p.begin(), p.begin() + 400);
    const std::vector<std::int32_t> firstLabels(labels.begin(), labels.begin() + 400);
    EXPECT_NEAR(errorOfBins(*detailed->groups[0].curve), *of("hle", first, firstLabels, 10).error,
                1e-12);
    EXPECT_FALSE(detailed->binProfile) << "no number of bins to choose";

    dataset.predictions = testing::positiveScores(first, firstLabels);
    dataset.groups = {};
    EXPECT_TRUE(analyse(dataset, settings));
    dataset.predictions = testing::positiveScores({first.begin(), first.begin() + 99},
                                                  {firstLabels.begin(), firstLabels.begin() + 99});
    EXPECT_THAT(analyse(dataset, settings).error().detail,
                ::testing::HasSubstr("bins of 100 rows need at least 100 rows, but there are 99"));
}

/// All distributions of the correct rows among the bins, counted one by one.
TEST(Conventions, theRangeOfHleIsReached) {
    // 60 rows at 0.2, 180 at 0.5 (90 correct) over the cuts at 100 and 200, 60 at 0.9.
    std::vector<double> p(60, .2);
    std::vector<std::int32_t> labels(60, 0);
    for (int i = 0; i < 180; ++i) {
        p.push_back(.5);
        labels.push_back(i % 2);
    }
    p.insert(p.end(), 60, .9);
    labels.insert(labels.end(), 60, 1);
    double least = 1;
    double largest = 0;
    for (int first = 0; first <= 40; ++first) {
        for (int second = 0; second <= 100 && first + second <= 90; ++second) {
            if (90 - first - second > 40) continue;
            const double a = (60 * .2 + 40 * .5 - first) / 100;
            const double b = (100 * .5 - second) / 100;
            const double error = std::sqrt((a * a + b * b) / 3);
            least = std::min(least, error);
            largest = std::max(largest, error);
        }
    }
    const auto error = of("hle", p, labels, 10);
    EXPECT_NEAR(error.overOrders->lower, least, 1e-12);
    EXPECT_NEAR(error.overOrders->upper, largest, 1e-12);
}

TEST(Conventions, browseCompHasTenBinsAndNoneForZero) {
    const std::vector<double> p = {0, 0, .1, .3, .3, .55, 1};
    const std::vector<std::int32_t> labels = {1, 0, 1, 0, 1, 0, 1};
    // Bins (0, 0.1], (0.2, 0.3] as 0.3 <= numpy's edge 0.30000000000000004, (0.5, 0.6], (0.9, 1].
    const double expected = (.9 + std::abs(.6 - 1) + .55 + 0) / 7;
    for (const std::size_t bins : {5U, 10U, 15U})
        EXPECT_NEAR(*of("browsecomp", p, labels, bins).error, expected, 1e-15);
    EXPECT_NEAR(testing::transcribedBrowseComp(p, labels), expected, 1e-15);
}

TEST(Conventions, helmHasTenBinsOfEqualMass) {
    std::mt19937 random(11);
    for (const std::size_t n : {3U, 10U, 57U, 500U}) {
        for (const std::uint32_t levels : {4U, 20U, 1000U}) {
            std::vector<double> p;
            std::vector<std::int32_t> labels;
            for (std::size_t i = 0; i < n; ++i) {
                p.push_back(static_cast<double>(random() % (levels + 1)) / levels);
                labels.push_back(static_cast<std::int32_t>(random() % 2));
            }
            EXPECT_NEAR(*of("helm", p, labels, 15).error, testing::transcribedHelm(p, labels),
                        1e-12)
                << n << " " << levels;
        }
    }
}

}  // namespace
}  // namespace diagonal
