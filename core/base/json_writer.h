// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace diagonal {

/// Writes JSON text, one value after another, indented by two. Numbers take the shortest form that
/// reads back as the same double; undefined and non-finite ones become null. Invalid UTF-8 bytes
/// become U+FFFD.
class JsonWriter {
public:
    void beginObject();
    void beginObject(std::string_view name);
    void endObject();
    void beginArray();
    void beginArray(std::string_view name);
    void endArray();
    void key(std::string_view name);
    void value(std::string_view text);
    void value(const std::string& text) { value(std::string_view(text)); }
    void value(double number);
    void value(std::size_t number);
    void value(const std::optional<double>& number);
    void value(std::span<const double> numbers);
    void value(std::span<const std::string> texts);
    void null();
    /// Writes a member that is true or false.
    void flag(std::string_view name, bool isTrue);

    template <typename T>
    void member(std::string_view name, const T& content) {
        key(name);
        value(content);
    }

    /// Writes a list of objects; write(item) writes the members of one.
    template <typename Items, typename Write>
    void objects(std::string_view name, const Items& items, const Write& write) {
        beginArray(name);
        for (const auto& item : items) {
            beginObject();
            write(item);
            endObject();
        }
        endArray();
    }

    const std::string& text() const { return m_text; }

private:
    void separate();
    void open(char bracket);
    void close(char bracket);

    std::string m_text;
    std::vector<bool> m_hasItems;
    bool m_afterKey = false;
};

}  // namespace diagonal
