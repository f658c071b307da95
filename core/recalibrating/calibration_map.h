// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/predictions/predictions.h"
#include "core/recalibrating/temperature.h"

namespace diagonal {

/// The maps from predictions to better calibrated ones that can be learnt.
enum class MapKind { Temperature, Platt, Beta, BetaAM, BetaAB, Isotonic, Histogram, Vector };

struct MapDefinition {
    MapKind kind = MapKind::Temperature;
    std::string_view id;          ///< as on a command line and in JSON: "temperature"
    std::string_view name;        ///< "Temperature scaling"
    std::string_view definition;  ///< formula and source
};

/// All maps, the simplest first.
const std::vector<MapDefinition>& mapDefinitions();
const MapDefinition& mapDefinition(MapKind kind);
/// None for a word that is the id of no map.
std::optional<MapKind> mapNamed(std::string_view id);

/// softmax(z / temperature); for two classes sigmoid(z / temperature). Guo 2017.
struct TemperatureMap {
    double temperature = 1;
};

/// sigmoid(a ln p - b ln(1 - p) + c) of the probability of one class. Platt scaling is a = b, on
/// logit p; the beta maps are Kull 2017.
struct BetaMap {
    double a = 1;
    double b = 1;
    double c = 0;
};

/// For each class a function of its probability, constant beyond its ends; where there are more
/// classes than two, the results of a row are divided by their sum (Zadrozny and Elkan 2002), and
/// a row of zeros becomes 1 / K.
struct ClasswiseMap {
    struct Function {
        std::vector<double> x;  ///< not descending, in [0, 1]
        std::vector<double> y;  ///< in [0, 1]
    };
    /// Whether y is interpolated between the x (isotonic), or is that of the last x not above
    /// (histogram).
    bool interpolates = true;
    std::vector<Function> classes;  ///< one for two classes: the second
};

/// softmax(weights * z + biases), class by class. Guo 2017.
struct VectorMap {
    std::vector<double> weights;
    std::vector<double> biases;
};

/// A learnt map, with what a reader of it must know.
struct CalibrationMap {
    MapKind kind = MapKind::Temperature;
    std::variant<TemperatureMap, BetaMap, ClasswiseMap, VectorMap> parameters;
    std::vector<std::string> classNames;  ///< of the predictions it was learnt from
    PredictionForm form = PredictionForm::ClassScores;
    std::string fittedOn;     ///< file, and which of its rows
    std::size_t rows = 0;     ///< observations it was learnt from
    std::size_t leftOut = 0;  ///< rows it could not learn from: p of 0 or 1
    /// Profile-likelihood interval of a temperature.
    std::optional<TemperatureFit> temperature = {};
};

}  // namespace diagonal
