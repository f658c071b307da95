// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

#include <QGraphicsView>

#include "app/diagram/lines/line_plot_scene.h"

namespace diagonal {

/// A plot of lines in the window. The mouse and the arrow keys point at a place of the horizontal
/// axis and show its numbers; a click or Return chooses it.
class LinePlotView : public QGraphicsView {
    Q_OBJECT

public:
    using TextOf = std::function<QString(double x)>;

    explicit LinePlotView(QWidget* parent = nullptr);

    /// Shows a plot; textOf(x) returns the numbers at a place.
    void setPlot(std::optional<Figure> plot, TextOf textOf);
    /// Sets what stands in place of a missing plot.
    void setMessage(const QString& message) { m_scene->setMessage(message); }
    void setTheme(Theme theme);
    /// Shows the lines pale: they are those of other settings.
    void setOutdated(bool outdated) { m_scene->setOutdated(outdated); }
    const LinePlotScene& plotScene() const { return *m_scene; }
    /// Returns the numbers at the place pointed at; empty if there is none.
    QString shownText() const { return m_text; }
    /// Returns the name of the model's line pointed at; empty if there is none.
    QString pointedLine() const;

Q_SIGNALS:
    void chosen(double x);
    /// The user chose a point of the plot.
    void pointChosen(std::size_t point);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// Gives the plot the size of the view; a long list of names is scrolled.
    void fit();
    void pointAt(std::optional<double> x);
    /// Points at the next model's line, in either direction.
    void stepLine(int direction);
    /// Points at one of the plot's points; none for no point.
    void pointTo(std::optional<std::size_t> point);
    bool hasPoints() const;
    void stepPoint(int key);
    void pointKeyPressEvent(QKeyEvent* event);
    /// Moves to the next point of the first line, in either direction.
    void step(int direction);

    LinePlotScene* m_scene;
    TextOf m_textOf;
    QString m_text;
};

}  // namespace diagonal
