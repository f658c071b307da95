// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QImage>
#include <QSize>
#include <QString>

#include "app/diagram/painting/diagram_style.h"
#include "core/base/result.h"
#include "core/reporting/report.h"

namespace diagonal {

/// Size, resolution and theme of an exported figure.
struct FigureOptions {
    QSize size;  ///< of the image in pixels; empty: 800 x 900 at 96 dpi, scaled by dpi
    int dpi = 96;
    Theme theme = Theme::Light;

    /// Returns the size of the image in pixels.
    QSize pixels() const;
};

inline constexpr int kLeastDpi = 24;
inline constexpr int kMostDpi = 2400;
inline constexpr int kMostPixels = 20000;  ///< in each direction

/// Fails (kind WrongOption) where a figure of this size cannot be drawn.
Result<void> checkFigure(const FigureOptions& options);

/// Renders the figure from scratch, independent of the window: equal reports and options give equal
/// bytes everywhere. Text keeps its size in points at any dpi. Requires a QApplication and its
/// thread, but no display.
QImage renderedFigure(const std::shared_ptr<const Report>& report, const FigureOptions& options);

/// Writes the image as PNG, in one step: either the whole file is there or the old one. Errors:
/// CannotRead. Any thread.
Result<void> savePng(const QImage& image, const QString& path);

}  // namespace diagonal
