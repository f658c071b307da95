// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/logs/inspect_archive.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "core/base/text.h"
#include "core/reading/json/inspect_samples.h"
#include "core/reading/json/json_text.h"

namespace diagonal {
namespace {

constexpr std::string_view kJournal = "_journal/summaries/";
constexpr std::string_view kSamples = "samples/";
constexpr std::string_view kJsonEnding = ".json";

/// The members of an archive by name; the last of a name counts.
using Members = std::map<std::string, const ZipMember*>;

Members membersByName(const std::vector<ZipMember>& all) {
    Members members;
    for (const ZipMember& member : all)
        members[member.name] = &member;
    return members;
}

/// Returns true for "samples/ID_epoch_1.json" and, in chunked logs,
/// "samples/ID_epoch_1/sample.json".
bool isSample(std::string_view name) {
    if (!name.starts_with(kSamples) || !name.ends_with(kJsonEnding)) return false;
    const std::string_view rest = name.substr(kSamples.size());
    const auto slash = rest.find('/');
    return slash == std::string_view::npos || rest.substr(slash) == "/sample.json";
}

/// Parses a member and calls use(root). Errors: Malformed with its name.
template <typename Use>
Result<void> withMember(const RandomAccess& zip, const ZipMember& member, const Use& use) {
    const auto content = zipContent(zip, member);
    if (!content) return content.error();
    const auto text = content.value()->readAll();
    if (!text) return text.error();
    simdjson::dom::parser parser;
    const auto root = parsedJson(parser, text.value(), 0);
    if (!root) {
        Error error = root.error();
        error.key = member.name;
        return error;
    }
    use(root.value());
    return {};
}

/// Adds the summaries of a member, which holds a list of them.
Result<void> addSummaries(const RandomAccess& zip, const ZipMember& member,
                          InspectSamples& samples) {
    return withMember(zip, member, [&](simdjson::dom::element root) {
        simdjson::dom::array list;
        if (root.get(list) != simdjson::SUCCESS) return;
        for (const simdjson::dom::element summary : list)
            samples.add(summary);
    });
}

/// Returns the journal's members in the order of their numbers.
std::vector<const ZipMember*> journal(const Members& members) {
    std::map<std::int64_t, const ZipMember*> parts;
    for (const auto& [name, member] : members) {
        if (!name.starts_with(kJournal) || !name.ends_with(kJsonEnding)) continue;
        const auto number = parsedInteger(std::string_view(name).substr(
            kJournal.size(), name.size() - kJournal.size() - kJsonEnding.size()));
        if (number) parts[*number] = member;
    }
    std::vector<const ZipMember*> ordered;
    ordered.reserve(parts.size());
    for (const auto& [number, member] : parts)
        ordered.push_back(member);
    return ordered;
}

}  // namespace

bool isInspectArchive(const std::vector<ZipMember>& members) {
    return std::ranges::any_of(members, [](const ZipMember& member) {
        return member.name == "summaries.json" || member.name == "_journal/start.json" ||
               member.name.starts_with(kJournal);
    });
}

Result<RoleColumns> columnsFromInspectArchive(const RandomAccess& zip,
                                              const std::vector<ZipMember>& all,
                                              const ReadOptions& options,
                                              const ReadObserver& observer) {
    const Members members = membersByName(all);
    InspectSamples samples;
    for (const char* name : {"header.json", "_journal/start.json"}) {
        const auto header = members.find(name);
        if (header == members.end()) continue;
        auto done = withMember(zip, *header->second, [&](simdjson::dom::element root) {
            samples.setTask(inspectTask(root));
        });
        if (!done) return done.error();
        break;
    }
    const auto summaries = members.find("summaries.json");
    if (summaries != members.end()) {
        if (auto done = addSummaries(zip, *summaries->second, samples); !done) return done.error();
    } else {
        for (const ZipMember* part : journal(members)) {
            if (auto done = addSummaries(zip, *part, samples); !done) return done.error();
        }
    }
    if (!samples.holdConfidence()) {
        std::size_t read = 0;
        for (const auto& [name, member] : members) {
            if (!isSample(name)) continue;
            auto done = withMember(zip, *member,
                                   [&](simdjson::dom::element sample) { samples.add(sample); });
            if (!done) return done.error();
            if (observer.progress && !observer.progress(++read, members.size())) return cancelled();
        }
    }
    return samples.columns(options, observer);
}

}  // namespace diagonal
