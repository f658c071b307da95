// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/palette/command_palette.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QPainter>
#include <QRegularExpression>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace diagonal {
namespace {

constexpr int kBesideRole = Qt::UserRole;

/// Draws an entry with what stands beside it at the right.
class PaletteLine : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        const bool isSelected = option.state.testFlag(QStyle::State_Selected);
        painter->save();
        painter->setPen(option.palette.color(isSelected ? QPalette::HighlightedText
                                                        : QPalette::PlaceholderText));
        painter->drawText(option.rect.adjusted(kSpace, 0, -kSpace, 0),
                          Qt::AlignRight | Qt::AlignVCenter, index.data(kBesideRole).toString());
        painter->restore();
    }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(0, kSpace);
    }

private:
    static constexpr int kSpace = 8;
};

/// Returns how well a name fits: 0 if a word of it begins with the first word, 1 if it holds all
/// words, none else.
std::optional<int> rankOf(const QString& name, const QStringList& words) {
    const QString joined = QString(name).remove(QLatin1Char(' '));
    for (const QString& word : words) {
        const bool isHeld =
            name.contains(word, Qt::CaseInsensitive) || joined.contains(word, Qt::CaseInsensitive);
        if (!isHeld) return std::nullopt;
    }
    if (words.isEmpty()) return 0;
    static const QRegularExpression apart(QStringLiteral("[^\\p{L}\\p{N}]+"));
    const QStringList ofName = name.split(apart, Qt::SkipEmptyParts);
    const bool begins = std::any_of(ofName.begin(), ofName.end(), [&](const QString& part) {
        return part.startsWith(words.front(), Qt::CaseInsensitive);
    });
    return begins ? 0 : 1;
}

/// Returns the number that a word is, "20", "1.5", "95%"; none for another word.
std::optional<double> typedNumber(QString word) {
    if (word.endsWith(QLatin1Char('%'))) word.chop(1);
    bool isNumber = false;
    const double number = QLocale::c().toDouble(word, &isNumber);
    return isNumber && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

/// Takes the last number out of words.
std::optional<double> takenNumber(QStringList& words) {
    for (int i = static_cast<int>(words.size()) - 1; i >= 0; --i) {
        const auto number = typedNumber(words.at(i));
        if (!number) continue;
        words.removeAt(i);
        return number;
    }
    return std::nullopt;
}

QStringList wordsOf(const QString& text) {
    return text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

}  // namespace

PaletteEntry entryFor(const PaletteEntry& entry, const QString& text) {
    if (!entry.number) return entry;
    const PaletteNumber& wanted = *entry.number;
    const auto written = [&](double number) {
        return QLocale::c().toString(number, 'g', QLocale::FloatingPointShortest);
    };
    QStringList words = wordsOf(text);
    const auto number = takenNumber(words);
    const bool isTaken = wanted.why.isEmpty() && number && *number >= wanted.least &&
                         *number <= wanted.most &&
                         (!wanted.isWhole || *number == std::round(*number));
    PaletteEntry shown = entry;
    shown.name += number ? QStringLiteral(": ") + written(*number) : QStringLiteral(": …");
    if (!wanted.why.isEmpty()) {
        shown.beside = wanted.why;
    } else if (!isTaken) {
        shown.beside = QObject::tr("type a number behind it, %1 to %2")
                           .arg(written(wanted.least), written(wanted.most));
    }
    shown.isEnabled = isTaken;
    if (isTaken) shown.act = [act = wanted.act, value = *number] { act(value); };
    return shown;
}

std::vector<std::size_t> matching(const std::vector<PaletteEntry>& entries, const QString& text) {
    const QStringList words = wordsOf(text);
    QStringList others = words;
    const bool hasNumber = takenNumber(others).has_value();
    std::array<std::vector<std::size_t>, 4> byRank;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const bool isNumber = entries[i].number && hasNumber;
        const auto rank = rankOf(entries[i].name, isNumber ? others : words);
        if (!rank) continue;
        // A number alone is more likely part of a name.
        const bool isBare = isNumber && others.isEmpty();
        const std::size_t ofDisabled = entryFor(entries[i], text).isEnabled ? 0 : 2;
        const std::size_t place = static_cast<std::size_t>(*rank) + ofDisabled;
        byRank[isBare ? byRank.size() - 1 : place].push_back(i);
    }
    std::vector<std::size_t> found;
    for (const std::vector<std::size_t>& one : byRank)
        found.insert(found.end(), one.begin(), one.end());
    return found;
}

CommandPalette::CommandPalette(std::vector<PaletteEntry> entries, QWidget* parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint),
      m_entries(std::move(entries)),
      m_field(new QLineEdit(this)),
      m_list(new QListWidget(this)) {
    setWindowTitle(tr("Find anything"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_field->setPlaceholderText(tr("What do you want to do? Type a word of it"));
    m_field->setAccessibleName(windowTitle());
    m_field->setClearButtonEnabled(true);
    m_field->installEventFilter(this);
    m_list->setAccessibleName(tr("What can be done"));
    m_list->setItemDelegate(new PaletteLine(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_field);
    layout->addWidget(m_list, 1);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::narrow);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::act);
    constexpr QSize usual(620, 420);
    resize(usual);
    narrow();
}

void CommandPalette::narrow() {
    m_shown.clear();
    m_list->clear();
    for (const std::size_t index : matching(m_entries, m_field->text())) {
        const PaletteEntry& entry =
            m_shown.emplace_back(entryFor(m_entries[index], m_field->text()));
        auto* item = new QListWidgetItem(entry.name, m_list);
        item->setData(kBesideRole, entry.beside);
        item->setData(Qt::AccessibleDescriptionRole, entry.beside);
        if (!entry.isEnabled) item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
    }
    if (m_shown.empty()) {
        auto* nothing = new QListWidgetItem(tr("Nothing has this in its name"), m_list);
        nothing->setFlags(Qt::NoItemFlags);
    }
    m_list->setCurrentRow(0);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    constexpr int page = 10;
    const auto move = [this](int rows) {
        const int last = m_list->count() - 1;
        m_list->setCurrentRow(std::max(std::min(m_list->currentRow() + rows, last), 0));
        return true;
    };
    switch (key->key()) {
        case Qt::Key_Down: return move(1);
        case Qt::Key_Up: return move(-1);
        case Qt::Key_PageDown: return move(page);
        case Qt::Key_PageUp: return move(-page);
        case Qt::Key_Return:
        case Qt::Key_Enter: act(); return true;
        default: return QDialog::eventFilter(watched, event);
    }
}

/// Does what is chosen once this has closed, so that dialogs that it opens stay in front.
void CommandPalette::act() {
    const int row = m_list->currentRow();
    if (row < 0 || m_shown.empty() || !m_shown[static_cast<std::size_t>(row)].isEnabled) return;
    const auto chosen = m_shown[static_cast<std::size_t>(row)].act;
    close();
    chosen();
}

}  // namespace diagonal
