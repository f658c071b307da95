// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/style_file.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr qint64 kMostStyle = 65'536;  ///< bytes

constexpr auto kStyleColours = std::to_array<Choice<QColor DiagramStyle::*>>({
    {&DiagramStyle::background, "background", ""},
    {&DiagramStyle::text, "text", ""},
    {&DiagramStyle::secondaryText, "secondary_text", ""},
    {&DiagramStyle::axis, "axis", ""},
    {&DiagramStyle::grid, "grid", ""},
    {&DiagramStyle::accuracy, "accuracy", ""},
    {&DiagramStyle::accuracyCap, "accuracy_cap", ""},
    {&DiagramStyle::overLine, "over_line", ""},
    {&DiagramStyle::overTint, "over_tint", ""},
    {&DiagramStyle::overText, "over_text", ""},
    {&DiagramStyle::underLine, "under_line", ""},
    {&DiagramStyle::underTint, "under_tint", ""},
    {&DiagramStyle::underText, "under_text", ""},
    {&DiagramStyle::confidence, "confidence", ""},
    {&DiagramStyle::diagonal, "ideal", ""},
    {&DiagramStyle::errorBar, "interval", ""},
    {&DiagramStyle::counts, "counts", ""},
    {&DiagramStyle::countsEdge, "counts_edge", ""},
    {&DiagramStyle::selection, "selection", ""},
    {&DiagramStyle::panel, "panel", ""},
    {&DiagramStyle::panelEdge, "panel_edge", ""},
    {&DiagramStyle::band, "band", ""},
});

Result<QColor> colourOf(const QJsonValue& value, const std::string& key) {
    const QString text = value.toString();
    const bool isHex = text.startsWith(QLatin1Char('#')) && text.size() == 7;
    const bool isName = !text.startsWith(QLatin1Char('#')) && QColor::isValidColorName(text);
    if (isHex && QColor::isValidColorName(text)) return QColor(text);
    if (isName) return QColor(text);
    const std::string found = value.isString() ? quotedText(text.toStdString()) : "no text";
    return malformed("the colour " + quotedText(key) + " is " + found +
                     "; write it as \"#5E8FBF\" or by its SVG name, e.g. \"steelblue\"");
}

/// Sets the colours of models; fewer than eight leave the others.
Result<void> takeModels(const QJsonValue& value, DiagramStyle& style) {
    const QJsonArray colours = value.toArray();
    if (colours.isEmpty() || colours.size() > static_cast<qsizetype>(style.models.size()))
        return malformed("\"models\" is a list of 1 to 8 colours");
    for (qsizetype i = 0; i < colours.size(); ++i) {
        auto colour = colourOf(colours[i], "models");
        if (!colour) return colour.error();
        style.models[static_cast<std::size_t>(i)] = colour.value();
    }
    return {};
}

Result<void> takeColour(const QString& key, const QJsonValue& value, DiagramStyle& style) {
    if (key == QLatin1String("models")) return takeModels(value, style);
    const auto member = valueOfWord(kStyleColours, key.toStdString());
    if (!member) {
        std::string known = "theme, models";
        for (const auto& one : kStyleColours)
            known += ", " + std::string(one.word);
        return malformed("there is no colour " + quotedText(key.toStdString()) + "; there are " +
                         known);
    }
    auto colour = colourOf(value, key.toStdString());
    if (!colour) return colour.error();
    style.*(*member) = colour.value();
    return {};
}

Result<DiagramStyle> styleOf(const QByteArray& json) {
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(json, &problem);
    if (!document.isObject()) {
        const std::string at = problem.error == QJsonParseError::NoError
                                   ? "it is a list"
                                   : problem.errorString().toStdString() + " at byte " +
                                         std::to_string(problem.offset);
        return malformed("a theme is a JSON object of colours, but " + at);
    }
    QJsonObject object = document.object();
    const QJsonValue base = object.take(QStringLiteral("theme"));
    const auto theme = valueOfWord(kThemes, base.toString(QStringLiteral("light")).toStdString());
    if (!theme) return malformed("its \"theme\" is none of light, dark, grey and contrast");
    DiagramStyle style = diagramStyle(*theme);
    for (auto at = object.begin(); at != object.end(); ++at) {
        if (auto taken = takeColour(at.key(), at.value(), style); !taken) return taken.error();
    }
    return style;
}

}  // namespace

Result<DiagramStyle> styleOfFile(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return inFile(cannotRead("cannot be opened: " + file.errorString().toStdString()),
                      path.toStdString());
    const QByteArray json = file.read(kMostStyle + 1);
    if (json.size() > kMostStyle)
        return inFile(malformed("a theme has at most 64 kB"), path.toStdString());
    auto style = styleOf(json);
    if (!style) return inFile(style.error(), path.toStdString());
    return style;
}

}  // namespace diagonal
