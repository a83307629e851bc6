// The work of `try_sweep` on what is checked: for calls that sweep list after list between the same scenes.
#pragma once

#include <span>

#include <satchel/results.hpp>
#include <satchel/scene_pair.hpp>
#include <satchel/sweep.hpp>
#include <satchel/types.hpp>

#include "format/kernel_table.hpp"
#include "query/compound/sweep_parts.hpp"

namespace satchel::query {

/// `try_sweep` of two scenes, of which no error of motions and options is left.
template <class T>
Status sweep_checked(BasicScenePair<T> scenes, const kernels::KernelTable& table, std::span<const Motion> motions_a,
                     std::span<const Motion> motions_b, std::span<const Pair> pairs, std::span<BasicImpact<T>> impacts,
                     const SweepRules& rules, const Options& options) noexcept;

/// The same, the bodies of the second scene without motions.
/// @param motions  of the bodies of the first scene
template <class T>
Status sweep_queries(BasicScenePair<T> scenes, std::span<const Motion> motions, std::span<const Pair> pairs,
                     std::span<BasicImpact<T>> impacts, const BasicSweepOptions<T>& options) noexcept;

/// Checks the limit of turns, and the tolerance.
template <class T>
Status check_sweep_options(T tolerance, T max_angle) noexcept;

}  // namespace satchel::query
