// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include <QSize>
#include <QSizeF>
#include <QString>

#include "app/diagram/painting/diagram_style.h"
#include "app/diagram/painting/figure_content.h"
#include "core/base/result.h"
#include "core/publishing/diagrams/diagram.h"
#include "core/publishing/figure_words.h"

namespace diagonal {

inline constexpr int kLeastDpi = 24;
inline constexpr int kMostDpi = 2400;
inline constexpr double kLeastText = 5.5;  ///< points; the smallest labels then have 5
inline constexpr double kMostText = 36;
inline constexpr int kMostPixels = 20000;  ///< in each direction
inline constexpr int kPaperDpi = 300;      ///< the default of a size on paper

/// Size, resolution, text size and theme of an exported figure.
struct FigureOptions {
    /// Of the image in pixels; invalid: 800 x 900 at 96 dpi, scaled by dpi. A height of 0 is the
    /// one that fits: FigureSubject::sized().
    QSize size;
    int dpi = 96;
    Theme theme = Theme::Light;
    double textPoints = 9;          ///< of tick labels and legend; other text is in proportion
    bool isStandalone = false;      ///< for LaTeX: a document of its own
    std::optional<Axis> zoom = {};  ///< the part of the horizontal axis; none: usualPart()
    FigureContent content = {};
    QString font = {};                           ///< family; empty: that of the window
    Wording wording = Wording::MachineLearning;  ///< of the alternative text in a vector graphic
    QByteArray session = {};  ///< JSON that goes into PNG, SVG and PDF; often empty

    /// Returns the part of the horizontal axis that the diagram of a report shows.
    Axis part(const Report& report) const { return zoom.value_or(usualPart(report)); }
    /// Returns the size of the image in pixels.
    QSize pixels() const;
    /// Returns the size on paper in points, 1/72 inch.
    QSizeF points() const;
    /// Returns the size in units of the figure's layout, in which tick labels have 12.
    QSizeF logical() const;
};

/// How the last figure was exported; offered again.
struct LastExport {
    FigureOptions options;  ///< their size, resolution, text, theme and parts
    QString folder;         ///< empty: beside the data
    QString ending = QStringLiteral(".png");
};

/// A size that a publisher asks for: one or two columns of text.
struct NamedSize {
    std::string_view name;
    std::string_view meaning;
    QSizeF inches;  ///< a height of 0 is the one that fits
    double textPoints;
};

inline constexpr double kMillimetresPerInch = 25.4;
inline constexpr std::array kNamedSizes = {
    NamedSize{"ieee", "one column of IEEE, 3.5 in", {3.5, 0}, 8},
    NamedSize{"icml", "one column of ICML, 3.25 in", {3.25, 0}, 8},
    NamedSize{"neurips", "the text of NeurIPS, 5.5 in", {5.5, 4.2}, 9},
    NamedSize{"nature", "one column of Nature, 89 mm", {89 / kMillimetresPerInch, 0}, 6.5},
    NamedSize{"nature-double",
              "two columns of Nature, 183 mm",
              {183 / kMillimetresPerInch, 110 / kMillimetresPerInch},
              7},
};

/// The usual size of a plot of lines, which need not be square, in inches.
inline constexpr QSizeF kLinePlotInches(9.375, 6.25);

/// A size as a user writes it: 1600x1800 (pixels), 9x10cm, 90x100mm, 3.5x4in, a width alone
/// (3.25in), whose height fits, or the name of a NamedSize.
struct WrittenSize {
    QSizeF sides;          ///< in pixels or inches
    bool isPaper = false;  ///< the sides are inches
    std::optional<double> textPoints = std::nullopt;

    /// Returns the size in pixels at a resolution.
    QSize pixels(int dpi) const;
};
/// Errors: WrongOption, with the forms that are understood.
Result<WrittenSize> writtenSize(const QString& text);

/// Fails (kind WrongOption) where a figure of this size cannot be drawn; names the least that can.
Result<void> checkFigure(const FigureOptions& options);

}  // namespace diagonal
