// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/figure_size.h"

#include <algorithm>
#include <cmath>

#include <QRegularExpression>

#include "app/diagram/painting/diagram_layout.h"
#include "app/text/number_text.h"

namespace diagonal {
namespace {

constexpr QSize kDefaultSize(800, 900);
constexpr double kScreenDpi = 96;
constexpr double kPointsPerInch = 72;
constexpr double kUsualText = 9;  ///< points of 12 pixels

Error refused(const QString& why) {
    return wrongOption(why.toStdString());
}

QString sizeForms() {
    QStringList names;
    for (const NamedSize& size : kNamedSizes)
        names << toQString(size.name);
    return QStringLiteral(
               "write 1600x1800 (pixels), 9x10cm, 90x100mm, 3.5x4in, a width alone (3.25in), or "
               "the name of a size: ") +
           names.join(QStringLiteral(", "));
}

/// Returns the number of units in an inch; none for pixels.
std::optional<double> unitsPerInch(const QString& unit) {
    if (unit == QLatin1String("cm")) return kMillimetresPerInch / 10;
    if (unit == QLatin1String("mm")) return kMillimetresPerInch;
    if (unit == QLatin1String("in")) return 1;
    if (unit == QLatin1String("pt")) return kPointsPerInch;
    return std::nullopt;
}

}  // namespace

QSize FigureOptions::pixels() const {
    if (size.isValid()) return size;
    return WrittenSize{QSizeF(kDefaultSize) / kScreenDpi, true}.pixels(dpi);
}

QSizeF FigureOptions::points() const {
    return QSizeF(pixels()) * kPointsPerInch / dpi;
}

QSizeF FigureOptions::logical() const {
    return QSizeF(pixels()) * (kScreenDpi / dpi) * (kUsualText / textPoints);
}

QSize WrittenSize::pixels(int dpi) const {
    const double scale = isPaper ? dpi : 1;
    constexpr double beyond = kMostPixels + 1;  // checkFigure() refuses it
    const auto whole = [&](double side) {
        return static_cast<int>(std::lround(std::min(side * scale, beyond)));
    };
    return {whole(sides.width()), whole(sides.height())};
}

Result<WrittenSize> writtenSize(const QString& text) {
    const QString lower = text.toLower();
    for (const NamedSize& size : kNamedSizes) {
        if (lower == toQString(size.name)) return WrittenSize{size.inches, true, size.textPoints};
    }
    static const QRegularExpression form(
        QStringLiteral("^([0-9]+(?:\\.[0-9]+)?)(x([0-9]+(?:\\.[0-9]+)?))?(px|cm|mm|in|pt)?$"));
    const auto match = form.match(lower);
    if (!match.hasMatch())
        return refused(QStringLiteral("wrong size '%1': ").arg(text) + sizeForms());
    const bool hasHeight = !match.captured(2).isEmpty();
    const QSizeF sides(match.captured(1).toDouble(), match.captured(3).toDouble());
    if (!hasHeight && match.captured(4).isEmpty())
        return refused(QStringLiteral("wrong size '%1': ").arg(text) + sizeForms());
    if (sides.width() == 0 || (hasHeight && sides.height() == 0)) {
        return refused(QStringLiteral("'%1' is not a size: both sides must be above 0").arg(text));
    }
    const auto units = unitsPerInch(match.captured(4));
    if (units) return WrittenSize{sides / *units, true};
    const bool whole =
        sides.width() == std::floor(sides.width()) && sides.height() == std::floor(sides.height());
    if (!whole) {
        return refused(QStringLiteral("'%1' has no unit, and pixels must be whole: ").arg(text) +
                       sizeForms());
    }
    return WrittenSize{sides, false};
}

Result<void> checkFigure(const FigureOptions& options) {
    if (options.dpi < kLeastDpi || options.dpi > kMostDpi) {
        return refused(
            QStringLiteral("the resolution must be %1 to %2 dpi").arg(kLeastDpi).arg(kMostDpi));
    }
    if (options.textPoints < kLeastText || options.textPoints > kMostText) {
        return refused(
            QStringLiteral("the text size must be %1 to %2 points").arg(kLeastText).arg(kMostText));
    }
    QSize pixels = options.pixels();
    const bool isFitted = options.size.width() > 0 && options.size.height() == 0;
    if (isFitted) pixels.setHeight(pixels.width());
    if (pixels.width() > kMostPixels || pixels.height() > kMostPixels) {
        return refused(
            QStringLiteral(
                "the figure has too many pixels; at most %1 are allowed in each direction")
                .arg(kMostPixels));
    }
    if (pixels.isEmpty()) {
        return refused(
            QStringLiteral("the figure is smaller than a pixel at %1 dpi").arg(options.dpi));
    }
    QSizeF logical = options.logical();
    if (isFitted) logical.setHeight(logical.width());
    if (logical.width() >= kLeastFigure.width() && logical.height() >= kLeastFigure.height()) {
        return {};
    }
    const double scale = pixels.width() / logical.width();
    const auto millimetres = [&](double units) {
        return QString::number(
            std::ceil(units * scale / options.dpi * kMillimetresPerInch * 10) / 10, 'f', 1);
    };
    return refused(QStringLiteral("%1x%2 pixels at %3 dpi are too small for text of %4 points; at "
                                  "least %5x%6 are needed (%7x%8 mm)")
                       .arg(pixels.width())
                       .arg(pixels.height())
                       .arg(options.dpi)
                       .arg(options.textPoints)
                       .arg(std::ceil(kLeastFigure.width() * scale))
                       .arg(std::ceil(kLeastFigure.height() * scale))
                       .arg(millimetres(kLeastFigure.width()), millimetres(kLeastFigure.height())));
}

}  // namespace diagonal
