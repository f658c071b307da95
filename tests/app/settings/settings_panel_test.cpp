// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/settings_panel.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <QAccessible>
#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QtTest/QTest>
#include <gtest/gtest.h>

#include "app/settings/marked_slider.h"
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

/// What is chosen in a box is what the box shows afterwards, and no other item is the same.
TEST(SettingsPanel, everyItemOfABoxIsTheSettingThatItNames) {
    SettingsPanel panel;
    const auto report = coreReport(sample(kDigits));
    panel.showSettings(report->settings);
    panel.showReport(*report);
    int items = 0;
    for (QComboBox* box : panel.findChildren<QComboBox*>()) {
        std::vector<AnalysisSettings> chosen;
        for (int i = 0; i < box->count(); ++i) {
            if (!box->itemData(i).isValid()) continue;
            const QString name = box->itemText(i);
            panel.showSettings(report->settings);
            panel.showReport(*report);
            QSignalSpy edited(&panel, &SettingsPanel::settingsEdited);
            box->setCurrentIndex(i);
            Q_EMIT box->activated(i);
            chosen.push_back(edited.isEmpty() ? report->settings
                                              : edited.back()[0].value<AnalysisSettings>());
            panel.showSettings(chosen.back());
            if (chosen.back().view != report->settings.view)
                panel.showReport(*coreReport(sample(kDigits), chosen.back()));
            EXPECT_EQ(box->currentText(), name) << box->accessibleName().toStdString();
            const auto same = std::ranges::count(chosen, chosen.back());
            EXPECT_EQ(same, 1) << name.toStdString() << " is what another item is";
            ++items;
        }
    }
    EXPECT_GE(items, 30);
}

TEST(SettingsPanel, whatCannotBeScaledIsDisabledAndSaysWhy) {
    SettingsPanel panel;
    const testing::TemporaryFolder folder;
    const auto file = folder.write("c.csv", "confidence,correct\n.9,1\n.6,0\n");
    panel.showReport(*coreReport(QString::fromStdString(file)));
    EXPECT_FALSE(panel.temperatureSlider()->isEnabled());
    EXPECT_TRUE(panel.temperatureSlider()->toolTip().contains(QLatin1String("all classes")));
}

TEST(SettingsPanel, noTemperatureIsFittedToRowsThatTheModelChose) {
    SettingsPanel panel;
    const auto buttons = panel.findChildren<QPushButton*>();
    const auto fit = std::ranges::find(buttons, QStringLiteral("Fi&t"), &QPushButton::text);
    ASSERT_NE(fit, buttons.end());
    AnalysisSettings settings;
    panel.showReport(*coreReport(sample(kDigits), settings));
    EXPECT_TRUE((*fit)->isEnabled());
    settings.where.confidence = Interval{.8, 1};
    panel.showReport(*coreReport(sample(kDigits), settings));
    EXPECT_FALSE((*fit)->isEnabled());
    EXPECT_TRUE((*fit)->toolTip().contains(QLatin1String("chosen by what the model predicts")));
    EXPECT_TRUE(panel.temperatureSlider()->isEnabled()) << "one may be stated";
}

void drag(MarkedSlider& slider, int to) {
    const auto at = [&](int value) {
        return QPoint(static_cast<int>(std::lround(slider.position(value))), slider.height() / 2);
    };
    QTest::mousePress(&slider, Qt::LeftButton, {}, at(slider.value()));
    QTest::mouseMove(&slider, at(to));
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, at(to));
}

TEST(SettingsPanel, theSlidersShowTheProfilesAndADragSnapsToTheLowestNll) {
    SettingsPanel panel;
    panel.resize(800, 500);
    panel.show();
    const auto report = coreReport(sample(kDigits), {}, ReportPlan::behindSliders());
    panel.showReport(*report);
    MarkedSlider& bins = *panel.binSlider();
    ASSERT_EQ(bins.landscape().lines.size(), 1U);
    EXPECT_EQ(bins.landscape().lines[0].points.size(), 100U);
    EXPECT_EQ(bins.landscape().band.points.size(), 100U);
    MarkedSlider& temperature = *panel.temperatureSlider();
    ASSERT_EQ(temperature.landscape().lines.size(), 2U);

    const double lowest = *report->temperatureProfile->leastNll;
    QSignalSpy edited(&panel, &SettingsPanel::settingsEdited);
    drag(temperature, temperatureStep(lowest) + 1);
    ASSERT_GT(edited.count(), 0);
    EXPECT_EQ(edited.back()[0].value<AnalysisSettings>().temperature, lowest);
    // Keys reach every step.
    QTest::keyClick(&temperature, Qt::Key_Right);
    EXPECT_NE(edited.back()[0].value<AnalysisSettings>().temperature, lowest);
}

TEST(SettingsPanel, profilesOfAnotherFileGo) {
    SettingsPanel panel;
    panel.showReport(*coreReport(sample(kDigits), {}, ReportPlan::behindSliders()));
    AnalysisSettings warmer;
    warmer.temperature = 2;
    panel.showReport(*coreReport(sample(kDigits), warmer));
    EXPECT_FALSE(panel.binSlider()->landscape().lines.empty());
    panel.showReport(*coreReport(sample(testing::kCancer)));
    EXPECT_TRUE(panel.binSlider()->landscape().lines.empty());
    EXPECT_TRUE(panel.temperatureSlider()->landscape().lines.empty());
}

TEST(SettingsPanel, screenReadersAreToldTheTemperature) {
    SettingsPanel panel;
    AnalysisSettings settings;
    settings.temperature = 2.5;
    panel.showSettings(settings);
    QAccessibleInterface* slider = QAccessible::queryAccessibleInterface(panel.temperatureSlider());
    ASSERT_TRUE(slider);
    EXPECT_EQ(slider->role(), QAccessible::Slider);
    EXPECT_EQ(slider->text(QAccessible::Name), QStringLiteral("Temperature"));
    EXPECT_NEAR(slider->text(QAccessible::Value).toDouble(), 2.5, .01);
    ASSERT_TRUE(slider->valueInterface());
    EXPECT_NEAR(slider->valueInterface()->maximumValue().toDouble(), 12.8, 1e-9);
    slider->valueInterface()->setCurrentValue(4.0);
    EXPECT_EQ(panel.temperatureSlider()->value(), temperatureStep(4));
    QAccessibleInterface* bins = QAccessible::queryAccessibleInterface(panel.binSlider());
    EXPECT_EQ(bins->text(QAccessible::Value), QStringLiteral("15"));
}

TEST(SettingsPanel, arrowKeysStepTheTemperatureByAHundredth) {
    SettingsPanel panel;
    AnalysisSettings settings;
    settings.temperature = 1;
    panel.showSettings(settings);
    QSignalSpy edited(&panel, &SettingsPanel::settingsEdited);
    const auto press = [&](Qt::Key key) {
        QTest::keyClick(panel.temperatureSlider(), key);
        return edited.last().at(0).value<AnalysisSettings>().temperature;
    };
    EXPECT_DOUBLE_EQ(press(Qt::Key_Right), 1.01);
    EXPECT_DOUBLE_EQ(press(Qt::Key_Right), 1.02);
    EXPECT_DOUBLE_EQ(press(Qt::Key_Left), 1.01);
    settings.temperature = 2.1347;
    panel.showSettings(settings);
    EXPECT_DOUBLE_EQ(press(Qt::Key_Right), 2.14);
}

TEST(SettingsPanel, moreBinsThanThereAreBecomeTheMost) {
    SettingsPanel panel;
    QSignalSpy edited(&panel, &SettingsPanel::settingsEdited);
    auto* box = panel.findChild<QSpinBox*>();
    box->selectAll();
    QTest::keyClicks(box, QStringLiteral("99999"));
    EXPECT_EQ(box->text(), QStringLiteral("99999"));
    QTest::keyClick(box, Qt::Key_Return);
    ASSERT_EQ(edited.count(), 1);
    EXPECT_EQ(edited.last().at(0).value<AnalysisSettings>().binCount, 10000U);
}

TEST(SettingsPanel, aProfileIsADiagramOfItsOwn) {
    SettingsPanel panel;
    AnalysisSettings settings;
    settings.diagram = DiagramKind::Gaps;
    settings.profile = ProfileKind::Temperature;
    panel.showSettings(settings);
    QComboBox* box = nullptr;
    for (auto* candidate : panel.findChildren<QComboBox*>()) {
        if (candidate->findText(QStringLiteral("ECE by number of bins")) >= 0) box = candidate;
    }
    ASSERT_TRUE(box);
    EXPECT_EQ(box->currentText(), QStringLiteral("NLL and ECE by temperature"));
    QSignalSpy edited(&panel, &SettingsPanel::settingsEdited);
    Q_EMIT box->activated(box->findText(QStringLiteral("Gaps")));
    ASSERT_EQ(edited.count(), 1);
    EXPECT_FALSE(edited[0][0].value<AnalysisSettings>().profile);
    EXPECT_EQ(edited[0][0].value<AnalysisSettings>().diagram, DiagramKind::Gaps);
}

}  // namespace
}  // namespace diagonal
