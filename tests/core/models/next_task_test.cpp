// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/next_task.h"

#include <gtest/gtest.h>

#include "core/models/model_list.h"
#include "tests/core/support.h"

namespace diagonal {
namespace {

using testing::TemporaryFolder;
using TaskKind = Task::Kind;

/// Two sites of 60 rows with three classes of logits; `shift` changes the scores, not the labels.
std::shared_ptr<const Dataset> rows(double shift = 0) {
    const TemporaryFolder folder;
    std::string text = "site,label,logit_0,logit_1,logit_2\n";
    for (int row = 0; row < 120; ++row) {
        text += row % 2 == 0 ? "north," : "south,";
        text += std::to_string(row % 3);
        for (int k = 0; k < 3; ++k)
            text += "," + std::to_string((k == row % 3 ? 1.5 : 0) + .1 * (row % 7) * k + shift * k);
        text += "\n";
    }
    ReadOptions options;
    options.columns = {{ColumnRole::Group, "site"}};
    auto read = readPredictions({folder.write("p.csv", text), {}}, options);
    EXPECT_TRUE(read) << describe(read.error());
    return std::make_shared<const Dataset>(std::move(read).value());
}

/// Computes all that is wanted of a model; returns the kinds of the tasks in their order.
std::vector<TaskKind> computeAll(Model& model, const Wanted& wanted) {
    std::vector<TaskKind> kinds;
    while (auto task = nextTask(model, wanted)) {
        kinds.push_back(task->kind);
        take(run(std::move(*task), {}), model);
        if (kinds.size() > 20) break;  // it would never end
    }
    return kinds;
}

TEST(NextTask, isWhatIsMissingInTheOrderWanted) {
    Model model{{}, rows()};
    Wanted wanted;
    wanted.plans = {ReportPlan::onScreen(), ReportPlan::everything()};
    wanted.scaled = ReportPlan();
    EXPECT_EQ(computeAll(model, wanted), (std::vector{TaskKind::Measure, TaskKind::Extend,
                                                      TaskKind::Extend, TaskKind::Scale}));
    EXPECT_TRUE(model.report()->plan.contains(ReportPlan::everything()));
    EXPECT_TRUE(model.fittedTemperature);
    EXPECT_EQ(computeAll(model, wanted), std::vector<TaskKind>());
    wanted.settings.binCount = 7;
    wanted.plans = {};
    EXPECT_EQ(computeAll(model, wanted), std::vector{TaskKind::Measure});
    EXPECT_EQ(model.report()->binned.bins.size(), 7U);
}

TEST(NextTask, remembersAFailureUntilTheSettingsChange) {
    Model model{{}, rows()};
    Wanted wanted;
    wanted.settings.where.groups = {{"site", "west"}};
    EXPECT_EQ(computeAll(model, wanted), std::vector{TaskKind::Measure});
    ASSERT_TRUE(model.problem);
    EXPECT_FALSE(model.report());
    EXPECT_EQ(computeAll(model, wanted), std::vector<TaskKind>()) << "it is not asked again";
    wanted.settings.where.groups.front().value = "north";
    EXPECT_EQ(computeAll(model, wanted), std::vector{TaskKind::Measure});
    EXPECT_FALSE(model.problem);
    EXPECT_EQ(model.rows()->predictions.rows(), 60U);
}

TEST(NextTask, dropsWhatWasComputedOfOtherRows) {
    Model model{{}, rows()};
    const auto task = nextTask(model, {});
    ASSERT_TRUE(task);
    const FinishedTask finished = run(*task, {});
    model.dataset = rows(.2);
    EXPECT_FALSE(take(finished, model));
    EXPECT_FALSE(model.report());
    EXPECT_TRUE(nextTask(model, {}));
}

TEST(NextTask, cancelledTasksAreAskedAgain) {
    Model model{{}, rows()};
    Wanted wanted;
    wanted.plans = {ReportPlan::everything()};
    take(run(*nextTask(model, wanted), {}), model);
    const auto task = nextTask(model, wanted);
    ASSERT_TRUE(task && task->kind == TaskKind::Extend);
    const auto never = [](std::size_t, std::size_t) { return false; };
    EXPECT_FALSE(take(run(*task, {never, serialFor}), model));
    EXPECT_FALSE(model.problem);
    EXPECT_TRUE(nextTask(model, wanted));
}

TEST(NextTask, comparesWithTheReferenceOnceItsReportIsExact) {
    Model reference{{}, rows()};
    Model model{{}, rows(.3)};
    Wanted wanted;
    wanted.comparedWith = &reference;
    EXPECT_EQ(computeAll(model, wanted), std::vector{TaskKind::Measure});
    computeAll(reference, {});
    EXPECT_EQ(computeAll(model, wanted), std::vector{TaskKind::Compare});
    EXPECT_TRUE(model.isPairedWith(reference));
    Wanted fewer;
    fewer.settings.binCount = 5;
    computeAll(reference, fewer);
    EXPECT_FALSE(model.isPairedWith(reference)) << "the bins are others";
}

TEST(NextTask, measuresTheScaledModelAnewInOtherBins) {
    Model model{{}, rows()};
    Wanted wanted;
    wanted.scaled.emplace().scores.insert("ece");
    computeAll(model, wanted);
    EXPECT_EQ(model.scaled->binning.count, 15U);
    wanted.settings.binCount = 4;
    computeAll(model, wanted);
    EXPECT_EQ(model.scaled->binning.count, 4U);
}

TEST(ModelList, dividesAFileThatStacksModelsIfAsked) {
    const TemporaryFolder folder;
    std::string text = "model,label,p\n";
    for (int row = 0; row < 40; ++row)
        text += std::string(row < 20 ? "old" : "new") + (row % 2 == 0 ? ",1,.7\n" : ",0,.2\n");
    OpeningRequest request;
    request.files = {folder.write("stacked.csv", text), {}};
    const OpenedSource source = opened(request);
    ASSERT_TRUE(source.dataset);
    for (const bool divides : {false, true}) {
        ModelList list;
        list.add({{request.files}});
        list.takeRows(list.models().front().id, source, divides);
        ASSERT_EQ(list.models().size(), divides ? 2U : 1U);
        EXPECT_EQ(list.models().front().dataset->predictions.rows(), divides ? 20U : 40U);
    }
}

TEST(ModelList, givesTheReferenceToTheNextModelWhenItIsRemoved) {
    ModelList list;
    list.add({{{"a/p.csv", {}}}, {{"b/p.csv", {}}}, {{"c.csv", {}}}});
    EXPECT_EQ(list.models()[1].name, "b/p.csv");
    EXPECT_EQ(list.reference(), 0U);
    EXPECT_EQ(list.compared(), 1U);
    list.remove(0);
    EXPECT_EQ(list.reference(), 0U);
    EXPECT_EQ(list.models()[0].source.files.predictions, "b/p.csv");
    list.restoreRemoved();
    EXPECT_EQ(list.models().back().place, 0U) << "its colour was free";
    list.follow({{{"c.csv", {}}}});
    EXPECT_EQ(list.models().size(), 1U);
}

}  // namespace
}  // namespace diagonal
