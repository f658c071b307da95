// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/roles/bin_columns.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/reading/roles/column_names.h"

namespace diagonal {
namespace {

/// Names that programs give to a column of a table of bins, as plainName() and without the word
/// "bin", in order of preference.
struct BinNames {
    BinRole role;
    bool tellsBins;  ///< rows have no such column
    std::string_view words;
};

constexpr auto kBinNames = std::to_array<BinNames>({
    {BinRole::Bin, true, "bin bucket range interval confidencerange probabilityrange"},
    {BinRole::Lower, false,
     "lower lowerbound loweredge lowerlimit lo low left leftedge start begin from min minimum"},
    {BinRole::Lower, true, "threshi"},
    {BinRole::Upper, false,
     "upper upperbound upperedge upperlimit hi high right rightedge end stop to max maximum"},
    {BinRole::Middle, true, "midpoint middle mid center centre"},
    {BinRole::Confidence, true,
     "avgconf avgconfidence averageconfidence meanconf meanconfidence confidencemean confmean "
     "probpred predprob meanpred meanpredicted meanpredictedvalue meanpredictedprobability "
     "meanpredictedprob meanpredprob meanprediction avgpred avgpredicted avgprediction "
     "averagepredicted averagepredictedprobability predictedmean predmean meanprob "
     "meanprobability avgprob avgprobability averageprobability probabilitymean meanforecast "
     "forecastmean meanscore avgscore"},
    {BinRole::Confidence, false,
     "confidence conf probability prob predicted predictedprobability pred p score"},
    {BinRole::Accuracy, false,
     "accuracy acc avgacc avgaccuracy averageaccuracy meanacc meanaccuracy empiricalaccuracy "
     "actualaccuracy avgcorrect meancorrect correctrate fractioncorrect fraccorrect"},
    {BinRole::Frequency, true,
     "probtrue fracpos fracpositive fractionpositive fractionofpositive positivefraction "
     "positiverate posrate observedrate observedfrequency observedfraction observedprobability "
     "obsfreq obsrate eventrate actualrate actualfrequency empiricalrate empiricalfrequency "
     "empiricalprobability empiricalprob truefraction truefrequency winrate empiricalwinrate "
     "hitrate meanactual meanobserved meanobs meantrue meanlabel meanoutcome observedmean "
     "pstdcalibration"},
    {BinRole::Frequency, false, "observed actual empirical frequency freq percent rate"},
    {BinRole::Correct, false,
     "correct ncorrect numcorrect correctcount hits nhits positive npositive numpositive "
     "positivecount npos pos success nsuccess event nevent eventcount"},
    {BinRole::Correct, true, "oyi"},
    {BinRole::Wrong, false,
     "wrong nwrong incorrect nincorrect negative nnegative nneg neg failure nonevent"},
    {BinRole::Wrong, true, "oni"},
    {BinRole::Count, false,
     "count n num nsample numsample samplecount samples nrow rows nob nobs numobs observations "
     "nobservation total ncase numcase cases nexample numexample examples nitem items "
     "nprediction predictions nquestion questions games matches nmatch ngame population ni "
     "pstdni"},
});

/// Names that a table of rows gives to the truth or to the predicted class.
constexpr auto kRowNames = std::to_array<std::string_view>(
    {"label", "labels", "ytrue", "target", "targets", "truth", "truelabel", "truelabels",
     "groundtruth", "gold", "trueclass", "ypred", "predictedlabel", "predictedlabels",
     "predictedclass"});

std::optional<BinRole> roleOf(std::string_view plain, bool tellsBins) {
    for (const BinNames& names : kBinNames) {
        if (names.tellsBins != tellsBins) continue;
        for (std::string_view rest = names.words; !rest.empty();) {
            const auto end = std::min(rest.find(' '), rest.size());
            if (rest.substr(0, end) == plain) return names.role;
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    return std::nullopt;
}

/// "accuracies" and "counts" become "accuracy" and "count".
std::string singular(std::string name) {
    if (name.ends_with("ies")) return name.substr(0, name.size() - 3) + "y";
    if (name.ends_with("s") && name.size() > 2) name.pop_back();
    return name;
}

/// Removes the word "bin" in front of or behind a name. Returns whether it was there.
bool withoutBin(std::string& name) {
    for (const std::string_view word : {"bucket", "bin"}) {
        if (!name.starts_with(word) || name.size() == word.size()) continue;
        name.erase(0, word.size());
        return true;
    }
    for (const std::string_view word : {"perbin", "inbin", "bin"}) {
        if (!name.ends_with(word) || name.size() == word.size()) continue;
        name.resize(name.size() - word.size());
        return true;
    }
    return false;
}

struct NamedBinRole {
    BinRole role;
    bool tellsBins;
};

std::optional<NamedBinRole> binRoleOf(const std::string& name) {
    std::string plain = plainName(name);
    const bool isBin = plain != "bins" && withoutBin(plain);
    for (const std::string& spelling : {plain, singular(plain)}) {
        if (const auto role = roleOf(spelling, true)) return NamedBinRole{*role, true};
        const bool isNumber = spelling == "id" || spelling == "index" || spelling == "number";
        if (isBin && isNumber) return NamedBinRole{BinRole::Bin, true};
        if (const auto role = roleOf(spelling, false)) return NamedBinRole{*role, isBin};
    }
    return std::nullopt;
}

}  // namespace

std::size_t BinColumns::outcome() const {
    for (const BinRole role : {BinRole::Accuracy, BinRole::Frequency}) {
        if (has(role)) return places.at(role);
    }
    return places.at(BinRole::Correct);
}

bool isOfRows(const std::string& name) {
    return std::ranges::find(kRowNames, plainName(name)) != kRowNames.end();
}

std::optional<BinColumns> binColumnsIn(const std::vector<std::string>& names) {
    if (std::ranges::any_of(names, isOfRows)) return std::nullopt;
    BinColumns out;
    bool tellsBins = false, isNumbered = false;
    std::map<BinRole, bool> isSure;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto named = binRoleOf(names[i]);
        if (!named) continue;
        (named->role == BinRole::Bin ? isNumbered : tellsBins) |= named->tellsBins;
        // A name that only bins have wins over "p" or "score".
        const auto known = isSure.find(named->role);
        if (known != isSure.end() && (known->second || !named->tellsBins)) continue;
        out.places[named->role] = i;
        isSure[named->role] = named->tellsBins;
    }
    const bool hasOutcome =
        out.has(BinRole::Accuracy) || out.has(BinRole::Frequency) || out.has(BinRole::Correct);
    const bool hasEdges = out.has(BinRole::Lower) && out.has(BinRole::Upper);
    const bool hasPlace = out.has(BinRole::Confidence) || out.has(BinRole::Middle) ||
                          out.has(BinRole::Lower) || out.has(BinRole::Bin);
    if (!hasOutcome || !hasPlace) return std::nullopt;
    const bool isShare = out.has(BinRole::Accuracy) || out.has(BinRole::Frequency);
    if (tellsBins || hasEdges) return out;
    // Rows may have numbers of trials as their weights.
    const bool areTrials =
        out.has(BinRole::Count) && namesWeight(names[out.places[BinRole::Count]]);
    if (areTrials || (!isNumbered && !(isShare && out.hasCounts()))) return std::nullopt;
    out.evidence = isNumbered ? BinEvidence::Numbers : BinEvidence::Shares;
    return out;
}

}  // namespace diagonal
