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

Error unsupported(std::string detail, std::size_t line) {
    return {ErrorKind::Unsupported, std::move(detail), {}, line};
}

Error unsupported(std::string detail, std::string key) {
    return {ErrorKind::Unsupported, std::move(detail), {}, 0, std::move(key)};
}

Error malformed(std::string detail, std::size_t line) {
    return {ErrorKind::Malformed, std::move(detail), {}, line};
}

Error malformed(std::string detail, std::string key) {
    return {ErrorKind::Malformed, std::move(detail), {}, 0, std::move(key)};
}

Error unclear(std::string detail, std::vector<Advice> advice) {
    return {ErrorKind::Unclear, std::move(detail), {}, 0, {}, std::move(advice)};
}

Error unclear(std::string detail, std::string key) {
    return {ErrorKind::Unclear, std::move(detail), {}, 0, std::move(key)};
}

Error noUsableRows(std::string detail, std::vector<Advice> advice) {
    return {ErrorKind::NoUsableRows, std::move(detail), {}, 0, {}, std::move(advice)};
}

Error undefined(std::string detail, std::vector<Advice> advice) {
    return {ErrorKind::Undefined, std::move(detail), {}, 0, {}, std::move(advice)};
}

Error wrongOption(std::string detail, std::vector<Advice> advice) {
    return {ErrorKind::WrongOption, std::move(detail), {}, 0, {}, std::move(advice)};
}

Error inFile(Error error, const std::string& file) {
    if (error.file.empty()) error.file = file;
    return error;
}

}  // namespace diagonal
