// Sweeps of queries against a scene whose bodies stand still.
#pragma once

#include <span>

#include <satchel/sweep.hpp>

namespace satchel::query {

/// As `try_sweep` of two scenes, the bodies of the second without motions. All has been checked but the pairs.
/// @param motions  of the bodies of the first scene
template <class T>
Status sweep_queries(BasicScenePair<T> scenes, std::span<const Motion> motions, std::span<const Pair> pairs,
                     std::span<BasicImpact<T>> impacts, const BasicSweepOptions<T>& options) noexcept;

/// Checks the limit of turns, and the tolerance.
template <class T>
Status check_sweep_options(T tolerance, T max_angle) noexcept;

}  // namespace satchel::query
