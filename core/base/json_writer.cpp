// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_writer.h"

#include <array>
#include <cmath>
#include <cstdio>

#include "core/base/text.h"

namespace diagonal {
namespace {

std::string jsonText(std::string_view text) {
    std::string out = "\"";
    while (!text.empty()) {
        const std::size_t length = utf8Length(text);
        const char c = text.front();
        if (length == 0) {
            out += "\xEF\xBF\xBD";
        } else if (c == '"' || c == '\\') {
            out += {'\\', c};
        } else if (c == '\n') {
            out += "\\n";
        } else if (static_cast<unsigned char>(c) < 0x20) {
            std::array<char, 8> buffer{};
            std::snprintf(buffer.data(), buffer.size(), "\\u%04x", static_cast<unsigned>(c));
            out += buffer.data();
        } else {
            out += text.substr(0, length);
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out + "\"";
}

}  // namespace

void JsonWriter::separate() {
    if (m_afterKey) {
        m_afterKey = false;
        return;
    }
    if (m_hasItems.empty()) return;
    if (m_hasItems.back()) m_text += ",";
    m_hasItems.back() = true;
    m_text += "\n" + std::string(2 * m_hasItems.size(), ' ');
}

void JsonWriter::open(char bracket) {
    separate();
    m_text += bracket;
    m_hasItems.push_back(false);
}

void JsonWriter::close(char bracket) {
    const bool hadItems = m_hasItems.back();
    m_hasItems.pop_back();
    if (hadItems) m_text += "\n" + std::string(2 * m_hasItems.size(), ' ');
    m_text += bracket;
    if (m_hasItems.empty()) m_text += "\n";
}

void JsonWriter::beginObject() {
    open('{');
}
void JsonWriter::beginObject(std::string_view name) {
    key(name);
    open('{');
}
void JsonWriter::endObject() {
    close('}');
}
void JsonWriter::beginArray() {
    open('[');
}
void JsonWriter::beginArray(std::string_view name) {
    key(name);
    open('[');
}
void JsonWriter::endArray() {
    close(']');
}

void JsonWriter::key(std::string_view name) {
    separate();
    m_text += jsonText(name) + ": ";
    m_afterKey = true;
}

void JsonWriter::value(std::string_view text) {
    separate();
    m_text += jsonText(text);
}

void JsonWriter::value(double number) {
    separate();
    if (!std::isfinite(number)) {
        m_text += "null";
        return;
    }
    const std::string text = shortest(number);
    m_text += text;
    // Readers parse digits alone as an integer, which may exceed their range.
    constexpr double largest = 1e18;
    const bool isInteger = text.find_first_of(".e") == std::string::npos;
    if (isInteger && std::abs(number) > largest) m_text += ".0";
}

void JsonWriter::value(std::size_t number) {
    separate();
    m_text += std::to_string(number);
}

void JsonWriter::value(const std::optional<double>& number) {
    if (number) {
        value(*number);
    } else {
        null();
    }
}

void JsonWriter::flag(std::string_view name, bool isTrue) {
    key(name);
    separate();
    m_text += isTrue ? "true" : "false";
}

void JsonWriter::value(std::span<const double> numbers) {
    beginArray();
    for (const double number : numbers)
        value(number);
    endArray();
}

void JsonWriter::value(std::span<const std::string> texts) {
    beginArray();
    for (const std::string& text : texts)
        value(std::string_view(text));
    endArray();
}

void JsonWriter::null() {
    separate();
    m_text += "null";
}

}  // namespace diagonal
