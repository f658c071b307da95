// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/reading/prediction_reader.h"

namespace diagonal::testing {

inline Result<ReadPredictions> readBytes(const std::string& bytes,
                                         const ReadOptions& options = {}) {
    return readPredictions(std::make_unique<MemorySource>(bytes), "file", options);
}

/// Returns the predictions in `bytes`; throws if they cannot be read, so that the error's text is
/// shown.
inline ReadPredictions accepted(const std::string& bytes, const ReadOptions& options = {}) {
    auto predictions = readBytes(bytes, options);
    if (!predictions) throw std::runtime_error(describe(predictions.error()));
    return std::move(predictions).value();
}

inline std::vector<double> rowOf(const Dataset& dataset, std::size_t row) {
    std::vector<double> out;
    for (std::size_t k = 0; k < dataset.predictions.scores().columns(); ++k)
        out.push_back(dataset.predictions.scores().at(row, k));
    return out;
}

inline double accuracyOf(const Dataset& dataset) {
    double correct = 0;
    for (std::size_t row = 0; row < dataset.predictions.rows(); ++row)
        correct += dataset.predictions.isCorrect(row);
    return correct / static_cast<double>(dataset.predictions.rows());
}

/// Returns the value of an assumption; empty if it was not made.
inline std::string assumed(const Dataset& dataset, const std::string& id) {
    for (const Assumption& assumption : dataset.summary.assumptions) {
        if (assumption.id == id) return assumption.value;
    }
    return "";
}

inline std::vector<std::string> noteIds(const Dataset& dataset) {
    std::vector<std::string> ids;
    for (const Note& note : dataset.summary.notes)
        ids.push_back(note.id);
    return ids;
}

}  // namespace diagonal::testing
