// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QWidget>

#include "app/comparing/model_list_panel.h"
#include "app/diagram/figure_subject.h"
#include "core/comparing/comparison.h"

class QComboBox;
class QLabel;
class QSplitter;
class QStackedWidget;
class QTabBar;

namespace diagonal {

class FacetsView;
class LinePlotView;
class PairPanel;

/// What the comparison shows above its list.
struct ComparisonView {
    ModelFigureKind figure = ModelFigureKind::Overlay;
    bool isPair = false;  ///< two models in numbers, beside their overlay
    FigureScores scores = {};

    bool operator==(const ComparisonView&) const = default;
};

/// Several models: a figure of them, or two in numbers, above their list.
class ComparisonPage : public QWidget {
    Q_OBJECT

public:
    explicit ComparisonPage(QWidget* parent = nullptr);

    /// Shows the list; `compared` becomes current in a list without a current row.
    void showModels(std::vector<ModelRow> rows, std::optional<std::size_t> compared);
    /// Shows the figure of models, the reference first; `second` is the place of the compared model
    /// among them.
    void showFigure(std::vector<PlottedModel> models, std::optional<std::size_t> second);
    /// Shows the compared models in numbers, and `more` about both; `pair` is null while it is
    /// computed. `adjusted` holds the p-values of its differences after Holm, or is empty.
    void showPair(const Result<ModelPair>* pair, const QString& more = {},
                  const std::vector<std::optional<double>>& adjusted = {});
    void showStatus(const QString& status);
    void setTheme(Theme theme);
    void setView(const ComparisonView& view);
    const ComparisonView& view() const { return m_view; }
    /// Returns what is shown, for a file; null if there is nothing.
    std::shared_ptr<const ModelFigure> figure() const;

    ModelListPanel* list() const { return m_list; }
    LinePlotView* plot() const { return m_plot; }
    FacetsView* facets() const { return m_facets; }
    PairPanel* pair() const { return m_pair; }
    QString status() const;

Q_SIGNALS:
    void viewChanged();
    void closeRequested();
    /// The user chose a model in the figure, by its place in the list of models (its colour).
    void placeChosen(std::size_t place);

private:
    QWidget* buildBar();
    QWidget* buildStage();
    void chooseTab(int tab);
    void chooseScores();
    void showShownFigure();
    void showFacets();
    void showPlot();
    std::vector<PlottedModel> shownModels() const;

    ComparisonView m_view;
    std::vector<PlottedModel> m_models;
    std::optional<std::size_t> m_second;
    Theme m_theme = Theme::Light;
    QTabBar* m_tabs = nullptr;
    QWidget* m_axes = nullptr;
    QComboBox* m_xAxis = nullptr;
    QComboBox* m_yAxis = nullptr;
    QComboBox* m_score = nullptr;  ///< of a forest plot
    QSplitter* m_whole = nullptr;  ///< the stage above the list
    bool m_isSizedByUser = false;  ///< else the list is as high as its rows
    QSplitter* m_stage = nullptr;  ///< the figure, and beside it the pair
    QStackedWidget* m_figures = nullptr;
    LinePlotView* m_plot = nullptr;
    FacetsView* m_facets = nullptr;
    PairPanel* m_pair = nullptr;
    ModelListPanel* m_list = nullptr;
    QLabel* m_status = nullptr;
};

}  // namespace diagonal
