// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reading/bins/bin_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/base/text.h"
#include "core/reading/bins/bin_edges.h"
#include "core/reading/bins/met_tables.h"
#include "core/reading/numbers/number_text.h"
#include "core/reading/roles/column_names.h"

namespace diagonal {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
constexpr double kMostPlainShare = 2;  ///< a larger share is percent
constexpr double kAboveOne = 1e-9;
constexpr double kMostRowsOfBin = 0x1p44;  ///< of a bin
constexpr std::size_t kMostBinRows = 10'000;

/// The bins of one model.
struct BinsOfModel {
    std::vector<std::int32_t> keys;
    std::vector<StatedBin> bins;
};

bool hasColumn(const BinTexts& table, std::string_view name) {
    return std::ranges::find(table.names, name) != table.names.end();
}

/// Reads the numbers of a table.
class BinNumbers {
public:
    explicit BinNumbers(const BinTexts& table)
        : m_table(table), m_columns(*binColumnsIn(table.names)) {
        // caret's table counts the events, and its lower and upper are limits of their share.
        const bool isCaret = std::ranges::any_of(table.names, [](const std::string& name) {
            return plainName(name) == "calibmodelvar";
        });
        auto& places = m_columns.places;
        if (isCaret && !places.contains(BinRole::Correct)) {
            places[BinRole::Correct] = places.at(BinRole::Count);
            places.erase(BinRole::Count);
        }
    }

    const BinColumns& columns() const { return m_columns; }
    const BinTexts& table() const { return m_table; }
    const std::vector<Note>& notes() const { return m_notes; }

    /// Reads all bins, in the order of the table. Errors: Malformed.
    Result<std::vector<StatedBin>> read();
    Error wrongAt(std::size_t row, BinRole role, std::string detail) const {
        return {ErrorKind::Malformed,
                std::move(detail),
                {},
                m_table.lines[row],
                m_table.names[m_columns.places.at(role)]};
    }
    /// Returns what a text says, quoted.
    std::string quoted(std::size_t row, BinRole role) const {
        return quotedText(m_table.rows[row][m_columns.places.at(role)]);
    }

private:
    bool has(BinRole role) const { return m_columns.has(role); }
    Result<std::vector<double>> column(BinRole role) const;
    Result<void> readShares(BinRole role, std::vector<double>& values);
    Result<void> readEdges(std::vector<StatedBin>& bins);
    Result<void> readCounts(std::vector<StatedBin>& bins);
    Result<void> readOutcomes(std::vector<StatedBin>& bins);
    Result<void> countByShares(const std::vector<double>& shares, std::vector<StatedBin>& bins);
    void note(std::string id, std::size_t count, std::string text) {
        m_notes.push_back({std::move(id), count, std::move(text), {}, NoteScope::AllRows});
    }

    const BinTexts& m_table;
    BinColumns m_columns;
    std::vector<Note> m_notes;
};

/// Reads a column of numbers; NaN where one is missing.
Result<std::vector<double>> BinNumbers::column(BinRole role) const {
    std::vector<double> values;
    for (std::size_t row = 0; row < m_table.rows.size(); ++row) {
        std::string_view text = m_table.rows[row][m_columns.places.at(role)];
        while (!text.empty() && std::string_view(">=<").find(text.front()) != text.npos)
            text.remove_prefix(1);
        const NumberText number = numberIn(trimmed(text), false);
        switch (number.kind) {
            case NumberText::Kind::Number: values.push_back(number.value); break;
            case NumberText::Kind::Percent: values.push_back(number.value / 100); break;
            case NumberText::Kind::Missing: values.push_back(kMissing); break;
            case NumberText::Kind::Word:
            case NumberText::Kind::Junk:
                return wrongAt(row, role, quoted(row, role) + " is not a number");
        }
        if (std::isinf(values.back()))
            return wrongAt(row, role, quoted(row, role) + " is not finite");
    }
    return values;
}

/// Reads shares from 0 to 1, or percent.
Result<void> BinNumbers::readShares(BinRole role, std::vector<double>& values) {
    auto read = column(role);
    if (!read) return read.error();
    values = std::move(read).value();
    double most = 0;
    for (std::size_t row = 0; row < values.size(); ++row) {
        if (values[row] < 0) return wrongAt(row, role, quoted(row, role) + " is below 0");
        if (values[row] > most) most = values[row];
    }
    const bool arePercent = most > kMostPlainShare && most <= 100 + kAboveOne;
    for (std::size_t row = 0; row < values.size(); ++row) {
        if (arePercent) values[row] /= 100;
        if (values[row] > 1 + kAboveOne)
            return wrongAt(row, role,
                           quoted(row, role) + " is above 1, and the column is not percent");
        if (values[row] > 1) values[row] = 1;
    }
    if (arePercent) {
        note("read_as_percent", values.size(),
             "some values of " + quotedText(m_table.names[m_columns.places.at(role)]) +
                 " exceed 1, and all lie between 0 and 100: they were read as percent");
    }
    return {};
}

/// Reads the interval of each bin, else its edges, in percent if they exceed 2, and its middle.
Result<void> BinNumbers::readEdges(std::vector<StatedBin>& bins) {
    const auto interval = [&](std::size_t row) {
        return intervalIn(m_table.rows[row][m_columns.places.at(BinRole::Bin)]);
    };
    const bool areIntervals = has(BinRole::Bin) && interval(0).has_value();
    double most = 0;
    for (const auto& [role, edge] : {std::pair(BinRole::Lower, &StatedBin::lower),
                                     std::pair(BinRole::Upper, &StatedBin::upper)}) {
        if (areIntervals || !has(role)) continue;
        const auto values = column(role);
        if (!values) return values.error();
        for (std::size_t row = 0; row < bins.size(); ++row) {
            bins[row].*edge = values.value()[row];
            most = std::max(most, std::abs(values.value()[row]));
        }
    }
    for (std::size_t row = 0; areIntervals && row < bins.size(); ++row) {
        const auto ends = interval(row);
        if (!ends) {
            return wrongAt(row, BinRole::Bin,
                           quoted(row, BinRole::Bin) + " is not an interval like the first, " +
                               quoted(0, BinRole::Bin));
        }
        bins[row].lower = ends->first;
        bins[row].upper = ends->second;
        most = std::max(most, ends->second);
    }
    for (StatedBin& bin : bins) {
        if (most <= kMostPlainShare || most > 100 + kAboveOne) break;
        bin.lower /= 100;
        bin.upper /= 100;
    }
    if (!has(BinRole::Middle)) return {};
    std::vector<double> middles;
    if (auto done = readShares(BinRole::Middle, middles); !done) return done;
    for (std::size_t row = 0; row < bins.size(); ++row)
        bins[row].middle = middles[row];
    return {};
}

Result<void> BinNumbers::readCounts(std::vector<StatedBin>& bins) {
    for (const auto& [role, number] : {std::pair(BinRole::Count, &StatedBin::count),
                                       std::pair(BinRole::Wrong, &StatedBin::count)}) {
        if (!has(role) || (role == BinRole::Wrong && has(BinRole::Count))) continue;
        const auto values = column(role);
        if (!values) return values.error();
        for (std::size_t row = 0; row < bins.size(); ++row) {
            const double value = values.value()[row];
            if (!(value >= 0 && value <= kMostRowsOfBin && std::trunc(value) == value)) {
                return wrongAt(row, role,
                               quoted(row, role) +
                                   " is not a number of rows. Counts are whole numbers; shares of "
                                   "all rows, and sums of weights, do not tell intervals");
            }
            bins[row].*number = value;
        }
    }
    return {};
}

/// Reads how many rows of each bin are correct. Requires the counts.
Result<void> BinNumbers::readOutcomes(std::vector<StatedBin>& bins) {
    if (!has(BinRole::Correct)) {
        std::vector<double> shares;
        const BinRole role = has(BinRole::Accuracy) ? BinRole::Accuracy : BinRole::Frequency;
        if (auto done = readShares(role, shares); !done) return done;
        return countByShares(shares, bins);
    }
    const auto correct = column(BinRole::Correct);
    if (!correct) return correct.error();
    const bool areShares = std::ranges::any_of(
        correct.value(), [](double value) { return std::trunc(value) != value && value < 1; });
    if (areShares && has(BinRole::Count)) {
        std::vector<double> shares;
        if (auto done = readShares(BinRole::Correct, shares); !done) return done;
        return countByShares(shares, bins);
    }
    std::vector<double> shares;  // of caret
    if (!has(BinRole::Count) && !has(BinRole::Wrong)) {
        const BinRole role = has(BinRole::Accuracy) ? BinRole::Accuracy : BinRole::Frequency;
        if (auto done = readShares(role, shares); !done) return done;
    }
    for (std::size_t row = 0; row < bins.size(); ++row) {
        StatedBin& bin = bins[row];
        bin.correct = std::isnan(correct.value()[row]) ? 0 : correct.value()[row];
        if (!shares.empty() && bin.correct == 0) {
            return wrongAt(row, BinRole::Correct,
                           "caret's table does not tell how many rows a bin without events has. "
                           "Add a column n with the number of rows of each bin");
        }
        if (!shares.empty()) bin.count = std::round(bin.correct / shares[row]);
        if (!has(BinRole::Count) && has(BinRole::Wrong)) bin.count += bin.correct;
        const bool isCount = bin.correct >= 0 && std::trunc(bin.correct) == bin.correct;
        if (!isCount || bin.correct > bin.count || bin.count > kMostRowsOfBin) {
            return wrongAt(row, BinRole::Correct,
                           quoted(row, BinRole::Correct) + " is not a number of the bin's " +
                               counted(static_cast<std::uint64_t>(bin.count), "row"));
        }
    }
    return {};
}

/// Takes the number of correct rows that is nearest to a share, and notes what that changes.
Result<void> BinNumbers::countByShares(const std::vector<double>& shares,
                                       std::vector<StatedBin>& bins) {
    double moved = 0, rows = 0;
    std::size_t odd = 0;
    std::string example;
    for (std::size_t row = 0; row < bins.size(); ++row) {
        StatedBin& bin = bins[row];
        if (bin.count == 0) continue;
        if (std::isnan(shares[row])) {
            return {{ErrorKind::Malformed,
                     "the bin has " + counted(static_cast<std::uint64_t>(bin.count), "row") +
                         " but no share of correct ones",
                     {},
                     m_table.lines[row],
                     m_table.names[m_columns.outcome()]}};
        }
        bin.correct = std::round(shares[row] * bin.count);
        const double distance = std::abs(shares[row] * bin.count - bin.correct);
        moved += distance;
        rows += bin.count;
        constexpr double exact = 1e-6;
        if (distance <= exact * std::max(1.0, bin.correct)) continue;
        ++odd;
        if (example.empty())
            example = shortest(shares[row]) + " of " +
                      counted(static_cast<std::uint64_t>(bin.count), "row");
    }
    constexpr double visible = 5e-5;
    if (odd > 0 && moved / rows >= visible) {
        note("rounded_shares", odd,
             "in " + counted(odd, "bin") +
                 " the share of correct rows is not that of whole rows (" + example +
                 "): the nearest number is taken, which moves the ECE by at most " +
                 fixedText(moved / rows, 4) + ". If rows have weights, intervals are too narrow");
    }
    return {};
}

Result<std::vector<StatedBin>> BinNumbers::read() {
    std::vector<StatedBin> bins(m_table.rows.size());
    for (std::size_t row = 0; row < bins.size(); ++row)
        bins[row] = {row, kMissing, kMissing, kMissing, kMissing, 0, 0};
    if (auto done = readEdges(bins); !done) return done.error();
    if (auto done = readCounts(bins); !done) return done.error();
    if (auto done = readOutcomes(bins); !done) return done.error();
    if (!has(BinRole::Confidence)) return bins;
    std::vector<double> confidences;
    if (auto done = readShares(BinRole::Confidence, confidences); !done) return done.error();
    for (std::size_t row = 0; row < bins.size(); ++row) {
        if (bins[row].count > 0 && std::isnan(confidences[row]))
            return wrongAt(row, BinRole::Confidence, "the bin has rows but no mean confidence");
        if (bins[row].count > 0) bins[row].confidence = confidences[row];
    }
    return bins;
}

/// Returns the columns of texts that tell the bins of several models, splits or sites apart: each
/// value occurs several times.
std::vector<GroupColumn> keysOf(const BinTexts& table, const BinColumns& columns) {
    std::vector<GroupColumn> keys;
    for (std::size_t c = 0; c < table.names.size(); ++c) {
        const bool hasRole = std::ranges::any_of(
            columns.places, [&](const auto& place) { return place.second == c; });
        if (hasRole) continue;
        std::map<std::string, std::size_t> counts;
        bool areTexts = true;
        for (const auto& row : table.rows) {
            ++counts[row[c]];
            areTexts = areTexts && !row[c].empty() && !intervalIn(row[c]) &&
                       (namesGroup(table.names[c]) || !parsedDouble(row[c]));
        }
        const bool repeat =
            std::ranges::all_of(counts, [](const auto& count) { return count.second > 1; });
        if (!areTexts || !repeat || counts.size() < 2) continue;
        const std::string plain = plainName(table.names[c]);
        const bool areModels = plain == "file" || plain == "calibmodelvar";
        GroupColumn& key = keys.emplace_back();
        key.name = areModels ? "model" : table.names[c];
        for (const auto& row : table.rows) {
            const auto found = std::ranges::find(key.values, row[c]);
            key.codes.push_back(static_cast<std::int32_t>(found - key.values.begin()));
            if (found == key.values.end()) key.values.push_back(row[c]);
        }
    }
    return keys;
}

/// Makes the dataset of the bins of a table.
class BinDataset {
public:
    BinDataset(const BinNumbers& numbers, std::vector<GroupColumn> keys)
        : m_numbers(numbers), m_keys(std::move(keys)) {
        for (const GroupColumn& key : m_keys)
            m_groups.push_back({key.name, key.values, {}});
        m_isTopLabel = !numbers.columns().has(BinRole::Frequency) &&
                       (numbers.columns().has(BinRole::Accuracy) || isCalledCorrect());
    }

    Result<Dataset> made(const std::vector<StatedBin>& bins, const std::string& file);

private:
    bool isCalledCorrect() const {
        const std::string& name = m_numbers.table().names[m_numbers.columns().outcome()];
        return plainName(name).find("correct") != std::string::npos;
    }
    Result<void> add(std::vector<StatedBin> bins);
    Result<void> addBin(const StatedBin& bin, std::size_t place);
    Error located(Error error) const {
        if (error.line > 0) error.line = m_numbers.table().lines[error.line - 1];
        return error;
    }
    void describe(const std::string& file, Dataset& out) const;

    const BinNumbers& m_numbers;
    std::vector<GroupColumn> m_keys;
    std::vector<GroupColumn> m_groups;
    bool m_isTopLabel = false;
    BinEdges m_edges;
    std::vector<double> m_reaches;
    std::vector<double> m_means;
    std::vector<CellSums> m_cells;
    PredictionParts m_parts;
    double m_rows = 0, m_correct = 0, m_reach = 0;
    std::size_t m_filled = 0;
};

/// Adds the bins of one model.
Result<void> BinDataset::add(std::vector<StatedBin> bins) {
    const std::size_t first = bins.front().row;
    auto edges = edgesOf(bins);
    if (!edges) return located(edges.error());
    if (m_edges.edges.empty()) m_edges.edges = edges.value().edges;
    if (m_edges.edges != edges.value().edges) {
        return located(
            malformed("these bins have other edges than those of the first model. Save the bins "
                      "of each model as a file of its own",
                      first + 1));
    }
    m_edges.remark = edges.value().remark;
    m_edges.areByWidth = edges.value().areByWidth;
    m_reaches.resize(m_edges.edges.size() - 1);
    for (std::size_t b = 0; b < bins.size(); ++b) {
        if (bins[b].count == 0) continue;
        if (auto done = addBin(bins[b], edges.value().places[b]); !done) return done;
    }
    return {};
}

Result<void> BinDataset::addBin(const StatedBin& bin, std::size_t place) {
    const double lower = m_edges.edges[place], upper = m_edges.edges[place + 1];
    double mean = bin.confidence;
    if (std::isnan(mean)) {
        mean = std::isnan(bin.middle) ? (lower + upper) / 2 : bin.middle;
        m_reaches[place] = std::max(mean - lower, upper - mean);
        m_reach += bin.count * m_reaches[place];
    }
    constexpr double rounding = 1e-9;
    if (mean < lower - rounding || mean > upper + rounding) {
        return m_numbers.wrongAt(
            bin.row,
            m_numbers.columns().has(BinRole::Confidence) ? BinRole::Confidence : BinRole::Middle,
            "the mean confidence " + shortest(mean) + " lies outside of its bin, " +
                shortest(lower) + " to " + shortest(upper));
    }
    // Whichever edge belongs to the bin, its rows stay in it.
    if (lower > 0) mean = std::max(mean, std::nextafter(lower, 1));
    if (upper < 1) mean = std::min(mean, std::nextafter(upper, 0));
    ++m_filled;
    m_rows += bin.count;
    m_correct += bin.correct;
    const auto put = [&](double count, std::int32_t label, bool isFirst) {
        if (count == 0) return;
        m_means.push_back(mean);
        m_parts.weights.values.push_back(count);
        m_parts.labels.push_back(label);
        m_cells.push_back({.cell = static_cast<std::int32_t>(place), .isFirst = isFirst});
        for (std::size_t k = 0; k < m_keys.size(); ++k)
            m_groups[k].codes.push_back(m_keys[k].codes[bin.row]);
    };
    put(bin.correct, 1, true);
    put(bin.count - bin.correct, 0, bin.correct == 0);
    return {};
}

Result<Dataset> BinDataset::made(const std::vector<StatedBin>& bins, const std::string& file) {
    std::map<std::vector<std::int32_t>, std::vector<StatedBin>> models;
    for (const StatedBin& bin : bins) {
        std::vector<std::int32_t> keys;
        for (const GroupColumn& key : m_keys)
            keys.push_back(key.codes[bin.row]);
        models[keys].push_back(bin);
    }
    for (const auto& [keys, some] : models) {
        if (auto done = add(some); !done) return done.error();
    }
    if (m_rows == 0) return noUsableRows("no bin has rows");
    m_parts.form = m_isTopLabel ? PredictionForm::Confidence : PredictionForm::PositiveScore;
    m_parts.scores = ScoreMatrix(std::move(m_means), 1);
    if (!m_isTopLabel) m_parts.classNames = {"0", "1"};
    auto checked = Predictions::make(std::move(m_parts));
    if (!checked) return checked.error();
    Dataset out{std::move(checked).value().predictions, {}};
    out.cells = std::move(m_cells);
    out.groups = std::move(m_groups);
    describe(file, out);
    return out;
}

void BinDataset::describe(const std::string& file, Dataset& out) const {
    DatasetSummary& summary = out.summary;
    summary.file = file;
    summary.rows = static_cast<std::size_t>(m_rows);
    summary.form = out.predictions.form();
    summary.classNames = out.predictions.classNames();
    summary.classes = out.predictions.classCount();
    if (!m_isTopLabel) summary.positiveClass = 1;
    summary.noTemperature = std::string(kNeedsRows);
    summary.cells = CellsSummary{.form = summary.form,
                                 .count = m_filled,
                                 .correct = m_correct,
                                 .isTopLabel = m_isTopLabel,
                                 .edges = m_edges.edges,
                                 .areByWidth = m_edges.areByWidth};
    const BinColumns& columns = m_numbers.columns();
    const auto& names = m_numbers.table().names;
    summary.assumptions.push_back({"bins", groupedDigits(m_edges.edges.size() - 1)});
    summary.assumptions.push_back({"outcome_column", names[columns.outcome()]});
    summary.assumptions.push_back(
        {"meaning", m_isTopLabel ? "share of correct predictions" : "share of the positive class"});
    summary.notes = m_numbers.notes();
    summary.notes.insert(
        summary.notes.begin(),
        {"bins_only", m_filled,
         "the file holds bins, not rows: scores that need rows are missing, and intervals and "
         "p-values treat the rows of a bin as if all had its mean confidence"});
    for (const GroupColumn& key : m_keys) {
        summary.notes.push_back({"bins_added",
                                 key.values.size(),
                                 "the bins of all " + groupedDigits(key.values.size()) +
                                     " values of " + quotedText(key.name) + " are added up",
                                 {},
                                 NoteScope::AllRows,
                                 true});
    }
    if (hasColumn(m_numbers.table(), "effective_rows")) {
        summary.notes.push_back({"bins_of_clusters", m_filled,
                                 "the rows have clusters, which bins do not tell: all intervals "
                                 "are too narrow"});
    }
    if (!m_edges.remark.empty())
        summary.notes.push_back({"bin_edges", m_edges.edges.size() - 1, m_edges.remark});
    if (m_reach == 0) return;
    summary.cells->reaches = m_reaches;
    summary.notes.push_back({"middles",
                             m_filled,
                             "the mean confidence of the bins is unknown: the middle of each is "
                             "taken, so the ECE may differ by up to " +
                                 fixedText(m_reach / m_rows, 4),
                             {},
                             NoteScope::AllRows,
                             true});
}

}  // namespace

Result<Dataset> datasetOfBins(const BinTexts& table, const std::string& file) {
    if (areMetColumns(table.names)) return datasetOfBins(unfoldedMet(table), file);
    const auto columns = binColumnsIn(table.names);
    if (!columns || !columns->hasCounts())
        return unclear("the columns " + quotedChoices(table.names) + " are not those of bins");
    if (hasColumn(table, "weight") && hasColumn(table, "accuracy_lower")) {
        return unsupported(
            "these are bins of weighted rows, which do not tell how the weights vary: no "
            "interval can be had. Open the rows instead");
    }
    if (table.rows.size() > kMostBinRows) {
        return unsupported("these are " + counted(table.rows.size(), "bin") + ", more than " +
                           groupedDigits(kMostBinRows));
    }
    BinNumbers numbers(table);
    const auto bins = numbers.read();
    if (!bins) return bins.error();
    return BinDataset(numbers, keysOf(table, numbers.columns())).made(bins.value(), file);
}

}  // namespace diagonal
