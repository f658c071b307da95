// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/recalibration_files.h"

#include <sstream>

#include <QFile>

#include "app/diagram/figure_export.h"
#include "app/platform/parallel.h"
#include "core/models/opened_source.h"
#include "core/predictions/prediction_writer.h"
#include "core/recalibrating/map_json.h"
#include "core/recalibrating/map_python.h"

namespace diagonal {
namespace {

Result<CalibrationMap> mapIn(const QString& file) {
    constexpr qint64 most = 1 << 30;
    QFile in(file);
    if (!in.open(QIODevice::ReadOnly)) {
        return inFile(cannotRead(in.errorString().toStdString()), file.toStdString());
    }
    const QByteArray bytes = in.read(most);
    auto map = mapFromJson({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    if (!map) return inFile(map.error(), file.toStdString());
    return map;
}

/// Returns the rows of --fit-on; null without it.
Result<std::shared_ptr<const Dataset>> rowsToFitOn(const RecalibrationLine& line,
                                                   const ReadOptions& options) {
    if (!line.fitOn) return std::shared_ptr<const Dataset>();
    OpeningRequest request{sourcesOf({line.fitOn->toStdString()}, options).front(), options};
    request.hasPreview = false;
    request.isOfOther = true;
    return opened(request, {.parallelFor = parallelFor}).dataset;
}

}  // namespace

Result<MapSource> mapSource(const RecalibrationLine& line, const ReadOptions& options) {
    MapSource source;
    if (line.applied) {
        auto map = mapIn(*line.applied);
        if (!map) return map.error();
        source.saved = std::make_shared<const CalibrationMap>(std::move(map).value());
        return source;
    }
    source.choice = *line.choice;
    auto other = rowsToFitOn(line, options);
    if (!other) return other.error();
    source.other = std::move(other).value();
    return source;
}

Result<void> saveFiles(const RecalibrationLine& line, const Recalibration& made) {
    if (line.savedMap) {
        const auto saved = saveMap(made.map, made.before->summary.scores, *line.savedMap);
        if (!saved) return saved.error();
    }
    if (line.written) return savePredictions(*made.after, *line.written);
    return {};
}

Result<void> saveMap(const CalibrationMap& map, ScoreKind scores, const QString& file) {
    const bool python = file.endsWith(QLatin1String(".py"), Qt::CaseInsensitive);
    return saveBytes(python ? mapPython(map, scores) : mapJson(map), file);
}

bool isNpz(const QString& file) {
    return file.endsWith(QLatin1String(".npz"), Qt::CaseInsensitive);
}

Result<void> savePredictions(const Dataset& dataset, const QString& file) {
    std::ostringstream out;
    if (isNpz(file)) {
        if (auto done = writeNpz(dataset.predictions, out); !done)
            return inFile(done.error(), file.toStdString());
    } else {
        writeCsv(dataset, out);
    }
    return saveBytes(out.view(), file);
}

}  // namespace diagonal
