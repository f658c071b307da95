// SPDX-License-Identifier: GPL-3.0-or-later
// Difficult files in shared/data/nasty, which must be read correctly or refused with a clear error.
#include <gtest/gtest.h>

#include "tests/core/support.h"

namespace diagonal::testing {
namespace {

struct NastyFile {
    std::string name, companion, expected, alternative, rows, classes, ece;
    std::string otherRows, otherEce;
};

std::vector<NastyFile> nastyFiles() {
    std::vector<NastyFile> files;
    if (sharedData().empty()) return files;
    for (const auto& row : csvRows(sharedData() + "/nasty/index.csv")) {
        if (row[0] == "file") continue;
        files.push_back(
            {row[0], row[1], row[3], row[4], row[6], row[7], row[13], row[10], row[12]});
    }
    return files;
}

Result<ReadPredictions> openNasty(const NastyFile& file) {
    const std::string folder = sharedData() + "/nasty/";
    PredictionFiles files{folder + file.name, std::nullopt};
    if (!file.companion.empty()) files.labels = folder + file.companion;
    return readPredictions(files);
}

void expectNumbers(const NastyFile& file, const Dataset& dataset) {
    const bool expected = file.expected == "accept";
    const std::string& rows = expected ? file.rows : file.otherRows;
    const std::string& ece = expected ? file.ece : file.otherEce;
    EXPECT_EQ(std::to_string(dataset.predictions.rows()), rows) << file.name;
    if (!file.classes.empty() && expected) {
        EXPECT_EQ(std::to_string(dataset.summary.classes.value_or(0)), file.classes) << file.name;
    }
    ASSERT_FALSE(ece.empty()) << file.name;
    const bool positive = !expected && dataset.predictions.form() == PredictionForm::PositiveScore;
    EXPECT_NEAR(eceOf(dataset.predictions, positive ? kPositive : kTopLabel, {}), std::stod(ece),
                1e-12)
        << file.name;
}

TEST(NastyFiles, areReadRightlyOrRefusedClearly) {
    DIAGONAL_NEEDS_SHARED_DATA();
    const auto files = nastyFiles();
    ASSERT_EQ(files.size(), 82U);
    for (const NastyFile& file : files) {
        const auto dataset = openNasty(file);
        if (dataset) {
            const bool mayAccept =
                file.expected == "accept" || file.alternative.find("accept") != std::string::npos;
            EXPECT_TRUE(mayAccept) << file.name << " was accepted";
            if (mayAccept) expectNumbers(file, dataset.value());
            continue;
        }
        const Error& error = dataset.error();
        RecordProperty(file.name, describe(error));
        const bool mayRefuse = file.expected == "refuse" || !file.alternative.empty();
        EXPECT_TRUE(mayRefuse) << file.name << " was refused: " << describe(error);
        EXPECT_FALSE(error.detail.empty()) << file.name;
        EXPECT_NE(describe(error).find(file.name), std::string::npos) << describe(error);
    }
}

}  // namespace
}  // namespace diagonal::testing
