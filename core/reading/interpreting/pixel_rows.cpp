// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/interpreting/pixel_rows.h"

#include <algorithm>
#include <array>

#include "core/base/text.h"

namespace diagonal {
namespace {

/// What segmentation writes for pixels that count for nothing: Cityscapes and VOC, OpenMMLab's
/// old default, PyTorch's ignore_index.
constexpr auto kIgnoredLabels = std::to_array<std::int64_t>({255, -1, -100});

void addImageCluster(RoleColumns& columns, const ReadOptions& options) {
    if (columns.cluster) return;
    const PixelGrid& grid = *columns.pixels;
    PixelSampler sampler(grid.pixels(), options.sample);
    columns.cluster = columns.groups.size();
    NamedLabels& image = columns.groups.emplace_back();
    image.name = "image";
    image.labels.reserve(columns.scores.rows());
    for (std::size_t i = 0; i < grid.images; ++i) {
        const std::string name = std::to_string(i);
        for (std::size_t pixel = 0; pixel < grid.height * grid.width; ++pixel) {
            if (sampler.takesNext()) image.labels.add(name);
        }
    }
    columns.assumptions.push_back({"cluster_column", image.name, true});
}

void notePixels(RoleColumns& columns, const ReadOptions& options) {
    const PixelGrid& grid = *columns.pixels;
    std::string text = grid.description() + ": every pixel is a row, and the image its cluster";
    if (options.sample && options.sample->rows < grid.pixels()) {
        text += ". A random sample of " + groupedDigits(options.sample->rows) + " of " +
                groupedDigits(grid.pixels()) + " pixels was drawn (seed " +
                std::to_string(options.sample->seed) + ")";
    }
    columns.notes.push_back({"pixels", grid.pixels(), std::move(text)});
}

/// Removes the rows that are not kept. Requires that only scores, labels, groups and times are
/// columns.
void keepRows(const std::vector<bool>& isKept, RoleColumns& columns) {
    const std::size_t width = columns.scores.columns();
    auto values = std::move(columns.scores).takeValues();
    std::visit(
        [&](auto& all) {
            std::size_t to = 0;
            for (std::size_t row = 0; row < isKept.size(); ++row) {
                if (!isKept[row]) continue;
                std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(row * width), width,
                            all.begin() + static_cast<std::ptrdiff_t>(to * width));
                ++to;
            }
            all.resize(to * width);
        },
        values);
    columns.scores = ScoreMatrix(std::move(values), width);
    std::vector<std::size_t> kept;
    kept.reserve(isKept.size());
    for (std::size_t row = 0; row < isKept.size(); ++row) {
        if (isKept[row]) kept.push_back(row);
    }
    columns.label = columns.label.chosen(kept);
    columns.chooseGroupsAndTimes(kept);
}

/// The integer labels outside of the classes; none if a label is no integer, or labels count
/// from 1.
std::vector<std::int64_t> labelsOutside(const RoleColumns& columns) {
    const auto classes =
        std::max<std::int64_t>(2, static_cast<std::int64_t>(columns.scores.columns()));
    std::vector<std::int64_t> outside;
    bool hasZero = false;
    for (const std::string& value : columns.label.values()) {
        const auto number = parsedInteger(value);
        if (!number) return {};
        hasZero = hasZero || *number == 0;
        if (*number < 0 || *number >= classes) outside.push_back(*number);
    }
    const auto isOneBased = std::ranges::find(outside, classes);
    if (!hasZero && isOneBased != outside.end()) outside.erase(isOneBased);
    std::ranges::sort(outside);
    return outside;
}

Result<void> leaveOutIgnored(RoleColumns& columns) {
    const std::vector<std::int64_t> outside = labelsOutside(columns);
    if (outside.empty()) return {};
    const bool isUsual = outside.size() == 1 &&
                         std::ranges::find(kIgnoredLabels, outside.front()) != kIgnoredLabels.end();
    if (!isUsual) {
        constexpr std::size_t shown = 5;
        std::string listed;
        for (std::size_t i = 0; i < std::min(outside.size(), shown); ++i)
            listed += std::string(i > 0 ? ", " : "") + std::to_string(outside[i]);
        return malformed(
            counted(outside.size(), "label") + " of pixels outside of the classes 0 to " +
                groupedDigits(columns.scores.columns() - 1) + ": " + listed +
                (outside.size() > shown ? " ..." : "") +
                ". Only one of 255, -1 and -100 is taken for \"ignore\"; set the others "
                "to it",
            columns.labelName);
    }
    const std::string ignored = std::to_string(outside.front());
    const auto& values = columns.label.values();
    const auto code =
        static_cast<std::int32_t>(std::ranges::find(values, ignored) - values.begin());
    std::vector<bool> isKept;
    isKept.reserve(columns.label.size());
    for (const std::int32_t label : columns.label.codes())
        isKept.push_back(label != code);
    const auto count = static_cast<std::size_t>(std::ranges::count(isKept, false));
    if (count == isKept.size()) return noUsableRows("the label of every pixel is " + ignored);
    // A mask of 0 and 255, or of -1 and 1, has two classes.
    if (columns.scores.columns() == 1 && values.size() == 2)
        return malformed("the labels of pixels are " + values[0] + " and " + values[1] +
                             ": it is unclear whether " + ignored +
                             " is a class or to be ignored. Write the classes as 0 and 1",
                         columns.labelName);
    keepRows(isKept, columns);
    columns.notes.push_back({"ignored_pixels", count,
                             counted(count, "pixel") + " with the label " + ignored +
                                 ", which is no class, " + (count == 1 ? "is" : "are") +
                                 " left out, as segmentation marks what to ignore"});
    return {};
}

}  // namespace

Result<RoleColumns> rowsOfImages(RoleColumns columns, const ReadOptions& options) {
    if (!columns.pixels) {
        if (!options.sample) return columns;
        return unsupported(
            "--sample-rows draws pixels of images (arrays N x K x H x W); this file holds rows");
    }
    if (columns.labelPixels && *columns.labelPixels != *columns.pixels) {
        return malformed("the labels are of " + columns.labelPixels->description() +
                             ", but the scores, " + columns.pixelShape + ", were read as " +
                             columns.pixels->description() +
                             ". Save one row for each pixel: scores.reshape(-1, classes)",
                         columns.labelName);
    }
    addImageCluster(columns, options);
    notePixels(columns, options);
    const bool isPlain = columns.predicted.empty() && columns.correct.empty() &&
                         columns.weights.empty() && columns.rowNames.empty() &&
                         !columns.label.empty() && !options.labelBase;
    if (isPlain) {
        if (auto done = leaveOutIgnored(columns); !done) return done.error();
    }
    return columns;
}

}  // namespace diagonal
