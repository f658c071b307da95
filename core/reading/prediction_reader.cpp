// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/prediction_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <memory>

#include "core/reading/array_roles.h"
#include "core/reading/byte_source.h"
#include "core/reading/column_names.h"
#include "core/reading/compressed_source.h"
#include "core/reading/csv_reader.h"
#include "core/reading/file_signature.h"
#include "core/reading/interpretation.h"
#include "core/reading/json_reader.h"
#include "core/reading/npy_reader.h"
#include "core/reading/npz_reader.h"
#include "core/reading/text_encoding.h"
#include "core/text.h"

namespace diagonal {
namespace {

namespace fs = std::filesystem;

struct OpenFile {
    std::unique_ptr<ByteSource> source;  ///< decompressed, text in UTF-8
    Container container = Container::Text;
    std::vector<Assumption> assumptions;
};

constexpr int kMostWrappings = 3;  ///< compressed data inside compressed data

/// The text of a file in UTF-8, the encoding said where it is another.
void recode(OpenFile& file, std::string_view head) {
    const TextEncoding encoding = detectedEncoding(head);
    file.source = asUtf8(std::move(file.source), encoding);
    if (encoding == TextEncoding::Utf8) return;
    file.assumptions.push_back(
        {"encoding", encoding == TextEncoding::Latin1 ? "Latin-1" : "UTF-16"});
}

Result<OpenFile> opened(const std::string& path) {
    auto source = openSource(path);
    if (!source) return source.error();
    OpenFile file{std::move(source).value(), Container::Text, {}};
    for (int wrapping = 0; wrapping <= kMostWrappings; ++wrapping) {
        const auto head = file.source->peek(kSignatureBytes);
        if (!head) return head.error();
        const auto container = recognised(head.value());
        if (!container) return container.error();
        file.container = container.value();
        if (file.container == Container::Gzip) {
            file.source = gzipContent(std::move(file.source));
            file.assumptions.push_back({"compression", "gzip"});
        } else if (file.container == Container::Zstd) {
            file.source = zstdContent(std::move(file.source));
            file.assumptions.push_back({"compression", "zstd"});
        } else {
            if (file.container == Container::Text || file.container == Container::Json) {
                const auto text = file.source->peek(kEncodingBytes);
                if (!text) return text.error();
                recode(file, std::string(text.value()));
            }
            return file;
        }
    }
    return Error{ErrorKind::Unsupported, "the data are compressed more than three times over"};
}

Result<std::vector<NamedArray>> readArrays(OpenFile& file, const ProgressCallback& progress) {
    if (file.container == Container::Zip) return readNpz(*file.source, progress);
    auto array = readNpy(*file.source, progress);
    if (!array) return array.error();
    std::vector<NamedArray> arrays;  // an initialiser list would copy
    arrays.push_back({"", std::move(array).value()});
    return arrays;
}

Result<RoleColumns> readColumns(const std::string& path, const ReadOptions& options,
                                const ProgressCallback& progress) {
    auto file = opened(path);
    if (!file) return file.error();
    const auto said = [&](Result<RoleColumns> columns) {
        if (columns) {
            std::ranges::copy(file.value().assumptions,
                              std::back_inserter(columns.value().assumptions));
        }
        return columns;
    };
    if (file.value().container == Container::Text) {
        return said(readCsv(*file.value().source, options, progress));
    }
    if (file.value().container == Container::Json) {
        return said(readJson(*file.value().source, options, progress));
    }
    auto arrays = readArrays(file.value(), progress);
    if (!arrays) return arrays.error();
    if (arrays.value().size() == 1 && holdsOnlyLabels(arrays.value().front().array)) {
        return Error{ErrorKind::Unclear,
                     "this array holds labels only. Open the scores together with it: diagonal "
                     "scores.npy labels.npy"};
    }
    return said(columnsFromArrays(std::move(arrays).value(), options));
}

Result<LabelColumn> readLabelArray(OpenFile& file, const ReadOptions& options,
                                   const ProgressCallback& progress) {
    auto arrays = readArrays(file, progress);
    if (!arrays) return arrays.error();
    if (arrays.value().size() == 1) return labelsFromArray(arrays.value().front().array);
    std::vector<std::string> keys;
    std::optional<std::size_t> chosen;
    for (const NamedArray& named : arrays.value()) {
        if (namesLabel(named.key)) chosen = keys.size();
        keys.push_back(named.key);
    }
    for (const RoleChoice& choice : options.columns) {
        if (choice.role != ColumnRole::Label) continue;
        if (const auto index = chosenColumn(keys, choice.column)) chosen = index;
    }
    if (chosen) return labelsFromArray(arrays.value()[*chosen].array);
    return Error{ErrorKind::Unclear, "none of the arrays is called labels: " + quotedList(keys)};
}

Result<LabelColumn> readLabels(const std::string& path, const ReadOptions& options,
                               const ProgressCallback& progress) {
    auto file = opened(path);
    if (!file) return file.error();
    if (file.value().container == Container::Text) {
        return readCsvLabels(*file.value().source, options, progress);
    }
    if (file.value().container == Container::Json) {
        return Error{ErrorKind::Unsupported,
                     "labels in a file of their own are read from CSV and arrays, not from JSON"};
    }
    return readLabelArray(file.value(), options, progress);
}

constexpr auto kLabelStems = std::to_array<const char*>(
    {"labels", "label", "y_true", "y_test", "targets", "target", "label_ids", "y"});
constexpr auto kScoreStems = std::to_array<const char*>(
    {"logits", "scores", "predictions", "probs", "probabilities", "preds"});

/// A file beside `path` whose name says that it keeps the labels: for val_logits.npy
/// val_labels.npy and its like, then labels.npy and its like, in the order of kLabelStems.
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

bool hasTruth(const RoleColumns& columns) {
    return !columns.label.empty() || !columns.correct.empty();
}

std::optional<Error> joinLabels(const std::string& path, const ReadOptions& options,
                                const ProgressCallback& progress, RoleColumns& columns) {
    auto labels = readLabels(path, options, progress);
    if (!labels) return inFile(labels.error(), path);
    if (labels.value().size() != columns.scores.rows()) {
        return Error{ErrorKind::Malformed,
                     counted(labels.value().size(), "label") + " for " +
                         counted(columns.scores.rows(), "row") + " of scores",
                     path};
    }
    columns.label = std::move(labels).value();
    std::erase_if(columns.assumptions, [](const Assumption& a) { return a.id == "label_column"; });
    columns.assumptions.push_back({"labels_file", path});
    return std::nullopt;
}

/// The roles that names and content alone give; none where only the user can tell.
std::optional<ColumnRoles> rolesByDetection(const CsvHead& head) {
    auto roles = assignedRoles(head.columns, {}, head.dialect.hasHeader);
    if (!roles) return std::nullopt;
    return std::move(roles).value();
}

bool holdsWholeNumbers(const NpyArray& array) {
    return std::visit(
        [](const auto& values) {
            return std::all_of(values.begin(), values.end(),
                               [](auto v) { return static_cast<double>(v) == std::trunc(v); });
        },
        array.values);
}

}  // namespace

bool holdsLabelsOnly(const std::string& file) {
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) return false;  // a pipe can be read only once
    auto open = opened(file);
    if (!open || open.value().container == Container::Zip ||
        open.value().container == Container::Json) {
        return false;
    }
    ByteSource& source = *open.value().source;
    if (open.value().container == Container::Npy) {
        if (!npyIsVector(source)) return false;
        const auto array = readNpy(source, {});
        return array && holdsWholeNumbers(array.value());
    }
    const auto head = csvHead(source);
    const auto roles = head ? rolesByDetection(head.value()) : std::nullopt;
    if (!roles || roles->scoreRole != ScoreRole::None || roles->predicted) return false;
    return !roles->label.empty() || head.value().columns.size() == 1;
}

namespace {

/// Whether a file that can be looked at holds scores and no labels.
bool lacksLabels(const std::string& file) {
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) return false;
    auto open = opened(file);
    if (!open || open.value().container == Container::Zip ||
        open.value().container == Container::Json) {
        return false;
    }
    if (open.value().container == Container::Npy) return true;
    const auto head = csvHead(*open.value().source);
    const auto roles = head ? rolesByDetection(head.value()) : std::nullopt;
    return roles && roles->label.empty() && !roles->correct;
}

/// A pipe can be read only once: it is taken for labels where the file before it needs some.
bool bringsLabels(const std::string& file, const std::vector<PredictionFiles>& before) {
    std::error_code ignored;
    const bool pipe = file == "-" || (fs::exists(file, ignored) && fs::is_fifo(file, ignored));
    if (!pipe) return holdsLabelsOnly(file);
    return !before.empty() && !before.back().labels && lacksLabels(before.back().predictions);
}

}  // namespace

std::vector<PredictionFiles> paired(const std::vector<std::string>& files) {
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

Result<Dataset> readPredictions(const PredictionFiles& files, const ReadOptions& options,
                                const ProgressCallback& progress) {
    auto read = readColumns(files.predictions, options, progress);
    if (!read) return inFile(read.error(), files.predictions);
    RoleColumns columns = std::move(read).value();
    if (columns.scoreRole != ScoreRole::None) {
        const bool beside = !files.labels && !hasTruth(columns);
        const auto labels = beside ? labelsBeside(files.predictions) : files.labels;
        if (labels) {
            if (auto error = joinLabels(*labels, options, progress, columns)) {
                if (beside) {
                    error->detail +=
                        ". It was taken because it lies beside the scores; name the "
                        "right one with --labels FILE";
                }
                return *error;
            }
        }
    }
    auto dataset = interpreted(std::move(columns), options, files.predictions);
    if (!dataset) return inFile(dataset.error(), files.predictions);
    return dataset;
}

}  // namespace diagonal
