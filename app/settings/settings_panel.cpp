// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/settings_panel.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <QComboBox>
#include <QCompleter>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolTip>
#include <QVBoxLayout>

#include "app/settings/marked_slider.h"
#include "app/settings/more_settings.h"
#include "app/settings/slider_landscapes.h"
#include "app/text/choice_box.h"
#include "app/text/number_text.h"
#include "core/publishing/profile_plots.h"
#include "core/reporting/analysis.h"

namespace diagonal {
namespace {

constexpr double kLowestSlid = 0.1;
constexpr double kHighestSlid = 12.8;
constexpr int kStepsPerOctave = 100;
constexpr int kSnapSteps = 4;
constexpr double kStepsPerUnit = 100;  ///< of temperature, by the arrow keys
constexpr int kMostSlidBins = 100;

QLabel* nameLabel(const QString& text, QWidget* buddy, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setBuddy(buddy);
    return label;
}

/// Shows as many decimals as a temperature needs, but accepts more.
class TemperatureBox : public QDoubleSpinBox {
public:
    using QDoubleSpinBox::QDoubleSpinBox;
    QString textFromValue(double value) const override { return temperatureText(value); }
};

/// Says which numbers of bins there are, where a larger one is typed.
class BinBox : public QSpinBox {
public:
    using QSpinBox::QSpinBox;
    QValidator::State validate(QString& text, int& position) const override {
        bool isNumber = false;
        const int value = text.toInt(&isNumber);
        return isNumber && value > maximum() ? QValidator::Intermediate
                                             : QSpinBox::validate(text, position);
    }
    void fixup(QString& text) const override {
        QSpinBox::fixup(text);
        if (text.toInt() <= maximum()) return;
        text = textFromValue(maximum());
        QToolTip::showText(mapToGlobal(rect().bottomLeft()),
                           SettingsPanel::tr("At most %1 bins").arg(countText(kMostBins)));
    }
};

/// Returns the place of a temperature on the slider, between its steps, too.
double stepsOf(double temperature) {
    const double clamped = std::clamp(temperature, kLowestSlid, kHighestSlid);
    return std::log2(clamped / kLowestSlid) * kStepsPerOctave;
}

template <typename Box>
void shapeBox(Box* box) {
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setAlignment(Qt::AlignRight);
    box->setFixedWidth(76);
    box->setKeyboardTracking(false);
}

}  // namespace

int temperatureStep(double temperature) {
    return static_cast<int>(std::lround(stepsOf(temperature)));
}

double temperatureAtStep(int step) {
    if (std::abs(step - temperatureStep(1)) <= kSnapSteps) return 1;
    const double exact = kLowestSlid * std::exp2(static_cast<double>(step) / kStepsPerOctave);
    return std::round(exact * 1000) / 1000;
}

SettingsPanel::SettingsPanel(QWidget* parent) : QWidget(parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addWidget(binRow());
    layout->addWidget(temperatureRow());
    layout->addWidget(viewRow());
    auto* recalibrate = new QPushButton(tr("Recali&brate…"), this);
    recalibrate->setToolTip(
        tr("Fit temperature, Platt, isotonic and other calibration maps on separate rows, compare "
           "before and after, and save them"));
    connect(recalibrate, &QPushButton::clicked, this, &SettingsPanel::recalibrationRequested);
    m_more = new MoreSettings(recalibrate, this);
    layout->addWidget(m_more);
    connectControls();
}

QWidget* SettingsPanel::binRow() {
    auto* row = new QWidget(this);
    m_binBox = new BinBox(row);
    m_binBox->setRange(1, static_cast<int>(kMostBins));
    m_binBox->setValue(15);
    shapeBox(m_binBox);
    m_binSlider = new MarkedSlider(row);
    m_binSlider->setRange(1, kMostSlidBins);
    m_binSlider->setValue(15);
    m_binSlider->setMarks({{10}, {15}});
    m_binSlider->setAccessibleName(tr("Bins"));
    const QString help =
        tr("Number of bins: 1 to 100 with the slider, up to 10,000 typed. Double-click for the "
           "default. The ECE depends on it.");
    row->setToolTip(help);
    row->setWhatsThis(help);
    auto* grid = new QGridLayout(row);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(2);
    grid->addWidget(nameLabel(tr("&Bins"), m_binBox, row), 0, 0);
    grid->addWidget(m_binBox, 0, 1, Qt::AlignRight);
    grid->addWidget(m_binSlider, 1, 0, 1, 2);
    return row;
}

QWidget* SettingsPanel::temperatureRow() {
    auto* row = new QWidget(this);
    m_fit = new QPushButton(tr("Fi&t"), row);
    m_reset = new QPushButton(tr("&Reset"), row);
    m_reset->setToolTip(tr("Back to T = 1, the unscaled scores"));
    m_temperatureBox = new TemperatureBox(row);
    m_temperatureBox->setDecimals(6);
    m_temperatureBox->setRange(kLeastTemperature, kMostTemperature);
    m_temperatureBox->setSingleStep(1 / kStepsPerUnit);
    shapeBox(m_temperatureBox);
    m_temperatureSlider = new MarkedSlider(row);
    m_temperatureSlider->setRange(temperatureStep(kLowestSlid), temperatureStep(kHighestSlid));
    m_temperatureSlider->setPageStep(kStepsPerOctave / 2);
    m_temperatureSlider->setMarks({{temperatureStep(1)}});
    m_temperatureSlider->setMeaning(temperatureAtStep, temperatureStep);
    m_temperatureSlider->setAccessibleName(tr("Temperature"));
    auto* grid = new QGridLayout(row);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(2);
    grid->addWidget(nameLabel(tr("Tem&perature"), m_temperatureBox, row), 0, 0);
    grid->setColumnStretch(0, 1);
    grid->addWidget(m_fit, 0, 1);
    grid->addWidget(m_reset, 0, 2);
    grid->addWidget(m_temperatureBox, 0, 3);
    grid->addWidget(m_temperatureSlider, 1, 0, 1, 4);
    for (QPushButton* button : {m_fit, m_reset})
        button->setMaximumWidth(56);
    showTemperature(1);
    return row;
}

QWidget* SettingsPanel::viewRow() {
    auto* row = new QWidget(this);
    m_view = new QComboBox(row);
    m_class = new QComboBox(row);
    m_class->setEditable(true);
    m_class->setInsertPolicy(QComboBox::NoInsert);
    // Names of classes may be of any length.
    constexpr int fewLetters = 12;
    m_class->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_class->setMinimumContentsLength(fewLetters);
    m_class->completer()->setFilterMode(Qt::MatchContains);
    m_class->completer()->setCompletionMode(QCompleter::PopupCompletion);
    m_classLabel = nameLabel(tr("C&lass"), m_class, row);
    m_class->setVisible(false);
    m_classLabel->setVisible(false);
    m_scheme = new QComboBox(row);
    QStringList help;
    for (const BinningDefinition& scheme : kBinningSchemes) {
        if (!scheme.isOffered) continue;
        addChoices(m_scheme, std::span(&scheme, 1));
        help << toQString(scheme.help);
    }
    m_scheme->setToolTip(help.join(QLatin1Char(' ')));
    auto* grid = new QGridLayout(row);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setColumnStretch(1, 1);
    grid->addWidget(nameLabel(tr("Vie&w"), m_view, row), 0, 0);
    grid->addWidget(m_view, 0, 1);
    grid->setColumnMinimumWidth(0, MoreSettings::kLabelWidth);
    grid->addWidget(m_classLabel, 1, 0);
    grid->addWidget(m_class, 1, 1);
    grid->addWidget(nameLabel(tr("Bi&nning"), m_scheme, row), 2, 0);
    grid->addWidget(m_scheme, 2, 1);
    m_diagram = new QComboBox(row);
    addChoices(m_diagram, kDiagramKinds);
    addChoices(m_diagram, kProfileKinds);
    // Its longest name must not widen the panel of a small window.
    constexpr int letters = 10;
    m_diagram->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_diagram->setMinimumContentsLength(letters);
    m_diagram->setToolTip(
        tr("Bars or gaps of bins; or without bins: isotonic regression, a curve smoothed with the "
           "bandwidth of the smooth ECE, or the running sum of the gaps, whose slope is the gap; "
           "or the ECE for all numbers of bins, or NLL and ECE for all temperatures"));
    grid->addWidget(nameLabel(tr("Dia&gram"), m_diagram, row), 3, 0);
    grid->addWidget(m_diagram, 3, 1);
    return row;
}

void SettingsPanel::connectSlider(MarkedSlider* slider, const std::function<void()>& reset) {
    connect(slider, &QSlider::sliderPressed, this, &SettingsPanel::gestureBegan);
    connect(slider, &QSlider::sliderReleased, this, &SettingsPanel::gestureEnded);
    connect(slider, &MarkedSlider::resetRequested, this, [this, reset](bool moved) {
        // The first click of a double click and the reset are one step of undo.
        if (moved) Q_EMIT gestureResumed();
        reset();
        if (moved) Q_EMIT gestureEnded();
    });
}

void SettingsPanel::connectControls() {
    connectSlider(m_binSlider, [this] {
        change([](AnalysisSettings& settings) { settings.binCount.reset(); });
    });
    connectSlider(m_temperatureSlider, [this] { chooseTemperature(1); });
    const auto setBins = [this](int bins) { chooseBins(static_cast<std::size_t>(bins)); };
    connect(m_binSlider, &QSlider::valueChanged, this, setBins);
    connect(m_binBox, &QSpinBox::valueChanged, this, setBins);
    connect(m_temperatureSlider, &QSlider::actionTriggered, this, [this](int action) {
        const bool isUp = action == QSlider::SliderSingleStepAdd;
        if (isUp || action == QSlider::SliderSingleStepSub) stepTemperature(isUp ? 1 : -1);
    });
    connect(m_temperatureSlider, &QSlider::valueChanged, this,
            [this](int step) { chooseTemperature(slidTemperature(step)); });
    connect(m_temperatureBox, &QDoubleSpinBox::valueChanged, this,
            &SettingsPanel::chooseTemperature);
    connect(m_reset, &QPushButton::clicked, this, [this] { chooseTemperature(1); });
    connect(m_fit, &QPushButton::clicked, this,
            [this] { change([](AnalysisSettings& settings) { settings.fitTemperature = true; }); });
    connect(m_view, &QComboBox::activated, this, &SettingsPanel::chooseView);
    connect(m_class, &QComboBox::activated, this, &SettingsPanel::chooseClass);
    connect(m_scheme, &QComboBox::activated, this, [this](int index) {
        if (!m_scheme->itemData(index).isValid()) return;  // given edges, or those of a preset
        change([&](AnalysisSettings& settings) {
            settings.chooseScheme(choiceAt<BinningScheme>(m_scheme, index));
        });
    });
    connect(m_diagram, &QComboBox::activated, this, [this](int index) {
        AnalysisSettings settings = m_settings;
        const int profiles = static_cast<int>(std::size(kDiagramKinds));
        if (index < profiles) {
            settings.chooseDiagram(choiceAt<DiagramKind>(m_diagram, index));
        } else {
            settings.profile = choiceAt<ProfileKind>(m_diagram, index);
        }
        edit(settings);
    });
    connect(m_more, &MoreSettings::settingsEdited, this, &SettingsPanel::edit);
    connect(m_more, &MoreSettings::trainedShareStated, this, &SettingsPanel::shiftRequested);
}

void SettingsPanel::edit(const AnalysisSettings& settings) {
    if (settings == m_settings) return;
    showSettings(settings);
    Q_EMIT settingsEdited(settings);
}

void SettingsPanel::change(const std::function<void(AnalysisSettings&)>& apply) {
    AnalysisSettings settings = m_settings;
    apply(settings);
    edit(settings);
}

void SettingsPanel::setColours(const QColor& first, const QColor& second, const QColor& band) {
    m_first = first;
    m_second = second;
    m_band = band;
    showBinProfile();
    showTemperatureProfile();
    markTemperatures();
}

void SettingsPanel::chooseBins(std::size_t bins) {
    change([=](AnalysisSettings& settings) {
        settings.binCount = std::clamp<std::size_t>(bins, 1, kMostBins);
    });
}

double SettingsPanel::slidTemperature(int step) const {
    const double plain = temperatureAtStep(step);
    if (plain == 1 || !m_temperatureSlider->isSliderDown()) return plain;
    double nearest = plain;
    int distance = kSnapSteps + 1;
    const auto attract = [&](std::optional<double> special) {
        if (!special) return;
        const int away = std::abs(step - temperatureStep(*special));
        if (away >= distance) return;
        distance = away;
        nearest = *special;
    };
    attract(m_fitted);
    if (!m_temperatureProfile) return nearest;
    attract(m_temperatureProfile->leastNll);
    attract(m_temperatureProfile->leastEce);
    return nearest;
}

void SettingsPanel::chooseTemperature(double temperature) {
    change([=](AnalysisSettings& settings) { settings.chooseTemperature(temperature); });
}

/// Goes to the next multiple of the step; the slider's own steps are those of its pixels.
void SettingsPanel::stepTemperature(int steps) {
    const double next = std::round(m_temperatureBox->value() * kStepsPerUnit + steps);
    chooseTemperature(std::clamp(next / kStepsPerUnit, kLowestSlid, kHighestSlid));
}

void SettingsPanel::showTemperature(double temperature) {
    const QSignalBlocker blockSlider(m_temperatureSlider);
    const QSignalBlocker blockBox(m_temperatureBox);
    // A slider that is being dragged stays under the pointer, even where it snaps to 1.
    if (!m_temperatureSlider->isSliderDown()) {
        m_temperatureSlider->setValue(temperatureStep(temperature));
    }
    m_temperatureBox->setValue(temperature);
    m_reset->setEnabled(temperature != 1);
}

void SettingsPanel::showSettings(const AnalysisSettings& settings) {
    m_settings = settings;
    const QSignalBlocker blockSlider(m_binSlider);
    const QSignalBlocker blockBox(m_binBox);
    const auto bins = static_cast<int>(settings.binCount.value_or(m_defaultBins));
    if (!m_binSlider->isSliderDown()) m_binSlider->setValue(std::min(bins, kMostSlidBins));
    m_binBox->setValue(bins);
    if (!settings.fitTemperature) showTemperature(settings.temperature);
    showScheme();
    if (settings.profile) {
        m_diagram->setCurrentIndex(
            m_diagram->findText(toQString(choiceOf(kProfileKinds, *settings.profile).label)));
    } else {
        m_diagram->setCurrentIndex(
            m_diagram->findText(toQString(choiceOf(kDiagramKinds, settings.diagram).label)));
    }
    const EceConvention* preset = presetOf(settings);
    const bool counted =
        preset ? preset->takesCount() : choiceOf(kBinningSchemes, scheme()).hasCount;
    m_binSlider->setEnabled(counted);
    m_binBox->setEnabled(counted);
    m_more->showSettings(settings, choiceOf(kBinningSchemes, scheme()).hasEdges);
}

/// Selects the binning. Custom edges (from the command line) and another program's bins are listed
/// only while in use.
void SettingsPanel::showScheme() {
    const int last = m_scheme->count() - 1;
    if (!m_scheme->itemData(last).isValid()) m_scheme->removeItem(last);
    const EceConvention* preset = presetOf(m_settings);
    const BinningDefinition& used = choiceOf(kBinningSchemes, scheme());
    if (used.isOffered && !preset) return showChoice(m_scheme, scheme());
    m_scheme->addItem(preset ? tr("As in %1").arg(toQString(preset->name)) : toQString(used.label));
    m_scheme->setCurrentIndex(m_scheme->count() - 1);
}

void SettingsPanel::showReport(const Report& report) {
    m_defaultBins = defaultBinCount(report.dataset.form, report.dataset.cells);
    m_defaultScheme = defaultScheme(report.dataset);
    if (!m_settings.binCount) showSettings(m_settings);
    // Of cells, the nearest temperature that was counted is shown.
    const auto& cells = report.dataset.cells;
    const bool isNearest = cells && !cells->temperatures.empty() && !report.isProvisional;
    if (m_settings.fitTemperature || isNearest) showTemperature(report.temperature);
    const ReportedFit* fitted = report.fitted();
    m_fitted = fitted ? std::optional(fitted->fit.value) : std::nullopt;
    showProfiles(report);
    markTemperatures();
    const auto& noTemperature = report.dataset.noTemperature;
    const auto noFit = whyNoFit(report);
    m_temperatureSlider->setEnabled(!noTemperature);
    m_temperatureBox->setEnabled(!noTemperature);
    m_fit->setEnabled(!noFit);
    m_fit->setToolTip(
        noFit ? tr("No temperature can be fitted: %1.").arg(toQString(*noFit))
              : tr("Set the temperature that minimises the negative log-likelihood of these rows"));
    const QString help =
        noTemperature
            ? tr("Temperature scaling is not possible: %1.").arg(toQString(*noTemperature))
            : tr("Divides the logits before the softmax: confidence falls above 1 and rises below "
                 "1; predictions stay the same. Double-click for T = 1.");
    m_temperatureSlider->setToolTip(help);
    m_temperatureSlider->setWhatsThis(help);
    fillViews(report);
}

/// Shows the profiles of a report. While others are being computed, those of other settings stay,
/// pale; those of another file go.
void SettingsPanel::showProfiles(const Report& report) {
    const auto binsBefore = m_binProfile;
    const auto temperaturesBefore = m_temperatureProfile;
    if (m_profiledFile != report.dataset.file) {
        m_profiledFile = report.dataset.file;
        m_binProfile.reset();
        m_temperatureProfile.reset();
    }
    const bool hasBins = report.plan.profiledBins > 0;
    const bool hasTemperatures = report.plan.temperatureProfile;
    if (hasBins) m_binProfile = report.binProfile;
    if (hasTemperatures) m_temperatureProfile = report.temperatureProfile;
    if (m_binProfile != binsBefore) showBinProfile();
    if (m_temperatureProfile != temperaturesBefore) showTemperatureProfile();
    m_binSlider->setOutdated(!hasBins);
    m_temperatureSlider->setOutdated(!hasTemperatures);
}

void SettingsPanel::showBinProfile() {
    if (!m_binProfile) {
        m_binSlider->setTextAt({});
        return m_binSlider->setLandscape({});
    }
    m_binSlider->setLandscape(binLandscape(*m_binProfile, kMostSlidBins, m_first, m_band));
    m_binSlider->setTextAt(
        [this](int bins) { return toQString(profileText(*m_binProfile, bins)); });
}

void SettingsPanel::showTemperatureProfile() {
    if (!m_temperatureProfile) {
        m_temperatureSlider->setTextAt({});
        return m_temperatureSlider->setLandscape({});
    }
    m_temperatureSlider->setLandscape(
        temperatureLandscape(*m_temperatureProfile, stepsOf, m_first, m_second));
    m_temperatureSlider->setTextAt([this](int step) {
        return toQString(profileText(*m_temperatureProfile, temperatureAtStep(step)));
    });
}

void SettingsPanel::markTemperatures() {
    std::vector<SliderMark> marks = {{temperatureStep(1)}};
    if (m_temperatureProfile) {
        if (m_temperatureProfile->leastNll)
            marks.push_back({temperatureStep(*m_temperatureProfile->leastNll), m_first});
        marks.push_back({temperatureStep(m_temperatureProfile->leastEce), m_second});
    } else if (m_fitted) {
        marks.push_back({temperatureStep(*m_fitted), m_first});
    }
    m_temperatureSlider->setMarks(std::move(marks));
}

void SettingsPanel::fillViews(const Report& report) {
    const auto& names = report.dataset.classNames;
    const PredictionForm form = report.dataset.form;
    const bool confidenceOnly = form == PredictionForm::Confidence;
    const bool multiLabel = form == PredictionForm::MultiLabel;
    if (names != m_classNames || form != m_form || m_view->count() == 0) {
        m_classNames = names;
        m_form = form;
        m_view->clear();
        if (!multiLabel) m_view->addItem(tr("Top label"), static_cast<int>(View::Kind::TopLabel));
        if (!confidenceOnly && !multiLabel && names.size() == 2) {
            m_view->addItem(tr("Positive class"), static_cast<int>(View::Kind::PositiveClass));
        }
        if (!confidenceOnly) {
            m_view->addItem(tr("One class versus the rest"),
                            static_cast<int>(View::Kind::OneVsRest));
        }
        m_class->clear();
        for (const std::string& name : names)
            m_class->addItem(toQString(name));
    }
    showChoice(m_view, report.view.kind);
    showClassBox(report.view.kind == View::Kind::OneVsRest);
    m_class->setCurrentIndex(static_cast<int>(report.view.classIndex));
    m_class->setToolTip(m_class->currentText());
}

void SettingsPanel::showClassBox(bool show) {
    m_class->setVisible(show);
    m_classLabel->setVisible(show);
}

void SettingsPanel::chooseView(int index) {
    AnalysisSettings settings = m_settings;
    settings.view = View{choiceAt<View::Kind>(m_view, index), 0};
    showClassBox(settings.view->kind == View::Kind::OneVsRest);
    edit(settings);
}

void SettingsPanel::chooseClass(int index) {
    change([=](AnalysisSettings& settings) {
        settings.view = View{View::Kind::OneVsRest, static_cast<std::size_t>(index)};
    });
}

}  // namespace diagonal
