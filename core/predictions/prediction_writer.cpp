// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/predictions/prediction_writer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <ostream>
#include <utility>

#include <libdeflate.h>

#include "core/base/text.h"

namespace diagonal {
namespace {

static_assert(std::endian::native == std::endian::little, "npy headers below say so");

struct Names {
    std::string truth;
    std::string scores;
};

Names namesFor(PredictionForm form) {
    if (form == PredictionForm::Confidence) return {"correct", "confidence"};
    return {"label", "prob"};
}

/// An uncompressed zip archive, written one member at a time.
class ZipWriter {
public:
    explicit ZipWriter(std::ostream& out) : m_out(out) {}

    void add(const std::string& name, const std::string& head, std::span<const char> body) {
        std::uint32_t sum = libdeflate_crc32(0, head.data(), head.size());
        sum = libdeflate_crc32(sum, body.data(), body.size());
        const std::size_t size = head.size() + body.size();
        std::string entry;
        for (const std::size_t field : {std::size_t{20}, std::size_t{0}, std::size_t{0}})
            put(entry, field, 2);     // version, flags, method
        put(entry, 0, 2);             // time
        put(entry, (1 << 5) | 1, 2);  // date: 1980-01-01, so that output is reproducible
        put(entry, sum, 4);
        put(entry, size, 4);
        put(entry, size, 4);
        put(entry, name.size(), 2);
        put(entry, 0, 2);
        m_directory += "PK\1\2" + std::string("\24\0", 2) + entry;
        for (const std::size_t width : {2U, 2U, 2U, 4U})
            put(m_directory, 0, width);  // comment, disk, attributes
        put(m_directory, m_written, 4);
        m_directory += name;
        ++m_members;
        write("PK\3\4" + entry + name + head);
        m_out.write(body.data(), static_cast<std::streamsize>(body.size()));
        m_written += body.size();
    }

    void finish() {
        std::string end = "PK\5\6";
        put(end, 0, 4);
        put(end, m_members, 2);
        put(end, m_members, 2);
        put(end, m_directory.size(), 4);
        put(end, m_written, 4);
        put(end, 0, 2);
        write(m_directory);
        write(end);
    }

private:
    static void put(std::string& to, std::size_t number, std::size_t bytes) {
        for (std::size_t i = 0; i < bytes; ++i)
            to += static_cast<char>(number >> (8 * i) & 0xff);
    }
    void write(const std::string& bytes) {
        m_out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        m_written += bytes.size();
    }

    std::ostream& m_out;
    std::string m_directory;
    std::size_t m_members = 0;
    std::size_t m_written = 0;
};

std::string npyHead(const std::string& type, const std::string& shape) {
    constexpr std::size_t alignment = 64;
    std::string text =
        "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
    while ((10 + text.size() + 1) % alignment != 0)
        text += ' ';
    text += '\n';
    return std::string("\x93NUMPY\1\0", 8) + static_cast<char>(text.size() & 0xff) +
           static_cast<char>(text.size() >> 8) + text;
}

template <typename T>
std::span<const char> bytesOf(const std::vector<T>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

/// Returns the weight as it was read, rounded to about 14 digits to undo the scaling.
double weightInFile(const Predictions& predictions, std::size_t row) {
    constexpr double digits = 1e14;
    const double weight = predictions.weights().at(row) * predictions.weights().unit;
    if (!(weight > 0)) return weight;
    const double scale = std::pow(10, std::ceil(std::log10(weight)));
    const double rounded = std::round(weight / scale * digits) / digits * scale;
    return std::isfinite(rounded) ? rounded : weight;
}

std::vector<double> allScores(const Predictions& predictions) {
    return predictions.scores().visit(
        [](auto values) { return std::vector<double>(values.begin(), values.end()); });
}

/// Returns the classes of confidences, if there are so many that a file of them and of confidences
/// is read again as what it is; of two, a confidence below 0.5 could be that of the other one.
std::optional<RowClasses> classesOfConfidences(const Dataset& dataset) {
    if (!dataset.classPairs) return std::nullopt;
    std::vector<bool> occurs(dataset.predictions.classNames().size());
    for (std::size_t row = 0; row < dataset.predictions.rows(); ++row)
        occurs[dataset.classPairs->labels[row]] = occurs[dataset.classPairs->predicted[row]] = true;
    return std::ranges::count(occurs, true) > 2 ? rowClasses(dataset) : std::nullopt;
}

/// The columns of a CSV table of predictions.
class CsvColumns {
public:
    explicit CsvColumns(const Dataset& dataset)
        : m_predictions(dataset.predictions),
          m_names(namesFor(m_predictions.form())),
          m_classes(classesOfConfidences(dataset)) {
        nameOwnColumns();
        const auto isId = [](const GroupColumn& column) { return column.name == "id"; };
        if (std::ranges::any_of(dataset.rowNames, isId) ||
            std::ranges::any_of(dataset.groups, isId))
            m_unnamed = "index";
        for (const RowNames& names : dataset.rowNames) {
            if (!names.isOther) addKey(names);
        }
        for (const GroupColumn& group : dataset.groups)
            addKey(group);
        if (dataset.clusters) addKey(*dataset.clusters);
        for (const RowNames& names : dataset.rowNames) {
            if (names.isOther) add(names, m_others);
        }
    }

    void writeHeader(std::ostream& out) const {
        std::string separator;
        for (const auto* columns : {&m_keys, &m_own, &m_others}) {
            for (const Column& column : *columns)
                out << std::exchange(separator, ",") << csvField(column.name);
        }
        out << "\n";
    }

    void writeRow(std::size_t row, std::ostream& out) const {
        for (const Column& key : m_keys)
            out << key.cell(row) << ",";
        const std::size_t label = m_predictions.label(row);
        const bool named = m_predictions.form() != PredictionForm::Confidence;
        if (m_classes) {
            out << csvField(m_classes->names[m_classes->labels[row]]) << ","
                << csvField(m_classes->names[m_classes->predicted[row]]);
        } else {
            out << (named ? csvField(m_predictions.classNames()[label]) : std::to_string(label));
        }
        for (std::size_t k = 0; k < m_predictions.scores().columns(); ++k)
            out << "," << shortest(m_predictions.scores().at(row, k));
        if (!m_predictions.weights().empty())
            out << "," << shortest(weightInFile(m_predictions, row));
        for (const Column& other : m_others)
            out << "," << other.cell(row);
        out << "\n";
    }

    void writeEmpty(std::ostream& out) const {
        out << std::string(m_keys.size() + m_own.size() + m_others.size() - 1, ',') << "\n";
    }

private:
    struct Column {
        std::string name;
        const GroupColumn* cells = nullptr;

        std::string cell(std::size_t row) const {
            const std::int32_t code = cells->codes[row];
            return code < 0 ? "" : csvField(cells->values[static_cast<std::size_t>(code)]);
        }
    };

    void nameOwnColumns() {
        m_own.push_back({m_classes ? "label" : m_names.truth});
        if (m_classes) m_own.push_back({"predicted"});
        const bool ofClasses = m_predictions.form() == PredictionForm::ClassScores;
        for (std::size_t k = 0; k < m_predictions.scores().columns(); ++k) {
            m_own.push_back({ofClasses ? m_names.scores + "_" + m_predictions.classNames()[k]
                                       : m_names.scores});
        }
        if (!m_predictions.weights().empty()) m_own.push_back({"weight"});
    }

    bool isTaken(const std::string& name) const {
        const auto hasName = [&](const std::vector<Column>& columns) {
            return std::ranges::find(columns, name, &Column::name) != columns.end();
        };
        return hasName(m_own) || hasName(m_keys) || hasName(m_others);
    }

    /// Adds a column that identifies rows or groups them; one column may do both.
    void addKey(const GroupColumn& column) {
        const bool isThere = std::ranges::any_of(
            m_keys, [&](const Column& key) { return key.cells->name == column.name; });
        if (!isThere) add(column, m_keys);
    }

    void add(const GroupColumn& column, std::vector<Column>& to) const {
        if (column.codes.size() != m_predictions.rows()) return;
        std::string name = column.name.empty() ? m_unnamed : column.name;
        while (isTaken(name))
            name += "_before";
        to.push_back({std::move(name), &column});
    }

    const Predictions& m_predictions;
    Names m_names;
    std::optional<RowClasses> m_classes;
    std::vector<Column> m_keys;
    std::vector<Column> m_own;  ///< names of the columns that the predictions have
    std::vector<Column> m_others;
    std::string m_unnamed = "id";  ///< name of the index that pandas writes without one
};

/// Returns the places of rows that were skipped, ascending; none unless they and the rows of the
/// dataset fill a range without gaps.
std::vector<std::size_t> skippedPlaces(const Dataset& dataset) {
    const auto& skipped = dataset.summary.skippedRows;
    const std::size_t rows = dataset.predictions.rows();
    if (!skipped || skipped->empty() || rows == 0) return {};
    std::vector<std::size_t> places;
    for (const SkippedRow& row : *skipped)
        places.push_back(row.line);
    std::ranges::sort(places);
    const std::size_t first = std::min(places.front(), dataset.places.of(0));
    const std::size_t last = std::max(places.back(), dataset.places.of(rows - 1));
    return last - first + 1 == rows + places.size() ? places : std::vector<std::size_t>();
}

}  // namespace

void writeCsv(const Dataset& dataset, std::ostream& out) {
    const CsvColumns columns(dataset);
    columns.writeHeader(out);
    const std::vector<std::size_t> skipped = skippedPlaces(dataset);
    auto next = skipped.begin();
    for (std::size_t row = 0; row < dataset.predictions.rows(); ++row) {
        for (; next != skipped.end() && *next < dataset.places.of(row); ++next)
            columns.writeEmpty(out);
        columns.writeRow(row, out);
    }
    for (; next != skipped.end(); ++next)
        columns.writeEmpty(out);
}

bool placesSkippedRows(const Dataset& dataset) {
    return !skippedPlaces(dataset).empty();
}

bool takeRowNames(const Dataset& named, Dataset& rows) {
    const Predictions &mine = rows.predictions, &theirs = named.predictions;
    if (mine.rows() != theirs.rows() || mine.classNames() != theirs.classNames()) return false;
    for (std::size_t row = 0; row < mine.rows(); ++row) {
        if (mine.label(row) != theirs.label(row)) return false;
    }
    rows.rowNames = named.rowNames;
    rows.places = named.places;
    rows.summary.skippedRows = named.summary.skippedRows;
    return true;
}

Result<void> writeNpz(const Predictions& predictions, std::ostream& out) {
    constexpr std::size_t most = 0xf0000000;
    const std::size_t rows = predictions.rows();
    const std::size_t columns = predictions.scores().columns();
    if ((columns + 2) * rows * sizeof(double) > most) {
        return unsupported("more than 4 GB cannot be written as .npz; write a .csv");
    }
    const Names names = namesFor(predictions.form());
    const bool plural = predictions.form() != PredictionForm::Confidence;
    ZipWriter zip(out);
    const std::string n = std::to_string(rows);
    const std::vector<double> scores = allScores(predictions);
    zip.add(names.scores + (plural ? "s.npy" : ".npy"),
            npyHead("<f8", columns > 1 ? n + ", " + std::to_string(columns) : n + ","),
            bytesOf(scores));
    std::vector<std::int64_t> labels;
    for (std::size_t row = 0; row < rows; ++row)
        labels.push_back(static_cast<std::int64_t>(predictions.label(row)));
    zip.add(names.truth + (plural ? "s.npy" : ".npy"), npyHead("<i8", n + ","), bytesOf(labels));
    if (!predictions.weights().empty()) {
        std::vector<double> weights;
        for (std::size_t row = 0; row < rows; ++row)
            weights.push_back(weightInFile(predictions, row));
        zip.add("weight.npy", npyHead("<f8", n + ","), bytesOf(weights));
    }
    zip.finish();
    return {};
}

}  // namespace diagonal
