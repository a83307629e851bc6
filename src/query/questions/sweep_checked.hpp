// The work of `try_sweep` on motions that are checked: for calls that sweep list after list between the same scenes.
#pragma once

#include <span>

#include <satchel/results.hpp>
#include <satchel/scene_pair.hpp>
#include <satchel/types.hpp>

#include "format/kernel_table.hpp"
#include "query/compound/sweep_parts.hpp"

namespace satchel::query {

/// `try_sweep`, of which no error of motions and options is left. Of two scenes.
template <class T>
Status sweep_checked(BasicScenePair<T> scenes, const kernels::KernelTable& table, std::span<const Motion> motions_a,
                     std::span<const Motion> motions_b, std::span<const Pair> pairs, std::span<BasicImpact<T>> impacts,
                     const SweepRules& rules, const Options& options) noexcept;

}  // namespace satchel::query
