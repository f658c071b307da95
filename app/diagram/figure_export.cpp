// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/figure_export.h"

#include <cmath>
#include <functional>

#include <QBuffer>
#include <QFileInfo>
#include <QFontDatabase>
#include <QImageWriter>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QXmlStreamWriter>

#include "app/diagram/diagram_scene.h"
#include "app/diagram/line_plot_scene.h"
#include "app/text/number_text.h"
#include "core/base/text.h"
#include "core/publishing/profile_plots.h"
#include "core/publishing/tikz_figure.h"

namespace diagonal {
namespace {

constexpr qreal kMetresPerInch = 0.0254;

void paintFigure(QPainter& painter, const QSizeF& device,
                 const std::shared_ptr<const Report>& report, const FigureOptions& options) {
    const FigureFamily family(options.font);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::TextAntialiasing);
    const auto render = [&](QGraphicsScene& scene) {
        scene.render(&painter, QRectF(QPointF(0, 0), device), scene.sceneRect(),
                     Qt::IgnoreAspectRatio);
    };
    if (showsProfile(*report)) {
        LinePlotScene scene;
        scene.setStyle(diagramStyle(options.theme));
        scene.setContent(options.content);
        scene.setPlot(profilePlot(*report).value());
        scene.setSize(options.logical());
        return render(scene);
    }
    DiagramScene scene;
    scene.setStyle(diagramStyle(options.theme));
    scene.setUse(FigureUse::Paper);
    scene.setLogCounts(options.hasLogCounts);
    scene.setZoom(options.zoom);
    scene.setContent(options.content);
    scene.setReport(report);
    scene.setSize(options.logical());
    render(scene);
}

QString titleOf(const Report& report, const FigureOptions& options) {
    if (!options.content.title.isEmpty()) return options.content.title;
    const QString file = QFileInfo(toQString(report.dataset.file)).fileName();
    if (showsProfile(report))
        return toQString(choiceOf(kProfileKinds, *report.profile).label) + QStringLiteral(" of ") +
               file;
    return QStringLiteral("Reliability diagram of ") + file;
}

QString alternativeOf(const Report& report, const FigureOptions& options) {
    return toQString(figureWords(report, options.wording).alternative);
}

/// Returns the metadata of a PDF, in which readers find title and description.
QByteArray xmpOf(const QString& title, const QString& description) {
    QByteArray bytes;
    QXmlStreamWriter xml(&bytes);
    const QString rdf = QStringLiteral("http://www.w3.org/1999/02/22-rdf-syntax-ns#");
    const QString dc = QStringLiteral("http://purl.org/dc/elements/1.1/");
    xml.writeProcessingInstruction(QStringLiteral("xpacket"),
                                   QStringLiteral("begin=\"\" id=\"W5M0MpCehiHzreSzNTczkc9d\""));
    xml.writeNamespace(QStringLiteral("adobe:ns:meta/"), QStringLiteral("x"));
    xml.writeNamespace(rdf, QStringLiteral("rdf"));
    xml.writeNamespace(dc, QStringLiteral("dc"));
    xml.writeStartElement(QStringLiteral("adobe:ns:meta/"), QStringLiteral("xmpmeta"));
    xml.writeStartElement(rdf, QStringLiteral("RDF"));
    xml.writeStartElement(rdf, QStringLiteral("Description"));
    xml.writeAttribute(rdf, QStringLiteral("about"), QString());
    for (const auto& [name, text] : {std::pair(QStringLiteral("title"), title),
                                     std::pair(QStringLiteral("description"), description)}) {
        xml.writeStartElement(dc, name);
        xml.writeStartElement(rdf, QStringLiteral("Alt"));
        xml.writeStartElement(rdf, QStringLiteral("li"));
        xml.writeAttribute(QStringLiteral("xml:lang"), QStringLiteral("x-default"));
        xml.writeCharacters(text);
        for (int i = 0; i < 3; ++i)
            xml.writeEndElement();
    }
    for (int i = 0; i < 3; ++i)
        xml.writeEndElement();
    xml.writeProcessingInstruction(QStringLiteral("xpacket"), QStringLiteral("end=\"w\""));
    return bytes;
}

/// Saves what `write` writes to an open file; it returns why it could not.
Result<void> saveBy(const std::function<QString(QSaveFile&)>& write, const QString& path) {
    const auto failed = [&](const QString& why) {
        return Error{ErrorKind::CannotRead, "cannot be written: " + why.toStdString(),
                     path.toStdString()};
    };
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return failed(file.errorString());
    if (const QString why = write(file); !why.isEmpty()) return failed(why);
    if (!file.commit()) return failed(file.errorString());
    return {};
}

QByteArray svgFigure(const std::shared_ptr<const Report>& report, const FigureOptions& options) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    // Units are points: the generator writes the size in millimetres, at this many dots an inch.
    constexpr int dotsPerInch = 72;
    const QSizeF size = options.points();
    svg.setResolution(dotsPerInch);
    svg.setSize(size.toSize());
    svg.setViewBox(QRectF(QPointF(0, 0), size));
    // Qt escapes these texts since 6.5.
#if QT_VERSION < QT_VERSION_CHECK(6, 5, 0)
    svg.setTitle(titleOf(*report, options).toHtmlEscaped());
    svg.setDescription(alternativeOf(*report, options).toHtmlEscaped());
#else
    svg.setTitle(titleOf(*report, options));
    svg.setDescription(alternativeOf(*report, options));
#endif
    QPainter painter(&svg);
    paintFigure(painter, size, report, options);
    painter.end();
    // Readers without the font get a similar one instead of their usual serif.
    return bytes.replace("font-family=\"Inter\"",
                         "font-family=\"Inter, 'DejaVu Sans', Helvetica, Arial, sans-serif\"");
}

QByteArray pdfFigure(const std::shared_ptr<const Report>& report, const FigureOptions& options) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    constexpr int dotsPerInch = 1200;
    pdf.setResolution(dotsPerInch);
    pdf.setPageMargins({});
    pdf.setPageSize(QPageSize(options.points(), QPageSize::Point, {}, QPageSize::ExactMatch));
    pdf.setTitle(titleOf(*report, options));
    pdf.setCreator(QStringLiteral("Diagonal"));
    pdf.setDocumentXmpMetadata(xmpOf(titleOf(*report, options), alternativeOf(*report, options)));
    QPainter painter(&pdf);
    paintFigure(painter, QSizeF(pdf.width(), pdf.height()), report, options);
    painter.end();
    return bytes;
}

}  // namespace

ShownParts shownParts(const std::shared_ptr<const Report>& report, const FigureOptions& options,
                      FigureFormat format) {
    const FigureParts& parts = options.content.parts;
    // LaTeX lays its figure out by itself.
    if (format == FigureFormat::Tikz)
        return {parts.counts, parts.intervals, options.zoom.lowest, options.zoom.highest};
    const FigureFamily family(options.font);
    DiagramScene scene;
    scene.setUse(FigureUse::Paper);
    scene.setContent(options.content);
    scene.setReport(report);
    scene.setSize(options.logical());
    return {scene.diagramLayout().showsCounts(), parts.intervals, options.zoom.lowest,
            options.zoom.highest};
}

std::optional<FigureFormat> figureFormat(const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending == QLatin1String("png")) return FigureFormat::Png;
    if (ending == QLatin1String("svg")) return FigureFormat::Svg;
    if (ending == QLatin1String("pdf")) return FigureFormat::Pdf;
    if (ending == QLatin1String("tex")) return FigureFormat::Tikz;
    return std::nullopt;
}

QImage renderedFigure(const std::shared_ptr<const Report>& report, const FigureOptions& options) {
    const QSize pixels = options.pixels();
    QImage image(pixels, QImage::Format_ARGB32_Premultiplied);
    image.fill(diagramStyle(options.theme).background);
    QPainter painter(&image);
    paintFigure(painter, pixels, report, options);
    painter.end();
    // Set after painting, because a painter scales fonts by the image's resolution.
    const int dotsPerMetre = static_cast<int>(std::lround(options.dpi / kMetresPerInch));
    image.setDotsPerMeterX(dotsPerMetre);
    image.setDotsPerMeterY(dotsPerMetre);
    return image.convertToFormat(QImage::Format_RGB32);
}

QByteArray vectorFigure(const std::shared_ptr<const Report>& report, const FigureOptions& options,
                        FigureFormat format) {
    switch (format) {
        case FigureFormat::Svg: return svgFigure(report, options);
        case FigureFormat::Pdf: return pdfFigure(report, options);
        case FigureFormat::Png:
        case FigureFormat::Tikz: break;
    }
    constexpr double centimetresPerPoint = 2.54 / 72;
    const QSizeF size = options.points() * centimetresPerPoint;
    const FigureContent& content = options.content;
    return QByteArray::fromStdString(tikzFigure(
        *report, {size.width(), size.height(), options.isStandalone, options.hasLogCounts,
                  options.zoom.lowest, options.zoom.highest, content.parts.scores,
                  content.parts.legend, content.parts.counts, content.parts.intervals,
                  content.parts.title ? content.title.toStdString() : std::string(),
                  content.xTitle.toStdString(), content.yTitle.toStdString()}));
}

Result<void> saveFigure(const std::shared_ptr<const Report>& report, const FigureOptions& options,
                        const QString& path) {
    const FigureFamily embedded{QString()};  // loads the fonts of the program
    if (!options.font.isEmpty() && !QFontDatabase::hasFamily(options.font)) {
        return Error{ErrorKind::WrongOption,
                     "no font is called " + diagonal::quoted(options.font.toStdString())};
    }
    if (report->profile) {
        if (const auto plot = profilePlot(*report); !plot) return plot.error();
    }
    const FigureFormat format = figureFormat(path).value_or(FigureFormat::Png);
    if (format == FigureFormat::Png) return savePng(renderedFigure(report, options), path);
    return saveBytes(vectorFigure(report, options, format).toStdString(), path);
}

Result<void> savePng(const QImage& image, const QString& path) {
    return saveBy(
        [&](QSaveFile& file) {
            QImageWriter writer(&file, "png");
            return writer.write(image) ? QString() : writer.errorString();
        },
        path);
}

Result<void> saveBytes(std::string_view bytes, const QString& path) {
    const auto size = static_cast<qint64>(bytes.size());
    return saveBy(
        [&](QSaveFile& file) {
            return file.write(bytes.data(), size) == size ? QString() : file.errorString();
        },
        path);
}

}  // namespace diagonal
