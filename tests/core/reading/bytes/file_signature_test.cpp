// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/bytes/file_signature.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace diagonal {
namespace {

using ::testing::HasSubstr;
using namespace std::string_view_literals;

TEST(FileSignature, contentsDecideNotNames) {
    EXPECT_EQ(recognised("PAR1").value(), Container::Parquet);
    EXPECT_EQ(recognised("ARROW1\0\0"sv).value(), Container::Arrow);
    EXPECT_EQ(recognised("\xFF\xFF\xFF\xFF\x10\1\0\0"sv).value(), Container::Arrow);
    EXPECT_EQ(recognised("a,b\n1,2\n").value(), Container::Text);
    EXPECT_EQ(recognised("\x93NUMPY\x01\0"sv).value(), Container::Npy);
    EXPECT_EQ(recognised("PK\x03\x04xxxx").value(), Container::Zip);
    EXPECT_EQ(recognised("  {\"label\": 1}").value(), Container::Json);
    EXPECT_EQ(recognised("\x1F\x8B\x08"sv).value(), Container::Gzip);
    EXPECT_EQ(recognised("\x28\xB5\x2F\xFD"sv).value(), Container::Zstd);
    EXPECT_EQ(recognised("\x50\x2A\x4D\x18\4\0\0\0"sv).value(), Container::Zstd);
    EXPECT_EQ(recognised("\x5F\x2A\x4D\x18\4\0\0\0"sv).value(), Container::Zstd);
    EXPECT_EQ(recognised("\xFF\xFEp\0"sv).value(), Container::Text);
    EXPECT_EQ(recognised("\x08\0\0\0\0\0\0\0{\"a\":{}}"sv).value(), Container::Safetensors);
}

TEST(FileSignature, knownFormatsAreNamedWithWhatToDo) {
    for (const auto& [head, name, advice] :
         std::initializer_list<std::tuple<std::string_view, const char*, const char*>>{
             {"\x80\x04\x95"sv, "pickle", "np.savez"},
             {"version https://git-lfs.github.com/spec/v1\n"sv, "Git LFS", "git lfs pull"},
             {"\x89HDF\r\n"sv, "HDF5", "to_csv"},
             {"CDF\x01"sv, "NetCDF", "xarray"},
             {"PARE"sv, "encrypted Parquet", "Decrypt"},
             {"FEA1"sv, "Feather", "to_csv"},
             {"X\n\0\0\0\3"sv, "R data", "write.csv"},
             {"<!DOCTYPE html>"sv, "web page", "Raw"},
             {"\xD0\xCF\x11\xE0"sv, "Excel", "CSV"},
             {"ab\0cd"sv, "binary", ".npy"},
             {""sv, "empty", ""}}) {
        const auto container = recognised(head);
        ASSERT_FALSE(container) << name;
        EXPECT_THAT(container.error().detail, HasSubstr(name));
        EXPECT_THAT(container.error().detail, HasSubstr(advice));
    }
}

}  // namespace
}  // namespace diagonal
