// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/trigonometric_transforms.h"

#include <algorithm>
#include <fftw3.h>
#include <memory>
#include <mutex>
#include <type_traits>

namespace diagonal {
namespace {

/// Making and destroying plans is not thread-safe, executing them is.
std::mutex& planMutex() {
    static std::mutex mutex;
    return mutex;
}

/// Transforms `values` in place.
void transform(double* values, std::size_t count, fftw_r2r_kind kind) {
    const auto destroy = [](fftw_plan plan) {
        const std::scoped_lock lock(planMutex());
        fftw_destroy_plan(plan);
    };
    std::unique_ptr<std::remove_pointer_t<fftw_plan>, decltype(destroy)> plan(nullptr, destroy);
    {
        const std::scoped_lock lock(planMutex());
        plan.reset(fftw_plan_r2r_1d(static_cast<int>(count), values, values, kind, FFTW_ESTIMATE));
    }
    fftw_execute(plan.get());
}

void halve(std::vector<double>& values) {
    for (double& value : values)
        value /= 2;
}

}  // namespace

std::vector<double> cosineTransform(std::vector<double> x) {
    transform(x.data(), x.size(), FFTW_REDFT10);
    halve(x);
    return x;
}

std::vector<double> sineTransform(std::vector<double> x) {
    transform(x.data(), x.size(), FFTW_RODFT10);
    // The transform begins with k = 1 and ends with k = N.
    std::rotate(x.begin(), x.end() - 1, x.end());
    x.front() = 0;
    halve(x);
    return x;
}

std::vector<double> cosineSeries(std::vector<double> a) {
    for (std::size_t k = 1; k + 1 < a.size(); ++k)
        a[k] /= 2;
    transform(a.data(), a.size(), FFTW_REDFT00);
    return a;
}

std::vector<double> sineSeries(const std::vector<double>& a) {
    std::vector<double> out(a);
    out.front() = out.back() = 0;
    halve(out);
    if (out.size() > 2) transform(out.data() + 1, out.size() - 2, FFTW_RODFT00);
    return out;
}

}  // namespace diagonal
