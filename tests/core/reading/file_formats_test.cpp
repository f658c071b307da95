// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/file_formats.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace diagonal {
namespace {

TEST(FileFormats, holdEveryContainerThatIsNotCompressed) {
    std::set<Container> containers;
    for (const FileFormat& format : fileFormats()) {
        EXPECT_TRUE(containers.insert(format.container).second);
        EXPECT_EQ(&formatOf(format.container), &format);
        EXPECT_TRUE(format.readColumns && format.readLabels && format.holdsLabelsOnly &&
                    format.lacksLabels);
        EXPECT_FALSE(format.extensions.empty());
    }
    EXPECT_EQ(containers, (std::set{Container::Text, Container::Json, Container::Npy,
                                    Container::Zip, Container::Safetensors}));
}

TEST(FileFormats, namesOfDataFilesAreTheirExtensions) {
    for (const char* name : {"preds.csv", "PREDS.CSV", "a.jsonl.gz", "logits.npy.zst", "w.npz"})
        EXPECT_TRUE(namesData(name)) << name;
    for (const char* name : {"readme.txt", "a.gz", ".csv", "model.pkl", "csv"})
        EXPECT_FALSE(namesData(name)) << name;
}

}  // namespace
}  // namespace diagonal
