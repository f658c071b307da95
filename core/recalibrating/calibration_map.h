// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/numerics/intervals.h"
#include "core/predictions/predictions.h"
#include "core/recalibrating/temperature/temperature.h"

namespace diagonal {

/// Kinds of calibration maps, which turn predictions into better calibrated ones.
enum class MapKind { Temperature, Platt, Beta, BetaAM, BetaAB, Isotonic, Histogram, Vector, Shift };

struct MapDefinition {
    MapKind kind = MapKind::Temperature;
    std::string_view id;          ///< "temperature": on the command line and in JSON
    std::string_view name;        ///< "Temperature scaling"
    std::string_view definition;  ///< formula and source
    bool isAsked = false;  ///< the user must state a number, so that it is compared with no other
};

/// All kinds of maps, simplest first.
const std::vector<MapDefinition>& mapDefinitions();
const MapDefinition& mapDefinition(MapKind kind);
/// Returns the kind with this id; none for an unknown id.
std::optional<MapKind> mapNamed(std::string_view id);

/// softmax(z / temperature); for two classes sigmoid(z / temperature). Guo 2017.
struct TemperatureMap {
    double temperature = 1;
};

/// The shares of class 1 between which MapKind::Shift moves probabilities.
struct PrevalenceShift {
    double trained = 0.5;                ///< in the data that the model was trained on, in (0, 1)
    std::optional<double> present = {};  ///< where it is used; none: that of the rows of the fit

    bool operator==(const PrevalenceShift&) const = default;
};

/// sigmoid(a ln p - b ln(1 - p) + c), p the probability of class 1 or of a correct prediction
/// (Kull 2017). With a = b it is Platt scaling, sigmoid(a logit p + c); with a = b = 1 a
/// shift of the prevalence.
struct BetaMap {
    double a = 1;
    double b = 1;
    double c = 0;
};

/// One function per class, applied to its probability and constant beyond its ends. With more than
/// two classes, the results of a row are divided by their sum (Zadrozny and Elkan 2002); a row of
/// zeros becomes 1 / K.
struct ClasswiseMap {
    struct Function {
        std::vector<double> x;  ///< non-decreasing, in [0, 1]
        std::vector<double> y;  ///< in [0, 1]
    };
    /// True (isotonic): y is interpolated between neighbouring x. False (histogram): y belongs to
    /// the largest x that is not above p.
    bool interpolates = true;
    std::vector<Function> classes;  ///< one per class; binary data: one, of class 1
};

/// softmax(weights * z + biases) with an elementwise product (Guo 2017).
struct VectorMap {
    std::vector<double> weights;
    std::vector<double> biases;
};

/// A fitted calibration map and the data it was fitted on.
struct CalibrationMap {
    MapKind kind = MapKind::Temperature;
    std::variant<TemperatureMap, BetaMap, ClasswiseMap, VectorMap> parameters;
    std::vector<std::string> classNames;  ///< of the predictions it was fitted on
    PredictionForm form = PredictionForm::ClassScores;
    std::string fittedOn;     ///< file, and which of its rows
    std::size_t rows = 0;     ///< observations it was fitted on, including leftOut
    std::size_t leftOut = 0;  ///< rows that the fit could not use: p of 0 or 1
    /// The temperature fit with its interval; none for other kinds and for maps read from JSON.
    std::optional<TemperatureFit> temperature = {};
    /// Interval of BetaMap::c of a shift to the prevalence of independent rows; else none.
    std::optional<Interval> shiftInterval = {};
};

}  // namespace diagonal
