// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace diagonal {

/// Conversion of a field of a text record to cells.
struct FieldShape {
    enum class Kind {
        Plain,    ///< one cell
        List,     ///< "[0.9 0.1]", "[0.9, 0.1]": one cell for each of `width` items
        Starred,  ///< "*0.958": Weka's mark of the predicted class is dropped
        Numbered  ///< "2:yes": the name of Weka's class 2
    };
    Kind kind = Kind::Plain;
    std::size_t width = 1;
};

/// Conversion of the fields of each record of a text table to the cells of its columns.
class RecordShape {
public:
    RecordShape() = default;
    /// `classNames[n - 1]` names class n in Numbered fields; other classes keep the name in the
    /// field.
    explicit RecordShape(std::vector<FieldShape> fields, std::vector<std::string> classNames = {});

    /// Returns the shape with one plain cell for each of the first `count` fields; it ignores the
    /// rest.
    static RecordShape firstOf(std::size_t count);

    std::size_t fieldCount() const { return m_fields.size(); }
    bool ignoresRest() const { return m_ignoresRest; }
    /// Returns whether the cells are the fields themselves.
    bool isPlain() const { return m_allPlain; }
    /// Puts the cells of one record into `cells`, valid as long as the fields. Errors:
    /// Malformed, a list of another length than `width`. Requires fieldCount() fields.
    Result<void> apply(std::span<const std::string_view> fields,
                       std::vector<std::string_view>& cells) const;

private:
    std::string_view className(std::string_view numbered) const;

    std::vector<FieldShape> m_fields;
    std::vector<std::string> m_classNames;
    bool m_allPlain = true;
    bool m_ignoresRest = false;
};

/// Returns whether a record without the `count` fields of a row is a comment such as "# 40 rows" in
/// a text that does not begin with one.
bool isLateComment(std::span<const std::string_view> fields, std::size_t count);

/// Returns the items of a list as Python, NumPy, PyTorch or JSON print it: numbers or words in
/// brackets, separated by commas, semicolons, blanks or line ends; none if `text` is not a list.
std::optional<std::vector<std::string_view>> listItems(std::string_view text);

/// Number and name of a class as Weka writes it: "2:yes". numberedClass() returns none for other
/// text.
struct NumberedClass {
    std::size_t number = 0;
    std::string_view name;
};
std::optional<NumberedClass> numberedClass(std::string_view text);

}  // namespace diagonal
