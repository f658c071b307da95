// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/figure_export.h"

#include <cmath>
#include <cstdio>

#include <QBuffer>
#include <QFile>
#include <QFileInfo>
#include <QFontDatabase>
#include <QImageWriter>
#include <QJsonDocument>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QXmlStreamWriter>

#include "app/diagram/compact_svg.h"
#include "app/diagram/diagram_scene.h"
#include "app/diagram/html_figure.h"
#include "app/platform/saved_file.h"
#include "core/base/text.h"
#include "core/publishing/tables.h"

namespace diagonal {
namespace {

constexpr qreal kMetresPerInch = 0.0254;

/// Returns XML without the control characters that a name may hold: XML has no way to write them.
QByteArray withoutControls(const QByteArray& xml) {
    QByteArray out;
    out.reserve(xml.size());
    for (const char c : xml) {
        if (static_cast<unsigned char>(c) >= ' ' || c == '\n' || c == '\t') out += c;
    }
    return out;
}

/// Returns the metadata of a PDF, in which readers find title and description, and the program a
/// session.
QByteArray xmpOf(const QString& title, const QString& description, const QByteArray& session) {
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
    if (!session.isEmpty()) {
        const QString own = QStringLiteral("urn:diagonal-session");
        xml.writeNamespace(own, QStringLiteral("diagonal"));
        xml.writeTextElement(own, QStringLiteral("session"),
                             QString::fromLatin1(session.toBase64()));
    }
    for (int i = 0; i < 3; ++i)
        xml.writeEndElement();
    xml.writeProcessingInstruction(QStringLiteral("xpacket"), QStringLiteral("end=\"w\""));
    return withoutControls(bytes);
}

Error cannotWrite(const QString& path, const QString& why) {
    return inFile(cannotRead("cannot be written: " + why.toStdString()), path.toStdString());
}

QByteArray svgFigure(const FigureSubject& subject, const FigureOptions& options) {
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
    svg.setTitle(subject.title(options).toHtmlEscaped());
    svg.setDescription(subject.alternative(options).toHtmlEscaped());
#else
    svg.setTitle(subject.title(options));
    svg.setDescription(subject.alternative(options));
#endif
    QPainter painter(&svg);
    subject.paint(painter, size, options);
    painter.end();
    // Readers without the font get a similar one instead of their usual serif.
    QByteArray compact =
        withoutControls(compactSvg(bytes))
            .replace("font-family=\"Inter\"",
                     "font-family=\"Inter, 'DejaVu Sans', Helvetica, Arial, sans-serif\"");
    if (options.session.isEmpty()) return compact;
    const QByteArray metadata = QByteArray("<metadata id=\"") + kSessionBegin +
                                options.session.toBase64() + "</metadata>\n";
    return compact.insert(compact.lastIndexOf("</svg>"), metadata);
}

/// Attaches the bins of a report, if it has any.
void attachBins(const Report& report, const QString& name, QPdfWriter& pdf) {
    if (const auto bins = tableOf(report, TableKind::Bins))
        pdf.addFileAttachment(name,
                              QByteArray::fromStdString(written(bins.value(), TableFormat::Csv)),
                              QStringLiteral("text/csv"));
}

QByteArray pdfFigure(const FigureSubject& subject, const FigureOptions& options) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    constexpr int dotsPerInch = 1200;
    pdf.setResolution(dotsPerInch);
    pdf.setPageMargins({});
    pdf.setPageSize(QPageSize(options.points(), QPageSize::Point, {}, QPageSize::ExactMatch));
    pdf.setTitle(subject.title(options));
    pdf.setCreator(QStringLiteral("Diagonal"));
    pdf.setDocumentXmpMetadata(
        xmpOf(subject.title(options), subject.alternative(options), options.session));
    if (!options.session.isEmpty()) {
        pdf.addFileAttachment(QStringLiteral("session.json"), options.session,
                              QStringLiteral("application/json"));
        if (subject.isDiagram()) attachBins(*subject.report(), QStringLiteral("bins.csv"), pdf);
        int place = 0;
        for (const PlottedModel& model :
             subject.models() ? subject.models()->models : std::vector<PlottedModel>())
            attachBins(*model.report, QStringLiteral("bins-%1.csv").arg(++place), pdf);
    }
    QPainter painter(&pdf);
    subject.paint(painter, QSizeF(pdf.width(), pdf.height()), options);
    painter.end();
    return bytes;
}

}  // namespace

ShownParts shownParts(const std::shared_ptr<const Report>& report, const FigureOptions& options,
                      FigureFormat format) {
    const Axis part = options.part(*report);
    ShownParts shown{options.content.parts, part.low, part.high};
    if (format == FigureFormat::Tikz) return shown;
    const FigureFamily family(options.font);
    DiagramScene scene;
    scene.setUse(FigureUse::Paper);
    scene.setContent(options.content);
    scene.setReport(report);
    scene.setSize(FigureSubject(report).sized(options).logical());
    shown.parts.counts = scene.diagramLayout().showsCounts();
    return shown;
}

std::optional<FigureFormat> figureFormat(const QString& path) {
    if (path == QLatin1String("-")) return FigureFormat::Png;
    const QString ending = isStandardOutput(path) ? path.section(QLatin1Char(':'), 0, 0)
                                                  : QFileInfo(path).suffix().toLower();
    if (ending == QLatin1String("png")) return FigureFormat::Png;
    if (ending == QLatin1String("svg")) return FigureFormat::Svg;
    if (ending == QLatin1String("pdf")) return FigureFormat::Pdf;
    if (ending == QLatin1String("tex")) return FigureFormat::Tikz;
    if (ending == QLatin1String("html")) return FigureFormat::Html;
    if (ending == QLatin1String("diagonal")) return FigureFormat::Session;
    return std::nullopt;
}

bool isStandardOutput(const QString& path) {
    return path == QLatin1String("-") || path.endsWith(QLatin1String(":-"));
}

QImage renderedFigure(const FigureSubject& subject, const FigureOptions& chosen) {
    const FigureOptions options = subject.sized(chosen);
    const QSize pixels = options.pixels();
    QImage image(pixels, QImage::Format_ARGB32_Premultiplied);
    image.fill(diagramStyle(options.theme).background);
    QPainter painter(&image);
    subject.paint(painter, pixels, options);
    painter.end();
    // Set after painting, because a painter scales fonts by the image's resolution.
    const int dotsPerMetre = static_cast<int>(std::lround(options.dpi / kMetresPerInch));
    image.setDotsPerMeterX(dotsPerMetre);
    image.setDotsPerMeterY(dotsPerMetre);
    QImage opaque = image.convertToFormat(QImage::Format_RGB32);
    if (!options.session.isEmpty())
        opaque.setText(QLatin1String(kSessionKey), QString::fromUtf8(options.session));
    return opaque;
}

QByteArray vectorFigure(const FigureSubject& subject, const FigureOptions& chosen,
                        FigureFormat format) {
    // LaTeX lays its figures out by itself.
    const FigureOptions options = format == FigureFormat::Tikz ? chosen : subject.sized(chosen);
    switch (format) {
        case FigureFormat::Svg: return svgFigure(subject, options);
        case FigureFormat::Pdf: return pdfFigure(subject, options);
        case FigureFormat::Html: return QByteArray::fromStdString(htmlFigure(subject, options));
        case FigureFormat::Session:
            // In order and indented, for version control.
            return QJsonDocument::fromJson(options.session).toJson(QJsonDocument::Indented);
        case FigureFormat::Png:
        case FigureFormat::Tikz: break;
    }
    return QByteArray::fromStdString(subject.tikz(options));
}

bool holdsSession(const FigureParts& parts, const QString& path) {
    return parts.session || figureFormat(path) == FigureFormat::Session;
}

Error withoutSession() {
    return wrongOption(
        "no options alone bring this view back (a map from a file, or of other than 5 folds; rows "
        "from standard input or of a table in a folder; models that are hidden, renamed or read in "
        "different ways), so it is not saved as .diagonal");
}

Result<void> saveFigure(const FigureSubject& subject, const FigureOptions& options,
                        const QString& path) {
    const FigureFamily embedded{QString()};  // loads the fonts of the program
    if (!options.font.isEmpty() && !QFontDatabase::hasFamily(options.font)) {
        return wrongOption("there is no font called " +
                           diagonal::quotedText(options.font.toStdString()));
    }
    const FigureFormat format = figureFormat(path).value_or(FigureFormat::Png);
    if (auto can = subject.check(format); !can) return can;
    if (format == FigureFormat::Session && options.session.isEmpty()) return withoutSession();
    if (format == FigureFormat::Png) return savePng(renderedFigure(subject, options), path);
    return saveBytes(vectorFigure(subject, options, format).toStdString(), path);
}

Result<void> savePng(const QImage& image, const QString& path) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QImageWriter writer(&buffer, "png");
    if (!writer.write(image)) return cannotWrite(path, writer.errorString());
    return saveBytes(bytes.toStdString(), path);
}

Result<void> saveBytes(std::string_view bytes, const QString& path) {
    QString why;
    if (isStandardOutput(path)) {
        const auto size = static_cast<qint64>(bytes.size());
        QFile output;
        const bool isWritten = output.open(stdout, QIODevice::WriteOnly) &&
                               output.write(bytes.data(), size) == size && output.flush();
        if (!isWritten) why = output.errorString();
    } else {
        why = saveWhole(bytes, path);
    }
    if (!why.isEmpty()) return cannotWrite(path, why);
    return {};
}

}  // namespace diagonal
