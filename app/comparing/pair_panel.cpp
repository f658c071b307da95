// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/comparing/pair_panel.h"

#include <algorithm>
#include <initializer_list>
#include <span>
#include <string_view>

#include <QHeaderView>
#include <QLabel>
#include <QTabWidget>
#include <QTableWidget>
#include <QVBoxLayout>

#include "app/results/table_style.h"
#include "app/text/number_text.h"
#include "core/base/text.h"
#include "core/publishing/comparison_tables.h"
#include "core/publishing/models/model_plot_parts.h"

namespace diagonal {
namespace {

constexpr double kLeastP = 1e-4;

QString pairText(const TableCell& cell, bool isP) {
    if (const auto* text = std::get_if<std::string>(&cell)) return toQString(*text);
    if (const auto* count = std::get_if<std::size_t>(&cell)) return countText(*count);
    const NumberCell& number = std::get<NumberCell>(cell);
    if (!number.value) return {};
    if (isP && *number.value < kLeastP) return QStringLiteral("< 0.0001");
    return QString::number(*number.value, 'f', kModelDecimals)
        .replace(QLatin1Char('-'), QChar(0x2212));
}

QString rangeText(const TableCell& cell) {
    const auto* number = std::get_if<NumberCell>(&cell);
    return number && number->interval ? intervalText(*number->interval) : QString();
}

/// Fills a widget with the columns of a table, of which the first `skipped` name the models and
/// empty ones are left out. A column with intervals gets another one.
void fillTable(QTableWidget* widget, const Table& table, std::size_t skipped) {
    std::vector<std::pair<std::size_t, bool>> columns;  // and whether it shows the interval
    QStringList heads;
    for (std::size_t c = skipped; c < table.columns.size(); ++c) {
        const bool isEmpty = std::ranges::all_of(
            table.rows, [&](const auto& row) { return pairText(row[c], false).isEmpty(); });
        if (isEmpty) continue;
        columns.emplace_back(c, false);
        QString name = toQString(table.columns[c].name);
        if (table.columns[c].hasInterval) name = name.section(QStringLiteral(" ("), 0, 0);
        // What the heads of a file say in full stands above the table.
        static const QString ofModel = QStringLiteral("Of the ");
        heads << (name.startsWith(ofModel)
                      ? toQString(capitalized(name.sliced(ofModel.size()).toStdString()))
                      : name);
        if (!table.columns[c].hasInterval) continue;
        columns.emplace_back(c, true);
        heads << PairPanel::tr("Interval");
    }
    widget->clear();
    widget->clearSpans();
    widget->setColumnCount(static_cast<int>(columns.size()));
    widget->setRowCount(static_cast<int>(table.rows.size()));
    widget->setHorizontalHeaderLabels(heads);
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const bool isText = table.columns[columns[c].first].isText;
        widget->horizontalHeaderItem(static_cast<int>(c))
            ->setData(Qt::TextAlignmentRole, cellAlignment(isText));
    }
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const auto [column, isInterval] = columns[c];
            const TableCell& cell = table.rows[r][column];
            const bool isP = table.columns[column].id.starts_with("p");
            auto* item = new QTableWidgetItem(isInterval ? rangeText(cell) : pairText(cell, isP));
            item->setData(Qt::TextAlignmentRole,
                          cellAlignment(std::holds_alternative<std::string>(cell)));
            item->setToolTip(item->text());
            widget->setItem(static_cast<int>(r), static_cast<int>(c), item);
        }
    }
    widget->resizeColumnsToContents();
}

/// Returns a table with some columns moved to the front, behind the one that names the row.
Table leading(Table table, std::initializer_list<std::string_view> ids) {
    constexpr std::size_t named = 3;  // both models, and the score
    std::size_t to = named;
    for (const std::string_view id : ids) {
        const auto from = static_cast<std::size_t>(
            std::ranges::find(table.columns, id, &TableColumn::id) - table.columns.begin());
        const auto move = [&](auto& list) {
            const auto at = [&](std::size_t i) {
                return list.begin() + static_cast<std::ptrdiff_t>(i);
            };
            std::rotate(at(to), at(from), at(from + 1));
        };
        move(table.columns);
        for (auto& row : table.rows)
            move(row);
        ++to;
    }
    return table;
}

/// Lets each cell of a table whose last column is `method` tell in full how its row was computed,
/// and a row without numbers say why. Returns the width of that column.
int tellMethods(QTableWidget* widget, const Table& differences) {
    const int last = widget->columnCount() - 1;
    for (int row = 0; row < widget->rowCount(); ++row) {
        const auto& cells = differences.rows[static_cast<std::size_t>(row)];
        const auto& method = std::get<std::string>(cells[cells.size() - 2]);
        const auto& remark = std::get<std::string>(cells.back());
        const QString told =
            toQString(method + (method.empty() || remark.empty() ? "" : "; ") + remark);
        for (int column = 0; column <= last; ++column)
            widget->item(row, column)->setToolTip(told);
        if (!widget->item(row, 1)->text().isEmpty()) continue;
        widget->setSpan(row, 1, 1, last);
        widget->item(row, 1)->setText(told);
        widget->item(row, 1)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    }
    return widget->columnWidth(last);
}

QTableWidget* numberTable(const QString& name, QWidget* parent) {
    auto* table = new QTableWidget(parent);
    styleNumberTable(*table);
    table->setAccessibleName(name);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    return table;
}

}  // namespace

PairPanel::PairPanel(QWidget* parent)
    : QWidget(parent),
      m_text(new QLabel(this)),
      m_tabs(new QTabWidget(this)),
      m_differences(numberTable(tr("Differences of scores"), m_tabs)),
      m_moved(numberTable(tr("Rows that moved most"), m_tabs)),
      m_gaps(numberTable(tr("Gaps of bins"), m_tabs)) {
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_differences, tr("Differences"));
    m_tabs->addTab(m_moved, tr("Rows that moved most"));
    m_tabs->addTab(m_gaps, tr("Gaps of bins"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 8);
    layout->setSpacing(10);
    layout->addWidget(m_text);
    layout->addWidget(m_tabs, 1);
}

void PairPanel::showPair(const ModelPair& pair, const QString& more,
                         const std::vector<std::optional<double>>& adjusted) {
    QStringList lines;
    for (const std::string& line : pairLines(pair))
        lines << sentenceText(line);
    if (!more.isEmpty()) lines << more;
    m_text->setText(lines.join(QLatin1Char('\n')));
    const std::span one(&pair, 1);
    constexpr std::size_t names = 2;
    const Table differences =
        leading(differenceTable(one, std::span(&adjusted, 1)), {"difference", "p", "p_holm"});
    Table shown = differences;
    shown.columns.pop_back();  // remarks are long
    m_differences->setColumnHidden(m_differences->columnCount() - 1, false);
    fillTable(m_differences, shown, names);
    m_methodWidth = tellMethods(m_differences, differences);
    fitDifferences();
    fillTable(m_moved, movedRowTable(one), names);
    fillTable(m_gaps, gapTable(one), names);
    m_tabs->show();
}

void PairPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitDifferences();
}

void PairPanel::fitDifferences() {
    const int last = m_differences->columnCount() - 1;
    if (last < 0) return;
    int width = m_methodWidth;
    for (int column = 0; column < last; ++column)
        width += m_differences->columnWidth(column);
    const QMargins margins = layout()->contentsMargins();
    m_differences->setColumnHidden(last, width > this->width() - margins.left() - margins.right());
}

void PairPanel::showMessage(const QString& message) {
    m_text->setText(message);
    m_tabs->hide();
}

QString PairPanel::text() const {
    return m_text->text();
}

}  // namespace diagonal
