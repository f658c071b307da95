// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

#include <boost/random/binomial_distribution.hpp>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/normal_distribution.hpp>
#include <boost/random/poisson_distribution.hpp>
#include <boost/random/seed_seq.hpp>
#include <boost/random/uniform_01.hpp>
#include <boost/random/uniform_int_distribution.hpp>

namespace diagonal {

/// Seeded random numbers that are the same on every platform (Boost.Random; the distributions of
/// the standard library differ between implementations).
class RandomNumbers {
public:
    explicit RandomNumbers(std::uint64_t seed) : m_engine(seed) {}
    /// Numbers of one of several streams of a seed, which parts of a parallel loop draw from so
    /// that the result does not depend on the number of threads.
    RandomNumbers(std::uint64_t seed, std::uint32_t stream) {
        boost::random::seed_seq seeds{static_cast<std::uint32_t>(seed),
                                      static_cast<std::uint32_t>(seed >> 32), stream};
        m_engine.seed(seeds);
    }

    /// Returns a uniform number in [0, 1).
    double uniform() { return boost::random::uniform_01<double>()(m_engine); }
    /// Returns a uniform integer in 0, 1, ... n - 1.
    std::size_t below(std::size_t n) {
        return boost::random::uniform_int_distribution<std::size_t>(0, n - 1)(m_engine);
    }
    double normal() { return m_normal(m_engine); }
    /// Returns the number of successes in `trials` trials of probability p.
    std::int64_t binomial(std::int64_t trials, double p) {
        if (trials <= 0 || p <= 0) return 0;
        if (p >= 1) return trials;
        return boost::random::binomial_distribution<std::int64_t>(trials, p)(m_engine);
    }
    /// Returns a Poisson number of any mean.
    double poisson(double mean) {
        if (mean == 1) return poissonOne();
        return static_cast<double>(
            boost::random::poisson_distribution<std::int64_t>(mean)(m_engine));
    }

private:
    /// Draws a Poisson number of mean 1 by inversion; most resampled cells are single rows.
    unsigned poissonOne() {
        double u = uniform();
        double p = 0.36787944117144233;  // exp(-1)
        unsigned k = 0;
        while (u >= p && k < 20) {
            u -= p;
            p /= ++k;
        }
        return k;
    }

    boost::random::mt19937_64 m_engine;
    boost::random::normal_distribution<double> m_normal;
};

}  // namespace diagonal
