// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/reading/mutations.h"
#include "tests/core/reading/npy_bytes.h"
#include "tests/core/reading/reading_support.h"

namespace diagonal {
namespace {

using testing::accepted;
using testing::accuracyOf;
using testing::expectMutationsReadOrRefused;
using ::testing::HasSubstr;
using testing::rawBytes;
using testing::readBytes;
using testing::rowOf;

std::string file(const std::string& header, const std::string& data) {
    return rawBytes(std::vector<std::uint64_t>{header.size()}) + header + data;
}

TEST(Safetensors, tensorsAreArraysByTheirNames) {
    const std::string header =
        R"({"__metadata__":{"format":"pt"},"logits":{"dtype":"F32","shape":[2,2],)"
        R"("data_offsets":[0,16]},"labels":{"dtype":"I64","shape":[2],"data_offsets":[16,32]}})";
    const auto data = accepted(file(header, rawBytes(std::vector<float>{1, -2, 3, 4}) +
                                                rawBytes(std::vector<std::int64_t>{0, 0})));
    EXPECT_EQ(rowOf(data, 0), (std::vector{1.0, -2.0}));
    EXPECT_EQ(data.summary.scores, ScoreKind::Logit);
    EXPECT_EQ(accuracyOf(data), .5);
}

TEST(Safetensors, mutationsAreReadOrRefused) {
    const std::string header = R"({"probs":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]},)"
                               R"("labels":{"dtype":"U8","shape":[2],"data_offsets":[16,18]}})";
    const std::string whole =
        file(header, rawBytes(std::vector<float>{.25F, .75F, .5F, .5F}) + "\1" + '\0');
    expectMutationsReadOrRefused(whole);
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_FALSE(readBytes(whole.substr(0, size))) << size;
}

TEST(Safetensors, brainFloatsAreTheUpperHalfOfFloats) {
    const std::string header = R"({"probs":{"dtype":"BF16","shape":[1,2],"data_offsets":[0,4]},)"
                               R"("labels":{"dtype":"U8","shape":[1],"data_offsets":[4,5]}})";
    const auto data = accepted(file(header, std::string("\x80\x3e\x40\x3f\x01", 5)));
    EXPECT_EQ(rowOf(data, 0), (std::vector{.25, .75}));
}

TEST(Safetensors, tensorsThatOverlapAreRefused) {
    const std::string tensor = R"({"dtype":"F32","shape":[2,2],"data_offsets":[0,16]})";
    const auto read =
        readBytes(file(R"({"a":)" + tensor + R"(,"b":)" + tensor + "}", std::string(16, 'x')));
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().detail, HasSubstr("overlap"));
}

TEST(Safetensors, liesOfTheHeaderAreRefused) {
    const auto lie = [](const std::string& tensor) {
        return readBytes(file("{\"logits\":{" + tensor + "}}", std::string(16, 'x')));
    };
    for (const char* tensor :
         {R"("dtype":"F32","shape":[2,2],"data_offsets":[0,17])",
          R"("dtype":"F32","shape":[2,2],"data_offsets":[0,8])",
          R"("dtype":"F32","shape":[2,2],"data_offsets":[16,0])",
          R"("dtype":"F32","shape":[1125899906842624,2],"data_offsets":[0,16])",
          R"("dtype":"F32","shape":[18446744073709551615,2],"data_offsets":[0,16])",
          R"("dtype":"F32","shape":[2305843009213693952,8],"data_offsets":[0,16])",
          R"("dtype":"F32","shape":[-1,2],"data_offsets":[0,16])",
          R"("dtype":"F8_E4M3","shape":[2,2],"data_offsets":[0,4])", R"("dtype":"F32")"}) {
        const auto read = lie(tensor);
        ASSERT_FALSE(read) << tensor;
        EXPECT_FALSE(read.error().detail.empty());
    }
    EXPECT_THAT(readBytes(rawBytes(std::vector<std::uint64_t>{4000}) + "{\"a\"").error().detail,
                HasSubstr("ends inside its header"));
}

}  // namespace
}  // namespace diagonal
