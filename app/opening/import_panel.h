// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <QWidget>

#include "core/reading/options/file_preview.h"
#include "core/reading/options/read_options.h"
#include "core/reporting/report.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace diagonal {

class PreviewTable;

/// Shows and edits how a file is read: its first rows with the role above each column, the scale of
/// its scores, its labels and its dialect. Every change is emitted at once.
class ImportPanel : public QWidget {
    Q_OBJECT

public:
    explicit ImportPanel(QWidget* parent = nullptr);

    /// Shows the first rows of a file and its read options; `labelColumns` are the columns of its
    /// labels file.
    void showFile(const QString& name, std::shared_ptr<const FilePreview> preview,
                  const ReadOptions& options, const std::vector<std::string>& labelColumns = {});
    /// Shows the result of reading: a sentence to check it by, and what was detected.
    void showReport(const Report& report);
    void showProblem(const Error& error);
    void setProblemColour(const QColor& colour);

    PreviewTable* table() const { return m_table; }
    QString sentence() const;

Q_SIGNALS:
    void optionsEdited(const diagonal::ReadOptions& options);
    void closeRequested();

private:
    QWidget* buildChoices();
    /// Adds a box whose entries set their part of the options.
    QComboBox* addChoice(QGridLayout* grid, int place, const QString& label,
                         const std::function<void(ReadOptions&, int)>& set);
    QWidget* buildMessage();
    void showMessage(const QString& text, const std::vector<Advice>& advice = {});
    void edit(ReadOptions options);
    void fillChoices();
    void fillLabelColumns(const std::vector<std::string>& columns);
    void fillPositive(const DatasetSummary& dataset);

    std::shared_ptr<const FilePreview> m_preview;
    ReadOptions m_options;
    QColor m_problemColour;
    bool m_hasProblem = false;
    QLabel* m_title;
    QPlainTextEdit* m_sentence;
    /// Follow an advice with one click; hidden while there is none.
    std::vector<QPushButton*> m_advice;
    std::vector<ReadOptions> m_advised;  ///< what each of them sets
    QLabel* m_assumed;
    QComboBox* m_scores = nullptr;
    QComboBox* m_positive = nullptr;
    QComboBox* m_base = nullptr;
    QComboBox* m_delimiter = nullptr;
    QComboBox* m_decimal = nullptr;
    QComboBox* m_header = nullptr;
    QLabel* m_labelColumnName = nullptr;
    QComboBox* m_labelColumn = nullptr;
    PreviewTable* m_table;
    QLabel* m_more;
    QPushButton* m_reset;
    QPushButton* m_done;
};

}  // namespace diagonal
