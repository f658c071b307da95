// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

#include "core/reading/prediction_reader.h"
#include "core/reporting/detailed_report.h"
#include "tests/core/analysed.h"
#include "tests/core/threaded_for.h"

namespace diagonal::testing {

/// A unique temporary folder, deleted with the object.
class TemporaryFolder {
public:
    TemporaryFolder() {
        static std::atomic<int> count = 0;
        m_path = std::filesystem::temp_directory_path() /
                 ("diagonal-test-" + std::to_string(::getpid()) + "-" + std::to_string(++count));
        std::filesystem::create_directories(m_path);
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::string path(const std::string& name) const { return (m_path / name).string(); }
    std::string write(const std::string& name, std::string_view bytes) const {
        std::ofstream(path(name), std::ios::binary) << bytes;
        return path(name);
    }

private:
    std::filesystem::path m_path;
};

/// Returns N rows of K scores, row-major; the classes are named "0", "1", ...
inline Predictions classScores(std::vector<double> scores, std::vector<std::int32_t> labels,
                               ScoreKind kind = ScoreKind::Probability) {
    const std::size_t classes = scores.size() / labels.size();
    std::vector<std::string> names;
    for (std::size_t k = 0; k < classes; ++k)
        names.push_back(std::to_string(k));
    auto made = Predictions::make({PredictionForm::ClassScores, kind, false,
                                   ScoreMatrix(std::move(scores), classes), std::move(labels),
                                   std::move(names)});
    return std::move(made).value().predictions;
}

/// Returns N rows with a probability of the positive class.
inline Predictions positiveScores(std::vector<double> scores, std::vector<std::int32_t> labels) {
    auto made = Predictions::make({PredictionForm::PositiveScore,
                                   ScoreKind::Probability,
                                   false,
                                   ScoreMatrix(std::move(scores), 1),
                                   std::move(labels),
                                   {"0", "1"}});
    return std::move(made).value().predictions;
}

inline constexpr View kTopLabel{View::Kind::TopLabel, 0};
inline constexpr View kPositive{View::Kind::PositiveClass, 1};

/// ECE of a view at T = 1.
inline double eceOf(const Predictions& predictions, const View& view, const Binning& binning) {
    return expectedCalibrationError(binned(outcomesAt(predictions, view, 1).sorted, binning, 0.95));
}

/// Returns the data folder of DIAGONAL_SHARED or of its default; empty if it does not exist.
inline std::string sharedData() {
    const char* set = std::getenv("DIAGONAL_SHARED");
    const std::filesystem::path folder =
        std::filesystem::path(set ? set : DIAGONAL_SHARED_DEFAULT) / "data";
    return std::filesystem::is_directory(folder) ? folder.string() : "";
}

#define DIAGONAL_NEEDS_SHARED_DATA()                                       \
    if (::diagonal::testing::sharedData().empty()) {                       \
        GTEST_SKIP() << "needs the real files of " DIAGONAL_SHARED_DEFAULT \
                        "/data (DIAGONAL_SHARED names another place)";     \
    }

/// Returns the records of a small CSV file, the header included. Quotes are dropped; quoted fields
/// must not contain quotes or line breaks.
inline std::vector<std::vector<std::string>> csvRows(const std::string& path) {
    std::ifstream file(path);
    std::vector<std::vector<std::string>> rows;
    for (std::string line; std::getline(file, line);) {
        std::vector<std::string> row(1);
        bool quoted = false;
        for (const char c : line) {
            if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                row.emplace_back();
            } else if (c != '\r') {
                row.back() += c;
            }
        }
        rows.push_back(row);
    }
    return rows;
}

/// A ParallelFor that runs serially in reverse order.
inline void backwards(std::size_t count, const std::function<void(std::size_t)>& body) {
    for (std::size_t i = count; i-- > 0;)
        body(i);
}

}  // namespace diagonal::testing
