// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/figure_subject.h"

#include <algorithm>
#include <cmath>

#include <QFileInfo>

#include "app/diagram/diagram_scene.h"
#include "app/diagram/lines/line_plot_scene.h"
#include "app/diagram/lines/plot_layout.h"
#include "app/diagram/painting/diagram_layout.h"
#include "app/text/number_text.h"
#include "core/base/text.h"
#include "core/publishing/latex/tikz_figure.h"
#include "core/publishing/models/model_words.h"
#include "core/publishing/models/profile_overlay.h"
#include "core/publishing/profile_figures.h"

namespace diagonal {
namespace {

QString numbersOf(const Report& report) {
    QString numbers;
    if (const auto ece = report.score("ece"))
        numbers = QStringLiteral("ECE %1 · ").arg(*ece, 0, 'f', 4);
    return numbers + QStringLiteral("n = ") + toQString(groupedDigits(report.dataset.rows));
}

FacetFigure facetFigure(const ModelFigure& figure, const FigureContent& content) {
    const Report& reference = *figure.models.front().report;
    FacetFigure facets;
    if (content.parts.title) {
        facets.isOwnTitle = !content.title.isEmpty();
        facets.title = facets.isOwnTitle ? content.title : QStringLiteral("Reliability diagrams");
        for (const std::string& part :
             {counted(figure.models.size(), "model"), viewName(reference), binsName(reference),
              "outline: " + figure.models.front().name})
            facets.subtitle << toQString(part);
    }
    facets.titles = FacetTitles::of(reference.view.kind);
    if (!content.xTitle.isEmpty()) facets.titles.x = content.xTitle;
    if (!content.yTitle.isEmpty()) facets.titles.y = content.yTitle;
    facets.facets = facetsOf(figure.models);
    return facets;
}

void render(QPainter& painter, const QSizeF& device, QGraphicsScene& scene) {
    scene.render(&painter, QRectF(QPointF(0, 0), device), scene.sceneRect(), Qt::IgnoreAspectRatio);
}

void paintLines(QPainter& painter, const QSizeF& device, Figure plot,
                const FigureOptions& options) {
    LinePlotScene scene;
    scene.setStyle(diagramStyle(options.theme));
    scene.setContent(options.content);
    scene.setPlot(std::move(plot));
    scene.setSize(options.logical());
    render(painter, device, scene);
}

void paintMultiples(QPainter& painter, const QSizeF& device, const ModelFigure& figure,
                    const FigureOptions& options) {
    const QSizeF size = options.logical();
    painter.save();
    painter.scale(device.width() / size.width(), device.height() / size.height());
    paintFacetFigure(painter, size, facetFigure(figure, options.content),
                     diagramStyle(options.theme));
    painter.restore();
}

void paintReport(QPainter& painter, const QSizeF& device,
                 const std::shared_ptr<const Report>& report, const FigureOptions& options) {
    DiagramScene scene;
    scene.setStyle(diagramStyle(options.theme));
    scene.setUse(FigureUse::Paper);
    scene.setZoom(options.part(*report));
    scene.setContent(options.content);
    scene.setReport(report);
    scene.setSize(options.logical());
    render(painter, device, scene);
}

/// `usual` is the size of the figure where it has no size of its own.
TikzOptions tikzOptions(const FigureOptions& options, const Axis& part, const QSizeF& usual) {
    constexpr double centimetresPerPoint = 2.54 / 72;
    const QSizeF size = options.points() * centimetresPerPoint;
    const FigureContent& content = options.content;
    const DiagramStyle& style = diagramStyle(options.theme);
    return {.width = size.width(),
            .height = size.height(),
            .isStandalone = options.isStandalone,
            .lowest = part.low,
            .highest = part.high,
            .parts = content.parts,
            .title = content.parts.title ? content.title.toStdString() : std::string(),
            .xTitle = content.xTitle.toStdString(),
            .yTitle = content.yTitle.toStdString(),
            // On paper.
            .colours = style.isDark() ? FigureColours() : style.figureColours(),
            .ratio = usual.height() / usual.width()};
}

}  // namespace

std::vector<Facet> facetsOf(const std::vector<PlottedModel>& models) {
    std::vector<Facet> facets;
    facets.reserve(models.size());
    const std::vector<std::string> names = shortNames(models);
    for (const PlottedModel& model : models) {
        facets.push_back({toQString(model.name),
                          numbersOf(*model.report),
                          model.place,
                          {model.report, &model.report->binned},
                          facets.empty() ? nullptr : facets.front().curve,
                          toQString(names[facets.size()])});
    }
    return facets;
}

FigureSubject::FigureSubject(std::shared_ptr<const Report> report) : m_report(std::move(report)) {}

FigureSubject::FigureSubject(std::shared_ptr<const ModelFigure> models)
    : m_models(std::move(models)) {}

Result<void> FigureSubject::check(FigureFormat format) const {
    if (m_models && m_models->kind == ModelFigureKind::Multiples) {
        if (format == FigureFormat::Tikz)
            return wrongOption("small multiples are saved as .png, .svg or .pdf, not for LaTeX");
        if (auto error = differingViews(m_models->models)) return std::move(*error);
        return {};
    }
    if (m_models) {
        const auto plot = modelPlot(m_models->kind, m_models->models, m_models->scores);
        if (!plot) return plot.error();
    } else if (m_report->settings.profile) {
        const auto plot = profilePlot(*m_report);
        if (!plot) return plot.error();
    }
    return {};
}

FigureOptions FigureSubject::sized(FigureOptions options) const {
    if (options.size.width() <= 0 || options.size.height() != 0) return options;
    const FigureFamily family(options.font);
    const double width = options.logical().width();
    double height = 0;
    if (isDiagram()) {
        DiagramScene scene;
        scene.setUse(FigureUse::Paper);
        scene.setContent(options.content);
        scene.setReport(m_report);
        height = scene.fittingHeight(width);
    } else if (m_models && m_models->kind == ModelFigureKind::Multiples) {
        height = facetsHeight(width, facetFigure(*m_models, options.content));
    } else {
        const QSizeF usual = *usualInches();
        const double ratio = usual.height() / usual.width();
        const auto plot = width < kColumnWidth ? linePlot() : std::nullopt;
        height = plot ? fittingPlotHeight(*plot, options.content, width, ratio,
                                          diagramStyle(options.theme))
                      : width * (width < kColumnWidth ? std::max(1.0, ratio) : ratio);
    }
    const double perUnit = options.size.width() / width;
    options.size.setHeight(static_cast<int>(std::ceil(height * perUnit)));
    return options;
}

void FigureSubject::paint(QPainter& painter, const QSizeF& device,
                          const FigureOptions& options) const {
    const FigureFamily family(options.font);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::TextAntialiasing);
    if (auto plot = linePlot()) return paintLines(painter, device, std::move(*plot), options);
    if (m_models) return paintMultiples(painter, device, *m_models, options);
    paintReport(painter, device, m_report, options);
}

std::optional<Figure> FigureSubject::linePlot() const {
    if (m_models && m_models->kind != ModelFigureKind::Multiples)
        return modelPlot(m_models->kind, m_models->models, m_models->scores).value();
    if (m_report && showsProfile(*m_report)) return profilePlot(*m_report).value();
    return std::nullopt;
}

QString FigureSubject::title(const FigureOptions& options) const {
    if (!options.content.title.isEmpty()) return options.content.title;
    if (m_models)
        return toQString(std::string(choiceOf(kModelFigures, m_models->kind).label) + " of " +
                         counted(m_models->models.size(), "model"));
    const QString file = QFileInfo(toQString(m_report->dataset.file)).fileName();
    if (showsProfile(*m_report))
        return toQString(choiceOf(kProfileKinds, *m_report->settings.profile).label) +
               QStringLiteral(" of ") + file;
    return toQString(diagramOf(*m_report).title) + QStringLiteral(" of ") + file;
}

FigureWords FigureSubject::words(const FigureOptions& options) const {
    if (m_models) return modelFigureWords(m_models->kind, m_models->models, m_models->scores);
    const Axis part = options.part(*m_report);
    return figureWords(*m_report, options.wording, {options.content.parts, part.low, part.high});
}

QString FigureSubject::alternative(const FigureOptions& options) const {
    return toQString(words(options).alternative);
}

std::string FigureSubject::tikz(const FigureOptions& options) const {
    const TikzOptions tikz = tikzOptions(options, m_report ? options.part(*m_report) : kWholeAxis,
                                         usualInches().value_or(QSizeF(1, 1)));
    const auto lines = linePlot();
    return lines ? tikzFigure(*lines, tikz) : tikzFigure(*m_report, tikz);
}

const std::string& FigureSubject::file() const {
    return (m_models ? m_models->models.front().report : m_report)->dataset.file;
}

bool FigureSubject::has(bool FigureParts::*part) const {
    if (isDiagram() || part == &FigureParts::title) return true;
    if (part == &FigureParts::session) return m_report != nullptr;
    if (part == &FigureParts::legend)
        return !m_models || m_models->kind != ModelFigureKind::Multiples;
    return m_models && m_models->kind == ModelFigureKind::Overlay && part == &FigureParts::counts;
}

std::optional<QSizeF> FigureSubject::usualInches() const {
    if (!m_models)
        return m_report->settings.profile ? std::optional(kLinePlotInches) : std::nullopt;
    if (m_models->kind == ModelFigureKind::Overlay) {
        const bool isLinePlot = isOverlaid(m_models->models.front().report->settings.profile);
        return isLinePlot ? kLinePlotInches : QSizeF(7, 8);
    }
    const auto count = static_cast<double>(m_models->models.size());
    if (m_models->kind == ModelFigureKind::Forest) {
        constexpr double around = 1.6;
        constexpr double row = .4;
        return QSizeF(kLinePlotInches.width(), around + row * (count + 1));
    }
    if (m_models->kind != ModelFigureKind::Multiples) return kLinePlotInches;
    constexpr double side = 3;
    constexpr double caption = .7;  // with the counts
    constexpr double mostColumns = 4;
    const double columns = std::min(mostColumns, std::ceil(std::sqrt(count)));
    return QSizeF(columns * side + 1, std::ceil(count / columns) * (side + caption) + 1);
}

}  // namespace diagonal
