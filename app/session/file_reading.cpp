// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/file_reading.h"

#include <algorithm>
#include <utility>

#include "app/platform/free_memory.h"

namespace diagonal {

FinishedReading finishedReading(ReadingRequest request, const Execution& execution) {
    FinishedReading finished;
    finished.files = request.filesOf();
    const auto named =
        std::ranges::find(finished.files, request.shows, &PredictionFiles::predictions);
    if (named != finished.files.end())
        request.index = static_cast<std::size_t>(named - finished.files.begin());
    request.files = finished.files[request.index];
    if (request.settings) request.where = request.settings->where;
    finished.paths = request.paths();
    finished.states = statesOf(finished.paths);
    static_cast<OpenedSource&>(finished) = opened(request, execution);
    const bool wasBeside = finished.dataset && !request.files.labels;
    if (wasBeside && !finished.dataset.value()->summary.labelsFile.empty()) {
        finished.paths.push_back(finished.dataset.value()->summary.labelsFile);
        finished.states.push_back(statesOf({finished.paths.back()}).front());
    }
    finished.request = std::move(request);
    returnFreeMemory();
    return finished;
}

}  // namespace diagonal
