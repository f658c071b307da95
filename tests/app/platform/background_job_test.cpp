// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/background_job.h"

#include <algorithm>
#include <atomic>
#include <sys/resource.h>
#include <thread>

#include <QCoreApplication>
#include <QThread>
#include <QtTest/QTest>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace diagonal {
namespace {

using ::testing::ElementsAre;

/// Records delivered results.
struct Collector {
    std::vector<int> results;
    BackgroundJob<int> job{[this](int result) { results.push_back(result); }};
    bool waitForEnd() {
        return QTest::qWaitFor([this] { return !job.isBusy(); }, 5000);
    }
};

TEST(BackgroundJob, runsElsewhereAndDeliversHere) {
    QThread* worker = nullptr;
    QThread* receiver = nullptr;
    BackgroundJob<int> job([&](int) { receiver = QThread::currentThread(); });
    job.request([&](const StopFlag&) {
        worker = QThread::currentThread();
        return 1;
    });
    ASSERT_TRUE(QTest::qWaitFor([&] { return receiver != nullptr; }, 5000));
    EXPECT_EQ(receiver, QThread::currentThread());
    EXPECT_NE(worker, receiver);
}

TEST(BackgroundJob, aJobForLaterLeavesTheProcessorToOthers) {
    const auto niceness = [](const StopFlag&) { return ::getpriority(PRIO_PROCESS, 0); };
    for (const Urgency urgency : {Urgency::Interactive, Urgency::Later}) {
        std::optional<int> delivered;
        BackgroundJob<int> job([&](int nice) { delivered = nice; }, urgency);
        job.request(niceness);
        ASSERT_TRUE(QTest::qWaitFor([&] { return delivered.has_value(); }, 5000));
        const int here = ::getpriority(PRIO_PROCESS, 0);
        EXPECT_EQ(*delivered, urgency == Urgency::Later ? std::max(here, 10) : here);
    }
}

TEST(BackgroundJob, theRunningAndTheNewestRequestAreDelivered) {
    Collector collector;
    std::atomic<bool> go = false;
    for (int i = 0; i < 100; ++i) {
        collector.job.request([&go, i](const StopFlag&) {
            while (!go)
                std::this_thread::yield();
            return i;
        });
    }
    go = true;
    ASSERT_TRUE(collector.waitForEnd());
    EXPECT_THAT(collector.results, ElementsAre(0, 99));
}

TEST(BackgroundJob, aRestartStopsWhatRunsAndDropsItsResult) {
    Collector collector;
    std::atomic<bool> running = false;
    collector.job.request([&running](const StopFlag& stop) {
        running = true;
        while (!stop.isSet())
            std::this_thread::yield();
        return 1;
    });
    while (!running)
        std::this_thread::yield();
    collector.job.restart([](const StopFlag& stop) { return stop.isSet() ? -1 : 2; });
    ASSERT_TRUE(collector.waitForEnd());
    EXPECT_THAT(collector.results, ElementsAre(2));
}

TEST(BackgroundJob, nothingIsDeliveredAfterCancel) {
    Collector collector;
    collector.job.request([](const StopFlag&) { return 1; });
    collector.job.cancel();
    EXPECT_FALSE(collector.job.isBusy());
    QTest::qWait(50);
    EXPECT_TRUE(collector.results.empty());
    collector.job.request([](const StopFlag&) { return 2; });
    ASSERT_TRUE(collector.waitForEnd());
    EXPECT_THAT(collector.results, ElementsAre(2));
}

TEST(BackgroundJob, itsEndStopsTheTaskAndDropsTheResult) {
    bool delivered = false;
    {
        BackgroundJob<int> job([&](int) { delivered = true; });
        job.request([](const StopFlag& stop) {
            while (!stop.isSet())
                std::this_thread::yield();
            return 1;
        });
    }
    QCoreApplication::processEvents();
    EXPECT_FALSE(delivered);
}

}  // namespace
}  // namespace diagonal
