// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/export_dialog.h"

#include <cmath>

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>

#include "app/text/choice_box.h"

namespace diagonal {

ExportDialog::ExportDialog(QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Export figure"));
    const auto box = [this](int least, int most, int value, const QString& unit) {
        auto* spin = new QSpinBox(this);
        spin->setRange(least, most);
        spin->setValue(value);
        spin->setSuffix(unit);
        spin->setKeyboardTracking(false);
        return spin;
    };
    const QSize size = FigureOptions().pixels();
    m_width = box(1, kMostPixels, size.width(), tr(" px"));
    m_height = box(1, kMostPixels, size.height(), tr(" px"));
    m_dpi = box(kLeastDpi, kMostDpi, m_lastDpi, tr(" dpi"));
    m_theme = new QComboBox(this);
    m_theme->addItem(tr("Light, for paper"), static_cast<int>(Theme::Light));
    m_theme->addItem(tr("Dark"), static_cast<int>(Theme::Dark));
    m_message = new QLabel(this);
    m_message->setWordWrap(true);
    m_message->setForegroundRole(QPalette::PlaceholderText);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_export = buttons->addButton(tr("Export…"), QDialogButtonBox::AcceptRole);
    m_export->setDefault(true);
    auto* form = new QFormLayout(this);
    form->addRow(tr("&Width"), m_width);
    form->addRow(tr("&Height"), m_height);
    form->addRow(tr("&Resolution"), m_dpi);
    form->addRow(tr("&Theme"), m_theme);
    form->addRow(m_message);
    form->addRow(buttons);
    connect(m_width, &QSpinBox::valueChanged, this, &ExportDialog::showSize);
    connect(m_height, &QSpinBox::valueChanged, this, &ExportDialog::showSize);
    connect(m_dpi, &QSpinBox::valueChanged, this, &ExportDialog::followDpi);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        accept();
        Q_EMIT exportRequested(options());
    });
    setMinimumWidth(380);
    showSize();
}

FigureOptions ExportDialog::options() const {
    return {QSize(m_width->value(), m_height->value()), m_dpi->value(),
            choiceAt<Theme>(m_theme, m_theme->currentIndex())};
}

/// Keeps the figure's size on paper when the resolution changes.
void ExportDialog::followDpi() {
    const double scale = static_cast<double>(m_dpi->value()) / m_lastDpi;
    m_lastDpi = m_dpi->value();
    const QSignalBlocker blockWidth(m_width);
    const QSignalBlocker blockHeight(m_height);
    m_width->setValue(static_cast<int>(std::lround(m_width->value() * scale)));
    m_height->setValue(static_cast<int>(std::lround(m_height->value() * scale)));
    showSize();
}

void ExportDialog::showSize() {
    const auto can = checkFigure(options());
    const double inch = 1.0 / m_dpi->value();
    m_message->setText(can ? tr("%1 × %2 inches on paper; text keeps its size in points")
                                 .arg(m_width->value() * inch, 0, 'f', 2)
                                 .arg(m_height->value() * inch, 0, 'f', 2)
                           : QString::fromStdString(can.error().detail));
    m_export->setEnabled(can.hasValue());
}

}  // namespace diagonal
