// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include "app/comparing/comparison_page.h"
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

Q_SIGNALS:
    /// The user wants to see a model alone: a file, by its place among the open ones, and the
    /// model's place in the file.
    void openRequested(std::size_t file, const std::string& inFile);

private:
    void connectList();
    void showList();
    void showFigure();
    void showNumbers();
    void showPair();
    QString status() const;

    Session& m_session;
    ComparisonPage& m_page;
    ModelSet m_models;
    QTimer m_listTimer;  ///< the list follows a drag a few times per second
};

}  // namespace diagonal
