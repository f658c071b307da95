// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

namespace diagonal {

/// Some rows of a dataset, ascending: a bit for each row of the dataset, 1.5 MB for 10,000,000.
class RowSet {
public:
    /// Goes through the rows.
    class Iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = std::size_t;
        using difference_type = std::ptrdiff_t;

        Iterator() = default;
        Iterator(std::span<const std::uint64_t> words, std::size_t word)
            : m_words(words), m_word(word) {
            readWord();
        }

        std::size_t operator*() const {
            return m_word * kBits + static_cast<std::size_t>(std::countr_zero(m_left));
        }
        Iterator& operator++() {
            m_left &= m_left - 1;
            if (m_left != 0) return *this;
            ++m_word;
            readWord();
            return *this;
        }
        Iterator operator++(int) {
            const Iterator before = *this;
            ++*this;
            return before;
        }
        bool operator==(const Iterator& other) const {
            return m_word == other.m_word && m_left == other.m_left;
        }

    private:
        void readWord() {
            while (m_word < m_words.size() && m_words[m_word] == 0)
                ++m_word;
            m_left = m_word < m_words.size() ? m_words[m_word] : 0;
        }

        std::span<const std::uint64_t> m_words;
        std::size_t m_word = 0;
        std::uint64_t m_left = 0;  ///< bits of the word whose rows are still to come
    };

    RowSet() = default;
    /// These rows, in any order.
    template <std::unsigned_integral T>
    explicit RowSet(const std::vector<T>& rows) {
        if (rows.empty()) return;
        m_words.resize(std::ranges::max(rows) / kBits + 1);
        for (const T row : rows)
            m_words[row / kBits] |= std::uint64_t{1} << row % kBits;
        count();
    }
    /// Returns the rows whose mark is not 0.
    static RowSet marked(std::span<const std::uint8_t> marks) {
        RowSet rows;
        rows.m_words.resize((marks.size() + kBits - 1) / kBits);
        for (std::size_t row = 0; row < marks.size(); ++row)
            rows.m_words[row / kBits] |= std::uint64_t{marks[row] != 0} << row % kBits;
        rows.count();
        return rows;
    }

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    Iterator begin() const { return {m_words, 0}; }
    Iterator end() const { return {m_words, m_words.size()}; }
    /// Returns the i-th row. Requires i < size().
    std::size_t operator[](std::size_t i) const {
        const auto after = std::ranges::upper_bound(m_before, i);
        const auto stretch = static_cast<std::size_t>(after - m_before.begin()) - 1;
        auto row = Iterator(m_words, stretch * kWordsCounted);
        for (std::size_t left = i - m_before[stretch]; left > 0; --left)
            ++row;
        return *row;
    }

private:
    void count() {
        m_before.reserve(m_words.size() / kWordsCounted + 1);
        for (std::size_t word = 0; word < m_words.size(); ++word) {
            if (word % kWordsCounted == 0) m_before.push_back(m_size);
            m_size += static_cast<std::size_t>(std::popcount(m_words[word]));
        }
    }

    static constexpr std::size_t kBits = 64;
    static constexpr std::size_t kWordsCounted = 16;  ///< a count for each as many words

    std::vector<std::uint64_t> m_words;
    std::vector<std::size_t> m_before;  ///< rows before each stretch of words
    std::size_t m_size = 0;
};

}  // namespace diagonal
