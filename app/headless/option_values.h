// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <utility>

#include <QCommandLineParser>
#include <QString>
#include <QStringList>

#include "core/base/choice.h"
#include "core/base/result.h"

namespace diagonal {

/// The values of the options of one command line. The first wrong value is remembered; it and all
/// that follow are read as defaults.
class OptionValues {
public:
    explicit OptionValues(const QCommandLineParser& parser) : m_parser(parser) {}

    bool has(const char* option) const { return m_parser.isSet(QLatin1String(option)); }
    QString text(const char* option) const { return m_parser.value(QLatin1String(option)); }
    QStringList texts(const char* option) const { return m_parser.values(QLatin1String(option)); }

    /// The value that a word stands for in a table of choices.
    template <typename Table>
    auto chosen(const char* option, const QString& word, const Table& table) {
        if (const auto value = valueOfWord(table, word.toStdString())) return *value;
        QStringList words;
        for (const auto& choice : table)
            words << QString::fromUtf8(choice.word.data(), qsizetype(choice.word.size()));
        failChoice(option, words, word);
        return table.begin()->value;
    }
    template <typename Table>
    auto chosen(const char* option, const Table& table) {
        return chosen(option, text(option), table);
    }
    double number(const char* option, const QString& text);
    double number(const char* option) { return number(option, text(option)); }
    int integer(const char* option, const QString& text, int least, int most);
    int integer(const char* option, int least, int most) {
        return integer(option, text(option), least, most);
    }
    /// "NAME=VALUE" in two; `form` is how the option is written.
    std::pair<QString, QString> assignment(const char* option, const QString& text,
                                           const char* form);
    /// The name of a file that must end in one of `endings`.
    QString fileName(const char* option, const QStringList& endings);

    void fail(const QString& problem);
    void failChoice(const char* option, const QStringList& words, const QString& word);

    /// Fails with the first wrong value (kind WrongOption).
    const Result<void>& outcome() const { return m_outcome; }

private:
    const QCommandLineParser& m_parser;
    Result<void> m_outcome;
};

}  // namespace diagonal
