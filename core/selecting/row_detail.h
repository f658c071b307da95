// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/selecting/row_list.h"

namespace diagonal {

/// One row whole.
struct RowDetail {
    /// A cell of the list, whole.
    struct Field {
        std::string name;
        TableCell cell;
    };
    struct ClassShare {
        std::string name;
        double probability = 0;
        bool isTrue = false;
        bool isPredicted = false;
    };

    std::vector<Field> fields;
    /// The most probable classes, at the temperature of the list, and the true and the predicted
    /// ones; empty if the rows have no probabilities of classes.
    std::vector<ClassShare> classes;
    std::size_t otherClasses = 0;  ///< that are not among `classes`
    double mostOfOthers = 0;       ///< the largest of their probabilities
    std::optional<double> nll;     ///< -log p of the true class, in nats; none where p is 0
    std::optional<double> brier;   ///< (c - a)^2 in the view, as the Brier score of the panel
};

/// Returns what there is to say about the row at `index` of a list.
RowDetail rowDetail(const RowList& list, std::size_t index);

}  // namespace diagonal
