// SPDX-License-Identifier: GPL-3.0-or-later
// One libFuzzer target per reader, selected by DIAGONAL_FUZZ_READER at compile time. For any bytes,
// a reader must return columns (or a map, which must return probabilities) or an error with a
// message.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "core/reading/arrays/array_columns.h"
#include "core/reading/arrays/npy_reader.h"
#include "core/reading/arrays/npz_reader.h"
#include "core/reading/arrays/safetensors_reader.h"
#include "core/reading/arrow/arrow_file.h"
#include "core/reading/columnar/columnar_reader.h"
#include "core/reading/interpreting/interpretation.h"
#include "core/reading/json/json_reader.h"
#include "core/reading/parquet/parquet_file.h"
#include "core/reading/prediction_reader.h"
#include "core/reading/tables/csv_labels.h"
#include "core/reading/tables/csv_reader.h"
#include "core/recalibrating/calibration_map.h"
#include "core/recalibrating/map_application.h"
#include "core/recalibrating/map_json.h"

namespace diagonal {
namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

template <typename T>
void requireReason(const Result<T>& result) {
    require(result || !result.error().detail.empty());
}

[[maybe_unused]] void understand(Result<RoleColumns> columns) {
    requireReason(columns);
    if (!columns) return;
    dropEmptyWords(columns.value());
    requireReason(interpreted(std::move(columns).value(), {}, "file"));
}

[[maybe_unused]] void understand(Result<std::vector<NamedArray>> arrays) {
    requireReason(arrays);
    if (arrays) understand(columnsFromArrays(std::move(arrays).value(), "arrays", {}));
}

[[maybe_unused]] void fuzzTable(std::string_view bytes) {
    MemorySource table(bytes);
    if (const auto head = tableHead(table)) understand(readCsv(table, head.value(), {}, {}));
    MemorySource labels(bytes);
    requireReason(readCsvLabels(labels, {}, {}));
}

[[maybe_unused]] void fuzzJson(std::string_view bytes) {
    MemorySource source(bytes);
    understand(readJson(source, {}, {}));
}

[[maybe_unused]] void fuzzArray(std::string_view bytes) {
    MemorySource source(bytes);
    auto array = readNpy(source, {});
    requireReason(array);
    if (!array) return;
    std::vector<NamedArray> arrays;
    arrays.push_back({"scores", std::move(array).value()});
    understand(std::move(arrays));
}

[[maybe_unused]] void fuzzArchive(std::string_view bytes) {
    MemorySource source(bytes);
    understand(readNpz(source, {}));
}

[[maybe_unused]] void fuzzTensors(std::string_view bytes) {
    MemorySource source(bytes);
    understand(readSafetensors(source, {}));
}

[[maybe_unused]] void fuzzParquet(std::string_view bytes) {
    MemorySource source(bytes);
    const auto file = openParquet({&source});
    requireReason(file);
    if (!file) return;
    understand(columnsFromTable(*file.value(), "Parquet table", {}, {}));
    requireReason(labelsFromTable(*file.value(), {}, {}));
}

[[maybe_unused]] void fuzzArrow(std::string_view bytes) {
    MemorySource source(bytes);
    const auto file = openArrow(source);
    requireReason(file);
    if (file) understand(columnsFromTable(*file.value(), "Arrow table", {}, {}));
}

[[maybe_unused]] void fuzzFile(std::string_view bytes) {
    requireReason(readPredictions(std::make_unique<MemorySource>(bytes), "file"));
}

/// Returns three rows with the classes that a map was fitted on.
Result<CheckedPredictions> rowsFor(const CalibrationMap& map) {
    const bool hasClasses = map.form == PredictionForm::ClassScores;
    const std::size_t columns = hasClasses ? map.classNames.size() : 1;
    std::vector<double> scores(3 * columns);
    for (std::size_t i = 0; i < scores.size(); ++i)
        scores[i] = hasClasses ? static_cast<double>(i % 7) : static_cast<double>(i) / 2;
    PredictionParts parts;
    parts.form = map.form;
    parts.kind = hasClasses ? ScoreKind::Logit : ScoreKind::Probability;
    parts.scores = ScoreMatrix(std::move(scores), columns);
    parts.labels = {0, 0, 0};
    parts.classNames = map.classNames;
    return Predictions::make(std::move(parts));
}

[[maybe_unused]] void fuzzMap(std::string_view bytes) {
    const auto map = mapFromJson(bytes);
    requireReason(map);
    if (!map) return;
    require(mapFromJson(mapJson(map.value())).hasValue());
    if (map.value().classNames.empty()) return;
    const auto rows = rowsFor(map.value());
    requireReason(rows);
    if (rows) requireReason(applied(map.value(), rows.value().predictions));
}

}  // namespace
}  // namespace diagonal

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    diagonal::DIAGONAL_FUZZ_READER({reinterpret_cast<const char*>(data), size});
    return 0;
}
