// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/file_formats.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

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
}

TEST(FileFormats, areThoseOfTheDesktopFile) {
    std::string types;
    for (const FileFormat& format : fileFormats())
        types += format.mimeTypes;
    std::ifstream file(DIAGONAL_DESKTOP_FILE);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    EXPECT_NE(text.find("\nMimeType=" + types + "\n"), std::string::npos) << types;
}

TEST(FileFormats, namesOfDataFilesAreTheirExtensions) {
    for (const char* name : {"preds.csv", "PREDS.CSV", "a.jsonl.gz", "logits.npy.zst", "w.npz"})
        EXPECT_TRUE(namesData(name)) << name;
    for (const char* name : {"readme.txt", "a.gz", ".csv", "model.pkl", "csv"})
        EXPECT_FALSE(namesData(name)) << name;
}

}  // namespace
}  // namespace diagonal
