// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <simdjson.h>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/reading/json/json_record.h"
#include "core/reading/options/file_preview.h"
#include "core/reading/options/read_options.h"
#include "core/reading/roles/role_columns.h"

namespace diagonal {

/// The samples of a log of Inspect (https://inspect.aisi.org.uk/eval-logs.html).
class InspectSamples {
public:
    /// Sets the task's name, which becomes a group.
    void setTask(std::string task) { m_task = std::move(task); }

    /// Adds a sample or its summary; it replaces an earlier one of the same id and epoch.
    void add(simdjson::dom::element sample);

    /// Returns true if any score holds a confidence.
    bool holdConfidence() const;

    /// Returns a row for each sample: for each scorer that states a confidence its
    /// "NAME.confidence" and "NAME.correct" (C is 1, P 0.5, I and N are 0); without one, the target
    /// beside the log-probabilities of the first answered token. Errors: Unclear, with the field to
    /// fill, if there is neither; those of RecordTable.
    Result<RoleColumns> columns(const ReadOptions& options, const ReadObserver& observer) const;

private:
    struct Score {
        std::string correct;
        std::string confidence;
    };
    struct Sample {
        std::string id;
        std::string epoch;
        std::string target;
        std::map<std::string, Score> scores;
        std::vector<TokenScore> tokens;
    };

    static Score scoreOf(simdjson::dom::element score);
    Error noConfidence() const;
    std::vector<JsonCell> cellsOf(const Sample& sample, bool byTokens, bool hasEpochs) const;

    std::string m_task;
    std::vector<Sample> m_samples;
    std::map<std::pair<std::string, std::string>, std::size_t> m_placeOf;  ///< by id and epoch
    std::map<std::string, bool> m_scorers;  ///< whether any of its scores holds a confidence
};

/// Returns true for the JSON form of a log.
bool isInspectLog(simdjson::dom::object root);

/// Reads the JSON form of a log. Errors: those of InspectSamples::columns().
Result<RoleColumns> columnsFromInspectLog(simdjson::dom::element root, const ReadOptions& options,
                                          const ReadObserver& observer);

/// Returns the name of the task in the header of a log; empty if it has none.
std::string inspectTask(simdjson::dom::element header);

}  // namespace diagonal
