// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QWidget>

#include "app/diagram/painting/diagram_style.h"
#include "core/recalibrating/temperature_profile.h"

namespace diagonal {

/// Plots NLL and ECE over temperature, each on a scale of its own, with a line at each minimum.
class ProfileView : public QWidget {
    Q_OBJECT

public:
    explicit ProfileView(QWidget* parent = nullptr);
    /// Shows a profile; null hides the view.
    void setProfile(std::shared_ptr<const TemperatureProfile> profile);
    void setTheme(Theme theme);
    /// Return the texts above the curves, "NLL lowest at T = 2.38"; empty if there is no minimum.
    QString nllCaption() const;
    QString eceCaption() const;
    QSize sizeHint() const override { return {480, 132}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// Returns the position of a temperature in pixels, linear in log T.
    double x(double temperature) const;
    QRectF plot() const;

    std::shared_ptr<const TemperatureProfile> m_profile;
    Theme m_theme = Theme::Light;
};

}  // namespace diagonal
