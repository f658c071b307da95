// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <hwy/targets.h>

#include <gtest/gtest.h>

namespace diagonal {

/// Fixture that restricts Highway to one of the instruction sets that this processor supports.
class EachTarget : public ::testing::TestWithParam<std::int64_t> {
protected:
    void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
    void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

}  // namespace diagonal

/// Instantiates the TEST_P of `Fixture`, which derives from EachTarget, for every supported
/// instruction set.
#define INSTANTIATE_FOR_EACH_TARGET(Fixture)                                           \
    INSTANTIATE_TEST_SUITE_P(simd, Fixture,                                            \
                             ::testing::ValuesIn(hwy::SupportedAndGeneratedTargets()), \
                             [](const auto& target) { return hwy::TargetName(target.param); })
