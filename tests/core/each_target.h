// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <hwy/targets.h>

#include <gtest/gtest.h>

namespace diagonal {

/// Each kind of instructions that this processor has; the widest is not the only one that counts.
class EachTarget : public ::testing::TestWithParam<std::int64_t> {
protected:
    void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
    void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

}  // namespace diagonal

/// Runs the TEST_P of a file, whose fixture derives from EachTarget, for each of them.
#define INSTANTIATE_FOR_EACH_TARGET(Fixture)                                           \
    INSTANTIATE_TEST_SUITE_P(simd, Fixture,                                            \
                             ::testing::ValuesIn(hwy::SupportedAndGeneratedTargets()), \
                             [](const auto& target) { return hwy::TargetName(target.param); })
