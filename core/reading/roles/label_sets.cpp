// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/roles/label_sets.h"

#include <algorithm>
#include <unordered_map>

#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr std::string_view kLabelSeparators = "|;,";
constexpr std::string_view kEnclosing = " \t[](){}'\"";

/// Strips brackets, quotes and blanks from both ends.
std::string_view unwrapped(std::string_view text) {
    const auto from = text.find_first_not_of(kEnclosing);
    if (from == std::string_view::npos) return {};
    return text.substr(from, text.find_last_not_of(kEnclosing) - from + 1);
}

/// Splits a set into its members: "AF" and "PVC" for "['AF', 'PVC']"; none for "[]".
std::vector<std::string> membersOf(std::string_view text) {
    std::vector<std::string> members;
    while (!text.empty()) {
        const auto end = std::min(text.find_first_of(kLabelSeparators), text.size());
        const auto member = unwrapped(text.substr(0, end));
        if (!member.empty()) members.push_back(canonicalLabel(member));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return members;
}

class SetReader {
public:
    explicit SetReader(const RoleColumns& columns) {
        const bool named = !columns.classNames.empty() && !columns.labelIsPosition;
        for (std::size_t k = 0; k < columns.scoreNames.size(); ++k) {
            const std::string number = std::to_string(k);
            m_classes.emplace(named ? canonicalLabel(columns.classNames[k]) : number, k);
        }
    }

    /// Returns the classes of one label; nullopt if any part of it is not a class.
    std::optional<std::vector<std::size_t>> classesOf(const std::string& label) const {
        const auto whole = m_classes.find(label);
        if (whole != m_classes.end()) return std::vector{whole->second};
        std::vector<std::size_t> classes;
        for (const std::string& member : membersOf(label)) {
            const auto known = m_classes.find(member);
            if (known == m_classes.end()) return std::nullopt;
            classes.push_back(known->second);
        }
        return classes;
    }

private:
    std::unordered_map<std::string, std::size_t> m_classes;
};

}  // namespace

std::string labelOfPlaces(std::span<const std::size_t> places) {
    if (places.empty()) return "|";
    std::string out;
    for (const std::size_t place : places)
        out += (out.empty() ? "" : "|") + std::to_string(place);
    return out;
}

std::string labelOfTruths(std::span<const std::int8_t> truths) {
    if (std::ranges::find(truths, std::int8_t{-1}) != truths.end()) return "not zeros and ones";
    std::vector<std::size_t> ones;
    for (std::size_t k = 0; k < truths.size(); ++k) {
        if (truths[k] == 1) ones.push_back(k);
    }
    return labelOfPlaces(ones);
}

std::optional<LabelSets> labelSets(const RoleColumns& columns) {
    const std::size_t classes = columns.scoreNames.size();
    if (columns.label.empty() || classes < 2) return std::nullopt;
    const SetReader reader(columns);
    std::vector<std::optional<std::vector<std::size_t>>> ofValue;
    bool several = false;
    for (const std::string& value : columns.label.values()) {
        const auto& set = ofValue.emplace_back(reader.classesOf(value));
        several = several || (set && set->size() > 1);
    }
    if (!several) return std::nullopt;

    LabelSets out;
    const std::size_t rows = columns.label.size();
    out.labels.assign(rows, 0);
    out.memberships.assign(rows * classes, 0);
    std::size_t unknown = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        const std::int32_t code = columns.label.codes()[row];
        if (code < 0) {
            ++out.empty;
            ++out.severalOrNone;
            continue;
        }
        const auto& set = ofValue[static_cast<std::size_t>(code)];
        if (!set) {
            out.labels[row] = kUnknownLabel;
            ++unknown;
            continue;
        }
        out.severalOrNone += set->size() != 1;
        for (const std::size_t k : *set)
            out.memberships[row * classes + k] = 1;
    }
    if (unknown * 10 >= rows) return std::nullopt;
    for (std::size_t k = 0; k < classes; ++k) {
        out.classNames.push_back(columns.classNames.empty() ? std::to_string(k)
                                                            : columns.classNames[k]);
    }
    return out;
}

}  // namespace diagonal
