// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QTimer>

#include "app/platform/background_job.h"
#include "app/selecting/row_list_panel.h"
#include "core/selecting/row_list.h"

namespace diagonal {

class FigurePage;
class LiveQueryController;
class Session;

/// What a list is made of.
struct ListRequest {
    QString place = {};  ///< of the bin; empty: all rows
    RowConditions conditions = {};
    RowArrangement arrangement = {};
    std::shared_ptr<const Dataset> rows = nullptr;   ///< that are measured
    std::shared_ptr<const Dataset> whole = nullptr;  ///< with all columns; null if they are unread
    bool isNamed = false;                            ///< `whole` is just these rows
    View view = {};
    double temperature = 1;
    std::shared_ptr<const Report> report = nullptr;  ///< of the measured rows
    RowConditions chosen = {};                       ///< those that the user added
    QString problem = {};  ///< why there are no other columns, to be added to the title
    /// The first rows are shown before the others are known: no list of these rows is shown yet.
    bool wantsFirst = false;
};

/// The measured rows with all columns of their file.
struct NamedRows {
    std::shared_ptr<const Dataset> of = nullptr;    ///< the measured rows
    std::shared_ptr<const Dataset> rows = nullptr;  ///< the same, named
};

/// What is said of a list.
struct DescribedRows {
    std::vector<SharedTraits> traits;
    QString remark = {};                                      ///< continues the title
    std::shared_ptr<const ReliabilityCurve> curve = nullptr;  ///< null if none stands beside
    std::shared_ptr<const Dataset> rows = nullptr;            ///< of the curve, with its settings
    AnalysisSettings settings = {};
};

/// A list that was made, or why it could not be.
struct ListedRows {
    QString title;
    Result<std::shared_ptr<const RowList>> list;
    ListRequest request = {};
    QString query = {};    ///< that a database answered; empty if the rows are of a file
    NamedRows named = {};  ///< none if the other columns are not read
    std::optional<DescribedRows> described = {};       ///< none if it takes longer than the list
    std::optional<Result<RowConditions>> filter = {};  ///< the filter as a condition; none if empty
};

/// Lists the rows of the selected bin, or all, beside the figure. The list follows the report once
/// it rests, and is made in the background.
class RowListController : public QObject {
    Q_OBJECT

public:
    /// All arguments must outlive the controller. `queries` know the databases that counted rows.
    RowListController(Session& session, const LiveQueryController& queries, FigurePage& page,
                      QObject* parent);
    /// Lists the rows of a bin; of none, all rows.
    void showBin(std::optional<std::size_t> bin);
    /// What is listed, apart from the bin.
    ListSelection selection() const;
    void showSelection(const ListSelection& selection);
    /// Returns the curve of the rows with the user's conditions, to stand beside that of a report;
    /// without bins until it is measured, and null if there is none.
    std::shared_ptr<const CurveBeside> besideOf(const Report& report) const;
    /// Lists the rows with confidences in a range: as it is, or of the bins that it touches.
    void chooseRange(const Interval& range, bool isFree);
    /// Removes the condition on the confidence; returns false if there is none.
    bool dropRange();

Q_SIGNALS:
    /// The user chose other rows to measure.
    void settingsChosen(const diagonal::AnalysisSettings& settings);
    /// The user lists other rows, or in another way.
    void selectionChanged();
    /// A list comes back, by undo or redo.
    void selectionRestored(const diagonal::ListSelection& selection);
    /// besideOf() returns another curve.
    void besideChanged();
    /// The pointer is over a row of a bin, or over none.
    void binPointed(std::optional<std::size_t> bin);

private:
    /// The rows of the file, read again with all columns, or why they cannot be.
    using ReadColumns = Result<std::shared_ptr<const Dataset>>;
    void chooseConditions(const RowConditions& conditions, bool clearsFilter = false);
    void restoreConditions(const RowConditions& conditions, const std::string& filter);
    void setConditions(const RowConditions& conditions);
    void showConditions();
    void dropIfGone(const Dataset& rows);
    /// What is measured in place of a list.
    struct Measurable {
        RowConditions rows;
        bool areBothOutcomes = false;  ///< wrong rows are listed, the right ones measured, too
    };
    Measurable measurable() const;
    void measure();
    bool keepFilter();
    void showTitle();
    void forget();
    void forgetColumns();
    void refresh();
    void refreshSettled();
    void showReason(const QString& reason);
    bool isCurveMeasured(const Report& report) const;
    void refreshSoon();
    void ask(const Report& report, const ListRequest& request, const RowConditions& conditions);
    void show(const ListedRows& listed);
    void describe(const DescribedRows& described);
    void wantColumns();
    void readColumns();
    void takeColumns(const ReadColumns& columns);
    void pointAt(std::optional<std::uint32_t> row);
    /// Returns the path of the shown file; empty for a pipe.
    QString path() const;

    Session& m_session;
    const LiveQueryController& m_queries;
    FigurePage& m_page;
    std::optional<std::size_t> m_bin;
    RowConditions m_conditions;                ///< that the user added to those of the bin
    std::shared_ptr<const Dataset> m_checked;  ///< the rows that m_conditions were compared with
    /// The curve of the rows with these conditions, of which rows, and measured with which
    /// settings.
    std::shared_ptr<const ReliabilityCurve> m_curve;
    std::shared_ptr<const Dataset> m_curveRows;
    AnalysisSettings m_curveSettings;
    QTimer m_settle;
    BackgroundJob<ListedRows> m_job;
    /// Which rows are listed, whatever the temperature.
    struct {
        std::weak_ptr<const Dataset> rows;
        QString place;
        RowConditions chosen;
    } m_shown;
    QString m_title;  ///< of the list, without DescribedRows::remark
    QString m_remark;
    QString m_refusal;  ///< why the filter is not kept
    QString m_dropped;  ///< which conditions are gone, and why
    /// The filter of the list, none if there is no list of these rows yet; and what it is as a
    /// condition, none if it is empty.
    std::optional<std::string> m_filter;
    std::optional<Result<RowConditions>> m_filterCondition;
    std::optional<std::string> m_keptFilter;  ///< to keep once it is applied
    BackgroundJob<DescribedRows> m_describeJob;
    std::shared_ptr<const Dataset> m_columnsOf;  ///< the rows whose other columns were asked for
    std::shared_ptr<const Dataset> m_whole;      ///< the same with them; null until they are read
    NamedRows m_named;
    QString m_columnsProblem;
    BackgroundJob<ReadColumns> m_columnsJob;
};

}  // namespace diagonal
