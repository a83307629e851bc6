// Trajectories, taken from those of C.
#pragma once

#include <satchel/c/spatial.h>

#include <cstdint>
#include <satchel/first_hits.hpp>

#include "bindings/c/call.hpp"

namespace satchel::c {

/// Checks the trajectories that are parameter number `parameter`, after the parameters before it, and takes them.
inline void take_trajectories(Checks& checks, unsigned parameter, const satchel_paths* given,
                              Trajectories& taken) noexcept {
  if (!checks.one(parameter, given).passed()) return;
  satchel_paths paths;
  if (!checks.add(take_options(*given, 0, parameter, paths)).passed()) return;
  checks.array(parameter, paths.shapes, paths.shape_count)
      .array(parameter, paths.poses, paths.pose_count)
      .array(parameter, paths.present, paths.present_count)
      .array(parameter, paths.starts, paths.start_count);
  taken = {view<const ShapeId>(paths.shapes, paths.shape_count),
           view<const Pose>(paths.poses, paths.pose_count),
           paths.steps,
           view<const std::uint8_t>(paths.present, paths.present_count),
           view<const std::uint32_t>(paths.starts, paths.start_count),
           paths.clearance};
}

inline void take_trajectories(Checks& checks, unsigned parameter, const satchel_trajectories* given,
                              Trajectories& taken) noexcept {
  if (!checks.one(parameter, given).passed()) return;
  satchel_paths paths{};
  paths.struct_size = sizeof paths;
  paths.shapes = given->shapes;
  paths.shape_count = given->count;
  paths.poses = given->poses;
  paths.pose_count = given->count * given->steps;
  paths.steps = given->steps;
  paths.present = given->present;
  paths.present_count = given->present_count;
  take_trajectories(checks, parameter, &paths, taken);
}

/// The trajectories of a call, and the checks of its parameters up to them.
struct FirstHitsArguments {
  Checks checks;
  Trajectories movers, obstacles;

  /// @param before     the checks of the parameters before the movers, which are parameter number `parameter`; the
  ///                   obstacles and the hits follow them
  template <class Given>
  FirstHitsArguments(const Checks& before, unsigned parameter, const Given* given_movers, const Given* given_obstacles,
                     const satchel_first_hit* hits, std::size_t hit_count) noexcept
      : checks(before) {
    take_trajectories(checks, parameter, given_movers, movers);
    take_trajectories(checks, parameter + 1, given_obstacles, obstacles);
    checks.array(parameter + 2, hits, hit_count);
  }
};

}  // namespace satchel::c
