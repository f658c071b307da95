// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/sources.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/base/text.h"
#include "core/reading/bytes/opened_file.h"
#include "core/reading/file_formats.h"

namespace diagonal {
namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

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

constexpr std::string_view kExtension = ".parquet";

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// Orders names by the numbers in them: part-2 before part-10.
bool comesBefore(const std::string& a, const std::string& b) {
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (!isDigit(a[i]) || !isDigit(b[j])) {
            if (a[i] != b[j]) return a[i] < b[j];
            ++i;
            ++j;
            continue;
        }
        const auto numberAt = [](const std::string& text, std::size_t& at) {
            at = std::min(text.find_first_not_of('0', at), text.size());
            const std::size_t begin = at;
            while (at < text.size() && isDigit(text[at]))
                ++at;
            return text.substr(begin, at - begin);
        };
        const std::string first = numberAt(a, i);
        const std::string second = numberAt(b, j);
        if (first.size() != second.size()) return first.size() < second.size();
        if (first != second) return first < second;
    }
    return std::tuple(a.size() - i, a) < std::tuple(b.size() - j, b);
}

/// Returns true for "-00000-of-00002" at the end of a name.
bool endsWithShare(std::string_view stem) {
    const auto of = stem.rfind("-of-"sv);
    if (of == std::string_view::npos || of == 0 || of + 4 == stem.size()) return false;
    return std::ranges::all_of(stem.substr(of + 4), isDigit) && isDigit(stem[of - 1]);
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

std::string tableOfPart(const std::string& path) {
    const std::string name = lowerCase(fs::path(path).filename().string());
    if (!name.ends_with(kExtension)) return {};
    const std::string stem = name.substr(0, name.size() - kExtension.size());
    for (const std::string_view word : {"part"sv, "data"sv}) {
        if (!stem.starts_with(word)) continue;
        const std::string_view rest = std::string_view(stem).substr(word.size());
        const bool separated =
            rest.size() > 1 && (rest[0] == '-' || rest[0] == '_' || rest[0] == '.');
        if (!separated || !isDigit(rest[1])) continue;
        // Spark writes "part-00000-" and a long random word.
        if (word == "part"sv || std::ranges::all_of(rest.substr(1), isDigit))
            return std::string(word);
    }
    const std::string share = stem.substr(0, stem.find('.'));
    if (!endsWithShare(share)) return {};
    const auto of = share.rfind("-of-");
    const auto digits = share.find_last_not_of("0123456789", of - 1) + 1;
    return share.substr(0, digits) + "*" + share.substr(of);
}

void sortParts(std::vector<std::string>& paths) {
    std::ranges::sort(paths, comesBefore);
}

std::size_t statedParts(const std::string& path) {
    const std::string table = tableOfPart(path);
    const auto of = table.rfind("-of-");
    if (of == std::string::npos) return 0;
    const auto count = parsedInteger(table.substr(of + 4));
    return count && *count > 0 ? static_cast<std::size_t>(*count) : 0;
}

std::vector<std::string> tablePartsIn(const std::string& path) {
    std::error_code error;
    std::vector<std::string> parts;
    if (!fs::is_directory(path, error)) return parts;
    std::string folder = lowerCase(path);
    while (folder.ends_with('/'))
        folder.pop_back();
    const bool isTable = folder.ends_with(kExtension);
    for (const auto& entry : fs::directory_iterator(path, error)) {
        const std::string name = entry.path().filename().string();
        const bool isHidden = name.starts_with('.') || name.starts_with('_');
        if (isHidden || !entry.is_regular_file(error)) continue;
        if (!lowerCase(name).ends_with(kExtension)) continue;
        if (!isTable && tableOfPart(name).empty()) return {};
        if (!isTable && !parts.empty() && tableOfPart(name) != tableOfPart(parts.front()))
            return {};
        parts.push_back(entry.path().string());
    }
    sortParts(parts);
    return parts;
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
    if (!isPipe(file)) return holdsLabelsOnly(file, options);
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

bool isPipe(const std::string& name) {
    std::error_code ignored;
    return name == "-" || fs::is_fifo(name, ignored);
}

std::vector<PredictionFiles> sourcesOf(const std::vector<std::string>& named,
                                       const ReadOptions& options,
                                       const std::optional<std::string>& labels) {
    std::vector<PredictionFiles> pairs;
    if (labels) {
        for (const std::string& name : named)
            pairs.push_back({name, labels});
        return pairs;
    }
    std::vector<std::string> files;
    for (const std::string& name : named)
        std::ranges::copy(filesIn(name, options), std::back_inserter(files));
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
