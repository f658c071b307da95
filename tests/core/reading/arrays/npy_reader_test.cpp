// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/arrays/npy_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/reading/bytes/compressed_source.h"
#include "tests/core/reading/compressed_bytes.h"
#include "tests/core/reading/npy_bytes.h"

namespace diagonal {
namespace {

using ::testing::ElementsAre;
using testing::gzipBytes;
using ::testing::HasSubstr;
using testing::npyBytes;
using testing::npyHeader;
using testing::rawBytes;

Result<DataArray> readArray(const std::string& bytes) {
    MemorySource source(bytes);
    return readNpy(source, {});
}

std::vector<double> doublesOf(const Result<DataArray>& array) {
    EXPECT_TRUE(array) << describe(array.error());
    std::vector<double> out;
    std::size_t count = 1;
    for (const std::size_t length : array.value().shape)
        count *= length;
    for (std::size_t i = 0; i < count; ++i)
        out.push_back(std::stod(array.value().textAt(i)));
    return out;
}

TEST(NpyReader, doublesOfEveryVersionAreReadAsTheyAre) {
    const std::vector<double> values = {.1, -2, 3e300, 4, 5, 6};
    for (const int version : {1, 2, 3}) {
        const auto array =
            readArray(npyBytes(npyHeader("<f8", "(2, 3)"), rawBytes(values), version));
        EXPECT_EQ(doublesOf(array), values);
        EXPECT_THAT(array.value().shape, ElementsAre(2, 3));
    }
}

TEST(NpyReader, bigEndianAndFortranOrderAreTurned) {
    std::string data = rawBytes<double>({1, 2, 3, 4, 5, 6});
    for (std::size_t i = 0; i < data.size(); i += 8) {
        std::reverse(data.begin() + static_cast<std::ptrdiff_t>(i),
                     data.begin() + static_cast<std::ptrdiff_t>(i) + 8);
    }
    EXPECT_THAT(doublesOf(readArray(npyBytes(npyHeader(">f8", "(2, 3)"), data))),
                ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(doublesOf(readArray(npyBytes(npyHeader("<f8", "(2, 3)", true),
                                             rawBytes<double>({1, 4, 2, 5, 3, 6})))),
                ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(NpyReader, halfPrecisionIsExact) {
    const std::vector<std::uint16_t> halves = {0x3C00, 0xC000, 0x3555, 0x0001, 0x7BFF, 0x8000};
    const auto array = readArray(npyBytes(npyHeader("<f2", "(6,)"), rawBytes(halves)));
    EXPECT_THAT(doublesOf(array),
                ElementsAre(1, -2, 0.333251953125, 5.9604644775390625e-08, 65504, 0));
    EXPECT_TRUE(array.value().halfPrecision);
    EXPECT_TRUE(std::holds_alternative<std::vector<float>>(array.value().values));
}

TEST(NpyReader, everyHalfIsTheNumberThatItsBitsMean) {
    std::vector<std::uint16_t> halves(1U << 16);
    std::iota(halves.begin(), halves.end(), std::uint16_t{0});
    const auto array = readArray(npyBytes(npyHeader("<f2", "(65536,)"), rawBytes(halves)));
    const auto& values = std::get<std::vector<float>>(array.value().values);
    for (const std::uint16_t bits : halves) {
        const int exponent = bits >> 10 & 31;
        const double fraction = bits & 1023;
        const float value = values[bits];
        ASSERT_EQ(std::signbit(value), bits >= 0x8000) << bits;
        if (exponent == 31) {
            ASSERT_EQ(std::isnan(value), fraction != 0) << bits;
            ASSERT_EQ(std::isinf(value), fraction == 0) << bits;
        } else {
            ASSERT_EQ(std::abs(value), exponent == 0 ? std::ldexp(fraction, -24)
                                                     : std::ldexp(fraction + 1024, exponent - 25))
                << bits;
        }
    }
}

TEST(NpyReader, integersOfEveryWidthKeepTheirSign) {
    EXPECT_THAT(doublesOf(readArray(npyBytes(npyHeader("|i1", "(2,)"), "\xFF\x05"))),
                ElementsAre(-1, 5));
    EXPECT_THAT(doublesOf(readArray(npyBytes(npyHeader("|u1", "(2,)"), "\xFF\x05"))),
                ElementsAre(255, 5));
    EXPECT_THAT(
        doublesOf(readArray(npyBytes(npyHeader("<i2", "(1,)"), rawBytes<std::int16_t>({-300})))),
        ElementsAre(-300));
    EXPECT_THAT(
        doublesOf(readArray(npyBytes(npyHeader("<i8", "(1,)"), rawBytes<std::int64_t>({-7})))),
        ElementsAre(-7));
    EXPECT_THAT(doublesOf(readArray(npyBytes(npyHeader("|b1", "(2,)"), std::string("\1\0", 2)))),
                ElementsAre(1, 0));
}

/// Returns small integers and one of 64 bits in the third block that is read.
std::vector<std::int64_t> integersWithOneLarge() {
    std::vector<std::int64_t> values(200'000);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<std::int64_t>(i % 1000) - 500;
    values[150'001] = std::int64_t{1} << 40;
    return values;
}

TEST(NpyReader, integersAreAsWideAsTheirLargestNeeds) {
    const auto valuesOf = [](const std::vector<std::int64_t>& values) {
        const std::string shape = "(" + std::to_string(values.size()) + ",)";
        return readArray(npyBytes(npyHeader("<i8", shape), rawBytes(values))).value().values;
    };
    EXPECT_THAT(std::get<std::vector<std::int16_t>>(valuesOf({-32768, 32767})),
                ElementsAre(-32768, 32767));
    EXPECT_THAT(std::get<std::vector<std::int32_t>>(valuesOf({-1, 32768})), ElementsAre(-1, 32768));
    EXPECT_TRUE(std::holds_alternative<std::vector<std::int64_t>>(valuesOf({2147483648LL})));
    const auto values = integersWithOneLarge();
    EXPECT_EQ(std::get<std::vector<std::int64_t>>(valuesOf(values)), values);
}

TEST(NpyReader, integersThatTurnOutLargeKeepTheirPlaceInFortranOrderAndFromPipes) {
    const auto values = integersWithOneLarge();
    const std::string bytes = npyBytes(npyHeader("<i8", "(2, 100000)", true), rawBytes(values));
    MemorySource memory(bytes);
    const std::string packed = gzipBytes(bytes);
    const auto pipe = gzipContent(std::make_unique<MemorySource>(packed));
    ASSERT_FALSE(pipe->size());
    for (ByteSource* source : {static_cast<ByteSource*>(&memory), pipe.get()}) {
        const auto array = readNpy(*source, {});
        ASSERT_TRUE(array) << describe(array.error());
        const auto& read = std::get<std::vector<std::int64_t>>(array.value().values);
        for (std::size_t i = 0; i < values.size(); ++i)
            ASSERT_EQ(read[i % 2 * 100'000 + i / 2], values[i]) << i;
    }
}

TEST(NpyReader, aHugeDeclaredShapeAsksForNoMemory) {
    const auto array = readArray(npyBytes(npyHeader("<f8", "(1000000000000000,)"), "12345678"));
    ASSERT_FALSE(array);
    EXPECT_THAT(array.error().detail, HasSubstr("truncated"));
    EXPECT_FALSE(readArray(npyBytes(npyHeader("<f8", "(99999999999999999999,)"), "")));
    EXPECT_FALSE(readArray(npyBytes(npyHeader("<f8", "(4294967296, 4294967296)"), "")));
    EXPECT_FALSE(readArray(npyBytes(npyHeader("<f8", "(0, 1000000000000)"), "")));
    EXPECT_FALSE(readArray(npyBytes(npyHeader("<f8", "(3, 0)"), "")));
}

TEST(NpyReader, sizesThatDisagreeAreRefused) {
    EXPECT_FALSE(readArray(npyBytes(npyHeader("<f8", "(2,)"), rawBytes<double>({1}))));
    EXPECT_FALSE(readArray(npyBytes(npyHeader("<f8", "(1,)"), rawBytes<double>({1, 2}))));
}

TEST(NpyReader, everyTruncationIsAnError) {
    const std::string whole = npyBytes(npyHeader("<f8", "(2, 1)"), rawBytes<double>({1, 2}));
    for (std::size_t size = 6; size < whole.size(); ++size) {
        EXPECT_FALSE(readArray(whole.substr(0, size))) << size;
    }
    EXPECT_TRUE(readArray(whole));
}

TEST(NpyReader, everyKeyOfTheHeaderIsReportedOnce) {
    const auto twice = readArray(
        npyBytes("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), 'shape': (1,), }",
                 rawBytes<double>({1, 2})));
    ASSERT_FALSE(twice);
    EXPECT_THAT(twice.error().detail, HasSubstr("'shape' twice"));
    const auto missing =
        readArray(npyBytes("{'descr': '<f8', 'shape': (2,), }", rawBytes<double>({1, 2})));
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().detail, HasSubstr("fortran_order"));
}

TEST(NpyReader, everyBentByteIsReadOrRefused) {
    const std::string whole = npyBytes(npyHeader("<f8", "(2, 1)"), rawBytes<double>({1, 2}));
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const char c : std::string_view("\0',(){}<>|0589 \n\xFF", 18)) {
            std::string bent = whole;
            bent[at] = c;
            const auto array = readArray(bent);
            if (array) {
                EXPECT_EQ(array.value().shape.front(), 2U) << bent;
            } else {
                EXPECT_FALSE(array.error().detail.empty()) << bent;
            }
        }
    }
}

TEST(NpyReader, typesThatAreNotReadAreNamed) {
    for (const char* descr : {"<c16", "<U0", "<M8[s]", "<f16", "<i3", "|V8", ""}) {
        EXPECT_FALSE(readArray(npyBytes(npyHeader(descr, "(1,)"), std::string(32, '\0')))) << descr;
    }
    const auto objects = readArray(npyBytes(npyHeader("|O", "(1,)"), "\x80\x04"));
    ASSERT_FALSE(objects);
    EXPECT_THAT(objects.error().detail, HasSubstr("pickled"));
    const auto fields = readArray(
        npyBytes("{'descr': [('p', '<f8'), ('y', '<i4')], 'fortran_order': False, 'shape': (2,)}",
                 std::string(24, '\0')));
    ASSERT_FALSE(fields);
    EXPECT_THAT(fields.error().detail, HasSubstr("structured"));
    EXPECT_FALSE(readArray(npyBytes(npyHeader("<f8", "(1, 1, 1, 1, 1)"), rawBytes<double>({1}))));
    EXPECT_FALSE(readArray(npyBytes(npyHeader("<f8", "()"), rawBytes<double>({1}))));
}

TEST(NpyReader, brokenHeadersAreErrors) {
    for (const char* header : {"", "{", "{}", "{'descr': '<f8'}",
                               "{'descr': '<f8', 'fortran_order': Maybe, 'shape': ()}",
                               "{'descr': '<f8', 'fortran_order': False, 'shape': (1", "[1, 2]",
                               "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}",
                               "{'descr': [, 'shape': (1,)}", "{'other': 1}"}) {
        EXPECT_FALSE(readArray(npyBytes(header, rawBytes<double>({1})))) << header;
    }
}

}  // namespace
}  // namespace diagonal
