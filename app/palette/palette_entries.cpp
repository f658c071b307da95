// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/palette/palette_entries.h"

#include <utility>

#include <QAction>
#include <QKeySequence>
#include <QMenu>
#include <QPointer>

#include "app/text/number_text.h"
#include "core/reporting/analysis.h"

namespace diagonal {
namespace {

/// Returns the text of a menu entry without the mark of its shortcut.
QString textWithoutMnemonic(const QAction& action) {
    QString text = action.text();
    const QString kept = QStringLiteral("\x01");
    text.replace(QStringLiteral("&&"), kept);
    text.remove(QLatin1Char('&'));
    text.replace(kept, QStringLiteral("&"));
    return text.endsWith(QChar(0x2026)) ? text.chopped(1) : text;
}

/// Makes entries that change settings.
class SettingEntries {
public:
    SettingEntries(const AnalysisSettings& settings,
                   const std::function<void(AnalysisSettings)>& choose)
        : m_settings(settings), m_choose(choose) {}

    /// Adds an entry that changes the settings by `change`, unless `why` says why it cannot.
    template <typename Change>
    void add(const QString& setting, std::string_view value, Change change,
             const QString& why = {}) {
        AnalysisSettings settings = m_settings;
        change(settings);
        const bool isChosen = settings == m_settings;
        m_entries.push_back({setting + QStringLiteral(": ") + toQString(value),
                             !why.isEmpty() ? why
                             : isChosen     ? QStringLiteral("✓")
                                            : QString(),
                             [choose = m_choose, settings] { choose(settings); }, why.isEmpty()});
    }
    /// Adds an entry for each value of a table.
    template <typename Table, typename Change>
    void addAll(const QString& setting, const Table& table, Change change) {
        for (const auto& choice : table)
            add(setting, choice.label,
                [&](AnalysisSettings& settings) { std::invoke(change, settings, choice.value); });
    }
    /// Adds an entry that changes the settings by a number, unless `why` says why it cannot.
    void addNumber(const QString& setting, const QString& why, PaletteNumber number,
                   const std::function<void(AnalysisSettings&, double)>& change) {
        number.why = why;
        number.act = [choose = m_choose, settings = m_settings, change](double value) {
            AnalysisSettings changed = settings;
            change(changed, value);
            choose(changed);
        };
        m_entries.push_back({setting, {}, nullptr, false, std::move(number)});
    }
    std::vector<PaletteEntry> take() { return std::move(m_entries); }

private:
    const AnalysisSettings& m_settings;
    const std::function<void(AnalysisSettings)>& m_choose;
    std::vector<PaletteEntry> m_entries;
};

/// Adds the number of bins and the temperature, which are typed.
void addNumbers(const Report& shown, const AnalysisSettings& now, SettingEntries& entries) {
    const EceConvention* const preset = presetOf(now);
    const bool areCounted =
        preset ? preset->takesCount()
               : choiceOf(kBinningSchemes, schemeOf(now, defaultScheme(shown.dataset))).hasCount;
    entries.addNumber(QObject::tr("Bins"),
                      areCounted ? QString() : QObject::tr("these bins have no number to choose"),
                      {1, static_cast<double>(kMostBins), true},
                      [](AnalysisSettings& settings, double bins) {
                          settings.binCount = static_cast<std::size_t>(bins);
                      });
    const QString temperature = QObject::tr("Temperature");
    const QString why = toQString(shown.dataset.noTemperature.value_or(std::string()));
    entries.add(
        temperature, "fitted", [](AnalysisSettings& settings) { settings.fitTemperature = true; },
        toQString(whyNoFit(shown).value_or(std::string())));
    entries.addNumber(temperature, why, {kLeastTemperature, kMostTemperature},
                      &AnalysisSettings::chooseTemperature);
    entries.add(
        temperature, "1, as in the file",
        [](AnalysisSettings& settings) { settings.chooseTemperature(1); }, why);
}

void addViews(const Report& shown, SettingEntries& entries) {
    const QString view = QObject::tr("View");
    entries.add(view, "as the file suggests",
                [](AnalysisSettings& settings) { settings.view.reset(); });
    if (shown.view.kind == View::Kind::PositiveClass) return;
    const auto& names = shown.dataset.classNames;
    for (std::size_t k = 0; k < names.size(); ++k)
        entries.add(view, "class " + names[k] + " versus rest", [k](AnalysisSettings& settings) {
            settings.view = View{View::Kind::OneVsRest, k};
        });
}

void addRowEntries(const Report& shown, const std::vector<GroupColumn>& groups,
                   SettingEntries& entries) {
    const QString measure = QObject::tr("Measure");
    if (!shown.settings.where.areNone())
        entries.add(measure, "all rows", [](AnalysisSettings& settings) { settings.where = {}; });
    for (const GroupColumn& column : groups) {
        if (column.values.size() > kMostGroups) continue;
        for (const std::string& value : column.values)
            entries.add(measure, groupName({column.name, value}), [&](AnalysisSettings& settings) {
                settings.where.groups = {{column.name, value}};
            });
    }
}

}  // namespace

std::vector<PaletteEntry> entriesOf(const QList<QAction*>& actions, const QString& path) {
    std::vector<PaletteEntry> entries;
    QString section;  ///< "Theme: "
    for (QAction* action : actions) {
        if (action->isSeparator())
            section = action->text().isEmpty() ? QString() : action->text() + QStringLiteral(": ");
        const QString name = path + section + textWithoutMnemonic(*action);
        if (action->isSeparator() || !action->isVisible()) continue;
        if (action->menu() && action->isEnabled()) {
            auto inside = entriesOf(action->menu()->actions(), name + QStringLiteral(" › "));
            entries.insert(entries.end(), std::make_move_iterator(inside.begin()),
                           std::make_move_iterator(inside.end()));
            continue;
        }
        const QString shortcut = action->shortcut().toString(QKeySequence::NativeText);
        entries.push_back({name, action->isEnabled() ? shortcut : action->statusTip(),
                           [action = QPointer<QAction>(action)] {
                               if (action) action->trigger();
                           },
                           action->isEnabled()});
    }
    return entries;
}

std::vector<PaletteEntry> settingEntries(const Report& shown, const AnalysisSettings& now,
                                         const std::vector<GroupColumn>& groups,
                                         const std::function<void(AnalysisSettings)>& choose) {
    SettingEntries entries(now, choose);
    entries.addAll(QObject::tr("Diagram"), kDiagramKinds, &AnalysisSettings::chooseDiagram);
    entries.addAll(QObject::tr("Diagram"), kProfileKinds,
                   [](AnalysisSettings& settings, ProfileKind kind) { settings.profile = kind; });
    for (const BinningDefinition& scheme : kBinningSchemes) {
        if (!scheme.isOffered) continue;
        entries.add(QObject::tr("Bins"), scheme.label,
                    [&](AnalysisSettings& settings) { settings.chooseScheme(scheme.value); });
    }
    entries.addAll(QObject::tr("Edges"), kEdgeRules, &AnalysisSettings::chooseEdgeRule);
    entries.addAll(QObject::tr("Bin confidence"), kBinConfidences,
                   &AnalysisSettings::chooseBinConfidence);
    entries.addAll(
        QObject::tr("Intervals"), kIntervalKinds,
        [](AnalysisSettings& settings, IntervalKind kind) { settings.intervals = kind; });
    entries.addAll(QObject::tr("Intervals"), kBandKinds,
                   [](AnalysisSettings& settings, BandKind kind) { settings.band = kind; });
    for (const double level : kOfferedLevels)
        entries.add(QObject::tr("Level"), levelText(level).toStdString(),
                    [level](AnalysisSettings& settings) { settings.level = level; });
    addNumbers(shown, now, entries);
    addViews(shown, entries);
    addRowEntries(shown, groups, entries);
    return entries.take();
}

std::vector<PaletteEntry> scoreEntries(const Report& shown,
                                       const std::function<void(const QString& name)>& show) {
    std::vector<PaletteEntry> entries;
    for (const ScoreDefinition& score : scoreDefinitions()) {
        const QString name = toQString(scoreName(score, shown.view));
        const QString known = toQString(score.shortName);
        const QString both =
            name.contains(known) ? name : name + QStringLiteral(" (") + known + QLatin1Char(')');
        entries.push_back({QObject::tr("Score: %1").arg(both), scoreText(shown.score(score.id)),
                           [show, name] { show(name); }});
    }
    return entries;
}

}  // namespace diagonal
