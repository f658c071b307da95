// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QDialog>

#include "app/diagram/painting/facets_painter.h"

namespace diagonal {

/// Small multiples: as many diagrams in a row as fit, in as many rows as needed.
class FacetsView : public QWidget {
    Q_OBJECT

public:
    explicit FacetsView(QWidget* parent = nullptr);
    void setFacets(std::vector<Facet> facets, Theme theme, FacetTitles titles = {});
    const std::vector<Facet>& facets() const { return m_facets; }
    /// Returns Facet::index of the facets that are not scrolled away.
    std::vector<std::size_t> inView() const;
    /// Returns the box of a facet with its caption.
    QRectF boxOf(std::size_t place) const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

Q_SIGNALS:
    /// `index` is Facet::index.
    void facetChosen(std::size_t index);
    /// Other facets may be in view.
    void inViewChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void moveEvent(QMoveEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    /// Returns how much larger than usual all is, and a length in usual pixels.
    qreal scale() const;
    int scaled(int pixels) const;
    int columnsIn(int width) const;
    int unscrolledSide(int width, int columns) const;
    std::optional<std::size_t> facetAt(const QPointF& point) const;
    /// Returns the side of a diagram in a view of this width.
    int sideIn(int width) const;
    int sideOf(int width, int columns) const;
    int heightOf(int side, int columns) const;
    void moveTo(std::size_t place);

    std::vector<Facet> m_facets;
    FacetTitles m_titles;
    Theme m_theme = Theme::Light;
    std::optional<std::size_t> m_hovered;  ///< by the mouse or the arrow keys
};

/// Small multiples of the worst classes or groups; follows the settings while it is open.
class FacetsDialog : public QDialog {
    Q_OBJECT

public:
    explicit FacetsDialog(const QString& title, QWidget* parent = nullptr);
    FacetsView* view() const { return m_view; }

private:
    FacetsView* m_view;
};

}  // namespace diagonal
