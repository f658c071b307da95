// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exporting/export_dialog.h"

#include <algorithm>
#include <cmath>

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>

#include "app/text/choice_box.h"

namespace diagonal {
namespace {

constexpr QSize kPreview(440, 480);
constexpr int kRestMs = 120;

/// The units of the sides, with their numbers in an inch; 0 for pixels.
struct Unit {
    const char* name;
    double perInch;
};
constexpr Unit kUnits[] = {
    {QT_TRANSLATE_NOOP("diagonal::ExportDialog", "pixels"), 0},
    {QT_TRANSLATE_NOOP("diagonal::ExportDialog", "cm"), kMillimetresPerInch / 10},
    {QT_TRANSLATE_NOOP("diagonal::ExportDialog", "mm"), kMillimetresPerInch},
    {QT_TRANSLATE_NOOP("diagonal::ExportDialog", "inches"), 1}};

}  // namespace

ExportDialog::ExportDialog(FigureSubject subject, const FigureOptions& asShown,
                           const std::optional<FigureOptions>& last, QWidget* parent)
    : QDialog(parent), m_subject(std::move(subject)), m_asShown(asShown) {
    setWindowTitle(tr("Export figure"));
    m_preview = new QLabel(this);
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setFixedSize(kPreview);
    m_preview->setAccessibleName(tr("Preview"));
    m_preview->setBackgroundRole(QPalette::Mid);
    m_preview->setAutoFillBackground(true);
    auto* row = new QHBoxLayout(this);
    row->addWidget(settings());
    row->addWidget(m_preview);
    m_previewTimer.setSingleShot(true);
    m_previewTimer.setInterval(kRestMs);
    connect(&m_previewTimer, &QTimer::timeout, this, &ExportDialog::showPreview);
    showSides(
        m_subject.usualInches().value_or(QSizeF(FigureOptions().pixels()) / FigureOptions().dpi));
    if (last) offerAgain(*last);
    showOptions();
    showPreview();
}

void ExportDialog::offerAgain(const FigureOptions& last) {
    m_dpi->setValue(last.dpi);
    m_text->setValue(last.textPoints);
    m_theme->setCurrentIndex(m_theme->findData(static_cast<int>(last.theme)));
    showSides(last.points() / 72);
    FigureParts parts = last.content.parts;
    for (const FigureSwitch& one : kFigureSwitches)
        parts.*one.value = m_asShown.content.parts.*one.value;
    for (const auto& [box, part] : m_parts)
        box->setChecked(parts.*part);
    const QSizeF sides = inches();
    for (std::size_t i = 0; i < std::size(kNamedSizes); ++i) {
        const NamedSize& size = kNamedSizes[i];
        const auto isNear = [](double one, double other) { return std::abs(one - other) < 0.01; };
        // A height that fits is another for each figure.
        const bool isThisHigh = size.inches.height() == 0
                                    ? isNear(size.textPoints, last.textPoints)
                                    : isNear(size.inches.height(), sides.height());
        if (isNear(size.inches.width(), sides.width()) && isThisHigh)
            m_named->setCurrentIndex(static_cast<int>(i) + 1);
    }
}

QDoubleSpinBox* ExportDialog::sideBox() {
    auto* box = new QDoubleSpinBox(this);
    box->setRange(0.1, kMostPixels);
    box->setKeyboardTracking(false);
    connect(box, &QDoubleSpinBox::valueChanged, this, &ExportDialog::showOwnSize);
    return box;
}

void ExportDialog::makeNumbers(QWidget* panel) {
    m_dpi = new QSpinBox(panel);
    m_dpi->setRange(kLeastDpi, kMostDpi);
    m_dpi->setValue(FigureOptions().dpi);
    m_dpi->setSuffix(tr(" dpi"));
    m_dpi->setKeyboardTracking(false);
    m_text = new QDoubleSpinBox(panel);
    m_text->setRange(kLeastText, kMostText);
    m_text->setDecimals(1);
    m_text->setSingleStep(0.5);
    m_text->setValue(FigureOptions().textPoints);
    m_text->setSuffix(tr(" pt"));
    m_text->setToolTip(tr("Size of tick labels and legend; other text scales with it"));
}

void ExportDialog::connectSettings() {
    connect(m_named, &QComboBox::currentIndexChanged, this, &ExportDialog::takeNamedSize);
    connect(m_unit, &QComboBox::currentIndexChanged, this, &ExportDialog::keepSize);
    connect(m_dpi, &QSpinBox::valueChanged, this, &ExportDialog::keepSize);
    connect(m_text, &QDoubleSpinBox::valueChanged, this, &ExportDialog::showOptions);
    connect(m_theme, &QComboBox::currentIndexChanged, this, &ExportDialog::showOptions);
}

QWidget* ExportDialog::settings() {
    auto* panel = new QWidget(this);
    m_named = new QComboBox(panel);
    m_named->addItem(tr("Own size"));
    for (const NamedSize& size : kNamedSizes)
        m_named->addItem(tr("%1: %2").arg(toQString(size.name), toQString(size.meaning)));
    m_width = sideBox();
    m_height = sideBox();
    m_unit = new QComboBox(panel);
    for (const Unit& unit : kUnits)
        m_unit->addItem(tr(unit.name));
    makeNumbers(panel);
    m_theme = new QComboBox(panel);
    for (const auto& [theme, label] : offeredThemes())
        m_theme->addItem(QString(label).remove(QLatin1Char('&')), static_cast<int>(theme));
    m_message = new QLabel(panel);
    m_message->setWordWrap(true);
    m_message->setForegroundRole(QPalette::PlaceholderText);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, panel);
    m_export = buttons->addButton(tr("Export…"), QDialogButtonBox::AcceptRole);
    m_export->setDefault(true);
    auto* form = new QFormLayout(panel);
    form->setContentsMargins(0, 0, 12, 0);
    form->addRow(tr("&Size"), m_named);
    form->addRow(tr("&Width"), m_width);
    form->addRow(tr("&Height"), m_height);
    form->addRow(tr("&Unit"), m_unit);
    form->addRow(tr("&Resolution"), m_dpi);
    form->addRow(tr("Te&xt"), m_text);
    form->addRow(tr("&Theme"), m_theme);
    form->addRow(tr("Shows"), contentSettings());
    const auto words = [&](const QString& name) {
        auto* line = new QLineEdit(panel);
        line->setPlaceholderText(tr("as in the window"));
        form->addRow(name, line);
        connect(line, &QLineEdit::textChanged, this, &ExportDialog::showOptions);
        return line;
    };
    m_title = words(tr("T&itle"));
    m_xTitle = words(tr("X &axis"));
    m_yTitle = words(tr("&Y axis"));
    form->addRow(m_message);
    form->addItem(new QSpacerItem(0, 0, QSizePolicy::Minimum, QSizePolicy::Expanding));
    form->addRow(buttons);
    panel->setMinimumWidth(360);
    connectSettings();
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        accept();
        Q_EMIT exportRequested(options());
    });
    return panel;
}

QWidget* ExportDialog::contentSettings() {
    auto* panel = new QWidget(this);
    auto* grid = new QGridLayout(panel);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(2);
    const auto add = [&](const auto& choice, int row, int column, int span) {
        auto* box = new QCheckBox(toQString(choice.label), panel);
        box->setChecked(m_asShown.content.parts.*choice.value);
        box->setVisible(m_subject.has(choice.value));
        grid->addWidget(box, row, column, 1, span);
        connect(box, &QCheckBox::toggled, this, &ExportDialog::showOptions);
        m_parts.emplace_back(box, choice.value);
    };
    constexpr int columns = 3;
    int place = 0;
    for (const auto& part : kFigureParts) {
        add(part, place / columns, place % columns, 1);
        ++place;
    }
    for (const FigureSwitch& one : kFigureSwitches)
        add(one, grid->rowCount(), 0, columns);
    return panel;
}

double ExportDialog::perInch() const {
    const double unit = kUnits[m_unit->currentIndex()].perInch;
    return unit == 0 ? m_dpi->value() : unit;
}

QSizeF ExportDialog::inches() const {
    return QSizeF(m_width->value(), m_height->value()) / m_shownPerInch;
}

FigureOptions ExportDialog::options() const {
    FigureOptions options;
    options.dpi = m_dpi->value();
    options.size = WrittenSize{inches(), true}.pixels(options.dpi);
    options.theme = choiceAt<Theme>(m_theme, m_theme->currentIndex());
    options.textPoints = m_text->value();
    options.zoom = m_asShown.zoom;
    for (const auto& [box, part] : m_parts)
        options.content.parts.*part = box->isChecked();
    options.content.title = m_title->text();
    options.content.xTitle = m_xTitle->text();
    options.content.yTitle = m_yTitle->text();
    return options;
}

void ExportDialog::showSides(const QSizeF& inches) {
    m_shownPerInch = perInch();
    const bool isPixels = kUnits[m_unit->currentIndex()].perInch == 0;
    const QSizeF sides = inches * m_shownPerInch;
    for (const auto& [box, side] :
         {std::pair(m_width, sides.width()), std::pair(m_height, sides.height())}) {
        const QSignalBlocker block(box);
        box->setDecimals(isPixels ? 0 : 2);
        box->setValue(side);
    }
}

void ExportDialog::takeNamedSize() {
    const int index = m_named->currentIndex() - 1;
    if (index < 0) return;
    const NamedSize& size = kNamedSizes[static_cast<std::size_t>(index)];
    constexpr int millimetres = 2;
    const QSignalBlocker blockUnit(m_unit);
    const QSignalBlocker blockDpi(m_dpi);
    const QSignalBlocker blockText(m_text);
    m_unit->setCurrentIndex(millimetres);
    m_dpi->setValue(std::max(m_dpi->value(), kPaperDpi));
    m_text->setValue(size.textPoints);
    showSides(inchesOf(size));
    showOptions();
}

/// Returns a size on paper with the height that fits, if it is a width alone.
QSizeF ExportDialog::inchesOf(const NamedSize& size) const {
    FigureOptions chosen = options();
    chosen.textPoints = size.textPoints;
    chosen.dpi = kPaperDpi;
    chosen.size = WrittenSize{size.inches, true}.pixels(chosen.dpi);
    return QSizeF(m_subject.sized(chosen).pixels()) / chosen.dpi;
}

/// Keeps the figure's size on paper when the unit or the resolution changes.
void ExportDialog::keepSize() {
    showSides(inches());
    showOptions();
}

void ExportDialog::showOwnSize() {
    const QSignalBlocker block(m_named);
    m_named->setCurrentIndex(0);
    showOptions();
}

void ExportDialog::showOptions() {
    const FigureOptions chosen = options();
    const auto can = checkFigure(chosen);
    const QSizeF paper = chosen.points() / 72;
    m_message->setText(can ? tr("%1 × %2 pixels, %3 × %4 inches on paper")
                                 .arg(chosen.pixels().width())
                                 .arg(chosen.pixels().height())
                                 .arg(paper.width(), 0, 'f', 2)
                                 .arg(paper.height(), 0, 'f', 2)
                           : QString::fromStdString(can.error().detail));
    m_export->setEnabled(can.hasValue());
    m_previewTimer.start();
}

/// Draws the figure as large as the preview; the layout is that of the exported one.
void ExportDialog::showPreview() {
    FigureOptions shown = options();
    if (!checkFigure(shown)) return m_preview->clear();
    const QSizeF room = QSizeF(kPreview) * 0.94 * devicePixelRatioF();
    const double scale =
        std::min(room.width() / shown.size.width(), room.height() / shown.size.height());
    const int dpi =
        std::clamp(static_cast<int>(std::lround(shown.dpi * scale)), kLeastDpi, kMostDpi);
    shown.size = (QSizeF(shown.size) * dpi / shown.dpi).toSize();
    shown.dpi = dpi;
    QPixmap picture = QPixmap::fromImage(renderedFigure(m_subject, shown));
    picture.setDevicePixelRatio(devicePixelRatioF());
    m_preview->setPixmap(picture);
}

}  // namespace diagonal
