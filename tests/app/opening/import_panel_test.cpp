// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/opening/import_panel.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QtTest/QTest>
#include <gtest/gtest.h>

#include "app/opening/preview_table.h"
#include "core/reading/import_choices.h"
#include "core/reading/prediction_reader.h"

namespace diagonal {
namespace {

std::shared_ptr<const FilePreview> previewOf(const std::string& text,
                                             const ReadOptions& options = {}) {
    std::shared_ptr<const FilePreview> out;
    ReadObserver observer;
    observer.preview = [&](const FilePreview& preview) {
        out = std::make_shared<const FilePreview>(preview);
    };
    std::ignore =
        readPredictions(std::make_unique<MemorySource>(text), "file", options, observer).hasValue();
    return out;
}

std::string wideTable(int classes) {
    std::string header = "id,";
    std::string row = "7,";
    for (int k = 0; k < classes; ++k) {
        header += "prob_" + std::to_string(k) + ",";
        row += k == 0 ? "1," : "0,";
    }
    return header + "label\n" + row + "0\n" + row + "0\n";
}

TEST(PreviewTable, showsRolesAboveTheFirstRows) {
    PreviewTable table;
    const QAbstractItemModelTester tester(table.previewModel());
    table.setPreview(previewOf("id,y_true,y_prob\na,1,.75\nb,0,.25\n"));
    PreviewModel* model = table.previewModel();
    EXPECT_EQ(model->rowCount(), 2);
    EXPECT_EQ(model->roleOf(0), std::nullopt);
    EXPECT_EQ(model->roleOf(1), ColumnRole::Label);
    EXPECT_EQ(model->roleOf(2), ColumnRole::Probability);
    EXPECT_EQ(model->index(1, 2).data().toString(), QStringLiteral(".25"));
    EXPECT_EQ(model->headerData(1, Qt::Horizontal, Qt::AccessibleTextRole).toString(),
              QStringLiteral("y_true, True label"));
}

TEST(PreviewTable, ofManyScoresTheFirstAndLastAreShownAndTheLabelAlways) {
    PreviewTable table;
    table.setPreview(previewOf(wideTable(1000)));
    EXPECT_EQ(table.previewModel()->columnCount(), 7);
    EXPECT_EQ(table.previewModel()->hiddenColumns(), 995U);
    EXPECT_EQ(table.previewModel()->roleOf(6), ColumnRole::Label);
}

class ImportPanelTest : public ::testing::Test {
protected:
    ImportPanelTest() {
        QObject::connect(&m_panel, &ImportPanel::optionsEdited, &m_panel,
                         [this](const ReadOptions& options) { m_edited.push_back(options); });
    }
    void show(const std::string& text, const ReadOptions& options = {}) {
        m_panel.showFile(QStringLiteral("file.csv"), previewOf(text, options), options);
    }
    ImportPanel m_panel;
    std::vector<ReadOptions> m_edited;
};

TEST_F(ImportPanelTest, anotherRoleMakesEveryRoleExplicit) {
    show("y_true,other,y_prob\n1,0,.75\n0,1,.25\n");
    Q_EMIT m_panel.table()->roleChosen(1, ColumnRole::Label);
    ASSERT_EQ(m_edited.size(), 1U);
    EXPECT_TRUE(m_edited[0].onlyChosenColumns);
    ASSERT_EQ(m_edited[0].columns.size(), 2U);
    EXPECT_EQ(m_edited[0].columns[0], (RoleChoice{ColumnRole::Probability, "y_prob"}));
    EXPECT_EQ(m_edited[0].columns[1], (RoleChoice{ColumnRole::Label, "other"}));
}

TEST_F(ImportPanelTest, scoreRolesThatExcludeEachOtherGiveWay) {
    show("label,prob_a,prob_b\na,.75,.25\nb,.5,.5\n");
    Q_EMIT m_panel.table()->roleChosen(1, ColumnRole::Confidence);
    ASSERT_EQ(m_edited.size(), 1U);
    ASSERT_EQ(m_edited[0].columns.size(), 2U);
    EXPECT_EQ(m_edited[0].columns[1], (RoleChoice{ColumnRole::Confidence, "prob_a"}));
}

TEST_F(ImportPanelTest, classesKeepTheirOrderWhenOneMoreComes) {
    show("label,prob_a,prob_b,rest\na,.5,.25,.25\nb,.25,.5,.25\n");
    Q_EMIT m_panel.table()->roleChosen(3, ColumnRole::Score);
    const std::vector<RoleChoice>& columns = m_edited.at(0).columns;
    ASSERT_EQ(columns.size(), 4U);
    EXPECT_EQ(columns[1].column, "prob_a");
    EXPECT_EQ(columns[3], (RoleChoice{ColumnRole::Score, "rest"}));
}

TEST_F(ImportPanelTest, whatTheDialectSaysIsShownAndCanBeChanged) {
    show("label;p0;p1\n1;0,25;0,75\n0;0,5;0,5\n");
    QComboBox* delimiter = nullptr;
    for (QComboBox* box : m_panel.findChildren<QComboBox*>()) {
        if (box->itemText(0).contains(QStringLiteral("semicolon"))) delimiter = box;
    }
    ASSERT_TRUE(delimiter);
    EXPECT_EQ(delimiter->currentIndex(), 0);
    delimiter->setCurrentIndex(1);
    Q_EMIT delimiter->activated(1);
    ASSERT_EQ(m_edited.size(), 1U);
    EXPECT_EQ(m_edited[0].dialect.delimiter, ',');
}

TEST_F(ImportPanelTest, adviceNamesControlsNotOptions) {
    m_panel.showProblem({ErrorKind::Unclear,
                         "several columns could hold the true labels: 'a', 'b'",
                         "/data/f.csv",
                         0,
                         {},
                         {nameColumn("label")}});
    EXPECT_EQ(m_panel.sentence(),
              QStringLiteral("f.csv: several columns could hold the true labels: 'a', 'b'. Give "
                             "the right column the role True label. Click the role above a column "
                             "to change it."));
    m_panel.showProblem({ErrorKind::Unclear,
                         "the rows do not sum to 1",
                         "f.csv",
                         3,
                         {},
                         {setOption(Setting::Scores, "logits", "if they are logits"),
                          nameColumn("probability", "for one class alone", "p1")}});
    EXPECT_EQ(m_panel.sentence(),
              QStringLiteral("f.csv:3: the rows do not sum to 1. If they are logits, set Scores "
                             "are to Logits; for one class alone, give the column 'p1' the role "
                             "Probability. Click the role above a column to change it."));
}

TEST_F(ImportPanelTest, adviceThatNamesColumnsIsFollowedByOneClick) {
    const std::string text = "x,flag,p\n1,0,.75\n2,1,.25\n";
    show(text);
    m_panel.showProblem(
        {ErrorKind::Unclear,
         "'flag' and 'p' could",
         "f.csv",
         0,
         {},
         {{"if they do",
           {{Setting::ColumnRole, "label", "flag"}, {Setting::ColumnRole, "probability", "p"}}}}});
    QPushButton* use = nullptr;
    for (QPushButton* button : m_panel.findChildren<QPushButton*>()) {
        if (button->text() == QStringLiteral("Use these two") && !button->isHidden()) use = button;
    }
    ASSERT_TRUE(use);
    use->click();
    ASSERT_EQ(m_edited.size(), 1U);
    EXPECT_EQ(m_edited[0].columns, (std::vector<RoleChoice>{{ColumnRole::Label, "flag"},
                                                            {ColumnRole::Probability, "p"}}));
    m_panel.showProblem({ErrorKind::Unclear, "no labels", "f.csv", 0, {}, {nameColumn("label")}});
    EXPECT_TRUE(use->isHidden()) << "only the user knows the column";
}

TEST_F(ImportPanelTest, theMessageKeepsItsHeight) {
    show("label,p\n1,.75\n0,.25\n");
    auto* message = m_panel.findChild<QPlainTextEdit*>();
    ASSERT_TRUE(message);
    const int before = message->height();
    m_panel.showProblem({ErrorKind::Unclear, std::string(2000, 'x'), "f.csv"});
    EXPECT_EQ(message->height(), before);
}

TEST_F(ImportPanelTest, aColumnCanBeAnotherModel) {
    const std::string text = "label,p,other\n1,.75,.5\n0,.25,.5\n";
    ReadOptions options;
    options.columns = {{ColumnRole::Label, "label"}, {ColumnRole::Probability, "p"}};
    options.onlyChosenColumns = true;
    show(text, options);
    EXPECT_FALSE(m_panel.table()->previewModel()->mayBeOtherModel(1)) << "it is shown";
    ASSERT_TRUE(m_panel.table()->previewModel()->mayBeOtherModel(2));
    Q_EMIT m_panel.table()->otherModelChosen(2);
    ASSERT_EQ(m_edited.size(), 1U);
    const auto preview = previewOf(text, m_edited[0]);
    const auto models = modelsIn(*preview);
    ASSERT_EQ(models.size(), 2U);
    EXPECT_EQ(models[0].name, "p") << "stays the one that is shown";
    EXPECT_EQ(models[1].name, "other");
}

TEST(PreviewTable, tellsTheClassesOfAFileThatWasRead) {
    PreviewTable table;
    table.setPreview(previewOf("label,prob_cat,prob_dog\ncat,.75,.25\ndog,.5,.5\n"));
    EXPECT_EQ(table.previewModel()->roleTextOf(1), QStringLiteral("Class score"));
    DatasetSummary dataset;
    dataset.classNames = {"cat", "dog"};
    table.showClasses(dataset);
    EXPECT_EQ(table.previewModel()->roleTextOf(0), QStringLiteral("True label: cat, dog"));
    EXPECT_EQ(table.previewModel()->roleTextOf(2), QStringLiteral("Score: dog"));
}

}  // namespace
}  // namespace diagonal
