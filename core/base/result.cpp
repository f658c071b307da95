// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"

#include "core/base/text.h"

namespace diagonal {

std::string withPlace(const Error& error) {
    std::string text;
    if (!error.file.empty()) text = error.file + ":";
    if (error.line > 0) text += (text.empty() ? "line " : "") + std::to_string(error.line) + ":";
    if (!text.empty()) text += " ";
    if (!error.key.empty()) text += quoted(error.key) + ": ";
    return text + error.detail;
}

std::string describe(const Error& error) {
    return withCommandLineAdvice(withPlace(error), error.advice);
}

Error inFile(Error error, const std::string& file) {
    if (error.file.empty()) error.file = file;
    return error;
}

}  // namespace diagonal
