// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/results/bin_table.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <gtest/gtest.h>

#include "tests/app/support.h"

namespace diagonal {
namespace {

using testing::coreReport;
using testing::kDigits;
using testing::sample;

std::shared_ptr<const Report> withBins(std::size_t count) {
    AnalysisSettings settings;
    settings.binCount = count;
    return coreReport(sample(kDigits), settings);
}

TEST(BinTableModel, keepsTheRulesOfModelsWhileBinsChange) {
    BinTableModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    for (const std::size_t count : {15UL, 40UL, 3UL}) {
        model.setReport(withBins(count));
        EXPECT_EQ(model.rowCount(), static_cast<int>(count));
    }
    model.setReport(nullptr);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(BinTableModel, showsTheNumbersOfTheReport) {
    BinTableModel model;
    model.setReport(withBins(15));
    const auto text = [&](int row, int column) {
        return model.index(row, column).data().toString();
    };
    EXPECT_EQ(text(13, BinTableModel::Range), QStringLiteral("0.867–0.933"));
    EXPECT_EQ(text(13, BinTableModel::Count), QStringLiteral("47"));
    EXPECT_EQ(text(13, BinTableModel::Confidence), QStringLiteral("0.904"));
    EXPECT_EQ(text(13, BinTableModel::Accuracy), QStringLiteral("0.489"));
    EXPECT_EQ(text(13, BinTableModel::Gap), QStringLiteral("−0.415"));
    EXPECT_EQ(text(0, BinTableModel::Count), QStringLiteral("0"));
    EXPECT_EQ(text(0, BinTableModel::Accuracy), QString());
}

TEST(BinTable, tellsWhatTheUserSelectsOnly) {
    BinTable table;
    table.setReport(withBins(15));
    QSignalSpy selected(&table, &BinTable::binSelected);
    table.setSelectedBin(4);
    EXPECT_EQ(table.selectedBin(), 4U);
    EXPECT_EQ(selected.count(), 0);
    table.selectRow(5);
    EXPECT_EQ(selected.count(), 1);
    table.setSelectedBin(std::nullopt);
    EXPECT_EQ(table.selectedBin(), std::nullopt);
}

}  // namespace
}  // namespace diagonal
