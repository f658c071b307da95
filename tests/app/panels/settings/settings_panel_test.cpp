// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/settings/settings_panel.h"

#include <QSignalSpy>
#include <gtest/gtest.h>

#include "app/panels/settings/marked_slider.h"
#include "tests/app/support.h"

namespace diagonal {
namespace {

using testing::coreReport;
using testing::kDigits;
using testing::sample;

TEST(TemperatureSlider, isLogarithmicFromATenthToThirteen) {
    EXPECT_EQ(temperatureStep(.1), 0);
    EXPECT_EQ(temperatureStep(12.8), 700);
    EXPECT_EQ(temperatureStep(500), 700);
    EXPECT_EQ(temperatureStep(.2) - temperatureStep(.1),
              temperatureStep(12.8) - temperatureStep(6.4));
    EXPECT_NEAR(temperatureAtStep(temperatureStep(3)), 3, .02);
}

TEST(TemperatureSlider, snapsToOne) {
    for (int away = -4; away <= 4; ++away) {
        EXPECT_EQ(temperatureAtStep(temperatureStep(1) + away), 1);
    }
    EXPECT_NE(temperatureAtStep(temperatureStep(1) + 5), 1);
}

TEST(SettingsPanel, showingSettingsEmitsNothing) {
    SettingsPanel panel;
    QSignalSpy edited(&panel, &SettingsPanel::settingsEdited);
    AnalysisSettings settings;
    settings.binCount = 33;
    settings.temperature = 2;
    panel.showSettings(settings);
    panel.showReport(*coreReport(sample(kDigits), settings));
    EXPECT_EQ(edited.count(), 0);
    EXPECT_EQ(panel.binSlider()->value(), 33);
    EXPECT_EQ(panel.temperatureSlider()->value(), temperatureStep(2));
}

TEST(SettingsPanel, aChangeOfOneSettingKeepsTheOthers) {
    SettingsPanel panel;
    AnalysisSettings settings;
    settings.temperature = 2;
    settings.edgeRule = EdgeRule::LeftClosed;
    panel.showSettings(settings);
    QSignalSpy edited(&panel, &SettingsPanel::settingsEdited);
    panel.binSlider()->setValue(20);
    ASSERT_EQ(edited.count(), 1);
    settings.binCount = 20;
    EXPECT_EQ(edited[0][0].value<AnalysisSettings>(), settings);
}

TEST(SettingsPanel, whatCannotBeScaledIsDisabledAndSaysWhy) {
    SettingsPanel panel;
    const testing::TemporaryFolder folder;
    const auto file = folder.write("c.csv", "confidence,correct\n.9,1\n.6,0\n");
    panel.showReport(*coreReport(QString::fromStdString(file)));
    EXPECT_FALSE(panel.temperatureSlider()->isEnabled());
    EXPECT_TRUE(panel.temperatureSlider()->toolTip().contains(QLatin1String("all classes")));
}

}  // namespace
}  // namespace diagonal
