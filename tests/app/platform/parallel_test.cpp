// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/parallel.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "app/platform/worker_threads.h"

namespace diagonal {
namespace {

TEST(Parallel, everyIndexIsVisitedOnceAlsoFromWithin) {
    for (const std::size_t count : {0U, 1U, 2U, 1000U}) {
        std::vector<std::atomic<int>> visits(count);
        parallelFor(count,
                    [&](std::size_t i) { parallelFor(3, [&](std::size_t) { ++visits[i]; }); });
        for (const auto& visit : visits)
            EXPECT_EQ(visit, 3);
    }
}

TEST(Parallel, whatABodyThrowsArrivesWhenAllAreDone) {
    std::atomic<int> done = 0;
    const auto run = [&] {
        parallelFor(100, [&](std::size_t i) {
            if (i == 7) throw std::runtime_error("seven");
            ++done;
        });
    };
    EXPECT_THROW(run(), std::runtime_error);
    EXPECT_EQ(done, 99);
}

TEST(WorkerThreads, areRefusedWhileAllAreBusyAndThenUsedAgain) {
    std::atomic<bool> goesOn = false;
    std::atomic<int> done = 0;
    const auto wait = [&] {
        while (!goesOn)
            std::this_thread::yield();
        ++done;
    };
    WorkerThreads threads(2);
    EXPECT_TRUE(threads.tryStart(wait));
    EXPECT_TRUE(threads.tryStart(wait));
    EXPECT_FALSE(threads.tryStart(wait));
    threads.start(wait);  // waits for a thread
    goesOn = true;
    while (done < 3)
        std::this_thread::yield();
    while (!threads.tryStart(wait))
        std::this_thread::yield();
}

TEST(WorkerThreads, theEndWaitsForWhatRunsAndDropsWhatWaits) {
    const auto dropped = std::make_shared<int>(0);
    std::atomic<bool> isRunning = false;
    std::atomic<bool> isDone = false;
    {
        WorkerThreads threads(1);
        threads.start([&] {
            isRunning = true;
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            isDone = true;
        });
        while (!isRunning)
            std::this_thread::yield();
        threads.start([dropped] { ++*dropped; });
    }
    EXPECT_TRUE(isDone);
    EXPECT_EQ(*dropped, 0);
    EXPECT_EQ(dropped.use_count(), 1);
}

}  // namespace
}  // namespace diagonal
