// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QObject>
#include <QTimer>

#include "app/platform/background_job.h"
#include "app/selecting/row_list_panel.h"
#include "core/selecting/row_list.h"

namespace diagonal {

class FigurePage;
class Session;

/// Lists the rows of the selected bin, or all, beside the figure. The list follows the report once
/// it rests, and is made in the background.
class RowListController : public QObject {
    Q_OBJECT

public:
    /// All arguments must outlive the controller.
    RowListController(Session& session, FigurePage& page, QObject* parent);
    /// Lists the rows of a bin; of none, all rows.
    void showBin(std::optional<std::size_t> bin);

Q_SIGNALS:
    /// The user chose other rows to measure.
    void settingsChosen(const diagonal::AnalysisSettings& settings);

private:
    struct Listed {
        QString title;
        Result<std::shared_ptr<const RowList>> list;
        std::optional<SharedTraits> traits = {};
    };
    void setConditions(const RowConditions& conditions);
    void showConditions();
    void measure();
    void refresh();
    void show(const Listed& listed);

    Session& m_session;
    FigurePage& m_page;
    std::optional<std::size_t> m_bin;
    RowConditions m_conditions;  ///< that the user added
    std::string m_file;          ///< whose rows these conditions choose
    QTimer m_settle;
    BackgroundJob<Listed> m_job;
};

}  // namespace diagonal
