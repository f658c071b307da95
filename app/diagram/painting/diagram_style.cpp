// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagram/painting/diagram_style.h"

#include <algorithm>
#include <cmath>

#include <QFileInfo>
#include <QFontDatabase>

#include "app/text/number_text.h"

namespace diagonal {
namespace {

QColor rgb(unsigned value) {
    return QColor::fromRgb(value);
}

DiagramStyle lightStyle() {
    const FigureColours colours;
    DiagramStyle s;
    s.background = rgb(0xFFFFFF);
    s.text = rgb(0x1B2530);
    s.secondaryText = rgb(0x55626F);
    s.axis = rgb(0x8A96A3);
    s.grid = rgb(0xE7EBEF);
    s.accuracy = rgb(colours.accuracy);
    s.accuracyCap = rgb(colours.accuracyCap);
    s.overLine = rgb(colours.over);
    s.overTint = rgb(0xFDEBDD);
    s.overText = rgb(0xB34700);
    s.underLine = rgb(colours.under);
    s.underTint = rgb(0xA3CFC5);
    s.underText = rgb(0x006655);
    s.confidence = rgb(0x1B2530);
    s.diagonal = rgb(0x46525E);
    s.errorBar = rgb(0x22303D);
    s.counts = rgb(colours.counts);
    s.countsEdge = rgb(0x6F8092);
    s.selection = rgb(0xA06700);
    s.panel = rgb(0xFFFFFF);
    s.panelEdge = s.band = rgb(0xD5DBE1);
    std::ranges::transform(colours.models, s.models.begin(), &rgb);
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
    s.panelEdge = s.band = rgb(0x313B46);
    s.models = {rgb(0x5AA9E6), rgb(0xFF8C42), rgb(0x4CD3A5), rgb(0xE58AD0),
                rgb(0xF2C94C), rgb(0xA6DCFF), rgb(0xC79A6B), rgb(0xB8C2CC)};
    return s;
}

DiagramStyle greyStyle() {
    DiagramStyle s = lightStyle();
    s.text = s.confidence = s.errorBar = rgb(0x000000);
    s.secondaryText = rgb(0x4D4D4D);
    s.axis = rgb(0x808080);
    s.grid = rgb(0xE6E6E6);
    s.accuracy = rgb(0x8C8C8C);
    s.accuracyCap = rgb(0x404040);
    s.overLine = s.overText = rgb(0x1A1A1A);
    s.overTint = rgb(0xFFFFFF);
    s.underLine = s.underText = rgb(0x595959);
    s.underTint = rgb(0xD9D9D9);
    s.diagonal = rgb(0x333333);
    s.counts = rgb(0x8C8C8C);
    s.countsEdge = rgb(0x666666);
    s.selection = rgb(0x333333);
    s.panelEdge = s.band = rgb(0xCCCCCC);
    s.models = {rgb(0x000000), rgb(0x767676), rgb(0x4D4D4D), rgb(0x949494),
                rgb(0x808080), rgb(0x262626), rgb(0x8F8F8F), rgb(0x404040)};
    return s;
}

DiagramStyle contrastStyle() {
    DiagramStyle s = lightStyle();
    s.text = s.secondaryText = s.confidence = s.errorBar = s.diagonal = rgb(0x000000);
    s.axis = rgb(0x1A1A1A);
    s.grid = rgb(0xD0D0D0);
    s.accuracy = rgb(0x1F5FA8);
    s.accuracyCap = rgb(0x0B2E57);
    s.overLine = s.overText = rgb(0x8F2D00);
    s.overTint = rgb(0xFFE3D1);
    s.underLine = s.underText = rgb(0x00453A);
    s.underTint = rgb(0x9ED9CB);
    s.counts = rgb(0x5A6672);
    s.countsEdge = rgb(0x1A1A1A);
    s.selection = rgb(0x6B4400);
    s.panelEdge = rgb(0x6B6B6B);
    s.band = rgb(0xE3E3E3);
    s.models = {rgb(0x00508A), rgb(0x9A3F00), rgb(0x005E44), rgb(0x7A2F76),
                rgb(0x6B5000), rgb(0x1B6A94), rgb(0x5C370B), rgb(0x3A444E)};
    return s;
}

/// The style of a file, and its name.
struct OwnStyle {
    DiagramStyle style = lightStyle();
    QString file = {};
};

OwnStyle& ownStyle() {
    static OwnStyle own;
    return own;
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
    static const DiagramStyle grey = greyStyle();
    static const DiagramStyle contrast = contrastStyle();
    switch (theme) {
        case Theme::Light: break;
        case Theme::Dark: return dark;
        case Theme::Grey: return grey;
        case Theme::Contrast: return contrast;
        case Theme::Own: return ownStyle().style;
    }
    return light;
}

FigureColours DiagramStyle::figureColours() const {
    const auto number = [](const QColor& colour) { return colour.rgb() & 0xFFFFFFU; };
    FigureColours colours{number(accuracy), number(accuracyCap), number(overLine),
                          number(underLine), number(counts)};
    std::ranges::transform(models, colours.models.begin(), number);
    return colours;
}

QColor textOn(const QColor& ground) {
    // Luminance as WCAG 2 defines it; black and white contrast alike at 0.179.
    const auto linear = [](double value) {
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    const double luminance = 0.2126 * linear(ground.redF()) + 0.7152 * linear(ground.greenF()) +
                             0.0722 * linear(ground.blueF());
    constexpr double alike = 0.179;
    return luminance > alike ? Qt::black : Qt::white;
}

QColor selectedCounts(const DiagramStyle& style) {
    constexpr float share = 0.55F;
    const auto mixed = [](float ground, float tint) { return ground + share * (tint - ground); };
    const QColor& tint = style.selection;
    return QColor::fromRgbF(mixed(style.counts.redF(), tint.redF()),
                            mixed(style.counts.greenF(), tint.greenF()),
                            mixed(style.counts.blueF(), tint.blueF()));
}

void setOwnStyle(const DiagramStyle& style, const QString& file) {
    ownStyle() = {style, file};
}

const QString& ownStyleFile() {
    return ownStyle().file;
}

QList<std::pair<Theme, QString>> offeredThemes() {
    QList<std::pair<Theme, QString>> themes;
    for (const auto& theme : kThemes)
        themes.emplace_back(theme.value, toQString(theme.label));
    const QString name = QFileInfo(ownStyleFile()).fileName();
    if (!name.isEmpty()) themes.emplace_back(Theme::Own, name);
    return themes;
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
