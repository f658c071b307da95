// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/html_figure.h"

#include <QJsonDocument>
#include <QJsonObject>

#include "app/diagram/diagram_scene.h"
#include "app/diagram/figure_export.h"
#include "app/text/number_text.h"
#include "core/publishing/diagrams/drawn_columns.h"
#include "core/publishing/html_page.h"

namespace diagonal {
namespace {

/// Returns the marks of the bins of a diagram, each as high as the plot.
void addMarks(const std::shared_ptr<const Report>& report, const FigureOptions& options,
              HtmlFigure& figure) {
    const FigureFamily family(options.font);
    DiagramScene scene;
    scene.setUse(FigureUse::Paper);
    scene.setContent(options.content);
    scene.setReport(report);
    scene.setZoom(options.part(*report));
    scene.setSize(options.logical());
    const double scale = options.points().width() / options.logical().width();
    const QRectF plot = scene.diagramLayout().diagram;
    const Axis& axis = scene.zoom();
    const auto columns = drawnColumns(*report, axis.low, axis.high);
    constexpr double margin = 6;
    figure.cardX = scale * plot.left() + margin;
    // Below the scores in the plot's corner, above the bars of low confidences.
    constexpr double cardPlace = 0.36;
    figure.cardY = scale * (plot.top() + cardPlace * plot.height());
    for (std::size_t i = 0; i < columns.bins.size(); ++i) {
        const Bin& column = columns.bins[i];
        if (column.count == 0) continue;
        const double left = plot.left() + axis.shareOf(column.lower) * plot.width();
        const double right = plot.left() + axis.shareOf(column.upper) * plot.width();
        figure.marks.push_back({scale * left, scale * plot.top(), scale * (right - left),
                                scale * plot.height(), binLines(*report, report->binned.bins[i])});
    }
}

/// Returns a report as a page shows it: pages tell no folders.
std::shared_ptr<const Report> withoutFolders(const Report& report, const std::string& name) {
    auto shown = std::make_shared<Report>(report);
    shown->dataset.file = name;
    for (Assumption& assumption : shown->dataset.assumptions) {
        if (assumption.id == "labels_file") assumption.value = displayName(assumption.value);
    }
    return shown;
}

}  // namespace

std::string htmlFigure(const FigureSubject& subject, const FigureOptions& options) {
    const auto drawn = [&](Theme theme, const QByteArray& session) {
        FigureOptions themed = options;
        themed.theme = theme;
        themed.session = session;
        return vectorFigure(subject, themed, FigureFormat::Svg).toStdString();
    };
    HtmlContent content;
    content.title = subject.title(options).toStdString();
    content.words = subject.words(options);
    const bool isDark = diagramStyle(options.theme).isDark();
    content.figure.light = drawn(isDark ? Theme::Light : options.theme, options.session);
    content.figure.dark = drawn(isDark ? options.theme : Theme::Dark, {});
    content.command = QJsonDocument::fromJson(options.session)
                          .object()
                          .value(QLatin1String(kSessionCommand))
                          .toString()
                          .toStdString();
    if (subject.isDiagram()) addMarks(subject.report(), options, content.figure);
    if (!subject.models()) {
        const Report& report = *subject.report();
        content.reports = {withoutFolders(report, displayName(report.dataset.file))};
        return htmlPage(content);
    }
    // Names as in the legend.
    const auto& models = subject.models()->models;
    for (const PlottedModel& model : models) {
        Report named = *model.report;
        named.dataset.model.clear();
        content.reports.push_back(withoutFolders(named, model.name));
        if (!model.pair || !*model.pair) continue;
        content.pairs.push_back(model.pair->value());
        content.pairs.back().first = models.front().name;
        content.pairs.back().second = model.name;
    }
    return htmlPage(content);
}

}  // namespace diagonal
