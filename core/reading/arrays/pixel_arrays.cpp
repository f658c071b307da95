// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/arrays/pixel_arrays.h"

#include <new>
#include <utility>

#include "core/base/large_vector.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

/// Where the scores of a pixel are in its image.
struct PixelOrder {
    PixelGrid grid;
    std::size_t classes = 1;
    bool isClassesLast = false;
};

Result<PixelOrder> pixelOrder(const std::vector<std::size_t>& shape) {
    if (shape.size() == 3) return PixelOrder{{shape[0], shape[1], shape[2]}};
    const PixelOrder first{{shape[0], shape[2], shape[3]}, shape[1], false};
    const PixelOrder last{{shape[0], shape[1], shape[2]}, shape[3], true};
    if (first.classes == 1 || last.classes == 1) return first.classes == 1 ? first : last;
    if (first.classes == last.classes)
        return unclear("its second and its last dimension are both " +
                       groupedDigits(first.classes) +
                       ": which of them are the classes? Save one row for each pixel: "
                       "scores.reshape(-1, classes)");
    const bool isSquareFirst = first.grid.height == first.grid.width;
    const bool isSquareLast = last.grid.height == last.grid.width;
    if (isSquareFirst != isSquareLast) return isSquareFirst ? first : last;
    return first.classes < last.classes ? first : last;
}

/// Appends the sampled pixels of one image, the scores of each beside each other.
template <typename From, typename To>
Result<void> appendPixels(const std::vector<From>& image, const PixelOrder& order,
                          PixelSampler& sampler, std::vector<To>& out) {
    const std::size_t pixels = order.grid.height * order.grid.width;
    for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
        if (!sampler.takesNext()) continue;
        for (std::size_t k = 0; k < order.classes; ++k) {
            const From value =
                image[order.isClassesLast ? pixel * order.classes + k : k * pixels + pixel];
            if constexpr (std::is_integral_v<From>) {
                if (!std::in_range<To>(value))
                    return unsupported("a label of a pixel is beyond 32 bits");
            }
            out.push_back(static_cast<To>(value));
        }
    }
    return {};
}

/// As above, into an array whose type is that of the first image; reserves room for `expected`
/// values.
Result<void> appendImage(const DataArray& image, const PixelOrder& order, PixelSampler& sampler,
                         std::size_t expected, DataArray& out) {
    return std::visit(
        [&](const auto& values) -> Result<void> {
            using Value = typename std::remove_cvref_t<decltype(values)>::value_type;
            if constexpr (std::is_same_v<Value, std::string>) {
                return unsupported("its pixels are texts");
            } else {
                using Kept = std::conditional_t<std::is_integral_v<Value>, std::int32_t, Value>;
                if (!std::holds_alternative<std::vector<Kept>>(out.values)) {
                    std::vector<Kept> kept;
                    reserveLarge(kept, expected);
                    out.values = std::move(kept);
                }
                return appendPixels(values, order, sampler,
                                    std::get<std::vector<Kept>>(out.values));
            }
        },
        image.values);
}

Result<DataArray> pixelsOf(ByteSource& source, const ArrayLayout& layout, const PixelOrder& order,
                           const ProgressCallback& progress,
                           const std::optional<RowSample>& sample) {
    const std::size_t pixels = order.grid.pixels();
    const ArrayLayout image{{pixels / order.grid.images * order.classes}, layout.type};
    PixelSampler sampler(pixels, sample);
    DataArray out;
    out.shape = {sample ? std::min(sample->rows, pixels) : pixels};
    out.pixels = order.grid;
    out.storedShape = layout.shape;
    // What a pipe announces need not come.
    const std::size_t expected = source.size() ? out.shape.front() * order.classes : 0;
    for (std::size_t i = 0; i < order.grid.images; ++i) {
        const auto read = readArray(source, image, {});
        if (!read) return read.error();
        if (auto done = appendImage(read.value(), order, sampler, expected, out); !done)
            return done.error();
        out.halfPrecision = read.value().halfPrecision;
        if (progress && !progress(source.consumed(), source.size().value_or(0))) return cancelled();
    }
    if (order.classes > 1) out.shape.push_back(order.classes);
    return out;
}

}  // namespace

Result<DataArray> readPixels(ByteSource& source, const ArrayLayout& layout,
                             const ProgressCallback& progress,
                             const std::optional<RowSample>& sample) {
    if (layout.fortranOrder)
        return unsupported("images in Fortran order: save np.ascontiguousarray(array)");
    const auto order = pixelOrder(layout.shape);
    if (!order) return order.error();
    try {
        return pixelsOf(source, layout, order.value(), progress, sample);
    } catch (const std::bad_alloc&) {
        return cannotRead("the pixels of " + order.value().grid.description() +
                          " do not fit into memory: --sample-rows 1000000 draws a sample of them");
    }
}

}  // namespace diagonal
