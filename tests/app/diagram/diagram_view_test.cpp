// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/diagram_view.h"

#include <QImage>
#include <gtest/gtest.h>

#include "tests/app/support.h"

namespace diagonal {
namespace {

using testing::coreReport;
using testing::kCancer;
using testing::kDigits;
using testing::sample;

/// Everything that determines the picture of a view.
struct Shown {
    const char* what;
    std::shared_ptr<const Report> report;
    Theme theme = Theme::Light;
    QSize size = {700, 800};
};

void show(const Shown& shown, DiagramView& view) {
    view.resize(shown.size);
    view.setTheme(shown.theme);
    view.setReport(shown.report);
}

QImage pictureOf(DiagramView& view) {
    return view.grab().toImage();
}

TEST(DiagramView, isThePictureOfAViewThatNeverShowedAnythingElse) {
    const auto ofBins = [](std::size_t bins, DiagramKind kind = DiagramKind::Bars) {
        AnalysisSettings settings;
        settings.binCount = bins;
        settings.diagram = kind;
        return coreReport(sample(kDigits), settings);
    };
    const auto cancer = coreReport(sample(kCancer));
    const auto digits = coreReport(sample(kDigits));
    const Shown all[] = {{"bars", cancer},
                         {"another file", digits},
                         {"dark", digits, Theme::Dark},
                         {"narrow bins", ofBins(100), Theme::Dark},
                         {"gaps", ofBins(14, DiagramKind::Gaps), Theme::Dark},
                         {"gaps of other ticks", ofBins(3, DiagramKind::Gaps), Theme::Dark},
                         {"hatched", ofBins(30), Theme::Light, {800, 800}},
                         {"no room for hatches", ofBins(29), Theme::Light, {460, 520}},
                         {"small", digits, Theme::Dark, {460, 520}},
                         {"nothing", nullptr, Theme::Dark, {460, 520}},
                         {"bars again", cancer}};
    DiagramView kept;
    QImage before;
    for (const Shown& shown : all) {
        show(shown, kept);
        DiagramView fresh;
        show(shown, fresh);
        const QImage picture = pictureOf(kept);
        EXPECT_EQ(picture, pictureOf(fresh)) << shown.what;
        EXPECT_NE(picture, before) << shown.what;
        before = picture;
    }
}

TEST(DiagramView, showsHeldAxesUntilTheyAreLetGo) {
    AnalysisSettings few;
    few.binCount = 2;
    DiagramView view;
    view.resize(700, 800);
    view.setReport(coreReport(sample(kCancer), few));
    view.holdAxes(true);
    view.setReport(coreReport(sample(kCancer)));
    const QImage held = pictureOf(view);
    view.holdAxes(false);
    const QImage released = pictureOf(view);
    EXPECT_NE(held, released);

    DiagramView fresh;
    fresh.resize(700, 800);
    fresh.setReport(coreReport(sample(kCancer)));
    EXPECT_EQ(released, pictureOf(fresh));
}

}  // namespace
}  // namespace diagonal
