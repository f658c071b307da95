// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>

#include <QColor>
#include <QFont>
#include <QList>
#include <QString>

#include "core/base/choice.h"
#include "core/publishing/models/figure_colours.h"

namespace diagonal {

/// Sizes that all figures share, in pixels of their layout.
inline constexpr int kTextPixels = 12;        ///< of tick labels and legends
inline constexpr double kFigureMargin = 14;   ///< around a figure of lines or of several diagrams
inline constexpr double kAxisTitleLine = 22;  ///< in these figures
inline constexpr double kCap = 2;             ///< of a bar

enum class Theme {
    Light,
    Dark,
    Grey,      ///< for print: lightness and hatching tell all
    Contrast,  ///< text 7:1, marks 4.5:1
    Own        ///< of a file: setOwnStyle()
};

/// The themes that need no file.
inline constexpr auto kThemes =
    std::to_array<Choice<Theme>>({{Theme::Light, "light", "&Light"},
                                  {Theme::Dark, "dark", "&Dark"},
                                  {Theme::Grey, "grey", "&Grey, for print"},
                                  {Theme::Contrast, "contrast", "&High contrast"}});

/// Colours of the figure; the window uses them too.
struct DiagramStyle {
    QColor background, text, secondaryText, axis, grid;
    QColor accuracy, accuracyCap;
    QColor overLine, overTint, overText;
    QColor underLine, underTint, underText;
    QColor confidence, diagonal, errorBar;
    QColor counts, countsEdge;
    QColor selection, panel, panelEdge;
    QColor band;  ///< behind lines, edged as a panel
    std::array<QColor, FigureColours().models.size()>
        models;  ///< of the models in a list, in their order

    /// Returns the colour of the model at a place of a list; they repeat after eight.
    const QColor& model(std::size_t place) const { return models[place % models.size()]; }

    bool isDark() const { return background.lightness() < 128; }
    /// Returns the colours of what a figure says, for LaTeX.
    FigureColours figureColours() const;

    bool operator==(const DiagramStyle&) const = default;
};

/// Returns black or white, whichever is easier to read on a colour: a contrast of at least 4.5.
QColor textOn(const QColor& ground);

/// Returns the colour of the count of the selected bin.
QColor selectedCounts(const DiagramStyle& style);

const DiagramStyle& diagramStyle(Theme theme);

/// Makes a style that of Theme::Own, from now on; `file` is what the user named.
void setOwnStyle(const DiagramStyle& style, const QString& file);

/// Returns the file of Theme::Own; empty if there is none.
const QString& ownStyleFile();

/// Returns the themes that a user can choose now, with their labels in a menu.
QList<std::pair<Theme, QString>> offeredThemes();

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
