// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recalibrating/map_python.h"

#include "core/base/text.h"

namespace diagonal {
namespace {

std::string list(const std::vector<double>& numbers) {
    std::string out = "np.array([";
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i > 0) out += i % 6 == 0 ? ",\n    " : ", ";
        out += shortest(numbers[i]);
    }
    return out + "])";
}

std::string lookup(const ClasswiseMap& map) {
    return map.interpolates ? "np.interp(p, x, y)"
                            : "y[np.maximum(np.searchsorted(x, p, side=\"right\") - 1, 0)]";
}

/// Body of the Python function calibrated_positive(p, m), which returns the calibrated probability
/// of class 1 for its probability p and logit m.
struct YesBody {
    std::string operator()(const TemperatureMap& map) const {
        return "    return sigmoid(m / " + shortest(map.temperature) + ")\n";
    }
    std::string operator()(const BetaMap& map) const {
        return "    rest = np.log1p(np.exp(-np.abs(m)))\n"
               "    log_p = np.minimum(m, 0) - rest\n"
               "    log_q = -np.maximum(m, 0) - rest\n"
               "    return sigmoid(" +
               (map.a == 0 ? "0" : shortest(map.a) + " * log_p") + " - " +
               (map.b == 0 ? "0" : shortest(map.b) + " * log_q") + " + " + shortest(map.c) + ")\n";
    }
    std::string operator()(const ClasswiseMap& map) const {
        return "    x = " + list(map.classes.front().x) +
               "\n    y = " + list(map.classes.front().y) + "\n    return " + lookup(map) + "\n";
    }
    std::string operator()(const VectorMap&) const { return ""; }  // three or more classes only
};

/// End of the Python function calibrated(scores) for three or more classes, after the logits z and
/// the probabilities `given` have been computed.
struct ClassesBody {
    std::string operator()(const TemperatureMap& map) const {
        return "    return softmax(z / " + shortest(map.temperature) + ")\n";
    }
    std::string operator()(const BetaMap&) const { return ""; }  // binary data only
    std::string operator()(const ClasswiseMap& map) const {
        std::string out = "    functions = [\n";
        for (const ClasswiseMap::Function& function : map.classes)
            out += "    (" + list(function.x) + ",\n     " + list(function.y) + "),\n";
        return out +
               "    ]\n"
               "    out = np.empty(scores.shape)\n"
               "    for k, ((x, y), p) in enumerate(zip(functions, given.T)):\n"
               "        out[:, k] = " +
               lookup(map) +
               "\n"
               "    total = out.sum(1, keepdims=True)\n"
               "    out[total[:, 0] == 0] = 1 / out.shape[1]\n"
               "    return out / np.where(total == 0, 1, total)\n";
    }
    std::string operator()(const VectorMap& map) const {
        return "    weights = " + list(map.weights) + "\n    biases = " + list(map.biases) +
               "\n    zero = np.isneginf(z)\n"
               "    return softmax(np.where(zero, z, weights * np.where(zero, 0, z) + biases))\n";
    }
};

constexpr std::string_view kSigmoid =
    "def sigmoid(m):\n"
    "    with np.errstate(over=\"ignore\"):\n"
    "        return 1 / (1 + np.exp(-m))\n\n\n";
constexpr std::string_view kSoftmax =
    "def softmax(z):\n"
    "    e = np.exp(z - z.max(1, keepdims=True))\n"
    "    return e / e.sum(1, keepdims=True)\n\n\n";
constexpr std::string_view kCalibrated =
    "def calibrated(scores):\n"
    "    scores = np.asarray(scores, dtype=np.float64)\n"
    "    with np.errstate(divide=\"ignore\"):\n";

/// Replaces backslashes, quotes and control characters with spaces, so that the text cannot end a
/// docstring.
std::string harmless(std::string_view text) {
    std::string out;
    for (const char c : text)
        out += c == '\\' || c == '"' || static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    return out;
}

std::string yesModule(const CalibrationMap& map, bool twoColumns, bool fromProbabilities) {
    std::string out = std::string(kSigmoid) + "def calibrated_positive(p, m):\n" +
                      std::visit(YesBody(), map.parameters) + "\n\n" + std::string(kCalibrated);
    if (twoColumns) {
        out += fromProbabilities ? "        m = np.log(scores[:, 1]) - np.log(scores[:, 0])\n"
                                   "    p = calibrated_positive(scores[:, 1], m)\n"
                                 : "        m = scores[:, 1] - scores[:, 0]\n"
                                   "    p = calibrated_positive(sigmoid(m), m)\n";
        return out + "    return np.stack([1 - p, p], 1)\n";
    }
    return out + (fromProbabilities ? "        m = np.log(scores) - np.log1p(-scores)\n"
                                      "    return calibrated_positive(scores, m)\n"
                                    : "        m = scores\n"
                                      "    return calibrated_positive(sigmoid(m), m)\n");
}

std::string classesModule(const CalibrationMap& map, bool fromProbabilities) {
    return std::string(kSoftmax) + std::string(kCalibrated) +
           (fromProbabilities ? "        z = np.log(scores)\n    given = scores\n"
                              : "        z = scores\n    given = softmax(scores)\n") +
           std::visit(ClassesBody(), map.parameters);
}

}  // namespace

std::string mapPython(const CalibrationMap& map, ScoreKind scores) {
    const bool classScores = map.form == PredictionForm::ClassScores;
    const bool twoColumns = classScores && map.classNames.size() == 2;
    const bool fromProbabilities = scores == ScoreKind::Probability || scores == ScoreKind::Percent;
    const std::string kind = fromProbabilities ? "probabilities" : "logits";
    const std::string shape =
        classScores ? "N x " + std::to_string(map.classNames.size()) + " " + kind
        : map.form == PredictionForm::Confidence ? "N confidences of the predicted class"
                                                 : "N " + kind + " of the positive class";
    return "\"\"\"" + std::string(mapDefinition(map.kind).name) + ", fitted on " +
           (map.rows > 0 ? std::to_string(map.rows) + " rows of " : std::string()) +
           harmless(map.fittedOn) + " by Diagonal.\n\ncalibrated(scores) takes " + shape +
           " and returns probabilities of the same shape.\n\"\"\"\nimport numpy as np\n\n\n" +
           (twoColumns || !classScores ? yesModule(map, twoColumns, fromProbabilities)
                                       : classesModule(map, fromProbabilities));
}

}  // namespace diagonal
