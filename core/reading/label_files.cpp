// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/label_files.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <type_traits>

#include "core/base/text.h"
#include "core/reading/arrays/array_columns.h"
#include "core/reading/arrays/npy_reader.h"
#include "core/reading/arrays/npz_reader.h"
#include "core/reading/arrays/safetensors_reader.h"
#include "core/reading/bytes/opened_file.h"
#include "core/reading/json/json_reader.h"
#include "core/reading/tables/table_head.h"

namespace diagonal {
namespace {

namespace fs = std::filesystem;

constexpr auto kLabelStems = std::to_array<const char*>(
    {"labels", "label", "y_true", "y_test", "targets", "target", "label_ids", "y"});
constexpr auto kScoreStems = std::to_array<const char*>(
    {"logits", "scores", "predictions", "probs", "probabilities", "preds"});

/// Returns the roles that names and content alone give; nullopt if only the user can decide.
std::optional<ColumnRoles> rolesByDetection(const TableHead& head) {
    auto roles = assignedRoles(head.columns, {}, head.dialect.hasHeader, head.dialect.decimalComma);
    if (!roles) return std::nullopt;
    return std::move(roles).value();
}

bool canBeLabels(const DataArray& array) {
    return std::visit(
        [](const auto& values) {
            return std::all_of(values.begin(), values.end(), [](const auto& value) {
                if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(value)>>) {
                    const auto number = static_cast<double>(value);
                    return std::isnan(number) || number == std::trunc(number);
                } else {
                    return true;
                }
            });
        },
        array.values);
}

/// Limits on what is inspected before a file is read, because that shows no progress.
constexpr std::size_t kMostJson = std::size_t{1} << 23;
constexpr std::size_t kMostArrays = std::size_t{1} << 26;

bool isSmall(const ByteSource& source, std::size_t most) {
    return source.size() && *source.size() <= most;
}

/// Returns true if a JSON file holds labels but no predictions. Only the first complete lines of a
/// large file are inspected.
bool jsonHoldsLabelsOnly(ByteSource& source) {
    if (!isSmall(source, kMostJson)) {
        const auto head = source.peek(kMostJson / 8);
        if (!head) return false;
        const std::string lines(head.value().substr(0, head.value().rfind('\n') + 1));
        MemorySource first(lines);
        return !lines.empty() && jsonHoldsLabelsOnly(first);
    }
    const auto columns = readJson(source, {}, {});
    return columns && columns.value().scoreRole == ScoreRole::None &&
           columns.value().predicted.empty() && !columns.value().label.empty();
}

bool holdLabelsOnly(const Result<std::vector<NamedArray>>& arrays) {
    return arrays && std::ranges::all_of(arrays.value(), [](const NamedArray& named) {
               return holdsOnlyLabels(named.array);
           });
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

bool holdsLabelsOnly(const std::string& file) {
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) return false;  // a pipe can be read only once
    auto open = openedFile(file);
    if (!open) return false;
    const Container container = open.value().container;
    if (container == Container::Json) return jsonHoldsLabelsOnly(*open.value().source);
    const bool isArchive = container == Container::Zip || container == Container::Safetensors;
    if (isArchive && !isSmall(*open.value().source, kMostArrays)) return false;
    if (container == Container::Zip) return holdLabelsOnly(readNpz(*open.value().source, {}));
    if (container == Container::Safetensors) {
        return holdLabelsOnly(readSafetensors(*open.value().source, {}));
    }
    if (container != Container::Text && container != Container::Npy) return false;
    ByteSource& source = *open.value().source;
    if (container == Container::Npy) {
        if (!npyIsVector(source)) return false;
        const auto array = readNpy(source, {});
        return array && canBeLabels(array.value());
    }
    const auto head = tableHead(source);
    const auto roles = head ? rolesByDetection(head.value()) : std::nullopt;
    if (!roles || roles->scoreRole != ScoreRole::None || roles->predicted) return false;
    return !roles->label.empty() || head.value().columns.size() == 1;
}

namespace {

/// Returns true if a text table or .npy file needs labels; false for files that cannot be
/// inspected.
bool lacksLabels(const std::string& file) {
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) return false;
    auto open = openedFile(file);
    if (!open) return false;
    const Container container = open.value().container;
    if (container != Container::Text && container != Container::Npy) return false;
    if (container == Container::Npy) return true;
    const auto head = tableHead(*open.value().source);
    const auto roles = head ? rolesByDetection(head.value()) : std::nullopt;
    return roles && roles->label.empty() && !roles->correct;
}

/// Returns true for names of data files in a format that this program reads, whatever they hold.
bool namesData(const fs::path& file) {
    constexpr auto endings = std::to_array<std::string_view>(
        {".csv", ".tsv", ".arff", ".json", ".jsonl", ".npy", ".npz", ".safetensors"});
    std::string name = lowerCase(file.filename().string());
    for (const std::string_view compressed : {".gz", ".zst"}) {
        if (name.ends_with(compressed)) name.resize(name.size() - compressed.size());
    }
    return !name.starts_with('.') && std::ranges::any_of(endings, [&](std::string_view ending) {
        return name.ends_with(ending);
    });
}

/// Returns the data files of a folder that holds one, or one and its labels; else `name` itself.
std::vector<std::string> onlyFilesIn(const std::string& name) {
    std::error_code error;
    if (!fs::is_directory(name, error)) return {name};
    std::vector<std::string> scores;
    std::vector<std::string> labels;
    for (const auto& entry : fs::directory_iterator(name, error)) {
        if (!entry.is_regular_file(error) || !namesData(entry.path())) continue;
        const std::string file = entry.path().string();
        (holdsLabelsOnly(file) ? labels : scores).push_back(file);
    }
    if (scores.size() != 1 || labels.size() > 1) return {name};
    scores.insert(scores.end(), labels.begin(), labels.end());
    return scores;
}

/// Returns true if a file holds only labels. A pipe can be read only once, so it is not inspected
/// but taken for labels if the file before it needs some.
bool bringsLabels(const std::string& file, const std::vector<PredictionFiles>& before) {
    std::error_code ignored;
    const bool pipe = file == "-" || (fs::exists(file, ignored) && fs::is_fifo(file, ignored));
    if (!pipe) return holdsLabelsOnly(file);
    return !before.empty() && !before.back().labels && lacksLabels(before.back().predictions);
}

}  // namespace

std::vector<PredictionFiles> paired(const std::vector<std::string>& named) {
    std::vector<std::string> files;
    for (const std::string& name : named)
        std::ranges::copy(onlyFilesIn(name), std::back_inserter(files));
    std::vector<PredictionFiles> pairs;
    std::optional<std::string> waiting;
    for (const std::string& file : files) {
        if (files.size() > 1 && bringsLabels(file, pairs)) {
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
    return pairs;
}

}  // namespace diagonal
