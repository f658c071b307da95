// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/tables/layouts/record_shape.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/reading/numbers/number_text.h"

namespace diagonal {
namespace {

constexpr std::string_view kRecordSeparators = ",; \t\r\n";

std::string_view withoutQuotes(std::string_view item) {
    const bool quoted = item.size() >= 2 && item.front() == item.back() &&
                        (item.front() == '\'' || item.front() == '"');
    return quoted ? item.substr(1, item.size() - 2) : item;
}

/// Returns "0.1" for "np.float64(0.1)".
std::string_view withoutType(std::string_view item) {
    const auto open = item.find('(');
    if (!item.starts_with("np.") || open == std::string_view::npos || !item.ends_with(')')) {
        return item;
    }
    return item.substr(open + 1, item.size() - open - 2);
}

}  // namespace

RecordShape::RecordShape(std::vector<FieldShape> fields, std::vector<std::string> classNames)
    : m_fields(std::move(fields)), m_classNames(std::move(classNames)) {
    m_allPlain = std::ranges::all_of(
        m_fields, [](const FieldShape& f) { return f.kind == FieldShape::Kind::Plain; });
}

RecordShape RecordShape::firstOf(std::size_t count) {
    RecordShape shape{std::vector<FieldShape>(count)};
    shape.m_ignoresRest = true;
    return shape;
}

Result<void> RecordShape::apply(std::span<const std::string_view> fields,
                                std::vector<std::string_view>& cells) const {
    cells.clear();
    for (std::size_t f = 0; f < m_fields.size(); ++f) {
        std::string_view text = fields[f];
        switch (m_fields[f].kind) {
            case FieldShape::Kind::Plain: cells.push_back(text); break;
            case FieldShape::Kind::Starred:
                if (text.starts_with('*')) text.remove_prefix(1);
                cells.push_back(text);
                break;
            case FieldShape::Kind::Numbered: cells.push_back(className(text)); break;
            case FieldShape::Kind::List: {
                const auto items = listItems(text);
                if (!items && isMissing(text)) {
                    cells.resize(cells.size() + m_fields[f].width);
                    break;
                }
                if (!items)
                    return malformed(quotedText(text) + " is not a list, unlike the other records");
                if (std::ranges::find(*items, "...") != items->end()) {
                    return malformed(
                        "this list was truncated (...) when it was printed, so its numbers are not "
                        "in the file. Save one column per class, or call "
                        "np.set_printoptions(threshold="
                        "sys.maxsize) before writing");
                }
                if (items->size() != m_fields[f].width) {
                    return malformed("this list has " + counted(items->size(), "item") +
                                     ", but the first has " + groupedDigits(m_fields[f].width));
                }
                cells.insert(cells.end(), items->begin(), items->end());
                break;
            }
        }
    }
    return {};
}

std::string_view RecordShape::className(std::string_view text) const {
    const auto numbered = numberedClass(text);
    if (!numbered) return text;
    if (isMissing(numbered->name)) return {};
    const bool known = numbered->number >= 1 && numbered->number <= m_classNames.size();
    if (known) return m_classNames[numbered->number - 1];
    return numbered->name;
}

bool isLateComment(std::span<const std::string_view> fields, std::size_t count) {
    if (fields.size() == count || fields.empty() || !fields.front().starts_with('#')) return false;
    return fields.size() == 1 || fields.front() == "#";
}

std::optional<std::vector<std::string_view>> listItems(std::string_view text) {
    text = trimmed(text);
    for (const std::string_view call : {"tensor(", "array(", "Array(", "DenseVector("}) {
        if (text.starts_with(call)) text.remove_prefix(call.size());
    }
    if (text.empty() || (text.front() != '[' && text.front() != '(')) return std::nullopt;
    const char closing = text.front() == '[' ? ']' : ')';
    const auto end = text.find(closing);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view inside = text.substr(1, end - 1);
    const std::string_view suffix = trimmed(text.substr(end + 1));
    const bool ends = suffix.empty() || suffix == ")" || suffix.starts_with(", dtype=");
    const bool typed = inside.find("np.float") != std::string_view::npos;  // NumPy 2's repr
    if (!ends || (!typed && inside.find_first_of("[(") != std::string_view::npos)) {
        return std::nullopt;
    }
    std::vector<std::string_view> items;
    std::size_t begin = 0;
    while ((begin = inside.find_first_not_of(kRecordSeparators, begin)) != std::string_view::npos) {
        const bool isQuoted = inside[begin] == '\'' || inside[begin] == '"';
        const auto closed = isQuoted ? inside.find(inside[begin], begin + 1) : begin;
        if (closed == std::string_view::npos) return std::nullopt;
        const auto stop = std::min(inside.find_first_of(kRecordSeparators, closed), inside.size());
        items.push_back(withoutType(withoutQuotes(inside.substr(begin, stop - begin))));
        begin = stop;
    }
    return items;
}

std::optional<NumberedClass> numberedClass(std::string_view text) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos || colon == 0 || colon > 6) return std::nullopt;
    const auto number = parsedInteger(text.substr(0, colon));
    if (!number || *number < 1) return std::nullopt;
    return NumberedClass{static_cast<std::size_t>(*number), text.substr(colon + 1)};
}

}  // namespace diagonal
