// Checks the input of calls about trajectories.
#pragma once

#include <cstddef>

#include <satchel/error.hpp>
#include <satchel/first_hits.hpp>
#include <satchel/options.hpp>

#include "format/kernel_table.hpp"
#include "scene/data.hpp"

namespace satchel::trajectories {

/// What a call has one result for.
enum class Each { mover, pose, hit };

/// The results of a call, and how long its trajectories go on.
struct Wanted {
  Each each = Each::mover;
  std::size_t room = 0;  ///< the number of results; not of hits, which are a list
  double horizon = 0;    ///< of Each::pose, times to collision
};

/// The Status with which a call refuses its input, or ok: that of `satchel::first_hits`, and of
/// `satchel::times_to_collision`.
template <class T>
Status check(const detail::SceneData<T>& scene, const kernels::KernelTable& table, const Trajectories& movers,
             const Trajectories& obstacles, const Wanted& wanted, const Options& options) noexcept;

}  // namespace satchel::trajectories
