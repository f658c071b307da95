// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/command_text.h"

#include <utility>

#include <QRegularExpression>

#include "app/headless/option_table.h"
#include "app/text/number_text.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

QString quotedForShell(const QString& argument) {
    static const QRegularExpression plain(
        QStringLiteral("\\A[A-Za-z0-9_./,:@%+-][A-Za-z0-9_./,:=@%+-]*\\z"));
    if (plain.match(argument).hasMatch()) return argument;
    QString text = argument;
    return QLatin1Char('\'') + text.replace(QLatin1Char('\''), QStringLiteral("'\\''")) +
           QLatin1Char('\'');
}

}  // namespace

std::string safeName(const std::string& file) {
    return file.starts_with('-') && file.size() > 1 ? "./" + file : file;
}

QStringList argumentsOf(ShownFigure shown, const QString& file) {
    shown.file = file.toStdString();
    QStringList arguments;
    for (const PredictionFiles& files : shown.files) {
        arguments << toQString(safeName(files.predictions));
        for (const std::string& part : files.moreParts)
            arguments << toQString(safeName(part));
        // Of several models, labels follow the predictions that they belong to.
        if (files.labels && shown.files.size() > 1) arguments << toQString(safeName(*files.labels));
    }
    for (const OptionDefinition& option : optionDefinitions()) {
        if (!option.print) continue;
        for (const std::string& value : option.print(shown)) {
            arguments << QStringLiteral("--") + toQString(option.name);
            if (!option.value.empty()) arguments << toQString(value);
        }
    }
    return arguments;
}

QStringList inexpressible(const ReadOptions& options) {
    QStringList parts;
    const ReadOptions usual;
    if (!options.classOrder.empty()) parts << QStringLiteral("the order of the classes");
    if (!(options.dialect == usual.dialect))
        parts << QStringLiteral("the layout of the table (delimiter, header)");
    if (options.onlyChosenColumns) parts << QStringLiteral("that the other columns have no role");
    return parts;
}

QString commandText(const QStringList& arguments) {
    QStringList words{QStringLiteral("diagonal")};
    for (const QString& argument : arguments)
        words << quotedForShell(argument);
    return words.join(QLatin1Char(' '));
}

std::string shownOptions(const QStringList& arguments) {
    return visibleText(commandText(arguments).section(QLatin1Char(' '), 1).toStdString());
}

}  // namespace diagonal
