// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/bytes/byte_source.h"

#include <algorithm>

#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 20;
constexpr std::size_t kLeastBuffer = 4096;

class MemoryBytes : public RandomAccess {
public:
    explicit MemoryBytes(std::string_view bytes) : m_bytes(bytes) {}
    std::uint64_t size() const override { return m_bytes.size(); }

    Result<std::size_t> readAt(std::uint64_t offset, std::span<char> out) const override {
        const std::string_view part = m_bytes.substr(std::min(offset, size()), out.size());
        std::ranges::copy(part, out.begin());
        return part.size();
    }

private:
    std::string_view m_bytes;
};

class KeptBytes : public MemoryBytes {
public:
    explicit KeptBytes(std::unique_ptr<const std::string> bytes)
        : MemoryBytes(*bytes), m_kept(std::move(bytes)) {}

private:
    std::unique_ptr<const std::string> m_kept;
};

}  // namespace

Result<std::string> RandomAccess::bytesAt(std::uint64_t offset, std::size_t count) const {
    const std::uint64_t there = size() - std::min(size(), offset);
    std::string bytes(std::min<std::uint64_t>(count, there), '\0');
    const auto got = readAt(offset, bytes);
    if (!got) return got.error();
    bytes.resize(got.value());
    return bytes;
}

Result<std::string_view> ByteSource::peek(std::size_t size) {
    if (m_aheadBegin > 0) {
        m_ahead.erase(0, m_aheadBegin);
        m_aheadBegin = 0;
    }
    while (m_ahead.size() < size) {
        const std::size_t had = m_ahead.size();
        m_ahead.resize(had + std::min(size - had, bufferSize(kChunk)));
        auto got = readSome(std::span(m_ahead).subspan(had));
        m_ahead.resize(had + (got ? got.value() : 0));
        if (!got) return got.error();
        if (got.value() == 0) break;
    }
    return std::string_view(m_ahead).substr(0, size);
}

Result<std::size_t> ByteSource::read(std::span<char> out) {
    std::size_t done = std::min(out.size(), m_ahead.size() - m_aheadBegin);
    std::copy_n(m_ahead.begin() + static_cast<std::ptrdiff_t>(m_aheadBegin), done, out.begin());
    m_aheadBegin += done;
    while (done < out.size()) {
        auto got = readSome(out.subspan(done));
        if (!got) return got.error();
        if (got.value() == 0) break;
        done += got.value();
    }
    m_consumed += done;
    return done;
}

void ByteSource::putBack(std::string_view bytes) {
    m_ahead.replace(0, m_aheadBegin, bytes);
    m_aheadBegin = 0;
    m_consumed -= bytes.size();
}

Result<std::string> ByteSource::readAll(std::size_t most) {
    std::string all;
    if (const auto total = size()) all.reserve(*total - std::min(*total, m_consumed) + 1);
    for (;;) {
        const std::size_t had = all.size();
        const std::size_t chunk = bufferSize(kChunk);
        all.resize(had + chunk);
        auto got = read(std::span(all).subspan(had));
        all.resize(had + (got ? got.value() : 0));
        if (!got) return got.error();
        if (got.value() < chunk) return all;
        if (!size() && all.size() > most) {
            return unsupported("more than " + groupedDigits(most >> 20) +
                               " MiB come from a pipe or compressed file; save it as a plain file");
        }
    }
}

std::size_t ByteSource::bufferSize(std::size_t most) const {
    const auto total = size();
    if (!total) return most;
    const std::size_t left = *total - std::min(*total, m_consumed);
    return std::min(most, std::max(left + 1, kLeastBuffer));  // a file may have grown
}

Result<std::size_t> MemorySource::readSome(std::span<char> out) {
    const std::size_t count = std::min(out.size(), m_bytes.size() - m_position);
    std::copy_n(m_bytes.data() + m_position, count, out.begin());
    m_position += count;
    return count;
}

std::unique_ptr<RandomAccess> MemorySource::randomAccess() const {
    return std::make_unique<MemoryBytes>(m_bytes);
}

Result<std::size_t> PartSource::readSome(std::span<char> out) {
    const auto most = std::min<std::uint64_t>(out.size(), m_size - m_position);
    auto got = m_whole.readAt(m_begin + m_position, out.first(most));
    if (got) m_position += got.value();
    return got;
}

Result<std::unique_ptr<RandomAccess>> allBytes(ByteSource& source) {
    if (auto bytes = source.randomAccess()) return bytes;
    auto bytes = source.readAll();
    if (!bytes) return bytes.error();
    return std::unique_ptr<RandomAccess>(
        std::make_unique<KeptBytes>(std::make_unique<const std::string>(std::move(bytes).value())));
}

}  // namespace diagonal
