// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "core/base/text.h"

namespace diagonal {

/// The answer of a database as CSV, field by field.
class CsvAnswer {
public:
    void add(std::string_view field) {
        if (!m_isFirst) m_text += ',';
        m_text += csvField(field);
        m_isFirst = false;
    }
    void endRow() {
        m_text += '\n';
        m_isFirst = true;
    }
    std::string takeText() && { return std::move(m_text); }

private:
    std::string m_text;
    bool m_isFirst = true;  ///< of its row
};

}  // namespace diagonal
