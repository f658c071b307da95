// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/figure_export.h"

#include <cmath>

#include <QImageWriter>
#include <QPainter>
#include <QSaveFile>

#include "app/diagram/diagram_scene.h"

namespace diagonal {
namespace {

constexpr QSize kDefaultSize(800, 900);
constexpr qreal kScreenDpi = 96;
constexpr qreal kMetresPerInch = 0.0254;
constexpr QSizeF kLeastFigure(320, 360);

}  // namespace

QSize FigureOptions::pixels() const {
    if (!size.isEmpty()) return size;
    const auto scaled = [this](int pixels) {
        return static_cast<int>(std::lround(pixels * dpi / kScreenDpi));
    };
    return {scaled(kDefaultSize.width()), scaled(kDefaultSize.height())};
}

Result<void> checkFigure(const FigureOptions& options) {
    const auto refused = [](const QString& why) {
        return Error{ErrorKind::WrongOption, why.toStdString()};
    };
    if (options.dpi < kLeastDpi || options.dpi > kMostDpi) {
        return refused(
            QStringLiteral("the resolution must be %1 to %2 dpi").arg(kLeastDpi).arg(kMostDpi));
    }
    const QSize pixels = options.pixels();
    if (pixels.width() > kMostPixels || pixels.height() > kMostPixels) {
        return refused(
            QStringLiteral("%1x%2 pixels are too many; at most %3 are allowed in each direction")
                .arg(pixels.width())
                .arg(pixels.height())
                .arg(kMostPixels));
    }
    const QSizeF logical = QSizeF(pixels) * kScreenDpi / options.dpi;
    if (logical.width() >= kLeastFigure.width() && logical.height() >= kLeastFigure.height()) {
        return {};
    }
    const QSizeF least = kLeastFigure * options.dpi / kScreenDpi;
    return refused(
        QStringLiteral("%1x%2 pixels at %3 dpi are too small for text; at least %4x%5 are needed")
            .arg(pixels.width())
            .arg(pixels.height())
            .arg(options.dpi)
            .arg(std::ceil(least.width()))
            .arg(std::ceil(least.height())));
}

QImage renderedFigure(const std::shared_ptr<const Report>& report, const FigureOptions& options) {
    const QSize pixels = options.pixels();
    const QSizeF logical = QSizeF(pixels) * kScreenDpi / options.dpi;
    DiagramScene scene;
    scene.setStyle(diagramStyle(options.theme));
    scene.setUse(FigureUse::Paper);
    scene.setReport(report);
    scene.setSize(logical);
    QImage image(pixels, QImage::Format_ARGB32_Premultiplied);
    image.fill(diagramStyle(options.theme).background);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::TextAntialiasing);
    scene.render(&painter, QRectF(QPointF(0, 0), QSizeF(pixels)), QRectF(QPointF(0, 0), logical),
                 Qt::IgnoreAspectRatio);
    painter.end();
    // Set after painting, because a painter scales fonts by the image's resolution.
    const int dotsPerMetre = static_cast<int>(std::lround(options.dpi / kMetresPerInch));
    image.setDotsPerMeterX(dotsPerMetre);
    image.setDotsPerMeterY(dotsPerMetre);
    return image.convertToFormat(QImage::Format_RGB32);
}

Result<void> savePng(const QImage& image, const QString& path) {
    const auto failed = [&](const QString& why) {
        return Error{ErrorKind::CannotRead, "cannot be written: " + why.toStdString(),
                     path.toStdString()};
    };
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return failed(file.errorString());
    QImageWriter writer(&file, "png");
    if (!writer.write(image)) return failed(writer.errorString());
    if (!file.commit()) return failed(file.errorString());
    return {};
}

}  // namespace diagonal
