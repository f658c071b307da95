// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace diagonal {

/// A setting that a user can make, as an option of the command line or by a control of the window.
enum class Setting {
    ColumnRole,       ///< --column ROLE=NAME
    Scores,           ///< --scores KIND
    PositiveClass,    ///< --positive NAME
    Weights,          ///< --weights KIND
    View,             ///< --view VIEW
    Binning,          ///< --binning SCHEME
    LabelsFile,       ///< --labels FILE
    FitWithoutZeros,  ///< --fit-without-zeros
};

struct AdvisedSetting {
    Setting setting = Setting::ColumnRole;
    std::string role = {};   ///< of ColumnRole: a word of columnRoles(), such as "label"
    std::string value = {};  ///< empty where only the user knows it
};

/// A way out of an error, or out of a doubt that a note tells: settings to make together.
struct Advice {
    std::string condition = {};  ///< "if they are logits"; empty where the advice always holds
    std::vector<AdvisedSetting> settings;
};

/// How many settings of one advice a sentence spells out.
inline constexpr std::size_t kMostListed = 4;

/// Returns advice to give the column `value`, which only the user knows where it is empty, a role.
Advice nameColumn(std::string role, std::string condition = {}, std::string value = {});

/// Returns advice to make a setting other than ColumnRole.
Advice setOption(Setting setting, std::string value = {}, std::string condition = {});

/// Returns the option of the command line that makes a setting: "--column label=NAME".
std::string commandLineOption(const AdvisedSetting& setting);

/// Returns all advice as one sentence without its point: "If they are logits, use --scores logits;
/// for one class alone, use --column probability=NAME". Empty where there is none.
std::string commandLineAdvice(const std::vector<Advice>& advice);

/// Returns `text` followed by the sentence of commandLineAdvice().
std::string withCommandLineAdvice(const std::string& text, const std::vector<Advice>& advice);

}  // namespace diagonal
