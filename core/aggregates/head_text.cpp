// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/aggregates/head_text.h"

#include <array>
#include <map>

#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr std::string_view kHeadVersion = "1";
constexpr std::string_view kDigits = "0123456789ABCDEF";

constexpr auto kFormWords = std::to_array<Choice<PredictionForm>>(
    {{PredictionForm::ClassScores, "classes", "One score per class"},
     {PredictionForm::PositiveScore, "probability", "Probability of a class"},
     {PredictionForm::Confidence, "confidence", "Confidence of the prediction"}});

std::string percentEscaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool isPlain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                             (c >= 'a' && c <= 'z') || c == '_' || c == '-' || c == '.' ||
                             c == ' ' || c == '+';
        if (isPlain) {
            out += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        out += '%';
        out += kDigits[byte >> 4];
        out += kDigits[byte & 15];
    }
    return out;
}

std::string percentUnescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%' || i + 2 >= text.size()) {
            out += text[i];
            continue;
        }
        const auto high = kDigits.find(text[i + 1]);
        const auto low = kDigits.find(text[i + 2]);
        if (high == std::string_view::npos || low == std::string_view::npos) {
            out += text[i];
            continue;
        }
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return out;
}

std::vector<std::string> parts(std::string_view text, char separator) {
    std::vector<std::string> out;
    while (!text.empty()) {
        const auto end = std::min(text.find(separator), text.size());
        out.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

}  // namespace

std::string headText(const HeadText& head) {
    std::string text = "cells=" + std::string(kHeadVersion) + ";view=" + percentEscaped(head.view) +
                       ";form=" + std::string(choiceOf(kFormWords, head.form).word) +
                       ";temperature=" + shortest(head.temperature);
    if (!head.viewedClass.empty()) text += ";class=" + percentEscaped(head.viewedClass);
    if (!head.classes.empty()) {
        text += ";classes=";
        for (std::size_t k = 0; k < head.classes.size(); ++k)
            text += (k == 0 ? "" : ",") + percentEscaped(head.classes[k]);
    }
    text += head.knowsLosses ? ";losses=1" : ";losses=0";
    if (head.nearUlps > 0) text += ";near=" + std::to_string(head.nearUlps);
    if (!head.cluster.empty()) text += ";cluster=" + percentEscaped(head.cluster);
    if (head.weights) text += ";weights=" + std::string(choiceOf(kWeightKinds, *head.weights).word);
    if (head.margins) text += ";margins=1";
    if (head.temperatures) text += ";temperatures=1";
    return text;
}

Result<HeadText> parsedHead(std::string_view text) {
    std::map<std::string, std::string> values;
    for (const std::string& part : parts(text, ';')) {
        const auto sign = part.find('=');
        if (sign == std::string::npos)
            return malformed("the description of the cells is malformed at " + quotedText(part));
        values[part.substr(0, sign)] = part.substr(sign + 1);
    }
    if (values["cells"] != kHeadVersion) {
        return unsupported("these cells have the version " + quotedText(values["cells"]) +
                           "; this program reads version " + std::string(kHeadVersion) +
                           ". Print the SQL again with diagonal --print-sql");
    }
    HeadText head;
    head.view = percentUnescaped(values["view"]);
    head.viewedClass = percentUnescaped(values["class"]);
    head.cluster = percentUnescaped(values["cluster"]);
    const auto temperature = parsedDouble(values["temperature"]);
    const auto form = valueOfWord(kFormWords, values["form"]);
    const bool isKnown = head.view == "top-label" || head.view == "positive" ||
                         (head.view == "class" && !head.viewedClass.empty());
    if (!isKnown || !form || !temperature || !(*temperature > 0)) {
        return malformed("the description of the cells is incomplete: " + quotedText(text, 200));
    }
    head.temperature = *temperature;
    head.form = *form;
    for (const std::string& name : parts(values["classes"], ','))
        head.classes.push_back(percentUnescaped(name));
    head.knowsLosses = values["losses"] == "1";
    head.weights = valueOfWord(kWeightKinds, values["weights"]);
    head.margins = values["margins"] == "1";
    head.temperatures = values["temperatures"] == "1";
    if (const auto near = parsedInteger(values["near"])) head.nearUlps = static_cast<int>(*near);
    return head;
}

}  // namespace diagonal
