// SPDX-License-Identifier: GPL-3.0-or-later
// Files and standard input as sources: openSource() of byte_source.h.
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/reading/bytes/byte_source.h"

namespace diagonal {
namespace {

Error systemError(const std::string& what) {
    return cannotRead(what + ": " + std::strerror(errno));
}

/// Says that a file ends before the size it had when it was opened.
Error becameShorter() {
    return cannotRead("became shorter while it was read; open it again when it is complete");
}

/// File owned by someone else.
class FileBytes : public RandomAccess {
public:
    FileBytes(int descriptor, std::uint64_t size) : m_descriptor(descriptor), m_size(size) {}
    std::uint64_t size() const override { return m_size; }

    Result<std::size_t> readAt(std::uint64_t offset, std::span<char> out) const override {
        std::size_t done = 0;
        while (done < out.size()) {
            const ssize_t got = ::pread(m_descriptor, out.data() + done, out.size() - done,
                                        static_cast<off_t>(offset + done));
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) return systemError("cannot be read");
            if (got == 0 && offset + done < m_size) return becameShorter();
            if (got == 0) break;
            done += static_cast<std::size_t>(got);
        }
        return done;
    }

private:
    int m_descriptor;
    std::uint64_t m_size;
};

class FileSource : public ByteSource {
public:
    FileSource(int descriptor, std::optional<std::size_t> size)
        : m_descriptor(descriptor), m_size(size) {}
    FileSource(const FileSource&) = delete;
    FileSource& operator=(const FileSource&) = delete;
    ~FileSource() override {
        if (m_descriptor != STDIN_FILENO) ::close(m_descriptor);
    }
    std::optional<std::size_t> size() const override { return m_size; }
    std::unique_ptr<RandomAccess> randomAccess() const override {
        // Standard input may begin in the middle of its file.
        if (!m_size || m_descriptor == STDIN_FILENO) return nullptr;
        return std::make_unique<FileBytes>(m_descriptor, *m_size);
    }

protected:
    Result<std::size_t> readSome(std::span<char> out) override {
        ssize_t got = 0;
        do {
            got = ::read(m_descriptor, out.data(), out.size());
        } while (got < 0 && errno == EINTR);
        if (got < 0) return systemError("cannot be read");
        // Standard input may begin in the middle of its file.
        if (got == 0 && m_size && m_descriptor != STDIN_FILENO && m_position < *m_size)
            return becameShorter();
        m_position += static_cast<std::size_t>(got);
        return static_cast<std::size_t>(got);
    }

private:
    int m_descriptor;
    std::optional<std::size_t> m_size;
    std::size_t m_position = 0;
};

}  // namespace

Result<std::unique_ptr<ByteSource>> openSource(const std::string& path) {
    const bool standardInput = path == "-";
    const int descriptor =
        standardInput ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return inFile(systemError("cannot be opened"), path);
    struct stat status {};
    std::optional<std::size_t> size;
    if (::fstat(descriptor, &status) == 0) {
        if (S_ISDIR(status.st_mode)) {
            ::close(descriptor);
            return inFile(cannotRead("is a folder; name a file in it"), path);
        }
        if (S_ISREG(status.st_mode)) size = static_cast<std::size_t>(status.st_size);
    }
    return std::unique_ptr<ByteSource>(std::make_unique<FileSource>(descriptor, size));
}

}  // namespace diagonal
