// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>

#include <QCommandLineParser>
#include <QString>
#include <QStringList>

#include "app/text/number_text.h"
#include "core/base/choice.h"
#include "core/base/result.h"

namespace diagonal {

/// The values of the options of one command line. The first problem is remembered; reading goes on
/// with some value in place of a wrong one.
class OptionValues {
public:
    explicit OptionValues(const QCommandLineParser& parser) : m_parser(parser) {}

    bool has(std::string_view option) const { return m_parser.isSet(toQString(option)); }
    QString text(std::string_view option) const { return m_parser.value(toQString(option)); }
    QStringList texts(std::string_view option) const { return m_parser.values(toQString(option)); }
    void fail(const QString& problem);
    /// Remembers the words of which the first wrong value should have been one.
    void offer(const QStringList& words);
    const QStringList& offered() const { return m_offered; }

    /// Fails with the first wrong value (kind WrongOption).
    const Result<void>& outcome() const { return m_outcome; }

private:
    const QCommandLineParser& m_parser;
    Result<void> m_outcome;
    QStringList m_offered;
};

/// One of the options that are given.
class OptionValue {
public:
    OptionValue(OptionValues& all, std::string_view name) : m_all(all), m_name(name) {}

    OptionValues& all() { return m_all; }
    QString text() const { return m_all.text(m_name); }
    QStringList texts() const { return m_all.texts(m_name); }
    std::string word() const { return text().toStdString(); }

    /// The value that a word stands for in a table of choices.
    template <typename Table>
    auto chosen(const QString& word, const Table& table) {
        if (const auto value = valueOfWord(table, word.toStdString())) return *value;
        QStringList words;
        for (const auto& choice : table)
            words << toQString(choice.word);
        failChoice(words, word);
        return table.begin()->value;
    }
    template <typename Table>
    auto chosen(const Table& table) {
        return chosen(text(), table);
    }
    double number(const QString& text);
    double number() { return number(text()); }
    int integer(int least, int most);
    /// "NAME=VALUE" in two; `form` is how the option is written.
    std::pair<QString, QString> assignment(const QString& text, const char* form);
    /// The name of a file that must end in one of `endings`.
    QString fileName(const QStringList& endings);
    /// One of `ids`.
    std::string id(const QStringList& ids, const QString& text);

    /// Fails with "--NAME " and what is wrong.
    void fail(const QString& problem);
    void failChoice(const QStringList& words, const QString& word);

private:
    OptionValues& m_all;
    std::string_view m_name;
};

}  // namespace diagonal
