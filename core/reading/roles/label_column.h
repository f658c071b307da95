// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/large_vector.h"
#include "core/reading/numbers/number_text.h"

namespace diagonal {

/// A column of labels as codes into its distinct values. Values are canonicalLabel() of the
/// text, in order of appearance; code -1 is a missing label. With keepSpelling(), values are the
/// texts as they are; with keepTexts(), too, and may be equal.
class LabelColumn {
public:
    /// Accepts `word` as a label even if isMissing(word), for a class called None.
    void keep(const std::string& word) {
        if (!isMissing(word) || word.empty()) return;
        m_recent.fill({});
        m_kept.push_back(word);
        m_codeOfText.erase(word);
    }
    /// Keeps the words that may be names of groups: which of them are, all values tell together
    /// (emptyValues()).
    void keepNames() {
        keepNone();
        keep("-");
    }
    /// Keeps the word None, as None, none or NONE.
    void keepNone() {
        for (const char* word : {"None", "none", "NONE"})
            keep(word);
    }
    /// Gives each label a code of its own: much faster where most differ, as numbers do. keep() has
    /// no effect then.
    void keepTexts() { m_keepsTexts = true; }
    /// Takes texts as they are: only an empty one is missing, and "1e1" is not "10".
    void keepSpelling() { m_keepsSpelling = true; }
    /// Returns the column with distinct values, without the rows before `first`.
    LabelColumn withDistinctValues(std::size_t first = 0) const {
        return withCodes(m_codes.size() - first, [&](std::size_t i) { return m_codes[first + i]; });
    }
    /// Returns the labels of `rows`, in their order; a row may occur several times. Values without
    /// a row are left out.
    LabelColumn chosen(const std::vector<std::size_t>& rows) const {
        return withCodes(rows.size(), [&](std::size_t i) { return m_codes[rows[i]]; });
    }
    /// Sets how many columns of zeros and ones the labels come from; 0: they were one column.
    void setWidth(std::size_t columns) { m_width = columns; }
    std::size_t width() const { return m_width; }
    /// Sets whether numbers are written with a decimal comma.
    void setDecimalComma(bool comma) { m_decimalComma = comma; }
    void add(std::string_view text) {
        if (text.size() >= sizeof(std::uint64_t)) return m_codes.push_back(codeOf(text));
        // Short labels repeat often: their codes are cached under a key of length and bytes.
        std::uint64_t key = text.size() + 1;
        for (const char c : text)
            key = key << 8 | static_cast<unsigned char>(c);
        Recent& recent = m_recent[key * 0x9E3779B97F4A7C15 >> 56];
        if (recent.key != key) recent = {key, codeOf(text)};
        m_codes.push_back(recent.code);
    }
    template <std::integral Integer>
    void add(std::span<const Integer> values) {
        // Small integers repeat often: their codes are cached.
        std::vector<std::int32_t> codeOfInteger(4096, kNotSeen);
        reserve(m_codes.size() + values.size());
        for (const Integer value : values) {
            const auto place = static_cast<std::uint64_t>(value);
            if (place >= codeOfInteger.size()) {
                add(std::to_string(value));
                continue;
            }
            std::int32_t& code = codeOfInteger[place];
            if (code == kNotSeen) code = codeOf(std::to_string(value));
            m_codes.push_back(code);
        }
    }
    /// Adds the labels of `more`, which is empty afterwards but keeps its memory. Requires that
    /// both columns keep() the same words.
    void take(LabelColumn& more) {
        std::vector<std::int32_t> codes;
        codes.reserve(more.m_values.size());
        for (std::string& value : more.m_values)
            codes.push_back(m_keepsTexts ? codeOfNew(std::move(value)) : codeOfValue(value));
        for (const std::int32_t code : more.m_codes)
            m_codes.push_back(code < 0 ? code : codes[static_cast<std::size_t>(code)]);
        more.clear();
    }
    /// Removes all labels but keeps the capacity and the words of keep().
    void clear() {
        m_recent.fill({});
        m_codes.clear();
        m_values.clear();
        m_codeOfText.clear();
        m_codeOfValue.clear();
    }
    void addMissing() { m_codes.push_back(-1); }
    /// Lets some of the values be missing; nothing can be added then.
    void drop(const std::vector<bool>& which) {
        if (std::ranges::find(which, true) == which.end()) return;
        std::vector<std::int32_t> codes;
        std::vector<std::string> values;
        for (std::size_t i = 0; i < which.size(); ++i) {
            codes.push_back(which[i] ? -1 : static_cast<std::int32_t>(values.size()));
            if (!which[i]) values.push_back(std::move(m_values[i]));
        }
        for (std::int32_t& code : m_codes)
            code = code < 0 ? code : codes[static_cast<std::size_t>(code)];
        m_values = std::move(values);
    }

    void reserve(std::size_t rows) { reserveLarge(m_codes, rows); }

    std::size_t size() const { return m_codes.size(); }
    bool empty() const { return m_codes.empty(); }
    const std::vector<std::int32_t>& codes() const { return m_codes; }
    const std::vector<std::string>& values() const { return m_values; }
    /// Returns the number that a value spells, as the file writes numbers; nullopt if it is none.
    std::optional<double> number(std::size_t value) const {
        const NumberText number = numberIn(m_values[value], m_decimalComma);
        return number.kind == NumberText::Kind::Number ? std::optional(number.value) : std::nullopt;
    }
    /// Returns the number of rows with each value.
    std::vector<std::size_t> counts() const {
        std::vector<std::size_t> out(m_values.size());
        for (const std::int32_t code : m_codes) {
            if (code >= 0) ++out[static_cast<std::size_t>(code)];
        }
        return out;
    }

private:
    /// Returns the labels of `count` codes, codeAt(0), codeAt(1) ...
    template <typename CodeAt>
    LabelColumn withCodes(std::size_t count, const CodeAt& codeAt) const {
        LabelColumn out;
        out.m_decimalComma = m_decimalComma;
        out.m_keepsSpelling = m_keepsSpelling;
        out.m_kept = m_kept;
        out.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            const std::int32_t code = codeAt(i);
            code < 0 ? out.addMissing() : out.add(m_values[static_cast<std::size_t>(code)]);
        }
        return out;
    }
    struct Hash : std::hash<std::string_view> {
        using is_transparent = void;
    };
    struct Recent {
        std::uint64_t key = 0;
        std::int32_t code = 0;
    };
    static constexpr std::int32_t kNotSeen = -2;

    std::int32_t codeOfNew(std::string value) {
        m_values.push_back(std::move(value));
        return static_cast<std::int32_t>(m_values.size() - 1);
    }

    std::int32_t codeOf(std::string_view text) {
        if (m_keepsTexts) return isMissing(text) ? -1 : codeOfNew(std::string(text));
        const auto known = m_codeOfText.find(text);
        if (known != m_codeOfText.end()) return known->second;
        const bool isGone =
            m_keepsSpelling ? text.empty()
                            : isMissing(text) && std::ranges::find(m_kept, text) == m_kept.end();
        if (isGone) {
            return m_codeOfText.emplace(std::string(text), -1).first->second;
        }
        const std::int32_t code =
            codeOfValue(m_keepsSpelling ? std::string(text) : canonicalLabel(text, m_decimalComma));
        return m_codeOfText.emplace(std::string(text), code).first->second;
    }

    std::int32_t codeOfValue(const std::string& value) {
        const auto next = static_cast<std::int32_t>(m_values.size());
        const auto [place, isNew] = m_codeOfValue.emplace(value, next);
        if (isNew) m_values.push_back(value);
        return place->second;
    }

    std::size_t m_width = 0;
    bool m_decimalComma = false;
    bool m_keepsTexts = false;
    bool m_keepsSpelling = false;
    std::array<Recent, 256> m_recent{};
    std::vector<std::string> m_kept;
    std::vector<std::int32_t> m_codes;
    std::vector<std::string> m_values;
    std::unordered_map<std::string, std::int32_t, Hash, std::equal_to<>> m_codeOfText;
    std::unordered_map<std::string, std::int32_t> m_codeOfValue;
};

}  // namespace diagonal
