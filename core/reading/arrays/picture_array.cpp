// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/arrays/picture_array.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/text.h"
#include "core/reading/arrays/npy_header.h"
#include "core/reading/roles/column_names.h"

namespace diagonal {
namespace {

constexpr std::string_view kArrayEnding = ".npy";

/// Largest side of a picture.
constexpr std::size_t kMostSide = 8192;
constexpr std::size_t kMostPictureBytes = std::size_t{64} << 20;  ///< of a picture as it is stored
constexpr std::size_t kLeastPictureSide =
    4;  ///< of pictures whose rows of pixels stand behind each other

bool hasPictures(const ElementType& type) {
    return (type.kind == 'f' && type.size >= 2) || type.kind == 'i' || type.kind == 'u' ||
           type.kind == 'b';
}

/// Returns the bytes that show some numbers: PictureArray::at() tells how.
std::vector<std::uint8_t> scaledToBytes(const std::vector<double>& values) {
    double least = 0;
    double largest = 1;
    for (const double value : values) {
        if (!std::isfinite(value)) continue;
        least = std::min(least, value);
        largest = std::max(largest, value);
    }
    std::vector<std::uint8_t> bytes;
    bytes.reserve(values.size());
    for (const double value : values) {
        const double share = (value - least) / (largest - least);
        bytes.push_back(std::isfinite(share) ? static_cast<std::uint8_t>(std::lround(255 * share))
                                             : std::uint8_t{0});
    }
    return bytes;
}

/// Moves the channels, each of which is a picture of its own, behind the pixels.
std::vector<std::uint8_t> interleaved(const std::vector<std::uint8_t>& planes,
                                      std::size_t channels) {
    const std::size_t pixels = planes.size() / channels;
    std::vector<std::uint8_t> out(planes.size());
    for (std::size_t c = 0; c < channels; ++c) {
        for (std::size_t i = 0; i < pixels; ++i)
            out[i * channels + c] = planes[c * pixels + i];
    }
    return out;
}

/// Returns the member that holds the pictures: that with the more usual name of several.
const ZipMember* pictureMember(const std::vector<ZipMember>& members) {
    const ZipMember* found = nullptr;
    std::optional<std::size_t> best;
    for (const ZipMember& member : members) {
        if (!member.name.ends_with(kArrayEnding)) continue;
        const auto rank =
            pictureNameRank(member.name.substr(0, member.name.size() - kArrayEnding.size()));
        if (!rank || (best && *best <= *rank)) continue;
        best = rank;
        found = &member;
    }
    return found;
}

}  // namespace

Result<void> PictureArray::choose(const ArrayLayout& layout, bool isOfPictures) {
    const auto& shape = layout.shape;
    const auto isAny = [](std::size_t size, std::initializer_list<std::size_t> sizes) {
        return std::ranges::find(sizes, size) != sizes.end();
    };
    m_type = layout.type;
    m_count = shape[0];
    const auto side =
        static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(shape.back()))));
    if (shape.size() == 2 && isOfPictures && side >= kLeastPictureSide && side * side == shape[1]) {
        m_form = {side, side, 1};
    } else if (shape.size() == 3) {
        m_form = {shape[2], shape[1], 1};
    } else if (shape.size() == 4 && isAny(shape[3], {1, 3, 4})) {
        m_form = {shape[2], shape[1], shape[3]};
    } else if (shape.size() == 4 && isAny(shape[1], {1, 3})) {
        m_form = {shape[3], shape[2], shape[1]};
        m_isChannelsFirst = true;
    }
    if (m_form.width > kMostSide || m_form.height > kMostSide)
        return unsupported("the images have more than " + groupedDigits(kMostSide) +
                           " pixels on a side");
    const std::size_t bytes = m_form.width * m_form.height * m_form.channels * m_type.size;
    if (bytes > kMostPictureBytes)
        return unsupported("an image has " + groupedDigits(bytes >> 20) + " MB, more than " +
                           groupedDigits(kMostPictureBytes >> 20));
    const bool isUsable = m_form.width > 0 && m_form.height > 0 && !layout.fortranOrder;
    if (!isUsable || !hasPictures(m_type))
        return unsupported(
            "the array of images is none of N x height x width with 1, 3 or 4 "
            "channels, or N x the square of a side, of numbers in C order");
    return {};
}

Result<std::unique_ptr<PictureArray>> PictureArray::open(const std::string& path) {
    using Opened = std::unique_ptr<PictureArray>;
    Opened array(new PictureArray);
    auto source = openSource(path);
    if (!source) return source.error();
    array->m_source = std::move(source).value();
    const auto head = array->m_source->peek(2);
    if (!head) return head.error();
    if (head.value() != "PK") return Opened();
    array->m_file = array->m_source->randomAccess();
    if (!array->m_file) return Opened();
    const auto members = zipMembers(*array->m_file);
    if (!members) return members.error();
    const ZipMember* member = pictureMember(members.value());
    if (!member) return Opened();
    constexpr std::uint16_t stored = 0;
    if (member->method != stored && member->size > kMostUnpacked)
        return unsupported("the array of images has " + groupedDigits(member->size >> 20) +
                           " MB: save it with np.savez instead of np.savez_compressed");
    auto content = zipContent(*array->m_file, *member);
    if (!content) return content.error();
    ByteSource& bytes = *content.value();
    const auto layout = readNpyLayout(bytes);
    if (!layout) return layout.error();
    const auto size = byteCount(layout.value());
    if (!size) return size.error();
    if (auto chosen = array->choose(
            layout.value(), member->name.starts_with("im") || member->name.starts_with("pictures"));
        !chosen)
        return chosen.error();
    if (size.value() != member->size - bytes.consumed())
        return malformed("the array of images is truncated");
    array->m_begin = member->offset + bytes.consumed();
    if (member->method != stored) {
        auto unpacked = bytes.readAll();
        if (!unpacked) return unpacked.error();
        array->m_unpacked = std::move(unpacked).value();
    }
    return array;
}

Result<Picture> PictureArray::at(std::size_t index) const {
    if (index >= m_count) return malformed("the file holds " + counted(m_count, "image"));
    const std::size_t values = m_form.width * m_form.height * m_form.channels;
    const std::size_t size = values * m_type.size;
    std::string bytes;
    if (!m_unpacked.empty()) {
        bytes = m_unpacked.substr(index * size, size);
    } else {
        auto read = m_file->bytesAt(m_begin + std::uint64_t{index} * size, size);
        if (!read) return read.error();
        bytes = std::move(read).value();
    }
    if (bytes.size() != size) return malformed("the array of images is truncated");
    Picture picture = m_form;
    if (m_type.size == 1 && m_type.kind == 'u') {
        picture.pixels.assign(bytes.begin(), bytes.end());
    } else {
        std::vector<double> numbers(values);
        for (std::size_t i = 0; i < values; ++i)
            numbers[i] = numberAt(bytes.data() + i * m_type.size, m_type);
        picture.pixels = scaledToBytes(numbers);
    }
    if (m_isChannelsFirst) picture.pixels = interleaved(picture.pixels, picture.channels);
    return picture;
}

}  // namespace diagonal
