// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <simdjson.h>
#include <vector>

#include "core/base/result.h"
#include "core/reading/json/json_record.h"

namespace diagonal {

/// Adds the mean of each of HELM's statistics of an instance ({"name": {"name": "max_prob"},
/// "mean": 0.9}) under its name, without those of perturbed instances. Returns false for other
/// lists.
bool addHelmStatistics(simdjson::dom::array list, std::vector<JsonCell>& cells);

/// Returns true for a request whose input was changed on purpose, as for robustness.
bool isPerturbed(simdjson::dom::element state);

/// Returns true for the answers of a run of HELM, scenario_state.json.
bool isHelmState(simdjson::dom::object root);

/// Returns the cells of one of its request_states: the instance, the probability of the completion
/// as confidence, and whether it is the reference that is tagged correct. Errors: Unsupported for
/// requests without a mapping of answers, whose scores stand in per_instance_stats.json.
Result<std::vector<JsonCell>> helmRecord(simdjson::dom::element state);

}  // namespace diagonal
