// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/file_reading.h"

#include <algorithm>

#include "app/platform/free_memory.h"

namespace diagonal {

FinishedReading finishedReading(const ReadingRequest& request, OpeningRequest opening,
                                const Execution& execution) {
    FinishedReading finished;
    finished.request = request;
    finished.files = request.filesOf();
    const auto named =
        std::ranges::find(finished.files, request.shows, &PredictionFiles::predictions);
    if (named != finished.files.end())
        finished.request.index = static_cast<std::size_t>(named - finished.files.begin());
    opening.files = finished.files[finished.request.index];
    opening.options = request.options;
    opening.growing = request.growing;
    opening.where = request.settings ? request.settings->where : request.where;
    if (!request.fresh) opening.remembered = nullptr;
    finished.paths = opening.paths();
    finished.states = statesOf(finished.paths);
    static_cast<OpenedSource&>(finished) = opened(opening, execution);
    const bool wasBeside = finished.dataset && !opening.files.labels;
    if (wasBeside && !finished.dataset.value()->summary.labelsFile.empty()) {
        finished.paths.push_back(finished.dataset.value()->summary.labelsFile);
        finished.states.push_back(statesOf({finished.paths.back()}).front());
    }
    returnFreeMemory();
    return finished;
}

}  // namespace diagonal
