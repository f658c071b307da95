// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/tables/dialect_detection.h"

#include <algorithm>
#include <map>

#include "core/base/text.h"
#include "core/reading/options/column_roles.h"
#include "core/reading/tables/csv_records.h"

namespace diagonal {
namespace {

/// How well one delimiter fits the sample.
struct DialectFit {
    std::size_t records = 0;
    std::size_t regular = 0;  ///< records with the most common field count
    std::size_t fields = 1;   ///< that count
};

DialectFit fitOf(std::string_view sample, const CsvDialect& dialect) {
    MemorySource source(sample);
    CsvRecords records(source, dialect);
    std::map<std::size_t, std::size_t> counts;
    DialectFit fit;
    while (fit.records < kSampledRecords) {
        const auto more = records.next();
        // What is malformed with this delimiter does not fit it.
        if (!more) ++fit.records;
        if (!more || !more.value()) break;
        ++fit.records;
        ++counts[records.fields().size()];
    }
    for (const auto& [fields, count] : counts) {
        if (count > fit.regular || (count == fit.regular && fields > fit.fields)) {
            fit.regular = count;
            fit.fields = fields;
        }
    }
    return fit;
}

/// Returns the number of fields that are numbers with a comma ("0,7012"), minus those with a point.
std::ptrdiff_t commaNumbers(std::string_view sample, const CsvDialect& dialect) {
    MemorySource source(sample);
    CsvRecords records(source, dialect);
    std::ptrdiff_t balance = 0;
    for (std::size_t i = 0; i < kSampledRecords; ++i) {
        const auto more = records.next();
        if (!more || !more.value()) break;
        for (const std::string_view field : records.fields()) {
            std::string pointed(field.substr(0, 40));
            if (std::count(pointed.begin(), pointed.end(), ',') == 1) {
                std::replace(pointed.begin(), pointed.end(), ',', '.');
                balance += parsedDouble(pointed).has_value();
            } else if (pointed.find('.') != std::string::npos) {
                balance -= parsedDouble(pointed).has_value();
            }
        }
    }
    return balance;
}

char detectedComment(std::string_view sample) {
    const auto first = sample.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first == std::string_view::npos) return '\0';
    const std::string_view text = sample.substr(first);
    if (text.starts_with("//")) return '/';
    return text.front() == '#' || text.front() == '%' ? text.front() : '\0';
}

/// Returns the delimiter named by Excel's first line, "sep=;".
std::optional<char> namedDelimiter(std::string_view sample) {
    if (sample.starts_with("\xEF\xBB\xBF")) sample.remove_prefix(3);
    constexpr std::string_view opening = "sep=";
    if (lowerCase(sample.substr(0, opening.size())) != opening) return std::nullopt;
    const auto end = std::min(sample.find_first_of("\r\n"), sample.size());
    if (end != opening.size() + 1) return std::nullopt;
    return sample[opening.size()];
}

/// Returns the number of lines, such as a banner, before the header of Weka's predictions.
std::size_t linesBeforeWeka(std::string_view sample) {
    constexpr std::size_t mostLines = 20;
    std::size_t lines = 0;
    for (std::size_t begin = 0; begin < sample.size() && lines < mostLines; ++lines) {
        const auto end = std::min(sample.find('\n', begin), sample.size());
        const std::string_view line = trimmed(sample.substr(begin, end - begin));
        if (line.starts_with("inst#") && line.find("actual") != std::string_view::npos) {
            return lines;
        }
        begin = end + 1;
    }
    return 0;
}

/// Returns the delimiter with which most records have the same number of fields, more than one.
char bestDelimiter(std::string_view sample, const CsvDialect& dialect) {
    char best = ',';
    DialectFit bestFit;
    // In order of preference if several fit: a comma may occur inside numbers or text.
    for (const char delimiter : {'\t', ';', '|', ',', ' '}) {
        CsvDialect tried = dialect;
        tried.delimiter = delimiter;
        const DialectFit fit = fitOf(sample, tried);
        if (fit.fields < 2 || (delimiter == ' ' && bestFit.fields > 1)) continue;
        const std::size_t irregular = fit.records - fit.regular;
        const std::size_t bestIrregular = bestFit.records - bestFit.regular;
        if (bestFit.fields < 2 || irregular < bestIrregular) {
            best = delimiter;
            bestFit = fit;
        }
    }
    return best;
}

}  // namespace

CsvDialect detectedDialect(std::string_view sample, bool complete, const DialectChoice& choice) {
    if (!complete) {
        const auto lastEnd = sample.find_last_of("\r\n");
        if (lastEnd != std::string_view::npos) sample = sample.substr(0, lastEnd + 1);
    }
    CsvDialect dialect;
    dialect.comment = detectedComment(sample);
    const auto named = namedDelimiter(sample);
    dialect.skippedLines = named ? 1 : linesBeforeWeka(sample);
    dialect.delimiter = choice.delimiter ? *choice.delimiter
                        : named          ? *named
                                         : bestDelimiter(sample, dialect);
    dialect.decimalComma =
        choice.decimalComma.value_or(dialect.delimiter != ',' && commaNumbers(sample, dialect) > 0);
    return dialect;
}

}  // namespace diagonal
