// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/reading/arrays/data_array.h"
#include "core/reading/bytes/zip_directory.h"

namespace diagonal {

/// A picture of bytes: rows from the top, `channels` values for each pixel.
struct Picture {
    std::size_t width = 0;
    std::size_t height = 0;
    std::size_t channels = 1;  ///< 1 grey, 3 red, green and blue, 4 with opacity
    std::vector<std::uint8_t> pixels = {};
};

/// The pictures of the rows in an .npz file: an array called "images", or one with a similar name,
/// of N x height x width, with 1, 3 or 4 channels behind or 1 or 3 before these, or of N x the
/// square of a side. Pictures are read
/// one by one, if the array is stored, else from the decompressed array.
class PictureArray {
public:
    /// Arrays that must be decompressed may have so many bytes.
    static constexpr std::uint64_t kMostUnpacked = 512U << 20;

    /// Opens the pictures of a file; null if it is no zip file or holds no pictures. Errors:
    /// CannotRead; Malformed; Unsupported for types without pictures and arrays that are too large.
    static Result<std::unique_ptr<PictureArray>> open(const std::string& path);

    std::size_t count() const { return m_count; }
    /// Returns a picture. Integers of one byte are shown as they are. Other numbers between 0 and 1
    /// are scaled to bytes; if a picture holds others, its least becomes black, its largest white.
    /// Errors: CannotRead; Malformed for an index beyond count().
    Result<Picture> at(std::size_t index) const;

private:
    PictureArray() = default;
    /// `isOfPictures` is true for a name that other arrays do not have.
    Result<void> choose(const ArrayLayout& layout, bool isOfPictures);

    std::unique_ptr<ByteSource> m_source;
    std::unique_ptr<RandomAccess> m_file;  ///< of the whole file
    std::string m_unpacked;                ///< the pictures' bytes, if they had to be decompressed
    std::uint64_t m_begin = 0;             ///< of the first picture in m_file
    std::size_t m_count = 0;
    Picture m_form;  ///< without pixels
    bool m_isChannelsFirst = false;
    ElementType m_type;
};

}  // namespace diagonal
