// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/roles/column_names.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "core/base/text.h"
#include "core/predictions/dataset.h"
#include "core/reading/roles/role_assignment.h"

namespace diagonal {
namespace {

bool isOneOf(const std::string& name, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), plainName(name)) != names.end();
}

/// Longest first, so that "probability" is not read as "prob" and "ability".
constexpr auto kFamilies = std::to_array<std::string_view>({"class_probabilities",
                                                            "candidate_scores",
                                                            "loglikelihoods",
                                                            "probabilities",
                                                            "class_scores",
                                                            "label_scores",
                                                            "class_probs",
                                                            "label_probs",
                                                            "predictions",
                                                            "logprobability",
                                                            "log_probs",
                                                            "logprobs",
                                                            "all_scores",
                                                            "all_probs",
                                                            "rawformulaval",
                                                            "distribution",
                                                            "probability",
                                                            "confidence",
                                                            "prob_class",
                                                            "probclass",
                                                            "log_prob",
                                                            "logprob",
                                                            "softmax",
                                                            "y_proba",
                                                            "y_score",
                                                            "y_prob",
                                                            "logits",
                                                            "logit",
                                                            "log_p",
                                                            "probas",
                                                            "proba",
                                                            "probs",
                                                            "scores",
                                                            "score",
                                                            "class",
                                                            "cal_p",
                                                            "logp",
                                                            "prob",
                                                            ".pred",
                                                            "pred",
                                                            "p",
                                                            "z",
                                                            "c"});

/// Suffixes after the class: "cat_prob".
constexpr auto kFamilyEndings = std::to_array<std::string_view>(
    {"_probability", "_logprob", "_logit", "_proba", "_score", "_prob"});

/// Infixes between a model and the class: "resnet_prob_cat".
constexpr auto kFamilyMiddles =
    std::to_array<std::string_view>({"_probabilities_", "_probability_", "_logprob_", "_logit_",
                                     "_logits_", "_proba_", "_probs_", "_prob_"});

bool isDigits(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Returns a name with "e" for "é", "u" for "ü" and so on, and without question marks.
std::string withoutAccents(std::string_view name) {
    // The letters from U+00C0 to U+00FF, which UTF-8 writes as C3 80 to C3 BF.
    constexpr std::string_view plain =
        "AAAAAAACEEEEIIIIDNOOOOO*OUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty";
    std::string out;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const auto next = i + 1 < name.size() ? static_cast<unsigned char>(name[i + 1]) : 0U;
        const auto here = static_cast<unsigned char>(name[i]);
        const bool isLetter = here == 0xC3 && next >= 0x80 && next <= 0xBF;
        const bool isMark = here == 0xC2 && next == 0xBF;  // an inverted question mark
        if (isLetter) out += plain[next - 0x80];
        if (isLetter || isMark) {
            ++i;
        } else if (name[i] != '?') {
            out += name[i];
        }
    }
    return out;
}

bool tellsAny(std::string_view name, std::initializer_list<std::string_view> words) {
    const std::string lower = lowerCase(withoutAccents(name));
    return std::ranges::any_of(
        words, [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

bool endsWithAny(const std::string& name, std::initializer_list<std::string_view> endings) {
    return std::ranges::any_of(endings, [&](auto ending) { return name.ends_with(ending); });
}

/// Returns true for top-k names such as "top5_probs".
bool namesRanks(std::string_view name) {
    const std::string plain = plainName(name);
    return plain.starts_with("top") && plain.size() > 3 && isDigits(plain.substr(3, 1));
}

}  // namespace

std::string plainName(std::string_view name) {
    std::string out;
    for (const char c : lowerCase(withoutAccents(name))) {
        if (c != ' ' && c != '_' && c != '.' && c != '-') out += c;
    }
    return out;
}

std::string snakeName(std::string_view accented) {
    const std::string name = withoutAccents(accented);
    std::string out;
    const auto isBetween = [](char c, char low, char high) { return c >= low && c <= high; };
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool isBreak = name[i] == ' ' || name[i] == '-' || name[i] == '_';
        const bool isHump = i > 0 && isBetween(name[i], 'A', 'Z') &&
                            (isBetween(name[i - 1], 'a', 'z') || isBetween(name[i - 1], '0', '9'));
        if ((isBreak || isHump) && !out.empty() && out.back() != '_') out += '_';
        if (!isBreak) out += name[i];
    }
    return lowerCase(out);
}

std::optional<FamilyName> familyName(std::string_view name) {
    if (namesRanks(name)) return std::nullopt;
    const std::string lower = lowerCase(name);
    for (const std::string_view family : kFamilies) {
        if (!lower.starts_with(family)) continue;
        const std::string_view rest = name.substr(family.size());
        auto memberBegin = rest.find_first_not_of("_ .:(=-");
        if (memberBegin == std::string_view::npos) continue;
        // "prob_-1": the class is -1
        const bool minus = memberBegin > 1 && rest[memberBegin - 1] == '-';
        if (minus && isDigits(rest.substr(memberBegin))) --memberBegin;
        std::string_view member = rest.substr(memberBegin);
        const bool bracketed = rest.find('(') < memberBegin;
        if (bracketed && member.ends_with(')')) member.remove_suffix(1);
        const bool classNamed = lowerCase(member.substr(0, 6)) == "class=";  // CatBoost's
        if ((bracketed || classNamed) && member.find('=') != std::string_view::npos) {
            member.remove_prefix(member.find('=') + 1);
        }
        // "pHome", but not "pH-value"
        const bool isHump = memberBegin == 0 && member.size() > 1 && member[0] >= 'A' &&
                            member[0] <= 'Z' && member[1] >= 'a' && name[family.size() - 1] >= 'a';
        const bool separated = memberBegin > 0 || isHump;
        // "prob_classical" is the class "classical" of the family "prob".
        const bool telling = (family.starts_with("prob") || family.starts_with("logit")) &&
                             !family.ends_with("class");
        if (family == "rawformulaval" && !separated) continue;
        if (family == "confidence" && !bracketed) continue;
        if (member.empty() || (!separated && !telling && !isDigits(member))) continue;
        return FamilyName{std::string(family), std::string(member)};
    }
    for (const std::string_view ending : kFamilyEndings) {
        if (!lower.ends_with(ending) || lower.size() == ending.size()) continue;
        return FamilyName{std::string(ending),
                          std::string(name.substr(0, name.size() - ending.size()))};
    }
    for (const std::string_view middle : kFamilyMiddles) {
        const auto at = lower.find(middle);
        const std::size_t member = at + middle.size();
        if (at == std::string::npos || at == 0 || member >= lower.size()) continue;
        return FamilyName{lower.substr(0, member - 1), std::string(name.substr(member))};
    }
    return std::nullopt;
}

std::optional<FamilyName> bracketedName(std::string_view name) {
    const auto open = name.find('(');
    if (open == 0 || open == std::string_view::npos || !name.ends_with(')')) return std::nullopt;
    const std::string_view family = trimmed(name.substr(0, open));
    const std::string_view member = trimmed(name.substr(open + 1, name.size() - open - 2));
    if (family.empty() || member.empty()) return std::nullopt;
    return FamilyName{std::string(family), std::string(member)};
}

std::string className(const std::string& name) {
    if (const auto family = familyName(name)) return family->member;
    const auto bracketed = bracketedName(name);
    return bracketed ? bracketed->member : name;
}

std::string scoreFamily(const std::string& name, bool isOneOfSeveral) {
    const std::string words = snakeName(name);
    const bool isLoss = words == "losses" || words == "loss" || words.starts_with("loss_");
    const bool role = namesRanks(name) || namesRow(name) || namesLabel(name) ||
                      namesPredicted(name) || namesMeasure(name) || isLoss;
    if (role || familyName(name + "_0")) return name;
    return isOneOfSeveral ? "score_" + name : "score";
}

std::optional<std::string> targetNamed(std::string_view name) {
    const auto pair = bracketedName(name);
    if (!pair) return std::nullopt;
    const std::string outer = plainName(pair->family);
    const auto equals = pair->member.find('=');
    if (outer == "p" && equals != std::string::npos) return pair->member.substr(0, equals);
    return outer == "prediction" ? std::optional(pair->member) : std::nullopt;
}

bool namesPercentProbability(std::string_view name) {
    return namesPercent(name) && suggestsProbability(name);
}

bool namesWeight(std::string_view name) {
    return isOneOf(std::string(name),
                   {"sampleweight", "sampleweights", "numsamples", "nsamples", "numtrials",
                    "ntrials", "trials", "caseweight", "caseweights", "importanceweight",
                    "importanceweights", "frequencyweights"});
}

bool mayNameWeight(std::string_view name) {
    return isOneOf(std::string(name), {"weight", "weights"});
}

bool namesGroup(std::string_view name) {
    if (plainName(std::string(name)).starts_with("subgroup") || namesModel(name)) return true;
    return isOneOf(std::string(name),
                   {"split", "fold", "resample", "site", "device", "repeat", "repetition", "domain",
                    "dataset", "patient", "seed", "subset", "group", "foldid", "epoch", "task",
                    "taskname", "trialindex", "difficulty"});
}

bool mayNameGroup(std::string_view name) {
    return isOneOf(
        std::string(name),
        {"sex",     "gender",  "race",     "ethnicity",    "agegroup", "ageband", "region",
         "country", "ward",    "hospital", "clinic",       "center",   "centre",  "cohort",
         "arm",     "scanner", "vendor",   "manufacturer", "language", "station"});
}

std::optional<std::size_t> pictureNameRank(std::string_view name) {
    constexpr std::string_view names[] = {"images",       "image",  "pictures", "imgs",
                                          "img",          "x_test", "x_val",    "x_valid",
                                          "x_validation", "x",      "inputs",   "input"};
    const auto found = std::ranges::find(names, snakeName(name));
    if (found == std::end(names)) return std::nullopt;
    return static_cast<std::size_t>(found - std::begin(names));
}

bool namesTime(std::string_view name) {
    const std::string words = "_" + snakeName(name) + "_";
    if (tellsAny(words, {"_birth_", "_born_", "_dob_"})) return false;
    return tellsAny(words, {"_date_", "_time_", "_datetime_", "_timestamp_", "_day_", "_month_",
                            "_at_", "_on_", "_ts_", "_when_", "_datum_", "_fecha_", "_zeit_"});
}

bool namesTimestamp(std::string_view name) {
    return isOneOf(std::string(name), {"timestamp", "timestamps", "unixtime", "unixtimestamp",
                                       "epochseconds", "predictiontime", "forecasttime"});
}

int predictionTimeNamed(std::string_view name) {
    const std::string words = "_" + snakeName(name) + "_";
    if (tellsAny(words, {"_forecast", "_predict", "_scored_"})) return 2;
    return isOneOf(std::string(name), {"date", "time", "datetime", "timestamp", "day"}) ? 1 : 0;
}

bool namesRun(std::string_view name) {
    if (namesModel(name)) return true;
    return isOneOf(std::string(name), {"split", "fold", "foldid", "resample", "repeat",
                                       "repetition", "seed", "epoch", "trialindex"});
}

bool suggestsProbability(std::string_view name) {
    return tellsAny(name, {"prob", "forecast", "predict", "oof_", "wahrscheinlichkeit", "kans",
                           "vorhersage", "risk", "risiko", "risque", "riesgo", "risco", "rischio",
                           "pronostic", "prevision", "previsao", "prawdopodob", "ryzyko", "概率"});
}

bool suggestsTruth(std::string_view name) {
    return tellsAny(name, {"outcome", "result", "true", "truth", "actual", "resolved", "label",
                           "target", "observ", "beobacht", "ergebnis", "resultat", "_real"});
}

bool namesTruthOf(std::string_view name) {
    const std::string words = snakeName(name);
    if (words.starts_with("actual_") || words.starts_with("target_")) return true;
    if (words.ends_with("_label")) return !tellsAny(words, {"pred"});
    return endsWithAny(words, {"_actual", "_true", "_truth", "_groundtruth", "_real", "_gt",
                               "_reel", "_reelle", "_observe", "_observee", "_observado",
                               "_observada", "_beobachtet", "_tatsachlich"});
}

bool namesOutcome(std::string_view name) {
    const std::string words = "_" + snakeName(name) + "_";
    return namesLabel(std::string(name)) || namesTruthOf(name) || suggestsTruth(name) ||
           tellsAny(words, {"_won_", "_win_", "_winner_", "_event_", "_happened_", "_occurred_"});
}

bool namesPercent(std::string_view name) {
    const std::string lower = lowerCase(name);
    return lower.ends_with("pct") || lower.ends_with("percent") ||
           lower.find('%') != std::string::npos;
}

bool namesPredictionOf(std::string_view name) {
    const std::string words = snakeName(name);
    if (words.starts_with("pred_") || words.starts_with("predicted")) return true;
    return endsWithAny(words, {"_pred", "_predicted", "_prediction", "_predictions", "_predit",
                               "_predite", "_prediccion", "_predicho", "_predicha", "_previsto",
                               "_prevista", "_previsao", "_vorhersage", "_prognose"});
}

std::string leafName(const std::string& name) {
    const auto point = name.rfind('.');
    const bool isNested = point != std::string::npos && point > 0 && point + 1 < name.size();
    return isNested ? name.substr(point + 1) : name;
}

bool namesRow(std::string_view name) {
    const std::string words = snakeName(name);
    if (words.ends_with("_id") || words.starts_with("unnamed")) return true;
    return name.empty() || isOneOf(words, {"id", "index", "filename", "file", "imagepath", "image",
                                           "name", "text", "docid", "inst#", "case", "sampleid",
                                           "docid", "rowid", "key", "path", "uid"});
}

bool namesLabel(const std::string& name) {
    return isOneOf(name,
                   {"truelabel",   "ytrue",        "ytest",    "label",      "labels",
                    "target",      "targets",      "truth",    "gt",         "gtlabel",
                    "groundtruth", "actual",       "class",    "y",          "obs",
                    "outcome",     "labelnumeric", "labelids", "truelabels", "testlabels",
                    "true",        "trueclass",    "gold",     "goldlabel",  "groundtruthlabel",
                    "actualclass", "actuallabel",  "expected", "reference",  "correctanswer",
                    "labeltrue",   "diagnosis",    "goldindex"});
}

bool namesPredicted(const std::string& name) {
    if (plainName(name).starts_with("prediction(")) return true;
    return isOneOf(name, {"pred", "predlabel", "ypred", "prediction", "predicted", "predictedlabel",
                          "predictedclass", "predclass", "response", "estimate", "predict", "yhat",
                          "classification"});
}

bool namesConfidence(const std::string& name) {
    // How sure annotators were says nothing about the model.
    const std::string words = snakeName(name);
    const bool ofLabel = words.starts_with("label") || words.starts_with("annotat");
    if (!ofLabel && endsWithAny(words, {"_confidence", "_conf", "_confidence_pct",
                                        "_confidence_percent", "_conf_pct"}))
        return true;
    const bool isForeign =
        tellsAny(words, {"konfidenz", "confiance", "confianza", "confianca", "confidenza"});
    if (isForeign) return true;
    return isOneOf(name, {"confidence", "confidences", "conf", "maxprob", "msp", "predprob",
                          "expectedaccuracy", "confidence(%)", "confidencepct", "confidencepercent",
                          "confpct"});
}

bool namesAnswer(std::string_view name) {
    const std::string words = "_" + snakeName(name) + "_";
    return tellsAny(words, {"_answer_", "_response_", "_guess_", "_choice_", "_extracted_"});
}

bool namesStatus(std::string_view name) {
    std::string words = snakeName(name);
    for (const std::string_view verb : {"is_", "was_", "has_been_", "game_", "match_"}) {
        if (words.starts_with(verb)) words.erase(0, verb.size());
    }
    return isOneOf(words,
                   {"played",  "completed", "complete",    "finished",  "done",      "processed",
                    "settled", "closed",    "graded",      "scored",    "evaluated", "reviewed",
                    "checked", "verified",  "validated",   "available", "published", "started",
                    "final",   "live",      "needsreview", "gespielt",  "beendet",   "joue",
                    "termine", "jugado",    "terminado",   "jogado",    "giocata",   "finita"});
}

int evidenceNamed(std::string_view name) {
    const std::string words = "_" + snakeName(name) + "_";
    if (tellsAny(words, {"_oof_", "_out_of_fold_", "_cv_"})) return 2;
    if (tellsAny(words, {"_final_", "_ensemble_", "_blend_", "_stacked_"})) return 1;
    return tellsAny(words, {"_train_", "_insample_", "_in_sample_"}) ? -1 : 0;
}

bool namesModelScores(std::string_view name) {
    const std::string words = "_" + snakeName(name) + "_";
    if (tellsAny(words, {"_std_", "_sd_", "_se_", "_var_", "_size_", "_rank_", "_fold_", "_frac_"}))
        return tellsAny(words, {"_out_of_fold_"});
    return tellsAny(words, {"_oof_", "_out_of_fold_", "_insample_", "_in_sample_", "_ensemble_",
                            "_blend_", "_stacked_"});
}

bool namesMeasure(std::string_view name) {
    const std::string words = "_" + snakeName(name);
    return words.find("_brier") != std::string::npos ||
           endsWithAny(words, {"_loss", "_logloss", "_nll", "_crps", "_entropy", "_error", "_auc"});
}

bool namesProbability(const std::string& name) {
    return isOneOf(
        name, {"prob", "proba", "probs", "probability", "probabilities", "yprob", "yprobs",
               "yproba", "yprobability", "yscore", "score", "phat", "logit", "p", "rawformulaval",
               "probpct", "probpercent", "probabilitypct", "probabilitypercent"});
}

bool namesSuccesses(const std::string& name) {
    return isOneOf(name, {"numcorrect", "ncorrect", "successes"});
}

bool namesCorrect(const std::string& name) {
    return namesSuccesses(name) ||
           isOneOf(name, {"correct", "iscorrect", "correctness", "hit", "acc", "exactmatch",
                          "korrekt", "richtig", "correcte", "correcto", "correcta", "correto",
                          "corretto", "corretta"});
}

NamedScale namedScale(const std::string& name) {
    const std::string lower = lowerCase(name);
    const auto has = [&](std::string_view part) { return lower.find(part) != std::string::npos; };
    if (has("logit") || has("rawformulaval")) return NamedScale::Logit;
    if (has("logp") || has("log_p")) return NamedScale::None;  // the values decide
    if (has("prob") || has("softmax") || has("conf") || plainName(name) == "p") {
        return NamedScale::Probability;
    }
    const auto family = familyName(name);
    return family && (family->family == "p" || family->family == "cal_p") ? NamedScale::Probability
                                                                          : NamedScale::None;
}

bool anyNameGivesRole(const std::vector<std::string>& names) {
    return std::any_of(names.begin(), names.end(), [](const std::string& name) {
        return namesLabel(name) || namesPredicted(name) || namesConfidence(name) ||
               namesProbability(name) || namesCorrect(name) || familyName(name).has_value() ||
               (namesRow(name) && !name.empty());
    });
}

}  // namespace diagonal
