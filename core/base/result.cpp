// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"

#include "core/base/text.h"

namespace diagonal {

std::string withPlace(const Error& error) {
    std::string text;
    if (!error.file.empty()) text = visibleText(error.file) + ":";
    if (error.line > 0) text += (text.empty() ? "line " : "") + std::to_string(error.line) + ":";
    if (!text.empty()) text += " ";
    if (!error.key.empty()) text += quotedText(error.key) + ": ";
    return text + error.detail;
}

std::string describe(const Error& error) {
    return visibleLines(withCommandLineAdvice(withPlace(error), error.advice));
}

Error cannotRead(std::string detail) {
    return {ErrorKind::CannotRead, std::move(detail)};
}

Error unsupported(std::string detail) {
    return {ErrorKind::Unsupported, std::move(detail)};
}

Error malformed(std::string detail, std::size_t line) {
    return {ErrorKind::Malformed, std::move(detail), {}, line};
}

Error malformed(std::string detail, std::string key) {
    return {ErrorKind::Malformed, std::move(detail), {}, 0, std::move(key)};
}

Error unclear(std::string detail) {
    return {ErrorKind::Unclear, std::move(detail)};
}

Error noUsableRows(std::string detail) {
    return {ErrorKind::NoUsableRows, std::move(detail)};
}

Error undefined(std::string detail) {
    return {ErrorKind::Undefined, std::move(detail)};
}

Error wrongOption(std::string detail) {
    return {ErrorKind::WrongOption, std::move(detail)};
}

Error inFile(Error error, const std::string& file) {
    if (error.file.empty()) error.file = file;
    return error;
}

}  // namespace diagonal
