// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/mapping_memory.h"

#include <algorithm>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "app/platform/saved_file.h"
#include "app/text/number_text.h"

namespace diagonal {
namespace {

constexpr std::size_t kMostMappings = 500;
constexpr int kMostModels = 1000;  // of one file

template <typename Table, typename T>
QString jsonWordOf(const Table& table, T value) {
    return toQString(choiceOf(table, value).word);
}

QJsonObject written(const ReadOptions& options) {
    QJsonObject out;
    if (options.scores) {
        out[QStringLiteral("scores")] = jsonWordOf(kScoreKinds, *options.scores);
    }
    if (options.weights) {
        out[QStringLiteral("weights")] = jsonWordOf(kWeightKinds, *options.weights);
    }
    if (options.positive) out[QStringLiteral("positive")] = toQString(*options.positive);
    QJsonArray columns;
    for (const RoleChoice& choice : options.columns) {
        QJsonArray values{jsonWordOf(kColumnRoles, choice.role), toQString(choice.column)};
        if (choice.model > 0) values.append(static_cast<qint64>(choice.model));
        columns.append(values);
    }
    if (!columns.isEmpty()) out[QStringLiteral("columns")] = columns;
    if (options.onlyChosenColumns) out[QStringLiteral("only_chosen")] = true;
    const DialectChoice& dialect = options.dialect;
    if (dialect.delimiter) {
        out[QStringLiteral("delimiter")] = QString(QLatin1Char(*dialect.delimiter));
    }
    if (dialect.decimalComma) out[QStringLiteral("decimal_comma")] = *dialect.decimalComma;
    if (dialect.hasHeader) out[QStringLiteral("header")] = *dialect.hasHeader;
    if (options.labelBase) {
        out[QStringLiteral("label_base")] = static_cast<qint64>(*options.labelBase);
    }
    QJsonArray order;
    for (const std::size_t k : options.classOrder)
        order.append(static_cast<qint64>(k));
    if (!order.isEmpty()) out[QStringLiteral("class_order")] = order;
    if (options.undoSoftmax) out[QStringLiteral("undo_softmax")] = true;
    return out;
}

/// Returns the value of a saved word; none for any other word.
template <typename Table>
auto valueOf(const QJsonValue& word, const Table& table) {
    return valueOfWord(table, word.toString().toStdString());
}

ReadOptions parsed(const QJsonObject& in) {
    ReadOptions options;
    options.scores = valueOf(in[QStringLiteral("scores")], kScoreKinds);
    options.weights = valueOf(in[QStringLiteral("weights")], kWeightKinds);
    if (in.contains(QStringLiteral("positive"))) {
        options.positive = in[QStringLiteral("positive")].toString().toStdString();
    }
    for (const auto value : in[QStringLiteral("columns")].toArray()) {
        const QJsonArray values = value.toArray();
        const auto role = valueOf(values.at(0), kColumnRoles);
        if (!role) continue;
        options.columns.push_back(
            {*role, values.at(1).toString().toStdString(),
             static_cast<std::size_t>(std::clamp(values.at(2).toInt(), 0, kMostModels))});
    }
    options.onlyChosenColumns = in[QStringLiteral("only_chosen")].toBool();
    const QString delimiter = in[QStringLiteral("delimiter")].toString();
    if (!delimiter.isEmpty()) options.dialect.delimiter = delimiter.front().toLatin1();
    const auto flag = [&](const QString& key) {
        return in.contains(key) ? std::optional(in[key].toBool()) : std::nullopt;
    };
    options.dialect.decimalComma = flag(QStringLiteral("decimal_comma"));
    options.dialect.hasHeader = flag(QStringLiteral("header"));
    if (in.contains(QStringLiteral("label_base"))) {
        options.labelBase = in[QStringLiteral("label_base")].toInteger();
    }
    for (const auto value : in[QStringLiteral("class_order")].toArray())
        options.classOrder.push_back(static_cast<std::size_t>(value.toInteger()));
    options.undoSoftmax = in[QStringLiteral("undo_softmax")].toBool();
    return options;
}

}  // namespace

MappingMemory::MappingMemory(QString path) : m_path(std::move(path)) {
    QFile file(m_path);
    if (!file.open(QIODevice::ReadOnly)) return;
    Mappings mappings;
    const QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
    for (auto entry = root.begin(); entry != root.end(); ++entry)
        mappings[entry.key().toStdString()] = parsed(entry.value().toObject());
    m_mappings = std::make_shared<const Mappings>(std::move(mappings));
}

void MappingMemory::remember(const std::string& signature, const ReadOptions& options) {
    Mappings mappings = *m_mappings;
    if (options == ReadOptions{}) {
        if (mappings.erase(signature) == 0) return;
    } else {
        if (mappings.size() >= kMostMappings) mappings.erase(mappings.begin());
        mappings[signature] = options;
    }
    m_mappings = std::make_shared<const Mappings>(std::move(mappings));
    if (m_path.isEmpty()) return;
    QJsonObject root;
    for (const auto& [key, value] : *m_mappings)
        root[toQString(key)] = written(value);
    QDir().mkpath(QFileInfo(m_path).path());
    saveWhole(QJsonDocument(root).toJson().toStdString(), m_path);
}

}  // namespace diagonal
