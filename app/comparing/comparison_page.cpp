// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/comparing/comparison_page.h"

#include <algorithm>

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include "app/comparing/pair_panel.h"
#include "app/diagram/lines/line_plot_view.h"
#include "app/results/content_scroll.h"
#include "app/results/facets_dialog.h"
#include "app/text/number_text.h"
#include "core/publishing/models/forest_plot.h"
#include "core/publishing/models/model_plots.h"
#include "core/publishing/models/murphy_plot.h"
#include "core/publishing/models/overlay_plot.h"
#include "core/publishing/models/profile_overlay.h"

namespace diagonal {
namespace {

constexpr int kMargin = 12;

QComboBox* axisBox(const QString& name, std::string_view score, QWidget* parent) {
    auto* box = new QComboBox(parent);
    box->setToolTip(name);
    for (const std::string_view id : offeredScores(&ScoreDefinition::mapPlace))
        box->addItem(toQString(scoreDefinition(id).shortName), toQString(id));
    box->setCurrentIndex(box->findData(toQString(score)));
    return box;
}

/// Returns true if all that a figure shows of a model is computed, apart from the band.
bool isComplete(const PlottedModel& model, ModelParts parts, bool isReference) {
    parts.plan.consistency = false;
    const bool hasScaled = !parts.scaled || model.scaled || !model.noScaled.empty();
    const bool isOfClass = !model.report->view.isTopLabel();
    const bool hasMurphy = !parts.murphy || !model.murphy.empty() || !isOfClass;
    const bool hasPair = !parts.pair || isReference || model.pair;
    return hasScaled && hasMurphy && hasPair && model.report->plan.contains(parts.plan);
}

}  // namespace

ComparisonPage::ComparisonPage(QWidget* parent) : QWidget(parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildBar());
    m_whole = new QSplitter(Qt::Vertical, this);
    m_whole->setChildrenCollapsible(false);
    m_whole->addWidget(buildStage());
    m_list = new ModelListPanel(m_whole);
    m_whole->addWidget(m_list);
    m_whole->setStretchFactor(0, 1);
    m_whole->setStretchFactor(1, 0);
    connect(m_whole, &QSplitter::splitterMoved, this, [this] { m_isSizedByUser = true; });
    layout->addWidget(m_whole, 1);
    m_status = new QLabel(this);
    m_status->setWordWrap(true);  // a long one must not widen the window
    m_status->setForegroundRole(QPalette::PlaceholderText);
    m_status->setContentsMargins(kMargin, 4, kMargin, 4);
    layout->addWidget(m_status);
}

QWidget* ComparisonPage::buildBar() {
    auto* bar = new QWidget(this);
    auto* rows = new QVBoxLayout(bar);
    rows->setContentsMargins(kMargin, 6, kMargin, 0);
    auto* layout = new QHBoxLayout;
    rows->addLayout(layout);
    m_tabs = new QTabBar(bar);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setAccessibleName(tr("Views of the models"));
    for (const ModelFigureDefinition& figure : kModelFigures)
        m_tabs->setTabToolTip(m_tabs->addTab(toQString(figure.label)), toQString(figure.help));
    m_tabs->setTabToolTip(m_tabs->addTab(tr("Pair")),
                          tr("The reference and one other model: differences with intervals"));
    connect(m_tabs, &QTabBar::currentChanged, this, &ComparisonPage::chooseTab);
    m_axes = new QWidget(bar);
    auto* axes = new QHBoxLayout(m_axes);
    axes->setContentsMargins(0, 0, 0, 0);
    m_xAxis = axisBox(tr("Horizontal axis"), FigureScores().x, m_axes);
    m_yAxis = axisBox(tr("Vertical axis"), FigureScores().y, m_axes);
    for (QComboBox* box : {m_yAxis, m_xAxis})
        connect(box, &QComboBox::activated, this, &ComparisonPage::chooseScores);
    axes->addStretch(1);
    axes->addWidget(m_yAxis);
    axes->addWidget(new QLabel(tr("against"), m_axes));
    axes->addWidget(m_xAxis);
    m_axes->hide();
    m_score = new QComboBox(bar);
    m_score->setToolTip(tr("Score whose differences are shown"));
    m_score->addItem(tr("Leading score"), QString());
    for (const std::string_view id : offeredScores(&ScoreDefinition::forestPlace))
        m_score->addItem(toQString(scoreDefinition(id).name), toQString(id));
    connect(m_score, &QComboBox::activated, this, &ComparisonPage::chooseScores);
    m_score->hide();
    auto* close = new QPushButton(tr("One model"), bar);
    close->setToolTip(tr("Back to the diagram of one model (Esc)"));
    connect(close, &QPushButton::clicked, this, &ComparisonPage::closeRequested);
    layout->addWidget(m_tabs);
    layout->addStretch(1);
    layout->addWidget(close);
    rows->addWidget(m_axes);
    rows->addWidget(m_score, 0, Qt::AlignRight);
    return bar;
}

QWidget* ComparisonPage::buildStage() {
    m_stage = new QSplitter(Qt::Horizontal, this);
    m_stage->setChildrenCollapsible(false);
    m_figures = new QStackedWidget(m_stage);
    m_plot = new LinePlotView(m_figures);
    m_plot->setWhatsThis(tr("Hover over the plot or a model to see its numbers."));
    auto* area = new ContentScroll(m_figures);
    m_facets = new FacetsView(area);
    area->setWidget(m_facets);
    m_figures->addWidget(m_plot);
    m_figures->addWidget(area);
    m_pair = new PairPanel(m_stage);
    m_pair->hide();
    m_stage->addWidget(m_figures);
    m_stage->addWidget(m_pair);
    constexpr int figureShare = 4;
    constexpr int pairShare = 5;
    m_stage->setStretchFactor(0, figureShare);
    m_stage->setStretchFactor(1, pairShare);
    connect(m_facets, &FacetsView::facetChosen, this, &ComparisonPage::placeChosen);
    connect(m_plot, &LinePlotView::pointChosen, this, [this](std::size_t point) {
        const auto& plot = m_plot->plotScene().plot();
        if (plot && point < plot->marks.points.size() && plot->marks.points[point].colour.model)
            Q_EMIT placeChosen(*plot->marks.points[point].colour.model);
    });
    return m_stage;
}

void ComparisonPage::chooseTab(int tab) {
    const auto figures = static_cast<int>(kModelFigures.size());
    m_view.isPair = tab == figures;
    m_view.figure = m_view.isPair ? ModelFigureKind::Overlay
                                  : kModelFigures[static_cast<std::size_t>(tab)].value;
    m_axes->setVisible(m_view.figure == ModelFigureKind::Map);
    m_score->setVisible(m_view.figure == ModelFigureKind::Forest);
    m_pair->setVisible(m_view.isPair);
    if (m_view.isPair) m_stage->setSizes({3 * width() / 8, 5 * width() / 8});
    showShownFigure();
    Q_EMIT viewChanged();
}

void ComparisonPage::chooseScores() {
    const auto chosen = [](const QComboBox* box) {
        return box->currentData().toString().toStdString();
    };
    m_view.scores = {chosen(m_xAxis), chosen(m_yAxis), chosen(m_score)};
    showShownFigure();
    Q_EMIT viewChanged();
}

void ComparisonPage::setView(const ComparisonView& view) {
    m_xAxis->setCurrentIndex(m_xAxis->findData(toQString(view.scores.x)));
    m_yAxis->setCurrentIndex(m_yAxis->findData(toQString(view.scores.y)));
    m_score->setCurrentIndex(m_score->findData(toQString(view.scores.difference)));
    m_view.scores = view.scores;
    int tab = static_cast<int>(kModelFigures.size());
    for (std::size_t i = 0; i < kModelFigures.size() && !view.isPair; ++i) {
        if (kModelFigures[i].value == view.figure) tab = static_cast<int>(i);
    }
    if (m_tabs->currentIndex() == tab) return chooseTab(tab);
    m_tabs->setCurrentIndex(tab);
}

void ComparisonPage::showModels(std::vector<ModelRow> rows, std::optional<std::size_t> compared) {
    const bool isSame = m_list->model()->rowCount() == static_cast<int>(rows.size());
    m_list->setRows(std::move(rows));
    if (!isSame && !m_isSizedByUser) {
        const int height = m_list->sizeHint().height();
        m_whole->setSizes({std::max(1, m_whole->height() - height), height});
    }
    if (!m_list->current()) m_list->setCurrent(compared);
}

void ComparisonPage::showFigure(std::vector<PlottedModel> models,
                                std::optional<std::size_t> second) {
    m_models = std::move(models);
    m_second = second;
    showShownFigure();
}

std::vector<PlottedModel> ComparisonPage::shownModels() const {
    if (!m_view.isPair || !m_second) return m_models;
    return {m_models.front(), m_models[*m_second]};
}

void ComparisonPage::showShownFigure() {
    const bool hasFacets = m_view.figure == ModelFigureKind::Multiples;
    m_figures->setCurrentIndex(hasFacets ? 1 : 0);
    if (!hasFacets) return showPlot();
    showFacets();
}

void ComparisonPage::showFacets() {
    m_facets->setFacets(
        facetsOf(m_models), m_theme,
        m_models.empty() ? FacetTitles() : FacetTitles::of(m_models.front().report->view.kind));
}

void ComparisonPage::showPlot() {
    const std::vector<PlottedModel> models = shownModels();
    if (models.empty()) {
        m_plot->setPlot(std::nullopt, {});
        return m_plot->setMessage(tr("Reading the models…"));
    }
    const bool isPending = std::ranges::any_of(models, [&](const PlottedModel& model) {
        const bool isReference = &model == models.data();
        const AnalysisSettings& settings = model.report->settings;
        return !isComplete(model, partsOf(m_view.figure, m_view.scores, settings, isReference),
                           isReference);
    });
    auto plot = modelPlot(m_view.figure, models, m_view.scores);
    if (!plot) {
        const auto& shown = m_plot->plotScene().plot();
        const std::string_view title = choiceOf(kModelFigures, m_view.figure).label;
        // While numbers are computed, the figure before them stays, pale.
        if (isPending && shown && (shown->title == title || m_view.figure == ModelFigureKind::Map))
            return m_plot->setOutdated(true);
        m_plot->setPlot(std::nullopt, {});
        QString message = toQString(plot.error().detail);
        message[0] = message[0].toUpper();
        return m_plot->setMessage(isPending ? tr("Computing…") : message + QLatin1Char('.'));
    }
    m_plot->setOutdated(false);
    const auto shared = std::make_shared<const std::vector<PlottedModel>>(models);
    m_plot->setPlot(std::move(plot).value(), [shared, kind = m_view.figure](double x) {
        return toQString(kind == ModelFigureKind::Murphy ? murphyText(*shared, x)
                                                         : overlayText(*shared, x));
    });
}

void ComparisonPage::showPair(const Result<ModelPair>* pair, const QString& more,
                              const std::vector<std::optional<double>>& adjusted) {
    if (!pair) return m_pair->showMessage(tr("Comparing…"));
    if (!*pair) {
        const QString why = toQString(pair->error().detail);
        return m_pair->showMessage(tr("These models cannot be compared: %1").arg(why));
    }
    m_pair->showPair(pair->value(), more, adjusted);
}

void ComparisonPage::showStatus(const QString& status) {
    m_status->setText(status);
}

QString ComparisonPage::status() const {
    return m_status->text();
}

void ComparisonPage::setTheme(Theme theme) {
    m_theme = theme;
    m_plot->setTheme(theme);
    m_list->setTheme(theme);
    showFacets();
}

std::shared_ptr<const ModelFigure> ComparisonPage::figure() const {
    if (m_models.empty()) return nullptr;
    return std::make_shared<const ModelFigure>(
        ModelFigure{m_view.figure, m_view.scores, shownModels()});
}

}  // namespace diagonal
