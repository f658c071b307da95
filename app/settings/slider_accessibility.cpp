// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/slider_accessibility.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QElapsedTimer>

#include "app/settings/marked_slider.h"

namespace diagonal {
namespace {

class AccessibleSlider : public QAccessibleWidget, public QAccessibleValueInterface {
public:
    explicit AccessibleSlider(MarkedSlider* slider)
        : QAccessibleWidget(slider, QAccessible::Slider) {}

    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::ValueInterface)
            return static_cast<QAccessibleValueInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    QString text(QAccessible::Text kind) const override {
        if (kind == QAccessible::Value) return QString::number(number(slider()->value()));
        return QAccessibleWidget::text(kind);
    }
    QVariant currentValue() const override { return number(slider()->value()); }
    void setCurrentValue(const QVariant& value) override {
        slider()->setValue(slider()->valueOf(value.toDouble()));
    }
    QVariant maximumValue() const override { return number(slider()->maximum()); }
    QVariant minimumValue() const override { return number(slider()->minimum()); }
    QVariant minimumStepSize() const override {
        const int value = slider()->value();
        return number(value + slider()->singleStep()) - number(value);
    }

private:
    MarkedSlider* slider() const { return static_cast<MarkedSlider*>(widget()); }
    double number(int value) const { return slider()->numberOf(value); }
};

/// The slider that is dragged, if one is, and who heard all before.
struct Drag {
    const QObject* slider = nullptr;
    QElapsedTimer sinceTold = {};
    QAccessible::UpdateHandler before = nullptr;
};
Drag& theDrag() {
    static Drag drag;
    return drag;
}

void tellSome(QAccessibleEvent* event) {
    constexpr qint64 apart = 200;  // milliseconds
    Drag& drag = theDrag();
    const bool isValue =
        event->type() == QAccessible::ValueChanged && event->object() == drag.slider;
    if (!isValue || (drag.sinceTold.isValid() && drag.sinceTold.elapsed() < apart)) return;
    drag.sinceTold.start();
    QAccessible::installUpdateHandler(drag.before);
    QAccessible::updateAccessibility(event);
    QAccessible::installUpdateHandler(tellSome);
}

void beginDrag(const MarkedSlider* slider) {
    if (theDrag().slider || !QAccessible::isActive()) return;
    theDrag() = {slider};
    theDrag().before = QAccessible::installUpdateHandler(tellSome);
}

/// Returns true if this slider was dragged.
bool endDrag(const QObject* slider) {
    if (theDrag().slider != slider) return false;
    QAccessible::installUpdateHandler(theDrag().before);
    theDrag() = {};
    return true;
}

QAccessibleInterface* accessibleOf(const QString&, QObject* object) {
    auto* slider = qobject_cast<MarkedSlider*>(object);
    return slider ? new AccessibleSlider(slider) : nullptr;
}

}  // namespace

void installSliderAccessibility() {
    static const bool installed = [] {
        QAccessible::installFactory(accessibleOf);
        return true;
    }();
    Q_UNUSED(installed)
}

void quietenDrags(MarkedSlider* slider) {
    QObject::connect(slider, &QSlider::sliderPressed, slider, [slider] { beginDrag(slider); });
    QObject::connect(slider, &QSlider::sliderReleased, slider, [slider] {
        if (!endDrag(slider)) return;
        QAccessibleValueChangeEvent event(slider, slider->numberOf(slider->value()));
        QAccessible::updateAccessibility(&event);
    });
    QObject::connect(slider, &QObject::destroyed, endDrag);
}

}  // namespace diagonal
