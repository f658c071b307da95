// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/label_files.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/reading/bytes/opened_file.h"
#include "core/reading/file_formats.h"
#include "core/reading/table_parts.h"

namespace diagonal {
namespace {

namespace fs = std::filesystem;

constexpr auto kLabelStems = std::to_array<const char*>(
    {"labels", "label", "y_true", "y_test", "targets", "target", "label_ids", "y"});
constexpr auto kScoreStems = std::to_array<const char*>(
    {"logits", "scores", "predictions", "probs", "probabilities", "preds"});

/// Inspects a file before it is read; false for files that cannot be inspected. A pipe cannot: it
/// can be read only once.
bool inspect(const std::string& file, FileFormat::Inspection FileFormat::*inspection,
             const ReadOptions& options) {
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) return false;
    auto open = openedFile(file);
    if (!open) return false;
    const FileFormat& format = formatOf(open.value().container);
    return (format.*inspection)(format, *open.value().source, options);
}

}  // namespace

std::optional<std::string> labelsBeside(const std::string& path) {
    const fs::path file(path);
    const std::string stem = file.stem().string();
    std::vector<std::string> stems;
    for (const std::string_view score : kScoreStems) {
        const auto at = stem.find(score);
        if (at == std::string::npos) continue;
        for (const std::string_view label : kLabelStems) {
            std::string name = stem;
            stems.push_back(name.replace(at, score.size(), label));
        }
    }
    stems.insert(stems.end(), kLabelStems.begin(), kLabelStems.end());
    for (const std::string& name : stems) {
        const fs::path candidate = file.parent_path() / (name + file.extension().string());
        std::error_code ignored;
        if (name != stem && fs::is_regular_file(candidate, ignored)) return candidate.string();
    }
    return std::nullopt;
}

bool holdsLabelsOnly(const std::string& file, const ReadOptions& options) {
    return inspect(file, &FileFormat::holdsLabelsOnly, options);
}

namespace {

/// Returns the data files of a folder, by name: several models, each followed by the labels if the
/// folder holds one file of labels; `name` itself if it is no folder of data, or one of more files
/// than anyone compares.
std::vector<std::string> filesIn(const std::string& name, const ReadOptions& options) {
    std::error_code error;
    if (!fs::is_directory(name, error) || !tablePartsIn(name).empty()) return {name};
    std::vector<std::string> scores;
    std::vector<std::string> labels;
    for (const auto& entry : fs::directory_iterator(name, error)) {
        if (!entry.is_regular_file(error) || !namesData(entry.path().filename().string())) continue;
        const std::string file = entry.path().string();
        (holdsLabelsOnly(file, options) ? labels : scores).push_back(file);
    }
    constexpr std::size_t most = 100;
    if (scores.empty() || scores.size() > most || (scores.size() == 1 && labels.size() > 1))
        return {name};
    std::ranges::sort(scores);
    std::vector<std::string> files;
    for (const std::string& file : scores) {
        files.push_back(file);
        if (labels.size() == 1) files.push_back(labels.front());
    }
    return files;
}

/// Returns true if a file holds only labels. A pipe can be read only once, so it is not inspected
/// but taken for labels if the file before it needs some.
bool bringsLabels(const std::string& file, const std::vector<PredictionFiles>& before,
                  const ReadOptions& options) {
    std::error_code ignored;
    const bool pipe = file == "-" || (fs::exists(file, ignored) && fs::is_fifo(file, ignored));
    if (!pipe) return holdsLabelsOnly(file, options);
    return !before.empty() && !before.back().labels &&
           inspect(before.back().predictions, &FileFormat::lacksLabels, options);
}

/// Returns true if two files of the same folder are called parts of a table.
bool arePartsOfOne(const std::string& first, const std::string& second) {
    const std::string table = tableOfPart(first);
    return !table.empty() && table == tableOfPart(second) &&
           fs::path(first).parent_path() == fs::path(second).parent_path();
}

}  // namespace

std::vector<PredictionFiles> paired(const std::vector<std::string>& named,
                                    const ReadOptions& options) {
    std::vector<std::string> files;
    for (const std::string& name : named)
        std::ranges::copy(filesIn(name, options), std::back_inserter(files));
    std::vector<PredictionFiles> pairs;
    std::optional<std::string> waiting;
    for (const std::string& file : files) {
        if (!pairs.empty() && arePartsOfOne(pairs.back().predictions, file)) {
            pairs.back().moreParts.push_back(file);
            continue;
        }
        if (files.size() > 1 && bringsLabels(file, pairs, options)) {
            if (!pairs.empty() && !pairs.back().labels) {
                pairs.back().labels = file;
                continue;
            }
            if (pairs.empty() && !waiting) {
                waiting = file;
                continue;
            }
        }
        pairs.push_back({file, std::exchange(waiting, std::nullopt)});
    }
    if (waiting) pairs.push_back({*waiting, std::nullopt});
    for (PredictionFiles& pair : pairs) {
        if (pair.moreParts.empty()) continue;
        pair.moreParts.push_back(pair.predictions);
        sortParts(pair.moreParts);
        pair.predictions = pair.moreParts.front();
        pair.moreParts.erase(pair.moreParts.begin());
    }
    return pairs;
}

}  // namespace diagonal
