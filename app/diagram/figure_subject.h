// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <QPainter>
#include <QString>

#include "app/diagram/figure_size.h"
#include "app/diagram/painting/facets_painter.h"
#include "core/publishing/models/model_plots.h"

namespace diagonal {

/// Html is a page, Session no picture: the options that bring the view back.
enum class FigureFormat { Png, Svg, Pdf, Tikz, Html, Session };

/// A figure of several models, of which the first is the reference.
struct ModelFigure {
    ModelFigureKind kind = ModelFigureKind::Overlay;
    FigureScores scores = {};
    std::vector<PlottedModel> models;
};

/// Returns the facets of small multiples.
std::vector<Facet> facetsOf(const std::vector<PlottedModel>& models);

/// What a figure shows: a report, or several models.
class FigureSubject {
public:
    // Both kinds convert, so that callers pass what they have.
    FigureSubject(std::shared_ptr<const Report> report);  // NOLINT(google-explicit-constructor)
    FigureSubject(
        std::shared_ptr<const ModelFigure> models);  // NOLINT(google-explicit-constructor)

    /// Fails where there is no such figure (kind Undefined), or not in this format (WrongOption).
    Result<void> check(FigureFormat format) const;
    // The functions below require a figure that check() accepts.

    /// Returns the options with the height that fits, if they have a width alone.
    FigureOptions sized(FigureOptions options) const;
    /// Paints the figure into a device of this size.
    void paint(QPainter& painter, const QSizeF& device, const FigureOptions& options) const;
    QString title(const FigureOptions& options) const;
    /// Returns the text for readers who do not see the figure.
    QString alternative(const FigureOptions& options) const;
    /// Returns the figure for LaTeX.
    std::string tikz(const FigureOptions& options) const;
    /// Returns the file of the report, or of the reference.
    const std::string& file() const;
    /// Returns the caption and other texts of the figure.
    FigureWords words(const FigureOptions& options) const;
    /// Returns the report of a diagram or a profile; null for a figure of several models.
    const std::shared_ptr<const Report>& report() const { return m_report; }
    /// Returns the models of a figure of several; null for a report.
    const std::shared_ptr<const ModelFigure>& models() const { return m_models; }
    /// True if the figure is a reliability diagram of one model.
    bool isDiagram() const { return m_report && !m_report->settings.profile; }
    /// True if the figure has this part, which may be left out.
    bool has(bool FigureParts::*part) const;
    /// Returns the usual size in inches; none for the usual size of reliability diagrams.
    std::optional<QSizeF> usualInches() const;

private:
    /// Returns the lines of a profile or of several models; none for other figures.
    std::optional<Figure> linePlot() const;

    std::shared_ptr<const Report> m_report;
    std::shared_ptr<const ModelFigure> m_models;  ///< in place of the report
};

}  // namespace diagonal
