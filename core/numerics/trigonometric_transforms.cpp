// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/trigonometric_transforms.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fftw3.h>
#include <map>
#include <memory>
#include <type_traits>
#include <utility>

#include "core/base/within_memory.h"

// FFTW calls its function of this name, and aborts, when it gets no memory; the linker finds this
// one first.
extern "C" [[noreturn]] __attribute__((visibility("default"))) void fftw_assertion_failed(
    const char* statement, int line, const char* file);

void fftw_assertion_failed(const char* /*statement*/, int /*line*/, const char* /*file*/) {
    std::fprintf(stderr, "diagonal: %s\n", diagonal::kNotEnoughMemory);
    std::_Exit(EXIT_FAILURE);
}

namespace diagonal {
namespace {

struct DestroyPlan {
    void operator()(fftw_plan plan) const { fftw_destroy_plan(plan); }
};
using Plan = std::unique_ptr<std::remove_pointer_t<fftw_plan>, DestroyPlan>;

/// Returns the plan of a transform in place. Each thread keeps its plans, because making one takes
/// longer than executing it.
fftw_plan planOf(std::size_t count, fftw_r2r_kind kind) {
    [[maybe_unused]] static const bool isThreadSafe = [] {
        fftw_make_planner_thread_safe();
        return true;
    }();
    thread_local std::map<std::pair<std::size_t, fftw_r2r_kind>, Plan> plans;
    Plan& plan = plans[{count, kind}];
    if (!plan) {
        std::vector<double> values(count);
        plan.reset(fftw_plan_r2r_1d(static_cast<int>(count), values.data(), values.data(), kind,
                                    FFTW_ESTIMATE | FFTW_UNALIGNED));
    }
    return plan.get();
}

/// Transforms `values` in place.
void transform(double* values, std::size_t count, fftw_r2r_kind kind) {
    fftw_execute_r2r(planOf(count, kind), values, values);
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
