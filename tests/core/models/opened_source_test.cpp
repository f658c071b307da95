// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/opened_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/support.h"

namespace diagonal {
namespace {

using ::testing::HasSubstr;

class OpenedSources : public ::testing::Test {
protected:
    /// Two columns can be the score: p is detected, q is meant.
    OpeningRequest request() {
        return {{m_folder.write("p.csv", "p,q,site,label\n.2,.4,a,0\n.7,.9,b,1\n.6,.1,b,0\n"), {}}};
    }

    /// Returns what is remembered for the columns of a request.
    static std::shared_ptr<const RememberedOptions> rememberedFor(const OpeningRequest& request,
                                                                  const std::string& score) {
        ReadOptions options;
        options.columns = {{ColumnRole::Probability, score}, {ColumnRole::Label, "label"}};
        return std::make_shared<const RememberedOptions>(
            RememberedOptions{{opened(request).signature, options}});
    }

    testing::TemporaryFolder m_folder;
};

TEST_F(OpenedSources, areReadWithTheOptionsRememberedForTheirColumns) {
    OpeningRequest asked = request();
    asked.remembered = rememberedFor(asked, "q");
    asked.where = {.groups = {{"site", "b"}}};
    const OpenedSource source = opened(asked);
    ASSERT_TRUE(source.dataset);
    const Dataset& rows = *source.dataset.value();
    EXPECT_TRUE(rows.summary.isReadLikeBefore);
    EXPECT_EQ(source.preview->roles.scores, std::vector<std::size_t>{1});
    EXPECT_EQ(source.options.columns, asked.remembered->begin()->second.columns);
    EXPECT_FALSE(source.signature.empty());
    EXPECT_FALSE(lacksColumn(rows, asked.where));
}

TEST_F(OpenedSources, areReadAsDetectedIfTheRememberedOptionsFail) {
    OpeningRequest asked = request();
    asked.remembered = rememberedFor(asked, "gone");
    const OpenedSource source = opened(asked);
    ASSERT_TRUE(source.dataset);
    EXPECT_FALSE(source.dataset.value()->summary.isReadLikeBefore);
    EXPECT_TRUE(source.options.columns.empty());
}

TEST_F(OpenedSources, ofAnotherModelMayLackItsColumnOfClusters) {
    OpeningRequest asked = request();
    asked.options.columns = {{ColumnRole::Cluster, "patient"}, {ColumnRole::Probability, "p"}};
    const OpenedSource refused = opened(asked);
    ASSERT_FALSE(refused.dataset);
    EXPECT_THAT(refused.dataset.error().detail, HasSubstr("no column 'patient'"));
    asked.isOfOther = true;
    const OpenedSource source = opened(asked);
    ASSERT_TRUE(source.dataset);
    EXPECT_EQ(source.options.columns, std::vector<RoleChoice>({{ColumnRole::Probability, "p"}}))
        << "what is left can be read alone";
    for (const char* column : {"site", "3"}) {
        asked.options.columns.front().column = column;
        EXPECT_EQ(opened(asked).options.columns, asked.options.columns);
    }
}

TEST_F(OpenedSources, showAColumnThatIsAGroupAndTheClusterAsTheCluster) {
    OpeningRequest asked = request();
    asked.options.columns = {{ColumnRole::Group, "site"}, {ColumnRole::Cluster, "site"}};
    const OpenedSource source = opened(asked);
    ASSERT_TRUE(source.preview);
    EXPECT_EQ(rolesByColumn(*source.preview)[2], ColumnRole::Cluster);
}

TEST_F(OpenedSources, ofAnotherModelThatLacksTheClustersAreDetectedAsIfNoneWereChosen) {
    OpeningRequest asked = request();
    asked.remembered = rememberedFor(asked, "q");
    asked.options.columns = {{ColumnRole::Cluster, "patient"}};
    asked.isOfOther = true;
    ASSERT_TRUE(opened(asked).dataset);
    EXPECT_TRUE(opened(asked).dataset.value()->summary.isReadLikeBefore);
    asked.files.predictions = m_folder.write("bins.csv",
                                             "lower,upper,count,accuracy,confidence\n"
                                             "0,.5,40,.3,.25\n.5,1,60,.7,.75\n");
    const OpenedSource bins = opened(asked);
    ASSERT_TRUE(bins.dataset) << bins.dataset.error().detail;
    EXPECT_TRUE(bins.dataset.value()->summary.areBins());
}

}  // namespace
}  // namespace diagonal
