// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/map_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <simdjson.h>
#include <vector>

#include "core/base/json_writer.h"
#include "core/base/text.h"

namespace diagonal {
namespace {

constexpr std::size_t kVersion = 1;

constexpr std::array<std::pair<PredictionForm, std::string_view>, 3> kForms{
    {{PredictionForm::ClassScores, "class-scores"},
     {PredictionForm::PositiveScore, "positive-score"},
     {PredictionForm::Confidence, "confidence"}}};

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
        m_json.beginArray("functions");
        for (const ClasswiseMap::Function& function : map.classes) {
            m_json.beginObject();
            m_json.member("x", function.x);
            m_json.member("y", function.y);
            m_json.endObject();
        }
        m_json.endArray();
    }
    void operator()(const VectorMap& map) const {
        m_json.member("weights", map.weights);
        m_json.member("biases", map.biases);
    }

private:
    JsonWriter& m_json;
};

using Element = simdjson::dom::element;

/// Reads the parts of a map and remembers the first that breaks the format; what follows it is
/// read as zeros and empty texts.
class MapReader {
public:
    Result<CalibrationMap> read(const Element& object) {
        CalibrationMap map;
        if (count(object, "diagonal_map") != kVersion) {
            fail("\"diagonal_map\" is not 1: the map is from another version of the program");
        }
        const std::string kind = text(member(object, "kind"), "kind");
        const auto known = mapNamed(kind);
        if (!known) fail("there is no map of kind " + diagonal::quotedText(kind));
        map.kind = known.value_or(MapKind::Temperature);
        const std::string form = text(member(object, "form"), "form");
        const auto found = std::ranges::find(kForms, form, &decltype(kForms)::value_type::second);
        if (found == kForms.end())
            fail("\"form\" has the unknown value " + diagonal::quotedText(form));
        map.form = found == kForms.end() ? PredictionForm::ClassScores : found->first;
        for (const Element name : array(object, "classes"))
            map.classNames.push_back(text(name, "classes"));
        map.fittedOn = text(member(object, "fitted_on"), "fitted_on");
        map.rows = count(object, "rows");
        map.leftOut = count(object, "left_out");
        readParameters(member(object, "parameters"), map);
        if (!m_outcome) return m_outcome.error();
        return map;
    }

private:
    void fail(const std::string& why) {
        if (!m_outcome) return;
        m_outcome = malformed("this is not a map that Diagonal wrote: " + why);
    }

    Element member(const Element& object, const char* name) {
        Element out;
        if (!m_outcome) return out;
        if (object[name].get(out) != simdjson::SUCCESS) {
            fail(std::string("no ") + diagonal::quotedText(name));
        }
        return out;
    }

    double number(const Element& element, const std::string& name) {
        double number = 0;
        if (!m_outcome) return number;
        if (element.get_double().get(number) != simdjson::SUCCESS || !std::isfinite(number)) {
            fail(diagonal::quotedText(name) + " is not a number");
        }
        return number;
    }

    std::string text(const Element& element, const std::string& name) {
        std::string_view text;
        if (!m_outcome) return {};
        if (element.get_string().get(text) != simdjson::SUCCESS) {
            fail(diagonal::quotedText(name) + " is not a string");
        }
        return std::string(text);
    }

    /// The elements of a list.
    std::vector<Element> array(const Element& object, const char* name) {
        const Element list = member(object, name);
        simdjson::dom::array elements;
        if (!m_outcome) return {};
        if (list.get_array().get(elements) != simdjson::SUCCESS) {
            fail(diagonal::quotedText(name) + " is not a list");
            return {};
        }
        return {elements.begin(), elements.end()};
    }

    std::vector<double> numbers(const Element& object, const char* name) {
        std::vector<double> out;
        for (const Element element : array(object, name))
            out.push_back(number(element, name));
        return out;
    }

    std::size_t count(const Element& object, const char* name) {
        const Element element = member(object, name);
        std::uint64_t count = 0;
        if (!m_outcome) return count;
        if (element.get_uint64().get(count) != simdjson::SUCCESS) {
            fail(diagonal::quotedText(name) + " is not a whole number");
        }
        return count;
    }

    ClasswiseMap::Function function(const Element& object) {
        ClasswiseMap::Function out{numbers(object, "x"), numbers(object, "y")};
        const auto isProbability = [](double value) { return value >= 0 && value <= 1; };
        if (out.x.empty() || out.x.size() != out.y.size() || !std::ranges::is_sorted(out.x) ||
            !std::ranges::all_of(out.x, isProbability) ||
            !std::ranges::all_of(out.y, isProbability)) {
            fail("a function needs as many x as y, both in [0, 1], the x ascending");
        }
        return out;
    }

    ClasswiseMap functions(const Element& object, const CalibrationMap& map) {
        ClasswiseMap out;
        out.interpolates = map.kind == MapKind::Isotonic;
        for (const Element element : array(object, "functions"))
            out.classes.push_back(function(element));
        // Confidences of the predicted class have one function, however many classes are known.
        const std::size_t classes = map.classNames.size();
        const bool isSingle = classes <= 2 || map.form == PredictionForm::Confidence;
        if (out.classes.size() != (isSingle ? 1 : classes)) {
            fail(counted(out.classes.size(), "function") + " for " +
                 counted(classes, "class", "classes"));
        }
        return out;
    }

    VectorMap vector(const Element& object, std::size_t classes) {
        VectorMap out{numbers(object, "weights"), numbers(object, "biases")};
        if (classes < 3 || out.weights.size() != classes || out.biases.size() != classes) {
            fail("there must be a weight and a bias for each of three classes or more");
        }
        return out;
    }

    void readParameters(const Element& object, CalibrationMap& map) {
        switch (map.kind) {
            case MapKind::Temperature: {
                const double temperature = number(member(object, "temperature"), "temperature");
                if (!(temperature > 0)) fail("the temperature is not above 0");
                map.parameters = TemperatureMap{temperature};
                return;
            }
            case MapKind::Platt:
            case MapKind::Beta:
            case MapKind::BetaAM:
            case MapKind::BetaAB:
                map.parameters =
                    BetaMap{number(member(object, "a"), "a"), number(member(object, "b"), "b"),
                            number(member(object, "c"), "c")};
                return;
            case MapKind::Shift:
                map.parameters = BetaMap{1, 1, number(member(object, "c"), "c")};
                return;
            case MapKind::Isotonic:
            case MapKind::Histogram: map.parameters = functions(object, map); return;
            case MapKind::Vector: map.parameters = vector(object, map.classNames.size()); return;
        }
    }

    Result<void> m_outcome;
};

}  // namespace

std::string mapJson(const CalibrationMap& map) {
    JsonWriter json;
    json.beginObject();
    json.member("diagonal_map", kVersion);
    json.member("kind", mapDefinition(map.kind).id);
    json.member("form",
                std::ranges::find(kForms, map.form, &decltype(kForms)::value_type::first)->second);
    json.member("classes", map.classNames);
    json.beginObject("parameters");
    std::visit(ParameterWriter(json), map.parameters);
    json.endObject();
    json.member("fitted_on", std::string_view(map.fittedOn));
    json.member("rows", map.rows);
    json.member("left_out", map.leftOut);
    json.endObject();
    return json.text() + "\n";
}

Result<CalibrationMap> mapFromJson(std::string_view text) {
    simdjson::dom::parser parser;
    Element root;
    const auto error = parser.parse(simdjson::padded_string(text)).get(root);
    if (error != simdjson::SUCCESS) {
        return malformed(std::string("this is not a map that Diagonal wrote: ") +
                         simdjson::error_message(error));
    }
    return MapReader().read(root);
}

}  // namespace diagonal
