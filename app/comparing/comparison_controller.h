// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include "app/comparing/comparison_page.h"
#include "app/comparing/model_list_panel.h"
#include "app/comparing/model_set.h"

namespace diagonal {

/// Connects the models of the open files with the page that compares them.
class ComparisonController : public QObject {
    Q_OBJECT

public:
    /// Both must outlive the controller.
    ComparisonController(Session& session, ComparisonPage& page, QObject* parent);
    /// Starts to compute what the page shows, or frees it.
    void setActive(bool active);
    ModelSet& models() { return m_models; }
    /// Shows a model of fileModelsChanged(); one of stacked models that is shown gives way to all.
    void showModel(std::size_t index);
    /// Shows a model of the shown file, if it holds one of this name.
    void openModel(const std::string& name);

Q_SIGNALS:
    /// The user wants to see a model alone; `file` is the place of its file among the open ones.
    void openRequested(std::size_t file, const diagonal::ModelSource& source);
    /// `rows` lists the models of the shown file, in columns or stacked; it is empty for a single
    /// model. The diagram shows the model `shown`, or the rows of all if that is none.
    void fileModelsChanged(const std::vector<ModelRow>& rows, std::optional<std::size_t> shown);

private:
    void connectList();
    void connectFile();
    void followFile();
    void showFileModels();
    void setUse();
    void showList();
    void showFigure();
    void showNumbers();
    void showPair();
    QString status() const;

    Session& m_session;
    ComparisonPage& m_page;
    ModelSet m_models;
    bool m_isOpen = false;               ///< the page is shown
    std::vector<GroupChoice> m_stacked;  ///< models of the shown file, if its rows are theirs
    QTimer m_listTimer;                  ///< the list follows a drag a few times per second
};

}  // namespace diagonal
