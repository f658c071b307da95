// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measuring/view.h"

#include "core/base/text.h"

namespace diagonal {

Result<void> checkView(const Predictions& predictions, const View& view, double temperature) {
    const bool multiLabel = predictions.form() == PredictionForm::MultiLabel;
    if (multiLabel && view.kind != View::Kind::OneVsRest) {
        return undefined("a row may belong to several classes: look at one class at a time",
                         {setOption(Setting::View)});
    }
    if (!view.isTopLabel()) {
        if (predictions.form() == PredictionForm::Confidence) {
            return undefined(
                "the file holds only the confidence of the predicted class; the probabilities of "
                "other classes are unknown");
        }
        const std::size_t classes = predictions.classNames().size();
        if (view.kind == View::Kind::PositiveClass && classes != 2) {
            return undefined("there are " + groupedDigits(classes) +
                                 " classes, but a positive class requires exactly two",
                             {setOption(Setting::View)});
        }
        if (view.classIndex >= classes) return undefined("there is no such class");
    }
    if (temperature == 1) return {};
    const auto can = predictions.checkTemperature();
    return can ? can : undefined("temperature scaling does not apply: " + can.error().detail);
}

}  // namespace diagonal
