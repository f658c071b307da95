// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/map_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <simdjson.h>

#include "core/base/json_writer.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr std::size_t kVersion = 1;

constexpr std::array<std::pair<PredictionForm, std::string_view>, 3> kForms{
    {{PredictionForm::ClassScores, "class-scores"},
     {PredictionForm::PositiveScore, "positive-score"},
     {PredictionForm::Confidence, "confidence"}}};

void writeNumbers(JsonWriter& json, std::string_view name, const std::vector<double>& numbers) {
    json.key(name);
    json.beginArray();
    for (const double number : numbers)
        json.value(number);
    json.endArray();
}

class ParameterWriter {
public:
    explicit ParameterWriter(JsonWriter& json) : m_json(json) {}
    void operator()(const TemperatureMap& map) const {
        m_json.member("temperature", map.temperature);
    }
    void operator()(const BetaMap& map) const {
        m_json.member("a", map.a);
        m_json.member("b", map.b);
        m_json.member("c", map.c);
    }
    void operator()(const ClasswiseMap& map) const {
        m_json.key("functions");
        m_json.beginArray();
        for (const ClasswiseMap::Function& function : map.classes) {
            m_json.beginObject();
            writeNumbers(m_json, "x", function.x);
            writeNumbers(m_json, "y", function.y);
            m_json.endObject();
        }
        m_json.endArray();
    }
    void operator()(const VectorMap& map) const {
        writeNumbers(m_json, "weights", map.weights);
        writeNumbers(m_json, "biases", map.biases);
    }

private:
    JsonWriter& m_json;
};

/// A broken promise of the format, thrown inside mapFromJson() alone.
struct Broken {
    std::string why;
};

using Element = simdjson::dom::element;

Element member(const Element& object, const char* name) {
    Element out;
    if (object[name].get(out) != simdjson::SUCCESS)
        throw Broken{std::string("no ") + diagonal::quoted(name)};
    return out;
}

double numberIn(const Element& element, const std::string& name) {
    double number = 0;
    if (element.get_double().get(number) != simdjson::SUCCESS || !std::isfinite(number)) {
        throw Broken{diagonal::quoted(name) + " is not a number"};
    }
    return number;
}

std::string textIn(const Element& element, const std::string& name) {
    std::string_view text;
    if (element.get_string().get(text) != simdjson::SUCCESS) {
        throw Broken{diagonal::quoted(name) + " is not a text"};
    }
    return std::string(text);
}

simdjson::dom::array arrayIn(const Element& object, const char* name) {
    simdjson::dom::array out;
    if (member(object, name).get_array().get(out) != simdjson::SUCCESS) {
        throw Broken{diagonal::quoted(name) + " is not a list"};
    }
    return out;
}

std::vector<double> numbersIn(const Element& object, const char* name) {
    std::vector<double> out;
    for (const Element element : arrayIn(object, name))
        out.push_back(numberIn(element, name));
    return out;
}

std::size_t countIn(const Element& object, const char* name) {
    std::uint64_t count = 0;
    if (member(object, name).get_uint64().get(count) != simdjson::SUCCESS) {
        throw Broken{diagonal::quoted(name) + " is not a whole number"};
    }
    return count;
}

ClasswiseMap::Function functionIn(const Element& object) {
    ClasswiseMap::Function out{numbersIn(object, "x"), numbersIn(object, "y")};
    const auto isProbability = [](double value) { return value >= 0 && value <= 1; };
    if (out.x.empty() || out.x.size() != out.y.size() || !std::ranges::is_sorted(out.x) ||
        !std::ranges::all_of(out.x, isProbability) || !std::ranges::all_of(out.y, isProbability)) {
        throw Broken{"a function needs as many x as y, both in [0, 1], the x ascending"};
    }
    return out;
}

void readParameters(const Element& object, CalibrationMap& map) {
    const std::size_t classes = map.classNames.size();
    switch (map.kind) {
        case MapKind::Temperature: {
            const double temperature = numberIn(member(object, "temperature"), "temperature");
            if (!(temperature > 0)) throw Broken{"the temperature is not above 0"};
            map.parameters = TemperatureMap{temperature};
            return;
        }
        case MapKind::Platt:
        case MapKind::Beta:
        case MapKind::BetaAM:
        case MapKind::BetaAB:
            map.parameters =
                BetaMap{numberIn(member(object, "a"), "a"), numberIn(member(object, "b"), "b"),
                        numberIn(member(object, "c"), "c")};
            return;
        case MapKind::Isotonic:
        case MapKind::Histogram: {
            ClasswiseMap functions;
            functions.interpolates = map.kind == MapKind::Isotonic;
            for (const Element element : arrayIn(object, "functions"))
                functions.classes.push_back(functionIn(element));
            // Confidences of the predicted class have one function, however many classes are known.
            const bool isSingle = classes <= 2 || map.form == PredictionForm::Confidence;
            if (functions.classes.size() != (isSingle ? 1 : classes)) {
                throw Broken{counted(functions.classes.size(), "function") + " for " +
                             counted(classes, "class", "classes")};
            }
            map.parameters = std::move(functions);
            return;
        }
        case MapKind::Vector: break;
    }
    VectorMap vector{numbersIn(object, "weights"), numbersIn(object, "biases")};
    if (classes < 3 || vector.weights.size() != classes || vector.biases.size() != classes) {
        throw Broken{"there must be a weight and a bias for each of three classes or more"};
    }
    map.parameters = std::move(vector);
}

CalibrationMap mapIn(const Element& object) {
    if (countIn(object, "diagonal_map") != kVersion) {
        throw Broken{"\"diagonal_map\" is not 1: a map of another version of the program"};
    }
    CalibrationMap map;
    const std::string kind = textIn(member(object, "kind"), "kind");
    const auto known = mapNamed(kind);
    if (!known) throw Broken{"there is no map of kind " + diagonal::quoted(kind)};
    map.kind = *known;
    const std::string form = textIn(member(object, "form"), "form");
    const auto found = std::ranges::find(kForms, form, &decltype(kForms)::value_type::second);
    if (found == kForms.end()) throw Broken{"\"form\" is " + diagonal::quoted(form)};
    map.form = found->first;
    for (const Element name : arrayIn(object, "classes"))
        map.classNames.push_back(textIn(name, "classes"));
    map.fittedOn = textIn(member(object, "fitted_on"), "fitted_on");
    map.rows = countIn(object, "rows");
    map.leftOut = countIn(object, "left_out");
    readParameters(member(object, "parameters"), map);
    return map;
}

}  // namespace

std::string mapJson(const CalibrationMap& map) {
    JsonWriter json;
    json.beginObject();
    json.member("diagonal_map", kVersion);
    json.member("kind", mapDefinition(map.kind).id);
    json.member("form",
                std::ranges::find(kForms, map.form, &decltype(kForms)::value_type::first)->second);
    json.key("classes");
    json.beginArray();
    for (const std::string& name : map.classNames)
        json.value(std::string_view(name));
    json.endArray();
    json.key("parameters");
    json.beginObject();
    std::visit(ParameterWriter(json), map.parameters);
    json.endObject();
    json.member("fitted_on", std::string_view(map.fittedOn));
    json.member("rows", map.rows);
    json.member("left_out", map.leftOut);
    json.endObject();
    return json.text() + "\n";
}

Result<CalibrationMap> mapFromJson(std::string_view text) {
    const auto malformed = [](const std::string& why) {
        return Error{ErrorKind::Malformed, "this is not a map that Diagonal wrote: " + why};
    };
    simdjson::dom::parser parser;
    Element root;
    const auto error = parser.parse(simdjson::padded_string(text)).get(root);
    if (error != simdjson::SUCCESS) return malformed(simdjson::error_message(error));
    try {
        return mapIn(root);
    } catch (const Broken& broken) {
        return malformed(broken.why);
    }
}

}  // namespace diagonal
