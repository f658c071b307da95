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

/// How a field of a text record becomes cells.
struct FieldShape {
    enum class Kind {
        Plain,    ///< one cell
        List,     ///< "[0.9 0.1]", "[0.9, 0.1]": one cell for each of `width` items
        Starred,  ///< "*0.958": Weka's sign for the predicted class is dropped
        Numbered  ///< "2:yes": the name of Weka's class 2
    };
    Kind kind = Kind::Plain;
    std::size_t width = 1;
};

/// How the fields of each record of a text table become the cells of its columns.
class RecordShape {
public:
    RecordShape() = default;
    /// `classNames` by number (from 1) are for Numbered fields; a number without a name stays.
    explicit RecordShape(std::vector<FieldShape> fields, std::vector<std::string> classNames = {});

    /// One plain cell for each of the first `count` fields; what follows them is passed over.
    static RecordShape firstOf(std::size_t count);

    std::size_t fieldCount() const { return m_fields.size(); }
    bool passesOverRest() const { return m_passesOverRest; }
    /// Whether the cells are the fields.
    bool isPlain() const { return m_allPlain; }
    const std::vector<FieldShape>& fields() const { return m_fields; }
    /// Puts the cells of one record into `cells`, valid as long as the fields. Errors:
    /// Malformed, a list of another length than `width`. Requires fieldCount() fields.
    Result<void> apply(std::span<const std::string_view> fields,
                       std::vector<std::string_view>& cells) const;

private:
    std::string_view className(std::string_view numbered) const;

    std::vector<FieldShape> m_fields;
    std::vector<std::string> m_classNames;
    bool m_allPlain = true;
    bool m_passesOverRest = false;
};

/// The items of a list as Python, NumPy, PyTorch or JSON print it: brackets around numbers or
/// words between commas, semicolons, blanks or line ends; none where `text` is no list.
std::optional<std::vector<std::string_view>> listItems(std::string_view text);

/// "2:yes" as Weka writes a class, in number and name; none for anything else.
struct NumberedClass {
    std::size_t number = 0;
    std::string_view name;
};
std::optional<NumberedClass> numberedClass(std::string_view text);

}  // namespace diagonal
