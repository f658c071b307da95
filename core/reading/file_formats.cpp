// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/file_formats.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <type_traits>

#include "core/base/text.h"
#include "core/reading/arrays/array_columns.h"
#include "core/reading/arrays/npy_reader.h"
#include "core/reading/arrays/npz_reader.h"
#include "core/reading/arrays/safetensors_reader.h"
#include "core/reading/arrow/arrow_file.h"
#include "core/reading/bin_tables.h"
#include "core/reading/bins/bin_lists.h"
#include "core/reading/cells/cell_reader.h"
#include "core/reading/columnar/columnar_reader.h"
#include "core/reading/json/json_reader.h"
#include "core/reading/logs/inspect_archive.h"
#include "core/reading/parquet/parquet_file.h"
#include "core/reading/roles/column_table.h"
#include "core/reading/tables/csv_labels.h"
#include "core/reading/tables/csv_reader.h"
#include "core/reading/tables/table_head.h"

namespace diagonal {
namespace {

using namespace std::string_view_literals;

/// Returns true for labels and nothing that was predicted; a single column may be called anything.
bool areLabelsOnly(const ColumnRoles& roles, std::size_t columns) {
    if (roles.scoreRole != ScoreRole::None || roles.predicted) return false;
    return !roles.label.empty() || columns == 1;
}

bool lackLabels(const ColumnRoles& roles) {
    return roles.label.empty() && !roles.correct;
}

/// Returns true if the user chose one of these columns for something that is predicted: by its
/// name or, where the label beside it was chosen, too, by its one-based number.
bool holdsChosenScores(const std::vector<std::string>& names, const ReadOptions& options) {
    const ColumnIndex index(names);
    const auto isHere = [&](const RoleChoice& choice) {
        return index.find(choice.column).has_value();
    };
    const auto isLabel = [](const RoleChoice& choice) { return choice.role == ColumnRole::Label; };
    const auto& chosen = options.columns;
    const bool isWhole =
        std::ranges::any_of(chosen, isLabel) && std::ranges::all_of(chosen, isHere);
    return std::ranges::any_of(chosen, [&](const RoleChoice& choice) {
        const bool isNamed = std::ranges::find(names, choice.column) != names.end();
        return isOfModel(choice.role) && (isNamed || isWhole);
    });
}

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

RoleColumns columnsOfBins(BinTexts table) {
    RoleColumns columns;
    columns.bins = std::move(table);
    return columns;
}

Result<RoleColumns> asCells(Result<RoleColumns> columns) {
    if (columns) columns.value().areCells = true;
    return columns;
}

/// Cells and bins are read without a preview of roles.
ReadObserver withoutPreview(const ReadObserver& observer) {
    return {.progress = observer.progress, .parallelFor = observer.parallelFor};
}

/// Reads a text table: of rows, of cells or of bins.
Result<RoleColumns> tableColumns(const FileFormat&, ByteSource& source, const ReadOptions& options,
                                 const ReadObserver& observer) {
    const auto head = tableHead(source, options.dialect);
    if (!head) return head.error();
    const auto texts = [&] {
        const auto names = columnNames(head.value().columns);
        return readCsv(source, head.value(), asTextColumns(names, options),
                       withoutPreview(observer));
    };
    if (areCellColumns(columnNames(head.value().columns))) return asCells(texts());
    if (mayHoldBins(source, options) && isBinTable(sampleOf(head.value()))) {
        const auto columns = texts();
        if (!columns) return columns.error();
        return columnsOfBins(tableOfTexts(columns.value()));
    }
    return readCsv(source, head.value(), options, observer);
}

Result<LabelsOfRows> tableLabels(const FileFormat&, ByteSource& source, const ReadOptions& options,
                                 const ReadObserver& observer) {
    return readCsvLabels(source, options, observer);
}

bool tableHoldsLabelsOnly(const FileFormat&, ByteSource& source, const ReadOptions& options) {
    const auto head = tableHead(source, options.dialect);
    if (!head) return false;
    const std::vector<std::string> names = columnNames(head.value().columns);
    if (holdsChosenScores(names, options)) return false;
    const auto roles = rolesByDetection(head.value());
    // The index of pandas has no name.
    const auto unnamed = static_cast<std::size_t>(std::ranges::count(names, ""));
    return roles && areLabelsOnly(*roles, names.size() - unnamed);
}

bool tableLacksLabels(const FileFormat&, ByteSource& source, const ReadOptions& options) {
    const auto head = tableHead(source, options.dialect);
    const auto roles = head ? rolesByDetection(head.value()) : std::nullopt;
    return roles && lackLabels(*roles);
}

/// Returns the keys of the first record if a file may be the answer of a database, else nothing.
std::vector<std::string> keysOfAnswer(ByteSource& source) {
    constexpr std::size_t enough = std::size_t{1} << 16;
    const auto head = source.peek(enough);
    const bool mayBe = head && lowerCase(head.value()).find("impossible") != std::string::npos;
    return mayBe ? firstKeys(source) : std::vector<std::string>();
}

/// Reads JSON: rows, cells or bins.
Result<RoleColumns> jsonColumns(const FileFormat&, ByteSource& source, const ReadOptions& options,
                                const ReadObserver& observer) {
    if (const auto names = keysOfAnswer(source); areCellColumns(names))
        return asCells(readJson(source, asTextColumns(names, options), withoutPreview(observer)));
    if (auto bins = mayHoldBins(source, options) ? binTableInJson(source) : std::nullopt)
        return columnsOfBins(std::move(*bins));
    return readJson(source, options, observer);
}

Result<LabelsOfRows> jsonLabels(const FileFormat&, ByteSource& source, const ReadOptions& options,
                                const ReadObserver& observer) {
    ReadOptions labelOptions;
    std::ranges::copy_if(options.columns, std::back_inserter(labelOptions.columns),
                         [](const RoleChoice& c) { return c.role == ColumnRole::Label; });
    auto columns = readJson(source, labelOptions, {observer.progress});
    if (!columns) return columns.error();
    if (!columns.value().label.empty()) {
        return LabelsOfRows{std::move(columns.value().label), std::move(columns.value().rowNames)};
    }
    return unclear("no field is called label: " + quotedChoices(columns.value().allNames),
                   {nameColumn("label")});
}

bool jsonFileHoldsLabelsOnly(const FileFormat&, ByteSource& source, const ReadOptions& options) {
    return !holdsChosenScores(firstKeys(source), options) && jsonHoldsLabelsOnly(source);
}

Result<std::vector<NamedArray>> singleArray(ByteSource& source, const ProgressCallback& progress,
                                            const std::optional<RowSample>& sample) {
    auto array = readNpy(source, progress, sample);
    if (!array) return array.error();
    std::vector<NamedArray> arrays;  // an initialiser list would copy
    arrays.push_back({"", std::move(array).value()});
    return arrays;
}

/// Returns what arrays hold: rows, or bins if they are few.
Result<RoleColumns> columnsOf(std::vector<NamedArray> arrays, bool mayBeBins,
                              const FileFormat& format, const ReadOptions& options,
                              const ReadObserver& observer) {
    if (auto bins = mayBeBins ? binTableInArrays(arrays) : std::nullopt)
        return columnsOfBins(std::move(*bins));
    return columnsFromArrays(std::move(arrays), std::string(format.title), options, observer);
}

Result<RoleColumns> arrayColumns(const FileFormat& format, ByteSource& source,
                                 const ReadOptions& options, const ReadObserver& observer) {
    const bool mayBeBins = mayHoldBins(source, options);
    auto arrays = format.readArrays(source, observer.progress, options.sample);
    if (!arrays) return arrays.error();
    return columnsOf(std::move(arrays).value(), mayBeBins, format, options, observer);
}

Result<LabelsOfRows> arrayLabels(const FileFormat& format, ByteSource& source,
                                 const ReadOptions& options, const ReadObserver& observer) {
    const auto arrays = format.readArrays(source, observer.progress, options.sample);
    if (!arrays) return arrays.error();
    return labelsFromArrays(arrays.value(), options);
}

bool vectorHoldsLabelsOnly(const FileFormat&, ByteSource& source, const ReadOptions&) {
    if (npyIsImagesOfLabels(source)) return true;
    if (!npyIsVector(source)) return false;
    const auto array = readNpy(source, {});
    return array && canBeLabels(array.value());
}

/// Reads a zip file: a log of Inspect, or an archive of NumPy arrays.
Result<RoleColumns> zipColumns(const FileFormat& format, ByteSource& source,
                               const ReadOptions& options, const ReadObserver& observer) {
    const bool mayBeBins = mayHoldBins(source, options);
    const auto zip = allBytes(source);
    if (!zip) return zip.error();
    const auto members = zipMembers(*zip.value());
    if (!members) return members.error();
    if (isInspectArchive(members.value())) {
        return columnsFromInspectArchive(*zip.value(), members.value(), options, observer);
    }
    auto arrays = arraysIn(*zip.value(), members.value(), observer.progress, options.sample);
    if (!arrays) return arrays.error();
    return columnsOf(std::move(arrays).value(), mayBeBins, format, options, observer);
}

bool archiveHoldsLabelsOnly(const FileFormat& format, ByteSource& source,
                            const ReadOptions& options) {
    if (!isSmall(source, kMostArrays)) return false;
    const auto arrays = format.readArrays(source, {}, {});
    if (!arrays) return false;
    std::vector<std::string> names;
    for (const NamedArray& named : arrays.value())
        names.push_back(named.key);
    return !holdsChosenScores(names, options) &&
           std::ranges::all_of(arrays.value(), [](const NamedArray& named) {
               return holdsOnlyLabels(named.array);
           });
}

constexpr std::string_view kParquetTitle = "Parquet table";

Result<RoleColumns> parquetParts(const std::vector<ByteSource*>& parts, const ReadOptions& options,
                                 const ReadObserver& observer) {
    const auto file = openParquet(parts);
    if (!file) return file.error();
    return columnsFromTable(*file.value(), std::string(kParquetTitle), options, observer);
}

Result<std::unique_ptr<ColumnarFile>> openedTable(const FileFormat& format, ByteSource& source) {
    return format.container == Container::Arrow ? openArrow(source) : openParquet({&source});
}

Result<RoleColumns> columnarColumns(const FileFormat& format, ByteSource& source,
                                    const ReadOptions& options, const ReadObserver& observer) {
    const auto file = openedTable(format, source);
    if (!file) return file.error();
    return columnsFromTable(*file.value(), std::string(format.title), options, observer);
}

Result<LabelsOfRows> columnarLabels(const FileFormat& format, ByteSource& source,
                                    const ReadOptions& options, const ReadObserver& observer) {
    const auto file = openedTable(format, source);
    if (!file) return file.error();
    return labelsFromTable(*file.value(), options, observer);
}

bool columnarHoldsLabelsOnly(const FileFormat& format, ByteSource& source,
                             const ReadOptions& options) {
    const auto file = openedTable(format, source);
    if (!file) return false;
    std::vector<std::string> names;
    for (const ColumnarColumn& column : file.value()->columns())
        names.push_back(column.name);
    if (holdsChosenScores(names, options)) return false;
    const auto roles = rolesInTable(*file.value());
    return roles && areLabelsOnly(*roles, file.value()->columns().size());
}

bool columnarLacksLabels(const FileFormat& format, ByteSource& source, const ReadOptions&) {
    const auto file = openedTable(format, source);
    const auto roles = file ? rolesInTable(*file.value()) : std::nullopt;
    return roles && lackLabels(*roles);
}

bool always(const FileFormat&, ByteSource&, const ReadOptions&) {
    return true;
}
bool never(const FileFormat&, ByteSource&, const ReadOptions&) {
    return false;
}

constexpr auto kTableExtensions = std::to_array({".csv"sv, ".tsv"sv, ".arff"sv});
constexpr auto kCommonTableExtensions = std::to_array({".txt"sv, ".tab"sv});
constexpr auto kJsonExtensions = std::to_array({".json"sv, ".jsonl"sv});
constexpr auto kNpyExtensions = std::to_array({".npy"sv});
constexpr auto kZipExtensions = std::to_array({".npz"sv, ".eval"sv});
constexpr auto kSafetensorsExtensions = std::to_array({".safetensors"sv});
constexpr auto kParquetExtensions = std::to_array({".parquet"sv, ".parq"sv, ".pq"sv});
constexpr auto kArrowExtensions = std::to_array({".feather"sv, ".arrow"sv, ".arrows"sv, ".ipc"sv});
constexpr auto kCompressionExtensions = std::to_array({".gz"sv, ".zst"sv});

constexpr auto kFormats = std::to_array<FileFormat>({
    {Container::Text, "CSV, TSV, ARFF", "text table", kTableExtensions, kCommonTableExtensions,
     "text/csv;text/tab-separated-values;", tableColumns, tableLabels, tableHoldsLabelsOnly,
     tableLacksLabels},
    {Container::Json,
     "JSON, JSON Lines",
     "JSON",
     kJsonExtensions,
     {},
     "application/x-ndjson;",
     jsonColumns,
     jsonLabels,
     jsonFileHoldsLabelsOnly,
     never},
    {Container::Npy,
     ".npy",
     "NumPy array",
     kNpyExtensions,
     {},
     "application/x-npy;",
     arrayColumns,
     arrayLabels,
     vectorHoldsLabelsOnly,
     always,
     singleArray},
    {Container::Zip,
     ".npz, .eval",
     "NumPy archive",
     kZipExtensions,
     {},
     "application/x-npz;application/x-inspect-eval;",
     zipColumns,
     arrayLabels,
     archiveHoldsLabelsOnly,
     never,
     readNpz},
    {Container::Safetensors,
     ".safetensors",
     "safetensors",
     kSafetensorsExtensions,
     {},
     {},
     arrayColumns,
     arrayLabels,
     archiveHoldsLabelsOnly,
     never,
     readSafetensors},
    {Container::Parquet,
     ".parquet",
     kParquetTitle,
     kParquetExtensions,
     {},
     "application/vnd.apache.parquet;",
     columnarColumns,
     columnarLabels,
     columnarHoldsLabelsOnly,
     columnarLacksLabels,
     nullptr,
     parquetParts},
    {Container::Arrow,
     "Feather",
     "Arrow table",
     kArrowExtensions,
     {},
     "application/vnd.apache.arrow.file;",
     columnarColumns,
     columnarLabels,
     columnarHoldsLabelsOnly,
     columnarLacksLabels},
});

}  // namespace

std::span<const FileFormat> fileFormats() {
    return kFormats;
}

const FileFormat& formatOf(Container container) {
    return *std::ranges::find(kFormats, container, &FileFormat::container);
}

std::span<const std::string_view> compressionExtensions() {
    return kCompressionExtensions;
}

bool namesData(std::string_view fileName) {
    std::string name = lowerCase(fileName);
    for (const std::string_view compressed : kCompressionExtensions) {
        if (name.ends_with(compressed)) name.resize(name.size() - compressed.size());
    }
    return !name.starts_with('.') && std::ranges::any_of(kFormats, [&](const FileFormat& format) {
        return std::ranges::any_of(format.extensions, [&](std::string_view extension) {
            return name.ends_with(extension);
        });
    });
}

std::string formatNames() {
    std::string names;
    for (const FileFormat& format : kFormats)
        names += (names.empty() ? "" : ", ") + std::string(format.name);
    return names;
}

}  // namespace diagonal
