// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/advice.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace diagonal {
namespace {

std::string valueOr(const AdvisedSetting& setting, const char* placeholder) {
    return setting.value.empty() ? placeholder : setting.value;
}

}  // namespace

Advice nameColumn(std::string role, std::string condition, std::string value) {
    return {std::move(condition), {{Setting::ColumnRole, std::move(role), std::move(value)}}};
}

Advice setOption(Setting setting, std::string value, std::string condition) {
    return {std::move(condition), {{setting, {}, std::move(value)}}};
}

std::string commandLineOption(const AdvisedSetting& setting) {
    switch (setting.setting) {
        case Setting::ColumnRole:
            return "--column " + setting.role + "=" + valueOr(setting, "NAME");
        case Setting::Scores: return "--scores " + valueOr(setting, "KIND");
        case Setting::PositiveClass: return "--positive " + valueOr(setting, "NAME");
        case Setting::Weights: return "--weights " + valueOr(setting, "KIND");
        case Setting::View: return "--view " + valueOr(setting, "class=NAME");
        case Setting::Binning: return "--binning " + valueOr(setting, "SCHEME");
        case Setting::LabelsFile: return "--labels " + valueOr(setting, "FILE");
        case Setting::FitWithoutZeros: return "--fit-without-zeros";
    }
    return "";
}

std::string commandLineAdvice(const std::vector<Advice>& advice) {
    std::string out;
    for (const Advice& one : advice) {
        if (!out.empty()) out += "; ";
        out += one.condition.empty() ? "use" : one.condition + ", use";
        for (std::size_t i = 0; i < std::min(kMostListed, one.settings.size()); ++i)
            out += " " + commandLineOption(one.settings[i]);
        if (one.settings.size() > kMostListed) out += " ...";
    }
    if (!out.empty()) out[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(out[0])));
    return out;
}

std::string withCommandLineAdvice(const std::string& text, const std::vector<Advice>& advice) {
    if (advice.empty()) return text;
    // Lines of code end the text: the advice stands below them.
    const char* gap = text.find('\n') == std::string::npos ? ". " : "\n";
    return text + gap + commandLineAdvice(advice);
}

}  // namespace diagonal
