// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/diagram_style.h"

#include <algorithm>

#include <QFontDatabase>

namespace diagonal {
namespace {

QColor rgb(unsigned value) {
    return QColor::fromRgb(value);
}

DiagramStyle lightStyle() {
    DiagramStyle s;
    s.background = rgb(0xFFFFFF);
    s.text = rgb(0x1B2530);
    s.secondaryText = rgb(0x55626F);
    s.axis = rgb(0x8A96A3);
    s.grid = rgb(0xE7EBEF);
    s.accuracy = rgb(0x5E8FBF);
    s.accuracyCap = rgb(0x3F709F);
    s.overLine = rgb(0xCC5500);
    s.overTint = rgb(0xFDEBDD);
    s.overText = rgb(0xB34700);
    s.underLine = rgb(0x006655);
    s.underTint = rgb(0xA3CFC5);
    s.underText = rgb(0x006655);
    s.confidence = rgb(0x1B2530);
    s.diagonal = rgb(0x46525E);
    s.errorBar = rgb(0x22303D);
    s.counts = rgb(0x8494A4);
    s.countsEdge = rgb(0x6F8092);
    s.selection = rgb(0xA06700);
    s.panel = rgb(0xFFFFFF);
    s.panelEdge = rgb(0xD5DBE1);
    std::ranges::transform(kModelColours, s.models.begin(), &rgb);
    return s;
}

DiagramStyle darkStyle() {
    DiagramStyle s;
    s.background = rgb(0x12171D);
    s.text = rgb(0xE8ECF0);
    s.secondaryText = rgb(0xA3AFBB);
    s.axis = rgb(0x66727F);
    s.grid = rgb(0x252D36);
    s.accuracy = rgb(0x4F83B5);
    s.accuracyCap = rgb(0x86B4E0);
    s.overLine = rgb(0xFF8C42);
    s.overTint = rgb(0x46291A);
    s.overText = rgb(0xFF9F62);
    s.underLine = rgb(0x66E0D0);
    s.underTint = rgb(0x11403C);
    s.underText = rgb(0x66E0D0);
    s.confidence = rgb(0xF2F5F8);
    s.diagonal = rgb(0xC9D2DB);
    s.errorBar = rgb(0xE8ECF0);
    s.counts = rgb(0x5E6C79);
    s.countsEdge = rgb(0x76828F);
    s.selection = rgb(0xFFCB47);
    s.panel = rgb(0x1A2129);
    s.panelEdge = rgb(0x313B46);
    s.models = {rgb(0x5AA9E6), rgb(0xFF8C42), rgb(0x4CD3A5), rgb(0xE58AD0),
                rgb(0xF2C94C), rgb(0xA6DCFF), rgb(0xC79A6B), rgb(0xB8C2CC)};
    return s;
}

/// Returns the family of figureFont(). Loads the embedded fonts at first.
QString& figureFamily() {
    static QString family = [] {
        QString found;
        for (const char* weight : {"Regular", "Medium", "SemiBold"}) {
            const int id = QFontDatabase::addApplicationFont(
                QStringLiteral(":/fonts/Inter-%1.otf").arg(QLatin1String(weight)));
            const QStringList families = QFontDatabase::applicationFontFamilies(id);
            if (id >= 0 && found.isEmpty() && !families.isEmpty()) found = families.front();
        }
        return found.isEmpty() ? QStringLiteral("DejaVu Sans") : found;
    }();
    return family;
}

}  // namespace

const DiagramStyle& diagramStyle(Theme theme) {
    static const DiagramStyle light = lightStyle();
    static const DiagramStyle dark = darkStyle();
    return theme == Theme::Light ? light : dark;
}

FigureFamily::FigureFamily(const QString& family) : m_before(figureFamily()) {
    if (!family.isEmpty()) figureFamily() = family;
}

FigureFamily::~FigureFamily() {
    figureFamily() = m_before;
}

QFont figureFont(int pixels, QFont::Weight weight) {
    QFont font(figureFamily());
    font.setPixelSize(pixels);
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

}  // namespace diagonal
