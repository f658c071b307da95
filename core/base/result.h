// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/advice.h"

namespace diagonal {

/// Category of a failure. Programs use it only to decide what to try next.
enum class ErrorKind {
    CannotRead,    ///< the operating system refused
    Unsupported,   ///< a known format or option that is not supported
    Malformed,     ///< the bytes break the rules of their format
    Unclear,       ///< readable, but a role, class or scale must be named
    NoUsableRows,  ///< read, but too few rows are usable
    Undefined,     ///< a number or view that these data do not define
    WrongOption,   ///< an option that does not apply to the file
    Cancelled      ///< a ProgressCallback returned false
};

/// A failure and where it occurred.
struct Error {
    ErrorKind kind = ErrorKind::Malformed;
    std::string detail;               ///< what was found and what to do, without the location
    std::string file = {};            ///< empty if no file is concerned
    std::size_t line = 0;             ///< one-based, counting the header; 0 if there is none
    std::string key = {};             ///< column or array key; empty if there is none
    std::vector<Advice> advice = {};  ///< settings that would help
};

/// Return an error of the kind that they are named after.
Error cannotRead(std::string detail);
Error unsupported(std::string detail, std::size_t line = 0);
Error unsupported(std::string detail, std::string key);
Error malformed(std::string detail, std::size_t line = 0);
Error malformed(std::string detail, std::string key);
Error unclear(std::string detail, std::vector<Advice> advice = {});
Error unclear(std::string detail, std::string key);
Error noUsableRows(std::string detail, std::vector<Advice> advice = {});
Error undefined(std::string detail, std::vector<Advice> advice = {});
Error wrongOption(std::string detail, std::vector<Advice> advice = {});

/// Returns the error for a ProgressCallback that returned false.
inline Error cancelled() {
    return {ErrorKind::Cancelled, "cancelled"};
}

/// Returns "FILE:LINE: [KEY: ]what is wrong", leaving out what the error does not have, without
/// its advice.
std::string withPlace(const Error& error);

/// Returns withPlace() with the advice as options of the command line.
std::string describe(const Error& error);

/// A value or an Error.
template <typename T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    bool hasValue() const { return m_state.index() == 0; }
    explicit operator bool() const { return hasValue(); }

    /// Requires hasValue().
    const T& value() const& {
        assert(hasValue());
        return *std::get_if<0>(&m_state);
    }
    T&& value() && {
        assert(hasValue());
        return std::move(*std::get_if<0>(&m_state));
    }
    T& value() & {
        assert(hasValue());
        return *std::get_if<0>(&m_state);
    }

    T valueOr(T other) const { return hasValue() ? value() : std::move(other); }

    /// Requires !hasValue().
    const Error& error() const {
        assert(!hasValue());
        return *std::get_if<1>(&m_state);
    }

private:
    std::variant<T, Error> m_state;
};

/// Success, or an Error.
template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : m_error(std::move(error)) {}

    bool hasValue() const { return !m_error.has_value(); }
    explicit operator bool() const { return hasValue(); }

    /// Requires !hasValue().
    const Error& error() const {
        assert(!hasValue());
        return *m_error;
    }

private:
    std::optional<Error> m_error;
};

/// Returns `error`, located in `file` unless it already names one.
Error inFile(Error error, const std::string& file);

/// Receives how much of the work is done (in any unit; `total` is 0 if unknown). Returning false
/// cancels the work. Called by the threads of a loop, several at once.
using ProgressCallback = std::function<bool(std::size_t done, std::size_t total)>;

}  // namespace diagonal
