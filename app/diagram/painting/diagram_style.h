// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>

#include <QColor>
#include <QFont>
#include <QString>

#include "core/publishing/models/model_colours.h"

namespace diagonal {

/// Sizes that all figures share, in pixels of their layout.
inline constexpr int kTextPixels = 12;        ///< of tick labels and legends
inline constexpr double kFigureMargin = 14;   ///< around a figure of lines or of several diagrams
inline constexpr double kAxisTitleLine = 22;  ///< in these figures
inline constexpr double kCap = 2;             ///< of a bar

enum class Theme { Light, Dark };

/// Colours of the figure; the window uses them too.
struct DiagramStyle {
    QColor background, text, secondaryText, axis, grid;
    QColor accuracy, accuracyCap;
    QColor overLine, overTint, overText;
    QColor underLine, underTint, underText;
    QColor confidence, diagonal, errorBar;
    QColor counts, countsEdge;
    QColor selection, panel, panelEdge;
    std::array<QColor, kModelColours.size()> models;  ///< of the models in a list, in their order

    /// Returns the colour of the model at a place of a list; they repeat after eight.
    const QColor& model(std::size_t place) const { return models[place % models.size()]; }

    bool operator==(const DiagramStyle&) const = default;
};

const DiagramStyle& diagramStyle(Theme theme);

/// Returns the font of figure and window at a size in pixels: Inter, else DejaVu Sans.
QFont figureFont(int pixels, QFont::Weight weight = QFont::Normal);

/// Makes figureFont() return another family for as long as this lives; an empty one changes
/// nothing.
class FigureFamily {
public:
    explicit FigureFamily(const QString& family);
    ~FigureFamily();
    FigureFamily(const FigureFamily&) = delete;
    FigureFamily& operator=(const FigureFamily&) = delete;

private:
    QString m_before;
};

}  // namespace diagonal
