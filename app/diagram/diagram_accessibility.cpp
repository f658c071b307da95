// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/diagram_accessibility.h"

#include <map>

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>

#include "app/diagram/diagram_view.h"
#include "app/text/number_text.h"
#include "core/publishing/html_page.h"

namespace diagonal {
namespace {

std::size_t barsOf(const DiagramView* view) {
    const auto& report = view->diagram().report();
    return report ? report->binned.bins.size() : 0;
}

/// A bar of the diagram as an item of a list; that of a bin that is gone is not valid.
class AccessibleBar : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    AccessibleBar(DiagramView* view, std::size_t bin) : m_view(view), m_bin(bin) {}

    bool isValid() const override { return m_view && m_bin < barsOf(m_view); }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* parent() const override {
        return QAccessible::queryAccessibleInterface(m_view);
    }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    void setText(QAccessible::Text, const QString&) override {}

    QString text(QAccessible::Text kind) const override {
        if (!isValid()) return {};
        const Report& report = *m_view->diagram().report();
        const auto lines = binLines(report, report.binned.bins[m_bin]);
        if (kind == QAccessible::Name) return toQString(lines.front());
        if (kind != QAccessible::Description) return {};
        QStringList others;
        for (std::size_t i = 1; i < lines.size(); ++i)
            others << toQString(lines[i]);
        return others.join(QStringLiteral("; "));
    }

    QAccessible::State state() const override {
        QAccessible::State state;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        state.selectable = true;
        state.focusable = true;
        state.selected = m_view->diagram().binMarks().selected == m_bin;
        state.focused = state.selected && m_view->hasFocus();
        return state;
    }

    /// Returns the column of the bar on the screen.
    QRect rect() const override {
        if (!isValid()) return {};
        const DiagramScene& scene = m_view->diagram();
        const QRectF& plot = scene.diagramLayout().diagram;
        const Bin& bin = scene.report()->binned.bins[m_bin];
        const Axis& axis = scene.zoom();
        const double left = std::clamp(axis.shareOf(bin.lower), 0.0, 1.0);
        const double right = std::clamp(axis.shareOf(bin.upper), 0.0, 1.0);
        const QRectF column(plot.left() + left * plot.width(), plot.top(),
                            (right - left) * plot.width(), plot.height());
        const QRect place = m_view->mapFromScene(column).boundingRect();
        return {m_view->viewport()->mapToGlobal(place.topLeft()), place.size()};
    }

    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                    : nullptr;
    }
    QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& action) override {
        if (action == pressAction() && isValid()) m_view->select(m_bin);
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    QPointer<DiagramView> m_view;
    std::size_t m_bin;
};

/// The diagram as a list of its bars, before the button that shows the whole axis.
class AccessibleDiagram : public QAccessibleWidget {
public:
    explicit AccessibleDiagram(DiagramView* view) : QAccessibleWidget(view, QAccessible::List) {}
    ~AccessibleDiagram() override {
        for (const auto& [bin, id] : m_bars)
            QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override { return bars() + QAccessibleWidget::childCount(); }

    QAccessibleInterface* child(int index) const override {
        if (index < 0 || index >= bars()) return QAccessibleWidget::child(index - bars());
        const auto [known, isNew] = m_bars.try_emplace(index);
        if (isNew)
            known->second = QAccessible::registerAccessibleInterface(
                new AccessibleBar(view(), static_cast<std::size_t>(index)));
        return QAccessible::accessibleInterface(known->second);
    }

    QAccessibleInterface* childAt(int x, int y) const override {
        for (int i = 0; i < childCount(); ++i) {
            if (QAccessibleInterface* one = child(i); one && one->rect().contains(x, y)) return one;
        }
        return nullptr;
    }

    int indexOfChild(const QAccessibleInterface* one) const override {
        for (const auto& [bin, id] : m_bars) {
            if (QAccessible::accessibleInterface(id) == one) return bin;
        }
        const int index = QAccessibleWidget::indexOfChild(one);
        return index < 0 ? index : index + bars();
    }

private:
    DiagramView* view() const { return static_cast<DiagramView*>(widget()); }
    int bars() const { return static_cast<int>(barsOf(view())); }

    mutable std::map<int, QAccessible::Id> m_bars;
};

QAccessibleInterface* accessibleDiagram(const QString&, QObject* object) {
    auto* view = qobject_cast<DiagramView*>(object);
    return view ? new AccessibleDiagram(view) : nullptr;
}

}  // namespace

void installDiagramAccessibility() {
    static const bool installed = [] {
        QAccessible::installFactory(accessibleDiagram);
        return true;
    }();
    Q_UNUSED(installed)
}

void announceSelectedBar(DiagramView* view) {
    const auto selected = view->diagram().binMarks().selected;
    if (!QAccessible::isActive() || !selected) return;
    QAccessibleEvent event(view, QAccessible::Focus);
    event.setChild(static_cast<int>(*selected));
    QAccessible::updateAccessibility(&event);
}

void announceBars(DiagramView* view) {
    if (!QAccessible::isActive()) return;
    QAccessibleEvent event(view, QAccessible::ObjectReorder);
    QAccessible::updateAccessibility(&event);
}

}  // namespace diagonal
