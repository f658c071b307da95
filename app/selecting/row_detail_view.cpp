// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/selecting/row_detail_view.h"

#include <algorithm>

#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/selecting/row_list_model.h"
#include "app/selecting/row_pictures.h"
#include "app/text/number_text.h"
#include "core/base/text.h"

namespace diagonal {

/// The probabilities of classes as bars, with their names before and their numbers behind.
class ClassBars : public QWidget {
public:
    explicit ClassBars(QWidget* parent) : QWidget(parent) {
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }

    void show(const RowDetail& detail) {
        m_classes = detail.classes;
        m_others =
            detail.otherClasses > 0 && !m_classes.empty()
                ? tr("%1, each at most %2")
                      .arg(toQString(counted(detail.otherClasses, "more class", "more classes")),
                           probabilityText(detail.mostOfOthers))
                : QString();
        const std::size_t count = m_classes.size() + (m_others.isEmpty() ? 0U : 1U);
        setFixedHeight(static_cast<int>(count) * lineHeight());
        setVisible(!m_classes.empty());
        QStringList lines;
        for (const RowDetail::ClassShare& one : m_classes)
            lines << nameOf(one) + QLatin1Char(' ') + probabilityText(one.probability);
        if (!m_others.isEmpty()) lines << m_others;
        m_text = lines.join(QLatin1Char('\n'));
        setAccessibleName(tr("Probabilities of the classes"));
        setAccessibleDescription(m_text);
        update();
    }
    QString text() const { return m_text; }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        constexpr int space = 8;
        int names = 0;
        for (const RowDetail::ClassShare& one : m_classes)
            names = std::max(
                names, QFontMetrics(fontOf(one), this).boundingRect(nameOf(one)).width() + space);
        constexpr int leastBar = 16;
        const int numbers = fontMetrics().horizontalAdvance(QStringLiteral("0.0000"));
        names = std::min(names, std::max(0, width() - numbers - 2 * space - leastBar));
        const int bars = std::max(0, width() - names - numbers - 2 * space);
        QColor plain = palette().color(QPalette::Text);
        plain.setAlphaF(0.35F);
        for (std::size_t i = 0; i < m_classes.size(); ++i) {
            const RowDetail::ClassShare& one = m_classes[i];
            const QRect line(0, static_cast<int>(i) * lineHeight(), width(), lineHeight());
            painter.setFont(fontOf(one));
            painter.setPen(palette().color(QPalette::Text));
            painter.drawText(QRect(0, line.y(), names, line.height()), Qt::AlignVCenter,
                             painter.fontMetrics().elidedText(nameOf(one), Qt::ElideRight, names));
            const QRect bar(names + space, line.y() + line.height() / 4,
                            static_cast<int>(bars * one.probability), line.height() / 2);
            painter.fillRect(bar, one.isTrue ? palette().color(QPalette::Highlight) : plain);
            painter.setFont(font());
            painter.drawText(QRect(width() - numbers, line.y(), numbers, line.height()),
                             Qt::AlignVCenter | Qt::AlignRight, probabilityText(one.probability));
        }
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(rect(), Qt::AlignBottom,
                         fontMetrics().elidedText(m_others, Qt::ElideRight, width()));
    }

private:
    QFont fontOf(const RowDetail::ClassShare& one) const {
        QFont bold = font();
        bold.setBold(one.isTrue);
        return bold;
    }
    /// Returns a probability with four decimals, or with one digit where these would be 0.
    static QString probabilityText(double p) {
        constexpr double least = 0.00005;
        return p > 0 && p < least ? QString::number(p, 'g', 1) : scoreText(p);
    }
    static QString nameOf(const RowDetail::ClassShare& one) {
        QString name = toQString(visibleText(one.name));
        if (one.isTrue) name += tr(" (true)");
        if (one.isPredicted && !one.isTrue) name += tr(" (predicted)");
        return name;
    }
    int lineHeight() const { return fontMetrics().height() + 4; }

    std::vector<RowDetail::ClassShare> m_classes;
    QString m_others;  ///< how many classes are not listed
    QString m_text;
};

namespace {

/// Lets a line of text end within a path, too.
QString withBreaks(QString text) {
    static const QRegularExpression signs(QStringLiteral("([/._-])"));
    return text.replace(signs, QStringLiteral("\\1\u200b"));
}

}  // namespace

RowDetailView::RowDetailView(RowPictures& pictures, QWidget* parent)
    : QFrame(parent),
      m_pictures(pictures),
      m_title(new QLabel(this)),
      m_picture(new QLabel(this)),
      m_bars(new ClassBars(this)),
      m_fields(new QFormLayout),
      m_scroll(new QScrollArea(this)) {
    m_title->setTextFormat(Qt::PlainText);
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_picture->setTextFormat(Qt::PlainText);
    m_picture->setWordWrap(true);
    m_picture->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_picture->setAccessibleName(tr("Picture of the row"));
    auto* close = new QToolButton(this);
    close->setText(QStringLiteral("✕"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close (Esc)"));
    close->setAccessibleName(tr("Close"));
    connect(close, &QToolButton::clicked, this, &RowDetailView::closed);
    auto* head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(close);
    auto* content = new QWidget(m_scroll);
    auto* lines = new QVBoxLayout(content);
    constexpr int space = 8;
    lines->setContentsMargins(0, 0, space, 0);
    lines->setSpacing(space);
    auto* sight = new QHBoxLayout;
    sight->setSpacing(2 * space);
    sight->addWidget(m_picture);
    sight->addWidget(m_bars, 1, Qt::AlignTop);
    lines->addLayout(sight);
    lines->addLayout(m_fields);
    lines->addStretch();
    m_fields->setHorizontalSpacing(2 * space);
    m_scroll->setWidget(content);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(head);
    layout->addWidget(m_scroll, 1);
    connect(&m_pictures, &RowPictures::decoded, this, &RowDetailView::showPicture);
    connect(&m_pictures, &RowPictures::changed, this, &RowDetailView::showPicture);
}

void RowDetailView::addField(const QString& name, const QString& value) {
    auto* label = new QLabel(name, this);
    auto* text = new QLabel(value, this);
    for (QLabel* one : {label, text}) {
        one->setTextFormat(Qt::PlainText);
        one->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    }
    label->setForegroundRole(QPalette::PlaceholderText);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_fields->addRow(label, text);
}

void RowDetailView::showRow(const RowList& list, std::size_t index) {
    const RowDetail detail = rowDetail(list, index);
    const bool isOther = std::exchange(m_row, list.rows[index]) != list.rows[index];
    while (m_fields->rowCount() > 0)
        m_fields->removeRow(0);
    const auto& place = detail.fields.front();
    m_title->setText(toQString(place.name) + QLatin1Char(' ') + cellText(place.cell));
    m_bars->show(detail);
    for (std::size_t i = 1; i < detail.fields.size(); ++i)
        addField(toQString(visibleText(detail.fields[i].name)), cellText(detail.fields[i].cell));
    if (detail.nll) addField(tr("Log loss"), scoreText(detail.nll));
    const auto isRuledOut = [](const RowDetail::ClassShare& one) {
        return one.isTrue && one.probability == 0;
    };
    if (!detail.nll && std::ranges::any_of(detail.classes, isRuledOut))
        addField(tr("Log loss"), tr("infinite: the true class has probability 0"));
    if (detail.brier) addField(tr("Brier score"), scoreText(detail.brier));
    showPicture();
    if (isOther) m_scroll->verticalScrollBar()->setValue(0);
}

void RowDetailView::showPicture() {
    if (isHidden()) return;  // the row may be one of another list
    constexpr int narrow = 400;
    const bool isSmall = width() < narrow || m_scroll->height() < RowPictures::kLarge;
    const QImage image = m_pictures.of(m_row, isSmall ? RowPictures::kSmall : RowPictures::kLarge);
    const QString problem = m_pictures.problemOf(m_row);
    m_picture->setVisible(!image.isNull() || !problem.isEmpty() || m_pictures.areThere());
    // A message leaves the class probabilities their room.
    constexpr int leastText = 120;
    m_picture->setMinimumWidth(image.isNull() && !problem.isEmpty() ? leastText : 0);
    m_picture->setMaximumWidth(image.isNull() ? std::max(leastText, width() / 3) : QWIDGETSIZE_MAX);
    if (image.isNull()) return m_picture->setText(withBreaks(problem));
    m_picture->setPixmap(QPixmap::fromImage(image));
}

void RowDetailView::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    if (!m_title->text().isEmpty()) showPicture();
}

QString RowDetailView::text() const {
    QStringList lines{m_title->text(), m_bars->text()};
    for (int i = 0; i < m_fields->count(); ++i)
        lines << static_cast<QLabel*>(m_fields->itemAt(i)->widget())->text();
    return lines.join(QLatin1Char('\n'));
}

}  // namespace diagonal
